"""Run a comparison: scores, intervals and paired tests for every metric, with correction and significance groups."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from samescore.base.errors import InputError, MetricError, SettingsError, UnknownNameError, nearest
from samescore.base.outcome import Trace
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.comparison import System as ReadSystem
from samescore.data.labels import Confusion
from samescore.data.number_types import number_types_of
from samescore.data.scored import SCORED_KINDS
from samescore.metrics import evaluate, failed_arithmetic
from samescore.metrics import metric as find_metric
from samescore.metrics.base import Statistics, trace_of
from samescore.metrics.significance.corrections import correct_p_values
from samescore.metrics.significance.systems import KeptSystems, average
from samescore.records.compare import (
    ComparedSystem,
    MetricComparison,
    PairTest,
    PairVerdict,
    ScoreInterval,
    SystemComparison,
    SystemScore,
)
from samescore.settings import Settings
from samescore.verbs.compare.counted import CountedSystem
from samescore.verbs.compare.groups import groups, rank_ranges
from samescore.verbs.compare.question import NONE, ComparisonDesign
from samescore.verbs.compare.reach import out_of_reach

#: Either a whole input, or the counts of its segments.
System = ReadSystem | CountedSystem


class AskedMetric(msgspec.Struct, frozen=True):
    """A metric with settings, and the input of each system; the settings are None for the mean of numbers (`Numbers`).

    `higher_is_better` is None if neither direction is better.
    """

    name: str
    settings: Settings | None
    inputs: Sequence[System]
    higher_is_better: bool | None

    @property
    def statistic(self) -> str:
        """The name of the statistic in a `Comparison`."""
        return MEAN if self.settings is None else self.settings.metric

    @property
    def signature(self) -> str:
        """The complete settings as text; ``mean`` for the mean of numbers."""
        return MEAN if self.settings is None else self.settings.signature

    def kept(self, *places: int) -> KeptSystems:
        """Return the statistics of the systems at these positions, for a test or an interval.

        Raises `MetricError` if a segment cannot be counted.
        """
        chosen = [self.inputs[place] for place in places]
        counted = [system.rows for system in chosen if isinstance(system, CountedSystem)]
        if counted:
            return KeptSystems(tuple(counted))
        settings = self.settings
        knobs = {}
        if settings is not None:
            plain = settings.as_dict()
            knobs = {change.knob.name: plain[change.knob.name] for change in type(settings)().differences(settings)}
        inputs = [system for system in chosen if not isinstance(system, CountedSystem)]
        return KeptSystems.of(Comparison(self.statistic, inputs, knobs))


def compare(
    systems: Sequence[ComparedSystem],
    metrics: Sequence[AskedMetric],
    question: ComparisonDesign,
    *,
    references: Sequence[str] = (),
    on_progress: Callable[[str], None] = lambda _: None,
) -> SystemComparison:
    """Compare systems by several metrics, and return the scores, intervals and tests.

    If a metric gives no score, or a test no p-value, the reason is recorded. Raises `InputError` for an empty list of
    systems, duplicate names, systems of unequal length, and inputs that cannot be compared; `UnknownNameError` for a
    baseline that is not one of the systems; `SettingsError` for a metric that the followed tool does not compare by.
    """
    names = [system.name for system in systems]
    if question.like and not question.baseline and names:  # a tool tests every other system against the first
        question = msgspec.structs.replace(question, baseline=names[0])
    pairs = _pairs(names, question.baseline)
    for asked in metrics:
        if question.statistics and asked.statistic not in question.statistics:
            hint = f"it compares by {', '.join(question.statistics)}"
            raise SettingsError(f"{question.like:.120} cannot compare systems by {asked.name}", hint=hint)
        _check_inputs(names, asked)
        if question.like:
            _check_number_types(names, asked, question.like)
    compared = [_compare_by_metric(names, pairs, asked, question, on_progress) for asked in metrics]
    return SystemComparison(
        list(systems),
        compared,
        list(references),
        question.baseline,
        question.correction,
        question.alpha,
        question.level,
        question.like,
    )


def _pairs(names: Sequence[str], baseline: str) -> list[tuple[int, int]]:
    """Return the positions of the two systems in each test: every pair, or the baseline and each other system.

    Raises `InputError` for an empty list of names and for duplicate names, `UnknownNameError` for an unknown baseline.
    """
    if not names:
        raise InputError("no system to compare", hint="pass the output of at least one system")
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError(f"two systems are named {name}", hint="give each system its own name")
    if not baseline:
        return list(combinations(range(len(names)), 2))
    if baseline not in names:
        raise UnknownNameError(f"no system is named {baseline!r}", hint=nearest(baseline, names))
    first = names.index(baseline)
    return [(first, place) for place in range(len(names)) if place != first]


def _check_number_types(names: Sequence[str], asked: AskedMetric, like: str) -> None:
    """Raise `InputError` if a system has numbers of a type with which the tool `like` may compute different results."""
    for name, system in zip(names, asked.inputs, strict=True):
        if types := number_types_of(system):
            problem = f"{name} holds numbers of type {' and '.join(types)}, for which {like:.120} may return different results"
            raise InputError(problem, hint="convert the numbers, for example with .astype('float64')")


def _check_inputs(names: Sequence[str], asked: AskedMetric) -> None:
    """Raise `InputError` unless all inputs can be compared, and have equally many segments."""
    for name, system in zip(names, asked.inputs, strict=True):
        if not isinstance(system, (CountedSystem, Numbers, *SCORED_KINDS)):
            if isinstance(system, Confusion):
                problem = "a confusion matrix, which has no items to test"
                hint = "give the items themselves: the test needs to know which items each system got right"
            else:
                problem = f"an input of {asked.name}, which cannot be compared"
                hint = "pass texts, labels, rankings or one number per segment"
            raise InputError(f"{name} is {problem}", hint=hint)
    lengths = [len(system) for system in asked.inputs]
    for name, length in zip(names, lengths, strict=True):
        if length != lengths[0]:
            raise InputError(
                f"{names[0]} has {lengths[0]} segments, but {name} has {length}",
                hint="give all systems the same segments in the same order",
            )


def _compare_by_metric(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    asked: AskedMetric,
    question: ComparisonDesign,
    on_progress: Callable[[str], None],
) -> MetricComparison:
    systems = []
    for place, name in enumerate(names):
        on_progress(f"{asked.name}: {name}")
        systems.append(_score_record(name, place, asked, question))
    tests = list(_tests(names, pairs, systems, asked, question, on_progress))
    test = question.test if pairs else None
    if not question.baseline and asked.higher_is_better is not None and tests:
        systems = _with_groups(systems, tests, higher=asked.higher_is_better)
    return MetricComparison(
        asked.name,
        asked.signature,
        asked.higher_is_better,
        len(asked.inputs[0]),
        systems,
        tests,
        test.signature if test is not None else "",
        question.interval.signature if question.interval is not None else "",
        list(_notes(len(asked.inputs[0]), tests, question)),
        {
            name: settings.short_signature
            for name, settings in (("score", asked.settings), ("test", test), ("interval", question.interval))
            if settings is not None
        },
    )


def _notes(segments: int, tests: Sequence[PairTest], question: ComparisonDesign) -> Iterator[str]:
    """Yield a note if too few segments or resamples prevent the tests of a metric from becoming significant."""
    tested = sum(pair.p is not None for pair in tests)
    if question.test is not None and (
        note := out_of_reach(
            question.test,
            segments,
            tested,
            question.correction,
            question.alpha,
            beside_baseline=bool(question.baseline),
        )
    ):
        yield note


def _score_record(name: str, place: int, asked: AskedMetric, question: ComparisonDesign) -> SystemScore:
    """Return the record of one system's score and interval; a missing score or interval has a reason."""
    try:
        score = _score(asked, place)
    except MetricError as problem:
        return SystemScore(name, None, problem=problem.message)
    if not math.isfinite(score):
        return SystemScore(name, None, problem=f"the score is {score}")
    if question.interval is None:
        return SystemScore(name, score)
    try:
        interval = _interval(asked.kept(place), question.interval, whole=bool(question.like))
    except MetricError as problem:
        return SystemScore(name, score, problem=f"no interval: {problem.message}")
    return SystemScore(name, score, interval, problem="" if interval is not None else "no interval: it is not finite")


