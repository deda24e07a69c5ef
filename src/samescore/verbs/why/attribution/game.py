"""The cooperative game behind a gap: players are groups of knobs.

The worth of a coalition is the score with the knobs of its groups changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.base.errors import SamescoreError, SettingsError
from samescore.base.outcome import SAME_NUMBER, Score, relative_gap
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.base import Statistics
from samescore.metrics.evaluator import bare_outcome
from samescore.settings import Difference, Settings

#: Knobs that are changed together.
Group = tuple[Difference, ...]


class Game:
    """The scores of one input with some groups of knobs changed, each computed once.

    A coalition is a set of groups, given as an integer with one bit for each group; `everybody` has all groups.
    """

    def __init__(self, data: Data, start: Settings, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        self.everybody = (1 << len(self.groups)) - 1
        self._data, self._start = data, start
        self._worth: dict[int, float | str] = {}
        #: The coalition of the groups of rounding knobs.
        self.rounding = sum(
            1 << place for place, group in enumerate(self.groups) if all(change.knob.rounding for change in group)
        )

    def members(self, coalition: int) -> Iterator[int]:
        """Yield the indices of a coalition's groups."""
        return (place for place in range(len(self.groups)) if coalition >> place & 1)

    def changes(self, coalition: int) -> Group:
        """Return the changes of a coalition's groups, as one group."""
        return tuple(change for place in self.members(coalition) for change in self.groups[place])

    def settings(self, coalition: int) -> Settings:
        """Return the settings with a coalition's knobs changed.

        Raises `SettingsError` if they contradict each other.
        """
        return self._start.replace(**{change.knob.name: change.right for change in self.changes(coalition)})

    def worth(self, coalition: int) -> float | None:
        """Return the score with a coalition's knobs changed; None if the settings conflict or give no score."""
        worth = self._computed(coalition)
        return None if isinstance(worth, str) else worth

    def why_none(self, coalition: int) -> str:
        """Return the reason why a coalition has no score; empty if it has one."""
        worth = self._computed(coalition)
        return worth if isinstance(worth, str) else ""

    def moves(self, coalition: int, changed: int) -> bool | None:
        """Return whether the score changes beyond its last digits if the groups `changed` join or leave the coalition.

        Each of these groups joins if it is not in the coalition, and leaves if it is. Return None without two scores.
        """
        first, second = self.worth(coalition), self.worth(coalition ^ changed)
        return None if first is None or second is None else relative_gap(first, second) > SAME_NUMBER

    def acts(self, coalition: int, changed: int) -> bool | None:
        """Return whether the score or any count changes if the groups `changed` join or leave; None without two scores."""
        moves = self.moves(coalition, changed)
        if moves is not False:
            return moves
        return self._counted(coalition) != self._counted(coalition ^ changed)

    def same(self, first: int, second: int) -> bool:
        """Return whether two coalitions have the same score and the same counts."""
        return self.acts(first, first ^ second) is False

    def _counted(self, coalition: int) -> tuple[object, ...] | None:
        """Return the counts with a coalition's knobs changed; None if the input cannot be counted."""
        try:
            table = count_statistics(self._data, self.settings(coalition))
        except SamescoreError:
            return None
        return (table.columns, [tuple(row) for row in table.rows], table.kept)

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


def count_statistics(data: Data, settings: Settings) -> Statistics:
    """Return the metric's counts of an input; raises the `SamescoreError` that the metric raises."""
    return metric(settings.metric).counted(data, settings)
