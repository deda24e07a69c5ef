"""Tables in HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from samescore.verbs.audit.importers.grid import STRUCK_OUT, Grid, SpanningCell, checked, grid

#: What is not text of the cell that it is in.
_SKIPPED = {"script", "style", "sup", "template"}
#: What is struck out.
_DELETED = {"del", "s", "strike"}
#: What a tag is in the text of a cell.
_SAID = {"br": " ", "p": " ", "div": " ", "li": " ", "sub": "_"}
#: Tags that nothing ends.
_VOID = {"br", "hr", "img", "input", "wbr", "col", "link", "meta"}
#: What a table is made of, and its tags are inside each other in this order: what begins or ends ends what is inside it.
_LEVELS = {"td": 0, "th": 0, "tr": 1, "thead": 2, "tbody": 2, "tfoot": 2, "table": 3}
#: The most levels of tables inside each other.
_DEEPEST = 20


def tables(text: str, name: str) -> list[Grid]:
    """The tables of an HTML text, in the order in which they begin; `InputError` if there are none."""
    return checked(found(text), name)


def found(text: str) -> list[Grid]:
    """The tables of an HTML text, perhaps none. What is not closed is read as browsers do."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.end()
    return sorted(reader.grids, key=lambda table: table.line)


class _Cell:
    """A cell that is being read."""

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
        self.parts: set[int] = set()  # the rows with which the parts of the table begin
        self.heads = 0  # rows in <thead>
        self.in_head = self.in_caption = False
        self.open_cell = False
        self.caption: list[str] = []

    def grid(self) -> Grid:
        """The table as far as it was read. Rows of header cells at its top are headers, as those in its head are."""
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
    """Collects the tables of a document. The text of a table inside a cell is not that of the cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.grids: list[Grid] = []
        self._open: list[_Table] = []
        self._skipping: list[str] = []
        self._hidden: list[str] = []  # the tags that are open in what browsers do not show

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._hides(tag, attrs):
            self._start(tag, attrs)

    def _start(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """The beginning of a tag that is shown."""
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
            cell = _Cell(_span(spans.get("colspan")), _span(spans.get("rowspan"), zero=True), header=tag == "th")
            table.rows[-1].append(cell)
            table.open_cell = True
        elif tag in _SKIPPED or tag in _DELETED or (tag not in _VOID and _is_struck_out(attrs)):
            self._skipping.append(tag)
        elif tag in ("b", "strong") and table.open_cell:
            table.rows[-1][-1].bold = True
        elif tag in _SAID:
            self.handle_data(_SAID[tag])

    def _hides(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """Does a tag begin something that browsers do not show, or stand in it?"""
        if tag != "table" and self._ends_hidden(tag):
            self._hidden.clear()
        if tag not in _VOID and (self._hidden or _is_hidden(attrs)):
            self._hidden.append(tag)
        return bool(self._hidden)

    def _ends_hidden(self, tag: str) -> bool:
        """Does the beginning or the end of a part of a table end what is hidden in it, which nothing has closed?"""
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
        """The end of the text: what is still open ends here."""
        while self._open:
            self.grids.append(self._open.pop().grid())

    @staticmethod
    def _row(table: _Table) -> None:
        table.rows.append([])
        table.heads += table.in_head
        table.open_cell = table.in_caption = False


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    """Do its attributes say that browsers do not show it?"""
    return any(
        name == "hidden"
        or (name == "style" and re.search(r"(?:^|;)\s*display\s*:\s*none\b", value or "", re.IGNORECASE))
        for name, value in attrs
    )


def _is_struck_out(attrs: list[tuple[str, str | None]]) -> bool:
    """Does its style strike out its text?"""
    return any(name == "style" and "line-through" in (value or "").lower() for name, value in attrs)


def _span(value: str | None, *, zero: bool = False) -> int:
    """A number of columns or rows; 1 for what is none. Of rows, 0 means all that follow."""
    number = int(value) if value and value.isascii() and value.isdigit() and len(value) < 6 else 1
    return number if number or zero else 1
