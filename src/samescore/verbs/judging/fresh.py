"""Run users' implementations on fresh (randomly generated) inputs, since they may have memorised the golden vectors.

Every entry point of an implementation that describes itself is run on inputs from `samescore.generators`, with settings
drawn from its region. The native metric with the same settings gives the expected outcome, and answers are compared as
for golden vectors, except that differences explained by the order of floating-point operations are allowed.

The seed and a number determine an input: case 17 of ``--seed 7`` is ``fresh-bleu-7-17``, whatever ``--fresh`` is. If an
implementation has several entry points for a metric, they take turns.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from samescore.base.errors import SamescoreError
from samescore.base.outcome import SAME_NUMBER, Outcome, Score, relative_gap, rounds_to
from samescore.catalogue.profile import Profile
from samescore.catalogue.selection import selection
from samescore.data.kinds import from_plain
from samescore.generators.fresh import fresh_input
from samescore.generators.settings import drawn_settings
from samescore.implementations import Implementation, Profiled, Replay
from samescore.metrics import metric
from samescore.metrics.base import AnyMetric
from samescore.records import Expectation, FreshCase, Result, VectorVerdict, as_outcome
from samescore.verbs.judging.cases import CaseQuestion, JudgedCase, question_for
from samescore.verbs.judging.judge import judge_question

#: Default number of fresh inputs for an entry point.
COUNT = 50
#: Upper limit of seeds, which keeps ids short.
_SEEDS = 10**9
#: Maximum number of draws for an input, if the drawn ones have no native score.
_DRAWS = 5
_ID = re.compile(r"fresh-(?P<metric>[a-z0-9-]+)-(?P<seed>[0-9]{1,18})-(?P<number>[0-9]{1,9})")


@dataclasses.dataclass(frozen=True, slots=True)
class Fresh:
    """The number of fresh inputs for each entry point, and their seed.

    `chosen` means that the seed is not random.
    """

    count: int
    seed: int
    chosen: bool = False

    @classmethod
    def of(cls, count: int = COUNT, seed: int | None = None, pattern: str = "") -> Fresh:
        """Return the number of fresh inputs for a run, with a seed.

        The default `seed` is taken from a fresh input named in `pattern`; if there is none, it is random.
        """
        if seed is not None:
            return cls(count, seed, chosen=True)
        drawn = cls(count, random.SystemRandom().randrange(_SEEDS))
        return drawn.accepting(selection(pattern).words)

    def accepting(self, identifiers: Iterable[str]) -> Fresh:
        """Replace a random seed by the seed of the first id of a fresh input, to repeat this input.

        Return self if the seed was chosen, or if no id belongs to a fresh input.
        """
        seeds = [int(match["seed"]) for name in identifiers if (match := _ID.fullmatch(name))]
        return self if self.chosen or not seeds else Fresh(self.count, seeds[0], chosen=True)


#: No fresh inputs.
NO_FRESH = Fresh(0, 0)


def is_fresh(identifier: str) -> bool:
    """Return whether an id has the form of a fresh input's id."""
    return _ID.fullmatch(identifier) is not None


@dataclasses.dataclass(frozen=True, slots=True)
class FreshQuestion:
    """A fresh input, generated from a seed for an entry point of an implementation."""

    implementation: Profiled
    question: CaseQuestion
    seed: int

    @property
    def case(self) -> JudgedCase:
        """The case: the input, its settings and the right answer."""
        return self.question.case

    def record(self) -> FreshCase:
        """Return the record of the input."""
        return _record(self.case, self.implementation.name, self.question.profile.entry_point, self.seed)

    def judge(self) -> Result:
        """Run the implementation and return the judgement of its answer."""
        return judge_drawn(self.implementation, self.question)


def recorded_case(case: FreshCase) -> JudgedCase:
    """Return the case of a recorded fresh input, with its right answer computed again natively.

    Raises `SamescoreError` if the record is damaged.
    """
    settings = metric(case.metric).settings.parse(case.signature)
    return JudgedCase.scored(case.vector, from_plain(case.input), settings)


