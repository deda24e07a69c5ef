"""Scores of resamples by the kernels, compiled and not: those of the Python code, in value and in type."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from samescore.base.errors import MetricError
from samescore.data.comparison import Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.metrics import metric
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.rows import Rows
from samescore.metrics.significance import compiled
from samescore.metrics.significance.p_value import compiled_pairs, plain_pairs
from samescore.metrics.significance.settings import PValueSettings
from samescore.metrics.significance.systems import KeptRows, KeptSystems
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_ARITHMETIC = ("exact", "float32-numpy1", "float32-numpy2")
_WORDS = ["a", "b", "c", "d", "e", "ff", "gg", "the", "of", "and"]
_METRICS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("bleu", {}),
    ("bleu", {"smoothing": "add-k", "add_k": 0.1}),
    ("bleu", {"smoothing": "floor", "effective_order": True}),
    ("bleu", {"smoothing": "none", "max_order": 2}),
    ("bleu", {"smoothing": "nltk-4"}),
    ("chrf", {}),
    ("chrf", {"word_order": 2, "beta": 3}),
    ("chrf", {"empty_order": "epsilon-counts", "order_mean": "f-score"}),
    ("ter", {}),
)


_IN_ORDER = {"mean_summation": "left-to-right"}
#: Means of segments' scores that kernels add up, and some that they do not.
_MEANS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("bleu", {"average": "sentences", **_IN_ORDER}),
    ("chrf", {"average": "sentences", **_IN_ORDER}),
    ("ter", {"average": "sentences", **_IN_ORDER}),
    ("wer", {"average": "sentences", **_IN_ORDER}),
    ("rouge1", _IN_ORDER),
    ("rouge1", {**_IN_ORDER, "scale": "100"}),
    ("rouge1", {**_IN_ORDER, "average": "means"}),
    ("rouge1", {"mean_summation": "exact"}),
    ("rougeL", _IN_ORDER),
    ("meteor", _IN_ORDER),
    ("char-f1", {"average": "sentences", "zero_division": "zero", **_IN_ORDER}),
    ("char-f1", {"average": "sentences", "zero_division": "zero", "scale": "100"}),
    ("answer-f1", {"summation": "left-to-right"}),
)


@pytest.fixture(autouse=True, params=["as installed", "uncompiled"])
def _route(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "uncompiled":
        monkeypatch.setattr(compiled, "resampling", uncompiled("resampling"))
        monkeypatch.setattr(compiled, "resampled_scores", uncompiled("resampled_scores"))
        monkeypatch.setattr(compiled, "splitmix", uncompiled("splitmix"))


def _systems(rng: random.Random, segments: int, references: int) -> list[Corpus]:
    """Two systems, some lines of which are empty or have nothing in common with a reference."""
    lines = [
        [" ".join(rng.choices(_WORDS, k=rng.choice([1, 1, 2, 5, 18]))) for _ in range(references)]
        for _ in range(segments)
    ]
    systems = []
    for _ in range(2):
        hypotheses = []
        for several in lines:
            words = several[0].split()[: rng.choice([0, 3, 18, 18])]
            hypotheses.append(" ".join(rng.choice(_WORDS) if rng.random() < 0.3 else word for word in words))
        systems.append(Corpus.from_segments(hypotheses, lines))
    return systems


def _exactly(pairs: list[tuple[Any, Any]]) -> list[list[str]]:
    return [[f"{type(score).__name__} {float(score).hex()}" for score in pair] for pair in pairs]


def _same(data: Comparison, settings: PValueSettings) -> bool:
    """Return whether the kernels support an input; assert that both routes are then equal."""
    return _same_of_kept(KeptSystems.of(data), settings)


def _same_of_kept(kept: KeptSystems, settings: PValueSettings) -> bool:
    by_kernels = compiled_pairs(kept, settings)
    try:
        plain, all_taken = plain_pairs(kept, settings)
    except (MetricError, ArithmeticError):
        assert by_kernels is None
        return False
    if by_kernels is not None:
        assert _exactly(by_kernels) == _exactly(plain)
        assert not all_taken
    return by_kernels is not None


@pytest.mark.parametrize("arithmetic", _ARITHMETIC)
@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
@pytest.mark.parametrize(("metric", "knobs"), _METRICS, ids=str)
def test_metrics(metric: str, knobs: Mapping[str, Any], test: str, arithmetic: str) -> None:
    rng, covered = random.Random(f"{metric} {knobs} {test} {arithmetic}"), 0
    for references in (1, 2, 3):
        for segments in (1, 2, 30):
            settings = PValueSettings(
                test=test,
                dtype=arithmetic,
                resamples=9,
                seed=rng.randrange(2**32),
                sample=rng.choice(["full", "half"]),
            )
            covered += _same(Comparison(metric, _systems(rng, segments, references), knobs), settings)
    assert covered >= 3


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
@pytest.mark.parametrize(("metric", "knobs"), _MEANS, ids=str)
def test_means_of_segments(metric: str, knobs: Mapping[str, Any], test: str) -> None:
    """The segments' scores are computed once, and added up in order."""
    rng, covered = random.Random(f"{metric} {knobs} {test}"), 0
    for segments in (1, 2, 30):
        settings = PValueSettings(
            test=test, resamples=9, seed=rng.randrange(2**32), sample=rng.choice(["full", "half"])
        )
        covered += _same(Comparison(metric, _systems(rng, segments, 2), knobs), settings)
    in_order = knobs.get("mean_summation", knobs.get("summation")) == "left-to-right"
    assert bool(covered) == (in_order and knobs.get("average") != "means")


