"""The units that error rates and edit distances compare, as numbers, for the kernels."""

from __future__ import annotations

from typing import Any

from samescore.data.corpus import Corpus
from samescore.kernels.characters import number_characters
from samescore.kernels.numbered import Numbered
from samescore.kernels.spaces import number_words_between_spaces
from samescore.metrics.numbering import cost, numbered_words
from samescore.metrics.words import all_used_references
from samescore.text.classes import dropped_characters


def numbered_units(corpus: Corpus, s: Any) -> Numbered | None:
    """The units of each segment, under the knobs of error rates or of edit distances.

    None if there are no segments, if one has no references, or if the corpus holds tokens where text is needed, or text
    where tokens are.
    """
    tokenizer = getattr(s, "tokenizer", "characters")
    references = corpus.reference_lines
    if corpus.tokenized != (tokenizer == "given") or not references or not all(references):
        return None
    if tokenizer not in ("characters", "spaces"):
        return numbered_words(corpus, s, all_used_references)
    key = ("numbered units", s.case, tokenizer, getattr(s, "whitespace", "keep"), s.references)
    return corpus.remembered(key, lambda: _number(corpus, tokenizer, s), cost)


def _number(corpus: Corpus, tokenizer: str, s: Any) -> Numbered:
    hypotheses: Any = corpus.hypothesis_lines
    references: Any = all_used_references(corpus, s)
    whitespace = getattr(s, "whitespace", "keep")
    for step in ([str.lower] if s.case == "lower" else []) + ([str.strip] if whitespace == "strip" else []):
        hypotheses = list(map(step, hypotheses))
        references = [tuple(map(step, lines)) for lines in references]
    if tokenizer == "spaces":
        return number_words_between_spaces(hypotheses, references)
    return number_characters(hypotheses, references, dropped_characters("remove" if whitespace == "remove" else "keep"))
