"""Similarity ratios and ANLS by their definitions, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, mean
from tests.oracle.edit_distance import Units, distance, units
from tests.oracle.text import words

Settings = dict[str, Any]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The mean similarity of the segments."""
    scores, totals, seen = [], [0, 0], []
    for segment in _segments(data):
        texts = [units(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        seen.append([list(text) for text in texts])
        used = texts[1:2] if settings["references"] == "first" else texts[1:]
        candidates = [_counts(texts[0], reference, settings) for reference in used]
        best = max(candidates, key=lambda counts: _ratio(counts, settings))
        totals = [a + b for a, b in zip(totals, best, strict=True)]
        ratio = _ratio(best, settings) * 100
        if settings["digits"] == "2":
            ratio = Fraction(round(ratio))
        scores.append(ratio / {"1": 100, "100": 1}[settings["scale"]])
    return _result(scores, seen, totals)


def on_halves(data: dict[str, Any], settings: Settings) -> bool:
    """Is some similarity half a percent from two whole ones?"""
    if not data["segments"] or not all(segment["references"] for segment in data["segments"]):
        return False
    percents = score(data, {**settings, "digits": "all", "scale": "100"})["stages"]["sentences"]
    return any((2 * Fraction(percent)) % 2 == 1 for percent in percents)


def _segments(data: dict[str, Any]) -> list[dict[str, Any]]:
    if not data["segments"] or not all(segment["references"] for segment in data["segments"]):
        raise OracleError("no segments, or no references")
    segments: list[dict[str, Any]] = data["segments"]
    return segments


def _result(scores: list[Fraction], seen: list[Any], totals: list[int]) -> dict[str, Any]:
    stages = {"tokens": seen, "counts": totals, "sentences": [decimal_text(value) for value in scores]}
    return {"value": mean(scores), "stages": stages}


def _counts(hypothesis: Units, reference: Units, settings: Settings) -> list[int]:
    both = len(hypothesis) + len(reference)
    if settings["measure"] == "indel":
        return [distance(reference, hypothesis, "levenshtein", 2), both]
    if settings["measure"] == "edit":
        return [distance(reference, hypothesis, "levenshtein", 1), max(len(hypothesis), len(reference))]
    ordered = {"hypothesis-first": (hypothesis, reference), "reference-first": (reference, hypothesis)}
    first, second = ordered[settings["order"]]
    frequent: set[str] = set()
    if {"blocks": settings["autojunk"]}[settings["measure"]] and len(second) >= 200:
        frequent = {unit for unit in set(second) if second.count(unit) - 1 > len(second) // 100}
    return [_common(first, second, frequent), both]


def _common(first: Units, second: Units, frequent: set[str]) -> int:
    """Units in the longest block, and in the texts on its left and on its right."""
    found = (0, 0, 0)
    for i in range(len(first)):
        for j in range(len(second)):
            size = 0
            while i + size < len(first) and j + size < len(second) and first[i + size] == second[j + size]:
                if first[i + size] in frequent:
                    break
                size += 1
            if size > found[2]:
                found = (i, j, size)
    i, j, size = found
    while i and j and first[i - 1] == second[j - 1]:
        i, j, size = i - 1, j - 1, size + 1
    while i + size < len(first) and j + size < len(second) and first[i + size] == second[j + size]:
        size += 1
    if not size:
        return 0
    right = _common(first[i + size :], second[j + size :], frequent)
    return _common(first[:i], second[:j], frequent) + size + right


def _ratio(counts: list[int], settings: Settings) -> Fraction:
    counted, length = counts
    if not length:
        return Fraction(1)
    return Fraction(2 * counted, length) if settings["measure"] == "blocks" else 1 - Fraction(counted, length)


def anls(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The mean thresholded similarity of the questions."""
    scores, totals, seen = [], [0, 0], []
    threshold = Fraction(settings["threshold"])
    for segment in _segments(data):
        raw = [segment["hypothesis"], *segment["references"]]
        compared = {"lower": [" ".join(words(text.lower())) for text in raw], "none": raw}[settings["normalization"]]
        lengths = {
            "normalized": [len(text) for text in compared],
            "normalized-upper": [len(text.upper()) for text in compared],
            "raw-upper": [len(text.upper()) for text in raw],
        }[settings["lengths"]]
        candidates = [
            [distance(tuple(gold), tuple(compared[0]), "levenshtein", 1), max(lengths[0], length)]
            for gold, length in zip(compared[1:], lengths[1:], strict=True)
        ]
        best = min(candidates, key=lambda counts: Fraction(*counts) if counts[1] else Fraction(0))
        far = Fraction(*best) if best[1] else Fraction(0)
        counts = {"keep": 1 - far >= threshold, "zero": far < threshold}[settings["at_threshold"]]
        scores.append(1 - far if counts else Fraction(0))
        totals = [a + b for a, b in zip(totals, best, strict=True)]
        seen.append(compared)
    return _result(scores, seen, totals)
