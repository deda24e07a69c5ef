"""Columns and rows of averages: what they are the mean of is taken from the numbers, and only if these show it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.relations import TableCheck, check
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _checked(folder: Path, head: str, rows: list[str], name: str = "t.csv") -> TableCheck:
    (folder / name).write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    tables = read_source(folder / name).tables
    return check(tables[0]) if tables else TableCheck()


#: By hand: 86.8 / 3 = 28.93, 89.6 / 3 = 29.87, 95.6 / 3 = 31.87, 81.6 / 3 = 27.2.
_ROWS = ["a,27.3,38.1,21.4,{}", "b,28.1,39.0,22.5,{}", "c,30.2,41.3,24.1,{}", "d,25.2,36.3,20.1,{}"]
_TRUE = ["28.9", "29.9", "31.9", "27.2"]


def _rows(means: list[str]) -> list[str]:
    return [row.format(mean) for row, mean in zip(_ROWS, means, strict=True)]


@pytest.mark.parametrize("title", ["Avg.", "Average", "Mean"])
@pytest.mark.parametrize("names", ["BLEU en-de,BLEU en-fr,BLEU en-cs", "ARC,MMLU,PIQA"])
@pytest.mark.parametrize("row", range(4))
def test_an_altered_mean_is_found(tmp_path: Path, title: str, names: str, row: int) -> None:
    altered = [f"8{mean[1:]}" if k == row else mean for k, mean in enumerate(_TRUE)]
    head = f"System,{names},{title}"
    assert _checked(tmp_path, head, _rows(_TRUE)).broken == []
    (broken,) = _checked(tmp_path, head, _rows(altered)).broken
    assert (broken.relation, broken.cells[0]) == ("mean of columns", f"{'abcd'[row]}, {title}")


def test_the_exit_code_of_a_wrong_mean_of_unknown_metrics(tmp_path: Path) -> None:
    lines = ["System,ARC,MMLU,PIQA,Avg.", *_rows(["28.9", "29.9", "81.9", "27.2"])]
    (tmp_path / "t.csv").write_text("\n".join(lines), encoding="utf-8")
    done = call("audit", "t.csv", "-j", "1", cwd=tmp_path)
    assert "Avg. lies between 31.8167 and 31.9167, not at 81.9 (mean of columns)" in " ".join(done.stdout.split())
    assert done.returncode == 1


@pytest.mark.parametrize(
    "means",
    [
        ["31.2", "32.0", "34.1", "29.5"],  # of other columns as well
        ["27.9", "28.8", "30.7", "26.2"],  # weighted
        ["28.9", "29.9", "31.6", "27.3"],  # two rows of four fit
        ["28.9", "29.9", "31.9", "26.7"],  # one row is off by so little that the others may fit by chance
    ],
)
def test_an_average_of_something_else_accuses_nobody(tmp_path: Path, means: list[str]) -> None:
    found = _checked(tmp_path, "System,BLEU en-de,BLEU en-fr,BLEU en-cs,Avg.", _rows(means))
    assert (found.broken, found.doubtful) == ([], [])


def test_the_mean_of_the_columns_of_its_group_and_of_its_metric(tmp_path: Path) -> None:
    rows = ["a,10.0,50.0,30.0,60.0,20.0,55.0", "b,12.0,51.0,33.0,65.0,22.5,58.0", "c,15.0,52.0,36.0,64.0,95.5,58.0", "d,17.0,50.0,38.0,62.0,27.5,56.0"]  # fmt: skip
    head = "System,de BLEU,de chrF,fr BLEU,fr chrF,Avg. BLEU,Avg. chrF"
    assert [broken.cells[0] for broken in _checked(tmp_path, head, rows).broken] == ["c, Avg. BLEU"]


def test_a_row_of_averages(tmp_path: Path) -> None:
    """By hand: (27.3 + 28.1 + 30.2) / 3 = 28.53, (38.1 + 39.0 + 41.3) / 3 = 39.47, 22.67, 48.33."""
    head, rows = "Set,A BLEU,B BLEU,C BLEU,D BLEU", ["x,27.3,38.1,21.4,40.0", "y,28.1,39.0,22.5,50.0", "z,30.2,41.3,24.1,55.0"]  # fmt: skip
    assert _checked(tmp_path, head, [*rows, "Avg.,28.5,39.5,22.7,48.3"]).broken == []
    (broken,) = _checked(tmp_path, head, [*rows, "Avg.,28.5,93.5,22.7,48.3"]).broken
    assert broken.cells[0] == "Avg., B BLEU"


def test_the_harmonic_mean_does_not_bind_a_row_of_averages(tmp_path: Path) -> None:
    """F1 .67 of the first set, .8 of the second; .73 is their mean, and no harmonic mean of .75 and .75."""
    found = _checked(tmp_path, "Set,P,R,F1", ["x,0.5,1.0,0.67", "y,1.0,0.67,0.8", "Average,0.75,0.83,0.73"])
    assert (found.broken, found.doubtful) == ([], [])


def test_macro_f1_is_the_mean_of_the_classes_that_are_printed(tmp_path: Path) -> None:
    head = "System,F1 (OK),F1 (BAD),macro-F1"
    rows = ["a,0.90,0.40,0.65", "b,0.88,0.46,0.67", "c,0.91,0.37,{}", "d,0.86,0.30,0.58"]
    assert _checked(tmp_path, head, [row.format("0.64") for row in rows]).broken == []
    (broken,) = _checked(tmp_path, head, [row.format("0.84") for row in rows]).broken
    assert broken.cells[0] == "c, macro-F1"


@pytest.mark.parametrize("kind", ["weighted", "nearly equal weights", "hidden columns", "truncated"])
def test_no_true_table_of_other_averages_is_accused(tmp_path: Path, kind: str) -> None:
    rng = random.Random(kind)
    for number in range(25):
        many, weights = rng.randint(3, 9), [rng.uniform(0.2, 1) for _ in range(4)]
        if kind == "nearly equal weights":
            weights = [rng.uniform(0.99, 1) for _ in range(4)]
        rows = []
        for row in range(many):
            base = rng.uniform(20, 60)
            values = [base + rng.uniform(-9, 9) for _ in range(4)]
            shown = values[:3] if kind == "hidden columns" else values
            mean = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
            if kind in ("hidden columns", "truncated"):
                mean = sum(values) / 4
            printed = [f"{int(v * 10) / 10:.1f}" if kind == "truncated" else f"{v:.1f}" for v in (*shown, mean)]
            rows.append(f"s{row},{','.join(printed)}")
        head = "System," + ",".join(f"BLEU {k}" for k in range(len(shown))) + ",Avg."
        found = _checked(tmp_path, head, rows, f"t{number}.csv")
        assert (found.broken, found.doubtful) == ([], []), rows
