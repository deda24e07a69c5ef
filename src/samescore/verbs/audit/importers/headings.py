"""Find the titles of a grid's columns, and the names of its rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from samescore.metrics.aliases import is_elsewhere, lookup_alias
from samescore.verbs.audit.importers.grid import Grid, GridCell
from samescore.verbs.audit.printed_text.printed_numbers import is_blank, printed_number

#: Titles of columns that number the rows.
_COUNTERS = {"", "#", "no", "no.", "nr", "id", "index", "rank", "unnamed: 0"}
#: Words that turn the name of a score into the name of something else.
_NO_SCORES = {
    "δ", "∆", "delta", "diff", "difference", "gain", "gains", "improvement", "impr", "change", "std", "stdev", "stddev", "stderr",
    "se", "sd", "ci", "var", "variance", "rank", "p-value", "±", "relative", "rel",
}  # fmt: skip

#: Metrics that are about a score and require its metric.
_OF_SCORES = ("interval", "standard-error")

#: Number of rows examined to find the columns that name rows.
_TRIED = 200
#: A size: a number with a unit, such as ``65M``.
_SIZE = r"[~≈∼<>]?\s?[0-9][0-9.,]*\s?[A-Za-z×µ]{1,3}"


class GridLayout(msgspec.Struct, frozen=True):
    """The layout of a grid: the `titles` of all columns, and the rows; the first `names` columns name the rows."""

    titles: list[str]
    names: int
    rows: list[NamedRow]


class NamedRow(msgspec.Struct, frozen=True):
    """A row with its name and all its cells; `number` is its position in the grid, from 1.

    Rows with the same `block` are not separated by a rule or heading.
    """

    name: str
    cells: list[GridCell]
    number: int
    block: int = 0


def layout(grid: Grid, headers: int = -1, names: int = -1) -> GridLayout:
    """Return the layout of a grid with `headers` header rows and `names` columns of names; -1: detect the number.

    Rows without content besides their names, such as headings between the rows, are skipped. Missing titles are replaced
    by the position of the column, and repeated titles get a number.
    """
    headers = min(headers if headers >= 0 else _headers(grid), len(grid.rows))
    titles = _titles(grid.rows[:headers], grid.width)
    body = [(number, row) for number, row in enumerate(grid.rows[headers:], headers + 1) if not _is_heading(row)]
    cells_below = [row for _, row in body[:_TRIED]]
    names = min(names if names >= 0 else _names(titles, cells_below), grid.width)
    naming = [place for place in range(names) if not _is_counter(titles[place], cells_below, place)] or range(names)
    rows = []
    for number, cells in body:
        if any(not cell.continued and not is_blank(cell.text) for cell in cells[names:]):
            rows.append(NamedRow(_joined(cells[place] for place in naming), cells, number))
    return GridLayout(_unique_titles(titles), names, _with_blocks(rows, grid.rules))


def _with_blocks(rows: Sequence[NamedRow], rules: Collection[int]) -> list[NamedRow]:
    """Return the rows with the numbers of their blocks, which headings and rules separate.

    If there is a rule between all rows, rules do not separate blocks.
    """
    ruled = {row.number - 1 for row in rows[1:]} - set(rules)
    blocks, block, last = [], 0, rows[0].number if rows else 0
    for row in rows:
        heading = row.number > last + 1
        rule = bool(ruled) and any(last <= place < row.number for place in rules)
        block += row is not rows[0] and (heading or rule)
        blocks.append(msgspec.structs.replace(row, block=block))
        last = row.number
    return blocks


def overlong(grid: Grid, headers: int = -1, known: Collection[int] = ()) -> dict[int, str]:
    """Return a message for each row with a number to the right of all titled and `known` columns, by position from 0.

    In such a row, a separator such as a comma probably occurs inside a cell, so no number is certain to be in its
    column. `headers` is as for `layout`.
    """
    headers = min(headers if headers >= 0 else _headers(grid), len(grid.rows))
    titled = [place for place, title in enumerate(_titles(grid.rows[:headers], grid.width)) if title]
    width = max((*titled, *known, -1)) + 1 if titled else grid.width
    hint = "quote decimal commas, or separate values with semicolons; escape separators inside cells"
    problems = {}
    for number, row in enumerate(grid.rows[headers:], headers):
        if any(is_number(cell.text) for cell in row[width:]):
            cells = max(place for place, cell in enumerate(row, 1) if cell.text)
            problems[number] = f"the row has {cells} cells, but the titles span {width} ({hint})"
    return problems


def is_number(text: str) -> bool:
    """Return whether a text is a printed number."""
    try:
        printed_number(text)
    except ValueError:
        return False
    return True


def metric_in(title: str) -> tuple[str, str]:
    """Split a title into the name of a metric and the rest; return two empty texts if it does not name a score.

    >>> metric_in("WMT14 En-De / BLEU")
    ('BLEU', 'WMT14 En-De')
    """
    name, rest = _metric_and_rest(title)
    if (meaning := lookup_alias(name)) and meaning[0] in _OF_SCORES:
        return "", ""
    words = [*rest.split(), *re.findall("±", name)]  # names of metrics are recognized with a ±, too
    return ("", "") if any(word.strip("().:,").lower() in _NO_SCORES for word in words) else (name, rest)


def _metric_and_rest(title: str) -> tuple[str, str]:
    parts = title.split(" / ")[:10]
    for length in range(len(parts), 0, -1):
        for start in range(len(parts) - length, -1, -1):
            name = " ".join(parts[start : start + length])
            if is_metric(name):
                return name, " / ".join(parts[:start] + parts[start + length :])
    words = title.replace(" / ", " ").split()[:30]
    for length in (4, 3, 2, 1):
        for start in range(len(words) - length, -1, -1):
            name = " ".join(words[start : start + length]).strip(":,;")
            rest = words[:start] + words[start + length :]
            if (len(name) > 2 or name in ("F1", "EM")) and is_metric(name):
                return name, " ".join(rest).strip(":,; -–()")
    return "", ""


def is_metric(name: str) -> bool:
    """Return whether a text is the name of a metric, implemented here or not.

    A single lower-case letter, such as p or n, is not treated as a metric.
    """
    return not re.fullmatch("[a-z]", name) and (lookup_alias(name) is not None or is_elsewhere(name))


def _headers(grid: Grid) -> int:
    """Return the number of header rows: the rows that the format marks, and following rows without a number.

    If the format marks header rows, a following row must name a metric to be one. If it marks none, a first text over
    several columns is one if titles follow it; anywhere else it is a heading between the rows.
    """
    known = max(grid.headers, 0)
    without = known + _titles_of_groups(grid)
    for cells in grid.rows[without:]:
        words = [cell.text for cell in cells if cell.text]
        titled = grid.headers < 0 or any(is_metric(word) for word in words)
        if any(is_number(word) for word in words) or not titled or _is_heading(cells):
            break
        without += 1
    if without >= len(grid.rows):
        return known
    return without


def _titles_of_groups(grid: Grid) -> int:
    """Return the number of first rows with one text over several columns, above a row of titles without numbers.

    It is 0 if the format marks header rows.
    """
    if grid.headers >= 0:
        return 0
    first = next((number for number, cells in enumerate(grid.rows) if not _is_heading(cells)), 0)
    below = grid.rows[first] if first else []
    return 0 if any(is_number(cell.text) for cell in below) else first


def _is_heading(cells: Sequence[GridCell]) -> bool:
    """Return whether a row is one text over several columns, and nothing else."""
    texts = [cell.text for cell in cells if not cell.continued and not is_blank(cell.text)]
    return len(texts) == 1 and any(cell.continued for cell in cells) and not is_number(texts[0])


def _titles(headers: Sequence[Sequence[GridCell]], width: int) -> list[str]:
    """Return the title of each column: the texts of its header cells, joined by `` / ``.

    If no header cell spans columns, an empty header cell above a nonempty one continues the cell to its left.
    """
    spans = any(cell.continued for row in headers for cell in row)
    above = [
        row if spans or number + 1 == len(headers) else _spread(row, headers) for number, row in enumerate(headers)
    ]
    return [_joined(column) for column in zip(*above, strict=True)] if headers else [""] * width


def _spread(row: Sequence[GridCell], headers: Sequence[Sequence[GridCell]]) -> list[GridCell]:
    cells: list[GridCell] = []
    for cell, below in zip(row, headers[-1], strict=True):
        cells.append(cells[-1] if cells and not cell.text and below.text else cell)
    return cells


def _joined(cells: Iterable[GridCell]) -> str:
    """Return the nonempty texts of cells without repetitions, joined by `` / ``."""
    texts = (" ".join(cell.text.split()) for cell in cells)
    return " / ".join(dict.fromkeys(text for text in texts if text))


def _unique_titles(titles: Sequence[str]) -> list[str]:
    """Return unique titles: a column without a title is named after its position, repeated titles get a number."""
    shown = [title or f"column {place}" for place, title in enumerate(titles, 1)]
    times: Counter[str] = Counter()
    taken = set(shown)
    return list(_numbered(shown, times, taken))


def _numbered(titles: Sequence[str], times: Counter[str], taken: set[str]) -> Iterator[str]:
    for title in titles:
        times[title] += 1
        name, number = title, times[title]
        while number > 1 and name in taken:
            name, number = f"{title} ({number})", number + 1
        taken.add(name)
        yield name


def _names(titles: Sequence[str], body: Sequence[Sequence[GridCell]]) -> int:
    """Return the number of leftmost columns that name the rows: columns mostly without numbers, and row counters.

    A first column of unique numbers names the rows, too, unless its title is a metric.
    """
    names = 0
    for place, title in enumerate(titles):
        texts = [row[place].text for row in body if not is_blank(row[place].text)]
        numbers = sum(is_number(text) or re.fullmatch(_SIZE, text) is not None for text in texts)
        if (
            is_metric(title)
            or (numbers * 2 > len(texts) and not _is_counter(title, body, place))
            or not (texts or not title)
        ):
            break
        names = place + 1
    if names == 0 and titles and not metric_in(titles[0])[0]:  # a size or a year can name a row as well as a word can
        texts = [row[0].text for row in body]
        names = int(len(set(texts)) == len(texts))
    return names if names < len(titles) else min(1, len(titles))


def _is_counter(title: str, body: Sequence[Sequence[GridCell]], place: int) -> bool:
    """Return whether a column only numbers the rows, judging by its title and its cells."""
    texts = [row[place].text for row in body if not is_blank(row[place].text)]
    return title.strip().lower() in _COUNTERS and all(map(is_number, texts))
