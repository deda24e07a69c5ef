"""Sums of doubles: the exact sum rounds once, whatever the order and the partition."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from samescore import Corpus, score
from samescore.metrics.rouge.n_l import RougeNSettings
from samescore.metrics.rouge.resampling import score_of_resamplings
from samescore.metrics.summation import ExactSum, add_up, join_series, mean, series

_DOUBLES = st.floats(allow_nan=False, allow_infinity=False)
_SMALL = st.floats(min_value=-1e15, max_value=1e15)


@given(st.lists(_DOUBLES, max_size=20))
@example([1e100, 1.0, -1e100])
@example([5e-324, 5e-324, -5e-324])
@example([1.7976931348623157e308, 1.7976931348623157e308, -1.7976931348623157e308])
def test_the_exact_sum_is_the_fraction_rounded_once(values: list[float]) -> None:
    exact = sum(map(Fraction, values), Fraction(0))
    total = ExactSum.of(values)
    assert total.count == len(values)
    assert Fraction(total.units, 2**1074) == exact
    try:
        rounded = float(exact)
    except OverflowError:
        with pytest.raises(OverflowError):
            _ = total.rounded
    else:
        assert total.rounded == rounded


@given(st.lists(_SMALL, max_size=20), st.randoms(use_true_random=False))
def test_any_order_and_partition_gives_the_same_sum(values: list[float], rng: object) -> None:
    shuffled = list(values)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]  # a random.Random
    cut = len(values) // 2
    parts = ExactSum.of(shuffled[:cut]) + ExactSum.of(shuffled[cut:])
    assert parts == ExactSum.of(values)
    assert parts.rounded == math.fsum(values)


def _outcome(compute: Callable[[], float]) -> str:
    try:
        return compute().hex()
    except OverflowError:
        return "OverflowError"


_LOGPROBS = st.floats(min_value=-1e300, max_value=0.0) | st.just(-math.inf)


@given(st.lists(_LOGPROBS, max_size=20))
@example([])
@example([-0.0, -0.0])
@example([-5e-324, -0.1, -1e16])
@example([-1e308, -1e308])
@example([-1.0, -math.inf, -2.0])
def test_an_exact_sum_of_log_probabilities_is_what_fsum_gives(values: list[float]) -> None:
    """Perplexity's ``summation=fsum`` is carried as an exact sum; log-probabilities are at most 0."""
    assert _outcome(lambda: ExactSum.of(values).rounded) == _outcome(lambda: math.fsum(values))


def test_exact_sums_keep_infinity_and_nan() -> None:
    assert ExactSum.of([1.0, math.inf]).rounded == math.inf
    assert math.isnan(ExactSum.of([math.inf, -math.inf, 1.0]).rounded)
    assert math.isnan((ExactSum.of([math.nan]) + ExactSum.of([1.0])).rounded)


def test_a_mean_is_added_up_as_asked() -> None:
    values = [0.1] * 10
    assert mean(series(values, exact=False), "left-to-right") == 0.9999999999999999 / 10
    assert mean(series(values, exact=True)) == 0.1
    assert add_up(values, "fsum") == 1.0


def test_the_scores_of_rouge_s_resamples_are_added_in_ascending_order() -> None:
    """Half a unit in the last place is lost when added to 1, but two of them, added first, are not."""
    half = 2.0**-53
    settings = RougeNSettings()
    assert score_of_resamplings([1.0, half, half, 0.0], settings) == (1 + 2 * half) / 4 != 1 / 4


def test_series_are_joined_in_order() -> None:
    first, second = [1e100, 1.0], [-1e100]
    whole = join_series(series(first, exact=False), series(second, exact=False))
    assert list(whole) == [1e100, 1.0, -1e100]  # type: ignore[arg-type]  # an array
    assert join_series(series(first, exact=True), series(second, exact=True)).rounded == 1.0  # type: ignore[union-attr]


def test_squad_2_adds_the_integers_0_and_1_to_the_first_float() -> None:
    """Nothing shared is the integer 0, nothing against nothing 1; a compensated sum compensates from the first float on."""
    texts = ["x", "", "b c y z w", "b"]
    answers = [["y"], [""], ["b c d e"], ["b c d e f"]]
    scores = [0, 1, 2 * (2 / 5) * (2 / 4) / (2 / 5 + 2 / 4), 2 * 1.0 * (1 / 5) / (1.0 + 1 / 5)]
    data = Corpus.from_segments(texts, answers)
    assert score("answer-f1", data, like="squad-v2.f1").value == 100.0 * sum(scores) / 4
