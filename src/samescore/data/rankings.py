"""Rankings of documents for queries: the relevance judgments of each query, and the results of a system."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import as_float, check_list, is_nan, name_of
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.base.numbers import plain
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

#: Judged documents with their grades.
Qrels = tuple[tuple[str, int], ...]
#: Retrieved documents with their scores.
Run = tuple[tuple[str, float], ...]

_QUERY = (
    'each query is {"query": "q1", "qrels": {"doc1": 1}, "run": {"doc1": 2.5}}; "qrels" or "run" may be missing or null'
)
#: Grades are 32-bit integers, as in the packages that allocate a table of grades.
_MOST_GRADE = 2**31 - 1


@dataclasses.dataclass(frozen=True, slots=True)
class RankedQuery:
    """A query with its judged and its retrieved documents, in the order given; None if it has no judgments or no results."""

    query: str
    qrels: Qrels | None
    run: Run | None


@dataclasses.dataclass(frozen=True, slots=True)
class Rankings(Kind):
    """Queries with relevance judgments (qrels) and the results of a system (run).

    Each query is a mapping with ``query`` (its id), ``qrels`` (the grade of each judged document, an integer) and ``run``
    (the score of each retrieved document); either is a mapping or a list of pairs. A query may lack one of them, and two
    queries may have the same id. A document that is not judged has no grade, and a query with no judged document has no
    judgments. The order of queries and documents is kept, because it decides ties in some packages. A score may be the
    text ``inf`` or ``-inf``. Raises `InputError` for other types, for nan, for a grade beyond 32 bits, for a document that
    occurs twice, and for a query with neither judgments nor results.

    >>> made = Rankings([{"query": "q1", "qrels": {"a": 1, "b": 0}, "run": {"b": 2.5, "a": 1}}])
    >>> made.queries[0].run
    (('b', 2.5), ('a', 1.0))
    """

    queries: tuple[RankedQuery, ...]

    TAG: ClassVar[str] = "rankings"
    FIELDS: ClassVar[tuple[str, ...]] = ("rankings",)
    ARGUMENTS: ClassVar[str] = "RUN -r QRELS"

    def __init__(self, queries: Sequence[Mapping[str, Any]]) -> None:
        check_list(queries, "queries")
        made = tuple(_query(query, f"queries[{k}]") for k, query in enumerate(queries))
        object.__setattr__(self, "queries", made)

    @classmethod
    def of(cls, qrels: Mapping[str, Any], run: Mapping[str, Any]) -> Rankings:
        """Return the rankings of judgments and results by the id of the query, as packages for retrieval take them.

        Queries are in the order of the judgments, and queries without judgments after them, so that two runs with the
        same judgments have the same queries. Raises `InputError` as the constructor does.

        >>> Rankings.of({"q1": {"a": 1}, "q2": {"b": 1}}, {"q2": {"b": 0.5}}).queries[0]
        RankedQuery(query='q1', qrels=(('a', 1),), run=None)
        """
        for name, side in (("qrels", qrels), ("run", run)):
            if not isinstance(side, Mapping):
                raise InputError(f"{name} is {name_of(side)}, not a mapping", hint='pass {"q1": {"doc1": 1}}')
        ids = [*qrels, *(query for query in run if query not in qrels)]
        return cls([{"query": query, "qrels": qrels.get(query), "run": run.get(query)} for query in ids])

    @classmethod
    def read(cls, path: PathLike) -> Rankings:
        """Read the queries from a JSON Lines file, one per line.

        Raises `InputError` for an unreadable file or a malformed line.
        """
        from samescore.data.ranking_files import read_queries

        queries = []
        for place, query in read_queries(path):
            with at_place(place):
                _query(query, "the query")
            queries.append(query)
        return cls(queries)

    @classmethod
    def read_run(cls, run: PathLike, qrels: PathLike) -> Rankings:
        """Read a run and its judgments from two files, each in TREC's format or, with the suffix ``.json``, in ranx's.

        The judgments may also be a table with a header line, as BEIR distributes them. Raises `InputError` for an
        unreadable file, a malformed line, and a document listed twice.
        """
        from samescore.data.ranking_files import read_qrels, read_results

        judged, retrieved = read_qrels(qrels), read_results(run)
        ids = [*judged, *(query for query in retrieved if query not in judged)]
        with at_place(str(qrels)):
            queries = tuple(_read_query(query, judged, retrieved) for query in ids)
        made = object.__new__(cls)
        object.__setattr__(made, "queries", queries)
        return made

    @classmethod
    def from_files(cls, files: InputFiles) -> Rankings:
        """Read a command's JSON Lines file, or its run with the judgments as reference file.

        Raises `InputError` as `read` and `read_run` do.
        """
        if len(files.references) == 1:
            return cls.read_run(files.scored, files.references[0])
        return cls.read(files.only("give one file of JSON Lines, or a run and one -r with its relevance judgments"))

    def __len__(self) -> int:
        """Return the number of queries."""
        return len(self.queries)

    def __iter__(self) -> Iterator[RankedQuery]:
        return iter(self.queries)

    def entries(self) -> list[dict[str, Any]]:
        return list(self.plain()["rankings"])

    def of_entries(self, entries: Sequence[Any]) -> Rankings:
        return Rankings(entries)

    def arguments(self) -> list[Any]:
        """Return the judgments and the results by query and document, as packages for retrieval take them.

        The second query of the same id gets the number 2 after it, and an infinite score is a text.
        """
        sides: list[dict[str, dict[str, Any]]] = [{}, {}]
        met: Counter[str] = Counter()
        for query, shown in zip(self, self.plain()["rankings"], strict=True):
            met[query.query] += 1
            name = query.query if met[query.query] == 1 else f"{query.query}#{met[query.query]}"
            for side, documents in zip(sides, (shown["qrels"], shown["run"]), strict=True):
                if documents is not None:
                    side[name] = dict(documents)
        return sides

    def plain(self) -> dict[str, Any]:
        """Return the queries as JSON-compatible data: documents are pairs, and an infinite score is a text."""
        return {"rankings": [_plain(query) for query in self]}


def _plain(query: RankedQuery) -> dict[str, Any]:
    qrels = None if query.qrels is None else [list(pair) for pair in query.qrels]
    run = None
    if query.run is not None:
        run = [[document, score if math.isfinite(score) else str(score)] for document, score in query.run]
    return {"query": query.query, "qrels": qrels, "run": run}


def _query(query: Any, place: str) -> RankedQuery:
    if not isinstance(query, Mapping) or "query" not in query:
        raise InputError(f"{place} has no field 'query'", hint=_QUERY)
    if not isinstance(query["query"], str):
        raise InputError(f"{place}['query'] is {name_of(query['query'])}, not a string", hint="ids are strings")
    qrels = _documents(query.get("qrels"), f"{place}['qrels']") or None
    run = _documents(query.get("run"), f"{place}['run']")
    if qrels is None and run is None:
        raise InputError(f"{place} has neither judgments nor results", hint="remove the query")
    judged = None if qrels is None else tuple((name, _grade(value, name, place)) for name, value in qrels)
    retrieved = None if run is None else tuple((name, _score(value, name, place)) for name, value in run)
    return RankedQuery(query["query"], judged, retrieved)


def _read_query(query: str, judged: Mapping[str, Any], retrieved: Mapping[str, Any]) -> RankedQuery:
    """Return a query of two files, whose ids are different and whose numbers are numbers already.

    Raises `InputError` for a grade beyond 32 bits, and for neither judgments nor results.
    """
    qrels, run = judged.get(query) or None, retrieved.get(query)
    is_invalid = run is None if qrels is None else max(map(abs, qrels.values())) > _MOST_GRADE
    if is_invalid:
        return _query({"query": query, "qrels": qrels, "run": run}, f"the query {query!r:.80}")
    return RankedQuery(
        query, None if qrels is None else tuple(qrels.items()), None if run is None else tuple(run.items())
    )


def _documents(documents: Any, place: str) -> list[tuple[str, Any]] | None:
    if documents is None:
        return None
    if isinstance(documents, Mapping):
        documents = list(documents.items())
    check_list(documents, place)
    for k, pair in enumerate(documents):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not isinstance(pair[0], str):
            raise InputError(f"{place}[{k}] is not a pair of a document's id and a number", hint=_QUERY)
    _check_distinct([name for name, _ in documents], place)
    return [(name, plain(value)) for name, value in documents]


def _check_distinct(documents: Sequence[str], place: str) -> None:
    if len(set(documents)) == len(documents):
        return
    met: set[str] = set()
    for document in documents:
        if document in met:
            raise InputError(f"{place}: the document {document!r:.80} occurs twice", hint="give each document once")
        met.add(document)


def _grade(value: Any, name: str, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        hint = "grades are integers, such as 0, 1 or 2"
        raise InputError(f"{place}['qrels']: the grade of {name!r:.80} is {name_of(value)}, not an integer", hint=hint)
    if abs(value) > _MOST_GRADE:
        raise InputError(f"{place}['qrels']: the grade of {name!r:.80} is beyond 32 bits", hint="use smaller grades")
    return int(value)


def _score(value: Any, name: str, place: str) -> float:
    if value in ("inf", "-inf"):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        found = repr(value)[:80] if isinstance(value, str) else name_of(value)
        hint = "scores are numbers; an infinite one in a file is the text inf or -inf"
        raise InputError(f"{place}['run']: the score of {name!r:.80} is {found}, not a number", hint=hint)
    if is_nan(value):
        hint = "a ranking cannot have nan; remove the document, or give it the lowest score"
        raise InputError(f"{place}['run']: the score of {name!r:.80} is nan", hint=hint)
    return as_float(value, f"{place}['run']: the score of {name!r:.80}")
