"""Convert the words of a corpus to numbers, for the kernels."""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import accumulate, chain, count
from typing import Any, TypeVar

from samescore.data.corpus import Corpus, Line
from samescore.kernels.numbered import KnownWords, Numbered
from samescore.kernels.vocabulary import Vocabulary
from samescore.kernels.words import number_words
from samescore.metrics.shared import split_with_references
from samescore.metrics.words import TokenKnobs, tokenizer_for
from samescore.text.classes import WITH_RULES, ignores_white_ends, word_rules
from samescore.text.tokenizers import ascii_lower

#: Maximum size of numbered words that is cached, at four bytes each; larger ones are computed again.
_MOST_BYTES = 8 * 2**20

#: Values of the knob ``case`` that lowercase ASCII letters in tokens.
_ASCII_CASES = ("ascii", "ascii-tokens")

KnobsT = TypeVar("KnobsT", bound=TokenKnobs)
#: A function that selects the references to use under some settings, for each segment.
UsedReferences = Callable[[Corpus, KnobsT], Sequence[tuple[Line, ...]]]


def number_units(segments: Iterable[Sequence[Sequence[Hashable]]]) -> Numbered:
    """Return units, any hashable objects, as numbers; a segment is a list of lines, and a line a sequence of units.

    >>> number_units([[["a", "b"], ["b", "b"]]]).ids.tolist()
    [0, 1, 1, 1]
    """
    ids, lines, firsts, sizes = array("i"), array("q", [0]), array("q", [0]), array("i")
    for segment in segments:
        numbers: defaultdict[Hashable, int] = defaultdict(count().__next__)
        ids.extend(list(map(numbers.__getitem__, chain.from_iterable(segment))))
        lines.extend(list(accumulate(map(len, segment), initial=lines[-1]))[1:])
        firsts.append(len(lines) - 1)
        sizes.append(len(numbers))
    return Numbered(ids, lines, firsts, sizes)


def numbered_words(corpus: Corpus, settings: KnobsT, used: UsedReferences[KnobsT]) -> Numbered | None:
    """Return the words of each segment as numbers, under the knobs ``case``, ``strip`` and ``tokenizer``.

    Returns None if a segment has no references. Raises `SettingsError` as `samescore.metrics.words.tokenize` does.
    """
    key = (
        "numbered words",
        settings.case,
        strip_that_matters(settings),
        settings.tokenizer,
        used.__name__,
        *_choice_of_references(settings),
    )
    return corpus.remembered(key, lambda: _number(corpus, settings, used, key), cost)


def strip_that_matters(settings: TokenKnobs) -> str:
    """Return the value of ``strip``, or ``none`` if stripping is known not to change the words.

    That is known only for ``right``, with tokenizers whose table ignores white space at the end and that clean no text.
    """
    strip = str(getattr(settings, "strip", "none"))
    if strip == "right" and settings.tokenizer in WITH_RULES and ignores_white_ends(settings.tokenizer):
        return strip if word_rules(settings.tokenizer).clean else "none"
    return strip


def _choice_of_references(settings: object) -> list[object]:
    """Return the values of the knobs that select references; None for knobs that the settings lack."""
    return [getattr(settings, knob, None) for knob in ("references", "empty_references")]


def cost(text: Numbered | None) -> int:
    """Return the size of numbered words for the cache; above the limit, a size too large to be cached."""
    size = text.memory if text else 0
    return size if size <= _MOST_BYTES else sys.maxsize


def numbered_corpus(
    corpus: Corpus, settings: KnobsT, used: UsedReferences[KnobsT]
) -> tuple[Numbered, list[str]] | None:
    """Return the words of all segments, numbered across the corpus, and the words by number.

    Returns None if a segment has no references, or if no kernel splits texts as the settings require.
    """
    references = used(corpus, settings)
    return _numbered_together(corpus, references, settings) if all(references) else None


def numbered_hypotheses(corpus: Corpus, settings: TokenKnobs) -> tuple[Numbered, list[str]] | None:
    """Return the words of all hypotheses, numbered across the corpus, and the words by number.

    Returns None if no kernel splits texts as the settings require.
    """
    return _numbered_together(corpus, [()] * len(corpus), settings)


def _numbered_together(
    corpus: Corpus, references: Sequence[tuple[Line, ...]], settings: TokenKnobs
) -> tuple[Numbered, list[str]] | None:
    if not _has_rules(corpus, settings):
        return None
    vocabulary = Vocabulary()
    texts: Any = corpus.hypothesis_lines, references
    text = split(texts[0], texts[1], settings, vocabulary)
    return text, vocabulary.words()


def _has_rules(corpus: Corpus, settings: TokenKnobs) -> bool:
    """Return whether there are table rules for splitting the texts of a corpus under these settings."""
    return (
        not corpus.tokenized and settings.tokenizer in WITH_RULES and settings.case in ("keep", "lower", *_ASCII_CASES)
    )


def _number(corpus: Corpus, settings: KnobsT, used: UsedReferences[KnobsT], key: Hashable) -> Numbered | None:
    references = used(corpus, settings)
    if not all(references):
        return None
    if not _has_rules(corpus, settings):
        tokens = tokenizer_for(corpus, settings)
        pairs = zip(corpus.hypothesis_lines, references, strict=True)
        return number_units([tokens(hypothesis), *map(tokens, lines)] for hypothesis, lines in pairs)
    texts: Any = corpus.hypothesis_lines, references
    return split_with_references(corpus.shared, key, texts, partial(split, settings=settings))


def split(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    settings: TokenKnobs,
    vocabulary: Vocabulary | None = None,
    known: KnownWords | None = None,
) -> Numbered:
    """Return the words of texts, split by table rules, as numbers.

    Words are numbered within each segment by default, with a `vocabulary` across segments, or with the numbers of
    `known` words.
    """
    rules = word_rules(settings.tokenizer)
    clean = rules.clean
    lower_tokens = settings.case in _ASCII_CASES
    steps: list[Callable[[str], str]] = [str.lower] if settings.case == "lower" else []
    if getattr(settings, "strip", "none") == "right":
        if ignores_white_ends(settings.tokenizer) and not lower_tokens:
            clean = clean and partial(_strip_first, clean)
        else:
            steps.append(str.rstrip)
    if rules.prepare:
        steps.append(rules.prepare)
    if lower_tokens:  # the text has to be clean before; no rule splits at an ASCII letter
        steps += [clean, ascii_lower] if clean else [ascii_lower]
        clean = None
    for step in steps:
        hypotheses = list(map(step, hypotheses))
        references = _apply_to_references(step, references)
    return number_words(hypotheses, references, rules.classes, rules.padded, clean, vocabulary, known)


def _strip_first(clean: Callable[[str], str], text: str) -> str:
    return clean(text.rstrip())


def _apply_to_references(step: Callable[[str], str], references: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the references of each segment, with a step applied to each."""
    if not any(references):
        return [()] * len(references)
    if set(map(len, references)) == {1}:
        return list(zip(map(step, chain.from_iterable(references)), strict=True))
    return [tuple(map(step, lines)) for lines in references]
