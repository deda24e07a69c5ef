"""Files of divergences, reported cases, properties, notes and releases: each mistake in one is named with its place."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels
from samescore.base.errors import DataError
from samescore.catalogue import divergences, layout, notes, properties, releases, reported

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

Plain = dict[str, Any]
_INPUT = {"segments": [{"hypothesis": "a b c", "references": ["a b c"]}]}
_DIVERGENCE: Plain = {
    "metric": "bleu",
    "knobs": ["max_order"],
    "implementations": ["nltk.corpus_bleu"],
    "kind": "by-design",
    "what": "the orders differ",
    "remedy": "set the order",
    "input": _INPUT,
    "left": {"implementation": "nltk.corpus_bleu", "value": "1"},
    "right": {"implementation": "sacrebleu.corpus_bleu", "value": "100"},
}
_PROPERTY: Plain = {
    "metric": "bleu",
    "what": "a short text scores 0",
    "remedy": "use a shorter order",
    "input": _INPUT,
    "seen": {"implementation": "nltk.corpus_bleu", "value": "0"},
}
_SIDE = {"implementation": "native", "value": "0.5", "source": "oracle"}
_REPORTED: Plain = {
    "link": "https://example.org/issues/1",
    "symptom": "the scores differ",
    "metric": "bleu",
    "input": _INPUT,
    "first": _SIDE,
    "second": {**_SIDE, "source": "nltk==3.10.4"},
    "cause": ["max_order"],
    "because": "the orders differ",
    "remedy": "set the order",
}


def _write(path: Path, document: Plain) -> Path:
    """Write a document in the JSON form, as an installed package has it beside the TOML file."""
    path.touch()
    path.with_name(f"{path.name}.json").write_text(json.dumps(document), encoding="utf-8")
    return path


def _file(folder: Path, entry: Plain, change: Callable[[Plain], object], name: str) -> Path:
    """Write a file of one entry, which `change` has made wrong."""
    changed = copy.deepcopy(entry)
    change(changed)
    return _write(folder / "mine.toml", {name: changed})


def _nothing(_: Plain) -> None:
    """Change nothing."""


def test_entries_without_mistakes_are_read(tmp_path: Path) -> None:
    divergence = divergences.load_file(_file(tmp_path, _DIVERGENCE, _nothing, "a-b2"))["a-b2"]
    assert (divergence.id, divergence.metric, divergence.left.kind) == ("a-b2", "bleu", "score")
    assert properties.load_file(_file(tmp_path, _PROPERTY, _nothing, "a-b2"))["a-b2"].id == "a-b2"
    case = reported.load_file(_file(tmp_path, _REPORTED, _nothing, "nltk-1785"))["nltk-1785"]
    assert (case.id, [side.source for side in case.sides]) == ("nltk-1785", ["oracle", "nltk==3.10.4"])


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        *((name, _nothing, "an id must be lower-case words") for name in ("A-b", "a_b", "a--b", "a-")),
        *(
            ("a", lambda d, field=field: d.update({field: []}), "what and remedy must not be empty")
            for field in ("knobs", "implementations")
        ),
        *(
            ("a", lambda d, field=field: d.update({field: " "}), "what and remedy must not be empty")
            for field in ("what", "remedy")
        ),
        ("a", lambda d: d.update(texts="("), "texts is not a regular expression"),
        ("a", lambda d: d["knobs"].append("colour"), "bleu has no knob 'colour'"),
        ("a", lambda d: d.update(metric="blau"), "unknown metric: 'blau'"),
        ("a", lambda d: d.update(input={"segments": 5}), "malformed input"),
        ("a", lambda d: d.update(input="no-such-vector"), "unknown vector: 'no-such-vector'"),
        ("a", lambda d: d.update(kind="odd"), "Invalid enum value 'odd'"),
        ("a", lambda d: d.update(colour="red"), "unknown field `colour`"),
    ],
)
def test_a_wrong_divergence_is_named(
    tmp_path: Path, name: str, change: Callable[[Plain], object], message: str
) -> None:
    with pytest.raises(DataError, match=r"mine\.toml") as raised:
        divergences.load_file(_file(tmp_path, _DIVERGENCE, change, name))
    assert message in str(raised.value)


def test_a_divergence_concerns_an_implementation_or_one_of_its_entry_points(tmp_path: Path) -> None:
    def concerned(*names: str) -> list[bool]:
        path = _file(tmp_path, _DIVERGENCE, lambda d: d.update(implementations=list(names)), "a")
        entry = divergences.load_file(path)["a"]
        return [entry.concerns("nltk", "corpus_bleu"), entry.concerns("nltk", "sentence_bleu")]

    assert concerned("sacrebleu", "nltk") == [True, True]
    assert concerned("sacrebleu.corpus_bleu", "nltk.sentence_bleu") == [False, True]


@pytest.mark.parametrize(
    ("texts", "hypothesis", "reference", "about"),
    [
        ("", "a", "b", True),
        ("x", "a", "b", False),
        ("x", "axa", "b", True),
        ("x", "a", "bx", True),
        ("a b", "", "b", False),
    ],
)
def test_a_divergence_about_some_texts(
    tmp_path: Path, texts: str, hypothesis: str, reference: str, about: bool
) -> None:
    entry = divergences.load_file(_file(tmp_path, _DIVERGENCE, lambda d: d.update(texts=texts), "a"))["a"]
    assert entry.is_about(Corpus.from_segments(["a", hypothesis], [["c"], ["c", reference]])) is about
    assert entry.is_about(Labels(["a"], ["b"]))


def test_the_texts_of_a_divergence_are_found_across_tokens(tmp_path: Path) -> None:
    entry = divergences.load_file(_file(tmp_path, _DIVERGENCE, lambda d: d.update(texts="a b"), "a"))["a"]
    assert entry.is_about(Corpus.from_tokens([["c", "a", "b"]], [[["c"]]]))
    assert not entry.is_about(Corpus.from_tokens([["a", "c", "b"]], [[["ab"]]]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(what=" "), "mine.toml: a: what and remedy must not be empty"),
        (lambda d: d.update(remedy=""), "mine.toml: a: what and remedy must not be empty"),
        (lambda d: d.update(metric="blau"), "mine.toml: a: unknown metric: 'blau'"),
        (lambda d: d.update(input={"segments": 5}), "mine.toml: a: malformed input"),
    ],
)
def test_a_wrong_property_is_named(tmp_path: Path, change: Callable[[Plain], object], message: str) -> None:
    with pytest.raises(DataError) as raised:
        properties.load_file(_file(tmp_path, _PROPERTY, change, "a"))
    assert message in str(raised.value)


def _without_sides(case: Plain) -> None:
    del case["first"], case["second"]


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        *((name, _nothing, "an id must be words and digits") for name in ("a_b", "a--b", "a-")),
        ("A1", lambda d: d.update(link="http://example.org"), "link and symptom must not be empty"),
        ("A1", lambda d: d.update(symptom=" "), "link and symptom must not be empty"),
        ("A1", _without_sides, "a case needs either sides or a reason for having none"),
        ("A1", lambda d: d.update(why_not="the input is private"), "a case needs either sides or a reason"),
        ("A1", lambda d: d.pop("first"), "a case with a second side must also have a first"),
        *(
            ("A1", lambda d, field=field: d.update({field: ""}), "metric, because and remedy must not be empty")
            for field in ("metric", "because", "remedy")
        ),
        ("A1", lambda d: d.update(cause=[]), "the cause is missing"),
        ("A1", lambda d: d["second"].update(metric="blau"), "unknown metric: 'blau'"),
        ("A1", lambda d: d["second"].update(source="nltk"), "the source 'nltk' is not NAME==VERSION"),
        ("A1", lambda d: d["second"].update(source="my oracle"), "the source 'my oracle' is not NAME==VERSION"),
        ("A1", lambda d: d["second"].update(source="worked: "), "the source 'worked: ' is not NAME==VERSION"),
        ("A1", lambda d: d.pop("input"), "no input for native"),
        ("A1", lambda d: d["second"].update(input={"segments": 5}), "malformed input"),
    ],
)
def test_a_wrong_reported_case_is_named(
    tmp_path: Path, name: str, change: Callable[[Plain], object], message: str
) -> None:
    with pytest.raises(DataError, match=r"mine\.toml") as raised:
        reported.load_file(_file(tmp_path, _REPORTED, change, name))
    assert message in str(raised.value)


def _with_one_side(case: Plain) -> None:
    del case["second"], case["cause"]


def _with_a_reason(case: Plain) -> None:
    _without_sides(case)
    case.update(why_not="the input is private", because="", remedy="", metric="")


@pytest.mark.parametrize(
    "change",
    [
        _with_one_side,
        _with_a_reason,
        lambda d: d["first"].update(source="worked: 1 / 2\n= 0.5"),
    ],
)
def test_a_case_may_have_one_side_or_a_reason_for_none(tmp_path: Path, change: Callable[[Plain], object]) -> None:
    assert reported.load_file(_file(tmp_path, _REPORTED, change, "A1"))["A1"].id == "A1"


@pytest.mark.parametrize(("field", "value"), [("mistake", "sentence-mean"), ("input", _INPUT), ("metric", "gleu")])
def test_a_side_of_its_own_differs_in_more_than_knobs(tmp_path: Path, field: str, value: object) -> None:
    def by_knobs(change: Callable[[Plain], object]) -> bool:
        return reported.load_file(_file(tmp_path, _REPORTED, change, "A1"))["A1"].by_knobs

    assert by_knobs(_nothing)
    assert not by_knobs(lambda d: d["first"].update({field: value}))
    assert not by_knobs(lambda d: d["second"].update({field: value}))
    assert not by_knobs(lambda d: d.pop("second"))


@pytest.mark.parametrize("cause", ["metric", "input", "scale"])
def test_a_cause_other_than_a_knob(tmp_path: Path, cause: str) -> None:
    path = _file(tmp_path, _REPORTED, lambda d: d.update(cause=[cause, "max_order"]), "A1")
    assert not reported.load_file(path)["A1"].by_knobs


@pytest.mark.parametrize(
    ("implementation", "knobs", "model"),
    [
        ("native", {}, "native"),
        ("nltk.corpus_bleu", {}, "native:nltk.corpus_bleu"),
        ("nltk.corpus_bleu", {"max_order": 2, "weights": [0.5, 0.5]}, "native:nltk.corpus_bleu(weights=(0.5, 0.5))"),
        ("native", {"max_order": 2, "weights": [0.5, 0.5]}, "native(max_order=2, weights=(0.5, 0.5))"),
        ("nltk.corpus_bleu", {"max_order": 2}, "native:nltk.corpus_bleu(max_order=2)"),
    ],
)
def test_a_side_is_written_as_in_a_command(implementation: str, knobs: Plain, model: str) -> None:
    assert reported.ReportedQuestion(implementation=implementation, set=knobs).model == model


def test_one_id_stands_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, folder, entry in ((divergences, "divergences", _DIVERGENCE), (reported, "reported", _REPORTED)):
        (tmp_path / folder).mkdir()
        _file(tmp_path / folder, entry, _nothing, "a")
        monkeypatch.setattr(module, "data_folder", lambda _: tmp_path)
        loaded: Any = module.divergences if module is divergences else module.reported_cases
        assert list(loaded.__wrapped__()) == ["a"]
        _write(tmp_path / folder / "other.toml", {"a": entry})
        with pytest.raises(DataError, match=r"other\.toml: the id a is used twice"):
            loaded.__wrapped__()


@pytest.mark.parametrize(
    ("note", "message"),
    [
        ({"metric": "BERTScore", "page": "a.html"}, "a: a note needs either a metric or a page"),
        ({"what": "nothing"}, "a: a note needs either a metric or a page"),
        ({"metric": "BLEU"}, "a: 'BLEU' is not a metric of samescore.metrics.elsewhere"),
    ],
)
def test_a_wrong_note_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: Plain, message: str) -> None:
    _write(tmp_path / "notes.toml", {"a": note})
    monkeypatch.setattr(notes, "data_folder", lambda _: tmp_path)
    with pytest.raises(DataError, match=f"notes.toml: {message}"):
        notes.notes.__wrapped__()


def test_a_note_leads_to_its_page_or_to_its_first_link() -> None:
    assert notes.Note(page="a.html", links=["https://b"]).link.endswith("/docs/a.html")
    assert notes.Note(metric="BERTScore", links=["https://b", "https://c"]).link == "https://b"
    assert notes.Note(metric="BERTScore").link == ""
    assert notes.Note(page="a.html", what="See there.").sentence == "See there."
    stated = notes.Note(metric="BERTScore", what="It depends on the model.").sentence
    assert stated.startswith("BERTScore is not computed by samescore: ")
    assert stated.endswith(". It depends on the model.")
    assert notes.Note(metric="BERTScore").sentence == stated.removesuffix(" It depends on the model.")


def _release(**fields: object) -> Plain:
    return {"package": "My_Package", "versions": "<2", "why": "it needs an old NumPy", **fields}


def _set_releases(folder: Path, monkeypatch: pytest.MonkeyPatch, *entries: Plain) -> None:
    _write(folder / "releases.toml", {"release": list(entries)})
    monkeypatch.setattr(releases, "data_folder", lambda _: folder)
    monkeypatch.setattr(releases, "releases", releases.releases.__wrapped__)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"versions": "old"}, "Invalid specifier: 'old'"),
        ({"python": "old"}, "Invalid specifier: 'old'"),
        ({"why": ""}, 'My_Package <2: one of the keys "broken" and "why" must be set'),
    ],
)
def test_a_wrong_release_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: Plain, message: str) -> None:
    _set_releases(tmp_path, monkeypatch, _release(**fields))
    with pytest.raises(DataError, match=r"releases\.toml: ") as raised:
        releases.releases()
    assert message in str(raised.value)


def test_the_needs_of_a_release_are_those_of_all_its_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = _release(python="<3.12", environment={"A": "1"}, **{"with": ["numpy<2"]})
    second = _release(versions="<3", python=">=3.6", broken="no wheel", why="", environment={"B": "2"})
    third = _release(versions=">=2", **{"with": ["other"]}, why="never", environment={"C": "3"})
    _set_releases(tmp_path, monkeypatch, first, second, third, _release(package="another", python="<3"))
    assert releases.needs("my-package", "1.9") == releases.Needs(
        "<3.12,>=3.6", ("numpy<2",), (("A", "1"), ("B", "2")), "no wheel", "it needs an old NumPy"
    )
    assert releases.needs("my.package", "2.0rc1").broken == "no wheel", "a prerelease counts"
    assert releases.needs("MY_PACKAGE", "3") == releases.Needs("", ("other",), (("C", "3"),), "", "never")
    assert releases.needs("none", "1") == releases.Needs("", (), (), "", "")


def test_lines_of_json_are_filled_up_to_120_characters() -> None:
    text = "x" * (layout.LINE - len('  "a": {"b": ""},'))
    assert layout.as_json({"a": {"b": text}}) == '{\n  "a": {"b": "' + text + '"}\n}\n'
    assert layout.as_json({"a": {"b": text + "x"}}) == '{\n  "a": {\n    "b": "' + text + 'x"\n  }\n}\n'
    for length, per_line in ((35, [120, 120, 119]), (36, [83, 83, 83, 83, 42])):
        lines = layout.as_json({"a": ["x" * length] * 9}).splitlines()
        assert [len(line) for line in lines[2:-2]] == per_line
    long = "y" * 200  # a text is never broken
    assert layout.as_json({"a": long}) == '{\n  "a": "' + long + '"\n}\n'
    assert layout.as_json({"a": "\u0301 \u200b\u00e9"}) == '{\n  "a": "\\u0301 \\u200b\u00e9"\n}\n'
