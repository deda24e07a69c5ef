"""Driver of Fusion-in-Decoder's evaluation.py: the means over questions of `ems` and of `has_answer` for one passage.

It needs NumPy and regex.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one
from tools.originals.helm import inputs

Judge = Callable[[list[str], str], bool]


def shares(judges: dict[str, Judge]) -> Ask:
    """Return an `Ask` for the share of texts that the function of an entry point accepts, given the right answers and a text."""

    def ask(entry_point: str, data: Any, _: dict[str, Any]) -> float:
        judge = judges[entry_point]
        right = [judge([*map(str, line.references)], str(line.hypothesis)) for line in data]
        return sum(right) / len(right)

    return one_by_one(ask)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("exact_match", {}), ("has_answer", {})]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])
    tokenizer = script.SimpleTokenizer()
    return shares(
        {
            "exact_match": lambda answers, text: script.ems(text, answers),
            "has_answer": lambda answers, text: script.has_answer(answers, text, tokenizer),
        }
    )


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/facebookresearch/FiD",
            path="src/evaluation.py",
            version="fe769f30e3714e22476910ee39ea0054dd7921de",
            sha256="59b57079769eca7d43b661fae0e68ccf4d21a442df0af26779a62b4d202f1416",
        )
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
