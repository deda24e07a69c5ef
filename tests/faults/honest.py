"""The function that misbehaving functions and programs must not disturb: ``py:honest:wer``."""

from __future__ import annotations

from samescore import Corpus, score


def wer(hypotheses: list[str], references: list[list[str]]) -> float:
    """Return the word error rate."""
    return score("wer", Corpus.from_segments(hypotheses, references)).value


wer.samescore = {"metric": "wer"}  # type: ignore[attr-defined]  # how a function is described
