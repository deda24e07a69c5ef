"""Scores of several samples per question in exact fractions, by counting the sets of samples that could be drawn."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, exact, mean

Settings = dict[str, Any]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean over questions."""
    asked = [_used(samples, settings) for samples in data["verdicts"]]
    totals = [sum(map(len, asked)), sum(map(sum, asked))]
    scores = [_score(samples, settings) for samples in asked]
    if not asked and settings["empty_input"] == "raise":
        raise OracleError("no questions")
    scale = int(settings["scale"])
    shown = ["nan" if one is None else decimal_text(one * scale) for one in scores]
    known = [one for one in scores if one is not None]
    value = mean(known) * scale if asked and len(known) == len(asked) else None
    return {"value": value, "stages": {"counts": totals, "sentences": shown}}


def _used(samples: list[int], settings: Settings) -> list[int]:
    """Return the verdicts that count."""
    most, rule = settings["n"], settings["fewer"]
    if not most:
        return samples
    missing = max(most - len(samples), 0)
    if missing and rule == "raise":
        raise OracleError("too few samples")
    return samples[:most] + [0] * (missing if rule == "wrong" else 0)


def _score(samples: list[int], settings: Settings) -> Fraction | None:
    k, size, right = settings["k"], len(samples), sum(samples)
    by_measure: dict[str, Callable[[], Fraction]] = {
        "mean": lambda: Fraction(right, size),
        "at-least": lambda: Fraction(right >= k),
        "mode": lambda: Fraction(max(samples, key=samples.count)),
        "median": lambda: Fraction(sorted(samples)[(size - 1) // 2] + sorted(samples)[size // 2], 2),
        "pass": lambda: _chance(size, right, k, 1),
        "g-pass": lambda: _chance(size, right, k, max(1, -(-k * exact(settings["threshold"]) // 1))),
        "mg-pass": lambda: sum(
            (_chance(size, right, k, hits) for hits in range(1, k + 1) if 2 * (hits - 1) >= k), Fraction(0)
        ) * Fraction(2, k),
    }  # fmt: skip
    if settings["measure"] in ("pass", "g-pass", "mg-pass") and k > size:
        if settings["k_above_n"] == "raise":
            raise OracleError("too few samples to draw from")
        return {"one": Fraction(1), "zero": Fraction(0), "nan": None}[settings["k_above_n"]]
    return by_measure[settings["measure"]]()


def _chance(size: int, right: int, drawn: int, least: int | Fraction) -> Fraction:
    """Return the share of the sets of `drawn` samples that have at least `least` right ones."""
    sets = {hits: comb(right, hits) * comb(size - right, drawn - hits) for hits in range(drawn + 1)}
    return Fraction(sum(number for hits, number in sets.items() if hits >= least), sum(sets.values()))
