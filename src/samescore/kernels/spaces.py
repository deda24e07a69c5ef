"""Number the words between spaces."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import KnownWords, Numbered
from samescore.kernels.texts import read
from samescore.kernels.vocabulary import Vocabulary, number

COMPILED = cython.compiled

#: Approximate number of characters read at a time.
PART = 1 << 14

#: Maximum number of characters of a text that is split as a Python string.
_SHORT = 1000

#: The bytes with which white space can begin.
_LEADS = frozenset((*range(9, 14), *range(28, 33), 0xC2, 0xE1, 0xE2, 0xE3))
_WHITE = bytearray([byte in _LEADS for byte in range(256)])


def number_words_between_spaces(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    vocabulary: Vocabulary | None = None,
    known: KnownWords | None = None,
) -> Numbered:
    """Return the words of many segments as numbers, as `samescore.kernels.words.number_words` does.

    Words are separated by spaces (U+0020), by other white space at either end of a text, and by runs of two or more
    white space characters; a single tab between two words does not separate them.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    if segments == 1 and vocabulary is None and known is None:
        numbered = _one_segment(hypotheses[0], references[0])
        if numbered is not None:
            return numbered
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = segments
    for i in range(segments):
        count += len(references[i])
    ids, lines = array("i"), array("q", [0]) * (count + 1)
    firsts, numbers = array("q", [0]) * (segments + 1), array("i", [0]) * segments
    line_ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    part_size: cython.Py_ssize_t = PART
    room: cython.Py_ssize_t = -1
    start: cython.Py_ssize_t = 0
    while start < segments:  # Python objects
        stop, text = read(hypotheses, references, start, part_size, "", None, first, line_ends)
        if len(text) > room:
            room = len(text)
            marks, begins, ends, units, places = [array("i", [0]) * (room + 1) for _ in range(5)]
        if known is not None:
            places = array("i", [0]) * (room + 1 + known.firsts[stop] - known.firsts[start])
        stops = array("q", bytes(8 * (stop - start)))
        words = _split(text, _WHITE, first, start, len(ids), line_ends, marks, begins, ends, stops)
        number(text, begins, ends, stops, False, units, memoryview(numbers)[start:stop], places, known, start)
        if vocabulary is not None:
            vocabulary.renumber(text, begins, ends, places, memoryview(numbers)[start:stop], stops, units)
        ids.extend(units[:words])
        start = stop
    return Numbered(ids, lines, firsts, numbers)


def _one_segment(hypothesis: str, references: Sequence[str]) -> Numbered | None:
    """Return the words of one segment; None unless single spaces are the only white space and the texts are short.

    For few words, the arrays of the general method take more time than the words.
    """
    names: dict = {}
    ids: list = []
    ends: list = [0]
    text: str
    words: list
    for text in (hypothesis, *references):  # Python objects
        words = text.split()
        if len(text) > _SHORT or " ".join(words) != text:
            return None
        ids += [names.setdefault(word, len(names)) for word in words]
        ends.append(len(ids))
    return Numbered(array("i", ids), array("q", ends), array("q", (0, len(ends) - 1)), array("i", (len(names),)))


def _split(
    letters: cython.uchar[::1],
    flags: cython.uchar[::1],
    first: cython.longlong[::1],
    start: cython.Py_ssize_t,
    before: cython.longlong,
    line_ends: cython.longlong[::1],
    marks: cython.int[::1],
    begins: cython.int[::1],
    ends: cython.int[::1],
    stops: cython.longlong[::1],
) -> int:
    """Find where the words of the segments from `start` on begin and end; return the number of words.

    ``line_ends[k + 1]``, the end of line k in `letters`, is replaced by the number of words up to there plus `before`;
    ``stops[i - start]`` is set to the number of words up to the end of segment i. `marks` are the positions of possible
    white space.
    """
    segments: cython.Py_ssize_t = len(stops)
    size: cython.Py_ssize_t = line_ends[first[start + segments]]
    n: cython.Py_ssize_t = 0
    many: cython.Py_ssize_t = 0
    p: cython.Py_ssize_t
    i: cython.Py_ssize_t
    with cython.nogil:
        for p in range(size):
            marks[many] = p
            many += flags[letters[p]]
        marks[many] = size
        mark: cython.Py_ssize_t = 0
        word: cython.Py_ssize_t = 0
        line: cython.Py_ssize_t = first[start]
        for i in range(segments):
            while line < first[start + i + 1]:
                line += 1
                end: cython.Py_ssize_t = line_ends[line]
                white: cython.Py_ssize_t = word  # where the latest white space ends, or the line begins
                while marks[mark] < end:
                    p = marks[mark]
                    mark += 1
                    following: cython.Py_ssize_t = p + 1
                    if letters[p] != 32:
                        following = _white_end(letters, p)
                        if following == p:
                            continue
                        inside: cython.bint = white < p and following < end
                        white = following
                        if inside and _white_end(letters, following) == following:
                            continue
                    begins[n] = word
                    ends[n] = p
                    n += p > word
                    word = following
                    white = following
                begins[n] = word
                ends[n] = end
                n += end > word
                word = end
                line_ends[line] = before + n
            stops[i] = n
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _white_end(letters: cython.uchar[::1], place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the index where the white space (as for `str.isspace`) at `place` ends; `place` itself if there is none."""
    c: cython.int = letters[place]
    if c < 0x80:
        return place + 1 if c == 32 or 9 <= c <= 13 or 28 <= c <= 31 else place
    second: cython.int = letters[place + 1]
    if c == 0xC2:
        return place + 2 if second == 0x85 or second == 0xA0 else place
    point: cython.int = (c & 15) << 12 | (second & 63) << 6 | letters[place + 2] & 63
    if c == 0xE1:
        return place + 3 if point == 0x1680 else place
    if c == 0xE2:
        rare: cython.bint = point == 0x2028 or point == 0x2029 or point == 0x202F or point == 0x205F
        return place + 3 if 0x2000 <= point <= 0x200A or rare else place
    return place + 3 if point == 0x3000 and c == 0xE3 else place
