"""Align texts as METEOR 1.5 does: find all matches of all modules, and search for the best set without overlaps.

The code follows the program's source (edu.cmu.meteor.aligner, cmu-mtlab/meteor), including the truncation of weights to
integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from samescore.text.meteor_words import FUNCTION_WORDS
from samescore.text.resources.meteor_data import LONGEST_PHRASE, Phrase, synonyms
from samescore.text.snowball import snowball_stem

Words = Sequence[str]
Stemmer = Callable[[str], str]

MODULES = ("exact", "stem", "synonym", "paraphrase")
#: Maximum number of partial alignments kept at each word of the reference.
BEAM = 40


class Match(NamedTuple):
    """A match by a module, from word `start` of the reference and word `other` of the hypothesis.

    It covers `length` words of the reference and `other_length` words of the hypothesis.
    """

    module: int
    start: int
    length: int
    other: int
    other_length: int


class Alignment(NamedTuple):
    """The selected matches, in the order of the reference, and the number of chunks that they form."""

    matches: tuple[Match, ...]
    chunks: int


def java_hash(word: str) -> int:
    """Reproduce Java's ``String.hashCode`` (as an unsigned number), by which the program compares words."""
    code = 0
    for unit in memoryview(word.encode("utf-16-le", "surrogatepass")).cast("H"):
        code = (31 * code + unit) & 0xFFFFFFFF
    return code


def candidates(
    hypothesis: Words, reference: Words, modules: int, table: dict[str, tuple[Phrase, ...]], stem: Stemmer
) -> list[list[Match]]:
    """Return all matches of the first `modules` modules, in one list for each word of the reference where they start.

    For equal texts only the first module is used. `table` maps phrases to their paraphrases.
    """
    found: list[list[Match]] = [[] for _ in reference]
    keys = [[java_hash(word) for word in words] for words in (hypothesis, reference)]
    if keys[0] == keys[1]:
        modules = 1
    for module in range(modules):
        if MODULES[module] == "paraphrase":
            made: Iterator[Match] = _paraphrased(hypothesis, reference, module, table)
        else:
            made = _matches_of_words(hypothesis, reference, keys, module, stem)
        for match in made:
            found[match.start].append(match)
    return found


def _matches_of_words(
    hypothesis: Words, reference: Words, keys: list[list[int]], module: int, stem: Stemmer
) -> Iterator[Match]:
    """Yield the matches of a module on single words.

    The two words of a match are equal or, for the modules ``stem`` and ``synonym``, differ but have the same stem or
    share a synonym set.
    """
    if MODULES[module] == "stem":
        h_stems, r_stems = ([java_hash(stem(word)) for word in words] for words in (hypothesis, reference))
    elif MODULES[module] == "synonym":
        known = synonyms()
        h_sets, r_sets = ([known.sets(word) for word in words] for words in (hypothesis, reference))
    for j, r_key in enumerate(keys[1]):
        for i, h_key in enumerate(keys[0]):
            if module == 0:
                same = h_key == r_key
            elif h_key == r_key:
                same = False
            elif MODULES[module] == "stem":
                same = h_stems[i] == r_stems[j]
            else:
                same = not h_sets[i].isdisjoint(r_sets[j])
            if same:
                yield Match(module, j, 1, i, 1)


def _paraphrased(
    hypothesis: Words, reference: Words, module: int, table: dict[str, tuple[Phrase, ...]]
) -> Iterator[Match]:
    """Yield matches of phrases in the reference with paraphrases in the hypothesis, then matches the other way round."""
    for j, length, i, other_length in _paraphrases_in(reference, hypothesis, table):
        yield Match(module, j, length, i, other_length)
    for i, length, j, other_length in _paraphrases_in(hypothesis, reference, table):
        yield Match(module, j, other_length, i, length)


