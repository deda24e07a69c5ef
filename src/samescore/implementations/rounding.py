"""Answers that were rounded before they were returned: how many digits they have, and which scores they may stand for."""

from __future__ import annotations

import dataclasses
import math
import struct
from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Literal

#: Rounded answers have at most so many digits after the point. Seven are those of 32-bit floats.
_MOST_DECIMALS = 6
#: An answer is a decimal number if it is so near to one, relatively: a division by 100 may have come after rounding.
_SAME = 1e-14
#: A 32-bit float stands for a decimal number if one of the last digit is worth so many of its own units.
_UNITS_OF_32_BITS = 8
#: The largest denominator of a ratio of small counts.
_LARGEST_COUNT = 200
#: So many different answers must be short, and so many native scores long, before answers are called rounded.
_ENOUGH, _LONG = 3, 2
#: Room for what the arithmetic before rounding leaves uncertain, in parts of the last digit.
_SLACK = 1e-6

Mode = Literal["half-even", "half-up", "truncated"]
_MODES: dict[Mode, str] = {"half-even": ROUND_HALF_EVEN, "half-up": ROUND_HALF_UP, "truncated": ROUND_DOWN}


@dataclasses.dataclass(frozen=True, slots=True)
class Rounding:
    """Answers have `digits` decimals, or that many significant digits."""

    digits: int
    significant: bool

    def _unit(self, answer: float) -> float:
        """What one of the last digit of an answer is worth."""
        if self.significant and answer:
            return float(10.0 ** (math.floor(math.log10(abs(answer))) + 1 - self.digits))
        return float(10.0**-self.digits)

    @property
    def words(self) -> str:
        """The precision in words: ``2 decimals``, ``4 significant digits``."""
        unit = "significant digit" if self.significant else "decimal"
        return f"{self.digits} {unit}{'s' * (self.digits != 1)}"

    def decimals_of(self, answer: float) -> int | None:
        """The decimals to which an answer is exact; None for one with more digits than rounded ones have."""
        own = _decimals(answer)
        if own is None or not self.significant:
            return None if own is None else max(own, self.digits)
        return max(own, self.digits - 1 - math.floor(math.log10(abs(answer)))) if answer else None

    def gives(self, value: float, answer: float) -> bool:
        """Could a score have been rounded, or truncated, to this answer?"""
        if self.significant and not answer:
            return not value
        unit = self._unit(answer)
        nearest = abs(value - answer) <= unit * (0.5 + _SLACK)
        rest = (value - answer) if answer > 0 or value > 0 else (answer - value)
        return nearest or -_SLACK * unit <= rest < unit

    def modes(self, pairs: Sequence[tuple[float, float]]) -> list[Mode]:
        """The ways of rounding that give the answer of each pair (score, answer)."""
        return [mode for mode in _MODES if all(self._rounded(value, answer, mode) for value, answer in pairs)]

    def _rounded(self, value: float, answer: float, mode: Mode) -> bool:
        if not value or not answer:
            return abs(value - answer) < self._unit(answer)
        places = self.digits
        if self.significant:
            places -= math.floor(math.log10(abs(answer))) + 1
        with localcontext() as context:
            context.prec = 400
            # 15 digits of the score: which way an exact half goes is seen in its decimal form, as users write it
            short = Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-places), rounding=_MODES[mode])
            exact = Decimal(value).quantize(Decimal(1).scaleb(-places), rounding=_MODES[mode])
        return any(math.isclose(float(number), answer, rel_tol=_SAME) for number in (short, exact))


def is_short(value: float) -> bool:
    """Has a number so few digits after the point that it may have been rounded?"""
    return _decimals(value) is not None


def _decimals(value: float) -> int | None:
    """How many digits after the point a score has; None if there are too many for a rounded one."""
    for digits in range(_MOST_DECIMALS + 1):
        short = round(value, digits)
        if math.isclose(short, value, rel_tol=_SAME) or _is_in_32_bits(value, short, digits):
            return digits
    return None


def is_ratio(value: float, scale: float) -> bool:
    """May a short number be a ratio of small counts, on a scale from 0 to `scale`, rather than one that was rounded?"""
    decimals = _decimals(value)
    if decimals is None:
        return False
    return (Fraction(f"{value:.{decimals}f}") / Fraction(scale)).denominator <= _LARGEST_COUNT


def _is_in_32_bits(value: float, short: float, digits: int) -> bool:
    """Is a value the 32-bit float of a short number, and clearly not one that was never rounded?"""
    if abs(value) * 2.0**-23 * _UNITS_OF_32_BITS > 10.0**-digits:
        return False
    return bool(struct.unpack("f", struct.pack("f", short))[0] == value)


def _significant(value: float, decimals: int) -> int:
    """How many digits a number has from the first one that is not 0 to its last decimal."""
    return len(f"{abs(value):.{decimals}f}".replace(".", "").lstrip("0"))


def rounding(answers: Sequence[float], natives: Sequence[float]) -> Rounding | None:
    """How the nontrivial answers were rounded; None if they were not.

    `natives` are what the native metric gives on the same inputs under its defaults: some of them must be long, as scores
    of some metrics are short by nature. What most answers have in full is the number of decimals or of significant digits.
    """
    decimals = [_decimals(answer) for answer in answers]
    known = [digits for digits in decimals if digits is not None]
    if len(known) < len(decimals) or len(set(answers)) < _ENOUGH or sum(_decimals(n) is None for n in natives) < _LONG:
        return None
    significant = [_significant(answer, digits) for answer, digits in zip(answers, known, strict=True)]
    most, longest = max(known), max(significant)
    fractions = [(places, length) for places, length in zip(known, significant, strict=True) if places]
    if sum(length == longest for _, length in fractions) > sum(places == most for places, _ in fractions):
        return Rounding(longest, significant=True)
    return Rounding(most, significant=False)
