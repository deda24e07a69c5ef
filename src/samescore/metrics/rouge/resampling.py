"""Score 1000 samples of the segments, drawn with replacement as ROUGE-1.5.5 draws them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import add

from samescore.metrics.rouge.f_measure import f_measure, precision_recall, round_to_five_digits
from samescore.metrics.rouge.settings import RougeSettings

_RESAMPLINGS = 1000


def _resamplings(items: int) -> Iterator[list[int]]:
    """Yield the indices of the items of each sample, drawn by Perl's drand48 seeded with the number of the sample."""
    for seed in range(_RESAMPLINGS):
        state, sample = (seed << 16) + 0x330E, []
        for _ in range(items):
            state = (state * 0x5DEECE66D + 0xB) % (1 << 48)
            sample.append(int(state / (1 << 48) * items))
        yield sample


def score_of_resamplings(scores: Iterable[float], settings: RougeSettings) -> float:
    """Return the mean of the samples' scores, added in ascending order; rounded to 5 decimals if ``digits`` is 5.

    `scores` must not be empty.
    """
    ascending = sorted(scores)
    value = reduce(add, ascending) / len(ascending)
    return round_to_five_digits(value) if settings.digits == "5" else value


def means_of_resamplings(scores: Sequence[float]) -> Iterator[float]:
    """Yield the mean score of each sample of the segments."""
    for sample in _resamplings(len(scores)):
        yield reduce(add, (scores[i] for i in sample)) / len(scores)


def scores_of_summed_counts(columns: Sequence[Sequence[float]], settings: RougeSettings) -> Iterator[float]:
    """Yield the score of the summed counts of each sample; a column of `columns` has one count of every segment.

    As in ROUGE-1.5.5, nothing is rounded before the end, and no root is taken for ROUGE-W.
    """
    for sample in _resamplings(len(columns[0])):
        sums = [reduce(add, (column[i] for i in sample)) for column in columns]
        precision, recall = precision_recall(sums)
        yield {"precision": precision, "recall": recall, "f": f_measure(precision, recall, settings)}[settings.measure]
