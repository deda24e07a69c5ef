"""Generate random inputs for any metric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from samescore.data.kinds import Data
from samescore.generators.generator import generator_of
from samescore.generators.target import Target
from samescore.metrics import metric


def inputs_for(
    metric_name: str, count: int, max_references: int = 0, seed: int = 0, statistics: Sequence[str] = ()
) -> Iterator[Data]:
    """Yield `count` inputs of the kind that a metric accepts, with at most `max_references` for each segment (0: no limit).

    Systems are compared by one of `statistics` (empty: any). Raises `UnknownNameError` for an unknown metric.
    """
    chosen = metric(metric_name)
    target = Target(chosen, chosen.settings(), max_references, statistics=statistics)
    return islice(generator_of(chosen.takes[0]).inputs(target, count, seed), count)
