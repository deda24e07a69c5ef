"""The records of a drift: the answers that changed between the releases of a package, or between recorded runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec

from samescore.records.answer import Absent, Answer, Change


class Move(msgspec.Struct, frozen=True, tag_field="type", tag="move"):
    """An answer that changed from one release (or run) of a package to the next.

    `kind` is as in `samescore.records.EntryAnswer`. `stage` is the first stage that differs. `causes` is null if
    nothing explains the move. `parameter` means that a knob of the cause can be set in only one of the two releases,
    because a parameter was added or removed; then calls that both releases accept have not changed.
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
        """Whether both answers are scores."""
        return self.was.kind == self.became.kind == "score"

    @property
    def cause(self) -> str:
        """The knobs that cause the move, in words; empty if nothing explains it."""
        return "; ".join(map(str, self.causes or ()))


class Transition(msgspec.Struct, frozen=True, tag_field="type", tag="transition"):
    """The counts of compared and changed answers for one release (or run) and the next.

    `before` and `after` are versions. `parameters` counts the moves caused by an added or removed parameter, `moved`
    the other moves. `last_digits` counts answers that differ by at most 8 units in the last place, as between
    interpreters and NumPy versions; they are not moves. `one_sided` counts answers, except on fresh inputs, that only
    one of the two gives. `skipped` lists vectors whose input has changed.
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
        """Yield the counts, then every move."""
        yield self.transition
        yield from self.every_move

    @property
    def moves(self) -> list[Move]:
        """The moves that are not caused by an added or removed parameter."""
        return [move for move in self.every_move if not move.parameter]

    @property
    def parameters(self) -> list[Move]:
        """The moves that added or removed parameters cause."""
        return [move for move in self.every_move if move.parameter]


class Drift(msgspec.Struct, frozen=True):
    """The changes between releases or recorded runs. `absent` lists recordings without answers, with the reason."""

    pairs: list[ReleasePair]
    behaviours: list[Behaviour]
    absent: list[Absent]

    def records(self) -> Iterator[Transition | Move | Behaviour | Absent]:
        """Yield the records in file order: each transition with its moves, then behaviours and absent recordings."""
        for pair in self.pairs:
            yield from pair.records()
        yield from self.behaviours
        yield from self.absent

    @classmethod
    def of(cls, records: Iterable[object]) -> Drift:
        """Assemble a drift from its records; other records are ignored."""
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
        """The exit code: 0 all moves are explained, 1 some are not, 4 nothing was compared, 5 a recording is empty."""
        if any(pair.transition.unexplained for pair in self.pairs):
            return 1
        if self.absent:
            return 5
        return 0 if any(pair.transition.compared for pair in self.pairs) else 4


def drifts(records: Iterable[object]) -> list[Drift]:
    """Return the drift in a list of records, as a list of one; an empty list if there is none.

    Records that are all about absent recordings also count as a drift. Absent implementations of a diff, whose records
    name the metric, are ignored.
    """
    saved = [record for record in records if not (isinstance(record, Absent) and record.metric)]
    moved = any(isinstance(record, Transition | Behaviour) for record in saved)
    empty = bool(saved) and all(isinstance(record, Absent) for record in saved)
    return [Drift.of(saved)] if moved or empty else []
