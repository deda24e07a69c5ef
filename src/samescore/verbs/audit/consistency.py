"""Is a published number possible at all? Arithmetic on the numbers printed with it, without any files.

Every printed number stands for an interval: the values that round, or truncate, to it. A claim is impossible only if no
values in the intervals are consistent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from samescore.errors import SamescoreError
from samescore.metrics import find
from samescore.outcome import STORED_ULPS
from samescore.verbs.audit.claims import Claim, metric_of
from samescore.verbs.audit.stated import stated

#: Averages of F1 that are the F1 of the printed precision and recall, and averages that are means over classes.
_OF_SUMS, _OF_MEANS = {"binary", "class", "micro"}, {"macro", "weighted"}
#: 100 %, and what rounding may add: sacreBLEU gives 100.00000000000004 to what is identical.
_MOST = 100 + Fraction(1, 10**9)

Interval = tuple[Fraction, Fraction]


def checkable(claim: Claim) -> bool:
    """Is there another printed number to check this one against?"""
    return bool((claim.precision and claim.recall) or claim.items or claim.class_f1)


def impossible(claim: Claim) -> Iterator[str]:
    """The reasons why the number is impossible; none if it is possible, or if too little is known of its settings."""
    name, _ = metric_of(claim)
    value, average = Fraction(claim.number), _average(claim)
    facts = find(name)[0].facts
    if facts.highest == 1 and facts.lowest == 0 and not 0 <= value <= _MOST:
        yield f"{name} lies between 0 and 1, or between 0 and 100 %"
    if facts.highest == 1 and facts.lowest == -1 and not -_MOST <= value <= _MOST:
        yield f"{name} lies between -1 and 1"
    if claim.items > 0 and facts.counted and not _countable(claim.number, claim.items):
        yield f"no number of items out of {claim.items} gives {claim.published}"
    if claim.precision and claim.recall:
        if name == "f1" and (why := _f1_against_precision_and_recall(claim, of_means=average not in _OF_SUMS)):
            yield why
        if name == "mcc" and claim.classes == 2 and (why := _mcc_against_precision_and_recall(claim)):
            yield why
    if claim.class_f1 and name in ("f1", "f1-mult"):
        yield from _against_classes("f1-mult" if name == "f1-mult" else average, claim)


def _average(claim: Claim) -> str:
    """How the F1 of the classes is averaged; empty if the claim does not say."""
    try:
        own = stated(claim)
    except SamescoreError:
        own = None
    if own is not None:
        return str(own.settings.as_dict().get("average", ""))
    return str(metric_of(claim)[1].get("average", ""))


def suspicious(claim: Claim) -> Iterator[str]:
    """What is suspicious about a number that is possible."""
    if claim.published.endswith("%") and 0 < abs(Fraction(claim.number)) < 1:
        yield f"{claim.published} is a fraction with a percent sign: {float(claim.number) * 100:g} % may be meant"
    name, _ = metric_of(claim)
    if claim.precision and claim.recall and not any(True for _ in impossible(claim)):
        alone = name == "f1" and _average(claim) not in _OF_MEANS
        if alone and (why := _f1_against_precision_and_recall(claim, of_means=False)):
            yield f"{why}, unless all three are means over classes"
        if name == "mcc" and (why := _mcc_against_precision_and_recall(claim)):
            yield why


def interval(printed: str) -> Interval:
    """The values that may have been printed so, rounded or truncated."""
    mantissa, _, exponent = printed.lower().partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    value = Fraction(printed)
    unit = max(unit, 2 * STORED_ULPS * Fraction(math.ulp(float(printed))))  # the error of a double printed in full
    return (value - unit / 2, value + unit) if value >= 0 else (value - unit, value + unit / 2)


def _as_fractions(claim: Claim, printed: list[str]) -> Iterator[list[Interval]]:
    """The intervals as fractions of one: as printed, and, if any number of the claim exceeds 1, as percentages."""
    plain = [interval(text) for text in printed]
    yield plain
    everything = (claim.number, claim.precision, claim.recall, *claim.class_f1)
    if claim.published.endswith("%") or any(abs(Fraction(text)) > 1 for text in everything if text):
        yield [(low / 100, high / 100) for low, high in plain]


def _no_reading_fits(claim: Claim, low: Fraction | float, high: Fraction | float) -> bool:
    """Is the number outside these bounds both as a fraction and as a percentage?"""
    return not any(bounds[1] >= low and bounds[0] <= high for (bounds,) in _as_fractions(claim, [claim.number]))


def _between(low: Fraction | float, high: Fraction | float) -> str:
    return f"between {float(low):.6g} and {float(high):.6g}"


def _beside(claim: Claim) -> Iterator[tuple[Interval, Interval]]:
    """The intervals of precision and recall between 0 and 1, in every reading."""
    for read in _as_fractions(claim, [claim.precision, claim.recall]):
        p, r = ((max(low, Fraction(0)), min(high, Fraction(1))) for low, high in read)
        if p[0] <= p[1] and r[0] <= r[1]:
            yield p, r


def _f1_against_precision_and_recall(claim: Claim, *, of_means: bool) -> str:
    """Why no precision and recall so printed have this F1; empty where some do.

    With `of_means` it may be a mean over classes, as precision and recall then are: the mean of harmonic means is not
    above that of arithmetic means.
    """
    readings = []
    for p, r in _beside(claim):
        low, high = _f1(p[0], r[0]), _f1(p[1], r[1])  # it grows with both
        bounds = (Fraction(0), (p[1] + r[1]) / 2) if of_means else (low, high)
        if not _no_reading_fits(claim, *bounds):
            return ""
        readings.append(_between(low, high))
    if not readings:
        return "precision and recall lie between 0 and 1"
    return f"with precision {claim.precision} and recall {claim.recall}, F1 lies {readings[0]}"


def _mcc_against_precision_and_recall(claim: Claim) -> str:
    """Why no 2x2 confusion matrix with this precision and recall has this MCC; empty if one has.

    MCC is sqrt(p r s n) - sqrt((1-p)(1-r)(1-s)(1-n)) with specificity s and negative predictive value n, which lie
    between 0 and 1.
    """
    readings = []
    for p, r in _beside(claim):
        low, high = -math.sqrt((1 - p[0]) * (1 - r[0])), math.sqrt(p[1] * r[1])
        if not _no_reading_fits(claim, low, high):
            return ""
        readings.append(_between(low, high))
    if not readings:
        return "precision and recall lie between 0 and 1"
    return f"with precision {claim.precision} and recall {claim.recall}, MCC of two classes lies {readings[0]}"


def _f1(precision: Fraction, recall: Fraction) -> Fraction:
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def _against_classes(average: str, claim: Claim) -> Iterator[str]:
    """Why the number is not the mean (macro), the product (f1-mult) or another average of the classes' F1."""
    readings = []
    for read in _as_fractions(claim, claim.class_f1):
        classes = [(max(low, Fraction(0)), min(high, Fraction(1))) for low, high in read]
        if any(low > high for low, high in classes):
            continue
        if average == "f1-mult":
            low, high = (math.prod((bounds[k] for bounds in classes), start=Fraction(1)) for k in (0, 1))
        elif average == "macro":
            low, high = (sum((bounds[k] for bounds in classes), Fraction(0)) / len(classes) for k in (0, 1))
        else:
            low, high = min(low for low, _ in classes), max(high for _, high in classes)
        if not _no_reading_fits(claim, low, high):
            return
        readings.append(_between(low, high))
    what = {"f1-mult": "the product", "macro": "the mean"}.get(average, "an average")
    if readings:
        yield f"{what} of the classes' F1 lies {readings[0]}"
    else:
        yield "the F1 of a class lies between 0 and 1"


def _countable(printed: str, items: int) -> bool:
    """Is the number k/items, or 100 times that, for an integer k?"""
    for scale in (1, 100):
        low, high = interval(printed)
        first = max(math.ceil(low * items / scale), 0)
        if first * scale <= high * items and first <= items:
            return True
    return False
