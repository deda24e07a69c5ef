"""p-values by resampling, computed exactly: the oracle of the metric scores the systems again in every resample.

Koehn, "Statistical Significance Tests for Machine Translation Evaluation", EMNLP 2004; Riezler and Maxwell, "On Some
Pitfalls in Automatic Evaluation and Significance Testing for MT", 2005; Noreen, "Computer-Intensive Methods for Testing
Hypotheses", 1989.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial
from typing import Any

from samescore.metrics import find
from tests.oracle import paired
from tests.oracle.arithmetic import Number, OracleError, decimal, exact, mean, single, sixty_digits
from tests.oracle.streams import Source

Settings = dict[str, Any]
Plain = dict[str, Any]
Places = tuple[int, ...]

#: Exact values closer than this may be equal, or in a different order, in doubles or in 32-bit floats.
CLOSE, CLOSE_SINGLE = Fraction(1, 10**12), Fraction(1, 10**5)
#: The lists of a plain input that have an entry for each segment.
_COLUMNS = ("segments", "gold", "predicted", "scores", "logprobs", "texts", "items")


def size(system: Plain) -> int:
    """Return the number of segments."""
    return len(next(system[name] for name in _COLUMNS if name in system))


class Statistic:
    """The score of any segments of the two systems, each choice of segments computed once."""

    def __init__(self, data: Plain) -> None:
        self.data = data
        self.known: dict[Places, Number | None] = {}
        self.settings: Settings = {}
        self.name = data["statistic"]
        self.higher = True
        if self.name != "mean":
            metric, implied = find(self.name)
            self.name, self.higher = metric.name, metric.facts.higher_is_better is not False
            self.settings = metric.settings.from_mapping({**implied, **data.get("settings", {})}).as_dict()
        self.columns = {
            name: [entry for system in data["systems"] for entry in system[name]]
            for name in _COLUMNS
            if name in data["systems"][0]
        }
        self.rest = {name: value for name, value in data["systems"][0].items() if name not in _COLUMNS}

    def __call__(self, places: Places) -> Number | None:
        key = tuple(sorted(places))
        if key not in self.known:
            self.known[key] = self.score(places)
        return self.known[key]

    def score(self, places: Places) -> Number | None:
        """Return the score of the segments at `places`; None if it is undefined."""
        chosen = {name: [column[place] for place in places] for name, column in self.columns.items()}
        if self.name == "mean":
            return None if "nan" in chosen["scores"] else mean([exact(number) for number in chosen["scores"]])
        from tests.oracle.registry import ask

        value = ask(self.name, {**self.rest, **chosen}, self.settings)["value"]
        return None if value is None else value if isinstance(value, Fraction) else decimal(value)

    def in_float32(self, arithmetic: str) -> Callable[[Places], Number | None]:
        """Return the statistic of TER in 32 bits, as sacreBLEU scores resamples; other metrics are not modelled."""
        if self.name != "ter" or self.settings["average"] != "corpus":
            return self

        def ter(places: Places) -> Number:
            edits, length = Fraction(0), Fraction(0)
            for place in places:
                own = self.settings | {"scale": "1"}
                segment = {"segments": [self.columns["segments"][place]]}
                from tests.oracle.registry import ask

                lengths = [len(str(line).split()) for line in segment["segments"][0]["references"]]
                average = Fraction(sum(lengths), len(lengths))
                edits += Fraction(ask("ter", segment, own)["value"]) * average
                length = single(length + single(average))
            if not length:
                return self(places) or Fraction(0)
            quotient = single(edits / length)
            return single(100 * quotient) if arithmetic == "float32-numpy2" else 100 * quotient

        return ter


def resamples(n: int, settings: Settings) -> tuple[list[tuple[Places, Places]], bool]:
    """Return the indices of both systems' segments in every resample, and whether these are all possible exchanges."""
    source, count = Source(settings["generator"], settings["seed"]), settings["resamples"]
    if settings["test"] == "bootstrap":
        drawn = {"full": n, "half": n // 2, "apart": n}[settings["sample"]]
        if not drawn:
            raise OracleError("an empty resample")
        if settings["sample"] == "apart":
            of_each = [(source.sample(n, n), source.sample(n, n)) for _ in range(count)]
            return [(first, tuple(n + place for place in second)) for first, second in of_each], False
        samples = [source.sample(n, drawn) for _ in range(count)]
        return [(sample, tuple(n + place for place in sample)) for sample in samples], False
    assert settings["test"] == "randomization"
    in_pairs = {"pairs": True, "pairs-by-word": True, "all": False, "all-again": False}[settings["exchange"]]
    limit = {"none": None, "all": 2**n if in_pairs else comb(2 * n, n), "factorial": factorial(2 * n)}
    most = limit[settings["enumeration"]]
    if settings["enumeration"] == "all" and most is not None and most <= count:
        return (_every_pair(n) if in_pairs else _every_half(n)), True
    if settings["enumeration"] == "factorial" and most is not None:
        count = min(count, most)
    if in_pairs:
        bits = source.bits(by_word=settings["exchange"] == "pairs-by-word")
        return [_exchanged([next(bits) for _ in range(n)]) for _ in range(count)], False
    return [(order[:n], order[n:]) for order in _orders(source, n, count, settings["exchange"])], False


def _orders(source: Source, n: int, count: int, exchange: str) -> Iterator[Places]:
    order = list(range(2 * n))
    for _ in range(count):
        order = source.shuffled(order if exchange == "all-again" else list(range(2 * n)))
        yield tuple(order)


def _exchanged(kept: list[bool]) -> tuple[Places, Places]:
    n = len(kept)
    first = tuple(i if keep else n + i for i, keep in enumerate(kept))
    return first, tuple(n + i if keep else i for i, keep in enumerate(kept))


def _every_pair(n: int) -> list[tuple[Places, Places]]:
    return [_exchanged(list(kept)) for kept in product((False, True), repeat=n)]


def _every_half(n: int) -> list[tuple[Places, Places]]:
    places = set(range(2 * n))
    return [(first, tuple(sorted(places - {*first}))) for first in combinations(range(2 * n), n)]


def compared(data: Plain, settings: Settings) -> tuple[Number | None, list[Number | None], bool]:
    """Return the statistic of the whole input, the statistic of each resample, and whether these are all exchanges."""
    systems = data["systems"]
    n = size(systems[0])
    if len(systems) != 2 or not n:
        raise OracleError("no two systems with segments")
    statistic = Statistic(data)
    a, b = statistic(tuple(range(n))), statistic(tuple(range(n, 2 * n)))
    chosen, every = resamples(n, settings)
    score: Callable[[Places], Number | None] = statistic
    if settings["dtype"] not in ("exact", "float32-numpy1", "float32-numpy2"):
        raise KeyError(settings["dtype"])
    if settings["dtype"] != "exact":
        if settings["test"] == "bootstrap":
            score = statistic.in_float32(settings["dtype"])
        elif statistic.name == "bleu" and statistic.settings["smoothing"] == "add-k":
            statistic = Statistic(data)
            statistic.settings["add_k"] = int(statistic.settings["add_k"])
            score = statistic
    pairs = [(score(first), score(second)) for first, second in chosen]
    differences = [_minus(first, second) for first, second in pairs]
    kind = settings["statistic"]
    observed = _minus(a, b)
    if kind == "difference":
        return observed, differences, every
    if kind == "losses":
        sign = 1 if statistic.higher else -1
        ahead = -1 if observed is not None and sign * observed >= 0 else 1
        return Fraction(0), [None if d is None else sign * ahead * d for d in differences], every
    absolute = [_absolute(difference) for difference in differences]
    observed = _absolute(observed)
    if score is not statistic and settings["dtype"] == "float32-numpy2" and observed is not None:
        observed = single(observed)
    if kind == "absolute":
        return observed, absolute, every
    assert kind == "recentred"
    defined = [value for value in absolute if value is not None]
    middle = mean(defined) if len(defined) == len(absolute) else None
    return observed, [_minus(value, middle) for value in absolute], every


def _absolute(number: Number | None) -> Number | None:
    return number if number is None or number >= 0 else -number


def _minus(first: Number | None, second: Number | None) -> Number | None:
    if first is None or second is None:
        return None
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first - second
    return decimal(first) - decimal(second)


@sixty_digits
def score(data: Plain, settings: Settings) -> dict[str, Any]:
    """Return the p-value; undefined if the seed 0 means no seed."""
    if settings["test"] in paired.TESTS:
        return _without_resampling(data, settings)
    whole = len(data["systems"]) == 2 and size(data["systems"][0]) > 0
    if whole and size(data["systems"][0]) == 1 and {"raise": True, "keep": False}[settings["one_segment"]]:
        raise OracleError("a single segment")
    if settings["zero_seed"] == "unseeded" and settings["seed"] == 0 and whole:
        return {"value": None, "stages": {}}
    assert settings["zero_seed"] in ("seed", "unseeded")
    observed, values, every = compared(data, settings)
    if settings["undefined"] != "not-extreme" and None in (observed, *values):
        return {"value": None, "stages": {}}
    assert settings["undefined"] in ("nan", "not-extreme", "infinite-left-out", "infinite-raise", "infinite-ranked")
    defined = [] if observed is None else [value for value in values if value is not None]
    above = _extreme(defined, observed or Fraction(0), settings["comparison"])
    below = _extreme([-value for value in defined], -(observed or Fraction(0)), settings["comparison"])
    tails = [above]
    if settings["statistic"] == "difference":
        tails = {"two-sided": [above, below], "greater": [above], "less": [below]}[settings["alternative"]]
    one = {"plus-one": 1, "plus-one-if-drawn": int(not every), "share": 0}[settings["count"]]
    p = Fraction(min(tails) + one, len(values) + one)
    return {"value": min(Fraction(1), len(tails) * p), "stages": {"extreme": min(tails)}}


def _without_resampling(data: Plain, settings: Settings) -> dict[str, Any]:
    """Return the result of a test of segment scores without resampling, with numbers as doubles."""
    if len(data["systems"]) != 2:
        raise OracleError("no two systems")
    n, statistic = size(data["systems"][0]), Statistic(data)
    numbers = statistic.columns["scores"] if statistic.name == "mean" else [statistic((i,)) for i in range(2 * n)]
    doubles = [None if number in (None, "nan") else float(number) for number in numbers]
    return paired.score(doubles[:n], doubles[n:], settings)


def _extreme(values: list[Number], observed: Number, comparison: str) -> int:
    least = decimal(observed)
    if comparison == "greater-or-close":
        least -= abs(least) * decimal(Fraction(100, 2**52))
    if comparison == "greater":
        return sum(value > observed for value in values)
    assert comparison in ("greater-or-equal", "greater-or-close")
    return sum(decimal(value) >= least for value in values)


@sixty_digits
def too_close(data: Plain, settings: Settings) -> bool:
    """Return whether rounding decides whether some resample is as extreme as the whole input."""
    if settings["test"] in paired.TESTS:
        return data["statistic"] not in (
            "mean",
            "accuracy",
        )  # doubles, or 0 and 1; other scores may tie but for rounding
    try:
        observed, values, _ = compared(data, settings)
    except OracleError:
        return False
    if data["statistic"] == "mean" and settings["statistic"] != "recentred":
        return False  # the numbers of generated inputs, and their means, are doubles
    if observed is None:
        return False
    threshold = decimal(observed)
    margin = decimal(CLOSE if settings["dtype"] == "exact" else CLOSE_SINGLE) * max(decimal(1), abs(threshold))
    return any(
        abs(decimal(value) - threshold) <= margin or abs(decimal(value) + threshold) <= margin
        for value in values
        if value is not None and (threshold or value)
    )
