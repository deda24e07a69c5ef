"""Scores with sample weights: how they are read, and what metrics make of them."""

from __future__ import annotations

import math
import random
import time
from array import array
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, MetricError, ScoredLabels, score
from samescore.cli import main
from samescore.data.kinds import from_plain
from samescore.generators.inputs import inputs_for
from samescore.metrics import evaluate, find
from samescore.metrics.base import AnyMetric

#: Metrics with sample weights, and the metrics without.
_PAIRS = [(f"sample-weighted-{name}", name) for name in ("roc-auc", "average-precision", "log-loss", "brier")]
_METRICS = [name for name, _ in _PAIRS]
ITEMS = ScoredLabels([1, 0, 1, 0], [0.75, 0.5, 0.25, 0.5], [2, 0.5, 1, 1.5])


def metric(name: str) -> AnyMetric:
    """The metric that a name means."""
    return find(name)[0]


def weighted_scores(count: int, seed: int) -> list[ScoredLabels]:
    """Inputs that have weights and no infinite scores."""
    drawn = [data for data in inputs_for("brier", 2 * count, seed=seed) if isinstance(data, ScoredLabels)]
    return [data for data in drawn if data.weights is not None and all(map(math.isfinite, data.scores))]


ONE_LINE = '{"gold": 1, "score": 0.75, "weight": 2}\n'


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (([1], [0.5, 0.5], [1]), "^1 gold labels but 2 scores", "one score for every label"),
        (([1], [0.5], [1, 2]), "^1 items but 2 weights", "a weight to every item"),
        (([1, 2], [0.5, 0.5], [1, 1]), r"^gold\[1\] is 2", "write 1 for the positive class"),
        (([1, "1"], [0.5, 0.5], [1, 1]), r"^gold\[1\] is a str", "write 1 for the positive class"),
        (([1, None], [0.5, 0.5], [1, 1]), r"^gold\[1\] is a NoneType", "write 1 for the positive class"),
        (("1", [0.5], [1]), "gold is a single str", "wrap it in a list"),
        (([1], "5", [1]), "scores is a single str", "wrap it in a list"),
        (([1, 0], [0.5, True], [1, 1]), r"^scores\[1\] is True", "infinite"),
        (([1, 0], [0.5, math.nan], [1, 1]), r"^scores\[1\] is nan", "remove the item"),
        (([1, 0], [0.5, 10**400], [1, 1]), r"^scores\[1\] is too large for a double", "below 1.8e308"),
        (([1, 0], [0.5, 0.5], [1, -0.5]), r"^weights\[1\] is -0.5", "at least 0"),
        (([1, 0], [0.5, 0.5], [1, math.nan]), r"^weights\[1\] is nan", "at least 0"),
        (([1, 0], [0.5, 0.5], [1, math.inf]), r"^weights\[1\] is inf", "at least 0"),
        (([1, 0], [0.5, 0.5], [1, "1"]), r"^weights\[1\] is a str, not a number", "at least 0"),
        (([1, 0], [0.5, 0.5], [1, True]), r"^weights\[1\] is True", "at least 0"),
        (([1, 0], [0.5, 0.5], [1, 10**400]), r"^weights\[1\] is too large for a double", "below 1.8e308"),
        (([1, 0], [0.5, 0.5], [[1], [1]]), r"^weights\[0\] is a list", "at least 0"),
    ],
)
def test_a_wrong_item_is_named_with_the_remedy(arguments: Any, message: str, hint: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        ScoredLabels(*arguments)
    assert hint in str(raised.value.hint)


def test_columns_may_be_flat_arrays() -> None:
    arrays = ScoredLabels(array("b", [1, 0]), array("f", [0.75, 0.5]), array("f", [0.5, 3]))
    assert arrays == ScoredLabels([True, False], [0.75, 0.5], (0.5, 3))
    assert hash(arrays) == hash(ScoredLabels([1, 0], [0.75, 0.5], [0.5, 3]))
    assert arrays != ScoredLabels([1, 0], [0.75, 0.5], [0.5, 2])
    assert from_plain(arrays.plain()) == arrays


def test_a_file_has_an_item_a_line(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text(ONE_LINE + '\n{"gold": 0, "score": 1, "weight": 0, "id": "x"}\n')
    assert ScoredLabels.read(path) == ScoredLabels([1, 0], [0.75, 1], [2, 0])
    path.write_text("")
    assert ScoredLabels.read(path) == ScoredLabels([], [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"gold": 1, "score": 0.5, "weight": -1}', "weight is -1"),
        ('{"gold": 1, "score": 0.5}', "the item lacks a weight"),
        ('{"gold": 2, "score": 0.5, "weight": 1}', r"gold\[0\] is 2 \(int\), not 0 or 1"),
        ('{"gold": "cat", "score": 0.5, "weight": 1}', "gold"),
        ('{"gold": 1, "score": 1e999, "weight": 1}', "out of range"),
        ('{"gold": 1, "score": 0.5, "weight": 1e999}', "out of range"),
        ('{"gold": 1, "score": NaN, "weight": 1}', "invalid character"),
        ('{"gold": 1, "score": null, "weight": 1}', "score"),
        ("[1, 0.5, 1]", "object"),
        ('{"gold": ' + "[" * 5000, "nested"),
    ],
)
def test_a_wrong_line_is_named_with_the_remedy(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text(ONE_LINE + line + "\n")
    with pytest.raises(InputError, match=rf"items\.jsonl, line 2: .*{message}") as raised:
        ScoredLabels.read(path)
    assert raised.value.hint


@pytest.mark.parametrize("name", _METRICS)
def test_a_command_reads_the_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "items.jsonl"
    columns = zip(ITEMS.gold, ITEMS.scores, ITEMS.weights or (), strict=True)
    path.write_text("".join(f'{{"gold": {g}, "score": {s}, "weight": {w}}}\n' for g, s, w in columns))
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["score", str(path), "-m", name])
    assert capsys.readouterr().out.split()[0] == repr(score(name, ITEMS).value)


def _alike(found: float, expected: float) -> bool:
    return math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12) or (math.isnan(found) and math.isnan(expected))


