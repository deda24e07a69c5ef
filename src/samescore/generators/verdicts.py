"""Generate verdicts on the samples of questions, on which scores of several samples differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, changes_in_field
from samescore.data.verdicts import Verdicts
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def verdicts(count: int, seed: int = 0) -> Iterator[Verdicts]:
    """Yield `count` inputs of up to 20 questions with up to 40 samples each, equally many or not."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 0 else rng.choice([1, 1, 2, 3, 6, 20])
        yield drawn_verdicts(rng, size, rng.choice([1, 2, 3, 5, 8, 10, 40]))


def drawn_verdicts(rng: random.Random, size: int, samples: int) -> Verdicts:
    """Return `size` questions with `samples` samples each, or in a fifth of the inputs up to as many."""
    equal = rng.random() < 0.8
    return Verdicts([_question(rng, samples if equal else rng.randint(1, samples)) for _ in range(size)])


def _question(rng: random.Random, samples: int) -> list[int]:
    right = rng.choice([0.0, 0.1, 0.5, 0.5, 0.9, 1.0])
    return [int(rng.random() < right) for _ in range(samples)]


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> Verdicts:
    """Return up to five questions with a power of two as number of samples."""
    size, samples = rng.choice([1, 2, 4]), rng.choice([2, 4, 8])
    return Verdicts([_question(rng, samples) for _ in range(size)])


def _large_data(_target: Target, rng: random.Random, number: int) -> Verdicts:
    """Return many questions with eight samples, or eight questions with many samples, depending on `number`."""
    items = item_count(number)
    return drawn_verdicts(rng, *((items, 8), (8, items))[number % 2])


def _graded_pairs() -> Axioms:
    """Return axioms for scores of several samples."""

    def right_in(right: int, samples: int = 128) -> list[list[int]]:
        """Return three questions of 128 samples: in the first `right`, the first `samples` are right; others are wrong."""
        return [[int(k < right and sample < samples) for sample in range(128)] for k in range(3)]

    def reversed_samples(rows: list[list[int]]) -> Verdicts:
        return Verdicts([row[::-1] for row in rows])

    mixed = [[1, 0, 1, 1] * 32, [0, 0, 1, 0] * 32, [1, 1, 0, 1] * 32]
    return {
        "every question counts": [
            better(Verdicts(right_in(right)), Verdicts(right_in(right - 1)), f"with {4 - right} wrong questions")
            for right in (3, 2, 1)
        ],
        "every sample counts": [
            better(Verdicts(right_in(3, 1)), Verdicts(right_in(3, 0)), "without the right first samples"),
            better(reversed_samples(right_in(3, 1)), Verdicts(right_in(3, 0)), "without the right last samples"),
        ],
        "sample order": [equal(Verdicts(mixed), reversed_samples(mixed), "with samples in reverse order")],
        "question order": [equal(Verdicts(mixed), Verdicts(mixed[::-1]), "in reverse order")],
        "duplication": [equal(Verdicts(mixed), Verdicts(mixed * 2), "with everything twice")],
        **repeatable(Verdicts(mixed)),
    }


def strategy() -> SearchStrategy[Verdicts]:
    """Return a strategy for up to four questions with up to five samples each."""
    from samescore.generators.drawing import st

    question = st.lists(st.integers(0, 1), min_size=1, max_size=5)
    return st.lists(question, max_size=4).map(Verdicts)


def _any_question(holds: Callable[[Items], bool]) -> HasEdge:
    return lambda plain: any(map(holds, plain["verdicts"]))


#: Edge cases of verdicts; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-questions": lambda plain: not plain["verdicts"],
    "several-questions": lambda plain: len(plain["verdicts"]) > 1,
    "one-sample": _any_question(lambda samples: len(samples) == 1),
    "none-right": _any_question(lambda samples: not any(samples)),
    "all-right": _any_question(all),
    "half-right": _any_question(lambda samples: 2 * sum(samples) == len(samples)),
    "samples-of-unequal-number": lambda plain: len(set(map(len, plain["verdicts"]))) > 1,
}


def _change_samples(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a function that applies `change` to the samples of each question, unless this would remove all of them."""
    return lambda questions: [change(samples) or samples for samples in questions]


def _one_list(questions: Items) -> Items:
    """Return all samples as samples of one question."""
    return [[verdict for samples in questions for verdict in samples]] if questions else []


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "verdicts",
    {
        **{f"questions-{name}": how for name, how in WRONG_ITEMS.items()},
        **{f"samples-{name}": _change_samples(how) for name, how in WRONG_ITEMS.items()},
        "samples-as-questions": lambda questions: [[verdict] for samples in questions for verdict in samples],
        "questions-as-one": _one_list,
        "verdicts-inverted": _change_samples(lambda samples: [1 - verdict for verdict in samples]),
        "first-sample-only": _change_samples(lambda samples: samples[:1]),
    },
)


GENERATOR = Generator(
    inputs=lambda _, count, seed: verdicts(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
