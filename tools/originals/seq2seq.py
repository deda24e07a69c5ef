"""Driver of metrics/rouge.py of google/seq2seq: its functions for sentences, which `rouge` 0.2 copied."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from conformance.recorded import Source
from tools.originals.driver import Ask, Driver, module_at
from tools.originals.rouge_functions import MEASURES, inputs, means, requests


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(entry_point: str, hypothesis: str, references: list[str], knobs: dict[str, Any]) -> float:
        order = [knobs["order"]] if entry_point == "rouge_n" else []
        scores = getattr(script, entry_point)([hypothesis], references, *order)
        return float(scores[MEASURES.index(knobs.get("measure", "f"))])

    return means(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/google/seq2seq",
            path="seq2seq/metrics/rouge.py",
            version="7f485894d412e8d81ce0e07977831865e44309ce",
            sha256="aa1ec68c8b0d542151bccf9d3e123ca606a37810973360f105c73f4d19796e3d",
        )
    ],
    inputs=inputs,
    requests=requests,
    load=_load,
)
