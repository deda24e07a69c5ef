"""The tool that records what scripts answer, on a script of three lines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.recorded import Answer, Case, Header, Source, read, write
from samescore import Corpus
from samescore.data.kinds import Data
from tools.originals import __main__ as tool
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one

SCRIPT = "def score(text):\n    return len(text) / 0.3 if text != 'x' else 1 / 0\n"
SOURCE = Source("https://example.org/scripts", "script.py", "1", "0" * 64)


def _inputs(count: int, seed: int) -> Iterator[Data]:
    rng = random.Random(seed)
    for _ in range(count):
        yield Corpus.from_segments([rng.choice(["x", "xx", "xyz"])], [["x"]])


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("length", {}), ("length", {}), ("nothing", {})]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(entry_point: str, data: Corpus, _: dict[str, Any]) -> float | str:
        return "" if entry_point == "nothing" else float(script.score(data.segments[0].hypothesis))

    return one_by_one(ask)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    return tmp_path / "script.py"


def test_inputs_are_asked_once_each_and_exceptions_are_answers(script: Path) -> None:
    driver = Driver([SOURCE], _inputs, _requests, _load)
    cases = tool.new_cases(driver, _load([script]), 10, seed=1)
    answers = {case.input["segments"][0]["hypothesis"]: case.answers for case in cases}
    assert answers == {
        "x": [Answer("length", "raised")],
        "xx": [Answer("length", "6.666666666666667")],
        "xyz": [Answer("length", "10.0")],
    }


def test_answers_of_a_compensated_sum_are_kept_where_they_differ(script: Path) -> None:
    case = Case(
        Corpus.from_segments(["xx"], [["x"]]).plain(), [Answer("length", "6.6"), Answer("length", "6.666666666666667")]
    )
    (both,) = tool.with_compensated([case], _load([script]))
    assert [answer.compensated for answer in both.answers] == ["6.666666666666667", ""]


def test_a_file_of_answers_is_read_as_it_was_written(tmp_path: Path) -> None:
    header = Header("script", [SOURCE], "python -m tools.originals script script.py", {"other": "Perl"}, digits=2)
    cases = [Case({"gold": ["a\nb"], "predicted": ["\u2028"]}, [Answer("f", "0.50", {"order": 2})])]
    write(tmp_path / "script.jsonl", header, cases)
    recorded = read(tmp_path / "script.jsonl")
    assert (recorded.header, recorded.cases) == (header, cases)


def test_another_file_than_the_one_that_was_asked_is_refused(script: Path) -> None:
    driver = Driver([SOURCE], _inputs, _requests, _load)
    assert "its SHA-256 is " in tool.different(driver, [script])
    assert tool.different(driver, [script, script]) == "it takes 1 files: script.py"
