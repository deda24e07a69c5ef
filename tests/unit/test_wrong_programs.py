"""The wrong programs of benchmarks/mistakes: fair cases, judged by a fixed rule."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from benchmarks.mistakes import __main__ as harness
from benchmarks.mistakes.asking import Answer, ask
from benchmarks.mistakes.every import FAMILIES, PROGRAMS
from benchmarks.mistakes.inputs import ordinary
from benchmarks.mistakes.judging import Said, causes, verdict
from benchmarks.mistakes.program import Honest, Program
from samescore.base.outcome import Outcome, Score, Unsupported, same_outcome
from samescore.catalogue.mistakes import catalogue
from samescore.data.kinds import Data
from samescore.implementations import described_function
from samescore.metrics import metric
from samescore.metrics.evaluator import bare_outcome
from samescore.metrics.mistakes import LISTS, mistakes_of
from samescore.verbs.identify.answers import golden_inputs

pytestmark = pytest.mark.once

WRONG = [program for program in PROGRAMS.values() if program.cause]
RIGHT = [program for program in PROGRAMS.values() if not program.cause]
HONEST = {(program.metric, program.half, program.choices): program for program in PROGRAMS.values()}
#: The function is given infinity as text, as JSON has it, and raises.
NOT_TAKEN = {"roc-auc-infinite"}
#: So many ordinary inputs, of which a third must show a mistake; fewer of TER, whose programs are slow.
INPUTS, INPUTS_OF_TER = 24, 8


def answers(program: Program, scorer: object, inputs: dict[str, Data]) -> dict[str, Outcome]:
    function = described_function(scorer, program.name, program.metric, {})  # type: ignore[arg-type]
    profile = function.profiles(program.metric)[0]
    return {name: function.ask(profile, data, profile.settings()) for name, data in inputs.items()}


@lru_cache(maxsize=2)
def everyday(metric_name: str) -> dict[str, Data]:
    """Ordinary inputs, which many programs of the metric are asked."""
    return {
        str(place): data
        for place, data in enumerate(ordinary(metric_name, INPUTS_OF_TER if metric_name == "ter" else INPUTS))
    }


def parameters(values: Iterable[tuple[str, str, object]]) -> list[Any]:
    """Parameters of a test from triples of an id, a metric and a value; the programs of TER are slow."""
    return [
        pytest.param(value, id=name, marks=[pytest.mark.slow] if metric_name == "ter" else [])
        for name, metric_name, value in values
    ]


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(
            program,
            id=f"{program.metric}-{program.half}-{program.choices}",
            marks=[pytest.mark.slow] if place % 4 or program.metric == "ter" else [],
        )
        for place, program in enumerate(HONEST.values())
    ],
)
def test_without_its_mistake_a_program_computes_the_metric_with_its_choices(program: Program) -> None:
    settings = metric(program.metric).settings().replace(**program.settings)
    described = described_function(program.exact, program.name, program.metric, {})
    inputs = golden_inputs(program.metric, described.profiles(program.metric)[0]) | everyday(program.metric)
    given = answers(program, dataclasses.replace(program.honest.scorer, bug=""), inputs)
    compared = {name: outcome for name, outcome in given.items() if not isinstance(outcome, Unsupported)}
    wrong = [
        (name, outcome, bare_outcome(inputs[name], settings))
        for name, outcome in compared.items()
        if name not in NOT_TAKEN and not agree(outcome, bare_outcome(inputs[name], settings))
    ]
    assert not wrong
    assert len(compared) > INPUTS


def agree(one: Outcome, other: Outcome) -> bool:
    """Equal to some ulps, or nearly 0 where the terms of a difference cancel."""
    if isinstance(one, Score) and isinstance(other, Score) and abs(one.value - other.value) < 1e-12:
        return True
    return same_outcome(one, other, max_ulps=64)


@pytest.mark.slow
@pytest.mark.parametrize("name", parameters((name, name, name) for name in sorted({p.metric for p in WRONG})))
def test_a_mistake_shows_on_a_third_of_ordinary_inputs(name: str) -> None:
    inputs = everyday(name)
    right: dict[tuple[str, str], dict[str, Outcome]] = {}
    hidden = []
    for program in (program for program in WRONG if program.metric == name):
        honest = (program.half, program.choices)
        if honest not in right:
            right[honest] = answers(program, dataclasses.replace(program.honest.scorer, bug=""), inputs)
        digits = 9 if program.digits is None else program.digits
        given = answers(program, program.exact, inputs)
        moved = sum(shown(right[honest][key], digits) != shown(given[key], digits) for key in inputs)
        if 3 * moved < len(inputs):
            hidden.append((program.name, moved))
    assert not hidden


def shown(outcome: Outcome, digits: int) -> object:
    assert isinstance(outcome, Score), outcome
    return round(outcome.value, digits)


def test_there_are_as_many_programs_as_the_measure_needs() -> None:
    final = [program for program in PROGRAMS.values() if program.half == "final"]
    assert sum(bool(program.cause) for program in final) >= 90
    assert sum(not program.cause for program in final) >= 15
    for several in (WRONG, RIGHT, final):
        assert abs(sum(program.rounded for program in several) - len(several) / 2) <= len(several) / 10
    assert sum(program.half == "tuning" for program in WRONG) >= 80
    assert all(len(program.settings) >= 2 for program in PROGRAMS.values())
    assert len(PROGRAMS) == sum(len(family.PROGRAMS) for family in FAMILIES)  # no two have the same name


def test_the_table_of_causes_has_every_mistake_and_only_names_that_exist() -> None:
    assert {program.cause for program in WRONG} == set(causes())
    declared = {mistake.name for metric_name in LISTS for mistake in mistakes_of(metric_name)}
    known = declared | set(catalogue())
    for cause in causes().values():
        together = [name for name in cause.names if name not in known]  # a formula has a plus sign as well
        assert {part for name in together for part in name.split(" + ")} <= known


def test_a_program_returns_rounded_numbers_or_dictionaries_of_them() -> None:
    pair = (["a", "b", "b"], ["a", "b", "a"])
    forms = {(program.digits, program.key): program for program in WRONG if program.metric == "f1"}
    assert set(forms) == {(None, ""), (4, ""), (3, "f1")}
    for (digits, key), program in forms.items():
        exact = program.exact(*pair)
        value = program.function(*pair)
        assert (value[key] if key else value) == (exact if digits is None else round(exact, digits))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (Said(mistakes=("unclipped",)), "named"),
        (Said(settings=("clipping=unclipped",), found=True), "named"),
        (Said(settings=("clipping=unclipped", "strip=none"), found=True), "named"),
        (Said(mistakes=("unclipped", "no-brevity-penalty")), "misnamed"),
        (Said(mistakes=("no-brevity-penalty",)), "misnamed"),
        (Said(mistakes=("no-brevity-penalty",), equivalents=("unclipped",)), "named"),
        (Said(mistakes=("no-brevity-penalty", "percent"), equivalents=("unclipped",)), "misnamed"),
        (Said(settings=("max_order=3",), found=True), "misnamed"),
        (Said(found=True), "misnamed"),
        (Said(), "unknown"),
    ],
)
def test_a_verdict_on_a_wrong_program(words: Said, expected: str) -> None:
    assert verdict(PROGRAMS["bleu_unclipped_a"], words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (Said(found=True), "named"),
        (Said(settings=("strip=none",), found=True), "named"),
        (Said(), "unknown"),
        (Said(mistakes=("unclipped",), found=True), "misnamed"),
    ],
)
def test_a_verdict_on_a_right_program(words: Said, expected: str) -> None:
    assert verdict(PROGRAMS["bleu_right_a"], words) == expected


@pytest.mark.slow
def test_a_few_programs_are_asked(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["roc_auc_ties_wrong_a", "kappa_linear_for_quadratic_c", "roc_auc_right_a", "mcc_squared_c"]
    assert harness.main([word for name in names for word in ("--program", name)]) == 0
    output = capsys.readouterr().out
    assert "ties=wrong | named" in output
    assert "weighting=linear | named" in output
    assert "| none | nothing wrong | named" in output
    assert "| all wrong programs | 3 |" in output


@pytest.mark.slow
def test_a_run_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["exact_match_beginning_compared_d", "roc_auc_right_a", "kappa_percent_b"]
    assert harness.main(["--verb", "run", *(word for name in names for word in ("--program", name))]) == 0
    rows = {line.split(" | ")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "nothing wrong" not in rows["| exact_match_beginning_compared_d"]
    assert "nothing wrong | named" in rows["| roc_auc_right_a"]
    assert "nothing wrong" not in rows["| kappa_percent_b"]


def test_stored_answers_are_judged_again(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("answers") / "answers.jsonl"
    stored = Answer("bleu_unclipped_a", "unknown", Said(("unclipped",)), 1.0)
    earlier = Answer("bleu_unclipped_a", "unknown", Said(), 1.0)
    file.write_bytes(msgspec.json.encode(earlier) + b"\n" + msgspec.json.encode(stored))
    assert harness.main(["--render", str(file)]) == 0
    output = capsys.readouterr().out
    assert "| unclipped | named |" in output
    assert "| all wrong programs | 1 |" in output


@pytest.mark.parametrize("name", ["bleu_unclipped_a", "bleu_right_p"])
def test_a_wrong_honest_version_would_be_noticed(name: str) -> None:
    program = PROGRAMS[name]
    lying = dataclasses.replace(program, honest=Honest("more than it does", {"max_order": 2}, program.honest.scorer))
    with pytest.raises(AssertionError):
        test_without_its_mistake_a_program_computes_the_metric_with_its_choices(lying)


@pytest.mark.parametrize(
    "name",
    [
        "precision_right_a",  # few answers, and rounded
        "recall_right_b",
        "kappa_margins_averaged_b",  # with weights
        "kappa_gold_classes_only_a",
        "roc_auc_origin_missing_a",  # one class
        "exact_match_last_reference_a",  # seen in scores of 0 and 1 alone
        "f1_arithmetic_mean_of_precision_and_recall_a",  # 0/0 is 1
        "meteor_right_a",  # alpha 0.8
        pytest.param("chrf_last_ngram_missing_a", marks=pytest.mark.slow),  # two knobs away from any start
        pytest.param("rouge_n_beta_not_squared_d", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_programs_once_unidentified_are_identified(name: str) -> None:
    assert PROGRAMS[name].half == "tuning"
    assert ask(PROGRAMS[name], "identify", math.inf).verdict == "named"
