"""The tokens of a corpus, and its sentences, as numbers for the kernels."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from samescore.data.corpus import Corpus, Line
from samescore.kernels.numbered import Numbered
from samescore.kernels.rouge_words import number_words
from samescore.metrics.numbering import numbered
from samescore.metrics.rouge.units import STEM_FROM, prepared, stem_mode
from samescore.metrics.words import all_used_references
from samescore.text.porter import porter_stem

#: Numbered tokens take four bytes each. Those of corpora up to this size are remembered, those of larger ones made again.
_MOST_BYTES = 16 * 2**20

#: What makes the units of a line under settings.
UnitsOf = Callable[[Corpus, Any], Callable[[Line], Any]]


class RougeText(NamedTuple):
    """Numbered tokens, and their sentences.

    Line i has the sentences from ``sentences[i]`` to ``sentences[i + 1] - 1``; sentence k begins at token ``starts[k]``.
    Both have one more entry.
    """

    tokens: Numbered
    sentences: array[int]
    starts: array[int]

    @property
    def memory(self) -> int:
        """Size in bytes."""
        size: int = self.tokens.memory + 8 * (len(self.sentences) + len(self.starts))
        return size

    @property
    def has_empty_lines(self) -> bool:
        """Is a line without tokens?"""
        return any(start == end for start, end in pairwise(self.tokens.lines))

    @property
    def has_lines_without_sentences(self) -> bool:
        """Is a line without sentences?"""
        return any(first == last for first, last in pairwise(self.sentences))

    def as_one(self) -> RougeText:
        """The same tokens, with each line as one sentence."""
        lines = self.tokens.lines
        return RougeText(self.tokens, array("q", range(len(lines))), lines)


def rouge_text(corpus: Corpus, s: Any, units_of: UnitsOf, *, by_sentence: bool) -> RougeText | None:
    """The tokens of each hypothesis and of its references that count; None if a segment has no references.

    `units_of` gives what makes the tokens of a line, or with `by_sentence` those of each of its sentences, where no kernel
    does.
    """
    by_kernel = s.tokenizer == "rouge" and not corpus.tokenized and getattr(s, "sentences", "") != "full-stop"
    knobs = (s.case, s.length_limit, s.length_unit, s.tokenizer, s.stemmer, s.references == "first")
    key = ("rouge text", *knobs, None if by_kernel else (by_sentence, getattr(s, "sentences", "")))
    make = partial(_read, corpus, s) if by_kernel else partial(_number, corpus, s, units_of, by_sentence)
    return corpus.remembered(key, make, _cost)


def _cost(text: RougeText | None) -> int:
    size = text.memory if text else 0
    return size if size <= _MOST_BYTES else sys.maxsize


def _read(corpus: Corpus, s: Any) -> RougeText | None:
    hypotheses: Any = corpus.hypothesis_lines
    references: Any = all_used_references(corpus, s)
    if not all(references):
        return None
    if s.length_limit:
        hypotheses = [prepared(line, s) for line in hypotheses]
        references = [[prepared(line, s) for line in lines] for lines in references]
    tokens, sentences, starts = number_words(hypotheses, references, s.case, _stem(s))
    return RougeText(tokens, sentences, starts)


def _stem(s: Any) -> Callable[[str], str] | None:
    if s.stemmer == "none":
        return None
    mode = stem_mode(s)
    return lambda token: porter_stem(token, mode) if len(token) >= STEM_FROM else token


def _number(corpus: Corpus, s: Any, units_of: UnitsOf, by_sentence: bool) -> RougeText | None:
    references = all_used_references(corpus, s)
    if not all(references):
        return None
    units = units_of(corpus, s)
    pairs = zip(corpus.hypothesis_lines, references, strict=True)
    texts: list[list[Sequence[Any]]] = [[units(line) for line in (hypothesis, *lines)] for hypothesis, lines in pairs]
    if not by_sentence:
        return RougeText(numbered(texts), array("q"), array("q")).as_one()
    tokens = numbered([[token for sentence in text for token in sentence] for text in lines] for lines in texts)
    sentences, starts, total = array("q", [0]), array("q", [0]), 0
    for lines in texts:
        for text in lines:
            for sentence in text:
                total += len(sentence)
                starts.append(total)
            sentences.append(len(starts) - 1)
    return RougeText(tokens, sentences, starts)
