"""The user's declaration of implementations that do not describe themselves: a plain function or a file-based program."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from samescore.base.errors import UnknownNameError
from samescore.catalogue.profile_files import profile_files
from samescore.implementations.names import parse_name
from samescore.metrics import find


@dataclasses.dataclass(frozen=True, slots=True)
class Declaration:
    """What implementations without their own description are declared to compute, and how they are called.

    The declared settings are the metric's defaults, or those of the profile named by `like`, changed by `settings`.
    `layout` is the calling convention for texts (see `samescore.implementations.layouts`), `return_key` the part of a
    function's answer that is the score, and `number_pattern` a regular expression that finds the number in a text.
    Empty fields are guessed, and `say` is called with every guess. With `overrides`, a function's own description is
    ignored. `region` returns the knobs of a metric to which implementations that describe themselves are restricted;
    None for no restriction.
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
        """The named metric, or else that of the entry point in `like`; empty if neither is given."""
        if self.metric or not self.like:
            return self.metric
        name = parse_name(self.like)
        file = profile_files().get(name.name)
        profile = file.entry_point(name.entry_point, name.version or None) if file and name.entry_point else None
        return profile.metric if profile else ""

    def needed_metric(self, name: str) -> str:
        """Return the metric of the implementation called `name`; `UnknownNameError` if it is not declared."""
        if not self.metric_name:
            raise UnknownNameError(
                f"{name} does not say which metric it computes", hint="name it with -m, as in -m bleu"
            )
        return self.metric_name

    @property
    def options(self) -> tuple[str, ...]:
        """The command-line options that make this declaration."""
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
        """The declaration as fields of a description."""
        return {"like": self.like, "settings": dict(self.settings)}


_current = ContextVar("claim", default=Declaration())  # noqa: B039 - it cannot be changed


def claimed() -> Declaration:
    """Return the declaration for implementations created now."""
    return _current.get()


@contextmanager
def claiming(claim: Declaration) -> Iterator[None]:
    """Use this declaration for implementations without a description created in this block."""
    token = _current.set(claim)
    try:
        yield
    finally:
        _current.reset(token)
