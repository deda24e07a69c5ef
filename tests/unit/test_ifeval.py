"""Responses to prompts with instructions that a program can check."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, InstructedResponses, MetricError, score
from samescore.metrics.ifeval.arguments import compared

_PROMPT: dict[str, Any] = {
    "response": "a cat",
    "instruction_id_list": ["punctuation:no_comma", "keywords:existence"],
    "kwargs": [{}, {"keywords": ["cat"], "relation": None}],
}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"response": None}, r"prompts\[1\]\['response'\] is a NoneType"),
        ({"instruction_id_list": "x"}, r"prompts\[1\]\['instruction_id_list'\] is a single str"),
        ({"instruction_id_list": [1, 2]}, r"\['instruction_id_list'\]\[0\] is 1 \(int\), not a string"),
        ({"kwargs": [{}]}, r"prompts\[1\] has 2 instruction ids but 1 mappings of arguments"),
        ({"kwargs": [{}, []]}, r"prompts\[1\]\['kwargs'\]\[1\] is a list, not a mapping"),
        (
            {"kwargs": [{}, {"keywords": [1]}]},
            r"prompts\[1\]\['kwargs'\]\[1\]\['keywords'\] is a list, not an argument",
        ),
    ],
)
def test_malformed_prompts_are_refused_with_their_place(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        InstructedResponses([_PROMPT, {**_PROMPT, **changed}])
    with pytest.raises(InputError, match=r"prompts\[0\] needs all of the fields response, instruction_id_list"):
        InstructedResponses([{"response": "a"}])


def test_a_file_has_a_prompt_or_a_logged_sample_per_line(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    doc = {
        "key": 1,
        "prompt": "Write.",
        "instruction_id_list": _PROMPT["instruction_id_list"],
        "kwargs": _PROMPT["kwargs"],
    }
    logged = {"doc_id": 0, "doc": doc, "resps": [["a cat"]], "filtered_resps": ["a cat"]}
    path.write_text(json.dumps(_PROMPT) + "\n" + json.dumps(logged) + "\n")
    assert InstructedResponses.read(path) == InstructedResponses([_PROMPT, _PROMPT])
    path.write_text(json.dumps(_PROMPT) + "\n" + json.dumps({"doc": doc}) + "\n")
    with pytest.raises(InputError, match=r"samples\.jsonl, line 2: the prompt needs all of the fields"):
        InstructedResponses.read(path)


def test_names_of_the_harness_select_level_and_check() -> None:
    loose = {**_PROMPT, "response": "Sure, here:\na cat"}
    wrong = {"response": "a", "instruction_id_list": ["startend:quotation"], "kwargs": [{}]}
    data = InstructedResponses([_PROMPT, loose, wrong])
    assert score("prompt_level_strict_acc", data).value == 1 / 3
    assert score("inst_level_strict_acc", data).value == 3 / 5
    assert score("prompt_level_loose_acc", data).value == 2 / 3
    assert score("inst_level_loose_acc", data).value == 4 / 5
    assert score("ifeval", data, level="share").value == 1 / 2


def test_bounds_enclose_every_decision_on_undecided_instructions() -> None:
    german = {
        "response": "Text, Text",
        "instruction_id_list": ["language:response_language"],
        "kwargs": [{"language": "de"}],
    }
    data = InstructedResponses([_PROMPT, german])
    assert math.isnan(score("ifeval", data).value)
    assert score("ifeval", data, undecided="not-followed").value == 1 / 2
    assert score("ifeval", data, undecided="followed").value == 1
    assert score("ifeval", data, undecided="leave-out").value == 1


@pytest.mark.parametrize("relation", ["less than", "at least"])
def test_a_comparison_is_decided_where_every_count_gives_the_same_result(relation: str) -> None:
    for low in range(4):
        for high in range(low, 5):
            for number in range(6):
                results = {(count < number) == (relation == "less than") for count in range(low, high + 1)}
                assert compared(low, high, relation, number) is (results.pop() if len(results) == 1 else None)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("keywords:none", {}, "prompt 1: unknown instruction: 'keywords:none'"),
        ("punctuation:no_comma", {"n": 1}, "punctuation:no_comma has no argument 'n'"),
        ("keywords:existence", {"keywords": ["("]}, "is not a regular expression"),
        ("keywords:existence", {"keywords": ["(a+)+b"]}, "pattern"),
        ("combination:repeat_prompt", {}, "prompt_to_repeat must be set"),
        ("language:response_language", {"language": "xx"}, "unknown language: 'xx'"),
        (
            "length_constraints:number_words",
            {"num_words": "3", "relation": "at least"},
            "prompt 1: num_words='3' is not a number",
        ),
        (
            "length_constraints:number_words",
            {"num_words": 3, "relation": "at most"},
            "relation='at most' is not one of",
        ),
    ],
)
def test_wrong_instructions_are_errors(name: str, arguments: dict[str, Any], message: str) -> None:
    data = InstructedResponses([{"response": "a", "instruction_id_list": [name], "kwargs": [arguments]}])
    with pytest.raises(MetricError, match=message.replace("(", r"\(")):
        score("ifeval", data)
