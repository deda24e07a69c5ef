"""Number the distinct n-grams of texts as units, like words."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled


def ngrams(text: Numbered, order: cython.Py_ssize_t) -> Numbered:
    """Return the n-grams of each line of a numbered text, numbered within each segment in order of first appearance.

    An n-gram is looked up by its words; only its first occurrence is stored.
    """
    if order == 1:
        return text
    segments: cython.Py_ssize_t = len(text.sizes)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    firsts: cython.longlong[::1] = text.segments
    made, ends_made = array("i", bytes(4 * len(text.ids))), array("q", bytes(8 * len(text.lines)))
    sizes_made = array("i", bytes(4 * segments))
    units: cython.int[::1] = made
    ends: cython.longlong[::1] = ends_made
    sizes: cython.int[::1] = sizes_made
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    j: cython.Py_ssize_t
    longest: cython.Py_ssize_t = 0
    for i in range(segments):
        longest = max(longest, lines[firsts[i + 1]] - lines[firsts[i]])
    capacity: cython.Py_ssize_t = 64
    while 2 * capacity < 3 * longest:
        capacity *= 2
    slots: cython.int[::1] = array("i", bytes(4 * capacity))
    seen: cython.int[::1] = array("i", bytes(4 * longest + 4))  # the first occurrence of each n-gram of a segment
    used: cython.int = 1  # slots below it are left over from earlier segments
    n: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(segments):
            size: cython.int = 0
            for k in range(firsts[i], firsts[i + 1]):
                for p in range(lines[k], lines[k + 1] - order + 1):
                    mixed: cython.longlong = 0
                    for j in range(order):
                        mixed = (mixed * 1000003 + ids[p + j] + 1) & 0x7FFFFFFF
                    slot: cython.Py_ssize_t = (mixed ^ (mixed >> 13)) & (capacity - 1)
                    number: cython.int = slots[slot] - used
                    while number >= 0:
                        j = 0
                        while j < order and ids[seen[number] + j] == ids[p + j]:
                            j += 1
                        if j == order:
                            break
                        slot = (slot + 1) & (capacity - 1)
                        number = slots[slot] - used
                    if number < 0:
                        number = size
                        slots[slot] = used + size
                        seen[size] = p
                        size += 1
                    units[n] = number
                    n += 1
                ends[k + 1] = n
            sizes[i] = size
            used += size
    return Numbered(made[:n], ends_made, text.segments, sizes_made)


def different_ngrams(text: Numbered, order: cython.Py_ssize_t) -> array[int]:
    """Return the words of each distinct n-gram of a text of one segment, one n-gram after the other."""
    units = ngrams(text, order)
    ids: cython.int[::1] = text.ids
    lines: cython.longlong[::1] = text.lines
    numbers: cython.int[::1] = units.ids
    ends: cython.longlong[::1] = units.lines
    made = array("i", bytes(4 * order * units.sizes[0]))
    words: cython.int[::1] = made
    seen: cython.int = 0
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for k in range(len(lines) - 1):
            for p in range(ends[k], ends[k + 1]):
                if numbers[p] == seen:
                    for j in range(order):
                        words[seen * order + j] = ids[lines[k] + p - ends[k] + j]
                    seen += 1
    return made
