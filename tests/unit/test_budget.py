"""The budget of a run: what was not run is said, and is never a success."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from samescore.catalogue.vectors import select
from samescore.verbs.judging.fresh import is_fresh
from tests.command import call_program, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: Functions that are right, but slow, or never answer.
_FUNCTIONS = """
import time
from samescore import Corpus, score

def slow(hypotheses, references):
    time.sleep(0.2)
    return score("wer", Corpus.from_segments(hypotheses, references)).value

def hanging(hypotheses, references):
    time.sleep(3600)

slow.samescore = hanging.samescore = {"metric": "wer"}
"""
_LINES = {"hyp": "a b c\n", "ref": "a b d\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "timed.py").write_text(_FUNCTIONS, encoding="utf-8")
    for name, text in _LINES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["native", "py:timed:slow", "py:timed:hanging"])
def test_cases_beyond_the_budget_are_unavailable(folder: Path, name: str) -> None:
    budget = "0.000001" if name == "native" else "2"
    bounds = ("--budget", budget, "--timeout", "3600", "--fresh", "0")
    arguments = ("run", name, "-m", "wer", *bounds, "--report", "r.jsonl")
    done = call_program(*arguments, "--format", "jsonl", cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode == 5, done.stderr
    assert f"the budget of {float(budget):g} seconds was exhausted before the end of the run" in done.stderr
    rows = records(done.stdout)
    results = [row for row in rows if row["type"] == "result"]
    verdicts = Counter(row["verdict"] for row in results)
    golden = [row["vector"] for row in results if not is_fresh(row["vector"])]
    assert golden == [vector.id for vector in select(["wer"])], "no result is lost"
    assert verdicts["unavailable"] > 0
    assert not verdicts.keys() & {"disagree", "error"}
    assert any("skipped: the budget of" in row["outcome"].get("reason", "") for row in results)
    assert rows[-1]["exit_code"] == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "smoke NAME",
        "axioms NAME -m wer",
        "identify NAME",
        "expect NAME -m wer",
        "diff hyp -r ref -m wer -i native -i NAME",
        "explain native NAME hyp -r ref -m wer",
        "run NAME native -m wer",
        "drift NAME -m wer -k wer-no",
    ],
)
def test_no_command_is_green_when_its_budget_has_ended(folder: Path, command: str) -> None:
    words = [*command.replace("NAME", "py:timed:hanging").split(), "--budget", "1"]
    done = call_program(*words, cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode in (1, 2, 5), done.stdout + done.stderr
    assert "the budget of 1 seconds" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_budget_that_suffices_changes_nothing(folder: Path) -> None:
    done = call_program("run", "native", "-m", "wer", "-k", "wer-no", "--budget", "600", "--no-report", cwd=folder)
    assert done.returncode == 0
    assert "budget" not in done.stderr
    assert call_program("smoke", "native", "--budget", "nan", cwd=folder).returncode == 2
