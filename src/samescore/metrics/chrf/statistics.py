"""Count the statistics of chrF: n-grams of characters, and for chrF++ of words, with the best reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from samescore.base.errors import MetricError
from samescore.data.corpus import Corpus, Line
from samescore.metrics.base import Row, Statistics
from samescore.metrics.chrf.combine import matched_score, score
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.preparation import Seen, unseen
from samescore.metrics.rows import Rows
from samescore.metrics.words import counted_references, need_text, once_per_line
from samescore.settings import Stage
from samescore.text.classes import CHRF_MARKS
from samescore.text.tokenizers import white_space

#: A segment's row without a reference, and its row with each of its references.
Candidates = tuple[Row, list[Row]]


def statistics(corpus: Corpus, settings: ChrfSettings) -> Statistics:
    """Return one row for each segment: for each order h, r and m, with the segment's best reference.

    A segment that repeats the counts of the previous one has an empty row; see `fill_empty_rows`. Raises `MetricError`
    for a segment without references unless ``references`` is above-zero, and `SettingsError` for tokens.
    """
    counted = settings.up_to(Stage.STATISTICS)
    candidates = corpus.remembered(("chrf candidates", counted), lambda: count_candidates(corpus, counted), _bytes_of)
    rows = [_best(alone, compared, settings) for alone, compared in candidates]
    return Statistics(columns(settings), rows)


def columns(settings: ChrfSettings) -> tuple[str, ...]:
    """Return the names of the columns."""
    names = [f"char_{n}" for n in range(settings.min_char_order, settings.char_order + 1)]
    names += [f"word_{n}" for n in range(1, settings.word_order + 1)]
    return tuple(f"{name}_{side}" for name in names for side in ("h", "r", "m"))


def _best(alone: Row, compared: list[Row], settings: ChrfSettings) -> Row:
    """Return the row with the best reference, selected by ``references``; empty if the previous row is repeated."""
    if settings.references in ("highest-f", "first"):
        return compared[0] if len(compared) == 1 else max(compared, key=lambda row: score(row, settings))
    best = max(compared, key=lambda row: matched_score(row, settings), default=alone)
    if matched_score(best, settings) > 0:
        return best
    return alone if settings.references == "above-zero" else ()


def fill_empty_rows(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows, with each empty row replaced by the previous one.

    Raises `MetricError` if the first row is empty.
    """
    if isinstance(rows, Rows):
        return rows
    counted: list[Row] = []
    for row in rows:
        if not row and not counted:
            raise MetricError("the first segment matches nothing, and there is no previous segment to repeat")
        counted.append(row or counted[-1])
    return Rows.of(counted)


def count_candidates(corpus: Corpus, settings: ChrfSettings) -> list[Candidates]:
    """Return the candidate rows of each segment.

    Raises `MetricError` for a segment without references unless ``references`` is above-zero, and `SettingsError` for
    tokens.
    """
    ngrams = ngram_counter(corpus, settings)
    candidates: list[Candidates] = []
    for segment in corpus:
        need_text(segment, "chrf")
        hypothesis = ngrams(segment.hypothesis)
        counted = counted_references(segment, settings)
        if not counted and settings.references != "above-zero":
            raise MetricError("a segment has no references")
        references = counted[:1] if settings.references == "first" else counted
        alone = _compare(hypothesis, [Counter()] * len(hypothesis), settings)
        candidates.append((alone, [_compare(hypothesis, ngrams(reference), settings) for reference in references]))
    return candidates


def _bytes_of(candidates: list[Candidates]) -> int:
    return sum(100 + sum(60 + 8 * len(row) for row in (alone, *compared)) for alone, compared in candidates)


def ngram_counter(corpus: Corpus, settings: ChrfSettings) -> Callable[[Line], list[Counter[Hashable]]]:
    """Return a function from a line to one counter of n-grams for each order: character orders, then word orders."""
    units = tokenizer_for(corpus, settings)
    char_orders = range(settings.min_char_order, settings.char_order + 1)
    word_orders = range(1, settings.word_order + 1)

    def count(line: Line) -> list[Counter[Hashable]]:
        text, *words_of_text = units(line)
        characters: list[Counter[Hashable]] = [
            Counter(text[i : i + n] for i in range(len(text) - n + 1)) for n in char_orders
        ]
        words: list[Counter[Hashable]] = [
            Counter(zip(*(words_of_text[i:] for i in range(n)), strict=False)) for n in word_orders
        ]
        return [*characters, *words]

    return count


def _compare(hypothesis: list[Counter[Hashable]], reference: list[Counter[Hashable]], settings: ChrfSettings) -> Row:
    row = []
    for h, r in zip(hypothesis, reference, strict=True):
        counted = sum(h.values()) if r or settings.empty_reference_order == "count-hypothesis" else 0
        row += [counted, sum(r.values()), sum(min(count, r[gram]) for gram, count in h.items() if gram in r)]
    return tuple(row)


def tokenizer_for(corpus: Corpus, settings: ChrfSettings) -> Callable[[Line], Sequence[str]]:
    """Return `tokens` under these settings as a function of a line, cached for each line of the corpus."""
    key = ("chrf", settings.case, settings.whitespace, settings.word_order > 0)
    return once_per_line(corpus, key, lambda line: tokens(line, settings))


def tokens(line: Line, settings: ChrfSettings, seen: Seen = unseen) -> Sequence[str]:
    """Return the text whose characters are counted; for chrF++, followed by its words."""
    text = str(line)
    if settings.case == "lower":
        text = text.lower()
        seen("case", text)
    characters = _characters(text, settings)
    seen("whitespace", characters)
    if not settings.word_order:
        return [characters]
    counted = words(text)
    seen("words", counted)
    return [characters, *counted]


def _characters(text: str, settings: ChrfSettings) -> str:
    if settings.whitespace == "remove":
        return "".join(text.split())
    if settings.whitespace == "remove-spaces":
        return text.strip().replace(" ", "")
    return white_space().sub("", text) if settings.whitespace == "remove-unicode" else text


def words(text: str) -> list[str]:
    """Return the words of a text, split as chrF++ does.

    At most one ASCII punctuation mark is split off a word, at the end or else at the start.

    >>> words('(hi) "x" ...')
    ['(hi', ')', '"x', '"', '..', '.']
    """
    parts = []
    for word in text.split():
        if len(word) > 1 and word[-1] in CHRF_MARKS:
            parts += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in CHRF_MARKS:
            parts += [word[0], word[1:]]
        else:
            parts.append(word)
    return parts
