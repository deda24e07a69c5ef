"""Guess which columns and rows are means, from their names; a guess counts as certain if the numbers confirm it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from samescore.metrics.aliases import lookup_alias
from samescore.verbs.audit.importers.description import DescribedColumn, DescribedRow
from samescore.verbs.audit.importers.headings import GridLayout
from samescore.verbs.audit.importers.means import mean_of, runs
from samescore.verbs.audit.printed_text.printed_numbers import printed_number

#: Column titles and row names that indicate a mean.
_MEANS = {
    "avg",
    "avg.",
    "average",
    "mean",
    "macro avg.",
    "overall avg.",
    "average score",
    "avg. score",
    "avg score",
    "mean score",
}


class GuessedColumn(msgspec.Struct, frozen=True):
    """The guess for a column: its title, its position, its description (None if unknown), and a remark for the user.

    `sure` means that the description is certain enough to be used.
    """

    title: str
    place: int
    described: DescribedColumn | None
    remark: str = ""
    sure: bool = True


def is_mean(column: GuessedColumn) -> bool:
    """Return whether a column is a mean, judging by its title."""
    rest = column.described.test_set if column.described else ""
    return any(part.strip().lower() in _MEANS for part in (*column.title.split(" / "), rest))


def with_means(columns: Sequence[GuessedColumn], shown: GridLayout) -> list[GuessedColumn]:
    """Return the columns, with columns of means described by the columns that they average.

    The guess is sure if the numbers confirm it; the averaged columns are then described, too, even without a metric.
    Otherwise the averaged columns are a guess that is not sure.
    """
    lines = [[_digits(cell.text) for cell in row.cells] for row in shown.rows if not _is_mean_row(row.name)]
    changed = {column.place: column for column in columns}
    for column in columns:
        macro = _is_macro(column)
        if not macro and not is_mean(column):
            continue
        of = [
            changed[place]
            for place in mean_of(lines, column.place, list(_candidates(column, columns)), unweighted=macro)
        ]
        titles = [other.title for other in of]
        if macro and of and column.described:
            described = msgspec.structs.replace(column.described, of=titles)
            changed[column.place] = msgspec.structs.replace(column, described=described)
        elif not macro:
            changed[column.place] = _described_mean(column, titles) if of else _unsure_mean(column, columns)
        for other in of:
            if other.described is None:
                changed[other.place] = msgspec.structs.replace(other, described=DescribedColumn(title=other.title))
    return list(changed.values())


def _described_mean(column: GuessedColumn, titles: list[str]) -> GuessedColumn:
    described = DescribedColumn(title=column.title, role="mean", of=titles)
    return GuessedColumn(column.title, column.place, described, "the mean of these columns, judging by the numbers")


def _unsure_mean(column: GuessedColumn, columns: Sequence[GuessedColumn]) -> GuessedColumn:
    """Return an unsure guess for a column of means: it may average the other columns of its metric, or all others.

    If there are fewer than two, it has no description.
    """
    metric = column.described.metric if column.described else ""
    others = [other for other in columns if other.described and not is_mean(other)]
    of = [other.title for other in others if other.described and metric in ("", other.described.metric)]
    if len(of) < 2:
        return GuessedColumn(column.title, column.place, None, "a mean, judging by its title")
    described = DescribedColumn(title=column.title, role="mean", of=of)
    return GuessedColumn(
        column.title, column.place, described, "a mean, judging by its title; of these columns?", sure=False
    )


def _is_macro(column: GuessedColumn) -> bool:
    meaning = lookup_alias(column.described.metric) if column.described else None
    return meaning is not None and meaning[1].get("average") == "macro"


def _candidates(column: GuessedColumn, columns: Sequence[GuessedColumn]) -> Iterator[list[int]]:
    """Yield sets of columns that a mean may average: its group, the columns of its metric, all columns, neighbours."""
    others = [other for other in columns if not is_mean(other) and other.place != column.place]
    group = column.title.rpartition(" / ")[0]
    if group and group.lower() not in _MEANS:
        yield [other.place for other in others if other.title.rpartition(" / ")[0] == group]
    metric = _metric(column)
    if metric:
        yield [other.place for other in others if _metric(other) == metric and not _is_macro(other)]
    if not _is_macro(column):
        yield [other.place for other in others]
        means = [other.place for other in columns if is_mean(other)]
        yield from runs([other.place for other in columns], column.place, means)


def _metric(column: GuessedColumn) -> str:
    meaning = lookup_alias(column.described.metric) if column.described else None
    return meaning[0] if meaning else ""


def mean_rows(columns: Sequence[GuessedColumn], shown: GridLayout) -> list[DescribedRow]:
    """Return descriptions of the rows whose names indicate a mean; rows with a repeated name are skipped.

    If the numbers show which rows a row averages, its role is ``mean``; otherwise it is ``average``.
    """
    means = [place for place, row in enumerate(shown.rows) if _is_mean_row(row.name)]
    names = [row.name for row in shown.rows]
    lines = [[_digits(row.cells[column.place].text) for row in shown.rows] for column in columns if not is_mean(column)]
    rows = []
    for place in means:
        if names.count(names[place]) > 1:
            continue
        above = [k for k in range(place) if k not in means]
        of = mean_of(lines, place, [above, *runs(range(len(names)), place, means)])
        known = bool(of) and all(names.count(names[k]) == 1 for k in of)
        role, of = ("mean", of) if known else ("average", [])
        rows.append(DescribedRow(name=names[place], role=role, of=[names[k] for k in of]))
    return rows


def _is_mean_row(name: str) -> bool:
    return name.rpartition(" / ")[2].strip().lower() in _MEANS


def _digits(text: str) -> str:
    try:
        return printed_number(text).digits
    except ValueError:
        return ""
