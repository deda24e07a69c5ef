"""The verb *smoke*: run minimal checks of an implementation.

It must answer, pass the basic vectors and fresh inputs, and give the same answer when it is run again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from samescore.base.errors import UnknownNameError
from samescore.catalogue.vectors import vectors
from samescore.implementations import Implementation, implementation
from samescore.implementations.base import Profiled
from samescore.metrics import find
from samescore.records import SmokeTest
from samescore.verbs.judging.fresh import COUNT, Fresh
from samescore.verbs.judging.judge import judge
from samescore.verbs.judging.plan import RunPlan
from samescore.verbs.judging.run import ask

#: Number of vectors of each metric that are repeated.
_ASKED_AGAIN = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """An implementation by name, the metric to run (empty: all), and the number and seed of fresh inputs.

    The seed is random if it is None.
    """

    name: str
    metric: str = ""
    fresh: int = COUNT
    seed: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Subject:
    """The implementation under test: its name and version (`label`) and its metrics.

    `refusal` says why it cannot be run; empty if it can.
    """

    label: str
    metrics: Sequence[str]
    refusal: str = ""


def execute(request: Request) -> Iterator[Subject | SmokeTest]:
    """Yield the implementation under test and then, unless it cannot be run, the test result.

    Raises `UnknownNameError` for an unknown name, and if there is no entry point for the metric.
    """
    tested = implementation(request.name)
    try:
        if refusal := tested.unavailable():
            yield Subject(tested.label, (), refusal.reason)
            return
        yield Subject(tested.label, metrics_of(tested, request.metric))
        yield smoke(tested, Fresh.of(request.fresh, request.seed), request.metric)
    finally:
        tested.close()


def metrics_of(implementation: Implementation, only: str = "") -> list[str]:
    """Return the metrics for which an implementation has an entry point, sorted; with `only`, just this metric.

    Raises `UnknownNameError` if `only` is unknown, or if there is no entry point for it.
    """
    every = sorted(
        {
            vector.metric
            for vector in vectors().values()
            if not isinstance(implementation, Profiled) or implementation.profiles(vector.metric)
        }
    )
    if not only:
        return every
    wanted = find(only)[0].name
    if wanted not in every:
        raise UnknownNameError(f"{implementation.name} has no entry point for {wanted}", hint="remove -m")
    return [wanted]


def smoke(implementation: Implementation, fresh: Fresh, only: str = "") -> SmokeTest:
    """Judge the implementation on vectors flagged ``basic`` and on fresh inputs, and return the report.

    The first vectors of each metric are run again; the result lists those with a different answer. With `only`, one
    metric is tested. Raises `UnknownNameError` if there is no entry point for it.
    """
    metrics = metrics_of(implementation, only)
    basic = [vector for vector in vectors().values() if vector.metric in metrics and "basic" in vector.flags]
    report = ask(RunPlan((implementation,), tuple(basic), named=True, fresh=fresh, selected=tuple(metrics)))
    again = [
        judge(implementation, vector)
        for metric in metrics
        for vector in [vector for vector in basic if vector.metric == metric][:_ASKED_AGAIN]
    ]
    outcomes = {result.vector: result.outcome for result in report.results}
    return SmokeTest(report, [result.vector for result in again if outcomes[result.vector] != result.outcome])
