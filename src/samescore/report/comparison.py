"""A comparison's records: rows, common settings, who was absent."""

from __future__ import annotations

from collections.abc import Iterator

from samescore import records
from samescore.report.explanation import shares
from samescore.verbs import diff as differ


def diff(table: differ.Table) -> Iterator[records.Record]:
    """One record for each row, each common setting, each absent implementation."""
    for row in table.rows:
        yield _row(table.metric, row)
    for pair in table.common:
        both = _row(table.metric, pair.first), _row(table.metric, pair.second)
        yield records.CommonRow(*both, pair.same, pair.gap, records.differences(pair.conflicts))
    for name, reason in table.absent:
        yield records.Absent(name, reason)


def _row(metric: str, row: differ.Row) -> records.Row:
    return records.Row(
        metric=metric,
        implementation=row.implementation,
        entry_point=row.entry_point,
        signature=row.settings.signature,
        outcome=records.outcome(row.outcome),
        number=row.number,
        reproduced_natively=row.modelled,
        ignored=list(row.ignored),
        gap=row.gap,
        shares=shares(row.shares),
        divergences=[one.id for one in row.divergences],
        remedies=[one.remedy for one in row.divergences],
        sentence=row.sentence,
    )
