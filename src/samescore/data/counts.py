"""Read a confusion matrix from a file of counts, instead of the labels of each item.

A ``.csv`` or ``.tsv`` file is a matrix (a header with the predicted classes, then a row for each gold class, starting
with its name), or a header of ``tp``, ``fp``, ``fn`` and ``tn`` in any order and a row of counts. A ``.json`` file is
``{"classes": [...], "confusion": [[...], ...]}``, with gold rows and predicted columns, or ``{"tp": ..., "fp": ...,
...}``. The four counts are for the classes ``1`` (positive) and ``0``.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import Any

from samescore.base.documents import json_document
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.base.lines import read_lines
from samescore.base.numbers import count_from_text
from samescore.base.packed import suffix_of
from samescore.data.input_files import InputFiles
from samescore.data.labels import Confusion, Labels

#: Suffixes of files with counts.
COUNTS = (".csv", ".tsv", ".json")
_FOUR = ("tp", "fp", "fn", "tn")
_HINT = (
    "write a header of predicted classes and a row for each gold class, or the header tp,fp,fn,tn and a row of counts"
)
_JSON_HINT = (
    '{"classes": ["BAD", "OK"], "confusion": [[3, 1], [0, 2]]} (rows are gold), or {"tp": 2, "fp": 1, "fn": 0, "tn": 3}'
)


def read_labels(files: InputFiles) -> Labels | Confusion:
    """Read labels from a command's files: predicted and gold labels, or the matrix in a single file of counts.

    Raises `InputError` as `Labels.from_files` and `read_counts` do, and if a selection of tags is given for counts.
    """
    if not are_counts(files):
        return Labels.from_files(files)
    if files.tags != "all":
        raise InputError(f"{files.scored} is a file of counts and has no tags", hint="remove --tags")
    return read_counts(files.scored)


def are_counts(files: InputFiles) -> bool:
    """Return whether the files are a single file with a suffix of `COUNTS`."""
    return not files.references and suffix_of(files.scored) in COUNTS


def read_counts(path: PathLike) -> Confusion:
    """Read the confusion matrix from a file of counts.

    Counts are non-negative integers. Every class must have a row and a column, in any order. A matrix whose last row
    and column are the sums of the others is rejected, and so is a file without counts. Raises `InputError`, which names
    the file and the line, if it is malformed.
    """
    if suffix_of(path) == ".json":
        return _from_json(path)
    rows = _rows(path)
    (_, header), *body = rows
    if sorted(name.lower() for name in header) == sorted(_FOUR):
        if len(body) != 1:
            raise InputError(
                f"{path} has {len(body)} rows of counts below the header {', '.join(header)}",
                hint="give exactly one row",
            )
        place, counts = body[0]
        return _from_four_counts(
            dict(zip((name.lower() for name in header), _counts(counts, len(header), place), strict=True))
        )
    predicted = header[1:]
    matrix = [_counts(cells[1:], len(predicted), place) for place, cells in body]
    gold = [cells[0] for _, cells in body]
    for side, names, others in (("row", gold, predicted), ("column", predicted, gold)):
        repeated = next((name for name in names if names.count(name) > 1), None)
        if repeated is not None:
            raise InputError(
                f"{path}: the class {repeated!r} has more than one {side}", hint=f"give the class only one {side}"
            )
        missing = next((name for name in others if name not in names), None)
        if missing is not None:
            raise InputError(f"{path}: the class {missing!r} has no {side}", hint=f"add a {side} of zeros; {_HINT}")
    _check_sums(matrix, path)
    columns = [predicted.index(name) for name in gold]
    with at_place(str(path)):
        return Confusion(gold, [[row[column] for column in columns] for row in matrix])


def _rows(path: PathLike) -> list[tuple[str, list[str]]]:
    """Return the place and the stripped cells of each row that is not blank.

    Raises `InputError` for fewer than two rows.
    """
    delimiter = "," if suffix_of(path) == ".csv" else "\t"
    reader = csv.reader(read_lines(path), delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        rows = [(f"{path}, line {reader.line_num}", [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as problem:
        raise InputError(f"{path}, line {reader.line_num}: {problem}", hint=_HINT) from None
    filled = [(place, cells) for place, cells in rows if any(cells)]
    if len(filled) < 2:
        raise InputError(f"{path} has no counts", hint=_HINT)
    return filled


def _counts(cells: Sequence[str], many: int, place: str) -> list[int]:
    """Parse a row of `many` counts.

    Raises `InputError` for a different number of cells, or a cell that is not a count.
    """
    if len(cells) != many:
        raise InputError(f"{place}: expected {many} counts, found {len(cells)}", hint=_HINT)
    try:
        return [count_from_text(cell) for cell in cells]
    except ValueError as problem:
        raise InputError(f"{place}: {problem}", hint="counts must be non-negative integers") from None


def _check_sums(matrix: Sequence[Sequence[int]], path: PathLike) -> None:
    """Raise `InputError` if the last row and column are the sums of the others."""
    inner = [row[:-1] for row in matrix[:-1]]
    below = [sum(column) for column in zip(*inner, strict=True)]
    beside = [sum(row) for row in inner]
    last = [row[-1] for row in matrix]
    if len(matrix) > 2 and sum(below) and list(matrix[-1]) == [*below, sum(below)] and last == [*beside, sum(below)]:
        raise InputError(
            f"{path}: the last row and column are sums", hint="remove the sums, so every class is counted once"
        )


def _from_four_counts(counts: Mapping[str, int]) -> Confusion:
    return Confusion(["0", "1"], [[counts["tn"], counts["fp"]], [counts["fn"], counts["tp"]]])


def _from_json(path: PathLike) -> Confusion:
    raw: dict[str, Any] = json_document(path, dict[str, Any], _JSON_HINT)
    with at_place(str(path)):
        if raw.keys() == {"classes", "confusion"}:
            return Confusion(raw["classes"], raw["confusion"])
        if raw.keys() == set(_FOUR):
            for name, count in raw.items():
                if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                    raise InputError(f"{name} is not a count", hint="counts must be non-negative integers")
            return _from_four_counts(raw)
        raise InputError(f"the object has the fields {', '.join(raw) or '(none)'}", hint=_JSON_HINT)
