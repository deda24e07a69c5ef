"""Format-independent views of records: a verdict, followed by blocks.

A module of `samescore.report.views` builds the `View` of each record; the renderers (`terminal`, `markdown`, `html`)
show any view. Texts are unescaped; each renderer escapes them for its format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

#: The appearance of a verdict: good; explained, or in need of attention; bad; without an answer.
Style = Literal["good", "known", "bad", "none"]
#: The role of a part of a line: plain, strong or soft text; a badge (with the sign of its style) or a mark (colour
#: only); a link to a card of the same view; an id or other code; a command to copy; an entry of the catalogue (its id);
#: settings (a signature).
Role = Literal["plain", "strong", "soft", "badge", "mark", "link", "code", "command", "entry", "settings"]


class Span(msgspec.Struct, frozen=True):
    """A part of a line with a role. Badges and marks have a `style`; `target` is the anchor of a link's card."""

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
    """Lines stacked in one cell."""

    lines: tuple[Line | Input, ...]


Cell = Line | Input | Stack


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a view.

    Three fields are only for terminals: `apart` inserts an empty line before the block, `indent` is its indentation,
    and `minor` hides it unless details are requested (``-v``).
    """

    apart: bool = False
    indent: int = 0
    minor: bool = False


class Sentence(Block, frozen=True):
    """A sentence that pages omit, because they have it elsewhere: in the heading or in a fold.

    A terminal shows it in place. Markdown shows it only if it is the first block, instead of the verdict.
    """

    line: Line


class Paragraph(Block, frozen=True):
    """One or more sentences of prose."""

    line: Line
    style: Style | Literal["plain", "soft"] = "plain"


class Heading(Block, frozen=True):
    """The title of the blocks that follow."""

    title: str


class Facts(Block, frozen=True):
    """Names and values. If `aligned`, a terminal aligns the values, without colons."""

    rows: tuple[tuple[str, Line | Input], ...]
    title: str = ""
    aligned: bool = False


class Figures(Block, frozen=True):
    """Numbers: for each a name, the number, a remark, and the remark's style."""

    rows: tuple[tuple[str, str, str, Style], ...]


class Column(msgspec.Struct, frozen=True):
    """A column of a table, right-aligned if it is a `number`.

    In a table without a header, a terminal formats each cell with `pattern` and pads it to `width`, or puts it `below`
    the previous cell. `widest` is the maximum length of a cell on a terminal (0: any).
    """

    title: str
    number: bool = False
    width: int = 0
    widest: int = 0
    pattern: str = "{}"
    below: bool = False


class Table(Block, frozen=True):
    """Rows of cells, with an optional title.

    A terminal shows at most `most` rows (0: all), joins the cells of a row with `joint`, and shows column titles only
    with `head`. `note` is shown below the rows.
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
    """Lines of a list, with an optional title; a terminal shows at most `most` (0: all)."""

    lines: tuple[Cell, ...]
    title: str = ""
    most: int = 0
    bullet: str = ""
    rest: str = "and {} more"


class Command(Block, frozen=True):
    """A command to copy, with a description."""

    label: str
    command: str


class Source(Block, frozen=True):
    """A multi-line text to copy, such as JSON. `label` is its name on a page."""

    text: str
    label: str


class Card(Block, frozen=True):
    """Related blocks under a title, with a sign or number before it. Links lead to its `anchor`."""

    title: Line
    blocks: tuple[Block, ...]
    mark: str = ""
    style: Style = "none"
    badge: Span | None = None
    anchor: str = ""


class Folded(Block, frozen=True):
    """Details that are folded on a page until the reader opens them.

    Other formats show `printed` details in place, without the summary. A terminal omits the others, but shows those
    `on_request` if details are requested (``-v``).
    """

    summary: Line
    blocks: tuple[Block, ...]
    open: bool = False
    on_request: bool = False
    printed: bool = False


class Picture(Block, frozen=True):
    """A drawing for pages, by name and with its data; other formats show the blocks instead."""

    name: str
    data: Any
    blocks: tuple[Block, ...] = ()


class View(msgspec.Struct, frozen=True):
    """A result: its verb, subject, verdict (a sentence with a style), and the blocks below.

    `lead` is the consequence of the verdict. A terminal shows only the blocks, wrapped at `columns` (0: not).
    """

    verb: str
    subject: str
    style: Style
    verdict: str
    blocks: tuple[Block, ...]
    lead: str = ""
    columns: int = 0


def parts(line: Line) -> tuple[Span, ...]:
    """Return a line as parts.

    >>> [[span.text for span in parts(line)] for line in ("a", ("b", Span("c", "code")))]
    [['a'], ['b', 'c']]
    """
    several = line if isinstance(line, tuple) else (line,)
    return tuple(Span(part) if isinstance(part, str) else part for part in several)


def plain(line: Line) -> str:
    """Return a line as text.

    >>> plain(("see ", Span("x", "entry")))
    'see x'
    """
    return "".join(part.text for part in parts(line))


def join_spans(spans: Sequence[Span], joint: str = ", ") -> tuple[str | Span, ...]:
    """Join parts to a line, with a separator between them.

    >>> plain(join_spans([Span("a"), Span("b")]))
    'a, b'
    """
    joined: list[str | Span] = []
    for span in spans:
        joined += [joint, span] if joined else [span]
    return tuple(joined)


def entries(ids: Sequence[str]) -> list[Span]:
    """Return spans that link to the catalogue's entries with these ids."""
    return [Span(name, "entry") for name in ids]


def compact(*blocks: Block | None) -> tuple[Block, ...]:
    """Return the blocks that are not None and not empty."""
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
    """Split a sentence at the first colon followed by a space: the verdict, and its consequence.

    >>> verdict_and_lead("native:x answers 1.5: nothing is unusual.")
    ('native:x answers 1.5', 'Nothing is unusual.')
    """
    verdict, _, lead = sentence.partition(": ")
    return verdict if lead else sentence.removesuffix("."), f"{lead[:1].upper()}{lead[1:]}"


def lines_of(cell: Cell) -> Iterator[Line | Input]:
    """Yield the lines of a cell."""
    yield from cell.lines if isinstance(cell, Stack) else (cell,)
