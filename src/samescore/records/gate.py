"""The records of a gate: the comparison of a run with a recorded run (``samescore run --against``)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from samescore.base.documents import MalformedError, from_json
from samescore.records.answer import Answer
from samescore.records.run import Header, Participant, RunReport, by_header


class GateVerdict(enum.Enum):
    """The verdict on an implementation's answers to a vector, compared with the recorded answers."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    LOST = "lost"  # the answer is missing now
    SKIPPED = "skipped"  # the vector's input has changed
    NEW = "new"  # the baseline has no answer
    GONE = "gone"  # the vector was not run now

    @property
    def red(self) -> bool:
        """Whether the verdict makes a gate fail."""
        return self in (GateVerdict.MOVED, GateVerdict.LOST)


class Regression(msgspec.Struct, frozen=True):
    """An answer that moved by more than the tolerance.

    `kind` and `stage` are as in `samescore.records.Move`. `was` and `became` are on the implementation's own scale;
    `change` is the difference relative to the old score, null unless both are scores and the old one is not 0. `reason`
    names the knobs or known mistakes that reproduce the new answer; empty if none do.
    """

    kind: str
    was: Answer
    became: Answer
    stage: str
    reason: str
    change: float | None = None


class MovedInput(msgspec.Struct, frozen=True):
    """An input on which an answer moved, as JSON, which is truncated if it is long.

    `kind` is as in `samescore.records.Move`. `where` is the place of a user's input in its file; empty for other
    inputs. `reproduce` is a command that repeats the comparison on this input; empty if the baseline has no file.
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
        """The parsed input; None if `input` is not a JSON object."""
        try:
            plain: dict[str, Any] = from_json(self.input, dict[str, Any])
        except MalformedError:
            return None
        return plain


class MoveCause(msgspec.Struct, frozen=True):
    """A common cause of moved answers of one implementation for one metric.

    `reason` names the knobs or the known mistake that reproduce the new answers; empty for unexplained moves. `stage`
    is the first stage that differs, in pipeline order, and `divergences` are the catalogue's entries about the cause.
    `answers` counts the moves. `first` is the first input with such a move, `shortest` the shortest; if there are
    user's inputs with such moves, only these are considered.
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
    """The comparison of one entry point's answers to one vector with the recorded answers.

    `answers` counts the compared answers; there may be more than one if the run records all answers.
    """

    implementation: str
    metric: str
    vector: str
    entry_point: str
    verdict: GateVerdict
    answers: int
    regressions: list[Regression]


class Counterpart(msgspec.Struct, frozen=True):
    """An implementation, and the recording that it was compared with: the recorded package and version.

    `samescore` is the version of samescore that made the recording, empty if unknown; `note` describes anything unusual
    about the recording. `answers` counts all recorded answers, and `errors` the errors among them on inputs for which
    the native metric has a score.
    """

    implementation: str
    recording: str
    samescore: str = ""
    note: str = ""
    answers: int = 0
    errors: int = 0


class GateSummary(msgspec.Struct, frozen=True, tag_field="type", tag="gate"):
    """The counts of a gate.

    `compared` and `moved` count answers. The other counts are of pairs of a vector and an entry point: `lost` if the
    answer is missing now, `skipped` if the input has changed, `new` if the baseline has no answer, `gone` if the vector
    was not run now. `tolerance` is relative: 0.01 lets a score change by 1 %. `samescore` is the version of the current
    run. `causes` groups the moves by cause, the most frequent first and unexplained moves last.
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
    """The comparison of a run with a baseline: the vectors, the counts, and the implementations of the run."""

    vectors: list[VectorGate]
    summary: GateSummary
    implementations: list[Participant]

    def records(self) -> Iterator[VectorGate | GateSummary]:
        """Yield the records in file order, before the footer of the run."""
        yield from self.vectors
        yield self.summary

    @classmethod
    def of(cls, header: Header, records: Sequence[object]) -> Gate | None:
        """Assemble the gate from a run's records; return None if the run was not compared with a baseline."""
        summary = next((record for record in records if isinstance(record, GateSummary)), None)
        if summary is None:
            return None
        vectors = [record for record in records if isinstance(record, VectorGate)]
        return cls(vectors, summary, RunReport.of(header, records).implementations)

    @property
    def exit_code(self) -> int:
        """The exit code: 0 nothing moved, 1 an answer moved or was lost, 4 nothing was compared, 5 unavailable."""
        return self.summary.exit_code

    @property
    def regressions(self) -> list[tuple[VectorGate, Regression]]:
        """The answers that moved by more than the tolerance, each with its vector."""
        return [(vector, regression) for vector in self.vectors for regression in vector.regressions]

    def having(self, verdict: GateVerdict) -> list[VectorGate]:
        """Return the vectors with the given verdict."""
        return [vector for vector in self.vectors if vector.verdict is verdict]


def gates(records: Iterable[object]) -> list[Gate]:
    """Return the gates in a list of records."""
    return [gate for header, run in by_header(records) if (gate := Gate.of(header, run)) is not None]


def runs(records: Iterable[object]) -> list[RunReport]:
    """Return the runs in a list of records, except runs that were compared with a baseline (gates)."""
    return [RunReport.of(header, run) for header, run in by_header(records) if Gate.of(header, run) is None]