@pytest.mark.parametrize(("weighted", "plain"), _PAIRS)
def test_an_item_of_weight_3_is_three_items(weighted: str, plain: str) -> None:
    """Scores of counts are made of doubles, which round several times; scores of weights are rounded once."""
    rng = random.Random(weighted)
    clip = {"out_of_range": "clip"} if plain == "log-loss" else {}
    compared = 0
    for drawn in weighted_scores(120, seed=7):
        weights = [rng.randint(0, 4) for _ in drawn.gold]
        if not any(weights) or (plain == "brier" and not all(0 <= one <= 1 for one in drawn.scores)):
            continue
        rows = zip(drawn.gold, drawn.scores, weights, strict=True)
        repeated = [(gold, one) for gold, one, weight in rows for _ in range(weight)]
        counted = ScoredLabels([gold for gold, _ in repeated], [one for _, one in repeated])
        found = score(weighted, ScoredLabels(drawn.gold, drawn.scores, weights), **clip)
        assert _alike(found.value, score(plain, counted, **clip).value), drawn
        compared += 1
    assert compared > 50


@pytest.mark.parametrize(("weighted", "plain"), _PAIRS)
def test_weights_of_1_give_what_is_given_without(weighted: str, plain: str) -> None:
    grid = metric(weighted).facts.plausible
    for drawn in weighted_scores(60, seed=8):
        if drawn.weights and all(0 <= one <= 1 for one in drawn.scores):
            sides = drawn.gold, drawn.scores
            for knob, values in grid.items():
                for value in values:
                    found = score(weighted, ScoredLabels(*sides, [1] * len(drawn)), **{knob: value}).value
                    expected = score(plain, ScoredLabels(*sides), **{knob: value}).value
                    assert _alike(found, expected), (drawn, knob, value)


def _added(name: str) -> str:
    """The knob that says how a metric adds up."""
    return "form" if name.endswith("roc-auc") else "summation"


def _with(items: ScoredLabels, gold: int, one: float, weight: float) -> ScoredLabels:
    """The items and one more."""
    return ScoredLabels([*items.gold, gold], [*items.scores, one], [*(items.weights or ()), weight])


@pytest.mark.parametrize("name", _METRICS)
def test_an_item_of_weight_0_counts_as_none(name: str) -> None:
    """Whatever its score is; but for log loss and the Brier score it is a probability."""
    chosen = metric(name)
    for more in (_with(ITEMS, 0, 1, 0), _with(ITEMS, 1, 0, 0), _with(ITEMS, 0, 0.5, 0)):
        for value in chosen.settings.knob(_added(name)).domain.values:
            settings = chosen.settings().replace(**{_added(name): value})
            found, expected = evaluate(chosen, more, settings), evaluate(chosen, ITEMS, settings)
            assert (found.value, dict(found.stages)) == (expected.value, dict(expected.stages))
    logit = _with(ITEMS, 0, 3.5, 0)
    if name.endswith(("loss", "brier")):
        with pytest.raises(MetricError, match=r"3\.5"):
            score(name, logit)
    else:
        assert score(name, logit).value == score(name, ITEMS).value


