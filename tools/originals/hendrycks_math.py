"""Driver of the script of MATH (Hendrycks et al., 2021): `is_equiv`."""

from __future__ import annotations

from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask, module_at
from tools.originals.harness import graders
from tools.originals.latex_answers import driver


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])
    return graders({"is_equiv": lambda output, golds: float(script.is_equiv(output, golds[0]))})


DRIVER = driver(
    ["is_equiv"],
    [
        Source(
            repository="https://github.com/hendrycks/math",
            path="modeling/math_equivalence.py",
            version="985bdc1696e88e8643f081a0ff4719da39f2ae2a",
            sha256="c4101b1f51a2bb65665194aecd9f761d668c0c248a0350f196c2950e87488527",
        )
    ],
    _load,
)
