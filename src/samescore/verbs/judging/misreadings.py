"""Mistakes without a knob, for mutation testing of the golden vectors.

Each is the native metric on a misread input (items reordered, dropped, deduplicated, added to those of the previous
call, or with the sides exchanged).
"""

from __future__ import annotations

from collections.abc import Mapping

from samescore.data.kinds import kind_of
from samescore.generators.generator import Misreading, Plain, generator_of


def readings(data: Plain) -> Mapping[str, Misreading]:
    """Return the misreadings of an input of this kind, by name."""
    if "rule" in data or len(data.get("systems", "two")) == 1:
        return {}
    generator = generator_of(kind_of(data))
    weighted = "weights" in data and bool(generator.weighted_misreadings)
    return generator.weighted_misreadings if weighted else generator.misreadings
