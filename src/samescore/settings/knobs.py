"""Stages and knobs.

A *knob* is one named choice in how a metric is computed. It belongs to exactly one *stage*. A knob marked
``rounding`` selects between orders of floating-point operations that are equal in exact arithmetic: it
changes only the last bits of a score.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from samescore.settings.domains import Choice, Domain

Value = TypeVar("Value")


class Stage(enum.Enum):
    """The step of the pipeline at which a knob acts, in pipeline order."""

    TEXT = "text"
    TOKENS = "tokens"
    STATISTICS = "statistics"
    AGGREGATION = "aggregation"
    SMOOTHING = "smoothing"
    COMBINATION = "combination"
    PRESENTATION = "presentation"


STAGE_ORDER: tuple[Stage, ...] = tuple(Stage)


class Knob(msgspec.Struct, frozen=True):
    """One named choice: see the module docstring."""

    name: str
    stage: Stage
    domain: Domain
    default: object
    meaning: str
    rounding: bool = False
    only: tuple[str, object] | None = None  # the knob, and its value, without which this one has no effect
    former: tuple[str, ...] = ()  # names that it had, which are accepted wherever a knob is named

    @property
    def matters(self) -> bool:
        """Return whether the knob changes more than the last bits and the scale of a score."""
        return not self.rounding and self.name != "scale"

    def needs_tokens(self, value: object) -> bool:
        """Return whether a value requires the caller's tokens, so that it cannot be used with text."""
        return isinstance(self.domain, Choice) and self.domain.need(value) == "tokens"

    def needs_package(self, value: object) -> bool:
        """Return whether a value requires a package, or data, that may not be installed."""
        return isinstance(self.domain, Choice) and self.domain.need(value) == "package"

    def alternatives(self, current: object) -> tuple[object, ...]:
        """All other common values of the knob that need no tokens and no package.

        The result is empty if `current` needs the caller's tokens, because no other value accepts tokenized input.
        """
        if self.needs_tokens(current):
            return ()
        return tuple(value for value in self.domain.likely() if value != current)


#: Knobs that users typically set themselves, most common first; the others usually follow a tool.
_CHOSEN = (
    *("tokenizer", "case", "transforms", "stemmer", "normalization"),
    *("max_order", "order", "char_order", "word_order", "smoothing", "average", "measure", "beta", "variant", "level"),
    *("distance", "positive", "labels", "weighting", "match", "references", "zero_division", "weights", "scale"),
)


def is_chosen(declared: Knob) -> bool:
    """Return whether users typically set the knob themselves, whatever tools do."""
    return declared.name in _CHOSEN


def chosen_first(knobs: Iterable[Knob]) -> list[Knob]:
    """Sort knobs: those that users typically set come first, the rest stay in pipeline order."""
    order = {name: place for place, name in enumerate(_CHOSEN)}
    return sorted(knobs, key=lambda declared: order.get(declared.name, len(order)))


def knob(
    stage: Stage,
    domain: Domain,
    default: Value,
    meaning: str,
    *,
    rounding: bool = False,
    only: tuple[str, object] | None = None,
    former: tuple[str, ...] = (),
) -> Value:
    """Declare a knob in the body of a `Settings` subclass; the attribute's name is the knob's name.

    `former` are names that it had: they are read, and never written.

    For type checkers this is the value that instances have; the class body gets the `Knob`.
    """
    declared: Any = Knob("", stage, domain, default, meaning, rounding, only, former)
    value: Value = declared
    return value
