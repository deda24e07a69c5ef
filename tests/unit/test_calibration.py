"""The calibration study on generated files: its tables are those of an audit."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from benchmarks import calibration
from samescore import Corpus, score

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.slow]


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    rng = random.Random(2)
    words = [
        "The",
        "cat",
        ",",
        "the",
        "Dog",
        ".",
        "and",
        "a",
        "mat-like",
        "THING",
        "(1,000)",
        "isn't",
        "it",
        "?",
        "yes",
    ]
    lines = [[rng.choice(words) for _ in range(rng.randint(4, 12))] for _ in range(30)]
    (tmp_path / "ref").write_text("".join(" ".join(line) + "\n" for line in lines), encoding="utf-8")
    rows = []
    for number in range(4):
        changed = [[word if rng.random() < 0.8 else rng.choice(words) for word in line] for line in lines]
        (tmp_path / f"h{number}").write_text("".join(" ".join(line) + "\n" for line in changed), encoding="utf-8")
        value = score("bleu", Corpus.read(tmp_path / f"h{number}", [tmp_path / "ref"])).value
        rows.append({"metric": "BLEU", "published": repr(value), "hypotheses": f"h{number}", "references": ["ref"]})
    rows.append({**rows[0], "published": "12.345678"})
    (tmp_path / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path / "claims.jsonl"


def test_the_tables_of_true_and_of_displaced_numbers(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibration.main([str(claims), "--numbers", "30", "--decimals", "0", "1"]) == 0
    printed = capsys.readouterr().out
    assert "5 claims with files, of which 4 are reproduced" in printed
    assert "true numbers: 0 of 4 (0.0 %) exit 0 alone, 4 of 4 (100.0 %) in their table" in printed, "no decimals"
    assert "true numbers: 4 of 4 (100.0 %) exit 0 alone, 4 of 4 (100.0 %) in their table" in printed, "one decimal"
    tables = re.findall(r"^a combination +([\d.]+)% +([\d.]+)% +([\d.]+)%$", printed, re.MULTILINE)
    assert len(tables) == 2
    for observed, stated, sigmas in tables:
        assert abs(float(observed) - float(stated)) <= 2.5 * float(sigmas), "five standard deviations"
