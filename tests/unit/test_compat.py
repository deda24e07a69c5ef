"""Packages' names backed by native metrics: releases, missing names, use in the package's place, and given counts."""

from __future__ import annotations

import importlib.util
import pickle
import sys
from types import ModuleType
from typing import Any

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
    """TER of two empty texts was 100 until 2.3, and is 0 now."""
    older, newer = compat("sacrebleu", "2.3.1"), compat("sacrebleu", "2.6.0")
    assert (older.__version__, newer.__version__) == ("2.3.1", "2.6.0")
    assert [module.corpus_ter([""], [[""]]).score for module in (older, newer)] == [100, 0]
    metric = older.BLEU()
    metric.corpus_score(*_TEXTS)
    assert str(metric.get_signature()).endswith("|version:2.3.1")
    assert older.metrics.BLEU is older.BLEU is not newer.BLEU


@pytest.mark.parametrize(
    ("package", "release", "message"),
    [
        ("sacreblue", "", "sacrebleu"),
        ("sacrebleu", "9.0.0", "9.0.0"),
        ("sacrebleu", "2.6", "in full"),
        ("sacrebleu", "1.5.1", "since 2.0.0"),
    ],
)
def test_what_is_not_modelled_is_unknown(package: str, release: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        compat(package, release)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_that_is_not_offered_says_so(package: str) -> None:
    if package == "sklearn":
        pytest.importorskip("numpy", reason="its functions take and return arrays of NumPy")
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
    with pytest.raises(InputError, match="bleu needs 10 counts, but 4 were passed"):
        score_counts("bleu", row[:4])
    for metric, knobs in (("bleu", {"average": "sentences"}), ("nist", {}), ("accuracy", {})):
        with pytest.raises(InputError, match="cannot be computed from summed counts"):
            score_counts(metric, row, **knobs)


@pytest.mark.parametrize("release", ["2.0.0", "2.6.0"])
def test_counts_are_scored_in_every_release(release: str) -> None:
    score = compat("sacrebleu", release).BLEU.compute_bleu([5, 3, 2, 1], [6, 5, 4, 3], 6, 6)
    assert score.score == sacrebleu.corpus_bleu(*_TEXTS).score


def test_an_argument_means_the_same_whatever_was_called_before() -> None:
    texts = ["a B"], [["A b"]]
    values: list[Any] = [True, False, 1, 0]
    scores = [sacrebleu.CHRF(lowercase=value).corpus_score(*texts).score for value in values]
    assert scores[:2] == scores[2:]
    assert scores[0] == 100.0 > scores[1]


def test_arguments_are_fixed_when_an_object_is_made() -> None:
    metric = sacrebleu.CHRF()
    before = metric.corpus_score(*_TEXTS).score
    metric.lowercase, metric.eps_smoothing = True, True
    assert metric.corpus_score(["THE cat"], [["the cat"]]).score < 100
    assert metric.corpus_score(*_TEXTS).score == before


def test_what_would_have_no_effect_is_refused() -> None:
    metric: Any = sacrebleu.BLEU()
    with pytest.raises(AttributeError):
        metric.tokenizer = str.split
    with pytest.raises(AttributeError, match="does not offer tokenizers as objects"):
        metric.tokenizer  # noqa: B018
    with pytest.raises(TypeError, match="does not call _preprocess_segment"):
        type("Mine", (sacrebleu.BLEU,), {"_preprocess_segment": lambda _, text: text})


@pytest.mark.parametrize("release", ["2.3.1", "2.6.0"])
def test_modules_are_made_once_and_objects_survive_pickling(release: str) -> None:
    module = compat("sacrebleu", release)
    assert compat("sacrebleu", release) is module
    assert isinstance(module.BLEU(), sacrebleu.BLEU)
    restored = pickle.loads(pickle.dumps(module.TER(normalized=True)))  # noqa: S301 - our own bytes
    assert type(restored) is module.TER
    assert restored.corpus_score(*_TEXTS).score == module.TER(normalized=True).corpus_score(*_TEXTS).score


class _Mine(sacrebleu.CHRF):
    """A user's subclass."""


_OLD: Any = compat("sacrebleu", "2.3.1")


class TER(_OLD.TER):  # type: ignore[misc]  # a class made at run time
    """A user's subclass of an older release's class, with the same name."""


def test_a_subclass_with_the_name_of_its_class_survives_pickling() -> None:
    restored = pickle.loads(pickle.dumps(TER(normalized=True)))  # noqa: S301 - our own bytes
    assert type(restored) is TER
    assert restored.corpus_score(*_TEXTS).score == _OLD.TER(normalized=True).corpus_score(*_TEXTS).score


def test_a_subclass_survives_pickling() -> None:
    restored = pickle.loads(pickle.dumps(_Mine(word_order=2)))  # noqa: S301 - our own bytes
    assert type(restored) is _Mine
    assert restored.corpus_score(*_TEXTS).score == sacrebleu.CHRF(word_order=2).corpus_score(*_TEXTS).score


def test_old_releases_had_no_tokenizers_of_languages() -> None:
    kinds = {release: compat("sacrebleu", release).BLEU for release in ("2.1.0", "2.3.1")}
    assert {release: kind(trg_lang="zh").tokenizer_signature for release, kind in kinds.items()} == {
        "2.1.0": "13a",
        "2.3.1": "zh",
    }
    for release, error in (("2.1.0", RuntimeError), ("2.3.1", TypeError)):
        with pytest.raises(error, match="hypotheses is not a sequence"):
            kinds[release]().corpus_score(None, [["a"]])


def test_others_find_the_module_in_place() -> None:
    with replacing("sacrebleu"):
        spec = importlib.util.find_spec("sacrebleu")
        assert spec is not None
        from sacrebleu.metrics.bleu import BLEU, BLEUScore

        assert isinstance(BLEU().corpus_score(*_TEXTS), BLEUScore)


class _Words:
    def tokenize(self, text: str) -> list[str]:
        return text.split()


def test_rouge_scores_the_tokens_of_other_tokenizers() -> None:
    scorer = compat("rouge_score").rouge_scorer.RougeScorer(["rouge1", "rougeLsum"], tokenizer=_Words())
    assert scorer.score("The cat.", "the cat.")["rouge1"] == (0.5, 0.5, 0.5)
    assert scorer.score("a b\n\nc d", "c d\na b")["rougeLsum"] == (1, 1, 1)
    with pytest.raises(NotImplementedError, match="splits summaries only with the default tokenizer"):
        compat("rouge_score").rouge_scorer.RougeScorer(["rougeLsum"], split_summaries=True, tokenizer=_Words())
    with pytest.raises(TypeError, match=r"rouge_score 0.0.4 takes no tokenizer"):
        compat("rouge_score", "0.0.4").rouge_scorer.RougeScorer(["rouge1"], tokenizer=_Words())


def test_rouge_s_tokens_are_stemmed_if_they_are_long() -> None:
    class Short:
        def stem(self, token: str) -> str:
            return token[:2]

    tokenize = compat("rouge_score").tokenize.tokenize
    assert tokenize("The cats, sitting", None) == ["the", "cats", "sitting"]
    assert tokenize("The cats, sitting", Short()) == ["the", "ca", "si"]


def test_rouge_s_aggregate_is_random_without_a_seed() -> None:
    scoring = compat("rouge_score").scoring
    scores = [{"rouge1": scoring.Score(value, value, value)} for value in (0.1, 0.25, 0.6, 0.7, 0.95)]

    def aggregated(**seed: int) -> Any:
        aggregator = scoring.BootstrapAggregator(n_samples=20, **seed)
        for score in scores:
            aggregator.add_scores(score)
        return aggregator.aggregate()["rouge1"]

    low, mid, high = aggregated(seed=1)
    assert (low, mid, high) == aggregated(seed=1)
    assert low.fmeasure < mid.fmeasure < high.fmeasure
    assert len({aggregated().low for _ in range(5)}) > 1
    for arguments in ({"n_samples": 0}, {"confidence_interval": 1.5}):
        with pytest.raises(ValueError, match="must be"):
            scoring.BootstrapAggregator(**arguments)
