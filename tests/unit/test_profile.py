"""Profiles: the nearest settings of a region, compared with their definition; settings that a region refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from samescore import Corpus, DataError, SettingsError
from samescore.catalogue.ids import profile_names
from samescore.catalogue.profile import Profile, Tied
from samescore.catalogue.profile_files import load_file, profile_files, profile_paths, profiles_of
from samescore.catalogue.vectors import select
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings


def _profiles(metric_name: str) -> Iterator[Profile]:
    """Every profile of a metric, of every version, and each alias of it."""
    for file in profile_files().values():
        for profile in file.profile:
            if profile.metric == metric_name:
                yield from (profile, *(profile.narrowed(alias) for alias in profile.aliases))


def _one_after_another(profile: Profile, values: Mapping[str, object]) -> Settings:
    """What `Profile.taking` means: each free knob in turn, with those taken before it, from complete settings."""
    taken: dict[str, object] = {}
    settings = profile.settings()
    for knob in settings.knobs():
        if knob.name in values and knob.name in profile.free and profile.allows(knob, values[knob.name]):
            try:
                settings = profile.settings(**taken, **{knob.name: values[knob.name]})
            except SettingsError:
                continue
            taken[knob.name] = values[knob.name]
    return settings


def _wanted(metric_name: str) -> list[Settings]:
    """The settings of a metric's vectors, each once."""
    return list(dict.fromkeys(vector.complete_settings() for vector in select([metric_name])))


@pytest.mark.once
@pytest.mark.parametrize(
    "metric_name", [pytest.param(name, marks=[pytest.mark.slow] if name == "bleu" else []) for name in METRIC_NAMES]
)
def test_the_nearest_settings_take_over_one_knob_after_another(metric_name: str) -> None:
    for profile in _profiles(metric_name):
        for wanted in _wanted(metric_name):
            nearest = profile.nearest(wanted)
            values = {knob.name: getattr(wanted, knob.name) for knob in wanted.knobs()}  # canonical, as a region's
            # Signatures tell 1 from 1.0 and from True, which are equal.
            assert nearest.signature == _one_after_another(profile, values).signature, profile.entry_point
            assert profile.departures(wanted, nearest) == profile.departures(wanted)


def test_a_knob_that_contradicts_an_earlier_one_stays_at_its_default() -> None:
    """Both effective_order and weights are free here, but cannot be combined: the earlier knob is taken."""
    free = {knob.name: "any" for knob in metric("bleu").settings.knobs()}
    profile = Profile("anything", "bleu", "", ">=0", free=free)
    profile.check()
    values = {"max_order": 2, "effective_order": True, "weights": (0.5, 0.5), "scale": "1", "smoothing": "laplace"}
    taken = profile.taking(values)
    assert taken == metric("bleu").settings.from_mapping({"max_order": 2, "effective_order": True, "scale": "1"})
    assert taken == _one_after_another(profile, values)


def _tied() -> Profile:
    """The case is fixed, the tokenizer follows the scale, and everything else cannot matter."""
    names = [knob.name for knob in metric("bleu").settings.knobs()]
    return Profile(
        "tied",
        "bleu",
        "",
        ">=0",
        fixed={"case": "lower"},
        free={"scale": ["1", "100"]},
        defaults={"scale": "1"},
        tied={"tokenizer": Tied("scale", {"1": "none", "100": "char"})},
        irrelevant={name: "" for name in names if name not in ("case", "scale", "tokenizer")},
    )


def test_a_tied_knob_follows() -> None:
    profile = _tied()
    profile.check()
    kind = metric("bleu").settings
    assert profile.settings() == kind.from_mapping({"case": "lower", "scale": "1", "tokenizer": "none"})
    assert profile.nearest(kind()) == kind.from_mapping({"case": "lower", "scale": "100", "tokenizer": "char"})
    assert profile.settings(scale="100", tokenizer="char") == profile.settings(scale="100")


@pytest.mark.parametrize(
    ("chosen", "part"),
    [
        ({"case": "keep"}, "case is always lower here"),
        ({"scale": "10"}, "allowed: 100, 1"),
        ({"tokenizer": "13a"}, "tokenizer follows scale here"),
        ({"tokenizer": "char"}, "tokenizer is none when scale is 1"),
        ({"casing": "keep"}, "did you mean case?"),
    ],
)
def test_settings_outside_a_region_are_refused(chosen: dict[str, object], part: str) -> None:
    with pytest.raises(SettingsError, match=part):
        _tied().settings(**chosen)


@pytest.mark.parametrize("free", [{"scale": ["1", "ten"]}, {"scale": ["1"], "case": ["lower"]}, {}])
def test_a_profile_with_a_wrong_value_or_role_is_refused(free: dict[str, list[str]]) -> None:
    tied = _tied()
    wrong = Profile("wrong", "bleu", "", ">=0", fixed=tied.fixed, free=free, tied=tied.tied, irrelevant=tied.irrelevant)
    with pytest.raises(DataError, match="wrong: "):
        wrong.check()


def test_shipped_profiles_are_valid() -> None:
    checked = {file.implementation: file for file in map(load_file, profile_paths())}
    assert checked == profile_files()
    assert len(checked) > 100


def test_an_invalid_profile_file_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    profile = '[[profile]]\nentry_point = "bleu"\nmetric = "bleu"\ncall = "bleu()"\nversions = ">=0"\n'
    path.write_text(f'implementation = "mine"\ntitle = "mine"\n{profile}', encoding="utf-8")
    with pytest.raises(DataError, match=r"mine\.toml: bleu: knobs without a role"):
        load_file(path)


@pytest.mark.parametrize("metric_name", [name for name in METRIC_NAMES if Corpus in metric(name).takes])
def test_an_entry_point_that_takes_tokens_says_how(metric_name: str) -> None:
    tokens = Corpus.from_tokens([["a", "b", "c", "d", "e"]], [[["a", "b", "c", "d", "f"]]])
    for profile in _profiles(metric_name):
        values = profile.for_tokens()
        assert bool(values) == (profile.free.get("tokenizer") == "any" or "given" in profile.free.get("tokenizer", []))
        if values:
            native_outcome(tokens, profile.settings(**values))  # which raises what is wrong with a request


@pytest.mark.once
@pytest.mark.parametrize(
    "profile",
    [
        pytest.param(profile, id=f"{file.implementation}.{profile.entry_point} {profile.versions}")
        for file in profile_files().values()
        for profile in file.profile
        if profile.unit == "tokens" and "tokenizer" in metric(profile.metric).settings.declared_knobs
    ],
)
def test_a_profile_of_tokens_takes_tokens(profile: Profile) -> None:
    assert profile.taking({"tokenizer": "given"}).as_dict()["tokenizer"] == "given"


def test_a_file_of_profiles_is_found_by_the_name_of_its_implementation() -> None:
    assert sorted(profile_files()) == profile_names()
    for name, file in profile_files().items():
        assert profiles_of(name) is file
    for name in ("", "none-such", "../profiles/nltk", "../../golden/mistakes", "nltk.toml"):
        assert profiles_of(name) is None
