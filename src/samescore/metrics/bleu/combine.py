"""BLEU (Papineni, Roukos, Ward and Zhu, ACL 2002), every choice a knob.

Symbols follow the paper: c and r are the hypothesis and effective reference lengths, p_n the modified
precision of order n, w_n its weight, BP the brevity penalty. Smoothing is in `bleu_smoothing`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from samescore.data.corpus import Corpus
from samescore.errors import MetricError
from samescore.metrics.base import (
    SUMMATIONS,
    Metric,
    Statistics,
    add_up,
    counted_references,
    mean,
    need_segments,
    tokenize,
    tokens_of,
)
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.bleu.smoothing import SMALL, TINY, Evidence, smooth
from samescore.metrics.float32 import add_singles, rounding, single
from samescore.outcome import Trace
from samescore.settings import Stage

#: Orders that NLTK's methods 5 and 7 look at besides the metric's own: p_5 is hard-coded there.
_NEIGHBOUR_ORDER = 5


def statistics(corpus: Corpus, s: BleuSettings) -> Statistics:
    """One row a segment: c, r, then matches and totals of each order.

    Raises `MetricError` where the settings' peers raise on a segment without references.
    """
    neighbours = _NEIGHBOUR_ORDER if s.smoothing in ("nltk-5", "nltk-7") else 0
    return count_statistics(corpus, s.up_to(Stage.STATISTICS), max(s.max_order, neighbours))


@lru_cache(maxsize=4)
def count_statistics(corpus: Corpus, s: BleuSettings, highest: int) -> Statistics:
    """`statistics` up to order `highest`; the last few results are kept, for settings that differ later on."""
    orders = range(1, highest + 1)
    columns = ("c", "r", *(f"match_{n}" for n in orders), *(f"total_{n}" for n in orders))
    rows = []
    for segment in corpus:
        hypothesis = tokenize(segment.hypothesis, s)
        references = [tokenize(reference, s) for reference in counted_references(segment, s)]
        r = _reference_length(len(hypothesis), [len(reference) for reference in references], s)
        matches, totals = [], []
        for n in orders:
            counts = _ngrams(hypothesis, n, s.ngram_key)
            matches.append(_matches(counts, [_ngrams(reference, n, s.ngram_key) for reference in references], s))
            total = sum(counts.values())
            totals.append(max(1, total) if s.denominator_floor == "one-per-segment" else total)
        rows.append([len(hypothesis), r, *matches, *totals])
    return Statistics(columns, rows)


def _ngrams(tokens: Sequence[str], n: int, key: str) -> Counter[Any]:
    grams = zip(*(tokens[i:] for i in range(n)), strict=False)
    return Counter(grams if key == "tuple" else map("".join, grams))


def _matches(counts: Counter[Any], references: list[Counter[Any]], s: BleuSettings) -> int:
    """Equation (2) of the paper, inner sums: Count_clip, or the unclipped count."""
    most = references[0] if len(references) == 1 else reduce(or_, references, Counter())  # Max_Ref_Count
    if s.clipping == "unclipped":
        return sum(count for gram, count in counts.items() if gram in most)
    return sum(min(count, most[gram]) for gram, count in counts.items() if gram in most)


def _reference_length(c: int, lengths: list[int], s: BleuSettings) -> int:
    if not lengths:
        if s.no_references == "minus-one" and c == 0:
            return -1
        raise MetricError("a segment has no references")
    match s.reference_length:
        case "closest":
            return min(lengths, key=lambda length: (abs(length - c), length))
        case "closest-first":
            return min(lengths, key=lambda length: abs(length - c))
        case "shortest":
            return min(lengths)
        case "longest":
            return max(lengths)
    return sum(lengths) // len(lengths)


def combine(row: Sequence[int], last: Sequence[int], s: BleuSettings) -> dict[str, Any]:
    """The score of summed statistics, with every intermediate result; `last` is the last segment's row."""
    orders = (len(row) - 2) // 2
    c, r = row[0], row[1]
    matches, totals = list(row[2 : 2 + s.max_order]), list(row[2 + orders : 2 + orders + s.max_order])
    bp = _brevity_penalty(c, r, s)
    stages: dict[str, Any] = {"c": c, "r": r, "matches": matches, "totals": totals, "bp": bp}
    if s.nothing_to_weigh == "raise" and c == 0 and _reweighs(c, s):
        raise MetricError("auto_reweigh has no word to weigh", kind="ZeroDivisionError")
    if (s.zero_guard == "no-match" and not any(matches)) or (s.zero_guard == "any-order" and not all(matches)):
        return {**stages, "precisions": [0.0] * s.max_order, "value": 0.0}
    evidence = Evidence(
        matches=matches,
        totals=totals,
        c=c,
        last_c=last[0],
        last_fifth=(last[1 + _NEIGHBOUR_ORDER], last[1 + orders + _NEIGHBOUR_ORDER])
        if orders >= _NEIGHBOUR_ORDER
        else (0, 1),
    )
    unit = 100.0 if s.log_unit == "percent" else 1.0
    precisions = smooth(evidence, s, unit)
    value = rounding(s.arithmetic)(bp * _mean_precision(precisions, totals, c, s, unit))
    if s.log_unit == "percent" and s.scale == "1":
        value /= 100
    elif s.log_unit == "fraction" and s.scale == "100":
        value *= 100
    return {**stages, "precisions": [p / unit for p in precisions], "value": value}


