"""Plain command lines of score, and the files that a command writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from samescore import InputError
from samescore.cli.output import Outputs, show, shown_if_interrupted
from samescore.cli.plain import plain_request
from samescore.report.formats import Format

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_a_plain_command_line() -> None:
    words = [
        "a",
        "-r",
        "r1",
        "--reference",
        "r2",
        "-m",
        "bleu",
        "--metric",
        "chrf",
        "--set",
        "case=lower",
        "--like",
        "x",
    ]
    found = plain_request([*words, "b", "--format", "jsonl"])
    assert found is not None
    request, form = found
    assert form == "jsonl"
    assert request.hypotheses == (Path("a"), Path("b"))
    assert request.references == (Path("r1"), Path("r2"))
    assert (request.metrics, request.assignments, request.like) == (("bleu", "chrf"), ("case=lower",), "x")
    default = plain_request(["a"])
    assert default is not None
    assert (default[1], default[0].like, default[0].references) == ("text", "", ())


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["-m", "bleu"],
        ["-"],
        ["./-"],
        ["a", "-r"],
        ["a", "-r", "-"],
        ["a", "-m", "-x"],
        ["a", "--format", "html"],
        ["a", "--format", "text", "--format", "text"],
        ["a", "--like", "x", "--like", "y"],
        ["a", "--per-class", "x"],
        ["a", "--metric=bleu", "x"],
    ],
)
def test_other_command_lines_are_not_plain(words: list[str]) -> None:
    assert plain_request(words) is None


def test_an_output_is_not_an_input_or_another_output(tmp_path: Path) -> None:
    data, link, report = tmp_path / "data", tmp_path / "link", tmp_path / "report"
    data.write_text("x", encoding="utf-8")
    link.symlink_to(data)
    for path in (data, link):
        with pytest.raises(InputError, match=r"--out .* would overwrite .*data, an input of this command") as problem:
            Outputs({"--out": path}, [data])
        assert problem.value.hint == "choose another --out"
    with pytest.raises(InputError, match=r"--report .*report is also written by --out") as problem:
        Outputs({"--out": report, "--report": report}, otherwise=", or --no-report")
    assert problem.value.hint == "choose another --report, or --no-report"
    assert data.read_text(encoding="utf-8") == "x"


def test_outputs_are_written_when_the_work_ends(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with Outputs({"--report": first, "--out": second, "--other": None}) as outputs:
        outputs.write("--report", b"a")
        outputs.write("--other", b"lost")
        outputs.write_whole("--out", lambda: "é")
        outputs.write_whole("--other", lambda: pytest.fail("it is not used"))
        assert outputs.whole("--out")
        with pytest.raises(KeyError):
            outputs.whole("--other")
    outputs.check()
    assert (first.read_bytes(), second.read_bytes()) == (b"a", "é".encode())


def test_an_exception_keeps_the_old_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report"
    path.write_bytes(b"old")

    def interrupted() -> None:
        with Outputs({"--report": path}, resume=" (use --resume)") as outputs:
            outputs.write("--report", b"new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        interrupted()
    assert path.read_bytes() == b"old"
    said = " ".join(capsys.readouterr().err.split())
    assert "is not finished; the results so far are in" in said
    assert "(use --resume)" in said


def test_a_failure_to_print_is_raised_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[object] = []

    def fail(text: object, **_: object) -> None:
        printed.append(text)
        raise OSError("no space")

    for name in ("print_data", "print_page", "print_result"):
        monkeypatch.setattr(f"samescore.cli.output.{name}", fail)
    with Outputs({"--out": tmp_path / "out"}) as outputs:
        outputs.echo("a")
        outputs.echo("b")
        outputs.result("c")
        outputs.write("--out", b"x")
    assert printed == ["a"]
    with pytest.raises(OSError, match="no space"):
        outputs.check()
    assert (tmp_path / "out").read_bytes() == b"x"
    with Outputs({}) as alone, pytest.raises(OSError, match="no space"):
        alone.echo(b"a")
    with pytest.raises(OSError, match="no space"):
        alone.result("a")


def test_incomplete_outputs_do_not_replace_old_content(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    with Outputs({"--report": old, "--out": new}) as outputs:
        outputs.write("--report", b"part")
        outputs.write("--out", b"part")
        outputs.keep_old()
    assert (old.read_bytes(), new.read_bytes()) == (b"old", b"part")


def test_a_finished_file_survives_an_exception(tmp_path: Path) -> None:
    path = tmp_path / "report"
    path.write_bytes(b"old")

    def interrupted() -> None:
        with Outputs({"--report": path}) as outputs:
            outputs.write("--report", b"new")
            outputs.finish("--report")
            outputs.finish("--other")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        interrupted()
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize(
    ("form", "parts", "printed"),
    [
        ("text", ["a", 1], [("result", "a"), ("result", 1)]),
        ("jsonl", ["a"], [("data", "a")]),
        ("html", [], []),
    ],
)
def test_results_are_printed_as_data_or_as_a_report(
    monkeypatch: pytest.MonkeyPatch, form: Format, parts: list[object], printed: list[tuple[str, object]]
) -> None:
    asked: list[tuple[str, bool]] = []
    found: list[tuple[str, object]] = []

    def render_all(saved: object, form: str, *, verbose: bool) -> list[object]:
        asked.append((form, verbose))
        return parts if saved == [] else []

    monkeypatch.setattr("samescore.report.formats.render_all", render_all)
    monkeypatch.setattr("samescore.cli.output.print_data", lambda part: found.append(("data", part)))
    monkeypatch.setattr("samescore.cli.output.print_result", lambda part: found.append(("result", part)))
    assert show([], form, verbose=True) is bool(parts)
    show([], form)
    Outputs({}).show([], form, verbose=True)
    assert asked == [(form, form == "text"), (form, False), (form, form == "text")]
    assert found == printed * 3


@pytest.mark.parametrize("known", [[], ["a record"]])
def test_an_interruption_shows_what_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], known: list[Any]
) -> None:
    shown: list[object] = []
    monkeypatch.setattr("samescore.cli.output.show", lambda saved, form: shown.append((saved, form)))

    def interrupted() -> None:
        with shown_if_interrupted("text", lambda: known):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert shown == ([(known, "text")] if known else [])
    assert ("these are the results so far" in capsys.readouterr().err) is bool(known)
    with shown_if_interrupted("text", lambda: pytest.fail("nothing was interrupted")):
        pass


def test_golden_vectors_are_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "golden"
    for name in ("bleu/a.json", "schema.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"old")
    monkeypatch.setattr("samescore.verbs.lookup.names.golden_folder", lambda: folder)
    with pytest.raises(InputError, match="would overwrite golden vectors"):
        Outputs({"--out": folder / "bleu" / "a.json"})
    for allowed in ("schema.json", "bleu/new.json"):
        with Outputs({"--out": folder / allowed}) as outputs:
            outputs.write("--out", b"new")
        assert (folder / allowed).read_bytes() == b"new"
