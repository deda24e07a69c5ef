"""Metrics without rows, and the data that they keep: merged parts give the score of the whole, however it is divided."""

from __future__ import annotations

import abc
from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.kernels import kernels_enabled
from samescore.metrics.aggregation import MeanOfScores
from samescore.metrics.base import DataT, Kept, Metric, SettingsT, Statistics, Total, need_segments
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.numbering import numbered_corpus, numbered_hypotheses
from samescore.metrics.words import WordSettings, all_used_references, need_references, tokenize, tokenizer_for

WordSettingsT = TypeVar("WordSettingsT", bound=WordSettings)

Words = Sequence[str]
#: The words of a text, as numbers.
Ids = Sequence[int]
#: A segment: its hypothesis, and the references that are used.
Pair = tuple[Ids, list[Ids]]
#: The number of words of a segment's hypothesis, and of each of its references.
Lengths = tuple[int, list[int]]

_LIST_BYTES, _TOKEN_BYTES = 56, 64


class KeptSegments(Kept, Protocol):
    """Kept data of segments, with the number of segments."""

    @property
    def segments(self) -> int:
        """The number of segments (or of items, if the input has no segments)."""


class Rowless(Metric[DataT, SettingsT]):
    """A metric without rows: everything it needs is kept in one `KeptSegments`."""

    by_segment = False

    def total(self, statistics: Statistics, settings: SettingsT) -> Total:
        kept: KeptSegments = statistics.kept
        return Total(kept.segments, kept=kept)


#: A metric without rows, with unspecified settings.
RowlessMetric = Rowless[Any, Any]


class WordsMetric(
    CompiledCounting[Corpus, WordSettingsT], MeanOfScores[Corpus, WordSettingsT], Rowless[Corpus, WordSettingsT]
):
    """A metric that keeps the words of every segment, in order, because their weights depend on the whole corpus."""

    def statistics(self, data: Corpus, settings: WordSettingsT) -> Statistics:
        """Return the words of every segment as kept data, without rows.

        Raises `MetricError` for a segment without references.
        """
        return Statistics((), (), KeptWords.tokenized(data, settings))

    def compiled_statistics(self, data: Corpus, settings: WordSettingsT) -> Statistics | None:
        kept = KeptWords.split(data, settings)
        return None if kept is None else Statistics((), (), kept)

    @abc.abstractmethod
    def combine_words(self, kept: KeptWords, settings: WordSettingsT) -> Trace:
        """Return the score of the words, with its intermediate results. Raises the errors of `combine`."""

    @abc.abstractmethod
    def compiled_combine_words(self, kept: KeptWords, settings: WordSettingsT) -> Trace:
        """Return `combine_words`, computed with the kernels."""

    def combine_by_route(self, kept: KeptWords, settings: WordSettingsT) -> Trace:
        """Return the score of the words, computed by the kernels if these are enabled, else by `combine_words`."""
        return self.compiled_combine_words(kept, settings) if kernels_enabled() else self.combine_words(kept, settings)

    def combine(self, total: Total, settings: WordSettingsT) -> Trace:
        need_segments(total)
        return self.combine_by_route(total.kept, settings)


