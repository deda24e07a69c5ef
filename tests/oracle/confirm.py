"""The values of installed packages on a golden vector: recorded, but never used as expected values."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.outcome import Raised, Score, Undefined
from samescore.catalogue.vectors import Vector
from samescore.implementations import Package, implementation, installed_package, package_names
from samescore.implementations.base import limits
from samescore.settings.scale import rescale


def packages_to_ask(releases: Sequence[str]) -> list[Package]:
    """The packages to ask: the installed ones, and released versions by name."""
    packages: list[Package] = [installed_package(name) for name in package_names()]
    released = [implementation(name) for name in releases]
    return packages + [release for release in released if isinstance(release, Package)]


def answers(vector: Vector, packages: Sequence[Package]) -> tuple[dict[str, str], dict[str, str]]:
    """What packages answer, by ``name==version entry_point``.

    First those that can take the vector's settings as they are, which confirm it (or not); then the others, under the
    nearest settings that they have. An error is recorded by its name alone.
    """
    data, settings = vector.data(), vector.complete_settings()
    confirmed: dict[str, str] = {}
    observed: dict[str, str] = {}
    for package in packages:
        for profile in package.profiles(vector.metric):
            if limits(profile, data) is None:
                nearest = profile.nearest(settings)
                outcome = rescale(package.ask(profile, data, nearest), nearest, settings)
                if isinstance(outcome, (Score, Raised, Undefined)):
                    column = observed if profile.departures(settings) else confirmed
                    shown = f"raised {outcome.error}" if isinstance(outcome, Raised) else outcome.describe()
                    column[f"{package.label.partition('@')[0]} {profile.entry_point}"] = shown
    return confirmed, observed
