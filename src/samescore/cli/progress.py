"""What a command says while it works."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from samescore.cli.screen import complain


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A status line on the error stream; without a terminal, only log messages are printed."""
    if sys.stderr is None or not sys.stderr.isatty():
        with _logged_to(lambda text: complain(f"samescore: {text}")):
            yield _silent
        return
    from samescore.report.plain import visible
    from samescore.report.terminal.tables import line, make_console

    with make_console(stderr=True).status("starting") as status:

        def say(doing: str) -> None:
            status.update(line(visible(doing, 200)))

        with _logged_to(say):
            yield say


class _SayingHandler(logging.Handler):
    """Passes each log message to a function."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__()
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        self._say(record.getMessage())


@contextmanager
def _logged_to(say: Callable[[str], None]) -> Iterator[None]:
    """Pass on what the library logs about long work, such as making environments."""
    logger, handler = logging.getLogger("samescore"), _SayingHandler(say)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def _silent(_: Any) -> None:
    return None
