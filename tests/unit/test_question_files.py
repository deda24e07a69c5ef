"""Files of questions: what is read from the data of SQuAD, CMRC2018, DROP and HotpotQA, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, SupportedAnswers
from samescore.data.questions import (
    QuestionItem,
    SpansAnswer,
    SpansQuestion,
    read_cmrc,
    read_drop,
    read_no_answer_probabilities,
    read_predictions,
    read_squad,
    spans_prediction,
    text_prediction,
)

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Any], Path]:
    def written(document: Any) -> Path:
        path = tmp_path / "data.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return written


def test_questions_of_squad_are_in_order(write: Callable[[Any], Path]) -> None:
    def asked(name: str, *answers: str) -> dict[str, Any]:
        return {"id": name, "answers": [{"text": answer, "answer_start": 1} for answer in answers]}

    articles = [
        {"paragraphs": [{"qas": [asked("q2", "b", "a")]}, {"qas": [asked("q1")]}]},
        {"paragraphs": [{"qas": [asked("q0", "c")]}]},
    ]
    expected = [QuestionItem("q2", ("b", "a")), QuestionItem("q1", ()), QuestionItem("q0", ("c",))]
    assert read_squad(write({"version": "1.1", "data": articles})) == ("1.1", expected)
    assert read_squad(write({"data": articles, "more": 1})) == (None, expected)
    with pytest.raises(InputError, match="missing required field `answers`"):
        read_squad(write({"data": [{"paragraphs": [{"qas": [{"id": "q"}]}]}]}))


def test_questions_of_cmrc_have_either_form(write: Callable[[Any], Path]) -> None:
    question = {"query_id": "q1", "answers": ["a", 5]}
    both = {"id": "q2", "query_id": "other", "answers": [{"text": "b"}]}
    expected = [QuestionItem("q1", ("a", "5")), QuestionItem("q2", ("b",))]
    for document in (
        [{"qas": [question]}, {"qas": [both]}],
        {"data": [{"paragraphs": [{"qas": [question]}, {"qas": [both]}]}]},
        {"data": [{"qas": [question, both]}]},
    ):
        assert read_cmrc(write(document)) == expected


@pytest.mark.parametrize(
    ("articles", "message"),
    [
        ([{"qas": []}, {}], "article 1, paragraph 0 has no field qas"),
        ([{"paragraphs": [{"qas": []}, {}]}], "article 0, paragraph 1 has no field qas"),
        ([{"qas": [{"query_id": "a", "answers": []}, {"answers": []}]}], "article 0, paragraph 0, question 1 has neither an id"),
        ([{"qas": [{"id": "a", "answers": [{"start": 1}]}]}], "article 0, paragraph 0, question 0 has an answer without text"),
    ],
)  # fmt: skip
def test_a_wrong_question_of_cmrc_is_named(write: Callable[[Any], Path], articles: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"data.json: {message}") as raised:
        read_cmrc(write(articles))
    assert raised.value.hint.startswith('write [{"qas": ')


_DATE = {"day": "1", "month": "May", "year": "2000", "era": "AD"}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"number": "7", "spans": ["a"], "date": _DATE}, SpansAnswer(("7",), "number")),
        ({"number": 7}, SpansAnswer(("7",), "number")),
        ({"number": "", "spans": ["a"]}, SpansAnswer(("a",), "span")),
        ({"number": 0, "spans": ["a", "b"]}, SpansAnswer(("a", "b"), "spans")),
        ({"spans": [], "date": _DATE}, SpansAnswer(("1 May 2000",), "date")),
        ({"date": {"day": "", "month": "", "year": ""}}, SpansAnswer(("  ",), "date")),
    ],
)
def test_an_answer_of_drop_is_a_number_or_spans_or_a_date(
    write: Callable[[Any], Path], answer: dict[str, Any], expected: SpansAnswer
) -> None:
    pairs = [{"query_id": "q", "answer": answer, "validated_answers": [{"number": 1}, answer]}]
    one = SpansAnswer(("1",), "number")
    assert read_drop(write({"p": {"qa_pairs": pairs}})) == [SpansQuestion("q", (expected, one, expected))]


def test_the_first_answer_of_drop_may_be_empty(write: Callable[[Any], Path]) -> None:
    pairs = [{"query_id": "q", "answer": {}}, {"query_id": "r", "answer": None, "validated_answers": []}]
    document = {"p": {"qa_pairs": []}, "o": {"qa_pairs": pairs}}
    assert read_drop(write(document)) == [SpansQuestion("q", (None,)), SpansQuestion("r", (None,))]


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ({"answer": {"number": ""}}, "passage 1, question 0, answer has neither a number nor spans nor a date"),
        ({"answer": {"date": {"day": "1", "month": "2"}}}, "question 0, answer has neither a number nor spans"),
        ({"answer": {}, "validated_answers": [{"number": 1}, {"x": 1}]}, "validated answer 1 has neither a number"),
        ({"answer": {"spans": [1]}}, "question 0, answer: Expected `str`, got `int`"),
    ],
)
def test_a_wrong_answer_of_drop_is_named(write: Callable[[Any], Path], pair: Any, message: str) -> None:
    with pytest.raises(InputError, match=r"data\.json: passage 1, question 0") as raised:
        read_drop(write({"p": {"qa_pairs": []}, "o": {"qa_pairs": [{"query_id": "q", **pair}]}}))
    assert message in str(raised.value)
    assert raised.value.hint.startswith('write {"passage": ')


def test_predictions_are_texts_or_lists_of_texts(write: Callable[[Any], Path]) -> None:
    path = write({"a": "yes", "b": ["x", "y"], "c": 5, "d": ["x", 1]})
    said = read_predictions(path)
    assert text_prediction(said, "a", path) == "yes"
    assert spans_prediction(said, "a", path) == ["yes"]
    assert spans_prediction(said, "b", path) == ["x", "y"]
    for name in "bcd":
        with pytest.raises(InputError, match=f"data.json: the prediction for {name}: Expected `str`"):
            text_prediction(said, name, path)
    for name in "cd":
        with pytest.raises(InputError, match=f"data.json: the prediction for {name}: ") as raised:
            spans_prediction(said, name, path)
        assert raised.value.hint == 'write {"q1": "answer", "q2": "answer"}'


def test_probabilities_of_no_answer_are_numbers(write: Callable[[Any], Path]) -> None:
    assert read_no_answer_probabilities(write({"a": 0, "b": 1.5})) == {"a": 0, "b": 1.5}
    with pytest.raises(InputError, match=r"data\.json: Expected"):
        read_no_answer_probabilities(write({"a": "0"}))


@pytest.mark.parametrize(
    ("read", "start"),
    [
        (read_squad, 'write {"version": '),
        (read_cmrc, 'write [{"qas": '),
        (read_drop, 'write {"passage": '),
        (read_predictions, 'write {"q1": "answer"'),
        (read_no_answer_probabilities, 'write {"q1": 0.25'),
    ],
)
def test_a_file_of_another_kind_is_answered_with_an_example(
    write: Callable[[Any], Path], read: Callable[[Path], Any], start: str
) -> None:
    for document in (5, ["a"]):
        with pytest.raises(InputError, match=r"data\.json: ") as raised:
            read(write(document))
        assert raised.value.hint.startswith(start)


@pytest.mark.parametrize("prediction", ["\\ud800", "a \\udc00 b"])
def test_half_a_surrogate_pair_is_an_error(tmp_path: Path, prediction: str) -> None:
    path = tmp_path / "data.json"
    path.write_text(f'{{"q1": "{prediction}"}}', encoding="utf-8")
    with pytest.raises(InputError, match=r"data\.json: "):
        read_predictions(path)


def test_questions_of_hotpotqa_have_facts(tmp_path: Path) -> None:
    asked = [
        {"_id": "q1", "answer": "Paris", "supporting_facts": [["France", 1], ["France", 0]]},
        {"_id": "q2", "answer": "yes", "supporting_facts": []},
        {"_id": "q3", "answer": "no", "supporting_facts": []},
    ]
    said = {"answer": {"q1": "paris", "q3": "", "q9": "x"}, "sp": {"q1": [["France", 0]] * 2, "q2": []}}
    (tmp_path / "gold").write_text(json.dumps(asked), encoding="utf-8")
    (tmp_path / "said").write_text(json.dumps(said), encoding="utf-8")
    read = SupportedAnswers.read_hotpotqa(tmp_path / "said", tmp_path / "gold")
    assert [(q.answer, q.facts, q.gold_answer, q.gold_facts) for q in read] == [
        ("paris", (("France", 0),), "Paris", (("France", 0), ("France", 1))),
        (None, (), "yes", ()),
        ("", None, "no", ()),
    ]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ([["a"]], r"\['facts'\]\[0\] is not a pair"),
        ([["a", 0], "ab"], r"\['facts'\]\[1\] is not a pair"),
        ([["a", True]], r"\['facts'\]\[0\] is a pair of a str and True \(bool\)"),
        ([["a", "0"]], r"\['facts'\]\[0\] is a pair of a str and a str"),
        ("ab", r"\['facts'\] is a single str"),
    ],
)
def test_a_fact_is_a_title_and_a_number(facts: Any, message: str) -> None:
    question = {"answer": "a", "gold_answer": "b", "gold_facts": {("a", 0)}}
    assert SupportedAnswers([{**question, "facts": {("b", 0), ("a", 2)}}]).questions[0].facts == (("a", 2), ("b", 0))
    with pytest.raises(InputError, match=rf"questions\[0\]{message}"):
        SupportedAnswers([{**question, "facts": facts}])
    for wrong in ({"gold_answer": None}, {"answer": 5}):
        with pytest.raises(InputError, match="not a string"):
            SupportedAnswers([{**question, "facts": None, **wrong}])
