"""Read the segments of a shard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.documents import MalformedError, from_json
from samescore.base.errors import InputError
from samescore.data.corpus import Corpus
from samescore.data.shared import SharedReferences
from samescore.data.slices import JSON_LINES, Slice, is_parquet, read_columns, read_lines
from samescore.verbs.scale.job import Shard

#: The columns of a Parquet file: a text, and a list of texts (or a text) for each row.
_HYPOTHESIS, _REFERENCES = "hypothesis", "references"


class _Record(msgspec.Struct):
    hypothesis: str
    references: list[str | None]


class Segments(msgspec.Struct, frozen=True):
    """The segments of a shard, and the line (or row) number of each, counted from 1 over the whole system."""

    corpus: Corpus
    lines: Sequence[int]


def read(shard: Shard) -> Segments:
    """Read the segments of a shard with their line numbers; blank lines of a JSON Lines file are skipped.

    Raises `InputError` with the file, and the line if possible, for malformed lines, values that are not text, and
    missing references or columns.
    """
    scored = shard.scored
    suffix = Path(scored.path).suffix.lower()
    lines: Sequence[int] = range(shard.first + 1, shard.stop + 1)
    if shard.references:
        return Segments(Corpus.beside(_texts(scored), _references(shard.references)), lines)
    if is_parquet(scored.path):
        return Segments(_from_columns(scored), lines)
    if suffix == ".tsv":
        return Segments(_from_rows(scored), lines)
    if suffix in JSON_LINES:
        numbers, records = zip(*_records(scored), strict=True) if scored.lines else ((), ())
        corpus = Corpus.from_segments([r.hypothesis for r in records], [r.references for r in records])
        return Segments(corpus, [shard.first + number for number in numbers])
    texts = _texts(scored)
    return Segments(Corpus.from_segments(texts, [[] for _ in texts]), lines)


@lru_cache(maxsize=4)
def _references(parts: tuple[Slice, ...]) -> SharedReferences:
    """Read the references of a shard; cached, because a worker gets the same references for each system."""
    return SharedReferences(tuple(zip(*map(_texts, parts), strict=True)))


def _texts(part: Slice) -> list[str]:
    """Read one text from each line or row. Raises `InputError` unless the file holds only one column of texts."""
    if is_parquet(part.path):
        columns = read_columns(part, (_HYPOTHESIS, _REFERENCES, "reference", "text"))
        if len(columns) != 1:
            hint = "with references of its own, remove -r; else one column: hypothesis, reference or text"
            raise InputError(f"{part.path} does not have exactly one column of texts", hint=hint)
        [(name, texts)] = columns.items()
        _check_texts(part, name, texts)
        return texts
    lines = read_lines(part)
    if Path(part.path).suffix.lower() == ".tsv":
        for number, line in enumerate(lines, part.before + 1):
            if "\t" in line:
                hint = "remove -r, or rename the file to .txt if tabs are part of its texts"
                raise InputError(
                    f"{part.path}, line {number}: unexpected tab; the file seems to contain references", hint=hint
                )
    return lines


def _from_rows(part: Slice) -> Corpus:
    rows = [line.split("\t") for line in read_lines(part)]
    for number, row in enumerate(rows, part.before + 1):
        if len(row) < 2:
            hint = "write hypothesis<TAB>reference on each line"
            raise InputError(f"{part.path}, line {number}: no tab, so the reference is missing", hint=hint)
    return Corpus.from_segments([row[0] for row in rows], [row[1:] for row in rows])


def _records(part: Slice) -> Iterator[tuple[int, _Record]]:
    """Yield the line number within the part (from 1) and the record of each line; blank lines are skipped."""
    for number, line in enumerate(read_lines(part), 1):
        if line.strip():
            try:
                yield number, from_json(line, _Record)
            except MalformedError as problem:
                hint = 'write one object per line: {"hypothesis": "...", "references": ["...", ...]}'
                raise InputError(f"{part.path}, line {part.before + number}: {problem}", hint=hint) from None


def _from_columns(part: Slice) -> Corpus:
    columns = read_columns(part, (_HYPOTHESIS, _REFERENCES))
    if len(columns) < 2:
        hint = "hypothesis holds texts, references a text or a list of texts for each"
        raise InputError(f"{part.path} does not have the columns {_HYPOTHESIS} and {_REFERENCES}", hint=hint)
    hypotheses, references = columns[_HYPOTHESIS], columns[_REFERENCES]
    _check_texts(part, _HYPOTHESIS, hypotheses)
    lists = [[entry] if isinstance(entry, str) else entry for entry in references]
    for number, entry in enumerate(lists, part.before + 1):
        if not isinstance(entry, list) or not all(text is None or isinstance(text, str) for text in entry):
            raise InputError(
                f"{part.path}, row {number}: {_REFERENCES} is not a list of texts", hint="write a list of texts"
            )
    return Corpus.from_segments(hypotheses, lists)


def _check_texts(part: Slice, name: str, texts: list[Any]) -> None:
    """Raise `InputError` if the column `name` has a value that is not a text."""
    for number, text in enumerate(texts, part.before + 1):
        if not isinstance(text, str):
            what = "missing" if text is None else f"not text but {type(text).__name__}"
            raise InputError(f"{part.path}, row {number}: {name} is {what}", hint="write a text in each row")
