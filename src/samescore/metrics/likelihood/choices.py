"""Compute multiple-choice accuracy by log-likelihood.

A question is answered by the text with the largest log-likelihood, either unchanged (acc of lm-evaluation-harness),
divided by the length of the text (acc_norm), or minus the unconditional log-likelihood.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.likelihoods import ChoiceItem, Choices
from samescore.metrics.aggregation import Additive
from samescore.metrics.base import LateStages, MetricFacts, Row, Statistics, Total
from samescore.settings import Choice, Settings, Stage, knob


class ChoicesSettings(Settings):
    """The knobs of multiple-choice accuracy. The defaults are lm-evaluation-harness' acc."""

    metric: ClassVar[str] = "accuracy-choices"

    normalization: str = knob(
        Stage.STATISTICS,
        Choice(("none", "characters", "bytes", "mutual-information")),
        "none",
        "Normalization of log-likelihoods. none: use them unchanged; characters: divide by the number of "
        "characters; bytes: divide by the number of UTF-8 bytes; mutual-information: subtract the "
        "unconditional log-likelihood",
    )
    zero_division: str = knob(
        Stage.STATISTICS,
        Choice(("divide", "raise")),
        "divide",
        "Normalization by the length of an empty text. divide: gives -inf, or nan for 0/0 (a text with nan is "
        "chosen, as by NumPy's argmax); raise: an error",
        former=("empty_choice",),
    )
    ties: str = knob(
        Stage.AGGREGATION,
        Choice(("first", "last")),
        "first",
        "Answer among several equally likely texts. first: the first; last: the last",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score if all answers are right")


def _over_length(logprob: float, text: str, settings: ChoicesSettings) -> float:
    length = len(text) if settings.normalization == "characters" else len(text.encode("utf-8", "surrogatepass"))
    if length:
        return logprob / length
    if settings.zero_division == "raise":
        raise MetricError("a choice has length 0", kind="ZeroDivisionError")
    return math.nan if logprob == 0 or math.isnan(logprob) else math.copysign(math.inf, logprob)


def _likelihoods(item: ChoiceItem, settings: ChoicesSettings) -> list[float]:
    """Return the normalized log-likelihoods to compare.

    Raises `MetricError` for missing unconditional log-likelihoods, and for a text of length 0 if ``zero_division`` is
    raise.
    """
    if settings.normalization == "none":
        return list(item.logprobs)
    if settings.normalization == "mutual-information":
        if not item.unconditional:
            raise MetricError("an item has no unconditional log-likelihoods")
        return [with_it - without for with_it, without in zip(item.logprobs, item.unconditional, strict=True)]
    return [_over_length(value, text, settings) for value, text in zip(item.logprobs, item.choices, strict=True)]


def _answer(values: Sequence[float], ties: str) -> int:
    """Return the index of the largest value, the first or the last on ties; nan counts as infinite."""
    order = range(len(values)) if ties == "first" else range(len(values) - 1, -1, -1)
    return max(order, key=lambda i: math.inf if math.isnan(values[i]) else values[i])


class ChosenTexts(msgspec.Struct, frozen=True):
    """The index of the chosen text of every item."""

    grows: ClassVar[str] = "the index of the chosen text of every item"

    indices: tuple[int, ...]

    @property
    def memory(self) -> int:
        return 8 * len(self.indices)

    def merge(self, following: ChosenTexts) -> ChosenTexts:
        return ChosenTexts(self.indices + following.indices)


class AccuracyOfChoices(Additive[Choices, ChoicesSettings]):
    """The share of items whose likeliest text is the correct one, in 0..`scale`.

    Raises `MetricError` for no items, for missing unconditional log-likelihoods under
    ``normalization=mutual-information``, and for a division by a text's length of 0 if ``zero_division`` is raise.
    """

    name = "accuracy-choices"
    title = "multiple-choice accuracy"
    settings = ChoicesSettings
    takes = (Choices,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("answers",),
        inputs="by-kind",
        growth=1,
        plausible={"normalization": ("none", "characters", "bytes", "mutual-information"), "ties": ("first", "last")},
        counted=True,
    )

    def counting(self, settings: ChoicesSettings) -> ChoicesSettings:
        """Return the settings with the scale 1; the other knobs affect whether an item is answered correctly."""
        return settings.replace(scale="1") if settings.scale != "1" else settings

    def statistics(self, data: Choices, settings: ChoicesSettings) -> Statistics:
        """Return one row for each item, 1 if the answer is correct and 0 otherwise, and the answers as kept data.

        Raises `MetricError` as `_likelihoods` does.
        """
        answers = ChosenTexts(tuple(_answer(_likelihoods(item, settings), settings.ties) for item in data.items))
        right = [[int(answer == item.gold)] for answer, item in zip(answers.indices, data.items, strict=True)]
        return Statistics(("right",), right, answers)

    def segment_score(self, row: Row, settings: ChoicesSettings) -> float:
        return (100 if settings.scale == "100" else 1) * row[0]

    def total(self, statistics: Statistics, settings: ChoicesSettings) -> Total:
        return self.summed(statistics.rows, settings)  # the answers are only a stage, not part of the score

    def combine(self, total: Total, settings: ChoicesSettings) -> Trace:
        if not total.segments:
            raise MetricError("the input has no items", kind="ZeroDivisionError")
        return Trace((100 if settings.scale == "100" else 1) * total.sums[0] / total.segments, {})

    def segment_stages(self, statistics: Statistics, settings: ChoicesSettings) -> LateStages:
        return {"answers": lambda: list(statistics.kept.indices)}


ACCURACY_CHOICES = AccuracyOfChoices()
