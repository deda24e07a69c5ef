"""List the candidate settings for a published number, in tiers of plausibility."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from typing import Any

from samescore.base.errors import SamescoreError
from samescore.catalogue.printed_names import prints
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Confusion, Labels
from samescore.implementations.base import missing_requirement
from samescore.implementations.package import files_of_metric
from samescore.metrics import metric as find_metric
from samescore.metrics.base import AnyMetric
from samescore.metrics.names import presets_of
from samescore.records import Tier
from samescore.settings import BoolDomain, Knob, Settings
from samescore.text.scripts import script_of
from samescore.verbs.audit.question import Question
from samescore.verbs.audit.stated import Candidate

#: Maximum number of classes whose own scores are tried.
_MOST_CLASSES = 10


def candidates(
    question: Question, own: Candidate | None, data: Data, tiers: Sequence[Tier] = tuple(Tier)
) -> list[Candidate]:
    """Return the candidates of these tiers that accept `data`, the likeliest first.

    `own` are the settings that the publication states, None if it states none. Settings that occur in several
    tiers are returned only for the first of these tiers.
    """
    metric, implied = question.metric, question.implied
    known = _cached_candidates(data, metric, implied)
    if drawn := _stated_resamples(question):
        tools = (
            each for each in _cached_candidates(data, metric, {**implied, **drawn}) if each.tier is Tier.KNOWN_TOOL
        )
        so_often = ((f"{each.how} with resamples={drawn['resamples']}", each) for each in tools)
        more = {each.settings: dataclasses.replace(each, how=how) for how, each in so_often}
        seen = {each.settings for each in known}
        known = [*known, *(each for settings, each in more.items() if settings not in seen)]
    chosen = [candidate for candidate in known if candidate.tier in tiers]
    if own is None or own.refusal(data):
        return chosen
    others = [candidate for candidate in chosen if candidate.settings != own.settings]
    return [own, *others] if own.tier in tiers else others


def _cached_candidates(data: Data, metric: AnyMetric, implied: Mapping[str, Any]) -> list[Candidate]:
    names = tuple(sorted(implied.items()))
    return data.remembered(
        ("candidates", metric.name, names), lambda: _accepting_candidates(data, metric, names), _cost
    )


def _stated_resamples(question: Question) -> dict[str, int]:
    """Return the knob ``resamples`` with the number that a claim states, to try every tool with this number.

    Return an empty dictionary if no valid number is stated.
    """
    drawn = question.claim.settings.get("resamples")
    with suppress(SamescoreError):
        if isinstance(drawn, int):
            question.usual.replace(resamples=drawn)
            return {"resamples": drawn}
    return {}


def _accepting_candidates(data: Data, metric: AnyMetric, implied: tuple[tuple[str, Any], ...]) -> list[Candidate]:
    """Return all candidates that accept `data`, except the stated settings, the likeliest first."""
    first = (
        next(((place, each) for place, each in several if not each.refusal(data)), None)
        for several in _candidates_by_settings(metric, implied, _script(data))
    )
    chosen = {each.settings: each for _, each in sorted(filter(None, first), key=itemgetter(0))}
    for each in _class_candidates(metric, dict(implied), data):
        chosen.setdefault(each.settings, each)
    return [each for settings, each in chosen.items() if not _is_of_absent_class(settings, data)]


def _is_of_absent_class(settings: Settings, data: Data) -> bool:
    """Return whether the settings score a class that the data lack; the score is then 0 whatever the labels are."""
    if not isinstance(data, (Labels, Confusion)) or getattr(settings, "average", "") != "class":
        return False
    return getattr(settings, "positive", "") not in map(str, data.classes)


def _cost(known: Sequence[Candidate]) -> int:
    return 64 * len(known)  # all inputs share the candidates themselves


def rounded_otherwise(candidate: Candidate) -> Iterator[Candidate]:
    """Yield variants of the candidate with other values of the rounding knobs, which change only the last digits."""
    facts = find_metric(candidate.settings.metric).facts
    for values in itertools.islice(_products(facts.rounding), 1, None):
        yield candidate.with_settings(candidate.settings.replace(**values))


def _script(data: Data) -> str:
    """Return the name of the script in which the references are written; empty for an input that is not text."""
    if not isinstance(data, Corpus) or data.tokenized:
        return ""
    lines = (str(line) for references in data.reference_lines for line in references[:1])
    return (data.shared or data).remembered("script", lambda: script_of(lines), len)


@lru_cache(maxsize=256)
def _candidates_by_settings(
    metric: AnyMetric, implied: tuple[tuple[str, Any], ...], script: str
) -> tuple[tuple[tuple[int, Candidate], ...], ...]:
    """Return all candidates except the stated settings, each with its position, grouped by equal settings.

    They are defaults, tools, settings with one knob changed, and combinations. `script` selects the defaults that are
    usual for a language.
    """
    found: dict[Settings, list[tuple[int, Candidate]]] = {}
    for place, candidate in enumerate(_generated(metric, dict(implied), script)):
        found.setdefault(candidate.settings, []).append((place, candidate))
    return tuple(map(tuple, found.values()))


def _generated(metric: AnyMetric, implied: dict[str, Any], script: str) -> Iterator[Candidate]:
    facts = metric.facts
    start = metric.settings.from_mapping(implied)
    conventions = [each for each in facts.defaults if each.script == script] or [
        each for each in facts.defaults if not each.script
    ]
    if not conventions:
        yield Candidate(f"the defaults of {metric.name}", start, tier=Tier.DEFAULT)
    for convention in conventions:
        yield Candidate(convention.how, start.replace(**convention.knobs), tier=Tier.DEFAULT)
    for convention in facts.documented:
        yield Candidate(convention.how, start.replace(**{**convention.knobs, **implied}), tier=Tier.KNOWN_TOOL)
    yield from _tool_candidates(metric, implied, start)
    grid = {name: values for name, values in facts.plausible.items() if name not in implied}
    for base in ({}, *(convention.knobs for convention in conventions)):
        for name, values in grid.items():
            for value in values:
                yield from _changed(start, {**base, name: value}, Tier.ONE_KNOB)
    for combination in _products(grid):
        yield from _changed(start, combination, Tier.COMBINATION)


def _class_candidates(metric: AnyMetric, implied: dict[str, Any], data: Data) -> Iterator[Candidate]:
    """Yield a candidate for each class, if the metric scores single classes and its name does not say which."""
    start = metric.settings.from_mapping(implied)
    if (
        isinstance(data, (Labels, Confusion))
        and hasattr(start, "positive")
        and not {"average", "positive"} & set(implied)
    ):
        for label in data.classes[:_MOST_CLASSES]:
            yield from _changed(start, {"average": "class", "positive": str(label)}, Tier.PRACTICE)


def _tool_candidates(metric: AnyMetric, implied: dict[str, Any], start: Settings) -> Iterator[Candidate]:
    """Yield candidates for every tool with a profile, with its defaults and with the knobs that the metric's name implies.

    The name chrF++, for example, implies word n-grams. Several tools may give the same score, so packages with an
    adapter come first, because they are used most.
    """
    named = {knob for _, values in presets_of(metric.name) for knob, _ in values}
    name = {knob: getattr(start, knob) for knob in named}
    for file in files_of_metric(metric.name):
        for profile in file.profile:
            if profile.metric == metric.name or prints(profile, metric.name):
                for knobs in (implied, {**name, **implied}):
                    yield from _candidates_of_profile(file.implementation, profile, knobs)


def _candidates_of_profile(implementation: str, profile: Profile, knobs: Mapping[str, Any]) -> Iterator[Candidate]:
    try:
        settings = profile.taking(knobs)
    except SamescoreError:
        return
    if any(getattr(settings, knob, value) != value for knob, value in knobs.items()):
        return  # it computes a different metric than the one named
    if missing_requirement(settings):
        return
    how = f"{implementation}.{profile.entry_point} ({profile.versions})"
    yield Candidate(how, settings, profile, tier=Tier.KNOWN_TOOL)
    for chosen, practised in profile.practices():
        if all(getattr(practised, knob, value) == value for knob, value in knobs.items()) and not missing_requirement(
            practised
        ):
            options = {name: value for name, value in chosen.items() if value != getattr(profile.settings(), name)}
            yield Candidate(f"{how} with {_shown(options, practised)}", practised, profile, tier=Tier.PRACTICE)
    for knob, value in _unusual_options(profile, settings, knobs):
        with suppress(SamescoreError):
            other = profile.changed(settings, {knob.name: value})
            yield Candidate(f"{how} with {_shown({knob.name: value}, other)}", other, profile, tier=Tier.PRACTICE)


def _shown(options: Mapping[str, Any], settings: Settings) -> str:
    return ", ".join(f"{name}={settings.knob(name).domain.format(value)}" for name, value in options.items())


def _unusual_options(profile: Profile, settings: Settings, named: Collection[str]) -> Iterator[tuple[Knob, Any]]:
    """Yield other values of the listed options and switches of a tool that neither the grid nor the name determines."""
    plausible = find_metric(profile.metric).facts.plausible
    for name in profile.free:
        knob = settings.knob(name)
        switch = knob.domain.values if isinstance(knob.domain, BoolDomain) else ()
        if name not in plausible and name not in named:
            others = (value for value in profile.options(name) or switch if value != getattr(settings, name))
            yield from ((knob, value) for value in others if not knob.needs_package(value))


def _changed(start: Settings, knobs: Mapping[str, Any], tier: Tier) -> Iterator[Candidate]:
    try:
        settings = start.replace(**knobs)
    except SamescoreError:
        return
    changed = {name: value for name, value in knobs.items() if value != start.knob(name).default}
    yield Candidate(_shown(changed, settings) or "all knobs at their defaults", settings, tier=tier)


def _products(grid: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for choice in itertools.product(*grid.values()):
        yield dict(zip(grid, choice, strict=True))
