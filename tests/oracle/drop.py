"""DROP's F1 (Dua et al., NAACL 2019, section 5.1), exactly; every matching of parts is tried."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

from tests.oracle.answers import normalize, parts_of, right_answers
from tests.oracle.arithmetic import OracleError, decimal_text, mean
from tests.oracle.text import words

Settings = dict[str, Any]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean of the questions' scores."""
    scores, units = [], []
    for segment in data["segments"]:
        predicted = [normalize(part, settings["normalization"]) for part in parts_of(segment["hypothesis"], settings)]
        right = right_answers(segment["references"], settings)
        candidates = [
            _question([set(words(part)) for part in predicted], [set(words(p)) for p in a], settings) for a in right
        ]
        scores.append(max(candidates, default=Fraction(0)) * int(settings["scale"]))
        units.append(["\n".join(predicted), *("\n".join(answer) for answer in right)])
    if not scores:
        raise OracleError("no questions")
    return {"value": mean(scores), "stages": {"sentences": [decimal_text(score) for score in scores]}}


def _question(predicted: list[set[str]], right: list[set[str]], settings: Settings) -> Fraction:
    """Return the sum of the best matching over the larger number of parts, rounded to two decimals as NumPy rounds doubles."""
    few, many = sorted((predicted, right), key=len)
    ours_first = few is predicted
    sums = [
        sum(
            (_f1(a, b, settings) if ours_first else _f1(b, a, settings) for a, b in zip(few, order, strict=True)),
            Fraction(0),
        )
        for order in permutations(many, len(few))
    ]
    value = max(sums) / len(many)
    return Fraction(round(float(value) * 100), 100) if settings["digits"] == "2" else value


def _f1(predicted: set[str], right: set[str], settings: Settings) -> Fraction:
    if settings["numbers"] == "must-match":
        numbers = {word for word in right if _is_number(word)}
        if numbers and not numbers & predicted:
            return Fraction(0)
    if not predicted and not right:
        return Fraction(1)
    if not predicted or not right:
        return Fraction(0)
    return Fraction(2 * len(predicted & right), len(predicted) + len(right))


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
