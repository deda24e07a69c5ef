"""The verb *diff*: compare implementations on the user's own input, and explain the gaps between their numbers.

Each row has an entry point's number with its own defaults and its gap to a baseline, with each knob's share of the gap
and the known divergences behind it. The baseline is the first entry point whose number the native metric reproduces; if
there is none, the first with a number. Each pair sets two entry points to the closest settings that both support, and
names the knobs in which they still differ. Nothing is said about the knobs of a number that is not reproduced, because
its settings are unknown.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore import records
from samescore.base.errors import UnknownNameError
from samescore.base.outcome import (
    CLOSE_NUMBER,
    SAME_NUMBER,
    Outcome,
    Score,
    Unavailable,
    Unsupported,
    relative_gap,
    same_outcome,
)
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.implementations import OF_THE_USER, Profiled, package_names
from samescore.implementations.sides import ResolvedSide, Side, native_settings, side
from samescore.metrics import find, merge_knobs
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.records import Absent, CommonRow, DiffRow, ShareOfGap
from samescore.settings import Settings
from samescore.settings.scale import on_widest, rescale, widest_scale
from samescore.verbs.inputs.distinct import refuse_repeated
from samescore.verbs.inputs.files import files_of_implementations
from samescore.verbs.inputs.knobs import Knobs, knobs_of
from samescore.verbs.why.attribution.known import applicable_divergences
from samescore.verbs.why.attribution.shapley import attribute, pipeline_order
from samescore.verbs.why.common_settings import Meeting, closest_settings

if TYPE_CHECKING:
    from samescore.verbs.inputs.columns import Columns
    from samescore.verbs.inputs.files import Files


@dataclasses.dataclass(frozen=True, slots=True)
class _Participant:
    """A compared entry point: its implementation, the side that names it, and its settings (`settled`)."""

    implementation: Profiled
    side: Side
    settled: ResolvedSide

    @property
    def profile(self) -> Profile:
        """The entry point's region."""
        return self.settled.profile

    @property
    def implementation_name(self) -> str:
        """The implementation's name, without the entry point."""
        return self.implementation.name.removesuffix(f".{self.profile.entry_point}")

    @property
    def key(self) -> tuple[object, ...]:
        """A key that is the same for participants with the same entry point and the same settings of their own."""
        return self.implementation_name, self.profile.entry_point, frozenset(self.settled.own.items())

    @property
    def name(self) -> str:
        """The name of the implementation with the entry point and the side's own settings."""
        return str(dataclasses.replace(self.side, name=f"{self.implementation_name}.{self.profile.entry_point}"))


@dataclasses.dataclass(frozen=True, slots=True)
class _Entry:
    """A row of the comparison, with its settings.

    The participant is None for the native metric, and for an entry point that does not support the settings.
    """

    row: DiffRow
    settings: Settings
    participant: _Participant | None = None


class Request(msgspec.Struct, frozen=True):
    """A request to compare implementations of one metric on one input.

    Without names, the implementations are the native metric and all installed packages. Names may have settings in
    parentheses, as in ``sacrebleu(lowercase=true)``, and one entry point may be named several times with different
    settings. `knobs` are set for all entry points, except those whose name sets them to other values.
    """

    input: Files | Columns
    metric: str = "bleu"
    implementations: Sequence[str] = ()
    knobs: Knobs = ()

    @property
    def paths(self) -> list[Path]:
        """The input files, and the files that the implementations read or execute."""
        return [*self.input.paths, *files_of_implementations(self.implementations)]


def programs_of(request: Request, rows: Iterable[DiffRow]) -> list[str]:
    """Return the names of the user's own functions and programs among the implementations of these rows."""
    names = {row.implementation for row in rows}
    return [name for name in request.implementations if name.startswith(OF_THE_USER) and side(name).name in names]


def execute(
    request: Request,
    on_progress: Callable[[str], None] = lambda _: None,
    on_row: Callable[[DiffRow], None] = lambda _: None,
) -> Iterator[DiffRow | CommonRow | Absent]:
    """Yield a row for each entry point, then pairs of entry points under the closest settings, then absent ones.

    An entry point that does not support `knobs` has a row without a number; `Absent` stands for an unavailable
    implementation, or a named one without an entry point for the metric.

    `on_row` is called with each row when its number is known, and again when its gap has been explained. Raises
    `UnknownNameError` or `SettingsError` for an unknown name, knob or value, settings that no entry point supports, or
    a duplicate name, and `InputError` for data that the metric does not accept.
    """
    chosen, implied = find(request.metric)
    data = request.input.read(request.metric)
    check_input(chosen, data)
    set_knobs = merge_knobs(chosen, implied, knobs_of(request.knobs, request.metric))
    wanted = chosen.settings.from_mapping(set_knobs)
    common = {name: getattr(wanted, name) for name in set_knobs}
    natives, participants, unsupported, absent = _resolve_sides(chosen.name, request.implementations, common)
    entries = []
    for asked in natives:
        on_progress(str(asked))
        settings = native_settings(asked, chosen.settings, common)
        entries.append(_Entry(_native_row(asked, settings, native_outcome(data, settings)), settings))
        on_row(entries[-1].row)
    for participant in participants:
        on_progress(participant.name)
        settings = participant.settled.settings
        entries.append(_Entry(_row_of_answer(participant, data, settings), settings, participant))
        on_row(entries[-1].row)
    entries += unsupported
    for row in _with_gaps(data, entries, on_progress):
        on_row(row)
        yield row
    yield from _pairs(data, entries, on_progress)
    yield from absent


