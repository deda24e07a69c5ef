"""Convert the units compared by error rates and edit distances to numbers, for the kernels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Protocol

from samescore.data.corpus import Corpus, Line
from samescore.kernels.code_points import KEEP, REMOVE, STRIP, read_code_points
from samescore.kernels.numbered import Numbered
from samescore.kernels.spaces import number_words_between_spaces
from samescore.metrics.numbering import cost, numbered_words
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.shared import split_with_references
from samescore.metrics.words import all_used_references, once_per_line
from samescore.text.classes import dropped_characters
from samescore.text.tokenizers import ascii_lower
from samescore.text.transforms import transform

#: Number of segments whose characters are read at a time; it limits the memory for their characters.
_SEGMENTS = 1000
#: The kernels' treatment of white space for each value of the knob ``whitespace``.
_MARKS = {"keep": KEEP, "strip": STRIP, "remove": REMOVE}


class EditKnobs(Protocol):
    """The knobs that settings of error rates and of edit distances share."""

    case: str
    references: str


def numbered_units(corpus: Corpus, settings: EditKnobs) -> Iterator[Numbered] | None:
    """Return the numbered units of each segment under these settings, some segments at a time.

    Returns None if there are no segments, if a segment has no references, or if the corpus holds tokens where the
    tokenizer needs text, or the other way round.
    """
    tokenizer = getattr(settings, "tokenizer", "characters")
    references = corpus.reference_lines
    if corpus.tokenized != (tokenizer == "given") or not references or not all(references):
        return None
    if tokenizer == "characters":
        return _characters(corpus, settings)
    if tokenizer == "spaces":
        key = ("words between spaces", settings.case, getattr(settings, "transforms", "none"), settings.references)
        return iter([corpus.remembered(key, lambda: _between_spaces(corpus, settings, key), cost)])
    words_of: Any = settings  # they have the knob tokenizer
    words = numbered_words(corpus, words_of, all_used_references)
    return None if words is None else iter([words])


def text_preparer(settings: EditKnobs, seen: Seen = unseen) -> Callable[[str], str]:
    """Return a function that applies ``case`` and ``transforms`` (if it exists) to a text; `seen` gets every step."""
    steps = getattr(settings, "transforms", "none")
    lower = {"keep": [], "lower": [("case", str.lower)]}.get(settings.case, [("case", ascii_lower)])
    changes = [*lower, *((step, transform(step)) for step in (() if steps == "none" else steps))]

    def prepared(text: str) -> str:
        for name, change in changes:
            text = change(text)
            seen(name, text)
        return text

    return prepared


def prepared_once(corpus: Corpus, settings: EditKnobs) -> Callable[[Line], str]:
    """Return the function of `text_preparer`; slow transforms are cached for each line of the corpus."""
    steps = getattr(settings, "transforms", "none")
    change: Any = text_preparer(settings)  # applied to lines that are texts
    return change if steps == "none" else once_per_line(corpus, ("prepared", settings.case, steps), change)


def _between_spaces(corpus: Corpus, settings: EditKnobs, key: Hashable) -> Numbered:
    change = prepared_once(corpus, settings)

    def split(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **chosen: object) -> Numbered:
        return number_words_between_spaces(*_transformed_texts(hypotheses, references, change, settings), **chosen)

    texts: Any = corpus.hypothesis_lines, all_used_references(corpus, settings)
    return split_with_references(corpus.shared, key, texts, split)


def _characters(corpus: Corpus, settings: EditKnobs) -> Iterator[Numbered]:
    marks = _MARKS[getattr(settings, "whitespace", "keep")]
    white = dropped_characters("remove")
    change, used = prepared_once(corpus, settings), all_used_references(corpus, settings)
    hypotheses, references = _transformed_texts(corpus.hypothesis_lines, used, change, settings)
    for start in range(0, len(hypotheses), _SEGMENTS):
        part = slice(start, start + _SEGMENTS)
        yield read_code_points(hypotheses[part], references[part], white, marks)


def _transformed_texts(
    hypotheses: Sequence[Line], references: Sequence[Sequence[Line]], change: Callable[[Line], str], settings: EditKnobs
) -> tuple[Sequence[Line], Sequence[Sequence[Line]]]:
    """Return the hypotheses and the references after `change`, or unchanged if the settings change no text."""
    if settings.case != "keep" or getattr(settings, "transforms", "none") != "none":
        return list(map(change, hypotheses)), [tuple(map(change, lines)) for lines in references]
    return hypotheses, references
