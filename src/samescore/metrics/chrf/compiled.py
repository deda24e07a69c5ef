"""Count the statistics of chrF with the kernels."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from samescore.data.corpus import Corpus
from samescore.data.shared import SharedReferences
from samescore.kernels.ngrams import matches
from samescore.kernels.numbered import Numbered
from samescore.kernels.rows import highest_rows, side_by_side, triples
from samescore.kernels.words import number_words
from samescore.metrics.base import Statistics
from samescore.metrics.chrf.combine import matched_score, score
from samescore.metrics.chrf.segments import compiled_scores
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.rows import Row, Rows
from samescore.metrics.shared import Texts, characters_beside, split_with_references
from samescore.metrics.words import all_counted_references
from samescore.settings import Stage
from samescore.text.classes import dropped_characters, word_rules

#: Number of segments counted at a time; it limits the memory for their characters.
_PART = 250


class _Compared(NamedTuple):
    """The counts of every hypothesis with each of its references.

    `references` is the number of references of each segment; None if all have one.
    """

    rows: Rows
    references: array[int] | None


def covers(settings: ChrfSettings) -> bool:
    """Return whether the kernels support these settings; they need at least one character order."""
    return settings.char_order >= settings.min_char_order


def compiled_statistics(corpus: Corpus, settings: ChrfSettings, columns: tuple[str, ...]) -> Statistics | None:
    """Return the statistics under settings that `covers` accepts; None for tokens, or if a segment has no references."""
    counted = settings.up_to(Stage.STATISTICS)
    compared = corpus.remembered(
        ("chrf compared", counted), lambda: _compare(corpus, counted), lambda made: made.rows.memory if made else 0
    )
    if compared is None:
        return None
    if settings.references in ("highest-f", "first") and compared.references is None:
        return Statistics(columns, compared.rows)
    return Statistics(
        columns, _best(compared.rows, compared.references or array("q", [1]) * len(compared.rows), settings)
    )


def _best(rows: Rows, references: array[int], settings: ChrfSettings) -> Sequence[Row]:
    """Return the row of the best reference for each segment, selected as in `samescore.metrics.chrf.statistics`."""
    width = rows.width
    above = settings.references in ("above-zero", "above-zero-or-previous")
    scores: Sequence[float] | None = compiled_scores(rows, settings, matched=above)
    if scores is not None:
        highest = highest_rows(rows.cells, width, scores, references, above)
        if highest is not None:
            return Rows(width, highest)

    def score_at(place: int) -> float:
        if scores is None:
            return matched_score(rows[place], settings) if above else score(rows[place], settings)
        return scores[place]

    best, many_cells, start = [], array("q"), 0
    for many in references:
        places = range(start, start + many)
        start += many
        place = places[0] if many == 1 else max(places, key=score_at)
        row = rows.cells[place * width : (place + 1) * width]
        if above and not score_at(place) > 0:
            row = _unmatched_row(row, settings)
        best.append(row)
        many_cells.extend(row)
    return Rows(width, many_cells) if len(many_cells) == width * len(best) else best


def _unmatched_row(row: array[int], settings: ChrfSettings) -> array[int]:
    """Return the row of a segment that matches no reference; empty if the settings repeat the previous segment's row."""
    if settings.references == "above-zero-or-previous":
        return array("q")
    one_sided = settings.empty_reference_order == "count-hypothesis"
    return array("q", [count if one_sided and place % 3 == 0 else 0 for place, count in enumerate(row)])


def _compare(corpus: Corpus, settings: ChrfSettings) -> _Compared | None:
    references = all_counted_references(corpus, settings)
    if corpus.tokenized or not all(references):
        return None
    if settings.references == "first":
        references = [lines[:1] for lines in references]
    width = 3 * (settings.char_order - settings.min_char_order + 1 + settings.word_order)
    many = None if set(map(len, references)) <= {1} else array("q", map(len, references))
    cells, place = array("q", [0]) * (width * (len(references) if many is None else sum(many))), 0
    for start in range(0, len(corpus), _PART):
        segments = slice(start, start + _PART)
        texts: Any = corpus.hypothesis_lines[segments], references[segments]
        part = _cells(texts, settings, corpus.shared, start)
        cells[place : place + len(part)] = part
        place += len(part)
    return _Compared(Rows(width, cells), many)


def _cells(texts: Texts, settings: ChrfSettings, shared: SharedReferences | None, start: int) -> array[int]:
    """Return the counts of some segments, for each hypothesis with each reference.

    `start` is the first segment's number.
    """
    one_sided = settings.empty_reference_order == "count-hypothesis"
    key = start, settings.case, settings.empty_references, settings.references == "first"
    characters = characters_beside(
        shared,
        ("chrf characters", settings.whitespace, *key),
        texts,
        partial(_prepare_texts, settings=settings),
        dropped_characters(settings.whitespace),
    )
    low, high = settings.min_char_order, settings.char_order
    cells: array[int] = triples(characters, matches(characters, low, high, False, True), low, high, one_sided)
    if not settings.word_order:
        return cells
    words, orders = (
        split_with_references(shared, ("chrf words", *key), texts, partial(_split, settings=settings)),
        settings.word_order,
    )
    word_cells = triples(words, matches(words, 1, orders, False, True), 1, orders, one_sided)
    both: array[int] = side_by_side(cells, 3 * (high - low + 1), word_cells, 3 * orders)
    return both


def _split(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], settings: ChrfSettings, **chosen: object
) -> Numbered:
    """Return the words of texts as numbers; `chosen` are further arguments of `number_words`."""
    if settings.case == "lower":
        hypotheses, references = _apply_to_each(str.lower, hypotheses, references)
    return number_words(hypotheses, references, word_rules("chrf").classes, True, None, **chosen)


def _prepare_texts(texts: Texts, settings: ChrfSettings) -> Texts:
    """Return the texts, in lower case if ``case`` is lower, and stripped if ``whitespace`` is remove-spaces."""
    if settings.case == "lower":
        texts = _apply_to_each(str.lower, *texts)
    return _apply_to_each(str.strip, *texts) if settings.whitespace == "remove-spaces" else texts


def _apply_to_each(step: Callable[[str], str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Texts:
    """Return all texts with a step applied to each."""
    return list(map(step, hypotheses)), [tuple(map(step, lines)) for lines in references]
