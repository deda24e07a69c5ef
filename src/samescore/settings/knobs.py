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
    """The steps of a metric's computation at which knobs act, in order of computation."""

    TEXT = "text"
    TOKENS = "tokens"
    STATISTICS = "statistics"
    AGGREGATION = "aggregation"
    SMOOTHING = "smoothing"
    COMBINATION = "combination"
    PRESENTATION = "presentation"


STAGE_ORDER: tuple[Stage, ...] = tuple(Stage)


class Knob(msgspec.Struct, frozen=True):
    """A named choice: its stage, allowed values (`domain`), default and `meaning`; see the module docstring.

    `only` is the name of another knob and the value that it must have for this knob to have an effect. `former` lists
    earlier names, which are still accepted as input.
    """

    name: str
    stage: Stage
    domain: Domain
    default: object
    meaning: str
    rounding: bool = False
    only: tuple[str, object] | None = None
    former: tuple[str, ...] = ()

    @property
    def matters(self) -> bool:
        """Whether the knob can change more than the last bits and the scale of a score."""
        return not self.rounding and self.name != "scale"

    def needs_tokens(self, value: object) -> bool:
        """Return whether a value requires tokens from the caller and therefore cannot be used with text."""
        return isinstance(self.domain, Choice) and self.domain.need(value) == "tokens"

    def needs_package(self, value: object) -> bool:
        """Return whether a value requires a package or data that may not be installed."""
        return isinstance(self.domain, Choice) and self.domain.need(value) == "package"

    def alternatives(self, current: object) -> tuple[object, ...]:
        """Return the common values of the knob, except `current`, that need no tokens and no package.

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
    """Return whether users typically choose the knob's value themselves, rather than follow a tool."""
    return declared.name in _CHOSEN


def chosen_first(knobs: Iterable[Knob]) -> list[Knob]:
    """Sort knobs: first the knobs that users typically set, the most common first; then the rest in the given order."""
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
    """Declare a knob in the body of a `Settings` subclass; the attribute's name becomes the knob's name.

    See `Knob` for the parameters. The function returns a `Knob`, but its declared type is the type of the values, so
    type checkers know what an instance's attribute holds.
    """
    declared: Any = Knob("", stage, domain, default, meaning, rounding, only, former)
    value: Value = declared
    return value
