"""CIDEr-D (Vedantam, Zitnick and Parikh, CVPR 2015), equations 1 and 5, in 60-digit decimals."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal, decimal_text, exact, mean, sixty_digits
from tests.oracle.text import tokenize

Data = dict[str, Any]
Settings = dict[str, Any]
Tokens = list[str]
Weights = dict[tuple[str, ...], Decimal]


@sixty_digits
def score(data: Data, settings: Settings) -> dict[str, Any]:
    """Return the mean over segments, orders and references of the similarity of tf-idf vectors."""

    def tokens(line: str | Tokens) -> Tokens:
        if settings["case"] == "lower":
            line = line.lower() if isinstance(line, str) else [word.lower() for word in line]
        return tokenize(line, settings["tokenizer"])

    read = [[tokens(line) for line in (segment["hypothesis"], *segment["references"])] for segment in data["segments"]]
    if not read or any(len(segment) == 1 for segment in read):
        raise OracleError("nothing to compare")
    segments = [segment[:2] if settings["references"] == "first" else segment for segment in read]
    if settings["empty_reference"] == "raise" and not any(reference for _, *refs in segments for reference in refs):
        raise OracleError("references without words")
    orders = range(1, settings["max_order"] + 1)
    scores = []
    for hypothesis, *references in segments:
        parts = [_similarity(hypothesis, reference, n, segments, settings) for reference in references for n in orders]
        scores.append(sum(parts, Decimal(0)) / len(parts) * int(settings["scale"]))
    return {"value": mean(scores), "stages": {"tokens": read, "sentences": [decimal_text(score) for score in scores]}}


def _ngrams(tokens: Tokens, n: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


def _weights(tokens: Tokens, n: int, segments: list[list[Tokens]]) -> Weights:
    """Return equation 1, without the division by the number of n-grams, which cancels out in equation 5."""
    weights = {}
    for gram, count in Counter(_ngrams(tokens, n)).items():
        having = sum(any(gram in _ngrams(reference, n) for reference in refs) for _, *refs in segments)
        weights[gram] = count * _log(len(segments), max(having, 1))
    return weights


@cache
def _log(numerator: int, denominator: int) -> Decimal:
    return decimal(Fraction(numerator, denominator)).ln()


def _similarity(left: Tokens, right: Tokens, n: int, segments: list[list[Tokens]], settings: Settings) -> Decimal:
    left_weights, right_weights = (_weights(tokens, n, segments) for tokens in (left, right))
    norms = [sum((w * w for w in weights.values()), Decimal(0)).sqrt() for weights in (left_weights, right_weights)]
    if 0 in norms:
        return Decimal(0)
    product = Decimal(0)
    for gram in set(left_weights) & set(right_weights):
        clipped = (
            min(left_weights[gram], right_weights[gram]) if settings["clipping"] == "clipped" else left_weights[gram]
        )
        product += clipped * right_weights[gram]
    apart = decimal(Fraction((len(left) - len(right)) ** 2) / (2 * exact(settings["sigma"]) ** 2))
    return product / norms[0] / norms[1] * (-apart).exp()
