"""Wrong readings of answers with supporting facts, and of sampled responses."""

from __future__ import annotations

from collections.abc import Callable

from samescore.verbs.judging.misread_items import WRONG_ITEMS, Items


def _responses(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """A change of the responses to each question, of which one at least is left."""
    return lambda questions: [
        {**asked, "responses": change(asked["responses"]) or asked["responses"]} for asked in questions
    ]


SUPPORTED_ANSWERS: dict[str, Callable[[Items], Items]] = {
    **{f"questions-{name}": how for name, how in WRONG_ITEMS.items()},
    "sides-exchanged": lambda questions: [
        {
            **{name: asked[f"gold_{name}"] for name in ("answer", "facts")},
            "gold_answer": asked["answer"] or "",
            "gold_facts": asked["facts"] or [],
        }
        for asked in questions
    ],
    "sentences-left-out": lambda questions: [
        {**asked, **{name: [[title, 0] for title, _ in asked[name] or ()] for name in ("facts", "gold_facts")}}
        for asked in questions
    ],
    "missing-as-empty": lambda questions: [
        {**asked, "answer": asked["answer"] or "", "facts": asked["facts"] or []} for asked in questions
    ],
}

SAMPLED_RESPONSES: dict[str, Callable[[Items], Items]] = {
    **{f"questions-{name}": how for name, how in WRONG_ITEMS.items()},
    **{f"responses-{name}": _responses(how) for name, how in WRONG_ITEMS.items()},
    "responses-as-questions": lambda questions: [
        {**asked, "responses": [response]} for asked in questions for response in asked["responses"]
    ],
    "last-response-only": _responses(lambda responses: responses[-1:]),
    "responses-sorted": _responses(sorted),
    "first-right-answer-only": lambda questions: [
        {**asked, "references": asked["references"][:1]} for asked in questions
    ],
}
