"""Draft a description of the tables in a file, from their titles and captions, with comments on what is uncertain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from samescore.base.errors import InputError, UnknownNameError
from samescore.metrics.aliases import (
    CAPTIONING,
    is_elsewhere,
    lookup_alias,
    resolve_publication_name,
    suggestion,
    without_marks,
)
from samescore.verbs.audit.importers.description import DescribedColumn, DescribedTable
from samescore.verbs.audit.importers.grid import Grid
from samescore.verbs.audit.importers.guessed_means import GuessedColumn, mean_rows, with_means
from samescore.verbs.audit.importers.headings import GridLayout, is_metric, is_number, layout, metric_in
from samescore.verbs.audit.importers.reports import is_report
from samescore.verbs.audit.printed_text.printed_numbers import is_blank, printed_number

#: Metrics that show that a table is about image captions.
_OF_CAPTIONS = ("cider", "spice")
#: If a table has one of these metrics, its F1 is answer F1.
_OF_ANSWERS = {"em", "exact match"}
#: Words next to a metric's name that are not a test set.
_NO_TEST_SETS = {"tok", "detok", "tokenized", "detokenized", "test", "score"}

#: The remark on a row of means.
_MEAN_ROWS = {
    "mean": "the mean of these rows, judging by the numbers",
    "average": 'an average, judging by its name; role = "mean" if it is over all rows above',
}

#: A line about a table's files that is still a comment.
_UNFILLED = re.compile(r'# (hypotheses = "[^"]|references = \[")')


class GuessedTable(msgspec.Struct, frozen=True):
    """The guess for a table.

    `described` has only the columns whose meaning is certain, `columns` all guesses. `names` are the titles of the
    columns that name rows, and `rows` the names of the rows.
    """

    described: DescribedTable
    caption: str
    line: int
    names: list[str]
    columns: list[GuessedColumn]
    rows: list[str]


def guess(grids: Sequence[Grid]) -> list[GuessedTable]:
    """Return guesses for the tables of a file with a known metric; if there are none, for all tables with numbers.

    Raises `InputError` if no table has a column of numbers.
    """
    guessed = [_table(grid, number) for number, grid in enumerate(grids, 1) if not grid.problem]
    useful = [t for t in guessed if t.described.column] or [t for t in guessed if t.columns]
    if not useful:
        raise InputError("no table has a column of numbers", hint="docs/tables.md describes how tables are read")
    return useful


def _table(grid: Grid, number: int) -> GuessedTable:
    """Return the guess for the table with this number in the file."""
    transposed = _names_metrics(grid)
    shown = layout(grid.transposed() if transposed else grid)
    caption = _metric_of_caption(grid.caption)
    metrics = {metric_in(title)[0].lower() for title in shown.titles}
    columns = []
    for place in range(shown.names, len(shown.titles)):
        texts = [row.cells[place].text for row in shown.rows if not is_blank(row.cells[place].text)]
        named = bool(metric_in(shown.titles[place])[0])  # so that rejected numbers become visible
        if sum(is_number(text) or (named and re.search("[0-9]", text) is not None) for text in texts) * 2 > len(texts):
            columns.append(_column(shown, place, metrics))
    if caption and not any(column.described for column in columns):
        columns = [_from_caption(column, caption, shown) for column in columns]
    if is_report(row.name for row in shown.rows):
        columns = [_support_column(column) for column in columns]
    columns = with_means(columns, shown)
    known = [column.described for column in columns if column.described and column.sure]
    rows = mean_rows(columns, shown)
    described = DescribedTable(number=number, transposed=transposed, column=known, row=rows)
    return GuessedTable(
        described, grid.caption, grid.line, shown.titles[: shown.names], columns, [row.name for row in shown.rows]
    )


def _metric_of_caption(caption: str) -> str:
    """Return the metric that a caption names; empty if there is none, or several."""
    name, rest = metric_in(re.sub(r"(?<=\w{4})\.(?=\s|$)", "", caption))
    other, _ = metric_in(rest)
    if other and lookup_alias(other) != lookup_alias(name):
        return ""
    return re.sub(r"(?<=\w)\s+scores?\.?$", "", name, flags=re.IGNORECASE)


def _names_metrics(grid: Grid) -> bool:
    """Return whether more rows than columns are named after metrics, and more than one row is."""
    shown = layout(grid)
    titles = sum(bool(metric_in(title)[0]) for title in shown.titles[shown.names :])
    rows = sum(is_metric(part) for row in shown.rows for part in row.name.split(" / ")[:1] if len(part) > 1)
    return rows > max(titles, 1)


def _column(shown: GridLayout, place: int, metrics: set[str]) -> GuessedColumn:
    """Return the guess for a column, from its title; `metrics` are the metrics in the table's titles, in lower case."""
    title = shown.titles[place]
    twice = re.sub(r" \([0-9]+\)$", "", title)
    name, rest = metric_in(twice if twice in shown.titles else title)
    group, _, last = title.rpartition(" / ")
    if any(other.startswith(_OF_CAPTIONS) for other in metrics) and last.lower() in CAPTIONING:
        name, rest = CAPTIONING[last.lower()], group
    elif name.lower() == "f1" and _OF_ANSWERS & metrics:
        name = "answer F1"
    if not name:
        return GuessedColumn(title, place, None, f"{last!r:.80} is not the name of a metric: {suggestion(last)}")
    try:
        _, _, tool = resolve_publication_name(name)
    except UnknownNameError as problem:
        return GuessedColumn(title, place, None, problem.message)
    test_set = "" if rest.strip(".").lower() in _NO_TEST_SETS else without_marks(rest)
    described = DescribedColumn(title=title, metric=without_marks(name), test_set=test_set, like=tool)
    return GuessedColumn(title, place, described)


