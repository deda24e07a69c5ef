"""Relations of p-values and intervals.

A p-value from B resamples is k/B or (k+1)/(B+1). An interval contains its estimate, unless its ends are quantiles of
resamples. Wald's 95 % interval of a share p of n items has the ends p -/+ z sqrt(p(1-p)/n), with z between 1.959 and 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from samescore.verbs.audit.printed_text.intervals import Interval
from samescore.verbs.audit.relations.arithmetic import ONE, ZERO, root
from samescore.verbs.audit.relations.kinds import Allowed, Missing, Relation
from samescore.verbs.audit.relations.sheet import ANYTHING, Printing, Sheet

#: The 97.5 % quantile of the normal distribution, as programs and people round it.
_Z = (Fraction("1.959"), Fraction(2))
_MOST = 10**12


def relations(sheet: Sheet) -> Iterator[Relation | Missing]:
    """Yield this module's relations between the cells of a table, with `Missing` for a relation that lacks a fact."""
    for column, name in enumerate(sheet.names):
        if name == "p-value":
            yield from _p_value_relations(sheet, column)
        elif name in ("interval-low", "interval-high") and sheet.column(column).of:
            yield from _interval_relations(
                sheet, column, sheet.table.index(sheet.column(column).of[0]), lower=name == "interval-low"
            )


def _p_value_relations(sheet: Sheet, column: int) -> Iterator[Relation | Missing]:
    resamples = sheet.knobs(column).get("resamples")
    name = "p-value of resamples"
    rows = list(sheet.rows(column))
    if not isinstance(resamples, int) or not 0 < resamples <= _MOST:
        yield Missing(name, tuple(row[0] for row in rows), "the number of resamples")
        return
    for places in rows:
        low, high = Printing.ROUNDED.interval(sheet.digits(places[0]))
        if (high - low) * resamples >= 1:
            yield Missing(
                name, places, f"more decimals: with {resamples} resamples, any p-value with so few decimals is possible"
            )
        else:
            yield Relation(name, places, _quotients(resamples))


def _quotients(resamples: int) -> Allowed:
    def allowed(values: Sequence[Interval]) -> Sequence[Interval]:
        low, high = values[0]
        found = []
        for below in (resamples, resamples + 1):
            first = math.ceil(low * below)
            nearest = [first] if first <= high * below else [first - 1, first]
            found += [(Fraction(k, below),) * 2 for k in nearest if 0 <= k <= below]
        return [(a, b) for a, b in found]

    return allowed


def _interval_relations(sheet: Sheet, column: int, of: int, *, lower: bool) -> Iterator[Relation | Missing]:
    wald = sheet.knobs(column).get("interval") == "wald"
    unless = "" if wald else "the interval consists of quantiles of resamples"
    bound = _at_most if lower else _at_least
    for places in sheet.rows(column, of):
        yield Relation("an interval contains its number", places, bound, unless, equation=False, of_means=True)
    items = sheet.of("items", like=of, label="")
    if wald and items:
        for places in sheet.rows(column, of, items[0]):
            yield Relation("Wald's interval", places, _wald(lower=lower))


def _at_most(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(ANYTHING[0], values[1][1])]


def _at_least(values: Sequence[Interval]) -> Sequence[Interval]:
    return [(values[1][0], ANYTHING[1])]


def _wald(*, lower: bool) -> Allowed:
    def allowed(values: Sequence[Interval]) -> Sequence[Interval] | None:
        _, (low, high), (items, most) = values
        if not items:
            return None
        variances = [low * (1 - low), high * (1 - high)]
        widest = Fraction(1, 4) if low <= Fraction(1, 2) <= high else max(variances)
        narrow, wide = root((min(variances) / most, widest / items), 2)
        if lower:
            return [(low - _Z[1] * wide, max(high - _Z[0] * narrow, ZERO))]  # some implementations clip it at 0
        return [(min(low + _Z[0] * narrow, ONE), high + _Z[1] * wide)]

    return allowed
