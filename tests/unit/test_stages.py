"""What a vector expects of the stages is compared, all of it: a changed expectation is noticed, whatever its name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore.base.outcome import Score
from samescore.catalogue.vectors import Expected, Vector, select, vectors
from samescore.implementations import implementation
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import VectorVerdict
from samescore.verbs.golden import lint
from samescore.verbs.judging import plan as conform
from samescore.verbs.judging.cases import JudgedCase
from samescore.verbs.judging.first_difference import first_difference
from samescore.verbs.judging.judge import judge
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

NATIVE = implementation("native")


def _expecting(vector: Vector, name: str, product: Any) -> Vector:
    """The vector with another product of one stage."""
    stages = {**vector.expected.stages, name: product}
    return msgspec.structs.replace(vector, expected=msgspec.structs.replace(vector.expected, stages=stages))


def _garbled(product: Any) -> Iterator[Any]:
    """The product with its last leaf changed a little, with its last member gone, and with one too many."""
    if product == {}:
        yield {"x": 0}
        return
    yield _changed(product)
    if isinstance(product, dict):
        *others, last = product
        yield {key: product[key] for key in others}
        yield {**product, f"{last}!": product[last]}
    elif isinstance(product, list):
        yield product[:-1] if product else [0]
        yield [*product, 0]


def _changed(product: Any) -> Any:
    if isinstance(product, dict):
        *_, last = product
        return {**product, last: _changed(product[last])}
    if isinstance(product, list):
        return [*product[:-1], _changed(product[-1])] if product else ["x"]
    if isinstance(product, str):
        try:
            return repr(float(product) * 1.001 + 1e-6)
        except ValueError:
            return f"{product}x"
    return 0 if product is None else product + 1


def _with_stages(name: str) -> list[Vector]:
    return [vector for vector in select([name]) if vector.expected.stages]


@pytest.mark.slow
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_golden_check_notices_a_change_of_any_expected_stage(name: str) -> None:
    """A native answer is judged by its stages, too, and `golden check` shows what is not as expected."""
    compared = 0
    for vector in _with_stages(name):
        assert judge(NATIVE, vector).verdict is VectorVerdict.AGREE
        for stage in vector.expected.stages:
            result = judge(NATIVE, _expecting(vector, stage, "garbage"))
            assert result.verdict is VectorVerdict.DISAGREE, (vector.id, stage)
            assert result.stage.startswith(f"{stage}: expected garbage, got "), vector.id
            compared += 1
    assert compared >= 6


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", METRIC_NAMES)
def test_the_first_difference_is_in_the_stage_that_differs(name: str, step: int) -> None:
    """For every implementation that returns the stage; nobody but native computes tokens for a vector."""
    compared = 0
    for vector in _with_stages(name)[::step]:
        outcome = native_outcome(vector.data(), vector.complete_settings())
        assert isinstance(outcome, Score)
        assert first_difference(JudgedCase.of(vector), outcome, native=True).startswith("value: ")
        for stage, product in vector.expected.stages.items():
            for garbled in _garbled(product):
                changed = _expecting(vector, stage, garbled)
                assert first_difference(JudgedCase.of(changed), outcome, native=True).startswith(f"{stage}: "), (
                    vector.id,
                    garbled,
                )
                if stage in outcome.stages:
                    found = first_difference(JudgedCase.of(changed), outcome, native=False)
                    assert found.startswith(f"{stage}: "), (vector.id, garbled)
                compared += 1
    assert compared >= 6


def test_native_must_have_every_expected_stage_and_others_need_not() -> None:
    vector = next(vector for vector in select(["roc-auc"]) if vector.expected.stages)
    bare = Score(float(vector.expected.value))
    assert first_difference(JudgedCase.of(vector), bare, native=True).startswith("curve: expected ")
    assert first_difference(JudgedCase.of(vector), bare, native=False).startswith("value: ")


def test_a_stage_that_no_native_trace_has_is_an_error_of_the_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = select(["roc-auc"])[0]
    unknown = _expecting(vector, "curvature", [1])
    undefined = next(vector for vector in select(["roc-auc"]) if vector.expected.outcome == "undefined")
    expecting = msgspec.structs.replace(undefined, expected=Expected("undefined", stages={"curve": []}))
    everything = {**vectors(), unknown.id: unknown, expecting.id: expecting}
    monkeypatch.setattr(lint, "vectors", lambda: everything)
    assert sorted(lint.problems()) == sorted(
        [
            f"{unknown.id}: roc-auc has no stage 'curvature'; it has: {', '.join(metric('roc-auc').facts.stages)}",
            f"{expecting.id}: expects stages of an outcome that has none: undefined",
        ]
    )
    result = judge(NATIVE, unknown)
    assert (result.verdict, result.stage) == (
        VectorVerdict.DISAGREE,
        "curvature: expected [1], but there is no such stage",
    )


def test_the_command_shows_the_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vector = next(vector for vector in select(["accuracy-choices"]) if vector.expected.stages)
    garbled = _expecting(vector, "answers", [99])
    monkeypatch.setattr(conform, "select", lambda *_, **__: [garbled])
    checked = call("golden", "check", cwd=tmp_path)
    assert checked.returncode == 1
    assert checked.stdout.startswith(f"{vector.id}: answers: expected [99], got ")
