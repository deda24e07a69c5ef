"""Shared parts of NLTK's functions: the modelled release, and corpora of tokenized texts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Any

from samescore.compat.native import Model
from samescore.data.corpus import Corpus, Tokens
from samescore.data.one_segment import OneSegment

#: The newest and the oldest release that is offered.
NEWEST, OLDEST = "3.10.4", "3.6.6"
NLTK = Model("nltk", NEWEST)

#: A text: hashable tokens, or a string, whose characters are its tokens.
Text = Iterable[Hashable]
#: The references of a text.
References = Sequence[Text]


class Functions:
    """The base of the functions of one NLTK module as of a release."""

    def __init__(self, model: Model = NLTK) -> None:
        self._model = model


def corpus_of(
    list_of_references: Sequence[References], hypotheses: Sequence[Text], *, unhashable: bool = False
) -> Corpus:
    """Return tokenized texts as a corpus; a corpus of one segment caches nothing.

    If any token is not a string, all tokens are replaced by strings, equal tokens by equal strings. Raises
    `AssertionError` for lists of different lengths, and `TypeError` for tokens that cannot be hashed, unless
    `unhashable` allows them.
    """
    need_same_length(list_of_references, hypotheses)
    texts = [
        [tuple(hypothesis), *map(tuple, references)]
        for hypothesis, references in zip(hypotheses, list_of_references, strict=True)
    ]
    segments = [(hypothesis, tuple(references)) for hypothesis, *references in _as_words(texts, unhashable)]
    if len(segments) == 1:
        return OneSegment.of(*segments[0], tokenized=True)
    return Corpus.from_tokens([hypothesis for hypothesis, _ in segments], [references for _, references in segments])


def need_same_length(list_of_references: Sequence[object], hypotheses: Sequence[object]) -> None:
    """Raise `AssertionError` unless the numbers of hypotheses and of lists of references are equal."""
    if len(list_of_references) != len(hypotheses):
        raise AssertionError(f"{len(hypotheses)} hypotheses were passed with references for {len(list_of_references)}")


def _as_words(texts: Sequence[Sequence[tuple[Any, ...]]], unhashable: bool) -> Sequence[Sequence[Tokens]]:
    if set(map(type, chain.from_iterable(chain.from_iterable(texts)))) <= {str}:
        return texts
    names: dict[Hashable, str] = {}
    try:
        return [
            [tuple(names.setdefault(token, str(len(names))) for token in text) for text in segment] for segment in texts
        ]
    except TypeError:
        if not unhashable:
            raise
    known: list[Any] = []
    return [[tuple(_name_of_equal(token, known) for token in text) for text in segment] for segment in texts]


def _name_of_equal(token: Any, known: list[Any]) -> str:
    """Return the position of the first known token that equals `token`, as a string; add `token` if there is none."""
    if token not in known:
        known.append(token)
    return str(known.index(token))


def as_characters(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[str, str]:
    """Return two sequences as strings with a character for each unit: equal characters for equal units.

    Raises `TypeError` for units that cannot be hashed, and `ValueError` for more than about a million different units.
    """
    if type(first) is str and type(second) is str:
        return first, second
    names: dict[Hashable, str] = {}
    made = ["".join(names.setdefault(unit, _character(len(names))) for unit in units) for units in (first, second)]
    return made[0], made[1]


def _character(number: int) -> str:
    """Return one of the characters from U+10000 on, which include no surrogates."""
    try:
        return chr(0x10000 + number)
    except ValueError:
        raise ValueError(f"samescore.compat compares sequences of at most {number} different units") from None
