"""Search words that are derived from an entry's input and its scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from samescore.verbs.why.witnessed_words import witnessed_words

#: The words do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _segments(*pairs: tuple[str, Sequence[str]]) -> dict[str, Any]:
    return {"segments": [{"hypothesis": text, "references": list(references)} for text, references in pairs]}


_SAME = _segments(("a b", ["a b"]))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([], ""),
        (["0"], "zero"),
        (["0.0", "-0.0"], "zero"),
        (["-0.5", "0"], "negative zero"),
        (["raised", "undefined", "raised"], "error undefined"),
        (["0.5", "100"], ""),
    ],
)
@pytest.mark.parametrize("given", [None, "identical", {}, {"segments": []}])
def test_words_of_scores(given: Mapping[str, Any] | str | None, values: Sequence[str], words: str) -> None:
    assert witnessed_words(given, values) == words


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (_segments(("a b", ["a c"])), ""),
        (_segments(("The cat!", ["a CAT"])), "look same"),
        (_segments(("a b", ["a b"]), ("x", ["y"])), ""),
        (_segments(("a b", ["a b"]), ("X.", ["x"])), "look same"),
        (_segments(("x", ["y", "X"])), "look same several references"),
        (_segments(("another", ["other"])), ""),
        (_segments(("the", ["a"])), ""),
        (_segments(("!", ["?"])), ""),
        (_segments((" ", ["a"])), "empty"),
        (_segments(("b", ["b c", "\t"])), "empty several references"),
        (_segments(("b", [])), ""),
        (_segments(("\u4e2d", ["b"])), "chinese"),
        (_segments(("b", ["\u4e2d"])), ""),
        (_segments(("\u0928", ["b"]), ("\u0416", ["b"])), "cyrillic nepali"),
        (_segments(("\u3042", ["b"])), "japanese"),
        (_segments(("\ud55c", ["b"])), "korean"),
        (_segments(("\u0e01", ["b"])), "thai"),
        (_segments(("\u0639", ["b"])), "arabic"),
        ({"questions": [{"predicted": "X", "gold": "x"}]}, "look same"),
        ({"questions": [{"prediction": "X", "answers": ["x", "y"]}]}, "look same several references"),
        ({"questions": [{"prediction": 1, "answers": ["x"]}, "text"]}, ""),
    ],
)
def test_words_of_inputs(given: Mapping[str, Any], words: str) -> None:
    assert witnessed_words(given, ["0.5"]) == words


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["1"], "identical"),
        (["100.0", "1.00"], "identical"),
        (["100.00000000000004"], "identical"),
        (["1.0", "raised"], "error identical"),
        (["1.0", "0.5"], "identical imperfect"),
        (["0"], "zero identical imperfect"),
        (["10"], "identical imperfect"),
        (["1.01"], "identical imperfect"),
        ([], "identical"),
    ],
)
def test_identical_texts_below_the_maximum_are_imperfect(values: Sequence[str], words: str) -> None:
    assert witnessed_words(_SAME, values) == words


def test_an_empty_text_is_not_identical_to_another() -> None:
    assert witnessed_words(_segments(("", [""])), ["0.5"]) == "empty"
    assert witnessed_words(_segments(("b", ["b", "b"])), ["0.5"]) == "look same several references"
