"""The records of a diff, which compares the numbers of several implementations on one input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from samescore.records.answer import Absent, Answer, Change
from samescore.records.gap import ShareOfGap, WalkStep


class KnownDivergence(msgspec.Struct, frozen=True):
    """A divergence of the catalogue: its id, what happens, and how to make the two implementations agree."""

    id: str
    what: str
    remedy: str


class DiffRow(msgspec.Struct, frozen=True, tag_field="type", tag="row"):
    """The result of one entry point in a diff, and its gap to the baseline.

    The baseline is the first row with a number that is `reproduced_natively` or, if there is none, the first row with a
    number. `number` is the score on the metric's largest scale, `scale` (empty for a metric without a scale).
    `reproduced_natively` means that the native metric gives exactly the same outcome with the same settings; then the
    attribution to knobs is valid for the implementation. `ignored` names the user's knobs that the entry point does not
    support. `chosen` has the relevant knobs that differ from the metric's defaults, `changed` the knobs that differ
    from the entry point's own defaults. `arguments` are the settings in its name, as written. `shares` add up to the
    gap (`method` as in `Explanation`); `sentence` states them in words. `divergences`, `meanings` and `remedies` are
    the ids, descriptions and remedies of the catalogue's entries on the knobs behind the gap.
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
        """The implementation and the entry point, with the settings in the name as requested."""
        name = f"{self.implementation}.{self.entry_point}" if self.entry_point else self.implementation
        return f"{name}({self.arguments})" if self.arguments else name


class CommonRow(msgspec.Struct, frozen=True, tag_field="type", tag="common"):
    """The results of two entry points under the closest settings that both support.

    `gap` is the second number minus the first; `same` means that they are equal except for the order of floating-point
    operations. `conflicts` are the knobs without a common value; `steps` has the score after each conflict is changed.
    """

    first: DiffRow
    second: DiffRow
    same: bool
    gap: float | None
    conflicts: list[Change]
    steps: list[WalkStep] = []


class DiffReport(msgspec.Struct, frozen=True):
    """The result of a diff: a row for each entry point, pairs of rows, and implementations that could not be run."""

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
        """The divergences named in the rows, without repetitions."""
        entries = (zip(row.divergences, row.meanings, row.remedies, strict=False) for row in self.rows)
        return list({name: KnownDivergence(name, what, how) for row in entries for name, what, how in row}.values())

    @property
    def records(self) -> Iterator[DiffRow | CommonRow | Absent]:
        """The records in file order: rows, pairs, absent implementations."""
        yield from self.rows
        yield from self.common
        yield from self.absent


def comparisons(saved: Iterable[object]) -> list[DiffReport]:
    """Return the diffs in a list of records, in order; other records are ignored."""
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
