"""Paired tests without resampling: published examples, and null distributions that are counted out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest

from samescore.base.errors import MetricError
from samescore.metrics.significance.classic import (
    WilcoxonRules,
    discordant,
    mcnemar,
    paired_t,
    sign_test,
    unpaired_t,
    wilcoxon,
)

#: Heights of cross- and self-fertilized plants, the differences in eighths of an inch (Darwin 1876; Fisher 1935).
DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
#: Hours of sleep gained by one medicine more than by the other (Student 1908).
SLEEP = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
#: Two pairs without a difference; of the other six, five differences tie.
ZEROS = [0, 0, 1, -1, 2, -1, 1, 1]

UNTIL_1_14 = WilcoxonRules(ties_and_zeros="unseen")
UNTIL_1_12 = WilcoxonRules(ties_and_zeros="unseen", rank_sum="truncated", correction_form="rank-sum")


def _normal_p(z: float) -> float:
    return math.erfc(abs(z) / math.sqrt(2))


def _counted(ranks: Sequence[float], plus: float, alternative: str) -> float:
    """The p-value of a sum of positive ranks, over all ways to give them signs."""
    sums = [sum(chosen) for size in range(len(ranks) + 1) for chosen in itertools.combinations(ranks, size)]
    less = sum(value <= plus for value in sums) / len(sums)
    greater = sum(value >= plus for value in sums) / len(sums)
    return {"less": less, "greater": greater, "two-sided": min(1.0, 2 * min(less, greater))}[alternative]


def test_wilcoxon_of_darwins_plants() -> None:
    """T = 24; 676 of the 2**15 ways to give signs leave no more to the negative side."""
    trace = wilcoxon(DARWIN, WilcoxonRules())
    assert trace.stages["rank_sums"] == [96, 24]
    assert trace.value == 2 * 676 / 2**15


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("signs", [(1, 1, -1, 1, -1, 1, 1), (-1, -1, -1, 1), (1, -1), (-1,)])
def test_the_exact_distribution_is_counted(signs: tuple[int, ...], alternative: str) -> None:
    differences = [sign * rank for rank, sign in enumerate(signs, start=1)]
    plus = sum(difference for difference in differences if difference > 0)
    expected = _counted([float(rank) for rank in range(1, len(signs) + 1)], plus, alternative)
    for rules in (WilcoxonRules(), UNTIL_1_14, UNTIL_1_12):
        assert wilcoxon(differences, rules, alternative).value == expected


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_ties_are_permuted_since_1_15(alternative: str) -> None:
    """Ranks 3 (five times) and 6; the positive ones add up to 15."""
    expected = _counted([3, 3, 6, 3, 3, 3], 15, alternative)
    for zeros in ("wilcox", "pratt", "zsplit"):
        ranks = [3, 3, 6, 3, 3, 3] if zeros == "wilcox" else [5, 5, 8, 5, 5, 5]
        expected = _counted(ranks, 15 if zeros == "wilcox" else 23, alternative)
        assert wilcoxon(ZEROS, WilcoxonRules(zeros=zeros), alternative).value == expected


def test_zeros_by_hand() -> None:
    """Left out, z = 4.5/4.5; ranked and left out, z = 6.5/sqrt(47.25); split, z = 6.5/sqrt(48.375)."""
    for zeros, z in (("wilcox", 1.0), ("pratt", 6.5 / math.sqrt(47.25)), ("zsplit", 6.5 / math.sqrt(48.375))):
        trace = wilcoxon(ZEROS, WilcoxonRules(zeros=zeros, ties_and_zeros="unseen"))
        assert trace.stages["z"] == z
        assert trace.value == pytest.approx(_normal_p(z), rel=1e-15)
        assert trace.value == wilcoxon(ZEROS, WilcoxonRules(zeros=zeros, null="normal")).value


@pytest.mark.parametrize("form", ["z", "rank-sum"])
def test_the_correction_takes_half_a_rank_off(form: str) -> None:
    rules = WilcoxonRules(null="normal", correction=True, correction_form=form)
    assert wilcoxon(ZEROS, rules).stages["z"] == pytest.approx(4 / 4.5, rel=1e-15)
    assert wilcoxon(ZEROS, rules, "greater").stages["z"] == pytest.approx(4 / 4.5, rel=1e-15)
    assert wilcoxon(ZEROS, rules, "less").stages["z"] == pytest.approx(5 / 4.5, rel=1e-15)
    assert wilcoxon([-d for d in ZEROS], rules).stages["z"] == pytest.approx(-4 / 4.5, rel=1e-15)
    assert wilcoxon([1, -1], rules).stages["z"] == 0


def test_exact_with_ties_counts_untied_ranks() -> None:
    """Ranks 1.5, 1.5 and 3; the positive ones add up to 4.5, a sum that 1, 2 and 3 never have."""
    differences = [1, -1, 2]
    exact = WilcoxonRules(null="exact")
    assert wilcoxon(differences, exact).value == 2 * 3 / 8  # at least 4: 1 + 3, 2 + 3, 1 + 2 + 3
    assert wilcoxon(differences, exact, "less").value == 7 / 8  # at most 5
    assert wilcoxon(differences, UNTIL_1_12, "less").value == 6 / 8  # at most 4
    assert wilcoxon([-1, 1, -2], exact).value == 6 / 8
    assert wilcoxon([-1, 1, -2], UNTIL_1_12).value == 4 / 8  # at most 1


def test_exact_with_zeros_is_normal_until_1_14() -> None:
    exact = WilcoxonRules(null="exact", ties_and_zeros="unseen")
    assert wilcoxon(ZEROS, exact).value == pytest.approx(_normal_p(1.0), rel=1e-15)
    assert (
        wilcoxon(ZEROS, WilcoxonRules(null="exact")).value == 2 * 14 / 64
    )  # of {1..6}, 14 subsets add up to 6 or less


def test_auto_is_exact_up_to_a_number_of_pairs() -> None:
    untied = [float(d * (-1) ** (d % 3)) for d in range(1, 27)]
    assert wilcoxon(untied, WilcoxonRules()).stages["null"] == "exact"
    assert wilcoxon(untied, WilcoxonRules(exact_limit=25)).stages["null"] == "normal"
    assert wilcoxon(untied[:25], WilcoxonRules(exact_limit=25)).stages["null"] == "exact"
    assert wilcoxon([*untied, 1.0], WilcoxonRules()).stages["null"] == "normal"
    assert wilcoxon([*untied, 1.0], UNTIL_1_14).stages["null"] == "exact"
    assert wilcoxon([1.0] * 13, WilcoxonRules()).stages["null"] == "permutation"
    assert wilcoxon([1.0] * 14, WilcoxonRules()).stages["null"] == "normal"


def test_pairs_that_are_all_equal() -> None:
    for zeros in ("wilcox", "pratt", "zsplit"):
        assert wilcoxon([0.0] * 3, WilcoxonRules(zeros=zeros)).value == 1
    for zeros in ("wilcox", "pratt"):
        with pytest.raises(MetricError, match="the two scores of every pair are equal"):
            wilcoxon([0.0] * 3, WilcoxonRules(zeros=zeros, ties_and_zeros="unseen"))
        assert math.isnan(wilcoxon([0.0] * 14, WilcoxonRules(zeros=zeros)).value)
    assert wilcoxon([0.0] * 3, WilcoxonRules(zeros="pratt", null="exact")).value == 2 / 8
    with pytest.raises(MetricError, match="a single pair cannot be permuted"):
        wilcoxon([0.0], WilcoxonRules())


def test_missing_differences() -> None:
    assert math.isnan(wilcoxon([], WilcoxonRules()).value)
    assert math.isnan(wilcoxon([1.0, math.nan], WilcoxonRules()).value)
    ranked = WilcoxonRules(undefined="not-extreme", ties_and_zeros="unseen", rank_sum="truncated")
    assert wilcoxon([1.0, math.nan, 2.0], ranked, "greater").value == 5 / 8  # of {1, 2, 3}, 5 subsets reach 3


def test_ranks_of_nearly_equal_differences_are_not_tied() -> None:
    assert 0.5 - 0.4 != 0.4 - 0.3
    assert wilcoxon([0.5 - 0.4, 0.4 - 0.3, -1.0], WilcoxonRules()).stages["null"] == "exact"


def _answers(both: int, first: int, second: int, neither: int) -> tuple[list[float], list[float]]:
    """The answers of two systems, from the table of McNemar's test."""
    return (
        [1.0] * (both + first) + [0.0] * (second + neither),
        [1.0] * both + [0.0] * first + [1.0] * second + [0.0] * neither,
    )


