"""Look up native metrics by name, and evaluate them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from samescore.base.errors import MetricError, SettingsError, UnknownNameError, nearest
from samescore.base.outcome import Trace
from samescore.metrics.base import AnyMetric, evaluated
from samescore.metrics.names import MODULES, PRESETS
from samescore.settings import Settings

if TYPE_CHECKING:
    from samescore.data.kinds import Data

METRIC_NAMES: tuple[str, ...] = tuple(MODULES)


@cache
def metric(name: str) -> AnyMetric:
    """Return the metric called `name`; raises `UnknownNameError` for any other name, including presets (see `find`)."""
    if name not in MODULES:
        raise UnknownNameError(f"unknown metric: {name!r}", hint=nearest(name, METRIC_NAMES))
    module, attribute = MODULES[name]
    instance: AnyMetric = getattr(import_module(f"samescore.metrics.{module}"), attribute)
    return instance


def evaluate(chosen: AnyMetric, data: Data, settings: Settings) -> Trace:
    """Return a metric's score of an input, with its intermediate results.

    Raises the errors of `samescore.metrics.base.evaluated`; an `ArithmeticError`, such as an overflow, becomes a
    `MetricError`.
    """
    try:
        return evaluated(chosen, data, settings)
    except ArithmeticError as problem:
        raise failed_arithmetic(problem) from None


def failed_arithmetic(problem: ArithmeticError) -> MetricError:
    """Return a `MetricError` for an arithmetic error, such as an overflow; its `kind` is the error's class."""
    return MetricError(f"arithmetic error: {problem}", kind=type(problem).__name__)


def merge_knobs(chosen: AnyMetric, implied: Mapping[str, object], knobs: Mapping[str, object]) -> dict[str, object]:
    """Return the knob values implied by a metric's name together with the user's, by their present names.

    Raises `SettingsError` if the two contradict each other, if the user names a knob twice, or if the user's value for
    an implied knob is not allowed; other names and values are not checked.
    """
    knobs = chosen.settings.by_present_name(knobs)
    for name, value in knobs.items():
        if name in implied and chosen.settings.checked(name, value) != chosen.settings.checked(name, implied[name]):
            raise SettingsError(
                f"the metric's name implies {name}={implied[name]}, but {name}={value} was given",
                hint="remove one of them",
            )
    return {**implied, **knobs}


def find(name: str) -> tuple[AnyMetric, dict[str, object]]:
    """Return the metric that the user means by `name`, and the knob values that the name implies.

    The case of `name` is ignored. Raises `UnknownNameError`, with a hint, for an unknown name or a value that is not a
    string.

    >>> find("rouge2")[1]
    {'order': 2}
    """
    if not isinstance(name, str):
        raise UnknownNameError(
            f"a metric's name must be a string, not {type(name).__name__}", hint="for example 'bleu'"
        )
    chosen, implied = _find(name.lower())
    if chosen is None:
        from samescore.metrics.elsewhere import no_metric, numbered_names

        presets = [preset for presets in PRESETS.values() for preset, _ in presets]
        raise no_metric(name, numbered_names(name) or nearest(name, (*METRIC_NAMES, *presets)))
    return chosen, dict(implied)


def parse_signature(signature: str) -> Settings:
    """Return the settings that a signature states; it starts with the metric, and omitted knobs have their defaults.

    Raises `UnknownNameError` for an unknown metric, and `SettingsError` for a malformed signature and for an unknown
    knob or value.

    >>> parse_signature("chrf|beta:3.0").as_dict()["beta"]
    3.0
    """
    written = signature.partition(" (")[0]
    return find(written.partition("|")[0])[0].settings.parse(written)


@lru_cache(maxsize=256)
def _find(name: str) -> tuple[AnyMetric | None, tuple[tuple[str, object], ...]]:
    """Return the metric with this lower-case name or preset, or None, and the knob values that the name implies."""
    if name in MODULES:
        return metric(name), ()
    for metric_name, presets in PRESETS.items():
        for preset, values in presets:
            if preset == name:
                return metric(metric_name), values
    return None, ()
