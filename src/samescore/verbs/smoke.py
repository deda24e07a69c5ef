"""The verb *smoke*: the minimum that an implementation must do.

It must answer, give the same answer twice, and pass the basic vectors and fresh inputs.
"""

from __future__ import annotations

from samescore.catalogue.vectors import vectors
from samescore.implementations import Implementation
from samescore.implementations.base import Profiled
from samescore.records import SmokeTest
from samescore.verbs.fresh import Fresh
from samescore.verbs.judge import judge
from samescore.verbs.run import Plan, ask

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


def smoke(implementation: Implementation, fresh: Fresh) -> SmokeTest:
    """The implementation's verdicts on the vectors that are flagged ``basic``, and on fresh inputs."""
    metrics = metrics_of(implementation)
    basic = [vector for vector in vectors().values() if vector.metric in metrics and "basic" in vector.flags]
    report = ask(Plan((implementation,), tuple(basic), named=True, fresh=fresh))
    again = [
        judge(implementation, vector)
        for metric in metrics
        for vector in [vector for vector in basic if vector.metric == metric][:_ASKED_AGAIN]
    ]
    outcomes = {result.vector: result.outcome for result in report.results}
    return SmokeTest(report, [result.vector for result in again if outcomes[result.vector] != result.outcome])
