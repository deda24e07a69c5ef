"""Read relevance judgments and runs from files: TREC's formats, BEIR's tables, and ranx's JSON."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar

import msgspec

from samescore.base.documents import json_document, json_lines
from samescore.base.errors import InputError
from samescore.base.files import LONGEST_RECORD, PathLike, whole_lines
from samescore.base.packed import suffix_of
from samescore.data.ranking_columns import groups_of, plain_grades, plain_scores

_Value = TypeVar("_Value")
#: Numbers by document, by query.
Documents = dict[str, dict[str, _Value]]

_LINE = (
    "give a run's relevance judgments with -r; a file alone is JSON Lines: "
    '{"query": "q1", "qrels": {"doc1": 1}, "run": {"doc1": 2.5}}'
)
_RUN = "each line is QUERY Q0 DOCUMENT RANK SCORE TAG, separated by white space"
_QRELS = "each line is QUERY 0 DOCUMENT GRADE, separated by white space"
_TABLE = "each line is QUERY, DOCUMENT and GRADE, separated by tabs, after the header query-id, corpus-id and score"
_HEADER = [b"query-id", b"corpus-id", b"score"]
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclasses.dataclass(frozen=True)
class _Format(Generic[_Value]):
    """The number of columns of a format (`width`), the places of the document and of the number, and a hint that describes it.

    `parse` returns the number of a text, or raises `ValueError`; `parse_plain` returns those of many texts, or None if any
    of them is unusual. With `takes_more`, a line may have more columns.
    """

    width: int
    document: int
    value: int
    hint: str
    parse: Callable[[bytes], _Value]
    parse_plain: Callable[[Sequence[bytes]], list[_Value] | None]
    takes_more: bool = False


class _Query(msgspec.Struct):
    query: str
    qrels: dict[str, int] | list[tuple[str, int]] | None = None
    run: dict[str, float | str] | list[tuple[str, float | str]] | None = None


def read_queries(path: PathLike) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place and the fields of each query of a JSON Lines file.

    Raises `InputError` for an unreadable file or a malformed line.
    """
    for place, query in json_lines(path, _Query, _LINE):
        yield place, msgspec.structs.asdict(query)


def read_qrels(path: PathLike) -> Documents[int]:
    """Return the judgments of a file: in TREC's format, a table with a header, or JSON.

    The second column of TREC's format is ignored. Raises `InputError` for an unreadable or malformed file, and for a
    document that is judged twice.
    """
    if suffix_of(path) == ".json":
        made: Documents[int] = json_document(path, dict[str, dict[str, int]], 'write {"q1": {"doc1": 1}}')
        return made
    parts = _parts(path)
    start = next(parts, (1, []))
    number, fields = next(_rows([start]), (0, []))
    if fields == _HEADER:
        rest = number + 1, start[1][number + 1 - start[0] :]
        return _read(path, chain([rest], parts), _Format(3, 1, 2, _TABLE, _grade, plain_grades))
    return _read(path, chain([start], parts), _Format(4, 2, 3, _QRELS, _grade, plain_grades))


def read_results(path: PathLike) -> Documents[float]:
    """Return the results of a file, in TREC's format or JSON. The rank column is ignored, because scores decide.

    Raises `InputError` for an unreadable or malformed file, and for a document that is retrieved twice.
    """
    if suffix_of(path) == ".json":
        made: Documents[float] = json_document(path, dict[str, dict[str, float]], 'write {"q1": {"doc1": 2.5}}')
        return made
    return _read(path, _parts(path), _Format(6, 2, 4, _RUN, _score, plain_scores, takes_more=True))


#: Consecutive lines, and the number of the first one.
_Part = tuple[int, list[bytes]]


def _parts(path: PathLike) -> Iterator[_Part]:
    """Yield the lines of a file in parts, without line breaks; ids may have Unicode's spaces."""
    number = 1
    for part in whole_lines(path, longest=LONGEST_RECORD):
        content = part.removeprefix(_BYTE_ORDER_MARK) if number == 1 else part
        lines = content.removesuffix(b"\n").split(b"\n")
        yield number, lines
        number += len(lines)


def _rows(parts: Iterable[_Part]) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the number and the fields of each line that is neither blank nor a comment."""
    for first, lines in parts:
        for number, line in enumerate(lines, first):
            fields = line.split()
            if fields and not fields[0].startswith(b"#"):
                yield number, fields


def _read(path: PathLike, parts: Iterable[_Part], columns: _Format[_Value]) -> Documents[_Value]:
    """Return the numbers of lines by query and document. The query is in the first column."""
    read: Documents[_Value] = {}
    for first, lines in parts:
        groups = groups_of(lines, columns.width, (columns.document, columns.value), columns.parse_plain)
        if groups is None or any(read.get(query, {}).keys() & numbers.keys() for query, numbers in groups):
            _read_lines(path, _rows([(first, lines)]), columns, read)
            continue
        for query, numbers in groups:
            read.setdefault(query, {}).update(numbers)
    return read


def _read_lines(
    path: PathLike, rows: Iterable[tuple[int, list[bytes]]], columns: _Format[_Value], read: Documents[_Value]
) -> None:
    """Add the numbers of lines to `read`, line by line."""
    for number, fields in rows:
        if len(fields) != columns.width and not (columns.takes_more and len(fields) > columns.width):
            found = f"{len(fields)} column{'' if len(fields) == 1 else 's'} instead of {columns.width}"
            raise InputError(f"{path}, line {number}: the line has {found}", hint=columns.hint)
        try:
            query, document = fields[0].decode("utf-8"), fields[columns.document].decode("utf-8")
        except UnicodeDecodeError:
            raise InputError(
                f"{path}, line {number}: the line is not UTF-8", hint="convert the file to UTF-8"
            ) from None
        documents = read.setdefault(query, {})
        if document in documents:
            raise InputError(
                f"{path}, line {number}: the document {document!r:.80} occurs twice for the query {query!r:.80}",
                hint="keep one line for each query and document",
            )
        try:
            documents[document] = columns.parse(fields[columns.value])
        except ValueError as problem:
            raise InputError(f"{path}, line {number}: {problem}", hint=columns.hint) from None


def _grade(text: bytes) -> int:
    if not re.fullmatch(rb"[-+]?[0-9]{1,400}", text):
        raise ValueError(f"the grade {text.decode('utf-8', 'replace')!r:.80} is not an integer")
    return int(text)


def _score(text: bytes) -> float:
    """Parse a decimal number or infinity; `float` accepts more, such as underscores and nan."""
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if b"_" in text or math.isnan(score):
        raise ValueError(f"the score {text.decode('utf-8', 'replace')!r:.80} is not a number")
    if math.isinf(score) and text.lstrip(b"+-").lower() not in (b"inf", b"infinity"):
        raise ValueError(f"the score {text.decode('utf-8', 'replace')!r:.80} is too large for a double")
    return score