@pytest.mark.parametrize("name", _METRICS)
def test_no_items_and_no_weight_are_errors(name: str) -> None:
    with pytest.raises(MetricError, match="the input has no items"):
        score(name, ScoredLabels([], [], []))
    with pytest.raises(MetricError, match="all weights are 0"):
        score(name, ScoredLabels([1, 0], [0.5, 0.25], [0, 0]))


@pytest.mark.parametrize("name", _METRICS)
def test_the_smallest_weights_and_sums_beyond_the_largest(name: str) -> None:
    sides = ITEMS.gold, ITEMS.scores
    even = score(name, ScoredLabels(*sides, [1] * 4)).value
    for weight in (5e-324, 1.7e308):
        assert score(name, ScoredLabels(*sides, [weight] * 4)).value == even


def test_doubles_that_overflow_give_what_scikit_learn_1_9_1_gives() -> None:
    huge = ScoredLabels(ITEMS.gold, ITEMS.scores, [1.7e308] * 4)
    assert score("sample-weighted-average-precision", huge, summation="numpy").value == 0
    for name, value in (("roc-auc", "trapezoid"), ("brier", "two-columns"), ("log-loss", "numpy")):
        assert math.isnan(score(f"sample-weighted-{name}", huge, **{_added(name): value}).value)


@pytest.mark.parametrize("name", ["sample-weighted-roc-auc", "sample-weighted-average-precision"])
def test_a_stage_has_no_weight_beyond_doubles(name: str) -> None:
    huge = ScoredLabels(ITEMS.gold, ITEMS.scores, [1.7e308] * 4)
    curve = evaluate(metric(name), huge, metric(name).settings()).stages["curve"]
    assert curve == [[0, 1.7e308], [None, 1.7e308], [None, None]]


def test_the_values_of_ties() -> None:
    """A positive item of weight 2, then a tie of a negative item (1) and two positive ones (1 and 3)."""
    items = ScoredLabels([1, 0, 1, 1], [0.75, 0.5, 0.5, 0.5], [2, 1, 1, 3])
    auc = {ties: score("sample-weighted-roc-auc", items, ties=ties).value for ties in ("half", "wrong", "right")}
    assert auc == {"half": 4 / 6, "wrong": 2 / 6, "right": 1}
    found = {
        ties: score("sample-weighted-average-precision", items, ties=ties).value
        for ties in ("together", "wrong", "right")
    }
    assert found["together"] == pytest.approx((2 + 4 * 6 / 7) / 6, rel=1e-15)
    assert found["wrong"] == pytest.approx((2 + 1 * 3 / 4 + 3 * 6 / 7) / 6, rel=1e-15)
    assert found["right"] == 1
    other = ScoredLabels([1, 0, 1, 1], [0.75, 0.5, 0.5, 0.5], [2, 1, 3, 1])
    assert score("sample-weighted-average-precision", other, ties="wrong").value > found["wrong"], "in the given order"
    for summation in ("numpy", "numpy-reversed-ties"):
        settings = {"ties": "wrong", "summation": summation}
        assert score("sample-weighted-average-precision", items, **settings).value == pytest.approx(found["wrong"])


def test_a_certain_error_is_infinite_if_it_has_a_weight() -> None:
    for summation in ("fsum", "numpy"):
        certain = ScoredLabels([1, 0], [0, 0.5], [0.25, 1])
        assert score("sample-weighted-log-loss", certain, summation=summation).value == math.inf
        of_nothing = ScoredLabels([1, 0], [0, 0.5], [0, 1])
        assert score("sample-weighted-log-loss", of_nothing, summation=summation).value == math.log(2)


@pytest.mark.parametrize("name", _METRICS)
def test_many_items_take_no_square_of_their_number(name: str) -> None:
    """30,000 items, each with a score of its own, and all with the same: a loop over pairs takes minutes."""
    rng, n = random.Random(1), 30_000
    gold, weights = [rng.randint(0, 1) for _ in range(n)], [rng.random() for _ in range(n)]
    start = time.process_time()
    for scores in ([rng.random() for _ in range(n)], [0.5] * n):
        items = ScoredLabels(gold, scores, weights)
        for value in metric(name).settings.knob(_added(name)).domain.values:
            assert 0 < score(name, items, **{_added(name): value}).value < 2
    assert time.process_time() - start < 10
