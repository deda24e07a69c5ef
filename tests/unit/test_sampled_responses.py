"""Several sampled responses to a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, MetricError, SampledResponses, score

_QUESTION: dict[str, Any] = {"responses": ["5", "4", "4"], "references": ["4"]}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"responses": "4"}, r"questions\[1\]\['responses'\] is a str, not a list"),
        ({"responses": [4]}, r"questions\[1\]\['responses'\]\[0\] is 4"),
        ({"responses": []}, r"questions\[1\] has no responses"),
        ({"references": None}, r"questions\[1\]\['references'\] is a NoneType, not a list"),
    ],
)
def test_malformed_sampled_responses_are_refused_with_their_place(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SampledResponses([_QUESTION, {**_QUESTION, **changed}])
    with pytest.raises(InputError, match=r"questions\[0\] needs both responses and references"):
        SampledResponses([{"responses": ["4"]}])


def test_a_file_has_a_question_a_line(tmp_path: Path) -> None:
    path = tmp_path / "sampled.jsonl"
    path.write_text('{"responses": ["5", "4", "4"], "references": ["4"], "id": 1}\n')
    assert SampledResponses.read(path) == SampledResponses([_QUESTION])
    path.write_text('{"responses": ["5"], "references": ["4"]}\n{"responses": [], "references": ["4"]}\n')
    with pytest.raises(InputError, match=r"sampled\.jsonl, line 2: the question has no responses"):
        SampledResponses.read(path)


def test_the_vote_is_taken_after_the_filter_and_before_what_is_ignored() -> None:
    data = SampledResponses([{"responses": ["Cat", "cat", "dog", "dog"], "references": ["dog"]}])
    assert score("response-match", data, choice="majority-vote").value == 1
    assert score("response-match", data, choice="majority-vote", filter="lowercase").value == 0
    assert score("response-match", data, choice="majority-vote", ignore_case=True).value == 1
    assert score("maj@k", data).value == 1


def test_fewer_responses_than_k_are_an_error_that_names_the_question() -> None:
    data = SampledResponses([_QUESTION, {**_QUESTION, "responses": ["4"]}])
    with pytest.raises(MetricError, match="question 2 has fewer than k=3 responses: 1"):
        score("response-match", data, k=3)
    assert score("response-match", data, k=1).value == 0.5
