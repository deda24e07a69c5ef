"""Driver of netcal's ECE, MCE and ACE. The file runs with NumPy and SciPy, and with stand-ins for the rest of the package.

netcal takes an input with up to two different gold classes as one of two classes, and refuses it if it has more than two
columns; inputs with several classes have three gold classes or more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.class_scores import ClassScores
from samescore.data.kinds import Data
from samescore.data.scored_labels import ScoredLabels
from tools.originals.calibration_inputs import BINS, arrays, several_classes, two_classes
from tools.originals.driver import Ask, Driver, Request, joined, one_by_one
from tools.originals.stand_ins import module_among

_MEASURES = ("ece", "mce", "ace")


def _several(count: int, seed: int) -> Iterator[Data]:
    for data in several_classes(4 * count, seed):
        if isinstance(data, ClassScores) and len(set(data.gold)) not in (1, 2):
            yield data


def _two(data: Data, rng: random.Random) -> list[Request]:
    return [(measure, _knobs(data, rng)) for measure in _MEASURES]


def _more(data: Data, rng: random.Random) -> list[Request]:
    return [(f"multiclass_{measure}", _knobs(data, rng)) for measure in _MEASURES]


def _knobs(data: Data, rng: random.Random) -> dict[str, Any]:
    """Return random settings; without quantiles if two are equal, because SciPy refuses bins of width 0."""
    import numpy

    bins, binning = rng.choice(BINS), rng.choice(("width", "quantile"))
    if isinstance(data, (ScoredLabels, ClassScores)) and len(data):
        columns = data.scores if isinstance(data, ScoredLabels) else [max(row) for row in data.class_scores]
        inner: list[float] = numpy.quantile(columns, numpy.linspace(0, 1, bins + 1))[1:-1].tolist()
        if min(numpy.diff([0.0, *inner, 1.0])) > 0:
            return {"bins": bins, "binning": binning}
    return {"bins": bins, "binning": "width"}


def _squeezed(labels: Any, axes_to_keep: int) -> Any:  # noqa: ARG001  # netcal passes it by name
    return labels


def _load(paths: list[Path]) -> Ask:
    others = {
        "netcal": {
            "accepts": lambda *_: lambda function: function,
            "hpdi": None,
            "squeeze_generic": _squeezed,
        }
    }
    module = module_among(paths[0], "netcal.metrics.Miscalibration", others)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        measure = module._Miscalibration(bins=knobs["bins"], equal_intervals=knobs["binning"] == "width")
        return float(measure._measure(*arrays(data), metric=entry_point.rsplit("_", maxsplit=1)[-1]))

    return one_by_one(ask)


_SOURCES = [
    Source(
        repository="https://pypi.org/project/netcal",
        path="netcal/metrics/Miscalibration.py",
        version="1.4.0",
        sha256="62635c92c098ed9e870466f733e1013cb9385586b6f2b4ab23472454849fafab",
    )
]

DRIVER = joined(Driver(_SOURCES, two_classes, _two, _load), Driver(_SOURCES, _several, _more, _load))
