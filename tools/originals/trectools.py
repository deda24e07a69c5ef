"""Driver of trectools' TrecEval, which needs pandas. Its files run alone, and read a run and judgments from files."""

from __future__ import annotations

import random
import tempfile
import warnings
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rankings import inputs, with_cutoff
from tools.originals.stand_ins import module_among
from tools.originals.trec_eval import qrels_text, run_text

_MEASURES = ("map", "reciprocal_rank", "precision", "recall", "rprec")


def _requests(_: Data, rng: random.Random) -> list[Request]:
    orders = ["id-descending", "id-ascending"]
    requests: list[Request] = [
        (f"get_{measure}", {**with_cutoff(rng), "ties": rng.choice(orders)}) for measure in _MEASURES
    ]
    gains = ["linear", "exponential"]
    return [*requests, *(("get_ndcg", {**with_cutoff(rng), "gain": gain}) for gain in gains)]


def _load(paths: list[Path]) -> Ask:
    stand_ins: dict[str, dict[str, Any]] = {
        "sklearn": {"metrics": None},
        "scipy.stats": {"ttest_ind": None, "norm": None},
        "trectools": {"TrecRes": object},
    }
    run_file = module_among(paths[0], "trectools.trec_run", stand_ins)
    qrels_file = module_among(paths[1], "trectools.trec_qrel", stand_ins)
    stand_ins["trectools"] |= {"TrecRun": run_file.TrecRun, "TrecQrel": qrels_file.TrecQrel}
    module = module_among(paths[2], "trectools.trec_eval", stand_ins)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            qrels, run = Path(folder, "qrels"), Path(folder, "run")
            qrels.write_text(qrels_text(data), encoding="utf-8")
            run.write_text(run_text(data), encoding="utf-8")
            evaluation = module.TrecEval(run_file.TrecRun(str(run)), qrels_file.TrecQrel(str(qrels)))
            like_trec_eval = knobs.get("ties") == "id-descending" or knobs.get("gain") == "linear"
            return float(getattr(evaluation, entry_point)(depth=knobs["cutoff"], trec_eval=like_trec_eval))

    return one_by_one(ask)


def _source(path: str, sha256: str) -> Source:
    return Source(repository="https://pypi.org/project/trectools", path=path, version="0.0.50", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source("trectools/trec_run.py", "e2269ef37a1ab19e992f7df2259357e05785c0a94f2a7ef12bde9164045af8ad"),
        _source("trectools/trec_qrel.py", "70a01a4a70c63bc8a0f8367402122490d06f42f5390403d2d183efe03e087f35"),
        _source("trectools/trec_eval.py", "33be4281abec524bff5a076a06fc7bd4b676b0193d2b2d3aa2120ff04801b1dd"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
