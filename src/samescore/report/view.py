"""What there is to say of a record, once for all formats: a verdict, and below it blocks.

A module of `samescore.report.views` makes the `View` of each record; the renderers (`terminal`, `markdown`, `html`) show
any view. Texts are as the record has them: a renderer escapes them for its format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

#: How a verdict looks, beside its words: good, explained or to be looked at, bad, without an answer.
Style = Literal["good", "known", "bad", "none"]
#: What a part of a line is: plain text, strong or soft text, a badge (with the sign of its style) or a mark (with its colour
#: only), a link to a card of the same view; an id or another piece of code, a command to copy,
#: an entry of the catalogue (its id), settings (a signature).
Role = Literal["plain", "strong", "soft", "badge", "mark", "link", "code", "command", "entry", "settings"]


class Span(msgspec.Struct, frozen=True):
    """A part of a line with a role. `style` is that of a badge or of a mark, `target` the anchor of a link's card."""

    text: str
    role: Role = "plain"
    style: Style = "none"
    target: str = ""


#: A line: a text, or parts.
Line = str | Span | tuple[str | Span, ...]


class Input(msgspec.Struct, frozen=True):
    """An input of a metric: its JSON text, and, if known, its JSON form, which a page draws."""

    text: str
    plain: dict[str, Any] | None = None


class Stack(msgspec.Struct, frozen=True):
    """Lines below each other in one cell."""

    lines: tuple[Line | Input, ...]


Cell = Line | Input | Stack


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a view.

    Three fields are for a terminal only: `apart` leaves a line empty before the block, `indent` is how many columns it is
    indented by, and `minor` leaves it out unless everything is asked for (``-v``).
    """

    apart: bool = False
    indent: int = 0
    minor: bool = False


class Sentence(Block, frozen=True):
    """What the verdict of a document already says: only a terminal, which has no heading, shows it."""

    line: Line


class Paragraph(Block, frozen=True):
    """One or more sentences of prose."""

    line: Line
    style: Style | Literal["plain", "soft"] = "plain"


class Heading(Block, frozen=True):
    """The title of the blocks that follow."""

    title: str


class Facts(Block, frozen=True):
    """Names and values. `aligned`: a terminal writes the values below each other, without colons."""

    rows: tuple[tuple[str, Line | Input], ...]
    title: str = ""
    aligned: bool = False


class Figures(Block, frozen=True):
    """Numbers, each with its name and a remark: the name, the number, the remark, the style of the remark."""

    rows: tuple[tuple[str, str, str, Style], ...]


class Column(msgspec.Struct, frozen=True):
    """A column of a table. `number`: aligned on the right.

    In a table without a head, a terminal writes a cell by `pattern`, at least `width` wide, or `below` the cell before it.
    `widest` is the most characters of a cell there (0: any number).
    """

    title: str
    number: bool = False
    width: int = 0
    widest: int = 0
    pattern: str = "{}"
    below: bool = False


class Table(Block, frozen=True):
    """Rows of cells, under a title if there is one.

    A terminal shows no more than `most` rows (0: all), and without `head` no titles of columns: the cells of a row are
    joined by `joint` there. `note` stands below.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    note: str = ""
    most: int = 0
    rest: str = "and {} more"
    head: bool = False
    joint: str = "  "


class Items(Block, frozen=True):
    """Lines of a list, under a title if there is one; a terminal shows no more than `most` (0: all)."""

    lines: tuple[Cell, ...]
    title: str = ""
    most: int = 0
    bullet: str = ""
    rest: str = "and {} more"


class Command(Block, frozen=True):
    """A command to copy, with what is said of it."""

    label: str
    command: str


class Source(Block, frozen=True):
    """A text of several lines to copy, such as JSON. `label` is what a page calls it."""

    text: str
    label: str


class Card(Block, frozen=True):
    """Blocks that belong together, under a title, before which stands a sign or a number. Links lead to its `anchor`."""

    title: Line
    blocks: tuple[Block, ...]
    mark: str = ""
    style: Style = "none"
    badge: Span | None = None
    anchor: str = ""


class Folded(Block, frozen=True):
    """Details that a reader opens. A terminal leaves them out; those `on_request` it shows if everything is asked for."""

    summary: Line
    blocks: tuple[Block, ...]
    open: bool = False
    on_request: bool = False


class Picture(Block, frozen=True):
    """A drawing of a page, by its name and with its data; other formats show the blocks."""

    name: str
    data: Any
    blocks: tuple[Block, ...] = ()


class View(msgspec.Struct, frozen=True):
    """A result: the verb that gave it, what it is about, its verdict in a sentence with its style, and everything below.

    `lead` says what follows from the verdict. A terminal shows the blocks only; it breaks lines at `columns` (0: nowhere).
    """

    verb: str
    subject: str
    style: Style
    verdict: str
    blocks: tuple[Block, ...]
    lead: str = ""
    columns: int = 0


def parts(line: Line) -> tuple[Span, ...]:
    """A line as parts.

    >>> [[span.text for span in parts(line)] for line in ("a", ("b", Span("c", "code")))]
    [['a'], ['b', 'c']]
    """
    several = line if isinstance(line, tuple) else (line,)
    return tuple(Span(part) if isinstance(part, str) else part for part in several)


def plain(line: Line) -> str:
    """A line as text.

    >>> plain(("see ", Span("x", "entry")))
    'see x'
    """
    return "".join(part.text for part in parts(line))


def listed(spans: Sequence[Span], joint: str = ", ") -> tuple[str | Span, ...]:
    """Parts as a line, with a text between each two.

    >>> plain(listed([Span("a"), Span("b")]))
    'a, b'
    """
    joined: list[str | Span] = []
    for span in spans:
        joined += [joint, span] if joined else [span]
    return tuple(joined)


def entries(ids: Sequence[str]) -> list[Span]:
    """Entries of the catalogue."""
    return [Span(name, "entry") for name in ids]


def compact(*blocks: Block | None) -> tuple[Block, ...]:
    """The blocks that are there and have something to show."""
    return tuple(block for block in blocks if block is not None and not _empty(block))


def _empty(block: Block) -> bool:
    match block:
        case Facts(rows=rows) | Figures(rows=rows) | Table(rows=rows):
            return not rows
        case Items(lines=lines):
            return not lines
        case Source(text=text) | Command(command=text):
            return not text
        case Card(blocks=blocks, title=title):
            return not blocks and not title
        case Folded(blocks=blocks):
            return not blocks
    return False


def verdict_and_lead(sentence: str) -> tuple[str, str]:
    """A sentence as a verdict and what follows from it, which stands after the first colon with a space.

    >>> verdict_and_lead("native:x answers 1.5: nothing is unusual.")
    ('native:x answers 1.5', 'Nothing is unusual.')
    """
    verdict, _, lead = sentence.partition(": ")
    return verdict if lead else sentence.removesuffix("."), f"{lead[:1].upper()}{lead[1:]}"


def lines_of(cell: Cell) -> Iterator[Line | Input]:
    """The lines of a cell."""
    yield from cell.lines if isinstance(cell, Stack) else (cell,)
