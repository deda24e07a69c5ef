"""Resolve the design of a comparison: tests, intervals and correction, with sound defaults or a tool's own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import msgspec

from samescore.base.errors import SettingsError, UnknownNameError, nearest
from samescore.metrics import metric as find_metric
from samescore.metrics.significance.corrections import CORRECTIONS
from samescore.metrics.significance.interval_settings import OF_COMPARISONS
from samescore.settings import Settings
from samescore.verbs.inputs.knobs import Knobs, knobs_of

#: The name of the correction that leaves p-values unchanged, and the user's value for no test or no interval.
NONE = "none"
#: Paired approximate randomization, two-sided: the p-value is the share of random exchanges of segments between the two
#: systems that give a difference at least as large. A system and its copy have p = 1. If there are no more possible
#: exchanges than resamples, each is used once, and the p-value is exact.
_EXCHANGES: Mapping[str, Any] = {
    "test": "randomization",
    "enumeration": "all",
    "statistic": "absolute",
    "comparison": "greater-or-close",
    "count": "plus-one-if-drawn",
    "resamples": 10_000,
}
#: The paired bootstrap, two-sided: resamples of segments are drawn with replacement, and their differences recentred.
_BOOTSTRAP: Mapping[str, Any] = {
    "test": "bootstrap",
    "statistic": "recentred",
    "comparison": "greater-or-close",
    "count": "plus-one",
    "resamples": 10_000,
}
_SOUND = {"randomization": _EXCHANGES, "bootstrap": _BOOTSTRAP}


class ComparisonDesign(msgspec.Struct, frozen=True):
    """The tests and intervals of a comparison.

    `test` and `interval` are the settings of p-values and intervals; None for no tests or intervals. Every pair is
    tested; if `baseline` names a system, each other system is tested against it. `correction` applies to the p-values
    of one metric; a pair differs significantly if its corrected p-value is at most `alpha`. `level` is the confidence
    of intervals. `like` is the tool to follow (empty for none), which supports the metrics in `statistics` (empty: all).
    """

    test: Settings | None
    interval: Settings | None
    statistics: tuple[str, ...] = ()
    correction: str = "holm"
    alpha: float = 0.05
    level: float = 0.95
    baseline: str = ""
    like: str = ""


class Wanted(msgspec.Struct, frozen=True):
    """The user's choice of tests and intervals.

    `test` and `interval` name a kind, or ``none``; empty for the default, which is the tool's if a tool `like` is
    followed. `drawn` are knobs of tests and intervals (`seed`, `resamples`); `test_knobs` and `interval_knobs` are
    knobs of tests or of intervals only, as values by name, or as ``KNOB=VALUE`` texts.
    """

    like: str = ""
    test: str = ""
    interval: str = ""
    drawn: Mapping[str, object] = {}
    test_knobs: Knobs = ()
    interval_knobs: Knobs = ()


def question(
    wanted: Wanted, *, correction: str = "", alpha: float = 0.05, level: float = 0.95, baseline: str = ""
) -> ComparisonDesign:
    """Return the complete design of a comparison according to the user's choice.

    By default, p-values are corrected by Holm's method, or not at all if a tool is followed. Raises `UnknownNameError`
    for unknown names, and `SettingsError` for unknown settings and for a tool without a test and an interval.
    """
    correction = correction or (NONE if wanted.like else "holm")
    if correction not in (NONE, *CORRECTIONS):
        raise UnknownNameError(f"unknown correction: {correction!r}", hint=nearest(correction, (NONE, *CORRECTIONS)))
    if wanted.like:
        test, interval, statistics = _tool_design(wanted)
    else:
        test, interval, statistics = _sound_test(wanted), _sound_interval(wanted, level), ()
    return ComparisonDesign(test, interval, statistics, correction, alpha, level, baseline, wanted.like)


def implementation_for_metric(like: str, metric_name: str) -> str:
    """Return the name of the implementation `like` for a metric; empty if it has no entry point for the metric.

    The entry point and settings in `like` are kept if they are for this metric, and dropped otherwise:
    ``sacrebleu.paired_ar`` is kept for p-values, but BLEU is then scored as sacreBLEU does by default.
    """
    from samescore.implementations import native_model
    from samescore.implementations.names import parse_name
    from samescore.implementations.sides import side

    asked = side(like)
    name = parse_name(asked.name)
    bare = dataclasses.replace(name, entry_point="", native=False)
    entry_points = [profile.entry_point for profile in native_model(str(bare)).profiles(metric_name)]
    if name.entry_point in entry_points:
        return str(dataclasses.replace(asked, name=str(dataclasses.replace(name, native=False))))
    return str(bare) if entry_points else ""


def _test_knobs(wanted: Wanted) -> dict[str, object]:
    own = knobs_of(wanted.test_knobs, "p-value")
    return {**wanted.drawn, **own} | ({"test": wanted.test} if wanted.test else {})


def _interval_knobs(wanted: Wanted) -> dict[str, object]:
    own = knobs_of(wanted.interval_knobs, "interval")
    return {**wanted.drawn, **own} | ({"method": wanted.interval} if wanted.interval else {})


def _sound_test(wanted: Wanted) -> Settings | None:
    if wanted.test == NONE:
        return None
    knobs = _test_knobs(wanted)
    sound = _SOUND.get(str(knobs.get("test", "randomization")), {})
    return find_metric("p-value").settings.from_mapping({**sound, **knobs})


def _sound_interval(wanted: Wanted, level: float) -> Settings | None:
    if wanted.interval == NONE:
        return None
    knobs = {**OF_COMPARISONS, "confidence": level, **_interval_knobs(wanted)}
    return find_metric("interval").settings.from_mapping(knobs)


def _tool_design(wanted: Wanted) -> tuple[Settings | None, Settings | None, tuple[str, ...]]:
    """Return the settings of a tool's test and of its interval, and the metrics by which it compares.

    If the tool shows an interval of its own with the test, it is used. A test or interval that the tool lacks, or that
    the user does not want, is None. Raises `SettingsError` for a tool that has neither.
    """
    from samescore.implementations import native_model
    from samescore.implementations.names import parse_name
    from samescore.implementations.sides import settings_like, side

    test = interval = None
    statistics: tuple[str, ...] = ()
    tool = implementation_for_metric(wanted.like, "p-value")
    beside = implementation_for_metric(wanted.like, "interval")
    if tool and wanted.test != NONE:
        profile, test = settings_like(tool, "p-value", **_test_knobs(wanted))
        statistics = profile.statistics
        name = dataclasses.replace(parse_name(side(tool).name), entry_point="")
        shown = f"{profile.entry_point}_interval"
        entry_points = [entry.entry_point for entry in native_model(str(name)).profiles("interval")]
        beside = str(dataclasses.replace(name, entry_point=shown)) if shown in entry_points else ""
    if beside and wanted.interval != NONE:
        interval = settings_like(beside, "interval", **_interval_knobs(wanted))[1]
    if test is None and interval is None and NONE not in (wanted.test, wanted.interval):
        hint = "remove --like, or use --like sacrebleu"
        raise SettingsError(f"{wanted.like:.120} has neither a test nor an interval", hint=hint)
    return test, interval, statistics
