"""Collect the claims of program results with unique ids, and convert numbers from JSON."""

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

#: A number with at least this many digits is an unrounded double.
_ALL_DIGITS = 15
#: Maximum number of claims in a file of results.
MOST_CLAIMS = 10_000


def digits(value: object) -> str:
    """Return a JSON number as the shortest text that denotes it.

    The text is empty for other values, including nan and infinities, and for integers of more than 30 digits.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else ""
    return repr(value) if math.isfinite(value) else ""


def is_whole_double(printed: str) -> bool:
    """Return whether a printed number has all the digits of a double, and so has not been rounded."""
    return len(re.sub(r"e.*|[^0-9]", "", printed).lstrip("0")) >= _ALL_DIGITS


def in_full(value: float) -> str:
    """Return a double with 17 significant digits, including zeros, to prevent it from being treated as rounded."""
    return f"{value:#.17g}" if value else digits(value)


class Results:
    """A collector for the claims and tables from a file; `source` is the source of its claims, usually the file's name."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._claims: list[Claim | MalformedClaim] = []
        self._tables: list[PrintedTable] = []
        self._ids: Counter[str] = Counter()

    def add(self, identifier: str, metric: str, published: str, **fields: Any) -> str:
        """Add a claim, and return its id, which is `identifier` with a number if that is already used.

        `fields` are further fields of `Claim`. Claims beyond `MOST_CLAIMS` are dropped.
        """
        self._ids[identifier] += 1
        own = identifier if self._ids[identifier] == 1 else f"{identifier} ({self._ids[identifier]})"
        if len(self._claims) < MOST_CLAIMS:
            self._claims.append(Claim(metric, published, own, source=self.source, **fields))
        return own

    def refuse(self, identifier: str, metric: str, value: object) -> None:
        """Add a malformed claim: the value is not a number, or its metric is unknown or not implemented here."""
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
        """Add a table of one row of related numbers, to be checked against each other.

        `rounded` means that the program rounds numbers, and never truncates them.
        """
        self.keep([PrintedTable(name, columns, [Row("", cells)], rounded)])

    def keep(self, tables: list[PrintedTable]) -> None:
        """Add tables whose numbers are to be checked against each other."""
        self._tables.extend(tables)

    def imported(self) -> Imported:
        """Return all claims and tables collected so far."""
        return Imported(self._claims, self._tables)


def with_place(cell: Cell, place: str) -> Cell:
    """Return a copy of a cell with this place, which is for messages."""
    return msgspec.structs.replace(cell, place=place)
