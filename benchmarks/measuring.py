"""Measurements: a fresh process for each, the participants of a comparison in turn, round after round."""

from __future__ import annotations

import dataclasses
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

ROOT = Path(__file__).resolve().parent.parent

#: After this many CPU seconds a participant is not asked again: long measurements hardly vary.
ENOUGH = 4.0


@dataclasses.dataclass(frozen=True)
class Sample:
    """One measurement: seconds, bytes (-1: unknown), and the numbers that were computed."""

    cpu: float
    wall: float
    before: int = -1
    peak: int = -1
    values: tuple[float, ...] = ()


class Named(Protocol):
    """Who can be measured."""

    @property
    def name(self) -> str: ...


Asked = TypeVar("Asked", bound=Named)


@dataclasses.dataclass(frozen=True)
class Participant:
    """Who is measured: a role (`native`, `peer`, `adapter`), the number of the native or the rival in its case."""

    name: str
    role: str
    case: str
    index: int
    python: str = sys.executable
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Measurement:
    """What was measured of a participant, or why nothing was."""

    name: str
    samples: list[Sample] = dataclasses.field(default_factory=list)
    problem: str = ""

    @property
    def cpu(self) -> float:
        """The median of the CPU seconds."""
        return statistics.median(sample.cpu for sample in self.samples)

    @property
    def wall(self) -> float:
        """The median of the wall seconds."""
        return statistics.median(sample.wall for sample in self.samples)

    @property
    def values(self) -> tuple[float, ...]:
        """The numbers that were computed, in the first round."""
        return self.samples[0].values

    def extra_bytes(self, items: int) -> float | None:
        """Bytes an item at the peak, beyond what was there before; None where the system does not tell."""
        sizes = [sample.peak - sample.before for sample in self.samples if sample.before > 0]
        return statistics.median(sizes) / items if sizes else None


def child_environment(python: str, more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a measured process: NumPy computes with one thread, and another interpreter has its own samescore.

    Python keeps compiled modules, as it does for an installed package.
    """
    inherited = os.environ.get("PYTHONPATH", "") if python == sys.executable else ""
    paths = os.pathsep.join(path for path in (str(ROOT), inherited) if path)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **more}


def ask(participant: Participant, folder: Path, limit: float) -> Sample | str:
    """One measurement in a fresh process, or why there is none."""
    job = {"role": participant.role, "case": participant.case, "index": participant.index, "folder": str(folder)}
    try:
        process = subprocess.run(
            [participant.python, "-m", "benchmarks.worker"],
            input=json.dumps(job),
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
            env=child_environment(participant.python, participant.environment),
        )
    except subprocess.TimeoutExpired:
        return f"took more than {limit:.0f} s"
    if process.returncode:
        return f"failed: {(process.stderr.strip().splitlines() or ['no message'])[-1]}"
    answer: dict[str, Any] = json.loads(process.stdout)
    return Sample(**{**answer, "values": tuple(answer["values"])})


def measure(participants: Sequence[Asked], rounds: int, asking: Callable[[Asked], Sample | str]) -> list[Measurement]:
    """All participants in turn, round after round; who fails is not asked again, nor is who has taken long enough."""
    measurements = [Measurement(participant.name) for participant in participants]
    for _ in range(rounds):
        for participant, measurement in zip(participants, measurements, strict=True):
            spent = sum(sample.cpu for sample in measurement.samples)
            if measurement.problem or spent > ENOUGH:
                continue
            answer = asking(participant)
            if isinstance(answer, Sample):
                measurement.samples.append(answer)
            else:
                measurement.problem = answer
    return measurements
