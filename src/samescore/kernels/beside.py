"""Join numbered texts of two sides: references numbered once, and the hypotheses of many systems numbered to match."""

from __future__ import annotations

from array import array
from itertools import accumulate

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import KnownWords, Numbered
from samescore.kernels.vocabulary import Vocabulary

COMPILED = cython.compiled


def different_units(text: Numbered, units: cython.int[::1]) -> tuple[array[int], array[int]]:
    """Return each segment's distinct units, in the order of their numbers, and the index where each segment begins.

    Unit k of the text has the number ``text.ids[k]`` within its segment and is ``units[k]``.
    """
    firsts = array("q", accumulate(text.sizes, initial=0))
    made = array("i", bytes(4 * sum(text.sizes)))
    out: cython.int[::1] = made
    first: cython.longlong[::1] = firsts
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    segments: cython.longlong[::1] = text.segments
    many: cython.Py_ssize_t = len(text.sizes)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        for i in range(many):
            for k in range(lines[segments[i]], lines[segments[i + 1]]):
                out[first[i] + ids[k]] = units[k]
    return made, firsts


def known_words(text: Numbered, ids: array[int], vocabulary: Vocabulary) -> KnownWords:
    """Return the words of a text numbered per segment; `ids` are the same words as numbers in the vocabulary."""
    words, firsts = different_units(text, ids)
    letters = vocabulary.letters[: vocabulary.ends[vocabulary.size]]
    return KnownWords(words, firsts, vocabulary.keys(), letters, vocabulary.ends[: vocabulary.size + 1])


def joined(hypotheses: Numbered, references: Numbered) -> Numbered:
    """Return the numbered text of hypotheses and references, joined from the numbered texts of either side.

    `hypotheses` have one line per segment and were numbered together with the units of `references`, whose first line
    in each segment is empty.
    """
    made = array("i", bytes(4 * (len(hypotheses.ids) + len(references.ids))))
    stops = array("q", bytes(8 * len(references.lines)))
    out: cython.int[::1] = made
    ends: cython.longlong[::1] = stops
    own: cython.int[::1] = hypotheses.ids
    own_lines: cython.longlong[::1] = hypotheses.lines
    theirs: cython.int[::1] = references.ids
    their_lines: cython.longlong[::1] = references.lines
    firsts: cython.longlong[::1] = references.segments
    segments: cython.Py_ssize_t = len(references.sizes)
    n: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        for i in range(segments):
            for k in range(own_lines[i], own_lines[i + 1]):
                out[n] = own[k]
                n += 1
            ends[firsts[i] + 1] = n
            for k in range(their_lines[firsts[i] + 1], their_lines[firsts[i + 1]]):
                out[n] = theirs[k]
                n += 1
            for k in range(firsts[i] + 1, firsts[i + 1]):
                ends[k + 1] = their_lines[k + 1] + own_lines[i + 1]
    return Numbered(made, stops, references.segments, hypotheses.sizes)
