"""Read tables in Markdown, and HTML tables inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from samescore.verbs.audit.importers import html
from samescore.verbs.audit.importers.grid import STRUCK_OUT, Grid, SpanningCell, grid, nonempty_grids
from samescore.verbs.audit.importers.headings import metric_in

if TYPE_CHECKING:
    from markdown_it.token import Token


#: A tag of struck-out text.
_DELETED = r"</?(?:del|s|strike)\b"
#: The start of a caption.
_CAPTION = r"(?:Tab(?:le|\.)(?:\s+[0-9A-Z][0-9.]*)?\s*[:.]|:\s)"
#: Maximum length of a caption sentence in characters.
_LONGEST_SENTENCE = 150


def tables(text: str, name: str) -> list[Grid]:
    """Return the tables of a Markdown text, in order.

    The caption of a table is the heading above it, followed by an adjacent paragraph that looks like a caption: one
    that starts with ``Table``, or with a colon as in Pandoc, or a single sentence above the table. If this paragraph
    names a metric, the heading is dropped. The notes are the paragraphs or lists directly below and above. Raises
    `InputError`, which states the file's `name`, if there are none.
    """
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    found = [
        *_pipe_tables(tokens, text.split("\n")),
        *(html.read_tables(text) if re.search("<table", text, re.IGNORECASE) else []),
    ]
    return nonempty_grids(sorted(found, key=lambda table: table.line), name)


def _pipe_tables(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[Grid]:
    """Yield the tables written with pipes; cells beyond the width of the header, which Markdown drops, are kept."""
    rows: list[list[SpanningCell]] = []
    notes, captions = _notes(tokens), _captions(tokens)
    caption, about, note, line, row, title = "", "", "", 1, 0, 0
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            caption = _cell(tokens[number + 1]).text
        elif token.type == "table_open":
            rows, line, note = [], (token.map or [0])[0] + 1, notes.get(number, "")
            own = captions.get(number, "")
            about = own if metric_in(own)[0] else " ".join(filter(None, [caption, own]))
        elif token.type == "tr_open":
            rows.append([])
            row, title = (token.map or [0])[0], line - 1
        elif token.type == "tr_close":
            rows[-1].extend(SpanningCell(cell.strip()) for cell in _pieces(lines[row])[len(_pieces(lines[title])) :])
        elif token.type == "inline" and tokens[number - 1].type in ("th_open", "td_open"):
            rows[-1].append(_cell(token))
        elif token.type == "table_close":
            yield msgspec.structs.replace(grid(rows, headers=1, caption=about, line=line), notes=note)


def _notes(tokens: Sequence[Token]) -> dict[int, str]:
    """Return the paragraphs or lists directly below and above each table, by the index of its first token."""
    blocks = [number for number, token in enumerate(tokens) if token.level == 0 and token.nesting >= 0]
    notes: dict[int, str] = {}
    for place, number in enumerate(blocks):
        if tokens[number].type == "table_open":
            beside = (*blocks[place + 1 : place + 2], *blocks[max(place - 1, 0) : place])
            notes[number] = " ".join(_words(tokens, block) for block in beside)
    return notes


def _captions(tokens: Sequence[Token]) -> dict[int, str]:
    """Return the caption paragraph directly above or below each table, by the index of its first token."""
    blocks = [number for number, token in enumerate(tokens) if token.level == 0 and token.nesting >= 0]
    captions: dict[int, str] = {}
    for place, number in enumerate(blocks):
        if tokens[number].type == "table_open":
            above, below = blocks[max(place - 1, 0) : place], blocks[place + 1 : place + 2]
            beside = [(_paragraph(tokens, block), block in above) for block in (*above, *below)]
            after = blocks[place + 2 : place + 3]
            claimed = bool(after) and tokens[after[0]].type == "table_open"  # also above the next table
            found = [
                text for text, is_above in beside if _is_caption(text, above=is_above) and (is_above or not claimed)
            ]
            captions[number] = next(iter(found), "").lstrip(": ")
    return captions


def _paragraph(tokens: Sequence[Token], first: int) -> str:
    """Return the text of the paragraph that starts at the token `first`; empty for other blocks."""
    return " ".join(_words(tokens, first).split()) if tokens[first].type == "paragraph_open" else ""


def _is_caption(text: str, *, above: bool) -> bool:
    """Return whether a paragraph next to a table looks like its caption; `above` means that it is above the table."""
    sentence = above and len(text) <= _LONGEST_SENTENCE and re.search(r"[.!?]\s", text) is None
    return bool(text) and (re.match(_CAPTION, text) is not None or sentence)


def _words(tokens: Sequence[Token], first: int) -> str:
    """Return the text of the paragraph or list that starts at the token `first`; empty for other blocks.

    Stars before the items of a list are kept, because they may be significance marks.
    """
    if tokens[first].type not in ("paragraph_open", "bullet_list_open"):
        return ""
    star = "* " if tokens[first].markup == "*" else ""
    words: list[str] = []
    for token in tokens[first + 1 :]:
        if token.level == 0:
            break
        if token.type == "inline":
            parts = (child.content if child.type != "html_inline" else "" for child in token.children or ())
            words.append(star + "".join(part or " " for part in parts))
    return " ".join(words)


def _pieces(line: str) -> list[str]:
    """Return the parts of a table line between its pipes; escaped pipes do not separate parts."""
    pieces = re.split(r"(?<!\\)\|", line.strip())
    return pieces[not pieces[0] : len(pieces) - (not pieces[-1])]


def _cell(token: Token) -> SpanningCell:
    """Return a cell, with its text free of markup, footnote marks, ``<sup>`` content and struck-out text."""
    parts: list[str] = []
    struck: list[str] = []
    bold, skipped, out = False, False, 0
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
        elif child.type in ("s_open", "s_close") or re.match(_DELETED, tag):
            out += -1 if child.type == "s_close" or tag.startswith("</") else 1
        elif out > 0:
            struck.append(child.content)
            parts.append(STRUCK_OUT)
        elif child.type in ("softbreak", "hardbreak") or tag.startswith("<br"):
            parts.append(" ")
        elif tag == "<sub>":
            parts.append("_")
        elif child.type in ("text", "code_inline", "text_special"):
            parts.append(re.sub(r"\[\^[^\]]*\]", "", child.content))
        elif child.type == "image":
            parts.append(child.content)
    return SpanningCell("".join(parts), bold, struck="".join(struck))
