"""Alignments of speech recognition by kernels: the counts of the plain functions, compiled (where they are) and uncompiled."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from itertools import accumulate, product
from types import ModuleType
from typing import Any

import pytest

from samescore import Corpus
from samescore.kernels import cheapest_edits
from samescore.metrics import evaluate
from samescore.metrics.edits.alignments import align
from samescore.metrics.numbering import number_units
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

KERNELS = pytest.mark.parametrize(
    "kernel", [cheapest_edits, uncompiled("cheapest_edits")], ids=["as imported", "uncompiled"]
)
RULES = {"sclite": 0, "kaldialign": 1, "no-empty-row": 2, "characters": 3}
#: Words whose distances in bytes are alike, one of them empty and one as long as they may be.
WORDS = [
    "a",
    "ab",
    "ba",
    "abc",
    "abd",
    "bcd",
    "\u00e9",
    "e\u0301",
    "\U0001f600",
    "word",
    "words",
    "sword",
    "",
    "x" * 49,
]
#: Words of 16 and 17 bytes, whose costs may differ by less than what counts as a difference.
LONG_WORDS = ["abcdefgh" * 2, "bcdefgha" * 2, "abcdefgh" * 2 + "x", "abxdefgh" * 2 + "a", "axxxefghaxxxefgh"]

Segment = list[list[str]]


def _segments(count: int, longest: int, seed: int) -> Iterator[Segment]:
    """A hypothesis and its references over few words, so that there are many cheapest alignments."""
    rng = random.Random(seed)
    for _ in range(count):
        words = rng.choice([LONG_WORDS, rng.sample(WORDS, rng.choice([1, 2, 3, 5, len(WORDS)]))])
        lines = [rng.choices(words, k=rng.randrange(longest)) for _ in range(rng.choice([2, 2, 3, 4]))]
        if rng.random() < 0.5:
            lines[-1] = [rng.choice(words) if rng.random() < 0.2 else word for word in lines[0] if rng.random() < 0.9]
        yield lines


def _expected(segment: Segment, rule: str) -> list[int]:
    rows = [
        [*align(reference, segment[0], rule), len(reference), max(len(reference), len(segment[0]))]
        for reference in segment[1:]
    ]
    return min(rows, key=lambda row: sum(row[1:4]))


@KERNELS
@pytest.mark.parametrize("rule", RULES)
def test_counts_are_those_of_the_plain_functions(kernel: ModuleType, rule: str) -> None:
    share = 1 if kernel.COMPILED else 3
    two = [list(text) for length in range(5) for text in product("ab", repeat=length)]
    segments = [[hypothesis, reference] for hypothesis in two for reference in two][::share]
    segments += [*_segments(1200 // share, 12, 1), *_segments(60 // share, 60, 2)]
    words = list(dict.fromkeys(word for segment in segments for line in segment for word in line))
    number = {word: k for k, word in enumerate(words)}
    letters = [word.encode() for word in words]
    starts = array("q", accumulate(map(len, letters), initial=0))
    text = number_units([[line for segment in segments for line in segment]])  # numbers words across all segments
    assert [words[unit] for unit in text.ids] == [word for segment in segments for line in segment for word in line]
    assert list(number.values()) == list(range(len(words)))
    firsts = array("q", accumulate(map(len, segments), initial=0))
    text = type(text)(text.ids, text.lines, firsts, array("i", [len(words)]) * len(segments))
    cells = kernel.cheapest_counts(text, RULES[rule], array("B", b"".join(letters)), starts).tolist()
    for i, segment in enumerate(segments):
        assert cells[6 * i : 6 * i + 6] == _expected(segment, rule), (rule, segment)


_KNOBS: dict[str, tuple[Any, ...]] = {
    "costs": tuple(RULES),
    "tokenizer": ("spaces", "none", "every-space", "none-ascii"),
    "references": ("first", "best"),
    "empty_references": ("keep", "raise"),
    "denominator": ("reference", "longer"),
    "segments": ("separate", "concatenated"),
}


def test_wer_is_counted_alike_by_both_routes() -> None:
    wer = compiled_metric("wer")
    corpora = [
        Corpus.from_segments(
            [" ".join(lines[0]) for lines in some], [[" ".join(line) for line in lines[1:]] for lines in some]
        )
        for some in (list(_segments(40, 12, 3)), [segment[:2] for segment in _segments(40, 12, 4)])
    ]
    corpora += [
        Corpus.from_segments(["a b"], [["a", ""]]),
        Corpus.from_segments(["x" * 50], [["a"]]),
        Corpus.from_segments(["x" * 50], [[""]]),
        Corpus.from_segments(["a \ud800"], [["a"]]),
        Corpus.from_segments(["a"], [[]]),
    ]
    compiled_rules = set()
    for values in product(*_KNOBS.values()):
        settings = wer.counting(wer.settings.from_mapping(dict(zip(_KNOBS, values, strict=True))))
        assert wer.covers(settings) == (settings.segments == "separate")
        for corpus in corpora if wer.covers(settings) else []:
            compiled = wer.compiled_statistics(corpus, settings)
            if compiled is not None:
                compiled_rules.add((settings.costs, settings.denominator))
                assert compiled == wer.statistics(corpus, settings), settings.signature
    assert compiled_rules == set(product(RULES, _KNOBS["denominator"]))


@pytest.mark.parametrize("costs", RULES)
def test_a_corpus_as_one_text_is_aligned_alike_by_both_routes(costs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [" ".join(random.Random(k).choices("abc", k=6)) for k in range(30)]
    corpus = Corpus.from_segments(lines, [[line.replace("a", "b", 1)] for line in lines])
    settings = compiled_metric("wer").settings.from_mapping({"segments": "concatenated", "costs": costs})
    outcomes = []
    for serves in (True, False):
        monkeypatch.setattr("samescore.metrics.edits.wer.kernels_enabled", lambda serves=serves: serves)
        outcomes.append(evaluate(compiled_metric("wer"), corpus, settings).stages["counts"])
    assert outcomes[0] == outcomes[1]
    assert sum(outcomes[0]) > 0
