"""The stages in which a metric turns a line into the units that it compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

#: The units of a line: a text, compared as a whole or by its characters; tokens; or a list of these for each sentence.
Units = str | Sequence[Any]
#: A function that is called after each stage, or step of a stage, with the name of its knob or step, and its result.
Seen = Callable[[str, Units], object]


def unseen(stage: str, product: Units) -> None:
    """Ignore the result of a stage."""
