"""``samescore explain`` with one side."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import Corpus
from samescore.base.errors import UnknownNameError
from tests.command import call, records
from tests.explaining import account

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_an_unknown_side() -> None:
    with pytest.raises(UnknownNameError, match="no entry point for bleu"):
        account("native:jiwer", "bleu", Corpus.from_segments(["a cat"], [["the cat"]]))


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "hyp.txt").write_text("yes yes yes \x1b[31m [b] <i>\nthe cat\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("yes\nthe cat\n", encoding="utf-8")
    command = ("explain", "native:sacrebleu", "hyp.txt", "-r", "ref.txt", "-m", "ter")
    done = call(*command, "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    record, _ = records(done.stdout)
    assert record["type"] == "account"
    assert record["remarks"][0]["id"] == "more-edits-than-words"
    table = call(*command, cwd=tmp_path).stdout
    assert "Unusual properties" in table
    assert "\x1b" not in table
    shown = call(*command, "--format", "markdown", cwd=tmp_path).stdout
    assert "**more-edits-than-words: " in shown
    assert "\\[b\\] \\<i\\>" in shown
    (tmp_path / "saved.jsonl").write_text(done.stdout, encoding="utf-8")
    assert call("render", "saved.jsonl", cwd=tmp_path).stdout == table


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hyp.txt",), "the file of hypotheses is missing: hyp.txt"),
        (("native", "nltk"), "cannot read nltk: no such file"),
        (("native", "hyp.txt", "ref.txt"), "hyp.txt is a file, but the name of an implementation is expected"),
        (("native", "nltk", "jiwer", "hyp.txt"), "4 names were given; the limit is 3"),
    ],
)
def test_arguments_in_wrong_places(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    for name in ("hyp.txt", "ref.txt"):
        (tmp_path / name).write_text("a b\n", encoding="utf-8")
    done = call("explain", *arguments, "-r", "ref.txt", cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "hint: " in done.stderr
