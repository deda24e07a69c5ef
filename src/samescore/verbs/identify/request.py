"""A request to identify an implementation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import UnknownNameError
from samescore.implementations import Implementation, Profiled, described_function, implementation
from samescore.implementations.declaration import Declaration, declared, declaring
from samescore.metrics import find
from samescore.records import Identification
from samescore.verbs.identify.command import identify
from samescore.verbs.inputs.files import files_of_implementations


class Request(msgspec.Struct, frozen=True):
    """An implementation whose settings are to be identified: its name, or a function.

    A function takes ``(hypotheses, references)``, ``(gold, predicted)`` or ``(gold, scores)`` and is called in this
    process. `metric` may be empty for an implementation of one metric. `like` and `settings` are what a function or
    program without a description is said to compute, in addition to the present declaration.
    """

    implementation: str | Callable[..., Any]
    metric: str = ""
    like: str = ""
    settings: Mapping[str, object] = {}

    @property
    def paths(self) -> list[Path]:
        """The files that are read or executed."""
        return files_of_implementations([self.implementation] if isinstance(self.implementation, str) else [])


def execute(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Identification]:
    """Yield the settings that give the implementation's answers to the golden inputs of the metric.

    Raises `UnknownNameError` for an unknown name, an implementation that does not start or has no settings of its own,
    and a metric that must be named.
    """
    opened = _opened(request)
    try:
        yield identify(*_with_metric(opened, request.metric), on_progress=on_progress)
    finally:
        opened.close()


def _opened(request: Request) -> Implementation:
    before = declared()
    declaration = dataclasses.replace(
        before,
        metric=request.metric or before.metric,
        like=request.like or before.like,
        settings={**before.settings, **request.settings},
    )
    chosen = request.implementation
    if isinstance(chosen, str):
        with declaring(declaration):
            return implementation(chosen)
    if not callable(chosen):
        raise UnknownNameError(f"{type(chosen).__name__} is not an implementation", hint="pass a function or a name")
    return _of_function(chosen, declaration)


def _of_function(function: Callable[..., Any], declaration: Declaration) -> Implementation:
    module = getattr(function, "__module__", "?")
    name = f"py:{module}:{getattr(function, '__qualname__', type(function).__name__)}"
    return described_function(function, name, declaration.needed_metric(name), declaration.description)


def _with_metric(opened: Implementation, metric: str) -> tuple[Profiled, str]:
    """Return the implementation, and the name of the metric to use."""
    if not isinstance(opened, Profiled):
        raise UnknownNameError(f"{opened.name} has no settings to identify", hint="pass an implementation")
    if metric:
        return opened, find(metric)[0].name
    if opened.metric_name:
        return opened, opened.metric_name
    metrics = list(dict.fromkeys(profile.metric for profile in opened.file.current(None)))
    if len(metrics) > 1:
        raise UnknownNameError(
            f"{opened.name} computes {', '.join(metrics)}", hint=f"select one with -m, as in -m {metrics[0]}"
        )
    return opened, "".join(metrics)
