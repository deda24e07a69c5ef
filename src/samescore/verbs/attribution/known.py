"""Look up a difference in the catalogue of known divergences."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import lru_cache

from samescore.catalogue.divergences import Divergence, about
from samescore.catalogue.profile import Profile
from samescore.errors import SamescoreError
from samescore.implementations import modelled
from samescore.implementations.names import parse_name
from samescore.settings import Difference, Settings


@lru_cache(maxsize=1024)
def profile_of(name: str, metric: str) -> Profile:
    """The profile of an implementation's entry point; `SamescoreError` if it has none for the metric."""
    profiles = modelled(name).profiles(metric)
    if not profiles:
        raise SamescoreError(f"{name} has no entry point for {metric}")
    return profiles[0]


def known(implementation: str, entry_point: str, settings: Settings, changes: Iterable[Difference]) -> list[Divergence]:
    """The entries about an entry point whose knobs are all among `changes`.

    `implementation` is its name (``nltk``, ``native:nltk==3.9``). An entry applies if these knobs have the values that
    they have on the left side of the entry's witness. An entry whose right side is the other end of the change replaces
    entries on the same knobs whose right side is not.
    """
    package = implementation.removeprefix("native:").partition("==")[0].partition(".")[0]
    ends = {change.knob.name: {change.left, change.right} for change in changes}
    applicable = []
    for divergence in about(settings.metric, package, entry_point, ends):
        left = _left_settings(divergence, f"{package}.{entry_point}")
        if all(getattr(settings, knob) == getattr(left, knob) for knob in divergence.knobs):
            applicable.append(divergence)
    exact = [entry for entry in applicable if all(_right_value(entry, knob) in ends[knob] for knob in entry.knobs)]
    covered = {knob for entry in exact for knob in entry.knobs}
    return [entry for entry in applicable if entry in exact or not covered & set(entry.knobs)]


def _left_settings(divergence: Divergence, name: str) -> Settings:
    """The settings of an entry point on the left side of the entry's witness, even if another one was recorded there."""
    return profile_of(in_version(divergence, name), divergence.metric).taking(divergence.left.set)


def in_version(divergence: Divergence, name: str) -> str:
    """An implementation's name, with the version of the entry's left side if that is the same package."""
    left, named = parse_name(divergence.left.implementation), parse_name(name)
    return str(dataclasses.replace(named, version=left.version)) if left.name == named.name else name


def _right_value(divergence: Divergence, knob: str) -> object:
    return getattr(
        profile_of(divergence.right.implementation, divergence.metric).settings(**divergence.right.set), knob
    )
