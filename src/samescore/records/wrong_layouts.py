"""The record of readings: the numbers for misread inputs, and possible causes of a reported number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from samescore.records.answer import Answer


class WrongLayout(msgspec.Struct, frozen=True):
    """A wrong layout of an input, and its outcome with the same settings."""

    id: str
    meaning: str
    outcome: Answer


class Fit(msgspec.Struct, frozen=True):
    """A cause that reproduces the wanted number, and the exact `value` that it gives.

    `factor` is the unit conversion between the two numbers: 1, 100 or 0.01.
    """

    kind: Literal["as it is", "layout", "mistake", "knob", "implementation"]
    id: str
    meaning: str
    value: float
    factor: float


class Readings(msgspec.Struct, frozen=True, tag_field="type", tag="readings"):
    """The numbers that one side of an explanation gives for misread inputs.

    `wanted` is the number to explain: a reported number, as printed, or the number of the other side; empty if there is
    none. `fits` are the causes that reproduce it.
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
