"""The statistics of BLEU: lengths, clipped matches and totals of n-grams (Papineni et al. 2002, section 2.1)."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from samescore.base.errors import MetricError
from samescore.data.corpus import Corpus
from samescore.kernels.ngrams import matches
from samescore.kernels.rows import AVERAGE, CLOSEST, CLOSEST_FIRST, LONGEST, SHORTEST, bleu_rows
from samescore.metrics.base import Statistics
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.numbering import numbered, numbered_words, strip_that_matters
from samescore.metrics.rows import Rows
from samescore.metrics.words import all_counted_references, counted_references, most_often, tokenizer_for

_REFERENCE_LENGTHS = {
    "closest": CLOSEST,
    "closest-first": CLOSEST_FIRST,
    "shortest": SHORTEST,
    "longest": LONGEST,
    "average": AVERAGE,
}


def compared_texts(corpus: Corpus, s: BleuSettings) -> Corpus:
    """Return the compared texts: those of the corpus, or the sentences selected by ``sentences``."""
    if s.sentences == "whole" or corpus.tokenized:
        return corpus
    hypotheses = [str(line).split(". ")[0] for line in corpus.hypothesis_lines]
    references = [[piece for line in lines for piece in str(line).split(". ")] for lines in corpus.reference_lines]
    return Corpus.from_segments(hypotheses, references)


def compiled_statistics(corpus: Corpus, s: BleuSettings) -> Statistics | None:
    """`statistics` with kernels; None if a segment has no references."""
    corpus = compared_texts(corpus, s)
    text = numbered_words(corpus, s, all_counted_references)
    if text is None:
        return None
    orders = s.max_order
    if s.ngram_key == "joined":
        matched = array("q", bytes(8 * orders * len(corpus)))
        matched[::orders] = matches(text, 1, 1, True, s.clipping == "clipped")
        for n in range(2, orders + 1):
            matched[n - 1 :: orders] = _joined_matches(corpus, n, s)
    else:
        matched = matches(text, 1, orders, True, s.clipping == "clipped")
    at_least = int(s.denominator_floor == "one-per-segment")
    cells = bleu_rows(text, matched, orders, _REFERENCE_LENGTHS[s.reference_length], at_least)
    return Statistics(_columns(s), Rows(2 + 2 * orders, cells))


def _joined_matches(corpus: Corpus, n: int, s: BleuSettings) -> array[int]:
    """Return the matches of each segment's n-grams compared as texts.

    The result is cached, because other settings use more or fewer orders.
    """
    strip = strip_that_matters(s)
    key = ("joined matches", n, s.clipping, s.case, strip, s.tokenizer, s.empty_references)

    def count() -> array[int]:
        tokens = tokenizer_for(corpus, s)
        pairs = zip(corpus.hypothesis_lines, all_counted_references(corpus, s), strict=True)
        lines = ([tokens(line) for line in (hypothesis, *references)] for hypothesis, references in pairs)
        text = numbered([["".join(gram) for gram in _grams(line, n)] for line in segment] for segment in lines)
        counted: array[int] = matches(text, 1, 1, True, s.clipping == "clipped")
        return counted

    return corpus.remembered(key, count, lambda counted: 8 * len(counted))


def _columns(s: BleuSettings) -> tuple[str, ...]:
    orders = range(1, s.max_order + 1)
    return ("c", "r", *(f"match_{n}" for n in orders), *(f"total_{n}" for n in orders))


def statistics(corpus: Corpus, s: BleuSettings) -> Statistics:
    """Count one row for each segment: c, r, then matches and totals of each order.

    Raises `MetricError` on a segment without references, unless ``no_references`` allows it.
    """
    orders = range(1, s.max_order + 1)
    corpus = compared_texts(corpus, s)
    tokens = tokenizer_for(corpus, s)
    rows = []
    for segment in corpus:
        hypothesis = tokens(segment.hypothesis)
        references = [tokens(reference) for reference in counted_references(segment, s)]
        r = _reference_length(len(hypothesis), [len(reference) for reference in references], s)
        matches, totals = [], []
        for n in orders:
            counts = _ngrams(hypothesis, n, s.ngram_key)
            matches.append(_matches(counts, [_ngrams(reference, n, s.ngram_key) for reference in references], s))
            total = sum(counts.values())
            totals.append(max(1, total) if s.denominator_floor == "one-per-segment" else total)
        rows.append([len(hypothesis), r, *matches, *totals])
    return Statistics(_columns(s), rows)


def _grams(tokens: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    return zip(*(tokens[i:] for i in range(n)), strict=False)


def _ngrams(tokens: Sequence[str], n: int, key: str) -> Counter[Any]:
    grams = _grams(tokens, n)
    return Counter(grams if key == "tuple" else map("".join, grams))


def _matches(counts: Counter[Any], references: list[Counter[Any]], s: BleuSettings) -> int:
    """Equation (2) of the paper, inner sums: Count_clip, or the unclipped count."""
    most = references[0] if len(references) == 1 else most_often(references)  # Max_Ref_Count
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