def _record(case: JudgedCase, implementation: str, entry_point: str, seed: int) -> FreshCase:
    return FreshCase(
        vector=case.id,
        metric=case.metric.name,
        implementation=implementation,
        entry_point=entry_point,
        seed=seed,
        signature=case.settings.signature,
        input=case.data.plain(),
        expected=Expectation(case.expected.outcome, case.expected.value),
    )


def judge_drawn(implementation: Profiled, question: CaseQuestion) -> Result:
    """Run the implementation on an input that is not a golden vector, and return the judgement of its answer.

    Unlike golden vectors, such inputs are not chosen to need only a few units in the last place, so all differences
    explained by the order of floating-point operations are allowed.
    """
    result = judge_question(implementation, question)
    if result.verdict is VectorVerdict.DISAGREE and _only_rounded(question, as_outcome(result.outcome)):
        return msgspec.structs.replace(result, verdict=VectorVerdict.AGREE, stage="", mistakes=[])
    return result


#: Fresh inputs of an earlier run, by id.
Cases = Mapping[str, FreshCase]


def questions(
    implementation: Implementation,
    fresh: Fresh,
    pattern: str = "",
    metrics: Sequence[str] = (),
    again: Cases | None = None,
) -> Iterator[FreshQuestion]:
    """Yield the fresh inputs for an implementation that describes itself; none for other implementations.

    `metrics` (all, if empty) and the expression `pattern` select inputs. `again` are inputs of an earlier run to use
    instead of new ones; a recording uses its own by default. Inputs that cannot be drawn are skipped. Nothing is
    yielded if `fresh.count` is 0.
    """
    if not (isinstance(implementation, Profiled) and implementation.describes_itself and fresh.count):
        return
    again = _recorded_inputs(implementation) if again is None else again
    if again is not None:
        yield from _questions_again(implementation, _select_recorded(again, pattern, metrics))
        return
    own = implementation.profiles_by_metric()
    for name in metrics or own:
        profiles = own.get(name, [])
        for number in _selected_numbers(name, fresh, pattern, len(profiles)):
            profile = profiles[number % len(profiles)]
            drawn = _draw(f"fresh-{name}-{fresh.seed}-{number}", profile, number // len(profiles))
            if drawn is not None:
                yield FreshQuestion(implementation, CaseQuestion(drawn, profile, drawn.settings), fresh.seed)


def count_questions(
    implementation: Implementation,
    fresh: Fresh,
    pattern: str = "",
    metrics: Sequence[str] = (),
    again: Cases | None = None,
) -> int:
    """Return the maximum number of `questions`: inputs that `questions` skips are counted, too."""
    if not (isinstance(implementation, Profiled) and implementation.describes_itself and fresh.count):
        return 0
    again = _recorded_inputs(implementation) if again is None else again
    if again is not None:
        return len(_select_recorded(again, pattern, metrics))
    own = implementation.profiles_by_metric()
    return sum(len(_selected_numbers(name, fresh, pattern, len(own.get(name, [])))) for name in metrics or own)


def _select_recorded(again: Cases, pattern: str, metrics: Sequence[str]) -> list[FreshCase]:
    """Return the recorded fresh inputs that the expression and the metrics (all, if empty) select."""
    meant = _selected_ids([case.vector for case in again.values()], pattern)
    return [case for case in again.values() if case.vector in meant and case.metric in (metrics or [case.metric])]


def seed_for(implementation: Profiled, fresh: Fresh, again: Cases | None = None) -> int | None:
    """Return the seed of the fresh inputs that `questions` yields; None if there are none."""
    again = _recorded_inputs(implementation) if again is None else again
    if not fresh.count:
        return None
    return fresh.seed if again is None else next((case.seed for case in again.values()), None)


def _recorded_inputs(implementation: Profiled) -> Cases | None:
    return implementation.recording.fresh if isinstance(implementation, Replay) else None


def _questions_again(implementation: Profiled, cases: Iterable[FreshCase]) -> Iterator[FreshQuestion]:
    """Yield recorded fresh inputs as questions for the entry points that they were recorded for."""
    for case in cases:
        recorded = recorded_case(case)
        for profile in implementation.profiles(case.metric):
            if profile.entry_point == case.entry_point:
                yield FreshQuestion(implementation, question_for(recorded, profile), case.seed)


def drawn_again(implementation: Implementation, identifiers: Iterable[str]) -> dict[str, FreshCase]:
    """Draw the fresh inputs with these ids again, and return their records by id.

    Other ids, and inputs that cannot be drawn from the implementation's current region, are skipped. The result is
    empty for an implementation that does not describe itself.
    """
    if not (isinstance(implementation, Profiled) and implementation.describes_itself):
        return {}
    own, cases = implementation.profiles_by_metric(), dict[str, FreshCase]()
    for identifier in identifiers:
        match = _ID.fullmatch(identifier)
        profiles = own.get(match["metric"], []) if match else []
        if match and profiles:
            turn, place = divmod(int(match["number"]), len(profiles))
            profile = profiles[place]
            drawn = _draw(identifier, profile, turn)
            if drawn is not None:
                cases[identifier] = _record(drawn, implementation.name, profile.entry_point, int(match["seed"]))
    return cases


def _selected_numbers(name: str, fresh: Fresh, pattern: str, profiles: int) -> Sequence[int]:
    """Return the numbers of a metric's fresh inputs that `pattern` selects; `profiles` is its number of entry points.

    The pattern may also name inputs with numbers beyond `fresh.count`.
    """
    beginning = f"fresh-{name}-{fresh.seed}-"
    matches = [match for word in selection(pattern).words if (match := _ID.fullmatch(word))]
    named = {int(m["number"]) for m in matches if (m["metric"], int(m["seed"])) == (name, fresh.seed)}
    numbers = sorted({*range(fresh.count * profiles), *named}) if profiles else []
    meant = _selected_ids([f"{beginning}{number}" for number in numbers], pattern)
    return [number for number in numbers if f"{beginning}{number}" in meant]


def _selected_ids(identifiers: Sequence[str], pattern: str) -> set[str]:
    """Return the ids that an expression selects; an id named in full selects only this input."""
    chosen = selection(pattern)
    whole = [word for word in chosen.words if is_fresh(word)]
    return {identifier for identifier in identifiers if chosen.matches(identifier, (), whole)}


def _draw(identifier: str, profile: Profile, turn: int) -> JudgedCase | None:
    """Draw the fresh input with this id, the `turn`-th of an entry point; None if no suitable settings are drawn.

    Inputs without a native score are usually drawn again, up to `_DRAWS` times in total.
    """
    rng = random.Random(identifier)
    drawn = None
    for _ in range(_DRAWS):
        try:
            settings = drawn_settings(profile, rng)
            data = fresh_input(profile, settings, rng, turn)
            drawn = JudgedCase.scored(identifier, data, settings)
        except SamescoreError:
            continue
        if isinstance(drawn.outcome, Score) or rng.random() < 0.1:
            break
    return drawn


def _only_rounded(question: CaseQuestion, outcome: Outcome) -> bool:
    """Return whether the order of floating-point operations explains an outcome's difference from the expected score."""
    return only_rounded(question.case.metric, question.case.outcome, outcome)


def only_rounded(metric: AnyMetric, expected: Outcome, outcome: Outcome, tolerance: float = SAME_NUMBER) -> bool:
    """Return whether both outcomes are scores, and the order of floating-point operations explains their difference.

    It explains a relative difference of at most `tolerance`; if the metric can be negative, also such an absolute
    difference. A rounded score is compared at its own precision.
    """
    if not (isinstance(outcome, Score) and isinstance(expected, Score)):
        return False
    if relative_gap(outcome.value, expected.value) <= tolerance:
        return True
    pairs = ((expected, outcome), (outcome, expected))
    if any(rounds_to(exact.value, rounded, tolerance * abs(exact.value)) for exact, rounded in pairs):
        return True
    lowest = metric.facts.lowest
    differences_of_rates = lowest is not None and lowest < 0  # near 0 they have the absolute error of the rates
    return differences_of_rates and abs(outcome.value - expected.value) <= tolerance
