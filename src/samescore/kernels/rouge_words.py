"""Number ROUGE words (runs of the letters a to z and digits), without an object for each word."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import Numbered
from samescore.kernels.texts import read
from samescore.kernels.vocabulary import number

COMPILED = cython.compiled

#: The characters of words.
CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

#: For each byte, whether it is outside words, without and with the letters A to Z.
_SEPARATORS = bytearray(byte not in CHARACTERS.encode() for byte in range(256))
_SEPARATORS_OF_BOTH_CASES = bytearray(byte not in (CHARACTERS + CHARACTERS.upper()).encode() for byte in range(256))

#: Approximate number of characters read at a time; more for stems, because words are looked up for each block.
_PART = 1 << 14
_PART_OF_STEMS = 1 << 20


def number_words(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    case: str,
    number_stems: Callable[[array[int], array[int]], array[int]] | None,
) -> tuple[Numbered, array[int], array[int]]:
    """Return the numbered words of many segments, and the positions of their sentences: `sentences` and `starts`.

    ``references[i]`` are the references of ``hypotheses[i]``. `case` is how capital letters are treated: ``lower`` (as
    by ``str.lower``), ``ascii`` (only A to Z are lowercased) or ``keep`` (unchanged). With `number_stems`, words with
    equal stems are equal: given the concatenated code points of distinct words and their lengths, it returns a number
    for each word, equal for equal stems.

    Sentences are the nonempty parts of a line between line feeds. Those of line i have the numbers from
    ``sentences[i]`` to ``sentences[i + 1] - 1``; sentence k begins at unit ``starts[k]``. Both have one extra entry at
    the end.
    """
    segments: cython.Py_ssize_t = len(hypotheses)
    flags = _SEPARATORS if case == "keep" else _SEPARATORS_OF_BOTH_CASES
    clean = _in_ascii if case == "lower" else None
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = segments
    for i in range(segments):
        count += len(references[i])
    ids, starts, numbers = array("i"), array("q"), array("i", [0]) * segments
    lines, firsts = array("q", [0]) * (count + 1), array("q", [0]) * (segments + 1)
    sentences = array("q", [0]) * (count + 1)
    line_ends: cython.longlong[::1] = lines
    first: cython.longlong[::1] = firsts
    room: cython.Py_ssize_t = -1
    start: cython.Py_ssize_t = 0
    while start < segments:  # Python objects
        most = _PART if number_stems is None else _PART_OF_STEMS
        stop, text = read(hypotheses, references, start, most, "\u0130\u212a", clean, first, line_ends)
        if len(text) > room:
            room = len(text)
            marks, begins, ends, units, places = [array("i", [0]) * (room + 1) for _ in range(5)]
        new_starts = array("q", [0]) * (text.count(b"\n") + first[stop] - first[start] + 1)
        stops = array("q", bytes(8 * (stop - start)))
        before = len(ids)
        words, new_sentences = _split(
            text, flags, first, start, before, len(starts), line_ends, sentences, new_starts, marks, begins, ends, stops
        )
        sizes = memoryview(numbers)[start:stop]
        if number_stems is None:
            number(text, begins, ends, stops, case != "keep", units, sizes, places)
        else:
            number(text, begins, ends, stops[stop - start - 1 :], case != "keep", units, sizes[:1], places)
            stems = number_stems(*_spelled(text, begins, ends, places, sizes[0]))
            _renumber(stems, stops, units, sizes)
        ids.extend(units[:words])
        starts.extend(new_starts[:new_sentences])
        start = stop
    starts.append(len(ids))
    return Numbered(ids, lines, firsts, numbers), sentences, starts


def _in_ascii(text: str) -> str:
    """Replace the two non-ASCII characters whose lowercase forms are ASCII by these."""
    return text.replace("\u0130", "i\u0307").replace("\u212a", "k")


def _split(
    letters: cython.uchar[::1],
    flags: cython.uchar[::1],
    first: cython.longlong[::1],
    start: cython.Py_ssize_t,
    before: cython.longlong,
    sentences_before: cython.longlong,
    line_ends: cython.longlong[::1],
    sentences: cython.longlong[::1],
    sentence_starts: cython.longlong[::1],
    marks: cython.int[::1],
    begins: cython.int[::1],
    ends: cython.int[::1],
    stops: cython.longlong[::1],
) -> tuple[int, int]:
    """Find where the words of the segments from `start` on begin and end; return the number of words and of sentences.

    ``line_ends[k + 1]``, the end of line k in `letters`, is replaced by the number of words up to there plus `before`;
    ``sentences[k + 1]`` is set to the number of sentences plus `sentences_before`; ``stops[i - start]`` to the number
    of words up to the end of segment i. `marks` are the positions of characters outside words.
    """
    segments: cython.Py_ssize_t = len(stops)
    size: cython.Py_ssize_t = line_ends[first[start + segments]]
    n: cython.Py_ssize_t = 0
    many: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
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
                sentence: cython.Py_ssize_t = word
                sentence_start: cython.Py_ssize_t = n
                while marks[mark] < end:
                    p = marks[mark]
                    mark += 1
                    begins[n] = word
                    ends[n] = p
                    n += p > word
                    word = p + 1
                    if letters[p] == 10:
                        sentence_starts[count] = before + sentence_start
                        count += p > sentence
                        sentence = p + 1
                        sentence_start = n
                begins[n] = word
                ends[n] = end
                n += end > word
                sentence_starts[count] = before + sentence_start
                count += end > sentence
                word = end
                line_ends[line] = before + n
                sentences[line] = sentences_before + count
            stops[i] = n
    return n, count


def _spelled(
    text: cython.uchar[::1],
    begins: cython.int[::1],
    ends: cython.int[::1],
    places: cython.int[::1],
    words: cython.Py_ssize_t,
) -> tuple[array[int], array[int]]:
    """Return the concatenated code points of distinct words, in lower case, and their lengths."""
    counted = array("i", bytes(4 * words))
    lengths: cython.int[::1] = counted
    total: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    p: cython.Py_ssize_t
    for k in range(words):
        lengths[k] = ends[places[k]] - begins[places[k]]
        total += lengths[k]
    spelled = array("i", bytes(4 * total))
    letters: cython.int[::1] = spelled
    n: cython.Py_ssize_t = 0
    for k in range(words):
        for p in range(begins[places[k]], ends[places[k]]):
            letters[n] = text[p] | 32
            n += 1
    return spelled, counted


def _renumber(
    stems: cython.int[::1],
    stops: cython.longlong[::1],
    units: cython.int[::1],
    sizes: cython.int[::1],
) -> None:
    """Convert words numbered by block to stems numbered by segment.

    ``stems[k]`` is the stem of word k. Segment i has the units up to ``stops[i]`` (excluded).
    """
    numbers: cython.int[::1] = array("i", bytes(4)) * len(stems)
    seen: cython.longlong[::1] = array("q", bytes(8)) * len(stems)
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    segments: cython.Py_ssize_t = len(stops)
    with cython.nogil:
        for i in range(segments):
            size: cython.int = 0
            while k < stops[i]:
                stem: cython.int = stems[units[k]]
                if seen[stem] != i + 1:
                    seen[stem] = i + 1
                    numbers[stem] = size
                    size += 1
                units[k] = numbers[stem]
                k += 1
            sizes[i] = size
