"""Read relevance judgments and runs from files: TREC's formats, BEIR's tables, and ranx's JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

from samescore.base.documents import json_document, json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, byte_lines
from samescore.base.numbers import number_from_text
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
_HEADER = ["query-id", "corpus-id", "score"]
_RUN_COLUMNS, _QRELS_COLUMNS, _TABLE_COLUMNS = 6, 4, 3
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


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
    judged: Documents[int] = {}
    if first is not None and [field.decode("utf-8", "replace") for field in first[1]] == _HEADER:
        for number, fields in rows:
            query, document, grade = _texts(path, number, fields, _TABLE_COLUMNS, _TABLE)
            _add(judged, path, number, query, document, grade, _integer, _TABLE)
        return judged
    for number, fields in [] if first is None else [first, *rows]:
        query, _, document, grade = _texts(path, number, fields, _QRELS_COLUMNS, _QRELS)
        _add(judged, path, number, query, document, grade, _integer, _QRELS)
    return judged


def read_results(path: PathLike) -> Documents[float]:
    """Return the results of a file, in TREC's format or JSON. The rank column is ignored, because scores decide.

    Raises `InputError` for an unreadable or malformed file, and for a document that is retrieved twice.
    """
    if suffix_of(path) == ".json":
        made: Documents[float] = json_document(path, dict[str, dict[str, float]], 'write {"q1": {"doc1": 2.5}}')
        return made
    retrieved: Documents[float] = {}
    for number, fields in _rows(path):
        if len(fields) > _RUN_COLUMNS:  # a tag of several words
            fields = fields[:_RUN_COLUMNS]
        query, _, document, _, score, _ = _texts(path, number, fields, _RUN_COLUMNS, _RUN)
        _add(retrieved, path, number, query, document, score, _real, _RUN)
    return retrieved


def _rows(path: PathLike) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the number and the fields of each line that is neither blank nor a comment; ids may have Unicode's spaces."""
    for number, line in byte_lines(path):
        content = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
        fields = content.split()
        if fields and not fields[0].startswith(b"#"):
            yield number, fields


def _texts(path: PathLike, number: int, fields: list[bytes], columns: int, hint: str) -> list[str]:
    if len(fields) != columns:
        found = f"{len(fields)} column{'' if len(fields) == 1 else 's'} instead of {columns}"
        raise InputError(f"{path}, line {number}: the line has {found}", hint=hint)
    try:
        return [field.decode("utf-8") for field in fields]
    except UnicodeDecodeError:
        raise InputError(f"{path}, line {number}: the line is not UTF-8", hint="convert the file to UTF-8") from None


def _add(
    documents: Documents[_Value],
    path: PathLike,
    number: int,
    query: str,
    document: str,
    text: str,
    parse: Callable[[str], _Value],
    hint: str,
) -> None:
    try:
        value = parse(text)
    except ValueError as problem:
        raise InputError(f"{path}, line {number}: {problem}", hint=hint) from None
    known = documents.setdefault(query, {})
    if document in known:
        raise InputError(
            f"{path}, line {number}: the document {document!r:.80} occurs twice for the query {query!r:.80}",
            hint="keep one line for each query and document",
        )
    known[document] = value


def _integer(text: str) -> int:
    if not re.fullmatch(r"[-+]?[0-9]{1,400}", text):
        raise ValueError(f"the grade {text!r:.80} is not an integer")
    return int(text)


def _real(text: str) -> float:
    if re.fullmatch(r"[-+]?inf(inity)?", text, re.IGNORECASE):
        return float(text)
    try:
        return number_from_text(text)
    except ValueError:
        raise ValueError(f"the score {text!r:.80} is not a number") from None
