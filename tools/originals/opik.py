"""Driver of the heuristic metrics of Opik: LevenshteinRatio, Equals, ROUGE and GLEU.

The files run alone, with stand-ins for their base classes; they need RapidFuzz, rouge-score and NLTK. Blank texts are
skipped for ROUGE and GLEU, which reject them.
"""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.stand_ins import means, module_among, pairs

_FOLDER = "opik.evaluation.metrics"
_SHA256 = {
    "levenshtein_ratio": "504c0a0dc2ee66a5c1cb47f6085524045cc680463f6249b196ae100d3cabe600",
    "equals": "97d801fee4aa695c1a1d516b6cabf2abfda1e59435105ee4b2b9217895d21e26",
    "rouge": "070ae69fb8ea4ffc766f0cc72e435f102efcdff0fc109f913953c0f297f76bc0",
    "gleu": "ce3efc4f43c3d165d1ceb760942f710c08fd75f4fd4fcd2dd6f57248b81c3d76",
}


class _Base:
    """A stand-in for the base class of metrics, which would report to a tracker."""

    def __init__(self, name: str, **_: Any) -> None:
        self.name = name


def _others() -> dict[str, dict[str, Any]]:
    base, result = SimpleNamespace(BaseMetric=_Base), SimpleNamespace(ScoreResult=SimpleNamespace)
    return {
        f"{_FOLDER}.heuristics": {},
        _FOLDER: {"base_metric": base, "score_result": result},
        "opik.exceptions": {"MetricComputationError": ValueError},
    }


def _requests(data: Data, rng: random.Random) -> list[Request]:
    case: dict[str, Any] = {"case": "keep"} if rng.random() < 0.5 else {}
    ignored: dict[str, Any] = {"ignore_case": not case}
    asked = [("LevenshteinRatio", case), ("Equals", ignored)]
    texts: list[Any] = [
        line for segment in data.plain()["segments"] for line in (segment["hypothesis"], *segment["references"])
    ]
    if not all(text.strip() for text in texts):
        return asked
    stemmed = {"stemmer": "porter-nltk"} if rng.random() < 0.4 else {}
    rouge = [
        ("ROUGE-rouge1", stemmed),
        ("ROUGE-rouge2", stemmed),
        ("ROUGE-rougeL", stemmed),
        ("ROUGE-rougeLsum", stemmed),
    ]
    return [*asked, *rouge, ("GLEU", {})]


def _load(paths: list[Path]) -> Ask:
    modules = [
        module_among(path, f"{_FOLDER}.heuristics.{name}", _others()) for name, path in zip(_SHA256, paths, strict=True)
    ]
    levenshtein, equals, rouge, gleu = modules

    def ask(entry_point: str, output: str, reference: str, knobs: dict[str, Any]) -> float:
        if entry_point == "LevenshteinRatio":
            metric = levenshtein.LevenshteinRatio(case_sensitive="case" in knobs)
        elif entry_point == "Equals":
            metric = equals.Equals(case_sensitive=not knobs["ignore_case"])
        elif entry_point == "GLEU":
            metric = gleu.GLEU()
        else:
            metric = rouge.ROUGE(rouge_type=entry_point.partition("-")[2], use_stemmer="stemmer" in knobs)
        return float(metric.score(output, reference).value)

    return means(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/opik",
            path=f"opik/evaluation/metrics/heuristics/{name}.py",
            version="2.2.122",
            sha256=sha256,
        )
        for name, sha256 in _SHA256.items()
    ],
    inputs=pairs,
    requests=_requests,
    load=_load,
)
