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

#: Numbers that tell which entries of a table are left from earlier segments stay below this one.
MOST_USED = 1 << 30


def number_characters(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], dropped: cython.uchar[::1]
) -> Numbered:
    """The characters of many segments, numbered, without those whose code point is marked in `dropped`.

    ``references[i]`` are those of ``hypotheses[i]``.
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
    out: cython.int[::1] = ids
    ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    different: cython.int[::1] = sizes
    limit: cython.int = 256
    numbers: cython.int[::1] = array("i", [0]) * limit
    used: cython.int = 1  # lower entries are left from earlier segments
    most_used: cython.int = MOST_USED
    n: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    c: cython.Py_UCS4
    for i in range(segments):
        size: cython.int = 0
        if used > most_used:
            numbers = array("i", [0]) * limit
            used = 1
        for text in (hypotheses[i], *references[i]):
            for c in text:
                code: cython.int = ord(c)
                if dropped[code]:
                    continue
                if code >= limit:
                    numbers = _longer(numbers, 2 * code)
                    limit = 2 * code
                number: cython.int = numbers[code] - used
                new: cython.int = number < 0
                number = size if new else number
                numbers[code] = used + number
                size += new
                out[n] = number
                n += 1
            line += 1
            ends[line] = n
        used += size
        different[i] = size
        first[i + 1] = line
    return Numbered(ids[:n] if n < room else ids, lines, firsts, sizes)


def _longer(numbers: cython.int[::1], length: cython.Py_ssize_t) -> array[int]:
    """A longer table with the same entries."""
    longer = array("i", [0]) * length
    longer[: len(numbers)] = array("i", numbers)
    return longer
