"""Generate answers with supporting facts, on which joint scores of answers and facts differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Misreading, Plain, changes_in_field
from samescore.data.supported_answers import SupportedAnswers
from samescore.generators.answers import ANSWERS
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


#: Titles of facts: two differ only in case, one has characters other than letters, and one is empty.
_TITLES = ("Paris", "paris", "Ko\u0161ice (city)", "")
#: The right answer, a wrong one of as many words, the right facts, and wrong ones.
_ANSWER, _NEAR_ANSWER = "two old cats", "two old dogs"
_FACTS, _NEAR_FACTS = [["Cat", 0], ["Dog", 2]], [["Cat", 0], ["Dog", 1]]


def supported_answers(count: int, seed: int = 0) -> Iterator[SupportedAnswers]:
    """Yield `count` inputs of up to 20 questions, with articles, "yes" and "no", wrong or no facts, and missing predictions."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 1, 2, 3, 6, 20])
        yield drawn_questions(rng, lambda: rng.choices(ANSWERS, k=rng.choice([0, 1, 1, 2, 3, 5])), size)


def drawn_questions(rng: random.Random, words: Callable[[], list[str]], size: int) -> SupportedAnswers:
    """Return `size` questions with gold answers drawn with `words`, answered with varying accuracy."""
    return SupportedAnswers([_question(rng, words) for _ in range(size)])


def _question(rng: random.Random, words: Callable[[], list[str]]) -> dict[str, Any]:
    right = words()
    said = rng.choice([right, right, right[1:], right[:-1], [*right, *words()], words()])
    gold = {(rng.choice(_TITLES), rng.randrange(4)) for _ in range(rng.choice([0, 1, 2, 2, 3, 5]))}
    facts = [fact for fact in sorted(gold) if rng.random() < 0.7]
    facts += [(rng.choice(_TITLES), rng.randrange(4)) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
    return {
        "answer": None if rng.random() < 0.04 else " ".join(said),
        "facts": None if rng.random() < 0.04 else sorted(gold) if rng.random() < 0.3 else facts,
        "gold_answer": " ".join(right),
        "gold_facts": sorted(gold),
    }


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> SupportedAnswers:
    """Return up to five questions whose answers are invented words."""
    words = [invent_word(rng) for _ in range(rng.choice([2, 6]))]
    return drawn_questions(rng, lambda: rng.choices(words, k=rng.choice([1, 2, 4])), rng.choice([1, 2, 5]))


def _large_data(_: Target, rng: random.Random, number: int) -> SupportedAnswers:
    items = item_count(number)
    return drawn_questions(rng, lambda: rng.choices([f"w{k}" for k in range(400)], k=rng.choice([1, 3, 300])), items)


def _graded_pairs() -> Axioms:
    """Return axioms for scores of answers and their supporting facts."""

    def asked(answers: int, facts: int, gold_answer: str = _ANSWER, gold_facts: Any = None) -> SupportedAnswers:
        """Return three questions with the answers of the first `answers` right, and the facts of the first `facts` right."""
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


def strategy() -> SearchStrategy[SupportedAnswers]:
    """Return a strategy for up to four questions: answers of up to three words and up to three facts, or no prediction."""
    from samescore.generators.drawing import st

    answers = st.lists(st.sampled_from(["yes", "the", "cat", "U.S."]), max_size=3).map(" ".join)
    facts = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 1)), max_size=3)
    question = st.fixed_dictionaries(
        {"answer": st.none() | answers, "facts": st.none() | facts, "gold_answer": answers, "gold_facts": facts}
    )
    return st.lists(question, max_size=4).map(SupportedAnswers)


def _any_question(holds: Callable[[Plain], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, plain["supported_answers"]))


#: Edge cases of answers with supporting facts; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-questions": lambda plain: not plain["supported_answers"],
    "several-questions": lambda plain: len(plain["supported_answers"]) > 1,
    "no-prediction": _any_question(lambda asked: asked["answer"] is None or asked["facts"] is None),
    "empty-answer": _any_question(lambda asked: asked["answer"] == ""),
    "no-facts": _any_question(lambda asked: not asked["facts"] and not asked["gold_facts"]),
    "several-facts": _any_question(lambda asked: len(asked["gold_facts"]) > 1),
}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "supported_answers",
    {
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
    },
)


GENERATOR = Generator(
    inputs=lambda _, count, seed: supported_answers(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
