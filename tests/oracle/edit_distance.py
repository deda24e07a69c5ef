"""Edit distances by their recursive definitions, exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, mean, single
from tests.oracle.text import tokenize

Settings = dict[str, Any]
Units = tuple[str, ...]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the distance of the corpus: a mean or a sum over its segments."""
    if not data["segments"]:
        if settings["empty_input"] == "zero":
            return {"value": Fraction(0), "stages": {}}
        raise OracleError("no segments")
    texts = [
        [units(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        for segment in data["segments"]
    ]
    rows = []
    for hypothesis, *references in texts:
        if not references:
            raise OracleError("a segment without references")
        used = references[:1] if settings["references"] == "first" else references
        candidates = [_row(hypothesis, reference, settings) for reference in used]
        least = min(row[0] for row in candidates)
        rows.append(next(row for row in candidates if row[0] == least))
    total = [sum(column) for column in zip(*rows, strict=True)]
    sentences = [_value(row[0], row[1], settings) for row in rows]
    stages = {
        "tokens": [[list(text) for text in segment] for segment in texts],
        "counts": total,
        "sentences": [decimal_text(score) for score in sentences],
    }
    summed = _value(total[0], total[1], settings)
    if settings["dtype"] == "float32":
        if settings["average"] == "corpus":
            return {"value": single(summed), "stages": stages}
        return {"value": single(single(sum(sentences, Fraction(0))) / len(rows)), "stages": stages}
    return {"value": mean(sentences) if settings["average"] == "sentences" else summed, "stages": stages}


def _row(hypothesis: Units, reference: Units, settings: Settings) -> tuple[int, int]:
    """Return the distance, and the distance of texts of the same lengths without a common unit."""
    limit, cost = settings["max_length"], settings["substitution_cost"]
    if limit and (len(hypothesis) > limit or len(reference) > limit):
        raise OracleError("too long")
    other = distance(tuple("x" * len(reference)), tuple("y" * len(hypothesis)), "levenshtein", cost)
    if settings["beam_width"] and settings["operations"] == "levenshtein":
        return _near_the_diagonal(hypothesis, reference, cost, settings["beam_width"]), other
    return distance(reference, hypothesis, settings["operations"], cost), other


def _near_the_diagonal(hypothesis: Units, reference: Units, cost: int, width: int) -> int:
    """Return the least cost of a path inside the beam, whose diagonal is computed in doubles."""
    slope = len(reference) / len(hypothesis) if hypothesis else 1.0
    width = ceil(slope / 2 + width) if slope / 2 > width else width
    least = {(0, j): j for j in range(len(reference) + 1)}
    for i in range(1, len(hypothesis) + 1):
        right = floor(i * slope) + width if i < len(hypothesis) else len(reference) + 1
        for j in range(max(0, floor(i * slope) - width), min(right, len(reference) + 1)):
            same = j > 0 and hypothesis[i - 1] == reference[j - 1]
            steps = [((i - 1, j), 1), ((i, j - 1), 1), ((i - 1, j - 1), 0 if same else cost)]
            least[i, j] = min(least[cell] + price for cell, price in steps if cell in least)
    return least[len(hypothesis), len(reference)]


def _value(distance: int, most: int, settings: Settings) -> Fraction:
    if settings["normalize"] == "none":
        return Fraction(distance)
    return Fraction(distance, most) if most else Fraction(0)


def units(line: str | list[str], settings: Settings) -> Units:
    """Return characters, words or the given tokens."""
    if isinstance(line, str) == (settings["tokenizer"] == "given"):
        raise OracleError(f"tokenizer={settings['tokenizer']} cannot take {line!r}")
    if settings["case"] == "lower":
        line = line.lower() if isinstance(line, str) else [token.lower() for token in line]
    if isinstance(line, str) and settings["tokenizer"] != "characters":
        return tuple(tokenize(line, settings["tokenizer"]))
    return tuple(line)


@cache
def distance(left: Units, right: Units, operations: str, cost: int) -> int:
    """Return the least cost, prefix by prefix, over every possible last edit.

    An exchange turns ``x ... y`` into ``y ... x``. In Damerau's distance the units between may be deleted
    and inserted; in optimal string alignment there must be none.
    """
    least: dict[tuple[int, int], int] = {}
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            ends = [least[i - 1, j] + 1] if i else []
            ends += [least[i, j - 1] + 1] if j else []
            if i and j:
                ends.append(least[i - 1, j - 1] + (0 if left[i - 1] == right[j - 1] else cost))
                if operations != "levenshtein":
                    nearest = operations == "osa"
                    rows = _where(right[j - 1], left[: i - 1], nearest)
                    itself = operations == "damerau-same" or (operations == "damerau-same-later" and i > 1)
                    if itself and right[j - 1] == left[i - 1]:
                        rows = [*rows, i - 1]  # the unit itself
                    columns = _where(left[i - 1], right[: j - 1], nearest) if rows else []
                    ends += [least[k, n] + (i - k - 2) + 1 + (j - n - 2) for k in rows for n in columns]
            least[i, j] = min(ends, default=0)
    return least[len(left), len(right)]


def _where(unit: str, before: Units, nearest: bool) -> list[int]:
    """Return the places of `unit`; of the last place only, if it has to be a neighbour."""
    first = max(0, len(before) - 1) if nearest else 0
    return [place for place in range(first, len(before)) if before[place] == unit]
