"""Driver of the metrics wer and cer of Hugging Face's evaluate, which needs evaluate and jiwer 4.0.0.

With `concatenate_texts`, a reference without words does not raise an error (empty_reference=insertions).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield corpora of the word error rate without lone surrogates, which Arrow does not accept."""
    for corpus in corpora("wer", 2 * count, seed, 1):
        lines = [str(line) for segment in corpus for line in (segment.hypothesis, *segment.references)]
        if not any("\ud800" <= character <= "\udfff" for line in lines for character in line):
            yield corpus


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [(name, knobs) for name in ("wer", "cer") for knobs in ({}, {"empty_reference": "insertions"})]


def _load(paths: list[Path]) -> Ask:
    import evaluate

    metrics = {path.stem: evaluate.load(str(path)) for path in paths}

    def ask(name: str, data: Any, settings: dict[str, Any]) -> str:
        answer = metrics[name].compute(
            predictions=[str(segment.hypothesis) for segment in data],
            references=[str(segment.references[0]) for segment in data],
            concatenate_texts=settings.get("empty_reference") == "insertions",
        )
        return repr(answer)  # a number of insertions is an integer

    return one_by_one(ask)


def _source(name: str, sha256: str) -> Source:
    repository, version = "https://github.com/huggingface/evaluate", "b39b26694046961b9ae97a0458b290fc992df2b1"
    return Source(repository, f"metrics/{name}/{name}.py", version, sha256)


DRIVER = Driver(
    sources=[
        _source("wer", "bfc9a949a3554b8b80a4cf8d796e2877a5a1b27f9661620a5f5a76d1d71e1238"),
        _source("cer", "337a252e88053b27ba6d961c5a31a158a3eec1f9d333703bf287412adcf33205"),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
