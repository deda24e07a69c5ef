"""Names that publications give to metrics."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import UnknownNameError, implementation
from samescore.metrics import METRIC_NAMES, find
from samescore.metrics.aliases import ALIASES, _key, is_elsewhere, resolve_publication_name, without_marks
from samescore.metrics.elsewhere import ELSEWHERE
from samescore.metrics.names import PRESETS

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("name", "metric", "knobs"),
    [
        ("BLEU", "bleu", {}),
        ("SacreBLEU", "bleu", {}),
        ("sacre_bleu score", "bleu", {}),
        ("BLEU-4", "bleu", {}),
        ("Bleu_1", "bleu", {"max_order": 1}),
        ("B@4", "bleu", {}),
        ("B@2 (↑)", "bleu", {"max_order": 2}),
        ("BLEU (cased)", "bleu", {"case": "keep"}),
        ("BLEU*", "bleu", {}),
        ("chrF2", "chrf", {}),
        ("ChrF++", "chrf", {"word_order": 2}),
        ("chrF2++", "chrf", {"word_order": 2}),
        ("R-1", "rouge-n", {"order": 1}),
        ("R2", "rouge-n", {"order": 2}),
        ("ROUGE_2 F1", "rouge-n", {"order": 2, "measure": "f"}),
        ("ROUGE-1 R", "rouge-n", {"order": 1, "measure": "recall"}),
        ("RG-L", "rouge-l", {}),
        ("ROUGE-Lsum", "rouge-lsum", {}),
        ("TER ↓", "ter", {}),
        ("WER (%)", "wer", {}),
        ("WER [%] ↓", "wer", {}),
        ("F1-score", "f1", {}),
        ("F$_1$", "f1", {}),
        ("F1_macro", "f1", {"average": "macro"}),
        ("macro-F1", "f1", {"average": "macro"}),
        ("Macro avg. F1", "f1", {"average": "macro"}),
        ("weighted F1 score", "f1", {"average": "weighted"}),
        ("Acc.", "accuracy", {}),
        ("Acc (%)", "accuracy", {}),
        ("acc", "accuracy-choices", {}),
        ("acc_norm", "accuracy-choices", {"normalization": "characters"}),
        ("Prec.", "precision", {}),
        ("P", "precision", {}),
        ("macro-R", "recall", {"average": "macro"}),
        ("CIDEr-D", "cider", {}),
        ("CIDEr", "cider", {}),
        ("\\textsc{Meteor} $\\uparrow$", "meteor", {}),
        ("Cohen's κ", "kappa", {}),
        ("EM", "exact-match", {}),
        ("Dist-2", "distinct", {"order": 2}),
        ("AUROC", "roc-auc", {}),
        ("PPL ↓", "perplexity", {}),
        ("F1-BAD", "f1", {"average": "class", "positive": "BAD"}),
        ("ＢＬＥＵ", "bleu", {}),
    ],
)
def test_publication_names_resolve_to_metrics_and_knobs(name: str, metric: str, knobs: dict[str, Any]) -> None:
    assert resolve_publication_name(name)[:2] == (metric, knobs)


def test_a_name_may_say_what_computed_the_score() -> None:
    assert [name for name in ("SacreBLEU", "BLEU") if resolve_publication_name(name)[2] == "sacrebleu"] == ["SacreBLEU"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("BLUE", "did you mean"),
        ("rogue-l", "ROUGE-L"),
        ("presicion", "did you mean precision"),
        ("Params", "samescore list metrics"),
        ("R@1", "did you mean"),
        ("Δ chrF", "unknown metric"),
        ("$\\Delta$BLEU", "unknown metric"),
        ("", "samescore list metrics"),
        ("COMET-22", "'COMET-22' is not computed by samescore"),
        ("BERTScore F1", "'BERTScore F1' is not computed by samescore"),
        ("x" * 100_000, "samescore list metrics"),
    ],
)
def test_other_names_are_refused_with_the_nearest_ones(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        resolve_publication_name(name)
    assert message in str(raised.value)


def test_every_alias_names_a_metric_and_values_of_its_knobs() -> None:
    for alias in ALIASES:
        find(alias.metric)[0].settings.from_mapping(alias.knobs)
        for name in alias.names:
            assert resolve_publication_name(name) == (alias.metric, alias.knobs, alias.tool), name


def test_no_name_has_two_meanings() -> None:
    keys = [key for alias in ALIASES for key in {_key(name) for name in alias.names}]
    assert sorted(keys) == sorted(set(keys))
    assert not [name for name in ELSEWHERE if _key(name) in keys]
    for name in (*METRIC_NAMES, *(preset for presets in PRESETS.values() for preset, _ in presets)):
        metric, knobs = find(name)
        assert resolve_publication_name(name)[:2] == (metric.name, knobs)
        assert not is_elsewhere(name)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("top-0-accuracy", "the names are top-1-accuracy, top-2-accuracy"),
        ("rouge12", "the names are rouge1 to rouge9; for others set order of rouge-n"),
    ],
)
def test_a_name_with_a_number_that_there_is_not_names_those_that_there_are(name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        find(name)
    assert hint in raised.value.hint


@pytest.mark.parametrize("name", ["sclite", "lm-eval.exact_match"])
def test_a_recorded_program_names_its_model(name: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        implementation(name)
    assert raised.value.hint == f"use its native model: native:{name}"


def test_a_name_without_its_marks() -> None:
    printed = ("BLEU ↑", "TER $\\downarrow$", "WER (%)", "Acc. [%]", "chrF (↑)", "↑", "BLEU (cased)")
    assert [without_marks(name) for name in printed] == ["BLEU", "TER", "WER", "Acc.", "chrF", "↑", "BLEU (cased)"]