def test_mcnemar_by_hand() -> None:
    """5 and 3 discordant pairs: 2 (1 + 8 + 28 + 56)/256, (2 - 1)**2/8 and 2**2/8."""
    first, second = _answers(10, 5, 3, 12)
    assert discordant(first, second) == (5, 3)
    assert mcnemar(first, second).value == 186 / 256
    assert mcnemar(first, second, "normal", correction=True).value == pytest.approx(math.erfc(0.25), rel=1e-15)
    assert mcnemar(first, second, "normal").value == pytest.approx(math.erfc(0.5), rel=1e-15)


def test_the_correction_of_mcnemar_is_not_floored() -> None:
    first, second = _answers(1, 1, 1, 1)
    assert mcnemar(first, second).value == 1
    assert mcnemar(first, second, "normal").value == 1
    assert mcnemar(first, second, "normal", correction=True).value == pytest.approx(math.erfc(0.5), rel=1e-15)


def test_mcnemar_without_a_discordant_pair() -> None:
    first, second = _answers(2, 0, 0, 3)
    assert mcnemar(first, second).value == 1
    assert math.isnan(mcnemar(first, second, "normal").value)
    corrected = mcnemar(first, second, "normal", correction=True)
    assert (corrected.value, corrected.stages["chi_squared"]) == (0, math.inf)
    with pytest.raises(MetricError, match="there are no discordant pairs"):
        mcnemar(first, second, "normal", zero_division="raise")


