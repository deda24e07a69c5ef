"""Former names of knobs: read wherever a knob is named, written nowhere."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore.base.errors import DataError, SettingsError
from samescore.catalogue.paths import data_folder
from samescore.catalogue.vectors import load_file, vector_files
from samescore.implementations.description import profile_file, read_description
from samescore.metrics import METRIC_NAMES, metric
from samescore.settings import Settings
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_RENAMED = [name for name in METRIC_NAMES if any(knob.former for knob in metric(name).settings.knobs())]
#: Names that some metric had for an idea, and the name that every metric has for it.
_IDEAS = {
    "no_segments": "empty_input",
    "missing_order": "empty_order",
    "no_length": "empty_reference",
    "weight_sums": "weight_summation",
    "blank_answers": "empty_references",
    "one_value": "zero_division",
}


def _formerly(kind: type[Settings], named: Mapping[str, Any]) -> dict[str, Any]:
    """The same by former names, where knobs have any."""
    return {(kind.knob(name).former or (name,))[0]: value for name, value in named.items()}


def _changed(kind: type[Settings]) -> Iterator[Settings]:
    """The settings with one renamed knob off its default."""
    for knob in kind.knobs():
        for value in knob.alternatives(knob.default)[:2] if knob.former else ():
            with suppress(SettingsError):
                yield kind().replace(**{knob.name: value})


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_name_means_one_knob_of_a_metric(name: str) -> None:
    knobs = metric(name).settings.knobs()
    names = Counter([*(knob.name for knob in knobs), *(former for knob in knobs for former in knob.former)])
    assert max(names.values()) == 1, names.most_common(1)


def test_an_idea_has_one_name_in_every_metric() -> None:
    present = {knob.name for name in METRIC_NAMES for knob in metric(name).settings.knobs()}
    former = {(old, knob.name) for name in _RENAMED for knob in metric(name).settings.knobs() for old in knob.former}
    assert not present & _IDEAS.keys()
    assert set(_IDEAS.items()) <= former
    for old in _IDEAS:
        assert len([new for name, new in former if name == old]) == 1, old


@pytest.mark.parametrize("name", _RENAMED)
def test_former_names_give_the_same_settings(name: str) -> None:
    kind = metric(name).settings
    changed = list(_changed(kind))
    assert changed
    for settings in changed:
        formerly = _formerly(kind, settings.as_dict())
        assert formerly.keys() != settings.as_dict().keys()
        assert kind(**formerly) == kind.from_mapping(formerly) == kind().replace(**formerly) == settings
        assert kind.canonical(formerly).keys() == settings.as_dict().keys()
        parts = [part.partition(":") for part in settings.signature.split("|")[1:]]
        old = "|".join([name, *(f"{(kind.knob(knob).former or (knob,))[0]}:{value}" for knob, _, value in parts)])
        assert old != settings.signature
        assert kind.parse(old) == settings


def test_a_knob_under_both_names_is_refused() -> None:
    kind = metric("bleu").settings
    both = {"no_segments": "zero", "empty_input": "raise"}
    with pytest.raises(SettingsError, match="no_segments is the former name of empty_input, and both are set"):
        kind(**both)
    for build in (kind.from_mapping, kind.canonical):
        with pytest.raises(SettingsError, match="former name"):
            build(both)
    with pytest.raises(SettingsError, match="former name"):
        kind.parse("bleu|empty_input:zero|no_segments:zero")


def test_a_name_of_another_metric_stays_unknown() -> None:
    with pytest.raises(SettingsError, match="wer has no knob 'no_length'"):
        metric("wer").settings.from_mapping({"no_length": "one"})


@pytest.mark.parametrize(
    "path", list(vector_files(data_folder("golden")))[::7], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_vectors_with_former_names_are_the_same_vectors(path: Path, tmp_path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    kind = metric(document["metric"]).settings
    document["defaults"] = _formerly(kind, document["defaults"])
    for vector in document["vectors"]:
        vector["settings"] = _formerly(kind, vector["settings"])
    old = tmp_path / path.name
    old.write_text(json.dumps(document), encoding="utf-8")
    shipped = [(v.id, v.settings, v.complete_settings(), v.expected) for v in load_file(path)]
    assert [(v.id, v.settings, v.complete_settings(), v.expected) for v in load_file(old)] == shipped


def test_vectors_with_both_names_are_refused(tmp_path: Path) -> None:
    path = next(path for path in vector_files(data_folder("golden")) if path.parent.name == "gleu")
    document = json.loads(path.read_text(encoding="utf-8"))
    document["vectors"][0]["settings"] = {"no_segments": "zero", "empty_input": "zero"}
    old = tmp_path / path.name
    old.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DataError, match=document["vectors"][0]["id"]):
        load_file(old)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    for name in ("hyp", "ref"):
        (tmp_path / name).write_text("", encoding="utf-8")
    return tmp_path


_SCORE = ("score", "hyp", "-r", "ref")


@pytest.mark.parametrize(
    "arguments",
    [
        (*_SCORE, "--set", "no_segments=zero"),
        (*_SCORE, "--signature", "bleu|no_segments:zero"),
        (*_SCORE, "--set", "no_segments=zero", "--format", "jsonl"),
        ("diff", "hyp", "-r", "ref", "-i", "native(no_segments=zero)", "-i", "native(no_segments=zero,scale=1)"),
        ("explain", "native(no_segments=zero)", "native(empty_input=zero,scale=1)", "hyp", "-r", "ref", "-m", "bleu"),
        ("audit", "claims.jsonl"),
    ],
    ids=lambda arguments: "-".join(arguments[:1] + arguments[-1:]),
)
def test_commands_read_former_names_and_print_present_ones(empty: Path, arguments: tuple[str, ...]) -> None:
    claim = {"metric": "bleu", "published": "0.0", "hypotheses": "hyp", "references": ["ref"]}
    text = json.dumps({**claim, "settings": {"no_segments": "zero"}})
    (empty / "claims.jsonl").write_text(f"{text}\n", encoding="utf-8")
    done = call(*arguments, cwd=empty)
    assert done.returncode in (0, 1), done.stderr
    printed = done.stdout.replace("native(no_segments=zero", "").replace("no_segments=zero,scale", "")
    assert "no_segments" not in printed
    assert not done.stderr or "no knob" not in done.stderr
    if arguments[0] != "diff":
        assert "empty_input" in done.stdout + done.stderr


@pytest.mark.parametrize("names", [("no_segments", "empty_input"), ("empty_input", "no_segments")])
def test_a_knob_under_both_names_is_a_mistake_of_a_command(names: tuple[str, str], empty: Path) -> None:
    first, second = names
    done = call(*_SCORE, "--set", f"{first}=zero", "--set", f"{second}=raise", cwd=empty)
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "samescore: the knob empty_input is set twice")


def test_a_project_s_table_reads_former_names(empty: Path) -> None:
    (empty / "own.py").write_text("def bleu(hypotheses, references):\n    return 0.0\n", encoding="utf-8")
    table = '[tool.samescore]\nimplementation = "py:own:bleu"\nmetric = "bleu"\nset = {no_segments = "zero"}\n'
    (empty / "pyproject.toml").write_text(table, encoding="utf-8")
    (empty / "in.jsonl").write_text('{"hypothesis": "a b", "references": ["c d"]}\n', encoding="utf-8")
    only_own = ("--inputs", "in.jsonl", "-k", "input-bleu")
    done = call("run", *only_own, "--no-report", cwd=empty, PYTHONPATH=str(empty))
    assert "no knob" not in done.stderr
    assert done.returncode in (0, 1), done.stderr


def test_the_functions_take_former_names() -> None:
    found = samescore.score("bleu", samescore.Corpus(()), no_segments="zero")
    assert (found.value, found.settings) == (0.0, metric("bleu").settings(empty_input="zero"))


def test_a_description_may_use_former_names() -> None:
    described = {
        "implementation": "mine",
        "metrics": [{"metric": "ter", "settings": {"no_length": "raise"}, "free": {"no_segments": ["raise", "zero"]}}],
    }
    [profile] = profile_file(read_description(described, "mine"), "mine").profile
    assert profile.settings(no_segments="zero") == metric("ter").settings(empty_reference="raise", empty_input="zero")
    assert profile.free == {"empty_input": ["raise", "zero"]}
    assert "no_length" not in profile.fixed


@pytest.mark.parametrize(
    ("name", "knob", "given", "value"),
    [
        ("kendall", "empty_input", "zero", "0"),
        ("kendall", "empty_input", "undefined", "nan"),
        ("kappa", "empty_input", "undefined", "nan"),
        ("p-value", "empty_input", "undefined", "computed"),
        ("distinct", "zero_division", 0, "zero"),
        ("char-f1", "zero_division", "0", "zero"),
        ("entity-f1", "zero_division", "nan", "undefined"),
        ("chrf", "references", "best", "highest-f"),
    ],
)
def test_a_value_has_the_words_that_other_metrics_have_for_it(name: str, knob: str, given: object, value: str) -> None:
    assert metric(name).settings.checked(knob, given) == value
