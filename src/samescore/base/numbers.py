"""Numbers in text from outside (decimal digits, and nothing else that ``float`` would take), and those of array libraries."""

from __future__ import annotations

import math
import re
from typing import Any

_NUMBER = r"[-+]?([0-9]{1,400}(\.[0-9]{0,400})?|\.[0-9]{1,400})([eE][-+]?[0-9]{1,9})?"


def number_from_text(text: str) -> float:
    """The finite double nearest to a decimal number in ASCII digits, such as ``-0.5``, ``1`` or ``2e-7``.

    Raises `ValueError` for anything else: ``1_0``, other scripts' digits, white space, ``nan``, ``inf``, a number that is
    too large for a double, or one of more than 400 digits before or after its point.
    """
    if not re.fullmatch(_NUMBER, text):
        raise ValueError(f"{text!r:.80} is not a decimal number")
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.80} is too large for a double")
    return number


def count_from_text(text: str) -> int:
    """The whole number from 0 in at most 400 ASCII digits; `ValueError` for anything else."""
    if not re.fullmatch(r"[0-9]{1,400}", text):
        raise ValueError(f"{text!r:.80} is not a non-negative integer")
    return int(text)


def plain(value: Any) -> Any:
    """A scalar or an array of NumPy, torch and the like as Python's own numbers and lists; anything else as it is.

    >>> plain(memoryview(b"ab")), plain(0.5)
    ([97, 98], 0.5)
    """
    listing = getattr(value, "tolist", None)
    return listing() if callable(listing) else value
