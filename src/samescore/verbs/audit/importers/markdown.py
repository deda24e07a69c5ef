"""Tables in Markdown, and HTML tables inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.verbs.audit.importers import html
from samescore.verbs.audit.importers.grid import Grid, SpanningCell, checked, grid

if TYPE_CHECKING:
    from markdown_it.token import Token


def tables(text: str, name: str) -> list[Grid]:
    """The tables of a Markdown text, in order; the heading above a table is its caption. `InputError` if there are none."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    found = [
        *_pipe_tables(tokens, text.split("\n")),
        *(html.found(text) if re.search("<table", text, re.IGNORECASE) else []),
    ]
    return checked(sorted(found, key=lambda table: table.line), name)


def _pipe_tables(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[Grid]:
    """The tables of pipes. Cells that a row has more than the header, which Markdown leaves out, stand as in the source."""
    rows: list[list[SpanningCell]] = []
    caption, line, row, title = "", 1, 0, 0
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            caption = _cell(tokens[number + 1]).text
        elif token.type == "table_open":
            rows, line = [], (token.map or [0])[0] + 1
        elif token.type == "tr_open":
            rows.append([])
            row, title = (token.map or [0])[0], line - 1
        elif token.type == "tr_close":
            rows[-1].extend(SpanningCell(cell.strip()) for cell in _pieces(lines[row])[len(_pieces(lines[title])) :])
        elif token.type == "inline" and tokens[number - 1].type in ("th_open", "td_open"):
            rows[-1].append(_cell(token))
        elif token.type == "table_close":
            yield grid(rows, headers=1, caption=caption, line=line)


def _pieces(line: str) -> list[str]:
    """What pipes separate in a line."""
    pieces = re.split(r"(?<!\\)\|", line.strip())
    return pieces[not pieces[0] : len(pieces) - (not pieces[-1])]


def _cell(token: Token) -> SpanningCell:
    """The text of a cell without its markup. A footnote's mark and what a tag ``<sup>`` holds are left out."""
    parts: list[str] = []
    bold, skipped = False, False
    for child in token.children or ():
        tag = child.content.lower() if child.type == "html_inline" else ""
        if child.type == "strong_open" or tag in ("<b>", "<strong>"):
            bold = True
        elif tag.startswith("<sup"):
            skipped = True
        elif tag == "</sup>":
            skipped = False
        elif skipped:
            continue
        elif child.type in ("softbreak", "hardbreak") or tag.startswith("<br"):
            parts.append(" ")
        elif tag == "<sub>":
            parts.append("_")
        elif child.type in ("text", "code_inline", "text_special"):
            parts.append(re.sub(r"\[\^[^\]]*\]", "", child.content))
        elif child.type == "image":
            parts.append(child.content)
    return SpanningCell("".join(parts), bold)
