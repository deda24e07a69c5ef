"""Find the segments that contribute most: by their share of a mean, or by the effect of leaving each one out."""

from __future__ import annotations

from array import array
from typing import Literal

import msgspec

from samescore.base.errors import MetricError
from samescore.data.corpus import Corpus
from samescore.metrics.aggregation import Additive, MeanOfScores
from samescore.metrics.base import Statistics, Total
from samescore.metrics.evaluator import native_value, segment_values
from samescore.metrics.summation import Series
from samescore.records import Contribution
from samescore.verbs.why.account.evidence import Evidence
from samescore.verbs.why.aligned import aligned_units

#: Maximum number of segments shown.
SHOWN = 5
#: Up to this number of segments, the corpus is scored again without each segment; in a larger corpus, the score without
#: a segment is only computed from the counts of all segments.
_MOST = 300
#: Above this number of segments, none is left out, because some metrics take quadratic time.
_MOST_AT_ALL = 20_000

Measured = Literal["part", "left-out", ""]


def contributions(evidence: Evidence) -> tuple[Measured, list[Contribution]]:
    """Return how contributions are measured, and up to `SHOWN` segments with the largest effects, largest first.

    Contributions are parts of a mean (``part``), or the score minus the score without the segment (``left-out``). The
    result is empty for a single segment, without a score, and if the effects would take too long to compute.
    """
    corpus = evidence.data
    if not isinstance(corpus, Corpus) or len(corpus) < 2 or evidence.value is None:
        return "", []
    measured, effects = _effects(evidence, corpus, evidence.value)
    ranked = sorted((-abs(effect), index, effect) for index, effect in enumerate(effects) if effect)
    if not ranked:
        return "", []
    alone = segment_values(corpus, evidence.settings)
    return measured, [
        Contribution(
            index,
            alone[index],
            effect,
            str(corpus.hypothesis_lines[index]),
            aligned_units(corpus, index, evidence.settings),
        )
        for _, index, effect in ranked[:SHOWN]
    ]


def _effects(evidence: Evidence, corpus: Corpus, value: float) -> tuple[Measured, list[float]]:
    """Return how effects are measured, and the effect of every segment; both empty if that would take too long."""
    settings, chosen = evidence.settings, evidence.metric
    if (isinstance(chosen, MeanOfScores) and chosen.averages(settings)) or (
        chosen.name == "cider" and "sentences" in evidence.stages
    ):
        return "part", [score / len(corpus) for score in evidence.stages["sentences"]]
    table = evidence.table
    if len(corpus) > _MOST_AT_ALL:
        return "", []
    additive = isinstance(chosen, Additive) and chosen.by_segment and chosen.additive(settings)
    if table is not None and additive and len(table.rows) == len(corpus):
        return "left-out", [value - rest for rest in _without_each(evidence, table, value)]
    if len(corpus) > _MOST:
        return "", []
    rests = (native_value(_without(corpus, index), settings) for index in range(len(corpus)))
    return "left-out", [0.0 if rest is None else value - rest for rest in rests]


def _without_each(evidence: Evidence, table: Statistics, value: float) -> list[float]:
    """Return, for each segment, the score without it, computed from column sums.

    If there is no score without a segment, it is the full score `value`.
    """
    chosen, settings = evidence.metric, evidence.settings
    whole: Total = chosen.total(table, settings)
    rests = []
    for index, row in enumerate(table.rows):
        last = table.rows[index - 1 if index == len(table.rows) - 1 else len(table.rows) - 1]
        sums = tuple(total - own for total, own in zip(whole.sums, row, strict=True))
        carried = tuple(_left_out(numbers, index) for numbers in whole.series)
        rest = msgspec.structs.replace(whole, segments=whole.segments - 1, sums=sums, last=last, series=carried)
        try:
            rests.append(chosen.combine(rest, settings).value)
        except (MetricError, ArithmeticError):
            rests.append(value)
    return rests


def _left_out(numbers: Series, index: int) -> Series:
    """Return a series without the number at one position. Raises `TypeError` for a sum, which has no positions."""
    if not isinstance(numbers, array):
        raise TypeError("a sum has no positions")
    return numbers[:index] + numbers[index + 1 :]


def _without(corpus: Corpus, index: int) -> Corpus:
    return Corpus(corpus.segments[:index] + corpus.segments[index + 1 :], corpus.tokenized)
