"""Golden vectors: recorded inputs with their expected outcomes, read from golden/ and checked.

A topic of a metric has two files. ``<topic>.json`` holds the vectors; their settings name only the knobs that differ
from the file's ``defaults``. ``<topic>.observed.json`` holds the generated columns, by vector id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec

from samescore.base.documents import json_document
from samescore.base.errors import DataError, SamescoreError, UnknownNameError, nearest
from samescore.base.numbers import number_from_text
from samescore.base.outcome import STORED_ULPS
from samescore.catalogue.paths import data_document, data_folder
from samescore.catalogue.selection import selection
from samescore.data.kinds import Data, from_plain
from samescore.metrics import metric
from samescore.settings import Settings

SchemaName = Literal["samescore-golden/2"]
(SCHEMA,) = get_args(SchemaName)
#: Suffix of files with generated columns.
OBSERVED = ".observed.json"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The expected outcome: `value` is a decimal string (empty unless a score), and `stages` has intermediate results.

    A double agrees if it is within `ulps` of the value; more ulps than the default need a reason in `ulps_why`.
    """

    outcome: Literal["score", "raised", "undefined"]
    value: str = ""
    ulps: int = STORED_ULPS
    ulps_why: str = ""
    stages: dict[str, Any] = {}


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The origin of an expected outcome: its kind, the place, and the derivation.

    The kind ``recorded`` (from an implementation) is only allowed in vectors that are not shipped.
    """

    kind: Literal["article", "paper", "hand", "exact", "recorded"]
    where: str
    derivation: str = ""


class StoredVector(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vector as stored in a file. `settings` has the knobs that differ from the file's defaults."""

    id: str
    comment: str
    settings: dict[str, Any]
    input: dict[str, Any]
    expected: Expected
    source: Source
    printed: str = ""
    refs: list[str] = []
    flags: list[str] = []


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The generated columns of a vector, by the name of a mistake or implementation. Empty columns are omitted."""

    mistakes: dict[str, str] = {}
    confirmed_by: dict[str, str] = {}
    observed: dict[str, str] = {}


class Vector(StoredVector, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A complete golden vector, as ``golden export`` writes it: `settings` has every knob of the metric."""

    metric: str
    mistakes: dict[str, str] = {}
    confirmed_by: dict[str, str] = {}
    observed: dict[str, str] = {}

    def data(self) -> Data:
        """Return the input as an object, built once to keep its cache. Raises `InputError` if it is malformed."""
        return self._data

    def complete_settings(self) -> Settings:
        """Return the settings as an object, built once. Raises `SettingsError` if they are invalid."""
        return self._settings

    @cached_property
    def _data(self) -> Data:
        return from_plain(self.input)

    @cached_property
    def _settings(self) -> Settings:
        return metric(self.metric).settings.from_mapping(self.settings)


class VectorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The vectors of a topic. `defaults` has every knob of the metric."""

    schema: SchemaName
    metric: str
    defaults: dict[str, Any]
    vectors: list[StoredVector]


class ObservedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The generated columns of a topic's vectors, by vector id; every vector has an entry."""

    schema: SchemaName
    columns: dict[str, Columns]


class VectorFlag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A flag of vectors: `meaning` says what a failure on a vector with this flag indicates."""

    kind: Literal["basic", "edge-case", "convention", "known-bug", "version-drift"]
    meaning: str
    links: list[str] = []


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mutants that no vector can detect, or knob values that no vector can use, for one `reason`.

    The names of both have the form ``metric.name``.
    """

    reason: str
    names: list[str]


class EquivalentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``golden/equivalent.toml``."""

    equivalent: list[Equivalent]


_File = TypeVar("_File", VectorFile, ObservedFile)


def observed_path(path: Path) -> Path:
    """Return the file of generated columns for a vector file."""
    return path.with_suffix(OBSERVED)


def vectors_path(path: Path) -> Path:
    """Return the file of vectors for `path`, which is either that file or its file of generated columns."""
    return path.with_name(path.name.removesuffix(OBSERVED) + ".json") if path.name.endswith(OBSERVED) else path


def load_file(path: Path) -> list[Vector]:
    """Load and check the complete vectors of a file, with their generated columns if the file of columns exists.

    Raises `DataError`, which names the file, the vector and the problem, if a file is malformed.
    """
    stored = _decoded(path, VectorFile)
    stored = msgspec.structs.replace(stored, defaults=_checked_defaults(stored, path))
    columns = _columns(path, [vector.id for vector in stored.vectors])
    vectors = []
    for plain in stored.vectors:
        place = f"{path}: {plain.id}"
        present = _with_present_names(plain, stored, place)
        vectors.append(_complete(present, stored, columns.get(plain.id, Columns())))
        _check(vectors[-1], place)
    return vectors


def _decoded(path: Path, kind: type[_File]) -> _File:
    """Parse a file of the given kind. Raises `DataError` if it is missing or malformed."""
    document: _File = json_document(path, kind, "the format is described in docs/vectors.md", error=DataError)
    return document


def _checked_defaults(stored: VectorFile, path: Path) -> dict[str, Any]:
    """Return the file's defaults by the present names of knobs.

    Raises `DataError` unless they have exactly the knobs of the metric, each with an allowed value.
    """
    try:
        kind = metric(stored.metric).settings
        defaults = kind.by_present_name(stored.defaults)
        missing = {knob.name for knob in kind.from_mapping(defaults).knobs()} - set(defaults)
    except SamescoreError as problem:
        raise DataError(f"{path}: defaults: {problem}") from None
    if missing:
        hint = "write the metric's defaults with: python -m tools.derive"
        raise DataError(f"{path}: defaults lack {', '.join(sorted(missing))}", hint=hint)
    return defaults


def _columns(path: Path, identifiers: list[str]) -> dict[str, Columns]:
    """Return the generated columns of the vectors of `path` by id; empty if there is no file of columns.

    Raises `DataError` unless the file has exactly one entry for each of `identifiers`.
    """
    beside = observed_path(path)
    if not beside.exists():
        return {}
    columns = _decoded(beside, ObservedFile).columns
    for identifier in identifiers:
        if identifier not in columns:
            raise DataError(f"{beside}: {identifier} has no entry", hint="write the entry with: python -m tools.derive")
    unknown = columns.keys() - set(identifiers)
    if unknown:
        raise DataError(f"{beside}: {min(unknown)} is not a vector of {path.name}", hint="remove the entry")
    return columns


def _complete(stored: StoredVector, file: VectorFile, columns: Columns) -> Vector:
    """Return a vector with the file's defaults and its columns, without checking it."""
    return Vector(
        metric=file.metric,
        **msgspec.structs.asdict(stored) | {"settings": {**file.defaults, **stored.settings}},
        **msgspec.structs.asdict(columns),
    )


def _with_present_names(stored: StoredVector, file: VectorFile, place: str) -> StoredVector:
    """Return a vector with the present names of its knobs.

    Raises `DataError`, which starts with `place`, if the vector repeats a default or has a knob that the metric lacks.
    """
    try:
        own = metric(file.metric).settings.by_present_name(stored.settings)
    except SamescoreError as problem:
        raise DataError(f"{place}: {problem}") from None
    repeated = sorted(name for name, value in own.items() if name in file.defaults and value == file.defaults[name])
    if repeated:
        raise DataError(
            f"{place}: settings repeat the file's defaults: {', '.join(repeated)}", hint="remove these settings"
        )
    return msgspec.structs.replace(stored, settings=own)


def _check(vector: Vector, place: str) -> None:
    """Raise `DataError`, which starts with `place`, if a complete vector is invalid."""
    if not _SLUG.fullmatch(vector.id):
        raise DataError(f"{place}: an id must be lower-case words and digits joined by '-'")
    try:
        vector.complete_settings()
        vector.data()
    except SamescoreError as problem:
        raise DataError(f"{place}: {problem}") from None
    if (vector.expected.outcome == "score") != bool(vector.expected.value):
        raise DataError(f"{place}: a score needs a value, and any other outcome must not have one")
    if vector.expected.value:
        try:
            number_from_text(vector.expected.value)
        except ValueError:
            raise DataError(f"{place}: {vector.expected.value!r} is not a number") from None
    if vector.expected.ulps > STORED_ULPS and not vector.expected.ulps_why:
        raise DataError(f"{place}: a tolerance of {vector.expected.ulps} ulps needs a reason (ulps_why)")


