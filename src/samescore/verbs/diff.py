"""The verb *diff*: compare implementations on the user's own input, and explain the gaps between their numbers.

Each row has an entry point's number under its own defaults and its gap to a baseline (the first entry point that
returns a number), with each knob's share of the gap and the known divergences behind it. Each pair sets two entry
points to the closest settings that both support, and names the knobs in which they still differ.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence

import msgspec

from samescore import records
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.errors import UnknownNameError
from samescore.implementations import Profiled, implementation, package_names
from samescore.metrics import find, merged
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.outcome import (
    CLOSE_NUMBER,
    SAME_NUMBER,
    Outcome,
    Score,
    Unavailable,
    Unsupported,
    relative_gap,
    same_outcome,
)
from samescore.records import Absent, CommonRow, Comparison, Row, ShareOfGap
from samescore.settings import Settings
from samescore.settings.scale import on_widest, rescaled, widest_scale
from samescore.verbs.attribution.known import known
from samescore.verbs.attribution.shapley import attribute, ordered
from samescore.verbs.common_settings import Meeting, meeting


@dataclasses.dataclass(frozen=True, slots=True)
class _Participant:
    """An entry point that is compared."""

    implementation: Profiled
    profile: Profile

    @property
    def key(self) -> tuple[str, str]:
        """The names of the implementation and of the entry point."""
        return self.implementation.name.removesuffix(f".{self.profile.entry_point}"), self.profile.entry_point

    @property
    def name(self) -> str:
        """Implementation and entry point, joined by a dot."""
        return ".".join(self.key)


@dataclasses.dataclass(frozen=True, slots=True)
class _Entry:
    """A row of the comparison, with the settings behind it; the native metric has no participant."""

    row: Row
    settings: Settings
    participant: _Participant | None = None


def diff(
    metric_name: str,
    data: Data,
    implementations: Sequence[str] = (),
    *,
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> Comparison:
    """Compare implementations on `data`: all installed ones if none is named.

    `knobs` are set wherever an entry point supports them. Raises `UnknownNameError` or `SettingsError`
    for a name, knob or value that does not exist, or a name given twice.
    """
    chosen, implied = find(metric_name)
    check_input(chosen, data)
    set_knobs = merged(implied, knobs)
    wanted = chosen.settings.from_mapping(set_knobs)
    participants, absent = _participants(chosen.name, implementations)
    entries = []
    for participant in participants:
        on_progress(participant.name)
        entries.append(_under_defaults(participant, data, wanted, set(set_knobs)))
    if not implementations or "native" in implementations:
        on_progress("native")
        entries.insert(0, _Entry(_row("native", "", wanted, native_outcome(data, wanted), reproduced=True), wanted))
    return Comparison(
        chosen.name,
        list(_with_gaps(data, entries, on_progress)),
        list(_pairs(data, entries, on_progress)),
        absent,
    )


def _participants(metric_name: str, names: Sequence[str]) -> tuple[list[_Participant], list[Absent]]:
    """The entry points of the named implementations (of all installed ones by default), and those that are absent."""
    if isinstance(names, str):
        raise UnknownNameError("implementations is a single name, not a list", hint="wrap it in a list")
    if len(set(names)) != len(names):
        raise UnknownNameError(f"an implementation is named twice: {', '.join(names)}", hint="name it once")
    participants: dict[tuple[str, str], _Participant] = {}
    absent: list[Absent] = []
    for name in names or package_names():
        named = implementation(name)
        if not isinstance(named, Profiled):
            continue
        refusal = named.unavailable()
        profiles = named.profiles(metric_name)
        if not profiles:
            if names:
                why = refusal.reason if refusal else f"no entry point for {metric_name}"
                absent.append(Absent(name, why, metric_name))
            continue
        if refusal is not None:
            absent.append(Absent(name, refusal.reason, metric_name))
            continue
        for profile in profiles:
            participant = _Participant(named, profile)
            if participant.key in participants:
                raise UnknownNameError(f"{participant.name} is named twice", hint="name it once")
            participants[participant.key] = participant
    return list(participants.values()), absent


def _under_defaults(participant: _Participant, data: Data, wanted: Settings, set_knobs: set[str]) -> _Entry:
    """An entry point under its defaults, changed by those of the user's knobs that it supports."""
    profile = participant.profile
    settings = profile.taking({name: getattr(wanted, name) for name in set_knobs})
    ignored = sorted(
        name
        for name in set_knobs
        if name not in profile.irrelevant and getattr(settings, name) != getattr(wanted, name)
    )
    return _Entry(_answered(participant, data, settings, ignored), settings, participant)


