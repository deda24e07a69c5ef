"""Rankings: what the constructor refuses, the formats of files, and measures by hand."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore import InputError, MetricError, Rankings

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

RUN = "q1 Q0 a 1 2.5 t\nq1 Q0 b 2 1 t\n"
QRELS = "q1 0 b 1\nq1 0 a 0\n"


def _query(**sides: Any) -> dict[str, Any]:
    return {"query": "q1", **sides}


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ([{"qrels": {"a": 1}}], "queries[0] has no field 'query'"),
        ([{"query": 1, "qrels": {"a": 1}}], "queries[0]['query'] is 1 (int), not a string"),
        ([_query()], "queries[0] has neither judgments nor results"),
        ([_query(qrels={})], "queries[0] has neither judgments nor results"),
        ([_query(qrels={"a": 1.5})], "queries[0]['qrels']: the grade of 'a' is 1.5 (float), not an integer"),
        ([_query(qrels={"a": True})], "queries[0]['qrels']: the grade of 'a' is True (bool), not an integer"),
        ([_query(qrels={"a": 2**31})], "queries[0]['qrels']: the grade of 'a' is beyond 32 bits"),
        ([_query(qrels=[["a", 1], ["a", 1]])], "queries[0]['qrels']: the document 'a' occurs twice"),
        ([_query(run=[["a", 1], ["a", 2]])], "queries[0]['run']: the document 'a' occurs twice"),
        ([_query(run={"a": math.nan})], "queries[0]['run']: the score of 'a' is nan"),
        ([_query(run={"a": "1"})], "queries[0]['run']: the score of 'a' is '1', not a number"),
        ([_query(run={"a": True})], "queries[0]['run']: the score of 'a' is True (bool), not a number"),
        ([_query(run={"a": 10**400})], "queries[0]['run']: the score of 'a' is too large for a double"),
        ([_query(run=[["a"]])], "queries[0]['run'][0] is not a pair of a document's id and a number"),
        ([_query(run={1: 1.0})], "queries[0]['run'][0] is not a pair of a document's id and a number"),
        ([_query(run="a")], "queries[0]['run'] is a single str, not a list"),
    ],
)
def test_a_wrong_input_is_refused(queries: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Rankings(queries)
    assert caught.value.message == message


def test_bounds_of_grades_are_allowed() -> None:
    made = Rankings([_query(qrels={"a": 2**31 - 1, "b": -(2**31 - 1)})])
    assert made.queries[0].qrels == (("a", 2**31 - 1), ("b", 1 - 2**31))


def test_infinite_scores_are_texts_in_json() -> None:
    made = Rankings([_query(run={"a": math.inf, "b": "-inf"})])
    assert made.plain()["rankings"][0]["run"] == [["a", "inf"], ["b", "-inf"]]
    assert made == Rankings(made.plain()["rankings"])


def test_queries_are_in_the_order_of_the_judgments() -> None:
    made = Rankings.of({"q2": {"a": 1}, "q1": {"a": 1}}, {"q3": {"a": 1.0}, "q1": {"a": 1.0}})
    assert [query.query for query in made] == ["q2", "q1", "q3"]
    assert [query.run is None for query in made] == [True, False, False]
    assert [query.qrels is None for query in made] == [False, False, True]
    with pytest.raises(InputError, match="qrels is a list, not a mapping"):
        Rankings.of([], {})  # type: ignore[arg-type]


def _files(
    folder: Path, run: str | bytes, qrels: str | bytes, run_name: str = "run", qrels_name: str = "qrels"
) -> Rankings:
    for name, text in ((run_name, run), (qrels_name, qrels)):
        Path(folder, name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return Rankings.read_run(folder / run_name, folder / qrels_name)


EXPECTED = Rankings.of({"q1": {"b": 1, "a": 0}}, {"q1": {"a": 2.5, "b": 1.0}})


@pytest.mark.parametrize(
    ("run", "qrels"),
    [
        (RUN, QRELS),
        (RUN.replace("\n", "\r\n"), QRELS.replace("\n", "\r\n")),
        (RUN.replace(" ", "\t"), QRELS.replace(" ", "  ")),
        ("\n" + RUN + "\n", QRELS.rstrip("\n")),
        ("# a comment\n" + RUN, "\ufeff" + QRELS),
        (RUN.replace("1 2.5", "rank 2.5").replace(" t\n", " two words\n"), QRELS),
    ],
    ids=["plain", "crlf", "white-space", "blank-lines", "comment", "rank-and-tag"],
)
def test_files_in_the_format_of_trec(tmp_path: Path, run: str, qrels: str) -> None:
    assert _files(tmp_path, run, qrels) == EXPECTED


def test_other_formats(tmp_path: Path) -> None:
    table = "query-id\tcorpus-id\tscore\nq1\tb\t1\nq1\ta\t0\n"
    assert _files(tmp_path, RUN, table) == EXPECTED
    json = '{"q1": {"a": 2.5, "b": 1}}', '{"q1": {"b": 1, "a": 0}}'
    assert _files(tmp_path, *json, "run.json", "qrels.json") == EXPECTED
    lines = tmp_path / "both.jsonl"
    lines.write_text('{"query": "q1", "qrels": {"b": 1, "a": 0}, "run": [["a", 2.5], ["b", 1]]}\n')
    assert Rankings.read(lines) == EXPECTED


def test_ids_may_have_the_white_space_of_unicode(tmp_path: Path) -> None:
    run, qrels = RUN.replace("a", "a\u00a0c"), QRELS.replace("a", "a\u00a0c")
    assert _files(tmp_path, run, qrels).queries[0].run == (("a\u00a0c", 2.5), ("b", 1.0))


@pytest.mark.parametrize(
    ("run", "qrels", "message"),
    [
        ("q1 Q0 a 1 x t\n", QRELS, "run, line 1: the score 'x' is not a number"),
        ("q1 Q0 a 1 1,5 t\n", QRELS, "run, line 1: the score '1,5' is not a number"),
        ("q1 Q0 a 1 nan t\n", QRELS, "run, line 1: the score 'nan' is not a number"),
        ("q1 Q0 a 1 1\n", QRELS, "run, line 1: the line has 5 columns instead of 6"),
        (RUN + "q1 Q0 a 3 0 t\n", QRELS, "run, line 3: the document 'a' occurs twice for the query 'q1'"),
        (RUN, "q1 0 a 1 x\n", "qrels, line 1: the line has 5 columns instead of 4"),
        (RUN, "q1 0 a 1.0\n", "qrels, line 1: the grade '1.0' is not an integer"),
        (RUN, QRELS + "q1 0 b 2\n", "qrels, line 3: the document 'b' occurs twice for the query 'q1'"),
        (RUN, "query-id corpus-id score\nq1 0 a 1\n", "qrels, line 2: the line has 4 columns instead of 3"),
        (RUN, b"q1 0 \xe9 1\n", "qrels, line 1: the line is not UTF-8"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, run: str, qrels: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        _files(tmp_path, run, qrels)
    assert caught.value.message == f"{tmp_path}/{message}"
    assert caught.value.hint


def test_a_malformed_line_of_json_names_its_place(tmp_path: Path) -> None:
    lines = tmp_path / "both.jsonl"
    lines.write_text('{"query": "q1", "run": {"a": 1}}\n{"query": "q2"}\n')
    with pytest.raises(InputError) as caught:
        Rankings.read(lines)
    assert caught.value.message == f"{lines}, line 2: the query has neither judgments nor results"


def test_names_of_measures() -> None:
    data = Rankings.of({"q1": {"a": 1, "c": 1}}, {"q1": {"b": 2.0, "a": 1.0}})
    by_hand = {"mrr": 1 / 2, "map": 1 / 4, "p@1": 0.0, "p@3": 1 / 3, "recall@10": 1 / 2, "success@1": 0.0}
    assert {name: samescore.score(name, data).value for name in by_hand} == by_hand
    assert samescore.score("ndcg", data).value == (1 / math.log2(3)) / (1 + 1 / math.log2(3))
    assert samescore.score("ndcg@1", data).value == 0


def test_errors_name_the_cause() -> None:
    missing = Rankings.of({"q1": {"a": 1}, "q2": {"a": 1}}, {"q1": {"a": 1.0}})
    with pytest.raises(MetricError, match="a judged query is not in the run"):
        samescore.score("map", missing, missing_results="raise")
    unjudged = Rankings.of({"q1": {"a": 1}}, {"q1": {"a": 1.0}, "q2": {"a": 1.0}})
    with pytest.raises(MetricError, match="a query of the run is not judged"):
        samescore.score("map", unjudged, missing_judgments="raise")
    with pytest.raises(MetricError, match="ties are averaged only in ndcg and dcg"):
        samescore.score("map", missing, ties="average")
    high = Rankings.of({"q1": {"a": 5}}, {"q1": {"a": 1.0}})
    assert samescore.score("err", high, max_grade=5).value == 31 / 32
    with pytest.raises(MetricError, match="the grade 5 is above max_grade, 4"):
        samescore.score("err", high)
    with pytest.raises(MetricError, match="no query counts"):
        samescore.score("map", Rankings.of({"q1": {"a": 1}}, {"q2": {"a": 1.0}}))


def test_the_largest_id_of_a_tie_is_first() -> None:
    rows = [{"query": f"q{k}", "qrels": {"a": 1}, "run": {"b": 1.0, "a": float(k % 3)}} for k in range(7)]
    whole = samescore.score("mrr", Rankings(rows))
    assert whole.value == sum(1.0 if k % 3 == 2 else 0.5 for k in range(7)) / 7


def test_a_gap_is_shown_query_by_query() -> None:
    data = Rankings.of(
        {"q1": {"a": 1}, "q2": {"a": 0, "b": 2}, "q3": {"a": 1}},
        {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.0, "b": 1.0, "c": 0.5}, "q3": {"b": 1.0}},
    )
    explained = samescore.explain("mrr", data, first="native(ties=given)", second="native(ties=reversed)")
    (query,) = explained.segments
    assert (query.index, query.first, query.second) == (1, 0.5, 1.0)
    assert query.hypothesis == "q2: a (0) b (2) c (?) or b (2) a (0) c (?)"
    same = samescore.explain("ndcg", data, first="native", second="native(gain=exponential)")
    assert same.segments == []


@pytest.mark.parametrize(
    ("qrels", "message"),
    [
        ('{"q2": {}}', "the query 'q2' has neither judgments nor results"),
        ('{"q1": {"b": 2147483648}}', "the query 'q1'['qrels']: the grade of 'b' is beyond 32 bits"),
    ],
)
def test_a_file_of_wrong_judgments_is_named(tmp_path: Path, qrels: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        _files(tmp_path, RUN, qrels, qrels_name="qrels.json")
    assert caught.value.message == f"{tmp_path}/qrels.json: {message}"
