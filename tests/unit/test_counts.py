"""Confusion counts from a file: every layout gives the matrix that the labels would give; anything else is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import Confusion, InputError, Labels
from samescore.data.counts import read_counts, read_labels
from samescore.data.input_files import InputFiles
from tests.command import call, records

#: Gold BAD: 1 predicted BAD, 2 OK. Gold OK: 3 predicted OK.
_MATRIX = Confusion(["BAD", "OK"], [[1, 2], [0, 3]])
#: 2 true positives, 0 false positives, 1 false negative, 3 true negatives.
_FOUR = Labels(["1", "1", "1", "0", "0", "0"], ["1", "1", "0", "0", "0", "0"]).confusion()


def _file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text", "matrix"),
    [
        ("m.csv", "gold,BAD,OK\nBAD,1,2\nOK,0,3\n", _MATRIX),
        ("m.csv", '\ufeff"","OK","BAD"\r\n"BAD", 2, 1\r\n\r\n"OK",3,0\r\n', _MATRIX),
        ("m.TSV", "\tBAD\tOK\nOK\t0\t3\nBAD\t1\t2", _MATRIX),
        ("m.json", '{"classes": ["OK", "BAD"], "confusion": [[3, 0], [2, 1]]}', _MATRIX),
        ("m.csv", 'x,BAD,OK,"a,b"\nBAD,1,2,0\nOK,0,3,0\n"a,b",0,0,0\n', _MATRIX),
        ("f.csv", "tp,fp,fn,tn\n2,0,1,3\n", _FOUR),
        ("f.tsv", "TN\tFP\tFN\tTP\n3\t0\t1\t2\n", _FOUR),
        ("f.json", '{"tn": 3, "fp": 0, "fn": 1, "tp": 2}', _FOUR),
        ("m.csv", f"x,a,b\na,{10**30},1\nb,0,2\n", Confusion(["a", "b"], [[10**30, 1], [0, 2]])),
    ],
)
def test_counts_are_read_in_every_layout(name: str, text: str, matrix: Confusion, tmp_path: Path) -> None:
    assert read_counts(_file(tmp_path, name, text)) == matrix


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("m.csv", "", r"m\.csv has no counts"),
        ("m.csv", "gold,BAD,OK\n", "has no counts"),
        ("m.csv", "gold,BAD,OK\nBAD,1\nOK,0,3\n", r"m\.csv, line 2: expected 2 counts, found 1"),
        ("m.csv", "gold,BAD,OK\nBAD,1,2,3\nOK,0,3\n", "line 2: expected 2 counts, found 3"),
        ("m.csv", "gold,BAD,OK\nBAD,1,2\n", "the class 'OK' has no row"),
        ("m.csv", "gold,BAD\nBAD,1\nOK,3\n", "the class 'OK' has no column"),
        ("m.csv", "gold,BAD,BAD\nBAD,1,2\nOK,0,3\n", "'BAD' has more than one column"),
        ("m.csv", "gold,BAD,OK\nBAD,1,2\nBAD,0,3\n", "'BAD' has more than one row"),
        ("m.csv", "gold,BAD,OK\nBAD,1,-2\nOK,0,3\n", "line 2: '-2' is not a non-negative integer"),
        ("m.csv", "gold,BAD,OK\nBAD,1,2\n\nOK,0,3.0\n", "line 4: '3.0' is not a non-negative integer"),
        ("m.csv", "gold,BAD,OK\nBAD,1_0,2\nOK,0,3\n", "'1_0' is not a non-negative integer"),
        ("m.csv", "gold,BAD,OK\nBAD,\u0661,2\nOK,0,3\n", "is not a non-negative integer"),
        ("m.csv", "gold;BAD;OK\nBAD;1;2\nOK;0;3\n", "has no row|no column|counts"),
        ("m.csv", 'gold,BAD,OK\nBAD,"1,2\nOK,0,3\n', "line 3: "),
        ("m.csv", "x,a,b,All\na,1,2,3\nb,3,4,7\nAll,4,6,10\n", "last row and column are sums"),
        ("f.csv", "tp,fp,fn,tn\n2,0,1,3\n2,0,1,3\n", "2 rows of counts"),
        ("f.csv", "tp,fp,fn,tn\n2,0,1\n", "line 2: expected 4 counts, found 3"),
        ("m.json", "[1]", r"m\.json: Expected `object`"),
        ("m.json", '{"classes": ["a"]}', "the object has the fields classes"),
        ("m.json", '{"classes": ["a"], "confusion": [[1.5]]}', "not a count"),
        ("m.json", '{"classes": ["a"], "confusion": {"a": 1}}', "not a list"),
        ("m.json", '{"classes": "ab", "confusion": [[1, 2], [3, 4]]}', "not a list"),
        ("m.json", '{"tp": 1, "fp": true, "fn": 0, "tn": 0}', "fp is not a count"),
        ("m.json", '{"tp": 1, "fp": "2", "fn": 0, "tn": 0}', "fp is not a count"),
        ("m.json", '{"tp": 1, "fp": -2, "fn": 0, "tn": 0}', "fp is not a count"),
    ],
)
def test_malformed_count_matrices_are_refused(name: str, text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_counts(_file(tmp_path, name, text))
    assert name in caught.value.message
    assert caught.value.hint


def test_counts_are_read_where_labels_are(tmp_path: Path) -> None:
    counts = _file(tmp_path, "c.csv", "gold,BAD,OK\nBAD,1,2\nOK,0,3\n")
    gold, predicted = _file(tmp_path, "g", "OK OK BAD\n"), _file(tmp_path, "p", "OK BAD BAD\n")
    assert read_labels(InputFiles(counts)) == _MATRIX
    assert read_labels(InputFiles(predicted, (gold,))) == Labels(["OK", "OK", "BAD"], ["OK", "BAD", "BAD"])
    with pytest.raises(InputError, match="has no tags"):
        read_labels(InputFiles(counts, tags="words"))
    with pytest.raises(InputError, match="but 0 were given") as caught:
        read_labels(InputFiles(predicted))
    assert ".csv" in caught.value.hint
    with pytest.raises(InputError, match="cannot be read as text"):
        read_labels(InputFiles(counts, (gold,)))


def test_commands_take_counts(tmp_path: Path) -> None:
    """MCC = (2 · 3 - 0) / sqrt(2 · 3 · 3 · 4); F1 of class 1 = 4 / 5, of class 0 = 6 / 7."""
    _file(tmp_path, "c.json", '{"tp": 2, "fp": 0, "fn": 1, "tn": 3}')
    (scored,) = records(call("score", "-m", "mcc", "c.json", "--format", "jsonl", cwd=tmp_path).stdout)
    assert scored["value"] == pytest.approx(0.5**0.5, abs=1e-15)
    options = ("--set", "average=class", "--set", "positive=1")
    (scored,) = records(call("score", "-m", "f1", "c.json", *options, "--format", "jsonl", cwd=tmp_path).stdout)
    assert scored["value"] == 0.8
    rows = records(call("score", "-m", "f1", "c.json", "--per-class", "--format", "jsonl", cwd=tmp_path).stdout)[1:]
    assert [(row["name"], row["support"], row["predicted"]) for row in rows] == [("0", 3, 4), ("1", 3, 2)]
    assert rows[0]["f1"] == pytest.approx(6 / 7, abs=1e-15)
    compared = records(call("diff", "-m", "mcc", "c.json", "-i", "native", "--format", "jsonl", cwd=tmp_path).stdout)
    assert compared[0]["outcome"]["value"] == pytest.approx(0.5**0.5, abs=1e-15)


def test_a_claim_may_name_counts(tmp_path: Path) -> None:
    _file(tmp_path, "c.csv", "tp,fp,fn,tn\n2,0,1,3\n")
    claim = {"metric": "mcc", "published": "0.7071", "hypotheses": "c.csv"}
    _file(tmp_path, "claims.jsonl", json.dumps(claim) + "\n")
    done = call("audit", "claims.jsonl", "-j", "1", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert records(done.stdout)[0]["verdict"] == "by a default"
