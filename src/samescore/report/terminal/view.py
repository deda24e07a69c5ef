"""Any view on a terminal: a page of lines, or, if it has tables with headers, a group of lines and tables."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from samescore.report import view as show
from samescore.report.plain import LONGEST, page, visible

if TYPE_CHECKING:
    from rich.console import RenderableType

_STYLES = {"good": "green", "known": "yellow", "bad": "bold red", "none": "magenta", "soft": "dim", "plain": ""}
_MORE = "-v shows all details"


class _Line(msgspec.Struct, frozen=True):
    """A line with its indentation. If `whole`, it is never wrapped, because users copy it."""

    text: str
    indent: int = 0
    style: str = ""
    whole: bool = False


class _Grid(msgspec.Struct, frozen=True):
    """A table with a header."""

    table: show.Table
    indent: int


def render(view: show.View, *, verbose: bool = False) -> RenderableType:
    """Render the blocks of a view; `minor` ones only with `verbose`."""
    printed = _Printer(view.columns, verbose)
    printed.blocks(view.blocks, 0)
    if printed.left_out:
        printed.add(_MORE, 0)
    lines = [part for part in printed.shown if isinstance(part, _Line)]
    if len(lines) == len(printed.shown):
        return page(f"{'':{part.indent}}{part.text}" for part in lines)
    from rich.console import Group

    return Group(*map(_rich, printed.shown))


def _rich(part: _Line | _Grid) -> RenderableType:
    from rich.padding import Padding

    from samescore.report.terminal.tables import indent_line, line, table, unbroken

    if isinstance(part, _Line) and part.whole:
        return unbroken(f"{'':{part.indent}}{part.text}", style=part.style)
    if isinstance(part, _Line) and not part.indent:
        return line(part.text, style=part.style)
    if isinstance(part, _Line):
        return Padding(line(part.text, style=part.style), (0, 0, 0, part.indent), expand=False)
    shown = table(*part.table.columns)
    for row in _most(part.table.rows, part.table.most):
        cells: list[RenderableType] = []
        for cell in row:
            first, *rest = show.lines_of(cell)
            text = line(_text(first), style=_STYLES[_style(first)])
            cells.append(_stack(text, [indent_line(_text(each)) for each in rest]) if rest else text)
        shown.add_row(*cells)
    return Padding(shown, (0, 0, 0, part.indent)) if part.indent else shown


def _stack(first: RenderableType, rest: Sequence[RenderableType]) -> RenderableType:
    from rich.console import Group

    return Group(first, *rest)


def _style(line: show.Line | show.Input) -> str:
    """Return the style of a line that is a badge or a mark; other lines are plain."""
    return line.style if isinstance(line, show.Span) and line.role in ("badge", "mark") else "plain"


def _copied(line: show.Line | show.Input) -> bool:
    """Return whether the line is text that users copy, which is never wrapped."""
    return isinstance(line, show.Span) and line.role in ("command", "settings")


def _text(line: show.Line | show.Input) -> str:
    return visible(line.text if isinstance(line, show.Input) else show.plain(line), LONGEST)


def _most(rows: Sequence[tuple[show.Cell, ...]], most: int) -> Sequence[tuple[show.Cell, ...]]:
    return rows[:most] if most else rows


class _Printer:
    """Collects rendered output. `columns` is the width for wrapping (0: no wrapping)."""

    def __init__(self, columns: int, verbose: bool) -> None:
        self.shown: list[_Line | _Grid] = []
        self.left_out = False
        self._columns = columns
        self._verbose = verbose

    def add(self, text: str, indent: int, style: str = "", *, whole: bool = False) -> None:
        """Add a line, wrapped if needed, but not inside file names, or between a number and its percent sign."""
        shown = visible(text, LONGEST)
        if not self._columns:
            self.shown.append(_Line(shown, indent, style, whole))
            return
        lines = textwrap.wrap(
            shown.replace(" %", "\N{NO-BREAK SPACE}%"),
            self._columns - indent,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        self.shown += [_Line(line.replace("\N{NO-BREAK SPACE}%", " %"), indent, style) for line in lines]

    def blocks(self, blocks: Sequence[show.Block], indent: int) -> None:
        """Add blocks, one below the other."""
        for block in blocks:
            if block.minor and not self._verbose:
                self.left_out = True
                continue
            before = len(self.shown)
            if isinstance(block, show.Folded):  # which a terminal cannot open
                if block.printed:
                    self.blocks(block.blocks, indent)
                elif block.on_request and self._verbose:
                    self.blocks(block.blocks, self._titled(show.plain(block.summary), indent))
            else:
                self._block(block, indent + block.indent)
            if block.apart and 0 < before < len(self.shown):
                self.shown.insert(before, _Line(""))

    def _block(self, block: show.Block, indent: int) -> None:
        """Add one block."""
        match block:
            case show.Sentence(line) | show.Paragraph(line):
                style = block.style if isinstance(block, show.Paragraph) else "plain"
                self.add(show.plain(line), indent, _STYLES[style])
            case show.Heading():
                self._titled(block.title, indent)
            case show.Facts():
                self._facts(block, self._titled(block.title, indent))
            case show.Figures():
                for name, number, remark, _ in block.rows:
                    self.add(f"{name}: {number}{', ' if remark else ''}{remark}", indent)
            case show.Table():
                self._table(block, self._titled(block.title, indent))
            case show.Items():
                self._items(block, self._titled(block.title, indent))
            case show.Command():
                self.shown.append(_Line(visible(f"{block.label}$ {block.command}", LONGEST), indent))
            case show.Source():
                self.shown += [_Line(visible(line, LONGEST), indent) for line in block.text.split("\n")]
            case show.Card():
                self._card(block, indent)
            case show.Picture():
                self.blocks(block.blocks, indent)

    def _titled(self, title: str, indent: int) -> int:
        """Add the title, if there is one; return the indentation of what follows."""
        if not title:
            return indent
        self.add(title, indent, "bold")
        return indent + 2

    def _card(self, card: show.Card, indent: int) -> None:
        title = " ".join(filter(None, (card.mark, show.plain(card.title))))
        badge = f" ({card.badge.text})" if card.badge else ""
        if title:
            self.add(f"{title}{badge}", indent)
        self.blocks(card.blocks, indent + (len(card.mark) + 1 if card.mark else 2 if title else 0))

    def _facts(self, facts: show.Facts, indent: int) -> None:
        width = max(len(visible(name)) for name, _ in facts.rows) + 2 if facts.aligned else 0
        for name, value in facts.rows:
            label = f"{visible(name):{width}}" if facts.aligned else f"{name}: "
            self.add(f"{label}{_text(value)}", indent, whole=_copied(value))

    def _items(self, items: show.Items, indent: int) -> None:
        lines = items.lines[: items.most] if items.most else items.lines
        for line in lines:
            first, *rest = show.lines_of(line)
            self.add(f"{items.bullet}{_text(first)}", indent)
            for below in rest:
                self.add(_text(below), indent + 2)
        if hidden := len(items.lines) - len(lines):
            self.add(items.rest.format(hidden), indent)

    def _table(self, table: show.Table, indent: int) -> None:
        rows = _most(table.rows, table.most)
        if table.head and not self._columns:
            self.shown.append(_Grid(table, indent))
        elif table.head:
            self.shown += [_Line(line, indent) for line in _aligned(table, rows, self._columns - indent)]
        else:
            for row in rows:
                self._row(table, row, indent)
        if hidden := len(table.rows) - len(rows):
            self.add(table.rest.format(hidden), indent)
        if table.note:
            self.add(table.note, indent)

    def _row(self, table: show.Table, row: Sequence[show.Cell], indent: int) -> None:
        """Add a row of a table without a header; further lines of a cell go below its first."""
        joined, place, below = "", 0, list[tuple[int, str]]()
        for number, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
            first, *rest = show.lines_of(cell)
            if column.below:
                below += [(place, _text(line)) for line in (first, *rest) if _text(line)]
                continue
            text = visible(_text(first), column.widest) if column.widest else _text(first)
            text = column.pattern.format(text) if text else ""
            text = text.rjust(column.width) if column.number else text.ljust(column.width)
            joined += f"{table.joint if number and text else ''}{text}"
            place = len(joined) - len(text) if text else place
            below += [(place, _text(line)) for line in rest]
        self.add(joined.rstrip() if joined.strip() else joined, indent)
        for start, text in below:
            self.add(text, indent + start)


def _aligned(table: show.Table, rows: Sequence[Sequence[show.Cell]], columns: int) -> list[str]:
    """Return a table with a header as lines of at most `columns` characters, truncating cells of the last column.

    The result is empty if the table is too wide and the last column has numbers, which are never truncated.
    """
    widest = [column.widest or LONGEST for column in table.columns]
    titles = [column.title for column in table.columns]
    texts = [titles, *([_text(next(show.lines_of(cell))) for cell in row] for row in rows)]
    cells = [[visible(text, width) for text, width in zip(row, widest, strict=True)] for row in texts]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    if table.columns[-1].number and sum(widths) + 2 * len(widths) > columns:
        return []
    if not table.columns[-1].number:
        widths[-1] = max(1, columns - sum(widths[:-1]) - 2 * (len(widths) - 1))
    return [
        table.joint.join(
            visible(text, width).rjust(width) if column.number else visible(text, width).ljust(width)
            for text, width, column in zip(row, widths, table.columns, strict=True)
        ).rstrip()
        for row in cells
    ]
