"""Measurements beside each other: rows of a table, each with its ratio to samescore, and whether the numbers agree."""

from __future__ import annotations

import dataclasses
import math

from benchmarks.measuring import Measurement

#: What the name of a row ends with if another version of samescore was measured, which may lack what it is asked for.
BEFORE = ", before"


@dataclasses.dataclass(frozen=True)
class Row:
    """A participant's medians. `ratio`: its CPU seconds as a multiple of samescore's for the same number (None: its own row).

    `agreement` is ``==``, or the tolerance with its reason, or what differs; `wrong` says that the last is so.
    """

    name: str
    cpu: tuple[float, float, float] | None = None
    wall: tuple[float, float, float] | None = None
    megabytes: tuple[float, float] | None = None
    extra: float | None = None
    ratio: float | None = None
    wall_ratio: float | None = None
    agreement: str = ""
    wrong: bool = False
    problem: str = ""


@dataclasses.dataclass(frozen=True)
class Comparison:
    """The rows of one case: the number of items (lines, documents, labels), and what they are called."""

    name: str
    title: str
    items: int
    unit: str
    rows: tuple[Row, ...]

    @property
    def failures(self) -> list[str]:
        """What is wrong, in words: numbers that differ, and measurements that failed."""
        return [
            f"{self.title}: {row.name}: {row.agreement if row.wrong else row.problem}"
            for row in self.rows
            if row.wrong or (row.problem.startswith("failed") and not row.name.endswith(BEFORE))
        ]


@dataclasses.dataclass(frozen=True)
class Series:
    """How a participant's time grows: nanoseconds of CPU an item (or token) at each size."""

    title: str
    name: str
    points: tuple[tuple[int, float], ...]


def row(
    measurement: Measurement,
    items: int,
    native: Measurement | None = None,
    tolerance: float = 0.0,
    reason: str = "",
) -> Row:
    """The row of a measurement, compared with samescore's for the same number if one is given."""
    if not measurement.samples:
        return Row(measurement.name, problem=measurement.problem)
    samples = measurement.samples
    known = [sample for sample in samples if sample.before > 0]
    result = Row(
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
    return dataclasses.replace(
        result,
        ratio=measurement.cpu / native.cpu,
        wall_ratio=measurement.wall / native.wall,
        agreement=agreement,
        wrong=wrong,
    )


def compare(native: tuple[float, ...], other: tuple[float, ...], tolerance: float, reason: str) -> tuple[str, bool]:
    """How two computations of the same numbers agree, in words; and do they disagree?"""
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
