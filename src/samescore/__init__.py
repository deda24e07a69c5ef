"""samescore: do two implementations of a text metric give the same score, and if not, why?

>>> import samescore
>>> corpus = samescore.Corpus.from_segments(["the cat sat"], [["the cat sat"]])
>>> samescore.score("bleu", corpus, like="nltk.sentence_bleu", smoothing="nltk-3").value
0.8408964152537145
"""

from __future__ import annotations

from samescore._version import __version__ as __version__
from samescore.data.corpus import Corpus, Segment
from samescore.data.labels import Confusion, Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.trained import CountedTexts, with_training
from samescore.errors import (
    DataError,
    InputError,
    MetricError,
    SamescoreError,
    SettingsError,
    UnknownNameError,
)
from samescore.implementations import implementation
from samescore.outcome import Crashed, Outcome, Raised, Score, Trace, Unavailable, Undefined, Unsupported
from samescore.settings import Settings
from samescore.verbs.check import cases, check_implementation
from samescore.verbs.diff import diff
from samescore.verbs.run import run
from samescore.verbs.score import NativeScore, parse_signature, score

#: The same, under the name that it had first.
Result = NativeScore

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
