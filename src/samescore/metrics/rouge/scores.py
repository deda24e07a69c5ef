"""Shared by all ROUGE metrics: precision, recall, F, several references, several segments.

With m matches, h units in the hypothesis and r in the reference, P = m/h and R = m/r (Lin 2004, equations 2 and 3).
"""

from __future__ import annotations

import abc
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from samescore.metrics.rouge.f_measure import f_measure
from samescore.metrics.rouge.numbering import RougeText, rouge_text
from samescore.metrics.rouge.settings import SEVERAL, RougeSettings, RougeT
from samescore.metrics.rows import Rows
from samescore.metrics.summation import mean
from samescore.metrics.words import all_tokens, need_references, once_per_line, used_references
from samescore.settings import Stage

#: The units of a text: its tokens, or those of each sentence.
UnitsT = TypeVar("UnitsT", bound=Sequence[object])

_RESAMPLINGS = 1000
_BY_POSITION = "1000 samples are drawn by position"
#: The kernels' codes for knob values.
_CHOICES = {
    "best": rouge_rows.HIGHEST_F,
    "best-recall": rouge_rows.HIGHEST_RECALL,
    "pooled": rouge_rows.ALL,
}
_MEASURES = {"f": rouge_rows.F, "precision": rouge_rows.PRECISION, "recall": rouge_rows.RECALL}
_FORMS = {"beta": rouge_rows.BETA, "alpha": rouge_rows.ALPHA, "epsilon": rouge_rows.EPSILON}


def precision_recall(row: Sequence[float], root: float = 1.0) -> tuple[float, float]:
    """P and R of counts (m, h, r), to the power 1/root; each is 0 if its divisor is.

    If P and R use different references, the counts are (m, h, m', r).
    """
    matched, h, *other, r = row
    recalled = other[0] if other else matched
    precision, recall = matched / h if h else 0.0, recalled / r if r else 0.0
    return (precision, recall) if root == 1 else (precision ** (1 / root), recall ** (1 / root))


def _cells(rows: Sequence[Row]) -> array[float]:
    """Return the numbers of all rows, as doubles."""
    return rouge_rows.doubles(rows.cells) if isinstance(rows, Rows) else array("d", chain.from_iterable(rows))


def _precisions_recalls(rows: Sequence[Row], root: float) -> tuple[array[float], array[float]]:
    """As `precision_recall` of every row, with kernels."""
    cells = _cells(rows)
    precisions, recalls = (
        rouge_rows.scores(cells, len(rows[0]), root, measure, rouge_rows.BETA, 1.0, 1.0)
        for measure in (rouge_rows.PRECISION, rouge_rows.RECALL)
    )
    return precisions, recalls


def _measure(precision: float, recall: float, settings: RougeSettings) -> float:
    """P, R or F as selected by ``measure``, rounded if the settings say so."""
    if settings.digits == "5":
        precision, recall = _rounded(precision), _rounded(recall)
    value = precision if settings.measure == "precision" else recall
    if settings.measure == "f":
        value = f_measure(precision, recall, settings)
        value = _rounded(value) if settings.digits == "5" else value
    return rounding_function(settings.dtype)(value)


def _rounded(number: float) -> float:
    """`number` as printed with five decimals."""
    return float(f"{number:.5f}")


def _precision(row: Sequence[float], root: float) -> float:
    return precision_recall(row, root)[0]


def _recall(row: Sequence[float]) -> float:
    return precision_recall(row)[1]


def _f1(row: Sequence[float], settings: RougeSettings, root: float) -> float:
    precision, recall = precision_recall(row, root)
    f = 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
    return rounding_function(settings.dtype)(f)


def _resamplings(items: int) -> Iterator[list[int]]:
    """Yield the items that each resampling draws: drand48, seeded with the index of the resampling, as in Perl."""
    for seed in range(_RESAMPLINGS):
        state, sample = (seed << 16) + 0x330E, []
        for _ in range(items):
            state = (state * 0x5DEECE66D + 0xB) % (1 << 48)
            sample.append(int(state / (1 << 48) * items))
        yield sample


def _resampled(scores: Iterable[float], settings: RougeSettings) -> float:
    """Return the mean of the resamplings' scores, added in ascending order, as ROUGE-1.5.5 prints it, to 5 digits."""
    ascending = sorted(scores)
    value = reduce(add, ascending) / len(ascending)
    return _rounded(value) if settings.digits == "5" else value


def _means(scores: Sequence[float]) -> Iterator[float]:
    """Yield the mean of each resampling."""
    for sample in _resamplings(len(scores)):
        yield reduce(add, (scores[i] for i in sample)) / len(scores)


def _of_sums(columns: Sequence[Sequence[float]], settings: RougeSettings) -> Iterator[float]:
    """Yield the score from the summed counts of each resampling; each column holds one count for all segments.

    As in ROUGE-1.5.5, nothing is rounded before the end, and no root is taken for ROUGE-W.
    """
    for sample in _resamplings(len(columns[0])):
        sums = [reduce(add, (column[i] for i in sample)) for column in columns]
        precision, recall = precision_recall(sums)
        yield {"precision": precision, "recall": recall, "f": f_measure(precision, recall, settings)}[settings.measure]


