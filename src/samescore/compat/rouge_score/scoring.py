"""rouge-score's result (``rouge_score.scoring``)."""

from __future__ import annotations

from typing import NamedTuple


class Score(NamedTuple):
    """Precision, recall and F of two texts, in 0..1."""

    precision: float
    recall: float
    fmeasure: float
