"""samescore: do two implementations of a text metric give the same score, and if not, why?

>>> import samescore
>>> samescore.score("bleu", ["the cat sat"], ["the cat sat"], like="nltk.sentence_bleu", smoothing="nltk-3").value
0.8408964152537145
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from samescore.base.on_demand import on_demand
from samescore.base.version import __version__ as __version__

if TYPE_CHECKING:
    from samescore.base.errors import (
        DataError,
        InputError,
        MetricError,
        SamescoreError,
        SettingsError,
        UnknownNameError,
    )
    from samescore.base.outcome import Crashed, Outcome, Raised, Score, Trace, Unavailable, Undefined, Unsupported
    from samescore.data.annotations import Annotations
    from samescore.data.class_scores import ClassScores
    from samescore.data.comparison import Comparison, Numbers
    from samescore.data.corpus import Corpus, Segment
    from samescore.data.instructed_responses import InstructedResponses
    from samescore.data.label_sets import LabelSets
    from samescore.data.labels import Confusion, Labels
    from samescore.data.likelihoods import Choices, TokenLogProbs
    from samescore.data.rankings import Rankings
    from samescore.data.ratings import Ratings
    from samescore.data.rewrites import Rewrites
    from samescore.data.sampled_responses import SampledResponses
    from samescore.data.scored_labels import ScoredLabels
    from samescore.data.supported_answers import SupportedAnswers
    from samescore.data.tagged import Tagged
    from samescore.data.trained import CountedTexts, with_training
    from samescore.data.verdicts import Verdicts
    from samescore.implementations import implementation
    from samescore.metrics import parse_signature
    from samescore.metrics.significance.corrections import correct_p_values
    from samescore.python.audit import AuditResult, audit
    from samescore.python.compare import CompareResult, compare
    from samescore.python.diff import DiffResult, diff
    from samescore.python.drift import DriftResult, drift
    from samescore.python.explain import AccountResult, CrossingResult, ExplainResult, explain
    from samescore.python.fuzz import FuzzResult, fuzz
    from samescore.python.identify import IdentifyResult, identify
    from samescore.python.results import MissingPackageError
    from samescore.python.run import RunResult, run
    from samescore.python.score import ScoreResult, score
    from samescore.python.scorer import scorer
    from samescore.python.tokens import TokensResult, tokens
    from samescore.settings import Settings
    from samescore.verbs.judging.check import cases, check_implementation
    from samescore.verbs.scoring.classification_report import classification_report
    from samescore.verbs.scoring.entities import TaggedEntity, entities
    from samescore.verbs.scoring.entity_report import entity_report
    from samescore.verbs.scoring.score import NativeScore, Result
    from samescore.verbs.scoring.scorer import Scorer

#: The public names by the module that defines them; each module is imported on first use.
_HOMES = {
    "python.audit": ("AuditResult", "audit"),
    "python.compare": ("CompareResult", "compare"),
    "python.diff": ("DiffResult", "diff"),
    "python.drift": ("DriftResult", "drift"),
    "python.explain": ("AccountResult", "CrossingResult", "ExplainResult", "explain"),
    "python.fuzz": ("FuzzResult", "fuzz"),
    "python.identify": ("IdentifyResult", "identify"),
    "python.results": ("MissingPackageError",),
    "python.run": ("RunResult", "run"),
    "python.score": ("ScoreResult", "score"),
    "python.scorer": ("scorer",),
    "python.tokens": ("TokensResult", "tokens"),
    "data.class_scores": ("ClassScores",),
    "data.comparison": ("Comparison", "Numbers"),
    "data.corpus": ("Corpus", "Segment"),
    "data.instructed_responses": ("InstructedResponses",),
    "data.label_sets": ("LabelSets",),
    "data.labels": ("Confusion", "Labels"),
    "data.scored_labels": ("ScoredLabels",),
    "data.likelihoods": ("Choices", "TokenLogProbs"),
    "data.rankings": ("Rankings",),
    "data.ratings": ("Ratings",),
    "data.rewrites": ("Rewrites",),
    "data.annotations": ("Annotations",),
    "data.sampled_responses": ("SampledResponses",),
    "data.supported_answers": ("SupportedAnswers",),
    "data.tagged": ("Tagged",),
    "data.trained": ("CountedTexts", "with_training"),
    "data.verdicts": ("Verdicts",),
    "base.errors": ("DataError", "InputError", "MetricError", "SamescoreError", "SettingsError", "UnknownNameError"),
    "implementations": ("implementation",),
    "base.outcome": ("Crashed", "Outcome", "Raised", "Score", "Trace", "Unavailable", "Undefined", "Unsupported"),
    "settings": ("Settings",),
    "verbs.judging.check": ("cases", "check_implementation"),
    "verbs.scoring.classification_report": ("classification_report",),
    "verbs.scoring.entities": ("TaggedEntity", "entities"),
    "verbs.scoring.entity_report": ("entity_report",),
    "metrics": ("parse_signature",),
    "metrics.significance.corrections": ("correct_p_values",),
    "verbs.scoring.score": ("NativeScore", "Result"),
    "verbs.scoring.scorer": ("Scorer",),
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
    "InstructedResponses",
    "LabelSets",
    "Labels",
    "MetricError",
    "MissingPackageError",
    "NativeScore",
    "Numbers",
    "Outcome",
    "Raised",
    "Rankings",
    "Ratings",
    "Result",
    "Rewrites",
    "RunResult",
    "SamescoreError",
    "SampledResponses",
    "Score",
    "ScoreResult",
    "ScoredLabels",
    "Scorer",
    "Segment",
    "Settings",
    "SettingsError",
    "SupportedAnswers",
    "Tagged",
    "TaggedEntity",
    "TokenLogProbs",
    "TokensResult",
    "Trace",
    "Unavailable",
    "Undefined",
    "UnknownNameError",
    "Unsupported",
    "Verdicts",
    "audit",
    "cases",
    "check_implementation",
    "classification_report",
    "compare",
    "correct_p_values",
    "diff",
    "drift",
    "entities",
    "entity_report",
    "explain",
    "fuzz",
    "identify",
    "implementation",
    "parse_signature",
    "run",
    "score",
    "scorer",
    "tokens",
    "with_training",
]


def _kind_called(name: str) -> type | None:
    """Return the class of inputs with this name, such as `Corpus`; None if there is none."""
    if not name[:1].isupper():
        return None
    from samescore.data.kinds import KINDS

    return next((kind for kind in KINDS if kind.__name__ == name), None)


if not TYPE_CHECKING:  # type checkers know only the names in __all__
    __getattr__ = on_demand(__name__, _HOMES, _kind_called)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