class Rouge(
    CompiledCounting[Corpus, RougeT], KeepsRows[Corpus, RougeT], MeanOfSegments[Corpus, RougeT], Generic[RougeT, UnitsT]
):
    """ROUGE of a corpus, in 0..`scale` (some knob values reproduce quirks that exceed it); an empty text scores 0.

    Raises `MetricError` on an empty corpus (see ``empty_input``), a segment without references (see ``no_references``), and, if
    ``empty_text`` is raise, a text without tokens.
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
    def units(self, line: Line, s: RougeT) -> UnitsT:
        """Return the counted units of a text: its tokens, or those of each sentence."""

    @abc.abstractmethod
    def count(self, hypothesis: UnitsT, reference: UnitsT, s: RougeT) -> list[Any]:
        """Count m, h and r of the units of two texts."""

    def units_of(self, corpus: Corpus, s: RougeT) -> Callable[[Line], UnitsT]:
        """`units` under these settings, cached for each line of the corpus."""
        return once_per_line(corpus, (self.name, s.up_to(Stage.TOKENS)), lambda line: self.units(line, s))

    def counting(self, s: RougeT) -> RougeT:
        """The best reference is chosen by its F, which 32-bit floats round."""
        return s.up_to(Stage.STATISTICS).replace(dtype=s.dtype)

    def root(self, s: RougeT) -> float:
        """Return the root that is taken of P and R."""
        return 1.0

    def statistics(self, data: Corpus, s: RougeT) -> Statistics:
        """Count one row for each segment: m, h and r for the selected reference or references.

        If a mean over references is taken, a row holds m, h and r for each reference, or, when jackknifing, with each
        left out.
        """
        units = self.units_of(data, s)
        rows: list[Sequence[Any]] = []
        for segment in data:
            if not segment.references and s.no_references == "leave-out":
                rows.append(())
                continue
            need_references(segment)
            hypothesis = units(segment.hypothesis)
            references = used_references(segment, s)
            candidates = [self.count(hypothesis, units(reference), s) for reference in references]
            rows.append(self._chosen(candidates, s))
        return Statistics(_columns(s), rows)

    @abc.abstractmethod
    def pairs(self, text: RougeText, s: RougeT) -> Sequence[Row] | None:
        """`count`, with kernels, of each hypothesis and each of its references, in order.

        None for texts that the kernels do not support, and if `count` raises `MetricError`.
        """

    def by_sentence(self, s: RougeT) -> bool:
        """Return whether the `units` of a text are grouped by sentence."""
        return False

    def compiled_statistics(self, data: Corpus, s: RougeT) -> Statistics | None:
        text = rouge_text(data, s, self.units_of, by_sentence=self.by_sentence(s))
        pairs = None if text is None else self.pairs(text, s)
        if text is None or pairs is None:
            return None
        if len(pairs) == len(data) and s.references != "best-parts":
            return Statistics(_columns(s), pairs)
        exact = s.references in ("best-recall", "pooled") or (s.references == "best" and s.dtype == "float64")
        if isinstance(pairs, Rows) and exact:
            return Statistics(_columns(s), Rows(3, rouge_rows.chosen(text.tokens, pairs.cells, _CHOICES[s.references])))
        candidates = map(list, pairs)
        counts = (last - first - 1 for first, last in pairwise(text.tokens.segments))
        return Statistics(_columns(s), [self._chosen([next(candidates) for _ in range(n)], s) for n in counts])

    def _chosen(self, candidates: list[list[Any]], s: RougeT) -> list[Any]:
        """Combine the rows of a segment's references to the row of the segment."""
        root = self.root(s) if s.metric == "rouge-w" else 1.0
        if s.references == "pooled":
            return [reduce(add, column) for column in zip(*candidates, strict=True)]
        if s.references == "best-parts":
            precise = max(candidates, key=partial(_precision, root=root))
            complete = max(candidates, key=_recall)
            return [*precise[:2], complete[0], complete[2]]
        if s.references == "mean":
            return list(chain.from_iterable(candidates))
        if s.references == "jackknife" and len(candidates) > 1:
            left = (candidates[:i] + candidates[i + 1 :] for i in range(len(candidates)))
            return [number for others in left for number in max(others, key=_recall)]
        return max(candidates, key=partial(_f1, settings=s, root=root) if s.references == "best" else _recall)

    def additive(self, s: RougeT) -> bool:
        return _one_row(s)

    def commutes(self, s: RougeT) -> bool:
        return bool(s.average in ("corpus", "sentences")) and super().commutes(s)

    def mean_summation(self, s: RougeT) -> str:
        return "sum" if s.dtype == "float32-mean" else super().mean_summation(s)

    def is_mean(self, s: RougeT) -> bool:
        return bool(s.average == "sentences") and _mean_of_singles(s) is None

    def series(self, rows: Sequence[Row], s: RougeT) -> tuple[Sequence[float], ...]:
        """Return the segments' scores (unscaled if they will be resampled), or their P and R."""
        rows = _counted(rows, s)
        if s.average == "means":
            if kernels_enabled() and rows:
                return _precisions_recalls(rows, self.root(s))
            return tuple(zip(*(precision_recall(row, self.root(s)) for row in rows), strict=True)) or ((), ())
        if s.average == "resampled":
            return (self._scores(rows, s, 1),)
        if s.average == "resampled-corpus":
            return tuple(zip(*rows, strict=True))
        return (self._scores(rows, s, _scale(s)),) if self.averages(s) else ()

    def sentence_scores(self, statistics: Statistics, s: RougeT) -> list[float]:
        return list(self._scores(statistics.rows, s, _scale(s)))

    def _scores(self, rows: Sequence[Row], s: RougeT, scale: int) -> Sequence[float]:
        """Return the segments' scores; equal rows are scored once."""
        made = self._scores_by_kernel(rows, s, scale) if kernels_enabled() else None
        if made is not None:
            return made
        scores = {row: scale * self._score(row, s) for row in set(rows)}
        return [scores[row] for row in rows]

    def _scores_by_kernel(self, rows: Sequence[Row], s: RougeT, scale: int) -> array[float] | None:
        """The segments' scores; None for knobs that the kernel does not cover, and where F is undefined."""
        covered = s.digits == "all" and s.dtype == "float64" and s.f_form in _FORMS and _one_row(s)
        if not covered or not rows:
            return None
        weight = s.alpha if s.f_form == "alpha" else s.beta**2
        made: array[float] | None = rouge_rows.scores(
            _cells(rows), len(rows[0]), self.root(s), _MEASURES[s.measure], _FORMS[s.f_form], weight, scale
        )
        return made

    def _score(self, row: Row, s: RougeT) -> float:
        """Return a segment's unscaled score; the mean over several references; nan without any."""
        if not row:
            return nan
        if s.references not in SEVERAL:
            return _measure(*precision_recall(row, self.root(s)), s)
        scores = [_measure(*precision_recall(counts, self.root(s)), s) for counts in _triples(row)]
        return torch_mean(scores) if s.dtype == "float32" else mean(scores)

    def segment_score(self, row: Row, s: RougeT) -> float:
        return _scale(s) * self._score(row, s)

    def shows_sentences(self, s: RougeT) -> bool:
        return True

    def combine(self, total: Total, s: RougeT) -> Trace:
        if s.empty_input != "raise" and not total.segments:
            return Trace(nan if s.empty_input == "undefined" else 0.0, {})
        need_segments(total)
        if s.no_references == "leave-out" and not any(total.rows):
            return Trace(nan, {"counts": []})
        counts: Row
        if total.rows:
            rows = _counted(total.rows, s)
            counts = column_sums(
                [counts for row in rows for counts in _triples(row)] if s.references in SEVERAL else rows
            )
            numbers, segments = self.carried(rows, s), len(rows)
        else:
            counts, numbers, segments = total.sums, total.series, total.segments
        return Trace(self._value(counts, numbers, segments, s), {"counts": list(counts)})

    def _value(self, counts: Row, numbers: Sequence[Any], segments: int, s: RougeT) -> float:
        if s.average == "means":
            precision, recall = (reduce(add, values) / segments for values in numbers)
            return _scale(s) * _measure(precision, recall, s)
        if s.average == "resampled":
            return _scale(s) * _resampled(_means(list(numbers[0])), s)
        if s.average == "resampled-corpus":
            return _scale(s) * _resampled(_of_sums(numbers, s), s)
        if s.average == "corpus":
            return _scale(s) * _measure(*precision_recall(counts, self.root(s)), s)
        of_singles = _mean_of_singles(s)
        return of_singles(numbers[0]) if of_singles else mean(numbers[0], s.mean_summation)

    def tokens(self, data: Corpus, s: RougeT) -> Tokens:
        return all_tokens(data, self.units_of(data, s))


