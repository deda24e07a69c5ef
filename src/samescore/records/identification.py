"""The record of an identification."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from samescore.records.answer import Answer


class DifferentAnswer(msgspec.Struct, frozen=True):
    """A golden input on which an implementation's answer is not the native one under the settings found."""

    vector: str
    answered: Answer
    native: Answer


class Identification(msgspec.Struct, frozen=True, tag_field="type", tag="identification"):
    """The settings of an implementation, found from its answers alone.

    `found`: all of its answers are reproduced. `like` are the known entry points (with their versions) that give the
    same answers; `answers` counts the answers that were compared; `undetermined` maps knobs to other values that give
    the same answers; `refused` are inputs that it does not support: it raises, and these settings do not.
    """

    implementation: str
    metric: str
    found: bool
    signature: str
    short_signature: str
    like: list[str]
    answers: int
    departures: list[DifferentAnswer]
    undetermined: dict[str, list[str]]
    refused: list[str]


def identifications(records: Iterable[object]) -> list[Identification]:
    """The identifications in a list of records."""
    return [record for record in records if isinstance(record, Identification)]
