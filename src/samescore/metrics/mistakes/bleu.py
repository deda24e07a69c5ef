"""Known mistakes in BLEU."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import accumulate
from operator import add, and_
from typing import Any

from samescore.data.corpus import Corpus
from samescore.metrics.base import Row, Statistics, column_sums
from samescore.metrics.bleu import BLEU
from samescore.metrics.bleu.combine import score
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.bleu.statistics import compared_texts
from samescore.metrics.mistakes.contract import Mistake, factor
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.ngrams import CUTS, Grams, grams
from samescore.metrics.mistakes.texts import MEANS, READINGS, presentations
from samescore.metrics.words import counted_references, most_often, tokenizer_for

_Counts = Counter[Any]
#: A function that returns the matches and the total of one order, for a hypothesis and its references.
_Compare = Callable[[_Counts, list[_Counts]], tuple[int, int]]


def _clipped_matches(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return sum((h & most_often(references)).values()), sum(h.values())


def _counting_mistake(name: str, meaning: str, *, compare: _Compare = _clipped_matches, cut: Grams = grams) -> Mistake:
    """Return a mistake in counting: the n-grams of a text, or the matches and the total of an order."""

    def statistics(data: Corpus, settings: BleuSettings) -> Statistics | None:
        native = BLEU.counted(data, settings)
        texts = compared_texts(data, settings)
        tokens = tokenizer_for(texts, settings)
        rows = []
        for segment, row in zip(texts, native.rows, strict=True):
            hypothesis = tokens(segment.hypothesis)
            references = [tokens(reference) for reference in counted_references(segment, settings)]
            counted = []
            for n in range(1, settings.max_order + 1):
                counts = [Counter(map(tuple, cut(text, n))) for text in (hypothesis, *references)]
                counted.append(compare(counts[0], counts[1:]))
            rows.append([*row[:2], *(matched for matched, _ in counted), *(total for _, total in counted)])
        return Statistics(native.columns, rows)

    return Mistake(name, meaning, "counts", statistics)


def _all_references(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return sum((h & reduce(add, references, Counter())).values()), sum(h.values())


def _best_reference(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return max(sum((h & r).values()) for r in references), sum(h.values())


def _sets(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return len(h.keys() & most_often(references).keys()), len(h)


def _set_matches(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return _sets(h, references)[0], sum(h.values())


def _multiplied_matches(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    most: _Counts = most_often(references)
    return sum(count * most[gram] for gram, count in h.items()), sum(h.values())


def _total_of_reference(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return _clipped_matches(h, references)[0], sum(references[0].values())


def _every_reference(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return sum((h & reduce(and_, references[1:], references[0])).values()), sum(h.values())


def _first_reference(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return sum((h & references[0]).values()), sum(h.values())


def _count_of_last_reference(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return sum((h & Counter({gram: n for r in references for gram, n in r.items()})).values()), sum(h.values())


def _summed_matches(h: _Counts, references: list[_Counts]) -> tuple[int, int]:
    return sum(sum((h & r).values()) for r in references), sum(h.values())


_COUNTS = (
    Mistake("unclipped", "matches are not clipped to the number of occurrences in a reference", "settings",
            lambda s: s.replace(clipping="unclipped")),
    _counting_mistake("distinct-ngrams", "n-grams are counted once, however often they occur", compare=_sets),
    _counting_mistake("distinct-matches", "each matching n-gram counts once, while all n-grams are divided by",
              compare=_set_matches),
    _counting_mistake("matches-multiplied", "the counts of a matching n-gram are multiplied", compare=_multiplied_matches),
    _counting_mistake("clipped-to-all-references", "matches are clipped to the occurrences in all references together, not in one",
              compare=_all_references),
    _counting_mistake("one-reference-at-a-time", "n-grams of different references cannot match together", compare=_best_reference),
    _counting_mistake("matches-summed-over-references", "the matches with each reference are added up", compare=_summed_matches),
    _counting_mistake("clipped-to-every-reference", "matches are clipped to the fewest occurrences in a reference, not to the most",
              compare=_every_reference),
    _counting_mistake("first-reference-clips", "only the first reference's n-grams match", compare=_first_reference),
    _counting_mistake("last-reference-clips", "matches are clipped to the occurrences in the last reference that has the n-gram",
              compare=_count_of_last_reference),
    _counting_mistake("recall-for-precision", "matches are divided by the n-grams of the (first) reference", compare=_total_of_reference),
    *(_counting_mistake(name, meaning, cut=cut) for name, meaning, cut in CUTS),
)  # fmt: skip


def _length(name: str, meaning: str, pick: Callable[[int, Sequence[int]], float]) -> Mistake:
    """Return a mistake in the reference length of a segment: `pick` gets the lengths of its hypothesis and references."""

    def statistics(data: Corpus, settings: BleuSettings) -> Statistics:
        native = BLEU.counted(data, settings)
        texts = compared_texts(data, settings)
        tokens = tokenizer_for(texts, settings)
        rows: list[Any] = []
        for segment, row in zip(texts, native.rows, strict=True):
            lengths = [len(tokens(reference)) for reference in counted_references(segment, settings)]
            rows.append([row[0], pick(row[0], lengths), *row[2:]])
        return Statistics(native.columns, rows)

    return Mistake(name, meaning, "counts", statistics)


def _closest_total(data: Corpus, settings: BleuSettings) -> Statistics | None:
    """Return the statistics with the lengths of one stream of references for all segments.

    It is the stream with a total length closest to the hypotheses' total. Returns None if segments differ in their
    numbers of references.
    """
    native, texts = BLEU.counted(data, settings), compared_texts(data, settings)
    tokens = tokenizer_for(texts, settings)
    lengths = [[len(tokens(reference)) for reference in counted_references(segment, settings)] for segment in texts]
    if len({len(of_segment) for of_segment in lengths}) != 1:
        return None
    total = sum(row[0] for row in native.rows)
    closest = min(zip(*lengths, strict=True), key=lambda place: abs(sum(place) - total), default=())
    rows = [[row[0], length, *row[2:]] for row, length in zip(native.rows, closest, strict=True)]
    return Statistics(native.columns, rows)


_LENGTHS = (
    _length("reference-lengths-summed", "the reference length is that of all references together",
            lambda c, lengths: sum(lengths)),
    _length("first-reference-length", "the reference length is that of the first reference", lambda c, lengths: lengths[0]),
    _length("last-reference-length", "the reference length is that of the last reference", lambda c, lengths: lengths[-1]),
    _length("shortest-reference-length", "the reference length is that of the shortest reference", lambda c, lengths: min(lengths)),
    _length("longest-reference-length", "the reference length is that of the longest reference", lambda c, lengths: max(lengths)),
    _length("mean-reference-length", "the reference length is the mean length of the references",
            lambda c, lengths: sum(lengths) / len(lengths)),
    _length("reference-length-is-a-difference", "the reference length is the difference of the lengths, not the closest one",
            lambda c, lengths: min(abs(length - c) for length in lengths)),
    _length("longer-of-the-closest", "of two equally close references, the reference length is that of the longer",
            lambda c, lengths: min(lengths, key=lambda length: (abs(length - c), -length))),
    Mistake("closest-total-length", "the closest reference length is chosen once for all segments", "counts", _closest_total),
)  # fmt: skip


def _native(row: Row, settings: BleuSettings, **knobs: object) -> float:
    """Return the score of a row, in 0..1, with some knobs changed."""
    changed = settings.replace(scale="1", **knobs) if hasattr(settings, "scale") else settings
    value: float = score(row, row, changed)["value"]
    return value


def _with_penalty(penalty: Callable[[int, int], float]) -> Callable[[Row, BleuSettings], float | None]:
    """Return a function that scores a row with a different brevity penalty.

    `penalty` gets the lengths of the hypothesis and the reference. The function returns None if the settings have no
    penalty.
    """

    def formula(row: Row, settings: BleuSettings) -> float | None:
        if settings.brevity_penalty == "none" or not row[0] or not row[1]:
            return None if settings.brevity_penalty == "none" else 0.0
        return penalty(row[0], row[1]) * _native(row, settings, brevity_penalty="none")

    return formula


def _penalty(name: str, meaning: str, penalty: Callable[[int, int], float]) -> Mistake:
    return Mistake(name, meaning, "score", _with_penalty(penalty))


def _typed_penalty(wrong: Formula) -> Callable[[Row, BleuSettings], float | None]:
    return _with_penalty(lambda c, r: 1.0 if c >= r else wrong({"c": c, "r": r}))


def _of_segments_penalties(rows: Sequence[Row], settings: BleuSettings) -> float | None:
    if settings.average != "corpus" or settings.brevity_penalty == "none":
        return None
    mean = sum(score(row, row, settings)["bp"] for row in rows) / len(rows)
    return float(factor(settings) * mean * _native(column_sums(rows), settings, brevity_penalty="none"))


def _characters(data: Corpus, settings: BleuSettings) -> Statistics | None:
    native = BLEU.counted(data, settings)
    if data.tokenized:
        return None
    rows = []
    for segment, row in zip(data, native.rows, strict=True):
        c = len(segment.hypothesis)
        lengths = [len(reference) for reference in counted_references(segment, settings)]
        if not lengths:
            return None
        rows.append([c, min(lengths, key=lambda length: (abs(length - c), length)), *row[2:]])
    return Statistics(native.columns, rows)


_PENALTIES = (
    _penalty("penalty-upside-down", "the brevity penalty is exp(1 - c/r) instead of exp(1 - r/c)",
             lambda c, r: 1.0 if c >= r else math.exp(1 - c / r)),
    _penalty("penalty-for-length", "the brevity penalty is applied to long hypotheses, not to short ones",
             lambda c, r: 1.0 if c <= r else math.exp(1 - r / c)),
    _penalty("penalty-for-length-reversed", "long hypotheses are penalized, by exp(1 - c/r)",
             lambda c, r: 1.0 if c <= r else math.exp(1 - c / r)),
    _penalty("penalty-always", "the brevity penalty exp(1 - r/c) is applied to long hypotheses too",
             lambda c, r: math.exp(1 - r / c)),
    _penalty("penalty-linear", "the brevity penalty is c/r without the exponential", lambda c, r: min(1.0, c / r)),
    _penalty("penalty-without-one", "the brevity penalty is exp(-r/c), without 1 -",
             lambda c, r: 1.0 if c >= r else math.exp(-r / c)),
    _penalty("penalty-squared", "the brevity penalty is applied twice",
             lambda c, r: 1.0 if c >= r else math.exp(1 - r / c) ** 2),
    _penalty("penalty-of-difference", "the brevity penalty is exp(c - r), of the difference of the lengths",
             lambda c, r: 1.0 if c >= r else math.exp(c - r)),
    _penalty("penalty-growing", "the brevity penalty is a bonus: exp(r/c - 1)",
             lambda c, r: 1.0 if c >= r else math.exp(r / c - 1)),
    Mistake("penalty-of-segments", "the brevity penalty is the mean of those of the segments", "mean",
            lambda scores, rows, s: _of_segments_penalties(rows, s)),
    Mistake("lengths-in-characters", "the lengths of the brevity penalty are numbers of characters", "counts", _characters),
    *wrong_formulas("the brevity penalty", "exp(1 - r / c)", "score", _typed_penalty, "c r"),
)  # fmt: skip


def _precisions(row: Row, settings: BleuSettings) -> tuple[float, list[float]]:
    """Return the brevity penalty, and the precision of each order after smoothing."""
    penalty: float = score(row, row, settings)["bp"]
    if settings.smoothing != "none":
        return penalty, list(score(row, row, settings)["precisions"])
    orders = (len(row) - 2) // 2
    pairs = zip(row[2 : 2 + orders], row[2 + orders :], strict=True)
    return penalty, [matched / total if total else 0.0 for matched, total in pairs]


def _mean(change: Callable[[list[float], BleuSettings], float]) -> Callable[[Row, BleuSettings], float]:
    """Return a function that scores a row with the mean of the precisions that `change` computes."""

    def formula(row: Row, settings: BleuSettings) -> float:
        penalty, precisions = _precisions(row, settings)
        precisions = precisions[: settings.max_order]
        return penalty * change(precisions, settings) if precisions else 0.0

    return formula


def _exp_of_logs(precisions: list[float], divisor: float, log: Callable[[float], float] = math.log) -> float:
    return math.exp(sum(map(log, precisions)) / divisor) if all(precisions) else 0.0


def _without_last_root(precisions: list[float], settings: BleuSettings) -> float:
    return _exp_of_logs(precisions, len(precisions) + 1)


_MEANS_OF_ORDERS = (
    Mistake("arithmetic-mean", "the arithmetic mean of the precisions instead of the geometric mean", "settings",
            lambda s: s.replace(mean="arithmetic")),
    Mistake("harmonic-mean", "the harmonic mean of the precisions instead of the geometric mean", "score",
            _mean(lambda p, s: len(p) / sum(1 / x for x in p) if all(p) else 0.0)),
    Mistake("root-missing", "the product of the precisions without the root: logarithms are not divided", "score",
            _mean(lambda p, s: math.prod(p))),
    Mistake("orders-over-one-too-many", "the logarithms are divided by one order too many", "score",
            _mean(_without_last_root)),
    Mistake("orders-over-one-too-few", "the logarithms are divided by one order too few", "score",
            _mean(lambda p, s: _exp_of_logs(p, len(p) - 1) if len(p) > 1 else math.nan)),
    Mistake("last-order-missing", "the highest order is not added up, but divided by", "score",
            _mean(lambda p, s: _exp_of_logs(p[:-1], len(p)))),
    Mistake("first-order-missing", "order 1 is not added up, but divided by", "score",
            _mean(lambda p, s: _exp_of_logs(p[1:], len(p)))),
    Mistake("unigrams-missing", "the mean is taken over orders from 2 on", "score",
            _mean(lambda p, s: _exp_of_logs(p[1:], len(p) - 1) if len(p) > 1 else math.nan)),
    Mistake("highest-order-alone", "only the precision of the highest order counts", "score", _mean(lambda p, s: p[-1])),
    Mistake("logarithms-of-base-2", "logarithms of base 2 and an exponential of base e", "score",
            _mean(lambda p, s: _exp_of_logs(p, len(p), math.log2))),
    Mistake("logarithms-of-base-10", "logarithms of base 10 and an exponential of base e", "score",
            _mean(lambda p, s: _exp_of_logs(p, len(p), math.log10))),
    Mistake("zero-orders-skipped", "orders without a match are left out of the mean", "score",
            _mean(lambda p, s: _exp_of_logs([x for x in p if x], len([x for x in p if x])) if any(p) else 0.0)),
    Mistake("square-root-for-order-root", "a square root of the product instead of the root of the order", "score",
            _mean(lambda p, s: math.sqrt(math.prod(p)))),
    Mistake("lowest-precision", "the lowest precision instead of the geometric mean", "score", _mean(lambda p, s: min(p))),
    Mistake("pooled-orders", "the n-grams of all orders are counted together", "score",
            lambda row, s: _precisions(row, s)[0] * _share(row, s)),
)  # fmt: skip


def _share(row: Row, settings: BleuSettings) -> float:
    matched, totals = row[2 : 2 + settings.max_order], row[2 + settings.max_order : 2 + 2 * settings.max_order]
    return sum(matched) / sum(totals) if sum(totals) else 0.0


def _cells(change: Callable[[Row, Row], tuple[Sequence[int], Sequence[int]]]) -> Callable[[Row, BleuSettings], float]:
    """Return a function that scores a row after `change` has replaced the matches and totals of all orders."""

    def formula(row: Row, settings: BleuSettings) -> float:
        orders = (len(row) - 2) // 2
        matched, totals = change(row[2 : 2 + orders], row[2 + orders :])
        return _native((*row[:2], *matched, *totals), settings)

    return formula


_CELLS = (
    Mistake("totals-plus-one", "one is added to the totals, but not to the matches", "score",
            _cells(lambda m, t: (m, [x + 1 for x in t]))),
    Mistake("all-add-one", "one is added to matches and totals of every order", "score",
            _cells(lambda m, t: ([x + 1 for x in m], [x + 1 for x in t]))),
    Mistake("matches-plus-one", "one is added to the matches, but not to the totals", "score",
            _cells(lambda m, t: ([x + 1 for x in m], t))),
    Mistake("smoothed-matches-only", "smoothing adds one to the matches from bigrams on, but not to the totals", "score",
            _cells(lambda m, t: ([*m[:1], *(x + 1 for x in m[1:])], t))),
    Mistake("orders-accumulated", "matches and totals of an order include those of the lower orders", "score",
            _cells(lambda m, t: (list(accumulate(m)), list(accumulate(t))))),
    Mistake("matches-accumulated", "the matches of an order include those of the lower orders, and its total does not",
            "score", _cells(lambda m, t: (list(accumulate(m)), t))),
    Mistake("totals-minus-one", "the totals are one too small", "score",
            _cells(lambda m, t: (m, [max(0, x - 1) for x in t]))),
    Mistake("totals-of-reference", "the totals are those of a text as long as the reference", "score",
            lambda row, s: _native((*row[:2 + s.max_order], *(max(0, row[1] - n) for n in range(s.max_order))), s)),
    Mistake("totals-of-unigrams", "the matches of every order are divided by the number of words", "score",
            _cells(lambda m, t: (m, [t[0]] * len(t)))),
    Mistake("lengths-exchanged", "the lengths of hypothesis and reference are exchanged in the brevity penalty", "score",
            lambda row, s: _native((row[1], row[0], *row[2:]), s)),
)  # fmt: skip

MISTAKES: tuple[Mistake, ...] = (
    *_COUNTS,
    *_LENGTHS,
    *_PENALTIES,
    *_MEANS_OF_ORDERS,
    *_CELLS,
    *READINGS,
    *MEANS,
    *presentations(highest=1),
)
