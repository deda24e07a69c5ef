"""The different words of a whole corpus, for metrics that count in all of it."""

from __future__ import annotations

import sys
from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled


class Vocabulary:
    """The different words of a corpus, numbered in order of first appearance.

    Word i is ``letters[ends[i]:ends[i + 1]]``, in code points. A slot holds the number of a word plus one, or 0; words are
    looked up by their hashes.
    """

    def __init__(self) -> None:
        self.size = 0
        self.letters, self.ends, self.hashes, self.slots = array("i"), array("i", [0]), array("i"), array("i")

    def words(self) -> list[str]:
        """The words."""
        encoding = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"
        text = self.letters[: self.ends[self.size]].tobytes().decode(encoding, "surrogatepass")
        return [text[self.ends[i] : self.ends[i + 1]] for i in range(self.size)]

    def make_room(self, words: int, characters: int) -> None:
        """Make room for so many more words of so many characters."""
        letters, words = self.ends[self.size] + characters, self.size + words
        if letters > len(self.letters):
            self.letters = self.letters + array("i", bytes(4 * letters))
        if words > len(self.hashes):
            self.ends = self.ends + array("i", bytes(4 * words))
            self.hashes = self.hashes + array("i", bytes(4 * words))
        if 2 * words > len(self.slots):
            capacity = 1024
            while capacity < 3 * words:
                capacity *= 2
            self.slots = array("i", bytes(4 * capacity))
            _fill(self.slots, self.letters, self.ends, self.hashes, self.size)

    def renumber(
        self,
        points: cython.int[::1],
        begins: cython.int[::1],
        lengths: cython.int[::1],
        hashes: cython.int[::1],
        sizes: cython.int[::1],
        stops: cython.longlong[::1],
        ids: cython.int[::1],
    ) -> None:
        """Give the words of some segments their numbers in this vocabulary, adding those that are new.

        Segment i has ``sizes[i]`` different words: where each begins in `points`, its length and its hash come one segment
        after the other. Its words end at ``stops[i]`` in `ids`, which has their numbers within the segment.
        """
        many: cython.Py_ssize_t = len(sizes)
        total: cython.Py_ssize_t = 0
        characters: cython.Py_ssize_t = 0
        largest: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for i in range(many):
            largest = max(largest, sizes[i])
            total += sizes[i]
        for k in range(total):
            characters += lengths[k]
        self.make_room(total, characters)
        known: cython.Py_ssize_t = self.size
        letters: cython.int[::1] = self.letters
        ends: cython.int[::1] = self.ends
        stored: cython.int[::1] = self.hashes
        slots: cython.int[::1] = self.slots
        mask: cython.Py_ssize_t = len(slots) - 1
        numbers: cython.int[::1] = array("i", bytes(4 * largest + 4))
        word: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t = 0
        with cython.nogil:
            for i in range(many):
                for k in range(sizes[i]):
                    slot: cython.Py_ssize_t = _slot(
                        points, begins[word], lengths[word], hashes[word], letters, ends, stored, slots, mask
                    )
                    if slots[slot] == 0:
                        for j in range(lengths[word]):
                            letters[ends[known] + j] = points[begins[word] + j]
                        ends[known + 1] = ends[known] + lengths[word]
                        stored[known] = hashes[word]
                        known += 1
                        slots[slot] = known
                    numbers[k] = slots[slot] - 1
                    word += 1
                while place < stops[i]:
                    ids[place] = numbers[ids[place]]
                    place += 1
        self.size = known


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _slot(
    points: cython.int[::1],
    begin: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    h: cython.int,
    letters: cython.int[::1],
    ends: cython.int[::1],
    hashes: cython.int[::1],
    slots: cython.int[::1],
    mask: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """The slot of a word, or the empty one where it belongs."""
    slot: cython.Py_ssize_t = (h ^ (h >> 9)) & mask
    while slots[slot] > 0:
        number: cython.Py_ssize_t = slots[slot] - 1
        if hashes[number] == h and ends[number + 1] - ends[number] == length:
            j: cython.Py_ssize_t = 0
            while j < length and letters[ends[number] + j] == points[begin + j]:
                j += 1
            if j == length:
                break
        slot = (slot + 1) & mask
    return slot


def _fill(
    slots: cython.int[::1],
    letters: cython.int[::1],
    ends: cython.int[::1],
    hashes: cython.int[::1],
    words: cython.Py_ssize_t,
) -> None:
    """Put the words of a vocabulary into empty slots."""
    number: cython.Py_ssize_t
    mask: cython.Py_ssize_t = len(slots) - 1
    for number in range(words):
        begin: cython.Py_ssize_t = ends[number]
        length: cython.Py_ssize_t = ends[number + 1] - begin
        slots[_slot(letters, begin, length, hashes[number], letters, ends, hashes, slots, mask)] = number + 1
