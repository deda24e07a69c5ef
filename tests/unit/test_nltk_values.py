"""NLTK's functions backed by native metrics, against values computed by hand."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf
from pathlib import Path
from typing import Any

import pytest

from samescore.compat import compat, nltk
from samescore.compat.nltk.metrics import distance, scores
from samescore.compat.nltk.metrics.agreement import AnnotationTask
from samescore.compat.nltk.translate import (
    bleu_score,
    chrf_score,
    gleu_score,
    meteor_score,
    nist_score,
    ribes_score,
)

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("first", "second", "options", "cost"),
    [
        ("rain", "shine", {}, 3),
        ("rain", "shine", {"substitution_cost": 2}, 5),
        ("rain", "shine", {"substitution_cost": 3}, 5),
        ("rain", "shine", {"substitution_cost": inf}, 5),
        ("rain", "shine", {"substitution_cost": 0}, 1),
        ("rain", "shine", {"substitution_cost": 2.0}, 5),
        ("abcdef", "acbdef", {}, 2),
        ("abcdef", "acbdef", {"transpositions": True}, 1),
        ([1, (2,), 3], [1, 3], {}, 1),
        ("", "abc", {}, 3),
    ],
)
def test_edit_distances_are_whole(first: Any, second: Any, options: dict[str, Any], cost: int) -> None:
    found = distance.edit_distance(first, second, **options)
    assert (found, type(found)) == (cost, int)


@pytest.mark.parametrize(("cost", "total"), [(0.0, 1.0), (0.5, 2.0), (1.0, 3.0), (1.5, 4.0)])
def test_edit_distances_of_fractional_costs(cost: float, total: float) -> None:
    found = distance.edit_distance("rain", "shine", substitution_cost=cost)
    assert (found, type(found)) == (total, float)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: distance.edit_distance("a", "b", -0.5), NotImplementedError, "a substitution costs a fraction"),
        (lambda: distance.edit_distance("a", "b", 0.5, True), NotImplementedError, "a substitution costs a fraction"),
        (lambda: distance.edit_distance("a" * 2001, "b"), ValueError, "2001|2,001"),
        (lambda: distance.edit_distance("a" * 2001, "b", 0.5), ValueError, "2001 units, more than the limit of 2000"),
        (lambda: distance.edit_distance_align("b", "a" * 2001), ValueError, "2001 units, more than the limit of 2000"),
        (lambda: distance.masi_distance({1}, [1]), AttributeError, r"masi_distance compares sets.* \[1\]"),  # type: ignore[arg-type]
        (lambda: distance.jaccard_distance("a", {1}), AttributeError, "jaccard_distance compares sets"),  # type: ignore[arg-type]
        (lambda: distance.masi_distance(set(), set()), ZeroDivisionError, "."),
        (lambda: scores.accuracy([1], [1, 2]), ValueError, "there are 2 values, but 1 reference values"),
        (lambda: scores.accuracy([], []), ZeroDivisionError, "empty"),
        (lambda: gleu_score.corpus_gleu([[["a"]]], []), AssertionError, "0 hypotheses .* references for 1"),
        (lambda: chrf_score.corpus_chrf(["a"], []), AssertionError, "0 hypotheses .* references for 1"),
        (lambda: nist_score.corpus_nist([], []), ZeroDivisionError, "no texts"),
        (lambda: nist_score.sentence_nist([], ["a"]), ValueError, "no references"),
        (lambda: meteor_score.meteor_score([], ["a"]), ValueError, "no references"),
        (lambda: bleu_score.corpus_bleu([[["a"]]], []), AssertionError, "0 hypotheses .* references for 1"),
        (lambda: bleu_score.sentence_bleu([], ["a"]), KeyError, "a"),
        (lambda: bleu_score.sentence_bleu([], []), ValueError, "no references"),
        (lambda: ribes_score.corpus_ribes([[["a"]]], [["a"], ["b"]]), ValueError, "sets is 1, but there are 2"),
        (lambda: ribes_score.kendall_tau([1, 1]), NotImplementedError, "differ"),
        (lambda: bleu_score.SmoothingFunction().method3(), NotImplementedError, "method3"),
        (lambda: bleu_score.sentence_bleu([["a"]], ["a"], smoothing_function=min), NotImplementedError, "smooths only"),
    ],
)
def test_errors(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_the_alignment_of_an_edit_distance() -> None:
    """Two substitutions, two matches and an insertion: rain, sain, shin, shine."""
    assert distance.edit_distance_align("rain", "shine") == [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (4, 5)]
    assert distance.edit_distance_align("a", "b") == [(0, 0), (1, 1)]
    assert distance.edit_distance_align("a", "", 1) == [(0, 0), (1, 0)]


def test_sequences_of_two_thousand_units_are_compared() -> None:
    assert distance.edit_distance("a" * 2000, "a") == 1999
    assert distance.MAX_DISTANCE_INPUT_LEN == 2000


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, 17 / 18 + 0.3 / 18),
        ({"p": 0.2}, 17 / 18 + 0.6 / 18),
        ({"max_l": 2}, 17 / 18 + 0.2 / 18),
        ({"max_l": 3}, 17 / 18 + 0.3 / 18),
        ({"max_l": 0}, 17 / 18 + 0.3 / 18),
        ({"p": 0.0}, 17 / 18),
        ({"p": 0.25}, 17 / 18 + 0.75 / 18),
    ],
)
def test_the_bonus_of_winkler(options: dict[str, Any], value: float) -> None:
    """MARTHA and MARHTA have six matches and one transposition, (1 + 1 + 5/6) / 3, and three first letters in common."""
    assert distance.jaro_similarity("MARTHA", "MARHTA") == pytest.approx(17 / 18, rel=1e-14)
    assert distance.jaro_winkler_similarity("MARTHA", "MARHTA", **options) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize("options", [{"p": 0.26}, {"p": 0.3}, {"p": -0.1}, {"max_l": 11}])
def test_a_bonus_that_may_exceed_1_is_warned_of(options: dict[str, Any]) -> None:
    with pytest.warns(UserWarning, match=r"max_l \* p is not in 0..1"):
        distance.jaro_winkler_similarity("ab", "ac", **options)


def test_distances_of_sets() -> None:
    assert distance.jaccard_distance({1, 2}, {1, 2, 3, 4}) == 0.5
    assert distance.jaccard_distance({1}, {2}) == 1.0
    assert distance.masi_distance({1, 2}, {1, 2, 3, 4}) == pytest.approx(1 - 1 / 2 * 2 / 3)
    assert distance.masi_distance({1, 2}, {1, 3}) == pytest.approx(1 - 1 / 3 * 1 / 3)
    assert distance.masi_distance({1}, frozenset({1})) == 0.0


def test_distances_of_labels() -> None:
    assert [distance.binary_distance(1, other) for other in (1, 2)] == [0.0, 1.0]
    assert distance.interval_distance(1, 10) == 81
    with pytest.warns(UserWarning, match="needs numbers, not 'a' and 1"):
        assert distance.interval_distance("a", 1) is None
    present = distance.presence("a")
    assert [present(x, y) for x, y in (("a", "ab"), ("b", "c"), ("a", "b"))] == [1.0, 1.0, 0.0]
    share = distance.fractional_presence("a")
    assert [share(x, y) for x, y in (("a", "ab"), ("ab", "b"), ("b", "abcd"), ("b", "c"))] == [0.5, 0.5, 0.25, 0.0]
    with pytest.raises(ZeroDivisionError):
        share("a", "")


def test_a_table_of_distances(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text("a\tb\t0.5\n b\tc\t2 \n", encoding="utf-8")
    found = distance.custom_distance(path)
    assert found(frozenset("a"), frozenset("b")) == found(frozenset("b"), frozenset("a")) == 0.5
    assert found(frozenset("c"), frozenset("b")) == 2.0
    with pytest.raises(KeyError):
        found(frozenset("a"), frozenset("c"))
    with pytest.raises(OSError, match="missing"):
        distance.custom_distance(tmp_path / "missing")
    path.write_text("a\tb\t1\na\tb\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"t.tsv, line 2: write two labels and a number"):
        distance.custom_distance(path)


def test_accuracy_of_values() -> None:
    assert scores.accuracy([1, "b", (3,), 4], [1, "b", (3,), 5]) == 0.75


def test_parts_of_bleu() -> None:
    the, cat = ["the"] * 7, ["the", "cat", "is", "on", "the", "mat"]
    precision = bleu_score.modified_precision([cat], the, 1)
    assert (precision.numerator, precision.denominator) == (2, 7)
    assert bleu_score.modified_precision([cat, cat], the, 1).numerator == 2
    assert [bleu_score.closest_ref_length(["abc", "abcde"], length) for length in (3, 4, 5, 9)] == [3, 3, 5, 5]
    assert bleu_score.brevity_penalty(12, 12) == 1.0
    assert bleu_score.brevity_penalty(12, 10) == pytest.approx(exp(-0.2))
    assert [repr(bleu_score.brevity_penalty(10, length)) for length in (11, 0)] == ["1", "0"]
    nothing = bleu_score.modified_precision([], ["a"], 2)
    assert (nothing.numerator, nothing.denominator) == (0, 1)
    with pytest.raises(KeyError):
        bleu_score.modified_precision([], ["a"], 1)


def test_gleu() -> None:
    """Of the n-grams of "a b c" and "a b d", a, b and "a b" match: 3 of 3 + 2 + 1."""
    reference, hypothesis = ["a", "b", "d"], ["a", "b", "c"]
    assert gleu_score.sentence_gleu([reference], hypothesis) == 0.5
    assert gleu_score.sentence_gleu([reference], hypothesis, min_len=2) == pytest.approx(1 / 3)
    assert gleu_score.sentence_gleu([reference], hypothesis, max_len=1) == pytest.approx(2 / 3)
    assert gleu_score.corpus_gleu([[reference], [["x"]]], [hypothesis, ["x"]]) == pytest.approx(4 / 7)
    assert gleu_score.corpus_gleu([], []) == 0


def test_chrf() -> None:
    one: dict[str, Any] = {"max_len": 1}
    assert chrf_score.sentence_chrf("abcd", "ab", **one) == pytest.approx(10 * 0.5 / 9.5)
    assert chrf_score.sentence_chrf("abcd", "ab", **one, beta=1) == pytest.approx(2 / 3)
    assert chrf_score.sentence_chrf("abd", "abc", min_len=2, max_len=2) == pytest.approx(0.5)
    assert chrf_score.sentence_chrf("ab", "a b", **one) == 1.0
    assert chrf_score.sentence_chrf("ab", "a b", **one, beta=1, ignore_whitespace=False) == pytest.approx(0.8)
    assert chrf_score.corpus_chrf(["abd", ["a", "b"]], ["abc", "a b"], **one) == pytest.approx((2 / 3 + 1) / 2)


def test_nist() -> None:
    """Each of four different words carries log2(4) bits; the later orders of the same text add none."""
    words = ["a", "b", "c", "d"]
    assert nist_score.sentence_nist([words], words, 1) == pytest.approx(2.0)
    assert nist_score.sentence_nist([words], words, 2) == pytest.approx(2.0)
    with pytest.raises(ZeroDivisionError):
        nist_score.sentence_nist([words], words)


def test_meteor() -> None:
    """One chunk of five matches costs 0.5 · (1/5)³; P = 1 and R = 1/2 give 0.5 / 0.95, halved by the penalty."""
    words = ["a", "b", "c", "d", "e"]
    assert meteor_score.single_meteor_score(words, words) == pytest.approx(0.996)
    assert meteor_score.single_meteor_score(words, words, gamma=0) == pytest.approx(1.0)
    assert meteor_score.single_meteor_score(words, words, beta=0) == pytest.approx(0.5)
    assert meteor_score.single_meteor_score(["a", "b"], ["a"]) == pytest.approx(0.25 / 0.95)
    assert meteor_score.single_meteor_score(["a", "b"], ["a"], alpha=0.5) == pytest.approx(1 / 3)
    assert meteor_score.meteor_score([["a", "b"], ["A"]], ["a"]) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("order", "tau"), [([0, 1, 2, 3], 1), ([3, 2, 1, 0], -1), ([0, 2, 1, 3], 2 / 3), ([5, 9], 1), ([4], -1), ([], -1)]
)
def test_kendall_s_tau(order: list[int], tau: float) -> None:
    assert ribes_score.kendall_tau(order, normalize=False) == pytest.approx(tau)
    assert ribes_score.kendall_tau(order) == pytest.approx((tau + 1) / 2)


def test_ribes() -> None:
    words = ["a", "b", "c", "d"]
    assert ribes_score.sentence_ribes([words], words) == 1.0
    assert ribes_score.sentence_ribes([["x"], words], words) == 1.0
    swapped = ribes_score.sentence_ribes([words], ["a", "c", "b", "d"])
    assert swapped == pytest.approx(5 / 6)
    assert ribes_score.corpus_ribes([[words], [words]], [words, ["a", "c", "b", "d"]]) == pytest.approx(11 / 12)
    short = ribes_score.sentence_ribes([words], ["a", "b"])
    assert short == pytest.approx(exp(1 - 4 / 2) ** 0.1)
    extra = ribes_score.sentence_ribes([["a", "b"]], ["a", "b", "c", "d"])
    assert extra == pytest.approx(0.5**0.25)
    assert ribes_score.sentence_ribes([["a", "b"]], words, alpha=1.0) == pytest.approx(0.5)
    assert ribes_score.corpus_ribes([], []) == 0


#: Two coders agree on three of four items.
_DATA = [(coder, item, label) for coder, labels in (("a", "xxyy"), ("b", "xyyy")) for item, label in enumerate(labels)]


def test_agreement_of_two_coders() -> None:
    """By hand: chance agreement is 1/2 for kappa and S, (9 + 25) / 64 for pi; expected disagreement is 30 / 56."""
    task = AnnotationTask(_DATA)
    assert ({"a", "b"}, {0, 1, 2, 3}, {"x", "y"}) == (task.C, task.I, task.K)
    assert task.data[1] == {"coder": "a", "labels": "x", "item": 1}
    assert task.avg_Ao() == task.Ao("a", "b") == 0.75
    assert task.S() == pytest.approx(0.5)
    assert task.pi() == pytest.approx((0.75 - 34 / 64) / (30 / 64))
    for kappa in (task.kappa, task.multi_kappa, task.weighted_kappa):
        assert kappa() == pytest.approx(0.5)
    assert task.kappa_pairwise("a", "b") == task.weighted_kappa_pairwise("a", "b") == pytest.approx(0.5)
    assert task.alpha() == pytest.approx(1 - 0.25 / (30 / 56))


def test_agreement_of_three_coders_is_the_mean_of_pairs() -> None:
    task = AnnotationTask([*_DATA, *(("c", item, label) for item, label in enumerate("xxyy"))])
    assert task.avg_Ao() == pytest.approx((0.75 + 0.75 + 1) / 3)
    assert task.weighted_kappa() == task.kappa() == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert task.Ao("a", "c") == task.kappa_pairwise("a", "c") == 1.0
    assert task.kappa_pairwise("b", "c") == pytest.approx(0.5)


def test_missing_labels() -> None:
    task = AnnotationTask([*_DATA, ("a", 4, "-"), ("b", 4, "x")], missing_values=["-"])
    assert (task.K, len(task.data)) == ({"x", "y"}, 9)
    assert task.alpha() == pytest.approx(1 - 0.25 / (30 / 56))
    with pytest.raises(NotImplementedError, match="one label of each coder for each item"):
        task.kappa()
    with pytest.raises(TypeError, match=r"missing_values, which is new in 3\.10\.4"):
        compat("nltk", "3.10.3").AnnotationTask(_DATA, missing_values=["-"])


def test_the_number_of_different_labels_is_limited() -> None:
    many = [("a", 0, str(number)) for number in range(10_001)]
    AnnotationTask(many[:-1])
    with pytest.raises(ValueError, match="10001 different labels; the limit is 10000"):
        AnnotationTask(many)
    assert len(compat("nltk", "3.10.3").AnnotationTask(many).K) == 10_001


@pytest.mark.parametrize(
    ("data", "distance_of", "method", "error"),
    [
        ([], distance.binary_distance, "alpha", ValueError),
        ([], distance.binary_distance, "S", ValueError),
        ([], distance.binary_distance, "pi", ZeroDivisionError),
        (_DATA[:4], distance.binary_distance, "kappa", ZeroDivisionError),
        ([("a", 0, "x"), ("a", 0, "y")], distance.binary_distance, "alpha", ValueError),
        ([("a", 0, "x"), ("b", 1, "y")], distance.binary_distance, "alpha", ZeroDivisionError),
        ([*_DATA, ("a", 0, "x")], distance.binary_distance, "pi", NotImplementedError),
        (_DATA, lambda *_: 0, "pi", NotImplementedError),
        (_DATA, distance.interval_distance, "pi", NotImplementedError),
        (_DATA, distance.masi_distance, "weighted_kappa", NotImplementedError),
        (_DATA, distance.jaccard_distance, "weighted_kappa", NotImplementedError),
    ],
)
def test_agreement_that_is_undefined_or_not_offered(
    data: Any, distance_of: Any, method: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        getattr(AnnotationTask(data, distance_of), method)()


def test_alpha_of_equal_labels_is_a_whole_number() -> None:
    assert repr(AnnotationTask([("a", 0, "x"), ("b", 0, "x")]).alpha()) == "1"
    numbers = [
        (coder, item, value) for coder, values in (("a", (1, 2)), ("b", (1, 4))) for item, value in enumerate(values)
    ]
    # Of the values 1, 1, 2 and 4: observed (0 + 8) / 4, expected 2 · (1 + 9 + 1 + 9 + 4) / 12.
    assert AnnotationTask(numbers, distance.interval_distance).alpha() == pytest.approx(1 - 2 / 4)


def test_names_of_the_package() -> None:
    assert nltk.bleu is bleu_score.sentence_bleu
    early, late = compat("nltk", "3.10.2"), compat("nltk", "3.10.3")
    assert [hasattr(each.metrics.distance, "jaro_similarity") for each in (early, late)] == [False, True]
    assert not hasattr(early.metrics.distance, "MAX_DISTANCE_INPUT_LEN")
    assert late.metrics.distance.MAX_DISTANCE_INPUT_LEN == 2000
    names = {
        "bleu": "bleu_score",
        "chrf": "chrf_score",
        "gleu": "gleu_score",
        "meteor": "meteor_score",
        "nist": "nist_score",
    }
    for short, module in {**names, "ribes": "ribes_score"}.items():
        first = {"meteor": "meteor_score"}.get(short, f"sentence_{short}")
        assert getattr(late.translate, short) == getattr(getattr(late.translate, module), first)
