"""Installed packages under a neutral name are recognised by their answers, with random settings of their regions, too."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.peers import need
from conformance.renamed import Renamed, is_named, telling_settings
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.implementations import InstalledPackage, installed_package, package_names
from samescore.report.text import as_text
from samescore.settings import Settings
from samescore.verbs.identify import identify

pytestmark = [pytest.mark.once, pytest.mark.slow]


def _entry_points() -> list[Any]:
    return [
        pytest.param(package, profile, id=f"{package.name}.{profile.entry_point}")
        for package in map(installed_package, package_names())
        for profile in package.file.current(package.version if package.covered else None)
    ]


@pytest.mark.parametrize(("package", "profile"), _entry_points())
def test_an_installed_package_is_recognised_by_its_answers(package: InstalledPackage, profile: Profile) -> None:
    need(package)

    def ask(data: Data, settings: Settings) -> Any:
        return package.ask(profile, data, settings)

    for settings in (profile.settings(), telling_settings(profile, f"{package.name} {profile.entry_point} live", ask)):
        renamed = Renamed(profile, lambda data, settings=settings: package.ask(profile, data, settings))  # type: ignore[misc]  # a default keeps it
        identified = identify(renamed, profile.metric)
        assert is_named(identified, package.name, profile), (settings.short_signature, as_text([identified]))
