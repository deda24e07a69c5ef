"""Collect the answers of an implementation to golden inputs, and compare them with native outcomes."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence

from samescore.base.errors import UnknownNameError
from samescore.base.outcome import Outcome, Score, Unavailable, Unsupported, same_outcome
from samescore.catalogue.profile import Profile
from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations.base import limits
from samescore.implementations.rounding import Rounding
from samescore.metrics.evaluator import bare_outcome
from samescore.metrics.mistakes import Mistake, mistaken_outcome
from samescore.settings import Settings

#: Maximum length of inputs to use, in characters; longer inputs would add nothing.
_LONGEST = 4000
#: Trivial scores, which many settings and many faults give.
_TRIVIAL = (0.0, 1.0, 100.0)
#: Number of scores up to which they may be equal by chance.
_FEW = 10
#: The weight of a nontrivial answer relative to a trivial one.
_WEIGHT = 3


@dataclasses.dataclass(frozen=True)
class Mistaken:
    """Settings together with the mistakes that an implementation makes."""

    settings: Settings
    mistakes: tuple[Mistake, ...]


#: A possible cause of an implementation's answers: settings, or settings with mistakes.
Cause = Settings | Mistaken


class Answers:
    """The golden inputs of a metric, the implementation's answers, and native outcomes for the inputs.

    `asks` runs the implementation on an input; inputs, answers and outcomes are identified by vector ids. After
    `seconds`, or when more than `evaluations` native scores have been computed, `over_budget` is true, and searches end.
    """

    def __init__(
        self, asks: Callable[[Data], Outcome], inputs: dict[str, Data], seconds: float, evaluations: int
    ) -> None:
        self._until = time.monotonic() + seconds
        self._asks = asks
        self._left = evaluations
        self.inputs = inputs
        self.given: dict[str, Outcome] = {}  # the original answers
        self.outcomes: dict[str, Outcome] = {}  # with ignored answers replaced
        self.rounding: Rounding | None = None
        self._misfits: dict[str, int] = {}
        self._native: dict[tuple[Cause, str], Outcome] = {}

    @property
    def out_of_time(self) -> bool:
        return time.monotonic() > self._until

    @property
    def over_budget(self) -> bool:
        return self._left < 0 or self.out_of_time

    @property
    def left(self) -> int:
        """The number of native scores that may still be computed; negative if the budget is exceeded."""
        return self._left

    def allow(self, evaluations: int) -> None:
        """Set the number of native scores that may still be computed."""
        self._left = evaluations

    def ask(self, name: str) -> Outcome:
        """Return the implementation's answer to an input, which is run only once.

        Raises `UnknownNameError` if the implementation has stopped.
        """
        if name not in self.outcomes:
            answer = self._asks(self.inputs[name])
            if isinstance(answer, Unavailable):
                raise UnknownNameError(f"the implementation stopped: {answer.reason}", hint="try samescore smoke")
            self.given[name] = self.outcomes[name] = answer
        return self.outcomes[name]

    def set_aside(self, names: Sequence[str]) -> None:
        """Ignore the answers to these inputs, which are errors: treat them as unsupported."""
        for name in names:
            self.outcomes[name] = Unsupported("raises where no known implementation does")

    def native(self, cause: Cause, name: str) -> Outcome:
        """Return the native outcome on an input under a cause: settings, with mistakes if there are any.

        It is "unsupported" if a mistake does not apply to the input.
        """
        key = cause, name
        if key not in self._native:
            self._left -= 1
            self._native[key] = self._outcome(cause, self.inputs[name])
        return self._native[key]

    def fits_once(self, cause: Cause, name: str, ulps: int) -> bool:
        """Return whether a cause gives the answer to an input, without caching the outcome.

        This is for the many causes that are tried only once.
        """
        self._left -= 1
        return self.equal(self._outcome(cause, self.inputs[name]), self.outcomes[name], ulps)

    def _outcome(self, cause: Cause, data: Data) -> Outcome:
        if isinstance(cause, Settings):
            return bare_outcome(data, cause)
        made = mistaken_outcome(data, cause.settings, cause.mistakes)
        return Unsupported("the mistake does not apply") if made is None else made

    def comparable(self) -> list[str]:
        """Return the inputs whose answer is not "unsupported", starting with those that ruled out most settings."""
        names = [name for name, outcome in self.outcomes.items() if not isinstance(outcome, Unsupported)]
        return sorted(names, key=lambda name: -self._misfits.get(name, 0))

    def fits(self, settings: Cause, name: str, ulps: int) -> bool:
        """Return whether a cause reproduces the answer to the input `name`, to the precision of the answer."""
        return self.equal(self.native(settings, name), self.outcomes[name], ulps)

    def equal(self, native: Outcome, answer: Outcome, ulps: int) -> bool:
        """Return whether an answer equals a native outcome, to the answer's precision and a tolerance of `ulps`."""
        if self.rounding is not None and isinstance(answer, Score) and isinstance(native, Score):
            return self.rounding.gives(native.value, answer.value)
        return same_outcome(native, answer, max_ulps=ulps)

    def weight(self, name: str) -> int:
        """Return the weight of an answer as evidence: 3 for a nontrivial answer, 1 for others."""
        return _WEIGHT if nontrivial(self.outcomes[name]) else 1

    def nontrivial_inputs(self) -> list[str]:
        """Return the inputs with a nontrivial answer."""
        return [name for name, outcome in self.outcomes.items() if nontrivial(outcome)]

    @property
    def constant(self) -> bool:
        """Whether all scores are one and the same, which no mistake explains; false for fewer than `_FEW` scores."""
        values = [outcome.value for outcome in self.outcomes.values() if isinstance(outcome, Score)]
        return len(values) >= _FEW and len(set(values)) == 1

    def total_weight(self) -> int:
        """Return the total weight of all comparable answers."""
        return sum(map(self.weight, self.comparable()))

    def score(self, settings: Cause, ulps: int, names: Sequence[str], more_than: int = -1) -> int:
        """Return the total weight of the answers to the inputs `names` that a cause gives.

        Return -1 if it is not greater than `more_than`, which is cheaper to find out.
        """
        left = sum(map(self.weight, names))
        for name in names:
            if not self.fits(settings, name, ulps):
                self._misfits[name] = self._misfits.get(name, 0) + 1
                left -= self.weight(name)
                if left <= more_than:
                    return -1
        return left if left > more_than else -1

    def wrong(self, settings: Cause, ulps: int) -> list[str]:
        """Return the comparable inputs on which a cause gives a different answer, in the order of the answers."""
        comparable = set(self.comparable())
        return [name for name in self.outcomes if name in comparable and not self.fits(settings, name, ulps)]


def nontrivial(outcome: Outcome) -> bool:
    """Return whether the outcome is a score other than 0, 1 and 100, which many settings and many faults give."""
    return isinstance(outcome, Score) and outcome.value not in _TRIVIAL


def golden_inputs(metric_name: str, profile: Profile) -> dict[str, Data]:
    """Return the distinct inputs of a metric's vectors that an entry point supports, by the id of the first vector.

    Tokenized inputs and those longer than `_LONGEST` are skipped.
    """
    return dict(_distinct_inputs(metric_name, profile))


def _distinct_inputs(metric_name: str, profile: Profile) -> Iterator[tuple[str, Data]]:
    seen = set()
    for vector in select([metric_name]):
        data = vector.data()
        text = repr(data)
        if isinstance(data, Corpus) and data.tokenized:
            continue
        if text not in seen and len(text) <= _LONGEST and limits(profile, data) is None:
            seen.add(text)
            yield vector.id, data
