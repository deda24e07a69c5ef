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
    scores: list[Fraction] = []
    totals: list[int] = []
    seen: list[Any] = []
    for segment in _segments(data):
        texts = [units(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        seen.append([list(text) for text in texts])
        used = texts[1:2] if settings["references"] == "first" else texts[1:]
        candidates = [_counts(texts[0], reference, settings) for reference in used]
        best = max(candidates, key=lambda counts: _ratio(counts, settings))
        totals = [a + b for a, b in zip(totals or [0] * len(best), best, strict=True)]
        ratio = _ratio(best, settings) * 100
        if settings["digits"] == "2":
            ratio = Fraction(round(ratio))
        scores.append(ratio / {"1": 100, "100": 1}[settings["scale"]])
    return _result(scores, seen, totals)


def on_halves(data: dict[str, Any], settings: Settings) -> bool:
    """Is some similarity half a percent from two whole ones?"""
    if not data["segments"] or not all(segment["references"] for segment in data["segments"]):
        return False
    percents = score(data, {**settings, "digits": "all", "scale": "100", "max_length": 0})["stages"]["sentences"]
    return any((2 * Fraction(percent)) % 2 == 1 for percent in percents)


def near_bonus(data: dict[str, Any], settings: Settings) -> bool:
    """Is some similarity of Jaro exactly that above which a common prefix counts, or are two references' the same?"""
    plain = {**settings, "measure": "jaro"}
    for segment in data["segments"]:
        hypothesis, *references = [units(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        ratios = [_jaro(_jaro_counts(reference, hypothesis, settings), plain) for reference in references]
        if Fraction(7, 10) in ratios or len(set(ratios)) < len(ratios):
            return True
    return False


def _segments(data: dict[str, Any]) -> list[dict[str, Any]]:
    if not data["segments"] or not all(segment["references"] for segment in data["segments"]):
        raise OracleError("no segments, or no references")
    segments: list[dict[str, Any]] = data["segments"]
    return segments


def _result(scores: list[Fraction], seen: list[Any], totals: list[int]) -> dict[str, Any]:
    stages = {"tokens": seen, "counts": totals, "sentences": [decimal_text(value) for value in scores]}
    return {"value": mean(scores), "stages": stages}


def _counts(hypothesis: Units, reference: Units, settings: Settings) -> list[int]:
    if (
        settings["max_length"]
        and hypothesis != reference
        and max(map(len, (hypothesis, reference))) > settings["max_length"]
    ):
        raise OracleError("too long")
    both = len(hypothesis) + len(reference)
    if settings["measure"] == "indel":
        return [distance(reference, hypothesis, "levenshtein", 2), both]
    if settings["measure"] == "edit":
        return [distance(reference, hypothesis, "levenshtein", 1), max(len(hypothesis), len(reference))]
    if settings["measure"] == "hamming":
        longer = max(len(hypothesis), len(reference))
        pad = [*hypothesis, *[None] * longer], [*reference, *[None] * longer]
        return [sum(pad[0][i] != pad[1][i] or pad[0][i] is None for i in range(longer)), longer]
    if settings["measure"] in ("jaro", "jaro-winkler"):
        return _jaro_counts(reference, hypothesis, settings)
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


def _jaro_counts(first: Units, second: Units, settings: Settings) -> list[int]:
    """Matches, exchanged pairs or units, both lengths and the common prefix: pairs of places, each taken by the first that can."""
    longer = max(len(first), len(second))
    pairs: list[tuple[int, int]] = []
    for i in range(len(first)):
        taken = {j for _, j in pairs}
        near = [j for j in range(len(second)) if abs(i - j) < max(longer // 2, 1) and j not in taken]
        pairs += [(i, j) for j in near if first[i] == second[j]][:1]
    in_order = sorted(j for _, j in pairs)
    moved = [first[i] != second[j] for (i, _), j in zip(pairs, in_order, strict=True)]
    prefix = max(n for n in range(5) if first[:n] == second[:n] and len(first) >= n and len(second) >= n)
    exchanged = {"whole-pairs": moved.count(True) // 2, "half-pairs": moved.count(True)}[settings["transpositions"]]
    return [len(pairs), exchanged, len(first), len(second), prefix]


def _jaro(counts: list[int], settings: Settings) -> Fraction:
    matches, exchanged, first, second, prefix = counts
    pair = {"whole-pairs": 1, "half-pairs": 2}[settings["transpositions"]]
    if not first and not second:
        return Fraction({"1": 1, "0": 0}[settings["both_empty"]])
    if settings["jaro_mean"] not in ("divided-by-3", "times-a-third", "from-distance"):  # the same in exact arithmetic
        raise ValueError(settings["jaro_mean"])
    shares = (
        [Fraction(matches, first), Fraction(matches, second), 1 - Fraction(exchanged, pair * matches)]
        if matches
        else [0]
    )
    similarity = Fraction(sum(shares), 3)
    least = {"above-0.7": Fraction(7, 10), "always": Fraction(-1)}[settings["prefix_bonus"]]
    if settings["measure"] == "jaro-winkler" and similarity > least:
        similarity += Fraction(prefix, 10) * (1 - similarity)
    return similarity


def _ratio(counts: list[int], settings: Settings) -> Fraction:
    if settings["measure"] in ("jaro", "jaro-winkler"):
        return _jaro(counts, settings)
    counted, length = counts
    if not length:
        return Fraction({"1": 1, "0": 0}[settings["both_empty"]])
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
