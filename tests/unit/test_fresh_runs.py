"""Fresh inputs on the command line: a module whose MER is wrong for inputs of five segments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from samescore.catalogue.expectations import read_expectations
from samescore.cli.run import run as run_command
from samescore.data.kinds import from_plain
from samescore.implementations import Profiled
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import RunReport, read
from samescore.verbs.judging.fresh import COUNT, Fresh, questions
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_MODULE = """
from samescore import Corpus, score

def mer(hypotheses, references):
    value = score("mer", Corpus.from_segments(hypotheses, references)).value
    return value + 0.25 * (len(hypotheses) == 5)

mer.samescore = {"metric": "mer"}
"""
_RIGHT = _MODULE.replace("0.25", "0")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(_MODULE, encoding="utf-8")
    return tmp_path


def _run(folder: Path, *options: str, name: str = "py:mine:mer") -> Any:
    return call("run", name, "-m", "mer", *options, cwd=folder, PYTHONPATH=str(folder))


def _fresh_failures(text: str) -> list[str]:
    rows = [row for row in records(text) if row["type"] == "result" and row["verdict"] == "disagree"]
    return [row["vector"] for row in rows if row["vector"].startswith("fresh-")]


def test_a_failure_is_asked_again_by_its_id(folder: Path) -> None:
    done = _run(folder, "--seed", "7", "--no-report", "--format", "jsonl")
    failing = _fresh_failures(done.stdout)
    assert done.returncode == 1
    assert failing
    (reproduce,) = [row["reproduce"] for row in records(done.stdout) if row.get("reproduce", "").endswith(failing[0])]
    assert reproduce == f"samescore run py:mine:mer -k {failing[0]}"
    again = call(*reproduce.split()[1:], "--no-report", "--format", "jsonl", cwd=folder, PYTHONPATH=str(folder))
    assert again.returncode == 1
    assert [row["vector"] for row in records(again.stdout) if row["type"] == "result"] == failing[:1]


def test_a_report_alone_reproduces_a_failure(folder: Path) -> None:
    _run(folder, "--seed", "7", "--report", "r.jsonl")
    saved = list(read(folder / "r.jsonl"))
    report = RunReport.of(saved[0], saved[1:])  # type: ignore[arg-type]  # the header comes first
    failing = next(result for result in report.failures if report.fresh_case(result))
    case = report.fresh_case(failing)
    assert case
    settings = metric(case.metric).settings.parse(case.signature)
    assert repr(getattr(native_outcome(from_plain(case.input), settings), "value", None)) == case.expected.value


def test_a_recording_replays_its_fresh_inputs(folder: Path) -> None:
    recorded = _run(folder, "--report", "r.jsonl", "--format", "jsonl")
    replayed = _run(folder, "--no-report", "--format", "jsonl", name="replay:r.jsonl")
    assert replayed.returncode == 1
    assert _fresh_failures(replayed.stdout) == _fresh_failures(recorded.stdout)
    fresh = [row for row in records(replayed.stdout) if row["type"] == "fresh-case"]
    assert len(fresh) == COUNT
    off = _run(folder, "--no-report", "--fresh", "0", name="replay:r.jsonl")
    assert off.returncode == 0


@pytest.mark.slow
def test_a_gate_asks_the_inputs_of_its_baseline(folder: Path) -> None:
    _run(folder, "--seed", "7", "--report", "baseline.jsonl")
    same = _run(folder, "--seed", "8", "--no-report", "--against", "baseline.jsonl", "--format", "jsonl")
    assert same.returncode == 0, same.stdout
    assert {row["seed"] for row in records(same.stdout) if row["type"] == "fresh-case"} == {7}
    (folder / "mine.py").write_text(_RIGHT, encoding="utf-8")
    moved = _run(folder, "--no-report", "--against", "baseline.jsonl", "--format", "jsonl")
    assert moved.returncode == 1
    gates = [row for row in records(moved.stdout) if row["type"] == "vector-gate" and row["verdict"] == "moved"]
    assert gates
    assert all(row["vector"].startswith("fresh-mer-7-") for row in gates)


@pytest.mark.slow
def test_a_drift_compares_fresh_inputs_of_one_seed_only(folder: Path) -> None:
    for seed in ("7", "8"):
        _run(folder, "--seed", seed, "--report", f"{seed}.jsonl")
    _run(folder, "--fresh", "0", "--report", "0.jsonl")
    for other, fresh in (("7.jsonl", COUNT), ("8.jsonl", 0), ("0.jsonl", 0)):
        done = call("drift", "7.jsonl", other, "--format", "jsonl", cwd=folder)
        (transition,) = [row for row in records(done.stdout) if row["type"] == "transition"]
        golden = sum(row["type"] == "case" for row in records((folder / "0.jsonl").read_text(encoding="utf-8")))
        assert fresh <= transition["compared"] <= golden + fresh
        assert (transition["one_sided"], transition["moved"], transition["skipped"]) == (0, 0, [])


@pytest.mark.slow
def test_accepted_failures_are_asked_again_and_are_stale_when_they_pass(folder: Path) -> None:
    made = call("expect", "py:mine:mer", "-o", "known.toml", cwd=folder, PYTHONPATH=str(folder))
    assert made.returncode == 0
    listed = read_expectations(folder / "known.toml").expected
    assert listed
    assert all(identifier.startswith("fresh-mer-") for identifier in listed)
    again = call("expect", "py:mine:mer", "--fresh", "5", "--seed", "7", cwd=folder, PYTHONPATH=str(folder))
    assert re.findall(r"fresh-mer-\w+", again.stdout)
    assert all("-7-" in identifier for identifier in re.findall(r"fresh-mer-[\w-]+", again.stdout)), again.stdout
    kept = _run(folder, "--no-report", "--expect", "known.toml", "--format", "jsonl")
    assert kept.returncode == 0, kept.stdout
    assert sum(row.get("verdict") == "expected" for row in records(kept.stdout)) == len(listed)
    (folder / "mine.py").write_text(_RIGHT, encoding="utf-8")
    stale = _run(folder, "--no-report", "--expect", "known.toml", "--format", "jsonl")
    assert stale.returncode == 3
    assert sum(row.get("verdict") == "stale" for row in records(stale.stdout)) == len(listed)


def test_every_view_says_what_the_verdict_rests_on(folder: Path) -> None:
    (folder / "mine.py").write_text(_RIGHT, encoding="utf-8")
    rests = (
        r"(\d+) of \1 golden vectors inside its declared region answered \(\d+ lie outside\); "
        r"50 of 50 fresh inputs answered \(seed 9, 1 setting, up to 1,025 segments, [0-9,]+ words, \d+ references?\)"
    )
    files = ("--junit", "r.xml", "--markdown", "r.md")
    table = _run(folder, "--seed", "9", "-v", *files)
    assert table.returncode == 0
    shown = " ".join(table.stdout.split())
    assert re.search(rests, shown)
    assert "mer, fresh 50" in shown
    assert re.search(r"fresh \(seed 9\) 50 - - - all 50 ", shown)
    assert re.search(rests, (folder / "r.md").read_text(encoding="utf-8").replace("\\", ""))
    suite = ElementTree.parse(folder / "r.xml").getroot()[0]  # noqa: S314 - our own file
    properties = {entry.get("name"): entry.get("value") for entry in suite.iter("property")}
    assert properties["seed"] == "9"
    assert re.fullmatch(rests, str(properties["coverage of mer"]))
    off = _run(folder, "--fresh", "0")
    assert "no fresh inputs were run" in " ".join(off.stdout.split())


def test_the_input_of_a_failure_is_shown(folder: Path) -> None:
    files = ("--junit", "r.xml", "--markdown", "r.md")
    table = _run(folder, "--seed", "7", *files)
    assert re.search(r'fresh-mer-7-\d+: disagree input +{"segments": \[', " ".join(table.stdout.split()))
    failures = ElementTree.parse(folder / "r.xml").getroot().findall("*/testcase/failure")  # noqa: S314 - our own file
    assert any('input {"segments": [' in str(failure.text) for failure in failures)


def test_smoke_asks_fresh_inputs_too(folder: Path) -> None:
    done = call("smoke", "py:mine:mer", "--seed", "7", cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode == 1
    assert "fresh inputs pass (seed 7)" in done.stdout
    assert "samescore run py:mine:mer -k fresh-mer-7-" in done.stdout
    off = call("smoke", "py:mine:mer", "--fresh", "0", cwd=folder, PYTHONPATH=str(folder))
    assert off.returncode == 0
    assert "no fresh inputs were run" in off.stdout


def test_a_vector_of_its_own_asks_nothing_fresh(folder: Path) -> None:
    done = _run(folder, "-k", "mer-boundary", "--no-report", "--format", "jsonl")
    assert not [row for row in records(done.stdout) if row["type"] == "fresh-case"]


def test_the_command_and_the_library_ask_as_many() -> None:
    (option,) = [option for option in run_command.params if option.name == "fresh"]
    assert option.default == COUNT


def test_seeds_are_random_unless_chosen() -> None:
    assert len({Fresh.of().seed for _ in range(20)}) > 1
    assert Fresh.of(seed=4).accepting(["fresh-mer-9-1"]).seed == 4
    assert Fresh.of().accepting(["mer-boundary", "fresh-mer-9-1"]).seed == 9
    assert Fresh.of(pattern="fresh-rouge-su-12-3").seed == 12


def test_an_entry_point_that_is_profiled_only_is_not_asked() -> None:
    from samescore.implementations import implementation

    packaged = implementation("native:nltk")
    assert isinstance(packaged, Profiled)
    assert not list(questions(packaged, Fresh.of()))
