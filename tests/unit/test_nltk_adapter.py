"""The statistics of BLEU that the adapter of NLTK returns as stages, counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("nltk.translate.bleu_score")

from samescore.implementations.adapters.nltk import _bleu_stages

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _stages(hypotheses: list[str], references: list[list[str]], order: int = 4) -> dict[str, Any]:
    split = [[text.split() for text in group] for group in references]
    stages: dict[str, Any] = _bleu_stages(split, [text.split() for text in hypotheses], {"max_order": order})
    return stages


def test_every_order_is_counted() -> None:
    assert _stages(["a b c d"], [["a b x d"]]) == {"c": 4, "r": 4, "matches": [3, 1, 0, 0], "totals": [4, 3, 2, 1]}
    assert _stages(["a b c d"], [["a b x d"]], 2) == {"c": 4, "r": 4, "matches": [3, 1], "totals": [4, 3]}


def test_segments_are_added_and_the_closest_reference_counts() -> None:
    """NLTK counts at least one n-gram of each order for each segment, and clips by the best reference."""
    hypotheses, references = ["a a b", "c"], [["a b", "a a b c d"], ["c d e", "x"]]
    assert _stages(hypotheses, references) == {"c": 4, "r": 3, "matches": [4, 2, 1, 0], "totals": [4, 3, 2, 2]}
