"""The stages in which a metric turns a line into the units that it compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

#: The units of a line: a text, whose characters or whole are compared; tokens; or a list of these for each sentence.
Units = str | Sequence[Any]
#: A function that is called after each stage, with the stage's knob, or the name of a step of it, and its product.
Seen = Callable[[str, Units], object]


def unseen(stage: str, product: Units) -> None:
    """Ignore a stage."""
