"""Texts and inputs on pages: what is invisible is written out, what differs is marked, every kind of input is readable."""

from __future__ import annotations

import re
from typing import Any

import pytest

from samescore.data.corpus import Corpus
from samescore.report.html.page import page
from samescore.report.html.texts import LONGEST, blocks, occurrences, pieces, segment, tokens, unmatched_positions
from tests.explaining import explain

pytestmark = pytest.mark.once


def _text(parts: list[Any]) -> str:
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


def test_each_invisible_character_is_escaped_separately() -> None:
    assert pieces("a\x00b\u200b\u202ec") == [
        "a",
        ["\\x00", "escape"],
        "b",
        ["\\u200b", "escape"],
        ["\\u202e", "escape"],
        "c",
    ]
    assert pieces("one\ntwo") == ["one", ["\\n", "escape break"], "two"]
    assert pieces("\u0645\u0631\u062d\u0628\u0627") == ["\u0645\u0631\u062d\u0628\u0627"]
    assert pieces("") == []


def test_a_long_text_is_cut_and_says_so() -> None:
    shown = pieces("x" * (LONGEST + 1))
    assert shown == ["x" * LONGEST, ["\u2026", "escape"]]
    assert pieces("x" * LONGEST) == ["x" * LONGEST]


def test_an_escape_inside_a_marked_word_stays_an_escape() -> None:
    assert pieces("ab\u200bcd", [(1, 4)]) == ["a", ["b", "mark"], ["\\u200b", "escape"], ["c", "mark"], "d"]


@pytest.mark.parametrize(
    ("text", "others", "marked"),
    [
        ("the cat sat", ["the cat sat"], []),
        ("the cat sat", ["a cat sat"], ["the"]),
        ("the the the", ["the cat the"], ["the"]),
        ("a b", ["a", "b"], []),
        ("Cat.", ["cat."], ["Cat"]),
        ("\u4eca\u5929\u53bb", ["\u4eca\u65e5\u53bb"], ["\u5929"]),
        ("x", [], ["x"]),
    ],
)
def test_words_that_no_other_text_has_as_often_are_marked(text: str, others: list[str], marked: list[str]) -> None:
    assert [text[start:end] for start, end in unmatched_positions(text, others)] == marked


def test_tokens_are_found_as_whole_words_the_longest_first() -> None:
    text = "sit with it: 3.50."
    found = [text[start:end] for start, end in occurrences(text, ["it", ".", "3.50", " ", ""])]
    assert found == ["it", "3.50", "."]
    assert occurrences(text, []) == []
    assert occurrences("a(b", ["("]) == [(1, 2)]
    assert occurrences("$3", ["$", "$3"]) == [(0, 2)]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "marked"),
    [
        ("It is 12.50 today", "It is 12.50 today.", ["today."]),
        ("on the mat .", "on the mat.", ["mat."]),
        ("a.b 1.5, c", "a.b 1.5 c", ["a.b", "1.5,", "a.b"]),
    ],
)
def test_a_token_that_both_sides_have_is_not_marked(hypothesis: str, reference: str, marked: list[str]) -> None:
    """Tokenizer 13a splits punctuation off, but not between digits; the other one splits at spaces."""
    explanation = explain(
        "native(tokenizer=13a)",
        "native(tokenizer=none)",
        "bleu",
        Corpus.from_segments([hypothesis, "x"], [[reference], ["x"]]),
    )
    assert [segment.index for segment in explanation.segments] == [0]
    shown = page([explanation], {}).partition("The segments that differ most")[2]
    assert re.findall(r'<mark class="mark">([^<]*)</mark>', shown) == marked


def test_a_segment_names_its_references_and_marks_both_sides() -> None:
    shown = segment("the cat", ["a cat", "the dog"])
    assert [name for name, _ in shown] == ["hypothesis", "reference 1", "reference 2"]
    assert shown[0][1] == ["the cat"]
    assert shown[1][1] == [["a", "mark"], " cat"]
    assert shown[2][1] == ["the ", ["dog", "mark"]]
    assert segment("x", []) == [("hypothesis", ["x"])], "without references nothing is lacking"


def test_tokens_stand_apart_and_are_marked_as_often_as_they_are_too_many() -> None:
    assert tokens(["New York", "a", "a"], [["a"]]) == [["New York", "token mark"], ["a", "token"], ["a", "token mark"]]


@pytest.mark.parametrize(
    ("plain", "rows"),
    [
        (
            {"gold": ["a", "b"], "predicted": ["a", "c"]},
            [["item", "1", "2"], ["gold", "a", "b"], ["predicted", "a", ["c", "mark"]]],
        ),
        (
            {"gold": [0, 1], "scores": [0.5, 0.25]},
            [["item", "1", "2"], ["gold", "0", "1"], ["scores", "0.5", "0.25"]],
        ),
        (
            {"classes": ["a", "b"], "confusion": [[1, 2], [3, 4]]},
            [["gold (rows) / predicted (columns)", "a", "b"], ["a", "1", "2"], ["b", "3", "4"]],
        ),
        (
            {"logprobs": [[-0.5, -1.0], [-2.0]], "texts": ["x", "y"]},
            [["token", "1", "2"], ["x", "-0.5", "-1.0"], ["y", "-2.0", ""]],
        ),
        (
            {"items": [{"choices": ["yes", "no"], "logprobs": [-1.0, -2.0], "gold": 1}]},
            [["choice", "log-probability", "right"], ["yes", "-1.0", ""], ["no", "-2.0", "\u2713"]],
        ),
    ],
)
def test_labels_scores_and_likelihoods_are_rows(plain: dict[str, Any], rows: list[list[Any]]) -> None:
    (block,) = blocks(plain)
    assert block.grid == rows


def test_a_tokenized_input_and_one_of_several_segments_are_read() -> None:
    plain = {"tokenized": True, "segments": [{"hypothesis": ["a"], "references": [["a", "b"]]}]}
    (block,) = blocks(plain)
    assert block.texts == [("hypothesis", [["a", "token"]]), ("reference", [["a", "token"], ["b", "token mark"]])]
    two = blocks({"segments": [{"hypothesis": "x", "references": []}] * 2})
    assert [block.title for block in two] == ["segment 1", "segment 2"]


def test_unknown_inputs_are_shown_as_json() -> None:
    for plain in ({"segments": [{"hypothesis": 3, "references": []}]}, {"other": "\x00"}, {}):
        (block,) = blocks(plain)
        ((name, parts),) = block.texts
        assert name == "input"
        assert _text(parts).startswith("{")


def test_a_large_input_says_what_is_left_out() -> None:
    many = blocks({"segments": [{"hypothesis": "x", "references": ["y"]}] * 25})
    assert many[-1].note == "and 5 more segments"
    (labels,) = blocks({"gold": ["a"] * 120, "predicted": ["a"] * 120})
    assert labels.note == "and 20 more items"
    assert len(labels.grid[0]) == 101