def _mean_of_singles(settings: RougeSettings) -> Callable[[Sequence[float]], float] | None:
    """The function that takes the mean of scores in 32-bit floats; None where the mean is one of doubles."""
    if settings.dtype == "float32-mean":
        return numpy_mean_of_singles
    return (
        {"sum": torch_mean, "left-to-right": mean_of_singles}.get(settings.mean_summation)
        if settings.dtype == "float32"
        else None
    )


def _one_row(settings: RougeSettings) -> bool:
    """Return whether each segment has the counts of exactly one pair of texts."""
    return settings.references not in SEVERAL and settings.no_references == "raise"


def _counted(rows: Sequence[Row], settings: RougeSettings) -> Sequence[Row]:
    """Return the rows of the segments that are not skipped."""
    return list(filter(None, rows)) if settings.no_references == "leave-out" else rows


def _columns(settings: RougeSettings) -> tuple[str, ...]:
    return ("matches", "hypothesis", *(("recalled",) if settings.references == "best-parts" else ()), "reference")


def _scale(settings: RougeSettings) -> int:
    return 100 if settings.scale == "100" else 1


def _triples(row: Row) -> list[Row]:
    """Split the counts of a segment with several references into triples."""
    return [row[i : i + 3] for i in range(0, len(row), 3)]
