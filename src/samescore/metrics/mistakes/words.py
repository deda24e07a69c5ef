"""Known mistakes in GLEU, Distinct-n and perplexity."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Sequence

from samescore.data.corpus import Corpus
from samescore.metrics.base import Statistics
from samescore.metrics.distinct import DifferentNgrams, DistinctSettings
from samescore.metrics.gleu import GleuSettings
from samescore.metrics.likelihood.perplexity import PerplexitySettings, Sequences
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.ngrams import CUTS, Grams, grams
from samescore.metrics.mistakes.texts import MEANS, READINGS, presentations
from samescore.metrics.words import tokenizer_for, used_references

_SHARED = (*READINGS, *MEANS, *presentations(highest=1))


def _gleu(name: str, meaning: str, *, ratio: Callable[[int, int, int], int] | None = None, cut: Grams = grams,
          sets: bool = False, clip: bool = True) -> Mistake:  # fmt: skip
    """Return a mistake in GLEU's counts: `ratio` computes the divisor, `cut` the n-grams.

    With `sets` each distinct n-gram counts once; without `clip` matches are not clipped.
    """

    def statistics(data: Corpus, settings: GleuSettings) -> Statistics | None:
        if settings.no_references != "raise" or not all(data.reference_lines):
            return None
        tokens = tokenizer_for(data, settings)
        rows: list[list[int]] = []
        for segment in data:
            h, *references = (
                _all_orders(tokens(line), settings, cut, sets)
                for line in (segment.hypothesis, *used_references(segment, settings))
            )
            candidates = []
            for r in references:
                matched = sum((h & r).values()) if clip else sum(count for gram, count in h.items() if gram in r)
                ours, theirs = sum(h.values()), sum(r.values())
                below = ratio(matched, ours, theirs) if ratio else max(ours, theirs)
                candidates.append([matched, below])
            kept = [row for row in candidates if row[1]]
            rows.append(max(kept, key=lambda row: row[0] / row[1], default=[0, 0]))
        return Statistics(("matches", "most"), rows)

    return Mistake(name, meaning, "counts", statistics)


def _all_orders(words: Sequence[str], settings: GleuSettings, cut: Grams, sets: bool) -> Counter[tuple[str, ...]]:
    counts: Counter[tuple[str, ...]] = Counter()
    for n in range(settings.min_order, settings.max_order + 1):
        counts.update(map(tuple, cut(words, n)))
    return Counter(counts.keys()) if sets else counts


GLEU_MISTAKES: tuple[Mistake, ...] = (
    _gleu("unclipped", "matches are not clipped to the number of occurrences in a reference", clip=False),
    _gleu("distinct-ngrams", "n-grams are counted once, however often they occur", sets=True),
    *(_gleu(name, meaning, cut=cut) for name, meaning, cut in CUTS),
    _gleu("precision-alone", "matches are divided by the hypothesis' n-grams", ratio=lambda m, h, r: h),
    _gleu("recall-alone", "matches are divided by the reference's n-grams", ratio=lambda m, h, r: r),
    _gleu("divided-by-fewer", "the higher one of precision and recall instead of the lower", ratio=lambda m, h, r: min(h, r)),
    _gleu("divided-by-both", "matches are divided by the n-grams of both texts together", ratio=lambda m, h, r: h + r),
    _gleu("jaccard", "matches are divided by the n-grams of either text", ratio=lambda m, h, r: h + r - m),
    *_SHARED,
)  # fmt: skip


def _distinct(name: str, meaning: str, change: Callable[[Corpus, DistinctSettings], tuple[int, int] | None]) -> Mistake:
    """Return a mistake in Distinct-n of a corpus: `change` returns the number of distinct n-grams, and its divisor."""

    def statistics(data: Corpus, settings: DistinctSettings) -> Statistics | None:
        if settings.average != "corpus" or settings.ngram_key != "tuple":
            return None
        made = change(data, settings)
        return None if made is None else _table(*made)

    return Mistake(name, meaning, "counts", statistics)


def _table(different: int, ngrams: int) -> Statistics:
    """Return the statistics of a corpus for a number of distinct n-grams, without the n-grams themselves."""
    kept = DifferentNgrams((), array("i", bytes(4 * different)), 1)
    return Statistics(("different", "ngrams", "tokens"), [(different, ngrams, ngrams)], kept)


def _lines(data: Corpus, settings: DistinctSettings) -> list[Sequence[str]]:
    tokens = tokenizer_for(data, settings)
    return [tokens(line) for line in data.hypothesis_lines]


def _counted(cut: Grams) -> Callable[[Corpus, DistinctSettings], tuple[int, int]]:
    def count(data: Corpus, settings: DistinctSettings) -> tuple[int, int]:
        every = [tuple(gram) for line in _lines(data, settings) for gram in cut(line, settings.order)]
        return len(set(every)), len(every)

    return count


def _across(data: Corpus, settings: DistinctSettings) -> tuple[int, int]:
    words = [word for line in _lines(data, settings) for word in line]
    every = list(map(tuple, grams(words, settings.order)))
    return len(set(every)), len(every)


def _once(data: Corpus, settings: DistinctSettings) -> tuple[int, int]:
    counts = Counter(tuple(gram) for line in _lines(data, settings) for gram in grams(line, settings.order))
    return sum(count == 1 for count in counts.values()), sum(counts.values())


def _by_line(data: Corpus, settings: DistinctSettings) -> tuple[int, int]:
    every = [list(map(tuple, grams(line, settings.order))) for line in _lines(data, settings)]
    return sum(len(set(line)) for line in every), sum(map(len, every))


def _plus_one(data: Corpus, settings: DistinctSettings) -> tuple[int, int]:
    different, every = _counted(grams)(data, settings)
    return different, every + 1


def _of_lines(data: Corpus, settings: DistinctSettings) -> tuple[int, int]:
    return _counted(grams)(data, settings)[0], len(data)


def _over_distinct_words(data: Corpus, settings: DistinctSettings) -> tuple[int, int]:
    return _counted(grams)(data, settings)[0], len({word for line in _lines(data, settings) for word in line})


DISTINCT_MISTAKES: tuple[Mistake, ...] = (
    *(_distinct(name, meaning, _counted(cut)) for name, meaning, cut in CUTS),
    _distinct("ngrams-across-lines", "the hypotheses are joined, so that n-grams reach across lines", _across),
    _distinct("ngrams-that-occur-once", "n-grams that occur once instead of different ones", _once),
    _distinct("different-in-each-line", "different n-grams are counted in each line on its own", _by_line),
    _distinct("divided-by-one-too-many", "the number of n-grams is one too large", _plus_one),
    _distinct("divided-by-lines", "different n-grams are divided by the number of lines", _of_lines),
    _distinct("divided-by-vocabulary", "different n-grams are divided by the number of different words", _over_distinct_words),
    *(mistake for mistake in READINGS if mistake.name in ("last-segment-missing", "first-segment-missing")),
    *presentations(highest=1),
)  # fmt: skip


def _perplexity(name: str, meaning: str, change: Callable[[list[list[float]]], float | None]) -> Mistake:
    """Return a mistake in perplexity per token.

    `change` gets the natural log-probabilities of each sequence with tokens.
    """

    def formula(kept: Sequences, settings: PerplexitySettings) -> float | None:
        base = {"e": 1.0, "2": math.log(2), "10": math.log(10)}[settings.base]
        sequences = [[x * base for x in sequence] for sequence in kept.logprobs if sequence]
        if (
            settings.measure != "perplexity"
            or settings.denominator != "token"
            or settings.probabilities != "logarithms"
            or not sequences
        ):
            return None
        return change(sequences)

    return Mistake(name, meaning, "kept", formula)


def _tokens(sequences: list[list[float]]) -> list[float]:
    return [x for sequence in sequences for x in sequence]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


PERPLEXITY_MISTAKES: tuple[Mistake, ...] = (
    _perplexity("sign-missing", "the logarithm keeps its sign: exp of the mean log-probability",
                lambda q: math.exp(_mean(_tokens(q)))),
    _perplexity("not-exponentiated", "the cross-entropy, without the exponential", lambda q: -_mean(_tokens(q))),
    _perplexity("two-to-the-nats", "2 to the power of natural logarithms", lambda q: 2.0 ** -_mean(_tokens(q))),
    _perplexity("e-to-the-bits", "e to the power of binary logarithms",
                lambda q: math.exp(-_mean(_tokens(q)) / math.log(2))),
    _perplexity("sum-for-mean", "the log-probabilities are not divided by their number",
                lambda q: math.exp(-sum(_tokens(q)))),
    _perplexity("mean-of-sequence-means", "the mean of the sequences' mean log-probabilities",
                lambda q: math.exp(-_mean([_mean(sequence) for sequence in q]))),
    _perplexity("mean-of-perplexities", "the mean of the perplexities of the sequences",
                lambda q: _mean([math.exp(-_mean(sequence)) for sequence in q])),
    _perplexity("mean-of-token-perplexities", "the mean of the inverse probabilities of the tokens",
                lambda q: _mean([math.exp(-x) for x in _tokens(q)])),
    _perplexity("inverse-of-mean-probability", "the inverse of the mean probability",
                lambda q: 1 / _mean([math.exp(x) for x in _tokens(q)])),
    _perplexity("divided-by-sequences", "the log-probabilities are divided by the number of sequences",
                lambda q: math.exp(-sum(_tokens(q)) / len(q))),
    _perplexity("divided-by-one-too-few", "the log-probabilities are divided by one token too few",
                lambda q: math.exp(-sum(_tokens(q)) / (len(_tokens(q)) - 1)) if len(_tokens(q)) > 1 else None),
    _perplexity("divided-by-one-too-many", "the log-probabilities are divided by one token too many",
                lambda q: math.exp(-sum(_tokens(q)) / (len(_tokens(q)) + 1))),
    _perplexity("first-token-missing", "the first token of each sequence is left out",
                lambda q: math.exp(-_mean([x for sequence in q for x in sequence[1:]])) if any(len(x) > 1 for x in q)
                else None),
    _perplexity("median", "the median of the log-probabilities instead of the mean",
                lambda q: math.exp(-sorted(_tokens(q))[len(_tokens(q)) // 2])),
)  # fmt: skip
