"""TER, translation edit rate (Snover, Dorr, Schwartz, Micciulla and Makhoul, AMTA 2006).

The number of edits (insertion, deletion, substitution of a word, shift of a phrase) that turn the hypothesis into the
closest reference is divided by the average length of the references (section 2.1). The best shifts are searched for as
in Tercom (section 2.2; `samescore.metrics.edits.ter_shifts`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from itertools import chain, islice
from typing import Any

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.kernels.numbered import Numbered
from samescore.kernels.short_ter import short_pairs
from samescore.kernels.ter import pairs
from samescore.kernels.ter_rows import ter_rows
from samescore.kernels.words import number_words
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    BrokenAxiom,
    ComparesTexts,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    need_segments,
)
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.edits.ter_java import edits_of_java
from samescore.metrics.edits.ter_runs import edits_by_runs
from samescore.metrics.edits.ter_settings import TerSettings
from samescore.metrics.edits.ter_shifts import Limits, edits
from samescore.metrics.edits.ter_words import (
    JAVA,
    has_second_pass,
    normalize_after_knobs,
    normalize_before_knobs,
    normalize_texts,
    reference_words,
    words,
)
from samescore.metrics.float32 import add_singles, rounding_function
from samescore.metrics.numbering import cost, numbered_words
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rows import Rows
from samescore.metrics.summation import add_up
from samescore.metrics.words import (
    all_counted_references,
    counted_references,
    once_per_line,
)
from samescore.settings import Stage
from samescore.text.classes import word_rules

#: Approximate memory of the words of a hypothesis and a reference, and of their edits.
_PAIR_BYTES = 1024


def _edits_of(corpus: Corpus, settings: TerSettings) -> Callable[[list[str], list[str]], tuple[int, int]]:
    """Return a function that counts the edits and shifts for a hypothesis and a reference, and caches its results.

    The cache is shared by all settings with the same search and limits.
    """
    limits = Limits(
        settings.max_shift_size,
        settings.max_shift_distance,
        settings.max_candidates,
        settings.beam_width,
        settings.beam == "cost",
    )
    count = {"tercom": edits, "tercom-java": edits_of_java, "common-runs": edits_by_runs}[settings.search]
    known: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, int]] = corpus.remembered(
        ("ter edits", settings.search, limits), dict, lambda _: _PAIR_BYTES * sum(map(len, corpus.reference_lines))
    )

    def count_once(hypothesis: list[str], reference: list[str]) -> tuple[int, int]:
        if not hypothesis and settings.empty_hypothesis == "free":
            return 0, 0
        h, r = (reference, hypothesis) if settings.shifted == "reference" else (hypothesis, reference)
        pair = tuple(h), tuple(r)
        if pair not in known:
            known[pair] = count(h, r, limits)
        return known[pair]

    return count_once


#: Maximum size in bytes of normalized lines that are cached.
_MOST_BYTES = 8 * 2**20

#: The edits for the closest reference, the shifts among them, and the two parts of the denominator.
_COLUMNS = ("edits", "shifts", "reference_words", "references")


class Ter(
    ComparesTexts[Corpus, TerSettings], CompiledCounting[Corpus, TerSettings], MeanOfSegments[Corpus, TerSettings]
):
    """TER of a corpus: 0 is perfect, and there is no upper bound.

    An empty hypothesis scores `scale`, as does a hypothesis against an empty reference (see ``empty_hypothesis`` and
    ``empty_reference``). Raises `MetricError` for an empty corpus or a segment without references (see ``empty_input``
    and ``no_references``), and for references without words under ``empty_reference=raise``.
    """

    name = "ter"
    title = "TER"
    settings = TerSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("tokens", "counts", "sentences"),
        inputs="edits",
        growth=2,
        breaks=(BrokenAxiom("empty is worst", "the TER of an empty hypothesis is 0", {"empty_hypothesis": "free"}),),
        plausible={
            "average": ("corpus", "sentences"),
            "tokenizer": ("none", "tercom"),
            "case": ("lower", "keep"),
            "punctuation": ("keep", "remove"),
        },
    )

    def statistics(self, data: Corpus, settings: TerSettings) -> Statistics:
        """Return one row for each segment: edits for the closest reference, shifts among them, and the denominator.

        The denominator is two columns, whose quotient is the average length of the references: their words, and their
        number. Raises `MetricError` for a segment without references if ``no_references`` is raise.
        """
        hypothesis_words, words_of_reference = _words_of(data, settings), _reference_words_of(data, settings)
        counted_edits = _edits_of(data, settings)
        rows = []
        for segment in data:
            counted = counted_references(segment, settings)
            if not counted:
                if settings.no_references == "raise":
                    raise MetricError("a segment has no references", kind="ZeroDivisionError")
                rows.append([0, 0, 0, 0])
                continue
            hypothesis = hypothesis_words(segment.hypothesis)
            references = [words_of_reference(reference) for reference in counted]
            compared = [(*counted_edits(hypothesis, reference), len(reference)) for reference in references]
            total, shifts, length = min(compared, key=lambda row: row[0])
            if settings.reference_length == "closest":
                rows.append([total, shifts, length, 1])
            else:
                rows.append([total, shifts, sum(map(len, references)), len(references)])
        return Statistics(_COLUMNS, rows)

    def covers(self, settings: TerSettings) -> bool:
        return (
            (settings.search, settings.beam) == ("tercom", "diagonal")
            and settings.strip != "trim"
            and settings.tokenizer not in JAVA
        )

    def compiled_statistics(self, data: Corpus, settings: TerSettings) -> Statistics | None:
        text = _numbered_words(data, settings)
        if text is None:
            return None
        limits = (
            settings.max_shift_size,
            settings.max_shift_distance,
            settings.max_candidates,
            settings.beam_width,
            settings.shifted == "reference",
        )
        counted = pairs(text, *limits, short_pairs(text, *limits))
        if counted is None:
            return None
        cells = ter_rows(text, counted, settings.empty_hypothesis == "free", settings.reference_length == "closest")
        return Statistics(_COLUMNS, Rows(len(_COLUMNS), cells))

    def commutes(self, settings: TerSettings) -> bool:
        """Return whether the order of segments has no effect: never for one score from summed reference lengths.

        These lengths are added up in order; the scores in a mean may be added exactly.
        """
        return self.averages(settings) and super().commutes(settings)

    def series(self, rows: Sequence[Row], settings: TerSettings) -> tuple[Sequence[float], ...]:
        """Return the segments' scores if they are averaged, else their reference lengths."""
        return super().series(rows, settings) if self.averages(settings) else (_lengths(rows, settings),)

    def segment_score(self, row: Row, settings: TerSettings) -> float:
        length = _length(row, settings)
        if not length and (
            settings.empty_reference == "ieee" or (settings.empty_reference == "raise" and not self.averages(settings))
        ):
            return math.nan  # infinite or undefined, or an error if it were the score of the corpus
        return _rate(row[0], [length], settings)

    def shows_sentences(self, settings: TerSettings) -> bool:
        return True

    def combine(self, total: Total, settings: TerSettings) -> Trace:
        if settings.empty_input == "zero" and not total.segments:
            return Trace(0.0, {})
        if settings.empty_input != "empty-reference":
            need_segments(total)
        if not total.segments:
            value = self.mean(total, settings) if self.averages(settings) else _rate(0, [], settings)
            return Trace(value, {"counts": [], "sentences": []})
        value = (
            self.mean(total, settings) if self.averages(settings) else _rate(total.sums[0], total.series[0], settings)
        )
        return Trace(value, {"counts": list(total.sums)})

    def prepare(self, line: Line, settings: TerSettings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        return (reference_words if reference else words)(line, settings, seen)

    def tokens(self, data: Corpus, settings: TerSettings) -> Tokens:
        hypothesis_words, words_of_reference = _words_of(data, settings), _reference_words_of(data, settings)
        return [
            [hypothesis_words(segment.hypothesis), *map(words_of_reference, segment.references)] for segment in data
        ]


def _lengths(rows: Sequence[Row], settings: TerSettings) -> Sequence[float]:
    """Return `_length` of every row."""
    if not isinstance(rows, Rows) or settings.dtype == "float32":
        return [_length(row, settings) for row in rows]
    lengths, counts = rows.cells[2 :: rows.width], rows.cells[3 :: rows.width]
    return [length / count if count else math.nan for length, count in zip(lengths, counts, strict=True)]


def _length(row: Row, settings: TerSettings) -> float:
    """Return the length by which a segment's edits are divided; nan without references."""
    return rounding_function(settings.dtype)(row[2] / row[3]) if row[3] else math.nan


def _rate(total: int, lengths: Any, settings: TerSettings) -> float:
    """Return TER of several segments together, from their edits and their reference lengths.

    Returns 0 if a segment has no references. Raises `MetricError` as `rate_of` does.
    """
    if any(map(math.isnan, lengths)):  # an undefined length, which in sacreBLEU compares as not above 0
        return 0.0
    return rate_of(
        total, add_singles(lengths) if settings.dtype == "float32" else add_up(lengths, "left-to-right"), settings
    )


def rate_of(total: float, length: float, settings: TerSettings) -> float:
    """Return TER, in percent if ``scale`` is 100, from edits and a reference length, each summed over the segments.

    ``empty_reference`` sets the score for a length of 0; raises `MetricError` if it is raise.
    """
    if not length and settings.empty_reference == "raise":
        message = "the references have no words"
        raise MetricError(message, kind="ZeroDivisionError", hint="set empty_reference to a different value")
    empty_reference = 1.0 if total or settings.empty_reference == "one" else 0.0
    if settings.empty_reference == "ieee":
        empty_reference = math.inf if total else math.nan
    rate = rounding_function(settings.dtype)(total / length) if length else empty_reference
    return 100 * rate if settings.scale == "100" else rate


def _words_of(corpus: Corpus, settings: TerSettings) -> Callable[[Line], list[str]]:
    return once_per_line(corpus, ("ter", settings.up_to(Stage.TOKENS)), lambda line: words(line, settings))


def _reference_words_of(corpus: Corpus, settings: TerSettings) -> Callable[[Line], list[str]]:
    return once_per_line(
        corpus, ("ter reference", settings.up_to(Stage.TOKENS)), lambda line: reference_words(line, settings)
    )


def _numbered_words(corpus: Corpus, settings: TerSettings) -> Numbered | None:
    """Return the words of each segment as numbers.

    Returns None if a segment has no references, or if the corpus holds tokens and the tokenizer needs text or the other
    way round.
    """
    if corpus.tokenized != (settings.tokenizer == "given"):
        return None
    if settings.tokenizer != "tercom" and settings.punctuation == "keep":
        return numbered_words(corpus, settings, all_counted_references)
    key = ("tercom words", settings.up_to(Stage.TOKENS), settings.empty_references)
    return corpus.remembered(key, lambda: _number_tercom_words(corpus, settings), cost)


def _number_tercom_words(corpus: Corpus, settings: TerSettings) -> Numbered | None:
    references = all_counted_references(corpus, settings)
    if not all(references):
        return None
    key = ("tercom lines", settings.case, settings.strip, settings.tokenizer, settings.empty_references)
    sides: Any = corpus.hypothesis_lines, list(chain.from_iterable(references))
    started = corpus.remembered(
        key, lambda: [normalize_before_knobs(texts, settings) for texts in sides], _cost_of_lines
    )
    hypotheses, texts = (normalize_after_knobs(lines, settings) for lines in started)
    if has_second_pass(settings):
        texts = normalize_texts([" ".join(text.split()) for text in texts], settings)
    of_all = iter(texts)
    grouped = [tuple(islice(of_all, len(lines))) for lines in references]
    rules = word_rules("none")
    return number_words(hypotheses, grouped, rules.classes, rules.padded, rules.clean)


def _cost_of_lines(sides: list[str]) -> int:
    """Return the size of texts in bytes; beyond the limit, a size too large to be cached."""
    size = sum(map(sys.getsizeof, sides))
    return size if size <= _MOST_BYTES else sys.maxsize


TER = Ter()
