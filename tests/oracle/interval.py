"""Intervals and standard errors, computed exactly: percentiles of resamples, Efron's corrected percentiles, and formulas.

Efron, "Better Bootstrap Confidence Intervals", 1987; Efron and Tibshirani, "An Introduction to the Bootstrap", 1993;
Wilson 1927; Student 1908. The systems are scored anew in every resample, by the oracle of their metric.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal, decimal_text, exact, mean, sixty_digits
from tests.oracle.normal import normal_cdf, normal_quantile, student_quantile
from tests.oracle.significance import CLOSE, CLOSE_SINGLE, Statistic, size
from tests.oracle.streams import Source

Settings = dict[str, Any]
Plain = dict[str, Any]
#: None where a bound is undefined.
Bound = Number | None

INFINITE = Decimal("Infinity")


class _First(Statistic):
    """The score of any segments of the first system."""

    def __init__(self, data: Plain, system: int = 0) -> None:
        super().__init__({**data, "systems": [data["systems"][system]]})
        self.places = tuple(range(size(data["systems"][system])))
        if not self.places:
            raise OracleError("no segments")

    def segments(self) -> list[Number | None]:
        """Return the numbers of which the score is the mean."""
        averaged = self.name == "mean" or self.settings.get("average") == "sentences"
        if not averaged:
            raise OracleError("no mean of the segments' scores")
        return [self((place,)) for place in self.places]

    def of_python(self, places: Sequence[int]) -> bool:
        """Return whether sacreBLEU returns a number of Python for this resample, not of NumPy."""
        if self.settings.get("average") != "corpus":
            return True
        if self.name == "ter":
            lengths = self.settings["empty_reference"] == "edits"
            return lengths and not any(
                line.split() for place in places for line in self.columns["segments"][place]["references"]
            )
        return self.name != "chrf" or self(tuple(places)) == 0


def _resampled(statistic: _First, settings: Settings) -> list[Number] | None:
    """Return the score of every resample; None if one has no score."""
    n = len(statistic.places)
    source = Source(settings["generator"], settings["seed"])
    drawn = {"full": n, "half": n // 2}[settings["sample"]]
    if not drawn:
        raise OracleError("an empty resample")
    earlier = settings["earlier"] * settings["resamples"]
    samples = [source.sample(n, drawn) for _ in range(earlier + settings["resamples"])][earlier:]
    score = statistic.in_float32(settings["dtype"]) if settings["dtype"] != "exact" else statistic
    refuses = settings["dtype"] == "float32-numpy2" and settings["mixed_types"] == "raise"
    if refuses and len({statistic.of_python(sample) for sample in samples}) > 1:
        raise OracleError("numbers of two types")
    assert settings["mixed_types"] in ("double", "raise")
    scores = [score(sample) for sample in samples]
    return None if None in scores else scores  # type: ignore[return-value]


@sixty_digits
def interval(data: Plain, settings: Settings) -> dict[str, Any]:
    """Return the end of the interval that the settings select."""
    if settings["method"] == "wilson" and settings["zero_error"] == "nan" and _has_no_segments(data):
        free = {"less": "low", "greater": "high", "two-sided": ""}[settings["alternative"]]
        return {"value": {"low": "0", "high": "1"}[free] if free == settings["end"] else None, "stages": {}}
    statistic = _First(data)
    if {"keep": False, "raise": len(statistic.places) == 1}[settings["one_segment"]]:
        raise OracleError("a single segment")
    score = statistic(statistic.places)
    if settings["method"] in ("normal", "t", "wilson"):
        low, high = _formula(statistic, settings)
        centre: Bound = score if settings["centre"] != "middle" else _half(low, high, 1)
    else:
        values = _resampled(statistic, settings)
        if values is None or score is None:
            return {"value": None, "stages": {}}
        ordered = sorted(values, key=_text if settings["sort_order"] == "text" else decimal)
        assert settings["sort_order"] in ("text", "numbers")
        low, high = _bounds(ordered, values, score, statistic, settings)
        centre = {
            "mean": mean(values),
            "median": _between(ordered, Fraction(1, 2)),
            "middle": _half(low, high, 1),
            "score": score,
        }[settings["centre"]]
    stages = {} if score is None or abs(score) == INFINITE else {"score": decimal_text(decimal(score))}
    ends: dict[str, Any] = {"low": low, "high": high, "centre": centre, "half-width": _half(low, high, -1)}
    value = ends[settings["end"]]
    return {"value": None if value is None or abs(value) == INFINITE else value, "stages": stages}


def _has_no_segments(data: Plain) -> bool:
    return not any(data["systems"][0].values())


def _text(value: Number) -> str:
    return f"{float(value):.15g}"


def _half(low: Bound, high: Bound, sign: int) -> Bound:
    if low is None or high is None:
        return None
    if decimal(low).is_infinite() or decimal(high).is_infinite():
        return None
    return (decimal(high) + sign * decimal(low)) / 2


def _outside(settings: Settings) -> Fraction:
    """Return the share of the resamples beyond a bound."""
    rest = 1 - exact(settings["confidence"])
    return {"two-sided": rest / 2, "less": rest, "greater": rest}[settings["alternative"]]


def _open(low: Bound, high: Bound, settings: Settings) -> tuple[Bound, Bound]:
    sides = settings["alternative"]
    return -INFINITE if sides == "less" else low, INFINITE if sides == "greater" else high


def _bounds(
    ordered: list[Number], values: list[Number], score: Number, statistic: _First, settings: Settings
) -> tuple[Bound, Bound]:
    share, count = _outside(settings), len(ordered)
    last = count - 1
    if settings["method"] == "percentile" and settings["bounds"] != "between":
        below = min(floor(count * share), last)
        above = {"inwards": last - below, "upwards": min(floor(count * (1 - share)), last)}[settings["bounds"]]
        return _open(ordered[below], ordered[above], settings)
    shares: Sequence[Bound] = (share, 1 - share)
    if settings["method"] == "bca":
        shares = _corrected(values, score, statistic, share, settings)
    low, high = (None if part is None else _between(ordered, part) for part in shares)
    if settings["method"] == "basic":
        assert low is not None
        assert high is not None
        low, high = 2 * decimal(score) - decimal(high), 2 * decimal(score) - decimal(low)
    else:
        assert settings["method"] in ("percentile", "bca")
    return _open(low, high, settings)


def _between(ordered: Sequence[Number], share: Number) -> Number:
    """Return the value at a share of the way from the first to the last."""
    assert ordered
    place = decimal(share) * (len(ordered) - 1)
    k = min(int(place), len(ordered) - 1)
    following = decimal(ordered[min(k + 1, len(ordered) - 1)])
    return decimal(ordered[k]) + (place - k) * (following - decimal(ordered[k]))


def _corrected(
    values: list[Number], score: Number, statistic: _First, share: Fraction, settings: Settings
) -> tuple[Bound, Bound]:
    """Return Efron's shares for both bounds, the probabilities of z0 + (z0 + z)/(1 - a (z0 + z)); None if undefined."""
    places = statistic.places
    if len(places) == 1:
        raise OracleError("nothing is left without the only segment")
    below = Fraction(sum(value < score for value in values))
    below += {"halved": Fraction(sum(value == score for value in values), 2), "above": Fraction(0)}[
        settings["bca_ties"]
    ]
    scores = [statistic(tuple(p for p in places if p != left_out)) for left_out in places]
    if None in scores:
        return None, None
    without = [decimal(value) for value in scores if value is not None]
    middle = sum(without, Decimal(0)) / len(places)
    deviations = [middle - value for value in without]
    squares = sum((deviation**2 for deviation in deviations), Decimal(0))
    if not 0 < below < len(values) or not squares or share in (0, 1):
        return None, None
    a = sum((deviation**3 for deviation in deviations), Decimal(0)) / (6 * squares ** Decimal("1.5"))
    z0, z = normal_quantile(below / len(values)), normal_quantile(share)
    low, high = (normal_cdf(z0 + (z0 + side) / (1 - a * (z0 + side))) for side in (z, -z))
    return low, high


