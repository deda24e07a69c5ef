"""Cases for the golden vectors: inputs, settings and sources, written by hand, without expected values.

A module names a ``TOPIC`` and lists ``CASES``. `derive` completes their settings, computes the expected
values with the oracle, and writes ``golden/<metric>/<topic>.json``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

Data = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Case:
    """One golden vector without its expected value."""

    metric: str
    name: str  # the rest of the id, after the metric
    comment: str
    data: Data
    settings: dict[str, Any] = dataclasses.field(default_factory=dict)  # knobs off their defaults
    kind: str = "hand"
    where: str = "own"
    derivation: str = ""
    flags: tuple[str, ...] = ("basic",)
    printed: str = ""
    refs: tuple[str, ...] = ()
    prefix: str = ""  # what the id begins with, if not with the metric
    ulps: int = 0  # a wider tolerance for doubles than the usual one, and why
    ulps_why: str = ""

    @property
    def id(self) -> str:
        """The vector's stable id."""
        return f"{self.prefix or self.metric}-{self.name}"


def cases_of(metric: str, **shared: Any) -> Callable[..., Case]:
    """Return a function that builds a `Case` of `metric` from name, comment, data, settings, derivation and flags (a text)."""

    def case(
        name: str,
        comment: str,
        data: Data,
        settings: dict[str, Any],
        derivation: str,
        flags: str = "basic",
        **rest: Any,
    ) -> Case:
        made = {**shared, **rest}
        return Case(metric, name, comment, data, settings, derivation=derivation, flags=tuple(flags.split()), **made)

    return case


def text(*segments: tuple[str, ...]) -> Data:
    """Return the input of segments given as (hypothesis, reference, reference, ...)."""
    return {"segments": [{"hypothesis": first, "references": list(rest)} for first, *rest in segments]}


def tokens(*segments: tuple[list[str], ...]) -> Data:
    """Return the input of segments given as lists of tokens."""
    return {"tokenized": True, **text(*segments)}  # type: ignore[arg-type]


def split(*segments: tuple[str, ...]) -> Data:
    """Return the input of tokenized segments, given as texts with spaces between the tokens."""
    return tokens(*(tuple(line.split() for line in segment) for segment in segments))


def labels(gold: list[Any], predicted: list[Any]) -> Data:
    """Return the input of labels."""
    return {"gold": gold, "predicted": predicted}


def scored(gold: list[int], scores: list[Any]) -> Data:
    """Return the input of items with a classifier's scores."""
    return {"gold": gold, "scores": scores}


def ratings(metric: list[Any], human: list[Any]) -> Data:
    """Return the input of a metric's scores and human scores: a row for each system, or a flat list."""
    return {"metric_scores": metric, "human_scores": human}


def confusion(classes: list[Any], *rows: list[int]) -> Data:
    """Return the input of a confusion matrix, given as a row for each gold class."""
    return {"classes": classes, "confusion": list(rows)}
