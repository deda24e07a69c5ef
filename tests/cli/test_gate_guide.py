"""The guide to the gate, followed literally: what its commands print is what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.command import call_program

pytestmark = [pytest.mark.slow, pytest.mark.once]

_GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "gate.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```(console|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_guide_shows_what_its_commands_print(tmp_path: Path) -> None:
    printed: list[str] = []
    codes: list[int] = []
    shown = 0
    for kind, text in _BLOCK.findall(_GUIDE):
        if kind == "text":
            _check(text.splitlines(), printed)
            shown += 1
            continue
        printed.clear()
        for command, below in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            if file := re.fullmatch(r"cat > ([\w.]+) <<'EOF'", command):
                (tmp_path / file[1]).write_text(below.removesuffix("EOF\n"), encoding="utf-8")
            elif command.startswith("sed -i "):
                _replace(tmp_path, *shlex.split(command)[2:])
            else:
                program, *arguments = shlex.split(command)
                assert program == "samescore"
                done = call_program(*arguments, cwd=tmp_path, PYTHONPATH=str(tmp_path))
                printed += done.stdout.splitlines()
                codes.append(done.returncode)
    assert shown == 3
    assert codes == [0, 0, 1, 1, 0], "the changed function also fails golden vectors, which the gate does not mind"
    assert (tmp_path / "baseline.jsonl").read_text(encoding="utf-8").count('"reason":"matches as in 1.0"') == 1


def _check(shown: list[str], printed: list[str]) -> None:
    """Each shown line is printed, in order; three dots stand for anything, in a line or as one."""
    rest = iter(printed)
    for line in shown:
        if line != "...":
            pattern = ".*".join(map(re.escape, line.split("...")))
            assert any(re.fullmatch(pattern, text) for text in rest), line


def _replace(folder: Path, expression: str, name: str) -> None:
    """Replace a text in a file, as ``sed -i s/OLD/NEW/`` does."""
    match = re.fullmatch(r"s/(.*)/(.*)/", expression)
    assert match is not None
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(match[1]) == 1
    (folder / name).write_text(text.replace(match[1], match[2]), encoding="utf-8")
