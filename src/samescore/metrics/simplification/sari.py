"""SARI (Xu et al., "Optimizing statistical machine translation for text simplification", TACL 2016).

A hypothesis is compared with the references and with the source that it rewrites. For n-grams of orders 1 to 4, the
score is the mean of F1 of kept n-grams, F1 of added n-grams, and precision (or F1) of deleted n-grams.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from samescore.base.outcome import Trace
from samescore.data.corpus import Line
from samescore.data.rewrites import Rewrites
from samescore.metrics.aggregation import KeepsRows, MeanOfSegments
from samescore.metrics.base import ComparesTexts, MetricFacts, Row, Statistics, Tokens, Total
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.simplification.counts import Order, orders_of, row_of, texts, tokens
from samescore.metrics.simplification.settings import SariSettings
from samescore.metrics.summation import numpy_sum
from samescore.metrics.words import is_empty

#: An integer or a double. Packages distinguish the integers 0 and 1 from 0.0 and 1.0, and a compensated sum treats them
#: differently.
Number = float


class _Ratio(NamedTuple):
    """A numerator and a denominator."""

    above: Number
    below: Number


class _Parts(NamedTuple):
    """Precision and recall of one operation on the n-grams of one order, as fractions."""

    precision: _Ratio
    recall: _Ratio


def _smaller_number(a: Number, b: Number) -> Number:
    """Return the smaller number, and `b` if they are equal, like the intersection of two counters."""
    return a if a < b else b


def _keeping_parts(order: Order, settings: SariSettings) -> _Parts:
    """Return precision and recall of kept n-grams.

    Correctly kept n-grams are divided by all n-grams that the hypothesis keeps, and by all that the references keep.
    """
    kinds = [(_smaller_number(a, h), _smaller_number(a, r), r) for a, h, r in _weighted_kinds(order, settings)]
    right = [(_smaller_number(kept, r), kept, wanted) for kept, wanted, r in kinds if kept and wanted]
    return _Parts(
        _ratio([(good, kept) for good, kept, _ in right], [kept for kept, _, _ in kinds], settings.precision, settings),
        _ratio(
            [(good, wanted) for good, _, wanted in right],
            [wanted for _, wanted, _ in kinds],
            settings.keep_recall,
            settings,
        ),
    )


def _delete(order: Order, settings: SariSettings) -> _Parts:
    """Return precision and recall of deleted n-grams.

    Correctly deleted n-grams are divided by all n-grams that the hypothesis deletes, and by all that the references
    delete.
    """
    kinds = [(a - h, a - r, r) for a, h, r in _weighted_kinds(order, settings)]
    right = [
        (good, deleted)
        for deleted, wanted, r in kinds
        if deleted > 0 and wanted > 0 and (good := _rightly_deleted(deleted, wanted, r, settings)) > 0
    ]
    all_wanted = [wanted for _, wanted, _ in kinds if wanted > 0]
    precision = _ratio(right, [deleted for deleted, _, _ in kinds if deleted > 0], settings.precision, settings)
    below = len(all_wanted) if settings.precision == "types" else _total(all_wanted, settings)
    return _Parts(precision, _Ratio(precision.above, below))


def _rightly_deleted(deleted: Number, wanted: Number, in_references: Number, settings: SariSettings) -> Number:
    return deleted - in_references if settings.deleted_rightly == "difference" else _smaller_number(deleted, wanted)


def _addition_parts(order: Order, _: SariSettings) -> _Parts:
    added, both, references = order.added
    return _Parts(_Ratio(both, added), _Ratio(both, references))


def _weighted_kinds(order: Order, settings: SariSettings) -> Iterable[tuple[int, int, Number]]:
    """Return the counts of each source n-gram; for binary counts, with the share of references that contain it."""
    if settings.counts == "multiplied":
        return order.kinds
    return [(a, h, r / order.references if r else 0) for a, h, r in order.kinds]


def _ratio(right: Sequence[tuple[Number, Number]], every: Sequence[Number], how: str, settings: SariSettings) -> _Ratio:
    if how == "types":
        return _Ratio(_sum_in_order(good / of for good, of in right), sum(1 for count in every if count))
    return _Ratio(_total([good for good, _ in right], settings), _total([count for count in every if count], settings))


def _sum_in_order(values: Iterable[Number]) -> Number:
    total: Number = 0
    for value in values:
        total += value
    return total


def _total(values: Sequence[Number], settings: SariSettings) -> Number:
    return sum(values) if settings.summation == "sum" else _sum_in_order(values)


_OPERATIONS: dict[str, Callable[[Order, SariSettings], _Parts]] = {
    "keep": _keeping_parts,
    "delete": _delete,
    "add": _addition_parts,
}


def _corpus_parts(rows: Sequence[Row], settings: SariSettings) -> dict[str, list[_Parts]]:
    """Return for each operation the precision and recall of every order, summed over all segments as fractions."""
    parts = [
        {name: [of(order, settings) for order in orders_of(row)] for name, of in _OPERATIONS.items()} for row in rows
    ]
    if len(parts) == 1:
        return parts[0]
    return {
        name: [
            _Parts(*(_Ratio(*map(_sum_in_order, zip(*pairs, strict=True))) for pairs in zip(*of_order, strict=True)))
            for of_order in zip(*(segment[name] for segment in parts), strict=True)
        ]
        for name in _OPERATIONS
    }


def _value(ratio: _Ratio, settings: SariSettings) -> Number:
    return ratio.above / ratio.below if ratio.below > 0 else int(settings.zero_division)


def _f1(precision: Number, recall: Number) -> Number:
    return 2 * precision * recall / (precision + recall) if precision > 0 or recall > 0 else 0


def _score(name: str, precision: Number, recall: Number, settings: SariSettings) -> Number:
    return precision if name == "delete" and settings.deletion == "precision" else _f1(precision, recall)


def _mean(values: Sequence[Number], settings: SariSettings) -> Number:
    """Return the mean of the values over the orders."""
    return _total(values, settings) / len(values)


def operation_scores(rows: Sequence[Row], settings: SariSettings) -> dict[str, Number]:
    """Return the scores of keeping, deleting and adding, on the scale of 1, computed from all rows together."""
    scores = {}
    for name, parts in _corpus_parts(rows, settings).items():
        ratios = [(_value(of.precision, settings), _value(of.recall, settings)) for of in parts]
        if settings.order_mean == "ratios":
            precision, recall = (_mean(values, settings) for values in zip(*ratios, strict=True))
            scores[name] = _score(name, precision, recall, settings)
        else:
            scores[name] = _mean([_score(name, *pair, settings) for pair in ratios], settings)
    return scores


def mean_of_operations(scores: dict[str, Number], settings: SariSettings) -> float:
    """Return the mean of the three scores, added in the order that ``operation_order`` gives."""
    return _sum_in_order([scores[name] for name in settings.operation_order.split("-")]) / 3


class Sari(
    ComparesTexts[Rewrites, SariSettings], KeepsRows[Rewrites, SariSettings], MeanOfSegments[Rewrites, SariSettings]
):
    """SARI of rewrites, in 0..`scale`.

    A segment without references has nothing to keep or add, and everything to delete. Raises `MetricError` for no
    segments if ``empty_input`` is raise.
    """

    name = "sari"
    title = "SARI"
    counts_ngrams = True
    settings = SariSettings
    takes = (Rewrites,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "operations", "sentences"),
        inputs="by-kind",
        growth=1,
        plausible={
            "average": ("sentences", "corpus"),
            "tokenizer": ("none", "13a", "intl"),
            "zero_division": ("0", "1"),
            "deletion": ("precision", "f1"),
            "keep_recall": ("types", "sums"),
        },
    )

    def statistics(self, data: Rewrites, settings: SariSettings) -> Statistics:
        """Return one row of counts for each segment, as `samescore.metrics.simplification.counts` describes."""
        return Statistics((), [row_of(texts(segment, settings), settings) for segment in data])

    def additive(self, settings: SariSettings) -> bool:
        return self.averages(settings)

    def commutes(self, settings: SariSettings) -> bool:
        return self.averages(settings) and self.adds_exactly(settings)

    def is_mean(self, settings: SariSettings) -> bool:
        return False

    def summed(self, rows: Sequence[Row], settings: SariSettings, kept: object = None) -> Total:
        return Total(len(rows), series=self.carried(rows, settings))

    def series(self, rows: Sequence[Row], settings: SariSettings) -> tuple[Sequence[float], ...]:
        """Return the segments' scores on the scale of 1 if they are averaged; their mean is scaled later."""
        return (
            ([mean_of_operations(operation_scores([row], settings), settings) for row in rows],)
            if self.averages(settings)
            else ()
        )

    def segment_score(self, row: Row, settings: SariSettings) -> float:
        return _scale(settings) * mean_of_operations(operation_scores([row], settings), settings)

    def combine(self, total: Total, settings: SariSettings) -> Trace:
        if is_empty(total, settings):
            return Trace(0.0 if settings.empty_input == "zero" else math.nan, {})
        if self.averages(settings):
            return Trace(_scale(settings) * self.mean(total, settings), {})
        scores = {
            name: float(_scale(settings)) * score for name, score in operation_scores(total.rows, settings).items()
        }
        return Trace(mean_of_operations(scores, settings), {"operations": scores})

    def mean(self, total: Total, settings: SariSettings) -> float:
        values = total.series[0]
        if isinstance(values, array) and settings.mean_summation == "pairwise":
            return numpy_sum(list(values)) / len(values)
        return super().mean(total, settings)

    def prepare(self, line: Line, settings: SariSettings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        return tokens(str(line), settings.tokenizer, settings, seen)

    def tokens(self, data: Rewrites, settings: SariSettings) -> Tokens:
        """Return for each segment the tokens of the source, of the hypothesis, and of each reference, in this order."""
        segments = [texts(segment, settings) for segment in data]
        return [[segment.source, segment.hypothesis, *segment.references] for segment in segments]


def _scale(settings: SariSettings) -> int:
    return 100 if settings.scale == "100" else 1


SARI = Sari()
