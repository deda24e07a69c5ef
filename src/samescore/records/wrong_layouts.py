"""The record of readings: the numbers that an input gives when it is read wrongly, and what gives a reported number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer


class WrongLayout(msgspec.Struct, frozen=True):
    """An input in a wrong layout, and what the same settings give for it."""

    id: str
    meaning: str
    outcome: Answer


class Fit(msgspec.Struct, frozen=True):
    """Something that gives the number that is looked for. `factor` is what the number was multiplied by: 1, 100 or 0.01."""

    kind: Literal["as it is", "layout", "mistake", "knob", "implementation"]
    id: str
    meaning: str
    value: float
    factor: float


class Readings(msgspec.Struct, frozen=True, tag_field="type", tag="readings"):
    """What one side of an explanation gives for an input that is read wrongly.

    `wanted` says which number is looked for: a reported one, as it was printed, or that of the other side; empty for
    none. `fits` is what gives it.
    """

    metric: str
    name: str
    signature: str
    readings: list[WrongLayout]
    wanted: str = ""
    fits: list[Fit] = []


def all_readings(saved: Iterable[object]) -> list[Readings]:
    """The readings in a list of records."""
    return [record for record in saved if isinstance(record, Readings)]
