"""A metric's scores and human scores of the same outputs: the input of a meta-evaluation."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from samescore.base.checks import as_float, check_list, is_missing, is_nan, name_of
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.base.lines import read_lines
from samescore.base.numbers import number_from_text
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.number_types import number_types

#: A score; None if missing.
Rating = float | None
#: The scores of a side: a row for each system, a column for each segment.
Table = tuple[tuple[Rating, ...], ...]

#: Texts, in lower case, that mark a missing score in a text file.
_NO_SCORE = ("", "na", "n/a", "nan", "none", "null")
_INFINITE = {"inf": math.inf, "-inf": -math.inf}
_COLUMNS = ("metric", "human", "system", "segment")
_TSV = "each line is METRIC<TAB>HUMAN, perhaps with <TAB>SYSTEM and <TAB>SEGMENT; or a header names these columns"
_JSONL = 'each line is {"metric": 0.5, "human": 71.0}, perhaps with "system" and "segment"; null is a missing score; a file with tabs is called .tsv'


@dataclasses.dataclass(frozen=True, slots=True)
class Ratings(Kind):
    """A metric's scores and human scores: two tables with a row for each system and a column for each segment.

    A flat list is one row. A missing score is None, nan, or a missing-value marker of pandas or NumPy; `nan_given` says
    whether any was nan, which some packages treat as a number. An infinite score may be written as the string ``inf``
    or ``-inf``. Raises `InputError` if the two sides or their rows differ in length, or for a score that is not a
    number.

    >>> Ratings([0.1, 0.4], [60, None]).human_scores
    ((60.0, None),)
    """

    metric_scores: Table
    human_scores: Table
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)
    nan_given: bool = dataclasses.field(default=False, compare=False, repr=False)

    TAG: ClassVar[str] = "ratings"
    FIELDS: ClassVar[tuple[str, ...]] = ("metric_scores", "human_scores")

    def __init__(self, metric_scores: Sequence[Any], human_scores: Sequence[Any]) -> None:
        sides = _rows(metric_scores, "metric_scores"), _rows(human_scores, "human_scores")
        metric, human = (_table(rows, name) for rows, name in zip(sides, self.FIELDS, strict=True))
        if len(metric) != len(human):
            raise InputError(
                f"metric_scores has {len(metric)} systems but human_scores has {len(human)}",
                hint="give both sides one row for each system",
            )
        width = len(metric[0]) if metric else 0
        for name, table in (("metric_scores", metric), ("human_scores", human)):
            for i, row in enumerate(table):
                if len(row) != width:
                    raise InputError(
                        f"{name}[{i}] has {len(row)} scores but metric_scores[0] has {width}",
                        hint="give every system one score for each segment (None if missing)",
                    )
        object.__setattr__(self, "metric_scores", metric)
        object.__setattr__(self, "human_scores", human)
        object.__setattr__(self, "number_types", number_types(metric_scores, human_scores))
        object.__setattr__(self, "nan_given", any(is_nan(x) for rows in sides for row in rows for x in row))

    @classmethod
    def read(cls, path: PathLike) -> Ratings:
        """Read ratings from a ``.tsv`` file, or from JSON Lines (any other suffix), one pair of scores per line.

        The columns are the metric's score, the human score, and optionally the system and the segment; a header line
        may give them in a different order. An empty field, ``NA``, ``None`` or ``nan`` is a missing score. Without a
        system column there is one system; without a segment column, the lines of a system are its segments in order.
        Raises `InputError` for an unreadable file, a malformed line, and two lines for the same segment and system.
        """
        suffix = Path(path).suffix.lower() if isinstance(path, (str, Path)) else ""
        return cls(*_as_tables(_tsv(path) if suffix == ".tsv" else _jsonl(path)))

    @classmethod
    def from_files(cls, files: InputFiles) -> Ratings:
        """Read the ratings from a command's file as `read` does. Raises `InputError` if reference files are given."""
        return cls.read(files.only())

    @property
    def systems(self) -> int:
        """The number of systems."""
        return len(self.metric_scores)

    def __len__(self) -> int:
        """Return the number of segments."""
        return len(self.metric_scores[0]) if self.metric_scores else 0

    def plain(self) -> dict[str, Any]:
        """Return the scores as JSON-compatible data: a row for each system, None for missing scores, texts for infinite ones."""
        return {"metric_scores": _plain(self.metric_scores), "human_scores": _plain(self.human_scores)}

    def entries(self) -> Sequence[Any]:
        """Return, for each segment, the metric's scores and the human scores of all systems."""
        return list(zip(zip(*self.metric_scores, strict=True), zip(*self.human_scores, strict=True), strict=True))

    def of_entries(self, entries: Sequence[Any]) -> Ratings:
        without: list[Any] = [[] for _ in self.metric_scores]
        sides = ([*zip(*(entry[side] for entry in entries), strict=True)] or without for side in (0, 1))
        return Ratings(*sides)

    def exchanged(self) -> Ratings:
        return Ratings(self.human_scores, self.metric_scores)


