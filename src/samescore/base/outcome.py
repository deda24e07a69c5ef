"""Outcomes of an implementation, traces of a metric's stages, and comparison of numbers.

An `Outcome` is one of `Score`, `Undefined`, `Raised`, `Crashed`, `Unsupported`, `Unavailable`. Scores are compared
exactly by default; `ulps` and `relative_gap` measure a difference, and `prints_as` decides whether a value could have
been printed as given digits. The tolerances that several modules use are defined here, each with its reason.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

#: Maximum distance, in units in the last place, at which a stored float counts as equal to a recomputed one:
#: interpreters differ in the builtin `sum` (compensated since Python 3.12), and therefore in the last bits.
STORED_ULPS = 8

#: Maximum relative difference that the order of floating-point operations can explain.
SAME_NUMBER = 1e-12

#: Maximum relative difference between programs that compute the same number in different ways: different formulas for
#: logarithms and roots, or intermediate 32-bit floats, lose more digits than the order of additions.
CLOSE_NUMBER = 1e-9

#: Differences up to this many units in the last place are reported in ulp; relative errors below this are not shown in
#: percent.
_FEW_ULPS = 1000
_SMALL = 1e-4

_DIGITS_OF_ANY_DOUBLE = 1100  # 309 before the point, up to 767 significant ones after it


class Trace(msgspec.Struct, frozen=True):
    """A score, `value`, and the intermediate results of its computation.

    `stages` maps the name of an intermediate result to a number, a list or a table of numbers: for n-gram metrics
    ``matches``, ``totals``, lengths and so on. Tokens are not stored; `tokens()` computes them again. For error rates,
    `alignments()` computes the alignment of each segment: a list of operations, each with a kind (``equal``,
    ``substitute``, ``delete`` or ``insert``) and the positions that it spans in the reference and in the hypothesis.
    For other metrics it returns an empty list.
    """

    value: float
    stages: Mapping[str, Any]
    tokens: Callable[[], list[list[Any]]] = list
    alignments: Callable[[], list[list[Any]]] = list

    def __getitem__(self, name: str) -> Any:
        return self.stages[name]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return self.value == other.value and self.stages == other.stages

    __hash__ = None  # type: ignore[assignment]  # mappings have none

    def __repr__(self) -> str:
        return f"Trace(value={self.value!r}, stages={self.stages!r})"


class Score(msgspec.Struct, frozen=True):
    """A finite score. `decimals` is the number of decimals that it is rounded to; None if that is not known."""

    value: float
    stages: Mapping[str, Any] = msgspec.field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    decimals: int | None = None

    kind = "score"

    def describe(self) -> str:
        return repr(self.value)


class Undefined(msgspec.Struct, frozen=True):
    """The implementation returned no finite number: nan, None or infinity."""

    reason: str

    kind = "undefined"

    def describe(self) -> str:
        return f"undefined ({self.reason})"


class Raised(msgspec.Struct, frozen=True):
    """The implementation rejected this input: it raised an exception, or reported an error over the protocol."""

    error: str
    message: str = ""

    kind = "raised"

    def describe(self) -> str:
        return f"raised {self.error}: {self.message}" if self.message else f"raised {self.error}"


class Crashed(msgspec.Struct, frozen=True):
    """The implementation gave no valid answer: it died, hung, exited, printed too much, or returned garbage.

    A crash is not a rejection of the input. `same_outcome` is False for it, even with another crash.
    """

    error: str
    message: str = ""

    kind = "crashed"

    def describe(self) -> str:
        named = "crashed" if self.error == "Crashed" else f"crashed: {self.error}"
        return f"{named}: {self.message}" if self.message else named


class Unsupported(msgspec.Struct, frozen=True):
    """The implementation does not support this case, as its description declares."""

    reason: str

    kind = "unsupported"

    def describe(self) -> str:
        return f"unsupported ({self.reason})"


class Unavailable(msgspec.Struct, frozen=True):
    """The implementation is not installed, or its installed version lacks what the case needs."""

    reason: str

    kind = "unavailable"

    def describe(self) -> str:
        return f"unavailable ({self.reason})"


Outcome = Score | Undefined | Raised | Crashed | Unsupported | Unavailable


def ulps(a: float, b: float) -> float:
    """Return the distance from `a` to `b` in units in the last place, i.e. steps from one double to the next.

    The distance is 0 if they are equal, and inf if they differ and either is not finite.
    """
    if a == b:
        return 0
    if not (math.isfinite(a) and math.isfinite(b)):
        return math.inf
    return abs(_ordinal(a) - _ordinal(b))


def _ordinal(x: float) -> int:
    """Return the position of `x` among all doubles, counted from zero; negative for negative numbers."""
    bits: int = struct.unpack("<q", struct.pack("<d", x))[0]
    return bits if bits >= 0 else -(bits & 0x7FFF_FFFF_FFFF_FFFF)


def relative_gap(a: float, b: float) -> float:
    """Return the difference of two finite numbers relative to the larger magnitude, from 0 (equal) to 2 (opposite)."""
    return 0.0 if a == b else abs(a - b) / max(abs(a), abs(b))


def describe_difference(expected: float, got: float) -> str:
    """Return the difference between two finite scores in words: in ulp if it is tiny, otherwise mostly in percent.

    >>> describe_difference(0.5, 0.6), describe_difference(80.0, 80.00008), describe_difference(0.1, 0.30000000000000004 - 0.2), describe_difference(0.0, 0.25)
    ('20 % too high', 'relative error 1.0e-06', '2 ulp apart', '0.25 too high')
    """
    if ulps(expected, got) <= _FEW_ULPS:
        return f"{ulps(expected, got):.0f} ulp apart"
    side = "too high" if got > expected else "too low"
    if expected == 0:
        return f"{abs(got):.2g} {side}"
    relative = abs(got - expected) / abs(expected)
    if relative < _SMALL:
        return f"relative error {relative:.1e}"
    return f"{100 * relative:.3g} % {side}" if relative < 10 else f"{side} by {relative:.2g} times the expected value"


def same_outcome(a: Outcome, b: Outcome, *, max_ulps: float = 0) -> bool:
    """Return whether two outcomes agree: equal values (within `max_ulps`), both undefined, or both raised.

    A rounded score agrees with every number that could be printed as it by rounding or truncation, or that is within
    `max_ulps` of such a number. Crashes and unsupported or unavailable outcomes agree with nothing. Exception classes
    and messages are not compared, because they differ between interpreters.
    """
    if isinstance(a, Score) and isinstance(b, Score):
        return ulps(a.value, b.value) <= max_ulps or _one_rounds_to_the_other(a, b, max_ulps)
    return type(a) is type(b) and isinstance(a, (Undefined, Raised))


def _one_rounds_to_the_other(a: Score, b: Score, max_ulps: float) -> bool:
    pairs = ((a.value, b), (b.value, a))
    return any(r.decimals is not None and rounds_to(exact, r, max_ulps * math.ulp(exact)) for exact, r in pairs)


def rounds_to(exact: float, rounded: Score, error: float = 0.0) -> bool:
    """Return whether `exact`, possibly shifted by up to `error`, could be printed as the rounded score.

    The result is False if `rounded` has no known number of decimals.
    """
    if rounded.decimals is None:
        return False
    printed = f"{rounded.value:.{max(0, rounded.decimals)}f}"
    return any(prints_as(exact + shift, printed) for shift in dict.fromkeys((0.0, -error, error)))


def significant_digits(printed: str) -> int:
    """Return the number of significant digits of a printed decimal number; 1 for a zero.

    >>> significant_digits("0.10"), significant_digits("0.00"), significant_digits("2.5e-3")
    (2, 1, 2)
    """
    mantissa = printed.lower().partition("e")[0]
    return len(mantissa.lstrip("-").replace(".", "").lstrip("0")) or 1


def prints_as(value: float, printed: str) -> bool:
    """Return whether `value` could have been printed as the digits `printed`, by rounding or truncation.

    Round-half-even, round-half-up (both on the exact binary value) and truncation are accepted. A value that is not
    finite never matches.
    """
    from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext

    shown = Decimal(printed)
    exponent = shown.as_tuple().exponent
    if not isinstance(exponent, int) or not math.isfinite(value):
        return False
    quantum = Decimal(1).scaleb(exponent)
    exact = Decimal(value)
    modes = (ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_DOWN)
    with localcontext() as context:
        context.prec = _DIGITS_OF_ANY_DOUBLE
        return any(exact.quantize(quantum, rounding=mode) == shown for mode in modes)
