"""The records of a gate: a run compared with a recorded one (``samescore run --against``)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from samescore.base.documents import MalformedError, from_json
from samescore.records.answer import Answer
from samescore.records.run import Header, Participant, RunReport, by_header


class GateVerdict(enum.Enum):
    """How an implementation's answers to a vector compare with the recorded ones."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    LOST = "lost"  # the answer is missing now
    SKIPPED = "skipped"  # the vector's input has changed
    NEW = "new"  # the baseline has no answer
    GONE = "gone"  # it was not run now

    @property
    def red(self) -> bool:
        """Whether the verdict makes a gate fail."""
        return self in (GateVerdict.MOVED, GateVerdict.LOST)


class Regression(msgspec.Struct, frozen=True):
    """An answer that moved by more than the tolerance.

    `kind` and `stage` are those of a move (see `samescore.records.Move`). `was` and `became` are on the
    implementation's own scale; `change` is the difference relative to the old score, null unless there are two scores
    and the old one is not 0. `reason` names the knobs or known mistakes that give the new answer; empty if there are
    none.
    """

    kind: str
    was: Answer
    became: Answer
    stage: str
    reason: str
    change: float | None = None


class MovedInput(msgspec.Struct, frozen=True):
    """An input on which an answer moved: its id, its JSON, and its place in the file if it is a user's input.

    `kind` is that of the move. `reproduce` is a command that repeats it; empty if the baseline has no file.
    """

    kind: str
    vector: str
    entry_point: str
    input: str
    where: str
    was: Answer
    became: Answer
    change: float | None
    reproduce: str = ""

    @property
    def plain(self) -> dict[str, Any] | None:
        """The parsed input; None if it is not valid JSON of an input."""
        try:
            plain: dict[str, Any] = from_json(self.input, dict[str, Any])
        except MalformedError:
            return None
        return plain


class MoveCause(msgspec.Struct, frozen=True):
    """A cause of changed answers of an implementation to a metric's vectors.

    `reason` names the knobs or the known mistake that give the new answers; empty for unexplained moves. `stage` is the
    first one that differs, in pipeline order, and `divergences` are the catalogue's entries about it. `answers` counts
    the moves; `first` and `shortest` are example inputs, in run order.
    """

    implementation: str
    metric: str
    entry_points: list[str]
    reason: str
    stage: str
    divergences: list[str]
    answers: int
    first: MovedInput
    shortest: MovedInput


class VectorGate(msgspec.Struct, frozen=True, tag_field="type", tag="vector-gate"):
    """The answers of one entry point to one vector, compared with the recorded ones.

    `answers` counts the compared answers: more than one if the run records all answers.
    """

    implementation: str
    metric: str
    vector: str
    entry_point: str
    verdict: GateVerdict
    answers: int
    regressions: list[Regression]


class Counterpart(msgspec.Struct, frozen=True):
    """The recording that an implementation was compared with: its package and version.

    `samescore` is the version that recorded it, empty if unknown; `note` describes anything unusual about it. `errors`
    counts the recorded errors, among all its `answers`, on inputs for which the native metric has a score.
    """

    implementation: str
    recording: str
    samescore: str = ""
    note: str = ""
    answers: int = 0
    errors: int = 0


class GateSummary(msgspec.Struct, frozen=True, tag_field="type", tag="gate"):
    """The counts of a gate.

    `compared` and `moved` count answers; the others count vectors with entry points: `lost` are those whose answer is
    missing now, `skipped` those whose input has changed, `new` those without an answer in the baseline, `gone` those
    that were not run now. `tolerance` is relative: 0.01 lets a score change by 1 %. `samescore` is the version of the
    current run. Each move belongs to one of the `causes`, the most frequent first and unexplained moves last.
    """

    baselines: list[Counterpart]
    tolerance: float
    compared: int
    moved: int
    lost: int
    skipped: int
    exit_code: int
    new: int = 0
    gone: int = 0
    samescore: str = ""
    causes: list[MoveCause] = []

    @property
    def unchanged(self) -> int:
        """The number of answers that did not move."""
        return self.compared - self.moved


class Gate(msgspec.Struct, frozen=True):
    """A run compared with a baseline."""

    vectors: list[VectorGate]
    summary: GateSummary
    implementations: list[Participant]

    def records(self) -> Iterator[VectorGate | GateSummary]:
        """Yield the records in file order, before the footer of the run."""
        yield from self.vectors
        yield self.summary

    @classmethod
    def of(cls, header: Header, records: Sequence[object]) -> Gate | None:
        """Assemble the gate from a run's records; None if there is none."""
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
        """Return the vectors with this verdict."""
        return [vector for vector in self.vectors if vector.verdict is verdict]


def gates(records: Iterable[object]) -> list[Gate]:
    """Return the gates in a list of records."""
    return [gate for header, run in by_header(records) if (gate := Gate.of(header, run)) is not None]


def runs(records: Iterable[object]) -> list[RunReport]:
    """Return the runs in a list of records, except gates."""
    return [RunReport.of(header, run) for header, run in by_header(records) if Gate.of(header, run) is None]
