"""``python -m samescore.compat.sacrebleu`` against sacreBLEU's command: the same bytes on stdout."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.peers import need
from samescore.compat.sacrebleu.command import main
from samescore.implementations import installed_package

_WORDS = ["the", "cat", "sat", "on", "a", "Mat", ".", "dog,", "ran", "|", "=", "(", "5.0", "café", "你好", "\x85", "x"]
_COMMANDS = [
    "r1 r2 -i h_1",
    "r1 -i h_1 -m ter chrf bleu -f text -w 3",
    "r1 r2 -i h_1 -m bleu chrf -b --short -f text",
    "r1 -i h_1 -m bleu chrf ter --confidence -cin 20",
    "r1 -i h_1 -m chrf --chrf-word-order 2 --chrf-lowercase --chrf-whitespace -ci -cin 20 -f text",
    "r1 r2 -i h_1 -sl -w 2 -s add-k -sv 2 -tok intl -lc",
    "tabs -nr 2 -i h_1 -m chrf -sl --short --chrf-beta 1 -cc 3 --chrf-eps-smoothing",
    "r1 -i h_1 -sl -m ter --ter-normalized --ter-no-punct --ter-asian-support --ter-case-sensitive -b",
    "r1 -i h_1 h2 h3 -m bleu chrf ter -l en-zh",
    "r1 r2 -i h_1 h2 h3 -m bleu chrf ter -f text -w 2 --short",
    "r1 -i h_1 h2 -m ter bleu -f latex -s floor",
    "r1 -i h_1 h2 h3 h_1 --paired-bs -pbsn 20",
    "r1 -i h_1 h2 -m bleu --paired-ar -parn 20",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of references and hypotheses, and a file with two columns."""
    need(installed_package("sacrebleu"))
    made, rng = tmp_path_factory.mktemp("command"), random.Random(1)
    for name in ("r1", "r2", "h_1", "h2", "h3", "tabs"):
        lines = (_line(rng) + (f"\t{_line(rng)} end" if name == "tabs" else "") for _ in range(12))
        (made / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
    return made


def _line(rng: random.Random) -> str:
    return " ".join(rng.choices(_WORDS, k=rng.randrange(9)))


def _of_package(arguments: list[str], folder: Path, given: bytes = b"") -> bytes:
    command = [sys.executable, "-m", "sacrebleu", *arguments]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, input=given, capture_output=True, check=True, env=environment)  # noqa: S603 - the installed package
    return done.stdout


@pytest.mark.parametrize("command", _COMMANDS)
def test_the_command_prints_the_same(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(folder)
    main(command.split())
    assert capsysbinary.readouterr().out == _of_package(command.split(), folder)


@pytest.mark.parametrize("columns", [1, 2])
def test_hypotheses_come_from_stdin(
    columns: int, folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    given = (folder / ("tabs" if columns > 1 else "h2")).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    monkeypatch.chdir(folder)
    main(["r1", "-m", "bleu", "chrf"])
    assert capsysbinary.readouterr().out == _of_package(["r1", "-m", "bleu", "chrf"], folder, given)