def _formula(statistic: _First, settings: Settings) -> tuple[Bound, Bound]:
    numbers, share = statistic.segments(), _outside(settings)
    n = len(numbers)
    if settings["method"] == "wilson":
        if not {*numbers} <= {0, 1}:
            raise OracleError("not a share")
        right = sum(number == 1 for number in numbers)
        ends = (None, None) if share in (0, 1) else _wilson(Fraction(right, n), n, normal_quantile(1 - share))
        low = Fraction(0) if right == 0 or settings["alternative"] == "less" else ends[0]
        return low, Fraction(1) if right == n or settings["alternative"] == "greater" else ends[1]
    if n == 1:
        raise OracleError("one number")
    error = _error(numbers, "n-1", "mean")
    if error is None:
        return None, None
    middle = decimal(mean(numbers))  # type: ignore[arg-type]
    if error == 0 and (share in (0, 1) or settings["alternative"] != "two-sided"):
        return None, None
    if {"mean": False, "nan": error == 0}[settings["zero_error"]]:
        return None, None
    if share in (0, 1):
        return -INFINITE, INFINITE
    quantile = {"normal": normal_quantile(1 - share), "t": student_quantile(1 - share, n - 1)}[settings["method"]]
    return _open(middle - quantile * error, middle + quantile * error, settings)


