"""Values of knobs that the recorded answers of an implementation do not tell from its own: conformance/unnoticed.toml."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from conformance.recorded import COMPENSATED_SUM
from samescore.base.documents import toml_document

#: Implementation, entry point, knob and value.
Alternative = tuple[str, str, str, str]


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Values of knobs that go unnoticed for one reason, perhaps under one kind of Python's sum of floats only."""

    entry_points: list[str]
    values: dict[str, list[str]]
    why: str
    sums: Literal["any", "plain", "compensated"] = "any"


def _listed() -> Iterator[Alternative]:
    path = Path(__file__).with_suffix(".toml")
    here = "compensated" if sys.version_info >= COMPENSATED_SUM else "plain"
    for implementation, groups in toml_document(path, dict[str, list[_Group]], hint="see the head of the file").items():
        for group in groups:
            if group.sums in ("any", here):
                for entry_point in group.entry_points:
                    for knob, values in group.values.items():
                        yield from ((implementation, entry_point, knob, value) for value in values)


UNNOTICED: set[Alternative] = set(_listed())
