"""F1-mult at a threshold chosen on other items, exactly, with its own Mersenne twister for the shuffle.

Matsumoto and Nishimura, "Mersenne Twister", 1998: words of 32 bits, x[k+624] from x[k], x[k+1] and x[k+397].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, exact

Settings = dict[str, Any]
Pair = tuple[Any, int]
ABOVE_ALL = (1, Fraction(0))


def twister(seed: int) -> Iterator[int]:
    """Yield the tempered words after initialization with one number."""
    x = [seed]
    while len(x) < 624:
        x.append((1812433253 * (x[-1] ^ x[-1] // 2**30) + len(x)) % 2**32)
    k = 0
    while True:
        y = x[k] // 2**31 * 2**31 + x[k + 1] % 2**31
        word = x[k + 397] ^ y // 2 ^ (0x9908B0DF if y % 2 else 0)
        x.append(word)
        word ^= word // 2**11
        word ^= word * 2**7 % 2**32 & 0x9D2C5680
        word ^= word * 2**15 % 2**32 & 0xEFC60000
        yield word ^ word // 2**18
        k += 1


def shuffled(items: list[Pair], seed: int) -> list[Pair]:
    """Return the items shuffled from the last position down, each swapped with a random one up to it.

    Random numbers that are too large are drawn again.
    """
    items, words = list(items), twister(seed)
    for last in reversed(range(1, len(items))):
        bits = len(f"{last:b}")
        drawn = next(word for word in (number % 2**bits for number in words) if word <= last)
        items[last], items[drawn] = items[drawn], items[last]
    return items


def f1_mult(pairs: list[tuple[int, int]]) -> Fraction:
    """Return the product over both classes of 2tp/(support + predicted), from pairs of gold and predicted."""
    product, tally = Fraction(1), Counter(pairs)
    for k in (0, 1):
        tp = tally[k, k]
        size = 2 * tp + tally[k, 1 - k] + tally[1 - k, k]
        product *= Fraction(2 * tp, size) if size else 0
    return product


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the F1-mult of the held-out items."""
    if "weights" in data and settings["weights"] == "raise":
        raise OracleError("items with weights")
    numbers = [
        (0, exact(x)) if not isinstance(x, str) else ((1 if x == "inf" else -1), Fraction(0)) for x in data["scores"]
    ]
    items: list[Pair] = list(zip(numbers, data["gold"], strict=True))
    if not items:
        raise OracleError("no items")
    if settings["items"] == "shuffled":
        items = shuffled(items, settings["seed"])
    half = len(items) // 2
    if settings["held_out"] == "half" and half == 0:
        return {"value": None, "stages": {}}
    tuning, rest = (items[:half], items[half:]) if settings["held_out"] == "half" else (items, items)
    threshold = _choose(tuning, settings)
    pairs = [(gold, int(score >= threshold)) for score, gold in rest]
    value = f1_mult(pairs)
    if settings["one_class"] == "index":
        if set(pairs) == {(1, 1)}:
            raise OracleError("the index of a class that is not there")
        value = Fraction(1) if set(pairs) == {(0, 0)} else value
    matrix = [[pairs.count((gold, predicted)) for predicted in (0, 1)] for gold in (0, 1)]
    return {"value": value, "stages": {"confusion": matrix}}


def _choose(tuning: list[Pair], settings: Settings) -> Any:
    """Return the best threshold of all cuts through the sorted items, by F1-mult and then by score."""
    ranked = sorted(tuning)
    cuts = [(f1_mult([(gold, 1) for _, gold in ranked]), ranked[0][0], ranked[0][0])]
    for k in range(1, len(ranked) + 1):
        following = ranked[k][0] if k < len(ranked) else ABOVE_ALL
        if settings["ties"] == "together" and k < len(ranked) and following == ranked[k - 1][0]:
            continue
        value = f1_mult([(gold, int(place >= k)) for place, (_, gold) in enumerate(ranked)])
        cuts.append((value, ranked[k - 1][0], ranked[k - 1][0] if settings["cut"] == "score-below" else following))
    return max(cuts)[2]
