"""Driver of easse's corpus_sari, in sari.py and utils/preprocessing.py, which needs sacrebleu 2 and sacremoses.

The other modules of easse are not imported. References are passed as streams.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.rewrites import Rewrites
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one

_REPOSITORY = "https://github.com/feralvam/easse"
_VERSION = "6a4352ec299ed03fda8ee45445ca43d9c7673e89"
_FILES = {
    "easse/sari.py": "e554cddeb9a3b75a2d7d69d64b5cb0ff4c11c968b5e94bb89c814a32a30b71ff",
    "easse/utils/preprocessing.py": "21f923662f660bee4662339795a15dc0fd3480e4358871b1df6492e2936dced2",
}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield the inputs of SARI in which all segments have equally many references."""
    for data in inputs_for("sari", 4 * count, seed=seed):
        if isinstance(data, Rewrites) and len(set(map(len, data.references))) < 2:
            yield data


def _requests(_: Data, rng: random.Random) -> list[Request]:
    knobs: dict[str, Any] = {"deletion": rng.choice(["f1", "f1", "precision"])}
    more: dict[str, Any] = {"case": rng.choice(["lower", "keep"]), "tokenizer": rng.choice(["13a", "intl"])}
    return [
        ("corpus_sari", {**knobs, **more}),
        ("corpus_sari_paper", {**knobs, **more}),
        ("corpus_sari_legacy", {**knobs, "tokenizer": more["tokenizer"]}),
    ]


def _load(paths: list[Path]) -> Ask:
    for name in ("easse", "easse.utils"):
        sys.modules[name] = ModuleType(name)
    preprocessing = sys.modules["easse.utils.preprocessing"] = module_at(paths[1])
    sys.modules["easse.utils"].preprocessing = preprocessing  # type: ignore[attr-defined]
    sys.modules["easse"].utils = sys.modules["easse.utils"]  # type: ignore[attr-defined]
    script = module_at(paths[0])

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        streams = [list(stream) for stream in zip(*data.references, strict=True)]
        return float(
            script.corpus_sari(
                list(data.sources),
                list(data.hypotheses),
                streams,
                lowercase=knobs.get("case", "lower") == "lower",
                tokenizer=knobs["tokenizer"],
                legacy=entry_point.endswith("legacy"),
                use_f1_for_deletion=knobs["deletion"] == "f1",
                use_paper_version=entry_point.endswith("paper"),
            )
        )

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(repository=_REPOSITORY, path=path, version=_VERSION, sha256=digest) for path, digest in _FILES.items()
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
