"""Answers with supporting facts: exact match, F1, precision and recall, as in HotpotQA (Yang et al., EMNLP 2018).

Answers are compared by the words that they share, and facts as sets. For answer and facts together, precision is the
product of their precisions, recall the product of their recalls, and exact match requires both to match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.supported_answers import SupportedAnswer, SupportedAnswers
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import BrokenAxiom, MetricFacts, Row, Statistics, Total, need_segments
from samescore.metrics.summation import sum_values
from samescore.metrics.words import mean_summation_knob
from samescore.settings import Choice, Settings, Stage, knob
from samescore.text.answer_normalization import NORMALIZATIONS


class SupportedAnswersSettings(Settings):
    """The knobs of answers with supporting facts. The defaults follow HotpotQA's script."""

    metric: ClassVar[str] = "supported-answers"

    normalization: str = knob(
        Stage.TEXT,
        Choice(("squad", "none")),
        "squad",
        "Normalization of answers. squad: lowercase, and remove ASCII punctuation, articles and redundant "
        "white space; none: no normalization",
    )
    yes_no: str = knob(
        Stage.STATISTICS,
        Choice(("whole", "words")),
        "whole",
        "Handling of yes, no and noanswer. whole: an answer that is one of them matches only the same answer; "
        "words: treat them like any other words",
    )
    part: str = knob(
        Stage.COMBINATION,
        Choice(("joint", "answer", "facts")),
        "joint",
        "What is scored. joint: answer and facts together; answer: the answer; facts: the facts",
    )
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("f1", "em", "precision", "recall")),
        "f1",
        "Reported measure. f1: F1; em: exact match; precision: precision; recall: recall",
    )
    no_facts: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "1")),
        "0",
        "Precision and recall of facts if neither side has facts; exact match is always 1",
    )
    missing: str = knob(
        Stage.AGGREGATION,
        Choice(("zero", "leave-out")),
        "zero",
        "Questions whose required predicted answer or facts are missing. zero: score 0; leave-out: ignore the question",
    )
    mean_summation: str = mean_summation_knob()


#: Column names: shared, predicted and gold words of the answer; whether the answers are equal; the same numbers of
#: facts; whether the predicted answer, and the predicted facts, are missing.
_COLUMNS = (
    *("shared words", "predicted words", "right words", "same answer"),
    *("shared facts", "predicted facts", "right facts", "no answer", "no facts"),
)
_WHOLE = ("yes", "no", "noanswer")


class SupportedAnswersMetric(MeanOfSegments[SupportedAnswers, SupportedAnswersSettings]):
    """The mean, over questions, of the score for the answer, for its supporting facts, or for both, in 0..1.

    Without shared words or facts, precision, recall and F1 are 0 (but see ``no_facts``). Raises `MetricError` for no
    questions, and if all questions are skipped.
    """

    name = "supported-answers"
    title = "joint F1"
    settings = SupportedAnswersSettings
    takes = (SupportedAnswers,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("counts", "sentences"),
        inputs="by-kind",
        growth=1,
        plausible={
            "part": ("joint", "answer", "facts"),
            "measure": ("f1", "em", "precision", "recall"),
            "yes_no": ("whole", "words"),
        },
        breaks=(
            BrokenAxiom("facts count", "the answer is scored alone", {"part": "answer"}),
            BrokenAxiom("answers count", "the facts are scored alone", {"part": "facts"}),
        ),
    )

    def statistics(self, data: SupportedAnswers, settings: SupportedAnswersSettings) -> Statistics:
        """Return one row of counts for each question: words and facts, and whether the answer and facts are missing."""
        return Statistics(_COLUMNS, [[*_answer_counts(asked, settings), *_fact_counts(asked)] for asked in data])

    def averages(self, settings: SupportedAnswersSettings) -> bool:
        return True

    def is_mean(self, settings: SupportedAnswersSettings) -> bool:
        return settings.missing == "zero"

    def segment_score(self, row: Row, settings: SupportedAnswersSettings) -> float:
        return _score(row, settings)

    def series(self, rows: Sequence[Row], settings: SupportedAnswersSettings) -> tuple[Sequence[float], ...]:
        scores = [_score(row, settings) for row in rows]
        return (
            (scores,)
            if settings.missing == "zero"
            else (scores, [float(not _is_missing(row, settings)) for row in rows])
        )

    def combine(self, total: Total, settings: SupportedAnswersSettings) -> Trace:
        need_segments(total)
        count = (
            total.segments
            if settings.missing == "zero"
            else round(sum_values(total.series[1], settings.mean_summation))
        )
        if not count:
            raise MetricError("no question has a prediction", kind="ZeroDivisionError")
        return Trace(sum_values(total.series[0], settings.mean_summation) / count, {"counts": list(total.sums)})


def _answer_counts(asked: SupportedAnswer, settings: SupportedAnswersSettings) -> list[int]:
    """Return the numbers of shared, predicted and gold words, and whether the answers are equal."""
    normalize = NORMALIZATIONS[settings.normalization]
    right, said = normalize(asked.gold_answer), normalize(asked.answer or "")
    words, right_words = said.split(), right.split()
    apart = settings.yes_no == "whole" and said != right and (said in _WHOLE or right in _WHOLE)
    shared = 0 if apart else (Counter(words) & Counter(right_words)).total()
    return [shared, len(words), len(right_words), int(asked.answer is not None and said == right)]


def _fact_counts(asked: SupportedAnswer) -> list[int]:
    """Return the numbers of shared, predicted and gold facts, and whether the answer, and the facts, are missing."""
    said, right = set(asked.facts or ()), set(asked.gold_facts)
    return [len(said & right), len(said), len(right), int(asked.answer is None), int(asked.facts is None)]


def _is_missing(row: Row, settings: SupportedAnswersSettings) -> bool:
    """Return whether the question lacks a predicted answer or predicted facts that the settings score."""
    return bool((settings.part != "facts" and row[7]) or (settings.part != "answer" and row[8]))


def _score(row: Row, settings: SupportedAnswersSettings) -> float:
    """Return the score of a question, in 0..1; 0 if a scored part of the prediction is missing."""
    if _is_missing(row, settings):
        return 0.0
    precision, recall, same = 1.0, 1.0, True
    if settings.part != "facts":
        shared, predicted, right, is_same = row[:4]
        precision, recall, same = _share(shared, predicted), _share(shared, right), bool(is_same)
    if settings.part != "answer":
        shared, predicted, right = row[4:7]
        if predicted or right or settings.no_facts == "0":
            precision, recall = precision * _share(shared, predicted), recall * _share(shared, right)
        same = same and shared == predicted == right
    if settings.measure == "em":
        return float(same)
    if settings.measure != "f1":
        return precision if settings.measure == "precision" else recall
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def _share(shared: int, total: int) -> float:
    return shared / total if shared else 0.0


SUPPORTED_ANSWERS = SupportedAnswersMetric()
