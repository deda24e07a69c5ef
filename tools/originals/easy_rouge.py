"""Driver of easy-rouge's functions for sentences, which take tokens; texts are split at white space."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, module_at
from tools.originals.rouge_functions import inputs, means, requests

_FIELDS = {"f": "f1_measure", "precision": "precision", "recall": "recall"}


def _requests(data: Data, rng: random.Random) -> list[Request]:
    alpha = rng.choice([0.0, 0.2, 0.5, 0.5, 0.8, 1.0])
    return [(entry_point, {**knobs, "alpha": alpha}) for entry_point, knobs in requests(data, rng)]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(entry_point: str, hypothesis: str, references: list[str], knobs: dict[str, Any]) -> float:
        texts = hypothesis.split(), references[0].split()
        if entry_point == "rouge_n":
            scores = script.rouge_n_sentence_level(*texts, knobs["order"], knobs["alpha"])
        else:
            scores = script.rouge_l_sentence_level(*texts, knobs["alpha"])
        return float(getattr(scores, _FIELDS[knobs.get("measure", "f")]))

    return means(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/easy-rouge",
            path="rouge/rouge.py",
            version="0.2.2",
            sha256="a410882c9f9792cc891e763832c821102d1fe8f4f2485f01a895cc6570d5f7ca",
        )
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
