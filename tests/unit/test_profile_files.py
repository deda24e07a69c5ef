"""Files of profiles: what a profile inherits from its base, what is wrong with one, and which profile a version has."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore import DataError, SettingsError
from samescore.catalogue.profile import Profile, is_within
from samescore.catalogue.profile_files import ProfileFile, load_file, profile_files, profile_files_of
from samescore.implementations.package import files_of_metric
from samescore.metrics import metric

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

Plain = dict[str, Any]
#: GLEU with every knob fixed but its orders.
_FIXED = {
    name: value for name, value in metric("gleu").settings().as_dict().items() if name not in ("min_order", "max_order")
}
_BASE: Plain = {
    "entry_point": "gleu",
    "metric": "gleu",
    "call": "gleu(h, r)",
    "versions": ">=2,<4",
    "max_references": 2,
    "number_types": ["float32"],
    "fixed": _FIXED,
    "free": {"min_order": [1, 2, 3], "max_order": "any"},
    "defaults": {"max_order": 3},
    "practice": {"min_order": [1, 2], "max_order": [1, 4]},
    "arguments": {"n": {"knob": "max_order"}, "force": {"no_effect": "it is silent"}},
    "aliases": {"gleu2": {"min_order": 2}},
    "why": {"max_order": "its default"},
}


def _load(folder: Path, *profiles: Plain, name: str = "mine", **fields: object) -> ProfileFile:
    document = {"implementation": name, "title": "Mine", "profile": list(profiles), **fields}
    (folder / "mine.toml.json").write_text(json.dumps(document), encoding="utf-8")
    return load_file(folder / "mine.toml")


def test_a_profile_inherits_what_it_does_not_restate(tmp_path: Path) -> None:
    own = {
        "base": "gleu",
        "entry_point": "other",
        "call": "other(h, r)",
        "versions": ">=3",
        "free": {"max_order": [2, 3]},
        "arguments": {"force": False, "m": {"knob": "max_order"}},
    }
    base, other = _load(tmp_path, _BASE, own).profile
    assert base.number_types == ("float32",)
    assert other.number_types == (), "that is stated of the checked entry point only"
    assert other.practice == {}
    assert (other.metric, other.max_references, other.versions) == ("gleu", 2, ">=3")
    assert other.fixed == _FIXED
    assert other.free == {"min_order": [1, 2, 3], "max_order": [2, 3]}
    assert other.defaults == {"max_order": 3}
    assert sorted(other.arguments) == ["m", "n"]
    assert other.why == base.why
    assert list(other.aliases) == ["gleu2"]


def test_restated_roles_and_aliases_replace_the_inherited_ones(tmp_path: Path) -> None:
    own = {
        "base": "gleu",
        "entry_point": "other",
        "number_types": ["float16"],
        "practice": {"min_order": [3]},
        "free": {"min_order": "any"},
        "fixed": {"max_order": 4},
        "aliases": {"gleu4": {"min_order": 4}},
    }
    _, other = _load(tmp_path, _BASE, own).profile
    assert other.defaults == {}, "max_order is no longer free"
    assert other.settings().as_dict()["max_order"] == 4
    assert list(other.aliases) == ["gleu4"]
    assert (other.number_types, other.practice) == (("float16",), {"min_order": [3]})


def test_only_the_knobs_of_both_metrics_are_inherited(tmp_path: Path) -> None:
    own = {"base": "gleu", "entry_point": "other", "metric": "bleu", "aliases": {}}
    _, other = _load(tmp_path, _BASE, {**own, "fixed": metric("bleu").settings().as_dict()}).profile
    assert other.free == {}, "BLEU has no lowest order, and its highest one is fixed"
    assert other.settings() == metric("bleu").settings()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: p["fixed"].pop("scale"), r"gleu: knobs without a role: ['scale']; unknown or with two roles: []"),
        (lambda p: p["free"].update(scale="any"), r"gleu: knobs without a role: []; unknown or with two roles: ['scale', 'scale']"),
        (lambda p: p["free"].update(colour="any"), "unknown or with two roles: ['colour']"),
        (lambda p: p.update(ulps=1), "gleu: ulps needs ulps_why"),
        (lambda p: p.update(ulps_why="it adds up otherwise"), "gleu: ulps needs ulps_why"),
        (lambda p: p["defaults"].update(scale="1"), "gleu: only free knobs can have values in defaults or practice"),
        (lambda p: p["practice"].update(scale=["1"]), "gleu: only free knobs can have values in defaults or practice"),
        (lambda p: p["defaults"].update(min_order=4), "gleu: gleu cannot be used with min_order=4"),
        (lambda p: p["practice"].update(min_order=[1, 4]), "gleu: gleu cannot be used with min_order=4"),
        (lambda p: p["aliases"].update(gleu4={"min_order": 4}), "gleu: gleu cannot be used with min_order=4"),
        (lambda p: p["fixed"].update(scale="7"), "gleu: gleu: scale='7' is not allowed"),
        (lambda p: p["arguments"].update(x={}), "the argument x needs exactly one of"),
        (lambda p: p["arguments"].update(x={"knob": "scale", "no_effect": "none"}), "the argument x needs exactly one of"),
        (lambda p: p["arguments"].update(x={"knob": "scale", "values": {"a": "7"}}), "scale='7' is not allowed"),
        (lambda p: p["arguments"].update(x={"knob": "colour"}), "gleu has no knob 'colour'"),
        (lambda p: p["arguments"].update(x={"knob": "scale", "length": "colour"}), "gleu has no knob 'colour'"),
        (lambda p: p.update(base="later"), "gleu: base 'later' is not an earlier entry point"),
        (lambda p: p.update(colour="red"), "unknown field `colour`"),
    ],
)  # fmt: skip
def test_a_wrong_profile_is_named(tmp_path: Path, change: Callable[[Plain], object], message: str) -> None:
    wrong = json.loads(json.dumps(_BASE))
    change(wrong)
    with pytest.raises(DataError) as raised:
        _load(tmp_path, wrong)
    assert "mine.toml: " in str(raised.value)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ({"line": [{"entry_point": "gleu", "text": "GLEU"}]}, "printed: 'GLEU': "),
        ({"line": [{"entry_point": "gleu", "text": "%f %f"}]}, "printed: '%f %f': "),
        ({"line": [{"entry_point": "gleu", "text": "%q"}]}, "printed: '%q': "),
        ({"line": [{"entry_point": "bleu", "text": "%f"}]}, "printed: unknown entry point 'bleu'"),
        ({"line": [], "also": ["bleu"]}, "printed: unknown entry point 'bleu'"),
    ],
)
def test_a_wrong_printed_line_is_named(tmp_path: Path, printed: Plain, message: str) -> None:
    with pytest.raises(DataError) as raised:
        _load(tmp_path, _BASE, printed={"reader": "stripped-tsv", **printed})
    assert message in str(raised.value)


def test_printed_lines_may_name_aliases(tmp_path: Path) -> None:
    line = {"entry_point": "gleu2", "text": "%.2f %%", "times": 100}
    file = _load(tmp_path, _BASE, printed={"reader": "stripped-tsv", "line": [line], "also": ["gleu"]})
    assert file.printed is not None
    assert file.printed.line[0].text % (0.25 * file.printed.line[0].times) == "25.00 %"


def test_a_file_is_named_after_its_implementation(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"mine\.toml: the file name differs from the implementation 'yours'"):
        _load(tmp_path, _BASE, name="yours")


def test_a_version_has_the_profiles_that_cover_it(tmp_path: Path) -> None:
    newer, older = {**_BASE, "versions": ">=4"}, {**_BASE, "aliases": {}}
    other = {**_BASE, "entry_point": "other", "versions": "<3", "aliases": {}}
    file = _load(tmp_path, newer, older, other)
    assert file.reach() == ("2", "4")
    for version, names, covered in (
        ("2", ["gleu", "other"], True),
        ("2.9rc1", ["gleu", "other"], True),
        ("3", ["gleu"], False),
        ("4", ["gleu"], False),
        ("1", ["other"], False),
    ):
        found = [profile.entry_point for profile in file.current(version)]
        assert found == names, version
        assert file.covers(version) is covered
    assert [profile.versions for profile in file.current(None)] == [">=4", "<3"], "the first of each entry point"
    assert [profile.versions for profile in file.for_metric("gleu", "3")] == [">=2,<4"]
    assert file.for_metric("bleu", None) == []
    assert file.entry_point("gleu2", "4") == file.profile[0].narrowed("gleu2")
    assert file.entry_point("gleu2", "3") is None
    assert file.entry_point("other", "3") is None


@pytest.mark.parametrize(
    ("versions", "version", "within"),
    [
        (">=3.5,<3.9", "3.5", True),
        (">=3.5,<3.9", "3.9", False),
        (">=3.5,<3.9", "3.8.99", True),
        (">=3.5", "3.5rc1", False),
        (">=3.5", "3.6rc1", True),
        ("", "1", True),
        (">=3.5", "unknown", False),
    ],
)
def test_a_version_is_within_a_range(versions: str, version: str, within: bool) -> None:
    assert is_within(versions, version) is within


def _profile(tmp_path: Path, **fields: object) -> Profile:
    (profile,) = _load(tmp_path, {**_BASE, **fields}).profile
    return profile


def test_an_alias_fixes_knobs(tmp_path: Path) -> None:
    profile = _profile(tmp_path)
    alias = profile.narrowed("gleu2")
    assert (alias.entry_point, alias.narrows, alias.called, profile.called) == ("gleu2", "gleu", "gleu", "gleu")
    assert alias.fixed["min_order"] == 2
    assert (alias.free, alias.defaults, alias.practice) == (
        {"max_order": "any"},
        {"max_order": 3},
        {"max_order": [1, 4]},
    )
    assert not alias.aliases
    assert alias.settings() == profile.settings(min_order=2)
    with pytest.raises(SettingsError, match="gleu2 cannot be used with min_order=1"):
        alias.settings(min_order=1)


def test_the_values_that_a_region_allows_are_described(tmp_path: Path) -> None:
    profile = _profile(tmp_path)
    kind = metric("gleu").settings
    assert profile.allowed(kind.knob("min_order")) == "is one of: 1, 2, 3"
    assert profile.allowed(kind.knob("max_order")) == "is one of: a whole number from 1 to 20"
    assert profile.allowed(kind.knob("scale")) == f"is always {_FIXED['scale']} here"
    assert [profile.allows(kind.knob("min_order"), value) for value in (1, 3, 4)] == [True, True, False]
    assert profile.allows(kind.knob("max_order"), 20)
    assert profile.options("min_order") == [1, 2, 3]
    assert profile.options("max_order") is None


def test_practices_are_all_combinations_that_fit(tmp_path: Path) -> None:
    chosen = [values for values, _ in _profile(tmp_path).practices()]
    assert {"min_order": 1, "max_order": 1} in chosen
    assert {"min_order": 1, "max_order": 4} in chosen
    assert {"min_order": 2, "max_order": 4} in chosen
    assert len(chosen) <= 4
    assert all(settings.as_dict().items() >= values.items() for values, settings in _profile(tmp_path).practices())


def test_chosen_knobs_are_kept_when_others_are_taken_over(tmp_path: Path) -> None:
    profile = _profile(tmp_path)
    taken = profile.taking({"min_order": 3, "max_order": 5}, {"min_order": 2})
    assert (taken.as_dict()["min_order"], taken.as_dict()["max_order"]) == (2, 5)
    assert profile.taking({"min_order": 4, "max_order": 5}).as_dict()["min_order"] == 1
    changed = profile.changed(profile.settings(), {"max_order": 2})
    assert changed == profile.settings(max_order=2)


def test_files_are_found_by_metric() -> None:
    for name in ("gleu", "rouge-lsum"):
        files = [file for file in profile_files().values() if any(profile.metric == name for profile in file.profile)]
        assert {file.implementation for file in files} <= {file.implementation for file in profile_files_of(name)}
        names = [file.implementation for file in profile_files_of(name)]
        assert names == sorted(names)


def test_packages_with_adapters_come_first_in_the_order_of_reports() -> None:
    names = [file.implementation for file in files_of_metric("ter")]
    assert names[:3] == ["sacrebleu", "pyter", "torchmetrics"]
    assert sorted(names) == sorted(file.implementation for file in profile_files_of("ter"))
