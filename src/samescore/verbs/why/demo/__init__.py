"""The verb *demo*: give a tour on a small bundled corpus in seven languages, with a true and a false reported number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import read_bytes
from samescore.data.corpus import Corpus
from samescore.records import AuditFinding, DiffRow, Explanation, Readings, Record
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.why import diff, explain

#: A system's translations, human translations, and the reported numbers.
SYSTEM, REFERENCE, CLAIMS = "system.txt", "reference.txt", "paper.toml"
#: Six functions called BLEU, as models, which need no installation.
IMPLEMENTATIONS = (
    "native:sacrebleu.corpus_bleu",
    "native:sacrebleu.sentence_bleu",
    "native:torchmetrics.bleu_score",
    "native:nltk.corpus_bleu",
    "native:nltk.sentence_bleu",
    "native:dialogue-eval.bleu",
)

_FOLDER = Path(__file__).parent / "files"


class Request(msgspec.Struct, frozen=True):
    """The options of a tour: its texts and claims are also written to `folder`, if given."""

    folder: Path | None = None

    @property
    def output_paths(self) -> list[Path]:
        """The files to write; empty without a folder."""
        return [self.folder / name for name in (SYSTEM, REFERENCE, CLAIMS)] if self.folder else []


def execute(request: Request) -> Iterator[Record]:
    """Write the requested files, and return an iterator over the records of the tour, which are computed on demand.

    The records are the numbers of six functions, as from ``samescore diff``; the explanation of the largest gap between
    them, as from ``samescore explain``; and the verdicts on the reported numbers, as from ``samescore audit``. Raises
    `InputError` if one of the files exists or cannot be written.
    """
    if request.folder is not None:
        _write_files(request.folder, request.output_paths)
    return _tour()


def _tour() -> Iterator[Record]:
    columns = Columns(corpus())
    numbered = []
    for record in diff.execute(diff.Request(columns, "bleu", IMPLEMENTATIONS)):
        if isinstance(record, DiffRow) and record.number is not None:
            numbered.append((record.number, record.name))
        yield record
    yield from explain.execute(explain.Request(columns, min(numbered)[1], max(numbered)[1], ("bleu",)))
    yield from audit_all(read_claims(_FOLDER / CLAIMS), _FOLDER)


def command_of(record: Record) -> str:
    """Return the name of the command that produces such a record: ``audit``, ``explain`` or ``diff``."""
    if isinstance(record, AuditFinding):
        return "audit"
    return "explain" if isinstance(record, (Explanation, Readings)) else "diff"


def corpus() -> Corpus:
    """Return the corpus of the tour."""
    return Corpus.read(_FOLDER / SYSTEM, [_FOLDER / REFERENCE])


def _write_files(folder: Path, paths: Sequence[Path]) -> None:
    """Write the corpus and the claims to `paths` in a folder, which is created.

    Raises `InputError` if one of the files exists, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in paths:
            if path.exists():
                raise InputError(f"{path} exists", hint="choose a different folder with --files")
        for path in paths:
            path.write_bytes(read_bytes(_FOLDER / path.name))
    except OSError as problem:
        raise InputError(f"--files {folder}: {problem.strerror}", hint="choose a different folder") from None
