"""Ranking files that are read by columns give what they give line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import InputError
from samescore.data import ranking_files
from samescore.data.ranking_columns import groups_of, plain_grades, plain_scores
from samescore.data.ranking_files import read_qrels, read_results

_RUNS = {
    "several queries": "q1 Q0 a 1 2.5 t\nq1 Q0 b 2 -1e3 t\nq2 Q0 a 1 +0.5 t\n",
    "a query in two places": "q1 Q0 a 1 2 t\nq2 Q0 b 1 1 t\nq1 Q0 c 2 1.5 t",
    "infinite": "q1 Q0 a 1 inf t\nq1 Q0 b 2 1 t\n",
    "a comment and a blank line": "q1 Q0 a 1 2 t\n\n# q1 Q0 b 2 3 t\nq1 Q0 c 3 1 t\n",
    "an id with a hash": "q1 Q0 #a 1 2 t\nq#1 Q0 b 1 1 t\n",
    "another column": "q1 Q0 a 1 2 t x\nq1 Q0 b 2 1 t\n",
    "other characters": "q\u00e9 Q0 a\u00a0b 1 2 t\nq\u00e9 Q0 \U0001f600 2 1 t\n",
}
_WRONG = {
    "twice": ("q1 Q0 a 1 2 t\nq2 Q0 b 1 1 t\nq1 Q0 a 2 1 t\n", "line 3: the document 'a' occurs twice"),
    "twice in a row": ("q1 Q0 a 1 2 t\nq1 Q0 a 2 1 t\n", "line 2: the document 'a' occurs twice"),
    "underscore": ("q1 Q0 a 1 2 t\nq1 Q0 b 2 1_0 t\n", "line 2: the score '1_0' is not a number"),
    "nan": ("q1 Q0 a 1 2 t\nq1 Q0 b 2 nan t\n", "line 2: the score 'nan' is not a number"),
    "large": ("q1 Q0 a 1 1e999 t\n", "line 1: the score '1e999' is too large"),
    "short": ("q1 Q0 a 1 2 t\nq1 Q0 b 2 1\n", "line 2: the line has 5 columns instead of 6"),
    "shifted": ("q1 Q0 a 1 2\nq1 Q0 b 2 1 t t\n", "line 1: the line has 5 columns instead of 6"),
}


@pytest.mark.parametrize("content", _RUNS.values(), ids=_RUNS)
def test_columns_give_what_lines_give(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.txt"
    path.write_text(content, encoding="utf-8")
    by_columns = read_results(path)
    monkeypatch.setattr(ranking_files, "groups_of", lambda *_: None)
    by_lines = read_results(path)
    assert by_columns == by_lines
    assert [[*documents.items()] for documents in by_columns.values()] == [
        [*documents.items()] for documents in by_lines.values()
    ]


@pytest.mark.parametrize(("content", "message"), _WRONG.values(), ids=_WRONG)
def test_a_wrong_line_is_named(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_results(path)


def test_a_document_twice_in_different_parts_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "qrels.txt"
    path.write_text("ignored", encoding="utf-8")
    parts = [(1, [b"q1 0 a 1", b"q1 0 b 0"]), (3, [b"q2 0 a 1", b"q1 0 b 1"])]
    monkeypatch.setattr(ranking_files, "_parts", lambda _: iter(parts))
    with pytest.raises(InputError, match="line 4: the document 'b' occurs twice for the query 'q1'"):
        read_qrels(path)


def test_regular_lines_are_read_by_columns() -> None:
    lines = [b"q1 0 a 1", b"q1 0 b -2", b"q2 0 a 0"]
    assert groups_of(lines, 4, (2, 3), plain_grades) == [("q1", {"a": 1, "b": -2}), ("q2", {"a": 0})]
    assert groups_of([b"#q 0 a 1"], 4, (2, 3), plain_grades) is None
    assert groups_of([], 4, (2, 3), plain_grades) is None


def test_unusual_numbers_are_left_to_the_reader_of_lines() -> None:
    assert plain_scores([b"1", b"-2.5e3"]) == [1.0, -2500.0]
    assert plain_scores([b"1", b"inf"]) is None
    assert plain_scores([b"1e999"]) is None
    assert plain_scores([b"1-2"]) is None
    assert plain_grades([b"+1", b"-12"]) == [1, -12]
    assert plain_grades([b"1.0"]) is None
    assert plain_grades([b"12345678901"]) is None
    assert plain_grades([b"1-2"]) is None
