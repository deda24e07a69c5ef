"""The records of a diff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from samescore.records.answer import Absent, Answer, Change
from samescore.records.gap import ShareOfGap, WalkStep


class KnownDivergence(msgspec.Struct, frozen=True):
    """An entry of the catalogue: what happens, and how to make the two agree."""

    id: str
    what: str
    remedy: str


class Row(msgspec.Struct, frozen=True, tag_field="type", tag="row"):
    """One entry point in a comparison, and its gap to the first one that has a number.

    `number` is the score on the widest scale of the metric, `scale` (0-100, mostly; empty for a metric without one).
    `reproduced_natively`: the native metric under the same settings gives exactly the same outcome, so that what is
    said of the knobs holds for the implementation. `ignored` names the user's knobs that it cannot take, `chosen` the
    knobs that matter and are off their defaults. `shares` add up to the gap, and `sentence` says them in a line.
    `divergences`, `meanings` and `remedies` are the catalogue's entries on it and the knobs that carry the gap.
    """

    metric: str
    implementation: str
    entry_point: str
    signature: str
    outcome: Answer
    number: float | None
    reproduced_natively: bool
    ignored: list[str]
    gap: float | None
    shares: list[ShareOfGap]
    divergences: list[str]
    remedies: list[str]
    sentence: str
    meanings: list[str] = []
    scale: str = ""
    chosen: dict[str, str] = {}

    @property
    def name(self) -> str:
        """Implementation and entry point."""
        return f"{self.implementation}.{self.entry_point}" if self.entry_point else self.implementation


class CommonRow(msgspec.Struct, frozen=True, tag_field="type", tag="common"):
    """Two entry points under the closest settings that both can take.

    `gap` is the second number minus the first; `same` says that they are equal but for the order of floating-point
    operations. `conflicts` are the knobs in which no common value exists, `steps` what each does to the score here.
    """

    first: Row
    second: Row
    same: bool
    gap: float | None
    conflicts: list[Change]
    steps: list[WalkStep] = []


class Comparison(msgspec.Struct, frozen=True):
    """The result of a diff: a row for each entry point, pairs under common settings, and who was absent."""

    metric: str
    rows: list[Row] = []
    common: list[CommonRow] = []
    absent: list[Absent] = []

    @property
    def unexplained(self) -> list[Row]:
        """The rows whose number the native metric does not reproduce."""
        return [row for row in self.rows if not row.reproduced_natively]

    @property
    def known(self) -> list[KnownDivergence]:
        """The catalogue's entries on the rows, each once."""
        entries = (zip(row.divergences, row.meanings, row.remedies, strict=False) for row in self.rows)
        return list({name: KnownDivergence(name, what, how) for row in entries for name, what, how in row}.values())

    @property
    def records(self) -> Iterator[Row | CommonRow | Absent]:
        """What is written of it, one a line."""
        yield from self.rows
        yield from self.common
        yield from self.absent


def comparisons(saved: Iterable[object]) -> list[Comparison]:
    """The comparisons that some records hold, in order; other records are left out."""
    found: list[Comparison] = []
    for record in saved:
        metric = record.first.metric if isinstance(record, CommonRow) else getattr(record, "metric", "")
        last = found[-1] if found and found[-1].metric == metric else None
        if isinstance(record, Row):
            if last is None or last.common or last.absent:
                found.append(last := Comparison(metric, [], [], []))
            last.rows.append(record)
        elif isinstance(record, CommonRow) and last is not None:
            last.common.append(record)
        elif isinstance(record, Absent) and metric:
            if last is None:
                found.append(last := Comparison(metric, [], [], []))
            last.absent.append(record)
    return found