@pytest.mark.parametrize("addition", ["numpy", "left-to-right", "sum", "fsum"])
@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_numbers(test: str, addition: str) -> None:
    """Of doubles, and of whole numbers among which are negative zeros, and some that are large."""
    rng, covered = random.Random(2), 0
    for values in (
        [0.0, 1.0],
        [-0.0, 0.0, 1.0],
        [-0.0],
        [0.1, 1e-9, 3e5],
        [1e300, 2.0],
        [20_000.0, 1.0],
        [float("inf"), 1.0],
    ):
        for segments in (1, 7, 20, 200):
            systems = [Numbers([rng.choice(values) * rng.choice([1, 1.1]) for _ in range(segments)]) for _ in range(2)]
            whole = [Numbers([rng.choice(values) for _ in range(segments)]) for _ in range(2)]
            settings = PValueSettings(test=test, summation=addition, resamples=5)
            covered += _same(Comparison("mean", systems), settings) + _same(Comparison("mean", whole), settings)
    assert covered >= 4


@pytest.mark.parametrize(("largest", "segments"), [(16_000, 1100), (10**6, 40), (2**52, 5)])
@pytest.mark.parametrize("arithmetic", _ARITHMETIC)
def test_long_lines(arithmetic: str, largest: int, segments: int) -> None:
    """Sums above 2**24 are rounded in 32-bit floats, and above 2**53 in doubles, but exact sums never are."""
    rng = random.Random(largest)
    systems = []
    for _ in range(2):
        lengths = [rng.randint(largest // 2, largest) for _ in range(segments)]
        rows = [[n, n + 1, *(n // k for k in (2, 3, 4, 5)), n, n - 1, n - 2, n - 3] for n in lengths]
        systems.append(KeptRows(metric("bleu"), BleuSettings(), Rows.of(rows)))
    settings = PValueSettings(dtype=arithmetic, resamples=2)
    assert _same_of_kept(KeptSystems(tuple(systems)), settings) == (arithmetic != "exact" or largest < 2**52)


@pytest.mark.parametrize("segments", [1, 2, 31, 32, 130, 1000, 8192, 8193])
def test_splitmix(segments: int) -> None:
    """Sizes that are drawn from 16 bits, block by block, and one that is drawn from 32."""
    rng = random.Random(segments)
    data = Comparison("mean", [Numbers([rng.randint(0, 50) for _ in range(segments)]) for _ in range(2)])
    assert _same(data, PValueSettings(generator="splitmix64", resamples=3, seed=rng.randrange(2**32)))


@pytest.mark.parametrize(
    "knobs",
    [{"exchange": "all"}, {"exchange": "pairs-by-word"}, {"generator": "python"}, {"generator": "splitmix64"}],
    ids=str,
)
def test_the_kernel_rejects_other_generators_and_exchanges(knobs: Mapping[str, Any]) -> None:
    """Other generators and exchanges are the Python code's."""
    data = Comparison("mean", [Numbers([0.5] * 30), Numbers([1.0] * 30)])
    assert not _same(data, PValueSettings(test="randomization", resamples=3, **knobs))


def test_every_exchange_once() -> None:
    """Of three segments there are eight exchanges; of thirty more than a billion."""
    for segments, covered in ((3, False), (30, True)):
        data = Comparison("mean", [Numbers([0.5] * segments), Numbers([1.0] * segments)])
        settings = PValueSettings(test="randomization", enumeration="all", resamples=100)
        assert _same(data, settings) == covered
