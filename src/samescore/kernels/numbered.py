"""Define numbered text: the data passed from the kernels that read text to the kernels that count."""

from __future__ import annotations

import os
from array import array
from typing import NamedTuple

#: Kernels multiply hash table keys by this odd 64-bit number, which differs between processes. If the slot is the
#: highest bits of the product modulo 2**64, two different keys collide in one of m slots with probability at most 2 / m
#: (Dietzfelbinger et al., "A reliable randomized algorithm for the closest-pair problem", 1997), whatever the keys are:
#: no text can be constructed whose words all collide. Results do not depend on it.
MULTIPLIER = int.from_bytes(os.urandom(8), "little") | 1


class Numbered(NamedTuple):
    """The units (words or characters) of many segments, as numbers.

    Units are numbered within a segment from 0, in order of first appearance; units of references that several systems
    share come before the others. Two units of a segment are equal if and only if their numbers are. A line is a
    hypothesis or a reference; the lines of a segment are its hypothesis and then its references that count, in order.

    Kernels that do not need dense numbers also accept the code points of characters as numbers.
    """

    ids: array[int]
    """The units of all lines, one after the other (int32)."""
    lines: array[int]
    """Line k is ``ids[lines[k]:lines[k + 1]]``; one more entry than there are lines (int64)."""
    segments: array[int]
    """Segment i has the lines from ``segments[i]`` to ``segments[i + 1] - 1``; one more entry than segments (int64)."""
    sizes: array[int]
    """The number of distinct units in each segment (int32); for code points, a number larger than any of them."""

    @property
    def memory(self) -> int:
        """The size in bytes."""
        return sum(column.itemsize * len(column) for column in self)


class KnownWords(NamedTuple):
    """The distinct words of each segment of a numbered text, to number other texts consistently with it.

    They are words of a `samescore.kernels.vocabulary.Vocabulary`, whose columns are stored here without unused
    capacity.
    """

    words: array[int]
    """The words of each segment, in the order of their numbers there, as numbers of the vocabulary (int32)."""
    firsts: array[int]
    """Segment i has the words from ``firsts[i]`` to before ``firsts[i + 1]`` (int64)."""
    keys: array[int]
    """The key by which each word of the vocabulary is looked up (uint64)."""
    letters: array[int]
    """The UTF-8 bytes of the vocabulary, eight per number (uint64)."""
    ends: array[int]
    """Word i of the vocabulary is ``letters[ends[i]:ends[i + 1]]`` (int32)."""

    @property
    def memory(self) -> int:
        """The size in bytes."""
        return sum(column.itemsize * len(column) for column in self)
