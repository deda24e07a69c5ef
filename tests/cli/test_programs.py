"""``samescore score --like`` for the programs of SQuAD, CMRC2018 and DROP: files, output, options, malformed files."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError
from samescore.verbs.scoring.programs import cmrc2018, drop, squad
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PROGRAMS = {
    "squad-v1": squad.version_1,
    "squad-v2": squad.version_2,
    "cmrc2018": cmrc2018.evaluate,
    "drop": drop.evaluate,
}


def _squad(*questions: tuple[str, list[str]]) -> dict[str, Any]:
    qas = [{"id": name, "answers": [{"text": answer} for answer in answers]} for name, answers in questions]
    return {"version": "1.1", "data": [{"paragraphs": [{"qas": qas}]}]}


SQUAD = _squad(("q1", ["the cat"]), ("q2", ["a dog barks", "dog"]), ("q3", ["mat"]))
SQUAD_2 = _squad(("q1", ["the cat"]), ("q2", []), ("q3", ["mat"]))
DROP = {
    "p": {
        "qa_pairs": [
            {"query_id": "q1", "answer": {"number": "3", "date": {"day": "", "month": "", "year": ""}, "spans": []}},
            {"query_id": "q2", "answer": {"spans": ["cat", "dog"]}, "validated_answers": [{"spans": ["cat"]}]},
            {"query_id": "q3", "answer": {"date": {"day": "5", "month": "May", "year": "1999"}}},
        ]
    }
}
CMRC = [
    {"context_id": "c", "qas": [{"query_id": "q1", "answers": ["中国"]}, {"query_id": "q2", "answers": ["2006年"]}]}
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "squad.json": SQUAD,
        "squad2.json": SQUAD_2,
        "drop.json": DROP,
        "cmrc.json": CMRC,
        "two.json": {"q1": "cat", "q2": "the dog"},
        "three.json": {"q1": "cat", "q2": "dog", "q3": ""},
        "drop-pred.json": {"q1": "3.0", "q2": ["dog"]},
        "cmrc-pred.json": {"q1": "中"},
        "na.json": {"q1": 0.25, "q2": 1, "q3": 0.5},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    return tmp_path


def _score(folder: Path, predictions: str, data: str, like: str, *options: str) -> tuple[str, str, int]:
    done = call("score", predictions, "-r", data, "--like", like, *options, cwd=folder)
    return done.stdout, done.stderr, done.returncode


def test_squad_1(folder: Path) -> None:
    """By hand: 2 of 3 right; an unanswered question scores 0."""
    printed = '{"exact_match": 66.66666666666667, "f1": 66.66666666666667}\n'
    message = "Unanswered question q3 will receive score 0.\n"
    assert _score(folder, "two.json", "squad.json", "squad-v1") == (printed, message, 0)


def test_squad_1_of_another_version(folder: Path) -> None:
    (folder / "v2.json").write_text(json.dumps({**SQUAD, "version": "v2.0"}), encoding="utf-8")
    _, errors, code = _score(folder, "two.json", "v2.json", "squad-v1")
    assert errors.startswith("Evaluation expects v-1.1, but got dataset with v-v2.0\n")
    assert code == 0


def test_squad_2_with_probabilities(folder: Path) -> None:
    """By hand: q1 is right, q2 is above the threshold and thus right, q3 is wrong; at any threshold two are right."""
    printed, errors, code = _score(
        folder, "three.json", "squad2.json", "squad-v2", "--na-prob-file", "na.json", "--na-prob-thresh", "0.75"
    )
    assert (errors, code) == ("", 0)
    assert printed.startswith('{\n  "exact": 66.66666666666667,\n')
    assert json.loads(printed) == {
        "exact": 200 / 3,
        "f1": 200 / 3,
        "total": 3,
        "HasAns_exact": 50,
        "HasAns_f1": 50,
        "HasAns_total": 2,
        "NoAns_exact": 100,
        "NoAns_f1": 100,
        "NoAns_total": 1,
        "best_exact": 200 / 3,
        "best_exact_thresh": 0.25,
        "best_f1": 200 / 3,
        "best_f1_thresh": 0.25,
    }


def test_squad_2_ends_with_an_exception_without_a_prediction(folder: Path) -> None:
    printed, errors, code = _score(folder, "two.json", "squad2.json", "squad-v2")
    assert (printed, code) == ("Missing prediction for q3\n", 2)
    assert "squad-v2 ends with KeyError: question q3 has no prediction" in errors


def test_cmrc_2018(folder: Path) -> None:
    printed, errors, code = _score(folder, "cmrc-pred.json", "cmrc.json", "cmrc2018")
    result = '{"AVERAGE": "16.667", "F1": "33.333", "EM": "0.000", "TOTAL": 2, "SKIP": 1, "FILE": "cmrc-pred.json"}\n'
    assert (printed, errors, code) == (result, "Unanswered question: q2\n", 0)


def test_drop(folder: Path) -> None:
    """By hand: q1 is right; q2 is one part of two against one answer, wrong against the other; q3 is missing."""
    printed, errors, code = _score(folder, "drop-pred.json", "drop.json", "drop")
    assert (errors, code) == ("", 0)
    assert printed.splitlines() == [
        "Missing prediction for question: q3",
        "Exact-match accuracy 33.33",
        "F1 score 50.00",
        "33.33   &   50.00",
        "----",
        "date: 1 (33.33%)",
        "  Exact-match accuracy 0.000",
        "  F1 score 0.000",
        "number: 1 (33.33%)",
        "  Exact-match accuracy 100.000",
        "  F1 score 100.000",
        "spans: 1 (33.33%)",
        "  Exact-match accuracy 0.000",
        "  F1 score 50.000",
    ]


def test_the_output_as_a_record(folder: Path) -> None:
    printed, _, code = _score(folder, "two.json", "squad2.json", "squad-v2", "--format", "jsonl")
    (record,) = records(printed)
    assert code == 2
    assert record["type"] == "program"
    assert record["lines"] == [{"stream": "stdout", "text": "Missing prediction for q3"}]
    assert record["error"].startswith("KeyError")


def test_a_name_cannot_control_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "d").write_text(json.dumps(_squad(("q\x1b[2J", ["x"]))), encoding="utf-8")
    (tmp_path / "p").write_text("{}", encoding="utf-8")
    assert "\x1b" not in _score(tmp_path, "p", "d", "squad-v1")[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--like", "squad-v1"), "compares a file of predictions with a data file"),
        (("-r", "squad.json", "-r", "squad.json", "--like", "drop"), "compares a file of predictions with a data file"),
        (
            ("-r", "squad.json", "--like", "squad-v1", "--na-prob-file", "na.json"),
            "does not use no-answer probabilities",
        ),
        (("-r", "squad.json", "--like", "cmrc2018", "--na-prob-thresh", "0.5"), "does not use no-answer probabilities"),
        (("-r", "squad.json", "-m", "exact-match", "--na-prob-file", "na.json"), "apply only to --like squad-v2"),
        (("-r", "squad.json", "-m", "exact-match", "--na-prob-thresh", "0.5"), "apply only to --like squad-v2"),
        (("-r", "squad.json", "--like", "drop", "--set", "scale=100"), "does not take options"),
        (("-r", "squad.json", "--like", "drop", "--tags", "words"), "does not read tags"),
    ],
)
def test_options_of_other_programs_are_refused(folder: Path, options: tuple[str, ...], message: str) -> None:
    done = call("score", "two.json", *options, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("program", "data", "predictions", "message"),
    [
        ("squad-v1", '{"data": [x]}', "{}", "d.json: JSON is malformed"),
        ("squad-v1", '{"data": [], "version": "1.1"', "{}", "d.json: Input data was truncated"),
        ("squad-v1", "[" * 100_000, "{}", "d.json: .*nested more than 64 levels deep"),
        ("squad-v1", "[]", "{}", "d.json: Expected `object`, got `array`"),
        ("squad-v1", '{"data": []}', "{}", "d.json has no version"),
        ("squad-v1", json.dumps(SQUAD), '{"q1": 3}', "p.json: the prediction for q1: Expected `str`, got `int`"),
        ("squad-v1", json.dumps(SQUAD), '["q1"]', "p.json: Expected `object`, got `array`"),
        ("squad-v1", json.dumps(SQUAD), f'{{"q1": {"9" * 5000}}}', "p.json: Integer value out of range"),
        ("squad-v2", json.dumps(SQUAD).replace('"q1"', "1"), "{}", "d.json: Expected `str`, got `int`"),
        ("cmrc2018", '[{"qas": [{"answers": []}]}]', "{}", "article 0, paragraph 0, question 0 has neither an id"),
        ("cmrc2018", "[{}]", "{}", "d.json: article 0, paragraph 0 has no field qas"),
        ("cmrc2018", '[{"qas": [{"id": "q", "answers": [{}]}]}]', "{}", "question 0 has an answer without text"),
        ("drop", '{"p": {"qa_pairs": [{"query_id": "q", "answer": {"spans": [1]}}]}}', "{}", r"answer: .*\.spans\[0\]"),
        ("drop", '{"p": {"qa_pairs": [{"query_id": "q", "answer": {"date": {}}}]}}', "{}", "has neither a number nor"),
        (
            "drop",
            json.dumps(DROP),
            '{"q1": {"answer": "x"}}',
            r"p.json: the prediction for q1: Expected `str \| array`",
        ),
    ],
)
def test_malformed_files_are_named_with_the_place(
    tmp_path: Path, program: str, data: str, predictions: str, message: str
) -> None:
    (tmp_path / "d.json").write_text(data, encoding="utf-8")
    (tmp_path / "p.json").write_text(predictions, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        _PROGRAMS[program](tmp_path / "d.json", tmp_path / "p.json")
    assert caught.value.hint


@pytest.mark.parametrize(
    ("program", "data", "predictions"),
    [
        ("squad-v1", SQUAD, {"q1": "cat", "q2": "dog"}),
        ("squad-v2", SQUAD_2, {"q1": "cat", "q2": "", "q3": "mat"}),
        ("cmrc2018", CMRC, {"q1": "中"}),
        ("drop", DROP, {"q1": "3", "q2": ["dog"], "q3": "May"}),
    ],
)
def test_any_value_anywhere_is_scored_or_refused(tmp_path: Path, program: str, data: Any, predictions: Any) -> None:
    """Every value in both files, replaced by values of every type: an output, or an error that names the file."""
    paths = tmp_path / "d.json", tmp_path / "p.json"
    choose, tries = random.Random(5), 0
    refused: list[str] = []
    for changed in (0, 1):
        for place in list(_places((data, predictions)[changed])):
            files = copy.deepcopy([data, predictions])
            value: Any = choose.choice(
                [None, True, 0, -1.5, float("nan"), "", "\ud800", [], {}, [[]], {"": {}}, 10**400]
            )
            files[changed] = _replaced(files[changed], place, value)
            for path, content in zip(paths, files, strict=True):
                path.write_text(json.dumps(content), encoding="utf-8")
            tries += 1
            try:
                _PROGRAMS[program](*paths)
            except InputError as problem:
                refused.append(problem.message)
    assert 0 < len(refused) < tries
    assert all(message.startswith(str(tmp_path)) for message in refused)


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a JSON value."""
    yield ()
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from ((key, *rest) for rest in _places(inner))


def _replaced(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    value[place[0]] = _replaced(value[place[0]], place[1:], new)
    return value
