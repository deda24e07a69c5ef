"""Look up the golden vectors that records name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from samescore.records import Case, Identification, Move, Record

if TYPE_CHECKING:
    from samescore.catalogue.vectors import Vector


def vectors_named_in(saved: Sequence[Record]) -> dict[str, Vector]:
    """Return the golden vectors named in the records, by id, except those whose input has changed since."""
    named: dict[str, str] = {}
    for record in saved:
        match record:
            case Case():
                named[record.vector] = record.input
            case Move():
                named.setdefault(record.vector, "")
            case Identification():
                named |= {departure.vector: "" for departure in record.departures}
    if not named:
        return {}
    from samescore.catalogue.vectors import vectors
    from samescore.data.kinds import digest

    known = vectors()
    return {
        name: known[name]
        for name, recorded in named.items()
        if name in known and (not recorded or digest(known[name].data()) == recorded)
    }
