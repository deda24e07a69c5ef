"""Count the statistics of BLEU: lengths, clipped matches and totals of n-grams (Papineni et al. 2002, section 2.1)."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from samescore.base.errors import MetricError
from samescore.data.corpus import Corpus, Line
from samescore.kernels.ngrams import matches
from samescore.kernels.rows import AVERAGE, CLOSEST, CLOSEST_FIRST, LONGEST, SHORTEST, bleu_rows
from samescore.metrics.base import Statistics
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.numbering import number_units, numbered_words, strip_that_matters
from samescore.metrics.rows import Rows
from samescore.metrics.words import all_counted_references, counted_references, most_often, tokenizer_for

_REFERENCE_LENGTHS = {
    "closest": CLOSEST,
    "closest-first": CLOSEST_FIRST,
    "shortest": SHORTEST,
    "longest": LONGEST,
    "average": AVERAGE,
}


def compared_texts(corpus: Corpus, settings: BleuSettings) -> Corpus:
    """Return the texts to compare: the corpus or, with ``sentences=first-against-all``, a corpus of parts of its texts.

    The texts are split at full stops: the first part of a hypothesis is compared with every part of a reference.
    """
    if settings.sentences == "whole" or corpus.tokenized:
        return corpus
    hypotheses = [pieces(line)[0] for line in corpus.hypothesis_lines]
    references = [[piece for line in lines for piece in pieces(line)] for lines in corpus.reference_lines]
    return Corpus.from_segments(hypotheses, references)


def pieces(line: Line) -> list[str]:
    """Return the pieces of a text between full stops followed by a space, for the knob ``sentences``."""
    return str(line).split(". ")


def compiled_statistics(corpus: Corpus, settings: BleuSettings) -> Statistics | None:
    """Return `statistics` counted by the kernels; None if a segment has no references."""
    corpus = compared_texts(corpus, settings)
    text = numbered_words(corpus, settings, all_counted_references)
    if text is None:
        return None
    orders = settings.max_order
    if settings.ngram_key == "joined":
        matched = array("q", bytes(8 * orders * len(corpus)))
        matched[::orders] = matches(text, 1, 1, True, settings.clipping == "clipped")
        for n in range(2, orders + 1):
            matched[n - 1 :: orders] = _joined_matches(corpus, n, settings)
    else:
        matched = matches(text, 1, orders, True, settings.clipping == "clipped")
    at_least = int(settings.denominator_floor == "one-per-segment")
    cells = bleu_rows(text, matched, orders, _REFERENCE_LENGTHS[settings.reference_length], at_least)
    return Statistics(_columns(settings), Rows(2 + 2 * orders, cells))


def _joined_matches(corpus: Corpus, n: int, settings: BleuSettings) -> array[int]:
    """Return the matches of each segment's n-grams of order n, compared as joined strings.

    The result is cached, because settings with a different ``max_order`` use it too.
    """
    strip = strip_that_matters(settings)
    key = ("joined matches", n, settings.clipping, settings.case, strip, settings.tokenizer, settings.empty_references)

    def count() -> array[int]:
        tokens = tokenizer_for(corpus, settings)
        pairs = zip(corpus.hypothesis_lines, all_counted_references(corpus, settings), strict=True)
        lines = ([tokens(line) for line in (hypothesis, *references)] for hypothesis, references in pairs)
        text = number_units([["".join(gram) for gram in _grams(line, n)] for line in segment] for segment in lines)
        counted: array[int] = matches(text, 1, 1, True, settings.clipping == "clipped")
        return counted

    return corpus.remembered(key, count, lambda counted: 8 * len(counted))


def _columns(settings: BleuSettings) -> tuple[str, ...]:
    orders = range(1, settings.max_order + 1)
    return ("c", "r", *(f"match_{n}" for n in orders), *(f"total_{n}" for n in orders))


def statistics(corpus: Corpus, settings: BleuSettings) -> Statistics:
    """Return one row of counts for each segment: c, r, then the matches of each order, then the totals of each order.

    c and r are in the unit that ``length_unit`` names.

    Raises `MetricError` for a segment without references, unless the hypothesis is empty and ``no_references`` is
    minus-one.
    """
    orders = range(1, settings.max_order + 1)
    corpus = compared_texts(corpus, settings)
    tokens = tokenizer_for(corpus, settings)
    rows = []
    for segment in corpus:
        hypothesis = tokens(segment.hypothesis)
        references = [tokens(reference) for reference in counted_references(segment, settings)]
        length, lengths = len(hypothesis), list(map(len, references))
        if settings.length_unit == "characters":
            length, lengths = len(segment.hypothesis), list(map(len, counted_references(segment, settings)))
        r = _reference_length(length, lengths, settings)
        matches, totals = [], []
        for n in orders:
            counts = _ngrams(hypothesis, n, settings.ngram_key)
            matches.append(
                _matches(counts, [_ngrams(reference, n, settings.ngram_key) for reference in references], settings)
            )
            total = sum(counts.values())
            totals.append(max(1, total) if settings.denominator_floor == "one-per-segment" else total)
        rows.append([length, r, *matches, *totals])
    return Statistics(_columns(settings), rows)


def _grams(tokens: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    return zip(*(tokens[i:] for i in range(n)), strict=False)


def _ngrams(tokens: Sequence[str], n: int, key: str) -> Counter[Any]:
    grams = _grams(tokens, n)
    return Counter(grams if key == "tuple" else map("".join, grams))


def _matches(counts: Counter[Any], references: list[Counter[Any]], settings: BleuSettings) -> int:
    """Return the matches of a segment, clipped or unclipped (equation 2 of the paper, inner sums of the numerator)."""
    most = references[0] if len(references) == 1 else most_often(references)  # Max_Ref_Count
    if settings.clipping == "unclipped":
        return sum(count for gram, count in counts.items() if gram in most)
    return sum(min(count, most[gram]) for gram, count in counts.items() if gram in most)


def _reference_length(c: int, lengths: list[int], settings: BleuSettings) -> int:
    if not lengths:
        if settings.no_references == "minus-one" and c == 0:
            return -1
        raise MetricError("a segment has no references")
    match settings.reference_length:
        case "closest":
            return min(lengths, key=lambda length: (abs(length - c), length))
        case "closest-first":
            return min(lengths, key=lambda length: abs(length - c))
        case "shortest":
            return min(lengths)
        case "longest":
            return max(lengths)
    return sum(lengths) // len(lengths)
