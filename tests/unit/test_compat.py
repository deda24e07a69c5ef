"""Packages' names over native metrics: releases, missing names, use in the package's place, and given counts."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from samescore.base.errors import InputError, UnknownNameError
from samescore.compat import PACKAGES, compat, replacing, sacrebleu
from samescore.verbs.scoring.from_counts import score_counts

_TEXTS = ["the cat sat on the mat"], [["the cat sat on a mat"]]


def test_the_score_is_the_article_s() -> None:
    """exp(mean of log 5/6, 3/5, 2/4, 1/3), in percent."""
    score = sacrebleu.corpus_bleu(*_TEXTS)
    assert str(score) == "BLEU = 53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)"
    assert (score.counts, score.totals) == ([5, 3, 2, 1], [6, 5, 4, 3])
    assert score.precisions == [100 * 5 / 6, 100 * 3 / 5, 50.0, 100 / 3]


def test_a_release_has_its_own_scores() -> None:
    """Until 2.0, chrF added 1e-16 to each count."""
    texts = ["a"], [["b"]]
    assert compat("sacrebleu", "2.6.0").corpus_chrf(*texts, eps_smoothing=True).score == pytest.approx(1e-14)
    older, newer = compat("sacrebleu", "2.3.1"), compat("sacrebleu", "2.6.0")
    assert (older.__version__, newer.__version__) == ("2.3.1", "2.6.0")
    metric = older.BLEU()
    metric.corpus_score(*_TEXTS)
    assert str(metric.get_signature()).endswith("|version:2.3.1")
    assert older.metrics.BLEU is older.BLEU is not newer.BLEU


@pytest.mark.parametrize(
    ("package", "release", "message"), [("sacreblue", "", "sacrebleu"), ("sacrebleu", "9.0", "9.0")]
)
def test_what_is_not_modelled_is_unknown(package: str, release: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        compat(package, release)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_that_is_not_offered_says_so(package: str) -> None:
    with pytest.raises(AttributeError, match=f"samescore.compat does not offer {package}.nothing"):
        compat(package).nothing  # noqa: B018


def test_imports_get_the_names_in_place_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    installed, before = ModuleType("sacrebleu"), sys.modules.get("sacrebleu.metrics")
    monkeypatch.setitem(sys.modules, "sacrebleu", installed)
    with replacing("sacrebleu", "2.3.1") as module:
        import sacrebleu as imported
        from sacrebleu.metrics import BLEU
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        assert imported is module
        assert BLEU is module.BLEU
        assert TercomTokenizer(normalized=True)("Jim's (car).") == "jim 's ( car ) ."
        with pytest.raises(ImportError):
            from sacrebleu import dataset  # noqa: F401
    assert sys.modules["sacrebleu"] is installed
    assert sys.modules.get("sacrebleu.metrics") is before


def test_intervals_beside_randomization_are_not_offered() -> None:
    systems = [("a", ["x"]), ("b", ["y"])]
    test = sacrebleu.PairedTest(systems, {"BLEU": sacrebleu.BLEU()}, [["x"]], "ar", 10, n_ar_confidence=5)
    with pytest.raises(NotImplementedError, match="use test_type='bs'"):
        test()


def test_counts_that_suffice_are_scored() -> None:
    row = [6, 6, 5, 3, 2, 1, 6, 5, 4, 3]
    assert score_counts("bleu", row).value == sacrebleu.corpus_bleu(*_TEXTS).score
    for metric, knobs in (("bleu", {"average": "sentences"}), ("nist", {})):
        with pytest.raises(InputError, match="cannot be computed from summed counts"):
            score_counts(metric, row, **knobs)
