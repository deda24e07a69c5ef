"""Convert texts to code points, for kernels that do not need dense numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled

#: Count all characters.
KEEP = 0
#: Omit marked characters at both ends of a text.
STRIP = 1
#: Omit marked characters everywhere.
REMOVE = 2

_STRIP = cython.declare(cython.int, STRIP)
_REMOVE = cython.declare(cython.int, REMOVE)


def read_code_points(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], marked: cython.uchar[::1], marks: cython.int
) -> Numbered:
    """Return the characters of many segments, numbered by code point; each size is an upper bound of these numbers.

    ``references[i]`` are the references of ``hypotheses[i]``; ``marked[c]`` is 1 for code points that `marks` refers
    to.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    i: cython.Py_ssize_t
    room: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = segments
    text: str
    for i in range(segments):
        count += len(references[i])
        room += len(hypotheses[i])
        for text in references[i]:
            room += len(text)
    ids, lines = array("i", [0]) * room, array("q", bytes(8 * (count + 1)))
    firsts, sizes = array("q", bytes(8 * (segments + 1))), array("i", bytes(4 * segments))
    points: cython.int[::1] = ids
    ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    bounds: cython.int[::1] = sizes
    n: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    for i in range(segments):
        n = _read(hypotheses[i], points, begin)
        bits: cython.int = _bits(points, begin, n)
        begin = _left(points, begin, n, marked, marks) if marks else n
        line += 1
        ends[line] = begin
        for text in references[i]:
            n = _read(text, points, begin)
            bits |= _bits(points, begin, n)
            begin = _left(points, begin, n, marked, marks) if marks else n
            line += 1
            ends[line] = begin
        first[i + 1] = line
        bounds[i] = bits + 1
    return Numbered(ids[:begin] if begin < room else ids, lines, firsts, sizes)


@cython.cfunc
def _read(text: str, points: cython.int[::1], place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Write the code points of a text into `points` from index `place` on; return the index after them."""
    c: cython.Py_UCS4
    for c in text:
        points[place] = ord(c)
        place += 1
    return place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bits(points: cython.int[::1], begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Return the bitwise OR of the numbers from `begin` to `end`."""
    bits: cython.int = 0
    place: cython.Py_ssize_t
    for place in range(begin, end):
        bits |= points[place]
    return bits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _left(
    points: cython.int[::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    marked: cython.uchar[::1],
    marks: cython.int,
) -> cython.Py_ssize_t:
    """Remove the characters of a text that `marks` excludes; return the index where the text then ends."""
    place: cython.Py_ssize_t = begin
    at: cython.Py_ssize_t
    if marks == _REMOVE:
        for at in range(begin, end):
            points[place] = points[at]
            place += 1 - marked[points[at]]
        return place
    while end > begin and marked[points[end - 1]]:
        end -= 1
    while place < end and marked[points[place]]:
        place += 1
    if place > begin:
        for at in range(place, end):
            points[begin + at - place] = points[at]
    return begin + end - place
