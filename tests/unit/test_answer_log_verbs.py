"""Commands that take a log of a harness as their input."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.answer_logs import LOGS, inspect_log, inspect_sample, written
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_MODELS = ("inspect-ai.match_numeric_end", "inspect-ai.includes")


def test_diff() -> None:
    names = [f"native:{name}" for name in _MODELS]
    done = call(
        "diff",
        "inspect_match.json",
        *(f"-i{name}" for name in names),
        "-m",
        "answer-match",
        "--format",
        "jsonl",
        cwd=LOGS,
    )
    rows = [record for record in records(done.stdout) if record["type"] == "row"]
    found = {f"{row['implementation']}.{row['entry_point']}": row["outcome"]["stages"]["sentences"] for row in rows}
    assert found == dict(zip(names, ([1.0, 1.0, 0.0, 1.0], [1.0, 0.0, 1.0, 1.0]), strict=True)), done.stderr


def test_explain() -> None:
    """The models disagree about two outputs, one with a comma in the number and one that only ends with the number."""
    done = call("explain", *(f"native:{name}" for name in _MODELS), "inspect_match.json", cwd=LOGS)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.partition("Segments with the largest difference")[2]
    assert "line 2: It costs $70,000." in shown
    assert "line 3: ANSWER: 711" in shown
    assert "line 1" not in shown


def test_compare(tmp_path: Path) -> None:
    """Systems of one harness, or of several, are compared if their gold answers are equal."""
    written(tmp_path / "a.jsonl", *({"gold": "4", "outputs": [str(number % 5)]} for number in range(20)))
    inspect_log(tmp_path, *(inspect_sample(id=number) for number in range(20)))
    done = call("compare", "a.jsonl", "log.json", "-m", "answer-match", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert '"a.jsonl"' in done.stdout
    assert '"log.json"' in done.stdout


def test_audit_of_one_number() -> None:
    done = call("audit", "-m", "answer-match", "--published", "75.0", "inspect_match.json", "-j", "1", cwd=LOGS)
    assert "answer-match 75.0" in done.stdout, done.stderr


def test_stages() -> None:
    """OpenCompass extracts 000 from 70,000, so only the first answer is right."""
    done = call("score", "opencompass_gsm8k.json", "--like", "opencompass.gsm8k", "--stages", cwd=LOGS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "50.0"
    assert "sentences: [100.0, 0.0]" in done.stdout
