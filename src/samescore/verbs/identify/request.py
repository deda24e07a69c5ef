"""Make and execute a request to identify an implementation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import InputError, UnknownNameError
from samescore.implementations import Implementation, Profiled, described_function, implementation
from samescore.implementations.declaration import Declaration, declared, declaring
from samescore.implementations.names import files_of
from samescore.metrics import find
from samescore.records import Identification
from samescore.verbs.identify.command import identify


class Request(msgspec.Struct, frozen=True):
    """An implementation whose settings are to be identified: its name, or a function.

    A function takes ``(hypotheses, references)``, ``(gold, predicted)`` or ``(gold, scores)`` and is called in this
    process. `metric` may be empty for an implementation of one metric. `like` and `settings` declare what a function or
    program without a description computes; they override the present declaration.
    """

    implementation: str | Callable[..., Any]
    metric: str = ""
    like: str = ""
    settings: Mapping[str, object] = {}

    @property
    def paths(self) -> list[Path]:
        """The files that the implementation reads or executes; empty for a function."""
        return list(files_of(self.implementation)) if isinstance(self.implementation, str) else []


def execute(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Identification]:
    """Identify the implementation's settings from its answers to golden inputs, and yield one record.

    Raises `UnknownNameError` for an unknown name, for an implementation that does not start or has no settings of its
    own (the native metric), and if the metric is missing and ambiguous. Raises `InputError` for declared settings of an
    implementation that states its own.
    """
    opened = _opened(request)
    try:
        yield identify(*_with_metric(opened, request.metric), on_progress=on_progress)
    finally:
        opened.close()


def _opened(request: Request) -> Implementation:
    named = request.implementation if isinstance(request.implementation, str) else ""
    if (request.like or request.settings) and named and not named.startswith(("py:", "cmd:")):
        raise InputError(
            f"{named} states what it computes: like and settings declare only a function (py:...) or a program (cmd:...)",
            hint="remove like and settings",
        )
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
    return _implementation_of(chosen, declaration)


def _implementation_of(function: Callable[..., Any], declaration: Declaration) -> Implementation:
    module = getattr(function, "__module__", "?")
    name = f"py:{module}:{getattr(function, '__qualname__', type(function).__name__)}"
    return described_function(function, name, declaration.needed_metric(name), declaration.description)


def _with_metric(opened: Implementation, metric: str) -> tuple[Profiled, str]:
    """Return the implementation, and the name of the metric to use: `metric`, or else its only metric.

    Raises `UnknownNameError` if the metric is ambiguous, or if the implementation has no settings to identify.
    """
    if not isinstance(opened, Profiled):
        raise UnknownNameError(f"{opened.name} has no settings to identify", hint="pass an implementation")
    if metric:
        return opened, find(metric)[0].name
    if opened.metric_name:
        return opened, opened.metric_name
    metrics = list(dict.fromkeys(profile.metric for profile in opened.file.current(None)))
    if len(metrics) > 1:
        raise UnknownNameError(
            f"{opened.name} computes several metrics: {', '.join(metrics)}",
            hint=f"choose a metric with -m, as in -m {metrics[0]}",
        )
    return opened, "".join(metrics)
