"""Compute one side of an explanation: its answer, and the difference from the native metric with the same settings."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Mapping, Sequence

import msgspec

from samescore import records
from samescore.base.errors import UnknownNameError
from samescore.base.outcome import Outcome, Score, same_outcome
from samescore.catalogue.printed_names import printed_as
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.implementations.base import Profiled, need_answer, need_within_limits
from samescore.implementations.sides import Side, native_settings, side
from samescore.metrics import merge_knobs
from samescore.metrics.aliases import resolve_metric_name
from samescore.metrics.base import AnyMetric
from samescore.metrics.evaluator import native_outcome
from samescore.records import NamedMistake
from samescore.settings import Settings
from samescore.settings.scale import on_widest, rescale
from samescore.verbs.why.attribution.diagnosis import knobs_behind
from samescore.verbs.why.attribution.one_answer import mistakes_behind


@dataclasses.dataclass(frozen=True, slots=True)
class AskedSide:
    """A side with resolved names: the implementation, the metric, and the knob values that the request sets.

    `metric_name` is the metric's name as the user writes it; `knobs` include the values implied by this name.
    """

    side: Side
    metric: AnyMetric
    metric_name: str
    knobs: dict[str, object]

    @classmethod
    def resolve(cls, implementation: str, metric_name: str, knobs: Mapping[str, object]) -> AskedSide:
        """Return a side with its names resolved; `knobs` that its metric lacks are ignored.

        Raises `UnknownNameError` for an unknown metric, and `SettingsError` for settings that contradict the metric's
        name, or that are malformed.
        """
        metric, implied = resolve_metric_name(metric_name)
        own = {name: value for name, value in knobs.items() if metric.settings.has_knob(name)}
        return cls(
            side(implementation), metric, metric_name, metric.settings.canonical(merge_knobs(metric, implied, own))
        )


@dataclasses.dataclass(frozen=True, slots=True)
class SideAnswer:
    """A side's answer as a record, its settings, its name, and its entry point's `profile`.

    The profile is None for the native metric.
    """

    record: records.ExplainedSide
    settings: Settings
    name: str
    profile: Profile | None = None

    @property
    def key(self) -> tuple[str, str, Settings]:
        """The implementation, the entry point (empty for the native metric), and the settings."""
        return self.name, self.profile.entry_point if self.profile else "", self.settings

    def with_metric(self, metric_name: str) -> SideAnswer:
        """Return a copy whose displayed name also has the metric's name."""
        record = msgspec.structs.replace(self.record, name=f"{self.record.name} ({metric_name})")
        return dataclasses.replace(self, record=record)


def answer_of(asked: AskedSide, data: Data) -> SideAnswer:
    """Return a side's answer to the data, compared with the native metric under the same settings.

    If they differ, the record lists single knobs and known mistakes that give the answer. Raises `UnknownNameError` for
    an implementation that is not installed, does not start or does not compute the metric; `InputError` for data that
    it does not accept; `SettingsError` for settings that it does not support.
    """
    side, metric = asked.side, asked.metric
    opened = side.opened(metric.name)
    try:
        if not isinstance(opened, Profiled):
            settings = native_settings(side, metric.settings, asked.knobs)
            outcome = native_outcome(data, settings)
            return SideAnswer(_side_record(str(side), settings, outcome, outcome), settings, side.name)
        if refusal := opened.unavailable():
            model = shlex.quote(f"native:{side}")
            hint = "try samescore smoke" if opened.describes_itself else f"{model} is its model"
            raise UnknownNameError(f"{side.name} cannot be run: {refusal.reason}", hint=hint)
        profiles = opened.profiles(metric.name)
        if not profiles:
            raise UnknownNameError(
                f"{side.name} has no entry point for {metric.name}", hint=_other_metric(opened, metric)
            )
        supported = side.settled(profiles, asked.knobs)[0][0]
        profile, settings = supported.profile, supported.settings
        need_within_limits(side.name, profile, data)
        if opened.describes_itself:
            need_answer(side.name, opened.outside_region(profile, data, settings))
        outcome, native = opened.ask(profile, data, settings), native_outcome(data, settings)
        record = _side_record(side.shown(profile), settings, outcome, native, supported.ignored, profile.ulps)
        if record.residual != 0:
            record = msgspec.structs.replace(record, mistakes=_mistakes(data, settings, outcome))
        return SideAnswer(record, settings, side.name, profile)
    finally:
        opened.close()


def _other_metric(opened: Profiled, metric: AnyMetric) -> str:
    """Return the hint for the error that an implementation does not compute the metric."""
    if other := next((other for other in printed_as(metric.name) if opened.profiles(other)), ""):
        return f"its score of that name is {other} in samescore; pass both metrics, -m {other} and -m {metric.name}"
    return (
        f"it computes {opened.metric_name}: pass it with -m"
        if opened.metric_name
        else "list its entry points with: samescore list implementations"
    )


def _mistakes(data: Data, settings: Settings, outcome: Outcome) -> list[NamedMistake]:
    """Return the single knobs, then the known mistakes, that explain a wrong score; empty for 0 and other outcomes."""
    if not isinstance(outcome, Score) or outcome.value == 0:
        return []
    return [
        *knobs_behind(data, settings, outcome),
        *(
            NamedMistake(" + ".join(mistake.name for mistake in together), " and ".join(m.meaning for m in together))
            for together in mistakes_behind(data, settings, outcome)
        ),
    ]


def _side_record(
    name: str, settings: Settings, outcome: Outcome, native: Outcome, ignored: Sequence[str] = (), ulps: int = 0
) -> records.ExplainedSide:
    widest = rescale(native, settings, on_widest(settings))
    return records.ExplainedSide(
        name,
        settings.signature,
        records.outcome(outcome),
        records.outcome(native),
        residual=_residual(outcome, native, ulps),
        number=widest.value if isinstance(widest, Score) else None,
        ignored=list(ignored),
    )


def _residual(outcome: Outcome, native: Outcome, ulps: int) -> float | None:
    """Return the implementation's number minus the native one; 0 if they agree within a tolerance of `ulps`.

    If one of the outcomes is not a number, return 0 if both are of the same kind, and None otherwise.
    """
    if same_outcome(outcome, native, max_ulps=ulps):
        return 0.0
    if isinstance(outcome, Score) and isinstance(native, Score):
        return outcome.value - native.value
    return 0.0 if outcome.kind == native.kind else None