def _answered(participant: _Participant, data: Data, settings: Settings, ignored: Sequence[str] = ()) -> Row:
    """The row for an entry point's answer under these settings, and whether the native metric reproduces it."""
    outcome = participant.implementation.ask(participant.profile, data, settings)
    silent = isinstance(outcome, (Unsupported, Unavailable))
    reproduced = silent or same_outcome(native_outcome(data, settings), outcome, max_ulps=participant.profile.ulps)
    return _row(*participant.key, settings, outcome, reproduced=reproduced, ignored=ignored)


def _row(
    name: str, entry_point: str, settings: Settings, outcome: Outcome, *, reproduced: bool, ignored: Sequence[str] = ()
) -> Row:
    widest = rescaled(outcome, settings, on_widest(settings))
    return Row(
        metric=settings.metric,
        implementation=name,
        entry_point=entry_point,
        signature=settings.signature,
        outcome=records.outcome(outcome),
        number=widest.value if isinstance(widest, Score) else None,
        reproduced_natively=reproduced,
        ignored=list(ignored),
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
    )


def _with_gaps(data: Data, entries: Sequence[_Entry], on_progress: Callable[[str], None]) -> Iterator[Row]:
    """The rows, each with its gap to the first row that has a number."""
    baseline = next((entry for entry in entries if entry.row.number is not None), None)
    for entry in entries:
        if baseline is None or entry is baseline or entry.row.number is None:
            yield entry.row
        else:
            yield _compared(data, baseline, entry, on_progress)


def _compared(data: Data, baseline: _Entry, entry: _Entry, on_progress: Callable[[str], None]) -> Row:
    """The row with its gap to the baseline, and the knobs behind the gap."""
    names = f"{baseline.row.name} to {entry.row.name}"
    on_progress(names)
    number = entry.row.number or 0.0
    gap = number - (baseline.row.number or 0.0)
    start, end = on_widest(baseline.settings), on_widest(entry.settings)
    if not all(isinstance(native_outcome(data, settings), Score) for settings in (start, end)):
        return msgspec.structs.replace(entry.row, gap=gap, reproduced_natively=False)
    changes = ordered(start.differences(end))
    shares, _ = attribute(data, start, changes, lambda text: on_progress(f"{names}: {text}"))
    carrying = records.carrying(shares)
    carried = [change for change in changes if change.knob.name in carrying]
    divergences = {
        divergence.id: divergence
        for side in (baseline, entry)
        for divergence in known(side.row.implementation, side.row.entry_point, side.settings, carried)
    }
    return msgspec.structs.replace(
        entry.row,
        gap=gap,
        shares=shares,
        sentence=records.sentence(baseline.row.name, entry.row.name, gap, shares),
        divergences=list(divergences),
        remedies=[divergence.remedy for divergence in divergences.values()],
        meanings=[divergence.what for divergence in divergences.values()],
        reproduced_natively=entry.row.reproduced_natively
        and _adds_up(shares, gap, number, _rounding(baseline.row, entry.row)),
    )


def _rounding(*rows: Row) -> float:
    """By how much numbers that are rounded, on the widest scale, may be off together."""
    return sum(
        10.0**-row.outcome.decimals * (abs(row.number / row.outcome.value) if row.outcome.value else 1)
        for row in rows
        if row.outcome.decimals is not None and row.number is not None
    )


def _adds_up(shares: Sequence[ShareOfGap], gap: float, number: float, rounding: float) -> bool:
    """Do the shares add up to the gap, but for `rounding`?

    A gap is between returned numbers, converted to the widest scale; its shares are computed on that scale throughout.
    With logarithms, and in 32-bit floats, the two differ slightly.
    """
    total = float(sum(share.value for share in shares))
    return math.isclose(total, gap, rel_tol=CLOSE_NUMBER, abs_tol=rounding + CLOSE_NUMBER * max(1, abs(number)))


def _pairs(data: Data, entries: Sequence[_Entry], on_progress: Callable[[str], None]) -> Iterator[CommonRow]:
    """The first entry point with a number, paired with every other one."""
    answered = [
        (entry, entry.participant)
        for entry in entries
        if entry.participant is not None and entry.row.number is not None
    ]

    def under(entry: _Entry, participant: _Participant, settings: Settings) -> Row:
        return entry.row if entry.settings == settings else _answered(participant, data, settings)

    for entry, participant in answered[1:]:
        first_entry, first = answered[0]
        on_progress(f"{first.name} and {participant.name}")
        met = meeting(data, first.profile, participant.profile, first_entry.settings, entry.settings)
        yield _pair(under(first_entry, first, met.first), under(entry, participant, met.second), met)


def _pair(first: Row, second: Row, met: Meeting) -> CommonRow:
    gap = None if first.number is None or second.number is None else second.number - first.number
    return CommonRow(
        first,
        second,
        same=gap is not None and relative_gap(first.number or 0.0, second.number or 0.0) <= SAME_NUMBER,
        gap=gap,
        conflicts=records.differences(met.conflicts),
        steps=met.steps,
    )
