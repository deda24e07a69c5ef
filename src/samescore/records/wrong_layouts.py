"""The record of readings: the numbers that a misread input gives, and causes of a reported number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer


class WrongLayout(msgspec.Struct, frozen=True):
    """A wrong layout of an input, and the score with the same settings."""

    id: str
    meaning: str
    outcome: Answer


class Fit(msgspec.Struct, frozen=True):
    """A cause that gives the wanted number. `factor` is the unit conversion of the number: 1, 100 or 0.01."""

    kind: Literal["as it is", "layout", "mistake", "knob", "implementation"]
    id: str
    meaning: str
    value: float
    factor: float


class Readings(msgspec.Struct, frozen=True, tag_field="type", tag="readings"):
    """The numbers that one side of an explanation gives for a misread input.

    `wanted` is the number to explain: a reported one, as printed, or that of the other side; empty for none. `fits` are
    the causes that give it.
    """

    metric: str
    name: str
    signature: str
    readings: list[WrongLayout]
    wanted: str = ""
    fits: list[Fit] = []


def all_readings(saved: Iterable[object]) -> list[Readings]:
    """Return the readings in a list of records."""
    return [record for record in saved if isinstance(record, Readings)]
