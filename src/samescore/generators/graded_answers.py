"""The graded inputs of metrics of answers with supporting facts, and of sampled responses; see `samescore.generators.graded`."""

from __future__ import annotations

from typing import Any

from samescore.data.sampled_responses import SampledResponses
from samescore.data.supported_answers import SupportedAnswers
from samescore.generators.graded import Axioms, better, equal, repeatable

#: The right answer, another one of as many words, the right facts, and others.
_ANSWER, _NEAR_ANSWER = "two old cats", "two old dogs"
_FACTS, _NEAR_FACTS = [["Cat", 0], ["Dog", 2]], [["Cat", 0], ["Dog", 1]]


def supported_answers() -> Axioms:
    """Axioms of scores of answers and of their supporting facts."""

    def asked(answers: int, facts: int, gold_answer: str = _ANSWER, gold_facts: Any = None) -> SupportedAnswers:
        """Three questions: of the first `answers` the answer is right, and of the first `facts` the facts are."""
        return SupportedAnswers(
            [
                {
                    "answer": _ANSWER if k < answers else _NEAR_ANSWER,
                    "facts": _FACTS if k < facts else _NEAR_FACTS,
                    "gold_answer": gold_answer,
                    "gold_facts": _FACTS if gold_facts is None else gold_facts,
                }
                for k in range(3)
            ]
        )

    mixed = asked(2, 1)
    rows = mixed.plain()["supported_answers"]
    return {
        "every question counts": [
            better(asked(right, right), asked(right - 1, right - 1), f"with {4 - right} wrong questions")
            for right in (3, 2, 1)
        ],
        "answers count": [
            better(asked(3, 3), asked(2, 3), "with another word in the last answer"),
            better(asked(3, 3), asked(3, 3, gold_answer="three new dogs"), "with other right answers"),
        ],
        "facts count": [
            better(asked(3, 3), asked(3, 2), "with another last fact"),
            better(asked(3, 3), asked(3, 3, gold_facts=[["Cow", 0], ["Dog", 3]]), "with other right facts"),
        ],
        "question order": [equal(mixed, SupportedAnswers(rows[::-1]), "in reverse order")],
        "duplication": [equal(mixed, SupportedAnswers(rows * 2), "with everything twice")],
        **repeatable(mixed),
    }


def sampled_responses() -> Axioms:
    """Axioms of scores of one of several responses."""

    def asked(right: int, most: int = 3, gold: str = _ANSWER, other: str = _NEAR_ANSWER) -> SampledResponses:
        """Three questions: of the first `right`, the first `most` of three responses are right; the rest are `other`."""
        return SampledResponses(
            [
                {
                    "responses": [_ANSWER if k < right and j < most else other for j in range(3)],
                    "references": [gold],
                }
                for k in range(3)
            ]
        )

    mixed = asked(2, 2)
    rows = mixed.plain()["sampled_responses"]
    return {
        "every question counts": [
            better(asked(right), asked(right - 1), f"with {4 - right} wrong questions") for right in (3, 2, 1)
        ],
        "responses count": [
            better(asked(3), asked(0), "with another word in every response"),
            better(asked(3, 2), asked(3, 2, _NEAR_ANSWER), "with only the last response right"),
        ],
        "right answers count": [better(asked(3), asked(3, gold="three new dogs"), "with other right answers")],
        "every response counts": [better(asked(3, 2), asked(3, 1), "with another word in the second response")],
        "question order": [equal(mixed, SampledResponses(rows[::-1]), "in reverse order")],
        "duplication": [equal(mixed, SampledResponses(rows * 2), "with everything twice")],
        **repeatable(mixed),
    }
