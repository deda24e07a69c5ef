"""Driver of the statistics of mt-metrics-eval in a checkout: stats.py, and tau_optimization.py and pce.py next to it.

It needs NumPy and SciPy. Only human scores may be missing.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.ratings import Ratings
from tools.originals.driver import Ask, Driver, Request, one_by_one

_REPOSITORY = "https://github.com/google-research/mt-metrics-eval"
_VERSION = "68a481aea1a787392d55af8f76ac8ef40c5f4664"
_FILES = {
    "stats.py": "5c70ed278272ee82241140678dd2478bd0abce03c2e2726f58983af1c88e704f",
    "tau_optimization.py": "40af0d46f43f6b67745ebaf716998602514ca9ccfb48aa46c29906d73498eda9",
    "pce.py": "4ec259bb89e0ee5b07f959c65d5650c4b30a37d68bf19ba2ffc4190618905cd3",
}
#: The scores to draw from; None: a normal distribution.
_SCALES = (
    [0.0, 1.0, 2.0],
    [1.0, 1.000000001, 0.999999999, 2.0],
    [x / 10 for x in range(40)],
    [x / 3 for x in range(30)],
    [float(x) for x in range(100)],
    None,
)
_AVERAGES = {"none": "none", "system": "sys", "segment": "item"}
_VARIANTS = {"b": "b", "c": "c", "23": "23", "accuracy": "acc23"}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield `count` tables of systems and segments, with ties on both sides; a third of them lack some human scores.

    Rows have at least two scores, because the package divides by the number of pairs in a row.
    """
    rng = random.Random(seed)
    for number in range(count):
        systems, segments = rng.randint(2, 6), rng.randint(2, 8)
        sides = [
            [[_drawn(rng, scale) for _ in range(segments)] for _ in range(systems)]
            for scale in rng.choices(_SCALES, k=2)
        ]
        share = rng.choice([0.2, 0.7, 0.7, 1.0]) if number % 3 == 0 else 0.0
        human = [[None if rng.random() < share else score for score in row] for row in sides[1]]
        yield Ratings(sides[0], human)


def _drawn(rng: random.Random, scale: list[float] | None) -> float:
    return rng.choice(scale) if scale else rng.gauss(0, 1)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    def average() -> str:
        return rng.choice(sorted(_AVERAGES))

    return [
        (
            "KendallVariants",
            {
                "variant": rng.choice(["b", "23", "accuracy"]),
                "average_by": average(),
                "epsilon": rng.choice([0.0, 0.0, 0.25, 1.0]),
            },
        ),
        ("KendallVariants-c", {"average_by": average()}),
        ("KendallLike", {"average_by": average(), "least_difference": rng.choice([0.0, 0.5, 1.0, 25.0])}),
        ("KendallWithTiesOpt", {"variant": rng.choice(["23", "accuracy"]), "average_by": average()}),
        ("Agreement", {}),
    ]


def _load(paths: list[Path]) -> Ask:
    sys.path.insert(0, str(paths[0].parents[1]))
    stats = import_module("mt_metrics_eval.stats")

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        metric, gold = ([score for row in side for score in row] for side in (data.metric_scores, data.human_scores))
        if entry_point == "Agreement":
            agreeing, pairs = stats.Agreement(gold, metric)
            return float(int(agreeing) / pairs)
        correlation = stats.Correlation(data.systems, gold, metric)
        by = _AVERAGES[knobs["average_by"]]
        if entry_point == "KendallLike":
            return float(correlation.KendallLike(by, knobs["least_difference"])[0])
        if entry_point == "KendallWithTiesOpt":
            return float(correlation.KendallWithTiesOpt(by, _VARIANTS[knobs["variant"]], 1.0)[0])
        variant = _VARIANTS[knobs.get("variant", "c")]
        return float(correlation.KendallVariants(by, variant, knobs.get("epsilon", 0.0))[0])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(repository=_REPOSITORY, path=f"mt_metrics_eval/{name}", version=_VERSION, sha256=digest)
        for name, digest in _FILES.items()
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
