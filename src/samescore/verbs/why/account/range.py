"""Rules about the number itself: out of the metric's range, or missing."""

from __future__ import annotations

from samescore.base.outcome import CLOSE_NUMBER, relative_gap
from samescore.verbs.why.account.evidence import Evidence, Rule, format_number


def _beyond(evidence: Evidence) -> tuple[str, str] | None:
    """Return a remark on a score above the highest or below the lowest value of the metric, or None."""
    facts, value = evidence.metric.facts, evidence.value
    if value is None:
        return None
    for bound, sign in ((facts.highest, 1), (facts.lowest, -1)):
        limit = (bound or 0.0) * evidence.unit
        if bound is None or sign * value <= sign * limit:
            continue
        if relative_gap(value, limit) <= CLOSE_NUMBER:
            return (
                f"{value!r} exceeds {format_number(limit)} by {abs(value - limit):.1e}: floating-point rounding went beyond the exact value",
                "round it when printing; it represents the exact bound",
            )
        return (
            f"{format_number(value)} is outside {format_number(facts.lowest or 0)} to {format_number(facts.highest or 0)}, the range of the metric",
            "the settings deviate from the definition: see the other remarks",
        )
    return None


RANGE_RULES = (Rule("beyond-the-range", _beyond),)
