"""What commands print. Nothing reaches the screen in another way, so that no text from outside arrives there raw."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType


def wants_table(form: str) -> bool:
    """Is a table wanted?"""
    return form == "table" or (form == "auto" and on_terminal())


def on_terminal() -> bool:
    """Is the output a terminal?"""
    return sys.stdout is not None and sys.stdout.isatty()


def print_line(text: str, *, error: bool = False) -> None:
    """Print one line; what is not visible in it, line breaks included, is written as escapes. `error`: to stderr."""
    from samescore.report.plain import visible

    _write(f"{visible(text)}\n", error=error)


def print_version() -> None:
    """Print the version, and whether the kernels are compiled."""
    from samescore._version import __version__
    from samescore.kernels import compiled

    print_line(f"samescore {__version__} (kernels: {'compiled' if compiled() else 'not compiled'})")


def complain(*lines: str) -> None:
    """Print lines on the error stream; nothing happens if the stream is closed."""
    with suppress(OSError):
        for line in lines:
            print_line(line, error=True)


def print_page(text: str, *, error: bool = False, nl: bool = True) -> None:
    """Print lines; what is not visible in them, but tabs, is written as escapes."""
    from samescore.report.plain import visible

    lines = ("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))
    _write("\n".join(lines) + "\n" * nl, error=error)


def print_data(data: str | bytes, *, nl: bool = True) -> None:
    """Print JSON, TOML or Markdown, which its writer has escaped, in UTF-8, whatever the terminal's encoding is."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(raw + b"\n" * nl)
        sys.stdout.buffer.flush()


def print_result(part: RenderableType) -> None:
    """Print a part of a report, which is a page or a table."""
    if isinstance(part, str):
        print_page(part)
        return
    from samescore.report.terminal.tables import make_console

    make_console().print(part)


def _write(text: str, *, error: bool) -> None:
    """Write to a standard stream, which may be closed."""
    stream = sys.stderr if error else sys.stdout
    if stream is not None:
        stream.write(text)
        stream.flush()
