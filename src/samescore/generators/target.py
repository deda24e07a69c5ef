"""What inputs are made for."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from samescore.catalogue.profile import Profile
from samescore.metrics import metric
from samescore.metrics.base import AnyMetric, Pool
from samescore.settings import Settings


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """What inputs are made for: a metric under its settings, within the limits of an entry point.

    There are at most `max_references` a segment (0: any number), for every segment as many with `equal_references`. With
    `tokens`, texts are lists of tokens. Systems are compared by one of `statistics` (none: by any).
    """

    metric: AnyMetric
    settings: Settings
    max_references: int = 0
    equal_references: bool = False
    tokens: bool = False
    statistics: Sequence[str] = ()

    @property
    def pool(self) -> Pool:
        """The inputs that the metric's facts name."""
        return self.metric.facts.inputs


def target_of(profile: Profile, settings: Settings) -> Target:
    """The target that an entry point is under these settings."""
    return Target(
        metric(profile.metric),
        settings,
        profile.max_references,
        profile.equal_references,
        needs_tokens(settings),
        profile.statistics,
    )


def needs_tokens(settings: Settings) -> bool:
    """Do these settings need a corpus of the caller's tokens?"""
    return any(knob.needs_tokens(getattr(settings, knob.name)) for knob in settings.knobs())
