"""Any view as Markdown, for a review, an issue, or the summary page of a CI service."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from samescore.report import view as show
from samescore.report.plain import LONGEST, code, escape_markdown, visible

#: Maximum number of rows of a table, because services truncate long summaries.
_MOST = 500


def render(view: show.View) -> str:
    """Render the view's first sentence, or else its verdict as a heading, then the blocks."""
    first = view.blocks[0] if view.blocks else None
    if isinstance(first, show.Sentence):
        title = [f"**{_line(first.line)}**"]
    else:
        title = [f"## samescore: {_escaped(view.verdict)}", *filter(None, [_escaped(view.lead)])]
    return "\n\n".join([*title, *_blocks(view.blocks)]) + "\n"


def _blocks(blocks: Sequence[show.Block]) -> Iterator[str]:
    """Yield the blocks as paragraphs, tables and lists."""
    for block in blocks:
        yield from _block(block)


def _block(block: show.Block) -> Iterator[str]:
    if title := getattr(block, "title", ""):
        yield f"**{_card_title(block)}**" if isinstance(block, show.Card) else f"**{_escaped(title)}**"
    match block:
        case show.Paragraph():
            yield _line(block.line)
        case show.Facts():
            yield "\n".join(f"- {_escaped(name)}: {_line(value)}" for name, value in block.rows)
        case show.Figures():
            yield "\n".join(
                _escaped(f"- {name}: {number}, {remark}".removesuffix(", ")) for name, number, remark, _ in block.rows
            )
        case show.Table():
            yield "\n".join(_rows(block))
            yield from filter(None, (_hidden(block), _escaped(block.note)))
        case show.Items():
            yield "\n".join(f"- {_cell(line, piped=False)}" for line in block.lines)
        case show.Command():
            yield f"{_escaped(block.label)}`{code(block.command)}`"
        case show.Source():
            yield _fenced(block.text)
        case show.Card() | show.Picture() | show.Folded(printed=True):
            yield from _blocks(block.blocks)
        case show.Folded():
            yield f"<details><summary>{_line(block.summary)}</summary>"
            yield from _blocks(block.blocks)
            yield "</details>"


def _fenced(text: str) -> str:
    """Return a code block whose fence occurs in none of its lines."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    return "\n".join((f"{fence}json", *(visible(line, LONGEST) for line in text.split("\n")), fence))


def _card_title(card: show.Card) -> str:
    badge = f" ({_escaped(card.badge.text)})" if card.badge else ""
    return " ".join(filter(None, (_escaped(card.mark), _line(card.title, bold=True)))) + badge


def _rows(table: show.Table) -> Iterator[str]:
    yield _row([_escaped(column.title) for column in table.columns])
    yield f"|{'|'.join('---:' if column.number else '---' for column in table.columns)}|"
    yield from (_row([_cell(cell) for cell in row]) for row in table.rows[:_MOST])


def _hidden(table: show.Table) -> str:
    """Return a note on the number of omitted rows."""
    return f"and {len(table.rows) - _MOST:,} more" if len(table.rows) > _MOST else ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: show.Cell, *, piped: bool = True) -> str:
    return "<br>".join(_line(line, piped=piped) for line in show.lines_of(cell))


def _line(line: show.Line | show.Input, *, piped: bool = False, bold: bool = False) -> str:
    """Render a line. `piped`: inside a table, where pipes in code are escaped, too; `bold`: inside bold text."""
    if isinstance(line, show.Input):
        return _code(line.text, piped=piped)
    return "".join(_span(span, piped=piped, bold=bold) for span in show.parts(line))


def _span(span: show.Span, *, piped: bool, bold: bool) -> str:
    if span.role in ("code", "command", "entry", "settings"):
        return _code(span.text, piped=piped)
    return f"**{_escaped(span.text)}**" if span.role == "strong" and not bold and span.text else _escaped(span.text)


def _code(text: str, *, piped: bool) -> str:
    shown = code(text).replace("|", "\\|") if piped else code(text)
    return f"`{shown}`" if shown else ""


def _escaped(text: str) -> str:
    return escape_markdown(text, 2_000)
