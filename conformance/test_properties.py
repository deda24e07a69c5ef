"""The properties of metrics that surprise: every witness is computed natively, by the oracle, and by the installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.base.errors import DataError, UnknownNameError
from samescore.base.outcome import STORED_ULPS, Score, same_outcome
from samescore.catalogue.paths import data_folder
from samescore.catalogue.profile import Profile
from samescore.catalogue.properties import load_file, properties, property_called
from samescore.implementations import InstalledPackage, implementation, native_model
from samescore.settings import Settings
from samescore.verbs.why.attribution.known import profile_of
from tools.derive import expected


def _asked(name: str) -> tuple[Profile, Settings, Score]:
    """The entry point, its settings and the recorded number."""
    entry = property_called(name)
    profile = profile_of(entry.seen.implementation, entry.metric)
    return profile, profile.settings(**entry.seen.set), Score(float(entry.seen.value))


@pytest.mark.parametrize("name", properties())
def test_a_property_holds_natively_and_by_the_oracle(name: str) -> None:
    entry = property_called(name)
    profile, settings, recorded = _asked(name)
    native = native_model(entry.seen.implementation).ask(profile, entry.data(), settings)
    assert same_outcome(native, recorded, max_ulps=STORED_ULPS)
    exact = Score(float(expected(entry.metric, entry.data().plain(), settings.as_dict())["value"]))
    assert same_outcome(exact, recorded, max_ulps=STORED_ULPS)


@pytest.mark.parametrize("name", properties())
def test_the_installed_package_returns_what_is_recorded(name: str) -> None:
    entry = property_called(name)
    profile, settings, recorded = _asked(name)
    package = implementation(entry.seen.implementation)
    assert isinstance(package, InstalledPackage)
    if package.unavailable() or profile not in package.profiles(entry.metric):
        pytest.skip(f"{package.label} is not installed")
    assert same_outcome(package.ask(profile, entry.data(), settings), recorded, max_ulps=STORED_ULPS)


def test_an_unknown_name_says_where_the_names_are() -> None:
    with pytest.raises(UnknownNameError, match="unknown property: 'x'") as caught:
        property_called("x")
    assert "samescore list properties" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\nmetric = 1", "Expected `str`"),
        (
            "[a]\nmetric = 'nothing'\nwhat = 'x'\nremedy = 'x'\ninput = {}\nseen = {implementation = 'x', value = '1'}",
            "a: ",
        ),
        (
            "[a]\nmetric = 'ter'\nwhat = ' '\nremedy = 'x'\ninput = {}\nseen = {implementation = 'x', value = '1'}",
            "empty",
        ),
        (
            "[a]\nmetric = 'ter'\nwhat = 'x'\nremedy = 'x'\ninput = {}\nseen = {implementation = 'x', value = '1'}",
            "a: no kind",
        ),
    ],
)
def test_a_malformed_file_names_itself(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "properties.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_file(path)


def test_the_shipped_file_is_sound() -> None:
    assert load_file(data_folder("conformance") / "properties.toml") == properties()
