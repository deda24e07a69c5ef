"""Generate rankings with ties, unjudged documents, negative grades and missing queries, on which packages disagree."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, Plain, changes_in_field
from samescore.data.rankings import Rankings
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: Ids on whose order packages might disagree: numbers, upper case, and characters above ASCII and above 16 bits.
_IDS = (
    *("a", "b", "c", "d", "e", "f", "g", "h", "1", "9", "10", "100", "A", "Z", "z", "\u00e9", "\ufb01", "\U0001f600"),
    *("doc-1", "doc-10", "doc-2", "q0", "q1", "q2"),
)
#: Scores by the name of a pool: tied, tied only in 32 bits, different, negative, infinite.
_POOLS: dict[str, tuple[float, ...]] = {
    "tied": (1.0, 1.0, 2.0, 0.5),
    "close": (1.0, 1.00000001, 1.00000002, 0.99999999, 1e39, 2e39, 1e-46, 0.0),
    "negative": (-1.0, -2.0, -0.5, 0.0, -0.0, 1.0),
    "infinite": (float("inf"), float("-inf"), 0.0, 1.0),
}
_GRADES = ((0, 1), (0, 0, 1), (0, 1, 2, 3), (0, 1, 2, 3, 4), (-2, -1, 0, 1, 2), (0,), (0, 0, 0, 2))


def rankings(count: int, seed: int = 0) -> Iterator[Rankings]:
    """Yield `count` inputs of up to six queries, with up to twelve documents each and rarely forty."""
    rng = random.Random(seed)
    for index in range(count):
        size = 0 if index % 97 == 10 else rng.choice([1, 1, 2, 3, 6])
        pool = rng.choice([*_POOLS, "different", "different"])
        yield Rankings([_query(rng, f"q{k}", pool) for k in range(size)])


def _query(rng: random.Random, name: str, pool: str) -> dict[str, Any]:
    ids = list(_IDS)
    if rng.random() < 0.05:
        ids += [f"d{k}" for k in range(30)]
    rng.shuffle(ids)
    retrieved = rng.choice([1, 2, 3, 5, 8, 12, len(ids)])
    results = ids[:retrieved]
    scores = _scores(rng, pool, retrieved)
    grades = rng.choice(_GRADES)
    judged = [document for document in ids[: retrieved + rng.choice([0, 0, 1, 4])] if rng.random() < 0.7]
    rng.shuffle(judged)
    qrels = [[document, rng.choice(grades)] for document in judged] or None
    run = [list(result) for result in zip(results, scores, strict=True)]
    side = rng.random()
    if side < 0.06 and qrels is not None:
        return {"query": name, "qrels": qrels, "run": None}
    return {"query": name, "qrels": None if side > 0.96 else qrels, "run": [] if 0.06 <= side < 0.08 else run}


def _scores(rng: random.Random, pool: str, count: int) -> list[float]:
    if pool == "different":
        return [score / 8 for score in rng.sample(range(10 * count), count)]
    return [rng.choice(_POOLS[pool]) for _ in range(count)]


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> Rankings:
    """Return up to three queries whose documents have invented ids, with some tied scores."""
    queries: list[dict[str, Any]] = []
    for number in range(rng.choice([1, 2, 3])):
        ids = [f"d{k}" for k in rng.sample(range(1000), rng.choice([2, 4, 7]))]
        run = {document: rng.randrange(8) / 2 for document in ids}
        judged = [*ids, f"e{rng.randrange(1000)}"]
        queries.append(
            {"query": f"q{number}", "qrels": {document: rng.randrange(3) for document in judged}, "run": run}
        )
    return Rankings(queries)


def _large_data(_target: Target, rng: random.Random, number: int) -> Rankings:
    """Return many queries of five documents, or three queries of many documents, depending on `number`."""
    items = item_count(number)
    queries, size = ((items, 5), (3, 2 * items))[number % 2]
    made: list[dict[str, Any]] = []
    for k in range(queries):
        run = {f"d{document}": rng.randrange(4 * size) / 4 for document in range(size)}
        qrels = {f"d{rng.randrange(2 * size)}": rng.randrange(3) for _ in range(size)}
        made.append({"query": f"q{k}", "qrels": qrels, "run": run})
    return Rankings(made)


def _graded_pairs() -> Axioms:
    """Return axioms for measures of rankings."""
    judged = {"a": 2, "b": 1, "c": 0}

    def ranking(*orders: str, qrels: dict[str, int] = judged, names: str = "q") -> Rankings:
        """Return a query for each order of documents, from the best to the worst; a document has one letter."""
        return Rankings(
            [
                {
                    "query": f"{names}{k}",
                    "qrels": qrels,
                    "run": {document: float(len(order) - place) for place, document in enumerate(order)},
                }
                for k, order in enumerate(orders)
            ]
        )

    mixed = ranking("abc", "cab", "bca")
    rows = mixed.plain()["rankings"]
    copies = [*rows, *({**row, "query": f"r{row['query']}"} for row in rows)]
    backwards = [{**row, "run": row["run"][::-1]} for row in rows]
    return {
        "every query counts": [
            better(
                ranking(*["abc"] * right, *["xyz"] * (3 - right)),
                ranking(*["abc"] * (right - 1), *["xyz"] * (4 - right)),
                f"with {4 - right} queries without relevant results",
            )
            for right in (3, 2, 1)
        ],
        "ranks count": [better(ranking("abc"), ranking("cab"), "with the relevant documents one rank lower")],
        "judgments count": [
            better(ranking("abc"), ranking("abc", qrels={"x": 2, "y": 1, "z": 0}), "with other judged documents")
        ],
        "only the order of scores counts": [
            equal(mixed, Rankings(backwards), "with the documents of the run in reverse order")
        ],
        "query order": [equal(mixed, Rankings(rows[::-1]), "in reverse order")],
        "duplication": [equal(mixed, Rankings(copies), "with everything twice, under other ids")],
        **repeatable(mixed),
    }


def strategy() -> SearchStrategy[Rankings]:
    """Return a strategy for up to three queries with up to six documents each, and tied scores."""
    from samescore.generators.drawing import st

    ids = st.sampled_from(["a", "b", "c", "10", "9", "\u00e9"])
    scores = st.sampled_from([0.0, 1.0, 1.00000001, -1.0, 2.5])
    qrels = st.dictionaries(ids, st.integers(-1, 3), max_size=5)
    query = st.fixed_dictionaries(
        {"query": st.sampled_from(["q1", "q2", "a"]), "qrels": qrels, "run": st.dictionaries(ids, scores, max_size=6)}
    )
    return st.lists(query, max_size=3).map(Rankings)


def _any_query(holds: Callable[[Plain], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, plain["rankings"]))


def _run(query: Plain) -> list[tuple[str, float]]:
    return [(document, float(score)) for document, score in query["run"] or []]


def _grades_of(query: Plain) -> dict[str, int]:
    return dict(query["qrels"] or [])


def _has_ties(scores: list[float]) -> bool:
    return len(set(scores)) < len(scores)


def _is_close(query: Plain) -> bool:
    """Return whether scores differ that are equal in 32 bits."""
    scores = {score for _, score in _run(query)}
    return _has_ties(list(array("f", scores)))


#: Edge cases of rankings; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-queries": lambda plain: not plain["rankings"],
    "several-queries": lambda plain: len(plain["rankings"]) > 1,
    "query-without-judgments": _any_query(lambda query: query["qrels"] is None),
    "query-without-results": _any_query(lambda query: query["run"] is None),
    "empty-results": _any_query(lambda query: query["run"] == []),
    "tied-scores": _any_query(lambda query: _has_ties([score for _, score in _run(query)])),
    "scores-tied-in-32-bits": _any_query(_is_close),
    "negative-score": _any_query(lambda query: any(score < 0 for _, score in _run(query))),
    "infinite-score": _any_query(lambda query: any(abs(score) == float("inf") for _, score in _run(query))),
    "unjudged-result": _any_query(lambda query: any(name not in _grades_of(query) for name, _ in _run(query))),
    "unretrieved-relevant": _any_query(
        lambda query: any(grade > 0 and name not in dict(_run(query)) for name, grade in _grades_of(query).items())
    ),
    "no-relevant-document": _any_query(
        lambda query: bool(query["qrels"]) and all(grade <= 0 for grade in _grades_of(query).values())
    ),
    "negative-grade": _any_query(lambda query: any(grade < 0 for grade in _grades_of(query).values())),
    "several-grades": _any_query(lambda query: len({grade for grade in _grades_of(query).values() if grade > 0}) > 1),
    "document-of-the-same-id": _any_query(lambda query: query["query"] in dict(_run(query))),
    "ids-beyond-ascii": _any_query(lambda query: any(not name.isascii() for name, _ in _run(query))),
}


def _change_documents(side: str, change: Callable[[Items], Items]) -> Callable[[Items], Items]:
    """Return a function that applies `change` to the judged or the retrieved documents of each query."""
    return lambda queries: [{**query, side: None if query[side] is None else change(query[side])} for query in queries]


def _merge_grades(documents: Items) -> Items:
    return [[name, min(grade, 1)] for name, grade in documents]


def _negate(documents: Items) -> Items:
    return [[name, -float(score)] for name, score in documents]


#: Changes of lists after which no document occurs twice.
_SELECTIONS = {name: how for name, how in WRONG_ITEMS.items() if name not in ("first-twice", "repeated-once")}
#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "rankings",
    {
        **{f"queries-{name}": how for name, how in WRONG_ITEMS.items()},
        **{f"results-{name}": _change_documents("run", how) for name, how in _SELECTIONS.items()},
        **{
            f"judgments-{name}": _change_documents("qrels", how)
            for name, how in _SELECTIONS.items()
            if name != "reversed"
        },
        "grades-as-relevance": _change_documents("qrels", _merge_grades),
        "lowest-score-first": _change_documents("run", _negate),
        "results-in-file-order": _change_documents(
            "run", lambda documents: [[name, -float(place)] for place, (name, _) in enumerate(documents)]
        ),
    },
)


GENERATOR = Generator(
    inputs=lambda _, count, seed: rankings(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
