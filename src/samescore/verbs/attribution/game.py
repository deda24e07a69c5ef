"""The game behind a gap: groups of knobs are its players, and a coalition is worth the score with its knobs changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.data.kinds import Data
from samescore.errors import SettingsError
from samescore.metrics.evaluator import bare_outcome
from samescore.outcome import SAME_NUMBER, Score, relative_gap
from samescore.settings import Difference, Settings

#: Knobs that are changed together.
Group = tuple[Difference, ...]


class Game:
    """Scores of one input with some groups of knobs changed, each computed once. A coalition is a number of bits."""

    def __init__(self, data: Data, start: Settings, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        self.everybody = (1 << len(self.groups)) - 1
        self._data, self._start = data, start
        self._worth: dict[int, float | str] = {}

    def members(self, coalition: int) -> Iterator[int]:
        """The places of a coalition's groups."""
        return (place for place in range(len(self.groups)) if coalition >> place & 1)

    def changes(self, coalition: int) -> Group:
        """The changes of a coalition's groups."""
        return tuple(change for place in self.members(coalition) for change in self.groups[place])

    def settings(self, coalition: int) -> Settings:
        """The settings with a coalition's knobs changed; `SettingsError` if they contradict each other."""
        return self._start.replace(**{change.knob.name: change.right for change in self.changes(coalition)})

    def worth(self, coalition: int) -> float | None:
        """The score with a coalition's knobs changed; None if there is none."""
        worth = self._computed(coalition)
        return None if isinstance(worth, str) else worth

    def why_none(self, coalition: int) -> str:
        """Why a coalition has no score; empty if it has one."""
        worth = self._computed(coalition)
        return worth if isinstance(worth, str) else ""

    def moves(self, before: int, joining: int) -> bool | None:
        """Does it change the score, beyond its last digits, if some groups join a coalition? None without two scores."""
        first, second = self.worth(before), self.worth(before | joining)
        return None if first is None or second is None else relative_gap(first, second) > SAME_NUMBER

    def _computed(self, coalition: int) -> float | str:
        if coalition not in self._worth:
            self._worth[coalition] = self._compute(coalition)
        return self._worth[coalition]

    def _compute(self, coalition: int) -> float | str:
        try:
            outcome = bare_outcome(self._data, self.settings(coalition))
        except SettingsError as problem:
            return problem.message
        return outcome.value if isinstance(outcome, Score) else outcome.describe()
