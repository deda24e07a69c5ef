"""Facts about a metric that other modules need, apart from its computation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from samescore.settings import Settings

#: The pool of generated inputs that triggers a metric's edge cases: see `samescore.generators`.
Pool = Literal[
    "texts",
    "rouge",
    "translation",
    "long-translation",
    "edits",
    "answers",
    "outputs",
    "probabilities",
    "certain",
    "sets",
    "dyadic-weights",
    "by-kind",
]


class BrokenAxiom(msgspec.Struct, frozen=True):
    """An axiom (see `samescore.generators.graded`) that a metric breaks by design under the knob values in `when`."""

    axiom: str
    reason: str
    when: Mapping[str, Any] = msgspec.field(default_factory=dict)


def broken_axioms(axioms: Sequence[str], reason: str, **when: object) -> tuple[BrokenAxiom, ...]:
    """Return a `BrokenAxiom` for each axiom that a metric breaks for the same reason if knobs have these values."""
    return tuple(BrokenAxiom(axiom, reason, when) for axiom in axioms)


def only_the_first(knob: str = "references") -> tuple[BrokenAxiom, ...]:
    """Return the axioms broken if the given knob is ``first``: only the first reference counts."""
    axioms = ("reference order", "every reference counts")
    return broken_axioms(axioms, "only the first reference counts", **{knob: "first"})


class Convention(msgspec.Struct, frozen=True):
    """Settings that the field assumes for a metric unless stated otherwise: the metric's defaults, changed by `knobs`.

    `how` describes them. With a `script` (see `samescore.text.scripts`), they apply to references mostly written in it,
    in place of the conventions without a script.
    """

    how: str
    knobs: Mapping[str, Any] = msgspec.field(default_factory=dict)
    script: str = ""


class MetricFacts(msgspec.Struct, frozen=True):
    """Facts about a metric that other modules need, apart from its computation.

    `lowest` and `highest` bound its scores on the scale of 1; `highest` is the score of a perfect input (None: no
    bound). Under any of the knob values in `beyond`, scores may lie outside these bounds. `higher_is_better` is None if neither direction is better. `counted` means that the score is a share of
    correct items. `inputs` names the pool of generated inputs. `stages` names the intermediate results in its traces,
    in pipeline order; `growth` is the highest exponent with which computing time grows, under the default settings,
    with the words, lines, segments, items, classes or references of an input. `plausible` has the usual values of knobs
    that publications tend not to report, the most common first; `rounding` has the same for knobs that only affect
    rounding. `breaks` are the axioms that the metric breaks by design. `defaults` are the established default settings
    (the metric's own if empty); `documented` has the defaults of tools without a profile. `window` is a difference
    that publications discuss, on the scale of 1 (0.02 is two points of a hundred), or a share of the score if
    `window_is_a_share`. `in_percent` has the knob values under which publications also print the score times 100
    (empty: under all; None: never).
    """

    lowest: float | None
    highest: float | None
    higher_is_better: bool | None
    stages: tuple[str, ...]
    inputs: Pool
    growth: int
    counted: bool = False
    beyond: Mapping[str, Sequence[Any]] = msgspec.field(default_factory=dict)
    breaks: tuple[BrokenAxiom, ...] = ()
    plausible: Mapping[str, Sequence[Any]] = msgspec.field(default_factory=dict)
    rounding: Mapping[str, Sequence[Any]] = msgspec.field(default_factory=dict)
    defaults: tuple[Convention, ...] = ()
    documented: tuple[Convention, ...] = ()
    window: float = 0.02
    window_is_a_share: bool = False
    in_percent: Mapping[str, Any] | None = msgspec.field(default_factory=dict)

    def may_exceed_bounds(self, knobs: Mapping[str, object]) -> bool:
        """Return whether scores may lie outside `lowest` and `highest` under these knob values."""
        return any(knobs.get(knob) in values for knob, values in self.beyond.items())

    def why_broken(self, axiom: str, settings: Settings) -> str:
        """Return the reason why the metric breaks an axiom by design under these settings; empty if it does not."""
        for broken in self.breaks:
            if broken.axiom == axiom and all(getattr(settings, knob) == value for knob, value in broken.when.items()):
                return broken.reason
        return ""
