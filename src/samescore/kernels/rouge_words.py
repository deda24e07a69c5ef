"""From texts to numbered words of ROUGE, the runs of the letters a to z and digits, without an object for each word.

Each character of a word is a code of six bits, and a word is read in pieces of up to ten characters, so that a piece is a
number. A piece is known by that number and by the piece before it in its word: equal words have equal pieces, and nothing
is compared by hash alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered

COMPILED = cython.compiled

#: The characters of words. The code of each is 3 + its place here; line feeds have 1, ends of texts 2, all others 0.
CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

#: Texts are read in parts of about this many characters; larger ones where words of a part are looked up.
_PART = 1 << 16
_PART_OF_STEMS = 1 << 20


def number_words(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    case: str,
    number_stems: Callable[[array[int], array[int]], array[int]] | None,
) -> tuple[Numbered, array[int], array[int]]:
    """The words of many segments, numbered; and `sentences` and `starts`, the places of their sentences.

    ``references[i]`` are those of ``hypotheses[i]``. `case` says which capital letters count as small ones: ``lower``
    (those of ``str.lower``), ``ascii`` (A to Z) or ``keep`` (none). With `number_stems`, words with equal stems are equal:
    from the code points of different words, one after the other, and their lengths, it makes numbers below how many there
    are, the same for equal stems.

    Sentences are the parts of a line between line feeds that are not empty. Those of line i have the numbers from
    ``sentences[i]`` to ``sentences[i + 1] - 1``; sentence k begins at unit ``starts[k]``. Both have one more entry.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    by_part: cython.bint = number_stems is not None
    most: cython.Py_ssize_t = _PART_OF_STEMS if by_part else _PART
    lower: cython.bint = case == "lower"
    table: cython.uchar[::1] = array("B", _codes(case != "keep"))
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = segments
    for i in range(segments):
        count += len(references[i])
    ids, starts, numbers = array("i"), array("q"), array("i", bytes(4 * segments))
    line_ends, firsts = array("q", bytes(8 * (count + 1))), array("q", bytes(8 * (segments + 1)))
    sentence_ends = array("q", bytes(8 * (count + 1)))
    lines: cython.longlong[::1] = line_ends
    first: cython.longlong[::1] = firsts
    sentences: cython.longlong[::1] = sentence_ends
    sizes: cython.int[::1] = numbers
    text: str
    start: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = 0
    capacity: cython.Py_ssize_t = 0
    state: cython.longlong[::1] = array("q", (0, 0, 1))  # units, sentences, first number of pieces that is free
    while start < segments:
        end: cython.Py_ssize_t = start
        needed: cython.Py_ssize_t = 0
        longest: cython.Py_ssize_t = 0
        while end < segments and needed < most:
            here: cython.Py_ssize_t = _room(hypotheses[end])
            for text in references[end]:
                here += _room(text)
            longest = max(longest, here)
            needed += here
            end += 1
        longest = needed if by_part else longest
        table_size: cython.Py_ssize_t = 64
        while table_size < longest:
            table_size *= 2
        if needed > room:
            room = needed
            codes: cython.uchar[::1] = bytearray(room)
            new_units, new_starts = array("i", bytes(4)) * (room // 2 + 1), array("q", bytes(8)) * (room // 2 + 1)
            units: cython.int[::1] = new_units
            sentence_starts: cython.longlong[::1] = new_starts
        if table_size > capacity:
            capacity = table_size
            slots: cython.longlong[::1] = array("q", bytes(8)) * capacity
            entries: cython.longlong[::1] = array("q", bytes(8)) * (2 * capacity + 4)
            state[2] = 1
        n: cython.Py_ssize_t = 0
        for i in range(start, end):
            n = _read(hypotheses[i], table, lower, codes, n)
            line += 1
            for text in references[i]:
                n = _read(text, table, lower, codes, n)
                line += 1
            first[i + 1] = line
        units_before, sentences_before = state[0], state[1]
        with cython.nogil:
            _number(
                codes, first, start, end, by_part, slots, table_size - 1, entries, units, sentence_starts, lines, sentences, sizes, state
            )  # fmt: skip
        if number_stems is not None:
            stems = number_stems(*_spelled(codes, entries, sizes[start]))
            _renumber(stems, first, lines, start, end, units_before, units, sizes)
        ids.extend(new_units[: state[0] - units_before])
        starts.extend(new_starts[: state[1] - sentences_before])
        start = end
    starts.append(state[0])
    return Numbered(ids, line_ends, firsts, numbers), sentence_ends, starts


def _codes(upper: bool) -> bytes:
    """The code of each ASCII character; with `upper`, A to Z have those of a to z."""
    made = bytearray(128)
    made[10] = 1
    for k, character in enumerate(CHARACTERS):  # Python objects
        made[ord(character)] = k + 3
        if upper:
            made[ord(character.upper())] = k + 3
    return bytes(made)


@cython.cfunc
def _room(text: str) -> cython.Py_ssize_t:
    """The most codes that a text may need: two for a character, and one for its end."""
    return len(text) + 1 if text.isascii() else 2 * len(text) + 1


@cython.cfunc
def _read(
    text: str, table: cython.uchar[::1], lower: cython.bint, codes: cython.uchar[::1], n: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Put the codes of a text, and its end, into `codes` from place `n` on; the place after them."""
    c: cython.Py_UCS4
    place: cython.Py_ssize_t = n
    for c in text:
        point: cython.uint = ord(c)
        code: cython.uchar = 0
        if point < 128:
            code = table[point]
        elif lower and point == 304:  # a capital I with a dot: i, and a combining dot
            codes[place] = 11
            place += 1
        elif lower and point == 8490:  # the sign of kelvins
            code = 13
        codes[place] = code
        place += 1
    codes[place] = 2
    return place + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number(
    codes: cython.uchar[::1],
    first: cython.longlong[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    by_part: cython.bint,
    slots: cython.longlong[::1],
    mask: cython.longlong,
    entries: cython.longlong[::1],
    units: cython.int[::1],
    sentence_starts: cython.longlong[::1],
    lines: cython.longlong[::1],
    sentences: cython.longlong[::1],
    sizes: cython.int[::1],
    state: cython.longlong[::1],
) -> cython.int:
    """Number the words of the segments from `start` to `end` (excluded), each by itself or, `by_part`, all together.

    A slot of the hash table is used + the number of a piece, and free if it is less than `used`. Of each piece, `keys` and
    `befores` have what it is known by, and `words` the number of the word that it ends (-1: none). `places` is where the
    codes of each word end. With `by_part`, ``sizes[start]`` is the number of different words in all segments.
    """
    total: cython.longlong = state[0]
    total_sentences: cython.longlong = state[1]
    used: cython.longlong = state[2]
    pieces: cython.int = 0
    size: cython.int = 0
    n: cython.Py_ssize_t = 0
    marks: cython.Py_ssize_t = 0
    position: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for i in range(start, end):
        if i == start or not by_part:
            used += pieces
            pieces = 0
            size = 0
        for k in range(first[i], first[i + 1]):
            before: cython.longlong = -1
            sentence: cython.Py_ssize_t = position
            sentence_start: cython.Py_ssize_t = n
            code: cython.longlong = 0
            while code != 2:
                key: cython.longlong = 0
                code = codes[position]
                while code > 2:
                    key = key << 6 | code
                    position += 1
                    if key >> 54:
                        break
                    code = codes[position]
                if key != 0 or before >= 0:
                    slot: cython.longlong = (
                        (((key ^ (key >> 29)) & 0x3FFFFFFF) + before + 1) * 0x7FEB352D >> 24
                    ) & mask
                    piece: cython.longlong = slots[slot] - used
                    while piece >= 0 and (entries[4 * piece] != key or entries[4 * piece + 1] != before):
                        slot = (slot + 1) & mask
                        piece = slots[slot] - used
                    fresh: cython.bint = piece < 0
                    piece = pieces if fresh else piece
                    word: cython.longlong = -1 if fresh else entries[4 * piece + 2]
                    pieces += fresh
                    slots[slot] = used + piece
                    entries[4 * piece] = key
                    entries[4 * piece + 1] = before
                    if code > 2:
                        entries[4 * piece + 2] = word
                        before = piece
                        continue
                    fresh = word < 0
                    word = size if fresh else word
                    size += fresh
                    entries[4 * piece + 2] = word
                    entries[4 * word + 3] = position
                    units[n] = word
                    n += 1
                    before = -1
                position += 1
                if code:
                    if position - 1 > sentence:
                        sentence_starts[marks] = total + sentence_start
                        marks += 1
                    sentence = position
                    sentence_start = n
            lines[k + 1] = total + n
            sentences[k + 1] = total_sentences + marks
        sizes[start if by_part else i] = size
    state[0] = total + n
    state[1] = total_sentences + marks
    state[2] = used + pieces
    return 0


def _spelled(
    codes: cython.uchar[::1], entries: cython.longlong[::1], words: cython.Py_ssize_t
) -> tuple[array[int], array[int]]:
    """The code points of different words, one after the other, and their lengths; see `_number` for `entries`."""
    letter_of: cython.uchar[::1] = bytearray(3) + CHARACTERS.encode()
    counted = array("i", bytes(4 * words))
    lengths: cython.int[::1] = counted
    total: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for k in range(words):
        place = entries[4 * k + 3]
        while place > 0 and codes[place - 1] > 2:
            place -= 1
        lengths[k] = entries[4 * k + 3] - place
        total += lengths[k]
    spelled = array("i", bytes(4 * total))
    letters: cython.int[::1] = spelled
    n: cython.Py_ssize_t = 0
    for k in range(words):
        for place in range(entries[4 * k + 3] - lengths[k], entries[4 * k + 3]):
            letters[n] = letter_of[codes[place]]
            n += 1
    return spelled, counted


def _renumber(
    stems: cython.int[::1],
    first: cython.longlong[::1],
    lines: cython.longlong[::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    total: cython.longlong,
    units: cython.int[::1],
    sizes: cython.int[::1],
) -> None:
    """From words numbered by part to stems numbered by segment; ``stems[k]`` is the stem of word k."""
    numbers: cython.int[::1] = array("i", bytes(4)) * len(stems)
    seen: cython.longlong[::1] = array("q", bytes(8)) * len(stems)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        for i in range(start, end):
            size: cython.int = 0
            for k in range(lines[first[i]] - total, lines[first[i + 1]] - total):
                stem: cython.int = stems[units[k]]
                if seen[stem] != i + 1:
                    seen[stem] = i + 1
                    numbers[stem] = size
                    size += 1
                units[k] = numbers[stem]
            sizes[i] = size
