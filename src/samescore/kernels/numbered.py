"""Numbered text: what goes from the kernels that read text to those that count."""

from __future__ import annotations

import os
from array import array
from typing import NamedTuple

#: By this odd number of 64 bits, another in every process, kernels multiply what they look up in hash tables. If the highest
#: bits of the product, modulo 2**64, are the slot, two different keys meet in one of m slots with a probability of at most
#: 2 / m (Dietzfelbinger et al., "A reliable randomized algorithm for the closest-pair problem", 1997), whatever the keys
#: are: no text can be written whose words all meet. What is counted does not depend on it.
MULTIPLIER = int.from_bytes(os.urandom(8), "little") | 1


class Numbered(NamedTuple):
    """The units (words or characters) of many segments, as numbers.

    Units are numbered within a segment, from 0, in order of first appearance, or those of references that systems share
    before the others: two units of a segment are equal if and only if their numbers are. A line is a hypothesis or a reference; the lines of a segment are its hypothesis and then
    those of its references that count, in order.

    Kernels that need no dense numbers also take the code points of characters as their numbers.
    """

    ids: array[int]
    """The units of all lines, one after the other (int32)."""
    lines: array[int]
    """Line k is ``ids[lines[k]:lines[k + 1]]``; one more entry than there are lines (int64)."""
    segments: array[int]
    """Segment i has the lines from ``segments[i]`` to ``segments[i + 1] - 1``; one more entry than segments (int64)."""
    sizes: array[int]
    """The number of different units in each segment (int32); of code points, a number that is larger than any of them."""

    @property
    def memory(self) -> int:
        """Size in bytes."""
        return sum(column.itemsize * len(column) for column in self)


class KnownWords(NamedTuple):
    """The different words of each segment of a numbered text, beside which other texts are numbered.

    They are words of a `samescore.kernels.vocabulary.Vocabulary`, whose columns are here without the unused ends of them.
    """

    words: array[int]
    """The words of each segment, in the order of their numbers there, as numbers of the vocabulary (int32)."""
    firsts: array[int]
    """Segment i has the words from ``firsts[i]`` to before ``firsts[i + 1]`` (int64)."""
    keys: array[int]
    """What each word of the vocabulary is looked up by (uint64)."""
    letters: array[int]
    """The letters of the vocabulary, eight bytes a number (uint64)."""
    ends: array[int]
    """Word i of the vocabulary is ``letters[ends[i]:ends[i + 1]]`` (int32)."""

    @property
    def memory(self) -> int:
        """Size in bytes."""
        return sum(column.itemsize * len(column) for column in self)
