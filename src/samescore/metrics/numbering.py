"""The words of a corpus as numbers, for the kernels."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from samescore.data.corpus import Corpus, Line
from samescore.kernels.numbered import Numbered
from samescore.kernels.vocabulary import Vocabulary
from samescore.kernels.words import number_words
from samescore.metrics.words import tokenizer_for
from samescore.text.classes import WordRules, word_rules

#: Numbered words take four bytes each. Those of corpora up to this size are remembered, those of larger ones made again.
_MOST_BYTES = 8 * 2**20

#: Which references count, under some settings, of all the references of each segment.
UsedReferences = Callable[[Corpus, Any], Sequence[tuple[Line, ...]]]


def numbered(segments: Iterable[Sequence[Sequence[Any]]]) -> Numbered:
    """Numbered text of units that are Python objects: for each segment its lines, each a sequence of units.

    >>> numbered([[["a", "b"], ["b", "b"]]]).ids.tolist()
    [0, 1, 1, 1]
    """
    ids, lines, firsts, sizes = array("i"), array("q", [0]), array("q", [0]), array("i")
    for segment in segments:
        numbers: dict[Any, int] = {}
        for line in segment:
            ids.extend([numbers.setdefault(unit, len(numbers)) for unit in line])
            lines.append(len(ids))
        firsts.append(len(lines) - 1)
        sizes.append(len(numbers))
    return Numbered(ids, lines, firsts, sizes)


def numbered_words(corpus: Corpus, s: Any, used: UsedReferences) -> Numbered | None:
    """The words of each segment under the knobs ``case``, ``strip`` and ``tokenizer``; None if one has no references.

    Raises `SettingsError` as `samescore.metrics.words.tokenize` does.
    """
    key = ("numbered words", s.case, getattr(s, "strip", ""), s.tokenizer, used.__name__, *_choice_of_references(s))
    return corpus.remembered(key, lambda: _number(corpus, s, used), _cost)


def _choice_of_references(s: Any) -> list[object]:
    """The values of the knobs that decide which references count."""
    return [getattr(s, knob, None) for knob in ("references", "empty_references")]


def _cost(text: Numbered | None) -> int:
    size = text.memory if text else 0
    return size if size <= _MOST_BYTES else sys.maxsize


def numbered_corpus(corpus: Corpus, s: Any, used: UsedReferences) -> tuple[Numbered, list[str]] | None:
    """The words of all segments, numbered across the corpus, and the words by number.

    None if a segment has no references, and where there is no kernel that splits texts as the settings say.
    """
    vocabulary = Vocabulary()
    rules = _rules(corpus, s)
    references = used(corpus, s)
    if rules is None or not all(references):
        return None
    text = _split(corpus.hypothesis_lines, references, s, rules, vocabulary)
    return text, vocabulary.words()


def _rules(corpus: Corpus, s: Any) -> WordRules | None:
    """The rules that split the texts of a corpus under these settings; None if there are none."""
    return None if corpus.tokenized or s.case not in ("keep", "lower") else word_rules(s.tokenizer)


def _number(corpus: Corpus, s: Any, used: UsedReferences) -> Numbered | None:
    references = used(corpus, s)
    if not all(references):
        return None
    rules = _rules(corpus, s)
    if rules is None:
        tokens = tokenizer_for(corpus, s)
        pairs = zip(corpus.hypothesis_lines, references, strict=True)
        return numbered([tokens(hypothesis), *map(tokens, lines)] for hypothesis, lines in pairs)
    return _split(corpus.hypothesis_lines, references, s, rules, None)


def _split(hypotheses: Any, references: Any, s: Any, rules: WordRules, vocabulary: Vocabulary | None) -> Numbered:
    """The words of texts that these rules split, numbered."""
    steps: list[Callable[[str], str]] = [str.lower] if s.case == "lower" else []
    if getattr(s, "strip", "none") == "right":
        steps.append(str.rstrip)
    if rules.prepare:
        steps.append(rules.prepare)
    for step in steps:
        hypotheses = list(map(step, hypotheses))
        references = [tuple(map(step, lines)) for lines in references]
    return number_words(hypotheses, references, rules.classes, rules.padded, rules.clean, vocabulary)
