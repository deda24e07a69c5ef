"""Driver of conlleval.pl of the CoNLL-2000 shared task: the printed precision, recall and FB1 of all types together."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.tagged import Tagged
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.perl import run, version

#: Tags that the script treats specially: brackets, a full stop, and types that are false in Perl.
_RARE = (
    ".",
    ".-PER",
    "[-PER",
    "]-PER",
    "[",
    "]",
    "B-0",
    "I-0",
    "B-",
    "I-",
    "-PER",
    "E",
    "S",
    "B-PER",
    "E-PER",
    "O",
    "O",
)
_PRINTED = re.compile(rb"precision: +(\d+\.\d\d)%; recall: +(\d+\.\d\d)%; FB1: +(\d+\.\d\d)$", re.MULTILINE)
_MEASURES = ("precision", "recall", "f1")


def odd_tags(rng: random.Random) -> Tagged:
    """Return one to three sentences of rare tags, with predictions that are mostly right."""
    tags = rng.sample(_RARE, 5)
    gold = [[rng.choice(tags) for _ in range(rng.randint(0, 8))] for _ in range(rng.randint(1, 3))]
    predicted = [[tag if rng.random() < 0.8 else rng.choice(tags) for tag in row] for row in gold]
    return Tagged(gold, predicted)


def _inputs(count: int, seed: int) -> Iterator[Data]:
    rng = random.Random(seed)
    yield Tagged([["B-PER"] * 63], [["B-PER"] + ["O"] * 62])  # 3.125 in percent, and F1 from percentages a bit above
    for data in inputs_for("entity-f1", count, seed=seed):
        yield data
        if rng.random() < 0.3:
            yield odd_tags(rng)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("conlleval", {}), ("conlleval", {"measure": rng.choice(_MEASURES[:2])}), ("conlleval-r", {})]


def _load(paths: list[Path]) -> Ask:
    script = paths[0].resolve()

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> str:
        pairs = [zip(*sides, strict=True) for sides in zip(data.gold_tags, data.predicted_tags, strict=True)]
        lines = "".join("".join(f"w {gold} {said}\n" for gold, said in tokens) + "\n" for tokens in pairs)
        options = ["-r"] if entry_point == "conlleval-r" else []
        with tempfile.TemporaryDirectory() as folder:
            done = run(script, *options, folder=folder, given=lines.encode())
        printed = _PRINTED.search(done.stdout)
        if done.returncode or not printed:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        return printed[1 + _MEASURES.index(knobs.get("measure", "f1"))].decode()

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/kyzhouhzau/BERT-NER",
            path="conlleval.pl",
            version="0f77e478872453df51cd3c65d1a39b12d9617f9d",
            sha256="73474d28bc10966fbfe4b5c2d07d13a378fb6927c51415d2b9cbcff18ca8ea76",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=2,
    interpreter=version,
)
