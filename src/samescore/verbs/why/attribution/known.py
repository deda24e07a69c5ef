"""Look up a difference in the catalogue of known divergences."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable
from functools import lru_cache

from samescore.base.errors import SamescoreError
from samescore.base.outcome import SAME_NUMBER, Outcome, Score, relative_gap, same_outcome
from samescore.catalogue.divergences import Divergence, entries_about
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.implementations import native_model
from samescore.implementations.names import parse_name
from samescore.metrics.evaluator import bare_outcome
from samescore.settings import Difference, Settings


@lru_cache(maxsize=1024)
def profile_of(name: str, metric: str) -> Profile:
    """Return the profile of the named entry point, or of the implementation's first entry point for the metric.

    Raises `SamescoreError` if there is none for the metric.
    """
    profiles = native_model(name).profiles(metric)
    if not profiles:
        raise SamescoreError(f"{name} has no entry point for {metric}")
    return profiles[0]


def applicable_divergences(
    data: Data,
    name: str,
    entry_point: str,
    sides: tuple[Settings, Settings],
    changes: Iterable[Difference],
    carrying: Collection[str],
) -> list[Divergence]:
    """Return the known divergences of an entry point that apply to `data`.

    The knobs of a returned entry are all among `changes`, and at least one is in `carrying`. `name` is the name of the
    implementation (``nltk``, ``native:nltk==3.9``); `sides` are its own settings and the settings that it is compared
    with.

    An entry applies if the implementation's settings have the values of its witness's left side, and if setting its
    knobs to the right side's values changes the score of `data`, with all other knobs as on one of the sides. If the
    witness raises, `data` must raise, too. An entry about certain texts applies only if `data` contains one of them. If
    the right side's values of one entry are among `changes`, entries on the same knobs with other values are dropped.
    """
    package = name.removeprefix("native:").partition("==")[0].partition(".")[0]
    own, ends = sides[0], {change.knob.name: {change.left, change.right} for change in changes}
    applicable = []
    for divergence in entries_about(own.metric, package, entry_point, ends):
        left = _knob_values(divergence, _left_settings(divergence, f"{package}.{entry_point}"))
        if left == _knob_values(divergence, own) and not set(divergence.knobs).isdisjoint(carrying):
            applicable.append(divergence)
    exact = [entry for entry in applicable if all(value in ends[knob] for knob, value in _right_values(entry).items())]
    covered = {knob for entry in exact for knob in entry.knobs}
    nearest = [entry for entry in applicable if entry in exact or not covered & set(entry.knobs)]
    return [entry for entry in nearest if entry.is_about(data) and _acts_as_on_witness(data, entry, sides)]


def _acts_as_on_witness(data: Data, divergence: Divergence, sides: tuple[Settings, Settings]) -> bool:
    """Return whether setting the entry's knobs to their right values acts on `data` as on the witness.

    The outcomes before and after must be of the same kinds as on the witness, and every knob must be needed: if one
    keeps its left value, the outcome differs. It is enough if this holds with all other knobs as on one of the sides.
    If neither side accepts the values, return True.
    """
    left, right = _knob_values(divergence, sides[0]), _right_values(divergence)
    kinds, tried = [divergence.left.kind, divergence.right.kind], False
    for side in sides:
        before, after = (_outcome(data, side, values) for values in (left, right))
        if before is None or after is None:
            continue
        tried = True
        fewer = [_outcome(data, side, {**right, knob: left[knob]}) for knob in left]
        if [before.kind, after.kind] == kinds and all(less is None or _differ(less, after) for less in fewer):
            return True
    return not tried


def _outcome(data: Data, settings: Settings, values: dict[str, object]) -> Outcome | None:
    """Return the outcome with some knobs set; None if the settings contradict each other, or the input."""
    try:
        return bare_outcome(data, settings.replace(**values))
    except SamescoreError:
        return None


def _differ(first: Outcome, second: Outcome) -> bool:
    if isinstance(first, Score) and isinstance(second, Score):
        return relative_gap(first.value, second.value) > SAME_NUMBER
    return not same_outcome(first, second)


def _left_settings(divergence: Divergence, name: str) -> Settings:
    """Return the settings that an entry point has on the left side of the entry's witness.

    The witness may have been recorded with a different entry point.
    """
    return profile_of(in_version(divergence, name), divergence.metric).taking(divergence.left.set)


def in_version(divergence: Divergence, name: str) -> str:
    """Return an implementation's name, with the version of the entry's left side if both are of one package."""
    left, named = parse_name(divergence.left.implementation), parse_name(name)
    return str(dataclasses.replace(named, version=left.version)) if left.name == named.name else name


def _right_values(divergence: Divergence) -> dict[str, object]:
    return _knob_values(
        divergence, profile_of(divergence.right.implementation, divergence.metric).settings(**divergence.right.set)
    )


def _knob_values(divergence: Divergence, settings: Settings) -> dict[str, object]:
    """Return the values of the entry's knobs in `settings`."""
    return {knob: getattr(settings, knob) for knob in divergence.knobs}
