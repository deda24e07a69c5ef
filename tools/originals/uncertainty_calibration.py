"""Driver of uncertainty-calibration: `lower_bound_scaling_ce` and `get_binning_ce`, which HELM calls as `get_ece_em`.

The file runs with NumPy, and with a stand-in for scikit-learn. Here `numpy.dot` adds from left to right, and
`numpy.argsort` is stable. Both orders of additions otherwise depend on the processor, and change the last digits.
"""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.calibration_inputs import BINS, arrays, several_classes, two_classes
from tools.originals.driver import Ask, Driver, Request, joined, one_by_one
from tools.originals.stand_ins import module_among

_MODES = {"top-label": "top-label", "class-wise": "marginal"}


def _knobs(rng: random.Random) -> dict[str, Any]:
    squared = rng.random() < 0.5
    return {
        "bins": rng.choice(BINS),
        "binning": rng.choice(("width", "mass", "value")),
        "measure": "root-mean-square" if squared else "mean",
        "debias": rng.choice(("none", "variance")) if squared else "none",
    }


def _two(_: Data, rng: random.Random) -> list[Request]:
    return [("scaling_ce", _knobs(rng)) for _ in range(3)]


def _more(_: Data, rng: random.Random) -> list[Request]:
    return [("multiclass_scaling_ce", {**_knobs(rng), "reduction": rng.choice([*_MODES])}) for _ in range(3)]


def _dot(left: list[float], right: list[float]) -> float:
    import numpy

    total: float = numpy.float64(0)
    for first, second in zip(left, right, strict=True):
        total += first * second
    return total


def _argsort(numbers: Any) -> Any:
    import numpy

    return numpy.argsort(numbers, kind="stable")


def _load(paths: list[Path]) -> Ask:
    module = module_among(paths[0], "calibration.utils", {"sklearn.linear_model": {"LogisticRegression": object}})
    module.np = SimpleNamespace(**{**vars(module.np), "dot": _dot, "argsort": _argsort})
    schemes = {"width": module.get_equal_prob_bins, "mass": module.get_equal_bins}

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        power, debias = (2 if knobs["measure"] == "root-mean-square" else 1), knobs["debias"] == "variance"
        options = {"p": power, "debias": debias, "mode": _MODES[knobs.get("reduction", "top-label")]}
        if knobs["binning"] == "value":
            return float(module.get_binning_ce(*arrays(data), **options))
        scheme = schemes[knobs["binning"]]
        return float(
            module.lower_bound_scaling_ce(*arrays(data), num_bins=knobs["bins"], binning_scheme=scheme, **options)
        )

    return one_by_one(ask)


_SOURCES = [
    Source(
        repository="https://pypi.org/project/uncertainty-calibration",
        path="calibration/utils.py",
        version="0.1.4",
        sha256="91e774b147f3c8d00c4ad8585fa267739b6e555ab27b0bbf11446ceac9961a75",
    )
]

DRIVER = joined(Driver(_SOURCES, two_classes, _two, _load), Driver(_SOURCES, several_classes, _more, _load))
