"""A user's Python function as an implementation: ``py:package.module:function``, or the function itself.

It is called with the metric's input: ``(hypotheses, references)``, where ``references[i]`` lists the references of
segment i, ``(gold, predicted)``, ``(gold, scores)``, ``(logprobs)`` or ``(items)``; free knobs are passed by keyword.
It returns a number, or None for an undefined score; an exception is an outcome, too.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Mapping
from typing import Any

from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.errors import UnknownNameError
from samescore.implementations.description import (
    TEXT_KNOBS,
    DescribedImplementation,
    DescribedMetric,
    Description,
    profile_file,
    read_description,
)
from samescore.implementations.package import item_by_item, segments_for, too_many_items
from samescore.outcome import Crashed, Outcome, Raised, Score, Undefined, Unsupported
from samescore.settings import Settings

Scorer = Callable[..., Any]


class Function(DescribedImplementation):
    """A Python function that computes one metric."""

    def __init__(self, function: Scorer, description: Description, name: str) -> None:
        self._function = function
        super().__init__(name, profile_file(description, name), description.version)

    def outside_region(self, profile: Profile, data: Data, settings: Settings) -> Unsupported | None:
        return super().outside_region(profile, data, settings) or too_many_items(profile, data)

    def score_plain(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        callers = TEXT_KNOBS if profile.unit == "tokens" else ()
        options = {name: getattr(settings, name) for name in profile.free if name not in callers}
        try:
            value = self._function(*_arguments(profile, item_by_item(data), settings), **options)
        except Exception as problem:  # any exception is the function's outcome
            return Raised(type(problem).__name__, str(problem))
        return number_outcome(value)


def number_outcome(value: Any) -> Outcome:
    """The outcome for a returned value: a number, anything that converts to one, or None for an undefined score."""
    if value is None:
        return Undefined("None")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return Crashed("TypeError", f"returned a {type(value).__name__}, not a number")
    return Score(number) if math.isfinite(number) else Undefined(repr(number))


def _arguments(profile: Profile, data: Data, settings: Settings) -> list[Any]:
    if isinstance(data, Corpus):
        segments = segments_for(profile, data, settings)
        return [[segment["hypothesis"] for segment in segments], [segment["references"] for segment in segments]]
    return list(data.plain().values())


def described_function(function: Scorer, name: str, metric: str, description: Mapping[str, Any]) -> Function:
    """A function with its description: ``settings``, ``like``, ``free``, ``unit``, ``max_references``."""
    raw = {"implementation": name, "metrics": [{"metric": metric, **description}]}
    return Function(function, read_description(raw, name), name)


def named_function(name: str, metric: str = "", **description: Any) -> Function:
    """The function called ``py:package.module:function``.

    Without `metric`, its attribute ``samescore`` must be its description: ``{"metric": "bleu", "settings": {...}}``.
    Raises `UnknownNameError` if it cannot be imported or has no description.
    """
    _, module_name, *rest = name.split(":")
    if len(rest) != 1 or not rest[0]:
        raise UnknownNameError(f"{name!r} names no function", hint="write py:package.module:function")
    try:
        function: Any = importlib.import_module(module_name)
        for part in rest[0].split("."):
            function = getattr(function, part)
    except (ImportError, AttributeError) as problem:
        raise UnknownNameError(
            f"{name}: {problem}", hint="the module must be importable from here (PYTHONPATH) and have the function"
        ) from None
    if metric:
        return described_function(function, name, metric, description)
    own = getattr(function, "samescore", None)
    if not isinstance(own, Mapping) or "metric" not in own:
        raise UnknownNameError(
            f"{name} does not say which metric it computes",
            hint='name it with -m, or set function.samescore = {"metric": "bleu", "settings": {...}}',
        )
    return Function(function, Description(name, [_described_metric(own, name)]), name)


def _described_metric(own: Mapping[str, Any], name: str) -> DescribedMetric:
    return read_description({"implementation": name, "metrics": [dict(own)]}, name).metrics[0]
