"""Driver of RecBole's measures of the first k items: the means over users before they are rounded.

The files run alone, with stand-ins for the rest of RecBole and for PyTorch, and with NumPy's former name of `float`. Users
without relevant items are left out, as in its data. Items are ranked by score, in the order of the run if scores are equal.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rankings import RankedQuery
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rankings import inputs, relevant, with_cutoff
from tools.originals.stand_ins import module_among

_PACKAGE = "recbole.evaluator"
_MEASURES = {
    "ndcg": "NDCG",
    "map": "MAP",
    "mrr": "MRR",
    "recall": "Recall",
    "precision": "Precision",
    "hit": "Hit",
}
#: The measures that take the numbers of relevant items.
_NEED_LENGTHS = ("NDCG", "MAP", "Recall")


class _Kinds:
    RANKING = VALUE = None


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [(measure, with_cutoff(rng)) for measure in _MEASURES]


def _load(paths: list[Path]) -> Ask:
    import numpy

    vars(numpy)["float"] = float  # as before NumPy 1.24
    stand_ins: dict[str, dict[str, Any]] = {"torch": {"Tensor": object}, "recbole.utils": {"EvaluatorType": _Kinds}}
    base = module_among(paths[0], f"{_PACKAGE}.base_metric", stand_ins)
    others: dict[str, dict[str, Any]] = {
        **stand_ins,
        f"{_PACKAGE}.utils": {"_binary_clf_curve": None},
        f"{_PACKAGE}.base_metric": vars(base),
    }
    metrics = module_among(paths[1], f"{_PACKAGE}.metrics", others)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        cutoff, name = knobs["cutoff"], _MEASURES[entry_point]
        asked = [query for query in data if relevant(query)]
        measure = object.__new__(getattr(metrics, name))
        found = numpy.array([_found(query, cutoff) for query in asked], dtype=bool).reshape(len(asked), cutoff)
        lengths = numpy.array([len(relevant(query)) for query in asked])
        values = measure.metric_info(found, lengths) if name in _NEED_LENGTHS else measure.metric_info(found)
        return float(values.mean(axis=0)[cutoff - 1])

    return one_by_one(ask)


def _found(query: RankedQuery, cutoff: int) -> list[bool]:
    """Return whether each of the first results is relevant, and False for missing ones."""
    ranked = sorted(query.run or (), key=lambda result: result[1], reverse=True)[:cutoff]
    hits = [name in relevant(query) for name, _ in ranked]
    return hits + [False] * (cutoff - len(hits))


def _source(path: str, sha256: str) -> Source:
    return Source(repository="https://pypi.org/project/recbole", path=path, version="1.2.1", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source("recbole/evaluator/base_metric.py", "707340a227cb64cc08a8ebfb9ee1ec94c7973c9189cc996d8ed632137067b4fa"),
        _source("recbole/evaluator/metrics.py", "22b17aa31975de0f0b6900668164a63aa703317422adcf67e2e6f02186b8a7e5"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
