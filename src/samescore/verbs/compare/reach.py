"""Check whether any difference can be significant: few segments or few resamples allow no small p-value."""

from __future__ import annotations

from typing import Any

#: Tests whose smallest p-value depends on the number n of segments, because they count the 2**n combinations of signs.
_SIGNED = ("randomization", "wilcoxon", "mcnemar", "sign")
_RESAMPLED = ("randomization", "bootstrap")
#: Corrections that multiply the smallest p-value by the number of tests, at least approximately.
_MULTIPLYING = ("bonferroni", "sidak", "holm", "holm-sidak")


def least_p(test: Any, segments: int) -> tuple[float, str]:
    """Return a lower bound on a test's p-values, and what limits it: ``segments`` or ``resamples``.

    The bound is 0 if nothing limits the p-value. `test` are the complete settings of the metric ``p-value``.
    """
    by_segments = 2.0 ** (1 - segments) if _by_signs(test) else 0.0
    if test.alternative != "two-sided":
        by_segments /= 2
    plus_one = test.test in _RESAMPLED and test.count.startswith("plus-one")
    by_resamples = 1 / (test.resamples + 1) if plus_one else 0.0
    if test.test == "randomization" and segments < test.resamples.bit_length():
        by_resamples = 0.0  # every exchange is used once
    return (by_segments, "segments") if by_segments >= by_resamples else (by_resamples, "resamples")


def _by_signs(test: Any) -> bool:
    """Return whether the test counts the 2**n signs of n segments, rather than using a formula."""
    if test.test == "randomization":
        return bool(test.exchange.startswith("pairs"))
    if test.test == "wilcoxon" and test.ties_and_zeros != "permuted":
        return bool(test.null == "exact")
    return test.test in _SIGNED and test.null != "normal"


def out_of_reach(
    test: Any, segments: int, tests: int, correction: str, alpha: float, *, beside_baseline: bool = False
) -> str:
    """Return a sentence that says why no difference can be significant, whatever the systems are; empty if one can.

    `test` are the complete settings of the metric ``p-value``, `tests` is the number of tests.
    """
    least, cause = least_p(test, segments)
    corrected = min(1.0, least * (tests if correction in _MULTIPLYING else 1))
    if not tests or corrected <= alpha:
        return ""
    count = segments if cause == "segments" else test.resamples
    size = f"{count:,} {cause if count != 1 else cause.removesuffix('s')}"
    over = f" and {tests:,} tests" if corrected > least else ""
    remedy = "more segments" if cause == "segments" else "more --resamples"
    return f"with {size}{over} no p-value can be below {corrected:.2g}, whatever the systems are: use {remedy}" + (
        ", or test only against a --baseline" if over and not beside_baseline else ""
    )
