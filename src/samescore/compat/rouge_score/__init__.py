"""rouge-score's names backed by the native metrics: ``from samescore.compat.rouge_score import rouge_scorer``.

The command and the package's internal modules are not offered.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from samescore.compat.modules import module
from samescore.compat.native import modelled
from samescore.compat.rouge_score import rouge_scorer, scoring, tokenizers
from samescore.compat.rouge_score.releases import NEWEST

__all__ = ["NEWEST", "rouge_scorer", "scoring", "tokenizers"]


@cache
def of_release(release: str) -> ModuleType:
    """Return the package's module as of a release, with its submodules.

    Raises `UnknownNameError` for a release that is not modelled.
    """
    model = modelled("rouge_score", release, "rouge-l", "rougeL", "0.0.2")
    kinds: dict[str, type] = {
        kind.__name__: kind if release == NEWEST else type(kind.__name__, (kind,), {"model": model})
        for kind in (rouge_scorer.RougeScorer, scoring.BootstrapAggregator, tokenizers.DefaultTokenizer)
    }
    return module(
        "rouge_score",
        rouge_scorer=module("rouge_score.rouge_scorer", RougeScorer=kinds["RougeScorer"]),
        scoring=module(
            "rouge_score.scoring",
            Score=scoring.Score,
            AggregateScore=scoring.AggregateScore,
            BaseScorer=scoring.BaseScorer,
            BootstrapAggregator=kinds["BootstrapAggregator"],
            fmeasure=scoring.fmeasure,
        ),
        tokenize=module("rouge_score.tokenize", tokenize=tokenizers.tokenize),
        tokenizers=module(
            "rouge_score.tokenizers",
            Tokenizer=tokenizers.Tokenizer,
            DefaultTokenizer=kinds["DefaultTokenizer"],
        ),
    )
