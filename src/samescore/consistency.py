"""Can a published number be at all? Arithmetic on what is printed beside it, without any files.

Every printed number stands for an interval: what would be rounded to it, or cut off to it. A claim is impossible only
where no values in the intervals go together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from samescore.claims import Claim, metric_of

#: Metrics whose scores lie between 0 and 1, or between 0 and 100 in per cent.
_UP_TO_ONE = {
    *("accuracy", "balanced-accuracy", "precision", "recall", "f1", "f1-mult", "roc-auc", "accuracy-choices"),
    *("exact-match", "answer-f1", "drop-f1", "char-f1", "distinct", "bleu", "chrf", "gleu", "ribes", "wip"),
    *("rouge-n", "rouge-l", "rouge-lsum", "rouge-s", "rouge-su"),
}
#: Metrics between -1 and 1.
_SIGNED = {"mcc", "kappa"}

Interval = tuple[Fraction, Fraction]


def checkable(claim: Claim) -> bool:
    """Is there something beside the number to check it against?"""
    return bool((claim.precision and claim.recall) or claim.items or claim.class_f1)


def impossible(claim: Claim) -> Iterator[str]:
    """Why the number cannot be; nothing where it can."""
    name, _ = metric_of(claim)
    value = Fraction(claim.number)
    if name in _UP_TO_ONE and not 0 <= value <= 100:
        yield f"{name} lies between 0 and 1, or between 0 and 100 %"
    if name in _SIGNED and not -100 <= value <= 100:
        yield f"{name} lies between -1 and 1"
    if claim.items > 0 and not _countable(claim.number, claim.items):
        yield f"no number of items out of {claim.items} gives {claim.published}"
    if claim.precision and claim.recall:
        yield from _against_precision_and_recall(name, claim)
    if claim.class_f1 and name in ("f1", "f1-mult"):
        yield from _against_classes(name, claim)


def suspicious(claim: Claim) -> Iterator[str]:
    """What is odd about the number, though it can be."""
    if claim.published.endswith("%") and 0 < abs(Fraction(claim.number)) < 1:
        yield f"{claim.published} is a fraction with a percent sign: {float(claim.number) * 100:g} % may be meant"


def interval(printed: str) -> Interval:
    """What may have been printed so: rounded, or cut off."""
    mantissa, _, exponent = printed.lower().partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    value = Fraction(printed)
    return (value - unit / 2, value + unit) if value >= 0 else (value - unit, value + unit / 2)


def _scaled(claim: Claim, printed: str) -> Interval:
    """An interval as a fraction of one, where the claim's numbers are percentages."""
    low, high = interval(printed)
    return (low / 100, high / 100) if _in_percent(claim) else (low, high)


def _in_percent(claim: Claim) -> bool:
    """Is one of the numbers too large for a fraction?"""
    return any(
        abs(Fraction(text)) > 1 for text in (claim.number, claim.precision, claim.recall, *claim.class_f1) if text
    )


def _meets(mine: Interval, low: float | Fraction, high: float | Fraction) -> bool:
    return mine[1] >= low and mine[0] <= high


def _against_precision_and_recall(name: str, claim: Claim) -> Iterator[str]:
    (p_low, p_high), (r_low, r_high) = _scaled(claim, claim.precision), _scaled(claim, claim.recall)
    p_low, r_low, p_high, r_high = (
        max(p_low, Fraction(0)),
        max(r_low, Fraction(0)),
        min(p_high, Fraction(1)),
        min(r_high, Fraction(1)),
    )
    if p_low > p_high or r_low > r_high:
        yield "precision and recall lie between 0 and 1"
        return
    mine, beside = _scaled(claim, claim.number), f"with precision {claim.precision} and recall {claim.recall}"
    shown = 100 if _in_percent(claim) else 1
    if name == "f1":  # it grows with both
        low, high = _f1(p_low, r_low), _f1(p_high, r_high)
        if not _meets(mine, low, high):
            yield f"{beside}, F1 lies between {float(low) * shown:.6g} and {float(high) * shown:.6g}"
    if name == "mcc":  # sqrt(p r s n) - sqrt((1-p)(1-r)(1-s)(1-n)), where s and n lie between 0 and 1
        bottom, top = -math.sqrt((1 - p_low) * (1 - r_low)), math.sqrt(p_high * r_high)
        if not _meets(mine, bottom, top):
            yield f"{beside}, MCC lies between {bottom * shown:.6g} and {top * shown:.6g} for every confusion matrix"


def _f1(precision: Fraction, recall: Fraction) -> Fraction:
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def _against_classes(name: str, claim: Claim) -> Iterator[str]:
    """The mean (f1, macro) or the product (f1-mult) of the F1 of the classes."""
    each = [_scaled(claim, text) for text in claim.class_f1]
    if name == "f1-mult":
        low, high = (math.prod((bounds[k] for bounds in each), start=Fraction(1)) for k in (0, 1))
        what = "the product"
    else:
        low, high = (sum((bounds[k] for bounds in each), Fraction(0)) / len(each) for k in (0, 1))
        what = "the mean"
    if not _meets(_scaled(claim, claim.number), low, high):
        shown = 100 if _in_percent(claim) else 1
        yield f"{what} of the classes' F1 lies between {float(low) * shown:.6g} and {float(high) * shown:.6g}"


def _countable(printed: str, items: int) -> bool:
    """Is the number k/items, or that times 100, for some whole k?"""
    for scale in (1, 100):
        low, high = interval(printed)
        first = max(math.ceil(low * items / scale), 0)
        if first * scale <= high * items and first <= items:
            return True
    return False
