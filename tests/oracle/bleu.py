"""BLEU (Papineni, Roukos, Ward and Zhu, ACL 2002), exactly.

c and r are the lengths of the hypotheses and of their references, m_n and t_n the matches and the
number of n-grams of order n, p_n = m_n / t_n the modified precision (section 2.1), and

    BLEU = BP * exp(sum of w_n log p_n),  BP = exp(1 - r/c) if c < r, else 1   (section 2.3).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import (
    Number,
    OracleError,
    decimal,
    decimal_text,
    exact,
    mean,
    product,
    single,
    sixty_digits,
)
from tests.oracle.text import lower_tokens, strip_right, tokenize

Settings = dict[str, Any]
Tokens = list[str]
#: The smallest normal double, which NLTK's method 0 puts in place of a zero precision.
SMALLEST_DOUBLE = Fraction(1, 2**1022)
#: The numbers that the smoothing and the brevity penalty ``tiny`` add to numerators and denominators.
TINY, SMALL = Fraction(1, 10**15), Fraction(1, 10**9)
#: The number that the smoothing ``tiny-even`` adds to both.
EVEN = Fraction(1, 10**13)


class Counts:
    """The sums over segments, and the last segment, which NLTK's methods 5 to 7 use."""

    def __init__(
        self, segments: Sequence[Sequence[Tokens]], texts: Sequence[Sequence[str]], settings: Settings
    ) -> None:
        orders = range(1, settings["max_order"] + 1)
        self.longest = max(len(hypothesis) for hypothesis, *_ in segments)
        measured: Sequence[Sequence[Sequence[str]]] = {"tokens": segments, "characters": texts}[settings["length_unit"]]
        self.c = sum(len(hypothesis) for hypothesis, *_ in measured)
        self.r = sum(reference_length(len(hypothesis), references, settings) for hypothesis, *references in measured)
        self.matches = [sum(matches(segment, n, settings) for segment in segments) for n in orders]
        self.totals = [sum(total(segment[0], n, settings) for segment in segments) for n in orders]
        if settings["denominator_floor"] == "one-per-corpus":
            self.totals = [total or 1 for total in self.totals]
        self.last = segments[-1]


