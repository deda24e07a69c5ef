"""Answers with supporting facts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, MetricError, SupportedAnswers, score

_RIGHT: dict[str, Any] = {"answer": "cat", "facts": [("A", 0)], "gold_answer": "The cat", "gold_facts": [("A", 0)]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"answer": 3}, r"questions\[1\]\['answer'\] is 3"),
        ({"gold_answer": None}, r"questions\[1\]\['gold_answer'\] is a NoneType"),
        ({"facts": "A0"}, r"questions\[1\]\['facts'\] is a single str"),
        ({"facts": [("A", 0), ("A",)]}, r"\['facts'\]\[1\] is not a pair"),
        ({"gold_facts": [("A", True)]}, r"\['gold_facts'\]\[0\] is a pair of a str and True"),
        ({"gold_facts": [(0, "A")]}, r"\['gold_facts'\]\[0\] is a pair of 0 \(int\) and a str"),
        ({"gold_facts": None}, r"\['gold_facts'\] is a NoneType, not a list"),
    ],
)
def test_malformed_supported_answers_are_refused_with_their_place(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SupportedAnswers([_RIGHT, {**_RIGHT, **changed}])
    with pytest.raises(InputError, match=r"questions\[0\] needs all of the fields answer, facts"):
        SupportedAnswers([{"answer": "cat"}])


def test_files_of_hotpotqa_are_read_by_the_ids_of_the_questions(tmp_path: Path) -> None:
    gold, predictions = tmp_path / "gold.json", tmp_path / "predictions.json"
    data = [
        {"_id": name, "answer": "The cat", "supporting_facts": [["A", 0]], "level": "hard"} for name in ("x", "y", "z")
    ]
    gold.write_text(json.dumps(data))
    predictions.write_text(
        json.dumps({"answer": {"y": "dog", "x": "cat", "w": "cow"}, "sp": {"x": [["A", 0]], "z": []}})
    )
    expected = SupportedAnswers(
        [_RIGHT, {**_RIGHT, "answer": "dog", "facts": None}, {**_RIGHT, "answer": None, "facts": []}]
    )
    assert SupportedAnswers.read_hotpotqa(predictions, gold) == expected
    assert score("joint-f1", expected).value == 1 / 3
    predictions.write_text('{"answer": {"x": 3}, "sp": {}}')
    with pytest.raises(InputError, match=r"predictions\.json: .*answer"):
        SupportedAnswers.read_hotpotqa(predictions, gold)
    gold.write_text('[{"_id": "x", "answer": "cat"}]')
    predictions.write_text('{"answer": {}, "sp": {}}')
    with pytest.raises(InputError, match=r"gold\.json: .*supporting_facts"):
        SupportedAnswers.read_hotpotqa(predictions, gold)


def test_a_file_of_lines_has_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(json.dumps(question) for question in (_RIGHT, {**_RIGHT, "facts": None})) + "\n")
    assert SupportedAnswers.read(path) == SupportedAnswers([_RIGHT, {**_RIGHT, "facts": None}])
    path.write_text(json.dumps({**_RIGHT, "facts": [["A", "0"]]}) + "\n")
    with pytest.raises(InputError, match=r"answers\.jsonl, line 1: "):
        SupportedAnswers.read(path)


def test_joint_f1_is_no_product_and_no_mean_of_two_f1() -> None:
    data = SupportedAnswers(
        [
            {**_RIGHT, "answer": "old cat", "facts": [("A", 0), ("B", 0), ("B", 1)]},
            {**_RIGHT, "facts": [("A", 0)], "gold_facts": [("A", 0), ("C", 1)]},
        ]
    )
    joint, answer, facts = (score("joint-f1", data, part=part).value for part in ("joint", "answer", "facts"))
    assert joint == pytest.approx((2 * (1 / 6) / (7 / 6) + 2 / 3) / 2)
    assert abs(joint - answer * facts) > 0.009 < abs(joint - (answer + facts) / 2)


def test_questions_of_which_none_is_left_are_an_error() -> None:
    nothing = SupportedAnswers([{**_RIGHT, "answer": None}])
    assert score("joint-f1", nothing).value == 0
    assert score("supporting-facts-f1", nothing, missing="leave-out").value == 1
    with pytest.raises(MetricError, match="no question has a prediction"):
        score("joint-f1", nothing, missing="leave-out")
