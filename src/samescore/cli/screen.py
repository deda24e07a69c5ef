"""The only module that prints to the terminal, which guarantees that all text from outside is escaped."""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

#: Shorter lines fit every terminal.
_NARROWEST = 20

if TYPE_CHECKING:
    from rich.console import RenderableType


def terminal_columns() -> int:
    """Return the width of the terminal in characters; 0 if the output is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout is not None and sys.stdout.isatty() else 0


def encodable(sign: str, otherwise: str) -> str:
    """Return `sign`, or `otherwise` if the encoding of standard output lacks it."""
    try:
        sign.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return otherwise
    return sign


def print_line(text: str, *, error: bool = False) -> None:
    """Print one line, to stderr if `error`, with invisible characters, including line breaks, escaped."""
    from samescore.report.plain import visible

    _write(f"{_fitted(visible(text), error=error)}\n", error=error)


def print_version() -> None:
    """Print the version, and whether the kernels are compiled."""
    from samescore.base.version import __version__
    from samescore.kernels import compiled

    print_line(f"samescore {__version__} (kernels: {'compiled' if compiled() else 'not compiled'})")


def complain(*lines: str) -> None:
    """Print lines to stderr; do nothing if it is closed."""
    with suppress(OSError):
        for line in lines:
            print_line(line, error=True)


def print_page(text: str, *, error: bool = False, nl: bool = True) -> None:
    """Print several lines with invisible characters, except tabs, escaped."""
    from samescore.report.plain import visible

    lines = ("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))
    _write("\n".join(_fitted(line, error=error) for line in lines) + "\n" * nl, error=error)


def print_data(data: str | bytes, *, nl: bool = True) -> None:
    """Print JSON, TOML or Markdown, which its writer has escaped, in UTF-8 whatever the terminal's encoding."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(raw + b"\n" * nl)
        sys.stdout.buffer.flush()


def print_result(part: RenderableType) -> None:
    """Print a part of a report, which is text or a table."""
    if isinstance(part, str):
        print_page(part)
        return
    from samescore.report.terminal.tables import make_console

    console = make_console()
    if console.is_terminal:
        console.print(part, crop=False)
        return
    with console.capture() as captured:
        console.print(part, crop=False)
    _write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()), error=False)


def _fitted(line: str, *, error: bool) -> str:
    """Fit a line to the width of the terminal; unchanged if the output is a pipe."""
    stream = sys.stderr if error else sys.stdout
    if stream is None or len(line) < _NARROWEST or not stream.isatty():
        return line
    from samescore.report.plain import wrap_line

    return wrap_line(line, shutil.get_terminal_size().columns)


def _write(text: str, *, error: bool) -> None:
    """Write to a standard stream; do nothing if it is closed."""
    stream = sys.stderr if error else sys.stdout
    if stream is not None:
        stream.write(text)
        stream.flush()
