"""Names of metrics, families and packages in the text of a question."""

from __future__ import annotations

import pytest

from samescore.verbs.why.symptoms import family, find_names, metric_of, package_of, packages_in, short_for

#: The names do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PACKAGES = frozenset(
    ["nltk", "sacrebleu", "sklearn", "rouge", "rouge-score", "moses", "multi-bleu", "naive", "squad-v1"]
)


@pytest.mark.parametrize(
    ("text", "metrics", "families"),
    [
        ("", "", ""),
        ("rouge", "", "rouge"),
        ("ROUGE", "", "rouge"),
        ("CorpusBLEU", "bleu", "bleu"),
        ("corpus_bleu()", "bleu", "bleu"),
        ("my “bleu”.", "bleu", "bleu"),
        ("word error rate", "wer", "edits.wer"),
        ("mcc and bleu", "bleu mcc", "bleu labels.mcc"),
        ("DROP F1", "drop-f1", "qa"),
        ("F1 of DROP F1", "drop-f1", "qa"),
        # the parts of ROUGE, BLEU, chrF ... are not metrics of labels
        ("ROUGE precision", "", "rouge"),
        ("ROUGE-1 precision and recall", "rouge-n", "rouge"),
        ("BLEU precision", "bleu", "bleu"),
        ("entity-level F1", "", "sequences"),
        ("TER recall", "recall ter", "classes edits.ter"),
        ("precision", "precision", "classes"),
        # fields
        ("NER", "", "sequences"),
        # sacreBLEU alone means BLEU
        ("sacreBLEU's score", "bleu", "bleu"),
        ("sacrebleu and nltk", "", ""),
        ("sacrebleu of ner", "", "sequences"),
        ("sacrebleu chrf", "chrf", "chrf"),
        # ordinary words, unless in capitals
        ("ed and distinct", "", ""),
        ("ED and DISTINCT", "edit-distance distinct", "distinct edits.distance"),
        ("a R", "", ""),
    ],
)
def test_metrics_and_families(text: str, metrics: str, families: str) -> None:
    found = find_names(text, _PACKAGES)
    assert found.metrics == set(metrics.split())
    assert found.families == set(families.split())


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("nltk's", [("nltk",)]),
        ("scikit-learn", [("sklearn",)]),
        ("Moses", [("moses", "multi-bleu")]),
        ("moses and nltk", [("moses", "multi-bleu"), ("nltk",)]),
        ("rouge_score", [("rouge-score",)]),
        ("rouge", []),
        ("pip rouge", [("rouge",)]),
        ("multi-bleu-detok", [("multi-bleu",)]),
        ("naive", []),  # an implementation here, but a plain word
        ("squad v1", [("squad-v1",)]),
        ("pyter", []),
        ("java", []),
    ],
)
def test_packages(text: str, groups: list[tuple[str, ...]]) -> None:
    found = find_names(text, _PACKAGES)
    expected = {package for group in groups for package in group}
    assert sorted(found.called - {()}) == groups
    assert found.packages == expected
    assert packages_in(text, _PACKAGES) == expected


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("BERTScore", {"bertscore"}),
        ("bert score", {"bertscore"}),
        ("FKGL@10", {"fkgl"}),
        ("lepor_at_5", {"lepor"}),
        ("CharacTER", {"character"}),
        ("Charac-TER", {"character"}),
        ("character", set()),
        ("Self-BLEU and COMET", {"self-bleu", "comet"}),
        ("comets", set()),
    ],
)
def test_metrics_that_are_not_computed_here(text: str, notes: set[str]) -> None:
    assert find_names(text, _PACKAGES).elsewhere == notes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("is chrF of NLTK 0", ("chrf", "nltk")),
        ("Word Error Rate of rouge", ("word", "error", "rate", "rouge")),
        ("bert score", ("bert", "score")),
        ("NER", ()),
        ("DROP F1 in F1", ("drop", "f1")),
    ],
)
def test_words_of_names(text: str, words: tuple[str, ...]) -> None:
    assert set(find_names(text, _PACKAGES).words) == set(words)
    assert len(find_names(text, _PACKAGES).words) == len(words)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("my own bleu", True),
        ("I WROTE bleu", True),
        ("handwritten", True),
        ("my program averages segments", True),
        ("my bleu counts words", True),
        ("implemented from the paper", True),
        ("my bleu", False),
        ("my " + "x" * 29 + " counts", True),
        ("my " + "x" * 30 + " counts", False),
        ("implementations", False),
        ("mistaken", False),
    ],
)
def test_questions_about_own_programs(text: str, own: bool) -> None:
    assert find_names(text, _PACKAGES).own is own


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("rouge-1", "rouge-n"),
        ("bleu_score", "bleu"),
        ("TranslationEditRate", "ter"),
        ("sacrebleu", ""),  # a package
        ("ci", ""),
        ("CI", "interval"),
        ("F1", "f1"),
        ("f", ""),
        ("F", ""),
        ("unknown", ""),
    ],
)
def test_the_metric_of_a_name(name: str, metric: str) -> None:
    assert metric_of(name) == metric


@pytest.mark.parametrize(
    ("metrics", "shared"),
    [
        (("rouge-n", "rouge-l", "rouge-w"), "rouge"),
        (("meteor", "meteor15"), "meteor"),
        (("f1", "precision", "accuracy"), "classes"),
        (("kappa", "fleiss-kappa"), "agreement"),
        (("wer", "cer", "mer", "wil", "wip"), "edits.wer"),
        (("ter",), "edits.ter"),
        (("brier", "multiclass-brier"), "labels.brier"),
        (("roc-auc", "multiclass-roc-auc"), "labels.roc_auc"),
        (("mcc",), "labels.mcc"),
        (("exact-match", "answer-f1"), "qa"),
    ],
)
def test_the_family_of_a_metric(metrics: tuple[str, ...], shared: str) -> None:
    assert {family(metric) for metric in metrics} == {shared}


@pytest.mark.parametrize(
    ("implementation", "package"),
    [("NLTK==3.4.sentence_bleu", "nltk"), ("rouge_score.rougeL", "rouge-score"), ("rouge155", "rouge155"), ("", "")],
)
def test_the_package_of_an_implementation(implementation: str, package: str) -> None:
    assert package_of(implementation) == package


def test_a_metric_may_be_short_for_others() -> None:
    assert short_for(["kappa", "meteor", "mcc"]) == {"fleiss-kappa", "meteor15"}
    assert short_for(["roc-auc"]) == {"multiclass-roc-auc"}
    assert short_for([]) == frozenset()