def _from_caption(column: GuessedColumn, metric: str, shown: GridLayout) -> GuessedColumn:
    """Return the guess for a column of a table in which only the caption names a metric.

    If all numbers in the column may be scores, they are scores by this metric, and the title is the test set. Otherwise
    the guess is unchanged.
    """
    if is_elsewhere(metric) or not all(_may_be_score(row.cells[column.place].text) for row in shown.rows):
        return column
    described = DescribedColumn(title=column.title, metric=without_marks(metric), test_set=column.title)
    return GuessedColumn(column.title, column.place, described, "the metric comes from the caption")


def _may_be_score(text: str) -> bool:
    """Return whether a cell may be a score: blank, not a number, or a number from 0 to 100 without a plus sign."""
    try:
        return not text.strip().startswith("+") and 0 <= float(printed_number(text).digits) <= 100
    except ValueError:
        return True


def _support_column(column: GuessedColumn) -> GuessedColumn:
    """Return the guess for a column of a report: a column called "support" holds numbers of items."""
    if column.described or column.title.rpartition(" / ")[2].strip("# ").lower() != "support":
        return column
    return GuessedColumn(column.title, column.place, DescribedColumn(title=column.title, role="items"))


def toml(tables: Sequence[GuessedTable], file: str) -> str:
    """Return the guesses as the text of a TOML description, with comments on what could not be guessed."""
    return "\n".join(_lines(tables, file)) + "\n"


def _lines(tables: Sequence[GuessedTable], file: str) -> Iterator[str]:
    yield "# The content of the tables, guessed from their titles by samescore audit --guess. docs/tables.md describes the fields."
    yield "# Without hypotheses and references, numbers are checked only against each other."
    yield f"file = {_text(file)}"
    for table in tables:
        yield ""
        yield _comment(f"Line {table.line}" + (f": {table.caption}" if table.caption else ""))
        yield "[[table]]"
        yield f"number = {table.described.number}"
        if table.described.transposed:
            yield "transposed = true # rows are named after metrics"
        yield '# source = "where it was published": claims of the same source and metric are examined together'
        yield from _files(table)
        for column in table.columns:
            yield ""
            yield from _column_lines(column)
        yield from _row_lines(table)


def _files(table: GuessedTable) -> Iterator[str]:
    """Yield commented-out lines for the user to fill in: the files of hypotheses and references."""
    rows = ", ".join(dict.fromkeys(name for name in table.rows if name))
    yield _comment(f"{{row}} stands for: {rows}" if rows else "The rows have no names.", 200)
    if len(table.names) > 1:
        parts = ", ".join(f"{{{place}}} ({name})" for place, name in enumerate(table.names, 1))
        yield _comment(f"or {parts}", 200)
    yield '# hypotheses = "{row}.txt"'
    yield '# references = ["{test_set}.txt"]'


def _column_lines(column: GuessedColumn) -> Iterator[str]:
    if column.remark:
        yield _comment(column.remark)
    mark = "" if column.described and column.sure else "# "
    yield f"{mark}[[table.column]]"
    yield f"{mark}title = {_text(column.title)}"
    if column.described is None:
        yield '# metric = ""'
        return
    for name in ("metric", "role", "test_set", "like"):
        value = getattr(column.described, name)
        if value:
            yield f"{mark}{name} = {_text(value)}" + (" # the version is not stated" if name == "like" else "")
    if column.described.of:
        yield f"{mark}of = [{', '.join(map(_text, column.described.of))}]"


def _row_lines(table: GuessedTable) -> Iterator[str]:
    """Yield TOML lines for rows: descriptions of rows of means, and commented-out lines for the files of other rows."""
    names = [name for name in dict.fromkeys(table.rows) if name]
    means = {row.name: row for row in table.described.row}
    for number, name in enumerate(name for name in names if name not in means):
        yield ""
        if number == 0:
            yield "# the file of each row, unless hypotheses above name it"
        yield from ("# [[table.row]]", f"# name = {_text(name)}", '# hypotheses = ""')
    for name, row in means.items():
        yield ""
        yield f"# {_MEAN_ROWS[row.role]}"
        yield from ("[[table.row]]", f"name = {_text(name)}", f"role = {_text(row.role)}")
        if row.of:
            yield f"of = [{', '.join(map(_text, row.of))}]"


def unfilled_lines(text: str) -> list[int]:
    """Return the numbers, from 1, of the lines of a description whose file names are still commented out.

    Only file names that apply to a whole table are considered.
    """
    return [number for number, line in enumerate(text.split("\n"), 1) if _UNFILLED.match(line)]


def _comment(text: str, most: int = 300) -> str:
    shown = "".join(character if character.isprintable() else " " for character in text)
    return f"# {shown[:most]}{'…' if len(shown) > most else ''}"


def _text(value: str) -> str:
    """Return a text as a quoted TOML string, with invisible characters escaped."""
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in quoted) + '"'
