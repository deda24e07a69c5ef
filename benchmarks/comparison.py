"""Compare measurements: rows of a table, with ratios to samescore, and whether the numbers agree."""

from __future__ import annotations

import math

import msgspec

from benchmarks.measuring import Measurement
from samescore.records import BenchmarkRow


def row(
    measurement: Measurement,
    items: int,
    native: Measurement | None = None,
    tolerance: float = 0.0,
    reason: str = "",
) -> BenchmarkRow:
    """Return the row of a measurement, compared with samescore's measurement of the same number if it is given."""
    if not measurement.samples:
        return BenchmarkRow(measurement.name, problem=measurement.problem)
    samples = measurement.samples
    known = [sample for sample in samples if sample.before > 0]
    result = BenchmarkRow(
        measurement.name,
        _spread(measurement.cpu, [sample.cpu for sample in samples]),
        _spread(measurement.wall, [sample.wall for sample in samples]),
        (max(s.before for s in known) / 2**20, max(s.peak for s in known) / 2**20) if known else None,
        measurement.extra_bytes(items),
        problem=measurement.problem,
    )
    if native is None or not native.samples:
        return result
    agreement, wrong = compare(native.values, measurement.values, tolerance, reason)
    return msgspec.structs.replace(
        result,
        ratio=measurement.cpu / native.cpu,
        wall_ratio=measurement.wall / native.wall,
        agreement=agreement,
        wrong=wrong,
    )


def compare(native: tuple[float, ...], other: tuple[float, ...], tolerance: float, reason: str) -> tuple[str, bool]:
    """Return how two computations of the same numbers agree, in words, and whether they disagree."""
    if native == other:
        return ("==" if native else ""), False
    pairs = list(zip(native, other, strict=False))
    if tolerance and len(native) == len(other) and all(math.isclose(a, b, rel_tol=tolerance) for a, b in pairs):
        return f"within {tolerance:g}: {reason}", False
    return f"DIFFERENT: {_numbers(other)}, samescore {_numbers(native)}", True


def _numbers(values: tuple[float, ...]) -> str:
    return ", ".join(map(repr, values)) or "no number"


def _spread(median: float, values: list[float]) -> tuple[float, float, float]:
    return median, min(values), max(values)
