"""The base of all ROUGE metrics: precision, recall and F, several references, and several segments.

With m matches, h units in the hypothesis and r in the reference, P = m/h and R = m/r (Lin 2004, equations 2 and 3).
"""

from __future__ import annotations

import abc
from array import array
from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import chain, pairwise
from math import nan
from operator import add
from typing import Any, Generic, TypeVar

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.kernels import kernels_enabled, rouge_rows
from samescore.metrics.aggregation import KeepsRows, MeanOfSegments
from samescore.metrics.base import (
    ComparesTexts,
    Convention,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    broken_axioms,
    column_sums,
    need_segments,
    only_the_first,
)
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.float32 import mean_of_singles, numpy_mean_of_singles, rounding_function, torch_mean
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rouge.f_measure import f_measure, precision_recall, round_to_five_digits
from samescore.metrics.rouge.numbering import RougeText, rouge_text
from samescore.metrics.rouge.resampling import means_of_resamplings, score_of_resamplings, scores_of_summed_counts
from samescore.metrics.rouge.settings import SEVERAL, RougeSettings, RougeT
from samescore.metrics.rows import Rows
from samescore.metrics.summation import mean
from samescore.metrics.words import all_tokens, need_references, once_per_line, used_references
from samescore.settings import Stage

#: The type of a text's units: its tokens, or the tokens of each sentence.
UnitsT = TypeVar("UnitsT", bound=Sequence[object])

_BY_POSITION = "1000 samples are drawn by position"
#: The kernels' codes for knob values.
_CHOICES = {
    "best": rouge_rows.HIGHEST_F,
    "best-recall": rouge_rows.HIGHEST_RECALL,
    "pooled": rouge_rows.ALL,
}
_MEASURES = {"f": rouge_rows.F, "precision": rouge_rows.PRECISION, "recall": rouge_rows.RECALL}
_FORMS = {"beta": rouge_rows.BETA, "alpha": rouge_rows.ALPHA, "epsilon": rouge_rows.EPSILON}


def _cells(rows: Sequence[Row]) -> array[float]:
    """Return the numbers of all rows, one row after the other, as doubles."""
    return rouge_rows.doubles(rows.cells) if isinstance(rows, Rows) else array("d", chain.from_iterable(rows))


def _precisions_recalls(rows: Sequence[Row], root: float) -> tuple[array[float], array[float]]:
    """Return the precisions and the recalls of all rows, as `precision_recall` computes them, with the kernels."""
    cells = _cells(rows)
    precisions, recalls = (
        rouge_rows.scores(cells, len(rows[0]), root, measure, rouge_rows.BETA, 1.0, 1.0)
        for measure in (rouge_rows.PRECISION, rouge_rows.RECALL)
    )
    return precisions, recalls


def _measure(precision: float, recall: float, settings: RougeSettings) -> float:
    """Return P, R or F as selected by ``measure``, rounded as ``digits`` and ``dtype`` require.

    Raises `MetricError` as `f_measure` does.
    """
    if settings.digits == "5":
        precision, recall = round_to_five_digits(precision), round_to_five_digits(recall)
    value = precision if settings.measure == "precision" else recall
    if settings.measure == "f":
        value = f_measure(precision, recall, settings)
        value = round_to_five_digits(value) if settings.digits == "5" else value
    return rounding_function(settings.dtype)(value)


def _precision(row: Sequence[float], root: float) -> float:
    return precision_recall(row, root)[0]


def _recall(row: Sequence[float]) -> float:
    return precision_recall(row)[1]


def _f1(row: Sequence[float], settings: RougeSettings, root: float) -> float:
    precision, recall = precision_recall(row, root)
    f = 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
    return rounding_function(settings.dtype)(f)


