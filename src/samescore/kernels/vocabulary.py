"""Number the distinct words of a segment, or of a whole corpus.

A word is a stretch of UTF-8 bytes, compared eight bytes at a time. It is padded with 0xFF, which never occurs in UTF-8,
so a word of up to eight bytes is identified by one 64-bit number. Longer words are looked up by a hash, which never
equals such a number, and compared in full.
"""

from __future__ import annotations

import sys
from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import MULTIPLIER, KnownWords

COMPILED = cython.compiled

_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)
#: A bit in every byte: setting it lowercases ASCII letters and leaves digits unchanged.
_SMALL = cython.declare(cython.ulonglong, 0x2020202020202020)
#: Maximum number of words of segments that share a small table.
_FEW = cython.declare(cython.longlong, 128)
_FEW_BITS = cython.declare(cython.int, 8)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _eight(letters: cython.ulonglong[::1], begin: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.ulonglong:
    """Return the first eight bytes of a word of `length` bytes (at least one)."""
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << 63) - 1 + (one << 63)
    low: cython.int = (begin & 7) << 3
    place: cython.Py_ssize_t = begin >> 3
    bits: cython.int = ((length if length < 8 else 8) - 1) << 3
    text: cython.ulonglong = (letters[place] >> low) | (((letters[place + 1] << 1) << (63 - low)) & full)
    return text | ((((full << 8) & full) << bits) & full)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _product(key: cython.ulonglong, multiplier: cython.ulonglong) -> cython.ulonglong:
    """Return the product of two numbers modulo 2**64."""
    one: cython.ulonglong = 1
    full: cython.ulonglong = (one << 63) - 1 + (one << 63)
    return (key * multiplier) & full


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hash(
    letters: cython.ulonglong[::1], begin: cython.Py_ssize_t, length: cython.Py_ssize_t, fold: cython.ulonglong
) -> cython.ulonglong:
    """Return the lookup key of a word of more than eight bytes."""
    one: cython.ulonglong = 1
    top: cython.ulonglong = (one << 8) - 2
    h: cython.ulonglong = 0
    while length > 0:
        h = _product(h ^ (_eight(letters, begin, length) | fold), _MULTIPLIER)
        h ^= h >> 32
        begin += 8
        length -= 8
    return (h & ((one << 56) - 1)) | (top << 56)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _equal(
    letters: cython.ulonglong[::1],
    begin: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    fold: cython.ulonglong,
) -> cython.bint:
    """Return whether two words of the same length are equal if the bits of `fold` are set in all of their bytes."""
    while length > 0 and _eight(letters, begin, length) | fold == _eight(letters, other, length) | fold:
        begin += 8
        other += 8
        length -= 8
    return length <= 0


def _in_order(letters: bytearray) -> memoryview:
    """Return bytes as 64-bit numbers whose first byte is the lowest."""
    if sys.byteorder == "little":
        return memoryview(letters).cast("Q")
    numbers = array("Q", bytes(letters))
    numbers.byteswap()
    return memoryview(numbers)


