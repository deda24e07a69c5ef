"""Driver of SARI.py by the authors of SARI, and of modified-sari.py, which needs NumPy.

SARI.py scores one sentence, so it only gets inputs of one segment.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rewrites import Rewrites
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one

_REPOSITORY = "https://github.com/cocoxu/simplification"
_VERSION = "35570464faa28f8f64d75e1c35b6770048e04adc"
_FILES = {
    "SARI.py": "9cbdfc4a3f0474c140a14350f9e1d117aed9f2639d4689d518411e06f037b1db",
    "modified-sari.py": "acdeedc8081d48d8a06fc777a6ef4cdb9d57fdcab4adbdd172b4631b80c33116",
}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield inputs of SARI, most of which have a single segment."""
    for number, data in enumerate(inputs_for("sari", 3 * count, seed=seed)):
        if _alone(data) or number % 4 == 0:
            yield data


def _alone(data: Data) -> bool:
    return isinstance(data, Rewrites) and len(data) == 1


def _requests(data: Data, _: random.Random) -> list[Request]:
    alone: list[Request] = [("SARIsent", {})] if _alone(data) else []
    return [*alone, ("finalp", {}), ("finalf", {})]


def _load(paths: list[Path]) -> Ask:
    script, modified = map(module_at, paths)

    def ask(entry_point: str, data: Any, _: dict[str, Any]) -> float:
        rows = list(data)
        if entry_point == "SARIsent":
            (row,) = rows
            return float(script.SARIsent(row.source, row.hypothesis, list(row.references)))
        columns = [
            [list(lines) if isinstance(lines, tuple) else lines for lines in column]
            for column in zip(*rows, strict=True)
        ]
        sources, hypotheses, references = columns or [[], [], []]
        answers = modified.compute_sari(sources, references, hypotheses)
        return float(answers[0 if entry_point == "finalp" else 1])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(repository=_REPOSITORY, path=name, version=_VERSION, sha256=digest) for name, digest in _FILES.items()
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
