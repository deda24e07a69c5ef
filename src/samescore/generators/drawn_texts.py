"""Hypothesis strategies for segments of text: words of many kinds, and variants of the same words with a few edits."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache

from samescore.generators.answers import ANSWERS
from samescore.generators.drawing import st
from samescore.generators.drawn_lines import LETTERS
from samescore.generators.odd_words import ODD_CHARACTERS, ODD_WORDS
from samescore.generators.outputs import OUTPUT_PIECES
from samescore.generators.texts import (
    INFLECTED,
    LINES_WITH_NOTHING,
    PLAIN,
    SEPARATORS,
    WORDS,
    Segment,
    word_forms,
)
from samescore.metrics.base import Pool

#: Vocabularies of a segment, the simplest first; Hypothesis shrinks examples towards it.
_VOCABULARIES: tuple[Sequence[str], ...] = (
    LETTERS,
    LETTERS[:2],
    ("a", "bc", "ab", "c"),
    PLAIN,
    INFLECTED,
    WORDS,
    WORDS,
)
_SENTENCE_ENDS = ("\n", "\n", ". ", " . ", ".")
_SPACES = {
    "rouge": (*SEPARATORS, *_SENTENCE_ENDS * 3),
    "answers": (" ", " ", " ", "", "  "),
    "outputs": (" ", " ", "", "\n"),
}
_MOST_WORDS = 12
_EDITS = ("replace", "leave out", "add", "repeat", "move", "other case", "inflect")


@cache
def drawn_segments(pool: Pool, most: int, fewest: int) -> st.SearchStrategy[Segment]:
    """Return a strategy for segments with `fewest` to `most` references; if `fewest` is 0, few segments have none."""
    shortest = 6 if pool == "long-translation" else 0
    alike = [st.tuples(_some_words(known, shortest), st.just(known)) for known in _vocabularies(pool)]
    alike.append(st.tuples(st.lists(_odd_words, min_size=shortest, max_size=_MOST_WORDS), st.just(ODD_WORDS)))
    variants = st.tuples(_edits, _spacings(pool))
    if fewest:
        several = st.lists(variants, min_size=fewest, max_size=most)
    else:
        several = st.one_of(*[st.lists(variants, min_size=1, max_size=n) for n in (1, 1, 1, most)], st.just([]))
    return st.builds(_segment, st.one_of(alike), variants, several, _seldom)


def _segment(
    alike: tuple[list[str], Sequence[str]], hypothesis: _Variant, references: list[_Variant], copied: bool
) -> Segment:
    """Return a segment whose lines are variants of the same words; if `copied`, the hypothesis is the last reference."""
    right = [_variant(*alike, *reference) for reference in references]
    return right[-1] if copied and right else _variant(*alike, *hypothesis), right


def _variant(words: list[str], known: Sequence[str], edits: list[_Edit], spacing: _Spacing) -> str:
    """Return the words as a line of text after the edits, or the line without words that `spacing` gives."""
    edited = list(words)
    for edit in edits:
        _apply_edit(edited, known, *edit)
    empty, spaces = spacing
    if empty is not None:
        return empty
    between = [" "] * len(edited)
    for place, space in spaces:
        if edited:
            between[place % len(edited)] = space
    return "".join(word + space for word, space in zip(edited, between, strict=True)).removesuffix(" ")


def _apply_edit(words: list[str], known: Sequence[str], kind: str, place: int, other: int) -> None:
    """Apply an edit in place to the word at `place` or, for a move, to a phrase that starts there."""
    if kind == "add":
        words.insert(place, known[other % len(known)])
    elif place >= len(words):
        return
    elif kind == "replace":
        words[place] = WORDS[other % len(WORDS)]
    elif kind == "leave out":
        del words[place]
    elif kind == "repeat":
        words.insert(place, words[place])
    elif kind == "move":
        phrase = words[place : place + 1 + other % 4]
        del words[place : place + len(phrase)]
        target = other // 4 % (_MOST_WORDS + 1)
        words[target:target] = phrase
    elif kind == "other case":
        words[place] = words[place].swapcase()
    else:
        forms = word_forms(words[place])
        words[place] = forms[other % len(forms)]


_Edit = tuple[str, int, int]
_Spacing = tuple[str | None, list[tuple[int, str]]]
_Variant = tuple[list[_Edit], _Spacing]

#: Any character but a surrogate. It comes from a number because `st.characters` and `st.text` first make a table of
#: all of Unicode.
_any_character = st.integers(0, sys.maxunicode - 0x800).map(lambda number: chr(number + 0x800 * (number >= 0xD800)))
_odd_words = st.one_of(
    st.sampled_from(LETTERS),
    st.sampled_from(ODD_WORDS),
    st.lists(st.sampled_from(ODD_CHARACTERS + "ab1"), min_size=1, max_size=3).map("".join),
    st.lists(_any_character, min_size=1, max_size=3).map("".join),
)
_seldom = st.sampled_from([False] * 19 + [True])
_edits = st.lists(
    st.tuples(st.sampled_from(_EDITS), st.integers(0, _MOST_WORDS), st.integers(0, len(WORDS) - 1)), max_size=3
)


@cache
def _spacings(pool: Pool) -> st.SearchStrategy[_Spacing]:
    """Return a strategy for a line's spacing: up to two unusual spaces or, rarely, a text without words instead."""
    empty = st.sampled_from([None] * 57 + LINES_WITH_NOTHING)
    unusual = st.tuples(st.integers(0, _MOST_WORDS - 1), st.sampled_from(_SPACES.get(pool, SEPARATORS)))
    return st.tuples(empty, st.lists(unusual, max_size=2))


def _vocabularies(pool: Pool) -> Sequence[Sequence[str]]:
    if pool == "answers":
        return (LETTERS, ANSWERS, ANSWERS, WORDS)
    if pool == "outputs":
        return (LETTERS, OUTPUT_PIECES, OUTPUT_PIECES, OUTPUT_PIECES)
    return (LETTERS, LETTERS[:2], LETTERS[:3], *_VOCABULARIES) if pool == "edits" else _VOCABULARIES


def _some_words(known: Sequence[str], fewest: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(known), min_size=fewest, max_size=_MOST_WORDS)
