"""Detect to how many digits answers are rounded, and check which scores are consistent with rounded answers."""

from __future__ import annotations

import dataclasses
import math
import struct
from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Literal

#: Maximum number of decimals of a rounded answer. Seven decimals are typical of 32-bit floats.
_MOST_DECIMALS = 6
#: Relative tolerance for an answer to equal a decimal number, because a division by 100 may follow the rounding.
_SAME = 1e-14
#: Minimum size of the last decimal, in units in the last place of a 32-bit float, for the float to count as short.
_UNITS_OF_32_BITS = 8
#: Maximum denominator of a ratio that counts as a ratio of small counts.
_LARGEST_COUNT = 200
#: Minimum number of different short answers, and of native scores with many digits, for answers to count as rounded.
_ENOUGH, _LONG = 3, 2
#: Tolerance for the arithmetic before rounding, as a fraction of the last digit.
_SLACK = 1e-6

Mode = Literal["half-even", "half-up", "truncated"]
_MODES: dict[Mode, str] = {"half-even": ROUND_HALF_EVEN, "half-up": ROUND_HALF_UP, "truncated": ROUND_DOWN}


@dataclasses.dataclass(frozen=True, slots=True)
class Rounding:
    """A precision of answers: `digits` decimals, or `digits` significant digits if `significant`."""

    digits: int
    significant: bool

    def _unit(self, answer: float) -> float:
        """Return the value of one unit in the last digit of an answer."""
        if self.significant and answer:
            return float(10.0 ** (math.floor(math.log10(abs(answer))) + 1 - self.digits))
        return float(10.0**-self.digits)

    @property
    def words(self) -> str:
        """The precision in words: ``2 decimals``, ``4 significant digits``."""
        unit = "significant digit" if self.significant else "decimal"
        return f"{self.digits} {unit}{'s' * (self.digits != 1)}"

    def decimals_of(self, answer: float) -> int | None:
        """Return the number of decimals to which an answer is rounded; None if it has too many for a rounded number.

        The result is also None for an answer of 0 with significant digits.
        """
        own = _decimals(answer)
        if own is None or not self.significant:
            return None if own is None else max(own, self.digits)
        return max(own, self.digits - 1 - math.floor(math.log10(abs(answer)))) if answer else None

    def gives(self, value: float, answer: float) -> bool:
        """Return whether the score `value` could have been rounded or truncated to `answer`."""
        if self.significant and not answer:
            return not value
        unit = self._unit(answer)
        nearest = abs(value - answer) <= unit * (0.5 + _SLACK)
        rest = (value - answer) if answer > 0 or value > 0 else (answer - value)
        return nearest or -_SLACK * unit <= rest < unit

    def modes(self, pairs: Sequence[tuple[float, float]]) -> list[Mode]:
        """Return the rounding modes that turn the score into the answer in each pair (score, answer)."""
        return [mode for mode in _MODES if all(self._rounds_to(value, answer, mode) for value, answer in pairs)]

    def _rounds_to(self, value: float, answer: float, mode: Mode) -> bool:
        if not value or not answer:
            return abs(value - answer) < self._unit(answer)
        places = self.digits
        if self.significant:
            places -= math.floor(math.log10(abs(answer))) + 1
        with localcontext() as context:
            context.prec = 400
            # 15 digits of the score: ties are decided in its decimal form, as users write it
            short = Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-places), rounding=_MODES[mode])
            exact = Decimal(value).quantize(Decimal(1).scaleb(-places), rounding=_MODES[mode])
        return any(math.isclose(float(number), answer, rel_tol=_SAME) for number in (short, exact))


def is_short(value: float) -> bool:
    """Return whether a number has so few decimals that it may have been rounded."""
    return _decimals(value) is not None


def _decimals(value: float) -> int | None:
    """Return the number of decimals of a number; None if it has more than `_MOST_DECIMALS`.

    A 32-bit float has the decimals of the short number that it represents.
    """
    for digits in range(_MOST_DECIMALS + 1):
        short = round(value, digits)
        if math.isclose(short, value, rel_tol=_SAME) or _is_in_32_bits(value, short, digits):
            return digits
    return None


def is_ratio(value: float, scale: float) -> bool:
    """Return whether a short number may be a ratio of small counts, multiplied by `scale`, and need not be rounded.

    The result is False for a number with too many decimals.
    """
    decimals = _decimals(value)
    if decimals is None:
        return False
    return (Fraction(f"{value:.{decimals}f}") / Fraction(scale)).denominator <= _LARGEST_COUNT


def _is_in_32_bits(value: float, short: float, digits: int) -> bool:
    """Return whether a value is the 32-bit float of a short number of `digits` decimals, and clearly not by chance."""
    if abs(value) * 2.0**-23 * _UNITS_OF_32_BITS > 10.0**-digits:
        return False
    return bool(struct.unpack("f", struct.pack("f", short))[0] == value)


def _significant(value: float, decimals: int) -> int:
    """Return the number of digits from the first nonzero digit to the given decimal; 0 for a zero."""
    return len(f"{abs(value):.{decimals}f}".replace(".", "").lstrip("0"))


def detect_rounding(answers: Sequence[float], natives: Sequence[float]) -> Rounding | None:
    """Return the precision to which answers were rounded; None if they were not, or if that is unclear.

    `natives` are native scores on the same inputs. Some of them must have many decimals, because scores of some metrics
    have few by nature. The precision is the maximum number of decimals or of significant digits, whichever more answers
    reach.
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
