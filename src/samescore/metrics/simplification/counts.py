"""Count the statistics of SARI for a segment: n-grams of the source, the hypothesis and the references.

A row is one segment. For each order it has the numbers in `Added`, the number of references with an n-gram of the
order, the number of distinct n-grams of the source, and for each of these its counts in the source, the hypothesis and
the references.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from samescore.data.rewrites import Rewrite
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.simplification.settings import SariSettings
from samescore.text.tokenizers import RULES

Words = Sequence[str]
Gram = tuple[str, ...]


class SegmentTokens(NamedTuple):
    """The tokens of a segment's source, hypothesis and references, and the words of its untokenized source."""

    source: Words
    hypothesis: Words
    references: list[Words]
    given: Words


class Added(NamedTuple):
    """The numbers of n-grams that the source lacks: in the hypothesis, in hypothesis and references, in references."""

    hypothesis: int
    both: int
    references: int


class Order(NamedTuple):
    """The n-grams of one order; `kinds` has the counts of each n-gram in the source, in order.

    A count is given for the source, the hypothesis and the references. `references` is the number of references that
    count.
    """

    added: Added
    references: int
    kinds: list[tuple[int, int, int]]


def texts(row: Rewrite, settings: SariSettings) -> SegmentTokens:
    """Return the tokens of a segment."""
    source = tokens(row.source, "none" if settings.source == "as-given" else settings.tokenizer, settings)
    hypothesis, *references = (tokens(line, settings.tokenizer, settings) for line in (row.hypothesis, *row.references))
    return SegmentTokens(source, hypothesis, references, row.source.split())


def tokens(line: str, tokenizer: str, settings: SariSettings, seen: Seen = unseen) -> Words:
    """Return the tokens of a text; if split at every space, an empty text is one empty token. `seen` gets each stage."""
    text = line
    if settings.case == "lower":
        text = text.lower()
        seen("case", text)
    words = RULES[tokenizer](text)
    if settings.split == "white-space":
        seen("tokenizer", words)
        return words
    split = (text if tokenizer == "none" else " ".join(words)).split(" ")
    seen("split", split)
    return split


def row_of(segment: SegmentTokens, settings: SariSettings) -> list[int]:
    """Return the row of a segment, as described in the module docstring."""
    row: list[int] = []
    for n in range(1, settings.max_order + 1):
        order = _binary(segment, n) if settings.counts == "binary" else _kinds_with_references(segment, n)
        added = _added_ngrams(segment, n, settings)
        row += [*added, order.references, len(order.kinds)]
        row += [count for kind in order.kinds for count in kind]
    return row


def orders_of(row: Sequence[int]) -> Iterator[Order]:
    """Yield the orders stored in a row, from 1 on."""
    place = 0
    while place < len(row):
        *added, references, kinds = row[place : place + 5]
        place += 5
        cells = iter(row[place : place + 3 * kinds])
        place += 3 * kinds
        yield Order(Added(*added), references, list(zip(cells, cells, cells, strict=True)))


def _grams(words: Words, n: int) -> list[Gram]:
    return list(zip(*(words[i:] for i in range(n)), strict=False))


def _kinds_with_references(segment: SegmentTokens, n: int) -> Order:
    """Return the counts of each source n-gram.

    The counts in source and hypothesis are multiplied by the number of references.
    """
    many = len(segment.references)
    source, hypothesis = Counter(_grams(segment.source, n)), Counter(_grams(segment.hypothesis, n))
    references = Counter(gram for words in segment.references for gram in _grams(words, n))
    kinds = [(count * many, hypothesis[gram] * many, references[gram]) for gram, count in source.items()]
    return Order(Added(0, 0, 0), many, kinds)


def _binary(segment: SegmentTokens, n: int) -> Order:
    """Return for each n-gram whether it occurs in source and hypothesis, and in how many references.

    The order of the n-grams matters, because fractions are added up in this order. It is the order of a Python set of
    tuples of numbers, where the words of the segment are numbered from 1 in order of first appearance.
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


def _added_ngrams(segment: SegmentTokens, n: int, settings: SariSettings) -> Added:
    source = set(_grams(segment.source, n))
    hypothesis = set(_grams(segment.hypothesis, n)) - source
    references = {gram for words in segment.references for gram in _grams(words, n)} - source
    both = hypothesis & references
    if settings.additions == "without-subsequences":
        known = {word for gram in source for word in " ".join(gram).split()}
        both = {gram for gram in both if not _left_over(" ".join(gram).split(), known, segment.given)}
    return Added(len(hypothesis), len(both), len(references))


def _left_over(words: Words, known: set[str], source: Words) -> bool:
    """Return whether an n-gram can result from deleting words of the source.

    All its words must be in `known`, and form a subsequence of `source`.
    """
    rest = iter(source)
    return known.issuperset(words) and all(word in rest for word in words)
