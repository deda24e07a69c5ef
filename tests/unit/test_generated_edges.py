"""Edge cases of each kind of input: small inputs have exactly the edge cases that a reader sees in them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

#: They do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_INFINITE = "Infinity"
#: By the tag of a kind: inputs, each with its edge cases.
_EDGES: dict[str, list[tuple[dict[str, Any], str]]] = {
    "corpus": [
        ({"segments": []}, "no-segments"),
        ({"segments": [{"hypothesis": "", "references": ["a b"]}]}, "empty-hypothesis"),
        ({"segments": [{"hypothesis": "", "references": ["", " "]}]}, "both-empty"),
        ({"segments": [{"hypothesis": "", "references": []}]}, ""),
        ({"segments": [{"hypothesis": "a", "references": [""]}]}, "empty-reference one-token"),
        ({"segments": [{"hypothesis": "a b", "references": ["c"]}]}, "shorter-than-order zero-overlap"),
        ({"segments": [{"hypothesis": "a b c", "references": ["c"]}]}, "shorter-than-order"),
        ({"segments": [{"hypothesis": "a b c d", "references": ["c"]}]}, ""),
        ({"segments": [{"hypothesis": "a b c a", "references": ["a"]}]}, "duplicates"),
        ({"segments": [{"hypothesis": "a b c d", "references": ["a b c d e", "a b c"]}]}, "length-tie"),
        ({"segments": [{"hypothesis": "a b c d", "references": ["a b c d e", "a b"]}]}, ""),
        ({"segments": [{"hypothesis": "a b c d", "references": ["a b c e"]}]}, ""),
        ({"segments": [{"hypothesis": ["a\u0301", "b", "c", "d"], "references": [["b"]]}]}, "combining-characters"),
        ({"segments": [{"hypothesis": "a b c d", "references": ["b\u00a0c"]}]}, "exotic-spaces"),
        ({"segments": [{"hypothesis": "a b c \u0e01", "references": ["b"]}]}, "unsegmented-script"),
        ({"segments": [{"hypothesis": "a b c \u4e00", "references": ["b"]}]}, "unsegmented-script"),
        ({"segments": [{"hypothesis": "a b c \u0430", "references": ["b"]}]}, ""),
    ],
    "choices": [
        ({"items": []}, "no-items"),
        ({"items": [{"choices": ["a"], "logprobs": [-1.0]}]}, "one-choice"),
        ({"items": [{"choices": ["a", ""], "logprobs": [-1.0, -2.0]}]}, "empty-choice"),
        ({"items": [{"choices": ["a", "b"], "logprobs": [-1.0, -1.0]}]}, "tied-scores"),
        ({"items": [{"choices": ["a", "\u732b"], "logprobs": [-1.0, -2.0]}]}, "unsegmented-script"),
    ],
    "annotations": [
        ({"annotations": [[], []]}, "no-items"),
        ({"annotations": [["a", "b"]]}, "one-annotator"),
        ({"annotations": [["a", "b"]] * 2}, ""),
        ({"annotations": [["a", "b"]] * 3}, "several-annotators"),
        ({"annotations": [["a", None], ["b", "a"]]}, "missing"),
        ({"annotations": [["a", None], ["a", "a"]]}, "missing one-label"),
        ({"annotations": [[1, 2], [0.5, 1]]}, "numbers"),
        ({"annotations": [[["a"], ["b"]]] * 2}, "sets"),
    ],
    "labels": [
        ({"gold": [], "predicted": []}, "no-items"),
        ({"gold": ["a"], "predicted": ["a"]}, "one-item one-class"),
        ({"gold": ["a", "a", "b"], "predicted": ["a", "a", "a"]}, "class-never-predicted"),
        ({"gold": ["a", "a", "a"], "predicted": ["a", "b", "a"]}, "one-class class-only-predicted"),
        ({"gold": ["a", "b"], "predicted": ["b", "a"]}, "all-wrong"),
        ({"gold": ["a", "b"], "predicted": ["a", "b"]}, ""),
        ({"gold": ["a", "b", "c"], "predicted": ["a", "b", "c"]}, "many-classes"),
        ({"classes": ["a", "b"], "confusion": [[2**31, 1], [0, 1]]}, ""),
        ({"classes": ["a", "b"], "confusion": [[2**31 + 1, 1], [0, 1]]}, "beyond-2^31"),
        ({"classes": ["a", "b"], "confusion": [[2**31, 2**31], [1, 1]]}, "beyond-2^63"),
    ],
    "scored_labels": [
        ({"gold": [], "scores": []}, "no-items"),
        ({"gold": [1], "scores": [0.5]}, "one-class"),
        ({"gold": [1, 0, 1], "scores": [0.5, 0.5, 1]}, "tied-scores"),
        ({"gold": [1, 0], "scores": [0.5, 0.5]}, "tied-scores all-tied"),
        ({"gold": [1, 0], "scores": [0.5, 0.25]}, ""),
    ],
    "ratings": [
        ({"metric_scores": [], "human_scores": []}, "no-pairs"),
        ({"metric_scores": [1], "human_scores": [2]}, "one-pair"),
        ({"metric_scores": [1, 1], "human_scores": [2, 3]}, "constant-metric metric-ties"),
        ({"metric_scores": [1, 2], "human_scores": [3, 3]}, "constant-people human-ties"),
        ({"metric_scores": [1, 2, 1], "human_scores": [3, 4, 3]}, "metric-ties human-ties joint-ties"),
        ({"metric_scores": [1, None, None], "human_scores": [3, 4, 5]}, "missing"),
        ({"metric_scores": [1, _INFINITE], "human_scores": [3, 4]}, "infinite"),
        ({"metric_scores": [[1], [2]], "human_scores": [[3], [4]]}, "several-systems"),
        ({"metric_scores": [[1, 2]], "human_scores": [[3, 4]]}, ""),
    ],
    "rankings": [
        ({"rankings": []}, "no-queries"),
        ({"rankings": [{"query": "q", "qrels": [["a", 1]], "run": [["a", 1.0]]}] * 2}, "several-queries"),
        ({"rankings": [{"query": "q", "qrels": None, "run": [["a", 1.0]]}]}, "query-without-judgments unjudged-result"),
        (
            {"rankings": [{"query": "q", "qrels": [["a", 1]], "run": None}]},
            "query-without-results unretrieved-relevant",
        ),
        ({"rankings": [{"query": "q", "qrels": [["a", 1]], "run": []}]}, "empty-results unretrieved-relevant"),
        (
            {"rankings": [{"query": "q", "qrels": [["a", 1], ["b", 0]], "run": [["a", 1.0], ["b", 1.0]]}]},
            "tied-scores",
        ),
        (
            {"rankings": [{"query": "q", "qrels": [["a", 1], ["b", 0]], "run": [["a", 1.0], ["b", 1.00000001]]}]},
            "scores-tied-in-32-bits",
        ),
        ({"rankings": [{"query": "q", "qrels": [["a", 1]], "run": [["a", -0.5]]}]}, "negative-score"),
        ({"rankings": [{"query": "q", "qrels": [["a", 1]], "run": [["a", _INFINITE]]}]}, "infinite-score"),
        ({"rankings": [{"query": "q", "qrels": [["a", 1]], "run": [["a", 0.0]]}]}, ""),
        ({"rankings": [{"query": "q", "qrels": [["a", 0]], "run": [["a", 1.0]]}]}, "no-relevant-document"),
        (
            {"rankings": [{"query": "q", "qrels": [["a", -1]], "run": [["a", 1.0]]}]},
            "no-relevant-document negative-grade",
        ),
        (
            {"rankings": [{"query": "q", "qrels": [["a", 1], ["b", 2]], "run": [["a", 1.0], ["b", 0.5]]}]},
            "several-grades",
        ),
        (
            {"rankings": [{"query": "q", "qrels": [["a", 1], ["b", 0]], "run": [["a", 1.0], ["b", 0.5]]}]},
            "",
        ),
        ({"rankings": [{"query": "a", "qrels": [["a", 1]], "run": [["a", 1.0]]}]}, "document-of-the-same-id"),
        ({"rankings": [{"query": "q", "qrels": [["\u00e9", 1]], "run": [["\u00e9", 1.0]]}]}, "ids-beyond-ascii"),
    ],
    "sampled_responses": [
        ({"sampled_responses": []}, "no-questions"),
        ({"sampled_responses": [{"responses": ["a"], "references": ["a"]}]}, "one-response"),
        (
            {"sampled_responses": [{"responses": ["a", "b"], "references": ["a"]}] * 2},
            "several-questions tied-responses",
        ),
        ({"sampled_responses": [{"responses": ["a", "b", "b"], "references": ["a"]}]}, "first-not-majority"),
        ({"sampled_responses": [{"responses": ["a", "a"], "references": []}]}, "no-right-answer"),
        ({"sampled_responses": [{"responses": ["a", "a", ""], "references": ["a", "b"]}]}, "empty-response several-right-answers"),
        (
            {"sampled_responses": [{"responses": ["a"] * count, "references": ["a"]} for count in (2, 3)]},
            "several-questions responses-of-unequal-number",
        ),
    ],
    "supported_answers": [
        ({"supported_answers": []}, "no-questions"),
        ({"supported_answers": [{"answer": "a", "facts": [["T", 0]], "gold_facts": [["T", 0]]}] * 2}, "several-questions"),
        ({"supported_answers": [{"answer": None, "facts": [["T", 0]], "gold_facts": [["T", 0]]}]}, "no-prediction"),
        ({"supported_answers": [{"answer": "a", "facts": None, "gold_facts": []}]}, "no-prediction no-facts"),
        ({"supported_answers": [{"answer": "", "facts": [], "gold_facts": [["T", 0], ["T", 1]]}]}, "empty-answer several-facts"),
        ({"supported_answers": [{"answer": "a", "facts": [["T", 0]], "gold_facts": []}]}, ""),
    ],
    "instructed_responses": [
        ({"instructed_responses": []}, "no-prompts"),
        ({"instructed_responses": [{"response": "a", "kwargs": [{}]}] * 2}, "several-prompts"),
        ({"instructed_responses": [{"response": " ", "kwargs": []}]}, "no-instructions blank-response"),
        ({"instructed_responses": [{"response": "a\nb", "kwargs": [{}, {"n": 1}]}]}, "several-instructions several-lines"),
        ({"instructed_responses": [{"response": "a\n", "kwargs": [{"n": None}]}]}, "null-argument"),
    ],
    "verdicts": [
        ({"verdicts": []}, "no-questions"),
        ({"verdicts": [[1, 1, 0]] * 2}, "several-questions"),
        ({"verdicts": [[1]]}, "one-sample all-right"),
        ({"verdicts": [[0, 0]]}, "none-right"),
        ({"verdicts": [[0, 1]]}, "half-right"),
        ({"verdicts": [[1, 1, 0], [1, 0, 0, 0]]}, "several-questions samples-of-unequal-number"),
    ],
    "tagged": [
        ({"gold_tags": [], "predicted_tags": []}, "no-sentences"),
        ({"gold_tags": [[], ["O"]], "predicted_tags": [[], ["O"]]}, "empty-sentence no-entities several-sentences"),
        ({"gold_tags": [["I-A", "O"]], "predicted_tags": [["O", "O"]]}, "type-never-predicted"),
        ({"gold_tags": [["O", "O"]], "predicted_tags": [["I-A", "O"]]}, "type-only-predicted"),
        ({"gold_tags": [["I-A"]], "predicted_tags": [["I-A"]]}, ""),
        ({"gold_tags": [["B", "O"]], "predicted_tags": [["O", "E-A"]]}, "type-only-predicted no-type"),
        ({"gold_tags": [["S-A"]], "predicted_tags": [["L-A"]]}, "single-token-prefix"),
        ({"gold_tags": [["L-A"]], "predicted_tags": [["X-A"]]}, "unknown-prefix"),
    ],
    "label_sets": [
        ({"gold_sets": [], "predicted_sets": []}, "no-items"),
        ({"gold_sets": [["a"], []], "predicted_sets": [["a"], ["a"]]}, "several-items empty-gold"),
        ({"gold_sets": [["a", "b"]], "predicted_sets": [[]]}, "empty-predicted several-labels"),
        ({"gold_sets": [[]], "predicted_sets": [[]]}, "empty-gold empty-predicted both-empty"),
    ],
    "class_scores": [
        ({"classes": ["a", "b", "c"], "gold": [], "class_scores": []}, "no-items"),
        ({"classes": ["a", "b"], "gold": ["a"], "class_scores": [[0.75, 0.25]]}, "one-item one-class absent-class two-classes"),
        ({"classes": ["a", "b", "c"], "gold": ["a", "b", "c"], "class_scores": [[0.5, 0.25, 0.25]]}, "tied-scores"),
        ({"classes": ["a", "b", "c"], "gold": ["a", "b", "c"], "class_scores": [[0.5, 0.375, 0.125]]}, ""),
        ({"classes": ["a", "b", "c"], "gold": ["a", "b", "c"], "class_scores": [[1.0, 0.125, -0.125]]}, "no-probability"),
        ({"classes": ["a", "b", "c"], "gold": ["a", "b", "c"], "class_scores": [[0.5, 0.375, 0.127]]}, "not-summing-to-1"),
        ({"classes": ["a", "b", "c", "d"], "gold": ["a", "b", "c", "d"], "class_scores": [[1.0, 0.0]]}, "many-classes"),
    ],
    "token_log_probs": [
        ({"logprobs": []}, "no-sequences"),
        ({"logprobs": [[], [-1.0]]}, "empty-sequence one-token different-lengths"),
        ({"logprobs": [[-1.0, 0.0]]}, "probability-one"),
        ({"logprobs": [[-1.0, -2.0]]}, ""),
    ],
    "comparison": [
        ({"statistic": "mean", "systems": [{"scores": [1]}, {"scores": [2]}]}, "one-segment numbers"),
        ({"statistic": "bleu", "systems": [{"segments": [1, 2]}] * 2}, "equal-systems texts"),
        ({"statistic": "f1", "systems": [{"gold": ["a", "b"]}]}, ""),
    ],
    "rewrites": [
        ({"rewrites": []}, "no-segments"),
        ({"rewrites": [{"source": "a b c d", "hypothesis": "a", "references": ["a"]}] * 2}, "several-segments"),
        ({"rewrites": [{"source": "a b c d", "hypothesis": "a b c d", "references": []}]}, "no-references unchanged"),
        ({"rewrites": [{"source": "a b c d", "hypothesis": "e", "references": ["a", ""]}]}, "several-references nothing-kept empty-reference"),
        ({"rewrites": [{"source": "", "hypothesis": "", "references": ["a"]}]}, "empty-source empty-hypothesis"),
        ({"rewrites": [{"source": "a b c", "hypothesis": "a", "references": ["a"]}]}, "shorter-than-order"),
        ({"rewrites": [{"source": "a b c a", "hypothesis": "a  b", "references": ["a"]}]}, "duplicates double-space"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", _EDGES)
def test_edge_cases(kind: str) -> None:
    edges = import_module(f"samescore.generators.{kind}").GENERATOR.edges
    found = [" ".join(name for name, has in edges.items() if has(data)) for data, _ in _EDGES[kind]]
    assert found == [expected for _, expected in _EDGES[kind]]
    assert {name for names in found for name in names.split()} == set(edges)