def _resolve_sides(
    metric_name: str, names: Sequence[str], common: dict[str, object]
) -> tuple[list[Side], list[_Participant], list[_Entry], list[Absent]]:
    """Resolve the names to native sides, entry points, rows of unsupported settings, and absent implementations.

    `common` are the knob values set on all sides. Without names, the native metric and all installed packages are used.
    Raises `UnknownNameError` for an unknown name, or one that is given twice.
    """
    if isinstance(names, str):
        raise UnknownNameError("implementations is a single name, not a list", hint="wrap it in a list")
    sides = [side(name) for name in names or ("native", *package_names())]
    refuse_repeated(sides)
    natives: list[Side] = []
    participants: dict[tuple[object, ...], _Participant] = {}
    unsupported: list[_Entry] = []
    absent: list[Absent] = []
    for asked in sides:
        named = asked.opened(metric_name)
        if not isinstance(named, Profiled):
            natives.append(asked)
            continue
        refusal = named.unavailable()
        profiles = named.profiles(metric_name)
        if not profiles:
            if names:
                why = refusal.reason if refusal else f"no entry point for {metric_name}"
                absent.append(Absent(str(asked), why, metric_name))
            continue
        if refusal is not None:
            absent.append(Absent(str(asked), refusal.reason, metric_name))
            continue
        settled, refusals = asked.settled(profiles, common)
        for profile, problem in refusals:
            row = _row(asked.name, profile.settings(), Unsupported(problem.message), profile.settings())
            row = msgspec.structs.replace(row, entry_point=profile.entry_point, arguments=asked.written)
            unsupported.append(_Entry(row, profile.settings()))
        for supported in settled:
            participant = _Participant(named, asked, supported)
            if participant.key in participants:
                raise UnknownNameError(
                    f"{participant.name} is given twice with the same settings", hint="give each name once"
                )
            participants[participant.key] = participant
    return natives, list(participants.values()), unsupported, absent


def _row_of_answer(participant: _Participant, data: Data, settings: Settings) -> DiffRow:
    """Run an entry point with these settings; return its row, which says whether the native metric reproduces it."""
    profile = participant.profile
    outcome = participant.implementation.ask(profile, data, settings)
    silent = isinstance(outcome, (Unsupported, Unavailable))
    return msgspec.structs.replace(
        _row(participant.implementation_name, settings, outcome, profile.settings()),
        entry_point=profile.entry_point,
        arguments=participant.side.written,
        reproduced_natively=silent or same_outcome(native_outcome(data, settings), outcome, max_ulps=profile.ulps),
        ignored=participant.settled.ignored,
    )


def _native_row(asked: Side, settings: Settings, outcome: Outcome) -> DiffRow:
    return msgspec.structs.replace(
        _row("native", settings, outcome, type(settings).from_mapping({})), arguments=asked.written
    )


def _row(implementation_name: str, settings: Settings, outcome: Outcome, defaults: Settings) -> DiffRow:
    """Return a row for an outcome, without a gap; `defaults` are the entry point's default settings."""
    widest = rescale(outcome, settings, on_widest(settings))
    return DiffRow(
        metric=settings.metric,
        implementation=implementation_name,
        entry_point="",
        signature=settings.signature,
        outcome=records.outcome(outcome),
        number=widest.value if isinstance(widest, Score) else None,
        reproduced_natively=True,
        ignored=[],
        gap=None,
        shares=[],
        divergences=[],
        remedies=[],
        sentence="",
        scale=widest_scale(settings),
        chosen={
            knob.name: knob.domain.format(getattr(settings, knob.name))
            for knob in settings.knobs()
            if knob.matters and getattr(settings, knob.name) != knob.default
        },
        changed={
            change.knob.name: change.knob.domain.format(change.right) for change in defaults.differences(settings)
        },
    )


