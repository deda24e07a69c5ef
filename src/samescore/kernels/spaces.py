"""From texts to the numbered words between spaces."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled

#: Words are read in parts of about this many characters.
PART = 1 << 16


def number_words_between_spaces(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Numbered:
    """The words of many segments, numbered; ``references[i]`` are those of ``hypotheses[i]``.

    Spaces (U+0020) separate words, and so does other white space at an end of a text, or of which two or more stand
    together; a single tab between two words is a part of the one word that it makes of them.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = segments
    for i in range(segments):
        count += len(references[i])
    ids, lines = array("i"), array("q", bytes(8 * (count + 1)))
    firsts, sizes = array("q", bytes(8 * (segments + 1))), array("i", bytes(4 * segments))
    ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    different: cython.int[::1] = sizes
    text: str
    part_size: cython.Py_ssize_t = PART
    start: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    while start < segments:
        stop: cython.Py_ssize_t = start
        room: cython.Py_ssize_t = 0
        longest: cython.Py_ssize_t = 0
        while stop < segments and room < part_size:
            here: cython.Py_ssize_t = len(hypotheses[stop])
            for text in references[stop]:
                here += len(text)
            longest = max(longest, here)
            room += here
            stop += 1
        points: cython.int[::1] = array("i", [0]) * (room + 1)
        n: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = line
        c: cython.Py_UCS4
        for i in range(start, stop):
            for text in (hypotheses[i], *references[i]):
                for c in text:
                    points[n] = ord(c)
                    n += 1
                line += 1
                ends[line] = n
            first[i + 1] = line
        part = array("i", [0]) * (n // 2 + line - at)
        before: cython.longlong = len(ids)
        n = _number(points, first, start, stop, ends, longest, part, different, before)
        ids.extend(part[:n])
        start = stop
    return Numbered(ids, lines, firsts, sizes)


@cython.cfunc
def _number(
    points: cython.int[::1],
    first: cython.longlong[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    ends: cython.longlong[::1],
    longest: cython.Py_ssize_t,
    out: cython.int[::1],
    different: cython.int[::1],
    before: cython.longlong,
) -> cython.Py_ssize_t:
    """Number the words of the segments from `start` to before `stop`; how many words there are.

    `ends` has where each line ends in `points`; it gets how many words there are then, added to `before`. A word is found
    by its key: its last seven characters. That is the word itself if it has no more, and none from U+0100 on in its
    segment; else characters are compared. The hash table is one of open addressing: a number in it is `used` + the number
    of a word; anything lower is left from earlier segments.
    """
    most: cython.Py_ssize_t = longest // 2 + 2
    begins: cython.int[::1] = array("i", [0]) * most
    lengths: cython.int[::1] = array("i", [0]) * most
    keys: cython.longlong[::1] = array("q", [0]) * most
    spaces: cython.int[::1] = array("i", [0]) * (longest + 2)
    keys_before: cython.longlong[::1] = array("q", [0]) * (longest + 2)  # of the characters before each space
    capacity: cython.Py_ssize_t = 64
    while capacity < 2 * most:
        capacity *= 2
    slots: cython.int[::1] = array("i", [0]) * capacity
    one: cython.longlong = 1
    low: cython.longlong = (one << 48) - 1
    used: cython.int = 1
    n: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = first[start]
    begin: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    place: cython.Py_ssize_t
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    c: cython.int
    with cython.nogil:
        for i in range(start, stop):
            bits: cython.int = 0
            rare: cython.int = 0
            for place in range(begin, ends[first[i + 1]]):
                c = points[place]
                bits |= c
                rare |= (c < 32) | (c > 126)
            size: cython.int = 0
            while at < first[i + 1]:
                at += 1
                end = ends[at]
                if rare:
                    _separate(points, begin, end)
                key: cython.longlong = 0
                count: cython.Py_ssize_t = 0
                for place in range(begin, end):
                    c = points[place]
                    spaces[count] = place
                    keys_before[count] = key
                    count += c == 32
                    key = ((key & low) << 8) ^ c
                spaces[count] = end
                keys_before[count] = key
                word: cython.Py_ssize_t = begin
                for k in range(count + 1):
                    length: cython.int = spaces[k] - word
                    if length:
                        key = keys_before[k]
                        if length < 7:
                            key &= (one << (8 * length)) - 1
                        h: cython.longlong = (key ^ (key >> 31)) & 0x7FFFFFFF
                        slot: cython.Py_ssize_t = ((h * 0x2545F491) >> 24) & (capacity - 1)
                        number: cython.int = slots[slot] - used
                        while number >= 0:
                            if keys[number] == key and lengths[number] == length:
                                place = 0
                                if length > 7 or bits > 255:
                                    while place < length and points[begins[number] + place] == points[word + place]:
                                        place += 1
                                else:
                                    place = length
                                if place == length:
                                    break
                            slot = (slot + 1) & (capacity - 1)
                            number = slots[slot] - used
                        if number < 0:
                            number = size
                            slots[slot] = used + size
                            keys[size] = key
                            lengths[size] = length
                            begins[size] = word
                            size += 1
                        out[n] = number
                        n += 1
                    word = spaces[k] + 1
                begin = end
                ends[at] = before + n
            different[i] = size
            used += size
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _separate(points: cython.int[::1], begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
    """Make a space of white space at an end of a text, or beside other white space."""
    white: cython.bint = True
    place: cython.Py_ssize_t
    for place in range(begin, end):
        if _is_white(points[place]):
            if white or place == end - 1 or _is_white(points[place + 1]):
                points[place] = 32
            white = True
        else:
            white = False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_white(c: cython.int) -> cython.bint:
    """Is a character white space, as `str.isspace` says?"""
    if 32 < c < 0x85:
        return False
    if c < 0x1680:
        return c == 32 or 9 <= c <= 13 or 28 <= c <= 31 or c == 0x85 or c == 0xA0
    if c < 0x3000:
        return c == 0x1680 or 0x2000 <= c <= 0x200A or c == 0x2028 or c == 0x2029 or c == 0x202F or c == 0x205F
    return c == 0x3000
