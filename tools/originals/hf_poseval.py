"""Driver of the metric poseval of Hugging Face's evaluate, which needs evaluate and scikit-learn 1.9.1.

The metric compares whole tags, O included, and ignores sentences, so class labels are passed as one sentence of tags.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.data.tagged import Tagged
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one

#: The names of the averages in the report, and of the scores.
_ROWS = {"macro": "macro avg", "weighted": "weighted avg"}
_COLUMNS = {"f1": "f1-score", "precision": "precision", "recall": "recall"}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield labels that are texts, and tags, in turn; some labels have the name of a row of the report."""
    rng = random.Random(seed)
    labels = (data for data in inputs_for("f1", 3 * count, seed=seed) if isinstance(data, Labels) and _texts(data))
    for data, tags in zip(labels, inputs_for("entity-f1", count, seed=seed), strict=False):
        yield _renamed(data, rng.choice(["accuracy", "macro avg", "weighted avg"])) if rng.random() < 0.1 else data
        yield tags


def _texts(data: Labels) -> bool:
    return all(isinstance(label, str) for label in data.gold)


def _renamed(data: Labels, name: str) -> Labels:
    first = min(data.gold, default=name)
    gold, predicted = ([name if label == first else label for label in side] for side in (data.gold, data.predicted))
    return Labels(gold, predicted)


def _requests(data: Data, rng: random.Random) -> list[Request]:
    if isinstance(data, Tagged):
        micro = ("tags", _knobs(rng, average="micro", measure=rng.choice(list(_COLUMNS))))
        means = [("tags", _knobs(rng, average=average, measure=measure)) for average in _ROWS for measure in _COLUMNS]
        return [micro, *rng.sample(means, 4)]
    means = [(measure, _knobs(rng, average=average)) for average in _ROWS for measure in _COLUMNS]
    return [("accuracy", {}), *means]


def _knobs(rng: random.Random, **knobs: Any) -> dict[str, Any]:
    return {**knobs, "zero_division": rng.choice(["0", "1"])}


def _load(paths: list[Path]) -> Ask:
    metric = module_at(paths[0]).Poseval()

    @lru_cache(maxsize=4)
    def report(data: Any, zero_division: int) -> Any:
        tagged = isinstance(data, Tagged)
        gold, predicted = (data.gold_tags, data.predicted_tags) if tagged else ([data.gold], [data.predicted])
        sides = {"predictions": list(map(list, predicted)), "references": list(map(list, gold))}
        return metric.compute(**sides, zero_division=zero_division)

    def ask(name: str, data: Any, knobs: dict[str, Any]) -> float:
        rows = report(data, int(knobs.get("zero_division", "0")))
        row = _ROWS.get(knobs.get("average", ""), "accuracy")
        return float(rows[row] if row == "accuracy" else rows[row][_COLUMNS[knobs.get("measure", name)]])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/huggingface/evaluate",
            path="metrics/poseval/poseval.py",
            version="c447fc8eda9c62af501bfdc6988919571050d950",
            sha256="3e60d81e8c4bad8a493319527ef6f0a41d50dfc3c8ec78850731343b798fa0dc",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
