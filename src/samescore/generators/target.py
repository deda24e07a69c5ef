"""The target of generated inputs: a metric with settings, and the limits of an entry point."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from samescore.catalogue.profile import Profile
from samescore.metrics import metric
from samescore.metrics.base import AnyMetric, Pool
from samescore.settings import Settings


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """A metric with settings for which inputs are generated, within the limits of an entry point.

    Segments have at most `max_references` references (0: any number); with `equal_references` they have equally many.
    With `tokens`, texts are lists of tokens. Systems are compared by one of `statistics` (empty: any).
    """

    metric: AnyMetric
    settings: Settings
    max_references: int = 0
    equal_references: bool = False
    tokens: bool = False
    statistics: Sequence[str] = ()

    @property
    def pool(self) -> Pool:
        """The pool of inputs named in the metric's facts."""
        return self.metric.facts.inputs


def target_of(profile: Profile, settings: Settings) -> Target:
    """Return the target for an entry point with these settings."""
    return Target(
        metric(profile.metric),
        settings,
        profile.max_references,
        profile.equal_references,
        needs_tokens(settings),
        profile.statistics,
    )


def needs_tokens(settings: Settings) -> bool:
    """Return whether any knob of these settings needs a corpus of the caller's tokens."""
    return any(knob.needs_tokens(getattr(settings, knob.name)) for knob in settings.knobs())
