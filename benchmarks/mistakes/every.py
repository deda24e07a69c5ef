"""All programs as functions of this module: ``py:benchmarks.mistakes.every:NAME``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.mistakes import (
    agreement,
    auc,
    bleu,
    chrf,
    exact_match,
    held_out,
    labels,
    later,
    meteor,
    rouge,
    ter,
    wer,
)
from benchmarks.mistakes.program import Program

FAMILIES = (
    *(bleu, chrf, rouge, ter, wer, labels, agreement, auc, meteor, exact_match),
    *later.FAMILIES,
    *held_out.FAMILIES,
)
PROGRAMS: dict[str, Program] = {program.name: program for family in FAMILIES for program in family.PROGRAMS}


def __getattr__(name: str) -> Callable[..., Any]:
    if name in PROGRAMS:
        return PROGRAMS[name].function
    raise AttributeError(f"there is no program {name!r}")
