"""Checks without expected values: properties that any metric of a kind should have.

The checks run on small built-in inputs (`samescore.generators.graded`), with the default settings of each entry point.
Most axioms are strict: a better input must score better, so a constant, or a metric that ignores part of its input,
breaks some. Axioms that a metric breaks by design are declared in its facts (`MetricFacts.breaks`). An implementation is
also excused if the native metric breaks an axiom with the same settings, for example because they use only three words
of a text.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from samescore.base.errors import SettingsError
from samescore.base.outcome import CLOSE_NUMBER, Crashed, Outcome, Score, Unavailable, Unsupported, relative_gap
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.generators.generator import generator_of
from samescore.generators.graded import Axioms, GradedPair
from samescore.generators.target import Target
from samescore.implementations import Implementation, Modelled, implementation
from samescore.implementations.base import Profiled
from samescore.metrics import METRIC_NAMES, find
from samescore.metrics.base import AnyMetric
from samescore.metrics.evaluator import native_outcome
from samescore.records import AxiomFinding
from samescore.settings import Settings

#: The axiom that the better input of each pair has a score at all.
SCORED = "ordinary input has a score"

_BROKEN_NATIVELY = "the native metric under these settings breaks it, too"

_Ask = Callable[[Data], Outcome]


@dataclasses.dataclass(frozen=True, slots=True)
class Check:
    """The result of an axiom: `holds` is None if that cannot be decided; `detail` states both answers in words."""

    axiom: str
    holds: bool | None
    detail: str


def axioms_of(chosen: AnyMetric, settings: Settings, max_references: int = 0, statistics: Sequence[str] = ()) -> Axioms:
    """Return the graded pairs of inputs for each axiom of a metric under these settings.

    The inputs have at most `max_references` references (0: any number) and, for comparisons of systems, one of these
    `statistics` (empty: any), as an entry point may accept no others.
    """
    tokens = getattr(settings, "tokenizer", "") == "given"
    target = Target(chosen, settings, max_references, tokens=tokens, statistics=statistics)
    return generator_of(chosen.takes[0]).graded(target)


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """The names of implementations (by default the native metrics), and the metrics to check (by default all)."""

    names: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()


def execute(request: Request) -> Iterator[AxiomFinding]:
    """Yield the finding on each axiom for each entry point; metrics without an entry point are skipped.

    Raises `UnknownNameError` for an unknown name.
    """
    for name in request.names or ("native",):
        opened = implementation(name)
        try:
            for metric in request.metrics or METRIC_NAMES:
                if request.metrics or not isinstance(opened, Profiled) or opened.profiles(metric):
                    yield from check(name, metric, opened)
        finally:
            opened.close()


def check(name: str, metric: str, opened: Implementation | None = None) -> list[AxiomFinding]:
    """Check every axiom of a metric for each entry point of the implementation `name`, and return the findings.

    `opened` is the implementation if it is already open; otherwise it is opened. A finding is undecided if the
    implementation does not support the inputs, if a missing score or rounding prevents the comparison, or if the axiom
    does not apply to errors. Raises `UnknownNameError` for an unknown name.
    """
    chosen, implied = find(metric)
    participant = opened if opened is not None else implementation(name)
    if not isinstance(participant, Profiled):
        settings = chosen.settings.from_mapping(implied)
        return list(_findings(participant, chosen, settings, None))
    findings: list[AxiomFinding] = []
    for profile in participant.profiles(chosen.name):
        with suppress(SettingsError):  # the metric's name may imply settings that this entry point lacks
            findings += _findings(participant, chosen, profile.settings(**implied), profile)
    return findings


def _findings(
    participant: Implementation, chosen: AnyMetric, settings: Settings, profile: Profile | None
) -> Iterator[AxiomFinding]:
    """Yield the finding on each axiom for one entry point, or for the native metric if `profile` is None."""

    def ask(data: Data) -> Outcome:
        if isinstance(participant, Profiled) and profile is not None:
            return participant.ask(profile, data, settings)
        return participant.score(chosen.name, data, **settings.as_dict())

    limits = (profile.max_references, profile.statistics) if profile else (0, ())
    axioms = axioms_of(chosen, settings, *limits)
    excused = {} if isinstance(participant, Modelled) or profile is None else _broken_natively(axioms, chosen, settings)
    for seen in checks(axioms, ask, bool(chosen.facts.higher_is_better)):
        yield AxiomFinding(
            implementation=participant.label,
            entry_point=profile.entry_point if profile else "",
            metric=chosen.name,
            axiom=seen.axiom,
            holds=seen.holds,
            detail=seen.detail,
            exception=chosen.facts.why_broken(seen.axiom, settings) or excused.get(seen.axiom, ""),
        )


def _broken_natively(axioms: Axioms, chosen: AnyMetric, settings: Settings) -> dict[str, str]:
    """Return the axioms that the native metric breaks with these settings, each with the excuse to report."""
    seen = checks(axioms, lambda data: native_outcome(data, settings), bool(chosen.facts.higher_is_better))
    return {check.axiom: _BROKEN_NATIVELY for check in seen if check.holds is False}


def checks(axioms: Axioms, ask: _Ask, higher: bool) -> Iterator[Check]:
    """Yield the result of every axiom, with `SCORED` as the last; an axiom holds if it holds for all of its pairs.

    `ask` returns the outcome for an input; `higher` means that higher scores are better.
    """
    ordinary: list[Outcome] = []
    for axiom, pairs in axioms.items():
        seen = []
        for pair in pairs:
            first, second = ask(pair.first), ask(pair.second)
            if pair.relation == "better":
                ordinary.append(first)
            detail = f"{first.describe()}, and {second.describe()} {pair.what}"
            seen.append(Check(axiom, _holds(pair, first, second, higher), detail))
        yield min(seen, key=lambda check: (check.holds is not False, check.holds is not None))
    refused = [outcome for outcome in ordinary if isinstance(outcome, (Unsupported, Unavailable))]
    without = [outcome for outcome in ordinary if not isinstance(outcome, Score)]
    yield Check(SCORED, None if refused else not without, [*refused, *without, *ordinary][0].describe())


def _holds(pair: GradedPair, first: Outcome, second: Outcome, higher: bool) -> bool | None:
    """Return whether the outcomes of a pair compare as its relation requires; None if that cannot be decided.

    A crash breaks every axiom. A missing score is treated as not better than a score.
    """
    if isinstance(first, Score) and isinstance(second, Score):
        if relative_gap(first.value, second.value) <= CLOSE_NUMBER:
            if pair.relation == "better" and first.decimals is not None:  # rounding may hide the difference
                return None
            return pair.relation != "better"
        return pair.relation != "equal" and (first.value > second.value) == higher
    if isinstance(first, Crashed) or isinstance(second, Crashed):
        return False
    if pair.relation == "not worse" and isinstance(first, Score):
        return None if isinstance(second, (Unsupported, Unavailable)) else True  # a missing score is not better
    return None
