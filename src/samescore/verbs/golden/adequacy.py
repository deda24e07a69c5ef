"""Mutation testing of the golden vectors: does some vector notice each wrong value of each knob?

A mutant is the native metric with one knob fixed at one value, whatever the settings say. A vector kills the mutant if
their outcomes differ. A survivor is a gap in golden/, unless ``golden/equivalent.toml`` lists it with a reason.
"""

from __future__ import annotations

from samescore.catalogue.vectors import Vector, reasons, select
from samescore.errors import SettingsError
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Outcome, same_outcome
from samescore.records import Mutant


def _mutations(name: str) -> list[tuple[str, str]]:
    """Knob and value as text, for every finite knob that does more than rounding."""
    knobs = [knob for knob in metric(name).settings.knobs() if knob.domain.finite and not knob.rounding]
    return [(knob.name, knob.domain.format(value)) for knob in knobs for value in knob.domain.likely()]


def mutants(name: str) -> list[Mutant]:
    """Every mutant of a metric, with the first vector that kills it."""
    mutations = _mutations(name)
    killers: dict[tuple[str, str], str] = {}
    for vector in select([name]):
        killers |= dict.fromkeys(_killed(vector, set(mutations) - set(killers)), vector.id)
    listed = reasons("equivalent")
    return [
        Mutant(name, knob, text, killers.get((knob, text), ""), listed.get(f"{name}.{knob}={text}", ""))
        for knob, text in mutations
    ]


def _killed(vector: Vector, mutations: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """The mutations that this vector kills."""
    data, settings = vector.data(), vector.complete_settings()
    right: Outcome = native_outcome(data, settings)
    killed = []
    for knob in settings.knobs():
        for value in knob.alternatives(getattr(settings, knob.name)):
            mutation = knob.name, knob.domain.format(value)
            if mutation not in mutations:
                continue
            try:
                wrong = native_outcome(data, settings.replace(**{knob.name: value}))
            except SettingsError:
                continue
            if not same_outcome(right, wrong, max_ulps=vector.expected.ulps):
                killed.append(mutation)
    return killed


def adequacy(names: tuple[str, ...] = ()) -> dict[str, list[Mutant]]:
    """The mutants of each metric (all by default)."""
    return {name: mutants(name) for name in names or METRIC_NAMES}
