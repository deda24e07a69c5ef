"""Number the words of texts, without an object for each word.

The class of a character determines how it is split: see `SPACE` and the others. `samescore.text.classes` has the
classes for the tokenizers whose words are substrings of the text.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import KnownWords, Numbered
from samescore.kernels.texts import read
from samescore.kernels.vocabulary import Vocabulary, number

COMPILED = cython.compiled

#: An ordinary part of a word.
OTHER = 0
#: A digit, next to which a `STOP` is not split off.
DIGIT = 1
#: An ASCII character that is a word of its own at the end of a longer word, or otherwise at its beginning.
EDGE = 2
#: White space: it separates words and belongs to none.
SPACE = 3
#: A word of its own.
ALONE = 4
#: A word of its own unless it stands between digits: see `_split`.
STOP = 5
#: A word of its own if it follows a digit.
DASH = 6

_DIGIT = cython.declare(cython.int, DIGIT)
_EDGE = cython.declare(cython.int, EDGE)
_SPACE = cython.declare(cython.int, SPACE)
_STOP = cython.declare(cython.int, STOP)

#: Approximate number of characters read at a time, and number of bytes up to which a part is small.
_PART, _SMALL = 1 << 14, 1 << 12
#: The bytes with which characters beyond ASCII begin.
_LEADS = bytes(range(0xC0, 0xF5))


def number_words(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    classes: cython.uchar[::1],
    padded: cython.bint,
    clean: Callable[[str], str] | None,
    vocabulary: Vocabulary | None = None,
    known: KnownWords | None = None,
) -> Numbered:
    """Return the words of many segments as numbers: within each segment, or with a vocabulary by their numbers in it.

    ``references[i]`` are the references of ``hypotheses[i]``; `classes` has the class of every code point. With
    `padded`, a text is treated as if a space preceded and followed it. `clean`, if not None, is applied to texts that
    contain a line feed, an ampersand or a less-than sign, and must not change any other. With `known`, segment i also
    has the words of segment i of `known`, numbered before its own.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = segments
    for i in range(segments):
        count += len(references[i])
    ids, lines = array("i"), array("q", [0]) * (count + 1)
    firsts, numbers = array("q", [0]) * (segments + 1), array("i", [0]) * segments
    line_ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    flags = _flags(classes, b"")
    edged: cython.bint = _has_edges(classes)
    ascii_only: cython.bint = True
    room: cython.Py_ssize_t = -1
    start: cython.Py_ssize_t = 0
    while start < segments:  # Python objects
        stop, text = read(hypotheses, references, start, _PART, "&<\n", clean, first, line_ends)
        if ascii_only and not text.isascii():
            ascii_only = len(text) < _SMALL  # then the next part may have other bytes
            flags = _flags(classes, text if ascii_only else _LEADS)
        if len(text) > room:
            room = len(text)
            marks, begins, ends, made, places = [array("i", [0]) * (room + 1) for _ in range(5)]
        if known is not None:
            places = array("i", [0]) * (room + 1 + known.firsts[stop] - known.firsts[start])
        stops = array("q", bytes(8 * (stop - start)))
        words = _split(
            text, flags, classes, padded, edged, first, start, len(ids), line_ends, marks, begins, ends, stops
        )
        number(text, begins, ends, stops, False, made, memoryview(numbers)[start:stop], places, known, start)
        if vocabulary is not None:
            vocabulary.renumber(text, begins, ends, places, memoryview(numbers)[start:stop], stops, made)
        ids.extend(made[:words])
        start = stop
    return Numbered(ids, lines, firsts, numbers)


def _has_edges(classes: cython.uchar[::1]) -> bool:
    """Return whether an ASCII character has the class `EDGE`."""
    letter: cython.Py_ssize_t
    for letter in range(128):
        if classes[letter] == _EDGE:
            return True
    return False


def _flags(classes: cython.uchar[::1], beginnings: bytes | bytearray) -> bytearray:
    """Return for each ASCII byte, and for each byte in `beginnings`, whether a character that begins with it may end a word."""
    enders = (SPACE, ALONE, STOP, DASH)  # the highest classes
    flags = bytearray(256)
    ascii_flags: cython.uchar[::1] = flags
    letter: cython.Py_ssize_t
    for letter in range(128):
        ascii_flags[letter] = classes[letter] >= _SPACE
    for byte in _LEADS if beginnings else b"":  # Python objects
        if byte in beginnings:
            bits, own = (6, 31) if byte < 0xE0 else (12, 15) if byte < 0xF0 else (18, 7)
            group = bytes(classes[(byte & own) << bits : ((byte & own) + 1) << bits])
            flags[byte] = any(map(group.__contains__, enders))
    return flags


