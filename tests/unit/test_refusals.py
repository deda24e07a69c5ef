"""What an implementation has declared and then refuses is red; what it never declared is not asked."""

from __future__ import annotations

import re
import shlex
import sys
from collections import Counter
from pathlib import Path

import pytest

from samescore import run
from samescore.records import RunReport, VectorVerdict
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = Path(__file__).resolve().parents[2] / "examples" / "protocol" / "bleu.py"
_ANSWER = 'answer.update(outcome="score", value=value)'
_REFUSAL = 'answer.update(outcome="unsupported", reason="not today")'


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A right BLEU that answers the inputs about a cat, and calls every other one unsupported."""
    text = _BLEU.read_text(encoding="utf-8")
    assert _ANSWER in text
    changed = text.replace(_ANSWER, f'{_ANSWER} if "cat" in line else {_REFUSAL}')
    program = tmp_path_factory.mktemp("refusing") / "refusing.py"
    program.write_text(changed, encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, str(program)])}"


@pytest.fixture(scope="module")
def report(refusing: str) -> RunReport:
    return run([refusing], metrics=["bleu"], seed=1)


@pytest.mark.slow
def test_a_program_that_refuses_what_it_declares_is_red(report: RunReport) -> None:
    refused = [result for result in report.results if result.outcome.reason == "not today"]
    assert len(refused) > 100
    assert {result.verdict for result in refused} == {VectorVerdict.ERROR}
    assert all("although its profile supports this input" in result.why for result in refused)
    assert all(result.signature for result in refused), "it was asked"
    assert report.exit_code == 1


@pytest.mark.slow
def test_undeclared_inputs_are_unsupported(report: RunReport) -> None:
    outside = [result for result in report.results if result.verdict is VectorVerdict.UNSUPPORTED]
    assert outside
    assert all("the corpus holds tokens" in result.outcome.reason for result in outside)


def test_a_refusal_is_red_in_smoke_too(refusing: str, tmp_path: Path) -> None:
    done = call("smoke", refusing, cwd=tmp_path)
    assert done.returncode == 1
    assert re.search(r"\bgot +unsupported \(not today\)", done.stdout)


def test_a_refusal_meets_no_expected_exception(report: RunReport) -> None:
    """To say that something is not offered is not to raise what the vector expects to be raised."""
    raising = [r for r in report.results if report.expected(r) == "raised" and r.outcome.reason == "not today"]
    assert raising
    assert all(result.verdict is VectorVerdict.ERROR for result in raising)


@pytest.mark.slow
def test_a_recording_keeps_a_refusal_red(refusing: str, report: RunReport, tmp_path: Path) -> None:
    call("run", refusing, "-m", "bleu", "--seed", "1", "--report", "recorded.jsonl", cwd=tmp_path)
    replayed = run([f"replay:{tmp_path / 'recorded.jsonl'}"], metrics=["bleu"])
    assert Counter(r.verdict for r in replayed.results) == Counter(r.verdict for r in report.results)
    assert [r.vector for r in replayed.failures] == [r.vector for r in report.failures]
