"""samescore: do two implementations of a text metric give the same score, and if not, why?

>>> import samescore
>>> samescore.score("bleu", ["the cat sat"], ["the cat sat"], like="nltk.sentence_bleu", smoothing="nltk-3").value
0.8408964152537145
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from samescore._version import __version__ as __version__
from samescore.on_demand import on_demand

if TYPE_CHECKING:
    from samescore.api.audit import AuditResult, audit
    from samescore.api.compare import CompareResult, compare
    from samescore.api.diff import DiffResult, diff
    from samescore.api.drift import DriftResult, drift
    from samescore.api.explain import AccountResult, CrossingResult, ExplainResult, explain
    from samescore.api.fuzz import FuzzResult, fuzz
    from samescore.api.identify import IdentifyResult, identify
    from samescore.api.results import MissingPackageError
    from samescore.api.run import RunResult, run
    from samescore.api.score import ScoreResult, score
    from samescore.data.annotations import Annotations
    from samescore.data.class_scores import ClassScores
    from samescore.data.comparison import Comparison, Numbers
    from samescore.data.corpus import Corpus, Segment
    from samescore.data.label_sets import LabelSets
    from samescore.data.labels import Confusion, Labels, ScoredLabels
    from samescore.data.likelihoods import Choices, TokenLogProbs
    from samescore.data.ratings import Ratings
    from samescore.data.rewrites import Rewrites
    from samescore.data.sampled_responses import SampledResponses
    from samescore.data.supported_answers import SupportedAnswers
    from samescore.data.tagged import Tagged
    from samescore.data.trained import CountedTexts, with_training
    from samescore.data.weighted_labels import WeightedLabels
    from samescore.data.weighted_scores import WeightedScores
    from samescore.errors import DataError, InputError, MetricError, SamescoreError, SettingsError, UnknownNameError
    from samescore.implementations import implementation
    from samescore.outcome import Crashed, Outcome, Raised, Score, Trace, Unavailable, Undefined, Unsupported
    from samescore.settings import Settings
    from samescore.verbs.check import cases, check_implementation
    from samescore.verbs.classification_report import classification_report
    from samescore.verbs.entity_report import entity_report
    from samescore.verbs.score import NativeScore, Result, parse_signature

#: The public names by module, which is imported when one of them is first used.
_HOMES = {
    "api.audit": ("AuditResult", "audit"),
    "api.compare": ("CompareResult", "compare"),
    "api.diff": ("DiffResult", "diff"),
    "api.drift": ("DriftResult", "drift"),
    "api.explain": ("AccountResult", "CrossingResult", "ExplainResult", "explain"),
    "api.fuzz": ("FuzzResult", "fuzz"),
    "api.identify": ("IdentifyResult", "identify"),
    "api.results": ("MissingPackageError",),
    "api.run": ("RunResult", "run"),
    "api.score": ("ScoreResult", "score"),
    "data.class_scores": ("ClassScores",),
    "data.comparison": ("Comparison", "Numbers"),
    "data.corpus": ("Corpus", "Segment"),
    "data.label_sets": ("LabelSets",),
    "data.labels": ("Confusion", "Labels", "ScoredLabels"),
    "data.likelihoods": ("Choices", "TokenLogProbs"),
    "data.ratings": ("Ratings",),
    "data.rewrites": ("Rewrites",),
    "data.annotations": ("Annotations",),
    "data.sampled_responses": ("SampledResponses",),
    "data.supported_answers": ("SupportedAnswers",),
    "data.tagged": ("Tagged",),
    "data.trained": ("CountedTexts", "with_training"),
    "data.weighted_labels": ("WeightedLabels",),
    "data.weighted_scores": ("WeightedScores",),
    "errors": ("DataError", "InputError", "MetricError", "SamescoreError", "SettingsError", "UnknownNameError"),
    "implementations": ("implementation",),
    "outcome": ("Crashed", "Outcome", "Raised", "Score", "Trace", "Unavailable", "Undefined", "Unsupported"),
    "settings": ("Settings",),
    "verbs.check": ("cases", "check_implementation"),
    "verbs.classification_report": ("classification_report",),
    "verbs.entity_report": ("entity_report",),
    "verbs.score": ("NativeScore", "Result", "parse_signature"),
}

__all__ = [
    "AccountResult",
    "Annotations",
    "AuditResult",
    "Choices",
    "ClassScores",
    "CompareResult",
    "Comparison",
    "Confusion",
    "Corpus",
    "CountedTexts",
    "Crashed",
    "CrossingResult",
    "DataError",
    "DiffResult",
    "DriftResult",
    "ExplainResult",
    "FuzzResult",
    "IdentifyResult",
    "InputError",
    "LabelSets",
    "Labels",
    "MetricError",
    "MissingPackageError",
    "NativeScore",
    "Numbers",
    "Outcome",
    "Raised",
    "Ratings",
    "Result",
    "Rewrites",
    "RunResult",
    "SamescoreError",
    "SampledResponses",
    "Score",
    "ScoreResult",
    "ScoredLabels",
    "Segment",
    "Settings",
    "SettingsError",
    "SupportedAnswers",
    "Tagged",
    "TokenLogProbs",
    "Trace",
    "Unavailable",
    "Undefined",
    "UnknownNameError",
    "Unsupported",
    "WeightedLabels",
    "WeightedScores",
    "audit",
    "cases",
    "check_implementation",
    "classification_report",
    "compare",
    "diff",
    "drift",
    "entity_report",
    "explain",
    "fuzz",
    "identify",
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