def _wilson(share: Fraction, n: int, z: Decimal) -> tuple[Decimal, Decimal]:
    """Return the roots p of (share - p)² = z² p (1 - p)/n."""
    a, b, c = 1 + z * z / n, -(2 * decimal(share) + z * z / n), decimal(share * share)
    root = (b * b - 4 * a * c).sqrt()
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def _error(numbers: Sequence[Number | None], divisor: str, spread: str) -> Decimal | None:
    """Return the standard deviation, divided by the root of the number of segments for a mean; None if it is undefined."""
    n, defined = len(numbers), [decimal(number) for number in numbers if number is not None]
    degrees = {"n-1": n - 1, "n": n}[divisor]
    if not degrees or len(defined) < n:
        return None
    middle = sum(defined, Decimal(0)) / n
    squares = sum(((number - middle) ** 2 for number in defined), Decimal(0))
    if squares < Decimal("1e-90"):  # numbers that are equal but for their sixtieth digit
        return Decimal(0)
    return (squares / degrees / {"mean": n, "segments": 1}[spread]).sqrt()


@sixty_digits
def standard_error(data: Plain, settings: Settings) -> dict[str, Any]:
    """Return the standard error of the first system, or of all systems as tasks."""
    if not size(data["systems"][0]) and settings["method"] == "formula" and settings["single"] == "nan":
        return {"value": None, "stages": {}}
    tasks = [_First(data, k) for k in range(1 if settings["tasks"] == "first" else len(data["systems"]))]
    errors = []
    for task in tasks:
        if settings["method"] == "formula":
            numbers: Sequence[Number | None] = task.segments()
            spread = settings["spread"]
        else:
            assert settings["method"] == "bootstrap"
            if {"keep": False, "raise": len(task.places) == 1}[settings["one_segment"]]:
                raise OracleError("a single segment")
            numbers, spread = _of_chunks(task, settings), "segments"
        if len(numbers) == 1 and settings["divisor"] == "n-1" and settings["single"] == "raise":
            raise OracleError("one number")
        error = _error(numbers, settings["divisor"], spread)
        assert settings["single"] in ("raise", "nan")
        errors.append(error)
    if any(error is None for error in errors):
        return {"value": None, "stages": {}}
    together = [decimal(error or 0) for error in errors]
    stages = {"errors": list(map(decimal_text, together))} if settings["method"] == "formula" else {}
    return {"value": _together(together, tasks, settings["tasks"]), "stages": stages}


#: The value for the scores of resamples if one resample has no score.
_UNDEFINED: Sequence[Number | None] = (None, None)


def _of_chunks(task: _First, settings: Settings) -> Sequence[Number | None]:
    resample = {"sample": "full", "earlier": 0, "mixed_types": "double", **settings}
    if settings["chunks"] == "none":
        return _resampled(task, resample) or _UNDEFINED
    assert settings["chunks"] == "thousands"
    chunk = min(1000, settings["resamples"])
    seeds = range(settings["resamples"] // chunk)
    chunks = [_resampled(task, {**resample, "seed": seed, "resamples": chunk}) for seed in seeds]
    return [value for values in chunks for value in values or _UNDEFINED]


def _together(errors: list[Decimal], tasks: list[_First], how: str) -> Decimal:
    n, k = len(tasks[0].places), len(tasks)
    means = [decimal(task(task.places) or Fraction(0)) for task in tasks]
    if how == "first":
        return errors[0]
    if how == "unweighted":
        return sum((error**2 for error in errors), Decimal(0)).sqrt() / k
    if how == "pooled":
        if n == 1:
            raise OracleError("no degrees of freedom")
        return (sum(((n - 1) * n * error**2 for error in errors), Decimal(0)) / (n * k - k) / (n * k)).sqrt()
    assert how == "combined"
    # The formula of two groups of n, but the mean has already taken up the second, the first variance is that of a mean, and
    # three groups count as two.
    variance, middle = errors[0] ** 2, means[0]
    for own, error in zip(means[1:], errors[1:], strict=True):
        middle = (middle + own) / 2
        inner = (n - 1) * (variance + error**2) / (2 * n - 1)
        variance = inner + n * (middle - own) ** 2 / (2 * (2 * n - 1))
    return variance.sqrt()


@sixty_digits
def too_close(data: Plain, settings: Settings) -> bool:
    """Return whether rounding decides on which side of the score a resample lies, or whether it differs from the score."""
    if settings.get("method") != "bca" or data["statistic"] == "mean":
        return False
    try:
        statistic = _First(data)
        whole, resampled = statistic(statistic.places), _resampled(statistic, settings)
    except OracleError:
        return False
    if whole is None or resampled is None:
        return False
    score, values = decimal(whole), list(map(decimal, resampled))
    margin = decimal(CLOSE if settings["dtype"] == "exact" else CLOSE_SINGLE) * max(Decimal(1), abs(score))
    return any(abs(value - score) <= margin for value in values)
