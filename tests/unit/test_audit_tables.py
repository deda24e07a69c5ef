"""Relations between the cells of imported tables, in what an audit finds, prints and saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.records import Audit, AuditFinding, ClaimVerdict, TableFinding
from samescore.report.audit_words import summary
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.tables import TableChecks
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: F1 of .75 and .86 is .80; that of the other rows is right. The mean of the second row is wrong, and repeated nowhere.
_TABLE = "| System | P | R | F1 |\n|-|-|-|-|\n| a | .75 | .86 | .85 |\n| b | .60 | .60 | .60 |\n| c | .5 | .5 | n/a |\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.md").write_text(_TABLE, encoding="utf-8")
    return tmp_path


def test_a_number_that_the_cells_beside_it_exclude_is_impossible(folder: Path) -> None:
    done = call("audit", "t.md", "-j", "1", "--format", "jsonl", "--report", "r.jsonl", cwd=folder)
    saved = records(done.stdout)
    verdicts = {record["claim"]: record["verdict"] for record in saved if record["type"] == "finding"}
    assert verdicts == {
        "a, P": "cannot be checked",
        "a, R": "cannot be checked",
        "a, F1": "impossible",
        "b, P": "consistent",
        "b, R": "consistent",
        "b, F1": "consistent",
        "c, P": "cannot be checked",
        "c, R": "cannot be checked",
    }
    (table,) = [record for record in saved if record["type"] == "table"]
    notes = {record["claim"]: record["notes"] for record in saved if record["type"] == "finding"}
    assert notes["a, P"] == notes["a, R"] == [f"the numbers beside it cannot all be true: {notes['a, F1'][0]}"]
    assert (table["table"], len(table["broken"])) == ("t.md", 1)
    assert "F1 lies" in table["broken"][0]
    assert table["mend"]
    assert done.returncode == 1
    assert records((folder / "r.jsonl").read_text(encoding="utf-8")) == saved


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_table_is_shown_alike_at_once_and_when_it_is_rendered(folder: Path, form: str) -> None:
    shown = call("audit", "t.md", "-j", "1", "--format", form, "--report", "r.jsonl", cwd=folder).stdout
    assert "1 broken" in shown
    assert "possible if a, F1 were" in shown
    assert call("render", "r.jsonl", "--format", form, cwd=folder).stdout.split() == shown.split()


def test_a_resumed_audit_checks_the_tables_again(folder: Path) -> None:
    call("audit", "t.md", "-j", "1", "--format", "jsonl", "--report", "r.jsonl", cwd=folder)
    whole = (folder / "r.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    (folder / "r.jsonl").unlink()
    (folder / "r.jsonl.part").write_bytes(b"".join(lines[:3]))
    done = call("audit", "t.md", "-j", "1", "--format", "jsonl", "--report", "r.jsonl", "--resume", cwd=folder)
    assert done.returncode == 1
    assert (folder / "r.jsonl").read_bytes() == whole


def _finding(claim: str, verdict: ClaimVerdict, hypotheses: str = "", notes: tuple[str, ...] = ()) -> AuditFinding:
    return AuditFinding(claim, "t", "f1", "0.85", verdict, notes=list(notes), hypotheses=hypotheses)


def _checks(*numbers: str) -> TableChecks:
    columns = [PrintedColumn("P", "precision"), PrintedColumn("R", "recall"), PrintedColumn("F1", "f1")]
    cells = [Cell(text, text, place=f"a, {column.name}") for text, column in zip(numbers, columns, strict=True)]
    return TableChecks([PrintedTable("t", columns, [Row("a", cells)])])


def test_a_number_with_files_keeps_its_verdict_and_is_told_of_its_table() -> None:
    reproduced = _finding("a, F1", ClaimVerdict.AS_STATED, "h", ("a note",))
    told = _checks(".75", ".86", ".85").beside(reproduced)
    assert told.verdict is ClaimVerdict.AS_STATED
    assert told.notes[0] == "a note"
    assert "F1 lies" in told.notes[1]
    assert _checks(".75", ".86", ".80").beside(reproduced) == reproduced


def test_an_impossible_number_is_impossible_whether_or_not_its_files_can_be_read() -> None:
    unread = _finding("a, F1", ClaimVerdict.UNREADABLE, "h", ("file not found: h",))
    found = _checks(".75", ".86", ".85").beside(unread)
    assert found.verdict is ClaimVerdict.IMPOSSIBLE
    assert "F1 lies" in found.notes[0]
    assert found.notes[1] == "file not found: h"
    assert _checks(".75", ".86", ".80").beside(unread) == unread


def test_only_a_number_that_its_files_do_not_give_is_told_of_the_faults_of_others() -> None:
    checks = _checks(".75", ".86", ".85")
    given = _finding("a, P", ClaimVerdict.AS_STATED, "h")
    assert checks.beside(given) == given
    (note,) = checks.beside(_finding("a, P", ClaimVerdict.NOT, "h")).notes
    assert note.startswith("the numbers beside it cannot all be true: ")


def test_a_fault_that_a_note_states_already_is_not_repeated() -> None:
    out_of_range = "F1 lies between 0 and 1, or between 0 and 100 %, not at 185"
    impossible = _finding("a, F1", ClaimVerdict.IMPOSSIBLE, notes=(out_of_range,))
    notes = _checks(".75", ".86", "185").beside(impossible).notes
    assert [note for note in notes if note.endswith(out_of_range)] == [out_of_range]


def test_ways_to_mend_a_table_that_are_not_shown_are_counted() -> None:
    ways = [f"possible if {number} were 1" for number in range(10)]
    shown = list(summary(Audit(tables=[TableFinding("t", 1, broken=["x"], mend=ways)])))
    assert "t: consistency checks: 1 holds, 1 broken" in shown
    assert shown[-1] == "t: 2 more ways to correct it (--format jsonl)"
    assert sum("were 1" in line for line in shown) == 8


def test_other_verdicts_are_left_alone() -> None:
    for verdict in (ClaimVerdict.MALFORMED, ClaimVerdict.IMPOSSIBLE, ClaimVerdict.CRASHED):
        assert _checks(".75", ".86", ".80").beside(_finding("a, F1", verdict)).verdict is verdict
    unknown = _finding("b, F1", ClaimVerdict.UNDERSPECIFIED)
    assert _checks(".75", ".86", ".85").beside(unknown) == unknown


def test_a_doubtful_relation_needs_a_look(tmp_path: Path) -> None:
    """A mean of two columns may be a mean of more; bold may mark something else than the best."""
    (tmp_path / "t.md").write_text(
        "| S | BLEU | chrF |\n|-|-|-|\n| a | **27.3** | 50 |\n| b | 28.1 | 51 |\n", encoding="utf-8"
    )
    done = call("audit", "t.md", "-j", "1", cwd=tmp_path)
    assert done.returncode == 6
    assert "unless bold does not mark the best" in " ".join(done.stdout.split())


def test_no_number_is_consistent_for_a_bold_mark_alone(tmp_path: Path) -> None:
    (tmp_path / "t.md").write_text("| S | BLEU |\n|-|-|\n| a | 27.3 |\n| b | **28.1** |\n", encoding="utf-8")
    done = call("audit", "t.md", "-j", "1", "--format", "jsonl", cwd=tmp_path)
    *findings, table = records(done.stdout)
    assert [finding["verdict"] for finding in findings] == ["cannot be checked", "cannot be checked"]
    assert table["holding"] == 1
    assert done.returncode == 4


def test_a_table_of_too_many_numbers_is_not_checked_and_that_is_said() -> None:
    rows = [Row(str(number), [Cell("1", "1")]) for number in range(1_001)]
    (finding,) = TableChecks([PrintedTable("t", [PrintedColumn("F1", "f1")], rows)]).findings
    assert finding.unchecked == ["the table has more than 1,000 numbers: its consistency is not checked"]
    assert finding.holding == 0


_REPORT = """| Class | Precision | Recall | F1-score | Support |
|-|-|-|-|-|
| c0 | 0.50 | 1.00 | 0.67 | 1 |
| c1 | 0.00 | 0.00 | 0.00 | 1 |
| c2 | 1.00 | 0.67 | 0.80 | 3 |
| macro avg | 0.50 | 0.56 | 0.49 | 5 |
| Weighted average | 0.70 | 0.60 | 0.61 | 5 |
| micro avg | 0.60 | 0.60 | {micro} | 5 |
"""


@pytest.mark.parametrize(("micro", "code"), [("0.60", 0), ("0.62", 1)])
def test_rows_of_averages_are_means_over_classes_but_for_micro(tmp_path: Path, micro: str, code: int) -> None:
    """What scikit-learn prints: F1 of a mean over classes is not that of its precision and recall."""
    (tmp_path / "t.md").write_text(_REPORT.format(micro=micro), encoding="utf-8")
    done = call("audit", "t.md", "-j", "1", "--format", "jsonl", cwd=tmp_path)
    table = records(done.stdout)[-1]
    assert (done.returncode, "doubtful" in table, "broken" in table) == (code, False, bool(code)), done.stdout


@pytest.mark.parametrize("suffix", ["md", "csv"])
def test_the_marks_and_the_exit_code_of_a_doubtful_f1_agree(tmp_path: Path, suffix: str) -> None:
    """78.0 is no harmonic mean of 83.5 and 79.1 (2 * 83.5 * 79.1 / 162.6 = 81.24), but may be a macro average."""
    rows = ["System", "P", "R", "F1"], ["ours", "83.5", "79.1", "78.0"], ["base", "60.0", "60.0", "60.0"]
    lines = [",".join(row) if suffix == "csv" else f"| {' | '.join(row)} |" for row in rows]
    text = "\n".join(lines if suffix == "csv" else [lines[0], "|-|-|-|-|", *lines[1:]])
    (tmp_path / f"t.{suffix}").write_text(text + "\n", encoding="utf-8")
    done = call("audit", f"t.{suffix}", "-j", "1", cwd=tmp_path)
    said = " ".join(done.stdout.split())
    assert "ours 83.5 79.1 78.0 ? base 60.0 = 60.0 = 60.0 =" in said
    assert "the harmonic mean of precision and recall is 81.2" in said
    assert done.returncode == 6


def test_the_harmonic_mean_is_said_of_an_impossible_f1(folder: Path) -> None:
    """2 * .75 * .86 / 1.61 = .8012."""
    said = " ".join(call("audit", "t.md", "-j", "1", cwd=folder).stdout.split())
    assert "the harmonic mean of precision and recall is 0.80)" in said


def test_a_doubtful_number_is_doubtful_and_its_neighbours_are_not_consistent() -> None:
    checks = _checks("83.5", "79.1", "78.0")
    doubted = checks.beside(_finding("a, F1", ClaimVerdict.UNDERSPECIFIED))
    assert (doubted.verdict, doubted.doubtful) == (ClaimVerdict.DOUBTFUL, True)
    beside = checks.beside(_finding("a, P", ClaimVerdict.UNDERSPECIFIED))
    assert beside.verdict is ClaimVerdict.UNDERSPECIFIED
    assert beside.notes[0].startswith("the numbers beside it are doubtful: ")
