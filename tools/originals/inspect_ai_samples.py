"""Driver of the score reducers of inspect-ai in the releases 0.3.285 and 0.3.180, followed by the metric `mean`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.originals.driver import Ask, Driver, one_by_one
from tools.originals.samples import Choose, k_only, nothing, of_pypi, requests_of, some
from tools.originals.stand_ins import module_among

_OLD = ".v0-3-180"
_CHOSEN: dict[str, Choose] = {
    "pass_at": k_only,
    "at_least": k_only,
    "mean_score": nothing,
    "median_score": nothing,
    "mode_score": nothing,
}


class _Score:
    """Stand in for a score."""

    def __init__(self, value: Any, **_: Any) -> None:
        self.value, self.reason = value, None
        self.answer = self.explanation = self.metadata = None

    def _as_scalar(self) -> Any:
        return self.value


def _decorator(function: Any = None, **_: Any) -> Any:
    return function if callable(function) else lambda decorated: decorated


def _load(paths: list[Path]) -> Ask:
    import numpy as np

    metric = {"Score": _Score, "Value": Any, "ValueToFloat": Any, "value_to_float": lambda: float}
    scripts: dict[str, Any] = {}
    for path, suffix in zip(paths, ("", _OLD), strict=True):
        others: dict[str, dict[str, Any]] = {
            "inspect_ai.scorer._metric": metric,
            "inspect_ai.scorer._reducer.registry": {"score_reducer": _decorator, "REDUCER_NAME": "__name__"},
            "inspect_ai.scorer._reducer.types": {"ScoreReducer": Callable},
        }
        scripts[suffix] = module_among(path, "inspect_ai.scorer._reducer.reducer", others)

    def ask(entry_point: str, data: Any, settings: dict[str, Any]) -> float:
        name, suffix = entry_point.removesuffix(_OLD), _OLD if entry_point.endswith(_OLD) else ""
        reducer = getattr(scripts[suffix], name)
        reduce = reducer(settings["k"]) if "k" in settings else reducer()
        return float(np.mean([float(reduce(list(map(_Score, samples))).value) for samples in data]))

    return one_by_one(ask)


def _source(version: str, sha256: str) -> Any:
    return of_pypi("inspect-ai", version, "inspect_ai/scorer/_reducer/reducer.py", sha256)


DRIVER = Driver(
    sources=[
        _source("0.3.285", "e18e2181c2350301ac055dedbeb46ccee9c459b8dd657ba7cf75a4227fa88ca5"),
        _source("0.3.180", "2bb0452cb975a0f33e09e654265ae9cff0a6e0f3382c7ecf32f29a0f739dea87"),
    ],
    inputs=some,
    requests=requests_of({**_CHOSEN, "pass_k": k_only, **{name + _OLD: choose for name, choose in _CHOSEN.items()}}),
    load=_load,
)
