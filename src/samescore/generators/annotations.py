"""Generate labels of several annotators on which agreement coefficients differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, changes_in_field
from samescore.data.annotations import Annotation, Annotations, LabelSet
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.sizes import class_names, item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


_LABELS: tuple[tuple[Annotation, ...], ...] = (
    ("a", "b"),
    ("yes", "no", "maybe", "NO"),
    tuple("abcdefghijkl"),
    (0, 1),
    (0, 1, 2),
    (1, 2, 3),
    (1, 2, 3, 4, 5),
    (-1, 0, 1),
    (0.5, 1.25, 3.0),
    (10, 25, 50, 100),
    tuple(range(20)),
    ("a",),
)


#: Set-valued labels.
_SETS: tuple[tuple[LabelSet, ...], ...] = (
    (("a",), ("a", "b"), ("b",)),
    (("a",), ("a", "b"), ("a", "b", "c"), ("b", "c", "d"), ("d",)),
    ((1,), (2, 3), (1, 2, 3), (1, 2, 3, 4, 5, 6)),
    ((), ("joy",), ("joy", "trust"), ("anger", "fear", "joy")),
)


def annotated(count: int, seed: int = 0, every: int = 10) -> Iterator[Annotations]:
    """Yield `count` inputs of one to five annotators: labels are texts or numbers, may be missing, and some inputs are empty.

    One input in `every` has set-valued labels, for which measurement levels that require numbers have no score.
    """
    rng = random.Random(seed)
    for index in range(count):
        if index % 97 == 0:
            yield Annotations([[], []])
        elif index % 97 == 1:
            yield Annotations([["a", "b", "a"]])
        else:
            yield draw_annotations(rng, rng.choice(_SETS if index % every == 0 else _LABELS))


def draw_annotations(rng: random.Random, labels: Sequence[Annotation]) -> Annotations:
    """Return labels by two to five annotators for up to 30 items, with varying agreement; some labels may be missing."""
    truth = [rng.choice(labels) for _ in range(rng.choice([1, 2, 3, 5, 10, 30]))]
    agreement = rng.choice([0.0, 0.3, 0.6, 0.9, 1.0])
    missing = rng.choice([0.0, 0.0, 0.0, 0.2, 0.6])
    return Annotations(
        [
            [
                None if rng.random() < missing else label if rng.random() < agreement else rng.choice(labels)
                for label in truth
            ]
            for _ in range(rng.choice([2, 2, 2, 3, 5]))
        ]
    )


def _random_inputs(target: Target, count: int, seed: int) -> Iterator[Annotations]:
    return annotated(count, seed, every=2) if target.pool == "sets" else annotated(count, seed)


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> Annotations:
    """Return annotations like `draw_annotations`, with two to five invented labels."""
    return draw_annotations(rng, [invent_word(rng) for _ in range(rng.choice([2, 3, 5]))])


def _large_data(_: Target, rng: random.Random, number: int) -> Annotations:
    items = item_count(number)
    types = class_names(number)[:17]
    rows = [[rng.choice(types[: 1 + 16 * place // items]) for _ in range(5)] for place in range(items)]
    return Annotations([list(column) for column in zip(*rows, strict=True)])


def _graded_pairs(target: Target) -> Axioms:
    """Return axioms for agreement metrics; labels are numbers, or sets of one number if the distance needs sets."""
    from samescore.metrics.agreement.distances import SET_LEVELS

    sets = getattr(target.settings, "distance", "nominal") in SET_LEVELS
    first = [1, 2, 3, 1, 2, 3]

    def agreeing(items: int) -> Annotations:
        """Return labels by two annotators who agree on the first `items` of six, and disagree on the others."""
        rows = [first, [*first[:items], *(label % 3 + 1 for label in first[items:])]]
        return Annotations([[[label] if sets else label for label in row] for row in rows])

    mixed = agreeing(3)
    one, other = mixed.annotations
    return {
        "every item counts": [
            better(agreeing(items), agreeing(items - 1), f"with {7 - items} items of different labels")
            for items in range(6, 2, -1)
        ],
        "item order": [equal(mixed, Annotations([one[::-1], other[::-1]]), "in reverse order")],
        "annotator order": [equal(mixed, Annotations([other, one]), "with the annotators exchanged")],
        **repeatable(mixed),
    }


def strategy() -> SearchStrategy[Annotations]:
    """Return a strategy for one to four annotators of up to eight items: letters, numbers or sets, some missing."""
    from samescore.generators.drawing import st

    labels: tuple[list[Annotation], ...] = (
        ["a", "b", "c"],
        [1, 2, 4],
        [("a",), ("a", "b"), ("b", "c")],
    )

    def rows(kind: list[Annotation]) -> SearchStrategy[Annotations]:
        items = st.integers(1, 4).flatmap(lambda n: st.lists(st.tuples(*[st.sampled_from(kind)] * n), max_size=8))
        return items.map(lambda drawn: Annotations([list(row) for row in zip(*drawn, strict=True)]))

    return st.sampled_from([*labels, *([*kind, None] for kind in labels)]).flatmap(rows)


#: Edge cases of annotations; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-items": lambda plain: not any(plain["annotations"]),
    "one-annotator": lambda plain: len(plain["annotations"]) == 1,
    "several-annotators": lambda plain: len(plain["annotations"]) > 2,
    "missing": lambda plain: any(None in row for row in plain["annotations"]),
    "one-label": lambda plain: (
        len({str(label) for row in plain["annotations"] for label in row if label is not None}) == 1
    ),
    "numbers": lambda plain: any(isinstance(label, (int, float)) for row in plain["annotations"] for label in row),
    "sets": lambda plain: any(isinstance(label, list) for row in plain["annotations"] for label in row),
}


def _missing_as_label(rows: Items) -> Items:
    """Replace missing labels by an ordinary one: a text, -99 among numbers, or the empty set among sets."""
    kinds = {type(label) for row in rows for label in row}
    missing: Any = "missing" if str in kinds else [] if list in kinds else -99
    return [[missing if label is None else label for label in row] for row in rows]


def _change_items(change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a function that takes one row per annotator, and applies `change` to its columns, the items."""
    return lambda rows: (
        [list(row) for row in zip(*change(list(zip(*rows, strict=True))), strict=True)] or [[] for _ in rows]
    )


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "annotations",
    {
        **{f"items-{name}": _change_items(how) for name, how in WRONG_ITEMS.items()},
        "items-as-annotators": lambda rows: [list(item) for item in zip(*rows, strict=True)],
        "first-annotator-twice": lambda rows: [rows[0], *rows],
        "first-two-annotators-only": lambda rows: rows[:2],
        "missing-labels-as-a-label": _missing_as_label,
    },
)


GENERATOR = Generator(
    inputs=_random_inputs,
    fresh=_fresh_data,
    large=_large_data,
    graded=_graded_pairs,
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
