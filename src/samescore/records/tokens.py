"""The record of a line's preparation: each stage, and the units that a metric compares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec


class PreparationStage(msgspec.Struct, frozen=True):
    """A stage of a line's preparation: its name (a knob, or one step of a knob), the knob's value, and the result.

    `value` is empty for a step. The result, `product`, is a text or a list of tokens, or a list of either by sentence.
    """

    name: str
    value: str
    product: Any


class PreparedLine(msgspec.Struct, frozen=True, tag_field="type", tag="prepared-line"):
    """A line, the stages of its preparation, and the units that are compared: a text, tokens, or lists of tokens.

    `file` is empty for a text without a file, `line` counts from 1, and `signature` names the settings.
    """

    metric: str
    signature: str
    file: str
    line: int
    side: Literal["hypothesis", "reference"]
    text: str
    stages: list[PreparationStage]
    units: Any


class PreparedTexts(msgspec.Struct, frozen=True):
    """The prepared lines of one command, which have the same settings."""

    lines: list[PreparedLine]


def prepared_texts(saved: Iterable[object]) -> list[PreparedTexts]:
    """Return the prepared lines in a list of records, grouped by settings."""
    by_settings: dict[str, list[PreparedLine]] = {}
    for record in saved:
        if isinstance(record, PreparedLine):
            by_settings.setdefault(record.signature, []).append(record)
    return [PreparedTexts(lines) for lines in by_settings.values()]
