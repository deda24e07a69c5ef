"""Number the characters of texts."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled

#: Generation numbers stay below this; a smaller one marks a table entry as left over from earlier segments.
MOST_USED = 1 << 30
#: Approximate number of characters read at a time.
PART = 1 << 16

_UTF_32 = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"


def number_characters(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    dropped: cython.uchar[::1],
    known: tuple[array[int], array[int]] | None = None,
) -> Numbered:
    """Return the characters of many segments as numbers, except those whose code point is marked in `dropped`.

    ``references[i]`` are the references of ``hypotheses[i]``. `known` are code points that each segment contains in
    addition and that are numbered before its own: segment i has those from its entry in the second array to the next
    entry.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    i: cython.Py_ssize_t
    room: cython.Py_ssize_t = 0
    text: str
    texts: list = []
    firsts = array("q", [0]) * (segments + 1)
    first: cython.longlong[::1] = firsts
    for i in range(segments):
        texts.append(hypotheses[i])
        texts.extend(references[i])
        first[i + 1] = len(texts)
    lines = array("q", [0]) * (len(texts) + 1)
    ends: cython.longlong[::1] = lines  # initially the ends of the texts with all their characters
    i = 0
    for text in texts:
        room += len(text)
        i += 1
        ends[i] = room
    ids, sizes = array("i", [0]) * room, array("i", [0]) * segments
    out: cython.int[::1] = ids
    different: cython.int[::1] = sizes
    points_before, firsts_before = known if known is not None else (array("I"), array("q", [0]) * (segments + 1))
    before: cython.uint[::1] = points_before
    first_before: cython.longlong[::1] = firsts_before
    limit: cython.uint = 256
    k: cython.Py_ssize_t
    for k in range(len(before)):
        limit = max(limit, before[k] + 1)
    numbers: cython.int[::1] = array("i", [0]) * limit
    used: cython.int = 1  # lower entries are left over from earlier segments
    most_used: cython.int = MOST_USED
    part_size: cython.longlong = PART
    begin: cython.longlong = 0
    n: cython.longlong = 0
    p: cython.longlong
    code: cython.uint
    line: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    while start < segments:
        stop: cython.Py_ssize_t = start + 1
        while stop < segments and ends[first[stop]] - begin < part_size:
            stop += 1
        end: cython.longlong = ends[first[stop]]
        encoded: bytes = "".join(texts[line : first[stop]]).encode(_UTF_32, "surrogatepass") or bytes(4)
        points: cython.const[cython.uint][::1] = memoryview(encoded).cast("I")
        highest: cython.uint = 0
        for p in range(end - begin):
            highest = max(highest, points[p])
        if highest >= limit:
            limit = 2 * highest
            numbers = array("i", [0]) * limit
            used = 1
        with cython.nogil:
            p = 0
            for i in range(start, stop):
                size: cython.int = 0
                if used > most_used:
                    for code in range(limit):
                        numbers[code] = 0
                    used = 1
                for k in range(first_before[i], first_before[i + 1]):
                    numbers[before[k]] = used + size
                    size += 1
                while line < first[i + 1]:
                    line += 1
                    line_end: cython.longlong = ends[line] - begin
                    while p < line_end:
                        code = points[p]
                        kept: cython.int = 1 - dropped[code]
                        number: cython.int = numbers[code] - used
                        new: cython.int = (number < 0) & kept
                        number += (size - number) * new
                        numbers[code] = used + number
                        size += new
                        out[n] = number
                        n += kept
                        p += 1
                    ends[line] = n
                used += size
                different[i] = size
        begin = end
        start = stop
    out = sizes  # an array cannot be resized while a memoryview of it exists
    del ids[n:]
    return Numbered(ids, lines, firsts, sizes)
