"""Driver of Recommenders' ranking metrics in ``python_evaluation.py``, which needs pandas.

Its files run alone, with a stand-in for scikit-learn. Relevant documents are the items of the true ratings.
"""

from __future__ import annotations

import math
import random
from importlib import import_module
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rankings import Rankings
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rankings import inputs, relevant, with_cutoff
from tools.originals.stand_ins import module_among

_MEASURES = ("map", "map_at_k", "precision_at_k", "recall_at_k", "r_precision_at_k")
_GAINS = {"binary": "binary", "linear": "raw", "exponential": "exp"}
_BASES = {"e": "loge", "2": "log2"}
_SKLEARN = (
    "mean_squared_error",
    "mean_absolute_error",
    "r2_score",
    "explained_variance_score",
    "roc_auc_score",
    "log_loss",
)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    requests: list[Request] = [(measure, with_cutoff(rng)) for measure in _MEASURES]
    for __ in range(2):
        gain, base = rng.choice([*_GAINS]), rng.choice([*_BASES])
        requests.append(("ndcg_at_k", {**with_cutoff(rng), "gain": gain, "discount_base": base}))
    return requests


def _load(paths: list[Path]) -> Ask:
    pandas = import_module("pandas")
    module_among(paths[0], "recommenders.utils.constants", {"recommenders.utils": {}})
    module_among(paths[1], "recommenders.datasets.pandas_df_utils", {"recommenders.datasets": {}})
    stand_ins: dict[str, dict[str, Any]] = {
        "sklearn.metrics": dict.fromkeys(_SKLEARN),
        "recommenders.evaluation": {},
    }
    module = module_among(paths[2], "recommenders.evaluation.python_evaluation", stand_ins)

    def frame(rows: list[tuple[str, str, float]], column: str, dtype: str) -> Any:
        made = pandas.DataFrame(rows, columns=["userID", "itemID", column])
        return made.astype({"userID": object, "itemID": object, column: dtype})

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float | str:
        true, predicted = frame(_true(data), "rating", "int64"), frame(_predicted(data), "prediction", "float64")
        options = {}
        if entry_point == "ndcg_at_k":
            options = {"score_type": _GAINS[knobs["gain"]], "discfun_type": _BASES[knobs["discount_base"]]}
        answer = float(getattr(module, entry_point)(true, predicted, k=knobs["cutoff"], **options))
        return "" if entry_point == "r_precision_at_k" and math.isnan(answer) else answer

    return one_by_one(ask)


def _true(data: Rankings) -> list[tuple[str, str, float]]:
    return [
        (query.query, name, grade) for query in data for name, grade in query.qrels or () if name in relevant(query)
    ]


def _predicted(data: Rankings) -> list[tuple[str, str, float]]:
    return [(query.query, name, score) for query in data for name, score in query.run or ()]


def _source(path: str, sha256: str) -> Source:
    return Source(repository="https://pypi.org/project/recommenders", path=path, version="1.2.1", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source("recommenders/utils/constants.py", "fe6398768636ab81c3609c6a3c6b22c48bcca1c5ae4460ed5976ccbbe0acdbd4"),
        _source(
            "recommenders/datasets/pandas_df_utils.py",
            "04db67f79fca93bacf8aa4cc6901e25fc1abf523fcb19f2bc8deedffbf28f135",
        ),
        _source(
            "recommenders/evaluation/python_evaluation.py",
            "6b13fdbd86db06fa46f93f817867b265b32c5d1f0251edd228ce4d663a7eab3d",
        ),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