def _interval(kept: KeptSystems, settings: Settings, *, whole: bool) -> ScoreInterval | None:
    """Return the interval of a score, with its centre and half-width if `whole`; None if it is not finite."""
    trace = _trace(kept, settings.replace(end="half-width"))
    if not math.isfinite(trace.value):
        return None
    low, high = trace.stages["bounds"]
    return ScoreInterval(low, high, trace.stages["centre"], trace.value) if whole else ScoreInterval(low, high)


def _trace(kept: KeptSystems, settings: Settings) -> Trace:
    """Return the p-value or interval computed from the systems' statistics, as a trace; may raise `MetricError`."""
    try:
        return trace_of(find_metric(settings.metric), Statistics((), (), kept), settings)
    except ArithmeticError as problem:
        raise failed_arithmetic(problem) from None


def _score(asked: AskedMetric, place: int) -> float:
    data: Any = asked.inputs[place]
    try:
        if asked.settings is None:
            return average(data.scores, "fsum")
        if isinstance(data, CountedSystem):
            return data.rows.score("")
    except ArithmeticError as problem:
        raise failed_arithmetic(problem) from None
    return evaluate(find_metric(asked.settings.metric), data, asked.settings).value


def _tests(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    systems: Sequence[SystemScore],
    asked: AskedMetric,
    question: ComparisonDesign,
    on_progress: Callable[[str], None],
) -> Iterator[PairTest]:
    """Yield the test of each pair, with its corrected p-value and verdict; nothing if no tests are requested."""
    if question.test is None:
        return
    results = []
    for number, pair in enumerate(pairs, 1):
        on_progress(f"{asked.name}: test {number:,} of {len(pairs):,}")
        results.append(_p_value(pair, systems, asked, question.test))
    family = [p for p, _ in results if p is not None]
    remaining = iter(family if question.correction == NONE else correct_p_values(family, question.correction))
    for (first, second), (p, problem) in zip(pairs, results, strict=True):
        beside = next(remaining) if p is not None else None
        scores = systems[first].score, systems[second].score
        difference = None if scores[0] is None or scores[1] is None else scores[1] - scores[0]
        verdict = _verdict(beside, difference, question.alpha, asked.higher_is_better)
        same = asked.inputs[first] == asked.inputs[second]
        yield PairTest(names[first], names[second], difference, p, beside, verdict, problem, same)


