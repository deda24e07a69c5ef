"""Split a printed text into claims: a score, its interval, and the p-value that a mark stands for."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec

from samescore.metrics.aliases import resolve_publication_name
from samescore.verbs.audit.claims import PLUS_MINUS, Claim, with_notes
from samescore.verbs.audit.printed_text.printed_intervals import (
    PrintedInterval,
    printed_bound,
    printed_interval,
    significance_marks,
    unread,
)
from samescore.verbs.audit.printed_text.printed_numbers import printed_number
from samescore.verbs.audit.question import question_of, signature_of_statistic

#: Confidence levels in names of intervals (``95% CI low``).
_NAMED_LEVELS = ("90", "95", "99")


def parts(claim: Claim, text: str) -> list[Claim]:
    """Split the text of a printed number, a p-value or an interval into claims; the claim on the number comes first.

    An interval gives two claims, one for each end. If a score has files, further claims are the ends of an interval
    after it, the number after a ± and, if there is a `baseline`, the p-value of each mark that `marks` explain. Text
    that gives no claim is noted in the first claim. Raises `ValueError` for a text without a number, and
    `UnknownNameError` for an unknown metric or statistic.

    >>> [part.published for part in parts(Claim("p-value", "p < .05"), "p < .05")]
    ['<0.05']
    """
    metric, implied, _ = resolve_publication_name(claim.metric)
    signature_of_statistic(claim.statistic)
    if metric == "p-value":
        return [msgspec.structs.replace(claim, published=_p_value(text))]
    if metric == "interval" and "end" not in implied:
        interval = printed_interval(text)
        if interval is not None:
            return list(_interval_ends(claim, interval))
    own = msgspec.structs.replace(claim, published=_plain_number(text))
    if not own.hypotheses or own.statistic or own.published == text:  # there is no text after the number
        return [own]
    beside = list(_claims_beside(own, text))
    if beside and question_of(own).problem is not None:
        return [
            with_notes(own, [*unread(text), "the number after the score is not checked: its settings cannot be tried"])
        ]
    return [with_notes(own, [*unread(text), *_untested_marks(own, text)]), *beside]


def _untested_marks(claim: Claim, text: str) -> Iterator[str]:
    """Yield, for each mark in the text for which there is no claim, a sentence with the reason."""
    for mark in significance_marks(text):
        if claim.hypotheses == claim.baseline:
            yield f"the mark {mark} is not checked: this system is the baseline"
        elif mark not in claim.marks:
            yield f"the mark {mark} is not checked: its p-value is not stated"
        elif not claim.baseline:
            yield f"the mark {mark} is not checked: no baseline to test against"


def _claims_beside(claim: Claim, text: str) -> Iterator[Claim]:
    """Yield claims for the interval, the number after a ± and the marks after a score, about the same files."""
    number = printed_number(text)
    interval = printed_interval(text)
    tested = [mark for mark in significance_marks(text) if mark in claim.marks]
    if interval is None and not number.spread and not tested:
        return
    about = msgspec.structs.replace(
        claim, statistic=_statistic(claim), settings={}, like="", signature="", original_tool=None, items=0,
        precision="", recall="", class_f1=[], classes=0, marks={}, baseline="",
    )  # fmt: skip
    if interval is not None:
        yield from _interval_ends(about, interval)
    if number.spread:
        yield msgspec.structs.replace(
            about, metric=PLUS_MINUS, published=number.spread, id=f"{claim.id} ±", label=f"{claim.label} ±".strip()
        )
    for mark in tested if claim.baseline and claim.baseline != claim.hypotheses else ():
        which = "p" if len(tested) == 1 else f"p {mark}"
        yield msgspec.structs.replace(
            about,
            metric="p-value",
            published=_bound_of_mark(mark, claim.marks[mark]),
            id=f"{claim.id} {which}",
            label=f"{claim.label} {which}".strip(),
            baseline=claim.baseline,
        )


def _interval_ends(claim: Claim, interval: PrintedInterval) -> Iterator[Claim]:
    """Yield a claim for each end of an interval."""
    level = f"{interval.level}% " if interval.level in _NAMED_LEVELS else ""
    other = {"confidence": float(Decimal(interval.level) / 100)} if interval.level and not level else {}
    for end, published in (("low", interval.low), ("high", interval.high)):
        yield msgspec.structs.replace(
            claim,
            metric=f"{level}CI {end}",
            published=published,
            settings={**claim.settings, **other},
            id=f"{claim.id} {end}",
            label=f"{claim.label} {end}".strip(),
        )


def _statistic(claim: Claim) -> str:
    """Return the signature of the score that an interval or a mark after it is about.

    It has the stated settings, or else the settings that the name of the metric implies.
    """
    question = question_of(claim)
    settings = question.usual if question.own is None else question.own.settings
    return settings.short_signature


def _p_value(text: str) -> str:
    try:
        return printed_bound(text)
    except ValueError:
        return _plain_number(text)


def _bound_of_mark(mark: str, text: str) -> str:
    """Return the bound that a mark stands for, as in ``<0.05``.

    Raises `ValueError` if its explanation is not a bound.
    """
    try:
        return printed_bound(text)
    except ValueError:
        raise ValueError(f"marks: {mark} is {text!r:.80}, which is not a bound on a p-value") from None


def _plain_number(text: str) -> str:
    try:
        return str(printed_number(text))
    except ValueError:
        raise ValueError(f"published is {text!r:.80}, which is not a number") from None
