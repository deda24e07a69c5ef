"""HotpotQA's hotpot_evaluate_v1.py: what it prints, from files of data and predictions."""

from __future__ import annotations

import ast
import io
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus, Segment
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Each question has one right answer: the first."""
    yield Corpus.from_segments([], [])
    rng, pool = random.Random(seed), [segment for data in corpora("answer-f1", count, seed) for segment in data]
    pool += [Segment("b\0", ("b",))] * (len(pool) // 50)
    for _ in range(count):
        asked = rng.sample(pool, rng.choice([1, 1, 2, 3, 6]))
        yield Corpus.from_segments(
            [str(segment.hypothesis) for segment in asked], [[str(segment.references[0])] for segment in asked]
        )


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("em", {}), ("f1", {})]


def _load(paths: list[Path]) -> Ask:
    sys.modules.setdefault("ujson", json)  # it only reads the files
    script: Any = module_at(paths[0])

    def ask(entry_point: str, data: Corpus, _: dict[str, Any]) -> float:
        gold = [
            {"_id": str(number), "answer": str(segment.references[0]), "supporting_facts": []}
            for number, segment in enumerate(data)
        ]
        said = {str(number): str(segment.hypothesis) for number, segment in enumerate(data)}
        with tempfile.TemporaryDirectory() as name, redirect_stdout(io.StringIO()) as printed:
            files = Path(name, "predictions.json"), Path(name, "gold.json")
            for file, content in zip(files, ({"answer": said, "sp": {key: [] for key in said}}, gold), strict=True):
                file.write_text(json.dumps(content))
            script.eval(*map(str, files))
        return float(ast.literal_eval(printed.getvalue())[entry_point])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/hotpotqa/hotpot",
            path="hotpot_evaluate_v1.py",
            version="3635853403a8735609ee997664e1528f4480762a",
            sha256="d35fc91a6db21d791dbdda11daf3856e9359f5701d54e3eefba20d88fecc02c0",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
