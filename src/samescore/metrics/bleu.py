"""BLEU (Papineni, Roukos, Ward and Zhu, ACL 2002), every choice a knob.

Symbols follow the paper: c and r are the hypothesis and effective reference lengths, p_n the modified
precision of order n, w_n its weight, BP the brevity penalty. Smoothing is in `bleu_smoothing`.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, ClassVar

from samescore.corpus import Corpus
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import SUMMATIONS, Metric, Statistics, add_up, mean, need_segments, tokenize, tokens_of
from samescore.metrics.bleu_smoothing import SMALL, TINY, Evidence, smooth
from samescore.metrics.single import add_singles, arithmetic_knob, rounding, single
from samescore.outcome import Trace
from samescore.settings import Choice, Flag, Integer, Real, Settings, Stage, Weights, knob

#: Orders that NLTK's methods 5 and 7 look at besides the metric's own: p_5 is hard-coded there.
_NEIGHBOUR_ORDER = 5


@dataclasses.dataclass(frozen=True, slots=True)
class BleuSettings(Settings):
    """The knobs of BLEU. The defaults are sacreBLEU's ``corpus_bleu``."""

    metric: ClassVar[str] = "bleu"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower", "lower-tokens")),
        "keep",
        "keep the case, or lower it (str.lower) before tokenizing, or afterwards",
    )
    strip: str = knob(
        Stage.TEXT, Choice(("none", "right")), "right", "white space removed at the end of each line before tokenizing"
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("13a", "13a-unicode", "intl", "zh", "char", "none", "given")),
        "13a",
        "how text becomes tokens; none and 13a split at what str.split takes for white space, 13a-unicode only at "
        "Unicode's White_Space (not at U+001C to U+001F); given takes the caller's tokens",
    )
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "N: n-grams of orders 1 to N are counted")
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined")),
        "tuple",
        "n-grams are compared as token sequences, or as their tokens joined without a separator, so that some collide",
    )
    clipping: str = knob(
        Stage.STATISTICS,
        Choice(("clipped", "unclipped")),
        "clipped",
        "an n-gram matches at most as often as in one reference, or every time if any reference has it",
    )
    denominator_floor: str = knob(
        Stage.STATISTICS,
        Choice(("none", "one-per-segment")),
        "none",
        "one-per-segment counts at least one n-gram of every order in every segment",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("closest", "closest-first", "shortest", "longest", "average")),
        "closest",
        "r of a segment: the closest reference's length (shorter on ties), the closest one listed first, "
        "the shortest, the longest, or the average rounded down",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "minus-one")),
        "raise",
        "a segment without references raises; minus-one takes r = -1 instead if the hypothesis is empty",
    )
    no_segments: str = knob(
        Stage.STATISTICS, Choice(("raise", "zero")), "raise", "a corpus without segments is an error, or scores 0"
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed statistics, or the mean of the sentences' scores",
    )
    smoothing: str = knob(
        Stage.SMOOTHING,
        Choice(
            ("none", "floor", "add-k", "add-k-all", "exp", "tiny", "nltk-0", "nltk-4", "nltk-5", "nltk-6", "nltk-7"),
            (("nltk-1", "floor"), ("nltk-2", "add-k"), ("nltk-3", "exp")),
        ),
        "exp",
        "what becomes of orders without a match; tiny adds 1e-15 to every order's matches and 1e-9 to its total; "
        "nltk-m is SmoothingFunction().method<m>",
    )
    floor_value: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 0.1, "matches assumed for smoothing=floor")
    add_k: float = knob(
        Stage.SMOOTHING,
        Real(0.0, 1e6),
        1.0,
        "added to both counts of orders above 1 (smoothing=add-k) or of every order (add-k-all)",
    )
    nltk_k: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 5.0, "K of Chen and Cherry's method 4 (nltk-4, nltk-7)")
    nltk_alpha: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 5.0, "weight of the prior in method 6 (nltk-6)")
    empty_order: str = knob(
        Stage.SMOOTHING,
        Choice(("zero", "one", "raise")),
        "zero",
        "precision of an order of which the hypotheses have no n-gram at all",
    )
    effective_order: bool = knob(
        Stage.COMBINATION,
        Flag(),
        False,
        "leave out the orders of which the hypotheses have no n-gram (one that add-k fills is there)",
    )
    zero_guard: str = knob(
        Stage.COMBINATION,
        Choice(("no-match", "any-order", "off")),
        "no-match",
        "the score is 0 when nothing matches at any order, whatever the smoothing; or when some order has no match; "
        "or neither",
    )
    zero_precision: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "skip", "last-order")),
        "zero",
        "a precision still 0 after smoothing makes the geometric mean 0, or is left out of it; "
        "last-order: 0 if it is the highest order's, else an error",
    )
    mean: str = knob(Stage.COMBINATION, Choice(("geometric", "arithmetic")), "geometric", "how precisions combine")
    weights: Any = knob(Stage.COMBINATION, Weights(), "uniform", "w_n, one for each order")
    auto_reweigh: bool = knob(
        Stage.COMBINATION, Flag(), False, "with four uniform weights and c < 4, use the first c orders only"
    )
    brevity_penalty: str = knob(
        Stage.COMBINATION,
        Choice(("standard", "by-ratio", "by-ratio-ieee", "tiny", "none")),
        "standard",
        "BP = exp(1 - r/c) if c < r, else 1; by-ratio: exp(1 - 1/(c/r)), an error if c or r is 0; by-ratio-ieee: the "
        "same, 0 for c = 0 < r, as infinity has it; tiny: the same with "
        "(c + 1e-15)/(r + 1e-9), so that it is below 1 for equal lengths; or always 1",
    )
    log_unit: str = knob(
        Stage.COMBINATION,
        Choice(("percent", "fraction")),
        "percent",
        "precisions enter the mean as 100*matches/total or as matches/total",
        rounding=True,
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice((*SUMMATIONS, "weighted", "weighted-total", "product")),
        "sum",
        "sum and left-to-right divide the sum of uniform terms by N, weighted-total multiplies that of left-to-right "
        "by 1/N; fsum and weighted (by sum) add the weighted terms; product takes the root of the product, without logarithms",
        rounding=True,
    )
    arithmetic: str = arithmetic_knob()
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "the score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.weights != "uniform":
            if len(self.weights) != self.max_order:
                raise SettingsError(
                    f"bleu: {len(self.weights)} weights for max_order={self.max_order}",
                    hint="give one weight for each order",
                )
            if self.effective_order:
                raise SettingsError("bleu: effective_order needs uniform weights", hint="set weights=uniform")
        if self.auto_reweigh and self.effective_order:
            raise SettingsError(
                "bleu: auto_reweigh and effective_order exclude each other", hint="set one of them to no"
            )
        if self.summation == "product" and self.smoothing == "nltk-0":
            raise SettingsError(
                "bleu: summation=product underflows with smoothing=nltk-0", hint="set another summation"
            )
        if self.arithmetic == "float32" and self.smoothing in ("nltk-0", "tiny"):
            raise SettingsError(
                f"bleu: smoothing={self.smoothing} gives numbers too small for arithmetic=float32",
                hint="set another smoothing",
            )
        if self.effective_order and self.smoothing in ("nltk-5", "nltk-6", "nltk-7"):
            raise SettingsError(
                f"bleu: smoothing={self.smoothing} looks at neighbouring orders, effective_order leaves orders out",
                hint="set effective_order=no",
            )
        if self.smoothing == "nltk-6" and self.max_order < 3:
            raise SettingsError("bleu: smoothing=nltk-6 needs max_order of at least 3", hint="it looks at p_3")


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
        references = [tokenize(reference, s) for reference in segment.references]
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
    if s.effective_order and not (s.smoothing in ("add-k", "add-k-all") and s.add_k > 0):
        order = sum(1 for total in totals if total > 0)
        if order == 0:
            return 0.0
    if s.auto_reweigh and c < 4 and order == 4 and s.weights in ("uniform", (0.25,) * 4):
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
        if s.zero_precision == "last-order" and used[-1] != 0:
            raise MetricError("a precision is 0 but the highest order's is not: log(0)")
        return 0.0
    if s.summation == "product":
        return (math.prod(p for _, p in kept) ** (1 / order) if uniform else math.prod(p**w for w, p in kept)) * unit
    return rounded(math.exp(_added_up([(w, rounded(math.log(p))) for w, p in kept], order, uniform, s))) * unit


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