class WordNumbers(dict[str, int]):
    """Word numbers by word; looking up a new word assigns it the next number."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


class KeptWords(msgspec.Struct, frozen=True):
    """The words of every segment, in order: four bytes a word, plus each distinct word once.

    Words are numbered in order of first appearance: ``vocabulary[i]`` is word i. Line k, a hypothesis or a reference,
    is ``ids[lines[k]:lines[k + 1]]``. Segment i has the lines from ``firsts[i]`` to ``firsts[i + 1] - 1``: its
    hypothesis, then its references.
    """

    grows: ClassVar[str] = "the words of every segment, in order"

    vocabulary: tuple[str, ...]
    ids: array[int]
    lines: array[int]
    firsts: array[int]

    @classmethod
    def tokenized(cls, corpus: Corpus, settings: WordSettings) -> KeptWords:
        """Return the words of a corpus under these word settings.

        Raises `MetricError` for a segment without references, and `SettingsError` as `tokenize` does.
        """
        for segment in corpus:
            need_references(segment)
        pairs = zip(corpus.hypothesis_lines, all_used_references(corpus, settings), strict=True)
        return cls.numbered([tokenize(line, settings) for line in (hypothesis, *lines)] for hypothesis, lines in pairs)

    @classmethod
    def split(cls, corpus: Corpus, settings: WordSettings) -> KeptWords | None:
        """Return `tokenized`, split by the kernels; None if a segment has no references, or no kernel splits the texts."""
        key = ("kept words", settings.case, settings.tokenizer, getattr(settings, "references", "") == "first")
        return corpus.remembered(key, lambda: cls._split(corpus, settings), lambda kept: kept.memory if kept else 0)

    @classmethod
    def _split(cls, corpus: Corpus, settings: WordSettings) -> KeptWords | None:
        made = numbered_corpus(corpus, settings, all_used_references)
        if made is None:
            return None
        text, vocabulary = made
        return cls(tuple(vocabulary), text.ids, text.lines, text.segments)

    @classmethod
    def of_hypotheses(cls, corpus: Corpus, settings: WordSettings) -> KeptWords:
        """Return the words of the hypotheses alone, split by the kernels if they support the settings."""
        made = numbered_hypotheses(corpus, settings)
        if made is None:
            tokens = tokenizer_for(corpus, settings)
            return cls.numbered([tokens(line)] for line in corpus.hypothesis_lines)
        text, vocabulary = made
        return cls(tuple(vocabulary), text.ids, text.lines, text.segments)

    @classmethod
    def numbered(cls, segments: Iterable[Sequence[Words]]) -> KeptWords:
        """Return these words as numbers; a segment has the words of its hypothesis, then of each reference."""
        numbers = WordNumbers()
        ids, lines, firsts = array("i"), array("q", [0]), array("q", [0])
        for segment in segments:
            for words in segment:
                ids.extend(array("i", [numbers[word] for word in words]))
                lines.append(len(ids))
            firsts.append(len(lines) - 1)
        return cls(tuple(numbers), ids, lines, firsts)

    @property
    def segments(self) -> int:
        return len(self.firsts) - 1

    @property
    def pairs(self) -> list[Pair]:
        """The words of each segment's hypothesis and of its references, as lists of numbers."""
        texts: list[Ids] = [self.ids[start:stop].tolist() for start, stop in pairwise(self.lines)]
        return [(texts[first], texts[first + 1 : following]) for first, following in pairwise(self.firsts)]

    @property
    def lengths(self) -> list[Lengths]:
        """The number of words of each segment's hypothesis, and of each of its references."""
        lengths = [stop - start for start, stop in pairwise(self.lines)]
        return [(lengths[first], lengths[first + 1 : following]) for first, following in pairwise(self.firsts)]

    @property
    def memory(self) -> int:
        places = sum(column.itemsize * len(column) for column in (self.ids, self.lines, self.firsts))
        return places + _TOKEN_BYTES * len(self.vocabulary) + sum(map(len, self.vocabulary))

    def merge(self, following: KeptWords) -> KeptWords:
        numbers = WordNumbers((word, number) for number, word in enumerate(self.vocabulary))
        renumbered = [numbers[word] for word in following.vocabulary]
        ids = self.ids + array("i", map(renumbered.__getitem__, following.ids))
        lines = self.lines + array("q", [self.lines[-1] + end for end in following.lines[1:]])
        firsts = self.firsts + array("q", [self.firsts[-1] + line for line in following.firsts[1:]])
        return KeptWords(tuple(numbers), ids, lines, firsts)


def token_bytes(tokens: Words) -> int:
    """Return the approximate memory of a list of tokens, in bytes."""
    return _LIST_BYTES + _TOKEN_BYTES * len(tokens)
