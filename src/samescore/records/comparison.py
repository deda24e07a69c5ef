"""The records of a diff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from samescore.records.answer import Absent, Answer, Change
from samescore.records.gap import ShareOfGap, WalkStep


class KnownDivergence(msgspec.Struct, frozen=True):
    """An entry of the catalogue: what happens, and how to make the two implementations agree."""

    id: str
    what: str
    remedy: str


class DiffRow(msgspec.Struct, frozen=True, tag_field="type", tag="row"):
    """One entry point in a comparison, and its gap to the first one that has a number.

    `number` is the score on the widest scale of the metric, from 0 to `scale` (empty for a metric without a scale).
    `reproduced_natively`: the native metric gives exactly the same outcome with the same settings, so the attribution
    to knobs is valid for the implementation. `ignored` names the user's knobs that it does not support, `chosen` the
    relevant knobs off their defaults, `changed` those off the entry point's own defaults. `arguments` are the settings
    given with its name, as written. `shares` add up to the gap (`method` as in an `Explanation`); `sentence` states
    them in words. `divergences`, `meanings` and `remedies` are the catalogue's entries on the knobs behind the gap.
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
    method: str = ""
    arguments: str = ""
    changed: dict[str, str] = {}

    @property
    def name(self) -> str:
        """Implementation and entry point, with the settings given with the name."""
        name = f"{self.implementation}.{self.entry_point}" if self.entry_point else self.implementation
        return f"{name}({self.arguments})" if self.arguments else name


class CommonRow(msgspec.Struct, frozen=True, tag_field="type", tag="common"):
    """Two entry points under the closest settings that both support.

    `gap` is the second number minus the first; `same` says that they are equal except for the order of floating-point
    operations. `conflicts` are the knobs without a common value, `steps` the effect of each on the score.
    """

    first: DiffRow
    second: DiffRow
    same: bool
    gap: float | None
    conflicts: list[Change]
    steps: list[WalkStep] = []


class DiffReport(msgspec.Struct, frozen=True):
    """The result of a diff: a row for each entry point, pairs under common settings, and absent implementations."""

    metric: str
    rows: list[DiffRow] = []
    common: list[CommonRow] = []
    absent: list[Absent] = []

    @property
    def unexplained(self) -> list[DiffRow]:
        """The rows whose number the native metric does not reproduce."""
        return [row for row in self.rows if not row.reproduced_natively]

    @property
    def known(self) -> list[KnownDivergence]:
        """The catalogue's entries on the rows, without repetitions."""
        entries = (zip(row.divergences, row.meanings, row.remedies, strict=False) for row in self.rows)
        return list({name: KnownDivergence(name, what, how) for row in entries for name, what, how in row}.values())

    @property
    def records(self) -> Iterator[DiffRow | CommonRow | Absent]:
        """The records to write, in order."""
        yield from self.rows
        yield from self.common
        yield from self.absent


def comparisons(saved: Iterable[object]) -> list[DiffReport]:
    """Return the comparisons in a list of records, in order; other records are ignored."""
    gathered: list[DiffReport] = []
    for record in saved:
        metric = record.first.metric if isinstance(record, CommonRow) else getattr(record, "metric", "")
        last = gathered[-1] if gathered and gathered[-1].metric == metric else None
        if isinstance(record, DiffRow):
            if last is None or last.common or last.absent:
                gathered.append(last := DiffReport(metric, [], [], []))
            last.rows.append(record)
        elif isinstance(record, CommonRow) and last is not None:
            last.common.append(record)
        elif isinstance(record, Absent) and metric:
            if last is None:
                gathered.append(last := DiffReport(metric, [], [], []))
            last.absent.append(record)
    return gathered
