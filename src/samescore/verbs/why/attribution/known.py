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
    """Return the profile of an implementation's entry point; `SamescoreError` if it has none for the metric."""
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

    Their knobs are all among `changes`, and at least one is in `carrying`. `name` is the implementation's (``nltk``,
    ``native:nltk==3.9``); `sides` are its own settings and the settings that it is compared with.

    An entry applies if its knobs have the values of the left side of its witness, and if setting them to the values of
    the right side changes the score of `data`, with all other knobs as on either side. If the witness raises, `data`
    must raise, too. An entry about certain texts applies only if `data` contains one. An entry whose right side equals
    the other end of the change replaces entries on the same knobs whose right side does not.
    """
    package = name.removeprefix("native:").partition("==")[0].partition(".")[0]
    own, ends = sides[0], {change.knob.name: {change.left, change.right} for change in changes}
    applicable = []
    for divergence in entries_about(own.metric, package, entry_point, ends):
        left = _values(divergence, _left_settings(divergence, f"{package}.{entry_point}"))
        if left == _values(divergence, own) and not set(divergence.knobs).isdisjoint(carrying):
            applicable.append(divergence)
    exact = [entry for entry in applicable if all(value in ends[knob] for knob, value in _right_values(entry).items())]
    covered = {knob for entry in exact for knob in entry.knobs}
    nearest = [entry for entry in applicable if entry in exact or not covered & set(entry.knobs)]
    return [entry for entry in nearest if entry.is_about(data) and _acts(data, entry, sides)]


def _acts(data: Data, divergence: Divergence, sides: tuple[Settings, Settings]) -> bool:
    """Return whether the entry's right values change the score of `data`, and fewer of them change it less.

    They are tried with all other knobs as on each side. If neither side accepts them, the entry counts as applicable.
    """
    left, right = _values(divergence, sides[0]), _right_values(divergence)
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
    """Return the outcome with some knobs set; None if the settings do not allow that."""
    try:
        return bare_outcome(data, settings.replace(**values))
    except SamescoreError:
        return None


def _differ(first: Outcome, second: Outcome) -> bool:
    if isinstance(first, Score) and isinstance(second, Score):
        return relative_gap(first.value, second.value) > SAME_NUMBER
    return not same_outcome(first, second)


def _left_settings(divergence: Divergence, name: str) -> Settings:
    """The settings of an entry point on the left side of the entry's witness, even if another one was recorded there."""
    return profile_of(in_version(divergence, name), divergence.metric).taking(divergence.left.set)


def in_version(divergence: Divergence, name: str) -> str:
    """Return an implementation's name, with the version of the entry's left side if that is the same package."""
    left, named = parse_name(divergence.left.implementation), parse_name(name)
    return str(dataclasses.replace(named, version=left.version)) if left.name == named.name else name


def _right_values(divergence: Divergence) -> dict[str, object]:
    return _values(
        divergence, profile_of(divergence.right.implementation, divergence.metric).settings(**divergence.right.set)
    )


def _values(divergence: Divergence, settings: Settings) -> dict[str, object]:
    """Return the values of the entry's knobs."""
    return {knob: getattr(settings, knob) for knob in divergence.knobs}
