"""Driver of the scorers Levenshtein and ExactMatch of autoevals, for texts.

The files run alone, with stand-ins for their imports; they need polyleven, which counts the edits.
"""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.stand_ins import means, module_among, pairs


class _Base:
    """A stand-in for the base class of scorers."""

    def _name(self) -> str:
        return type(self).__name__


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("Levenshtein", {}), ("ExactMatch", {})]


def _load(paths: list[Path]) -> Ask:
    oai = ("LLMClient", "arun_cached_request", "get_default_embedding_model", "run_cached_request")
    others: dict[str, dict[str, Any]] = {
        "autoevals.partial": {"ScorerWithPartial": _Base},
        "autoevals.score": {"Score": SimpleNamespace},
        "autoevals.oai": dict.fromkeys(oai, object),
    }
    value = module_among(paths[1], "autoevals.value", others)
    scorers = {
        "Levenshtein": module_among(paths[0], "autoevals.string", others).Levenshtein(),
        "ExactMatch": value.ExactMatch(),
    }

    def ask(entry_point: str, output: str, expected: str, _: dict[str, Any]) -> float:
        return float(scorers[entry_point]._run_eval_sync(output, expected).score)

    return means(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/autoevals",
            path="autoevals/string.py",
            version="0.4.1",
            sha256="cb32e3c9f278eb2b0381c3904871f911ffce23b69c925f47b1bb20964572e290",
        ),
        Source(
            repository="https://pypi.org/project/autoevals",
            path="autoevals/value.py",
            version="0.4.1",
            sha256="9ec999c773e666b8778b179bde3c9f7dc442f798607d4426de1aec07a0dbb8ef",
        ),
    ],
    inputs=pairs,
    requests=_requests,
    load=_load,
)
