"""Driver of SQuAD's evaluate-v2.0.py: the numbers that it writes for files of data and predictions."""

from __future__ import annotations

import json
import random
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one
from tools.originals.squad_v1 import questions


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield from inputs_for("answer-f1", count, seed=seed)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("exact", {}), ("f1", {})]


def _load(paths: list[Path]) -> Ask:
    script: Any = module_at(paths[0])

    def ask(entry_point: str, data: Corpus, _: dict[str, Any]) -> float:
        articles, predicted = questions(data)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "data.json").write_text(json.dumps({"data": articles}))
            (folder / "predictions.json").write_text(json.dumps(predicted))
            script.OPTS = Namespace(
                data_file=folder / "data.json", pred_file=folder / "predictions.json", out_file=folder / "out.json",
                na_prob_file=None, na_prob_thresh=1.0, out_image_dir=None,
            )  # fmt: skip
            script.main()
            answer: float = json.loads((folder / "out.json").read_text())[entry_point]
        return answer

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/rajpurkar/SQuAD-explorer",
            path="evaluate-v2.0.py",
            version="eee5fdbf62f8613a7812b03419e6b29617b74fd1",
            sha256="710840ce2c2c61716334c056777032f24660b83eb9869a451036e6a24d8103c4",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
