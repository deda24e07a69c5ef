"""Parse numbers in input text, more strictly than ``float`` does, and convert numbers of array libraries."""

from __future__ import annotations

import math
import re
from typing import Any

_NUMBER = r"[-+]?([0-9]{1,400}(\.[0-9]{0,400})?|\.[0-9]{1,400})([eE][-+]?[0-9]{1,9})?"


def number_from_text(text: str) -> float:
    """Parse a decimal number in ASCII digits, such as ``-0.5``, ``1`` or ``2e-7``, to the nearest double.

    Raises `ValueError` for anything else: ``1_0``, digits of other scripts, white space, ``nan``, ``inf``, a number too
    large for a double, or a number of more than 400 digits before or after the decimal point.
    """
    if not re.fullmatch(_NUMBER, text):
        raise ValueError(f"{text!r:.80} is not a decimal number")
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.80} is too large for a double")
    return number


def count_from_text(text: str) -> int:
    """Parse a non-negative whole number of at most 400 ASCII digits. Raises `ValueError` for anything else."""
    if not re.fullmatch(r"[0-9]{1,400}", text):
        raise ValueError(f"{text!r:.80} is not a non-negative integer")
    return int(text)


def plain(value: Any) -> Any:
    """Convert a scalar or array of NumPy, torch and so on to Python numbers or lists; return other values unchanged.

    >>> plain(memoryview(b"ab")), plain(0.5)
    ([97, 98], 0.5)
    """
    listing = getattr(value, "tolist", None)
    return listing() if callable(listing) else value
