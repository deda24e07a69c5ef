"""Read relevance judgments and runs from files: TREC's formats, BEIR's tables, and ranx's JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import msgspec

from samescore.base.documents import json_document, json_lines
from samescore.base.errors import InputError
from samescore.base.files import LONGEST_RECORD, PathLike, whole_lines
from samescore.base.packed import suffix_of

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


class _Format(NamedTuple):
    """The number of columns of a format (`width`), the places of the document and of the number, and a hint that describes it.

    With `takes_more`, a line may have more columns.
    """

    width: int
    document: int
    value: int
    hint: str
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
    rows = _rows(path)
    first = next(rows, None)
    if first is not None and first[1] == _HEADER:
        return _read(path, rows, _Format(3, 1, 2, _TABLE), _grade)
    return _read(path, chain([] if first is None else [first], rows), _Format(4, 2, 3, _QRELS), _grade)


def read_results(path: PathLike) -> Documents[float]:
    """Return the results of a file, in TREC's format or JSON. The rank column is ignored, because scores decide.

    Raises `InputError` for an unreadable or malformed file, and for a document that is retrieved twice.
    """
    if suffix_of(path) == ".json":
        made: Documents[float] = json_document(path, dict[str, dict[str, float]], 'write {"q1": {"doc1": 2.5}}')
        return made
    return _read(path, _rows(path), _Format(6, 2, 4, _RUN, takes_more=True), _score)


def _rows(path: PathLike) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the number and the fields of each line that is neither blank nor a comment; ids may have Unicode's spaces."""
    number = 0
    for part in whole_lines(path, longest=LONGEST_RECORD):
        content = part.removeprefix(_BYTE_ORDER_MARK) if number == 0 else part
        for line in content.removesuffix(b"\n").split(b"\n"):
            number += 1
            fields = line.split()
            if fields and not fields[0].startswith(b"#"):
                yield number, fields


def _read(
    path: PathLike, rows: Iterable[tuple[int, list[bytes]]], columns: _Format, parse: Callable[[bytes], _Value]
) -> Documents[_Value]:
    """Return the numbers of lines by query and document. The query is in the first column."""
    read: Documents[_Value] = {}
    query, documents = b"", dict[str, _Value]()
    for number, fields in rows:
        if len(fields) != columns.width and not (columns.takes_more and len(fields) > columns.width):
            found = f"{len(fields)} column{'' if len(fields) == 1 else 's'} instead of {columns.width}"
            raise InputError(f"{path}, line {number}: the line has {found}", hint=columns.hint)
        try:
            if fields[0] != query or not read:
                query = fields[0]
                documents = read.setdefault(query.decode("utf-8"), {})
            document = fields[columns.document].decode("utf-8")
        except UnicodeDecodeError:
            raise InputError(
                f"{path}, line {number}: the line is not UTF-8", hint="convert the file to UTF-8"
            ) from None
        if document in documents:
            raise InputError(
                f"{path}, line {number}: the document {document!r:.80} occurs twice for the query {query.decode()!r:.80}",
                hint="keep one line for each query and document",
            )
        try:
            documents[document] = parse(fields[columns.value])
        except ValueError as problem:
            raise InputError(f"{path}, line {number}: {problem}", hint=columns.hint) from None
    return read


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
