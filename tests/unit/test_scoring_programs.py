"""Outputs of evaluation programs for answers, computed by hand, and the options and files that they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError, MetricError, SettingsError
from samescore.records import PrintedLine, ProgramOutput
from samescore.verbs.scoring.programs.program import ScoringProgram, program_of
from samescore.verbs.scoring.request import Request

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _json(path: Path, content: Any) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def _output(
    folder: Path, name: str, answers: dict[str, list[str]], predicted: dict[str, str], **fields: Any
) -> ProgramOutput:
    """The output of a program for questions with these gold answers."""
    questions = [
        {"id": key, "question": "", "answers": [{"text": text} for text in texts]} for key, texts in answers.items()
    ]
    data = {"version": fields.pop("version", "1.1"), "data": [{"paragraphs": [{"context": "", "qas": questions}]}]}
    files = (_json(folder / "p.json", predicted),), (_json(folder / "d.json", data),)
    return ScoringProgram(name, *files, **fields)._output()


#: EM 1 and F1 1 (articles do not count); EM 0 and F1 2 * 1 * 2/3 / (5/3) = 0.8.
_ANSWERS = {"q1": ["a bird", "the cat"], "q2": ["big red dog"]}
_PREDICTED = {"q1": "Cat.", "q2": "red dog"}


def test_squad_1(tmp_path: Path) -> None:
    found = _output(tmp_path, "squad-v1", {**_ANSWERS, "q3": ["x"]}, _PREDICTED, version="2")
    scores: dict[str, int | float | None] = {"exact_match": 100 / 3, "f1": 60.0}
    assert found == ProgramOutput(
        "squad-v1",
        [
            PrintedLine("stderr", "Evaluation expects v-1.1, but got dataset with v-2"),
            PrintedLine("stderr", "Unanswered question q3 will receive score 0."),
            PrintedLine("stdout", json.dumps(scores)),
        ],
        scores,
    )
    assert [line.stream for line in _output(tmp_path, "squad-v1", _ANSWERS, _PREDICTED).lines] == ["stdout"]
    with pytest.raises(InputError, match="has no version") as raised:
        _output(tmp_path, "squad-v1", _ANSWERS, _PREDICTED, version=None)
    assert raised.value.hint == 'the script needs a top-level "version" key next to "data"'


@pytest.mark.parametrize(
    ("program", "answers", "predicted", "error"),
    [
        ("squad-v1", {}, {}, "ZeroDivisionError: there are no questions"),
        ("squad-v1", {"q1": []}, {"q1": "x"}, "ValueError: question q1 has no gold answer"),
        ("squad-v2", {"q1": ["x"]}, {}, "ZeroDivisionError: no question has a prediction"),
        ("squad-v2", {**_ANSWERS, "q3": ["x"]}, _PREDICTED, "KeyError: question q3 has no prediction"),
        ("cmrc2018", {}, {}, "ZeroDivisionError: there are no questions"),
        ("cmrc2018", {"q1": []}, {"q1": "x"}, "ValueError: question q1 has no gold answer"),
    ],
)
def test_programs_that_end_with_an_exception(
    program: str, answers: dict[str, list[str]], predicted: dict[str, str], error: str, tmp_path: Path
) -> None:
    found = _output(tmp_path, program, answers, predicted)
    assert (found.program, found.error) == (program, error)
    records = ScoringProgram(program, (tmp_path / "p.json",), (tmp_path / "d.json",)).records()
    assert next(records) == found
    with pytest.raises(MetricError) as raised:
        next(records)
    assert raised.value.message == f"{program} ends with {error}"
    assert raised.value.hint == "correct the files: the original program cannot score them"


@pytest.mark.parametrize(
    ("threshold", "unanswerable"),
    [(1.0, 0.0), (0.9, 0.0), (0.8, 100.0)],  # the probability is .9
)
def test_squad_2(threshold: float, unanswerable: float, tmp_path: Path) -> None:
    """An unanswerable question gets a wrong answer, unless its probability of having no answer is above the threshold."""
    probabilities = _json(tmp_path / "n.json", {"q1": 0.1, "q2": 0.2, "q4": 0.9})
    found = _output(
        tmp_path, "squad-v2", {**_ANSWERS, "q4": []}, {**_PREDICTED, "q4": "x"},
        na_prob_file=probabilities, na_prob_thresh=threshold,
    )  # fmt: skip
    right = unanswerable / 100
    assert found.scores == {
        "exact": 100 * (1 + right) / 3,
        "f1": 100 * (1.8 + right) / 3,
        "total": 3,
        "HasAns_exact": 50.0,
        "HasAns_f1": 90.0,
        "HasAns_total": 2,
        "NoAns_exact": unanswerable,
        "NoAns_f1": unanswerable,
        "NoAns_total": 1,
        "best_exact": 200 / 3,  # q1, and no answer to the others
        "best_exact_thresh": 0.1,
        "best_f1": 280 / 3,
        "best_f1_thresh": 0.2,
    }
    assert "\n".join(line.text for line in found.lines) == json.dumps(found.scores, indent=2)


def test_squad_2_without_probabilities(tmp_path: Path) -> None:
    found = _output(tmp_path, "squad-v2", {**_ANSWERS, "q4": []}, {**_PREDICTED, "q4": ""})
    assert found.scores["exact"] == 200 / 3
    assert [name for name in found.scores if "best" in name] == []
    answerable = _output(tmp_path, "squad-v2", _ANSWERS, _PREDICTED)
    assert [name for name in answerable.scores if "NoAns" in name] == []
    missing = _output(tmp_path, "squad-v2", {"q1": ["a"], "q2": ["b"]}, {"q1": "a"})
    assert missing.lines[0] == PrintedLine("stdout", "Missing prediction for q2")
    few = _json(tmp_path / "n.json", {"q1": 0.1})
    unknown = _output(tmp_path, "squad-v2", _ANSWERS, _PREDICTED, na_prob_file=few)
    assert unknown.error == "KeyError: question q2 has no no-answer probability"


def test_cmrc2018(tmp_path: Path) -> None:
    """One of two characters is right: F1 is 2/3; a question without a prediction is skipped, and counts."""
    found = _output(tmp_path, "cmrc2018", {"q1": ["猫坐"], "q2": ["x"]}, {"q1": "猫"})
    f1 = 100.0 * (2 / 3) / 2
    assert found.scores == {"AVERAGE": f1 * 0.5, "F1": f1, "EM": 0.0, "TOTAL": 2, "SKIP": 1}
    assert found.lines[0] == PrintedLine("stderr", "Unanswered question: q2")
    printed = {
        "AVERAGE": "16.667",
        "F1": "33.333",
        "EM": "0.000",
        "TOTAL": 2,
        "SKIP": 1,
        "FILE": str(tmp_path / "p.json"),
    }
    assert found.lines[1:] == [PrintedLine("stdout", json.dumps(printed))]


def _drop(folder: Path, answers: dict[str, Any], predicted: dict[str, Any]) -> ProgramOutput:
    pairs = [{"query_id": name, "question": "", "answer": answer} for name, answer in answers.items()]
    files = (
        (_json(folder / "p.json", predicted),),
        (_json(folder / "d.json", {"p": {"passage": "", "qa_pairs": pairs}}),),
    )
    return ScoringProgram("drop", *files)._output()


def _spans(*spans: str, number: str = "") -> dict[str, Any]:
    return {"number": number, "date": {"day": "", "month": "", "year": ""}, "spans": list(spans)}


def test_drop(tmp_path: Path) -> None:
    found = _drop(
        tmp_path, {"q1": _spans(number="3"), "q2": _spans("cat"), "q3": _spans("dog")}, {"q1": "3", "q2": ["mouse"]}
    )
    assert [line.text for line in found.lines] == [
        "Missing prediction for question: q3",
        "Exact-match accuracy 33.33",
        "F1 score 33.33",
        "33.33   &   33.33",
        "----",
        "number: 1 (33.33%)",
        "  Exact-match accuracy 100.000",
        "  F1 score 100.000",
        "span: 2 (66.67%)",
        "  Exact-match accuracy 0.000",
        "  F1 score 0.000",
    ]
    assert found.scores == {"em": 1 / 3, "f1": 1 / 3}


@pytest.mark.parametrize(
    ("fields", "message", "hint"),
    [
        ({"name": "squad-v1", "tags": "bad"}, "squad-v1 does not read tags", "remove --tags"),
        ({"name": "drop", "na_prob_thresh": 0.5}, "drop does not use no-answer probabilities", "--na-prob-file and --na-prob-thresh apply only to --like squad-v2"),
        ({"name": "drop", "na_prob_file": Path("n")}, "drop does not use no-answer probabilities", "--na-prob-file and --na-prob-thresh apply only to --like squad-v2"),
        ({"name": "drop", "references": ()}, "drop compares a file of predictions with a data file, both JSON", "pass PREDICTIONS.json -r DATA.json; for text files select a metric with -m"),
        ({"name": "drop", "scored": (Path("a"), Path("b"))}, "drop compares a file of predictions with a data file, both JSON", "pass PREDICTIONS.json -r DATA.json; for text files select a metric with -m"),
        ({"name": "openkiwi", "references": ()}, "openkiwi compares predictions with one file of gold tags", "-r GOLD PREDICTED..."),
        ({"name": "other"}, "other reads one file", "select a metric with -m"),
        ({"name": "other", "references": (), "scored": ()}, "other reads one file", "select a metric with -m"),
    ],
)  # fmt: skip
def test_files_and_options_that_a_program_does_not_have(fields: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(SettingsError) as raised:
        list(ScoringProgram(**{"scored": (Path("p"),), "references": (Path("d"),), **fields}).records())
    assert (raised.value.message, raised.value.hint) == (message, hint)


def _request(**fields: Any) -> Request:
    return Request((Path("p"),), (Path("d"),), **fields)


def _program(name: str, **fields: Any) -> ScoringProgram:
    return ScoringProgram(name, (Path("p"),), (Path("d"),), **fields)


def test_the_program_of_a_request() -> None:
    assert program_of(_request(like="squad-v2", na_prob_thresh=0.5)) == _program("squad-v2", na_prob_thresh=0.5)
    assert program_of(_request(like="openkiwi", tags="bad")) == _program("openkiwi", tags="bad")
    requests: list[dict[str, Any]] = [
        {},
        {"like": "drop", "metrics": ("drop-f1",)},
        {"like": "drop", "engine": "dask"},
        {"like": "nltk"},
    ]
    assert [program_of(_request(**fields)) for fields in requests] == [None] * 4
    options: list[dict[str, Any]] = [
        {"assignments": ("a=1",)},
        {"stages": True},
        {"signature": "x"},
        {"per_class": True},
    ]
    for option in options:
        with pytest.raises(SettingsError, match="drop does not take options"):
            program_of(_request(like="drop", **option))
