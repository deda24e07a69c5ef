"""An implementation whose answers depend on what it was asked before is found when it is asked again."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from samescore import Corpus, check_implementation, score
from samescore.records import Repeated
from samescore.verbs.judging import repeat
from tests.command import PLAIN_PYTEST, call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("all_repetitions")]

Scorer = Callable[[Sequence[str], Sequence[Sequence[str]]], float]


@pytest.fixture(autouse=True)
def ample_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test fails because the machine is busy."""
    monkeypatch.setattr(repeat, "_SECONDS", 120.0)


def _right(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    return score("mer", Corpus.from_segments(list(hypotheses), [list(r) for r in references])).value


def _checked(function: Scorer, **options: object) -> str:
    """What the check of a wrong function says."""
    with pytest.raises(AssertionError) as caught:
        check_implementation(function, "mer", fresh=10, seed=1, **options)  # type: ignore[arg-type]  # few of them
    return str(caught.value)


def _repeated(function: Scorer, **options: object) -> Repeated:
    """What was asked again of a right function."""
    report = check_implementation(function, "mer", fresh=10, seed=1, **options)  # type: ignore[arg-type]  # few of them
    (repeated,) = report.repeated
    return repeated


@pytest.mark.parametrize("in_process", [False, True])
def test_a_right_function_has_2000_calls_in_one_process(in_process: bool) -> None:
    repeated = _repeated(_right, in_process=in_process)
    assert (repeated.calls, repeated.changes, repeated.cut) == (2000, 0, "")
    assert 1700 < repeated.repeats < 2000
    assert repeated.text.endswith(
        "run again in different orders, up to call 2,000 of one process: every answer was the same"
    )


def _from_call(number: int) -> Scorer:
    calls = itertools.count(1)
    return lambda hypotheses, references: (next(calls) >= number) + _right(hypotheses, references)


@pytest.mark.parametrize("in_process", [False, True])
def test_a_function_that_is_wrong_from_its_2000th_call_on_is_found(in_process: bool) -> None:
    said = _checked(_from_call(2000), in_process=in_process)
    assert re.match(r"0 of \d+ vectors of mer fail\n0 of 10 fresh inputs fail", said)
    assert "up to call 2,001 of one process: 1 answer changed" in said  # two calls in a row are compared
    found = re.search(
        r"(\S+): call 2,000 gave (\S+), call (\d+) gave (\S+) for the same input: the implementation", said
    )
    assert found
    assert float(found[2]) == float(found[4]) + 1
    assert int(found[3]) < 200
    assert "keeps state between calls" in said
    (again,) = (line for line in said.splitlines() if line.startswith("samescore run"))
    assert again.endswith("-m mer --seed 1")


@pytest.mark.slow
def test_one_that_is_wrong_later_is_not_found() -> None:
    assert _repeated(_from_call(2001)).changes == 0


@pytest.mark.slow
def test_a_cache_of_the_last_answer_by_the_length_of_the_texts_is_found() -> None:
    last: list[tuple[int, float]] = [(-1, 0.0)]

    def cached(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        length = sum(map(len, hypotheses)) + sum(len(text) for texts in references for text in texts)
        if last[0][0] != length:
            last[0] = length, _right(hypotheses, references)
        return last[0][1]

    assert "for the same input: the implementation keeps state between calls" in _checked(cached)


@pytest.mark.slow
def test_a_cache_by_the_length_of_the_texts_fails_golden_vectors() -> None:
    """It gives the same wrong answers each time, so that asking again does not show it: the vectors do."""
    known: dict[int, float] = {}

    def cached(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        length = sum(map(len, hypotheses)) + sum(len(text) for texts in references for text in texts)
        return known.setdefault(length, _right(hypotheses, references))

    assert not _checked(cached).startswith("0 of")


@pytest.mark.slow
def test_an_accumulator_that_is_never_reset_is_found() -> None:
    given = list[float]()

    def accumulating(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        given.append(_right(hypotheses, references))
        return sum(given) / len(given)

    said = _checked(accumulating)
    assert "two calls in a row differ: random answers, or state kept between calls" in said


def test_an_answer_that_depends_on_the_order_of_the_inputs_is_found() -> None:
    large = [0]

    def growing(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        large[0] += len(hypotheses) > 500  # of the fresh inputs, which are asked after the vectors, one is large
        return (large[0] > 0 and len(hypotheses) == 2) + _right(hypotheses, references)

    said = _checked(growing)
    assert re.match(r"0 of \d+ vectors of mer fail", said)
    assert "the implementation keeps state between calls" in said


@pytest.mark.slow
def test_a_random_answer_is_said_to_be_one() -> None:
    draw = random.Random(1).random
    said = _checked(lambda h, r: _right(h, r) + draw() / 1000)
    assert "two calls in a row differ: random answers, or state kept" in said


@pytest.mark.slow
def test_a_changed_class_of_error_is_found_and_a_changed_message_is_not() -> None:
    calls = itertools.count()

    def refusing(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        if not any(map(str.split, itertools.chain.from_iterable(references))):
            raise (ValueError if next(calls) < limit else KeyError)(next(calls))
        return _right(hypotheses, references)

    limit = 10**9
    knobs = {"settings": {"empty_references": "raise", "empty_input": "raise"}}
    assert not any("keeps state" in line for line in _said(refusing, knobs))
    limit = 100
    assert any(
        re.search(r"call [\d,]+ raised KeyError: \S+, call \d+ raised ValueError: ", line)
        for line in _said(refusing, knobs)
    )


def _said(function: Scorer, options: Mapping[str, object]) -> list[str]:
    try:
        report = check_implementation(function, "mer", fresh=0, **options)  # type: ignore[arg-type]  # few of them
    except AssertionError as problem:
        return str(problem).splitlines()
    return [report.repeated[0].text]


@pytest.mark.slow
def test_a_crash_after_many_calls_is_found() -> None:
    calls = itertools.count(1)

    def leaking(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        if next(calls) == 1500:
            os._exit(3)
        return _right(hypotheses, references)

    said = _checked(leaking)
    assert "call 1,500 crashed: the program exited with status 3, call " in said
    assert "the implementation crashes after some calls" in said


def test_a_slow_function_is_asked_again_less_often_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeat, "_SECONDS", 0.0)

    def slow(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        time.sleep(0.01)
        return _right(hypotheses, references)

    begin = time.monotonic()
    repeated = _repeated(slow)
    assert 0 < repeated.repeats < 200, time.monotonic() - begin
    assert f"up to call {repeated.calls} of one process (stopped there: its calls are slow): every" in repeated.text


_PROGRAM = """
import json, sys

calls = 0
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"implementation": "mine", "metrics": [{"metric": "exact-match"}]}
    if asked["op"] == "score":
        calls += 1
        segments = asked["input"]["segments"]
        equal = sum(s["hypothesis"] in s["references"] for s in segments)
        answer = {"outcome": "score", "value": (equal / len(segments) if segments else 0.0) + (calls >= 1900)}
    print(json.dumps({**answer, "id": asked["id"]}), flush=True)
"""


@pytest.mark.slow
def test_a_run_reports_what_changed_in_every_form(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(_PROGRAM, encoding="utf-8")
    name = f"cmd:{shlex.quote(sys.executable)} program.py"
    options = ("--seed", "1", "--junit", "r.xml", "--markdown", "r.md", "--html", "r.html", "--report", "r.jsonl")
    done = call("run", name, "-m", "exact-match", *options, cwd=tmp_path)
    assert done.returncode == 1
    assert "Some answers changed when repeated." in " ".join(done.stdout.split())
    (repeated,) = (row for row in records((tmp_path / "r.jsonl").read_text("utf-8")) if row["type"] == "repeated")
    vector = repeated["changed"][0]["vector"]
    assert repeated["calls"] >= 2000
    assert repeated["changed"][0]["later"]["value"] == repeated["changed"][0]["first"]["value"] + 1
    for shown in (done.stdout, (tmp_path / "r.md").read_text("utf-8"), (tmp_path / "r.html").read_text("utf-8")):
        assert f"{vector}: call " in re.sub(r"\s+", " ", shown)
    suite = ElementTree.parse(tmp_path / "r.xml").getroot()[0]  # noqa: S314 - our own file
    assert int(suite.get("failures", 0)) == len(suite.findall("*/failure"))
    assert vector in str(suite.findall("testcase[@name='asked again']/failure")[0].text)
    assert call("render", "r.jsonl", cwd=tmp_path).stdout.count(vector) == done.stdout.count(vector)


@pytest.mark.slow
def test_a_program_started_per_input_is_not_repeated(tmp_path: Path) -> None:
    program = "import sys; h, r = (open(name).read().splitlines() for name in sys.argv[1:]); print(sum(map(str.__eq__, h, r)))"
    (tmp_path / "files.py").write_text(program, encoding="utf-8")
    name = f"cmd:{shlex.quote(sys.executable)} files.py {{hyp}} {{ref}}"
    done = call("run", name, "-m", "exact-match", "--fresh", "0", "--format", "jsonl", "--no-report", cwd=tmp_path)
    assert {json.loads(line)["type"] for line in done.stdout.splitlines()} >= {"result", "footer"}
    assert "small inputs were run again" not in done.stdout
    assert '"repeated"' not in done.stdout


_WRONG_AT_LAST = """
calls = 0

def accuracy(gold, predicted):
    global calls
    calls += 1
    return sum(map(str.__eq__, map(str, gold), map(str, predicted))) / len(gold) + (calls >= {number})
"""


@pytest.mark.parametrize("number", [10_000, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_the_plugin_asks_again_in_its_last_item(tmp_path: Path, number: int) -> None:
    (tmp_path / "mine.py").write_text(_WRONG_AT_LAST.format(number=number), encoding="utf-8")
    options = ("--samescore-impl", "py:mine:accuracy", "--samescore-metric", "accuracy", "--samescore-fresh", "0")
    command = [sys.executable, "-m", "pytest", *PLAIN_PYTEST, "--assert=plain", "-rf"]
    done = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    if number > 2_000:
        assert "failed" not in done.stdout
        assert "small inputs were run again in different orders, up to call" in done.stdout
        assert "every answer was the same" in done.stdout
    else:
        assert "FAILED ::asked-again" in done.stdout
        assert "1 failed" in done.stdout
        assert "the implementation keeps state between calls" in done.stdout
