"""Read the documentation for tests: the code blocks of a page, and the output of its commands.

The ``console`` blocks of a page are run in one shell, from top to bottom. A line that starts with ``$`` is a command, with
the lines of its here-document; the lines below it are its output. A ``text`` block shows the output of the commands since
the last ``text`` block. Three dots on a separate line stand for any lines.

A comment before a block describes it::

    <!-- exit code: 1 -->           the exit code of the last command of the block, if it is not 0
    <!-- not run: needs the network --> the block is not run, for one of the reasons in `REASONS`
    <!-- from: examples/x.py -->    the block is an excerpt of this file
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

TOP = Path(__file__).resolve().parents[1]
#: The paths of all pages from the top of the repository.
PAGES = sorted(
    str(path.relative_to(TOP)) for path in (TOP / "README.md", TOP / "CONTRIBUTING.md", *(TOP / "docs").glob("*.md"))
)
#: The allowed reasons for not running a block.
REASONS = (
    "needs the network",  # installs packages, or asks released versions
    "needs files of the reader",  # a form to fill in
    "takes minutes",  # the test suite and the benchmarks themselves
    "a drawing",  # no code
)
_COMMENT = re.compile(r"<!-- (exit code|not run|from): (.+?) -->\s*$")
_HERE = re.compile(r"<<'(\w+)'")


@dataclass(frozen=True, slots=True)
class Block:
    """One code block of a page."""

    page: str
    #: The number of its first line, from 1.
    line: int
    language: str
    text: str
    #: The comment before it, such as ``("not run", "needs the network")``.
    comment: tuple[str, str] | None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def exit_code(self) -> int:
        """The expected exit code of the last command."""
        return int(self.comment[1]) if self.comment and self.comment[0] == "exit code" else 0

    @property
    def run(self) -> bool:
        """Whether the block is run."""
        return self.comment is None or self.comment[0] != "not run"


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a ``console`` block, and the lines that are shown below it."""

    text: str
    shown: str


