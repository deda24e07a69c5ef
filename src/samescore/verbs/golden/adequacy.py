"""Do the golden vectors catch what can go wrong? Every value of every knob, taken wrongly, must be noticed.

A mutant is the native metric with one knob held at one value, whatever the settings say. A vector kills it when the
mutant's outcome is not the vector's. A survivor is a hole in golden/, unless ``golden/equivalent.toml`` lists it with a
reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from samescore.catalogue.vectors import Vector, reasons, select
from samescore.errors import SettingsError
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Outcome, same_outcome
from samescore.records import Mutant

#: Values that no vector's settings can be changed to: tokens are given or not, and a package may be missing.
_NOT_TRIED = ("given", "jieba")


def _mutations(name: str) -> Iterator[tuple[str, object, str]]:
    """Knob, value and the value's text, for every choice that matters beyond rounding."""
    for knob in metric(name).settings.knobs():
        values = getattr(knob.domain, "values", (True, False) if isinstance(knob.default, bool) else ())
        if not knob.rounding:
            yield from ((knob.name, value, knob.domain.format(value)) for value in values if value not in _NOT_TRIED)


def mutants(name: str) -> list[Mutant]:
    """Every mutant of a metric, and what kills it."""
    waiting = {(knob, text): value for knob, value, text in _mutations(name)}
    killers: dict[tuple[str, str], str] = {}
    for vector in select([name]):
        killers |= dict.fromkeys(_killed(vector, waiting), vector.id)
        waiting = {mutation: value for mutation, value in waiting.items() if mutation not in killers}
    listed = reasons("equivalent")
    return [
        Mutant(name, knob, text, killers.get((knob, text), ""), listed.get(f"{name}.{knob}={text}", ""))
        for knob, _, text in _mutations(name)
    ]


def _killed(vector: Vector, mutations: dict[tuple[str, str], object]) -> list[tuple[str, str]]:
    """The mutations that this vector notices."""
    data, settings = vector.data(), vector.complete_settings()
    right: Outcome = native_outcome(data, settings)
    noticed = []
    for (knob, text), value in mutations.items():
        current = getattr(settings, knob)
        if current == value or current in _NOT_TRIED:
            continue
        try:
            wrong = native_outcome(data, settings.replace(**{knob: value}))
        except SettingsError:
            continue
        if not same_outcome(right, wrong, max_ulps=vector.expected.ulps):
            noticed.append((knob, text))
    return noticed


def adequacy(names: tuple[str, ...] = ()) -> dict[str, list[Mutant]]:
    """The mutants of each metric (all by default)."""
    return {name: mutants(name) for name in names or METRIC_NAMES}
