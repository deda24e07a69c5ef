"""What users declare about implementations that do not describe themselves: the metric, and how to call them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from samescore.base.errors import UnknownNameError
from samescore.catalogue.profile_files import profiles_of
from samescore.implementations.names import parse_name
from samescore.metrics import find


@dataclasses.dataclass(frozen=True, slots=True)
class Declaration:
    """What users declare about implementations without a description: the metric, and how to call them.

    They compute `metric` with its default settings, or with the settings of the profile that `like` names, changed by
    `settings`. `layout` says how texts are passed (see `samescore.implementations.calling_conventions`). `return_key`
    names the part of a function's answer that is its score, and `number_pattern` is a regular expression that finds the
    number in a text. Empty fields are guessed, and `say` is called with every guess. With `overrides`, a function's own
    description is ignored. `region` returns, for a metric, the knobs to which implementations that describe themselves
    are restricted; None if they are not restricted.
    """

    metric: str = ""
    like: str = ""
    settings: Mapping[str, object] = dataclasses.field(default_factory=dict)
    return_key: str = ""
    layout: str = ""
    number_pattern: str = ""
    overrides: bool = False
    say: Callable[[str], None] = lambda _: None
    region: Callable[[str], Mapping[str, object]] | None = None

    @property
    def metric_name(self) -> str:
        """`metric` or, if it is empty, the metric of the entry point that `like` names; empty if there is none."""
        if self.metric or not self.like:
            return self.metric
        name = parse_name(self.like)
        file = profiles_of(name.name)
        profile = file.entry_point(name.entry_point, name.version or None) if file and name.entry_point else None
        return profile.metric if profile else ""

    def needed_metric(self, name: str) -> str:
        """Return `metric_name`; raise `UnknownNameError`, about the implementation called `name`, if it is empty."""
        if not self.metric_name:
            raise UnknownNameError(
                f"{name} does not say which metric it computes", hint="pass it with -m, as in -m bleu"
            )
        return self.metric_name

    @property
    def options(self) -> tuple[str, ...]:
        """The command-line options that express this declaration."""
        given = {
            "-m": self.metric,
            "--like": self.like,
            "--return-key": self.return_key,
            "--layout": self.layout,
            "--number-pattern": self.number_pattern,
        }
        sets = (
            word for name, value in self.settings.items() for word in ("--set", f"{name}={self._text(name, value)}")
        )
        return (*(word for option, text in given.items() if text for word in (option, text)), *sets)

    def _text(self, name: str, value: object) -> str:
        return find(self.metric_name)[0].settings.knob(name).domain.format(value)

    @property
    def description(self) -> dict[str, Any]:
        """The fields ``like`` and ``settings`` of a description of a metric."""
        return {"like": self.like, "settings": dict(self.settings)}


_current = ContextVar("declaration", default=Declaration())  # noqa: B039 - it cannot be changed


def declared() -> Declaration:
    """Return the declaration of the innermost `declaring` block, or an empty declaration outside."""
    return _current.get()


@contextmanager
def declaring(declaration: Declaration) -> Iterator[None]:
    """Use a declaration for the implementations that are created within a ``with`` block."""
    token = _current.set(declaration)
    try:
        yield
    finally:
        _current.reset(token)
