"""Generate tables of metric and human scores on which implementations of correlation coefficients differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import Items, Misreading, Plain
from samescore.data.ratings import Rating, Ratings
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


#: Numbers of systems and of segments. Their products are below 32, because the order of additions in NumPy's dot product
#: of 32 or more numbers depends on the processor (see `samescore.metrics.correlation.products`).
_SHAPES = ((1, 2), (1, 3), (1, 5), (1, 8), (1, 12), (1, 17), (1, 30), (2, 6), (3, 4), (3, 10), (4, 7), (5, 3), (6, 5))
#: Maximum number of scores in a list with several missing scores, which PyTorch sorts unpredictably in longer lists.
_SORTED = 16
#: Factors of scores; the squares of some are outside the range of doubles.
_SCALES = (1e-300, 1e-170, 1e-20, 1e20, 1e160, 1e300)


def ratings(count: int, seed: int = 0) -> Iterator[Ratings]:
    """Yield `count` tables of scores: empty, one pair, constant, tied, missing, infinite, tiny, huge or inverse."""
    rng = random.Random(seed)
    for index in range(count):
        if index % 97 == 0:
            yield Ratings([[]], [[]]) if index % 2 else Ratings([], [])
        elif index % 89 == 1:
            yield Ratings([rng.random()], [rng.choice([rng.random(), None])])
        else:
            yield table(rng, *rng.choice(_SHAPES))


def table(rng: random.Random, systems: int, segments: int) -> Ratings:
    """Return a table of `systems` rows and `segments` columns; about a third have an edge case, such as missing scores."""
    size = systems * segments
    human: list[Rating] = [round(rng.gauss(0, 1), rng.choice([0, 0, 1, 2, 17])) for _ in range(size)]
    noise, digits = rng.choice([0.0, 0.3, 1.0, 5.0]), rng.choice([0, 1, 2, 17])
    metric: list[Rating] = [round((y or 0.0) + noise * rng.gauss(0, 1), digits) for y in human]
    oddity = rng.randrange(24)
    side = rng.choice([metric, human])
    if oddity == 0:
        side[:] = [rng.choice([0.1, 0.5, 3.0])] * size
    elif oddity in (1, 2):
        scale = rng.choice(_SCALES)
        side[:] = [(x or 0.0) * scale for x in side]
    elif oddity == 3:
        metric = [-(y or 0.0) for y in human]
    elif oddity == 4:
        side[rng.randrange(size)] = rng.choice([float("inf"), float("-inf")])
    elif oddity in (5, 6):
        for _ in range(rng.choice([1, 1, 2, size]) if size <= _SORTED else 1):
            rng.choice([metric, human])[rng.randrange(size)] = None
    elif oddity == 7:
        side[:] = [1e6 + (x or 0.0) * 1e-6 for x in side]
    return Ratings(_rows(metric, segments), _rows(human, segments))


def _rows(scores: list[Rating], segments: int) -> list[list[Rating]]:
    return [scores[start : start + segments] for start in range(0, len(scores), segments)]


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> Ratings:
    """Return scores of one to six systems, multiples of 1/4 with ties; one is missing in a fifth of the inputs."""
    systems, segments = rng.choice([(1, 5), (1, 12), (1, 24), (2, 8), (4, 6), (6, 3)])

    def scores() -> list[list[Rating]]:
        return [[rng.randrange(16) / 4 for _ in range(segments)] for _ in range(systems)]

    metric, human = scores(), scores()
    if rng.random() < 0.2:
        rng.choice([metric, human])[0][rng.randrange(segments)] = None
    return Ratings(metric, human)


def _large_data(_: Target, rng: random.Random, number: int) -> Ratings:
    items = item_count(number)
    human = [rng.randrange(64) / 4 for _ in range(items)]
    noisy = [score + rng.randrange(1 + 64 * place // items) / 4 for place, score in enumerate(human)]
    return Ratings([noisy], [human])


def _graded_pairs() -> Axioms:
    """Return axioms for correlations of a metric's scores with human scores."""
    human = [30.0, 0.0, 60.0, 120.0, 90.0, 150.0]

    def table(right: int) -> Ratings:
        """Return six scores of one system; the metric orders the first `right` of three pairs of neighbours as people do."""
        metric = [y / 8 for y in human]
        for first in range(2 * right, len(metric), 2):
            metric[first], metric[first + 1] = metric[first + 1], metric[first]
        return Ratings(metric, human)

    mixed = table(2)
    metric, people = mixed.metric_scores[0], mixed.human_scores[0]
    return {
        "every item counts": [
            better(table(3), table(2), "with two scores exchanged at the end"),
            better(table(2), table(1), "with two others exchanged, too"),
            better(table(1), table(0), "with the first two exchanged, too"),
        ],
        "the human scores count": [
            better(table(3), Ratings(table(3).metric_scores[0], human[::-1]), "with other human scores")
        ],
        "item order": [equal(mixed, Ratings(metric[::-1], people[::-1]), "in reverse order")],
        "duplication": [equal(mixed, Ratings(metric * 2, people * 2), "with everything twice")],
        **repeatable(mixed),
    }