class Rouge(
    ComparesTexts[Corpus, RougeT],
    CompiledCounting[Corpus, RougeT],
    KeepsRows[Corpus, RougeT],
    MeanOfSegments[Corpus, RougeT],
    Generic[RougeT, UnitsT],
):
    """ROUGE of a corpus, in 0..`scale`; an empty text scores 0.

    Some knob values reproduce quirks with which a score can exceed `scale`.

    Raises `MetricError` on an empty corpus (see ``empty_input``), a segment without references (see ``no_references``),
    a text without tokens (see ``empty_text``), and if the denominator of F is 0.
    """

    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="rouge",
        growth=2,
        plausible={
            "measure": ("f", "recall", "precision"),
            "stemmer": ("none", "porter-nltk"),
            "tokenizer": ("rouge", "none"),
        },
        defaults=(
            Convention("rouge-score's defaults"),
            Convention("rouge-score's defaults with its stemmer", {"stemmer": "porter-nltk"}),
        ),
        breaks=(
            *only_the_first(),
            *broken_axioms(("segment order", "duplication"), _BY_POSITION, average="resampled"),
            *broken_axioms(("segment order", "duplication"), _BY_POSITION, average="resampled-corpus"),
            *broken_axioms(("parts of a text count",), "words beyond the limit are not read", length_limit=665),
        ),
    )

    @abc.abstractmethod
    def units(self, line: Line, settings: RougeT, seen: Seen = unseen) -> UnitsT:
        """Return the counted units of a text: its tokens, or those of each sentence; `seen` gets each stage."""

    @abc.abstractmethod
    def count(self, hypothesis: UnitsT, reference: UnitsT, settings: RougeT) -> list[Any]:
        """Return m, h and r for the units of two texts.

        Depending on ``empty_text``, raises `MetricError` for a text without tokens.
        """

    def units_of(self, corpus: Corpus, settings: RougeT) -> Callable[[Line], UnitsT]:
        """Return `units` under these settings as a function of a line, cached for each line of the corpus."""
        return once_per_line(corpus, (self.name, settings.up_to(Stage.TOKENS)), lambda line: self.units(line, settings))

    def counting(self, settings: RougeT) -> RougeT:
        """Return the settings that affect the counts; ``dtype`` does, because it rounds the F that selects a reference."""
        return settings.up_to(Stage.STATISTICS).replace(dtype=settings.dtype)

    def root(self, settings: RougeT) -> float:
        """Return the number n such that P and R are replaced by their n-th roots."""
        return 1.0

    def statistics(self, data: Corpus, settings: RougeT) -> Statistics:
        """Return one row of counts for each segment: m, h and r for the selected reference or references.

        Under ``references=mean``, a row holds m, h and r for each reference. Under ``references=jackknife``, each
        reference is left out in turn, and a row holds m, h and r for the best of the others each time. Under
        ``references=best-parts``, a row is m, h, m', r. A segment without references has an empty row, or raises
        `MetricError` if ``no_references`` is raise.
        """
        units = self.units_of(data, settings)
        rows: list[Sequence[Any]] = []
        for segment in data:
            if not segment.references and settings.no_references == "leave-out":
                rows.append(())
                continue
            need_references(segment)
            hypothesis = units(segment.hypothesis)
            references = used_references(segment, settings)
            candidates = [self.count(hypothesis, units(reference), settings) for reference in references]
            rows.append(self._chosen(candidates, settings))
        return Statistics(_columns(settings), rows)

    @abc.abstractmethod
    def pairs(self, text: RougeText, settings: RougeT) -> Sequence[Row] | None:
        """Return the result of `count` for each hypothesis with each of its references, as computed by the kernels.

        Returns None for texts that the kernels do not support, and if `count` would raise `MetricError`.
        """

    def by_sentence(self, settings: RougeT) -> bool:
        """Return whether the `units` of a text are grouped by sentence."""
        return False

    def compiled_statistics(self, data: Corpus, settings: RougeT) -> Statistics | None:
        text = rouge_text(data, settings, self.units_of, by_sentence=self.by_sentence(settings))
        pairs = None if text is None else self.pairs(text, settings)
        if text is None or pairs is None:
            return None
        if len(pairs) == len(data) and settings.references != "best-parts":
            return Statistics(_columns(settings), pairs)
        exact = settings.references in ("best-recall", "pooled") or (
            settings.references == "best" and settings.dtype == "float64"
        )
        if isinstance(pairs, Rows) and exact:
            return Statistics(
                _columns(settings), Rows(3, rouge_rows.chosen(text.tokens, pairs.cells, _CHOICES[settings.references]))
            )
        candidates = map(list, pairs)
        counts = (last - first - 1 for first, last in pairwise(text.tokens.segments))
        return Statistics(
            _columns(settings), [self._chosen([next(candidates) for _ in range(n)], settings) for n in counts]
        )

    def _chosen(self, candidates: list[list[Any]], settings: RougeT) -> list[Any]:
        """Return the row of a segment, combined from the rows of its references."""
        root = self.root(settings) if settings.metric == "rouge-w" else 1.0
        if settings.references == "pooled":
            return [reduce(add, column) for column in zip(*candidates, strict=True)]
        if settings.references == "best-parts":
            precise = max(candidates, key=partial(_precision, root=root))
            complete = max(candidates, key=_recall)
            return [*precise[:2], complete[0], complete[2]]
        if settings.references == "mean":
            return list(chain.from_iterable(candidates))
        if settings.references == "jackknife" and len(candidates) > 1:
            left = (candidates[:i] + candidates[i + 1 :] for i in range(len(candidates)))
            return [number for others in left for number in max(others, key=_recall)]
        if len(candidates) == 1:
            return candidates[0]
        return max(
            candidates, key=partial(_f1, settings=settings, root=root) if settings.references == "best" else _recall
        )

    def additive(self, settings: RougeT) -> bool:
        return _one_row(settings)

    def commutes(self, settings: RougeT) -> bool:
        return bool(settings.average in ("corpus", "sentences")) and super().commutes(settings)

    def mean_summation(self, settings: RougeT) -> str:
        return "sum" if settings.dtype == "float32-mean" else super().mean_summation(settings)

    def is_mean(self, settings: RougeT) -> bool:
        return bool(settings.average == "sentences") and _mean_of_singles(settings) is None

    def series(self, rows: Sequence[Row], settings: RougeT) -> tuple[Sequence[float], ...]:
        """Return the numbers to add up for the score; none for a corpus score.

        They are scores (unscaled if resampled), or P and R for ``average=means``, or counts for
        ``average=resampled-corpus``.
        """
        rows = _kept_rows(rows, settings)
        if settings.average == "means":
            if kernels_enabled() and rows:
                return _precisions_recalls(rows, self.root(settings))
            return tuple(zip(*(precision_recall(row, self.root(settings)) for row in rows), strict=True)) or ((), ())
        if settings.average == "resampled":
            return (self._scores(rows, settings, 1),)
        if settings.average == "resampled-corpus":
            return tuple(zip(*rows, strict=True))
        return (self._scores(rows, settings, _scale(settings)),) if self.averages(settings) else ()

    def sentence_scores(self, statistics: Statistics, settings: RougeT) -> list[float]:
        return list(self._scores(statistics.rows, settings, _scale(settings)))

    def _scores(self, rows: Sequence[Row], settings: RougeT, scale: int) -> Sequence[float]:
        """Return the scores of the segments, times `scale`; equal rows are scored once.

        Raises `MetricError` as `f_measure` does.
        """
        made = self._scores_by_kernel(rows, settings, scale) if kernels_enabled() else None
        if made is not None:
            return made
        scores = {row: scale * self._score(row, settings) for row in set(rows)}
        return [scores[row] for row in rows]

    def _scores_by_kernel(self, rows: Sequence[Row], settings: RougeT, scale: int) -> array[float] | None:
        """Return the scores computed by the kernel; None if it does not support the settings, or if F is undefined."""
        covered = (
            settings.digits == "all"
            and settings.dtype == "float64"
            and settings.f_form in _FORMS
            and _one_row(settings)
        )
        if not covered or not rows:
            return None
        weight = settings.alpha if settings.f_form == "alpha" else settings.beta**2
        made: array[float] | None = rouge_rows.scores(
            _cells(rows),
            len(rows[0]),
            self.root(settings),
            _MEASURES[settings.measure],
            _FORMS[settings.f_form],
            weight,
            scale,
        )
        return made

    def _score(self, row: Row, settings: RougeT) -> float:
        """Return the unscaled score of a segment: over several references the mean, and without references nan."""
        if not row:
            return nan
        if settings.references not in SEVERAL:
            return _measure(*precision_recall(row, self.root(settings)), settings)
        scores = [_measure(*precision_recall(counts, self.root(settings)), settings) for counts in _triples(row)]
        return torch_mean(scores) if settings.dtype == "float32" else mean(scores)

    def segment_score(self, row: Row, settings: RougeT) -> float:
        return _scale(settings) * self._score(row, settings)

    def scores_alone(self, settings: RougeT) -> bool:
        """Return whether `segment_score` equals the score of a segment alone; not for -0, which a mean turns into 0."""
        mean = settings.average == "sentences" and getattr(settings, "totals", "counts") != "length"
        one_number = (mean or settings.average == "corpus") and settings.references not in SEVERAL
        return one_number and _mean_of_singles(settings) is None

    def shows_sentences(self, settings: RougeT) -> bool:
        return True

    def combine(self, total: Total, settings: RougeT) -> Trace:
        if settings.empty_input != "raise" and not total.segments:
            return Trace(nan if settings.empty_input == "undefined" else 0.0, {})
        need_segments(total)
        if settings.no_references == "leave-out" and not any(total.rows):
            return Trace(nan, {"counts": []})
        counts: Row
        if total.rows:
            rows = _kept_rows(total.rows, settings)
            counts = column_sums(
                [counts for row in rows for counts in _triples(row)] if settings.references in SEVERAL else rows
            )
            numbers, segments = self.carried(rows, settings), len(rows)
        else:
            counts, numbers, segments = total.sums, total.series, total.segments
        return Trace(self._value(counts, numbers, segments, settings), {"counts": list(counts)})

    def _value(self, counts: Row, numbers: Sequence[Any], segments: int, settings: RougeT) -> float:
        if settings.average == "means":
            precision, recall = (reduce(add, values) / segments for values in numbers)
            return _scale(settings) * _measure(precision, recall, settings)
        if settings.average == "resampled":
            return _scale(settings) * score_of_resamplings(means_of_resamplings(list(numbers[0])), settings)
        if settings.average == "resampled-corpus":
            return _scale(settings) * score_of_resamplings(scores_of_summed_counts(numbers, settings), settings)
        if settings.average == "corpus":
            return _scale(settings) * _measure(*precision_recall(counts, self.root(settings)), settings)
        of_singles = _mean_of_singles(settings)
        return of_singles(numbers[0]) if of_singles else mean(numbers[0], settings.mean_summation)

    def prepare(self, line: Line, settings: RougeT, seen: Seen = unseen, *, reference: bool = False) -> Units:
        return self.units(line, settings, seen)

    def tokens(self, data: Corpus, settings: RougeT) -> Tokens:
        return all_tokens(data, self.units_of(data, settings))