def _split(
    letters: cython.uchar[::1],
    flags: cython.uchar[::1],
    classes: cython.uchar[::1],
    padded: cython.bint,
    edged: cython.bint,
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
    ``stops[i - start]`` is set to the number of words up to the end of segment i. `marks` are the positions of
    characters that may end a word.

    Characters of the class `EDGE` only occur with `edged`. Full stops and commas are split as in mteval. It first
    splits a stop from a preceding non-digit, unless that is a stop that was itself just split off in this way, and then
    a stop from a following non-digit.
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
        begin: cython.Py_ssize_t = 0
        line: cython.Py_ssize_t = first[start]
        for i in range(segments):
            while line < first[start + i + 1]:
                line += 1
                end: cython.Py_ssize_t = line_ends[line]
                word: cython.Py_ssize_t = begin
                separated: cython.bint = False
                while marks[mark] < end:
                    p = marks[mark]
                    mark += 1
                    following: cython.Py_ssize_t = p + 1
                    kind: cython.int
                    if letters[p] < 128:
                        kind = classes[letters[p]]
                    else:
                        while following < end and letters[following] & 0xC0 == 0x80:
                            following += 1
                        kind = classes[_point(letters, p)]
                    if kind <= _EDGE:
                        continue
                    if kind >= _STOP:
                        last: cython.int = _kind_before(letters, classes, begin, p)
                        if kind == _STOP:
                            separated = (padded or p > begin) and last != _DIGIT and not (last == _STOP and separated)
                            if not separated and (
                                classes[_point(letters, following)] == _DIGIT if following < end else not padded
                            ):
                                continue
                        elif last != _DIGIT:
                            continue
                    if edged:
                        n = _run(letters, classes, word, p, begins, ends, n)
                    else:
                        begins[n] = word
                        ends[n] = p
                        n += p > word
                    begins[n] = p
                    ends[n] = following
                    n += kind != _SPACE
                    word = following
                if edged:
                    n = _run(letters, classes, word, end, begins, ends, n)
                else:
                    begins[n] = word
                    ends[n] = end
                    n += end > word
                begin = end
                line_ends[line] = before + n
            stops[i] = n
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _point(letters: cython.uchar[::1], place: cython.Py_ssize_t) -> cython.int:
    """Return the code point of the character at an index."""
    lead: cython.int = letters[place]
    if lead < 0x80:
        return lead
    if lead < 0xE0:
        return (lead & 31) << 6 | letters[place + 1] & 63
    if lead < 0xF0:
        return (lead & 15) << 12 | (letters[place + 1] & 63) << 6 | letters[place + 2] & 63
    return (
        (lead & 7) << 18
        | (letters[place + 1] & 63) << 12
        | (letters[place + 2] & 63) << 6
        | letters[place + 3] & 63
    )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _kind_before(
    letters: cython.uchar[::1], classes: cython.uchar[::1], begin: cython.Py_ssize_t, place: cython.Py_ssize_t
) -> cython.int:
    """Return the class of the character before an index in a line; the beginning counts as white space."""
    if place == begin:
        return _SPACE
    place -= 1
    while letters[place] & 0xC0 == 0x80:
        place -= 1
    return classes[_point(letters, place)]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _run(
    letters: cython.uchar[::1],
    classes: cython.uchar[::1],
    word: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    begins: cython.int[::1],
    ends: cython.int[::1],
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Append a word if it is not empty, or the two words that it forms with a mark at its end or else at its beginning.

    Returns the number of words.
    """
    if end == word:
        return n
    cut: cython.Py_ssize_t = word
    if end - word > 1:
        if letters[end - 1] < 128 and classes[letters[end - 1]] == _EDGE:
            cut = end - 1
        elif letters[word] < 128 and classes[letters[word]] == _EDGE:
            cut = word + 1
    begins[n] = word
    ends[n] = cut
    n += cut > word
    begins[n] = cut
    ends[n] = end
    return n + 1
