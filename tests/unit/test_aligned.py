"""Alignments of segments in explanations: worked by hand, as data and as a line in the notation of wdiff."""

from __future__ import annotations

import pytest

import samescore
from samescore import Corpus
from samescore.metrics import metric
from samescore.records import AlignedUnits, word_diff
from samescore.report.terminal.view import render
from samescore.report.views import account, explanation
from samescore.verbs.why.aligned import LONGEST, aligned_units

_HYPOTHESES = ["the cat sat on the mat", "hello wrld"]
_REFERENCES = ["the cat is on a mat .", "hello world !"]


@pytest.mark.parametrize(
    ("name", "knobs", "line"),
    [
        ("wer", {}, "the cat [-is-]{+sat+} on [-a-]{+the+} mat [-.-]"),
        ("wer", {"transforms": ("remove-punctuation",)}, "the cat [-is-]{+sat+} on [-a-]{+the+} mat"),
        ("mer", {}, "the cat [-is-]{+sat+} on [-a-]{+the+} mat [-.-]"),
    ],
)
def test_words_are_aligned_under_the_settings(name: str, knobs: dict[str, object], line: str) -> None:
    corpus = Corpus.from_segments(_HYPOTHESES, [[text] for text in _REFERENCES])
    assert word_diff(aligned_units(corpus, 0, metric(name).settings().replace(**knobs))) == line


def test_characters_are_joined_without_spaces() -> None:
    corpus = Corpus.from_segments(["wrld"], [["worlds"]])
    aligned = aligned_units(corpus, 0, metric("cer").settings())
    assert aligned == [
        AlignedUnits("equal", ["w"], ["w"]),
        AlignedUnits("delete", ["o"], []),
        AlignedUnits("equal", ["r", "l", "d"], ["r", "l", "d"]),
        AlignedUnits("delete", ["s"], []),
    ]
    assert word_diff(aligned, characters=True) == "w[-o-]rld[-s-]"


@pytest.mark.parametrize(("references", "line"), [("first", "[-b-]{+a+}"), ("best", "a")])
def test_the_reference_that_is_scored_is_aligned(references: str, line: str) -> None:
    corpus = Corpus.from_segments(["a"], [["b", "a", "c"]])
    settings = metric("wer").settings().replace(references=references)
    assert word_diff(aligned_units(corpus, 0, settings)) == line


def test_other_metrics_and_long_texts_are_not_aligned() -> None:
    corpus = Corpus.from_segments(["a b"], [["a c"]])
    for name, knobs in (("bleu", {}), ("distinct", {}), ("wer", {"costs": "no-empty-row"})):
        assert aligned_units(corpus, 0, metric(name).settings().replace(**knobs)) == []
    half = " ".join(["a"] * (LONGEST // 2))
    for longer, aligned in ((half, True), (f"{half} a", False)):
        corpus = Corpus.from_segments([half], [[longer]])
        assert bool(aligned_units(corpus, 0, metric("wer").settings())) is aligned


def test_tokens_are_aligned_too() -> None:
    corpus = Corpus.from_tokens([["a b", "c"]], [[["a b", "d"]]])
    settings = metric("wer").settings().replace(tokenizer="given")
    assert aligned_units(corpus, 0, settings) == [
        AlignedUnits("equal", ["a b"], ["a b"]),
        AlignedUnits("substitute", ["d"], ["c"]),
    ]


def _shown(first: str, second: str = "") -> str:
    if not second:
        return str(render(account.view(samescore.explain("wer", _HYPOTHESES, _REFERENCES, first=first))))
    explained = samescore.explain("wer", _HYPOTHESES, _REFERENCES, first=first, second=second)
    return str(render(explanation.view(explained)))


def test_an_account_shows_the_alignment_below_each_segment() -> None:
    text = _shown("native")
    assert "aligned: the cat [-is-]{+sat+} on [-a-]{+the+} mat [-.-]" in text
    assert "aligned: hello [-world-]{+wrld+} [-!-]" in text


def test_an_explanation_names_the_sides_whose_alignments_differ() -> None:
    text = _shown("native", "native(transforms=remove-punctuation)")
    assert "aligned by native: hello [-world-]{+wrld+} [-!-]" in text
    assert "aligned by native(transforms=remove-punctuation): hello [-world-]{+wrld+}" in text
    assert "aligned: hello [-world-]{+wrld+} [-!-]" in _shown("native", "native(digits=4)")
