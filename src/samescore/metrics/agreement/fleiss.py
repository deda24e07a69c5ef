"""Kappa for several annotators: (A_o - A_e)/(1 - A_e), agreement beyond chance.

A_o is the mean agreement of two annotators on an item: 1 for the same label and 0 for different labels, or 1 minus the
distance between the labels. The coefficients differ in chance agreement A_e: labels are drawn from the labels of all
annotators (Scott's pi, Fleiss' kappa), from each annotator's own labels (Cohen, Conger, Davies and Fleiss), or
uniformly (Bennett's S, Randolph's kappa).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.annotations import Annotation, in_order
from samescore.metrics.agreement.distances import SET_LEVELS, SET_LEVELS_MEANING, check_sets, set_distance
from samescore.metrics.agreement.kept import AgreementMetric, Item
from samescore.metrics.base import MetricFacts, Total
from samescore.metrics.summation import numpy_sum
from samescore.settings import Choice, Settings, Stage, knob

#: The positions of two annotators.
Pair = tuple[int, int]


class FleissSettings(Settings):
    """The knobs of kappa for several annotators. The defaults are Fleiss' kappa, as in statsmodels."""

    metric: ClassVar[str] = "fleiss-kappa"

    chance: str = knob(
        Stage.STATISTICS,
        Choice(("pooled", "uniform", "own", "pairs")),
        "pooled",
        "Chance agreement. pooled: labels are drawn from those of all annotators (Scott's pi, Fleiss); "
        "uniform: all labels are equally likely (Bennett's S, Randolph); own: labels are drawn from each "
        "annotator's own, averaged over pairs of annotators (Conger; Davies and Fleiss); pairs: the score is "
        "the mean of Cohen's kappas of all pairs",
    )
    distance: str = knob(
        Stage.STATISTICS,
        Choice(("nominal", *SET_LEVELS)),
        "nominal",
        f"Distance of two labels of an item. nominal: 0 if they are equal, otherwise 1; {SET_LEVELS_MEANING}. Agreement is 1 "
        "minus the distance; chance agreement counts only equal labels",
        former=("level",),
    )
    one_annotator: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "nan")),
        "raise",
        "Score for a single annotator. raise: an error; nan: undefined",
    )
    zero_division: str = knob(
        Stage.COMBINATION,
        Choice(("nan", "1", "raise")),
        "nan",
        "Score if chance agreement is 1 (0/0). nan: undefined; 1: perfect agreement, also if chance agreement "
        "is within 1e-9 of 1, as in NLTK; raise: an error",
        former=("certain",),
    )
    form: str = knob(
        Stage.COMBINATION,
        Choice(("counts", "pairs")),
        "counts",
        "Summation of agreement (only with distance=nominal and chance=pooled or uniform). counts: from the "
        "label counts of each item, as NumPy does; pairs: as a mean over pairs of annotators, with labels in "
        "order of appearance",
        rounding=True,
    )


class FleissKappa(AgreementMetric[FleissSettings]):
    """Fleiss' kappa and related coefficients, at most 1; 0 is chance.

    Raises `MetricError` for no items, an item that an annotator did not label, a single annotator unless
    ``one_annotator`` is nan, a label that is not a set or two empty sets if ``distance`` requires sets, and for 0/0 if
    ``zero_division`` is raise; otherwise 0/0 is 1 or undefined (nan). Source: Fleiss 1971; Scott 1955; Davies and
    Fleiss 1982; Bennett et al. 1954.
    """

    name = "fleiss-kappa"
    title = "Fleiss' kappa"
    settings = FleissSettings
    facts = MetricFacts(
        lowest=None,
        highest=1,
        higher_is_better=True,
        stages=("agreement",),
        inputs="sets",
        growth=1,
        plausible={"chance": ("pooled", "uniform", "own", "pairs")},
    )

    def combine(self, total: Total, settings: FleissSettings) -> Trace:
        items = total.kept.items
        if not items:
            raise MetricError("the input has no items", kind="ValueError")
        if any(label is None for item in items for label in item):
            raise MetricError("an item has no label from one of the annotators", kind="ValueError")
        if len(items[0]) < 2 and settings.one_annotator == "nan":
            return Trace(math.nan, {"agreement": []})
        if len(items[0]) < 2:
            raise MetricError("there is only one annotator", hint="set one_annotator=nan", kind="ZeroDivisionError")
        if settings.distance != "nominal":
            check_sets((label for item in items for label in item), settings.distance)
        elif settings.form == "counts" and settings.chance in ("pooled", "uniform"):
            observed, expected = _agreement_from_counts(items, settings.chance)
            return Trace(_chance_corrected(observed, expected, settings), {"agreement": [observed, expected]})
        return _kappa_from_pairs(items, settings)


