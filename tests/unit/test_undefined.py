"""A score that is no finite number is the one that the package returns: nan, or an infinite one."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from samescore import Corpus, Labels, score
from tests.command import call


@pytest.mark.parametrize("name", ["wer", "cer"])
def test_torchmetrics_divides_by_a_reference_without_words(name: str) -> None:
    """Recorded from torchmetrics 1.9.0: a tensor divided by 0."""

    def rate(hypothesis: str) -> float:
        return score(name, Corpus.from_segments([hypothesis], [[""]]), like="torchmetrics").value

    assert rate("a b") == math.inf
    assert math.isnan(rate(""))


def test_the_command_prints_it(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("a b\n", encoding="utf-8")
    (tmp_path / "r").write_text("\n", encoding="utf-8")
    printed = call("score", "h", "-r", "r", "--like", "torchmetrics.word_error_rate", cwd=tmp_path)
    assert printed.stdout.splitlines()[0] == "inf"


def test_adjusted_balanced_accuracy_of_a_single_class() -> None:
    """Recorded from scikit-learn 1.9.1: (recall - 1) / 0."""

    def adjusted(*predicted: str) -> float:
        labels = Labels(gold=["a"] * len(predicted), predicted=predicted)
        return score("balanced-accuracy", labels, like="sklearn", adjusted=True).value

    assert math.isnan(adjusted("a", "a"))
    assert adjusted("a", "b") == -math.inf
