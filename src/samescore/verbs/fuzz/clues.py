"""Find knobs or mistakes with which a model gives an otherwise unexplained answer."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from samescore.base.errors import SamescoreError
from samescore.base.outcome import Outcome, Score, same_outcome
from samescore.data.kinds import Data
from samescore.generators.target import needs_tokens
from samescore.metrics.evaluator import bare_outcome
from samescore.metrics.mistakes import Mistake, mistaken_outcome
from samescore.settings import Difference, Settings
from samescore.verbs.why.attribution.one_answer import is_answer, mistakes_behind
from samescore.verbs.why.attribution.shapley import pipeline_order

#: The name of a knob and its value, or an empty text and the name of a mistake.
Clue = tuple[str, object]


@dataclasses.dataclass(frozen=True, slots=True)
class Cause:
    """Changed knobs, or a mistake, with which the model gives an unexplained answer."""

    changes: tuple[Difference, ...] = ()
    mistake: Mistake | None = None

    @property
    def clue(self) -> Clue:
        """The first changed knob with its new value, or the mistake of this cause."""
        if self.mistake is not None:
            return "", self.mistake.name
        return self.changes[0].knob.name, self.changes[0].right

    @property
    def finite(self) -> bool:
        """Whether the cause is a knob with finitely many values; other knobs match an answer more easily by chance."""
        return bool(self.changes) and self.changes[0].knob.domain.finite


@dataclasses.dataclass(frozen=True, slots=True)
class Dispute:
    """An answer that differs from the model's under the same settings; `ulps` is the tolerance for a match."""

    data: Data
    settings: Settings
    answer: Outcome
    ulps: int

    def explained(self, changes: Mapping[str, object], mistakes: Sequence[Mistake]) -> Cause | None:
        """Return a known cause that gives the answer; None if none does.

        It is all `changes` together, or else one of the `mistakes`, alone or with the changes.
        """
        if together := self._with_changes(changes):
            return Cause(together)
        for settings in filter(None, (self.settings, self._changed(changes) if changes else None)):
            for mistake in mistakes:
                if self._is_answer(mistaken_outcome(self.data, settings, [mistake]), mistake):
                    return Cause(mistake=mistake)
        return None

    def causes(self, changes: Mapping[str, object], mistakes: Sequence[Mistake]) -> list[Cause]:
        """Return every knob change, and every mistake, that gives the answer on its own.

        If there are none, return the knob changes that give it together with one of `mistakes`, and the mistakes that
        give it together with all `changes`.
        """
        found = [*self._by_knob(None), *self._by_mistake(self.settings)]
        if found:
            return found
        changed = self._changed(changes) if changes else None
        beside = [cause for mistake in mistakes for cause in self._by_knob(mistake)]
        return [*beside, *(self._by_mistake(changed) if changed is not None else ())]

    def _by_knob(self, mistake: Mistake | None) -> list[Cause]:
        """Return the single knobs that give the answer, with the mistake if there is one, in pipeline order."""
        if needs_tokens(self.settings):
            return []
        giving: list[Difference] = []
        for knob in self.settings.knobs():
            for value in knob.alternatives(getattr(self.settings, knob.name)):
                giving += self._with_changes({knob.name: value}, mistake)
        return [Cause((change,)) for change in pipeline_order(giving)]

    def _by_mistake(self, settings: Settings) -> Iterator[Cause]:
        for (mistake,) in mistakes_behind(self.data, settings, self.answer, pairs=False):
            yield Cause(mistake=mistake)

    def _with_changes(self, changes: Mapping[str, object], mistake: Mistake | None = None) -> tuple[Difference, ...]:
        """Return the changes if all of them together give the answer, with the mistake if there is one; else empty."""
        other = self._changed(changes)
        if other is None:
            return ()
        try:
            outcome = mistaken_outcome(self.data, other, [mistake]) if mistake else bare_outcome(self.data, other)
        except SamescoreError:  # they need a different input
            return ()
        return tuple(self.settings.differences(other)) if self._is_answer(outcome, mistake) else ()

    def _changed(self, changes: Mapping[str, object]) -> Settings | None:
        try:
            return self.settings.replace(**changes)
        except SamescoreError:
            return None

    def _is_answer(self, outcome: Outcome | None, mistake: Mistake | None) -> bool:
        """Return whether an outcome equals the answer.

        With a mistake, scores are compared less strictly, because a program with a mistake may add in a different order.
        """
        if outcome is None:
            return False
        if mistake is not None and isinstance(self.answer, Score):
            return is_answer(outcome, self.answer)
        return same_outcome(outcome, self.answer, max_ulps=self.ulps)
