"""What every ROUGE does with its counts: precision, recall, F, several references, several segments.

With m matches, h units in the hypothesis and r in the reference, P = m/h, R = m/r, and F of both in
the form that the knob ``f_form`` names (Lin 2004, equations 2 to 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial, reduce
from math import nan
from operator import add
from typing import Any

from samescore.data.corpus import Corpus
from samescore.errors import MetricError
from samescore.metrics.base import Statistics, mean, need_segments
from samescore.metrics.float32 import rounding, torch_mean
from samescore.outcome import Trace
from samescore.settings import Stage

_EPSILON = 1e-8
#: What f_form=ratio adds to denominators.
_SMALL = 1e-12
_RESAMPLINGS = 1000


def precision_recall(row: Sequence[float], root: float = 1.0) -> tuple[float, float]:
    """P and R of counts (m, h, r), to the power 1/root; each is 0 where it would divide by zero.

    Counts of different references for P and R are (m, h, m', r).
    """
    matched, h, *other, r = row
    recalled = other[0] if other else matched
    precision, recall = matched / h if h else 0.0, recalled / r if r else 0.0
    return (precision, recall) if root == 1 else (precision ** (1 / root), recall ** (1 / root))


def f_measure(precision: float, recall: float, s: Any) -> float:
    """F in the form that the settings ask for; 0 if nothing matches."""
    if precision == 0 or recall == 0:
        return 0.0
    try:
        if s.f_form == "alpha":
            return float(precision * recall / ((1 - s.alpha) * precision + s.alpha * recall))
        if s.f_form == "ratio":
            beta = precision / (recall + _SMALL)
            return float((1 + beta**2) * recall * precision / (recall + beta**2 * precision + _SMALL))
        if s.f_form == "epsilon":
            return float((1 + s.beta**2) * (precision * recall / (recall + s.beta**2 * precision + _EPSILON)))
        return float((1 + s.beta**2) * precision * recall / (recall + s.beta**2 * precision))
    except ZeroDivisionError:
        raise MetricError("precision and recall cancel out in F", kind="ZeroDivisionError") from None


def _measure(precision: float, recall: float, s: Any) -> float:
    """The number that is asked for, rounded where the settings say so."""
    if s.digits == "5":
        precision, recall = _rounded(precision), _rounded(recall)
    rounded = rounding(s.arithmetic)
    if s.measure != "f":
        return rounded(precision if s.measure == "precision" else recall)
    f = f_measure(precision, recall, s)
    return rounded(_rounded(f) if s.digits == "5" else f)


def _rounded(number: float) -> float:
    """`number` as printed with five decimals."""
    return float(f"{number:.5f}")


@lru_cache(maxsize=4)
def count_statistics(count: Any, corpus: Corpus, s: Any) -> Statistics:
    """One row a segment: m, h and r against the reference, or references, that count.

    When jackknifing, one row for each reference left out.
    """
    rows: list[Any] = []
    root = float(s.weight) if s.metric == "rouge-w" else 1.0
    for segment in corpus:
        if not segment.references:
            raise MetricError("a segment has no references")
        used = segment.references[:1] if s.references == "first" else segment.references
        candidates = [count(segment.hypothesis, reference, s) for reference in used]
        if s.references == "pooled":
            rows.append([reduce(add, column) for column in zip(*candidates, strict=True)])
        elif s.references == "best-parts":
            precise = max(candidates, key=partial(_precision, root=root))
            complete = max(candidates, key=_recall)
            rows.append([*precise[:2], complete[0], complete[2]])
        elif s.references == "jackknife" and len(candidates) > 1:
            left = (candidates[:i] + candidates[i + 1 :] for i in range(len(candidates)))
            rows += [max(others, key=_recall) for others in left]
        else:
            rows.append(max(candidates, key=partial(_f1, s=s, root=root) if s.references == "best" else _recall))
    recalled = ("recalled",) if s.references == "best-parts" else ()
    return Statistics(("matches", "hypothesis", *recalled, "reference"), rows)


def _precision(row: Sequence[float], root: float) -> float:
    return precision_recall(row, root)[0]


def _recall(row: Sequence[float]) -> float:
    return precision_recall(row)[1]


def _f1(row: Sequence[float], s: Any, root: float) -> float:
    precision, recall = precision_recall(row, root)
    f = 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
    return rounding(s.arithmetic)(f)


def _resamplings(items: int) -> Iterator[list[int]]:
    """Which items each resampling draws: drand48, seeded with the number of the resampling, as in Perl."""
    for seed in range(_RESAMPLINGS):
        state, sample = (seed << 16) + 0x330E, []
        for _ in range(items):
            state = (state * 0x5DEECE66D + 0xB) % (1 << 48)
            sample.append(int(state / (1 << 48) * items))
        yield sample


def _resampled(scores: list[float], s: Any) -> float:
    """The mean of the resamplings' means, added in ascending order: what ROUGE-1.5.5 prints, to 5 digits."""
    means = sorted(reduce(add, (scores[i] for i in sample)) / len(scores) for sample in _resamplings(len(scores)))
    value = reduce(add, means) / len(means)
    return _rounded(value) if s.digits == "5" else value


def _by_segment(scores: list[float], corpus: Corpus, s: Any) -> list[float]:
    """The mean of each segment's scores where jackknifing gave it several; `scores` otherwise."""
    if s.references != "jackknife":
        return scores
    rest = iter(scores)
    return [mean([next(rest) for _ in segment.references]) for segment in corpus]


def evaluate(count: Any, make: Any, corpus: Corpus, s: Any) -> Trace:
    """ROUGE of a corpus, in 0..`scale` (with quirks of some knobs, beyond); an empty side scores 0.

    `count` gives m, h and r of two texts, `make` the units of a text to show. Raises `MetricError` on an empty
    corpus (see ``no_segments``), a segment without references, and where ``empty`` says so.
    """
    if s.no_segments == "undefined" and not len(corpus):
        return Trace(nan, {})
    need_segments(corpus)
    table = count_statistics(count, corpus, s.up_to(Stage.STATISTICS).replace(arithmetic=s.arithmetic))
    scale, root = 100 if s.scale == "100" else 1, float(getattr(s, "weight", 1.0))
    pairs = [precision_recall(row, root) for row in table.rows]
    scores = _by_segment([_measure(*pair, s) for pair in pairs], corpus, s)
    by_segment = [scale * score for score in scores]
    if s.average == "means":
        precision, recall = (reduce(add, column) / len(pairs) for column in zip(*pairs, strict=True))
        value = scale * _measure(precision, recall, s)
    elif s.average == "resampled":
        value = scale * _resampled(scores, s)
    elif s.average == "corpus":
        value = scale * _measure(*precision_recall(table.total(), root), s)
    else:
        value = torch_mean(by_segment) if s.arithmetic == "float32" else mean(by_segment)
    stages: dict[str, Any] = {"rows": table, "counts": table.total(), "sentences": by_segment}
    return Trace(
        value,
        stages,
        lambda: [[make(line, s) for line in (segment.hypothesis, *segment.references)] for segment in corpus],
    )
