"""NLTK's names backed by native metrics: releases, results computed by hand, and what is refused."""

from __future__ import annotations

import pickle
import sys
from fractions import Fraction
from math import exp, inf
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from samescore.base.errors import UnknownNameError
from samescore.compat import compat, nltk, replacing
from samescore.compat.nltk.translate import bleu_score, chrf_score, ribes_score

_REFERENCE, _HYPOTHESIS = ["the", "cat", "sat", "on", "the", "mat"], ["the", "cat", "sat", "on", "a", "mat"]


def test_bleu_is_the_article_s() -> None:
    """The geometric mean of 5/6, 3/5, 2/4 and 1/3."""
    expected = (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25
    # NLTK adds up logarithms, which rounds differently in the last bits.
    assert nltk.bleu([_REFERENCE], _HYPOTHESIS) == pytest.approx(expected, rel=1e-15)
    assert nltk.bleu([_REFERENCE], _HYPOTHESIS[:3], (1,)) == pytest.approx(exp(1 - 6 / 3), rel=1e-15)
    assert repr(nltk.bleu([_REFERENCE], ["dog"])) == "0"
    assert nltk.bleu([[1, (2,), 3]], [1, (2,), 4], [(1,), (0, 1)]) == [2 / 3, 1 / 2]


def test_orders_without_a_match_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="0 counts of [34]-gram overlaps") as issued:
        assert nltk.bleu([_REFERENCE], ["the", "cat", "ran"]) < 1e-100
    assert len(issued) == 2
    smoothing = bleu_score.SmoothingFunction(epsilon=0.5).method1
    assert nltk.bleu([_REFERENCE], ["the", "cat", "ran"], smoothing_function=smoothing) > 0.1


def test_precisions_are_fractions_as_counted() -> None:
    precision = bleu_score.modified_precision([["a", "b", "b"]], ["b", "b", "a", "c"], 1)
    assert (precision.numerator, precision.denominator) == (3, 4)
    precision = bleu_score.modified_precision([["a", "c"]], ["b", "b", "a", "c"], 1)
    assert (precision.numerator, precision.denominator) == (2, 4)
    assert float(precision) == 0.5
    restored = pickle.loads(pickle.dumps(precision))  # noqa: S301 - our own bytes
    assert (restored.numerator, restored.denominator) == (2, 4)
    assert [bleu_score.brevity_penalty(8, c) for c in (0, 9)] == [0, 1]
    assert bleu_score.brevity_penalty(8, 4) == exp(-1)


def test_releases_have_their_own_results() -> None:
    """MASI's thirds had two digits until 3.10.0, and RIBES counted runs only until 3.10.3."""
    older, newer = compat("nltk", "3.8.1"), compat("nltk")
    sets = {1, 2}, {1, 2, 3, 4}
    assert [module.metrics.masi_distance(*sets) for module in (older, newer)] == [0.665, 1 - 2 / 4 * (2 / 3)]
    words = ["the", "cat", "x", "on", "the", "mat"]
    assert [round(module.ribes([_REFERENCE], words), 3) for module in (older, newer)] == [0.382, 0.955]
    assert [module.metrics.edit_distance_align("a", "b", 3) for module in (older, newer)] == [
        [(0, 0), (1, 1)],
        [(0, 0), (0, 1), (1, 1)],
    ]
    assert compat("nltk", "3.7") is compat("nltk", "3.7")
    for release in ("3.5", "3", "4.0"):
        with pytest.raises(UnknownNameError):
            compat("nltk", release)
    with pytest.raises(AttributeError, match=r"does not offer nltk.metrics.distance.jaro_similarity"):
        older.metrics.distance.jaro_similarity  # noqa: B018


def test_distances() -> None:
    assert nltk.edit_distance("ca", "abc") == 3
    assert nltk.edit_distance("ca", "abc", transpositions=True) == 2
    assert nltk.edit_distance([1, None], [None, 1, 2]) == 2
    assert nltk.edit_distance("ab", "cd", substitution_cost=inf) == 4
    assert repr(nltk.edit_distance("rain", "shine", 0.5)) == "2.0"  # two substitutions and an insertion
    with pytest.raises(NotImplementedError, match="no transpositions if a substitution costs a fraction"):
        nltk.edit_distance("ab", "ba", 0.5, transpositions=True)
    assert nltk.edit_distance_align("ab", "cb", inf) == [(0, 0), (0, 1), (1, 1), (2, 2)]
    for name in ("edit_distance", "edit_distance_align"):
        with pytest.raises(ValueError, match="2001"):
            getattr(nltk, name)("a", "a" * 2001)
    assert (nltk.binary_distance(1, 1.0), nltk.interval_distance(1, 10)) == (0.0, 81)
    assert nltk.fractional_presence("a")({"a"}, {"a", "b"}) == 0.5
    assert nltk.presence("a")({"a"}, {"b"}) == 0.0
    with pytest.warns(UserWarning, match="needs numbers"):
        assert nltk.interval_distance("a", "b") is None