def number(
    text: bytearray,
    begins: cython.int[::1],
    ends: cython.int[::1],
    stops: cython.longlong[::1],
    small: cython.bint,
    ids: cython.int[::1],
    sizes: cython.int[::1],
    places: cython.int[::1],
    known: KnownWords | None = None,
    first: cython.Py_ssize_t = 0,
) -> None:
    """Number the words of each segment from 0, in order of first appearance.

    Word k is ``text[begins[k]:ends[k]]``, not empty; at least eight bytes follow the last one, and the length of `text`
    is a multiple of eight. Segment i has the words from ``stops[i - 1]`` (0) to ``stops[i]`` (excluded). With `small`,
    words are ASCII letters and digits, compared in lower case.

    The function writes ``ids[k]``, the number of word k; ``sizes[i]``, the number of distinct words of segment i; and
    `places`: for each distinct word, segment by segment, the k of one of its occurrences.

    With `known`, segment i also has the words of segment ``first + i`` of `known`, numbered as there and before its
    own; their entries in `places` are meaningless.
    """
    letters: cython.ulonglong[::1] = _in_order(text)
    fold: cython.ulonglong = _SMALL if small else 0
    segments: cython.Py_ssize_t = len(stops)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    has_known: cython.bint = known is not None
    known_words: cython.int[::1] = known.words if known is not None else None
    known_firsts: cython.longlong[::1] = known.firsts if known is not None else None
    known_keys: cython.ulonglong[::1] = known.keys if known is not None else None
    known_letters: cython.ulonglong[::1] = known.letters if known is not None else None
    known_ends: cython.int[::1] = known.ends if known is not None else None
    most: cython.longlong = _FEW
    beside: cython.int = 0
    for i in range(segments):
        if has_known:
            beside = known_firsts[first + i + 1] - known_firsts[first + i]
        most = max(most, stops[i] - (stops[i - 1] if i else 0) + beside)
    most_bits: cython.int = _FEW_BITS
    while most > _FEW << (most_bits - _FEW_BITS):
        most_bits += 1
    one: cython.Py_ssize_t = 1
    slots: cython.int[::1] = array("i", bytes(4 << most_bits))
    keys: cython.ulonglong[::1] = array("Q", bytes(8 << most_bits))
    different: cython.Py_ssize_t = 0
    word: cython.Py_ssize_t = 0
    used: cython.int = 1  # slots below it are left over from earlier segments
    with cython.nogil:
        for i in range(segments):
            if has_known:
                base: cython.Py_ssize_t = known_firsts[first + i]
                beside = known_firsts[first + i + 1] - base
            shift: cython.int = 64 - (_FEW_BITS if stops[i] - word + beside <= _FEW else most_bits)
            mask: cython.Py_ssize_t = (one << (64 - shift)) - 1
            key: cython.ulonglong
            slot: cython.Py_ssize_t
            for k in range(beside):
                key = known_keys[known_words[base + k]]
                slot = _product(key, _MULTIPLIER) >> shift
                while slots[slot] >= used:
                    slot = (slot + 1) & mask
                slots[slot] = used + k
                keys[slot] = key
            size: cython.int = beside
            for k in range(word, stops[i]):
                begin: cython.Py_ssize_t = begins[k]
                length: cython.Py_ssize_t = ends[k] - begin
                key = _eight(letters, begin, length) | fold
                if length > 8:
                    key = _hash(letters, begin, length, fold)
                slot = _product(key, _MULTIPLIER) >> shift
                name: cython.int = slots[slot] - used
                empty: cython.longlong = name >> 31  # -1 if the slot is empty, else 0: avoids an unpredictable branch
                while ((keys[slot] ^ key) & ~empty) or (
                    length > 8
                    and empty == 0
                    and not (
                        _same(letters, begins, ends, k, places[different + name], fold)
                        if name >= beside
                        else _is_known(
                            letters, begin, length, known_letters, known_ends, known_words[base + name], fold
                        )
                    )
                ):
                    slot = (slot + 1) & mask
                    name = slots[slot] - used
                    empty = name >> 31
                name ^= (name ^ size) & empty
                size -= empty
                slots[slot] = used + name
                keys[slot] = key
                ids[k] = name
                places[different + name] = k
            used += size
            different += size
            sizes[i] = size
            word = stops[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _same(
    letters: cython.ulonglong[::1],
    begins: cython.int[::1],
    ends: cython.int[::1],
    k: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    fold: cython.ulonglong,
) -> cython.bint:
    """Return whether the words k and `other` are equal, as `_equal` compares them."""
    length: cython.Py_ssize_t = ends[k] - begins[k]
    return length == ends[other] - begins[other] and _equal(letters, begins[k], begins[other], length, fold)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_known(
    letters: cython.ulonglong[::1],
    begin: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    known_letters: cython.ulonglong[::1],
    known_ends: cython.int[::1],
    word: cython.Py_ssize_t,
    fold: cython.ulonglong,
) -> cython.bint:
    """Return whether a text equals the known word with this number."""
    other: cython.Py_ssize_t = known_ends[word]
    while other < known_ends[word + 1] and length > 0:
        if _eight(letters, begin, length) | fold != known_letters[other] | fold:
            return False
        begin += 8
        length -= 8
        other += 1
    return length <= 0 and other == known_ends[word + 1]


class Vocabulary:
    """The distinct words of a corpus, numbered in order of first appearance.

    Word i is ``letters[ends[i]:ends[i + 1]]``, eight bytes per number. A slot holds the number of a word plus one, or
    0.
    """

    def __init__(self) -> None:
        self.size = 0
        self.letters, self.ends, self.slots = array("Q"), array("i", [0]), array("i")

    def words(self) -> list[str]:
        """Return the words, in the order of their numbers."""
        letters = self.letters[: self.ends[self.size]]
        if sys.byteorder == "big":
            letters.byteswap()
        text = letters.tobytes()
        words = [text[8 * self.ends[i] : 8 * self.ends[i + 1]].rstrip(b"\xff") for i in range(self.size)]
        return [word.decode("utf-8", "surrogatepass") for word in words]

    def keys(self) -> array[int]:
        """Return the key by which `number` looks up each word."""
        letters: cython.ulonglong[::1] = self.letters
        ends: cython.int[::1] = self.ends
        made = array("Q", bytes(8 * self.size))
        keys: cython.ulonglong[::1] = made
        word: cython.Py_ssize_t
        for word in range(len(keys)):
            blocks: cython.Py_ssize_t = ends[word + 1] - ends[word]
            keys[word] = letters[ends[word]] if blocks == 1 else _hash(letters, 8 * ends[word], 8 * blocks, 0)
        return made

    def make_room(self, words: int, numbers: int) -> None:
        """Make space for `words` more words, which take `numbers` 64-bit numbers."""
        letters, words = self.ends[self.size] + numbers, self.size + words
        if letters >= len(self.letters):
            self.letters = self.letters + array("Q", bytes(8 * letters + 8))
        if words >= len(self.ends):
            self.ends = self.ends + array("i", bytes(4 * words))
        if 2 * words > len(self.slots):
            bits = 10
            while 1 << bits < 3 * words:
                bits += 1
            self.slots = array("i", bytes(4 << bits))
            _fill(self.slots, self.letters, self.ends, self.size)

    def renumber(
        self,
        text: bytearray,
        begins: cython.int[::1],
        ends: cython.int[::1],
        places: cython.int[::1],
        sizes: cython.int[::1],
        stops: cython.longlong[::1],
        ids: cython.int[::1],
    ) -> None:
        """Replace the numbers of words within segments by their numbers in this vocabulary, and add new words to it.

        The arguments are those of `number`, which must have been called before.
        """
        letters: cython.ulonglong[::1] = _in_order(text)
        many: cython.Py_ssize_t = len(sizes)
        total: cython.Py_ssize_t = 0
        numbers: cython.Py_ssize_t = 0
        largest: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        begin: cython.Py_ssize_t
        length: cython.Py_ssize_t
        for i in range(many):
            largest = max(largest, sizes[i])
            total += sizes[i]
        for k in range(total):
            numbers += (ends[places[k]] - begins[places[k]] + 7) >> 3
        self.make_room(total, numbers)
        known: cython.Py_ssize_t = self.size
        known_letters: cython.ulonglong[::1] = self.letters
        known_ends: cython.int[::1] = self.ends
        slots: cython.int[::1] = self.slots
        shift: cython.int = _shift(slots)
        made: cython.int[::1] = array("i", bytes(4 * largest + 4))
        word: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t = 0
        with cython.nogil:
            for i in range(many):
                for k in range(sizes[i]):
                    begin = begins[places[word]]
                    length = ends[places[word]] - begin
                    # The word is written where a new word would go, and looked up from there.
                    known_ends[known + 1] = known_ends[known]
                    while length > 0:
                        known_letters[known_ends[known + 1]] = _eight(letters, begin, length)
                        known_ends[known + 1] += 1
                        begin += 8
                        length -= 8
                    slot: cython.Py_ssize_t = _slot(known, known_letters, known_ends, slots, shift)
                    if slots[slot] == 0:
                        known += 1
                        slots[slot] = known
                    made[k] = slots[slot] - 1
                    word += 1
                while place < stops[i]:
                    ids[place] = made[ids[place]]
                    place += 1
        self.size = known


@cython.cfunc
def _shift(slots: cython.int[::1]) -> cython.int:
    """Return the number of bits by which a 64-bit product is shifted to be a slot index."""
    shift: cython.int = 64
    size: cython.Py_ssize_t = len(slots)
    while size > 1:
        size >>= 1
        shift -= 1
    return shift


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slot(
    word: cython.Py_ssize_t,
    letters: cython.ulonglong[::1],
    ends: cython.int[::1],
    slots: cython.int[::1],
    shift: cython.int,
) -> cython.Py_ssize_t:
    """Return the slot of a word, or the empty slot where it belongs."""
    h: cython.ulonglong = 0
    j: cython.Py_ssize_t
    begin: cython.Py_ssize_t = ends[word]
    length: cython.Py_ssize_t = ends[word + 1] - begin
    for j in range(begin, begin + length):
        h ^= h >> 32
        h = _product(h ^ letters[j], _MULTIPLIER)
    slot: cython.Py_ssize_t = h >> shift
    while slots[slot] > 0:
        other: cython.Py_ssize_t = ends[slots[slot] - 1]
        if ends[slots[slot]] - other == length:
            j = 0
            while j < length and letters[other + j] == letters[begin + j]:
                j += 1
            if j == length:
                break
        slot = (slot + 1) & (len(slots) - 1)
    return slot


def _fill(
    slots: cython.int[::1], letters: cython.ulonglong[::1], ends: cython.int[::1], words: cython.Py_ssize_t
) -> None:
    """Insert the words of a vocabulary into empty slots."""
    word: cython.Py_ssize_t
    shift: cython.int = _shift(slots)
    for word in range(words):
        slots[_slot(word, letters, ends, slots, shift)] = word + 1
