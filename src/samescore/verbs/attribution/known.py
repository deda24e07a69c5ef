"""Which entries of the catalogue of known disagreements a difference belongs to."""

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
    """The profile of an implementation's entry point; `SamescoreError` where there is none for the metric."""
    profiles = modelled(name).profiles(metric)
    if not profiles:
        raise SamescoreError(f"{name} has no entry point for {metric}")
    return profiles[0]


def known(implementation: str, entry_point: str, settings: Settings, changes: Iterable[Difference]) -> list[Divergence]:
    """The entries on an entry point, all of whose knobs are among `changes`.

    `implementation` is its name (``nltk``, ``native:nltk==3.9``). An entry applies where the entry point has the values
    of these knobs that it has on the entry's witness; of those, the ones whose right side is the other side of the
    change, if there are any.
    """
    package = implementation.removeprefix("native:").partition("==")[0].partition(".")[0]
    both = {change.knob.name: {change.left, change.right} for change in changes}
    like = []
    for divergence in about(settings.metric, package, entry_point, both):
        here = _left_settings(divergence, f"{package}.{entry_point}")
        if all(getattr(settings, knob) == getattr(here, knob) for knob in divergence.knobs):
            like.append(divergence)
    exact = [entry for entry in like if all(_right_value(entry, knob) in both[knob] for knob in entry.knobs)]
    covered = {knob for entry in exact for knob in entry.knobs}
    return [entry for entry in like if entry in exact or not covered & set(entry.knobs)]


def _left_settings(divergence: Divergence, name: str) -> Settings:
    """The settings that an entry point has on the left of the entry's witness, whichever it was recorded with."""
    return profile_of(in_version(divergence, name), divergence.metric).taking(divergence.left.set)


def in_version(divergence: Divergence, name: str) -> str:
    """An implementation's name with the version of the left side, if it is of the same package."""
    left, named = parse_name(divergence.left.implementation), parse_name(name)
    return str(dataclasses.replace(named, version=left.version)) if left.name == named.name else name


def _right_value(divergence: Divergence, knob: str) -> object:
    return getattr(
        profile_of(divergence.right.implementation, divergence.metric).settings(**divergence.right.set), knob
    )
