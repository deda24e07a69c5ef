"""Convert the tokens of a corpus, with its sentences, to numbers for the kernels."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from samescore.data.corpus import Corpus, Line
from samescore.kernels.numbered import Numbered
from samescore.kernels.porter import number_stems
from samescore.kernels.rouge_words import number_words
from samescore.metrics.numbering import number_units, split
from samescore.metrics.rouge.settings import RougeSettings, RougeT
from samescore.metrics.rouge.units import STEM_FROM, STRETCHES, prepare_line, stem_mode
from samescore.metrics.words import all_used_references
from samescore.text.classes import WITH_RULES
from samescore.text.porter import kernel_rules

#: Maximum size of numbered tokens that are cached, at four bytes each; larger ones are computed again.
_MOST_BYTES = 16 * 2**20

#: A function of a corpus and settings that returns a function from a line to its units.
UnitsOf = Callable[[Corpus, RougeT], Callable[[Line], Sequence[Any]]]


class RougeText(NamedTuple):
    """The numbered tokens of lines, and the sentences of each line.

    Line i has the sentences from ``sentences[i]`` to ``sentences[i + 1] - 1``; sentence k begins at token
    ``starts[k]``. Both arrays have one more entry, for the end.
    """

    tokens: Numbered
    sentences: array[int]
    starts: array[int]

    @property
    def memory(self) -> int:
        """The size in bytes."""
        size: int = self.tokens.memory + 8 * (len(self.sentences) + len(self.starts))
        return size

    @property
    def has_empty_lines(self) -> bool:
        """Whether any line has no tokens."""
        return any(start == end for start, end in pairwise(self.tokens.lines))

    @property
    def has_lines_without_sentences(self) -> bool:
        """Whether any line has no sentences."""
        return any(first == last for first, last in pairwise(self.sentences))

    def as_one(self) -> RougeText:
        """Return the same tokens, with each line as one sentence."""
        lines = self.tokens.lines
        return RougeText(self.tokens, array("q", range(len(lines))), lines)


def rouge_text(corpus: Corpus, settings: RougeT, units_of: UnitsOf[RougeT], *, by_sentence: bool) -> RougeText | None:
    """Return the numbered tokens of each hypothesis and of the references used; None if a segment has no references.

    If no kernel splits the texts, the function made by `units_of` returns the tokens of a line, or with `by_sentence`
    the tokens of each of its sentences.
    """
    knobs = (
        settings.case,
        settings.length_limit,
        settings.length_unit,
        settings.tokenizer,
        settings.stemmer,
        settings.references == "first",
    )
    sentences = getattr(settings, "sentences", "line" if by_sentence else "whole")
    as_text = not corpus.tokenized and sentences not in STRETCHES
    kind: tuple[object, ...]
    if as_text and settings.tokenizer == "rouge" and settings.stemmer != "rouge155":
        kind, make = ("runs",), partial(_read, corpus, settings)
    elif as_text and settings.tokenizer in WITH_RULES and settings.stemmer == "none":
        kind, make = ("rules", sentences), partial(_split, corpus, settings, sentences == "line")
    else:
        kind, make = ("units", by_sentence, sentences), partial(_number, corpus, settings, units_of, by_sentence)
    return corpus.remembered(("rouge text", *knobs, *kind), make, _cost)


def _cost(text: RougeText | None) -> int:
    size = text.memory if text else 0
    return size if size <= _MOST_BYTES else sys.maxsize


def _prepare_texts(corpus: Corpus, settings: RougeSettings) -> tuple[Sequence[Any], Sequence[Sequence[Any]]] | None:
    """Return the hypotheses, and the references used for each, prepared as the settings say.

    Returns None if a segment has no references.
    """
    hypotheses, references = corpus.hypothesis_lines, all_used_references(corpus, settings)
    if not all(references):
        return None
    if not settings.length_limit and (settings.case != "ascii" or settings.tokenizer == "rouge"):
        return hypotheses, references
    return [prepare_line(line, settings) for line in hypotheses], [
        [prepare_line(line, settings) for line in lines] for lines in references
    ]


def _split(corpus: Corpus, settings: RougeSettings, by_line: bool) -> RougeText | None:
    """Return the tokens of texts split by table rules; with `by_line`, each line of a text is a sentence.

    Returns None if a segment has no references. See `samescore.text.classes` for the rules.
    """
    lines = _prepare_texts(corpus, settings)
    if lines is None:
        return None
    if not by_line:
        return RougeText(split(*lines, settings), array("q"), array("q")).as_one()
    texts = [[_rows(text) for text in (hypothesis, *several)] for hypothesis, several in zip(*lines, strict=True)]
    # Here each sentence is a line; the empty line before the sentences of a segment takes no space.
    alone = split([""] * len(texts), [[row for rows in several for row in rows] for several in texts], settings)
    sentences = array("q", accumulate((len(rows) for several in texts for rows in several), initial=0))
    firsts = array("q", accumulate(map(len, texts), initial=0))
    starts = array("q")
    for first, following in pairwise(alone.segments):
        starts.extend(alone.lines[first + 1 : following])
    starts.append(alone.lines[-1])
    tokens = Numbered(alone.ids, array("q", [starts[place] for place in sentences]), firsts, alone.sizes)
    return RougeText(tokens, sentences, starts)


def _rows(text: str) -> list[str]:
    """Return the nonempty lines of a text."""
    return [row for row in text.split("\n") if row]


def _read(corpus: Corpus, settings: RougeSettings) -> RougeText | None:
    """Return the tokens of texts, where tokens are runs of letters and digits; None if a segment has no references."""
    lines = _prepare_texts(corpus, settings)
    if lines is None:
        return None
    hypotheses, references = lines
    tokens, sentences, starts = number_words(hypotheses, references, settings.case, _stem_numbers(settings))
    return RougeText(tokens, sentences, starts)


def _stem_numbers(settings: RougeSettings) -> Callable[[array[int], array[int]], array[int]] | None:
    """Return a function that numbers word stems, given letters and lengths; None if words are not stemmed."""
    if settings.stemmer == "none":
        return None
    rules = kernel_rules(stem_mode(settings), STEM_FROM)
    return lambda letters, lengths: number_stems(letters, lengths, bytearray(len(lengths)), rules)[0]


def _number(corpus: Corpus, settings: RougeT, units_of: UnitsOf[RougeT], by_sentence: bool) -> RougeText | None:
    references = all_used_references(corpus, settings)
    if not all(references):
        return None
    units = units_of(corpus, settings)
    pairs = zip(corpus.hypothesis_lines, references, strict=True)
    texts: list[list[Sequence[Any]]] = [[units(line) for line in (hypothesis, *lines)] for hypothesis, lines in pairs]
    if not by_sentence:
        return RougeText(number_units(texts), array("q"), array("q")).as_one()
    tokens = number_units([[token for sentence in text for token in sentence] for text in lines] for lines in texts)
    sentences, starts, total = array("q", [0]), array("q", [0]), 0
    for lines in texts:
        for text in lines:
            for sentence in text:
                total += len(sentence)
                starts.append(total)
            sentences.append(len(starts) - 1)
    return RougeText(tokens, sentences, starts)
