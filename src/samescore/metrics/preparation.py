"""The stages in which a metric turns a line into the units that it compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

#: The units of a line: a text, compared as a whole or by its characters; tokens; or a list of these for each sentence.
Units = str | Sequence[Any]
#: A function that is called after each stage, or step of a stage, with the name of its knob or step, and its result.
Seen = Callable[[str, Units], object]


def ngrams(units: Units, settings: object) -> tuple[str, list[Any]] | None:
    """Return the name of the knob that sets the orders of n-grams, and the n-grams of tokens.

    For ``order`` these are the n-grams of this order; for ``max_order`` there is a list for each order, the lowest
    first. Returns None if `units` are not tokens, or if the settings have neither knob.
    """
    if isinstance(units, str) or not all(isinstance(unit, str) for unit in units):
        return None
    if order := getattr(settings, "order", 0):
        return "order", _ngrams(units, order)
    if highest := getattr(settings, "max_order", 0):
        return "max_order", [_ngrams(units, n) for n in range(getattr(settings, "min_order", 1), highest + 1)]
    return None


def _ngrams(tokens: Sequence[str], n: int) -> list[list[str]]:
    return [list(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


def unseen(stage: str, product: Units) -> None:
    """Ignore the result of a stage."""
