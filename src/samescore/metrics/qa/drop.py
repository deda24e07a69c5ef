"""F1 of answers that may have several parts: DROP (Dua et al., NAACL 2019), as lm-evaluation-harness computes it.

Predicted and right parts are matched one to one so that the sum of their F1 is largest; the score of a question is
that sum over the larger number of parts. F1 of two parts counts the words that both have, as sets.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar

from samescore.data.corpus import Corpus
from samescore.metrics.base import Metric, add_up, need_segments, numpy_sum
from samescore.metrics.qa.squad import AnswerSettings, answers_of
from samescore.outcome import Trace
from samescore.settings import Choice, Stage, knob
from samescore.text.answer_normalization import is_number

Words = frozenset[str]


@dataclasses.dataclass(frozen=True, slots=True)
class DropF1Settings(AnswerSettings):
    """The knobs of DROP's F1. The defaults are those of the normalization ``drop`` and lm-evaluation-harness."""

    metric: ClassVar[str] = "drop-f1"

    normalization: str = knob(
        Stage.TEXT, Choice(("drop", "squad", "lower", "none")), "drop", "as for exact match; drop also reads numbers"
    )
    blank_answers: str = knob(
        Stage.STATISTICS,
        Choice(("keep", "drop", "drop-unsaid")),
        "drop-unsaid",
        "right answers of which normalization leaves nothing: like others, or not counted; or not counted if their first "
        "part is white space before it",
    )
    no_answer: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "empty", "zero")),
        "zero",
        "a question without right answers is an error, or wants the empty answer, or scores 0",
    )
    spans: str = knob(
        Stage.TEXT, Choice(("one", "lines")), "lines", "an answer is one part, or each of its lines is a part"
    )
    numbers: str = knob(
        Stage.STATISTICS,
        Choice(("must-match", "any")),
        "must-match",
        "a right part with numbers scores 0 unless the predicted part has one of them, or is a part like others",
    )
    digits: str = knob(
        Stage.COMBINATION, Choice(("2", "all")), "2", "each question's score is rounded to 2 decimals, or not"
    )


def _f1(predicted: Words, right: Words, s: DropF1Settings) -> float:
    if s.numbers == "must-match":
        numbers = {word for word in right if is_number(word)}
        if numbers and not numbers & predicted:
            return 0.0
    shared = len(right & predicted)
    precision = shared / len(predicted) if predicted else 1.0
    recall = shared / len(right) if right else 1.0
    return (2 * precision * recall) / (precision + recall) if precision or recall else 0.0


def best_pairs(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Row and column of each pair of the matching with the largest sum (Kuhn and Munkres, by shortest paths).

    >>> best_pairs([[0.9, 0.8], [0.7, 0.1]])
    [(0, 1), (1, 0)]
    """
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
    return sorted((found, column) for column, found in enumerate(owner) if found is not None)


def _question(predicted: list[Words], right: list[Words], s: DropF1Settings) -> float:
    scores = [[_f1(ours, theirs, s) for ours in predicted] for theirs in right]
    found = [0.0] * max(len(predicted), len(right))
    for row, column in best_pairs(scores):
        found[row] = scores[row][column]
    value = numpy_sum(found) / len(found)
    return round(value, 2) if s.digits == "2" else value


def evaluate(corpus: Corpus, s: DropF1Settings) -> Trace:
    """The mean over questions of the best right answer's score, in 0..`scale`.

    Two answers of which nothing is left score 1. Raises `MetricError` for an empty corpus, and for a question
    without right answers as ``no_answer`` says.
    """
    need_segments(corpus)
    scale = 100 if s.scale == "100" else 1
    scores, units = [], []
    for segment in corpus:
        ours, theirs = answers_of(segment, s)
        predicted, right = _bags(ours), [_bags(answer) for answer in theirs]
        scores.append(max((_question(predicted, answer, s) for answer in right), default=0.0))
        units.append([ours, *theirs])
    value = scale * add_up(scores, "sum") / len(scores)
    stages: dict[str, Any] = {"sentences": [scale * score for score in scores]}
    return Trace(value, stages, lambda: units)


def _bags(parts: Sequence[str]) -> list[Words]:
    return [frozenset(part.split()) for part in parts]


DROP_F1 = Metric("drop-f1", "DROP F1", DropF1Settings, (Corpus,), evaluate)
