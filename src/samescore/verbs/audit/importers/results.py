"""Shared by importers of program results: numbers from JSON, and claims with unique ids."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Any

import msgspec

from samescore.metrics.aliases import is_elsewhere
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.importers.tabular import Imported
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row

#: A number with this many digits is an unrounded double.
_ALL_DIGITS = 15
#: Maximum number of claims in a file of results.
MOST_CLAIMS = 10_000


def digits(value: object) -> str:
    """Return the shortest digits of a JSON number; empty for other values, including nan and infinities."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else ""
    return repr(value) if math.isfinite(value) else ""


def is_whole_double(printed: str) -> bool:
    """Return whether a number has all the digits of a double, and so has not been rounded."""
    return len(re.sub(r"e.*|[^0-9]", "", printed).lstrip("0")) >= _ALL_DIGITS


def in_full(value: float) -> str:
    """Return a double with all its digits, including zeros: ``1.0000000000000000`` cannot be 0.95 rounded."""
    return f"{value:#.17g}" if value else digits(value)


class Results:
    """Collects the claims and tables of a file; `source` is the file's name in the claims."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._claims: list[Claim | MalformedClaim] = []
        self._tables: list[PrintedTable] = []
        self._ids: Counter[str] = Counter()

    def add(self, identifier: str, metric: str, published: str, **fields: Any) -> str:
        """Add a claim with a unique id, and return the id."""
        self._ids[identifier] += 1
        own = identifier if self._ids[identifier] == 1 else f"{identifier} ({self._ids[identifier]})"
        if len(self._claims) < MOST_CLAIMS:
            self._claims.append(Claim(metric, published, own, source=self.source, **fields))
        return own

    def refuse(self, identifier: str, metric: str, value: object) -> None:
        """Add a malformed claim for a value without a known metric, or one whose metric is not implemented here."""
        elsewhere = is_elsewhere(metric) and bool(digits(value))
        why = f"{metric!r:.80} is not computed by samescore" if elsewhere else f"{value!r:.80} is not a number"
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

    def relate(self, name: str, columns: list[PrintedColumn], cells: list[Cell], *, rounded: bool = True) -> None:
        """Add a row of related numbers to check; `rounded` if they have been rounded by the program at most."""
        self.keep([PrintedTable(name, columns, [Row("", cells)], rounded)])

    def keep(self, tables: list[PrintedTable]) -> None:
        """Add tables whose cells are checked against each other."""
        self._tables.extend(tables)

    def imported(self) -> Imported:
        """Return everything collected."""
        return Imported(self._claims, self._tables)


def with_place(cell: Cell, place: str) -> Cell:
    """Return a cell with this place for messages."""
    return msgspec.structs.replace(cell, place=place)
