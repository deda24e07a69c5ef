"""What an implementation answers to golden inputs, and which settings give the same answers."""

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

#: Inputs of more characters than this are not asked; they would add nothing.
_LONGEST = 4000
#: Scores that many settings and many faults give.
_TRIVIAL = (0.0, 1.0, 100.0)
#: How much more an answer that is not trivial says about the settings.
_WEIGHT = 3


@dataclasses.dataclass(frozen=True)
class Mistaken:
    """Settings, and the mistakes that are made under them."""

    settings: Settings
    mistakes: tuple[Mistake, ...]


#: What may give an implementation's answers.
Cause = Settings | Mistaken


class Answers:
    """The golden inputs of a metric, the implementation's answers, and native outcomes on them.

    After `seconds`, or when more than `evaluations` native scores have been computed, it is `over_budget`, and the search is
    over.
    """

    def __init__(
        self, asks: Callable[[Data], Outcome], inputs: dict[str, Data], seconds: float, evaluations: int
    ) -> None:
        self._until = time.monotonic() + seconds
        self._asks = asks
        self._left = evaluations
        self.inputs = inputs
        self.given: dict[str, Outcome] = {}  # as they came
        self.outcomes: dict[str, Outcome] = {}  # those that do not count replaced
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
        """How many native scores may still be computed."""
        return self._left

    def allow(self, evaluations: int) -> None:
        """Let the search compute this many more native scores."""
        self._left = evaluations

    def ask(self, name: str) -> Outcome:
        """The implementation's answer to an input."""
        if name not in self.outcomes:
            answer = self._asks(self.inputs[name])
            if isinstance(answer, Unavailable):
                raise UnknownNameError(f"the implementation stopped: {answer.reason}", hint="try samescore smoke")
            self.given[name] = self.outcomes[name] = answer
        return self.outcomes[name]

    def set_aside(self, names: Sequence[str]) -> None:
        """Let the answers to these inputs, which are errors, not count."""
        for name in names:
            self.outcomes[name] = Unsupported("raises where no known implementation does")

    def native(self, cause: Cause, name: str) -> Outcome:
        """The native outcome on an input under these settings, with the mistakes if there are some."""
        key = cause, name
        if key not in self._native:
            self._left -= 1
            self._native[key] = self._outcome(cause, self.inputs[name])
        return self._native[key]

    def fits_once(self, cause: Cause, name: str, ulps: int) -> bool:
        """Does a cause give the answer to an input? The result is not cached, as most causes are tried only once."""
        self._left -= 1
        return self.equal(self._outcome(cause, self.inputs[name]), self.outcomes[name], ulps)

    def _outcome(self, cause: Cause, data: Data) -> Outcome:
        if isinstance(cause, Settings):
            return bare_outcome(data, cause)
        made = mistaken_outcome(data, cause.settings, cause.mistakes)
        return Unsupported("the mistake does not apply") if made is None else made

    def comparable(self) -> list[str]:
        """The inputs that were answered; those first that have told most settings apart."""
        names = [name for name, outcome in self.outcomes.items() if not isinstance(outcome, Unsupported)]
        return sorted(names, key=lambda name: -self._misfits.get(name, 0))

    def fits(self, settings: Cause, name: str, ulps: int) -> bool:
        """Do these settings reproduce the answer to input `name`, to the precision of the answer?"""
        return self.equal(self.native(settings, name), self.outcomes[name], ulps)

    def equal(self, native: Outcome, answer: Outcome, ulps: int) -> bool:
        """Is the answer that of this native outcome, as far as its digits go?"""
        if self.rounding is not None and isinstance(answer, Score) and isinstance(native, Score):
            return self.rounding.gives(native.value, answer.value)
        return same_outcome(native, answer, max_ulps=ulps)

    def weight(self, name: str) -> int:
        """How much an answer says about the settings."""
        return _WEIGHT if nontrivial(self.outcomes[name]) else 1

    def nontrivial_inputs(self) -> list[str]:
        """The inputs with an answer that is not trivial."""
        return [name for name, outcome in self.outcomes.items() if nontrivial(outcome)]

    def total_weight(self) -> int:
        """The weight of all answers."""
        return sum(map(self.weight, self.comparable()))

    def score(self, settings: Cause, ulps: int, names: Sequence[str], more_than: int = -1) -> int:
        """The weight of the answers to the inputs `names` that the settings give; -1 if not `more_than` this."""
        left = sum(map(self.weight, names))
        for name in names:
            if not self.fits(settings, name, ulps):
                self._misfits[name] = self._misfits.get(name, 0) + 1
                left -= self.weight(name)
                if left <= more_than:
                    return -1
        return left if left > more_than else -1

    def wrong(self, settings: Cause, ulps: int) -> list[str]:
        """The inputs on which the settings give another answer, in the order in which they were asked."""
        comparable = set(self.comparable())
        return [name for name in self.outcomes if name in comparable and not self.fits(settings, name, ulps)]


def nontrivial(outcome: Outcome) -> bool:
    """Is it a score other than 0, 1 and 100, which many settings and many faults give?"""
    return isinstance(outcome, Score) and outcome.value not in _TRIVIAL


def golden_inputs(metric_name: str, profile: Profile) -> dict[str, Data]:
    """One vector for each distinct input that the implementation supports; inputs of tokens are left out."""
    return dict(_distinct(metric_name, profile))


def _distinct(metric_name: str, profile: Profile) -> Iterator[tuple[str, Data]]:
    seen = set()
    for vector in select([metric_name]):
        data = vector.data()
        text = repr(data)
        if isinstance(data, Corpus) and data.tokenized:
            continue
        if text not in seen and len(text) <= _LONGEST and limits(profile, data) is None:
            seen.add(text)
            yield vector.id, data
