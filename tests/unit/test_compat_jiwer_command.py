"""The command of `samescore.compat.jiwer`: its output for rates worked by hand, and its errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from samescore.compat.jiwer.command import main

#: Lines of one character are skipped, also the second ones here, and a line end may be Windows'.
_FILES = {
    "references": "the cat is here\r\nb\nhello world\n",
    "hypotheses": "the cat was here\na\n\nhello\n",
    "short": "the cat\n",
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in _FILES.items():
        Path(name).write_bytes(text.encode())


def _run(*options: str, references: str = "references", hypotheses: str = "hypotheses") -> Result:
    return CliRunner().invoke(main, ["-r", references, "-h", hypotheses, *options])


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        ((), 2 / 6),  # is/was, and world is missing
        (("--cer",), 8 / 26),  # i/w, +a; " world" is missing: 2 + 6 of 15 + 11 characters
        (("--global",), 2 / 6),
    ],
)
def test_the_rate_of_the_lines_of_two_characters_or_more(options: tuple[str, ...], printed: float) -> None:
    done = _run(*options)
    assert (done.exit_code, done.stdout) == (0, f"{printed}\n")


def test_files_as_one_text_may_have_different_numbers_of_lines() -> None:
    """Of six words the last four are missing."""
    assert _run("-g", hypotheses="short").stdout == f"{4 / 6}\n"


def test_the_alignment_of_lines_with_errors_and_the_rates() -> None:
    printed = _run("-a").stdout
    assert "REF: the cat  is here\nHYP: the cat was here\n               S     \n" in printed
    assert "REF: hello world\nHYP: hello *****\n               D\n" in printed
    assert "wer=33.33%" in printed


def test_errors_are_one_line_and_name_the_remedy() -> None:
    done = _run(hypotheses="short")
    assert done.exit_code == 1
    assert "references has 2 lines of two characters or more, and short has 1" in done.stderr
    assert "--global" in done.stderr
    assert "cannot read none" in _run(hypotheses="none").stderr
    Path("latin").write_bytes("über\n".encode("latin-1"))
    assert "latin is not UTF-8" in _run(hypotheses="latin").stderr
    assert _run("--unknown").exit_code == 2