def _with_gaps(data: Data, entries: Sequence[_Entry], on_progress: Callable[[str], None]) -> Iterator[DiffRow]:
    """Yield the rows; a row with a number has its gap to the baseline (see the module), unless it is the baseline."""
    numbered = [entry for entry in entries if entry.row.number is not None]
    baseline = min(numbered, key=lambda entry: not entry.row.reproduced_natively, default=None)
    for entry in entries:
        if baseline is None or entry is baseline or entry.row.number is None:
            yield entry.row
        else:
            yield _row_with_gap(data, baseline, entry, on_progress)


def _row_with_gap(data: Data, baseline: _Entry, entry: _Entry, on_progress: Callable[[str], None]) -> DiffRow:
    """Return the row of an entry with its gap to the baseline and an explanation of the gap.

    The explanation has the shares of the knobs and the known divergences. It is missing if the native metric does not
    reproduce both numbers.
    """
    names = f"{baseline.row.name} to {entry.row.name}"
    on_progress(names)
    number = entry.row.number or 0.0
    gap = number - (baseline.row.number or 0.0)
    if not (baseline.row.reproduced_natively and entry.row.reproduced_natively):
        return msgspec.structs.replace(entry.row, gap=gap)
    start, end = on_widest(baseline.settings), on_widest(entry.settings)
    if not all(isinstance(native_outcome(data, settings), Score) for settings in (start, end)):
        return msgspec.structs.replace(entry.row, gap=gap, reproduced_natively=False)
    changes = pipeline_order(start.differences(end))
    attribution = attribute(data, start, changes, lambda text: on_progress(f"{names}: {text}"))
    shares = attribution.shares
    divergences = {
        divergence.id: divergence
        for side, settings in ((baseline, (start, end)), (entry, (end, start)))
        for divergence in applicable_divergences(
            data, side.row.implementation, side.row.entry_point, settings, changes, records.contributing_knobs(shares)
        )
    }
    return msgspec.structs.replace(
        entry.row,
        gap=gap,
        shares=shares,
        method=attribution.method,
        sentence=records.sentence(baseline.row.name, entry.row.name, gap, shares, attribution.remarks),
        divergences=list(divergences),
        remedies=[divergence.remedy for divergence in divergences.values()],
        meanings=[divergence.what for divergence in divergences.values()],
        reproduced_natively=_adds_up(shares, gap, number, _rounding(baseline.row, entry.row)),
    )


def _rounding(*rows: DiffRow) -> float:
    """Return the largest possible sum of the rounding errors of the rows' numbers, on the widest scale."""
    return sum(
        10.0**-row.outcome.decimals * (abs(row.number / row.outcome.value) if row.outcome.value else 1)
        for row in rows
        if row.outcome.decimals is not None and row.number is not None
    )


def _adds_up(shares: Sequence[ShareOfGap], gap: float, number: float, rounding: float) -> bool:
    """Return whether the shares add up to the gap within `rounding`.

    A gap is between returned numbers, converted to the widest scale; its shares are computed on that scale throughout.
    With logarithms, and in 32-bit floats, the sum and the gap differ slightly.
    """
    total = float(sum(share.value for share in shares))
    return math.isclose(total, gap, rel_tol=CLOSE_NUMBER, abs_tol=rounding + CLOSE_NUMBER * max(1, abs(number)))


def _pairs(data: Data, entries: Sequence[_Entry], on_progress: Callable[[str], None]) -> Iterator[CommonRow]:
    """Yield pairs of entry points with reproduced numbers, each under the closest settings that both support.

    The first entry point is paired with every other one.
    """
    answered = [
        (entry, entry.participant)
        for entry in entries
        if entry.participant is not None and entry.row.number is not None and entry.row.reproduced_natively
    ]

    def under(entry: _Entry, participant: _Participant, settings: Settings) -> DiffRow:
        if entry.settings == settings:
            return entry.row
        return msgspec.structs.replace(_row_of_answer(participant, data, settings), arguments="")

    for entry, participant in answered[1:]:
        first_entry, first = answered[0]
        if participant.key[:2] == first.key[:2]:  # each can use the other's settings
            continue
        on_progress(f"{first.name} and {participant.name}")
        closest_pair = closest_settings(data, first.profile, participant.profile, first_entry.settings, entry.settings)
        yield _pair(
            under(first_entry, first, closest_pair.first), under(entry, participant, closest_pair.second), closest_pair
        )


def _same_number(first: DiffRow, second: DiffRow, gap: float) -> bool:
    """Return whether two numbers are equal up to the order of operations and rounding."""
    return relative_gap(first.number or 0.0, second.number or 0.0) <= SAME_NUMBER or abs(gap) <= _rounding(
        first, second
    )


def _pair(first: DiffRow, second: DiffRow, closest_pair: Meeting) -> CommonRow:
    gap = None if first.number is None or second.number is None else second.number - first.number
    return CommonRow(
        first,
        second,
        same=gap is not None and _same_number(first, second, gap),
        gap=gap,
        conflicts=records.differences(closest_pair.conflicts),
        steps=closest_pair.steps,
    )
