"""The verb *demo*: a tour over a small corpus of our own, in seven languages, with a number that is right and one that is not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from samescore.base.errors import InputError
from samescore.base.files import read_bytes
from samescore.data.corpus import Corpus
from samescore.records import AuditFinding, Comparison, Explanation, Readings, Record, explanations
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.why import explain
from samescore.verbs.why.diff import diff

#: What a system has translated, what a person has, and what is said of the system.
SYSTEM, REFERENCE, CLAIMS = "system.txt", "reference.txt", "paper.toml"
#: Six functions that are called BLEU, each by its model, which needs no installation.
IMPLEMENTATIONS = (
    "native:sacrebleu.corpus_bleu",
    "native:sacrebleu.sentence_bleu",
    "native:torchmetrics.bleu_score",
    "native:nltk.corpus_bleu",
    "native:nltk.sentence_bleu",
    "native:dialogue-eval.bleu",
)

_FOLDER = Path(__file__).parent / "files"


class Sides(NamedTuple):
    """The rows with the smallest and the largest number."""

    lowest: str
    highest: str


def corpus() -> Corpus:
    """The corpus of the tour."""
    return Corpus.read(_FOLDER / SYSTEM, [_FOLDER / REFERENCE])


def compared() -> Comparison:
    """The six numbers, as ``samescore diff`` has them."""
    return diff("bleu", corpus(), IMPLEMENTATIONS)


def furthest(comparison: Comparison) -> Sides:
    """The two functions whose numbers are furthest apart."""
    numbered = sorted((row.number, row.name) for row in comparison.rows if row.number is not None)
    return Sides(numbered[0][1], numbered[-1][1])


def explained(sides: Sides) -> tuple[Explanation, list[Readings]]:
    """Why two of them differ, as ``samescore explain`` has it."""
    request = explain.Request(Columns(corpus()), sides.lowest, sides.highest, ("bleu",))
    found = list(explain.execute(request))
    return explanations(found)[0], [record for record in found if isinstance(record, Readings)]


def audited() -> list[AuditFinding]:
    """What is said of the system, as ``samescore audit`` judges it."""
    return list(audit_all(read_claims(_FOLDER / CLAIMS), _FOLDER))


def records(
    comparison: Comparison, explanation: tuple[Explanation, list[Readings]], findings: list[AuditFinding]
) -> list[Record]:
    """The records of the whole tour."""
    return [*comparison.records, explanation[0], *explanation[1], *findings]


def files_in(folder: Path) -> list[Path]:
    """The corpus and the claims in a folder."""
    return [folder / name for name in (SYSTEM, REFERENCE, CLAIMS)]


def write_files(folder: Path) -> list[Path]:
    """Write the corpus and the claims into a folder, which is made; `InputError` if one of the files exists."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = files_in(folder)
    for path in paths:
        if path.exists():
            raise InputError(f"{path} exists", hint="choose another folder with --files")
    for path in paths:
        path.write_bytes(read_bytes(_FOLDER / path.name))
    return paths
