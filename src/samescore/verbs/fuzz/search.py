"""Search for disagreements in rounds of inputs drawn by Hypothesis; shrink the input of each new explanation.

A round draws `ROUND` cases of one duel and runs both sides. Then, for each new explanation, the same draws are
repeated, and Hypothesis shrinks the first case that has it, keeping only inputs with the same explanation. Therefore
the same seed gives the same finds.
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

#: The Hypothesis function that collects constants from source files.
_CONSTANTS = "_get_local_constants"
#: Number of cases in a round.
ROUND = 100
#: Factor by which each additional new knob in an explanation multiplies the number of inputs required to accept it.
_PATIENCE = 4
#: Seconds during which an explanation is shrunk even after the time limit.
_GRACE = 10.0


@dataclasses.dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of a search: the number of inputs (`examples`) and of seconds; None for no limit."""

    examples: int | None
    seconds: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class FoundDisagreement:
    """A disagreement on its smallest case; `number` is the position of its duel.

    `inputs` is the number of inputs of the round with this explanation.
    """

    number: int
    duel: Duel
    case: DuelCase
    disagreement: Disagreement
    inputs: int


@dataclasses.dataclass
class Tally:
    """The counts of a search.

    They are the rounds, the inputs drawn (`examples`), the inputs that both sides support (`compared`), and the inputs
    with a disagreement (`different`), which `met` counts by the duel's position and the explanation.
    """

    rounds: int = 0
    examples: int = 0
    compared: int = 0
    different: int = 0
    met: Counter[tuple[int, DisagreementReason]] = dataclasses.field(default_factory=Counter)


class DisagreementSearch:
    """A search over several duels in turn, one round each.

    `explained` has the explanations found so far for each duel; `tally` counts the work, and continues earlier counts.
    """

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
        """Yield each new explanation on its smallest input until the search ends, and add it to those found.

        An explanation with several new knobs is postponed until it has been seen often, because inputs that show a
        single knob explain more. Explanations that are still postponed at the end come last.
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
        """Return the sort key of postponed explanations: fewest new knobs first, then most inputs."""
        number, explanation = found
        return self._explained[number].unexplained(explanation), -self.tally.met[found]

    def _finds_of(self, number: int, met: _Sighting) -> Iterator[FoundDisagreement]:
        """Yield the disagreement of a sighting on its smallest input, unless it follows from earlier finds."""
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
        """Return the progress towards the limit, in the form that the progress bar parses."""
        if self._most is not None:
            return f"{self.tally.examples:,} of {self._most:,} inputs: "
        if self._seconds is None:
            return ""
        return f"{min(time.monotonic() - self._began, self._seconds):,.0f} of {self._seconds:,.0f} seconds: "

    def _out_of_grace(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end + _GRACE

    def _survey(self, drawn: _Round, number: int) -> list[_Sighting]:
        """Run the cases of a round, and return its explanations: fewest knobs first, then most inputs."""
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
            now = drawn.disagreement_if_compared(case) if seen.clues else seen  # now that the likeliest clue is known
            explanation = (now or seen).explanation
            self.tally.met[number, explanation] += 1
            met.setdefault(explanation, _Sighting(drawn, explanation, case)).inputs += 1
        self._say(f"{self._steps()}{drawn.duel.first.full_name}: {self.tally.examples:,} inputs")
        return sorted(met.values(), key=lambda met: (len(met.explanation.names), -met.inputs))


@dataclasses.dataclass
class _Sighting:
    """An explanation, the first case in a round with it, and the number `inputs` of such cases."""

    drawn: _Round
    explanation: DisagreementReason
    case: DuelCase
    inputs: int = 0


class _Round:
    """One round of a duel; its cases are the same on each draw, because they depend only on `seed` and `size`."""

    def __init__(self, duel: Duel, explained: Explained, seed: str, size: int, tolerance: float) -> None:
        self.duel = duel
        self._explained, self._seed, self._size, self._tolerance = explained, seed, size, tolerance

    def disagreement(self, case: DuelCase) -> Disagreement | None:
        """Explain why the sides disagree on a case, with each other or with their models; return None if all agree.

        Raises `NotCompared` if one side is unavailable or does not support the case.
        """
        return disagreement(self.duel, case, self._explained, self._tolerance)

    def disagreement_if_compared(self, case: DuelCase) -> Disagreement | None:
        """Return the result of `disagreement`; None also if the case cannot be compared."""
        try:
            return self.disagreement(case)
        except NotCompared:
            return None

    def cases(self) -> list[DuelCase]:
        """Return the cases of the round."""
        drawn: list[DuelCase] = []

        def keep(case: DuelCase) -> bool:
            drawn.append(case)
            return False

        self._run_hypothesis(keep, Phase.generate)
        return drawn

    def shrunk(self, explanation: DisagreementReason, start: DuelCase, over: Callable[[], bool]) -> DuelCase:
        """Return the smallest case with this explanation that is found before ``over()`` is true; else `start`.

        Knobs that were found before may be missing from the case's explanation.
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

        self._run_hypothesis(has_it, Phase.generate, Phase.shrink)
        return smallest

    def _run_hypothesis(self, wanted: Callable[[DuelCase], bool], *phases: Phase) -> None:
        """Let Hypothesis search for a case that satisfies `wanted`, and shrink it if `phases` include shrinking.

        Nothing is returned: `wanted` records the cases. The search ends early, without an error, if an implementation
        gives different answers to the same question.
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
    """Isolate Hypothesis from its environment in a ``with`` block, so a seed gives the same inputs everywhere.

    Otherwise Hypothesis would draw constants from the source files that happen to be loaded, and create a folder in the
    working directory. In versions that do not draw such constants, only the folder has to be prevented.
    """
    read = getattr(providers, _CONSTANTS, None)
    set_hypothesis_home_dir(os.devnull)
    if read is not None:
        setattr(providers, _CONSTANTS, getattr(providers, "Constants"))  # noqa: B009 - not exported
        providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)
        if read is not None:
            setattr(providers, _CONSTANTS, read)
            providers.CONSTANTS_CACHE.cache.clear()
