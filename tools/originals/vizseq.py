"""Driver of vizseq's BLEUScorer, ChrFScorer, ROUGE scorers and WERScorer, which round scores to three decimals.

It needs vizseq, sacreBLEU and rouge-score. All segments have equally many references.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

_SCORERS = {
    "BLEUScorer": "bleu",
    "ChrFScorer": "chrf",
    "Rouge1Scorer": "rouge",
    "Rouge2Scorer": "rouge",
    "RougeLScorer": "rouge",
    "WERScorer": "wer",
}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    kinds = (
        corpora("bleu", count, seed, 3),
        corpora("chrf", count, seed, 1),
        corpora("rouge-n", count, seed, 2),
        corpora("wer", count, seed, 1),
    )
    for some in zip(*kinds, strict=False):
        for data in some:
            if len({len(segment.references) for segment in data}) == 1:
                yield data


def _requests(data: Data, rng: random.Random) -> list[Request]:
    bleu: dict[str, Any] = {"tokenizer": rng.choice(["13a", "intl", "char"])} if rng.random() < 0.3 else {}
    asked: list[Request] = [("BLEUScorer", bleu), ("ChrFScorer", {})]
    asked += [("Rouge1Scorer", {}), ("Rouge2Scorer", {}), ("RougeLScorer", {})]
    one = isinstance(data, Corpus) and all(len(segment.references) == 1 for segment in data)
    return [*asked, ("WERScorer", {})] if one else asked


def _load(paths: list[Path]) -> Ask:
    modules = {name: import_module(f"vizseq.scorers.{name}") for name in ("bleu", "chrf", "rouge", "wer")}
    if Path(str(modules["bleu"].__file__)).resolve() != paths[0].resolve():
        raise ImportError(f"{paths[0]} is not the installed file")

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> str | None:
        kind = getattr(modules[_SCORERS[entry_point]], entry_point)
        hypotheses = [str(segment.hypothesis) for segment in data]
        streams = [list(stream) for stream in zip(*(map(str, segment.references) for segment in data), strict=True)]
        score = float(kind(extra_args=knobs or None).score(hypotheses, streams).corpus_score)
        return f"{score:.3f}" if score == score else None

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/vizseq",
            path=f"vizseq/scorers/{name}.py",
            version="0.2.1",
            sha256=sha256,
        )
        for name, sha256 in (
            ("bleu", "bb21793e0ef72e275d3f4526f448df37d0bb20c5417f40b6bd22d2599c0e7f25"),
            ("chrf", "63791e6178045629338c66ab53529c6e16ec479777b5a89458d07b0c3b618cbd"),
            ("rouge", "d0ba1c2884c64f6b53b02d9adc3e43bb51e13175a2ac1473571ae860ae3d4572"),
            ("wer", "75b4419fedb9ed06438b6772fdbcf3c27fa97c911b4f77b4f442260a4ea147b7"),
            ("_wer", "384dbc632098490c70e63a9ee06265c34450352cf778d0d404dc05a5cc89ce12"),
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=3,
    scaled=True,
    interpreter=lambda: (
        f"CPython {platform.python_version()} with vizseq {version('vizseq')} and sacreBLEU {version('sacrebleu')}"
    ),
)