def strategy() -> SearchStrategy[Ratings]:
    """Return a strategy for up to 12 scores of one system, multiples of 1/4 with many ties; some inputs have missing ones."""
    from samescore.generators.drawing import st

    there: Any = st.integers(-8, 8).map(lambda count: count / 4)
    of_some = st.one_of(there, there, there, there, st.none())

    def sides(size: int, gaps: bool) -> Any:
        return st.builds(Ratings, *[st.lists(of_some if gaps else there, min_size=size, max_size=size)] * 2)

    drawn = st.tuples(st.integers(0, 12), st.sampled_from((False, False, False, True)))
    return drawn.flatmap(lambda chosen: sides(*chosen))


def _score_pairs(plain: Plain) -> list[tuple[Any, Any]]:
    """Return the pairs of a metric score and a human score."""
    sides = []
    for name in ("metric_scores", "human_scores"):
        table = plain[name]
        sides.append([x for row in (table if table and isinstance(table[0], list) else [table]) for x in row])
    return list(zip(*sides, strict=True))


def _has_repeats(values: list[Any]) -> bool:
    known = [x for x in values if x is not None]
    return len(set(known)) < len(known)


#: Edge cases of metric scores with human scores; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-pairs": lambda plain: not _score_pairs(plain),
    "one-pair": lambda plain: len(_score_pairs(plain)) == 1,
    "constant-metric": lambda plain: len(_score_pairs(plain)) > 1 and len({x for x, _ in _score_pairs(plain)}) == 1,
    "constant-people": lambda plain: len(_score_pairs(plain)) > 1 and len({y for _, y in _score_pairs(plain)}) == 1,
    "metric-ties": lambda plain: _has_repeats([x for x, _ in _score_pairs(plain)]),
    "human-ties": lambda plain: _has_repeats([y for _, y in _score_pairs(plain)]),
    "joint-ties": lambda plain: len(set(_score_pairs(plain))) < len(_score_pairs(plain)),
    "missing": lambda plain: any(None in pair for pair in _score_pairs(plain)),
    "infinite": lambda plain: any(isinstance(x, str) for pair in _score_pairs(plain) for x in pair),
    "several-systems": lambda plain: (
        isinstance(plain["metric_scores"][:1], list)
        and len(plain["metric_scores"]) > 1
        and isinstance(plain["metric_scores"][0], list)
    ),
}


#: The two fields of ratings in the JSON form.
SIDES = ("metric_scores", "human_scores")


def rows_of(scores: Items) -> Items:
    """Return the scores of each system; a flat list is a single system."""
    return scores if scores and isinstance(scores[0], list) else [scores]


def _without_last(data: Plain) -> Plain:
    """Return the input without the last score of each system, on both sides."""
    return {**data, **{side: [row[:-1] for row in rows_of(data[side])] for side in SIDES}}


def _missing_as_zero(data: Plain) -> Plain:
    """Return the input with missing scores replaced by 0, on both sides."""
    sides = {side: [[0 if score is None else score for score in row] for row in rows_of(data[side])] for side in SIDES}
    return {**data, **sides}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = {
    "last-scores-left-out": _without_last,
    "missing-scores-as-0": _missing_as_zero,
}


GENERATOR = Generator(
    inputs=lambda _, count, seed: ratings(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
