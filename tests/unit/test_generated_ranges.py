"""Sizes and values of random inputs: many draws reach exactly the documented ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from samescore.generators import (
    choices,
    class_scores,
    comparison,
    label_sets,
    outputs,
    tagged,
    token_log_probs,
    weights,
)
from samescore.generators.annotations import draw_annotations
from samescore.generators.sizes import class_names, item_count

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_DRAWS = 600
_NO_TARGET: Any = None


def _reached(draw: Callable[[random.Random], Iterable[object]], draws: int = _DRAWS) -> set[object]:
    """Return everything that the draws of a generator with one seed yield."""
    rng = random.Random(7)
    return {value for _ in range(draws) for value in draw(rng)}


def _nearest(share: float, expected: Sequence[float]) -> float:
    """Return the nearest of the expected shares, which is near."""
    nearest = min(expected, key=lambda each: abs(each - share))
    assert share == pytest.approx(nearest, abs=0.16)
    return nearest


def test_weights() -> None:
    assert _reached(lambda rng: weights.eighths(rng, 5)) == {0, 0.125, 0.25, 0.375, 1, 2.5, 16}
    drawn = [weights.any_weights(random.Random(seed), 20) for seed in range(_DRAWS)]
    assert all(len(values) == 20 for values in drawn)
    zero, ones = [0.0] * 20, [1.0] * 20
    assert 0 < drawn.count(zero) < 40
    assert 60 < drawn.count(ones) < 140
    whole = [values for values in drawn if values not in (zero, ones) and all(value == int(value) for value in values)]
    assert {value for values in whole for value in values} == {0, 1, 2, 3, 4}
    tenths = {value for values in drawn for value in values if value <= 2 and round(value, 1) == value}
    assert tenths == {count / 10 for count in range(21)}
    wide = {value for values in drawn for value in values if value > 4 or 0 < value < 1e-6}
    assert min(wide) < 1e-11
    assert 1e5 < max(wide) <= 1e6


def test_multiple_choice_items() -> None:
    texts = ["rare", *(f"t{k}" for k in range(9))]
    drawn = [choices.choice_items(random.Random(seed), texts).plain()["items"] for seed in range(_DRAWS)]
    items = [item for several in drawn for item in several]
    assert {len(several) for several in drawn} == {0, 1, 2, 4, 9}
    assert {len(item["choices"]) for item in items} == {1, 2, 4}
    assert {(len(item["choices"]), item["gold"]) for item in items} == {
        *((1, 0), (2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3))
    }
    assert {value for item in items for value in item["logprobs"]} == {-count / 4 for count in range(40)}
    assert {value for item in items for value in item.get("unconditional", [])} == {-count / 4 for count in range(20)}
    shown = [text for item in items for text in item["choices"]]
    assert set(shown) == set(texts)
    assert shown.count("rare") < len(shown) / 40 < shown.count("t0")
    large = [choices._large_data(_NO_TARGET, random.Random(1), number).plain()["items"] for number in (0, 1)]
    assert [(len(several), {len(item["choices"]) for item in several}) for several in large] == [
        (item_count(0), {4}),
        (9, {300}),
    ]
    assert {item["gold"] for item in large[0]} == {3}
    assert {length for item in large[1] for length in map(len, item["choices"])} == set(range(1, 10))


def test_token_log_probs() -> None:
    drawn = [token_log_probs._fresh_data(_NO_TARGET, random.Random(seed), 0) for seed in range(_DRAWS)]
    assert {len(data.sequences) for data in drawn} == {1, 2, 3, 5}
    assert {len(sequence) for data in drawn for sequence in data.sequences} == {1, 2, 5, 20}
    values = {value for data in drawn for sequence in data.sequences for value in sequence}
    assert values <= {-count / 64 for count in range(768)}
    assert -767 / 64 <= min(values) < -11
    assert max(values) == 0
    assert all(
        1 <= len(text.split()) <= len(sequence)
        for data in drawn
        for text, sequence in zip(data.texts or (), data.sequences, strict=True)
    )
    several, one = (token_log_probs._large_data(_NO_TARGET, random.Random(1), number) for number in (0, 1))
    assert len(several.sequences) == item_count(0)
    assert {len(sequence) for sequence in several.sequences} == set(range(1, 13))
    assert [len(sequence) for sequence in one.sequences] == [item_count(1)]
    assert one.texts is not None
    assert one.texts[0].split()[:2] == ["w0", "w1"]


def test_sentences_of_tags() -> None:
    drawn = [tagged.sentences(random.Random(seed), ["A", "B"]) for seed in range(_DRAWS)]
    assert {len(data.gold_tags) for data in drawn} == {1, 2, 3, 4, 5, 6}
    assert {len(row) for data in drawn for row in data.gold_tags} == {0, 1, 3, 6, 12}
    accurate = [data.gold_tags == data.predicted_tags for data in drawn]
    assert 0.2 < sum(accurate) / _DRAWS < 0.6
    large = tagged._large_data(_NO_TARGET, random.Random(1), 0)
    assert len(large.gold_tags) == item_count(0)
    assert {"".join(tag[0] for tag in row) for row in large.gold_tags} == {"BO", "BIO", "BIBO"}
    assert {tag[2:] for row in large.gold_tags for tag in row} == {"", *class_names(0)}


def test_annotations() -> None:
    drawn = [draw_annotations(random.Random(seed), ["a", "b"]) for seed in range(_DRAWS)]
    rows = [data.annotations for data in drawn]
    assert {len(several) for several in rows} == {2, 3, 5}
    assert {len(several[0]) for several in rows} == {1, 2, 3, 5, 10, 30}
    long = [[label for row in several for label in row] for several in rows if len(several[0]) == 30]
    missing = [_nearest(labels.count(None) / len(labels), (0.0, 0.2, 0.6)) for labels in long]
    assert set(missing) == {0, 0.2, 0.6}
    assert missing.count(0) / len(missing) == pytest.approx(0.6, abs=0.12)
    alike = sum(len(set(several)) == 1 for several in rows) / _DRAWS
    assert 0.1 < alike < 0.5


def test_comparisons() -> None:
    plain = [comparison.numbers(random.Random(seed), 40) for seed in range(_DRAWS)]
    values = [[side.scores for side in data.systems] for data in plain]  # type: ignore[union-attr]
    assert {value for sides in values for side in sides for value in side} == {count / 8 for count in range(9)}
    equal = sum(first == second for first, second in values) / _DRAWS
    assert equal == pytest.approx(0.125, abs=0.05)
    assert {len(data.systems[0]) for data in map(comparison._label_comparison, map(random.Random, range(_DRAWS)))} == {
        2,
        5,
        12,
    }
    labelled = [comparison._label_comparison(random.Random(seed)) for seed in range(_DRAWS)]
    assert {data.statistic for data in labelled} == {"accuracy", "kappa", "f1"}
    of_texts = [comparison.texts(random.Random(seed), "bleu", {}, ["u", "v"], 2) for seed in range(_DRAWS)]
    assert {len(data.systems[0]) for data in of_texts} == {1, 2, 3, 5, 8, 12}
    assert sum(data.systems[0] == data.systems[1] for data in of_texts) / _DRAWS == pytest.approx(0.15, abs=0.06)


def test_scores_of_classes() -> None:
    names = ["a", "b", "c"]
    drawn = [class_scores.drawn_scores(random.Random(seed), names, 12) for seed in range(_DRAWS)]
    assert {len(data.gold) for data in drawn} == {12}
    assert {len(set(data.gold)) for data in drawn} == {1, 2, 3}
    assert sum(len(set(data.gold)) == 3 for data in drawn) / _DRAWS == pytest.approx(0.93, abs=0.04)
    assert all(abs(sum(row) - 1) < 1e-12 for data in drawn for row in data.class_scores)
    units = [{64 * score % 1 for row in data.class_scores for score in row} == {0} for data in drawn]
    assert sum(units) / _DRAWS == pytest.approx(2 / 3, abs=0.06)
    fresh = [class_scores._fresh_data(_NO_TARGET, random.Random(seed), 0) for seed in range(_DRAWS)]
    assert {len(data.gold) for data in fresh} == {2, 5, 12, 30}
    assert {3, 5} <= {len(data.classes) for data in fresh} <= {3, 4, 5}
    assert len(class_scores._large_data(_NO_TARGET, random.Random(1), 0).gold) == min(item_count(0), 257)


def test_sets_of_labels() -> None:
    drawn = list(label_sets.label_sets(98, 3))
    assert [len(data.gold_sets) for data in drawn[::97]] == [0, 0]
    assert {len(data.gold_sets) for data in label_sets.label_sets(200, 3)} == {0, 1, 2, 3, 8, 9, 20, 60, 150}
    fresh = [label_sets._fresh_data(_NO_TARGET, random.Random(seed), 0) for seed in range(_DRAWS)]
    assert {len(data.gold_sets) for data in fresh} == {1, 2, 5, 12}
    sets = [label_sets.drawn_sets(random.Random(seed), ["a", "b"], 100) for seed in range(100)]
    density = [sum(map(len, data.gold_sets)) / 200 for data in sets]
    assert {_nearest(share, (0.1, 0.3, 0.5, 0.9)) for share in density} == {0.1, 0.3, 0.5, 0.9}
    noise = [sum(len(set(gold) ^ set(said)) for gold, said in zip(data.gold_sets, data.predicted_sets, strict=True)) / 200 for data in sets]  # fmt: skip
    assert {_nearest(share, (0.0, 0.1, 0.3, 0.5, 1.0)) for share in noise} == {0, 0.1, 0.3, 0.5, 1}


def test_outputs_of_models() -> None:
    drawn = list(outputs.outputs(_DRAWS, 3))
    assert {len(data) for data in drawn} == {0, 1, 2, 3}
    assert [number for number, data in enumerate(drawn) if not len(data)] == [10]
    golds = [len(references) for data in drawn for references in data.reference_lines]
    assert set(golds) == {0, 1, 2, 3}
    assert golds.count(0) / len(golds) == pytest.approx(0.03, abs=0.025)
