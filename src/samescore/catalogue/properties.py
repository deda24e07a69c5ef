"""Surprising properties of metrics: ``conformance/properties.toml``.

A property is not a divergence: every correct implementation has it, because it follows from the metric's definition.
Its witness is an input with the number that one implementation returns for it::

    [ter-above-100]
    metric = "ter"
    what = "A hypothesis that is longer than its reference can need more edits than the reference has words."
    remedy = "It is no error; compare the lengths of the two texts."
    input = {segments = [{hypothesis = "a b c d e f", references = ["x y"]}]}
    seen = {implementation = "sacrebleu.corpus_ter", value = "300.0"}
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import DataError, SamescoreError, UnknownNameError, nearest
from samescore.catalogue.divergences import WitnessSide
from samescore.catalogue.paths import data_document, data_folder
from samescore.data.kinds import Data, from_plain
from samescore.metrics import metric as find_metric


class Property(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A property of a metric; see the module docstring. `seen` is the number that an implementation returned."""

    metric: str
    what: str
    remedy: str
    input: dict[str, Any]
    seen: WitnessSide
    links: list[str] = []
    id: str = ""  # filled from the file

    def data(self) -> Data:
        """Return the input of the witness. Raises `InputError` if it is malformed."""
        return from_plain(self.input)


def load_file(path: Path) -> dict[str, Property]:
    """Load and check the properties in a file.

    Raises `DataError`, which names the file, the property and the problem, if the file is malformed.
    """
    loaded = _read(path)
    for name, entry in loaded.items():
        if not entry.what.strip() or not entry.remedy.strip():
            raise DataError(f"{path.name}: {name}: what and remedy must not be empty")
        try:
            find_metric(entry.metric)
            entry.data()
        except SamescoreError as problem:
            raise DataError(f"{path.name}: {name}: {problem}") from None
    return loaded


def _read(path: Path) -> dict[str, Property]:
    """Load the properties in a file without checking metrics and inputs, which would import unneeded modules."""
    loaded: dict[str, Property] = data_document(path, dict[str, Property])
    return {name: msgspec.structs.replace(entry, id=name) for name, entry in loaded.items()}


@lru_cache(maxsize=1)
def properties() -> dict[str, Property]:
    """Return every shipped property by id, in file order. Raises `DataError` if the file is malformed.

    This function does not check metrics and inputs; a test checks them with `load_file`.
    """
    return _read(data_folder("conformance") / "properties.toml")


def property_called(identifier: str) -> Property:
    """Return the property called `identifier`. Raises `UnknownNameError` if there is none."""
    if identifier not in properties():
        raise UnknownNameError(
            f"unknown property: {identifier!r}",
            hint=nearest(identifier, properties(), "list them with: samescore list properties"),
        )
    return properties()[identifier]
