"""Fresh inputs: what has only seen the golden vectors is red, what is right is green, and every failure can be asked again."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from samescore import check_implementation, run
from samescore.base.outcome import Outcome, Raised, Score, Undefined
from samescore.catalogue.vectors import select
from samescore.data.corpus import Corpus
from samescore.generators.fresh import fresh_input
from samescore.generators.settings import drawn_settings
from samescore.generators.sizes import is_large
from samescore.implementations import Function, described_function
from samescore.implementations.base import limits
from samescore.implementations.description import DescribedImplementation
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import VectorVerdict, coverages
from samescore.settings import Knob
from samescore.verbs.judging.fresh import COUNT, Fresh, questions
from samescore.verbs.judging.smoke import smoke
from tests.oracle.arithmetic import OracleError
from tests.oracle.registry import ORACLES

#: It does not depend on the interpreter: once is enough.
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("both_routes")]

Scorer = Callable[[list[str], list[list[str]]], float]


def _native_mer(hypotheses: list[str], references: list[list[str]]) -> float:
    outcome = native_outcome(Corpus.from_segments(hypotheses, references), metric("mer").settings())
    if isinstance(outcome, Score):
        return outcome.value
    raise ValueError(outcome.describe())


def _golden_table() -> dict[str, Outcome]:
    """The right answer to every golden input of MER, under the default settings."""
    table = {}
    for vector in select(["mer"]):
        data = vector.data()
        if isinstance(data, Corpus) and not data.tokenized:
            table[repr((data.hypotheses, data.references))] = native_outcome(data, metric("mer").settings())
    return table


def _only_golden(otherwise: Scorer) -> Scorer:
    """A MER that is right on the golden inputs."""
    table = _golden_table()

    def mer(hypotheses: list[str], references: list[list[str]]) -> float:
        known = table.get(repr((hypotheses, references)))
        if known is None:
            return otherwise(hypotheses, references)
        if isinstance(known, Score):
            return known.value
        raise ValueError(known.describe())

    return mer


def _function(scorer: Callable[..., Any], name: str = "py:mine:mer", **description: Any) -> Function:
    return described_function(scorer, name, "mer", description)


@pytest.mark.slow
def test_a_table_of_the_vectors_is_red() -> None:
    table = _only_golden(lambda *_: 0.5)
    assert not check_implementation(table, "mer", fresh=0).failures, "nothing but fresh inputs finds it"
    for seed in range(3):
        with pytest.raises(AssertionError, match="of 50 fresh inputs fail; seed="):
            check_implementation(table, "mer", seed=seed)
    with pytest.raises(AssertionError, match=r"^0 of [0-9]+ vectors of mer fail"):
        check_implementation(table, "mer")
    assert not smoke(_function(table), Fresh.of()).passed
    assert smoke(_function(table), Fresh.of(0)).passed


def test_fresh_inputs_find_small_errors_that_vectors_miss() -> None:
    def on_four_references(hypotheses: list[str], references: list[list[str]]) -> float:
        wrong = any(len(lines) == 4 for lines in references)  # no vector has a segment with four references
        return _native_mer(hypotheses, references) * (1 + 1e-9 * wrong)

    assert not check_implementation(on_four_references, "mer", fresh=0).failures
    with pytest.raises(AssertionError, match="a fresh input, from seed 3"):
        check_implementation(on_four_references, "mer", seed=3)


@pytest.mark.parametrize("seed", range(4))
def test_a_right_function_is_green(seed: int) -> None:
    report = check_implementation(_native_mer, "mer", seed=seed)
    assert len(report.fresh) == COUNT
    assert [coverage.seed for coverage in coverages(report)] == [seed]


class _Right(DescribedImplementation):
    """Answers like the native metric, whatever it declares."""

    def __init__(self, name: str, **description: Any) -> None:
        def nothing() -> None:
            return None

        described = described_function(nothing, "mine", name, description)
        super().__init__("mine", described.file)

    def score_plain(self, _: Any, data: Any, settings: Any) -> Outcome:
        return native_outcome(data, settings)


class _Oracle(_Right):
    """Answers by the exact arithmetic that the golden vectors are derived with."""

    def score_plain(self, profile: Any, data: Any, settings: Any) -> Outcome:
        try:
            value = ORACLES[profile.metric](data.plain(), settings.as_dict())["value"]
        except (OracleError, ArithmeticError) as problem:
            return Raised(type(problem).__name__, str(problem))
        number = math.nan if value is None else float(value)
        return Score(number) if math.isfinite(number) else Undefined(str(number))


def _answered_by_the_oracle(knob: Knob) -> Any:
    """The values of a knob that the oracle takes: it knows the words of recorded captions only."""
    values = knob.domain.values if knob.name == "tokenizer" else ()
    return [v for v in values if not v.startswith("ptb-coco") and not knob.needs_package(v)] or "any"


@pytest.mark.once
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_right_implementation_of_another_make_is_green_under_any_settings(name: str) -> None:
    # 32-bit floats, which PyTorch adds up in an order of its own.
    inexact = [
        knob for knob in metric(name).settings.knobs() if knob.name == "dtype" or (knob.name == "form" and knob.former)
    ]
    knobs = [knob for knob in metric(name).settings.knobs() if knob.matters and knob not in inexact]
    free = {knob.name: _answered_by_the_oracle(knob) for knob in knobs}
    for question in questions(_Oracle(name, free=free), Fresh(6, 3)):
        result = question.judge()
        assert result.verdict is VectorVerdict.AGREE, f"{result.why}\n{result.signature}\n{question.case.data.plain()}"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *((name, 15) for name in METRIC_NAMES[::3]),
        *(pytest.param(name, 30, marks=pytest.mark.slow) for name in METRIC_NAMES),
    ],
)
def test_every_metric_has_fresh_inputs_that_tell_scores_apart(name: str, count: int) -> None:
    knobs = [knob for knob in metric(name).settings.knobs() if not knob.rounding]
    free = {knob.name: "any" for knob in knobs}
    regions = math.prod(len(knob.domain.values) if knob.domain.finite else math.inf for knob in knobs)
    right = _Right(name, free=free)
    asked = list(questions(right, Fresh(count, 5)))
    assert len(asked) == count
    assert all(question.judge().verdict is VectorVerdict.AGREE for question in asked)
    expected = [question.case.expected for question in asked]
    assert sum(answer.outcome == "score" for answer in expected) > count / 2
    assert len({answer.value for answer in expected}) > 3, "no constant is right"
    assert len({question.case.settings for question in asked}) >= min(4, regions), "free knobs vary"


@pytest.mark.parametrize("name", ["bleu", "rouge-lsum", "ter", "exact-match", "mcc", "roc-auc", "perplexity"])
def test_fresh_inputs_are_of_their_seed_bounded_and_inside_the_region(name: str) -> None:
    right = _Right(name)

    def inputs(count: int, seed: int) -> list[Any]:
        return [question.case.data.plain() for question in questions(right, Fresh(count, seed))]

    assert inputs(10, 1) == inputs(20, 1)[:10], "the number of inputs changes none of them"
    others = inputs(20, 2)
    assert sum(plain in others for plain in inputs(20, 1)) < 5, "another seed, other inputs"
    assert max(len(str(plain)) for turn, plain in enumerate(inputs(50, 3)) if not is_large(turn)) < 20_000


@pytest.mark.parametrize(("unit", "most", "equal"), [("text", 1, False), ("tokens", 0, False), ("text", 3, True)])
def test_the_limits_of_a_profile_are_kept(unit: str, most: int, equal: bool) -> None:
    import random

    from msgspec.structs import replace

    described = _Right(
        "bleu", unit=unit, max_references=most, settings={"tokenizer": "given"} if unit == "tokens" else {}
    )
    (profile,) = described.profiles("bleu")
    profile = replace(profile, equal_references=equal)
    for number in range(100):
        rng = random.Random(number)
        settings = drawn_settings(profile, rng)
        data = fresh_input(profile, settings, rng)
        assert limits(profile, data) is None
        assert isinstance(data, Corpus)
        assert data.tokenized == (unit == "tokens")


@pytest.mark.slow
def test_rounding_is_no_difference_and_the_ninth_digit_is_one() -> None:
    def kappa(gold: list[Any], predicted: list[Any]) -> float:
        n = len(gold)
        observed = sum(a == b for a, b in zip(gold, predicted, strict=True)) / n
        chance = sum(gold.count(label) / n * (predicted.count(label) / n) for label in {*gold, *predicted})
        return float("nan") if chance == 1 else (observed - chance) / (1 - chance)

    def slightly_wrong(gold: list[Any], predicted: list[Any]) -> float:
        return kappa(gold, predicted) * (1 + 1e-9)

    for scorer, failing in ((kappa, False), (slightly_wrong, True)):
        function = described_function(scorer, "py:mine:kappa", "kappa", {})
        verdicts = {question.judge().verdict for seed in range(5) for question in questions(function, Fresh(50, seed))}
        assert (VectorVerdict.DISAGREE in verdicts) == failing


def test_only_what_describes_itself_is_asked_fresh_inputs() -> None:
    report = run(["native", "native:sacrebleu"], metrics=["ter"])
    assert not report.fresh
    assert all(participant.seed is None for participant in report.implementations)


def test_entry_points_take_turns() -> None:
    class Two(_Right):
        def profiles(self, metric_name: str) -> list[Any]:
            from msgspec.structs import replace

            (first,) = super().profiles(metric_name)
            return [first, replace(first, entry_point="second")]

    asked = [question.question.profile.entry_point for question in questions(Two("mer"), Fresh(3, 1))]
    assert asked == ["mer", "second"] * 3
