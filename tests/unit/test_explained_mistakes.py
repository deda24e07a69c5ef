"""The verb explain names the mistakes that give an answer, or a reported number, which the settings do not give."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_MISTAKEN = """
def by_hypothesis(hypotheses, references):
    return 3 / sum(len(text.split(" ")) for text in hypotheses)

by_hypothesis.samescore = {"metric": "wer"}
"""


@pytest.mark.parametrize("arguments", [("native",), ()], ids=["beside another one", "alone"])
def test_a_mistake_that_gives_the_answer_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Three words are missing: 3 errors for 12 words, but the program divides by the 9 words of the hypotheses."""
    (tmp_path / "mistaken.py").write_text(_MISTAKEN, encoding="utf-8")
    (tmp_path / "hyp").write_text("the cat sat\non the mat\nall the day\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the black cat sat\non the red mat\nall the long day\n", encoding="utf-8")
    named = ["explain", *arguments, "py:mistaken:by_hypothesis", "hyp", "-r", "ref", "-m", "wer"]
    shown = call(*named, cwd=tmp_path)
    assert "with the mistake divided-by-hypothesis: errors are divided by the length of the hypothesis" in shown.stdout
    assert "nexplained" not in shown.stdout


def test_a_reported_number_that_only_a_mistake_gives_is_found(tmp_path: Path) -> None:
    """Two errors, divided by the ten words of both texts."""
    (tmp_path / "hyp").write_text("a x c d e\n", encoding="utf-8")
    (tmp_path / "ref").write_text("a b c d f\n", encoding="utf-8")
    files = ["hyp", "-r", "ref", "-m", "wer"]
    shown = call("explain", "native", *files, "--reported", "0.20", cwd=tmp_path).stdout
    assert "mistake divided-by-both: errors are divided by the lengths of both texts together" in shown
    assert "divided-by-both" not in call("explain", "native", *files, "--reported", "0.21", cwd=tmp_path).stdout
