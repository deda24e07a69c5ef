"""Ranking metrics in 32-bit floats equal exact fractions that are rounded after every operation, and torchmetrics' answers.

Nothing is compared within a tolerance. The oracle (`tests.oracle.singles`) shares no code with the metrics.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import accumulate
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

from samescore import ClassScores, Score, ScoredLabels, score
from samescore.data.kinds import Data
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.labels.torch_ranking import area_of_singles, mean_of_classes, precisions_of_singles
from tests.oracle import singles
from tests.oracle.arithmetic import OracleError, single
from tests.oracle.registry import ask

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TIES = {"half": Fraction(1, 2), "wrong": Fraction(0), "right": Fraction(1)}
_LIMITS = st.floats(0.01, 1) | st.sampled_from([1.0, 0.1, 0.25, 0.5, 0.75])
_SEEDS = st.integers(0, 2**32)


def _corners(seed: int, count: int) -> list[tuple[int, int]]:
    """A curve of some corners: each has one to three more negative items, positive items, or both."""
    rng = random.Random(seed)
    negatives = [rng.randint(0, 3) for _ in range(count)]
    positives = [rng.randint(0 if fp else 1, 3) for fp in negatives]
    return list(zip(accumulate([*negatives, 1]), accumulate([*positives, 1]), strict=True))


def _scored(seed: int, items: int, levels: int) -> ScoredLabels:
    rng = random.Random(seed)
    return ScoredLabels(
        [rng.randint(0, 1) for _ in range(items)], [rng.randrange(levels) / levels for _ in range(items)]
    )


def _class_scores(seed: int, items: int, classes: int, absent: int) -> ClassScores:
    """Items of all classes but the last ones that are absent."""
    rng = random.Random(seed)
    names = [f"{number:02}" for number in range(classes)]
    gold = [rng.choice(names[: classes - absent]) for _ in range(items)]
    return ClassScores(names, gold, [[rng.randrange(8) / 8 for _ in names] for _ in range(items)])


def _check(data: Data, name: str, **knobs: Any) -> None:
    settings = metric(name).settings().replace(dtype="float32", **knobs)
    ours = native_outcome(data, settings)
    try:
        value = ask(name, data.plain(), settings.as_dict())["value"]
    except OracleError:
        assert ours.kind == "raised"
        return
    if value is None:
        assert ours.kind == "undefined"
        return
    assert isinstance(ours, Score)
    assert ours.value == value, f"{settings.short_signature}\noracle {value} = {float(value)!r}, metric {ours.value!r}"


@hypothesis.given(_SEEDS, st.integers(1, 90), st.integers(1, 90), st.sampled_from(sorted(_TIES)), _LIMITS)
def test_the_area_under_a_curve_is_exact_steps_rounded(
    seed: int, items: int, levels: int, ties: str, limit: float
) -> None:
    _check(_scored(seed, items, levels), "roc-auc", ties=ties, max_fpr=limit)


@hypothesis.given(_SEEDS, st.integers(1, 90), st.integers(1, 90), st.sampled_from(["together", "wrong", "right"]))
def test_average_precision_is_exact_steps_rounded(seed: int, items: int, levels: int, ties: str) -> None:
    _check(_scored(seed, items, levels), "average-precision", ties=ties)


@hypothesis.given(
    _SEEDS,
    st.integers(1, 30),
    st.integers(2, 14),
    st.integers(0, 1),
    st.sampled_from(["ovr", "ovo"]),
    st.sampled_from(["macro", "weighted", "micro"]),
    st.sampled_from(["skip", "nan", "zero"]),
)
def test_the_areas_of_classes_are_exact_steps_rounded(
    seed: int, items: int, classes: int, absent: int, comparison: str, average: str, undefined: str
) -> None:
    data = _class_scores(seed, items, classes, absent)
    _check(data, "multiclass-roc-auc", comparison=comparison, average=average, undefined_class=undefined)


@hypothesis.given(
    _SEEDS,
    st.integers(1, 30),
    st.integers(2, 14),
    st.integers(0, 1),
    st.sampled_from(["macro", "weighted", "micro"]),
    st.sampled_from(["skip", "nan", "zero", "zero-beside-first"]),
)
def test_the_precisions_of_classes_are_exact_steps_rounded(
    seed: int, items: int, classes: int, absent: int, average: str, undefined_class: str
) -> None:
    data = _class_scores(seed, items, classes, absent)
    _check(data, "multiclass-average-precision", average=average, undefined_class=undefined_class)


#: The longest ones take seconds.
_LENGTHS = [
    3,
    4,
    7,
    8,
    9,
    31,
    32,
    63,
    64,
    65,
    511,
    512,
    700,
    *(pytest.param(n, marks=pytest.mark.slow) for n in (8192, 9000)),
]


@pytest.mark.parametrize("count", _LENGTHS)
def test_curves_of_every_length_are_added_up_in_the_order_of_pytorch(count: int) -> None:
    """In lanes of eight, four strips side by side, and blocks of 16 and 256: see the oracle."""
    points = _corners(count, count)
    assert precisions_of_singles(points) == singles.steps(points)
    for ties, tie in _TIES.items():
        assert area_of_singles(points, ties) == singles.area(points, tie)
        assert area_of_singles(points, ties, 0.3) == singles.area(points, tie, Fraction(0.3))


#: Items of each class between two corners: few, or many, or a power of two of which a rate of 1/2 is a corner or a middle.
_GAINS = st.integers(0, 3) | st.integers(0, 10**6) | st.integers(0, 8).map(lambda power: 2**power)


@hypothesis.example([(0, 1), (1, 5)], 0.5, "half")
@hypothesis.example([(0, 3), (2, 2)], 0.39, "half")
@hypothesis.example([(0, 2), (1, 4)], 0.37, "half")
@hypothesis.example([(1, 0), (2, 1)], 0.85, "half")
@hypothesis.example([(1, 0), (2, 1)], 0.84, "half")
@hypothesis.example([(3, 3), (0, 2)], 0.65, "half")
@hypothesis.example([(1, 0), (1, 2), (1, 2), (2, 1), (3, 0), (3, 1), (2, 3), (3, 1)], 0.8125, "half")
@hypothesis.given(st.lists(st.tuples(_GAINS, _GAINS), min_size=1, max_size=6), _LIMITS, st.sampled_from(sorted(_TIES)))
def test_few_large_steps_are_rounded_after_every_operation(
    gains: list[tuple[int, int]], limit: float, ties: str
) -> None:
    """Interpolation from either end, and differences that are no 32-bit floats, show where few terms are added up."""
    points = list(zip(*map(accumulate, zip(*gains, strict=True)), strict=True))
    hypothesis.assume(points[0] != (0, 0) and all(points[-1]))
    assert area_of_singles(points, ties, limit) == singles.area(points, _TIES[ties], Fraction(limit))
    assert precisions_of_singles(points) == singles.steps(points)


@hypothesis.given(
    st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(0, 9) | st.integers(0, 2**30)), min_size=1, max_size=40)
)
def test_the_mean_of_classes_is_exact_steps_rounded(weighed: list[tuple[float, int]]) -> None:
    hypothesis.assume(any(weight for _, weight in weighed))
    scores, weights = [score for score, _ in weighed], [float(weight) for _, weight in weighed]
    exact = [(Fraction(score), weight) for score, weight in weighed]
    assert mean_of_classes(scores, None) == singles.mean(exact, weighted=False)
    assert mean_of_classes(scores, weights) == singles.mean(exact, weighted=True)


def test_a_false_positive_rate_that_is_0_or_1_in_32_bits() -> None:
    data = ScoredLabels([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    _check(data, "roc-auc", max_fpr=1e-60)
    _check(data, "roc-auc", max_fpr=1 - 2.0**-40)
    assert single(Fraction(1, 3) * Fraction(1, 2**140)).denominator == 2**149, "below 2^-126 there are fewer digits"


# What torchmetrics 1.9.0 answers with PyTorch 2.15.0 in one thread (x86-64, AVX2): the area, that up to 0.3, and precision.
@pytest.mark.parametrize(
    ("items", "area", "part", "average"),
    [
        (6, 0.3999999761581421, 0.4117647111415863, 0.25),
        (40, 0.5313479900360107, 0.5230192542076111, 0.3198128044605255),
        (100, 0.47935888171195984, 0.4876629710197449, 0.2893015742301941),
    ],
)
def test_torchmetrics_answers_of_one_class(items: int, area: float, part: float, average: float) -> None:
    data = ScoredLabels([i * i % 7 % 2 for i in range(items)], [i * 37 % 101 % (items + 1) / 128 for i in range(items)])
    assert score("roc-auc", data, dtype="float32").value == area
    assert score("roc-auc", data, dtype="float32", max_fpr=0.3).value == part
    assert score("average-precision", data, dtype="float32").value == average


@pytest.mark.parametrize(
    ("items", "classes", "average", "area", "precision"),
    [
        (20, 3, "macro", 0.5321428179740906, 0.47005534172058105),
        (20, 3, "weighted", 0.49642854928970337, 0.5256595611572266),
        (90, 5, "macro", 0.37477266788482666, 0.27967679500579834),
        (90, 5, "weighted", 0.44238942861557007, 0.28115779161453247),
        (300, 9, "macro", 0.27500757575035095, 0.19759106636047363),
        (300, 9, "weighted", 0.4883321523666382, 0.200365349650383),
    ],
)
def test_torchmetrics_answers_of_several_classes(
    items: int, classes: int, average: str, area: float, precision: float
) -> None:
    """Of five classes and of nine some do not occur."""
    names = [str(k) for k in range(classes)]
    rows = [[(i * 37 + k * 53) % 101 / 128 for k in range(classes)] for i in range(items)]
    data = ClassScores(names, [names[i * i % 11 % classes] for i in range(items)], rows)
    knobs = {"dtype": "float32", "average": average}
    assert score("multiclass-roc-auc", data, undefined_class="zero", **knobs).value == area
    assert score("multiclass-average-precision", data, **knobs).value == precision
