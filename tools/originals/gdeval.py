"""Driver of gdeval.pl 1.3 of the TREC Web track: the printed means of nDCG and ERR, with five decimals.

Topics are numbers, scores are finite, and grades are at most 4.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rankings import Rankings
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.perl import run, version
from tools.originals.rankings import inputs, with_cutoff

_COLUMNS = {"ndcg": 2, "err": 3}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for data in inputs(4 * count, seed):
        if isinstance(data, Rankings) and all(abs(score) < 1e300 for query in data for _, score in query.run or ()):
            yield data


def _requests(_: Data, rng: random.Random) -> list[Request]:
    made: list[Request] = [(entry_point, with_cutoff(rng)) for entry_point in _COLUMNS]
    return [*made, (rng.choice([*_COLUMNS]), {**with_cutoff(rng), "missing_results": "zero"})]


def _load(paths: list[Path]) -> Ask:
    script = paths[0].resolve()

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in (("qrels", _qrels(data)), ("run", _results(data))):
                Path(folder, name).write_text("".join(lines), encoding="utf-8")
            options = ["-c"] if "missing_results" in knobs else []
            done = run(script, *options, "-k", str(knobs["cutoff"]), "qrels", "run", folder=folder)
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        return float(done.stdout.decode().splitlines()[-1].split(",")[_COLUMNS[entry_point]])

    return one_by_one(ask)


def _qrels(data: Rankings) -> Iterator[str]:
    for number, query in enumerate(data, 1):
        yield from (f"{number} 0 {name} {grade}\n" for name, grade in query.qrels or ())


def _results(data: Rankings) -> Iterator[str]:
    for number, query in enumerate(data, 1):
        yield from (f"{number} Q0 {name} 1 {score!r} t\n" for name, score in query.run or ())


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/trec-web/trec-web-2014",
            path="src/eval/gdeval.pl",
            version="52151b27602d9af9bfe752871e6f562c0b15e01d",
            sha256="723ae1254f298ceac475fbc04941a87005f3daf0b7872ee809a745a05c985d31",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
