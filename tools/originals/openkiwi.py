"""Driver of OpenKiwi 0.1.3: F1 of each class and their product, F1 at a calibrated threshold, and MCC for WMT19.

Three files come from the distribution. The fourth has the function `mcc` from an article that adds it to `functions.py`:
its four lines, each with a line break. `metrics.py` imports torch and other modules of OpenKiwi, which are not used here,
so empty modules replace them. It needs NumPy and more-itertools.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.labels import Confusion, Labels
from samescore.data.scored_labels import ScoredLabels
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one

#: OpenKiwi's labels, in its order.
_LABELS = ("OK", "BAD")
#: Counts whose products exceed 2^53, so equal formulas for MCC are rounded differently.
_LARGE = (
    [[116756, 69817], [189148, 210194]],
    [[96240, 143865], [231403, 184298]],
    [[66443, 235883], [191406, 133724]],
    [[214805, 57041], [236143, 149496]],
)


def _labels(rng: random.Random) -> Labels:
    size = rng.choice([1, 2, 3, *range(4, 40)])
    accuracy, share = rng.choice([0.0, 0.5, 0.8, 1.0]), rng.choice([0.1, 0.3, 0.5, 0.9])
    gold = [_LABELS[rng.random() < share] for _ in range(size)]
    predicted = [label if rng.random() < accuracy else rng.choice(_LABELS) for label in gold]
    return Labels(gold, predicted)


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield tags, sometimes many, and scored items, in turn.

    Tags that are all BAD are skipped, because OpenKiwi raises an IndexError for them.
    """
    yield Labels([], [])
    rng = random.Random(seed)
    for matrix in _LARGE:
        yield Confusion(_LABELS, matrix)
    for size in (100, 1000, 20000):
        for _ in range(8):
            yield Confusion(_LABELS, [[rng.randrange(size), rng.randrange(size)], [rng.randrange(size), size]])
    for items in inputs_for("threshold-f1-mult", count, seed=seed):
        labels = _labels(rng)
        if "OK" in labels.classes:
            yield labels
        if isinstance(items, ScoredLabels) and 0 < len(items.gold) <= (400 if rng.random() < 0.3 else 60):
            yield items


def _requests(data: Data, rng: random.Random) -> list[Request]:
    if isinstance(data, ScoredLabels):
        return [("f1_cal", {}), ("f1_cal", {"seed": rng.randrange(1, 1000)})]
    return [("mcc", {}), ("f1_mult", {}), ("f1", {"positive": "OK"}), ("f1", {"positive": "BAD"})]


def _stand_ins(functions: ModuleType, constants: ModuleType) -> dict[str, ModuleType]:
    """Return stand-ins for the modules that metrics.py imports, with only the names that are used here."""
    modules = {name: ModuleType(name) for name in ("torch", "scipy.stats.stats", "kiwi", "kiwi.models.utils")}
    modules["torch"].nn = ModuleType("torch.nn")  # type: ignore[attr-defined]
    modules["scipy.stats.stats"].pearsonr = modules["scipy.stats.stats"].spearmanr = None  # type: ignore[attr-defined]
    modules["kiwi"].constants = constants  # type: ignore[attr-defined]
    modules["kiwi.models.utils"].replace_token = None  # type: ignore[attr-defined]
    parents = {name: ModuleType(name) for name in ("scipy", "scipy.stats", "kiwi.models", "kiwi.metrics")}
    return {**parents, **modules, "kiwi.metrics.functions": functions}


def _numbers(data: Labels | Confusion) -> tuple[list[int], list[int]]:
    """Return the gold and the predicted tags as indices in OpenKiwi's list of labels."""
    if isinstance(data, Labels):
        return [_LABELS.index(str(label)) for label in data.gold], [
            _LABELS.index(str(label)) for label in data.predicted
        ]
    places = [_LABELS.index(str(name)) for name in data.classes]
    pairs = [(gold, predicted) for gold in range(len(places)) for predicted in range(len(places))]
    counted = [((places[gold], places[predicted]), data.matrix[gold][predicted]) for gold, predicted in pairs]
    items = [pair for pair, count in counted for _ in range(count)]
    return [gold for gold, _ in items], [predicted for _, predicted in items]


def _load(paths: list[Path]) -> Ask:
    import numpy

    functions, constants, added = (module_at(path) for path in paths[1:])
    saved = dict(sys.modules)
    sys.modules.update(_stand_ins(functions, constants))
    try:
        metrics = module_at(paths[0])
    finally:
        sys.modules.clear()
        sys.modules.update(saved)

    def calibrated(data: ScoredLabels, seed: int) -> float | None:
        metric = metrics.ThresholdCalibrationMetric()
        metric.scores, metric.Y = list(data.scores), list(data.gold)
        numpy.random.seed(seed)
        answer: float | None = metric.summarize().get("F1_CAL")
        return answer

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float | None:
        if entry_point == "f1_cal":
            return calibrated(data, knobs.get("seed", 0))
        gold, predicted = _numbers(data)
        if entry_point == "f1":
            by_class = functions.precision_recall_fscore_support(predicted, gold, labels=_LABELS)[2]
            return float(by_class[_LABELS.index(knobs["positive"])])
        if entry_point == "f1_mult":
            return float(functions.f1_product(predicted, gold))
        matrix = functions.confusion_matrix(predicted, gold, len(_LABELS))
        (right, missed), (wrong, rest) = matrix
        return float(added.mcc(right, rest, wrong, missed))

    return one_by_one(ask)


def _source(path: str, version: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/openkiwi", path, version, sha256)


DRIVER = Driver(
    sources=[
        _source("kiwi/metrics/metrics.py", "0.1.3", "dd034f23c359558603049de69d4c69e9146f2aa93aab61359e0e0a05f6841df2"),
        _source(
            "kiwi/metrics/functions.py", "0.1.3", "b3cb3c3f5811c3de7a692734d8d6cdb160956a1c92b1ef52d57af724b6606cd9"
        ),
        _source("kiwi/constants.py", "0.1.3", "3b11c8529a0bc1a4f8fd6e05453f08510196cabaf22d8deff1942e6f2dd6a9ef"),
        Source(
            repository="article: OpenKiwi's word-level metrics (WMT19)",
            path="mcc.py",
            version="the function mcc of kiwi/metrics/functions.py, line 128",
            sha256="c96049e2fb7eff663aa1d2e333d2e051862c7d8a83605cb7e31124332e578811",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
