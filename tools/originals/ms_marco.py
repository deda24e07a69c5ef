"""Driver of MS MARCO's ms_marco_eval.py: the result of `compute_metrics`.

Ids are numbers. The judgments list relevant documents only, and ranks are those of the scores, in the order of the run if
they are equal. Some query has a relevant document and results.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rankings import Rankings
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one
from tools.originals.rankings import inputs, relevant

_RESULTS = 1000  # as many results of each query as the script keeps


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for data in inputs(4 * count, seed):
        if isinstance(data, Rankings) and any(relevant(query) and query.run for query in data):
            yield data


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("compute_metrics", {})]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(_: str, data: Any, __: dict[str, Any]) -> float:
        names = {name for query in data for name, _ in [*(query.qrels or ()), *(query.run or ())]}
        numbers = {name: number for number, name in enumerate(sorted(names), 1)}
        qrels = {query.query: [numbers[name] for name in relevant(query)] for query in data if relevant(query)}
        run = {}
        for query in data:
            if query.run is not None:
                ranked = sorted(query.run, key=lambda result: result[1], reverse=True)
                run[query.query] = ([numbers[name] for name, _ in ranked] + [0] * _RESULTS)[:_RESULTS]
        return float(script.compute_metrics(qrels, run)["MRR @10"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/microsoft/MSMARCO-Passage-Ranking",
            path="ms_marco_eval.py",
            version="28b369395881cdc50eb69173dcf2f94eb247395e",
            sha256="3fc557384a697b59d533e43a521cf75974239d12855999fd095904476bc37ab6",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