def _paraphrases_in(
    words: Words, others: Words, table: dict[str, tuple[Phrase, ...]]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the start and length of each phrase in `words`, with the start and length of each paraphrase in `others`."""
    for start in range(len(words)):
        for length in range(1, min(LONGEST_PHRASE, len(words) - start) + 1):
            for phrase in table.get(" ".join(words[start : start + length]), ()):
                for place in range(len(others) - len(phrase) + 1):
                    if tuple(others[place : place + len(phrase)]) == phrase:
                        yield start, length, place, len(phrase)


#: The selected matches as a linked list, the last one first.
_Chosen = tuple[Match, "_Chosen"] | None


class _Path:
    """A partial alignment: its matches, and the numbers by which paths are ranked.

    `h_count` and `r_count` are the counts of matched words. They are integers to which the program adds 1 for an equal
    word and 0.5 for any other, rounding down for each match.
    """

    __slots__ = ("chosen", "chunks", "distance", "end", "h_count", "h_used", "next", "r_count", "r_used")

    def __init__(self, chosen: _Chosen, h_used: int, r_used: int) -> None:
        self.chosen = chosen
        self.h_used, self.r_used = h_used, r_used  # a bit for each matched word
        self.h_count = self.r_count = self.chunks = self.next = self.distance = 0
        self.end = -1

    def copy(self) -> _Path:
        made = _Path(self.chosen, self.h_used, self.r_used)
        made.h_count, made.r_count, made.chunks = self.h_count, self.r_count, self.chunks
        made.next, made.distance, made.end = self.next, self.distance, self.end
        return made

    def add(self, match: Match) -> None:
        """Count a match, and continue after it; a match that does not continue the current chunk ends that chunk."""
        weight = 2 if match.module == 0 else 1
        self.h_count += match.other_length * weight // 2
        self.r_count += match.length * weight // 2
        if self.end not in (-1, match.other):
            self.chunks += 1
        self.next = match.start + match.length
        self.end = match.other + match.other_length

    def skip(self) -> None:
        """Leave a word of the reference unmatched, which ends the current chunk."""
        self.close()
        self.next += 1

    def close(self) -> None:
        """End the current chunk, if there is one."""
        if self.end != -1:
            self.chunks += 1
            self.end = -1

    @property
    def rank(self) -> tuple[int, int, int]:
        """The sort key of paths: more matched words first, then fewer chunks, then a smaller distance."""
        return -self.h_count - self.r_count, self.chunks, self.distance


def _bits(start: int, length: int) -> int:
    return ((1 << length) - 1) << start


def align(
    hypothesis: Words,
    reference: Words,
    modules: int,
    table: dict[str, tuple[Phrase, ...]] | None = None,
    stem: Stemmer = snowball_stem,
) -> Alignment:
    """Return the alignment by the first `modules` modules.

    `table` has the paraphrases of the phrases that occur in the texts; `stem` is the stemmer, which may cache.

    >>> align("the cat the".split(), "the the cat".split(), 1).chunks
    2
    """
    found = candidates(hypothesis, reference, modules, table or {}, stem)
    fixed = _unambiguous_matches(found, len(hypothesis), len(reference))
    matches = tuple(sorted((*fixed.values(), *_search(found, fixed)), key=attrgetter("start")))
    return Alignment(matches, _chunks(matches))


def _unambiguous_matches(found: list[list[Match]], h_length: int, r_length: int) -> dict[int, Match]:
    """Return the matches whose words occur in no other match, by position in the reference; every alignment has them."""
    h_cover, r_cover = [0] * h_length, [0] * r_length
    for match in (match for matches in found for match in matches):
        for place in range(match.other, match.other + match.other_length):
            h_cover[place] += 1
        for place in range(match.start, match.start + match.length):
            r_cover[place] += 1
    fixed = {}
    for matches in found:
        if len(matches) == 1:
            (match,) = matches
            h_side = h_cover[match.other : match.other + match.other_length]
            r_side = r_cover[match.start : match.start + match.length]
            if set(h_side) == set(r_side) == {1}:
                fixed[match.start] = match
    return fixed


def _search(found: list[list[Match]], fixed: dict[int, Match]) -> Iterator[Match]:
    """Yield the matches of the best path, except `fixed` ones, found by a beam search over the reference's words."""
    h_fixed = r_fixed = 0
    for match in fixed.values():
        h_fixed |= _bits(match.other, match.other_length)
        r_fixed |= _bits(match.start, match.length)
    following = [_Path(None, h_fixed, r_fixed)]
    for place, matches in enumerate(found):
        paths, following = sorted(following, key=lambda path: path.rank), []
        options = [_option(match) for match in matches]
        for path in paths[:BEAM]:
            following += _continuations(path, place, options, fixed)
        following = following or [paths[0]]
    paths = sorted(following, key=lambda path: path.rank)[:BEAM]
    for path in paths:
        path.close()
    chosen = min(paths, key=lambda path: path.rank).chosen
    while chosen is not None:
        match, chosen = chosen
        yield match


class _Option(NamedTuple):
    """A match with the bits of its words, the distance of their positions, and its kind: its module and lengths."""

    match: Match
    h_bits: int
    r_bits: int
    distance: int
    kind: tuple[int, int, int]


def _option(match: Match) -> _Option:
    return _Option(
        match,
        _bits(match.other, match.other_length),
        _bits(match.start, match.length),
        abs(match.start - match.other),
        (match.module, match.length, match.other_length),
    )


def _continuations(path: _Path, place: int, options: list[_Option], fixed: dict[int, Match]) -> Iterator[_Path]:
    """Yield the continuations of a path at a word of the reference: with each match that starts there, and without one.

    Matches of one kind that start a chunk differ only in the distance, which does not decrease from one match to the
    next. Only the first `BEAM` of each kind can be among the best, so the others are skipped.
    """
    if path.r_used >> place & 1:
        if place < path.next:
            yield path
        elif (match := fixed.get(path.next)) is not None:
            path.add(match)
            path.distance += abs(match.start - match.other)
            yield path
        return
    made: Counter[tuple[int, int, int]] = Counter()
    for match, h_bits, r_bits, distance, kind in options:
        if path.h_used & h_bits or path.r_used & r_bits:
            continue
        if match.other != path.end:
            made[kind] += 1
            if made[kind] > BEAM:
                path.distance += distance
                continue
        longer = path.copy()
        longer.h_used |= h_bits
        longer.r_used |= r_bits
        longer.chosen = match, path.chosen
        longer.add(match)
        path.distance += distance  # the program adds it to the path without the match
        yield longer
    path.skip()
    yield path


def _chunks(matches: Sequence[Match]) -> int:
    """Return the number of chunks: maximal runs of matches that are adjacent in both texts."""
    r_end = h_end = -1
    chunks = 0
    for match in matches:
        chunks += (match.start, match.other) != (r_end, h_end)
        r_end, h_end = match.start + match.length, match.other + match.other_length
    return chunks


def alignment_statistics(alignment: Alignment, hypothesis: Words, reference: Words) -> list[int]:
    """Return the program's 23 statistics: lengths, function words, matches of each module, chunks, and matched words.

    Each number except the chunks is given for the hypothesis and then for the reference. Among a module's matches,
    content words come before function words.
    """
    sides = [[word.lower() in FUNCTION_WORDS for word in words] for words in (hypothesis, reference)]
    lengths = [len(hypothesis), len(reference), sum(sides[0]), sum(sides[1])]
    modules = [[0, 0, 0, 0] for _ in MODULES]
    for match in alignment.matches:
        spans = (match.other, match.other_length), (match.start, match.length)
        for side, (start, length) in enumerate(spans):
            function = sum(sides[side][start : start + length])
            modules[match.module][side] += length - function
            modules[match.module][2 + side] += function
    matched = [sum(counts[side] + counts[2 + side] for counts in modules) for side in (0, 1)]
    return [*lengths, *(count for counts in modules for count in counts), alignment.chunks, *matched]
