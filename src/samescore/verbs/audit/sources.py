"""Build the claims of a request: the claims in a file, or one number about files or columns of texts."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import STANDARD_INPUT
from samescore.data.corpus import Corpus
from samescore.metrics.aliases import resolve_publication_name
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.importers.formats import ClaimSource, read_source, with_base
from samescore.verbs.audit.parts import parts
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.request import PublishedNumber, Request
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.inputs.files import Files
from samescore.verbs.inputs.knobs import knobs_of


@contextmanager
def source_of(request: Request) -> Iterator[ClaimSource]:
    """Yield the claims of a request, with their folder, tables and files.

    A context manager: columns of texts are written to temporary files, which are deleted after the block. Raises
    `InputError` for files that cannot be read or have no claims, for files in the request if the claims name files,
    too, and for a published number that is not a number; `SamescoreError` for unknown names and settings.
    """
    number = request.number
    if number is None:
        yield _source_from_claims(request)
    elif isinstance(number.input, Files):
        yield _source_from_files(number, number.input)
    else:
        with tempfile.TemporaryDirectory(prefix="samescore-") as folder:
            yield _source_from_columns(number, number.input, Path(folder))


def _source_from_claims(request: Request) -> ClaimSource:
    if request.claims is None:
        raise InputError("nothing to audit", hint="pass a claims file, or a number with --published")
    _check_texts([*filter(None, [request.hypotheses]), *request.references])
    found = read_source(request.claims)
    if request.hypotheses is not None or request.references:
        return found.on_files(request.hypotheses, request.references)
    return found


def _check_texts(paths: Sequence[Path]) -> None:
    """Raise `InputError` if a path is standard input: several processes and the printed command must read the texts."""
    if STANDARD_INPUT in paths:
        hint = "write the texts to a file; claims may come from standard input"
        raise InputError("audit reads texts from files only, not from standard input", hint=hint)


def _source_from_files(number: PublishedNumber, files: Files) -> ClaimSource:
    _check_texts(files.paths)
    base, (hypotheses, *names) = with_base(files.paths)
    count = len(files.references)
    about = {
        "id": files.hypotheses.name,
        "hypotheses": hypotheses,
        "references": names[:count],
        "baseline": names[count] if files.baseline else "",
        "statistic": files.statistic,
    }
    return ClaimSource(base, _claims(number, resolve_publication_name(number.metric)[0], about))


def _source_from_columns(number: PublishedNumber, columns: Columns, folder: Path) -> ClaimSource:
    metric = resolve_publication_name(number.metric)[0]
    hypotheses, *references = _write_corpus(columns.read(metric), folder)
    about = {"id": "hypotheses", "hypotheses": hypotheses, "references": references}
    return ClaimSource(folder, _claims(number, metric, about))


def _claims(number: PublishedNumber, metric: str, about: dict[str, Any]) -> list[Claim]:
    """Return the claim of one number about files, followed by claims for the numbers printed with it.

    Any problem raises an error instead of becoming a finding: `InputError` for a text without a number, and
    `SamescoreError` for unknown names and settings.
    """
    claim = Claim(
        metric=number.metric,
        published=number.published,
        settings=knobs_of(number.knobs, metric),
        like=number.like,
        signature=number.signature,
        **about,
    )
    try:
        claims = parts(claim, number.published)
    except ValueError as problem:
        hint = "write it as printed: 27.3, 17.6%, '27.3 ± 0.4'; a p-value may be 'p < 0.05'"
        raise InputError(str(problem), hint=hint) from None
    question_of(claims[0]).checked()
    return claims


def _write_corpus(data: Any, folder: Path) -> list[str]:
    """Write a corpus to files in a folder, and return their names.

    If every text can be one line, and all segments have equally many references, the hypotheses and each stream of
    references are a text file; otherwise the corpus is one file of JSON lines. Raises `InputError` for other inputs.
    """
    if not isinstance(data, Corpus) or data.tokenized:
        raise InputError("audit accepts only texts in memory", hint="for other kinds of input, pass files as Path")
    streams = [list(data.hypotheses), *map(list, zip(*data.reference_lines, strict=False))]
    counts = set(map(len, data.reference_lines))
    if len(counts) == 1 and all(_is_line(text) for stream in streams for text in map(str, stream)):
        names = ["hypotheses.txt", *(f"references-{number}.txt" for number in range(1, len(streams)))]
        for name, stream in zip(names, streams, strict=True):
            folder.joinpath(name).write_text("".join(f"{text}\n" for text in stream), encoding="utf-8", newline="\n")
        return names
    lines = (msgspec.json.encode(segment) for segment in data.plain()["segments"])
    folder.joinpath("hypotheses.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    return ["hypotheses.jsonl"]


def _is_line(text: str) -> bool:
    """Return whether a text, written as one line of a file, is read as this line under every line reading."""
    return not text.startswith("\ufeff") and text.splitlines() in ([text], [])
