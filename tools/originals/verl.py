"""Driver of verl's GSM8K: `compute_score` by both methods."""

from __future__ import annotations

from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask, module_at
from tools.originals.harness import MARKED, Grade, driver, graders


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def by(method: str) -> Grade:
        return lambda output, golds: float(script.compute_score(output, golds[0], method=method))

    return graders({f"gsm8k.{method}": by(method) for method in ("strict", "flexible")})


DRIVER = driver(
    ["gsm8k.strict", "gsm8k.flexible"],
    [
        Source(
            repository="https://pypi.org/project/verl",
            path="verl/utils/reward_score/gsm8k.py",
            version="0.9.1",
            sha256="497c6e32b708d0bc8803b5a048ca5983de7756eb9c146abdc56e6f5d28767189",
        )
    ],
    _load,
    forms=MARKED,
)
