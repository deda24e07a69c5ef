"""The records of a drift: what changed between the releases of a package, or between recorded runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec

from samescore.records.answer import Absent, Answer, Change


class Move(msgspec.Struct, frozen=True, tag_field="type", tag="move"):
    """An answer that changed from one release (or run) of a package to the next.

    `kind` is ``asked`` (the vector's own settings), ``numbers`` (numbers at their defaults), ``counterpart`` (the same
    argument in both releases) or ``default`` (the entry point's defaults). `stage` is the first one that differs.
    `causes` is null if nothing explains the move. `parameter`: a knob of the cause can be set in only one of the two,
    because a parameter was added or removed; calls that both releases accept have not changed.
    """

    package: str
    before: str
    after: str
    kind: str
    vector: str
    metric: str
    entry_point: str
    was: Answer
    became: Answer
    stage: str
    causes: list[Change] | None
    parameter: bool

    @property
    def between_scores(self) -> bool:
        """Whether both answers are numbers."""
        return self.was.kind == self.became.kind == "score"

    @property
    def cause(self) -> str:
        """The causing knobs in words; empty if nothing explains the move."""
        return "; ".join(map(str, self.causes or ()))


class Transition(msgspec.Struct, frozen=True, tag_field="type", tag="transition"):
    """The counts for one release (or run) and the next: answers compared, and answers that moved.

    `before` and `after` are versions. `parameters` counts the moves of added or removed parameters, `moved` the other
    ones. `last_digits` counts answers that differ by at most 8 units in the last place, as between interpreters and
    numpy versions; `one_sided` those that only one of the two gives. `skipped` are vectors whose input has changed.
    """

    package: str
    before: str
    after: str
    environments: Annotated[list[dict[str, str]], msgspec.Meta(min_length=2, max_length=2)]
    compared: int
    moved: int
    unexplained: int
    parameters: int
    last_digits: int
    one_sided: int
    skipped: list[str]


class Behaviour(msgspec.Struct, frozen=True, tag_field="type", tag="behaviour"):
    """Successive releases of a package, in order, between which no answer of an entry point changed."""

    package: str
    metric: str
    entry_point: str
    versions: Annotated[list[str], msgspec.Meta(min_length=1)]


class ReleasePair(msgspec.Struct, frozen=True):
    """Two successive releases (or runs): the counts, and every move."""

    transition: Transition
    every_move: list[Move]

    def records(self) -> Iterator[Transition | Move]:
        """The counts, then every move."""
        yield self.transition
        yield from self.every_move

    @property
    def moves(self) -> list[Move]:
        """The moves of calls that both releases accept."""
        return [move for move in self.every_move if not move.parameter]

    @property
    def parameters(self) -> list[Move]:
        """The moves of added or removed parameters."""
        return [move for move in self.every_move if move.parameter]


class Drift(msgspec.Struct, frozen=True):
    """What changed between releases. `absent` are recordings without answers, with the reason."""

    pairs: list[ReleasePair]
    behaviours: list[Behaviour]
    absent: list[Absent]

    def records(self) -> Iterator[Transition | Move | Behaviour | Absent]:
        """Yield the records in file order: each transition with its moves, then the behaviours."""
        for pair in self.pairs:
            yield from pair.records()
        yield from self.behaviours
        yield from self.absent

    @classmethod
    def of(cls, records: Iterable[object]) -> Drift:
        """Assemble the drift from its records."""
        drift = cls([], [], [])
        for record in records:
            match record:
                case Transition():
                    drift.pairs.append(ReleasePair(record, []))
                case Move() if drift.pairs:
                    drift.pairs[-1].every_move.append(record)
                case Behaviour():
                    drift.behaviours.append(record)
                case Absent():
                    drift.absent.append(record)
        return drift

    @property
    def exit_code(self) -> int:
        """0: every move is explained, 1: some are not, 4: nothing was compared, 5: a recording is empty."""
        if any(pair.transition.unexplained for pair in self.pairs):
            return 1
        if self.absent:
            return 5
        return 0 if any(pair.transition.compared for pair in self.pairs) else 4


def drifts(records: Iterable[object]) -> list[Drift]:
    """Return the drift in a list of records, if there is one; it may consist only of absent recordings.

    Implementations absent from a diff (their records name the metric) are ignored.
    """
    saved = [record for record in records if not (isinstance(record, Absent) and record.metric)]
    moved = any(isinstance(record, Transition | Behaviour) for record in saved)
    empty = bool(saved) and all(isinstance(record, Absent) for record in saved)
    return [Drift.of(saved)] if moved or empty else []
