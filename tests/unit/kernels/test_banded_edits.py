"""Edits inside a band of 64 diagonals: the counts of the plain functions, or none; and characters as code points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from types import ModuleType

import pytest

from samescore.kernels import banded_edits, code_points
from samescore.kernels.code_points import KEEP, REMOVE, STRIP
from samescore.metrics.edits.alignments import align
from samescore.metrics.numbering import number_units
from samescore.text.classes import dropped_characters
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

Segment = Sequence[Sequence[str]]

KERNELS = [pytest.param(banded_edits, id="as imported"), pytest.param(uncompiled("banded_edits"), id="uncompiled")]
#: Cells of a row of the band.
_BAND = 64


def _alike(rng: random.Random, units: Sequence[str], vocabulary: Sequence[str], changed: float) -> list[str]:
    copied = [
        rng.choice(vocabulary) if rng.random() < changed else unit for unit in units if rng.random() > changed / 2
    ]
    if copied and rng.random() < 0.3:  # a stretch moves
        start = rng.randrange(len(copied))
        stretch = copied[start : start + rng.randrange(1, 40)]
        del copied[start : start + len(stretch)]
        place = rng.randint(0, len(copied))
        copied[place:place] = stretch
    return copied


def _segments(seed: int, count: int, longest: int) -> list[Segment]:
    rng = random.Random(seed)
    segments: list[Segment] = []
    for _ in range(count):
        vocabulary = [str(n) for n in range(rng.choice([1, 2, 2, 3, 4, 8, 30]))]
        hypothesis = rng.choices(vocabulary, k=rng.randrange(longest))
        references = [rng.choices(vocabulary, k=rng.randrange(longest)) for _ in range(rng.choice([0, 0, 1, 2]))]
        references.insert(
            rng.randint(0, len(references)), _alike(rng, hypothesis, vocabulary, rng.choice([0.05, 0.3, 0.9]))
        )
        segments.append([hypothesis, *references])
    return segments


def _check(kernel: ModuleType, segments: Sequence[Segment]) -> int:
    """Compare with the plain functions; how many segments were counted."""
    counted = 0
    text = number_units(segments)
    for rule in ("most-hits", "deletions-last"):
        cells = kernel.banded_error_counts(text, rule == "most-hits").tolist()
        for i, (hypothesis, *references) in enumerate(segments):
            counts = cells[4 * i : 4 * i + 4]
            if counts == [-1] * 4:
                assert max(map(len, segments[i])) >= _BAND, segments[i]
                continue
            aligned = [align(reference, hypothesis, rule) for reference in references]
            assert counts == min(aligned, key=lambda edits: sum(edits[1:])), (rule, segments[i])
            counted += 1
    return counted


@pytest.mark.parametrize("kernel", KERNELS)
def test_all_short_texts_over_two_units(kernel: ModuleType) -> None:
    texts = ["".join(text) for length in range(7) for text in product("ab", repeat=length)]
    pairs = [(h, r) for h in texts for r in texts]
    assert _check(kernel, pairs if kernel.COMPILED else pairs[::5]) > 0


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("longest", [12, 40, 64, 100, 300])
def test_counts_are_those_of_the_plain_functions(kernel: ModuleType, longest: int) -> None:
    count = 20_000 // longest if kernel.COMPILED else 2_000 // longest
    segments = _segments(longest, count, longest)
    counted = _check(kernel, segments)
    assert counted == 2 * count if longest <= _BAND else counted > count / 3


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("longer", [*range(12), 30, 61, 62, 63])
def test_paths_along_the_edge_of_the_band(kernel: ModuleType, longer: int) -> None:
    """All deletions before all insertions, or after: no path of as many edits is farther from the diagonal.

    If a text has `longer` more units than the other, as many diagonals lie between the first cell's and the last cell's.
    """
    common = [f"{i}" for i in range(80)]
    beside = (_BAND - 1 - longer) // 2  # diagonals on either side of these
    pairs: list[Segment] = []
    for k in range(max(0, beside - 3), beside + 1):
        before = [f"x{i}" for i in range(k)]
        after = [f"y{i}" for i in range(k + longer)]
        pairs += [(before + common, common + after), (common + after, before + common)]
        pairs += [(common + before, after + common), (after + common, common + before)]
    assert _check(kernel, pairs) == 2 * len(pairs)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("longer", [0, 1, 7, 62, 63, 64, 65, 200])
def test_paths_just_outside_the_band_are_not_followed(kernel: ModuleType, longer: int) -> None:
    """As before, with one diagonal more than there are: inside the band, only paths with more edits would be seen."""
    common = [f"{i}" for i in range(80)]
    k = max(1, (_BAND - 1 - longer) // 2 + 1)
    before, after = [f"x{i}" for i in range(k)], [f"y{i}" for i in range(k + longer)]
    pairs = [(before + common, common + after), (common + after, before + common), (common, common)]
    for most_hits in (True, False):
        cells = kernel.banded_error_counts(number_units(pairs), most_hits).tolist()
        assert cells[:8] == [-1] * 8
        assert cells[8:] == [80, 0, 0, 0]


@pytest.mark.parametrize("kernel", KERNELS)
def test_no_longer_hypotheses_than_memory_allows(kernel: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MOST_UNITS", 70)
    line = ["a", "b", "c"] * 30
    pairs = [(line[:70], line[1:]), (line[:71], line[1:]), (line, line)]
    cells = kernel.banded_error_counts(number_units(pairs), True).tolist()
    assert cells[4:8] == [-1] * 4
    assert [sum(counts[1:]) for counts in (cells[:4], cells[8:])] == [19, 0]


_TEXTS = (
    "",
    "  ",
    "a",
    " a  b\t",
    "\u3000\u00e9\u00a0a b \u2028",
    "a\U0001f600\x1f",
    "\x00b\u200b",
    "\ud800 ",
    "b" * 70,
)


@pytest.mark.parametrize("kernel", [code_points, uncompiled("code_points")], ids=["as imported", "uncompiled"])
def test_characters_as_code_points(kernel: ModuleType) -> None:
    hypotheses = [h for h in _TEXTS for _ in _TEXTS]
    references = [(r, *_TEXTS[:k]) for k in range(len(_TEXTS)) for r in _TEXTS]
    for marks, change in ((KEEP, str), (STRIP, str.strip), (REMOVE, lambda text: "".join(text.split()))):
        made = kernel.read_code_points(hypotheses, references, dropped_characters("remove"), marks)
        segments = [[change(line) for line in (h, *lines)] for h, lines in zip(hypotheses, references, strict=True)]
        expected = number_units(segments)
        assert list(made.ids) == [ord(c) for lines in segments for line in lines for c in line]
        assert made[1:3] == expected[1:3]
        assert all(
            max((ord(c) for line in lines for c in line), default=0) < size
            for lines, size in zip(segments, made.sizes, strict=True)
        )
