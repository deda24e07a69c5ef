"""Describe where an answer first differs from the expected one: a stage of the pipeline, or the value."""

from __future__ import annotations

import math
from typing import Any

from samescore.base.outcome import STORED_ULPS, Outcome, Score, describe_difference, same_outcome
from samescore.implementations.answers import truncate
from samescore.metrics.base import tokens_of
from samescore.verbs.judging.cases import JudgedCase

#: Maximum number of characters of a differing stage to show.
_LONGEST_STAGE = 1000


def first_difference(case: JudgedCase, outcome: Outcome, native: bool) -> str:
    """Describe the first stage with an unexpected result, or if there is none, the difference of the values.

    If the outcome or the expected answer has no score, describe both. `native` is as for `differing_stage`.
    """
    expected = case.outcome
    if not (isinstance(outcome, Score) and isinstance(expected, Score)):
        return f"expected {_brief(expected)}, got {outcome.describe()}"
    if stage := differing_stage(case, outcome, native):
        return stage
    if outcome.decimals is not None:
        rounded = f"rounded to {outcome.decimals} decimal{'s' if outcome.decimals != 1 else ''}"
        return f"value: expected {case.expected.value}, got {outcome.value!r}, {rounded}"
    return f"value: expected {case.expected.value}, got {outcome.value!r} ({describe_difference(expected.value, outcome.value)})"


def differing_stage(case: JudgedCase, outcome: Outcome, native: bool) -> str:
    """Describe the first stage of the pipeline with an unexpected result; empty if there is none, or no score.

    With `native`, the outcome is the native metric's, which must have every stage that the case expects; another
    implementation is compared only in the stages that it returns.
    """
    if not isinstance(outcome, Score):
        return ""
    expected, got = case.expected.stages, outcome.stages
    if native and "tokens" in expected:
        got = {**got, "tokens": tokens_of(case.metric, case.data, case.settings)}
    pipeline, allowed = case.metric.facts.stages, max(STORED_ULPS, case.expected.ulps)
    for name in sorted(expected, key=lambda name: pipeline.index(name) if name in pipeline else len(pipeline)):
        if name not in got:
            if native:
                return f"{name}: expected {expected[name]}, but there is no such stage"
        elif not _same(expected[name], got[name], allowed):
            return f"{name}: expected {_truncated_text(expected[name])}, got {_truncated_text(got[name])}"
    return ""


def _truncated_text(stage: Any) -> str:
    """Return the result of a stage as text, truncated to a readable length."""
    return truncate(str(stage), _LONGEST_STAGE)


def _brief(outcome: Outcome) -> str:
    return outcome.describe() if isinstance(outcome, Score) else outcome.kind


def _same(expected: Any, got: Any, max_ulps: float) -> bool:
    """Return whether two results of a stage are equal; an expected decimal string equals a number within `max_ulps`.

    An expected None stands for nan.
    """
    if expected is None:  # JSON has no nan
        return isinstance(got, float) and math.isnan(got)
    got = list(got) if isinstance(got, tuple) else got
    if isinstance(expected, int) or isinstance(got, str) or expected == got:  # most are integers or tokens
        return bool(expected == got)
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and expected.keys() == got.keys()
            and all(_same(expected[k], got[k], max_ulps) for k in got)
        )
    if isinstance(expected, list):
        if not isinstance(got, list) or len(expected) != len(got):
            return False
        return all(_same(a, b, max_ulps) for a, b in zip(expected, got, strict=True))
    if isinstance(expected, str) and isinstance(got, (int, float)):
        try:
            return same_outcome(Score(float(expected)), Score(got), max_ulps=max_ulps)
        except ValueError:  # text in place of a number
            return False
    return bool(expected == got)
