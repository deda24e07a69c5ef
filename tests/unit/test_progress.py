"""What a command says while it works: a bar on a terminal, a line now and then in a log."""

from __future__ import annotations

import io
import itertools
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from samescore.cli.progress import progress

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds it ten seconds later."""
    ticks = itertools.count(step=10)
    monkeypatch.setattr("samescore.cli.progress.time.monotonic", lambda: float(next(ticks)))


@contextmanager
def _terminal(kind: str = "xterm") -> Iterator[_Terminal]:
    """A terminal in place of the error stream; pytest would put its own stream over that of a fixture."""
    stream = _Terminal()
    with mock.patch.object(sys, "stderr", stream), mock.patch.dict(os.environ, {"TERM": kind, "COLUMNS": "70"}):
        yield stream


@pytest.mark.usefixtures("clock")
def test_a_log_gets_a_line_every_half_minute(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as say:
        for step in range(1, 8):
            say(f"{step} of 7 vectors")
    assert capsys.readouterr().err.splitlines() == [
        "samescore: after 30 s: 3 of 7 vectors",
        "samescore: after 60 s: 6 of 7 vectors",
    ]


def test_short_work_says_nothing_in_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as say:
        say("1 of 2 vectors")
        say.aside(lambda: print("a row"))
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("a row\n", "")


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("12 of 64 combinations of knobs", ["combinations of knobs", "12 of 64"]),
        ("native and nltk: 1,200 of 2,400 segments", ["native and nltk: segments", "1,200 of 2,400"]),
        ("the path between them", ["the path between them"]),
    ],
)
def test_a_terminal_gets_a_bar_with_the_steps(message: str, parts: list[str]) -> None:
    with _terminal() as terminal, progress() as say:
        say(message)
        say.aside(lambda: terminal.write("A ROW"))
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue())
    before, after = shown.split("A ROW")
    for part in parts:
        assert part in before
    assert ("of 64" in shown or "of 2,400" in shown) == (len(parts) == 2)
    assert after


def test_a_bar_is_hostile_to_no_terminal() -> None:
    with _terminal() as terminal, progress() as say:
        say("1 of 2 \x1b]0;title\x07[link=x]\x9b31m")
    assert "\x1b]0" not in terminal.getvalue()
    assert "\\x1b]0;title" in terminal.getvalue()


@pytest.mark.parametrize("kind", ["dumb", "unknown"])
def test_a_terminal_that_cannot_move_its_cursor_gets_lines(kind: str) -> None:
    with _terminal(kind) as terminal, progress() as say:
        say("1 of 2 vectors")
    assert terminal.getvalue() == ""
