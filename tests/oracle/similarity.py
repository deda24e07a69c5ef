"""Similarity ratios and ANLS by their definitions, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, mean
from tests.oracle.edit_distance import Units, distance, units
from tests.oracle.text import WHITE_SPACE, words

Settings = dict[str, Any]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean similarity of the segments."""
    scores: list[Fraction | None] = []
    totals: list[int] = []
    seen: list[Any] = []
    for segment in _segments(data):
        lines = [segment["hypothesis"], *segment["references"]]
        texts = [_text_units(line, settings) for line in lines]
        seen.append([list(text) for text in texts])
        used = range(1, 2 if settings["references"] == "first" else len(texts))
        candidates = [_counts(texts[0], texts[i], {**settings, "given_equal": lines[0] == lines[i]}) for i in used]
        ratios = [_ratio(counts, settings) for counts in candidates]
        known = [Fraction(-1) if ratio is None else ratio for ratio in ratios]
        best = known.index(max(known))
        totals = [a + b for a, b in zip(totals or [0] * len(candidates[best]), candidates[best], strict=True)]
        scores.append(_presented(ratios[best], settings))
    return _result(scores, seen, totals)


def _presented(ratio: Fraction | None, settings: Settings) -> Fraction | None:
    if ratio is None:
        return None
    percent = ratio * 100
    if settings["digits"] == "2":
        percent = Fraction(round(percent))
    return percent / {"1": 100, "100": 1}[settings["scale"]]


def _text_units(line: str | list[str], settings: Settings) -> Units:
    """Return the units of a text, with JavaScript's definition of white space."""
    spaces = WHITE_SPACE - {"\x85"} | {"\ufeff"}
    if {"keep": False, "one-space": True}[settings["whitespace"]] and isinstance(line, str):
        line = " ".join(words(line, spaces))
    return units(line, settings)


def on_halves(data: dict[str, Any], settings: Settings) -> bool:
    """Return whether some similarity lies exactly halfway between two whole percentages."""
    if not data["segments"] or not all(segment["references"] for segment in data["segments"]):
        return False
    percents = score(data, {**settings, "digits": "all", "scale": "100", "max_length": 0})["stages"]["sentences"]
    return any((2 * Fraction(percent)) % 2 == 1 for percent in percents if percent is not None)


def near_bonus(data: dict[str, Any], settings: Settings) -> bool:
    """Return whether a Jaro similarity equals the threshold for a common prefix, or two references have the same one."""
    plain = {**settings, "measure": "jaro"}
    for segment in data["segments"]:
        lines = [segment["hypothesis"], *segment["references"]]
        hypothesis, *references = [_text_units(line, settings) for line in lines]
        ratios = [_jaro(_jaro_counts(reference, hypothesis, settings), plain) for reference in references]
        if Fraction(7, 10) in ratios or len(set(ratios)) < len(ratios):
            return True
    return False


def _segments(data: dict[str, Any]) -> list[dict[str, Any]]:
    if not data["segments"] or not all(segment["references"] for segment in data["segments"]):
        raise OracleError("no segments, or no references")
    segments: list[dict[str, Any]] = data["segments"]
    return segments


def _result(scores: list[Fraction | None], seen: list[Any], totals: list[int]) -> dict[str, Any]:
    known = [score for score in scores if score is not None]
    sentences = [None if score is None else decimal_text(score) for score in scores]
    stages = {"tokens": seen, "counts": totals, "sentences": sentences}
    return {"value": mean(known) if len(known) == len(scores) else None, "stages": stages}


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
    if settings["measure"] == "dice":
        kinds = [set(_pairs(text)) for text in (reference, hypothesis)]
        return [sum(pair in kinds[1] for pair in kinds[0]), len(kinds[0]) + len(kinds[1])]
    if settings["measure"] in ("jaro", "jaro-winkler"):
        alike = {"match": True, "match-if-given-equal": settings["given_equal"]}[settings["single_units"]]
        if len(reference) == len(hypothesis) == 1 and reference == hypothesis and not alike:
            return [0, 0, 1, 1, 4]
        return _jaro_counts(reference, hypothesis, settings)
    ordered = {"hypothesis-first": (hypothesis, reference), "reference-first": (reference, hypothesis)}
    first, second = ordered[settings["text_order"]]
    frequent: set[str] = set()
    if {"blocks": settings["autojunk"]}[settings["measure"]] and len(second) >= 200:
        frequent = {unit for unit in set(second) if second.count(unit) - 1 > len(second) // 100}
    return [_common(first, second, frequent), both]


def _pairs(text: Units) -> list[Units]:
    """Return the pairs of neighbouring units; a single unit is paired with a space."""
    if len(text) == 1:
        return [(text[0], " ")]
    return [text[i : i + 2] for i in range(len(text) - 1)]


def _common(first: Units, second: Units, frequent: set[str]) -> int:
    """Return the number of units in the longest common block, and recursively in the texts on its left and right."""
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
    """Return the numbers of matches and transpositions, both lengths, and the length of the common prefix.

    Each position is matched by the first unit that can.
    """
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


def _both_empty(settings: Settings) -> Fraction | None:
    return {"1": Fraction(1), "0": Fraction(0), "undefined": None}[settings["both_empty"]]


def _jaro(counts: list[int], settings: Settings) -> Fraction | None:
    matches, exchanged, first, second, prefix = counts
    pair = {"whole-pairs": 1, "half-pairs": 2}[settings["transpositions"]]
    if not first and not second:
        return _both_empty(settings)
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


def _ratio(counts: list[int], settings: Settings) -> Fraction | None:
    if settings["measure"] in ("jaro", "jaro-winkler"):
        return _jaro(counts, settings)
    counted, length = counts
    if not length:
        return _both_empty(settings)
    return Fraction(2 * counted, length) if settings["measure"] in ("blocks", "dice") else 1 - Fraction(counted, length)


def anls(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean thresholded similarity of the questions. A threshold is compared with doubles, as the packages do."""
    scores: list[Fraction | None] = []
    totals, seen = [0, 0], []
    threshold = float(settings["threshold"])
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
        counts = {"keep": 1.0 - float(far) >= threshold, "zero": float(far) < threshold}[settings["at_threshold"]]
        scores.append(1 - far if counts else Fraction(0))
        totals = [a + b for a, b in zip(totals, best, strict=True)]
        seen.append(compared)
    return _result(scores, seen, totals)
