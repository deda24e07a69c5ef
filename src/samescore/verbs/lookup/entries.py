"""The verb *show*: show a golden vector, or the catalogue's entries with a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from samescore.base.errors import UnknownNameError, nearest_names
from samescore.catalogue.divergences import divergences
from samescore.catalogue.mistakes import known_mistakes
from samescore.catalogue.notes import notes
from samescore.catalogue.profile_files import profiles_of
from samescore.catalogue.properties import properties
from samescore.catalogue.reported import reported_cases
from samescore.catalogue.vectors import flags, vectors
from samescore.metrics import find
from samescore.verbs.lookup import listing


class Request(msgspec.Struct, frozen=True):
    """The name to look up."""

    name: str


class Entry(msgspec.Struct, frozen=True):
    """An entry with its name; `kind` is divergence, reported, property, mistake, flag, note or vector."""

    kind: str
    name: str
    value: msgspec.Struct

    def fields(self) -> dict[str, Any]:
        """Return the entry's data as a dictionary."""
        return {"type": self.kind, "id": self.name, **msgspec.structs.asdict(self.value)}


def entry_names() -> list[str]:
    """Return the names of all entries except vectors."""
    return [name for entries in _entries().values() for name in entries]


def execute(request: Request) -> Iterator[Entry]:
    """Yield the entries with this name, such as a mistake and a flag. Raises `UnknownNameError` if there is none."""
    kinds = {**_entries(), "vector": vectors()}
    found = [
        Entry(kind, request.name, entries[request.name]) for kind, entries in kinds.items() if request.name in entries
    ]
    if not found:
        raise UnknownNameError(f"unknown entry: {request.name!r}", hint=_hint(request.name))
    yield from found


def list_instead(name: str) -> listing.Request | None:
    """Return the list to show for a name that is not an entry: a metric's knobs, or a package's entry points.

    Return None for the name of an entry, and for a name that is neither a metric nor a package.
    """
    if name in entry_names() or name in vectors():
        return None
    if profiles_of(name) is not None:
        return listing.Request("implementations", (name,))
    try:
        return listing.Request("knobs", (find(name)[0].name,))
    except UnknownNameError:
        return None


def _entries() -> dict[str, Mapping[str, msgspec.Struct]]:
    """Return all entries except vectors, by kind."""
    return {
        "divergence": divergences(),
        "reported": reported_cases(),
        "property": properties(),
        "mistake": known_mistakes(),
        "flag": flags(),
        "note": notes(),
    }


def _hint(name: str) -> str:
    """Return a hint for an unknown name: the list with that name, or the nearest entry."""
    if name in listing.LISTS:
        return f"samescore list {name}{' METRIC' if name == 'knobs' else ''} shows them all"
    search = "samescore why WORDS searches the catalogue"
    near = nearest_names(name, [*entry_names(), *vectors()], 1, 0.5)
    return f"did you mean {near[0]}? ({search})" if near else search
