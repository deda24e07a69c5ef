"""From texts to numbered words, without an object for each word.

The class of a character says what it does: see `SPACE` and the others. `samescore.text.classes` has the classes for
those tokenizers whose words are stretches of the text.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered
from samescore.kernels.vocabulary import Vocabulary

COMPILED = cython.compiled

#: Part of a word, and nothing else.
OTHER = 0
#: A digit, which protects a `STOP`.
DIGIT = 1
#: A word of its own at the end of a longer word, or else at its beginning.
EDGE = 2
#: White space: it separates words, and is part of none.
SPACE = 3
#: A word of its own.
ALONE = 4
#: A word of its own unless it stands between digits: see `_words`.
STOP = 5
#: A word of its own if it follows a digit.
DASH = 6

_DIGIT = cython.declare(cython.int, DIGIT)
_EDGE = cython.declare(cython.int, EDGE)
_SPACE = cython.declare(cython.int, SPACE)
_ALONE = cython.declare(cython.int, ALONE)
_STOP = cython.declare(cython.int, STOP)
_DASH = cython.declare(cython.int, DASH)

#: By how much the weights of neighbouring characters differ in the hash of a word.
_STEP = cython.declare(cython.longlong, 757)

#: Texts are read in parts of about this many characters.
_PART = cython.declare(cython.Py_ssize_t, 1 << 18)


def number_words(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    classes: cython.uchar[::1],
    padded: cython.bint,
    clean: Callable[[str], str] | None,
    vocabulary: Vocabulary | None = None,
) -> Numbered:
    """The words of many segments, numbered within each segment; or, with a vocabulary, as they are numbered there.

    ``references[i]`` are those of ``hypotheses[i]``; `classes` has the class of every code point. With `padded`, a text
    counts as if a space stood before and after it. `clean`, if it is not None, is applied to texts that have a line feed,
    an ampersand or a less-than sign, and must not change or lengthen any other.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    cleans: cython.bint = clean is not None
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = segments
    for i in range(segments):
        count += len(references[i])
    ids, lines = array("i"), array("q", bytes(8 * (count + 1)))
    firsts, numbers = array("q", bytes(8 * (segments + 1))), array("i", bytes(4 * segments))
    ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    sizes: cython.int[::1] = numbers
    text: str
    start: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    total: cython.Py_ssize_t = 0
    while start < segments:
        end: cython.Py_ssize_t = start
        room: cython.Py_ssize_t = 0
        longest: cython.Py_ssize_t = 0
        while end < segments and room < _PART:
            here: cython.Py_ssize_t = len(hypotheses[end])
            for text in references[end]:
                here += len(text)
            longest = max(longest, here)
            room += here
            end += 1
        points: cython.int[::1] = array("i", bytes(4 * room + 4))
        n: cython.Py_ssize_t = 0
        at: cython.Py_ssize_t = line
        for i in range(start, end):
            text = hypotheses[i]
            n = _read(clean(text) if cleans and _is_rare(text) else text, points, n)
            line += 1
            ends[line] = n
            for text in references[i]:
                n = _read(clean(text) if cleans and _is_rare(text) else text, points, n)
                line += 1
                ends[line] = n
            first[i + 1] = line
        made = array("i", bytes(4 * n))
        found: cython.int[::1] = made
        begins: cython.int[::1] = array("i", bytes(4 * longest + 8))
        lengths: cython.int[::1] = array("i", bytes(4 * longest + 8))
        hashes: cython.int[::1] = array("i", bytes(4 * longest + 8))
        seen: cython.int[::1] = array("i", bytes(4 * longest + 8))
        capacity: cython.int = 64
        while capacity < 2 * longest:
            capacity *= 2
        slots: cython.int[::1] = array("i", bytes(4 * capacity))
        n = 0
        corpus_wide: cython.bint = vocabulary is not None
        own_room = 4 * room + 4 if corpus_wide else 0
        own_begins: cython.int[::1] = array("i", bytes(own_room))  # the different words of each segment
        own_lengths: cython.int[::1] = array("i", bytes(own_room))
        own_hashes: cython.int[::1] = array("i", bytes(own_room))
        stops = array("q", bytes(8 * (end - start)))
        stopped: cython.longlong[::1] = stops
        own: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        used: cython.int = 1  # slots below it are left from earlier segments
        with cython.nogil:
            begin: cython.Py_ssize_t = 0
            for i in range(start, end):
                words: cython.Py_ssize_t = 0
                while at < first[i + 1]:
                    stop: cython.Py_ssize_t = ends[at + 1]
                    words = _words(points, begin, stop, classes, padded, begins, lengths, hashes, words)
                    at += 1
                    ends[at] = total + n + words
                    begin = stop
                sizes[i] = _number(
                    points, begins, lengths, hashes, words, found, n, slots, capacity - 1, used, seen
                )  # fmt: skip
                used += sizes[i]
                n += words
                stopped[i - start] = n
                if corpus_wide:
                    for k in range(sizes[i]):
                        own_begins[own] = begins[seen[k]]
                        own_lengths[own] = lengths[seen[k]]
                        own_hashes[own] = hashes[seen[k]]
                        own += 1
        if vocabulary is not None:
            vocabulary.renumber(points, own_begins, own_lengths, own_hashes, numbers[start:end], stops, made)
        ids.extend(made[:n])
        total += n
        start = end
    return Numbered(ids, lines, firsts, numbers)


