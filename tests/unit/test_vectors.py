"""Files of golden vectors: two files give complete vectors, and errors name the file and the id."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import DataError
from samescore.base.outcome import STORED_ULPS
from samescore.catalogue import vectors as vectors_module
from samescore.catalogue.paths import data_folder
from samescore.catalogue.vectors import SCHEMA, load_file, vector, vector_files, vectors
from samescore.metrics import metric

Plain = dict[str, Any]


_DEFAULTS = metric("gleu").settings().as_dict()


def _stored(name: str, settings: Plain) -> Plain:
    return {
        "id": name,
        "comment": "Two of three words.",
        "settings": settings,
        "input": {"segments": [{"hypothesis": "a b c", "references": ["a b d"]}]},
        "expected": {"outcome": "score", "value": "0.5"},
        "source": {"kind": "hand", "where": "own"},
    }


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    """A file of two vectors, with its generated columns beside it."""
    path = tmp_path / "gleu" / "words.json"
    path.parent.mkdir()
    vectors = [_stored("gleu-plain", {}), _stored("gleu-short", {"max_order": 2})]
    document = {"schema": SCHEMA, "metric": "gleu", "defaults": _DEFAULTS, "vectors": vectors}
    columns = {"gleu-plain": {"mistakes": {"percent": "50"}, "observed": {"other==0 gleu": "0.25"}}, "gleu-short": {}}
    path.write_text(json.dumps(document), encoding="utf-8")
    path.with_suffix(".observed.json").write_text(json.dumps({"schema": SCHEMA, "columns": columns}), encoding="utf-8")
    return path


def _change(path: Path, change: Callable[[Plain], object]) -> None:
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def test_a_vector_is_complete(topic: Path) -> None:
    plain, short = load_file(topic)
    assert plain.settings == _DEFAULTS
    assert short.settings == {**_DEFAULTS, "max_order": 2}
    assert plain.metric == short.metric == "gleu"


def test_the_defaults_are_those_of_the_file(topic: Path) -> None:
    _change(topic, lambda document: document["defaults"].update(max_order=3))
    assert [vector.settings["max_order"] for vector in load_file(topic)] == [3, 2]


def test_the_columns_are_those_of_the_file_beside(topic: Path) -> None:
    plain, short = load_file(topic)
    assert (plain.mistakes, plain.confirmed_by, plain.observed) == ({"percent": "50"}, {}, {"other==0 gleu": "0.25"})
    assert (short.mistakes, short.confirmed_by, short.observed) == ({}, {}, {})
    topic.with_suffix(".observed.json").unlink()
    assert load_file(topic)[0].observed == {}, "a file of one's own may have no columns"


def test_the_shipped_vectors_have_both() -> None:
    article = vector("bleu-article-001-joined-collision")
    assert (article.settings["ngram_key"], article.settings["mean"]) == ("joined", "geometric")
    assert article.observed
    assert article.mistakes


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["defaults"].pop("scale"), "words.json: defaults lack scale"),
        (lambda d: d["defaults"].update(colour="red"), "words.json: defaults: gleu has no knob 'colour'"),
        (lambda d: d["defaults"].update(scale="7"), "words.json: defaults: gleu: scale='7' is not allowed"),
        (lambda d: d.update(metric="blau"), "words.json: defaults: unknown metric: 'blau'"),
        (lambda d: d.update(schema="samescore-golden/1"), "words.json: Invalid enum value 'samescore-golden/1'"),
        (
            lambda d: d["vectors"][0]["settings"].update(scale=d["defaults"]["scale"]),
            "words.json: gleu-plain: settings repeat the file's defaults: scale",
        ),
        (
            lambda d: d["vectors"][0]["settings"].update(colour="red"),
            "words.json: gleu-plain: gleu has no knob 'colour'",
        ),
        (
            lambda d: d["vectors"][0].update(observed={}),
            "words.json: Object contains unknown field `observed`",
        ),
        (
            lambda d: d["vectors"][1]["settings"].update(max_order=21),
            "words.json: gleu-short: gleu: max_order=21 is not allowed",
        ),
        (
            lambda d: d["vectors"][1].update(input={"segments": [{"hypothesis": "a", "references": "a"}]}),
            "words.json: gleu-short: references[0] is a string",
        ),
        (lambda d: d["vectors"][1]["expected"].pop("value"), "words.json: gleu-short: a score needs a value"),
        *(
            (
                lambda d, outcome=outcome: d["vectors"][1]["expected"].update(outcome=outcome),
                "words.json: gleu-short: a score needs a value, and any other outcome must not have one",
            )
            for outcome in ("raised", "undefined")
        ),
        (lambda d: d["vectors"][1]["expected"].update(value="half"), "words.json: gleu-short: 'half' is not a number"),
        (
            lambda d: d["vectors"][1]["expected"].update(ulps=STORED_ULPS + 1),
            f"words.json: gleu-short: a tolerance of {STORED_ULPS + 1} ulps needs a reason (ulps_why)",
        ),
    ],
)
def test_errors_in_vector_files_are_reported(topic: Path, change: Callable[[Plain], object], message: str) -> None:
    _change(topic, change)
    with pytest.raises(DataError) as raised:
        load_file(topic)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "change", [{"ulps": STORED_ULPS}, {"ulps": STORED_ULPS + 1, "ulps_why": "the source prints few digits"}]
)
def test_a_tolerance_within_the_default_needs_no_reason(topic: Path, change: Plain) -> None:
    _change(topic, lambda document: document["vectors"][1]["expected"].update(change))
    assert load_file(topic)[1].expected.ulps == change["ulps"]


@pytest.mark.parametrize("wrong", ["gleu_short", "Gleu-short", "-gleu", "gleu--short", "gleu-", ""])
def test_an_id_is_words_and_digits_joined_by_hyphens(topic: Path, wrong: str) -> None:
    topic.with_suffix(".observed.json").unlink()
    _change(topic, lambda document: document["vectors"][1].update(id=wrong))
    with pytest.raises(DataError, match=f"words.json: {wrong}: an id must be lower-case words and digits"):
        load_file(topic)


def test_an_outcome_other_than_a_score_has_no_value(topic: Path) -> None:
    _change(topic, lambda document: document["vectors"][1].update(expected={"outcome": "undefined"}))
    assert load_file(topic)[1].expected.value == ""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["columns"].pop("gleu-plain"), "words.observed.json: gleu-plain has no entry"),
        (
            lambda d: d["columns"].update({"gleu-round": {}}),
            "words.observed.json: gleu-round is not a vector of words.json",
        ),
        (
            lambda d: d["columns"]["gleu-plain"].update(expected="1"),
            "words.observed.json: Object contains unknown field `expected`",
        ),
    ],
)
def test_errors_in_observed_columns_are_reported(topic: Path, change: Callable[[Plain], object], message: str) -> None:
    _change(topic.with_suffix(".observed.json"), change)
    with pytest.raises(DataError) as raised:
        load_file(topic)
    assert message in str(raised.value)


def test_an_id_stands_in_one_file_only(topic: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors_module, "data_folder", lambda _: topic.parent.parent)
    assert list(vectors_module.vectors.__wrapped__()) == ["gleu-plain", "gleu-short"]
    topic.with_name("zebra.json").write_bytes(topic.read_bytes())
    with pytest.raises(DataError, match=r"zebra\.json: the id gleu-plain is used twice"):
        vectors_module.vectors.__wrapped__()


def test_columns_without_vectors_are_an_error(topic: Path) -> None:
    folder = topic.parent.parent
    assert list(vector_files(folder)) == [topic]
    topic.unlink()
    with pytest.raises(DataError, match=r"words\.observed\.json: words\.json is missing from the same folder"):
        list(vector_files(folder))


def test_shipped_vectors_are_valid_and_read_alike_with_and_without_checks() -> None:
    checked = [vector for path in vector_files(data_folder("golden")) for vector in load_file(path)]
    assert list(vectors().values()) == checked
    assert len(checked) > 4000
