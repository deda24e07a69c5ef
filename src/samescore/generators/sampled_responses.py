"""Generate questions with several sampled responses, on which rules that select a response differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, Plain, changes_in_field
from samescore.data.sampled_responses import SampledResponses
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


#: Answers on which filters differ: in numbers, case, white space, punctuation and NULs.
_PIECES = ("Cat", "cat", "7", "7.", "$7", "#### 7", "1,000", "1000", "", " dog", "dog", "dog\0", "\u0130", "end!")
#: The right answer, and a wrong one of as many words.
_ANSWER, _NEAR_ANSWER = "two old cats", "two old dogs"


def sampled_responses(count: int, seed: int = 0) -> Iterator[SampledResponses]:
    """Yield `count` inputs of up to 20 questions, with ties, wrong majorities, and equal or unequal numbers of responses."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 1, 2, 3, 6, 20])
        yield drawn_responses(rng, lambda: rng.choice(_PIECES), size)


def drawn_responses(rng: random.Random, text: Callable[[], str], size: int) -> SampledResponses:
    """Return `size` questions with up to eight responses drawn with `text`, some of them right."""
    responses = rng.choice([1, 2, 3, 5, 8])
    equal = rng.random() < 0.8
    return SampledResponses(
        [_question(rng, text, responses if equal else rng.randint(1, responses)) for _ in range(size)]
    )


def _question(rng: random.Random, text: Callable[[], str], size: int) -> dict[str, Any]:
    right = [] if rng.random() < 0.03 else [text() for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    few = [*right[:1], text(), text()]
    return {"responses": [rng.choice(few) for _ in range(size)], "references": right}


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> SampledResponses:
    """Return up to five questions whose responses are invented words."""
    words = [invent_word(rng) for _ in range(rng.choice([2, 6]))]
    return drawn_responses(rng, lambda: rng.choice(words), rng.choice([1, 2, 5]))


def _large_data(_target: Target, rng: random.Random, number: int) -> SampledResponses:
    """Return many questions with five responses, or nine questions with 300, depending on `number`."""
    items = item_count(number)
    many, size = ((items, 5), (9, 300))[number % 2]
    questions = []
    for _ in range(many):
        right = str(rng.randrange(300))
        questions.append(
            {"responses": [rng.choice([right, str(rng.randrange(300))]) for _ in range(size)], "references": [right]}
        )
    return SampledResponses(questions)


def _graded_pairs() -> Axioms:
    """Return axioms for scores that select one of several responses."""

    def asked(right: int, most: int = 3, gold: str = _ANSWER, other: str = _NEAR_ANSWER) -> SampledResponses:
        """Return three questions: in the first `right`, the first `most` of three responses are right; all others are `other`."""
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


def strategy() -> SearchStrategy[SampledResponses]:
    """Return a strategy for up to four questions with up to five responses each, and one or two right answers."""
    from samescore.generators.drawing import st

    texts = st.sampled_from(["7", "$7.", "Cat", "cat", ""])
    question = st.fixed_dictionaries(
        {
            "responses": st.lists(texts, min_size=1, max_size=5),
            "references": st.lists(texts, min_size=1, max_size=2),
        }
    )
    return st.lists(question, max_size=4).map(SampledResponses)


def _any_question(holds: Callable[[Plain], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, plain["sampled_responses"]))


#: Edge cases of sampled responses; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-questions": lambda plain: not plain["sampled_responses"],
    "several-questions": lambda plain: len(plain["sampled_responses"]) > 1,
    "one-response": _any_question(lambda asked: len(asked["responses"]) == 1),
    "tied-responses": _any_question(lambda asked: len(_votes(asked)) > 1 and len(set(_votes(asked))) == 1),
    "first-not-majority": _any_question(
        lambda asked: asked["responses"].count(asked["responses"][0]) < max(_votes(asked))
    ),
    "empty-response": _any_question(lambda asked: "" in asked["responses"]),
    "no-right-answer": _any_question(lambda asked: not asked["references"]),
    "several-right-answers": _any_question(lambda asked: len(asked["references"]) > 1),
    "responses-of-unequal-number": lambda plain: (
        len({len(asked["responses"]) for asked in plain["sampled_responses"]}) > 1
    ),
}


def _votes(asked: Plain) -> list[int]:
    """Return the number of times that each distinct response to a question occurs."""
    return [asked["responses"].count(response) for response in set(asked["responses"])]


def _change_responses(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a function that applies `change` to the responses to each question, unless this would remove all of them."""
    return lambda questions: [
        {**asked, "responses": change(asked["responses"]) or asked["responses"]} for asked in questions
    ]


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "sampled_responses",
    {
        **{f"questions-{name}": how for name, how in WRONG_ITEMS.items()},
        **{f"responses-{name}": _change_responses(how) for name, how in WRONG_ITEMS.items()},
        "responses-as-questions": lambda questions: [
            {**asked, "responses": [response]} for asked in questions for response in asked["responses"]
        ],
        "last-response-only": _change_responses(lambda responses: responses[-1:]),
        "responses-sorted": _change_responses(sorted),
        "first-right-answer-only": lambda questions: [
            {**asked, "references": asked["references"][:1]} for asked in questions
        ],
    },
)


GENERATOR = Generator(
    inputs=lambda _, count, seed: sampled_responses(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
