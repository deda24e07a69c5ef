"""Suspicious lines in the files of a claim, and files with their sides swapped."""

from __future__ import annotations

import pytest

from samescore import Corpus, Labels
from samescore.data.kinds import Data
from samescore.verbs.audit.alterations import alterations
from samescore.verbs.audit.file_checks import suspicions, swap_sides

#: The checks do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _corpus(hypotheses: list[str], *references: list[str]) -> Corpus:
    return Corpus.from_segments(hypotheses, [list(lines) for lines in zip(*references, strict=True)])


def _words(*lengths: int) -> list[str]:
    """Lines of these lengths, all different."""
    return [chr(ord("a") + place) * length for place, length in enumerate(lengths)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (_corpus(["a", "b"], ["x", "y"]), []),
        (_corpus(["a", " ", ""], ["x", "y", "z"]), ["2 of 3 hypotheses are empty"]),
        # repeated lines
        (_corpus(["a", "a", "a", "b", "a"], ["v", "w", "x", "y", "z"]), ["2 of 5 hypotheses repeat the line before"]),
        (
            _corpus(["a", "a", "a"], ["x", "x", "y"]),
            ["2 of 3 hypotheses repeat the line before, and 1 of their references"],
        ),
        (_corpus(["a", "a", "b"], ["x", "x", "y"]), []),
        (_corpus(["a", "b", "c"], ["x", "x", "y"]), []),
        (_corpus(["a", "a", "c"], ["x", "y", "z"], ["x", "x", "x"]), ["1 of 3 hypotheses repeat the line before"]),
        # copied references
        (_corpus(["a", "b"], ["a", "x"], ["y", "b"]), ["every hypothesis is one of its references"]),
        (_corpus(["a", "b"], ["a", "x"]), []),
        (_corpus(["b", "a"], ["a", "b"]), []),
        # inputs without lines of text
        (_corpus([], []), []),
        (Labels([1, 1], [1, 1]), []),
    ],
)
def test_suspicious_lines(data: Data, expected: list[str]) -> None:
    assert list(suspicions(data)) == expected


_SHIFTED = "the lines match better when shifted {} by 1: the files may be misaligned"


@pytest.mark.parametrize(
    ("hypotheses", "references", "expected"),
    [
        ([1, 9, 2, 8, 3], [9, 2, 8, 3, 1], ["up"]),  # each line one line too late
        ([9, 2, 8, 3, 1], [1, 9, 2, 8, 3], ["down"]),
        ([1, 9, 2, 8, 3], [1, 9, 2, 8, 3], []),
        ([5, 5, 5, 5, 5], [9, 2, 8, 3, 1], []),  # lines of one length tell nothing
        ([1, 9, 2], [9, 2, 8], []),  # two pairs are too few
        ([1, 9, 2, 8], [9, 2, 8, 1], ["up"]),
    ],
)
def test_files_that_match_when_shifted(hypotheses: list[int], references: list[int], expected: list[str]) -> None:
    data = _corpus(_words(*hypotheses), [line.upper() for line in _words(*references)])
    assert list(suspicions(data)) == [_SHIFTED.format(direction) for direction in expected]


@pytest.mark.parametrize(("third", "expected"), [(9, ["up"]), (8, [])])
def test_files_match_better_if_the_correlation_is_higher_by_a_fifth(third: int, expected: list[str]) -> None:
    """The correlation is 0.73 for 9 and 0.81 for 8, and almost 1 if the lines are shifted up."""
    data = _corpus(_words(1, 2, 3, 9), [line.upper() for line in _words(2, 3, third, 9)])
    assert list(suspicions(data)) == [_SHIFTED.format(direction) for direction in expected]


def test_segments_without_references_are_not_compared() -> None:
    data = Corpus.from_segments(["a", "a", "b"], [[], ["x"], []])
    assert list(suspicions(data)) == ["1 of 3 hypotheses repeat the line before"]


def test_labels_are_swapped_with_their_weights() -> None:
    swapped = swap_sides(Labels([0, 1], [1, 1], [1.0, 2.0]))
    assert isinstance(swapped, Labels)
    assert (list(swapped.gold), list(swapped.predicted)) == ([1, 1], [0, 1])
    assert list(swapped.weights or ()) == [1.0, 2.0]


def test_texts_are_swapped_if_each_has_one_reference() -> None:
    swapped = swap_sides(_corpus(["a", "b"], ["x", "y"]))
    assert swapped == _corpus(["x", "y"], ["a", "b"])
    assert swap_sides(_corpus(["a"], ["x"], ["y"])) is None
    assert swap_sides(Corpus.from_segments(["a", "b"], [["x"], []])) is None
    assert swap_sides(Corpus.from_segments([], [])) is None


def test_each_alteration_of_two_lines() -> None:
    altered = dict(alterations(_corpus(["A a", "b"], ["X", "y"])))
    assert altered == {
        "with hypotheses and references swapped": _corpus(["X", "y"], ["A a", "b"]),
        "with only the hypotheses in lower case": _corpus(["a a", "b"], ["X", "y"]),
        "with only the references in lower case": _corpus(["A a", "b"], ["x", "y"]),
        "with everything in lower case": _corpus(["a a", "b"], ["x", "y"]),
        "without the last line": _corpus(["A a"], ["X"]),
        "without the first line": _corpus(["b"], ["y"]),
        "with the hypotheses shifted up by one line": _corpus(["b"], ["X"]),
        "with the hypotheses shifted down by one line": _corpus(["A a"], ["y"]),
    }
    assert next(iter(altered)) == "with hypotheses and references swapped"
