"""Ratings: the files, the input's checks, and the sums and counts that the correlations are made of."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from samescore import InputError, MetricError, Ratings, score
from samescore.metrics import metric
from samescore.metrics.correlation import calibration
from samescore.metrics.correlation.concordance import PairCounts, count_far_pairs, count_pairs, count_pairs_apart
from samescore.metrics.correlation.products import fused_multiply_add, norm_x87, over_roots
from samescore.metrics.float32 import single

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_may_be_named_in_any_order(tmp_path: Path) -> None:
    path = _file(tmp_path, "a.tsv", "human\tmetric\tsystem\tsegment\n1\t0.5\tA\tx\n2\tNA\tB\ty\n\t-inf\tB\tx\n")
    assert Ratings.read(path) == Ratings([[0.5, None], ["-inf", None]], [[1, None], [None, 2]])


def test_lines_of_a_system_are_its_segments_in_order(tmp_path: Path) -> None:
    tsv = _file(tmp_path, "a.tsv", "0.5\t1\tA\n0.25\t2\tB\n1e3\t3\tA\nnan\tnone\tB\n")
    lines = [
        '{"metric": 0.5, "human": 1, "system": "A"}',
        '{"metric": 0.25, "human": 2, "system": "B"}',
        '{"metric": 1000, "human": 3, "system": "A"}',
        '{"metric": null, "human": null, "system": "B"}',
    ]
    jsonl = _file(tmp_path, "a.jsonl", "\n".join(lines))
    assert Ratings.read(tsv) == Ratings.read(jsonl) == Ratings([[0.5, 1000], [0.25, None]], [[1, 3], [2, None]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.5\n", "line 1: expected 2 to 4 fields, found 1"),
        ("0.5\t1\n0.5\thigh\n", "line 2: the human score 'high' is not a number"),
        ("1\t1\tA\tx\n2\t2\tA\tx\n", "line 2: a second line for segment 'x' of system 'A'"),
        ("metric\thuman\tyear\n1\t2\t3\n", "line 1: the columns are metric, human, year"),
        ("metric\thuman\tsystem\n1\t2\n", "line 2: expected 3 fields, found 2"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Ratings.read(_file(tmp_path, "a.tsv", text))


def test_the_sides_must_fit() -> None:
    with pytest.raises(InputError, match="1 systems but human_scores has 2"):
        Ratings([1, 2], [[1, 2], [3, 4]])
    with pytest.raises(InputError, match=r"human_scores\[0\] has 1 scores but metric_scores\[0\] has 2"):
        Ratings([1, 2], [1])
    with pytest.raises(InputError, match=r"metric_scores\[0\]\[1\] is a str, not a number"):
        Ratings([1, "high"], [1, 2])


def test_parts_of_other_systems_do_not_merge() -> None:
    chosen = metric("kendall")
    s = chosen.settings()
    totals = [
        chosen.total(chosen.statistics(data, s), s) for data in (Ratings([[1], [2]], [[1], [2]]), Ratings([1], [1]))
    ]
    with pytest.raises(MetricError, match="parts have different numbers of systems: 2 and 1"):
        totals[0].merge(totals[1])


def test_five_outputs_have_five_values_of_tau() -> None:
    data = Ratings([1, 1, 2, 2, 3], [1, 2, 3, 4, 5])
    values = {
        variant: round(score("kendall", data, variant=variant).value, 3) for variant in ("b", "c", "gamma", "23", "a")
    }
    assert values == {"b": 0.894, "c": 0.96, "gamma": 1.0, "23": 0.6, "a": 0.8}


def test_pairs_are_counted_as_one_by_one() -> None:
    rng = random.Random(1)
    for _ in range(200):
        size = rng.randrange(12)
        metric_scores, human_scores = ([float(rng.randrange(4)) for _ in range(size)] for _ in range(2))
        assert count_pairs(metric_scores, human_scores) == count_pairs_apart(metric_scores, human_scores)


class _Counted(float):
    """A score that counts how often it is compared by a difference."""

    differences = 0

    def __sub__(self, other: float) -> float:
        _Counted.differences += 1
        return float(self) - other


def _counted_one_by_one(metric_scores: list[float], human_scores: list[float], epsilon: float) -> PairCounts:
    counts = dict.fromkeys(PairCounts._fields, 0)
    for (x, y), (u, v) in combinations(zip(metric_scores, human_scores, strict=True), 2):
        if x == u or abs(x - u) <= epsilon:
            counts["joint_ties" if y == v else "metric_ties"] += 1
        elif y == v:
            counts["human_ties"] += 1
        elif any(map(math.isnan, (x, y, u, v))):
            counts["apart"] += 1
        else:
            counts["concordant" if (x > u) is (y > v) else "discordant"] += 1
    return PairCounts(**counts)


#: Scores of which many are tied, close, missing or infinite, and such whose differences are rounded.
_LEVELS = (0.0, -0.0, 0.1, 0.2, 0.30000000000000004, 1.0, 1.5, 2.0, -3.0, 1e300, -1e300, math.inf, -math.inf, math.nan)


def test_close_and_missing_scores_are_counted_as_one_by_one() -> None:
    rng = random.Random(4)
    for _ in range(3000):
        sides = [[rng.choice(_LEVELS) for _ in range(rng.randrange(12))] for _ in range(2)]
        size, epsilon = min(map(len, sides)), rng.choice([0.0, 0.1, 0.2, 1.0, 1e300])
        metric_scores, human_scores = (side[:size] for side in sides)
        expected = _counted_one_by_one(metric_scores, human_scores, epsilon)
        assert count_pairs_apart(metric_scores, human_scores, epsilon) == expected


def test_pairs_that_people_tell_apart_are_counted_as_one_by_one() -> None:
    rng = random.Random(5)
    for _ in range(3000):
        pairs = [(rng.choice(_LEVELS), rng.choice(_LEVELS)) for _ in range(rng.randrange(12))]
        least = rng.choice([0.0, 0.1, 0.2, 1.0, 1e300])
        far = [((x, y), (u, v)) for (x, y), (u, v) in combinations(pairs, 2) if abs(y - v) >= least]
        alike = sum((x < u and y < v) or (x > u and y > v) for (x, y), (u, v) in far)
        counted = count_far_pairs([x for x, _ in pairs], [y for _, y in pairs], least)
        assert counted == (alike, len(far) - alike)


def test_many_scores_are_counted_without_a_step_for_each_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Counted, "differences", 0)
    scores = [_Counted(7 * k % 200) for k in range(200)]
    assert count_pairs_apart(scores, scores, 0.5).concordant == 200 * 199 // 2
    assert count_far_pairs(scores, scores, 1.0) == (200 * 199 // 2, 0)
    assert _Counted.differences <= 4 * 200


@pytest.mark.parametrize("form", ["exact", "running"])
def test_the_limit_of_calibrated_pairs_is_that_of_all_groups(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = Ratings([[1, 2, 4], [2, 1, 3], [4, 3, 5]], [[1, 2, 3], [1, 2, 4], [3, 4, 5]])
    knobs = {"variant": "23", "calibration": "best", "average_by": "segment", "form": form}
    monkeypatch.setattr(calibration, "MOST_PAIRS", 9)
    assert -1 <= score("kendall", data, **knobs).value <= 1
    monkeypatch.setattr(calibration, "MOST_PAIRS", 8)
    monkeypatch.setattr(calibration, "_changes", None)  # nothing is counted before
    with pytest.raises(MetricError, match="9 pairs are too many to calibrate ties") as caught:
        score("kendall", data, **knobs)
    assert caught.value.hint == "the limit is 8; set average_by to score groups separately"


def test_a_fused_product_is_rounded_once() -> None:
    rng = random.Random(2)
    for _ in range(2000):
        a, b = (rng.gauss(0, 1) * 10.0 ** rng.choice([0, 0, 5, -140, 140]) for _ in range(2))
        c = rng.choice([0.0, rng.gauss(0, 1), -a * b])
        assert fused_multiply_add(a, b, c) == float(Fraction(a) * Fraction(b) + Fraction(c))


def test_a_quotient_by_a_root_is_the_nearest_double() -> None:
    rng = random.Random(3)
    for _ in range(500):
        above, first, second = rng.randrange(1, 10**6), rng.randrange(1, 10**9), rng.randrange(1, 10**9)
        value = Fraction(over_roots(above, first, second))
        half = value / 2**53  # at least half a unit in the last place below it
        assert (value - half) ** 2 * first * second <= above**2 <= (value + half) ** 2 * first * second


#: What SciPy 1.17.1 and pandas 3.1.1 (with NumPy 2.4.6) answer for the numbers below, by OpenBLAS's routines for
#: processors with AVX-512 (`OPENBLAS_CORETYPE=SkylakeX`) and for those with AVX2 alone (`Haswell`).
_BY_PROCESSOR = {
    "unit-vectors": 0.19298211109368932,
    "unit-vectors-avx2": 0.19298211109368935,
    "scaled-covariance": 0.1929821110936894,
    "scaled-covariance-avx2": 0.19298211109368932,
}


@pytest.mark.parametrize(("form", "expected"), _BY_PROCESSOR.items())
def test_the_last_digit_depends_on_the_processor(form: str, expected: float) -> None:
    ratings = Ratings([[37 * i % 101 / 101 for i in range(24)]], [[53 * i % 97 / 97 for i in range(24)]])
    assert score("pearson", ratings, form=form).value == expected


#: What released packages answer for the numbers below, on a processor with AVX-512: SciPy 1.11.4, and SciPy 1.15.3.
_BY_RELEASE = {"unit-vectors-x87": 0.02461255545426583, "unit-vectors-sum": 0.024612555454265814}


@pytest.mark.parametrize(("form", "expected"), _BY_RELEASE.items())
def test_the_last_digit_depends_on_the_release_of_scipy(form: str, expected: float) -> None:
    ratings = Ratings([[30 * i % 101 / 101 for i in range(24)]], [[44 * i % 97 / 97 for i in range(24)]])
    assert score("pearson", ratings, form=form).value == expected
    assert score("pearson", ratings, form="unit-vectors").value != expected


def test_a_correlation_of_a_dataframe_may_exceed_1() -> None:
    metric = [1.0, 1.0, 2.0, 0.5, 0.25]
    ratings = Ratings([metric], [[1e6 + score * 1e-6 for score in metric]])
    assert score("pearson", ratings, form="running-unclipped").value == 1.000035568145046  # pandas 2.3.3
    assert score("pearson", ratings, form="running").value == 1.0  # pandas 3.0.0


def test_norms_of_80_bit_floats_neither_overflow_nor_underflow() -> None:
    rng = random.Random(5)
    for size in (1, 3, 7, 8, 9, 24):
        for _ in range(50):
            numbers = [rng.gauss(0, 1) * 10.0 ** rng.choice([0, 5, -3]) for _ in range(size)]
            exact = math.sqrt(math.fsum(number * number for number in numbers))
            assert abs(norm_x87(numbers) - exact) <= 2 * math.ulp(exact)
    for scale in (2.0**700, 2.0**-700):  # whose squares are no doubles
        assert norm_x87([3 * scale, 4 * scale]) == 5 * scale
    assert norm_x87([0.0, 0.0]) == 0.0


def test_tau_c_in_32_bits_rounds_every_operation() -> None:
    """Six pairs of five are concordant and one is discordant: 2 * 5 / (25 * 2/3).

    2/3 is rounded to 0.6666666865348816, and 25 times that to 16.66666793823242.
    """
    ratings = Ratings([1, 1, 1, 3, 2], [1, 2, 3, 4, 5])
    assert score("kendall", ratings, variant="c", form="float32", dtype="float32").value == single(
        10 / 16.66666793823242
    )
    assert score("kendall", ratings, variant="c").value == 0.6


@pytest.mark.parametrize(
    ("dtype", "c", "b"), [("float64", 1 / 3, 0.3333333432674408), ("float32", 0.3333333432674408, 0.3333333432674408)]
)
def test_the_classes_of_tau_c_keep_the_type_of_tensors(dtype: str, c: float, b: float) -> None:
    """The difference of the pairs is 3, so c is 2 * 3/(36 * 1/2); b is 3/9, a 32-bit float for doubles as well."""
    ratings = Ratings([[0.0, 1.0, 1.0, 1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0, 1.0, 1.0, 0.0]])
    like = "torchmetrics.kendall_rank_corrcoef"
    assert score("kendall", ratings, like=like, variant="c", dtype=dtype).value == c
    assert score("kendall", ratings, like=like, variant="b", dtype=dtype).value == b


def test_torchmetrics_ranks_doubles_by_their_type() -> None:
    ratings = Ratings([[1.0, 2.0, 3.0]], [[1.0, 1.0 + 2**-30, 2.0]])
    scores = [
        score("spearman", ratings, like="torchmetrics.spearman_corrcoef", dtype=dtype).value
        for dtype in ("float32", "float64")
    ]
    assert scores[0] < 0.9 < scores[1]