@cython.cfunc
def _is_rare(text: str) -> cython.bint:
    """Does a text have a line feed, an ampersand or a less-than sign?"""
    return "&" in text or "<" in text or "\n" in text


@cython.cfunc
def _read(text: str, points: cython.int[::1], place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Put the code points of a text into `points` from a place on; the place after them."""
    c: cython.Py_UCS4
    for c in text:
        points[place] = ord(c)
        place += 1
    return place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _words(
    points: cython.int[::1],
    begin: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    classes: cython.uchar[::1],
    padded: cython.bint,
    begins: cython.int[::1],
    lengths: cython.int[::1],
    hashes: cython.int[::1],
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Append the words of one line: where they begin, their lengths and their hashes; how many words there are then.

    Full stops and commas follow mteval. It first separates a stop from a character before it that is not a digit, unless
    that is a stop that was itself just separated so, and then a stop from a character after it that is not a digit.
    """
    p: cython.Py_ssize_t = begin
    edge: cython.int = _EDGE
    step: cython.ulonglong = _STEP
    separated: cython.bint = False
    while p < stop:
        word: cython.Py_ssize_t = p
        h: cython.ulonglong = 0
        weight: cython.ulonglong = 1
        c: cython.int = 0
        kind: cython.int = 0
        while p < stop:
            c = points[p]
            kind = classes[c]
            if kind > edge:
                before: cython.int = classes[points[p - 1]] if p > begin else _SPACE
                single: cython.bint = kind == _ALONE
                if kind == _STOP:
                    separated = (padded or p > begin) and before != _DIGIT and not (before == _STOP and separated)
                    single = separated or (classes[points[p + 1]] != _DIGIT if p + 1 < stop else padded)
                elif kind == _DASH:
                    single = before == _DIGIT
                if single or kind == _SPACE:
                    break
            h += c * weight
            weight += step
            p += 1
        if word < p:
            n = _run(points, word, p, h, classes, begins, lengths, hashes, n)
        if p < stop and kind != _SPACE:
            begins[n] = p
            lengths[n] = 1
            hashes[n] = c & 0xFFFFFF
            n += 1
        p += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _run(
    points: cython.int[::1],
    word: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    h: cython.ulonglong,
    classes: cython.uchar[::1],
    begins: cython.int[::1],
    lengths: cython.int[::1],
    hashes: cython.int[::1],
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Append a word of hash `h`, or the two that it makes with a mark at its end or its beginning."""
    cut: cython.Py_ssize_t = 0
    if end - word > 1:
        if classes[points[end - 1]] == _EDGE:
            cut = end - word - 1
        elif classes[points[word]] == _EDGE:
            cut = 1
    if cut:
        begins[n] = word
        lengths[n] = cut
        hashes[n] = _hash(points, word, word + cut)
        n += 1
        h = _hash(points, word + cut, end)
    begins[n] = word + cut
    lengths[n] = end - word - cut
    hashes[n] = h & 0xFFFFFF
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hash(points: cython.int[::1], begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """The hash of a word, as `_words` computes it: a weighted sum, whose terms do not wait for each other."""
    h: cython.ulonglong = 0
    weight: cython.ulonglong = 1
    p: cython.Py_ssize_t
    for p in range(begin, end):
        h += points[p] * weight
        weight += _STEP
    return h & 0xFFFFFF


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number(
    points: cython.int[::1],
    begins: cython.int[::1],
    lengths: cython.int[::1],
    hashes: cython.int[::1],
    words: cython.Py_ssize_t,
    found: cython.int[::1],
    n: cython.Py_ssize_t,
    slots: cython.int[::1],
    mask: cython.int,
    used: cython.int,
    seen: cython.int[::1],
) -> cython.int:
    """Number the words of one segment, from `found[n]` on; how many different ones there are.

    `slots` is a hash table of open addressing: a number in it is `used` + the number of a word; anything lower is left
    from earlier segments. `seen` has the place in `begins` at which each word was first seen.
    """
    size: cython.int = 0
    k: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for k in range(words):
        h: cython.int = hashes[k]
        slot: cython.int = (h ^ (h >> 9)) & mask
        number: cython.int = slots[slot] - used
        while number >= 0:
            first: cython.Py_ssize_t = seen[number]
            if hashes[first] == h and lengths[first] == lengths[k]:
                begin: cython.Py_ssize_t = begins[k]
                other: cython.Py_ssize_t = begins[first]
                j = 0
                while j < lengths[k] and points[begin + j] == points[other + j]:
                    j += 1
                if j == lengths[k]:
                    break
            slot = (slot + 1) & mask
            number = slots[slot] - used
        if number < 0:
            number = size
            slots[slot] = used + size
            seen[size] = k
            size += 1
        found[n + k] = number
    return size
