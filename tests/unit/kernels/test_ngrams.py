"""N-gram matches by kernels are what counters of n-grams give."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import product
from operator import or_
from types import FrameType, ModuleType
from typing import Any, NamedTuple

import pytest

from samescore import Corpus
from samescore.base.errors import MetricError
from samescore.kernels import ngrams, rows, short_ngrams
from samescore.kernels.numbered import Numbered
from samescore.metrics.numbering import number_units
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_ROUTES = pytest.mark.parametrize("kernel", [ngrams, uncompiled("ngrams")], ids=["as installed", "uncompiled"])
Segments = list[list[list[int]]]


def _counts(units: Sequence[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(units[i : i + n]) for i in range(len(units) - n + 1))


def _matches(hypothesis: Sequence[int], references: list[list[int]], n: int, *, clipped: bool) -> int:
    """Count_clip of the paper, for the highest count in any one reference."""
    most: Counter[tuple[int, ...]] = reduce(or_, [_counts(reference, n) for reference in references], Counter())
    own = _counts(hypothesis, n)
    return sum(min(count, most[gram]) if clipped else count for gram, count in own.items() if gram in most)


def _no_pairs(_text: Numbered, low: int, high: int, *others: Any) -> bytearray:
    """In place of `short_ngrams.count_short_pairs`: leave all pairs to the tables."""
    return bytearray(len(others[-1]) // (high - low + 1))


def _check(kernel: ModuleType, segments: Segments, low: int = 1, high: int = 4) -> None:
    expected = _expected(segments, range(low, high + 1))
    for count_short_pairs in (_no_pairs, short_ngrams.count_short_pairs, uncompiled("short_ngrams").count_short_pairs):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "count_short_pairs", count_short_pairs)
            _check_matches(kernel, segments, low, high, expected)


class _Expected(NamedTuple):
    """What counters of n-grams give, for clipped (True) and unclipped (False) counts."""

    pooled: dict[bool, list[int]]
    single: dict[bool, list[int]]
    triples: list[int]
    hypotheses: list[int]


def _expected(segments: Segments, orders: range) -> _Expected:
    pooled, single = (
        {
            clipped: [_matches(h, references, n, clipped=clipped) for h, references in pairs for n in orders]
            for clipped in (True, False)
        }
        for pairs in ([(h, rs) for h, *rs in segments], [(h, [r]) for h, *rs in segments for r in rs])
    )
    totals = [
        (sum(_counts(h, n).values()), sum(_counts(r, n).values())) for h, *rs in segments for r in rs for n in orders
    ]
    rows = [((h if r else 0), r, matched) for (h, r), matched in zip(totals, single[True], strict=True)]
    return _Expected(pooled, single, [number for row in rows for number in row], [h for h, _ in totals])


def _check_matches(kernel: ModuleType, segments: Segments, low: int, high: int, expected: _Expected) -> None:
    text = number_units(segments)
    for clipped in (True, False):
        assert list(kernel.matches(text, low, high, True, clipped)) == expected.pooled[clipped]
        assert list(kernel.matches(text, low, high, False, clipped)) == expected.single[clipped]
    matched, tables = kernel.matches(text, low, high, False, True), rows if kernel is ngrams else uncompiled("rows")
    assert list(tables.triples(text, matched, low, high, False)) == expected.triples
    one_sided = tables.triples(text, matched, low, high, True)
    assert list(one_sided[::3]) == expected.hypotheses


@_ROUTES
@pytest.mark.parametrize("most_used", [ngrams.MOST_USED, 20])
@pytest.mark.parametrize("units", [1, 2, 5, 40])
def test_random_segments(kernel: ModuleType, units: int, most_used: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MOST_USED", most_used)
    rng = random.Random(units)

    def line() -> list[int]:
        return [rng.randrange(units) for _ in range(rng.randrange(15))]

    segments = [[line() for _ in range(rng.randrange(2, 5))] for _ in range(300)]
    _check(kernel, segments)
    _check(kernel, segments[:50], 3, 6)
    _check(kernel, segments[:50], 2, 2)


@_ROUTES
@pytest.mark.parametrize("units", [2, 3000])
def test_long_texts(kernel: ModuleType, units: int) -> None:
    """In a long text with many different units, n-grams are grouped by their last unit."""
    rng = random.Random(units)
    length = 10_000 if kernel is ngrams else 700
    hypothesis = [rng.randrange(units) for _ in range(length)]
    reference = [unit if rng.random() < 0.8 else rng.randrange(units) for unit in hypothesis]
    _check(kernel, [[hypothesis, reference], [[1, 2], [2, 1]], [reference, hypothesis, hypothesis[::-1]]])


@_ROUTES
@pytest.mark.parametrize("most_pairs", [1, 60])
def test_groups_count_what_a_table_of_all_pairs_does(
    kernel: ModuleType, most_pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "MOST_PAIRS", most_pairs)
    rng = random.Random(most_pairs)
    segments = [
        [rng.choices(range(20), k=rng.randrange(65, 150)) for _ in range(rng.randrange(2, 5))] for _ in range(30)
    ]
    _check(kernel, segments)
    _check(kernel, segments[:10], 2, 7)


@_ROUTES
def test_single_ngrams_match_as_far_as_the_texts_agree(kernel: ModuleType) -> None:
    """All n-grams are single, or all of them are repeated, up to the end of one of the texts."""
    rising, repeated = list(range(9)), [0, 1, 2] * 3
    others = [line[start:stop] for line in (rising, repeated) for start in range(9) for stop in range(start, 10)]
    _check(kernel, [[line, other] for line in (rising, repeated) for other in others], 1, 9)
    _check(kernel, [[line, other, other[::-1], line] for line in (rising, repeated) for other in others], 1, 9)


@_ROUTES
def test_texts_of_about_64_units(kernel: ModuleType) -> None:
    """The longest texts whose places are bits, and longer ones, on either side; n-grams as long as a text."""
    rng = random.Random(64)
    lengths = (1, 2, 62, 63, 64, 65, 66, 130)
    lines = [[rng.randrange(units) for _ in range(length)] for length in lengths for units in (1, 3, 500)]
    segments = [[h, r] for h in lines for r in lines]
    _check(kernel, segments[:: 1 if kernel.COMPILED else 7])
    _check(kernel, [[line[:70], line[:70]] for line in lines], 60, 66)


def _steps(segments: Segments, high: int) -> int:
    """The lines of the kernel that run uncompiled."""
    kernel, text, steps = uncompiled("ngrams"), number_units(segments), 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return trace if frame.f_code.co_filename == kernel.__file__ else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        kernel.matches(text, 1, high, False, True)
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.once
@pytest.mark.parametrize("kind", ["one unit", "two units", "all different", "sums", "multiples"])
def test_no_text_takes_more_than_its_length(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps are counted: twice the length takes twice as many, also where a hash of a pair of units would hardly vary."""
    monkeypatch.setattr(uncompiled("ngrams"), "MOST_PAIRS", 50)

    def text(length: int) -> list[int]:
        half = range(length // 2)
        pairs = {
            "one unit": [(0, 0) for _ in half],
            "two units": [(k % 2, k // 3 % 2) for k in half],
            "all different": [(2 * k, 2 * k + 1) for k in half],
            "sums": [(k, length - k) for k in half],
            "multiples": [(64 * k, 64 * (k * k % 64)) for k in half],
        }
        return [unit for pair in pairs[kind] for unit in pair]

    steps = [_steps([[text(length), text(length)[::-1]]], 6) for length in (200, 400, 800)]
    assert steps[1] < 2.1 * steps[0]
    assert steps[2] < 2.1 * steps[1]


@_ROUTES
def test_texts_without_units(kernel: ModuleType) -> None:
    _check(kernel, [[[], []], [[], [1]], [[1], []], [[1], [1], []]])
    _check(kernel, [])


def test_bleu_compares_n_grams_as_texts() -> None:
    """Tokens that are other n-grams when they are joined, and settings that share what is counted of an order."""
    rng, bleu = random.Random(12), compiled_metric("bleu")

    def text() -> str:
        return " ".join(rng.choices(["a", "b", "ab", "ba", "aa"], k=rng.randrange(9))) + rng.choice(["", " ", "\t"])

    segments = [(text(), [text() for _ in range(rng.randrange(1, 4))]) for _ in range(200)]
    corpus = Corpus.from_segments([h for h, _ in segments], [r for _, r in segments])
    apart = 0
    for clipping, strip, empty, orders in product(
        ("clipped", "unclipped"), ("none", "right"), ("keep", "drop"), (1, 3, 5)
    ):
        knobs = {"clipping": clipping, "strip": strip, "empty_references": empty, "max_order": orders}
        s = bleu.counting(bleu.settings.from_mapping({"tokenizer": "none", "ngram_key": "joined", **knobs}))
        try:
            plain = bleu.statistics(corpus, s)
        except MetricError:
            assert bleu.compiled_statistics(corpus, s) is None
            continue
        assert bleu.compiled_statistics(corpus, s) == plain, s.short_signature
        apart += plain.rows != bleu.statistics(corpus, s.replace(ngram_key="tuple")).rows
    assert apart > 5
