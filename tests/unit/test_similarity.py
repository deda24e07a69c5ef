"""Similarity in blocks is the ratio of Python's difflib, on generated texts."""

from __future__ import annotations

import random
from difflib import SequenceMatcher

import pytest

from samescore import Corpus, score
from samescore.metrics.edits.similarity import in_blocks


def _text(rng: random.Random, letters: str, longest: int) -> str:
    return "".join(rng.choices(letters, k=rng.randint(0, longest)))


def _varied(rng: random.Random, text: str, letters: str) -> str:
    """The text with pieces cut out, doubled, moved and replaced."""
    for _ in range(rng.randint(0, 4)):
        start, size = rng.randint(0, len(text)), rng.randint(0, 12)
        piece, rest = text[start : start + size], text[:start] + text[start + size :]
        place = rng.randint(0, len(rest))
        text = rest[:place] + rng.choice([piece, piece * 2, "", _text(rng, letters, 3)]) + rest[place:]
    return text


@pytest.mark.once
@pytest.mark.parametrize("autojunk", [True, False])
@pytest.mark.parametrize(
    ("letters", "longest"), [("ab", 12), ("abcde ", 40), ("abcdefghijklmnopqrstuvwxyz0123456789", 450)]
)
def test_the_ratio_of_blocks_is_that_of_difflib(letters: str, longest: int, autojunk: bool) -> None:
    rng = random.Random(longest)
    junk = 0
    for _ in range(120 if longest > 100 else 600):
        first = _text(rng, letters, longest)
        second = _varied(rng, first, letters)
        for a, b in ((first, second), (second, first)):
            expected = SequenceMatcher(None, a, b, autojunk).ratio()
            made = score("similarity", Corpus.from_segments([a], [[b]]), like="difflib", autojunk=autojunk).value
            assert made == expected, (a, b)
            junk += in_blocks(a, b, autojunk=True) != in_blocks(a, b, autojunk=False)
    assert junk > 20 or longest < 200


def test_the_knob_order_exchanges_the_texts() -> None:
    corpus = Corpus.from_segments(["tide"], [["diet"]])
    assert score("similarity", corpus, like="difflib").value == SequenceMatcher(None, "tide", "diet").ratio() == 0.25
    exchanged = score("similarity", corpus, like="difflib", order="reference-first").value
    assert exchanged == SequenceMatcher(None, "diet", "tide").ratio() == 0.5
