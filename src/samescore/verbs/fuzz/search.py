"""The search: rounds of inputs, drawn by Hypothesis; each new explanation is shrunk to a smallest input.

A round draws `ROUND` cases of one duel and asks both sides. Then each explanation that is new is searched for once more
with the same draws, and Hypothesis shrinks the first case with it, to inputs with the same explanation only. So the same
seed gives the same finds.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import hypothesis
from hypothesis import Phase, Verbosity
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisException
from hypothesis.internal.conjecture import providers

from samescore.base.outcome import SAME_NUMBER
from samescore.verbs.fuzz.duels import Duel, DuelCase
from samescore.verbs.fuzz.explanation import Disagreement, DisagreementReason, Explained, NotCompared, disagreement

#: The function of Hypothesis that reads constants from source files.
_CONSTANTS = "_get_local_constants"
#: The cases of a round.
ROUND = 100
#: Inputs with an explanation of one new knob more have to be met this many times as often before it is taken.
_PATIENCE = 4
#: How long an explanation is shrunk although the time is over, in seconds.
_GRACE = 10.0


@dataclasses.dataclass(frozen=True, slots=True)
class SearchLimits:
    """When a search ends: after so many inputs, or so many seconds; None for no limit."""

    examples: int | None
    seconds: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class FoundDisagreement:
    """A disagreement on its smallest case. `inputs` is how many inputs of its round it explains."""

    number: int
    duel: Duel
    case: DuelCase
    disagreement: Disagreement
    inputs: int


@dataclasses.dataclass
class Tally:
    """How many inputs were drawn, were answered by both, and are disagreed on; `met` counts these by duel and cause."""

    rounds: int = 0
    examples: int = 0
    compared: int = 0
    different: int = 0
    met: Counter[tuple[int, DisagreementReason]] = dataclasses.field(default_factory=Counter)


class DisagreementSearch:
    """A search over several duels, which take turns; what it has done so far is in `tally`."""

    def __init__(
        self,
        duels: Sequence[Duel],
        explained: Sequence[Explained],
        *,
        seed: int,
        limits: SearchLimits,
        tally: Tally,
        tolerance: float = SAME_NUMBER,
        on_progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._duels = duels
        self._explained = explained
        self._seed = seed
        self._tolerance = tolerance
        self._say = on_progress
        self._began, self._seconds = time.monotonic(), limits.seconds
        self._end = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._most = None if limits.examples is None else tally.examples + limits.examples
        self.tally = tally

    def finds(self) -> Iterator[FoundDisagreement]:
        """Each explanation that is new, until the search ends; it is explained then.

        One that needs several new knobs waits until it was met often, since inputs with one of them alone explain more.
        What still waits in the end comes last.
        """
        waiting: dict[tuple[int, DisagreementReason], _Sighting] = {}
        with _isolated_hypothesis():
            while not self._over():
                number = self.tally.rounds % len(self._duels)
                size = ROUND if self._most is None else min(ROUND, self._most - self.tally.examples)
                seed = f"{self._seed} {self.tally.rounds}"
                drawn = _Round(self._duels[number], self._explained[number], seed, size, self._tolerance)
                for met in self._survey(drawn, number):
                    unexplained = self._explained[number].unexplained(met.explanation)
                    if self.tally.met[number, met.explanation] < _PATIENCE ** (unexplained - 1):
                        waiting.setdefault((number, met.explanation), met)
                    else:
                        yield from self._finds_of(number, met)
                self.tally.rounds += 1
            for number, explanation in sorted(waiting, key=self._urgency):
                yield from self._finds_of(number, waiting[number, explanation])

    def _urgency(self, found: tuple[int, DisagreementReason]) -> tuple[int, int]:
        """What sorts explanations that wait: those with the fewest new knobs first, then those of most inputs."""
        number, explanation = found
        return self._explained[number].unexplained(explanation), -self.tally.met[found]

    def _finds_of(self, number: int, met: _Sighting) -> Iterator[FoundDisagreement]:
        """The explanation of a case on its smallest input, if what was found before does not suffice for it."""
        explained = self._explained[number]
        now = met.drawn.disagreement_if_compared(met.case)
        if now is None or not explained.unexplained(now.explanation):
            return
        smallest = met.drawn.shrunk(now.explanation, met.case, self._out_of_grace)
        again = met.drawn.disagreement_if_compared(smallest)
        explained.add(now.explanation, now.values)
        if again is not None:
            yield FoundDisagreement(number, self._duels[number], smallest, again, met.inputs)

    def _over(self) -> bool:
        if self._most is not None and self.tally.examples >= self._most:
            return True
        return self._end is not None and time.monotonic() >= self._end

    def _steps(self) -> str:
        """How much of the limit is used, the way that a progress bar reads it."""
        if self._most is not None:
            return f"{self.tally.examples:,} of {self._most:,} inputs: "
        if self._seconds is None:
            return ""
        return f"{min(time.monotonic() - self._began, self._seconds):,.0f} of {self._seconds:,.0f} seconds: "

    def _out_of_grace(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end + _GRACE

    def _survey(self, drawn: _Round, number: int) -> list[_Sighting]:
        """The explanations of a round, those with the fewest knobs first, then those of most inputs."""
        met: dict[DisagreementReason, _Sighting] = {}
        differing: list[tuple[DuelCase, Disagreement]] = []
        for case in drawn.cases():
            self.tally.examples += 1
            try:
                seen = drawn.disagreement(case)
            except NotCompared:
                continue
            self.tally.compared += 1
            if seen is not None:
                differing.append((case, seen))
                self._explained[number].support.update(seen.clues)
        self.tally.different += len(differing)
        for case, seen in differing:
            now = drawn.disagreement_if_compared(case) if seen.clues else seen  # the likeliest clue is known now
            explanation = (now or seen).explanation
            self.tally.met[number, explanation] += 1
            met.setdefault(explanation, _Sighting(drawn, explanation, case)).inputs += 1
        self._say(f"{self._steps()}{drawn.duel.first.full_name}: {self.tally.examples:,} inputs")
        return sorted(met.values(), key=lambda met: (len(met.explanation.names), -met.inputs))


@dataclasses.dataclass
class _Sighting:
    """An explanation and the first case of a round that shows it; `inputs` is the number of cases that show it."""

    drawn: _Round
    explanation: DisagreementReason
    case: DuelCase
    inputs: int = 0


class _Round:
    """The cases of one round, which are the same each time that they are drawn."""

    def __init__(self, duel: Duel, explained: Explained, seed: str, size: int, tolerance: float) -> None:
        self.duel = duel
        self._explained, self._seed, self._size, self._tolerance = explained, seed, size, tolerance

    def disagreement(self, case: DuelCase) -> Disagreement | None:
        """Why the sides disagree on a case; None if they agree. Raises `NotCompared` if one does not take it."""
        return disagreement(self.duel, case, self._explained, self._tolerance)

    def disagreement_if_compared(self, case: DuelCase) -> Disagreement | None:
        """`disagreement`, and None for a case that one side does not take."""
        try:
            return self.disagreement(case)
        except NotCompared:
            return None

    def cases(self) -> list[DuelCase]:
        """The cases."""
        drawn: list[DuelCase] = []

        def keep(case: DuelCase) -> bool:
            drawn.append(case)
            return False

        self._find(keep, Phase.generate)
        return drawn

    def shrunk(self, explanation: DisagreementReason, start: DuelCase, over: Callable[[], bool]) -> DuelCase:
        """The smallest case with this explanation that shrinking `start` finds before time is `over`.

        Knobs that were found before may drop out of it.
        """
        smallest = start
        known = self._explained.knobs(explanation.unmodelled)

        def has_it(case: DuelCase) -> bool:
            nonlocal smallest
            if over():
                return False
            seen = self.disagreement_if_compared(case)
            if seen is None or not explanation.includes(seen.explanation, known):
                return False
            smallest = case
            return True

        self._find(has_it, Phase.generate, Phase.shrink)
        return smallest

    def _find(self, wanted: Callable[[DuelCase], bool], *phases: Phase) -> None:
        """Let Hypothesis search among the cases; what it finds is what `wanted` was last true of.

        It also ends where an implementation does not answer one question twice in the same way.
        """
        settings = hypothesis.settings(
            max_examples=self._size,
            phases=phases,
            database=None,
            deadline=None,
            derandomize=False,
            verbosity=Verbosity.quiet,
        )
        with contextlib.suppress(HypothesisException):
            hypothesis.find(self.duel.cases, wanted, settings=settings, random=random.Random(self._seed))


@contextlib.contextmanager
def _isolated_hypothesis() -> Iterator[None]:
    """Keep Hypothesis from its surroundings, so that a seed gives the same inputs everywhere.

    It would draw constants from the source files that happen to be loaded, and make a folder for them in the working directory.
    Versions that draw none have nothing to be kept from.
    """
    read = getattr(providers, _CONSTANTS, None)
    set_hypothesis_home_dir(os.devnull)
    if read is not None:
        setattr(providers, _CONSTANTS, type(read()))
        providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)
        if read is not None:
            setattr(providers, _CONSTANTS, read)
            providers.CONSTANTS_CACHE.cache.clear()
