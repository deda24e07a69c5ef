"""A working folder that was deleted is one clear error of every command, and of functions that need it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from samescore.cli.commands import commands
from tests.command import PROGRAM

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder that is in use")

_SAID = "the working folder {} no longer exists\n  hint: change to an existing folder (cd) and try again\n"


def _in_a_gone_folder(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    (folder / "gone").mkdir()
    script = 'cd "$0" && rmdir "$0" && exec "$@"'
    words = ["sh", "-c", script, str(folder / "gone"), *command]
    return subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


#: CPython 3.13.0 raises a SystemError for `import socket` where the working folder is gone; 3.13.1 does not.
_imports_sockets = pytest.mark.skipif(
    sys.version_info[:3] == (3, 13, 0), reason="CPython 3.13.0 cannot import its module socket there"
)


@pytest.mark.once
@pytest.mark.parametrize("name", sorted(commands.commands))
def test_every_command_names_it(tmp_path: Path, name: str) -> None:
    done = _in_a_gone_folder(tmp_path, *PROGRAM, name)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"samescore: {_SAID.format(tmp_path / 'gone')}")


@pytest.mark.once
@pytest.mark.parametrize(
    "words",
    [
        ("score", "h", "-r", "h"),
        ("run", "native", "-m", "mcc"),
        ("demo", "--no-page"),
        ("identify", "py:a:b", "-m", "wer"),
    ],
)
def test_so_do_commands_with_arguments(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = _in_a_gone_folder(tmp_path, *PROGRAM, *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"samescore: {_SAID.format(tmp_path / 'gone')}")


@pytest.mark.once
@pytest.mark.parametrize("words", [("--version",), ("--help",), ("score", "--help")])
def test_help_needs_no_folder(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = _in_a_gone_folder(tmp_path, *PROGRAM, *words)
    assert done.returncode == 0, done.stderr


def _python(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    return _in_a_gone_folder(folder, sys.executable, "-c", f"import samescore\n{code}")


@_imports_sockets
@pytest.mark.parametrize(
    "code",
    [
        "samescore.run(['py:mine:wer'], metrics=['wer'])",
        "samescore.identify('py:mine:wer', 'wer')",
        "samescore.audit('claims.jsonl')",
        "samescore.check_implementation('py:mine:wer', 'wer')",
    ],
)
def test_a_function_that_needs_the_folder_names_it(tmp_path: Path, code: str) -> None:
    done = _python(tmp_path, f"try:\n    {code}\nexcept samescore.InputError as problem:\n    print(problem)\n")
    assert f"the working folder {tmp_path / 'gone'} no longer exists" in done.stdout, done.stderr


def test_a_score_of_what_is_at_hand_needs_none(tmp_path: Path) -> None:
    done = _python(tmp_path, "print(samescore.score('wer', ['a'], ['b']).value)\n")
    assert (done.stdout, done.stderr) == ("1.0\n", "")
