"""The records of a gate: a run compared with a recorded one (``samescore run --against``)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from samescore.records.answer import Answer
from samescore.records.run import Header, Participant, RunReport, by_header


class GateVerdict(enum.Enum):
    """How an implementation's answers to a vector compare with the recorded ones."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    LOST = "lost"  # the answer is missing now
    SKIPPED = "skipped"  # the vector has another input now

    @property
    def red(self) -> bool:
        """Does it make a gate fail?"""
        return self in (GateVerdict.MOVED, GateVerdict.LOST)


class Regression(msgspec.Struct, frozen=True):
    """An answer that moved by more than the tolerance.

    `kind` and `stage` are those of a move (see `samescore.records.Move`). `reason` names the knobs or the known
    mistakes that give the new answer; empty if none does.
    """

    kind: str
    was: Answer
    became: Answer
    stage: str
    reason: str


class VectorGate(msgspec.Struct, frozen=True, tag_field="type", tag="vector-gate"):
    """The answers of one entry point to one vector, compared with the recorded ones.

    `answers` counts those that were compared: more than one if the run records all answers.
    """

    implementation: str
    metric: str
    vector: str
    entry_point: str
    verdict: GateVerdict
    answers: int
    regressions: list[Regression]


class Baseline(msgspec.Struct, frozen=True):
    """The recording that an implementation was compared with: its package and version."""

    implementation: str
    recording: str


class GateSummary(msgspec.Struct, frozen=True, tag_field="type", tag="gate"):
    """The counts of a gate.

    `compared` and `moved` count answers, `lost` vectors (with entry points) whose answer is missing now, `skipped`
    vectors whose input has changed. `tolerance` is the relative difference by which a score may move.
    """

    baselines: list[Baseline]
    tolerance: float
    compared: int
    moved: int
    lost: int
    skipped: int
    exit_code: int


class Gate(msgspec.Struct, frozen=True):
    """A run compared with a baseline."""

    vectors: list[VectorGate]
    summary: GateSummary
    implementations: list[Participant]

    def records(self) -> Iterator[VectorGate | GateSummary]:
        """The records in the order in which they are written, before the footer of the run."""
        yield from self.vectors
        yield self.summary

    @classmethod
    def of(cls, header: Header, records: Sequence[object]) -> Gate | None:
        """The gate among the records of a run, if there is one."""
        summary = next((record for record in records if isinstance(record, GateSummary)), None)
        if summary is None:
            return None
        vectors = [record for record in records if isinstance(record, VectorGate)]
        return cls(vectors, summary, RunReport.of(header, records).implementations)

    @property
    def exit_code(self) -> int:
        """0: nothing moved, 1: an answer moved or was lost, 4: nothing was compared, 5: unavailable."""
        return self.summary.exit_code

    @property
    def regressions(self) -> list[tuple[VectorGate, Regression]]:
        """The answers that moved by more than the tolerance, each with its vector."""
        return [(vector, regression) for vector in self.vectors for regression in vector.regressions]

    def having(self, verdict: GateVerdict) -> list[VectorGate]:
        """The vectors with this verdict."""
        return [vector for vector in self.vectors if vector.verdict is verdict]


def gates(records: Iterable[object]) -> list[Gate]:
    """The gates in a list of records."""
    return [gate for header, run in by_header(records) if (gate := Gate.of(header, run)) is not None]


def runs(records: Iterable[object]) -> list[RunReport]:
    """The runs in a list of records, without those that are gates."""
    return [RunReport.of(header, run) for header, run in by_header(records) if Gate.of(header, run) is None]
