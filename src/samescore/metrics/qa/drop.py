"""F1 of answers that may have several parts: DROP (Dua et al., NAACL 2019), as lm-evaluation-harness computes it.

Predicted and gold parts are matched one to one such that the sum of their F1 is largest; the score of a question is
this sum divided by the larger number of parts. F1 of two parts counts their common words, as sets.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import ComparesTexts, MetricFacts, Statistics, Tokens, Total, need_segments, only_the_first
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.qa.answers import (
    AnswerSettings,
    answers_of,
    empty_references_knob,
    no_references_knob,
    normalized_parts,
    normalizer_for,
)
from samescore.metrics.summation import numpy_sum, series, sum_values
from samescore.metrics.words import mean_summation_knob
from samescore.settings import Choice, Stage, knob
from samescore.text.answer_normalization import is_number

Words = frozenset[str]


class DropF1Settings(AnswerSettings):
    """The knobs of DROP's F1. The defaults follow lm-evaluation-harness."""

    metric: ClassVar[str] = "drop-f1"

    normalization: str = knob(
        Stage.TEXT,
        Choice(("drop", "squad", "lower", "none")),
        "drop",
        "Normalization of answers. drop: split at spaces and hyphens, lowercase, remove ASCII punctuation and "
        "articles, and rewrite numbers as Python prints floats (1,000 as 1000.0); squad: strip, lowercase, and "
        "remove ASCII punctuation and articles; lower: strip and lowercase; none: no normalization",
    )
    empty_references: str = empty_references_knob("drop-unsaid")
    no_references: str = no_references_knob("zero")
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "first")),
        "best",
        "How several gold answers are used. best: the best match; first: the first",
        former=("answers",),
    )
    spans: str = knob(
        Stage.TEXT, Choice(("one", "lines")), "lines", "Parts of an answer. one: the whole answer; lines: each line"
    )
    numbers: str = knob(
        Stage.STATISTICS,
        Choice(("must-match", "any")),
        "must-match",
        "Gold parts that contain numbers. must-match: score 0 unless the predicted part shares one of the "
        "numbers; any: score them like others",
    )
    mean_summation: str = mean_summation_knob()
    digits: str = knob(
        Stage.COMBINATION,
        Choice(("2", "all")),
        "2",
        "Rounding of each question's score. 2: to 2 decimals as NumPy does, by rounding 100 times the score; "
        "all: no rounding",
    )


def _f1(predicted: Words, right: Words, settings: DropF1Settings) -> float:
    if settings.numbers == "must-match":
        numbers = {word for word in right if is_number(word)}
        if numbers and not numbers & predicted:
            return 0.0
    shared = len(right & predicted)
    precision = shared / len(predicted) if predicted else 1.0
    recall = shared / len(right) if right else 1.0
    return (2 * precision * recall) / (precision + recall) if precision or recall else 0.0