def test_positions_of_words() -> None:
    """The examples of Isozaki et al. 2010."""
    reference, hypothesis = ["John", "hit", "Bob", "yesterday"], ["Bob", "hit", "John", "yesterday"]
    assert ribes_score.word_rank_alignment(reference, hypothesis) == [2, 1, 0, 3]
    assert ribes_score.kendall_tau([2, 1, 0, 3]) == 0.5
    assert nltk.ribes([reference], hypothesis) == 0.5


def test_agreement() -> None:
    """Two coders agree on two of three items; chance agreement is 4/9 by their own labels."""
    task = nltk.AnnotationTask(
        [("a", 1, "x"), ("a", 2, "y"), ("a", 3, "x"), ("b", 1, "x"), ("b", 2, "y"), ("b", 3, "y")]
    )
    assert task.avg_Ao() == 2 / 3
    assert task.kappa() == pytest.approx(2 / 5, rel=1e-15)  # (2/3 - 4/9) / (5/9), with roundings
    assert sorted(map(str, task.C)) == ["a", "b"]
    assert (len(task.I), len(task.K)) == (3, 2)
    assert repr(nltk.AnnotationTask([("a", 1, "x"), ("b", 1, "x")]).alpha()) == "1"
    with pytest.raises(TypeError, match=r"new in 3\.10\.4"):
        compat("nltk", "3.9.2").AnnotationTask([], missing_values=[None])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nltk.bleu([["a"]], ["a"], smoothing_function=lambda p_n, **_: p_n), "its own SmoothingFunction"),
        (lambda: bleu_score.SmoothingFunction().method1([Fraction(1, 2)]), "pass it as smoothing_function"),
        (lambda: nltk.bleu([["a"]], ["a"], [(0.25,) * 4, (0.2,) * 5], auto_reweigh=True), "weights of one length"),
        (lambda: nltk.meteor([["a"]], ["a"], preprocess=str.upper), "preprocess=str.lower"),
        (lambda: nltk.meteor([["a"]], ["a"], stemmer=object()), "PorterStemmer"),
        (lambda: nltk.meteor([["a"]], ["a"], wordnet=object()), "no other dictionary"),
        (lambda: ribes_score.kendall_tau([1, 1]), "positions that differ"),
        (lambda: nltk.AnnotationTask([(1, 1, 1), (2, 1, 2)], lambda x, y: x != y).kappa(), "binary, interval"),
        (lambda: nltk.AnnotationTask([(1, 1, 1), (2, 1, 2)]).weighted_kappa(max_distance=2.0), "max_distance=1"),
        (lambda: nltk.AnnotationTask([(1, 1, 1), (1, 1, 2), (2, 1, 2)]).kappa(), "one label of each coder"),
    ],
)
def test_what_has_no_model_is_refused(call: Any, message: str) -> None:
    with pytest.raises(NotImplementedError, match=message):
        call()


def test_meteor_needs_wordnet_only_for_words_that_are_left(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    assert nltk.meteor([["the", "cats"]], ["The", "cat"]) == 1 - 0.5 * (1 / 2) ** 3
    with pytest.raises(LookupError, match="dictionary"):
        nltk.meteor([["dog"]], ["cat"])


def test_imports_get_the_names_in_place_of_nltk(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = ModuleType("nltk")
    monkeypatch.setitem(sys.modules, "nltk", installed)
    with replacing("nltk", "3.8.1") as module:
        from nltk.metrics.agreement import AnnotationTask
        from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

        assert AnnotationTask is module.AnnotationTask
        assert sentence_bleu([["a"]], ["a"], (1,), SmoothingFunction().method1) == 1.0
        with pytest.raises(ImportError):
            from nltk import word_tokenize  # noqa: F401
    assert sys.modules["nltk"] is installed


def test_tokens_of_chrf_are_joined() -> None:
    assert chrf_score.sentence_chrf(["the", "cat"], "the cats") == chrf_score.sentence_chrf("the cat", ["the", "cats"])
    assert chrf_score.sentence_chrf("abc", "abc") == pytest.approx(
        0.5, rel=1e-15
    )  # 3 of 6 orders; F of 1 and 1 is rounded


def test_a_malformed_line_of_distances_is_named(tmp_path: Path) -> None:
    table = tmp_path / "distances"
    for line in ("b c 1", "b\tc\tnear"):
        table.write_text(f"a\tb\t0.5\n{line}\n", encoding="utf-8")
        with pytest.raises(ValueError, match="distances, line 2: write two labels and a number"):
            nltk.metrics.distance.custom_distance(table)
