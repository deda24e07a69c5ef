"""What installed packages answer on a golden vector: for the record, never for the expected value."""

from __future__ import annotations

from samescore.causes import rescaled
from samescore.implementations import ADAPTERS, peer
from samescore.implementations.base import limits
from samescore.outcome import Raised, Score, Undefined
from samescore.suite.vectors import Vector


def confirmations(vector: Vector) -> dict[str, str]:
    """What installed packages that can take a vector's settings as they are answer, by ``name==version entry``."""
    data, settings = vector.data(), vector.complete_settings()
    found = {}
    for one in map(peer, ADAPTERS):
        for profile in one.profiles(vector.metric):
            if limits(profile, data) is None and not profile.departures(settings):
                nearest = profile.nearest(settings)
                outcome = rescaled(one.ask(profile, data, nearest), nearest, settings)
                if isinstance(outcome, (Score, Raised, Undefined)):
                    found[f"{one.label} {profile.entry_point}"] = outcome.describe()
    return found
