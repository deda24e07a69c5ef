"""Driver of Opik's SentenceBLEU and CorpusBLEU, which truncate NLTK's weights to the length of the longest hypothesis.

The file runs alone, with stand-ins for its base classes; it needs NLTK. Blank texts, which the metrics reject, are skipped.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among

_FOLDER = "opik.evaluation.metrics"
_METHODS = {"nltk-0": "method0", "floor": "method1", "add-k": "method2", "exp": "method3"}


class _Base:
    """A stand-in for the base class of metrics, which would report to a tracker."""

    def __init__(self, name: str, **_: Any) -> None:
        self.name = name


def _short(rng: random.Random) -> Corpus:
    """Return a corpus of hypotheses about as long as the orders of n-grams, in upper and lower case."""

    def text(most: int) -> str:
        return " ".join(rng.choices(["a", "A", "b", "c"], k=rng.randint(1, most)))

    references = [[text(7) for _ in range(rng.choice([1, 2, 3]))] for _ in range(rng.choice([1, 1, 2, 3]))]
    return Corpus.from_segments([rng.choice([text(5), rng.choice(lines)]) for lines in references], references)


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield a corpus without segments; then the general corpora of BLEU without blank texts, and short texts, in turn."""
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    for data in corpora("bleu", 3 * count, seed):
        if all(str(line).strip() for segment in data for line in (segment.hypothesis, *segment.references)):
            yield from (data, _short(rng))


def _requests(_: Data, rng: random.Random) -> list[Request]:
    method: dict[str, Any] = {"smoothing": rng.choice(["nltk-0", "add-k", "exp"])} if rng.random() < 0.4 else {}
    knobs = {**method, **({"max_order": rng.choice([1, 2, 3, 5, 6, 7, 10])} if rng.random() < 0.5 else {})}
    return [("SentenceBLEU", knobs), ("CorpusBLEU", knobs)]


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {
        f"{_FOLDER}.heuristics": {},
        _FOLDER: {
            "base_metric": SimpleNamespace(BaseMetric=_Base),
            "score_result": SimpleNamespace(ScoreResult=SimpleNamespace),
        },
        "opik.exceptions": {"MetricComputationError": ValueError},
    }
    bleu = module_among(paths[0], f"{_FOLDER}.heuristics.bleu", others)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        method = _METHODS[knobs.get("smoothing", "floor")]
        metric = getattr(bleu, entry_point)(n_grams=knobs.get("max_order", 4), smoothing_method=method)
        said, right = [str(line.hypothesis) for line in data], [list(map(str, line.references)) for line in data]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about orders without a match
            if entry_point == "CorpusBLEU":
                return float(metric.score(said, right).value)
            answers = [metric.score(*pair) for pair in zip(said, right, strict=True)]
        return sum(float(answer.value) for answer in answers) / len(answers)

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/opik",
            path="opik/evaluation/metrics/heuristics/bleu.py",
            version="2.2.122",
            sha256="f7dfad2137ac91452a0b778db8d73e234b0d131fda117d401792e9d78dc01e91",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