def best_pairs(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the row and the column of each pair in the matching with the largest sum of scores.

    Source: Kuhn and Munkres, by shortest paths. `scores` must not be empty.

    >>> best_pairs([[0.9, 0.8], [0.7, 0.1]])
    [(0, 1), (1, 0)]
    """
    if len(scores) == len(scores[0]) == 1:
        return [(0, 0)]
    if len(scores) > len(scores[0]):
        return sorted((row, column) for column, row in best_pairs(list(zip(*scores, strict=True))))
    columns = len(scores[0])
    row_price, column_price = [0.0] * len(scores), [0.0] * columns
    owner: list[int | None] = [None] * columns
    for row in range(len(scores)):
        cheapest, came_from, done = [float("inf")] * columns, [-1] * columns, [False] * columns
        current, column, length = row, -1, 0.0
        while True:
            for k in range(columns):
                step = length - scores[current][k] - row_price[current] - column_price[k]
                if not done[k] and step < cheapest[k]:
                    cheapest[k], came_from[k] = step, column
            column = min((k for k in range(columns) if not done[k]), key=lambda k: cheapest[k])
            done[column], length = True, cheapest[column]
            following = owner[column]
            if following is None:
                break
            current = following
        row_price[row] += length
        for k in range(columns):
            taken = owner[k]
            if done[k] and k != column and taken is not None:
                row_price[taken] += length - cheapest[k]
                column_price[k] -= length - cheapest[k]
        while column != -1:
            before = came_from[column]
            owner[column] = row if before == -1 else owner[before]
            column = before
    return sorted((row, column) for column, row in enumerate(owner) if row is not None)


def _question(predicted: list[Words], right: list[Words], settings: DropF1Settings) -> float:
    """Return the unrounded score of a question, in 0..1, for one gold answer."""
    scores = [[_f1(part, gold, settings) for part in predicted] for gold in right]
    matched = [0.0] * max(len(predicted), len(right))
    for row, column in best_pairs(scores):
        matched[row] = scores[row][column]
    return numpy_sum(matched) / len(matched)


class QuestionScores(msgspec.Struct, frozen=True):
    """The unrounded score of every question, in order."""

    grows: ClassVar[str] = "the score of every question, in order"

    scores: array[float]

    @property
    def memory(self) -> int:
        return 8 * len(self.scores)

    def merge(self, following: QuestionScores) -> QuestionScores:
        return QuestionScores(self.scores + following.scores)


class DropF1(ComparesTexts[Corpus, DropF1Settings], MeanOfSegments[Corpus, DropF1Settings]):
    """The mean over questions of the best gold answer's score, in 0..`scale`.

    Two answers that are empty after normalization score 1. Raises `MetricError` for an empty corpus, and for a question
    without gold answers if ``no_references`` is raise; `SettingsError` for tokens.

    There are no rows of integers, because the score of a question is a mean F1 of several pairs of parts. The scores
    themselves are kept, in order.
    """

    name = "drop-f1"
    title = "DROP F1"
    settings = DropF1Settings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "sentences"),
        inputs="answers",
        growth=3,
        plausible={
            "normalization": ("drop", "squad", "lower", "none"),
            "references": ("best", "first"),
            "numbers": ("must-match", "any"),
            "digits": ("2", "all"),
        },
        breaks=only_the_first("references"),
    )
    by_segment = False

    def statistics(self, data: Corpus, settings: DropF1Settings) -> Statistics:
        """Return the unrounded score of every question as kept data, for its best gold answer; 0 without gold answers.

        Raises `MetricError` as `answers_of` does.
        """
        parts, scores = normalizer_for(data, settings), array("d")
        for segment in data:
            predicted, right = answers_of(segment, parts, settings)
            bags = _bags(predicted)
            scores.append(max((_question(bags, _bags(answer), settings) for answer in right), default=0.0))
        return Statistics((), (), QuestionScores(scores))

    def averages(self, settings: DropF1Settings) -> bool:
        return True

    def total(self, statistics: Statistics, settings: DropF1Settings) -> Total:
        scores = _rounded(statistics.kept, settings)
        return Total(len(scores), series=(series(scores, exact=self.adds_exactly(settings)),))

    def combine(self, total: Total, settings: DropF1Settings) -> Trace:
        need_segments(total)
        return Trace(
            (100 if settings.scale == "100" else 1)
            * sum_values(total.series[0], settings.mean_summation)
            / total.segments,
            {},
        )

    def sentence_scores(self, statistics: Statistics, settings: DropF1Settings) -> list[float]:
        return [(100 if settings.scale == "100" else 1) * score for score in _rounded(statistics.kept, settings)]

    def prepare(self, line: Line, settings: DropF1Settings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        parts = normalized_parts(line, settings)
        seen("normalization", parts)
        return parts

    def tokens(self, data: Corpus, settings: DropF1Settings) -> Tokens:
        """Return the normalized parts of the answers of each question, the prediction's first."""
        parts = normalizer_for(data, settings)
        compared = [answers_of(segment, parts, settings) for segment in data]
        return [[predicted, *right] for predicted, right in compared]


def _rounded(kept: QuestionScores, settings: DropF1Settings) -> list[float]:
    return [round(score * 100) / 100 if settings.digits == "2" else score for score in kept.scores]


def _bags(parts: Sequence[str]) -> list[Words]:
    return [frozenset(part.split()) for part in parts]


DROP_F1 = DropF1()
