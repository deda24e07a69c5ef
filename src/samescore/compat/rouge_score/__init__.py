"""rouge-score's names over the native metrics: ``from samescore.compat.rouge_score import rouge_scorer``.

Not offered: tokenizers of the caller's, the aggregator of resamples, the command.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.compat.modules import module
from samescore.compat.native import modelled
from samescore.compat.rouge_score import rouge_scorer, scoring
from samescore.compat.rouge_score.rouge_scorer import NEWEST, RougeScorer

__all__ = ["NEWEST", "rouge_scorer", "scoring"]


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules; raises `UnknownNameError` for other releases."""
    model = modelled("rouge_score", release, "rouge-l", "rougeL", "0.0.2")
    scorer = RougeScorer if release == NEWEST else type("RougeScorer", (RougeScorer,), {"model": model})
    return module(
        "rouge_score",
        rouge_scorer=module("rouge_score.rouge_scorer", RougeScorer=scorer),
        scoring=module("rouge_score.scoring", Score=scoring.Score),
    )
