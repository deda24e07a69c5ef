"""The npm package bleu-score, of one text and its reference. It needs Node.js; several segments: the mean of their scores."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora

_NODE = shutil.which("node") or "node"
_PROGRAM = """
const { bleu } = require(process.argv[1]);
const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(pairs.map(([reference, candidate, order]) => bleu(reference, candidate, order))));
"""


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield from (data for data in corpora("bleu", 2 * count, seed, 1) if _is_text(data))


def _is_text(data: Corpus) -> bool:
    """Can every text be given to another program?"""
    texts = [str(text) for line in data for text in (line.hypothesis, *line.references)]
    return bool(texts) and not any("\ud800" <= letter <= "\udfff" for text in texts for letter in text)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("bleu", {"max_order": order}) for order in rng.sample([1, 2, 3, 4, 5], 2)]


def _load(paths: list[Path]) -> Ask:
    def ask(data: Any, requests: list[Request]) -> list[float | str | Exception | None]:
        pairs = [
            (str(line.references[0]), str(line.hypothesis), knobs["max_order"])
            for _, knobs in requests
            for line in data
        ]
        command = [_NODE, "-e", _PROGRAM, str(paths[0].resolve())]
        done = subprocess.run(command, input=json.dumps(pairs).encode(), capture_output=True, check=True)  # noqa: S603
        scores = json.loads(done.stdout)
        size = len(data)
        means: list[float | str | Exception | None] = []
        for start in range(0, len(scores), size):
            total = 0.0
            for score in scores[start : start + size]:
                total += score
            means.append(total / size)
        return means

    return ask


def _version() -> str:
    done = subprocess.run([_NODE, "--version"], capture_output=True, check=True)  # noqa: S603
    return f"Node.js {done.stdout.decode().strip()}"


DRIVER = Driver(
    sources=[
        Source(
            repository="https://www.npmjs.com/package/bleu-score",
            path="js/bleu.js",
            version="1.0.4",
            sha256="41fafa659491083d2ed6a3a97e879211cb6aec1c6b8d1d03f4415301af3b54d2",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=_version,
)
