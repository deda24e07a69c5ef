"""Functions and programs that misbehave, each through the real command, beside one that does not."""

from __future__ import annotations

import itertools
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from samescore.catalogue.vectors import vectors
from tests.command import PROGRAM, records
from tests.faults import functions, programs
from tests.processes import MARK, marked, wait_until

#: Of the fault campaign, and so slow.
pytestmark = [
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]

_FOLDER = Path(__file__).parent
#: The vectors that are asked, some of which expect a refusal; one that expects a score, which nothing here gives.
_PATTERN, _SCORED = "wer-no", "wer-nothing-right"
_HONEST = ("native", "py:honest:wer")
_SIZE = 16

Rows = list[dict[str, Any]]


def _function(name: str) -> str:
    return f"py:functions:{name}"


def _program(name: str) -> str:
    return f"cmd:{shlex.join([sys.executable, str(_FOLDER / 'programs.py'), name])}"


_FAILING = [*map(_function, functions.FAILING), *map(_program, programs.FAILING)]
_HANGING = [*map(_function, functions.HANGING), *map(_program, programs.HANGING)]


def _batches(names: Sequence[str]) -> list[Sequence[str]]:
    return [names[start : start + _SIZE] for start in range(0, len(names), _SIZE)]


@pytest.fixture
def mark(request: pytest.FixtureRequest) -> Iterator[str]:
    """A mark for the processes of a test. None may be left behind."""
    mark = f"{os.getpid()}-{request.node.name}"
    yield mark
    gone = wait_until(lambda: not marked(mark), 20)
    left = marked(mark)
    for number in left:
        os.kill(number, signal.SIGKILL)
    assert gone, f"left behind: {left}"


def _command(*arguments: str, cwd: Path, mark: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(_FOLDER), *filter(None, [os.environ.get("PYTHONPATH", "")])])
    done = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, MARK: mark, "PYTHONPATH": paths},
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def _run(names: Sequence[str], pattern: str, *more: str, cwd: Path, mark: str) -> Rows:
    """The results of a run with every output, of all vectors and implementations."""
    outputs = ("--report", "r.jsonl", "--junit", "r.xml", "--markdown", "r.md")
    done = _command("run", *names, "-k", pattern, "-m", "wer", *outputs, "--format", "jsonl", *more, cwd=cwd, mark=mark)
    rows = records(done.stdout)
    assert (cwd / "r.jsonl").read_text(encoding="utf-8").splitlines() == done.stdout.splitlines()
    ElementTree.parse(cwd / "r.xml")  # noqa: S314 - our own file
    assert (cwd / "r.md").stat().st_size
    assert rows[-1]["type"] == "footer"
    assert rows[-1]["exit_code"] == done.returncode
    results = [row for row in rows if row["type"] == "result"]
    asked = {row["vector"] for row in rows if row["type"] == "case"}
    seen = [(row["implementation"], row["vector"]) for row in results]
    assert sorted(seen) == sorted(itertools.product(names, asked)), "a result is lost"
    assert _SCORED in asked
    return results


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """What the honest implementations give alone."""
    return _run(_HONEST, _PATTERN, cwd=tmp_path_factory.mktemp("alone"), mark="alone")


def _of(results: Rows, names: Sequence[str]) -> Rows:
    return [row for row in results if row["implementation"] in names]


def _check(results: Rows, names: Sequence[str]) -> None:
    """Nothing that misbehaves agrees, except where it refuses what it should."""
    for row in _of(results, names):
        if row["vector"] == _SCORED:
            assert row["verdict"] in ("error", "disagree"), row
        elif row["verdict"] == "agree":
            assert row["outcome"]["kind"] == "raised", row
            assert vectors()[row["vector"]].expected.outcome == "raised", row


def test_the_campaign_is_large_enough() -> None:
    assert len({*functions.FAILING, *functions.HANGING}) >= 60
    assert len({*programs.FAILING, *programs.HANGING, *programs.BEGINNING}) >= 60


@pytest.mark.parametrize("names", _batches(_FAILING), ids=itertools.count())
def test_misbehaving_implementations_fail_without_affecting_others(
    names: Sequence[str], undisturbed: Rows, tmp_path: Path, mark: str
) -> None:
    results = _run([*_HONEST, *names], _PATTERN, cwd=tmp_path, mark=mark)
    _check(results, names)
    assert _of(results, _HONEST) == undisturbed
    assert {row["verdict"] for row in undisturbed} <= {"agree", "diverge"}


def test_hanging_implementations_fail_in_time(undisturbed: Rows, tmp_path: Path, mark: str) -> None:
    results = _run([*_HONEST, *_HANGING], _SCORED, "--timeout", "2", cwd=tmp_path, mark=mark)
    for row in _of(results, _HANGING):
        assert row["verdict"] == "error"
        assert row["outcome"]["error"] in ("Timeout", "Crashed"), row
    alone = [row for row in undisturbed if row["vector"] == _SCORED]
    assert _of(results, _HONEST) == alone


@pytest.mark.parametrize("name", programs.BEGINNING)
def test_implementations_that_do_not_start_are_reported(name: str, tmp_path: Path, mark: str) -> None:
    done = _command("smoke", _program(name), "--budget", "20", cwd=tmp_path, mark=mark)
    assert done.returncode in (2, 4, 5)
    assert done.returncode == 4 or done.stderr
    assert "\x1b" not in done.stdout + done.stderr


#: Each command that asks implementations, and what it asks for.
_COMMANDS = (
    "smoke NAME",
    "identify NAME -m wer",
    "axioms NAME -m wer",
    "diff hyp -r ref -m wer -i native -i NAME",
    "explain native NAME hyp -r ref -m wer",
    "drift NAME native -m wer -k wer-no",
)


@pytest.mark.parametrize("command", _COMMANDS)
@pytest.mark.parametrize("shift", range(2))
def test_no_command_ends_early_or_is_green(command: str, shift: int, tmp_path: Path, mark: str) -> None:
    for file, text in (("hyp", "a b c\n"), ("ref", "a b d\n")):
        (tmp_path / file).write_text(text, encoding="utf-8")
    for name in _FAILING[_COMMANDS.index(command) + shift * len(_COMMANDS) :: 15 * len(_COMMANDS)]:
        done = _command(*(word.replace("NAME", name) for word in command.split()), cwd=tmp_path, mark=mark)
        assert done.returncode in (1, 2, 4, 5), (name, done.stdout, done.stderr)
        assert done.stdout or done.stderr, name
