"""Driver of trec_eval 9.0.8 and 10.0, built with `make` in their folders: the means that they print, with four decimals."""

from __future__ import annotations

import math
import random
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rankings import Rankings
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rankings import CUTOFFS, inputs

#: The names of measures, without and with a cutoff; empty if there is no such measure.
_NAMES = {
    "ndcg": ("ndcg", "ndcg_cut"),
    "ap": ("map", "map_cut"),
    "rr": ("recip_rank", ""),
    "precision": ("set_P", "P"),
    "recall": ("set_recall", "recall"),
    "f1": ("set_F", ""),
    "success": ("", "success"),
    "r-precision": ("Rprec", ""),
    "bpref": ("bpref", ""),
    "infap": ("infAP", ""),
    "eleven-point": ("11pt_avg", ""),
    "interpolated-precision": ("iprec_at_recall", ""),
    "unjudged": ("", "unj"),
}


#: Measures at levels of recall, for which version 10 has an entry point of its own.
_OF_RECALL = ("eleven-point", "interpolated-precision")


def _requests(_: Data, rng: random.Random) -> list[Request]:
    entry_points = ("v9", "v9", "v9", "v9", "v10", "v10", "v10", "v10-recall")
    return [(entry_point, _settings(entry_point, rng)) for entry_point in entry_points]


def _settings(entry_point: str, rng: random.Random) -> dict[str, Any]:
    measures = {
        "v9": [measure for measure in _NAMES if measure != "unjudged"],
        "v10": [measure for measure in _NAMES if measure not in _OF_RECALL],
        "v10-recall": list(_OF_RECALL),
    }
    measure = rng.choice(measures[entry_point])
    plain, cut = _NAMES[measure]
    made: dict[str, Any] = {"measure": measure}
    if not plain or (cut and rng.random() < 0.5):
        made["cutoff"] = rng.choice(CUTOFFS)
    if measure == "interpolated-precision":
        made["recall_level"] = rng.choice([0.0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.9, 1.0])
    if rng.random() < 0.3:
        made["relevance_level"] = rng.choice([2, 3])
    if rng.random() < 0.2 and entry_point != "v10-recall":
        made["unjudged"] = "removed"
    if rng.random() < 0.4:
        made["missing_results"] = "zero"
    if made == {"measure": "ap"} or (rng.random() < 0.05 and entry_point != "v10-recall"):
        made = {**made, "measure": "ap", "cutoff": 0, "mean": "geometric"}
    return made


def _load(paths: list[Path]) -> Ask:
    nine, ten = (str(path.resolve().with_name("trec_eval")) for path in paths)
    programs = {"v9": nine, "v10": ten, "v10-recall": ten}

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        plain, cut = _NAMES[knobs["measure"]]
        measure = "gm_map" if "mean" in knobs else f"{cut}.{knobs['cutoff']}" if knobs.get("cutoff") else plain
        measure += f".{knobs['recall_level']}" if "recall_level" in knobs else ""
        options = ["-c"] if knobs.get("missing_results") == "zero" else []
        options += ["-J"] if "unjudged" in knobs else []
        options += [f"-l{knobs.get('relevance_level', 1)}", "-m", measure]
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "qrels").write_text(qrels_text(data), encoding="utf-8")
            Path(folder, "run").write_text(run_text(data), encoding="utf-8")
            command = [programs[entry_point], *options, "qrels", "run"]
            done = subprocess.run(command, cwd=folder, capture_output=True)  # noqa: S603 - the program that was named
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        return float(done.stdout.split()[-1]) if done.stdout else math.nan

    return one_by_one(ask)


def qrels_text(data: Rankings) -> str:
    """Return the judgments in the format of TREC."""
    return "".join(f"{query.query} 0 {name} {grade}\n" for query in data for name, grade in query.qrels or ())


def run_text(data: Rankings) -> str:
    """Return the results in the format of TREC."""
    return "".join(f"{query.query} Q0 {name} 1 {score!r} t\n" for query in data for name, score in query.run or ())


def _source(version: str, sha256: str) -> Source:
    return Source(
        repository="https://github.com/usnistgov/trec_eval",
        path="trec_eval.c",
        version=version,
        sha256=sha256,
    )


DRIVER = Driver(
    sources=[
        _source("v9.0.8", "aee0d4954821b6e4daa3688709235cfb35c9299882d33b5303273c8a211ea480"),
        _source("v10.0", "15d83071e0d55e443c17c5609d3af960d8354232cd45d505455fe913f52a27bb"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: "trec_eval 9.0.8 and 10.0, built with GCC for Linux on x86-64",
)
