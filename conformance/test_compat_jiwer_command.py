"""``python -m samescore.compat.jiwer`` against jiwer's command: the same bytes on stdout."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from conformance.peers import need
from samescore.compat.jiwer.command import main
from samescore.implementations import installed_package

_ENDS = ["\n", "\r\n", "\n\n", "\na\n"]
_WORDS = ["the", "cat", "sat", "a", "x", "Mat", ".", "dog,", "café", "你好", "\x85", "\t", " "]


@pytest.mark.parametrize("options", ["", "-c", "-a", "-a -c", "-g", "-g -c", "-g -a"])
def test_the_command_prints_the_same(options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need(installed_package("jiwer"))
    monkeypatch.chdir(tmp_path)
    rng = random.Random(options)
    for name in ("references", "hypotheses"):
        lines = [" ".join(rng.choices(_WORDS, k=rng.randrange(1, 9))) + "ab" for _ in range(20)]
        text = "".join(f"{line}{rng.choice(_ENDS)}" for line in lines)
        Path(name).write_bytes(text.encode())
    arguments = ["-r", "references", "-h", "hypotheses", *options.split()]
    command = [sys.executable, "-c", "from jiwer.cli import cli; cli()", *arguments]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - the installed package
    assert CliRunner().invoke(main, arguments).stdout_bytes == done.stdout
