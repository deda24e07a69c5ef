"""Known mistakes in Cohen's kappa."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from samescore.data.columns import Label
from samescore.metrics.labels.confusion import ClassCounts, ConfusionCounts, class_counts
from samescore.metrics.labels.kappa import KappaSettings
from samescore.metrics.mistakes.confusion import chance, hits, kappa, ratio
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.texts import presentations


def _unweighted_kappa(name: str, meaning: str, change: Callable[[list[ClassCounts], int], float | None]) -> Mistake:
    def score(kept: ConfusionCounts, settings: KappaSettings) -> float | None:
        if settings.weighting != "none" or settings.labels != "present":
            return None
        counts = class_counts(kept.table())
        return change(counts, kept.segments) if len(counts) > 1 else _of_one_class(settings)

    return Mistake(name, meaning, "score", score)


def _kappa_with_expected(
    change: Callable[[list[ClassCounts], int], float],
) -> Callable[[list[ClassCounts], int], float]:
    """Return a function that computes kappa with the chance agreement that `change` returns."""
    return lambda counts, n: kappa(hits(counts) / n, change(counts, n))


def _weighted_kappa(
    change: Callable[[int, int, int], float], *, chance: bool = True
) -> Callable[[ConfusionCounts, KappaSettings], float | None]:
    """Return a function that computes 1 - sum(w O) / sum(w E), where `change` returns w for classes i and j of k.

    The function returns None for unweighted kappa.
    """

    def score(kept: ConfusionCounts, settings: KappaSettings) -> float | None:
        if settings.weighting == "none" or settings.labels != "present":
            return None
        rows = [list(row) for row in kept.table().rows]
        columns, k, n = [sum(column) for column in zip(*rows, strict=True)], len(rows), kept.segments
        observed = sum(change(i, j, k) * rows[i][j] for i in range(k) for j in range(k)) / n
        expected = sum(change(i, j, k) * sum(rows[i]) * columns[j] for i in range(k) for j in range(k)) / n**2
        return 1 - observed / expected if expected and chance else None

    return score


_Table = Sequence[Sequence[int]]
_Sums = list[int]
_Distance = Callable[[int, int], float]
#: A function that computes kappa from the matrix, its margins, the distance of two classes, and the number of items.
_Disagreement = Callable[[_Table, _Sums, _Sums, _Distance, int], float | None]

#: The distance between the classes at positions i and j, by the knob ``weighting``.
_DISTANCES: dict[str, Callable[[int, int], int]] = {
    "none": lambda i, j: i != j,
    "linear": lambda i, j: abs(i - j),
    "quadratic": lambda i, j: (i - j) ** 2,
}

#: A function that replaces the margins used for chance, gold and predictions in the order of the classes.
_Margins = Callable[[list[float], list[float]], tuple[list[float], list[float]]]


def _shares(name: str, meaning: str, change: _Margins) -> Mistake:
    """Return a mistake in the margins used for chance: `change` replaces them, under any weighting."""

    def score(kept: ConfusionCounts, settings: KappaSettings) -> float | None:
        if settings.labels != "present" or settings.weighting not in _DISTANCES:
            return None
        rows = kept.table().rows
        gold, predicted = change([sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)])
        return _disagreement(rows, gold, predicted, settings, kept.segments)

    return Mistake(name, meaning, "score", score)


def _disagreement(
    rows: Sequence[Sequence[int]], gold: Sequence[float], predicted: Sequence[float], settings: KappaSettings, n: int
) -> float:
    """Return 1 - sum(w O) / sum(w E); the score for a single class if the second sum is 0."""
    cells = [(i, j, _DISTANCES[settings.weighting](i, j)) for i in range(len(rows)) for j in range(len(rows))]
    expected = sum(weight * gold[i] * predicted[j] for i, j, weight in cells) / n**2
    observed = sum(weight * rows[i][j] for i, j, weight in cells) / n
    return 1 - observed / expected if expected else _of_one_class(settings)


def _of_one_class(settings: KappaSettings) -> float:
    return 1.0 if settings.zero_division == "1" else math.nan


def _pooled(gold: list[float], predicted: list[float]) -> tuple[list[float], list[float]]:
    both = [(g + p) / 2 for g, p in zip(gold, predicted, strict=True)]
    return both, both


def _uniform(gold: list[float], predicted: list[float]) -> tuple[list[float], list[float]]:
    equal = [sum(gold) / len(gold)] * len(gold)
    return equal, equal


def _kappa_among(
    keep: Callable[[ConfusionCounts], list[Label]],
) -> Callable[[ConfusionCounts, KappaSettings], float | None]:
    """Return a function that computes kappa over the classes that `keep` returns: some, or all in a different order."""

    def score(kept: ConfusionCounts, settings: KappaSettings) -> float | None:
        if settings.labels != "present" or settings.weighting not in _DISTANCES:
            return None
        classes, pairs = keep(kept), kept.pairs
        rows = [[pairs.get((g, p), 0) for p in classes] for g in classes]
        of_gold, of_predicted = [0] * len(classes), [0] * len(classes)
        for (g, p), count in pairs.items():
            if g in classes:
                of_gold[classes.index(g)] += count
            if p in classes:
                of_predicted[classes.index(p)] += count
        return _disagreement(rows, of_gold, of_predicted, settings, kept.segments)

    return score


def _weighting_mistake(
    name: str,
    meaning: str,
    change: _Disagreement,
) -> Mistake:
    """Return a mistake in the disagreements: `change` computes kappa, as `_Disagreement` describes."""

    def score(kept: ConfusionCounts, settings: KappaSettings) -> float | None:
        if settings.labels != "present" or settings.weighting not in _DISTANCES:
            return None
        rows = [list(row) for row in kept.table().rows]
        gold, predicted = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
        if len(rows) == 1:
            return _of_one_class(settings)
        return change(rows, gold, predicted, _DISTANCES[settings.weighting], kept.segments)

    return Mistake(name, meaning, "score", score)


def _cells(
    keep: Callable[[int, int], bool] = lambda i, j: True,
    observed: Callable[[float, int], float] = lambda weight, k: weight,
    expected: Callable[[float, int], float] = lambda weight, k: weight,
    count: Callable[[int, int], float] = lambda product, n: product / n,
) -> _Disagreement:
    """Return a function that computes 1 - sum(w O) / sum(w E) over some cells, with different weights or chance counts.

    It returns None if the second sum is 0.
    """

    def change(rows: _Table, gold: _Sums, predicted: _Sums, distance: _Distance, n: int) -> float | None:
        k = len(rows)
        cells = [(i, j, distance(i, j)) for i in range(k) for j in range(k) if keep(i, j)]
        by_chance = sum(expected(weight, k) * count(gold[i] * predicted[j], n) for i, j, weight in cells)
        return 1 - sum(observed(weight, k) * rows[i][j] for i, j, weight in cells) / by_chance if by_chance else None

    return change


def _of_highest(rows: _Table, gold: _Sums, predicted: _Sums, distance: _Distance, n: int) -> float:
    """Return the agreement above chance over its maximum for these margins, instead of over 1 - chance; 0 for 0/0."""
    by_chance = sum(g * p for g, p in zip(gold, predicted, strict=True)) / n
    most = sum(min(g, p) for g, p in zip(gold, predicted, strict=True))
    return (sum(rows[i][i] for i in range(len(rows))) - by_chance) / (most - by_chance) if most != by_chance else 0.0


def _unweighted(weight: float, k: int) -> float:
    return float(bool(weight))


def _over_steps(weight: float, k: int) -> float:
    """Return the weight divided by the longest distance between k classes."""
    return weight / (k - 1)


def _over_squared_steps(weight: float, k: int) -> float:
    return float(weight / (k - 1) ** 2)


_DISAGREEMENTS = (
    _weighting_mistake("upper-triangle-only", "only pairs count in which the first annotator's class comes before the second's",
              _cells(lambda i, j: i <= j)),
    _weighting_mistake("lower-triangle-only", "only pairs count in which the second annotator's class comes before the first's",
              _cells(lambda i, j: i >= j)),
    _weighting_mistake("observed-weights-normalized", "weights are divided by the largest one in the observed disagreement only",
              lambda *given: _normalized(*given, observed=True)),
    _weighting_mistake("expected-weights-normalized", "weights are divided by the largest one in the expected disagreement only",
              lambda *given: _normalized(*given, observed=False)),
    _weighting_mistake("observed-weights-over-steps", "weights are divided by the number of classes less 1 in the observed disagreement "
              "only", _cells(observed=_over_steps)),
    _weighting_mistake("weights-in-chance-only", "weights count in the expected disagreement only", _cells(observed=_unweighted)),
    _weighting_mistake("weights-in-observed-only", "weights count in the observed disagreement only", _cells(expected=_unweighted)),
    _weighting_mistake("expected-counts-truncated", "counts by chance are divided as integers",
              _cells(count=lambda product, n: product // n)),
    _weighting_mistake("expected-counts-rounded", "counts by chance are rounded to integers",
              _cells(count=lambda product, n: round(product / n))),
    _weighting_mistake("expected-counts-over-one-less", "counts by chance are divided by n - 1 instead of n",
              _cells(count=lambda product, n: product / (n - 1) if n > 1 else 0.0)),
    _weighting_mistake("divided-by-the-highest-possible", "divided by the highest agreement that the margins allow, less that by chance",
              _of_highest),
)  # fmt: skip


def _normalized(
    rows: _Table, gold: _Sums, predicted: _Sums, distance: _Distance, n: int, *, observed: bool
) -> float | None:
    divide = _over_squared_steps if distance(0, 2) == 4 else _over_steps
    change = _cells(observed=divide) if observed else _cells(expected=divide)
    made: float | None = change(rows, gold, predicted, distance, n)
    return made


def _by_text(kept: ConfusionCounts) -> list[Label]:
    return sorted(kept.classes, key=str)


def _distances_of_values(kept: ConfusionCounts, settings: KappaSettings) -> float | None:
    """Return kappa with distances between the classes' numbers instead of their positions.

    Returns None if a class is not a number or the weighting is not linear or quadratic.
    """
    classes, power = kept.classes, {"linear": 1, "quadratic": 2}.get(settings.weighting)
    if settings.labels != "present" or not power or not all(str(label).lstrip("-").isdecimal() for label in classes):
        return None
    values = sorted(int(label) for label in classes)
    weights = {(str(a), str(b)): abs(a - b) ** power for a in values for b in values}
    by_class = kept.by_class()
    observed = sum(weights[str(g), str(p)] * count for (g, p), count in kept.pairs.items())
    expected = sum(w * by_class[g].support * by_class[p].predicted for (g, p), w in weights.items()) / kept.segments
    return 1 - observed / expected if expected else _of_one_class(settings)


def _in_gold(kept: ConfusionCounts) -> list[Label]:
    return sorted({gold for gold, _ in kept.pairs})


def _as_they_appear(kept: ConfusionCounts) -> list[Label]:
    """Return all classes in order of appearance: first the gold classes, then those that are only predicted."""
    return list(dict.fromkeys([*(gold for gold, _ in kept.pairs), *(predicted for _, predicted in kept.pairs)]))


def _typed_kappa(wrong: Formula) -> Callable[[ConfusionCounts, KappaSettings], float | None]:
    def change(counts: list[ClassCounts], n: int) -> float:
        return wrong({"observed": hits(counts) / n, "chance": chance(counts, n)})

    formula: Callable[[ConfusionCounts, KappaSettings], float | None] = _unweighted_kappa("", "", change).change
    return formula


def _typed_disagreement(wrong: Formula) -> Callable[[ConfusionCounts, KappaSettings], float | None]:
    """Return a function that computes kappa by a wrong formula from the observed and expected weighted disagreement."""

    def score(kept: ConfusionCounts, settings: KappaSettings) -> float | None:
        if settings.labels != "present" or settings.weighting not in _DISTANCES:
            return None
        rows, n = kept.table().rows, kept.segments
        gold, predicted = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
        cells = [(i, j, _DISTANCES[settings.weighting](i, j)) for i in range(len(rows)) for j in range(len(rows))]
        expected = sum(weight * gold[i] * predicted[j] for i, j, weight in cells) / n**2
        observed = sum(weight * rows[i][j] for i, j, weight in cells) / n
        return wrong({"disagreement": observed, "expected": expected}) if expected else _of_one_class(settings)

    return score


def _typed_chance(wrong: Formula) -> Callable[[ConfusionCounts, KappaSettings], float | None]:
    def change(counts: list[ClassCounts], n: int) -> float:
        return wrong({"products": sum(c.support * c.predicted for c in counts), "n": n})

    formula: Callable[[ConfusionCounts, KappaSettings], float | None] = _unweighted_kappa(
        "", "", _kappa_with_expected(change)
    ).change
    return formula


KAPPA_MISTAKES: tuple[Mistake, ...] = (
    _shares("chance-uniform", "agreement by chance is 1 / number of classes (Bennett's S)", _uniform),
    _shares("chance-pooled", "agreement by chance is that of both annotators' labels together (Scott's pi)", _pooled),
    _shares("chance-of-gold", "agreement by chance uses the first annotator's labels twice",
            lambda gold, predicted: (gold, gold)),
    _shares("chance-of-predictions", "agreement by chance uses the second annotator's labels twice",
            lambda gold, predicted: (predicted, predicted)),
    Mistake("classes-in-gold-only", "only classes that occur in gold count", "score", _kappa_among(_in_gold)),
    Mistake("classes-in-order-of-appearance", "distances are those of classes in order of appearance, not sorted",
            "score", lambda kept, s: None if s.weighting == "none" else _kappa_among(_as_they_appear)(kept, s)),
    Mistake("classes-sorted-as-text", "distances are those of classes sorted as text, not as numbers", "score",
            lambda kept, s: None if s.weighting == "none" else _kappa_among(_by_text)(kept, s)),
    Mistake("distances-of-values", "distances are those of the classes' numbers, not of their places", "score",
            _distances_of_values),
    *_DISAGREEMENTS,
    _unweighted_kappa("chance-one-half", "agreement by chance is 1/2", _kappa_with_expected(lambda counts, n: 0.5)),
    _unweighted_kappa("chance-of-frequent-class", "agreement by chance is the share of the most frequent class",
                      _kappa_with_expected(lambda counts, n: max(c.support for c in counts) / n)),
    _unweighted_kappa("chance-divided-once", "agreement by chance is divided by n - 1 once: n (n - 1) instead of n n",
                      _kappa_with_expected(lambda counts, n: sum(c.support * c.predicted for c in counts) / (n * (n - 1)) if n > 1
                                 else 0.0)),
    _unweighted_kappa("chance-averaged", "agreement by chance is divided by the number of classes",
                      _kappa_with_expected(lambda counts, n: chance(counts, n) / len(counts))),
    _unweighted_kappa("chance-of-hits", "agreement by chance is the sum of the squared shares of hits",
                      _kappa_with_expected(lambda counts, n: sum((c.tp / n) ** 2 for c in counts))),
    _unweighted_kappa("not-divided", "the agreement above chance is not divided by 1 - chance",
                      lambda counts, n: hits(counts) / n - chance(counts, n)),
    _unweighted_kappa("divided-by-chance", "the agreement above chance is divided by chance",
                      lambda counts, n: ratio(hits(counts) / n - chance(counts, n), chance(counts, n))),
    _unweighted_kappa("divided-by-observed", "the agreement above chance is divided by the observed agreement",
                      lambda counts, n: ratio(hits(counts) / n - chance(counts, n), hits(counts) / n)),
    _unweighted_kappa("one-plus-chance", "the agreement above chance is divided by 1 + chance",
                      lambda counts, n: (hits(counts) / n - chance(counts, n)) / (1 + chance(counts, n))),
    _unweighted_kappa("chance-not-subtracted", "chance is not subtracted: observed / (1 - chance)",
                      lambda counts, n: ratio(hits(counts) / n, 1 - chance(counts, n))),
    _unweighted_kappa("accuracy", "the observed agreement alone", lambda counts, n: hits(counts) / n),
    Mistake("linear-for-quadratic", "weights are linear instead of quadratic, or quadratic instead of linear", "score",
            lambda kept, s: _weighted_kappa(lambda i, j, k: abs(i - j) ** (1 if s.weighting == "quadratic" else 2))(kept, s)),
    Mistake("unweighted", "every disagreement weighs the same", "score", _weighted_kappa(lambda i, j, k: i != j)),
    Mistake("root-weights", "weights are square roots of the distance", "score",
            _weighted_kappa(lambda i, j, k: math.sqrt(abs(i - j)))),
    Mistake("agreement-weights-reversed", "agreements are weighed as disagreements", "score",
            _weighted_kappa(lambda i, j, k: 1 - (abs(i - j) / (k - 1)) ** 2 if k > 1 else 1.0)),
    Mistake("absolute", "the absolute value", "value", lambda value, s: abs(value)),
    Mistake("negative-as-zero", "negative values become 0", "value", lambda value, s: max(0.0, value)),
    *wrong_formulas("kappa", "(observed - chance) / (1 - chance)", "score", _typed_kappa, "observed chance"),
    *wrong_formulas("chance", "products / n ** 2", "score", _typed_chance),
    *wrong_formulas("kappa", "1 - disagreement / expected", "score", _typed_disagreement, "disagreement expected"),
    *presentations(highest=1),
)  # fmt: skip