def _p_value(
    pair: tuple[int, int], systems: Sequence[SystemScore], asked: AskedMetric, test: Settings
) -> tuple[float | None, str]:
    """Return the p-value of a pair and an empty text; if there is no p-value, None and the reason."""
    for place in pair:
        if systems[place].score is None:
            return None, f"{systems[place].system} has no score"
    try:
        p = _trace(asked.kept(*pair), test).value
    except MetricError as problem:
        return None, problem.message
    return (None, "the test is undefined for these two") if math.isnan(p) else (p, "")


def _verdict(p: float | None, difference: float | None, alpha: float, higher: bool | None) -> PairVerdict:
    if p is None or difference is None:
        return PairVerdict.UNTESTED
    if p > alpha:
        return PairVerdict.OPEN
    if higher is None or not difference:
        return PairVerdict.DIFFERENT
    return PairVerdict.BETTER if (difference > 0) == higher else PairVerdict.WORSE


def _with_groups(systems: Sequence[SystemScore], tests: Sequence[PairTest], *, higher: bool) -> list[SystemScore]:
    """Return the systems, with the significance group and the rank range of each system that has a score."""
    scored = [system for system in systems if system.score is not None]
    ranked = sorted(scored, key=lambda system: system.score or 0.0, reverse=higher)
    order = [system.system for system in ranked]
    better = set()
    for test in tests:
        if test.verdict is PairVerdict.BETTER:
            better.add((test.second, test.first))
        elif test.verdict is PairVerdict.WORSE:
            better.add((test.first, test.second))
    places = dict(zip(order, zip(groups(order, better), rank_ranges(order, better), strict=True), strict=True))
    return [
        system
        if system.system not in places
        else msgspec.structs.replace(system, group=places[system.system][0], ranks=places[system.system][1])
        for system in systems
    ]