def _chance_corrected(observed: float, expected: float, settings: FleissSettings) -> float:
    if settings.zero_division == "1" and math.isclose(expected, 1.0):
        return 1.0
    if settings.zero_division == "raise" and expected == 1:
        raise MetricError("the expected agreement is 1 (0/0)", kind="ZeroDivisionError")
    return (observed - expected) / (1 - expected) if expected != 1 else math.nan


def _agreement_from_counts(items: Sequence[Item], chance: str) -> tuple[float, float]:
    """Return A_o and A_e, computed from the counts of each label on each item, with numpy's order of additions."""
    annotators = len(items[0])
    table = [Counter(item) for item in items]
    totals: Counter[Annotation] = Counter()
    for counts in table:
        totals.update(counts)
    equal = [sum(count * count for count in counts.values()) for counts in table]
    observed = [(squares - annotators) / (annotators * (annotators - 1.0)) for squares in equal]
    if chance == "uniform":
        return numpy_sum(observed) / len(items), 1.0 / len(totals)
    shares = [totals[label] / (len(items) * annotators) for label in in_order(totals)]
    return numpy_sum(observed) / len(items), numpy_sum([share * share for share in shares])


def _kappa_from_pairs(items: Sequence[Item], settings: FleissSettings) -> Trace:
    """Return kappa with A_o and A_e, computed from the agreement of each pair of annotators.

    Raises `MetricError` for 0/0 if ``zero_division`` is raise.
    """
    annotators = len(items[0])
    rows = list(zip(*items, strict=True))
    # In order of appearance: all labels of the first annotator, then all labels of the second, and so on.
    labels = list(dict.fromkeys(label for row in rows for label in row))

    def observed(first: int, second: int) -> float:
        labelled_by_both = zip(rows[first], rows[second], strict=True)
        return sum([_agreement(one, other, settings.distance) for one, other in labelled_by_both]) / len(items)

    def expected(first: int, second: int) -> float:
        own, other = Counter(rows[first]), Counter(rows[second])
        agreement = 0.0
        for label in labels:
            agreement += (own[label] / len(items)) * (other[label] / len(items))
        return agreement

    def kappa(first: int, second: int) -> float:
        return _chance_corrected(observed(first, second), expected(first, second), settings)

    pairs = list(combinations(range(annotators), 2))
    if settings.chance == "pairs":
        return Trace(_mean(kappa, pairs), {"agreement": [_mean(observed, pairs), _mean(expected, pairs)]})
    everyone = Counter(label for row in rows for label in row)
    if settings.chance == "uniform":
        by_chance = 1.0 / len(labels)
    elif settings.chance == "pooled":
        by_chance = sum(count * count for count in everyone.values()) / (len(items) * annotators) ** 2
    else:
        by_chance = _mean(expected, pairs)
    agreement = _mean(observed, pairs)
    return Trace(_chance_corrected(agreement, by_chance, settings), {"agreement": [agreement, by_chance]})


def _agreement(one: Any, other: Any, level: str) -> float:
    return float(one == other) if level == "nominal" else 1.0 - set_distance(one, other, level)


def _mean(of_pair: Callable[[int, int], float], pairs: Sequence[Pair]) -> float:
    total = 0.0
    for first, second in pairs:
        total += of_pair(first, second)
    return total / len(pairs)


FLEISS_KAPPA = FleissKappa()