def _brevity_penalty(c: int, r: int, s: BleuSettings) -> float:
    if s.brevity_penalty == "by-ratio":
        if c <= 0 or r <= 0:
            raise MetricError("the hypotheses or the references have no words", kind="ZeroDivisionError")
        return 1.0 if c > r else math.exp(1 - 1.0 / (c / r))
    if s.brevity_penalty == "by-ratio-ieee" and 0 < c < r:
        return math.exp(1 - 1.0 / (c / r))
    if s.brevity_penalty == "tiny":
        ratio = (c + TINY) / (max(r, 0) + SMALL)
        return math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
    if s.brevity_penalty == "none" or c >= r:
        return 1.0
    rounded = rounding(s.arithmetic)
    return rounded(math.exp(rounded(1 - rounded(r / c)))) if c > 0 else 0.0


def _mean_precision(precisions: list[float], totals: list[int], c: int, s: BleuSettings, unit: float) -> float:
    """exp(sum of w_n log p_n), or the arithmetic mean of p_n."""
    order, rounded = s.max_order, rounding(s.arithmetic)
    if s.effective_order and not _fills_orders(totals, s):
        order = sum(1 for total in totals if total > 0)
        if order == 0:
            return 0.0
    if _reweighs(c, s):
        order = c
    if order == 0:
        raise MetricError("no order is left to average", kind="ZeroDivisionError")
    used = [rounded(p) for p in precisions[:order]]
    uniform = s.weights == "uniform" or order < s.max_order
    weights = [1 / order] * order if uniform else s.weights
    kept = [(w, p) for w, p in zip(weights, used, strict=True) if p != 0 or s.zero_precision != "skip"]
    if uniform and len(kept) == order:
        unit = 1.0  # the precisions' own unit carries through
    else:
        kept = [(w, p / unit) for w, p in kept]
    if s.mean == "arithmetic":
        return _added_up(kept, order, uniform, s) * unit
    if any(p == 0 for _, p in kept):
        if s.zero_precision == "raise" or (s.zero_precision == "last-order" and used[-1] != 0):
            raise MetricError("the logarithm of a precision of 0", kind="ValueError")
        return 0.0
    if s.summation == "product":
        return (math.prod(p for _, p in kept) ** (1 / order) if uniform else math.prod(p**w for w, p in kept)) * unit
    return rounded(math.exp(_added_up([(w, rounded(math.log(p))) for w, p in kept], order, uniform, s))) * unit


def _reweighs(c: int, s: BleuSettings) -> bool:
    """Does auto_reweigh apply?"""
    return s.auto_reweigh and c < 4 and s.max_order == 4 and s.weights in ("uniform", (0.25,) * 4)


def _fills_orders(totals: list[int], s: BleuSettings) -> bool:
    """Does adding k leave no order without n-grams, in sacreBLEU's eyes?"""
    return s.smoothing == "add-k" and s.add_k > 0 and (s.add_k_from <= 2 or all(totals[: s.add_k_from - 1]))


def _added_up(terms: list[tuple[float, float]], order: int, uniform: bool, s: BleuSettings) -> float:
    """The weighted sum; of uniform terms, mostly as their sum over their number."""
    if s.arithmetic == "float32":
        return add_singles([single(single(w) * term) for w, term in terms])
    how = s.summation if s.summation in SUMMATIONS else "sum"
    if uniform and s.summation == "weighted-total":
        return add_up([term for _, term in terms], "left-to-right") * (1 / order)
    if uniform and s.summation not in ("fsum", "weighted"):
        return add_up([term for _, term in terms], how) / order
    return add_up([w * term for w, term in terms], how)


def evaluate(corpus: Corpus, s: BleuSettings) -> Trace:
    """BLEU of a corpus.

    The value is in 0..`scale` (NLTK's methods 5 to 7 can exceed it). An empty hypothesis scores 0 (see
    ``brevity_penalty``); an empty corpus raises `MetricError` (see ``no_segments``), as does a segment without
    references (see ``no_references``).
    """
    if s.no_segments == "zero" and not len(corpus):
        return Trace(0.0, {})
    need_segments(corpus)
    table = statistics(corpus, s)
    rows = table.rows
    if s.average == "corpus":
        stages = combine(table.total(), rows[-1], s)
    else:
        sentences = [combine(row, row, s)["value"] for row in rows]
        stages = {"sentences": sentences, "value": mean(sentences)}
        if len(rows) == 1:
            stages = {**combine(rows[0], rows[0], s), "sentences": sentences}
    value = stages.pop("value")
    return Trace(value, {"rows": table, **stages}, lambda: tokens_of(corpus, s))


BLEU = Metric("bleu", "BLEU", BleuSettings, (Corpus,), evaluate)
