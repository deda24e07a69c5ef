"""The stages of chrF, counted by hand."""

from __future__ import annotations

import pytest

from samescore import Corpus, MetricError, score

#: Per segment and order, the n-grams of the hypothesis, of the reference, and those that match: 3 3 2 and 2 2 1 for
#: "abc" and "abd"; 2 2 1 and 1 1 0 for "aa" and "ab".
_CORPUS = Corpus.from_segments(["abc", "aa"], [["abd"], ["ab"]])


@pytest.mark.parametrize("empty_order", ["effective", "raise"])
def test_counts_are_those_of_the_corpus(empty_order: str) -> None:
    """With ``raise`` too, though the second segment alone, where no bigram matches, would have no score."""
    result = score("chrf", _CORPUS, char_order=2, empty_order=empty_order, empty_input="raise")
    assert list(result.trace["counts"]) == [5, 5, 3, 3, 3, 1]
    # P and R are the mean of 3/5 and 1/3, and F is what both are.
    assert result.value == pytest.approx(100 * (3 / 5 + 1 / 3) / 2, rel=1e-12)


def test_counts_of_the_last_segment_are_its_own() -> None:
    turned = Corpus(_CORPUS.segments[::-1])
    result = score("chrf", turned, char_order=2, average="last-segment", empty_order="raise")
    assert list(result.trace["counts"]) == [3, 3, 2, 2, 2, 1]
    with pytest.raises(MetricError, match="none matches"):
        score("chrf", _CORPUS, char_order=2, average="last-segment", empty_order="raise")
