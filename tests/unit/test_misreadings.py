"""The misreadings of each kind of input change exactly what their names say."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

#: They do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_QUESTION = {"answer": None, "facts": [["T", 2]], "gold_answer": "b", "gold_facts": [["S", 1]]}
_PROMPT = {"response": " A\n", "instruction_id_list": ["x", "y"], "kwargs": [{}, {"n": 1}]}
_QUERY = {"query": "q", "qrels": [["a", 2], ["b", 0]], "run": [["c", 1.0], ["a", 3.0]]}
_CHOICES = {"choices": ["a", "b", "c"], "logprobs": [-1, -2, -3], "gold": 1}
_RESPONSES = {"responses": ["b", "a"], "references": ["c", "d"]}
#: By the tag of a kind: an input, and the fields that each misreading changes.
_MISREADINGS: dict[str, tuple[dict[str, Any], dict[str, dict[str, Any]]]] = {
    "choices": (
        {"items": [_CHOICES]},
        {
            "choices-reversed": {"items": [{"choices": ["c", "b", "a"], "logprobs": [-3, -2, -1], "gold": 1}]},
            "first-choice-left-out": {"items": [{"choices": ["b", "c"], "logprobs": [-2, -3], "gold": 1}]},
            "last-choice-left-out": {"items": [{"choices": ["a", "b"], "logprobs": [-1, -2], "gold": 1}]},
            "gold-counted-from-1": {"items": [{**_CHOICES, "gold": 0}]},
            "gold-of-the-next-choice": {"items": [{**_CHOICES, "gold": 2}]},
        },
    ),
    "annotations": (
        {"annotations": [["a", None], ["b", "c"], ["d", "e"]]},
        {
            "items-as-annotators": {"annotations": [["a", "b", "d"], [None, "c", "e"]]},
            "first-annotator-twice": {"annotations": [["a", None], ["a", None], ["b", "c"], ["d", "e"]]},
            "first-two-annotators-only": {"annotations": [["a", None], ["b", "c"]]},
            "missing-labels-as-a-label": {"annotations": [["a", "missing"], ["b", "c"], ["d", "e"]]},
        },
    ),
    "labels": (
        {"gold": [10, 9, 9], "predicted": [9, 10, 1]},
        {
            "sides-exchanged": {"gold": [9, 10, 1], "predicted": [10, 9, 9]},
            "predictions-sorted": {"gold": [10, 9, 9], "predicted": [1, 9, 10]},
            "predictions-of-the-next-item": {"gold": [10, 9, 9], "predicted": [10, 1, 9]},
            "classes-by-first-appearance": {"gold": [0, 1, 1], "predicted": [1, 0, 2]},
            "classes-by-first-appearance-in-gold": {"gold": [0, 1, 1], "predicted": [1, 0, 2]},
            "classes-by-frequency": {"gold": [1, 0, 0], "predicted": [0, 1, 2]},
            "classes-as-text": {"gold": [1, 2, 2], "predicted": [2, 1, 0]},
            "classes-as-numbers": {"gold": [2, 1, 1], "predicted": [1, 2, 0]},
        },
    ),
    "confusion": (
        {"classes": ["b", "a"], "confusion": [[5, 0], [2, 3]]},
        {
            "sides-exchanged": {"confusion": [[5, 2], [0, 3]]},
            "items-repeated-once": {"confusion": [[1, 0], [1, 1]]},
            "last-class-left-out": {"classes": ["b"], "confusion": [[5]]},
            "classes-by-first-appearance": {"classes": [0, 1]},
            "classes-by-first-appearance-in-gold": {"classes": [0, 1]},
            "classes-by-frequency": {"classes": [0, 1]},
            "classes-as-text": {"classes": [1, 0]},
            "classes-as-numbers": {"classes": [1, 0]},
        },
    ),
    "scored_labels": (
        {"gold": [1, 0, 0], "scores": [0.5, 0.25, 1]},
        {"gold-inverted": {"gold": [0, 1, 1]}, "scores-of-the-next-item": {"scores": [0.25, 1, 0.5]}},
    ),
    "ratings": (
        {"metric_scores": [[1, None], [3, 4]], "human_scores": [[5, 6], [7, 8]]},
        {
            "last-scores-left-out": {"metric_scores": [[1], [3]], "human_scores": [[5], [7]]},
            "missing-scores-as-0": {"metric_scores": [[1, 0], [3, 4]]},
        },
    ),
    "rankings": (
        {"rankings": [_QUERY]},
        {
            "grades-as-relevance": {"rankings": [{**_QUERY, "qrels": [["a", 1], ["b", 0]]}]},
            "lowest-score-first": {"rankings": [{**_QUERY, "run": [["c", -1], ["a", -3]]}]},
            "results-in-file-order": {"rankings": [{**_QUERY, "run": [["c", 0], ["a", -1]]}]},
            "results-first-left-out": {"rankings": [{**_QUERY, "run": [["a", 3.0]]}]},
            "results-last-left-out": {"rankings": [{**_QUERY, "run": [["c", 1.0]]}]},
            "results-reversed": {"rankings": [{**_QUERY, "run": [["a", 3.0], ["c", 1.0]]}]},
            "judgments-first-left-out": {"rankings": [{**_QUERY, "qrels": [["b", 0]]}]},
            "judgments-last-left-out": {"rankings": [{**_QUERY, "qrels": [["a", 2]]}]},
        },
    ),
    "sampled_responses": (
        {"sampled_responses": [_RESPONSES]},
        {
            "responses-first-left-out": {"sampled_responses": [{**_RESPONSES, "responses": ["a"]}]},
            "responses-last-left-out": {"sampled_responses": [{**_RESPONSES, "responses": ["b"]}]},
            "responses-repeated-once": {},
            "responses-reversed": {"sampled_responses": [{**_RESPONSES, "responses": ["a", "b"]}]},
            "responses-first-twice": {"sampled_responses": [{**_RESPONSES, "responses": ["b", "b", "a"]}]},
            "responses-as-questions": {"sampled_responses": [{**_RESPONSES, "responses": [text]} for text in "ba"]},
            "last-response-only": {"sampled_responses": [{**_RESPONSES, "responses": ["a"]}]},
            "responses-sorted": {"sampled_responses": [{**_RESPONSES, "responses": ["a", "b"]}]},
            "first-right-answer-only": {"sampled_responses": [{**_RESPONSES, "references": ["c"]}]},
        },
    ),
    "supported_answers": (
        {"supported_answers": [_QUESTION]},
        {
            "sides-exchanged": {
                "supported_answers": [{"answer": "b", "facts": [["S", 1]], "gold_answer": "", "gold_facts": [["T", 2]]}]
            },
            "sentences-left-out": {"supported_answers": [{**_QUESTION, "facts": [["T", 0]], "gold_facts": [["S", 0]]}]},
            "missing-as-empty": {"supported_answers": [{**_QUESTION, "answer": ""}]},
        },
    ),
    "instructed_responses": (
        {"instructed_responses": [_PROMPT]},
        {
            "instructions-first-left-out": {
                "instructed_responses": [{**_PROMPT, "instruction_id_list": ["y"], "kwargs": [{"n": 1}]}]
            },
            "instructions-last-left-out": {
                "instructed_responses": [{**_PROMPT, "instruction_id_list": ["x"], "kwargs": [{}]}]
            },
            "instructions-repeated-once": {},
            "instructions-reversed": {
                "instructed_responses": [{**_PROMPT, "instruction_id_list": ["y", "x"], "kwargs": [{"n": 1}, {}]}]
            },
            "instructions-first-twice": {
                "instructed_responses": [
                    {**_PROMPT, "instruction_id_list": ["x", "x", "y"], "kwargs": [{}, {}, {"n": 1}]}
                ]
            },
            "responses-stripped": {"instructed_responses": [{**_PROMPT, "response": "A"}]},
            "responses-on-one-line": {"instructed_responses": [{**_PROMPT, "response": "A"}]},
            "responses-lowercased": {"instructed_responses": [{**_PROMPT, "response": " a\n"}]},
        },
    ),
    "verdicts": (
        {"verdicts": [[1, 0], [1]]},
        {
            "samples-first-left-out": {"verdicts": [[0], [1]]},
            "samples-last-left-out": {"verdicts": [[1], [1]]},
            "samples-repeated-once": {},
            "samples-reversed": {"verdicts": [[0, 1], [1]]},
            "samples-first-twice": {"verdicts": [[1, 1, 0], [1, 1]]},
            "samples-as-questions": {"verdicts": [[1], [0], [1]]},
            "questions-as-one": {"verdicts": [[1, 0, 1]]},
            "verdicts-inverted": {"verdicts": [[0, 1], [0]]},
            "first-sample-only": {"verdicts": [[1], [1]]},
        },
    ),
    "tagged": (
        {"gold_tags": [["O", "I-A"], ["O"]], "predicted_tags": [["O", "O"], ["I-B"]]},
        {
            "sentences-joined": {"gold_tags": [["O", "I-A", "O"]], "predicted_tags": [["O", "O", "I-B"]]},
            "gold-and-predicted-exchanged": {
                "gold_tags": [["O", "O"], ["I-B"]],
                "predicted_tags": [["O", "I-A"], ["O"]],
            },
        },
    ),
    "label_sets": (
        {"gold_sets": [["a", "b"]], "predicted_sets": [["c", "d"]]},
        {
            "first-label-only": {"gold_sets": [["a"]], "predicted_sets": [["c"]]},
            "gold-and-predicted-exchanged": {"gold_sets": [["c", "d"]], "predicted_sets": [["a", "b"]]},
        },
    ),
    "class_scores": (
        {"classes": ["a", "b", "c"], "gold": ["b", "c", "b"], "class_scores": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]},
        {
            "columns-reversed": {"class_scores": [[3, 2, 1], [6, 5, 4], [9, 8, 7]]},
            "columns-of-the-next-class": {"class_scores": [[2, 3, 1], [5, 6, 4], [8, 9, 7]]},
            "columns-by-frequency": {"classes": ["b", "c", "a"]},
            "scores-of-the-next-item": {"class_scores": [[4, 5, 6], [7, 8, 9], [1, 2, 3]]},
        },
    ),
    "token_log_probs": (
        {"logprobs": [[-1, -2], [-3]], "texts": ["a b", "c"]},
        {
            "tokens-first-left-out": {"logprobs": [[-2], []]},
            "tokens-last-left-out": {"logprobs": [[-1], []]},
            "tokens-repeated-once": {},
            "tokens-reversed": {"logprobs": [[-2, -1], [-3]]},
            "tokens-first-twice": {"logprobs": [[-1, -1, -2], [-3, -3]]},
            "sequences-joined": {"logprobs": [[-1, -2, -3]], "texts": ["a b c"]},
            "texts-of-the-next-sequence": {"texts": ["c", "a b"]},
        },
    ),
    "comparison": (
        {"statistic": "mean", "systems": [1, 2, 3]},
        {
            "systems-exchanged": {"systems": [3, 2, 1]},
            "first-system-twice": {"systems": [1, 1, 1]},
            "last-system-twice": {"systems": [3, 3, 3]},
        },
    ),
}
#: What misreadings of items are called in each kind.
_ITEMS = {
    "choices": "items",
    "annotations": "items",
    "labels": "items",
    "scored_labels": "items",
    "rankings": "queries",
    "sampled_responses": "questions",
    "supported_answers": "questions",
    "instructed_responses": "prompts",
    "verdicts": "questions",
    "tagged": "sentences",
    "label_sets": "items",
    "class_scores": "items",
    "token_log_probs": "sequences",
}


@pytest.mark.parametrize("kind", _MISREADINGS)
def test_misreadings(kind: str) -> None:
    data, changed = _MISREADINGS[kind]
    readings = import_module(f"samescore.generators.{kind}").GENERATOR.misreadings
    assert {name: readings[name](data) for name in changed} == {
        name: {**data, **change} for name, change in changed.items()
    }
    selections = ["first-left-out", "last-left-out", "repeated-once", "reversed", "first-twice"]
    of_items = {f"{_ITEMS[kind]}-{name}" for name in selections} if kind in _ITEMS else set()
    assert set(readings) == {*changed, *of_items} - ({"sentences-repeated-once"} if kind == "tagged" else set())