def blocks(page: str) -> list[Block]:
    """Return the code blocks of a page, in order."""
    found, comment = [], None
    for token in MarkdownIt().parse((TOP / page).read_text(encoding="utf-8")):
        directive = token.info.startswith("{")  # which Sphinx carries out
        if token.type in ("fence", "code_block") and not directive:
            assert token.map
            found.append(Block(page, token.map[0] + 1, token.info.strip(), token.content, comment))
        if token.type == "html_block" and (match := _COMMENT.search(token.content)):
            comment = match[1], match[2]
        elif not token.type.endswith(("_open", "_close")):
            comment = None
    return found


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a ``console`` block."""
    lines = iter(block.text.splitlines())
    typed: list[str] = []
    shown: list[str] = []
    for line in lines:
        if not line.startswith("$ "):
            assert typed, f"{block}: a console block begins with $"
            shown.append(line)
            continue
        if typed:
            yield Command("\n".join(typed), "\n".join(shown))
        typed, shown = [line[2:]], []
        while typed[-1].endswith("\\"):
            typed.append(next(lines))
        if here := _HERE.search(line):
            while typed[-1] != here[1]:
                typed.append(next(lines))
    yield Command("\n".join(typed), "\n".join(shown))


def installed(page: str) -> list[str]:
    """Return the packages that the commands of a page install with pip, such as ``./samescore`` and ``pytest``."""
    found = []
    for block in blocks(page):
        if block.language == "console":
            for command in commands(block):
                for arguments in re.findall(r"python -m pip install ([^&|;\n]+)", command.text):
                    found += shlex.split(arguments)
    return found


def follow(page: str, folder: Path, seconds: float = 300, python: str = sys.executable) -> int:
    """Run every command of a page in one shell in `folder`, and return the number of outputs that were compared.

    `python` is the interpreter whose packages the commands use. Raises `AssertionError`, which names the block, if the
    exit code or the output of a command differs from the page.
    """
    places = [block for block in blocks(page) if block.run and block.language in ("console", "text")]
    results = iter(results_of(places, folder, seconds, python))
    compared, printed = 0, ""
    for block in places:
        if block.language == "text":
            assert_shown(block.text, printed, str(block))
            compared, printed = compared + 1, ""
            continue
        ends = list(commands(block))
        for number, command in enumerate(ends, 1):
            code, output, errors = next(results)
            expected = block.exit_code if number == len(ends) else 0
            if not _tells_the_code(ends[number:], places[places.index(block) + 1 :]):
                assert code == expected, f"{block}: {command.text!r} ends with {code}: {errors or output}"
            if command.shown.strip():
                assert_shown(command.shown, output + errors, str(block))
                compared += 1
            else:
                printed += output + errors
    return compared


def results_of(
    places: list[Block], folder: Path, seconds: float, python: str = sys.executable
) -> list[tuple[int, str, str]]:
    """Return the exit code, output and errors of each command of these blocks, run in one shell in `folder`."""
    shutil.copytree(TOP / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    typed = [command.text for block in places if block.language == "console" for command in commands(block)]
    return _typed(typed, folder, seconds, python)


def _tells_the_code(rest: list[Command], later: list[Block]) -> bool:
    """Return whether the next command of the page shows the exit code."""
    if not rest:
        console = next((block for block in later if block.language == "console"), None)
        rest = list(commands(console)) if console else []
    return bool(rest) and rest[0].text == "echo $?"


def _typed(typed: list[str], folder: Path, seconds: float, python: str) -> list[tuple[int, str, str]]:
    """Return the exit code, output and errors of each command, in one shell."""
    programs, outputs = folder / ".programs", folder / ".outputs"
    for made in (programs, outputs):
        made.mkdir()
    # What a page installs is installed here, or the page is skipped.
    _program(programs / "python", 'case "$*" in "-m pip install "*) ;; *) exec "$TEST_PYTHON" "$@" ;; esac')
    _program(programs / "git", 'mkdir -p "$(basename "$2")"')  # git clone
    # As the installed script starts it: the working directory is not on the path of modules.
    started = "import sys; del sys.path[0]; from samescore.cli import main; main()"
    _program(programs / "samescore", f'exec "$TEST_PYTHON" -c "{started}" "$@"')
    script = []
    for number, command in enumerate(typed):
        place = f'"$TEST_OUTPUTS"/{number}'
        script.append(f"{{ {command}\n}} >{place}.out 2>{place}.err\ncode=$?; echo $code >{place}.code; (exit $code)")
    environment = {
        **os.environ,
        "COLUMNS": "80",
        "HOME": str(folder),
        "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "TEST_OUTPUTS": str(outputs),
        "TEST_PYTHON": python,
        "XDG_STATE_HOME": str(folder / ".state"),
    }
    subprocess.run(
        [shutil.which("bash") or "bash", "-c", "\n".join(script)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=seconds,
        check=False,
    )

    def read(number: int, suffix: str) -> str:
        path = outputs / f"{number}.{suffix}"
        assert path.exists(), f"the shell stopped before {typed[number]!r}"
        return path.read_text(encoding="utf-8")

    return [(int(read(n, "code")), read(n, "out"), read(n, "err")) for n in range(len(typed))]


def _program(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


def assert_shown(shown: str, printed: str, where: str) -> None:
    """Assert that the shown lines are printed: consecutive ones, with any lines for three dots; blank lines do not count."""
    rest = [_narrow(line) for line in printed.splitlines() if line.strip()]
    parts = [
        [_narrow(line) for line in part.splitlines() if line.strip()]
        for part in re.split(r"^ *\.\.\.$", shown, flags=re.MULTILINE)
    ]
    assert any(parts), f"{where}: nothing is shown"
    for part in filter(None, parts):
        starts = [n for n, line in enumerate(rest) if line == part[0]]
        best = max(starts, key=lambda start: _equal(rest[start:], part), default=0)
        alike = _equal(rest[best:], part) if starts else 0
        assert alike == len(part), (
            f"{where}: the page shows {part[alike]!r}, which is not printed there; now it is\n" + "\n".join(rest)
        )
        rest = rest[best + len(part) :]


def _narrow(line: str) -> str:
    """Return a line with the least space between columns, because their width depends on the rest of the table."""
    return re.sub(r"(?<=\S) {2,}", "  ", line.rstrip())


def _equal(lines: list[str], part: list[str]) -> int:
    """Return the number of lines that are equal from the start on."""
    count = 0
    for line, other in zip(lines, part, strict=False):
        if line != other:
            break
        count += 1
    return count
