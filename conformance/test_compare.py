"""`samescore.compare` as sacreBLEU does it gives sacreBLEU's numbers: scores, p-values, means and half widths of intervals."""

from __future__ import annotations

import random
from typing import Any

import pytest

import samescore

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WORDS = ["the", "a", "cat", "dog", "runs", "1.5", ",", "house"]


def _systems(draw: random.Random) -> tuple[list[str], dict[str, list[str]]]:
    """References, and outputs with ever fewer wrong words."""
    lines = [draw.choices(_WORDS, k=draw.randint(2, 9)) for _ in range(draw.choice([3, 7, 20]))]
    systems = {
        name: [" ".join(draw.choice(_WORDS) if draw.random() < rate else word for word in line) for line in lines]
        for name, rate in (("base", 0.3), ("more", 0.25), ("best", 0.1))
    }
    return [" ".join(line) for line in lines], systems


@pytest.mark.parametrize("test", ["bs", "ar"])
@pytest.mark.parametrize("seed", range(12))
def test_sacrebleus_paired_tests(seed: int, test: str) -> None:
    significance: Any = pytest.importorskip("sacrebleu.significance", reason="sacrebleu is not installed")
    numpy: Any = pytest.importorskip("numpy", reason="numpy is not installed")
    if int(numpy.__version__.partition(".")[0]) < 2:
        pytest.skip("numpy before 2 has other 32-bit floats")
    metrics: Any = pytest.importorskip("sacrebleu.metrics")
    references, systems = _systems(random.Random(seed))
    own = {name: getattr(metrics, name)(references=[references]) for name in ("BLEU", "CHRF", "TER")}
    _, results = significance.PairedTest(list(systems.items()), own, references=None, test_type=test, n_samples=100)()
    like = f"sacrebleu.paired_{test}"
    compared = samescore.compare(["bleu", "chrf", "ter"], systems, references, like=like, resamples=100)
    for by_metric, name in zip(compared.metrics, ("BLEU", "chrF2", "TER"), strict=True):
        p_values = {pair.second: pair.p for pair in by_metric.pairs}
        for system, result in zip(by_metric.systems, results[name], strict=True):
            interval = system.interval
            numbers = (
                system.score,
                p_values.get(system.system),
                interval and interval.centre,
                interval and interval.half,
            )
            assert numbers == (result.score, result.p_value, result.mean, result.ci), f"{name} of {system.system}"
