"""Driver of fast-bleu's BLEU with smoothing_func=1 and 0; the score of a corpus is the mean of the scores of its segments.

It needs the installed package, which is compiled; the files are those of its source distribution.
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
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one


def _inputs(count: int, seed: int) -> Iterator[Data]:
    return (data for data in corpora("bleu", 2 * count, seed, 3) if len(data) and "\0" not in str(data.plain()))


def _requests(_: Data, rng: random.Random) -> list[Request]:
    knobs: dict[str, Any] = {"max_order": rng.choice([2, 3, 3, 4, 4, 5, 6])}
    return [("BLEU", knobs), ("BLEU-0", knobs)]


def _load(_: list[Path]) -> Ask:
    package = import_module("fast_bleu")

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        weights = tuple([1 / knobs["max_order"]] * knobs["max_order"])
        total = 0.0
        for line in data:
            references = [str(text).split() for text in line.references]
            bleu = package.BLEU(references, {0: weights}, smoothing_func=int(entry_point == "BLEU"))
            total += bleu.get_score([str(line.hypothesis).split()])[0][0]
        return total / len(data)

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/fast-bleu",
            path=f"fast_bleu/{name}",
            version="0.0.90",
            sha256=sha256,
        )
        for name, sha256 in (
            ("cpp_sources/sources/nltk.cpp", "11f0247575895f08e61400ffc8bc86d522fa692b3cbe717cdcbddf894a81a0bc"),
            ("cpp_sources/sources/bleu.cpp", "a76b6ebe613796533d73a61a9b1dc641ab941c4e9bb1ad7befac1b4430352009"),
            ("__python_wrapper__.py", "df280ad08529c7b9269c0f23446deea292df28cf1d2783e4504ea94513b35d80"),
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: (
        f"CPython {platform.python_version()} with fast-bleu {version('fast-bleu')}, on {platform.machine()}"
    ),
)
