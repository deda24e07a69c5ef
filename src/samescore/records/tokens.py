"""The record of a line's preparation: each stage, and the units that a metric compares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec


class PreparationStage(msgspec.Struct, frozen=True):
    """A stage of a line's preparation: its name (a knob, or one step of a knob), the knob's value, and the result.

    `value` is empty for a step. The result, `product`, is a text or a list of tokens, or a list of either by sentence.
    The stages ``order`` and ``max_order`` have the counted n-grams, each a list of tokens; for ``max_order`` there is a
    list of n-grams for each order.
    """

    name: str
    value: str
    product: Any


class PreparedLine(msgspec.Struct, frozen=True, tag_field="type", tag="prepared-line"):
    """A line, the stages of its preparation, and the units that are compared: a text, tokens, or lists of tokens.

    `file` is empty for a text without a file, `line` counts from 1, `signature` names the settings, and `like` the
    implementation that they follow (empty: none).
    """

    metric: str
    signature: str
    file: str
    line: int
    side: Literal["hypothesis", "reference"]
    text: str
    stages: list[PreparationStage]
    units: Any
    like: str = ""


class PreparedTexts(msgspec.Struct, frozen=True):
    """The prepared lines of one command.

    With several implementations, each line has an entry for each implementation.
    """

    lines: list[PreparedLine]


def prepared_texts(saved: Iterable[object]) -> list[PreparedTexts]:
    """Return the prepared lines in a list of records; empty if there are none."""
    lines = [record for record in saved if isinstance(record, PreparedLine)]
    return [PreparedTexts(lines)] if lines else []
