"""The records of what is checked without an expected value: axioms, mutants."""

from __future__ import annotations

import msgspec


class Axiom(msgspec.Struct, frozen=True, tag_field="type", tag="axiom"):
    """One axiom on one implementation; `holds` is null where it could not be asked."""

    implementation: str
    metric: str
    axiom: str
    holds: bool | None
    detail: str
    exception: str


class Mutant(msgspec.Struct, frozen=True, tag_field="type", tag="mutant"):
    """One knob held at one value, and the first vector that notices."""

    metric: str
    knob: str
    value: str
    killed_by: str
    equivalent: str
