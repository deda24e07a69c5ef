"""Golden vectors for your own test suite: `check_implementation`, or one test case at a time."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from samescore.catalogue.vectors import Vector, select, vector
from samescore.implementations import Implementation, described_function
from samescore.metrics import find
from samescore.records import Result, RunReport, VectorVerdict
from samescore.verbs.judge import judge
from samescore.verbs.run import Plan, execute

#: How many failures are shown in full.
_SHOWN = 5


@dataclasses.dataclass(frozen=True, slots=True)
class GoldenCase:
    """One golden vector for one implementation."""

    implementation: Implementation
    vector: Vector

    @property
    def id(self) -> str:
        """The vector's id, which never changes."""
        return self.vector.id

    def check(self) -> Result:
        """Ask the implementation. On failure, `AssertionError` says what differs first and which known mistake fits."""
        result = judge(self.implementation, self.vector)
        if result.verdict.red:
            raise AssertionError(describe(result))
        return result


def describe(result: Result) -> str:
    """A failure in a few lines of text."""
    failed = vector(result.vector)
    expected = failed.expected.value or failed.expected.outcome
    lines = [f"{failed.id}: {failed.comment}", f"  expected {expected}, got {result.outcome.text}"]
    lines.append(f"  first difference at {result.stage}")
    lines += [f"  this is what a known mistake gives: {mistake}" for mistake in result.mistakes]
    lines.append(f"  samescore show {failed.id}")
    return "\n".join(lines)


def cases(function: Callable[..., Any], metric: str, **described: Any) -> Iterator[GoldenCase]:
    """The vectors of a metric as test cases for a function, to parametrize a test with.

    Parameters: see `check_implementation`. Vectors whose input the function does not support are left out.
    """
    implementation = _function(function, metric, described)
    for candidate in select([find(metric)[0].name]):
        if judge(implementation, candidate).verdict is not VectorVerdict.UNSUPPORTED:
            yield GoldenCase(implementation, candidate)


def check_implementation(
    function: Callable[..., Any],
    metric: str,
    *,
    like: str = "",
    settings: Mapping[str, Any] | None = None,
    free: Mapping[str, Any] | None = None,
    unit: str = "text",
    max_references: int = 0,
    expected_divergences: Mapping[str, str] | None = None,
) -> RunReport:
    """Check a function against every golden vector of a metric, and return the report.

    Parameters: `function` takes ``(hypotheses, references)``, where ``references[i]`` lists the references of
    segment i, or ``(gold, predicted)`` labels, and returns the score. `metric` is a name such as ``bleu``, ``chrf++``
    or ``rouge1``. The function is expected to compute the metric under its default settings, or under those of the
    profile `like` (``nltk.sentence_bleu``), changed by `settings`. `free` are knobs that the function takes as keyword
    arguments: a list of values for each, or ``any``. `unit` is ``tokens`` if it takes lists of tokens.
    `max_references` is how many references a segment may have (0: any number). `expected_divergences` maps the ids of
    vectors that may fail to reasons.

    Raises `AssertionError` if a vector fails, with what differs first and the known mistakes that give the same
    number, or if an expected failure passes. Raises `DataError` if the description of the function is wrong.

    >>> def bleu(hypotheses, references):
    ...     return 100.0
    >>> check_implementation(bleu, "bleu", like="sacrebleu.corpus_bleu")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: ... of ... vectors of bleu fail
    ...
    """
    described = {"like": like, "settings": dict(settings or {}), "free": dict(free or {})}
    implementation = _function(function, metric, {**described, "unit": unit, "max_references": max_references})
    selected = tuple(select([find(metric)[0].name]))
    expected = {implementation.name: expected_divergences or {}}
    report = execute(Plan((implementation,), selected, named=True, expected_failures=expected))
    if report.failures or report.unmatched:
        raise AssertionError(_summary(report, metric))
    return report


def _function(function: Callable[..., Any], metric: str, described: Mapping[str, Any]) -> Implementation:
    name = f"py:{getattr(function, '__module__', '?')}:{getattr(function, '__qualname__', repr(function))}"
    return described_function(function, name, metric, described)


def _summary(report: RunReport, metric: str) -> str:
    supported = sum(result.verdict is not VectorVerdict.UNSUPPORTED for result in report.results)
    lines = [f"{len(report.failures)} of {supported} vectors of {metric} fail"]
    counted = Counter(str(mistake) for result in report.failures for mistake in result.mistakes)
    lines += [f"{count} of them are what a known mistake gives: {mistake}" for mistake, count in counted.most_common(3)]
    lines += [describe(result) for result in report.failures[:_SHOWN]]
    if len(report.failures) > _SHOWN:
        lines.append(f"and {len(report.failures) - _SHOWN} more")
    lines += [f"expected_divergences: there is no vector {name!r}" for name in report.unmatched]
    return "\n".join(lines)
