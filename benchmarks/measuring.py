"""Measure the participants of a comparison in turn, round after round, each in a new process."""

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

#: After this many CPU seconds a participant is not measured again, because long measurements hardly vary.
ENOUGH = 4.0


@dataclasses.dataclass(frozen=True)
class Sample:
    """One measurement: CPU and wall seconds, the memory in bytes before and at the peak (-1: unknown), and the numbers computed."""

    cpu: float
    wall: float
    before: int = -1
    peak: int = -1
    values: tuple[float, ...] = ()


class Named(Protocol):
    """Anything with a name that can be measured."""

    @property
    def name(self) -> str: ...


Asked = TypeVar("Asked", bound=Named)


@dataclasses.dataclass(frozen=True)
class Participant:
    """A participant of a case: its role (`native`, `peer`, `adapter`), and the index of the native or the rival in the case."""

    name: str
    role: str
    case: str
    index: int
    python: str = sys.executable
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Measurement:
    """The measurements of a participant, or the problem that prevented them."""

    name: str
    samples: list[Sample] = dataclasses.field(default_factory=list)
    problem: str = ""

    @property
    def cpu(self) -> float:
        """The median CPU seconds."""
        return statistics.median(sample.cpu for sample in self.samples)

    @property
    def wall(self) -> float:
        """The median wall seconds."""
        return statistics.median(sample.wall for sample in self.samples)

    @property
    def values(self) -> tuple[float, ...]:
        """The numbers computed in the first round."""
        return self.samples[0].values

    def extra_bytes(self, items: int) -> float | None:
        """Return the memory per item at the peak, beyond the memory before, in bytes; None if the system does not report it."""
        sizes = [sample.peak - sample.before for sample in self.samples if sample.before > 0]
        return statistics.median(sizes) / items if sizes else None


def child_environment(python: str, more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a measured process, in which NumPy computes with one thread.

    A different interpreter uses its own samescore. Python keeps compiled modules, as for an installed package.
    """
    inherited = os.environ.get("PYTHONPATH", "") if python == sys.executable else ""
    paths = os.pathsep.join(path for path in (str(ROOT), inherited) if path)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **more}


def ask(participant: Participant, folder: Path, limit: float) -> Sample | str:
    """Return one measurement in a new process, or a text that says why it failed."""
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
        lines = [line for line in process.stderr.splitlines() if line.strip() and not line.startswith("  hint:")]
        return f"failed: {(lines or ['no message'])[-1]}"
    answer: dict[str, Any] = json.loads(process.stdout)
    return Sample(**{**answer, "values": tuple(answer["values"])})


def measure(participants: Sequence[Asked], rounds: int, asking: Callable[[Asked], Sample | str]) -> list[Measurement]:
    """Measure all participants in turn, round after round.

    A participant that failed, or has taken `ENOUGH` CPU seconds, is not measured again.
    """
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
