"""Rounded answers, in whatever they come: right ones are compared at their precision, wrong ones are still wrong."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.rounded_gates import UPGRADES, measured
from samescore import Corpus, Labels, score
from samescore.base.errors import SamescoreError
from samescore.base.outcome import Score, same_outcome
from samescore.catalogue.vectors import select, vectors
from samescore.implementations import Profiled, described_function, implementation
from samescore.implementations.asking import Asking, asking
from samescore.implementations.declaration import Declaration, declaring
from samescore.implementations.recording import recordings_of
from samescore.implementations.rounding import Rounding, is_ratio
from samescore.records import GateVerdict, VectorVerdict
from samescore.verbs.judging.check import check_implementation
from samescore.verbs.judging.fresh import NO_FRESH
from samescore.verbs.judging.judge import judge
from samescore.verbs.judging.plan import RunPlan
from samescore.verbs.judging.run import ask
from samescore.verbs.releases.gate import gate
from tests.command import call
from tests.plain_functions import searched

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: A module with a right BLEU, one without smoothing, and one that counts characters.
_MODULE = """
import collections
import numpy
from samescore import Corpus, score
Named = collections.namedtuple("Named", "bleu bp")

def right(hypotheses, references, **knobs):
    return score("bleu", Corpus.from_segments(hypotheses, references), **knobs).value

def unsmoothed(hypotheses, references):
    return right(hypotheses, references, smoothing="none")

def characters(hypotheses, references):
    return right(hypotheses, references, tokenizer="char")

def f(hypotheses, references):
    value = {compute}(hypotheses, references)
    return {answer}
