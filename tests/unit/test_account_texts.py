"""Remarks on texts: the fewest lines that give a remark, the line that it names, and its counts."""

from __future__ import annotations

import pytest

import samescore
from samescore import Corpus

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SPACED = ["the cat , it sat .", "a dog ran .", "it is so", "we go"]
_ATTACHED = [["the cat, it sat."], ["a dog ran."], ["it is so."], ["we go, now"]]
_TOKENIZED = (
    "the hypotheses are tokenized (spaces before punctuation on 2 of 4 lines), the references are not: words with "
    "punctuation attached do not match"
)
_ONE_MARKED = "1 of 2 hypotheses is split into subwords (line 1: 'un@@ do it now'): the number is about these pieces, not about words"
_LINES = [" ".join(f"w{line}{letter}" for letter in "abcde") for line in range(4)]


@pytest.mark.parametrize(
    ("name", "hypotheses", "references", "sentence"),
    [
        ("one-side-tokenized", _SPACED, _ATTACHED, _TOKENIZED),
        ("one-side-tokenized", _SPACED, [*_ATTACHED[:3], []], _TOKENIZED),
        ("one-side-tokenized", [_SPACED[0], "a dog ran", *_SPACED[2:]], _ATTACHED, ""),
        ("one-side-tokenized", _SPACED, [[line] for line in _SPACED], ""),
        (
            "one-side-tokenized",
            [lines[0] for lines in _ATTACHED],
            [[line] for line in _SPACED],
            _TOKENIZED.replace("references", "others")
            .replace("hypotheses", "references")
            .replace("others", "hypotheses"),
        ),
        (
            "empty-hypotheses",
            ["a b c d", "   "],
            [["a b c d"], ["e"]],
            "1 of 2 segments has an empty hypothesis (line 2): nothing can match there",
        ),
        (
            "empty-references",
            ["a b c d", "e", "f"],
            [["a b c d", ""], ["", " "], ["f"]],
            "2 of 3 segments have an empty reference (line 1): it counts like any other reference",
        ),
        ("empty-references", ["a b c d", "e"], [["a b c d"], ["e"]], ""),
        ("subwords", ["un@@ do it now", "a b"], [["undo it now"], ["a b"]], _ONE_MARKED),
        ("subwords", ["undo it @ now", "a b"], [["undo it now"], ["a b"]], ""),
        (
            "surface-differences",
            ["a b c d e", "The cat sat on it"],
            [["a b c d e"], ["the cat sat on it."]],
            "1 of 2 hypotheses differs from a reference in case, punctuation or white space only (line 2: 'The cat sat on it' "
            "for 'the cat sat on it.')",
        ),
        ("surface-differences", ["a b c d e", "the cat"], [["a b c d e"], ["the cat", "The cat."]], ""),
        ("better-in-another-order", _LINES[:3], [[line] for line in (*_LINES[1:3], _LINES[0])], ""),
        (
            "better-in-another-order",
            _LINES,
            [[line] for line in (*_LINES[1:], _LINES[0])],
            "the score would be far better, 100, if the references are shifted by one line: each hypothesis is scored against "
            "the references of the previous segment",
        ),
        (
            "identical-but-not-perfect",
            ["a b"],
            [["c", "a b"]],
            "every hypothesis equals a reference, but the score is 0, not 100",
        ),
        ("identical-but-not-perfect", ["a b c d"], [["c", "a b c d"]], ""),
    ],
)
def test_a_remark_on_texts(name: str, hypotheses: list[str], references: list[list[str]], sentence: str) -> None:
    remarks = samescore.explain("bleu", Corpus.from_segments(hypotheses, references), first="native").remarks
    assert "".join(remark.sentence for remark in remarks if remark.id == name) == sentence


@pytest.mark.parametrize(
    ("metric", "text", "characters"),
    [
        ("bleu", "今天天气好", "5.0"),
        ("bleu", "今天天气", ""),
        ("bleu", "วันนี้อากาศดี", "13.0"),
        ("chrf", "今天天气很好", ""),
    ],
)
def test_text_without_spaces_is_one_token(metric: str, text: str, characters: str) -> None:
    data = Corpus.from_segments([f"{text} {text}"] * 2, [[text]] * 2)
    remarks = samescore.explain(metric, data, first="native").remarks
    found = [remark.sentence for remark in remarks if remark.id == "no-spaces"]
    sentence = f"the references have no spaces between words, and tokenizer=13a splits them into tokens of {characters} characters"
    assert found == ([f"{sentence}: nearly every difference changes a whole token"] if characters else [])
