"""What the importers of programs' results share: numbers of JSON, and claims with ids of their own."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Any

import msgspec

from samescore.metrics.aliases import is_elsewhere
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.importers.tabular import Imported
from samescore.verbs.audit.printed_text.tables import Cell, Column, Row, Table

#: With this many digits a number is a double that nobody has rounded.
_ALL_DIGITS = 15
#: The most claims of a file of results.
MOST_CLAIMS = 10_000


def digits(value: object) -> str:
    """A number of JSON as its shortest digits; empty for anything else, also for nan and infinities."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else ""
    return repr(value) if math.isfinite(value) else ""


def is_whole_double(printed: str) -> bool:
    """Does a number have all the digits of a double, so that nobody has rounded it?"""
    return len(re.sub(r"e.*|[^0-9]", "", printed).lstrip("0")) >= _ALL_DIGITS


def in_full(value: float) -> str:
    """A double with all the digits that it may have, also where they are zeros: ``1.0000000000000000`` is not 0.95."""
    return f"{value:#.17g}" if value else digits(value)


class Results:
    """The claims and tables of a file, as they are collected; `source` is what the file is called."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._claims: list[Claim | MalformedClaim] = []
        self._tables: list[Table] = []
        self._ids: Counter[str] = Counter()

    def add(self, identifier: str, metric: str, published: str, **fields: Any) -> str:
        """Keep a claim, under an id that no other one has, which is returned."""
        self._ids[identifier] += 1
        own = identifier if self._ids[identifier] == 1 else f"{identifier} ({self._ids[identifier]})"
        if len(self._claims) < MOST_CLAIMS:
            self._claims.append(Claim(metric, published, own, source=self.source, **fields))
        return own

    def refuse(self, identifier: str, metric: str, value: object) -> None:
        """Keep what is no score of a known metric as a malformed claim, or one whose metric is not computed here."""
        elsewhere = is_elsewhere(metric) and bool(digits(value))
        why = f"{metric!r:.80} is not computed here" if elsewhere else f"{value!r:.80} is not a number"
        if digits(value) and not elsewhere:
            why = f"unknown metric: {metric!r:.80}"
        if len(self._claims) < MOST_CLAIMS:
            self._claims.append(
                MalformedClaim(
                    f"{self.source}: {why}",
                    metric[:80],
                    str(value)[:80],
                    identifier[:80],
                    self.source,
                    elsewhere=elsewhere,
                )
            )

    def relate(self, name: str, columns: list[Column], cells: list[Cell], *, rounded: bool = True) -> None:
        """Keep a row of numbers that are checked against each other; `rounded` if nobody else has shortened what the program printed."""
        self.keep([Table(name, columns, [Row("", cells)], rounded)])

    def keep(self, tables: list[Table]) -> None:
        """Keep tables whose cells are checked against each other."""
        self._tables.extend(tables)

    def imported(self) -> Imported:
        """All that was collected."""
        return Imported(self._claims, self._tables)


def placed(cell: Cell, place: str) -> Cell:
    """A cell that is called so in messages."""
    return msgspec.structs.replace(cell, place=place)