def test_mcnemar_takes_right_and_wrong_answers() -> None:
    with pytest.raises(MetricError, match=r"1 \(right\) or 0 \(wrong\), not 0\.5"):
        mcnemar([1.0, 0.5], [0.0, 1.0])


def test_the_sign_test_by_hand() -> None:
    """13 of Darwin's 15 differences are positive: (1 + 15 + 105)/2**15 on one side."""
    zeros = [0.0] * len(DARWIN)
    assert sign_test([float(d) for d in DARWIN], zeros, "greater").value == 121 / 2**15
    assert sign_test([float(d) for d in DARWIN], zeros).value == 242 / 2**15
    assert sign_test([1.0, 2.0, 3.0, 5.0], [2.0, 1.0, 4.0, 5.0], "less").value == 0.5
    with pytest.raises(MetricError, match="the two scores of every pair are equal"):
        sign_test([1.0, 2.0], [1.0, 2.0])


def test_the_t_test_of_students_sleepers() -> None:
    """T = 4.0621 with 9 degrees of freedom, p = 0.002833."""
    trace = paired_t(SLEEP)
    assert round(trace.stages["t"], 4) == 4.0621
    assert round(trace.value, 6) == 0.002833
    assert paired_t(SLEEP, "greater").value == pytest.approx(trace.value / 2, rel=1e-15)
    assert paired_t(SLEEP, "less").value == pytest.approx(1 - trace.value / 2, rel=1e-15)


def test_the_t_test_by_hand() -> None:
    """The mean of 1 and 3 is 2, its standard error is 1; t = 2 with one degree of freedom."""
    assert paired_t([1.0, 3.0]).stages["t"] == 2
    assert paired_t([1.0, 3.0]).value == pytest.approx(1 - 2 * math.atan(2) / math.pi, rel=1e-14)


def test_the_t_test_of_what_does_not_vary() -> None:
    assert paired_t([0.5, 0.5, 0.5]).value == 0
    assert paired_t([-0.5, -0.5], "greater").value == 1
    for differences in ([], [1.0], [0.0, 0.0], [1.0, math.nan]):
        assert math.isnan(paired_t(differences).value)


def test_t_tests_of_independent_samples() -> None:
    """The sleepers as two groups: R's manual has t = -1.8608 with 18 or, by Welch, 17.776 degrees of freedom."""
    first, second = (
        [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
        [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
    )
    assert round(unpaired_t(first, second).stages["t"], 4) == -1.8608
    assert round(unpaired_t(first, second).value, 5) == 0.07919
    assert round(unpaired_t(first, second, pooled=False).value, 5) == 0.07939
    assert unpaired_t(first, second, "less").value == pytest.approx(0.07919 / 2, rel=1e-4)
    assert unpaired_t([0.0, 0.0], [1.0, 1.0], "less").value == 0
    assert unpaired_t([0.0, 0.0], [1.0, 1.0], pooled=False).stages["t"] == -math.inf
    for numbers in ([], [1.0], [2.0, 2.0], [math.nan, 1.0]):
        assert math.isnan(unpaired_t(numbers, numbers, pooled=False).value)
