"""Helpers for all reports: safe text, changes of knobs.

All texts in records are untrusted, so each line of a report is escaped when it is assembled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samescore.records import Change

#: The prefixes of lines that users copy: commands, members of JSON.
_COPIED = r"""\s*(?:\S+ )?(?:\$ |samescore |["{}\[\]])"""
#: Maximum length of a line in a report, in characters.
LONGEST = 4_000


def visible(text: str, limit: int = 0) -> str:
    r"""Return `text` with all unprintable characters escaped, for safe display on a terminal.

    With `limit`, longer text is truncated and marked.

    >>> visible("a\x1b[31m b")
    'a\\x1b[31m b'
    """
    cut = text[: limit + 1] if limit else text
    shown = cut if cut.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in cut)
    return f"{shown[: limit - 1]}…" if limit and len(shown) > limit else shown


def page(lines: Iterable[str]) -> str:
    """Join lines to a page without a final line break, each escaped and truncated at `LONGEST`."""
    return "\n".join(visible(line, LONGEST) for line in lines)


def wrap_line(line: str, columns: int) -> str:
    """Wrap a line to at most `columns` characters at spaces; words and numbers stay whole.

    Lines to copy, commands and JSON, are not wrapped.

    >>> print(wrap_line("  +24.7199  tokenizer: 13a -> none", 20))
      +24.7199
        tokenizer: 13a
        -> none
    """
    if len(line) <= columns or re.match(_COPIED, line):
        return line
    import textwrap

    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line,
        max(columns, 1),
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        replace_whitespace=False,
    )


def _escape(character: str) -> str:
    return (
        character.encode("unicode_escape").decode("ascii") if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
    )


def shown_changes(changes: Sequence[Change]) -> str:
    """Return the changes of knobs on one line."""
    return ", ".join(visible(str(change)) for change in changes)


def amount(value: float) -> str:
    """Return a share of a gap with four decimals, or two significant digits if these would be 0.

    >>> amount(-1.5), amount(2e-6)
    ('-1.5000', '+2.0e-06')
    """
    return f"{value:+.4f}" if abs(value) >= 0.00005 else f"{value:+.1e}"


def escape_markdown(words: str, limit: int = 400) -> str:
    """Return text with the special characters of Markdown and HTML escaped, truncated at `limit`."""
    return re.sub(r"([\\`*_{}\[\]<>#|&~!])", r"\\\1", visible(words, limit))


def code(text: str) -> str:
    """Return a text for a Markdown code span: escaped, shortened to `LONGEST`, with apostrophes for backticks."""
    return visible(text, LONGEST).replace("`", "'")
