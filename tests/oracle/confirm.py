"""What installed packages answer on a golden vector: for the record, never for the expected value."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.catalogue.vectors import Vector
from samescore.implementations import Package, implementation, package_names, peer
from samescore.implementations.base import limits
from samescore.outcome import Raised, Score, Undefined
from samescore.settings.scale import rescaled


def asked(releases: Sequence[str]) -> list[Package]:
    """The packages to ask: those that are installed, and released versions by name."""
    found: list[Package] = [peer(name) for name in package_names()]
    for name in releases:
        one = implementation(name)
        if isinstance(one, Package):
            found.append(one)
    return found


def answers(vector: Vector, packages: Sequence[Package]) -> tuple[dict[str, str], dict[str, str]]:
    """What packages answer, by ``name==version entry_point``.

    First those that can take the vector's settings as they are, which confirm it (or not); then the others, under the
    nearest settings that they have. An error is recorded by its name alone.
    """
    data, settings = vector.data(), vector.complete_settings()
    confirmed: dict[str, str] = {}
    observed: dict[str, str] = {}
    for one in packages:
        for profile in one.profiles(vector.metric):
            if limits(profile, data) is None:
                nearest = profile.nearest(settings)
                outcome = rescaled(one.ask(profile, data, nearest), nearest, settings)
                if isinstance(outcome, (Score, Raised, Undefined)):
                    found = observed if profile.departures(settings) else confirmed
                    shown = f"raised {outcome.error}" if isinstance(outcome, Raised) else outcome.describe()
                    found[f"{one.label.partition('@')[0]} {profile.entry_point}"] = shown
    return confirmed, observed
