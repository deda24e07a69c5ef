"""Check a function in your own test suite: with `check_implementation`, or with golden vectors as test cases."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from samescore.catalogue.vectors import Vector, select, vector
from samescore.implementations import Implementation, described_function, forked_function, named_function
from samescore.implementations.asking import asking, current
from samescore.implementations.declaration import Declaration, declaring
from samescore.implementations.left_files import FolderWatch
from samescore.metrics import find
from samescore.records import FreshCase, Result, RunReport, VectorVerdict, explained_failures
from samescore.verbs.judging.fresh import COUNT, Fresh
from samescore.verbs.judging.judge import judge
from samescore.verbs.judging.plan import RunPlan
from samescore.verbs.judging.run import records_of, report_of

#: Maximum number of failures shown in full.
_SHOWN = 5
#: Maximum number of known mistakes named.
_MISTAKES = 3


@dataclasses.dataclass(frozen=True, slots=True)
class GoldenCase:
    """A golden vector as a test case for an implementation."""

    implementation: Implementation
    vector: Vector

    @property
    def id(self) -> str:
        """The vector's stable id."""
        return self.vector.id

    def check(self) -> Result:
        """Run the implementation and return the result; on failure, raise `AssertionError` with the first difference."""
        result = judge(self.implementation, self.vector)
        if result.verdict.red:
            raise AssertionError(describe(result))
        return result


def describe(result: Result) -> str:
    """Describe a failure on a golden vector in four lines of text."""
    failed = vector(result.vector)
    expected = failed.expected.value or failed.expected.outcome
    return "\n".join(
        (
            f"{failed.id}: {failed.comment}",
            f"  expected {expected}, got {result.outcome.text}",
            f"  first difference at {result.stage}",
            f"  samescore show {failed.id}",
        )
    )


def describe_fresh(result: Result, case: FreshCase) -> str:
    """Describe a failure on a fresh input in a few lines of text, including how to repeat it."""
    return "\n".join(
        (
            f"{case.vector}: a fresh input, from seed {case.seed}",
            f"  expected {case.expected.value or case.expected.kind}, got {result.outcome.text}",
            f"  first difference at {result.stage}",
            f"  under {result.signature}",
            f"  input {case.input_text}",
            f"  seed={case.seed}, or pytest --samescore-seed {case.seed}, runs it again",
        )
    )


def cases(
    function: Callable[..., Any] | str, metric: str, *, in_process: bool = False, **described: Any
) -> Iterator[GoldenCase]:
    """Yield the vectors of a metric as test cases for a function, to parametrize a test with.

    Parameters: `function`, `metric` and `in_process` as for `check_implementation`; `described` are its `like`,
    `settings`, `free`, `unit` and `max_references`. All cases call the function in one process. The function is already
    called while the cases are listed: vectors that it does not support are skipped. Fresh inputs are not included: use
    `check_implementation` or the pytest plugin for them.
    """
    implementation = _watched_function(function, metric, described, in_process=in_process)
    for candidate in select([find(metric)[0].name]):
        if judge(implementation, candidate).verdict is not VectorVerdict.UNSUPPORTED:
            yield GoldenCase(implementation, candidate)


