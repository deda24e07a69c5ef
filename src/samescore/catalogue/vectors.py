"""Golden vectors: cases with known answers, read from golden/ and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.catalogue.paths import data_folder
from samescore.data.kinds import Data, from_plain
from samescore.errors import DataError, SamescoreError, UnknownNameError
from samescore.metrics import metric
from samescore.outcome import STORED_ULPS
from samescore.settings import Settings

SCHEMA = "samescore-golden/1"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The right outcome: ``value`` is a decimal string; ``stages`` what the stages produce on the way.

    A double agrees within ``ulps`` of it; more than the usual 8 needs a reason in ``ulps_why``.
    """

    outcome: Literal["score", "raised", "undefined"]
    value: str = ""
    ulps: int = STORED_ULPS
    ulps_why: str = ""
    stages: dict[str, Any] = {}


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the expected value comes from."""

    kind: Literal["article", "paper", "hand", "exact"]
    where: str
    derivation: str = ""


class Vector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One golden case. `settings` names every knob of the metric."""

    id: str
    comment: str
    settings: dict[str, Any]
    input: dict[str, Any]
    expected: Expected
    source: Source
    printed: str = ""
    mistakes: dict[str, str] = {}
    confirmed_by: dict[str, str] = {}
    observed: dict[str, str] = {}
    refs: list[str] = []
    flags: list[str] = []
    metric: str = ""  # filled from the file

    def data(self) -> Data:
        """The input as an object; `InputError` when malformed."""
        return from_plain(self.input)

    def complete_settings(self) -> Settings:
        """The settings as an object."""
        return metric(self.metric).settings.from_mapping(self.settings)


class Flag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a failure on a vector so flagged means."""

    kind: Literal["basic", "edge-case", "convention", "known-bug", "version-drift"]
    meaning: str
    links: list[str] = []


class VectorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of golden/."""

    schema: str
    metric: str
    vectors: list[Vector]


def load_file(path: Path) -> list[Vector]:
    """The vectors of one file; `DataError` naming the file and what is wrong with it."""
    try:
        loaded = msgspec.json.decode(path.read_bytes(), type=VectorFile)
    except (OSError, msgspec.MsgspecError) as problem:
        raise DataError(f"{path}: {problem}", hint="docs/vectors.md describes the format") from None
    if loaded.schema != SCHEMA:
        raise DataError(f"{path}: schema {loaded.schema!r}, expected {SCHEMA!r}")
    return [_checked(msgspec.structs.replace(vector, metric=loaded.metric), path) for vector in loaded.vectors]


def _checked(vector: Vector, path: Path) -> Vector:
    place = f"{path}: {vector.id}"
    if not _SLUG.fullmatch(vector.id):
        raise DataError(f"{place}: an id is lower-case words and digits joined by '-'")
    try:
        settings = vector.complete_settings()
        vector.data()
    except SamescoreError as problem:
        raise DataError(f"{place}: {problem}") from None
    missing = {knob.name for knob in settings.knobs()} - set(vector.settings)
    if missing:
        raise DataError(f"{place}: settings lack {', '.join(sorted(missing))}")
    if (vector.expected.outcome == "score") != bool(vector.expected.value):
        raise DataError(f"{place}: a score has a value, another outcome has none")
    if vector.expected.value:
        try:
            float(vector.expected.value)
        except ValueError:
            raise DataError(f"{place}: {vector.expected.value!r} is not a number") from None
    if vector.expected.ulps > STORED_ULPS and not vector.expected.ulps_why:
        raise DataError(f"{place}: a tolerance of {vector.expected.ulps} ulps needs a reason (ulps_why)")
    return vector


@lru_cache(maxsize=1)
def vectors() -> dict[str, Vector]:
    """Every shipped vector by id, in file order."""
    found: dict[str, Vector] = {}
    for path in sorted(data_folder("golden").glob("*/*.json")):
        for vector in load_file(path):
            if vector.id in found:
                raise DataError(f"{path}: the id {vector.id} is used twice")
            found[vector.id] = vector
    return found


def vector(identifier: str) -> Vector:
    """The vector called `identifier`; `UnknownNameError` suggesting near names."""
    from difflib import get_close_matches

    everything = vectors()
    if identifier not in everything:
        near = get_close_matches(identifier, everything, n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "samescore list vectors shows them all"
        raise UnknownNameError(f"there is no vector {identifier!r}", hint=hint)
    return everything[identifier]


def select(metrics: Iterable[str] = (), pattern: str = "") -> list[Vector]:
    """The vectors of some metrics (all by default) whose id contains `pattern`."""
    wanted = set(metrics)
    return [v for v in vectors().values() if (not wanted or v.metric in wanted) and pattern in v.id]


def reasons(name: str) -> dict[str, str]:
    """A list in golden/ of names with a reason each: ``retired`` ids, or ``equivalent`` mutants."""
    path = data_folder("golden") / f"{name}.toml"
    try:
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError) as problem:
        raise DataError(f"{path}: {problem}") from None


@lru_cache(maxsize=1)
def flags() -> dict[str, Flag]:
    """The registry of flags."""
    path = data_folder("golden") / "flags.toml"
    try:
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, Flag])
    except msgspec.MsgspecError as problem:
        raise DataError(f"{path}: {problem}") from None
