"""The parts of an audit outside the search: readings of files, resumption, exit codes, and notes on tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from samescore import InputError
from samescore.records import (
    AuditFinding,
    AuditFit,
    Chance,
    ClaimVerdict,
    JointFinding,
    Revision,
    TableFinding,
    Tier,
)
from samescore.verbs.audit.batch import audit_all, findings_of
from samescore.verbs.audit.claims import Claim, MalformedClaim, NotedClaim, file_of, files_of, where_of, with_notes
from samescore.verbs.audit.execution import Execution
from samescore.verbs.audit.importers.formats import ClaimSource
from samescore.verbs.audit.inputs import ClaimFiles
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.relations import BrokenRelation, Checked, Mending, TableCheck, Unchecked
from samescore.verbs.audit.request import Request
from samescore.verbs.audit.tables import TableChecks
from samescore.verbs.audit.workers import Start, audit_claim

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_V = ClaimVerdict


def _ways(folder: Path, references: list[str], **texts: str) -> list[tuple[str, tuple[str, ...]]]:
    for name in ("h", *references):
        folder.joinpath(name).write_text(texts.get(name, f"{name} one\ntwo three\n"), encoding="utf-8", newline="")
    question = question_of(Claim("BLEU", "27.3", "c", "h", references))
    return [(read.way.how, read.way.references) for read in ClaimFiles(folder).otherwise(question)]


def test_subsets_of_references_come_before_other_orders(tmp_path: Path) -> None:
    assert _ways(tmp_path, ["a"]) == []
    assert _ways(tmp_path, ["a", "b"]) == [
        ("references a", ("a",)),
        ("references b", ("b",)),
        ("references in the order b, a", ("b", "a")),
    ]
    three = [names for _, names in _ways(tmp_path, ["a", "b", "c"])]
    assert three[:6] == [("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c")]
    assert three[6:] == [tuple(order) for order in ("acb", "bac", "bca", "cab", "cba")]
    four = [names for _, names in _ways(tmp_path, ["a", "b", "c", "d"])]
    assert [len(names) for names in four] == [1] * 4 + [3] * 4 + [2] * 6 + [4] * 23
    assert _ways(tmp_path, ["a", "b", "c", "d", "e"]) == []


def test_other_text_readings_come_first(tmp_path: Path) -> None:
    mark = "files read with keep-byte-order-mark"
    assert _ways(tmp_path, ["a", "b"], b="\ufeffb one\ntwo three\n") == [
        (mark, ("a", "b")),
        ("references a", ("a",)),
        ("references b", ("b",)),
        ("references in the order b, a", ("b", "a")),
        (f"references a; {mark}", ("a",)),
        (f"references b; {mark}", ("b",)),
        (f"references in the order b, a; {mark}", ("b", "a")),
    ]
    assert _ways(tmp_path, ["a"], h="h one\r\ntwo three\n") == [("files read with keep-carriage-returns", ("a",))]


def test_files_with_other_numbers_of_lines_are_skipped(tmp_path: Path) -> None:
    assert _ways(tmp_path, ["a", "b"], b="one\n") == [("references a", ("a",))]


def test_the_digest_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"abc")
    files = ClaimFiles(tmp_path)
    assert files.digest("f").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    with pytest.raises(InputError, match="file not found"):
        files.digest("g")


def test_the_files_of_a_claim() -> None:
    assert files_of(Claim("BLEU", "1", "c", "h", ["a", "b"], "base")) == ["h", "base", "a", "b"]
    assert files_of(Claim("BLEU", "1")) == []
    assert files_of(MalformedClaim("bad", hypotheses="h", references=["a"])) == ["h", "a"]
    assert [where_of(source) for source in ({"a": "X", "b": 3}, "X", None, 0)] == ["X 3", "X", "", ""]


def test_the_parts_of_a_claim_that_are_shown() -> None:
    claim = Claim("p-value", "3.1 %", statistic="BLEU", system="a", row="b")
    assert (claim.number, claim.title, claim.group, claim.where) == ("3.1", "p-value of BLEU", "", "")
    assert msgspec.structs.replace(claim, shared="system").group == "a"
    assert msgspec.structs.replace(claim, shared="row").group == "b"
    assert Claim("BLEU", "3").title == "BLEU"


def _finding(claim: str = "c", verdict: ClaimVerdict = _V.DEFAULTS, **fields: Any) -> AuditFinding:
    return AuditFinding(
        **{"claim": claim, "source": "", "metric": "BLEU", "published": "27.3", "verdict": verdict, **fields}
    )


def _report(*records: msgspec.Struct) -> bytes:
    return b"".join(msgspec.json.encode(record) + b"\n" for record in records)


def test_only_findings_on_the_same_claims_are_resumed() -> None:
    claims: list[Claim | MalformedClaim] = [
        Claim("BLEU", "27.3", "c"),
        Claim("p-value", "0.1", "d", statistic="BLEU"),
        MalformedClaim("bad", id="m"),
    ]
    kept = [_finding(), _finding("d", metric="p-value of BLEU", published="0.1")]
    others = [
        _finding("x"),
        _finding(metric="chrF"),
        _finding(published="27.4"),
        _finding(verdict=_V.MALFORMED),
        _finding("m", metric="", published=""),
    ]
    report = _report(*kept, *others, JointFinding("", "BLEU", 2, []), TableFinding("t", 1))
    assert findings_of(report, claims, "r.jsonl") == kept
    assert findings_of(report + b'{"type":"fin', claims, "r.jsonl") == kept
    with pytest.raises(InputError):
        findings_of(b'{"type":"other"}\n', claims, "r.jsonl")


def test_claims_with_an_earlier_finding_are_not_audited_again(tmp_path: Path) -> None:
    asked: list[str] = []

    def elsewhere(claims: Sequence[Claim], start: Start) -> Iterator[AuditFinding]:
        assert start == Start(tmp_path, thorough=True, rounding_only=False)
        asked.extend(claim.id for claim in claims)
        return (_finding(claim.id) for claim in claims)

    claims: list[Claim | MalformedClaim] = [
        Claim("BLEU", "27.3", "a"),
        MalformedClaim("bad number", metric="BLEU", id="m"),
        MalformedClaim("no COMET here", metric="COMET", id="n", elsewhere=True),
        Claim("BLEU", "27.3", "b"),
        Claim("BLEU", "27.4", "b"),
    ]
    found = list(audit_all(claims, tmp_path, thorough=True, elsewhere=elsewhere, earlier=[_finding("b")]))
    assert asked == ["a", "b"]
    assert [(each.claim, each.verdict, each.notes) for each in found] == [
        ("a", _V.DEFAULTS, []),
        ("m", _V.MALFORMED, ["bad number"]),
        ("n", _V.UNDERSPECIFIED, ["no COMET here"]),
        ("b", _V.DEFAULTS, []),
    ]


def test_an_exception_is_a_verdict_with_its_type() -> None:
    class Failing:
        def audit(self, _: Claim) -> AuditFinding:
            raise KeyError("x")

    found = audit_claim(cast(Any, Failing()), Claim("BLEU", "27.3", "c"))
    assert (found.verdict, found.notes) == (_V.CRASHED, ["KeyError: 'x'"])


def test_the_parameters_of_an_auditor(tmp_path: Path) -> None:
    auditor = Start(tmp_path, thorough=True).auditor()
    assert (auditor.base, auditor.thorough, auditor.rounding_only) == (tmp_path, True, False)
    assert Start(tmp_path, rounding_only=True).auditor().rounding_only
    assert not Start(tmp_path).auditor().thorough


_WEAK = Chance(0.5, 0, 1, 1, 1)
_FIT = AuditFit(Tier.DEFAULT, "d", 27.3, "")


@pytest.mark.parametrize(
    ("findings", "tables", "telling", "code"),
    [
        ([], [], False, 4),
        ([], [], True, 0),
        ([_finding()], [], False, 0),
        ([_finding(verdict=_V.UNDERSPECIFIED)], [], False, 4),
        ([_finding(verdict=_V.UNDERSPECIFIED)], [], True, 0),
        ([_finding(verdict=_V.UNDERSPECIFIED), _finding("d")], [], False, 0),
        ([_finding(), _finding("d", _V.NOT), _finding("e", _V.UNREADABLE)], [], False, 1),
        ([_finding(), _finding("e", _V.UNREADABLE), _finding("f", _V.CUT_OFF)], [], False, 2),
        ([_finding(), _finding("f", _V.CUT_OFF)], [], False, 6),
        ([_finding(fits=[_FIT], chance=_WEAK)], [], False, 6),
        ([_finding()], [TableFinding("t", 1, broken=["x"])], False, 1),
        ([_finding()], [TableFinding("t", 1, doubtful=["x"])], False, 6),
        ([_finding(verdict=_V.UNREADABLE)], [TableFinding("t", 1, doubtful=["x"])], False, 2),
        ([_finding()], [TableFinding("t", 1, unchecked=["x"])], False, 0),
    ],
)
def test_the_exit_code(
    tmp_path: Path, findings: list[AuditFinding], tables: list[TableFinding], telling: bool, code: int
) -> None:
    execution = Execution(Request(), ClaimSource(tmp_path, []))
    execution.found.findings.extend(findings)
    execution.found.tables.extend(tables)
    execution._telling = telling
    assert execution.exit_code == code


def test_revised_verdicts_count_for_the_exit_code(tmp_path: Path) -> None:
    execution = Execution(Request(), ClaimSource(tmp_path, []))
    execution.found.findings.append(_finding())
    revision = Revision("c", _V.STANDS_OUT, 1.0, "", "samescore score h", "note")
    execution.found.groups.append(JointFinding("", "BLEU", 2, [], revisions=[revision]))
    assert execution.exit_code == 6


def test_commands_for_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    claims: list[Claim | MalformedClaim] = [Claim("BLEU", "1", "c", "h", ["r"]), MalformedClaim("bad", hypotheses="g")]
    execution = Execution(Request(), ClaimSource(tmp_path / "sub", claims, read=[tmp_path / "t.csv"]))
    execution.found.findings.append(_finding(command="samescore score h -r r --baseline b -m bleu"))
    revision = Revision("c", _V.NOT, 1.0, "", "samescore score h -m bleu", "note")
    execution.found.groups.append(JointFinding("", "BLEU", 2, [], revisions=[revision]))
    moved = execution.from_here()
    assert moved.findings[0].command == "samescore score sub/h -r sub/r --baseline sub/b -m bleu"
    assert moved.groups[0].revisions[0].command == "samescore score sub/h -m bleu"
    assert execution.files == [tmp_path / "t.csv", tmp_path / "sub/h", tmp_path / "sub/r", tmp_path / "sub/g"]


def _table(numbers: int) -> PrintedTable:
    return PrintedTable(
        "t", [PrintedColumn(f"x{number}", "") for number in range(numbers)], [Row("", [Cell("1", "1")] * numbers)]
    )


def _checks(monkeypatch: pytest.MonkeyPatch, **found: Any) -> TableChecks:
    monkeypatch.setattr("samescore.verbs.audit.tables.check", lambda _: TableCheck(**found))
    return TableChecks([_table(1)])


def test_a_thousand_numbers_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samescore.verbs.audit.tables.check", lambda _: TableCheck(checked=[Checked("r", ["a"])]))
    assert TableChecks([_table(1000)]).findings == [TableFinding("t", 1)]
    assert TableChecks([_table(1001)]).findings[0].unchecked == [
        "the table has more than 1,000 numbers: its consistency is not checked"
    ]


def test_the_finding_on_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = _checks(
        monkeypatch,
        checked=[Checked("sum", ["a", "b"])],
        broken=[BrokenRelation("sum", ["c", "d"], "c is not d")],
        doubtful=[BrokenRelation("mean", ["e", "f"], "e is not f", "rounded")],
        mend=[Mending(["c", "d"], ["1", "2"]), Mending(["c", "d"], [])],
        cut_off=["a"],
        unchecked=[Unchecked("r", ["a"], f"m{number}") for number in (1, 1, *range(2, 25))],
    )
    (found,) = checks.findings
    assert (found.table, found.holding, found.broken, found.cut_off) == ("t", 1, ["c is not d"], ["a"])
    assert found.doubtful == ["e is not f, unless rounded"]
    assert found.mend == ["possible if c were 1 and d were 2", "consistent if these were mistyped: c, d"]
    assert found.unchecked == [f"r: m{number}" for number in range(1, 21)]
    assert checks.telling
    verdicts = {name: checks.beside(_finding(name, _V.UNDERSPECIFIED)).verdict for name in "abcdefg"}
    assert verdicts == {
        **dict.fromkeys("ab", _V.CONSISTENT),
        "c": _V.IMPOSSIBLE,
        "e": _V.DOUBTFUL,
        **dict.fromkeys("dfg", _V.UNDERSPECIFIED),
    }
    bound = checks.beside(_finding("d", _V.CONSISTENT))
    assert (bound.verdict, bound.notes) == (
        _V.UNDERSPECIFIED,
        ["the numbers beside it cannot all be true: c is not d"],
    )
    assert checks.beside(_finding("f", _V.CONSISTENT)).notes == [
        "the numbers beside it are doubtful: e is not f, unless rounded"
    ]


def test_bold_marks_do_not_make_a_number_consistent(monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = BrokenRelation("bold is the best", ["b", "c"], "b is less than c", "bold means something else")
    checks = _checks(monkeypatch, checked=[Checked("bold is the best", ["a"])], doubtful=[doubt])
    assert not checks.telling
    for name in "ac":
        assert checks.beside(_finding(name, _V.UNDERSPECIFIED)) == _finding(name, _V.UNDERSPECIFIED)
    assert checks.beside(_finding("b", _V.UNDERSPECIFIED)).verdict is _V.DOUBTFUL


def test_a_table_without_a_checked_relation_has_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _checks(monkeypatch, unchecked=[Unchecked("r", ["a"], "m")]).findings == []


@pytest.mark.parametrize(
    ("finding", "verdict", "notes"),
    [
        (_finding("c", hypotheses="h"), _V.DEFAULTS, ["c is not d"]),
        (_finding("d", hypotheses="h"), _V.DEFAULTS, []),
        (_finding("d", _V.NOT, hypotheses="h", notes=["n"]), _V.NOT, ["n", "the numbers beside it cannot all be true: c is not d"]),
        (_finding("d", _V.CUT_OFF, hypotheses="h"), _V.CUT_OFF, ["the numbers beside it cannot all be true: c is not d"]),
        (_finding("c", _V.UNREADABLE, hypotheses="h", notes=["n"]), _V.IMPOSSIBLE, ["c is not d", "n"]),
        (_finding("d", _V.UNREADABLE, hypotheses="h"), _V.UNREADABLE, ["the numbers beside it cannot all be true: c is not d"]),
        (_finding("c", _V.MALFORMED, notes=["n"]), _V.MALFORMED, ["n", "c is not d"]),
        (_finding("x", _V.IMPOSSIBLE, notes=["n"]), _V.IMPOSSIBLE, ["n"]),
    ],
)  # fmt: skip
def test_the_finding_on_a_claim_beside_a_table(
    monkeypatch: pytest.MonkeyPatch, finding: AuditFinding, verdict: ClaimVerdict, notes: list[str]
) -> None:
    checks = _checks(monkeypatch, broken=[BrokenRelation("sum", ["c", "d"], "c is not d")])
    found = checks.beside(finding)
    assert (found.verdict, found.notes) == (verdict, notes)


@pytest.mark.parametrize(("jobs", "claims", "parallel"), [(1, 3, False), (2, 1, False), (2, 2, True), (3, 3, True)])
def test_several_claims_are_audited_in_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, claims: int, parallel: bool
) -> None:
    asked: list[tuple[int, int]] = []

    def in_processes(sound: Sequence[Claim], start: Start, number: int) -> Iterator[AuditFinding]:
        assert start == Start(tmp_path, thorough=False, rounding_only=True)
        asked.append((len(sound), number))
        return (_finding(claim.id) for claim in sound)

    monkeypatch.setattr("samescore.verbs.audit.batch.audited_in_processes", in_processes)
    monkeypatch.setattr("samescore.verbs.audit.batch.audit_claim", lambda _, claim: _finding(claim.id))
    every = [Claim("BLEU", "27.3", str(number)) for number in range(claims)]
    found = list(audit_all(every, tmp_path, jobs=jobs, rounding_only=True))
    assert [finding.claim for finding in found] == [claim.id for claim in every]
    assert asked == ([(claims, jobs)] if parallel else [])


def test_an_audit_reports_claims_then_sources_then_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group, table, said = JointFinding("", "BLEU", 2, []), TableFinding("t", 1), list[str]()

    def audited(claims: Sequence[Claim], base: Path, **options: Any) -> Iterator[AuditFinding]:
        assert base == tmp_path
        wanted = {"jobs": 3, "thorough": True, "rounding_only": True, "elsewhere": None, "earlier": (_finding("a"),)}
        assert options == wanted
        return (_finding(claim.id) for claim in claims[1:])

    monkeypatch.setattr("samescore.verbs.audit.execution.audit_all", audited)
    monkeypatch.setattr("samescore.verbs.audit.execution.joint", lambda *_: [group])
    monkeypatch.setattr("samescore.verbs.audit.tables.check", lambda _: TableCheck(checked=[Checked("sum", ["x"])]))
    claims = [Claim("BLEU", "27.3", "a"), Claim("BLEU", "27.3", "b")]
    execution = Execution(
        Request(jobs=3, thorough=True, rounding_only=True), ClaimSource(tmp_path, claims, [_table(1)])
    )
    assert execution.resume(_report(_finding("a")), "r.jsonl") == [_finding("a")]
    assert list(execution.findings(said.append)) == [_finding("b"), group, table]
    assert said == [
        "running consistency checks on tables",
        "1 of 2 claims: b",
        "searching for settings that explain all claims of a source",
    ]
    assert execution.found.findings == [_finding("a"), _finding("b")]
    assert (execution.found.groups, execution.found.tables) == ([group], [table])
    assert execution.exit_code == 0


def test_files_outside_the_folder_of_the_claims_are_refused(tmp_path: Path) -> None:
    base = tmp_path / "claims"
    base.mkdir()
    for path in (tmp_path / "out", base / "in"):
        path.write_text("x", encoding="utf-8")
    (base / "link").symlink_to(tmp_path / "out")
    assert file_of(base, "in") == (base / "in").resolve()
    inside = "use files in the folder of the claims file"
    relative = "paths are relative to the folder of the claims file"
    for name, message, hint in (
        ("../out", f"../out lies outside {base}", inside),
        ("link", f"link lies outside {base}", inside),
        ("missing", f"file not found: {base.resolve() / 'missing'}", relative),
        (".", f"file not found: {base.resolve()}", relative),
        ("a\0b", r"'a\x00b' is not a file: ", "use a file in the folder of the claims file"),
        ("a" * 9999, f"'{'a' * 79} is not a file: ", "use a file in the folder of the claims file"),
    ):
        with pytest.raises(InputError) as raised:
            file_of(base, name)
        assert (raised.value.message[: len(message)], raised.value.hint) == (message, hint)


def test_notes_are_added_to_a_claim() -> None:
    claim = Claim("BLEU", "27.3", "c", "h")
    assert with_notes(claim, []) is claim
    noted = with_notes(claim, ["n"])
    assert isinstance(noted, NotedClaim)
    assert (noted.unchecked, noted.metric, noted.hypotheses) == (["n"], "BLEU", "h")