"""

#: What a function returns of its value.
_FORMS = {
    "all digits": "value",
    "rounded": "round(value, 2)",
    "dictionary": "{'bleu': round(value, 2)}",
    "several keys": "{'brevity_penalty': 1.0, 'corpus_bleu': round(value, 2), 'length': 7}",
    "texts in a dictionary": "{'bleu': f'{value:.2f}', 'bp': '1.000'}",
    "tuple": "(round(value, 2), [1.0, 0.5])",
    "named tuple": "Named(round(value, 2), 1.0)",
    "text": "f'{value:.2f}'",
    "per cent": "f'{value:.2f} %'",
    "line": "f'BLEU = {value:.2f} 60.1/40.2/20.3/10.4 (BP = 1.000)'",
    "numpy": "numpy.float64(round(value, 3))",
    "32 bits": "numpy.float32(round(value, 2))",
    "significant digits": "float(f'{value:.4g}')",
}


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with searched(tmp_path_factory.mktemp("rounded")) as folder:
        for place, answer in enumerate(_FORMS.values()):
            for compute in ("right", "unsmoothed", "characters"):
                text = _MODULE.replace("{compute}", compute).replace("{answer}", answer)
                (folder / f"form_{compute}_{place}.py").write_text(text, encoding="utf-8")
        yield folder


def _claimed(compute: str, form: str, said: list[str]) -> Profiled:
    name = f"py:form_{compute}_{list(_FORMS).index(form)}:f"
    key = "0" if form == "tuple" and compute != "right" else ""  # nothing says which number counts
    with declaring(Declaration("bleu", return_key=key, say=said.append)), asking(Asking(in_process=True)):
        made = implementation(name)
    assert isinstance(made, Profiled)
    return made


def _verdicts(asked: Profiled) -> dict[str, VectorVerdict]:
    return {vector.id: judge(asked, vector).verdict for vector in select(["bleu"])[::4]}


@pytest.mark.parametrize("form", _FORMS)
def test_a_right_number_is_right_in_every_form_and_at_every_precision(form: str) -> None:
    said: list[str] = []
    right = _claimed("right", form, said)
    red = [name for name, verdict in _verdicts(right).items() if verdict.red]
    assert red == []
    assert sum("look rounded to" in line for line in said) == (form != "all digits")


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("compute", ["unsmoothed", "characters"])
def test_a_wrong_number_is_wrong_in_every_form(compute: str, form: str) -> None:
    exact = _verdicts(_claimed(compute, "all digits", []))
    rounded = _verdicts(_claimed(compute, form, []))
    compared = [name for name in exact if not _is_hidden_by_rounding(name, compute)]
    assert len(compared) > 60
    assert any(exact[name].red for name in compared)
    assert [name for name in compared if rounded[name].red] == [name for name in compared if exact[name].red]


def _is_hidden_by_rounding(name: str, compute: str) -> bool:
    """Return whether the expected score or the wrong one becomes a whole number when it is rounded to two decimals."""
    knobs = {"unsmoothed": {"smoothing": "none"}, "characters": {"tokenizer": "char"}}[compute]
    vector = vectors()[name]
    try:
        scores = [float(score("bleu", vector.data(), **knobs).value)]
    except SamescoreError:
        return False
    if vector.expected.outcome == "score":
        scores.append(float(vector.expected.value))
    return any(0 < abs(value - round(value)) < 0.01 for value in scores)


@pytest.mark.slow
def test_a_number_that_is_off_by_one_of_the_last_digit_is_wrong() -> None:
    def near(hypotheses: list[str], references: list[list[str]]) -> float:
        value = float(score("bleu", Corpus.from_segments(hypotheses, references)).value)
        return round(value + 0.02, 2) if 0 < value < 99 else value

    with pytest.raises(AssertionError, match="look rounded to 2 decimals"):
        check_implementation(near, "bleu", fresh=0)


@pytest.mark.parametrize("answer", [lambda value: {"bleu": round(value, 2)}, lambda value: f"BLEU = {value:.3f}"])
def test_a_function_that_describes_itself_may_round(answer: Callable[[float], Any]) -> None:
    def bleu(hypotheses: list[str], references: list[list[str]]) -> Any:
        return answer(score("bleu", Corpus.from_segments(hypotheses, references)).value)

    report = check_implementation(bleu, "bleu", fresh=5, seed=1)
    assert "they are compared at that precision" in report.implementations[0].note


@pytest.mark.slow
def test_the_part_that_counts_can_be_named() -> None:
    def pair(gold: list[str], predicted: list[str]) -> Any:
        value = score("accuracy", Labels(gold, predicted)).value
        return {"a": value / 2, "b": {"deep": round(value, 2)}}

    report = check_implementation(pair, "accuracy", return_key="b.deep", fresh=0)
    assert "look rounded to 2 decimals" in report.implementations[0].note
    with pytest.raises(AssertionError):
        check_implementation(pair, "accuracy", return_key="a", fresh=0)


def test_a_program_that_describes_itself_may_round(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "from samescore import Corpus, score\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['op'] == 'describe':\n"
        "        answer = {'implementation': 'p', 'metrics': [{'metric': 'bleu'}]}\n"
        "    elif asked['op'] == 'score':\n"
        "        parts = asked['input']['segments']\n"
        "        data = Corpus.from_segments([p['hypothesis'] for p in parts], [p['references'] for p in parts])\n"
        "        try:\n"
        "            answer = {'outcome': 'score', 'value': round(score('bleu', data).value, 2)}\n"
        "        except Exception as problem:\n"
        "            answer = {'outcome': 'raised', 'error': 'E', 'message': ''}\n"
        "    else:\n"
        "        break\n"
        "    print(json.dumps({**answer, 'id': asked['id']}), flush=True)\n",
        encoding="utf-8",
    )
    command = f"cmd:{sys.executable} {program}"
    done = call("run", command, "-m", "bleu", "-k", "basic", "--fresh", "5", "--no-report", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert (done.stdout + done.stderr).count("look rounded to 2 decimals") == 1


@pytest.mark.parametrize("values", [[0.625, 0.5, 0.75], [0.25] * 9, [1.0, 0.0, 0.0]])
def test_ratios_of_small_counts_and_constants_are_not_called_rounded(values: list[float]) -> None:
    given = iter(values * 200)
    wrong = described_function(lambda *_: next(given), "py:a:f", "bleu", {"settings": {"scale": "1"}})
    for vector in select(["bleu"])[:9]:
        outcome = wrong.score("bleu", vector.data())
        assert not isinstance(outcome, Score) or outcome.decimals is None


def test_inputs_that_the_claimed_settings_do_not_take_are_not_tried(folder: Path) -> None:
    (folder / "counted.py").write_text("def f(hypotheses, references):\n    return len(hypotheses)\n", encoding="utf-8")
    with declaring(Declaration("wer")), asking(Asking(in_process=True)):
        implementation("py:counted:f").close()


def test_an_answer_is_compared_with_all_the_digits_that_it_has() -> None:
    two, four = Rounding(2, significant=False), Rounding(4, significant=True)
    assert [two.decimals_of(value) for value in (27.3, 27.351, 1 / 3)] == [2, 3, None]
    assert [four.decimals_of(value) for value in (27.35, 0.02735, 1 / 3, 0.0)] == [2, 5, None, None]
    assert two.decimals_of(float(np.float32(27.35))) == 2
    assert two.decimals_of(float(np.float32(1 / 3))) is None
    assert is_ratio(0.625, 1)
    assert not is_ratio(27.35, 100)


def test_a_last_bit_at_a_half_is_no_difference() -> None:
    below = math.nextafter(31.25, 0)
    assert same_outcome(Score(below), Score(31.3, decimals=1), max_ulps=8)
    assert not same_outcome(Score(below), Score(31.3, decimals=1))
    assert not same_outcome(Score(31.2), Score(31.3, decimals=1), max_ulps=8)


def test_a_rounded_answer_keeps_its_decimals_on_its_own_scale() -> None:
    scaled = [v for v in vectors().values() if v.metric == "bleu" and v.settings.get("scale") == "1"]
    vector = next(v for v in scaled if not getattr(v.data(), "tokenized", False) and len(v.expected.value) > 8)

    def bleu(hypotheses: list[str], references: list[list[str]]) -> float:
        return round(float(score("bleu", Corpus.from_segments(hypotheses, references)).value), 2)

    wrapper = described_function(bleu, "py:a:f", "bleu", {})
    report = ask(RunPlan((wrapper,), (vector,), named=True, fresh=NO_FRESH))
    (answer,) = recordings_of(report)[0].answers.values()
    assert isinstance(answer.outcome, Score)
    assert answer.outcome.decimals == 2
    assert report.results[0].outcome.decimals == 4


@pytest.mark.parametrize(
    "number", [5, pytest.param(6, marks=pytest.mark.slow), pytest.param(12, marks=pytest.mark.slow)]
)
def test_a_gate_names_the_same_causes_for_a_program_that_rounds(number: int) -> None:
    exact, rounded = measured(UPGRADES[number], (None, 2))
    assert exact.moved
    assert exact.explained
    assert rounded.explained * exact.moved >= exact.explained * rounded.moved
    assert rounded.differing(exact) == []


def test_a_program_that_begins_to_round_has_moved() -> None:
    def wrapper(places: int | None) -> Any:
        def bleu(hypotheses: list[str], references: list[list[str]]) -> float:
            value = float(score("bleu", Corpus.from_segments(hypotheses, references)).value)
            return value if places is None else round(value, places)

        function = described_function(bleu, "py:a:f", "bleu", {})
        return recordings_of(ask(RunPlan((function,), tuple(select(["bleu"])[::8]), named=True, fresh=NO_FRESH)))[0]

    exact, rounded = wrapper(None), wrapper(2)
    compared = gate([exact], [rounded])
    assert compared.exit_code == 1
    assert {cause.reason for cause in compared.summary.causes} == {"as if numbers were rounded"}
    assert gate([rounded], [rounded]).exit_code == 0
    assert all(vector.verdict in (GateVerdict.MOVED, GateVerdict.UNCHANGED) for vector in compared.vectors)