def file_of_vectors(name: str, vectors: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a vector file of the metric `name` as plain data, with the vectors sorted by id.

    The settings of `vectors` must be complete. The file has the metric's defaults, and each vector keeps only the
    settings that differ from them.
    """
    defaults = metric(name).settings().as_dict()
    stored = [
        {**vector, "settings": {knob: value for knob, value in vector["settings"].items() if value != defaults[knob]}}
        for vector in sorted(vectors, key=lambda vector: str(vector["id"]))
    ]
    return {"schema": SCHEMA, "metric": name, "defaults": defaults, "vectors": stored}


def file_of_columns(columns: Mapping[str, Columns]) -> dict[str, Any]:
    """Return a file of generated columns as plain data, sorted by the id of the vector."""
    return {"schema": SCHEMA, "columns": {name: msgspec.to_builtins(columns[name]) for name in sorted(columns)}}


def vector_files(folder: Path) -> Iterator[Path]:
    """Yield the vector files below `folder`, sorted.

    Raises `DataError` if a file of columns has no vector file beside it.
    """
    for path in sorted(folder.glob("*/*.json")):
        if not path.name.endswith(OBSERVED):
            yield path
        elif not vectors_path(path).exists():
            raise DataError(
                f"{path}: {vectors_path(path).name} is missing from the same folder",
                hint=f"remove {path.name}, or restore the vector file",
            )


@lru_cache(maxsize=1)
def vectors() -> dict[str, Vector]:
    """Return every shipped vector by id, in file order.

    This function does not check settings and inputs; a test checks them with `load_file`. Raises `DataError` if a file
    is malformed or an id is used twice.
    """
    by_id: dict[str, Vector] = {}
    for path in vector_files(data_folder("golden")):
        for vector in _shipped(path):
            if vector.id in by_id:
                raise DataError(f"{path}: the id {vector.id} is used twice")
            by_id[vector.id] = vector
    return by_id


@cache
def _shipped_files(folder: Path) -> dict[str, list[Path]]:
    """Return the vector files below the shipped folder by metric, both sorted. Raises `DataError` as `vector_files` does."""
    files: dict[str, list[Path]] = {}
    for path in vector_files(folder):
        files.setdefault(path.parent.name, []).append(path)
    return files


@cache
def _shipped(path: Path) -> list[Vector]:
    """Return the vectors of a shipped file. Raises `DataError` unless its folder is named after the metric."""
    stored = _decoded(path, VectorFile)
    if stored.vectors and stored.metric != path.parent.name:
        raise DataError(f"{path}: the metric is {stored.metric}", hint="a folder holds the vectors of one metric")
    columns = _columns(path, [vector.id for vector in stored.vectors])
    return [_complete(vector, stored, columns.get(vector.id, Columns())) for vector in stored.vectors]


def vector(identifier: str) -> Vector:
    """Return the vector called `identifier`.

    Raises `UnknownNameError`, which suggests similar names, if there is none.
    """
    everything = vectors()
    if identifier not in everything:
        hint = nearest(identifier, everything, "list them with: samescore list vectors", most=3)
        raise UnknownNameError(f"unknown vector: {identifier!r}", hint=hint)
    return everything[identifier]


def select(metrics: Iterable[str] = (), pattern: str = "") -> list[Vector]:
    """Return the vectors of `metrics` (by default all) that match the expression `pattern`; see `catalogue.selection`.

    Raises `InputError` if the expression is malformed.
    """
    wanted = set(metrics)
    if wanted:
        files = _shipped_files(data_folder("golden"))
        candidates = [vector for name in files if name in wanted for path in files[name] for vector in _shipped(path)]
    else:
        candidates = list(vectors().values())
    if not pattern:
        return candidates
    chosen = selection(pattern)
    whole = {vector.id for vector in candidates}.intersection(chosen.words)
    return [vector for vector in candidates if chosen.matches(vector.id, vector.flags, whole)]


@lru_cache(maxsize=1)
def retired_ids() -> dict[str, str]:
    """Return the ids of removed vectors, each with the reason for its removal."""
    table: dict[str, str] = data_document(data_folder("golden") / "retired.toml", dict[str, str])
    return table


def equivalent() -> dict[str, str]:
    """Return the mutants that no vector can detect and the knob values that no vector can use, each with the reason.

    Raises `DataError` if a name is listed twice.
    """
    path = data_folder("golden") / "equivalent.toml"
    stored: EquivalentFile = data_document(path, EquivalentFile)
    reasons: dict[str, str] = {}
    for group in stored.equivalent:
        for name in group.names:
            if name in reasons:
                raise DataError(f"{path}: {name} is listed twice", hint="remove one of the entries")
            reasons[name] = group.reason
    return reasons


@lru_cache(maxsize=1)
def flags() -> dict[str, VectorFlag]:
    """Return the registered flags by name. Raises `DataError` if the file is malformed."""
    path = data_folder("golden") / "flags.toml"
    registry: dict[str, VectorFlag] = data_document(path, dict[str, VectorFlag])
    return registry
