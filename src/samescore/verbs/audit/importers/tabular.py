"""Convert the cells of a table to claims, following its description."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from samescore.base.errors import InputError, UnknownNameError, nearest
from samescore.metrics.aliases import is_elsewhere, resolve_publication_name
from samescore.verbs.audit.claims import Claim, MalformedClaim, NotedClaim, with_notes
from samescore.verbs.audit.importers.description import (
    DescribedColumn,
    DescribedRow,
    DescribedTable,
    Stated,
    depends_on_row,
    fill_template,
)
from samescore.verbs.audit.importers.grid import Grid, GridCell
from samescore.verbs.audit.importers.headings import GridLayout, NamedRow, layout, overlong
from samescore.verbs.audit.importers.reports import unfold_reports
from samescore.verbs.audit.parts import parts
from samescore.verbs.audit.printed_text.printed_intervals import legend
from samescore.verbs.audit.printed_text.printed_numbers import PrintedNumber, is_blank, is_decimal_comma, printed_number
from samescore.verbs.audit.printed_text.tables import ROLES, Cell, PrintedColumn, PrintedTable, Row

#: Metrics that may be printed as more than a number: bounds, and intervals.
_COMPARED = ("p-value", "interval")


class Imported(msgspec.Struct, frozen=True):
    """The content of an imported file: claims, and tables whose cells are checked against each other."""

    claims: list[Claim | MalformedClaim]
    tables: list[PrintedTable] = []


def import_table(grid: Grid, described: DescribedTable, name: str, prefix: str = "") -> Imported:
    """Return the claims of a table, row by row, and its numbers as tables for checks; `name` is its name in messages.

    The id of a claim, and the place of its cell, consists of `prefix`, row and column. A cell in a column of a metric
    that is neither a number nor blank becomes a `MalformedClaim`. Raises `InputError` for a description that does not
    fit the table.
    """
    return _Reader(grid.transposed() if described.transposed else grid, described, name, prefix).imported()


class _Reader:
    """A converter of one table to claims, and to tables for checks."""

    def __init__(self, grid: Grid, described: DescribedTable, name: str, prefix: str) -> None:
        self._described, self._name, self._prefix = described, name, prefix
        self._layout = layout(grid, described.headers, described.names)
        self._overlong = self._problems(grid)
        self._columns = _columns(described, self._layout, name)
        self._rows = _rows(described, self._layout, name)
        comma = described.decimal_comma
        self._comma = _decimal_comma(self._layout) if comma is None else comma
        self._marks = legend(f"{grid.caption} {grid.notes}")
        self._claims: list[Claim | MalformedClaim] = []
        self._ids: Counter[str] = Counter()

    def _problems(self, grid: Grid) -> dict[int, str]:
        """Return a message for each row of the source with too many cells, by position from 0.

        For a transposed table, the rows of the source are columns.
        """
        if self._described.transposed:
            return overlong(grid.transposed())
        return overlong(grid, self._described.headers, [c.place - 1 for c in self._described.column if c.place])

    def imported(self) -> Imported:
        places = sorted(self._columns)
        rows = [self._row(row, self._rows[number], places) for number, row in self._kept()]
        columns = [self._column(place) for place in places]
        return Imported(
            self._claims, unfold_reports(PrintedTable(self._name, columns, rows)) if places and rows else []
        )

    def _kept(self) -> Iterator[tuple[int, NamedRow]]:
        for number, row in enumerate(self._layout.rows):
            if not self._rows[number].ignore:
                yield number, row

    def _row(self, row: NamedRow, described: DescribedRow, places: list[int]) -> Row:
        cells = []
        for place in places:
            title = self._layout.titles[place]
            where = self._identifier(f"{self._prefix}{row.name or f'row {row.number}'}, {title}")
            cell = row.cells[place]
            read: PrintedNumber | str | None = None
            problem = self._overlong.get(place if self._described.transposed else row.number - 1)
            if not cell.continued and not is_blank(cell.text):
                try:
                    if problem:
                        raise ValueError(problem)
                    read = printed_number(cell.text, decimal_comma=self._comma)
                except ValueError as refusal:
                    read = str(refusal)
            cells.append(_cell(cell, read, where))
            if read is not None:
                self._claim(row, described, place, where, read)
        test_set = fill_template(self._row_test_set(described), self._values(row, described, "")) if row.cells else ""
        return Row(row.name, cells, described.role, described.of, test_set, row.block)

    def _identifier(self, where: str) -> str:
        """Return a unique id for a cell: `where`, with a number if it was used before."""
        self._ids[where] += 1
        return where if self._ids[where] == 1 else f"{where} ({self._ids[where]})"

    def _row_test_set(self, described: DescribedRow) -> str:
        whole = self._described.test_set
        return described.test_set or (whole if depends_on_row(whole) else "")

    def _values(self, row: NamedRow, described: DescribedRow, title: str) -> dict[str, str]:
        cells = {str(place): cell.text for place, cell in enumerate(row.cells, 1)}
        return {"row": described.file or row.name, "column": title, **cells}

    def _claim(self, row: NamedRow, described: DescribedRow, place: int, where: str, read: PrintedNumber | str) -> None:
        """Add the claims of a cell, if its column holds a metric and neither row nor column has a different role.

        `read` is the number in the cell, or why it is not a number. A claim that cannot be audited is added as a
        `MalformedClaim`.
        """
        column = self._columns[place]
        stated = _merged(self._described, column, described)
        if column.role or described.role or not stated["metric"]:
            return
        source = self._described.source or self._name
        printed = row.cells[place].text
        try:
            values = self._values(row, described, self._layout.titles[place])
            claim = _claim_from(stated, values, str(read), where, source)
            compared = resolve_publication_name(claim.metric)[0] in _COMPARED
            if isinstance(read, str) and (not compared or read in self._overlong.values()):
                raise ValueError(read)
            claim = msgspec.structs.replace(claim, system=row.name, row=row.name, shared=self._described.shared)
            claims = self._parts(claim, printed, read)
        except (InputError, UnknownNameError, ValueError) as problem:
            why = (
                f"{problem.message} ({problem.hint})"
                if isinstance(problem, (InputError, UnknownNameError))
                else problem
            )
            claimed: dict[str, Any] = {
                "metric": str(stated["metric"]),
                "published": printed[:80],
                "id": where,
                "where": source,
                "system": row.name,
                "row": row.name,
            }
            elsewhere = isinstance(problem, UnknownNameError) and any(
                map(is_elsewhere, (claim.metric, claim.statistic))
            )
            self._claims.append(MalformedClaim(f"{self._name}: {why}", **claimed, elsewhere=elsewhere))
        else:
            self._claims.extend(claims)

    def _parts(self, claim: Claim, printed: str, read: PrintedNumber | str) -> list[Claim]:
        """Return the claims of a cell: the claim of its number, and with files, claims of the text after it.

        A cell that is not a number must be a bound or an interval; `ValueError` otherwise.
        """
        if isinstance(read, str):
            return parts(claim, printed)
        own, *others = parts(msgspec.structs.replace(claim, marks=claim.marks or self._marks), printed)
        return [with_notes(claim, own.unchecked if isinstance(own, NotedClaim) else []), *others]

    def _column(self, place: int) -> PrintedColumn:
        """Return the meaning of a column, as relations between cells need it."""
        described, title = self._columns[place], self._layout.titles[place]
        stated = _merged(self._described, described, DescribedRow(name=""))
        quantity, knobs = described.role, dict[str, Any]()
        if not quantity and stated["metric"]:
            try:
                quantity, knobs, _ = resolve_publication_name(str(stated["metric"]))
            except UnknownNameError:
                quantity = ""
        items = {"items": stated["items"]} if stated["items"] else {}
        test_set = str(stated["test_set"])
        return PrintedColumn(
            title,
            quantity,
            {**knobs, **stated["settings"], **items},
            "" if depends_on_row(test_set) else fill_template(test_set, {"column": title}),
            described.label,
            described.of,
            described.base,
        )


def _decimal_comma(table: GridLayout) -> bool:
    """Return whether commas in a table are decimal commas, judging by the first conclusive number; False without one."""
    for row in table.rows:
        for cell in row.cells[table.names :]:
            if (surely := is_decimal_comma(cell.text)) is not None:
                return surely
    return False


def _cell(cell: GridCell, read: PrintedNumber | str | None, where: str) -> Cell:
    if isinstance(read, PrintedNumber):
        return Cell(cell.text, read.digits, read.percent, read.spread, cell.bold, where)
    return Cell(cell.text, bold=cell.bold, place=where)


def _columns(described: DescribedTable, table: GridLayout, name: str) -> dict[int, DescribedColumn]:
    """Return the description of each described column that is not ignored, by position from 0.

    Raises `InputError` for a description that does not fit the table.
    """
    columns: dict[int, DescribedColumn] = {}
    for column in described.column:
        place = column.place - 1
        if not column.place:
            title = " ".join(column.title.split())
            if title not in table.titles:
                hint = nearest(title, table.titles)
                raise InputError(f"{name} has no column {title!r:.80}", hint=hint)
            place = table.titles.index(title)
        if not 0 <= place < len(table.titles):
            hint = f"it has {len(table.titles)} columns; the first one is 1"
            raise InputError(f"{name} has no column number {column.place}", hint=hint)
        if place in columns:
            raise InputError(f"{name}: column {table.titles[place]!r:.80} is described twice", hint="keep one of them")
        if column.role and column.metric:
            raise InputError(
                f"{name}: column {table.titles[place]!r:.80} has both a metric and a role", hint="keep one of them"
            )
        if column.role and re.sub("^(bleu-[a-z]+)-[1-9]$", r"\1-1", column.role) not in ROLES:
            raise InputError(f"{name}: unknown role {column.role!r:.80}", hint=nearest(column.role, ROLES))
        columns[place] = column
    return {place: column for place, column in columns.items() if not column.ignore}


def _rows(described: DescribedTable, table: GridLayout, name: str) -> list[DescribedRow]:
    """Return the description of each row of a table; an empty one for a row that is not described.

    Raises `InputError` for the description of an unknown row, and for a row that is described twice.
    """
    rows = {row.name: row for row in described.row}
    if len(rows) < len(described.row):
        raise InputError(f"{name}: a row is described twice", hint="keep only one [[table.row]] for each name")
    names = {row.name for row in table.rows}
    for row in described.row:
        if row.name not in names:
            raise InputError(f"{name} has no row {row.name!r:.80}", hint=nearest(row.name, names))
    return [rows.get(row.name, DescribedRow(name=row.name)) for row in table.rows]


def _merged(*described: Stated) -> dict[str, Any]:
    """Return the stated fields of several descriptions: later ones override earlier ones.

    Settings and marks are combined.
    """
    merged: dict[str, Any] = {}
    for name in Stated.__struct_fields__:
        values = [getattr(part, name) for part in described]
        if name in ("settings", "marks"):
            merged[name] = {knob: value for settings in values for knob, value in settings.items()}
        else:
            merged[name] = next((value for value in reversed(values) if value), values[0])
    return merged


def _claim_from(
    stated: Mapping[str, Any], values: dict[str, str], published: str, identifier: str, source: str
) -> Claim:
    """Return the claim of a cell from stated fields, with the `values` of placeholders filled in."""
    full = {**values, "test_set": fill_template(stated["test_set"], values)}
    return Claim(
        metric=fill_template(stated["metric"], full),
        published=published,
        id=identifier,
        hypotheses=fill_template(stated["hypotheses"], full),
        references=[fill_template(name, full) for name in stated["references"]],
        settings=stated["settings"],
        like=stated["like"],
        signature=stated["signature"],
        statistic=stated["statistic"],
        baseline=fill_template(stated["baseline"], full),
        marks=stated["marks"],
        items=stated["items"],
        source=source,
        label=values["column"],
    )
