"""The statistics of SARI for a segment: n-grams of the source, the hypothesis and the references.

A row is one segment: for each order the numbers in `Added`, the number of references with an n-gram of the order, the
number of n-grams of the source, and for each of these its counts in the source, the hypothesis and the references.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from samescore.data.rewrites import Rewrite
from samescore.metrics.simplification.settings import SariSettings
from samescore.text.tokenizers import RULES

Words = Sequence[str]
Gram = tuple[str, ...]


class SegmentTokens(NamedTuple):
    """The tokens of a segment, and the words of its untokenized source."""

    source: Words
    hypothesis: Words
    references: list[Words]
    given: Words


class Added(NamedTuple):
    """The numbers of n-grams not in the source: of the hypothesis, of it and the references, of the references."""

    hypothesis: int
    both: int
    references: int


class Order(NamedTuple):
    """The n-grams of one order. `kinds` has the counts of each n-gram of the source, in order."""

    added: Added
    references: int
    kinds: list[tuple[int, int, int]]


def texts(row: Rewrite, settings: SariSettings) -> SegmentTokens:
    """Return the tokens of a segment."""
    source = tokens(row.source, "none" if settings.source == "as-given" else settings.tokenizer, settings)
    hypothesis, *references = (tokens(line, settings.tokenizer, settings) for line in (row.hypothesis, *row.references))
    return SegmentTokens(source, hypothesis, references, row.source.split())


def tokens(line: str, tokenizer: str, settings: SariSettings) -> Words:
    """Return the tokens of a text; if split at every space, an empty text is one empty token."""
    text = line.lower() if settings.case == "lower" else line
    if settings.split == "white-space":
        return RULES[tokenizer](text)
    return (text if tokenizer == "none" else " ".join(RULES[tokenizer](text))).split(" ")


def row_of(segment: SegmentTokens, settings: SariSettings) -> list[int]:
    """Return the row of a segment."""
    row: list[int] = []
    for n in range(1, settings.max_order + 1):
        order = _binary(segment, n) if settings.counts == "binary" else _multiplied(segment, n)
        added = _added(segment, n, settings)
        row += [*added, order.references, len(order.kinds)]
        row += [count for kind in order.kinds for count in kind]
    return row


def orders_of(row: Sequence[int]) -> Iterator[Order]:
    """Yield the orders in a row."""
    place = 0
    while place < len(row):
        *added, references, kinds = row[place : place + 5]
        place += 5
        cells = iter(row[place : place + 3 * kinds])
        place += 3 * kinds
        yield Order(Added(*added), references, list(zip(cells, cells, cells, strict=True)))


def _grams(words: Words, n: int) -> list[Gram]:
    return list(zip(*(words[i:] for i in range(n)), strict=False))


def _multiplied(segment: SegmentTokens, n: int) -> Order:
    """Return the counts of each n-gram; those of source and hypothesis are multiplied by the number of references."""
    many = len(segment.references)
    source, hypothesis = Counter(_grams(segment.source, n)), Counter(_grams(segment.hypothesis, n))
    references = Counter(gram for words in segment.references for gram in _grams(words, n))
    kinds = [(count * many, hypothesis[gram] * many, references[gram]) for gram, count in source.items()]
    return Order(Added(0, 0, 0), many, kinds)


def _binary(segment: SegmentTokens, n: int) -> Order:
    """Return whether each n-gram occurs, and in how many references.

    The n-grams are in the order of a Python set of tuples of numbers, where the words of the segment are numbered from
    1 in order of first appearance, because fractions are added up in this order.
    """
    numbers: dict[str, int] = {}
    for words in (segment.source, segment.hypothesis, *segment.references):
        for word in words:
            numbers.setdefault(word, len(numbers) + 1)

    def numbered(words: Words) -> set[tuple[int, ...]]:
        ids = [numbers[word] for word in words]
        return {tuple(ids[i : i + n]) for i in range(len(ids) + 1 - n)}

    hypothesis = numbered(segment.hypothesis)
    references = [grams for grams in map(numbered, segment.references) if grams]
    kinds = [(1, int(gram in hypothesis), sum(gram in r for r in references)) for gram in numbered(segment.source)]
    return Order(Added(0, 0, 0), len(references), kinds)


def _added(segment: SegmentTokens, n: int, settings: SariSettings) -> Added:
    source = set(_grams(segment.source, n))
    hypothesis = set(_grams(segment.hypothesis, n)) - source
    references = {gram for words in segment.references for gram in _grams(words, n)} - source
    both = hypothesis & references
    if settings.additions == "without-subsequences":
        known = {word for gram in source for word in " ".join(gram).split()}
        both = {gram for gram in both if not _left_over(" ".join(gram).split(), known, segment.given)}
    return Added(len(hypothesis), len(both), len(references))


def _left_over(words: Words, known: set[str], source: Words) -> bool:
    """Return whether all words are in `known`, and form a subsequence of `source`.

    If so, only words between them were deleted.
    """
    rest = iter(source)
    return known.issuperset(words) and all(word in rest for word in words)