@sixty_digits
def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return BLEU of ``data["segments"]``; no segments are an error, or score 0."""
    if not data["segments"]:
        if settings["empty_input"] == "zero":
            return {"value": Fraction(0), "stages": {}}
        raise OracleError("no segments")
    keep = settings["empty_references"] == "keep"
    texts = [_texts(segment, settings) for segment in data["segments"]]
    everything, segments = (
        [
            [_tokens(hypothesis, settings), *(_tokens(line, settings) for line in references if line or every)]
            for hypothesis, *references in texts
        ]
        for every in (True, keep)
    )
    measured = [[hypothesis, *(line for line in references if line or keep)] for hypothesis, *references in texts]
    if settings["average"] == "sentences":
        pairs = zip(segments, measured, strict=True)
        values = [value(Counts([segment], [lines], settings), settings) for segment, lines in pairs]
        return {
            "value": mean(values),
            "stages": {"tokens": everything, "sentences": [decimal_text(value) for value in values]},
        }
    counts = Counts(segments, measured, settings)
    stages = {
        "tokens": everything,
        "c": counts.c,
        "r": counts.r,
        "matches": counts.matches,
        "totals": counts.totals,
    }
    return {"value": value(counts, settings), "stages": stages}


def _texts(segment: dict[str, Any], settings: Settings) -> list[Any]:
    """Return the hypothesis and its references, or the part before the first full stop and all sentences of the references."""
    hypothesis, references = segment["hypothesis"], segment["references"]
    if settings["sentences"] == "whole":
        return [hypothesis, *references]
    first, _, _ = hypothesis.partition(". ")
    return [first, *(piece for line in references for piece in re.split(r"\.\x20", line))]


def _tokens(line: str | Tokens, settings: Settings) -> Tokens:
    if isinstance(line, str):
        line = line.lower() if settings["case"] == "lower" else line
        line = strip_right(line) if settings["strip"] == "right" else line
    elif settings["case"] == "lower":
        line = [token.lower() for token in line]
    return lower_tokens(tokenize(line, settings["tokenizer"]), settings["case"])


# Statistics of one segment (section 2.1).


def ngrams(tokens: Tokens, n: int, key: str = "tuple") -> list[Any]:
    """Return every n-gram, from left to right."""
    ngrams = [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]
    return ["".join(ngram) for ngram in ngrams] if key == "joined" else ngrams


def matches(segment: Sequence[Tokens], n: int, settings: Settings) -> int:
    """Return count_clip summed over the distinct n-grams of the hypothesis."""
    hypothesis, *references = segment
    counts = Counter(ngrams(hypothesis, n, settings["ngram_key"]))
    in_references = [Counter(ngrams(reference, n, settings["ngram_key"])) for reference in references]
    matched = 0
    for ngram, count in counts.items():
        most = max((counts.get(ngram, 0) for counts in in_references), default=0)
        if settings["clipping"] == "clipped":
            matched += min(count, most)
        elif most > 0:
            matched += count
    return matched


def total(hypothesis: Tokens, n: int, settings: Settings) -> int:
    """Return the number of n-grams of the hypothesis."""
    count = max(len(hypothesis) - n + 1, 0)
    return max(count, 1) if settings["denominator_floor"] == "one-per-segment" else count


def reference_length(c: int, references: Sequence[Sequence[str]], settings: Settings) -> int:
    """Return the effective reference length of a segment whose hypothesis has length c (section 2.2.2)."""
    lengths = [len(reference) for reference in references]
    if not lengths:
        if settings["no_references"] == "minus-one" and c == 0:
            return -1
        raise OracleError("a segment without references")
    rule = settings["reference_length"]
    if rule == "shortest":
        return min(lengths)
    if rule == "longest":
        return max(lengths)
    if rule == "average":
        return sum(lengths) // len(lengths)
    nearest = min(abs(length - c) for length in lengths)
    candidates = [length for length in lengths if abs(length - c) == nearest]
    return candidates[0] if rule == "closest-first" else min(candidates)


# The score from the counts (section 2.3).


def value(counts: Counts, settings: Settings) -> Number:
    """Return BP times the mean precision, on the chosen scale."""
    bp = brevity_penalty(counts.c, counts.r, settings)
    if settings["nothing_to_weigh"] == "raise" and _reweighed(settings) and counts.c == 0:
        raise OracleError("no word to weigh")
    if settings["zero_guard"] == "no-match" and not any(counts.matches):
        return Fraction(0)
    if settings["zero_guard"] == "any-order" and 0 in counts.matches:
        return Fraction(0)
    precisions = smooth(counts, settings)
    if settings["dtype"] in ("float32-precisions", "float32-quotients"):
        precisions = {n: single(p) for n, p in precisions.items()}
    combined = combine(precisions, counts, settings)
    result = product(bp, single(combined) if settings["dtype"] == "float32-mean" else combined)
    whole = settings["dtype"] in ("float32", "float32-score", "float32-quotients")
    result = single(result) if whole else result
    return product(result, Fraction(settings["scale"]))


def brevity_penalty(c: int, r: int, settings: Settings) -> Number:
    """Return BP; 0 for empty hypotheses and non-empty references."""
    if settings["brevity_penalty"] == "tiny":
        inverse = (max(r, 0) + SMALL) / (c + TINY)
        return decimal(1 - inverse).exp() if inverse > 1 else Fraction(1)
    refused = {"by-ratio": (c, r), "raise-if-empty": (c,), "by-ratio-or-raise": (r,)}.get(
        settings["brevity_penalty"], ()
    )
    if any(length <= 0 for length in refused):
        raise OracleError("a length of 0")
    to_zero = settings["brevity_penalty"] in ("zero-if-empty", "by-ratio-or-zero")
    if settings["brevity_penalty"] == "none" or (c >= r and (c or not to_zero)):
        return Fraction(1)
    if c == 0:
        return Fraction(0)
    return decimal(_exponent(c, r, settings)).exp()


def _exponent(c: int, r: int, settings: Settings) -> Fraction:
    """Return 1 - r/c, the exponent of the brevity penalty."""
    if settings["dtype"] != "float32-quotients":
        return 1 - Fraction(r, c)
    by_ratio = settings["brevity_penalty"].startswith("by-ratio")
    return single(1 - single(1 / single(Fraction(c, r)) if by_ratio else Fraction(r, c)))


def combine(precisions: dict[int, Number], counts: Counts, settings: Settings) -> Number:
    """Return the weighted mean of the precisions, given by order; 0 if no order is left."""
    if not precisions:
        return Fraction(0)
    weights = _weights(sorted(precisions), counts.c, settings)
    if settings["cut_orders"]:
        weights = _cut(weights, counts.longest)
    if settings["dtype"] == "extended":
        weights = {n: single(weight) for n, weight in weights.items()}
    if settings["mean"] == "arithmetic":
        parts = [product(weight, precisions[n]) for n, weight in weights.items()]
        return mean(parts) * len(parts)
    zeros = [n for n in weights if precisions[n] == 0]
    if zeros and settings["zero_precision"] == "zero":
        return Fraction(0)
    if zeros and settings["zero_precision"] in ("last-order", "raise"):
        if max(weights) in zeros and settings["zero_precision"] == "last-order":
            return Fraction(0)
        raise OracleError(f"the logarithm of a precision of 0 (order {zeros[0]})")
    logs = [decimal(weight) * decimal(precisions[n]).ln() for n, weight in weights.items() if n not in zeros]
    return sum(logs, Decimal(0)).exp()


def _reweighed(settings: Settings) -> bool:
    weights = settings["weights"]
    uniform = weights == "uniform" or [exact(weight) for weight in weights] == [Fraction(1, 4)] * 4
    return bool(settings["auto_reweigh"]) and settings["max_order"] == 4 and uniform


def _weights(orders: list[int], c: int, settings: Settings) -> dict[int, Fraction]:
    declared = settings["weights"]
    weights = (
        [Fraction(1, len(orders))] * len(orders) if declared == "uniform" else [exact(weight) for weight in declared]
    )
    if settings["auto_reweigh"] and weights == [Fraction(1, 4)] * 4 and c < 4:
        if c == 0:
            raise OracleError("no order to weigh")
        return {n: Fraction(1, c) for n in orders[:c]}
    return dict(zip(orders, weights, strict=True))


def _cut(weights: dict[int, Fraction], longest: int) -> dict[int, Fraction]:
    """Return the weights of orders up to `longest`, rescaled to add up to 1 if possible."""
    if longest == 0:
        raise OracleError("no order is left")
    kept = {n: weight for n, weight in weights.items() if n <= longest}
    whole = sum(kept.values())
    return {n: weight / whole if whole else weight for n, weight in kept.items()}


# Precisions and their smoothing (Chen and Cherry, WMT 2014, section 3, and NLTK's version of it).


def smooth(counts: Counts, settings: Settings) -> dict[int, Number]:
    """Return the smoothed precisions p_n by order; with effective_order, only of orders that the hypotheses have."""
    precisions: dict[int, Number] = {}
    zeros = 0  # orders without a match so far
    first = settings["add_k_from"] if settings["smoothing"] == "add-k" else None
    for n, (m, t) in enumerate(zip(counts.matches, counts.totals, strict=True), start=1):
        added = exact(settings["add_k"]) if first is not None and n >= first else Fraction(0)
        below = counts.totals[: min(n, (first or 1) - 1)]
        if settings["effective_order"] and first is not None and 0 in below:
            break  # sacreBLEU stops at the first order that is empty
        if settings["smoothing"] == "tiny":
            if t or not settings["effective_order"]:
                precisions[n] = (m + TINY) / (t + SMALL)
        elif settings["smoothing"] == "tiny-even":
            if t or not settings["effective_order"]:
                precisions[n] = (m + EVEN) / (t + EVEN)
        elif t + added == 0:
            if not settings["effective_order"]:
                precisions[n] = _empty_order(settings)
        elif m + added > 0:
            precisions[n] = (m + added) / (t + added)
        else:
            zeros += 1
            precisions[n] = _without_match(t, n, zeros, counts, settings)
    if settings["smoothing"] in ("nltk-5", "nltk-7"):
        precisions = _method_5(precisions, counts, settings)
    if settings["smoothing"] == "nltk-6":
        precisions = _method_6(precisions, counts, settings)
    return precisions


def _empty_order(settings: Settings) -> Fraction:
    if settings["empty_order"] == "raise":
        raise OracleError("an order without any n-gram")
    return {"one": Fraction(1), "smallest": SMALLEST_DOUBLE}.get(settings["empty_order"], Fraction(0))


def _without_match(t: int, n: int, zeros: int, counts: Counts, settings: Settings) -> Number:
    """Return the smoothed precision of order n, the `zeros`-th order without a match."""
    method = settings["smoothing"]
    if method == "floor":
        return exact(settings["floor_value"]) / t
    if method == "exp":
        return Fraction(1, 2**zeros * t)
    if method == "nltk-0":
        return SMALLEST_DOUBLE
    if method not in ("nltk-4", "nltk-7"):
        return Fraction(0)
    c = counts.c if settings["nltk_4_length"] == "corpus" else len(counts.last[0])
    if settings["nltk_4_form"] != "halving":
        if c == 0:
            return Fraction(0)
        grown = n - 1 + decimal(exact(settings["nltk_k"])) / Decimal(c).ln() if c > 1 else None
        if not grown:
            raise OracleError("division by 0")
        return grown / t if settings["nltk_4_form"] == "growing" else 1 / grown
    if c > 1:
        k = decimal(exact(settings["nltk_k"]))
        if k == 0:
            raise OracleError("division by K = 0")
        smoothed: Decimal = Decimal(c).ln() / (2**zeros * k) / t
        return smoothed
    return Fraction(0)


def _method_5(precisions: dict[int, Number], counts: Counts, settings: Settings) -> dict[int, Number]:
    """Return m_n = (m_{n-1} + p_n + p_{n+1}) / 3 with m_0 = p_1 + 1; after the last order comes p_5 of the last segment."""
    if not precisions:
        return {}
    p = [decimal(precisions[n]) for n in sorted(precisions)]
    p_5 = Fraction(matches(counts.last, 5, settings), max(len(counts.last[0]) - 4, 1))
    smoothed, m = {}, p[0] + 1
    for n, (own, following) in enumerate(zip(p, [*p[1:], decimal(p_5)], strict=True), start=1):
        m = (m + own + following) / 3
        smoothed[n] = m
    return dict(smoothed)


def _method_6(precisions: dict[int, Number], counts: Counts, settings: Settings) -> dict[int, Number]:
    """Return p_n = (m_n + a*pi) / (l_n + a), pi = p_{n-1}^2 / p_{n-2}; l_n is the last hypothesis' number of n-grams."""
    if not precisions.get(3):
        raise OracleError("method 6 needs a trigram match")
    alpha = decimal(exact(settings["nltk_alpha"]))
    p = {n: decimal(value) for n, value in precisions.items()}
    for n in range(3, max(p) + 1):
        prior = p[n - 1] ** 2 / p[n - 2] if p[n - 2] else Decimal(0)
        length = len(ngrams(counts.last[0], n))
        if length + alpha == 0:
            raise OracleError("0/0 in method 6")
        p[n] = (counts.matches[n - 1] + alpha * prior) / (length + alpha)
    return dict(p)
