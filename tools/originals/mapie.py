"""Driver of MAPIE's `expected_calibration_error` and `top_label_ece`.

The file runs with NumPy, and with stand-ins for the functions that check its arguments. MAPIE's number of bins is one more
than the knob if their edges are not maxima of chunks.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.class_scores import ClassScores
from samescore.data.kinds import Data
from tools.originals.calibration_inputs import BINS, arrays, several_classes, two_classes
from tools.originals.driver import Ask, Driver, Request, joined, one_by_one
from tools.originals.stand_ins import module_among

_STRATEGIES = {"width": "uniform", "quantile": "quantile"}


def _same(argument: Any) -> Any:
    return argument


_CHECKS = {
    **dict.fromkeys(("_check_array_inf", "_check_array_nan", "_check_arrays_length"), lambda *_: None),
    **dict.fromkeys(("_check_binary_zero_one", "_check_number_bins", "_check_split_strategy"), _same),
}
_STAND_INS: dict[str, dict[str, Any]] = {
    "scipy": {},
    "sklearn.utils": {"check_random_state": _same},
    "sklearn.utils.validation": {"column_or_1d": _same},
    "mapie._machine_precision": {"EPSILON": 1e-8},
    "mapie.utils": _CHECKS,
}


def _two(_: Data, rng: random.Random) -> list[Request]:
    made: list[Request] = [("ece", {"bins": rng.choice(BINS), "binning": binning}) for binning in _STRATEGIES]
    return [*made, ("ece_of_chunks", {"bins": rng.choice(BINS)})]


def _more(_: Data, rng: random.Random) -> list[Request]:
    names = ("top_label_ece", "classwise_ece", "confidence_ece")
    return [(name, {"bins": rng.choice(BINS), "binning": binning}) for name in names for binning in _STRATEGIES]


def _load(paths: list[Path]) -> Ask:
    module = module_among(paths[0], "mapie.metrics.calibration", _STAND_INS)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        probabilities, gold = arrays(data)
        if entry_point == "ece_of_chunks":
            return module.expected_calibration_error(gold, probabilities, knobs["bins"], "array split")  # type: ignore[no-any-return]
        options = {"num_bins": knobs["bins"] + 1, "split_strategy": _STRATEGIES[knobs["binning"]]}
        if entry_point == "top_label_ece":
            return float(module.top_label_ece(gold, probabilities, **options))
        if entry_point == "classwise_ece":
            options |= {"classwise": True, "class_labels": gold}
        elif isinstance(data, ClassScores):
            gold = (probabilities.argmax(axis=1) == gold).astype(int)
        return float(module.expected_calibration_error(gold, probabilities, **options))

    return one_by_one(ask)


_SOURCES = [
    Source(
        repository="https://pypi.org/project/mapie",
        path="mapie/metrics/calibration.py",
        version="1.6.0",
        sha256="24d74c8cd7b2017e367b66aa8da25f95f3ec1727a6c84066a2e2c27a33817ae2",
    )
]

DRIVER = joined(Driver(_SOURCES, two_classes, _two, _load), Driver(_SOURCES, several_classes, _more, _load))
