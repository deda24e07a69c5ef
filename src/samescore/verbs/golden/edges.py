"""Count how many golden vectors of each metric have each edge case.

An edge case is recognised from the input alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from samescore.catalogue.vectors import Vector, select
from samescore.data.corpus import Corpus
from samescore.data.weights import WeighableItems
from samescore.generators.generator import generator_of
from samescore.metrics import METRIC_NAMES, metric

#: Edge cases of vector pairs that differ only in the order of segments, or of references.
PERMUTED = ("permuted-segments", "permuted-references")


def _permuted(vectors: Sequence[Vector], case: str) -> int:
    """The number of vectors with a twin that has the same settings and differently ordered segments, or references."""
    twins: dict[str, set[str]] = {}
    for vector in vectors:
        segments = vector.input.get("segments")
        if segments is None:
            continue
        if case == "permuted-segments":
            key: Any = sorted(json.dumps(segment) for segment in segments)
        else:
            key = [
                (segment["hypothesis"], sorted(json.dumps(r) for r in segment["references"])) for segment in segments
            ]
        name = json.dumps([key, vector.settings], sort_keys=True)
        twins.setdefault(name, set()).add(json.dumps(segments))
    return sum(len(orders) for orders in twins.values() if len(orders) > 1)


def matrix(name: str) -> dict[str, int]:
    """Return the number of a metric's vectors for each edge case of its kind of input."""
    chosen, vectors = metric(name), [vector for vector in select([name]) if "rule" not in vector.input]
    kind = chosen.takes[0]
    cases = generator_of(kind).edges
    if "weights" in chosen.settings.declared_knobs and issubclass(kind, WeighableItems):
        cases = {**cases, "weights": lambda plain: bool(plain.get("weights"))}
    if kind is not Corpus:
        return {case: sum(holds(vector.input) for vector in vectors) for case, holds in cases.items()}
    texts = [vector for vector in vectors if "segments" in vector.input]
    counts = {case: sum(holds(vector.input) for vector in texts) for case, holds in cases.items()}
    return counts | {case: _permuted(vectors, case) for case in PERMUTED}


def holes() -> list[str]:
    """Return the edge cases without a vector, one line each."""
    return [
        f"{name}: no vector for the edge case {case}"
        for name in METRIC_NAMES
        for case, count in matrix(name).items()
        if not count
    ]