def _rows(values: Any, name: str) -> list[Sequence[Any]]:
    """Return the scores of each system unchanged, as one row for each system; a flat list is one row."""
    values = _as_list(values, name)
    if values and not any(_is_row(value) for value in values):
        values = [values]
    return [_as_list(row, f"{name}[{i}]") for i, row in enumerate(values)]


def _table(rows: list[Sequence[Any]], name: str) -> Table:
    return tuple(
        tuple(_rating(value, f"{name}[{i}][{k}]") for k, value in enumerate(row)) for i, row in enumerate(rows)
    )


def _as_list(values: Any, name: str) -> Sequence[Any]:
    """Convert a column of NumPy or pandas to a list; return a list or tuple unchanged.

    Raises `InputError` for anything else.
    """
    listing = getattr(values, "tolist", None)
    values = listing() if callable(listing) else values
    check_list(values, name)
    return values  # type: ignore[no-any-return]


def _is_row(value: object) -> bool:
    return isinstance(value, (list, tuple)) or (hasattr(value, "tolist") and hasattr(value, "__len__"))


def _rating(value: Any, name: str) -> Rating:
    if is_missing(value):
        return None
    if isinstance(value, str) and value in _INFINITE:
        return _INFINITE[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a number", hint="use None for a missing score")
    return as_float(value, name)


def _plain(table: Table) -> list[list[float | str | None]]:
    return [[str(x) if x is not None and math.isinf(x) else x for x in row] for row in table]


#: The place of a line, its two scores, its system, and its segment (None: the next one of that system).
_Line = tuple[str, Rating, Rating, str, str | None]


def _tsv(path: PathLike) -> Iterable[_Line]:
    """Yield the lines of a file of tab-separated columns, without blank ones.

    Raises `InputError` for a malformed line.
    """
    columns: Sequence[str] = _COLUMNS
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        place, fields = f"{path}, line {number}", line.split("\t")
        names = [field.strip().lower() for field in fields]
        if number == 1 and {"metric", "human"} <= set(names):
            if len(set(names)) != len(names) or not set(names) <= set(_COLUMNS):
                raise InputError(f"{place}: the columns are {', '.join(names)}", hint=_TSV)
            columns = names
            continue
        if not 2 <= len(fields) <= len(columns) or (columns is not _COLUMNS and len(fields) != len(columns)):
            expected = f"2 to {len(columns)}" if columns is _COLUMNS else str(len(columns))
            raise InputError(f"{place}: expected {expected} fields, found {len(fields)}", hint=_TSV)
        record = dict(zip(columns, fields, strict=False))
        with at_place(place):
            scores = [_number(record[name], name) for name in ("metric", "human")]
        yield place, scores[0], scores[1], record.get("system", ""), record.get("segment")


def _number(text: str, name: str) -> Rating:
    """Parse a score in a text file: None if it is missing, nan for ``nan``.

    Raises `InputError` if it is not a number.
    """
    text = text.strip()
    if text.lower() in _NO_SCORE:
        return math.nan if text.lower() == "nan" else None
    if text.lower() in _INFINITE:
        return _INFINITE[text.lower()]
    try:
        return number_from_text(text)
    except ValueError:
        raise InputError(f"the {name} score {text!r:.80} is not a number", hint=_TSV) from None


def _jsonl(path: PathLike) -> Iterable[_Line]:
    import msgspec

    class Item(msgspec.Struct):
        metric: float | str | None
        human: float | str | None
        system: str | int = ""
        segment: str | int | None = None

    for place, item in json_lines(path, Item, _JSONL):
        with at_place(place):
            scores = [_rating(value, name) for name, value in (("metric", item.metric), ("human", item.human))]
        yield place, scores[0], scores[1], str(item.system), None if item.segment is None else str(item.segment)


def _as_tables(lines: Iterable[_Line]) -> tuple[list[list[Rating]], list[list[Rating]]]:
    """Return both sides as tables, with systems and segments in order of first appearance, and None for a missing line.

    Raises `InputError` for a second line for the same segment and system.
    """
    by_system: dict[str, dict[str, tuple[Rating, Rating]]] = {}
    segments: dict[str, None] = {}
    for place, metric, human, system, named in lines:
        row = by_system.setdefault(system, {})
        segment = str(len(row) + 1) if named is None else named
        if segment in row:
            raise InputError(
                f"{place}: a second line for segment {segment!r:.80} of system {system!r:.80}",
                hint="give one line for each segment of each system",
            )
        row[segment] = metric, human
        segments[segment] = None
    sides: list[list[list[Rating]]] = [
        [[row.get(segment, (None, None))[side] for segment in segments] for row in by_system.values()]
        for side in (0, 1)
    ]
    return sides[0], sides[1]