def check_implementation(
    function: Callable[..., Any] | str,
    metric: str,
    *,
    like: str = "",
    settings: Mapping[str, Any] | None = None,
    free: Mapping[str, Any] | None = None,
    unit: str = "text",
    max_references: int = 0,
    return_key: str = "",
    expected_divergences: Mapping[str, str] | None = None,
    fresh: int = COUNT,
    seed: int | None = None,
    in_process: bool = False,
    timeout: float | None = None,
) -> RunReport:
    """Check a function against every golden vector of a metric and fresh inputs, and return the report.

    Parameters: `function` takes ``(hypotheses, references)``, where ``references[i]`` lists the references of segment
    i, or ``(gold, predicted)`` labels, and returns the score. `metric` is a name such as ``bleu``, ``chrf++`` or
    ``rouge1``. The function is expected to compute the metric with its default settings, or with those of the profile
    `like` (``nltk.sentence_bleu``), changed by `settings`. `free` are knobs that the function accepts as keyword
    arguments: a list of values for each, or ``any``. `unit` is ``tokens`` if it takes lists of tokens. `max_references`
    is the maximum number of references for a segment (0: any number). `return_key` selects the part of the return value
    that is the score, such as ``bleu`` or ``0``; by default the number in a dictionary, a tuple or a text is detected,
    and rounded numbers are compared at their precision. `expected_divergences` maps the ids of vectors that may fail to
    reasons. `fresh` is the number of fresh (randomly generated) inputs (0: none), `seed` their seed: by default the
    seed of the fresh inputs in `expected_divergences`, else a random one, which a failure prints.

    The function is called in a copy of this process, made when the check begins. Nothing that it does there can affect
    the verdict; after a crash a new copy is made. A copy has none of this process's threads, and debuggers,
    profilers or coverage tools here do not see it: `in_process` calls the function in this process, which is always the
    case on Windows. A name in place of the function, ``py:package.module:function``, is imported by another
    interpreter, so the code of the module does not run in this process either. `timeout` is in seconds, for one answer
    in another process (30).

    Small inputs are repeated in other orders, up to call 2,000 (see `samescore.verbs.judging.repeat`). The report's
    `remarks` state the size of the fresh inputs, the number of calls, and what the function left in the working folder.

    Raises `AssertionError` if a vector or a fresh input fails, or if an answer changes on repetition; the message has
    the first difference, the number of failures that a known mistake explains, and the settings that the function
    behaves like. It is also raised if an expected failure passes. Raises `DataError` if the description of the function
    is wrong.

    >>> def cer(hypotheses, references):
    ...     return 100.0
    >>> check_implementation(cer, "cer", like="jiwer.cer")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: ... of ... vectors of cer fail
    ...
    """
    described: dict[str, Any] = {"like": like, "settings": dict(settings or {}), "free": dict(free or {})}
    described |= {"unit": unit, "max_references": max_references}
    ways = dataclasses.replace(current(), timeout=timeout or current().timeout)
    with declaring(Declaration(return_key=return_key)), asking(ways):
        implementation = _watched_function(function, metric, described, in_process=in_process)
    selected = tuple(select([find(metric)[0].name]))
    planned = RunPlan((implementation,), selected, named=True, fresh=Fresh.of(fresh, seed), repeat=True)
    report = report_of(records_of(planned.accepting({implementation.name: expected_divergences or {}})))
    if report.exit_code or report.unmatched:
        raise AssertionError(_summary(report, metric))
    return report


def _watched_function(
    function: Callable[..., Any] | str, metric: str, described: Mapping[str, Any], *, in_process: bool
) -> Implementation:
    """Return the implementation that calls the function, and that watches for files left in the working folder."""
    watch = FolderWatch()
    with watch.watching():
        made = _described_function(function, metric, described, in_process=in_process)
    made.watch = watch
    return made


def _described_function(
    function: Callable[..., Any] | str, metric: str, described: Mapping[str, Any], *, in_process: bool
) -> Implementation:
    if isinstance(function, str):
        return named_function(function, metric, in_process=in_process, **described)
    name = f"py:{getattr(function, '__module__', '?')}:{getattr(function, '__qualname__', repr(function))}"
    made = described_function if in_process else forked_function
    return made(function, name, metric, described)


def _summary(report: RunReport, metric: str) -> str:
    golden, fresh = ([r for r in report.results if (r.vector in _fresh_ids(report)) == kind] for kind in (False, True))
    lines = [f"{_failed_count(golden)} of {_supported_count(golden)} vectors of {metric} fail"]
    if fresh:
        seed = report.implementations[0].seed
        lines.append(
            f"{_failed_count(fresh)} of {_supported_count(fresh)} fresh inputs fail; seed={seed} runs them again"
        )
    lines += [f"it cannot be called: {p.unavailable}" for p in report.implementations if p.unavailable]
    lines += [participant.note for participant in report.implementations if participant.note]
    lines += [mistake.text for mistake in explained_failures(report.failures, report.likenesses)[:_MISTAKES]]
    lines += [likeness.text for likeness in report.likenesses]
    lines += [_failure_text(report, result) for result in report.failures[:_SHOWN]]
    if len(report.failures) > _SHOWN:
        lines.append(f"and {len(report.failures) - _SHOWN} more")
    lines += [line for repeated in report.unsteady for line in repeated.lines]
    lines += report.remarks
    lines += [f"expected_divergences: there is no vector {name!r}" for name in report.unmatched]
    return "\n".join(lines)


def _fresh_ids(report: RunReport) -> set[str]:
    return {case.vector for case in report.fresh.values()}


def _failed_count(results: Sequence[Result]) -> int:
    return sum(result.verdict.red for result in results)


def _supported_count(results: Sequence[Result]) -> int:
    return sum(result.verdict is not VectorVerdict.UNSUPPORTED for result in results)


def _failure_text(report: RunReport, result: Result) -> str:
    case = report.fresh_case(result)
    return describe(result) if case is None else describe_fresh(result, case)
