"""From texts to numbered characters."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled


def number_characters(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], dropped: cython.uchar[::1]
) -> Numbered:
    """The characters of many segments, numbered, without those whose code point is marked in `dropped`.

    ``references[i]`` are those of ``hypotheses[i]``.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = segments
    room: cython.Py_ssize_t = 0
    text: str
    for i in range(segments):
        room += len(hypotheses[i])
        for text in references[i]:
            room += len(text)
            count += 1
    ids, lines = array("i", bytes(4 * room)), array("q", bytes(8 * (count + 1)))
    firsts, numbers = array("q", bytes(8 * (segments + 1))), array("i", bytes(4 * segments))
    points: cython.int[::1] = ids
    ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    sizes: cython.int[::1] = numbers
    n: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    for i in range(segments):
        n = _read(hypotheses[i], points, n, dropped)
        line += 1
        ends[line] = n
        for text in references[i]:
            n = _read(text, points, n, dropped)
            line += 1
            ends[line] = n
        first[i + 1] = line
    highest: cython.int = 0
    p: cython.Py_ssize_t
    for p in range(n):
        highest = max(highest, points[p])
    known: cython.int[::1] = array("i", bytes(4 * highest + 4))
    used: cython.int = 1  # numbers below it are left from earlier segments
    with cython.nogil:
        for i in range(segments):
            size: cython.int = 0
            for p in range(ends[first[i]], ends[first[i + 1]]):
                number: cython.int = known[points[p]] - used
                if number < 0:
                    number = size
                    known[points[p]] = used + size
                    size += 1
                points[p] = number
            sizes[i] = size
            used += size
    del ends, points
    return Numbered(ids[:n], lines, firsts, numbers)


@cython.cfunc
def _read(
    text: str, points: cython.int[::1], place: cython.Py_ssize_t, dropped: cython.uchar[::1]
) -> cython.Py_ssize_t:
    """Put the code points of a text into `points` from a place on; the place after them."""
    c: cython.Py_UCS4
    for c in text:
        if not dropped[ord(c)]:
            points[place] = ord(c)
            place += 1
    return place
