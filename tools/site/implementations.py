"""What the page of an implementation shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from packaging.utils import canonicalize_name

from samescore.catalogue.arguments import Argument
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.metrics import metric
from samescore.records import Drift, Result, RunReport, VectorVerdict
from samescore.report.moves import by_cause, by_entry_point, compared_releases, short_answer, summary, witness
from samescore.settings import Knob
from tools.site.facts import Facts


def entry_points(file: ProfileFile) -> list[dict[str, Any]]:
    """Each entry point of the newest release: its call, its arguments, and the role of every knob."""
    return [_entry_point(profile) for profile in file.current(None)]


def _entry_point(profile: Profile) -> dict[str, Any]:
    knobs = {knob.name: knob for knob in metric(profile.metric).settings.knobs()}
    defaults = profile.settings()
    return {
        "profile": profile,
        "arguments": [(name, _argument(argument)) for name, argument in profile.arguments.items()],
        "fixed": [
            (name, _value(knobs[name], profile), profile.why.get(name, "")) for name in knobs if name in profile.fixed
        ],
        "free": [
            (
                name,
                options(knobs[name], profile),
                knob.domain.format(getattr(defaults, name)),
                profile.why.get(name, ""),
            )
            for name, knob in knobs.items()
            if name in profile.free
        ],
        "tied": [(name, tie.follows, tie.values) for name, tie in profile.tied.items()],
        "irrelevant": list(profile.irrelevant.items()),
    }


def _value(knob: Knob, profile: Profile) -> str:
    return knob.domain.format(getattr(profile.settings(), knob.name))


def options(knob: Knob, profile: Profile) -> str:
    """The values of a free knob that an entry point allows."""
    allowed = profile.options(knob.name)
    return knob.domain.describe() if allowed is None else ", ".join(map(knob.domain.format, allowed))


def _argument(argument: Argument) -> str:
    """What an argument sets, in words."""
    if argument.no_effect:
        return f"changes no score: {argument.no_effect}"
    if argument.follows:
        cases = [f"{knob} with {argument.follows}={value}" for value, knob in argument.knobs.items() if knob]
        return f"sets {', '.join(cases)}"
    values = ", ".join(f"{value} → {meaning}" for value, meaning in argument.values.items())
    length = f" and {argument.length}" if argument.length else ""
    return f"sets {argument.knob}{length}" + (f": {values}" if values else "")


def strips(compared: Drift) -> list[tuple[str, str, list[str]]]:
    """For each entry point with several behaviours or one: its name, its metric, and the release that each begins with."""
    return [
        (entry_point, behaviours[0].metric, [behaviour.versions[0] for behaviour in behaviours])
        for (_, entry_point), behaviours in by_entry_point(compared)
    ]


def transitions(compared: Drift) -> list[dict[str, Any]]:
    """Each pair of neighbouring releases with moves: the counts, and the moves by cause, the newest first."""
    return [
        {
            "heading": compared_releases(pair).replace("->", "→"),
            "after": pair.transition.after,
            "summary": summary(pair),
            "unexplained": pair.transition.unexplained,
            "causes": [_cause(name, by) for name, by in by_cause(pair)],
        }
        for pair in reversed(compared.pairs)
        if pair.moves
    ]


def _cause(name: str, moves: list[Any]) -> dict[str, Any]:
    move = witness(moves)
    return {
        "name": name,
        "count": len(moves),
        "metric": move.metric,
        "vector": move.vector,
        "was": short_answer(move.was),
        "became": short_answer(move.became),
    }


def requirements(facts: Facts, file: ProfileFile) -> list[Any]:
    """What is known of installing the releases of an implementation's package."""
    name = canonicalize_name(file.distribution)
    return [entry for entry in facts.releases if canonicalize_name(entry.package) == name] if name else []


def explanations(report: RunReport) -> list[tuple[str, list[tuple[str, int, str]]]]:
    """Why an implementation's answers differ from the expected ones: for each metric the knobs, how often, and the first vector."""
    differing = [result for result in report.results if result.verdict is VectorVerdict.DIVERGE]
    return [
        (which, list(_by_knobs(list(group)))) for which, group in groupby(differing, key=lambda result: result.metric)
    ]


def _by_knobs(results: list[Result]) -> Iterator[tuple[str, int, str]]:
    knobs = [", ".join(change.knob for change in result.causes) for result in results]
    for names, count in sorted(Counter(knobs).items(), key=lambda item: (-item[1], item[0])):
        yield names, count, results[knobs.index(names)].vector


def unexplained(report: RunReport) -> list[Result]:
    """The answers that nothing explains."""
    return [result for result in report.results if result.verdict.red]
