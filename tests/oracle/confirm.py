"""Compute the values of installed packages on golden vectors, which are recorded but never used as expected values."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.outcome import Raised, Score, Undefined
from samescore.catalogue.vectors import Vector
from samescore.implementations import Package, implementation, installed_package, package_names
from samescore.implementations.base import limits
from samescore.settings.scale import rescale


def packages_to_ask(releases: Sequence[str]) -> list[Package]:
    """Return the packages to run: the installed ones, and the releases named."""
    packages: list[Package] = [installed_package(name) for name in package_names()]
    released = [implementation(name) for name in releases]
    return packages + [release for release in released if isinstance(release, Package)]


def answers(vector: Vector, packages: Sequence[Package]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the values of packages in two dictionaries, by ``name==version entry_point``.

    The first has the packages that support the vector's settings, and the second the others, at their nearest settings. An
    error is recorded by its name.
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
