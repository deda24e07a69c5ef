"""samescore: do two implementations of a text metric give the same score, and if not, why?

>>> import samescore
>>> corpus = samescore.Corpus.from_segments(["the cat sat"], [["the cat sat"]])
>>> samescore.score("bleu", corpus, like="nltk.sentence_bleu", smoothing="nltk-3").value
0.8408964152537145
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from samescore._version import __version__ as __version__
from samescore.on_demand import on_demand

if TYPE_CHECKING:
    from samescore.data.corpus import Corpus, Segment
    from samescore.data.labels import Confusion, Labels, ScoredLabels
    from samescore.data.likelihoods import Choices, TokenLogProbs
    from samescore.data.trained import CountedTexts, with_training
    from samescore.errors import DataError, InputError, MetricError, SamescoreError, SettingsError, UnknownNameError
    from samescore.implementations import implementation
    from samescore.outcome import Crashed, Outcome, Raised, Score, Trace, Unavailable, Undefined, Unsupported
    from samescore.settings import Settings
    from samescore.verbs.check import cases, check_implementation
    from samescore.verbs.diff import diff
    from samescore.verbs.run import run
    from samescore.verbs.score import NativeScore, Result, parse_signature, score

#: The public names by module, which is imported when one of them is first used.
_HOMES = {
    "data.corpus": ("Corpus", "Segment"),
    "data.labels": ("Confusion", "Labels", "ScoredLabels"),
    "data.likelihoods": ("Choices", "TokenLogProbs"),
    "data.trained": ("CountedTexts", "with_training"),
    "errors": ("DataError", "InputError", "MetricError", "SamescoreError", "SettingsError", "UnknownNameError"),
    "implementations": ("implementation",),
    "outcome": ("Crashed", "Outcome", "Raised", "Score", "Trace", "Unavailable", "Undefined", "Unsupported"),
    "settings": ("Settings",),
    "verbs.check": ("cases", "check_implementation"),
    "verbs.diff": ("diff",),
    "verbs.run": ("run",),
    "verbs.score": ("NativeScore", "Result", "parse_signature", "score"),
}

__all__ = [
    "Choices",
    "Confusion",
    "Corpus",
    "CountedTexts",
    "Crashed",
    "DataError",
    "InputError",
    "Labels",
    "MetricError",
    "NativeScore",
    "Outcome",
    "Raised",
    "Result",
    "SamescoreError",
    "Score",
    "ScoredLabels",
    "Segment",
    "Settings",
    "SettingsError",
    "TokenLogProbs",
    "Trace",
    "Unavailable",
    "Undefined",
    "UnknownNameError",
    "Unsupported",
    "cases",
    "check_implementation",
    "diff",
    "implementation",
    "parse_signature",
    "run",
    "score",
    "with_training",
]

if not TYPE_CHECKING:  # a type checker knows the names, and no others
    __getattr__ = on_demand(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
