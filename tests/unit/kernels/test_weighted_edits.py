"""Edit distances with costs of substitutions and with transpositions: those of the plain functions."""

from __future__ import annotations

import random
from array import array
from itertools import product
from types import ModuleType

import pytest

from samescore import Corpus
from samescore.kernels import weighted_edits
from samescore.kernels.numbered import Numbered
from samescore.kernels.subsequences import lengths
from samescore.kernels.weighted_edits import ANY, ANY_AT_ONCE, NEIGHBOURS, NONE
from samescore.metrics.edits.distance import distance, largest
from samescore.metrics.numbering import number_units
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

Segment = list[list[str]]

KERNELS = [pytest.param(weighted_edits, id="as imported"), pytest.param(uncompiled("weighted_edits"), id="uncompiled")]
_OPERATIONS = {NEIGHBOURS: "osa", ANY: "damerau", ANY_AT_ONCE: "damerau-same"}


def _segments(seed: int, count: int, longest: int) -> list[Segment]:
    """A hypothesis and references over few units, some of them copies in which units change places or come between."""
    rng, segments = random.Random(seed), []
    for _ in range(count):
        vocabulary = [str(n) for n in range(rng.choice([1, 2, 3, 4, 8, 30]))]
        lines = [rng.choices(vocabulary, k=rng.randrange(longest)) for _ in range(rng.choice([2, 2, 3, 4]))]
        copied = list(lines[0])
        for _ in range(rng.randrange(4)):
            if len(copied) > 4:
                a = rng.randrange(len(copied) - 1)
                b = rng.randrange(a + 1, min(a + 4, len(copied)))
                copied[a], copied[b] = copied[b], copied[a]
                copied[b:b] = rng.choices(vocabulary, k=rng.randrange(2))
        lines[-1] = copied
        segments.append(lines)
    return segments


def _expected(segment: Segment, operations: str, cost: int) -> list[int]:
    hypothesis, *references = segment
    rows = [
        [distance(reference, hypothesis, operations, cost), largest(len(reference), len(hypothesis), cost)]
        for reference in references
    ]
    return min(rows, key=lambda row: row[0])


def _rows(kernel: ModuleType, text: Numbered, transpositions: int, cost: int) -> list[list[int]]:
    common = lengths(text) if transpositions == NONE else array("q")
    cells = kernel.weighted_distances(text, transpositions, cost, common, 10**6).tolist()
    return [cells[i : i + 2] for i in range(0, len(cells), 2)]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("cost", [0, 1, 2, 3, 10**6])
def test_distances_are_those_of_the_plain_functions(kernel: ModuleType, cost: int) -> None:
    share = 1 if kernel.COMPILED else 6
    segments = [*_segments(cost, 400 // share, 9), *_segments(cost + 1, 30 // share, 60)]
    texts = [list(text) for length in range(5) for text in product("ab", repeat=length)]
    segments += [[hypothesis, *texts[i::7]] for i, hypothesis in enumerate(texts) if texts[i::7]]
    text = number_units(segments)
    for transpositions, operations in _OPERATIONS.items():
        if transpositions != NEIGHBOURS or cost:
            expected = [_expected(segment, operations, cost) for segment in segments]
            assert _rows(kernel, text, transpositions, cost) == expected, operations
    if cost != 1:
        assert _rows(kernel, text, NONE, cost) == [_expected(segment, "levenshtein", cost) for segment in segments]


@pytest.mark.parametrize("operations", _OPERATIONS.values())
@pytest.mark.slow
def test_distances_of_thousands_of_units(operations: str) -> None:
    rng = random.Random(1)
    length = 1_500 if weighted_edits.COMPILED else 200
    reference = rng.choices("abcdef", k=length)
    hypothesis = [rng.choice("abcdef") if rng.random() < 0.1 else unit for unit in reversed(reference)]
    segments = [[hypothesis, reference], [[], reference], [reference, []], [reference, reference]]
    number = {name: number for number, name in _OPERATIONS.items()}[operations]
    expected = [_expected(segment, operations, 2) for segment in segments]
    assert _rows(weighted_edits, number_units(segments), number, 2) == expected


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_kernel_declines_tables_above_the_memory_limit(kernel: ModuleType) -> None:
    words = [f"{i}" for i in range(100)]
    text, none = number_units([[["a"], ["a"]], [words, words]]), array("q")
    assert kernel.weighted_distances(text, ANY, 1, none, 102 * 101) == array("q", [0, 1, 0, 100])
    assert kernel.weighted_distances(text, ANY, 1, none, 102 * 101 - 1) is None
    assert kernel.weighted_distances(text, NEIGHBOURS, 2, none, 102 * 101 - 1) == array("q", [0, 2, 0, 200])


@pytest.mark.parametrize("tokenizer", ["characters", "none"])
@pytest.mark.parametrize("references", ["first", "best"])
def test_statistics_under_every_knob(tokenizer: str, references: str) -> None:
    chosen, rng = compiled_metric("edit-distance"), random.Random(2)
    lines = ["".join(rng.choices("ab \U0001f600\u0130", k=rng.randrange(14))) for _ in range(80)]
    corpus = Corpus.from_segments(lines[::4], list(zip(lines[1::4], lines[2::4], lines[3::4], strict=True)))
    knobs = {"tokenizer": tokenizer, "references": references}
    for operations, cost in product(("levenshtein", "osa", "damerau", "damerau-same"), (0, 1, 2, 5)):
        settings = chosen.settings.from_mapping({**knobs, "operations": operations, "substitution_cost": cost})
        assert chosen.covers(settings)
        counting = chosen.counting(settings)
        assert chosen.compiled_statistics(corpus, counting) == chosen.statistics(corpus, counting), settings.signature
