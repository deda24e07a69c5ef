"""Read tables in HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from samescore.verbs.audit.importers.grid import STRUCK_OUT, Grid, SpanningCell, grid, nonempty_grids

#: Tags whose text does not belong to the cell.
_SKIPPED = {"script", "style", "sup", "template"}
#: Tags of struck-out text.
_DELETED = {"del", "s", "strike"}
#: The text that replaces a tag in a cell.
_SAID = {"br": " ", "p": " ", "div": " ", "li": " ", "sub": "_"}
#: Tags without an end tag.
_VOID = {"br", "hr", "img", "input", "wbr", "col", "link", "meta"}
#: The parts of a table with their level, innermost first: the start or end of a part ends all parts of lower levels.
_LEVELS = {"td": 0, "th": 0, "tr": 1, "thead": 2, "tbody": 2, "tfoot": 2, "table": 3}
#: Maximum nesting of tables.
_DEEPEST = 20


def tables(text: str, name: str) -> list[Grid]:
    """Return the tables of an HTML text, in the order in which they start.

    Raises `InputError`, which states the file's `name`, if there are none.
    """
    return nonempty_grids(read_tables(text), name)


def read_tables(text: str) -> list[Grid]:
    """Return the tables of an HTML text, in the order in which they start; an empty list if there are none.

    Unclosed tags are handled as in browsers.
    """
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.end()
    return sorted(reader.grids, key=lambda table: table.line)


class _Cell:
    """A cell that is being read: its spans, the parts of its text, and its struck-out texts."""

    def __init__(self, columns: int, rows: int, *, header: bool) -> None:
        self.columns, self.rows, self.header = columns, rows, header
        self.parts: list[str] = []
        self.struck: list[str] = []
        self.bold = False


class _Table:
    """A table that is being read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.rows: list[list[_Cell]] = []
        self.parts: set[int] = set()  # the first rows of the table's sections
        self.heads = 0  # rows in <thead>
        self.in_head = self.in_caption = False
        self.open_cell = False
        self.caption: list[str] = []

    def grid(self) -> Grid:
        """Return the grid of the rows read so far.

        Its header rows are the rows in ``<thead>``, and following rows that consist of header cells.
        """
        headers = self.heads
        while headers < len(self.rows) and all(cell.header for cell in self.rows[headers]):
            headers += 1
        rows = [
            [
                SpanningCell("".join(c.parts), c.bold, c.columns, c.rows or len(self.rows), "".join(c.struck))
                for c in row
            ]
            for row in self.rows
        ]
        kept = [row for row in rows if row]
        rules = [sum(map(bool, rows[:place])) for place in self.parts]
        known = headers if 0 < headers < len(self.rows) else -1
        return grid(kept, headers=known, caption="".join(self.caption), line=self.line, rules=rules)


class _Reader(HTMLParser):
    """A parser that collects the tables of a document; the text of a nested table does not belong to the outer cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.grids: list[Grid] = []
        self._open: list[_Table] = []
        self._skipping: list[str] = []
        self._hidden: list[str] = []  # open tags inside content that browsers hide

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._hides(tag, attrs):
            self._start(tag, attrs)

    def _start(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle the start of a visible tag."""
        table = self._open[-1] if self._open else None
        if tag == "table":
            if len(self._open) < _DEEPEST:
                self._open.append(_Table(self.getpos()[0]))
        elif table is None:
            return
        elif tag in ("thead", "tbody", "tfoot"):
            table.in_head, table.open_cell = tag == "thead", False
            table.parts.add(len(table.rows))
        elif tag == "caption":
            table.in_caption = True
        elif tag == "tr":
            self._row(table)
        elif tag in ("td", "th"):
            if not table.rows:
                self._row(table)
            spans = dict(attrs)
            cell = _Cell(_span(spans.get("colspan")), _span(spans.get("rowspan")), header=tag == "th")
            table.rows[-1].append(cell)
            table.open_cell = True
        elif tag in _SKIPPED or tag in _DELETED or (tag not in _VOID and _is_struck_out(attrs)):
            self._skipping.append(tag)
        elif tag in ("b", "strong") and table.open_cell:
            table.rows[-1][-1].bold = True
        elif tag in _SAID:
            self.handle_data(_SAID[tag])

    def _hides(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """Return whether a start tag begins hidden content, or is inside it; keep track of the open hidden tags."""
        if tag != "table" and self._ends_hidden(tag):
            self._hidden.clear()
        if tag not in _VOID and (self._hidden or _is_hidden(attrs)):
            self._hidden.append(tag)
        return bool(self._hidden)

    def _ends_hidden(self, tag: str) -> bool:
        """Return whether the start or end of a part of a table ends hidden content that was not closed."""
        inside = bool(self._hidden and self._open) and "table" not in self._hidden
        return inside and tag in _LEVELS and _LEVELS.get(self._hidden[0], 0) <= _LEVELS[tag]

    def handle_endtag(self, tag: str) -> None:
        if self._ends_hidden(tag):
            self._hidden.clear()
        elif self._hidden:
            if tag in self._hidden:
                del self._hidden[len(self._hidden) - 1 - self._hidden[::-1].index(tag) :]
            return
        if tag in self._skipping:
            del self._skipping[self._skipping.index(tag) :]
        if not self._open:
            return
        table = self._open[-1]
        if tag == "table":
            self.grids.append(self._open.pop().grid())
        elif tag == "thead":
            table.in_head = False
        elif tag == "caption":
            table.in_caption = False
        elif tag in ("td", "th", "tr"):
            table.open_cell = False

    def handle_data(self, data: str) -> None:
        if not self._open or self._hidden or any(tag in _SKIPPED for tag in self._skipping):
            return
        table = self._open[-1]
        if self._skipping:
            if table.open_cell:
                cell = table.rows[-1][-1]
                cell.struck.append(data)
                cell.parts.append(STRUCK_OUT)
        elif table.in_caption:
            table.caption.append(data)
        elif table.open_cell:
            table.rows[-1][-1].parts.append(data)

    def end(self) -> None:
        """Handle the end of the text: end all open tables."""
        while self._open:
            self.grids.append(self._open.pop().grid())

    @staticmethod
    def _row(table: _Table) -> None:
        table.rows.append([])
        table.heads += table.in_head
        table.open_cell = table.in_caption = False


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    """Return whether the attributes hide an element in browsers: ``hidden``, or the style ``display: none``."""
    return any(
        name == "hidden"
        or (name == "style" and re.search(r"(?:^|;)\s*display\s*:\s*none\b", value or "", re.IGNORECASE))
        for name, value in attrs
    )


def _is_struck_out(attrs: list[tuple[str, str | None]]) -> bool:
    """Return whether the style in the attributes strikes out the text."""
    return any(name == "style" and "line-through" in (value or "").lower() for name, value in attrs)


def _span(value: str | None) -> int:
    """Return the number in a span attribute; 1 if it is missing or invalid.

    A row span of 0 means all following rows, and a column span of 0 is read as 1.
    """
    return int(value) if value and value.isascii() and value.isdigit() and len(value) < 6 else 1
