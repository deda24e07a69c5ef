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


def _as_fractions(claim: Claim, printed: list[str]) -> Iterator[list[Interval]]:
    """The intervals as fractions of one: as they are, and, where any number of the claim is above 1, as percentages."""
    plain = [interval(text) for text in printed]
    yield plain
    everything = (claim.number, claim.precision, claim.recall, *claim.class_f1)
    if claim.published.endswith("%") or any(abs(Fraction(text)) > 1 for text in everything if text):
        yield [(low / 100, high / 100) for low, high in plain]


def _no_reading_fits(claim: Claim, low: Fraction | float, high: Fraction | float) -> bool:
    """Does the number lie outside, as a fraction and as a percentage?"""
    return not any(bounds[1] >= low and bounds[0] <= high for (bounds,) in _as_fractions(claim, [claim.number]))


def _between(low: Fraction | float, high: Fraction | float) -> str:
    return f"between {float(low):.6g} and {float(high):.6g}"


def _against_precision_and_recall(name: str, claim: Claim) -> Iterator[str]:
    """F1 and MCC, within what precision and recall allow; `claim`'s numbers may be fractions or percentages."""
    found = []
    for precision, recall in _as_fractions(claim, [claim.precision, claim.recall]):
        p_low, p_high = max(precision[0], Fraction(0)), min(precision[1], Fraction(1))
        r_low, r_high = max(recall[0], Fraction(0)), min(recall[1], Fraction(1))
        if p_low > p_high or r_low > r_high:
            continue
        if name == "f1":  # it grows with both
            low, high = float(_f1(p_low, r_low)), float(_f1(p_high, r_high))
        elif name == "mcc":  # sqrt(p r s n) - sqrt((1-p)(1-r)(1-s)(1-n)), where s and n lie between 0 and 1
            low, high = -math.sqrt((1 - p_low) * (1 - r_low)), math.sqrt(p_high * r_high)
        else:
            return
        if not _no_reading_fits(claim, low, high):
            return
        found.append(_between(low, high))
    if not found:
        yield "precision and recall lie between 0 and 1"
    else:
        yield f"with precision {claim.precision} and recall {claim.recall}, {name.upper()} lies {found[0]}"


def _f1(precision: Fraction, recall: Fraction) -> Fraction:
    return 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)


def _against_classes(name: str, claim: Claim) -> Iterator[str]:
    """The mean (f1, macro) or the product (f1-mult) of the F1 of the classes."""
    found = []
    for each in _as_fractions(claim, claim.class_f1):
        if name == "f1-mult":
            low, high = (math.prod((bounds[k] for bounds in each), start=Fraction(1)) for k in (0, 1))
        else:
            low, high = (sum((bounds[k] for bounds in each), Fraction(0)) / len(each) for k in (0, 1))
        if not _no_reading_fits(claim, low, high):
            return
        found.append(_between(low, high))
    yield f"the {'product' if name == 'f1-mult' else 'mean'} of the classes' F1 lies {found[0]}"


def _countable(printed: str, items: int) -> bool:
    """Is the number k/items, or that times 100, for some whole k?"""
    for scale in (1, 100):
        low, high = interval(printed)
        first = max(math.ceil(low * items / scale), 0)
        if first * scale <= high * items and first <= items:
            return True
    return False