def _mean_of_singles(settings: RougeSettings) -> Callable[[Sequence[float]], float] | None:
    """Return the function that computes the mean of scores in 32-bit floats; None if the mean is computed in doubles."""
    if settings.dtype == "float32-mean":
        return numpy_mean_of_singles
    return (
        {"sum": torch_mean, "left-to-right": mean_of_singles}.get(settings.mean_summation)
        if settings.dtype == "float32"
        else None
    )


def _one_row(settings: RougeSettings) -> bool:
    """Return whether the row of every segment has the counts of exactly one pair of texts."""
    return settings.references not in SEVERAL and settings.no_references == "raise"


def _kept_rows(rows: Sequence[Row], settings: RougeSettings) -> Sequence[Row]:
    """Return the rows of the segments that are not skipped."""
    return list(filter(None, rows)) if settings.no_references == "leave-out" else rows


def _columns(settings: RougeSettings) -> tuple[str, ...]:
    return ("matches", "hypothesis", *(("recalled",) if settings.references == "best-parts" else ()), "reference")


def _scale(settings: RougeSettings) -> int:
    return 100 if settings.scale == "100" else 1


def _triples(row: Row) -> list[Row]:
    """Return the counts of a segment with several references as triples (m, h, r)."""
    return [row[i : i + 3] for i in range(0, len(row), 3)]
