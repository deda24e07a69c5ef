"""The verb *smoke*: the minimum that an implementation must do.

It must answer, give the same answer twice, and pass the basic vectors.
"""

from __future__ import annotations

from collections.abc import Iterator

from samescore.catalogue.vectors import vectors
from samescore.implementations import Implementation
from samescore.implementations.base import Profiled
from samescore.records import SmokeTest
from samescore.verbs.judge import judge

#: How many vectors of a metric are asked a second time.
_ASKED_AGAIN = 3


def metrics_of(implementation: Implementation) -> list[str]:
    """The metrics that an implementation has an entry point for, by name."""
    return sorted(
        {
            vector.metric
            for vector in vectors().values()
            if not isinstance(implementation, Profiled) or implementation.profiles(vector.metric)
        }
    )


def smoke(implementation: Implementation) -> Iterator[SmokeTest]:
    """One test for each of the implementation's metrics, on the vectors that are flagged ``basic``."""
    for metric in metrics_of(implementation):
        basic = [vector for vector in vectors().values() if vector.metric == metric and "basic" in vector.flags]
        results = [judge(implementation, vector) for vector in basic]
        again = [judge(implementation, vector) for vector in basic[:_ASKED_AGAIN]]
        yield SmokeTest(
            metric,
            answered=sum(result.verdict.answered for result in results),
            failures=[result for result in results if result.verdict.red],
            changed=[
                first.vector for first, second in zip(results, again, strict=False) if first.outcome != second.outcome
            ],
        )
