"""Generate multiple-choice questions with log-likelihoods on which kinds of accuracy differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, changes_in_field
from samescore.data.likelihoods import Choices
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.odd_texts import TEXTS
from samescore.generators.sizes import item_count
from samescore.generators.target import Target
from samescore.generators.text_edges import UNSEGMENTED

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def choices(count: int, seed: int = 0) -> Iterator[Choices]:
    """Yield `count` inputs of multiple-choice items, with tied log-likelihoods and long, empty and non-ASCII answers.

    Unconditional log-likelihoods may be absent. Log-likelihoods are multiples of 1/4, so their quotients by lengths are
    equal in doubles only if they are exactly equal.
    """
    rng = random.Random(seed)
    texts = ["", "a", "no", "yes", "maybe", "\u732b\u732b", "\u00e9t\u00e9", "\U0001f469", "a rather long answer"]
    for _ in range(count):
        yield choice_items(rng, texts)


def choice_items(rng: random.Random, texts: Sequence[str]) -> Choices:
    """Return up to nine multiple-choice items with answers from `texts`; the first text is drawn rarely."""
    items = []
    unconditional = rng.random() < 0.85
    for _ in range(rng.choice([0, 1, 1, 2, 4, 9])):
        size = rng.choice([1, 2, 2, 4])
        item: dict[str, Any] = {
            "choices": rng.choices(texts, weights=[1, *[9] * (len(texts) - 1)], k=size),
            "logprobs": [-rng.randrange(0, rng.choice([4, 40])) / 4 for _ in range(size)],
            "gold": rng.randrange(size),
        }
        if unconditional:
            item["unconditional"] = [-rng.randrange(0, 20) / 4 for _ in range(size)]
        items.append(item)
    return Choices(items)


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> Choices:
    return choice_items(rng, [*(invent_word(rng) for _ in range(6)), "no", "yes"])


def _large_data(_: Target, rng: random.Random, number: int) -> Choices:
    """Return many questions with four choices, or nine with 300; the last choice is right, and less likely in later ones."""
    items = item_count(number)
    size = (4, 300)[number % 2]
    return Choices([_question(rng, size, place / items) for place in range(items if size == 4 else 9)])


def _question(rng: random.Random, size: int, worse: float) -> dict[str, Any]:
    logprobs = [-rng.randrange(8, 64) / 4 for _ in range(size)]
    logprobs[-1] = -rng.randrange(1, 8 + int(64 * worse)) / 4
    texts = ["y" * rng.randint(1, 9) for _ in range(size)]
    return {"choices": texts, "logprobs": logprobs, "unconditional": [-1.25] * size, "gold": size - 1}


def _graded_pairs() -> Axioms:
    """Return axioms for metrics that use the log-likelihoods of multiple-choice answers."""

    def questions(right: int, gold: int = 1) -> list[dict[str, object]]:
        """Return three questions with the gold answer `gold`; answer 1 is likeliest in the first `right`, answer 0 in the others."""
        return [
            {
                "choices": ["yes", "may", "no!"],
                "logprobs": [-2.0, -1.0, -3.0] if k < right else [-1.0, -2.0, -3.0],
                "unconditional": [-1.0, -1.0, -1.0],
                "gold": gold,
            }
            for k in range(3)
        ]

    mixed = questions(2)
    return {
        "every item counts": [
            better(Choices(questions(3)), Choices(mixed), "with another answer to the last question"),
            better(Choices(mixed), Choices(questions(1)), "with another answer to the second question, too"),
            better(Choices(questions(1)), Choices(questions(0)), "with another answer to the first question, too"),
        ],
        "the gold answers count": [
            better(Choices(questions(3)), Choices(questions(3, gold=2)), "with other gold answers")
        ],
        "item order": [equal(Choices(mixed), Choices(mixed[::-1]), "in reverse order")],
        "duplication": [equal(Choices(mixed), Choices(mixed * 2), "with everything twice")],
        **repeatable(Choices(mixed)),
    }


def strategy() -> SearchStrategy[Choices]:
    """Return a strategy for up to four questions, with one to four answers and their log-likelihoods (multiples of 1/4)."""
    from samescore.generators.drawing import st

    names = st.sampled_from(["no", "yes", "a", "maybe", "a rather long answer", *TEXTS])
    values = st.integers(0, 12).map(lambda count: -count / 4)

    @st.composite
    def items(draw: st.DrawFn, unconditional: bool) -> dict[str, Any]:
        answers = draw(st.lists(st.tuples(names, values, values), min_size=1, max_size=4))
        item: dict[str, Any] = {
            "choices": [name for name, _, _ in answers],
            "logprobs": [value for _, value, _ in answers],
            "gold": draw(st.integers(0, len(answers) - 1)),
        }
        if unconditional:
            item["unconditional"] = [value for _, _, value in answers]
        return item

    return st.booleans().flatmap(lambda both: st.lists(items(both), max_size=4)).map(Choices)


#: Edge cases of multiple-choice items; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not plain["items"],
    "one-choice": lambda plain: any(len(item["choices"]) == 1 for item in plain["items"]),
    "empty-choice": lambda plain: any(not choice for item in plain["items"] for choice in item["choices"]),
    "tied-scores": lambda plain: any(len(set(item["logprobs"])) < len(item["logprobs"]) for item in plain["items"]),
    "unsegmented-script": lambda plain: any(
        UNSEGMENTED.search(choice) for item in plain["items"] for choice in item["choices"]
    ),
}


def _shift_gold(step: int) -> Callable[[Items], Items]:
    """Return a function that adds `step` to the gold index of every item, unless the sum is out of range."""

    def moved(items: Items) -> Items:
        return [
            {**item, "gold": place if 0 <= (place := item["gold"] + step) < len(item["choices"]) else item["gold"]}
            for item in items
        ]

    return moved


def _change_choices(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a function that applies `change` to the choices of every item and their values, but not to the gold index."""

    def changed(items: Items) -> Items:
        fields = ("choices", "logprobs", "unconditional")
        return [{**item, **{f: change(item[f]) for f in fields if f in item}} for item in items]

    return changed


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "items",
    {
        **{f"items-{name}": change for name, change in WRONG_ITEMS.items()},
        "choices-reversed": _change_choices(lambda values: values[::-1]),
        "first-choice-left-out": _change_choices(lambda values: values[1:]),
        "last-choice-left-out": _change_choices(lambda values: values[:-1]),
        "gold-counted-from-1": _shift_gold(-1),
        "gold-of-the-next-choice": _shift_gold(1),
    },
)


GENERATOR = Generator(
    inputs=lambda _, count, seed: choices(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
