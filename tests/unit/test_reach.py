"""The smallest p-value that a test can give, by hand: from the signs of the segments, or from the resamples."""

from __future__ import annotations

import pytest

from samescore.metrics import metric
from samescore.verbs.compare.reach import least_p, out_of_reach

#: The limits do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _test(**knobs: object) -> object:
    return metric("p-value").settings.from_mapping(knobs)


@pytest.mark.parametrize(
    ("knobs", "segments", "least", "cause"),
    [
        # by the 2^n signs of n segments, of which two are the most extreme
        ({"test": "sign"}, 5, 2 / 32, "segments"),
        ({"test": "sign", "alternative": "greater"}, 5, 1 / 32, "segments"),
        ({"test": "sign"}, 1, 1.0, "segments"),
        ({"test": "mcnemar", "null": "exact"}, 3, 2 / 8, "segments"),
        ({"test": "mcnemar", "null": "normal"}, 3, 0.0, "segments"),
        ({"test": "wilcoxon", "null": "exact"}, 4, 2 / 16, "segments"),
        ({"test": "wilcoxon", "null": "normal"}, 4, 0.0, "segments"),
        # by resamples, if the observed one counts
        ({"test": "randomization", "resamples": 99}, 30, 1 / 100, "resamples"),
        ({"test": "randomization", "resamples": 99}, 8, 1 / 100, "resamples"),
        ({"test": "randomization", "resamples": 99}, 7, 2 / 128, "segments"),
        ({"test": "randomization", "resamples": 99, "exchange": "all"}, 7, 1 / 100, "resamples"),
        ({"test": "randomization", "resamples": 99, "exchange": "all"}, 6, 0.0, "segments"),  # all are used once
        ({"test": "randomization", "resamples": 7}, 3, 2 / 8, "segments"),
        ({"test": "bootstrap", "resamples": 99, "count": "plus-one"}, 2, 1 / 100, "resamples"),
        ({"test": "t"}, 2, 0.0, "segments"),
    ],
)
def test_the_least_p_value(knobs: dict[str, object], segments: int, least: float, cause: str) -> None:
    assert least_p(_test(**knobs), segments) == (least, cause)


@pytest.mark.parametrize(
    ("segments", "tests", "correction", "alpha", "expected"),
    [
        (5, 1, "none", 0.0625, ""),
        (
            5,
            1,
            "none",
            0.05,
            "with 5 segments no p-value can be below 0.062, whatever the systems are: use more segments",
        ),
        (1, 1, "none", 0.05, "with 1 segment no p-value can be below 1, whatever the systems are: use more segments"),
        (5, 0, "none", 0.05, ""),
        (6, 3, "none", 0.05, ""),
        (6, 3, "fdr-bh", 0.05, ""),
        (
            6,
            3,
            "holm",
            0.05,
            "with 6 segments and 3 tests no p-value can be below 0.094, whatever the systems are: use more segments, or "
            "test only against a --baseline",
        ),
        (
            6,
            1200,
            "bonferroni",
            0.05,
            "with 6 segments and 1,200 tests no p-value can be below 1, whatever the systems are: use more segments, or "
            "test only against a --baseline",
        ),
        (
            1,
            2,
            "holm",
            0.05,
            "with 1 segment no p-value can be below 1, whatever the systems are: use more segments",
        ),
    ],
)
def test_differences_out_of_reach(segments: int, tests: int, correction: str, alpha: float, expected: str) -> None:
    assert out_of_reach(_test(test="sign"), segments, tests, correction, alpha) == expected


def test_beside_a_baseline_it_is_not_recommended_again() -> None:
    said = out_of_reach(_test(test="sign"), 6, 3, "holm", 0.05, beside_baseline=True)
    assert said.endswith("whatever the systems are: use more segments")


def test_few_resamples_are_named() -> None:
    said = out_of_reach(_test(test="randomization", resamples=9), 1000, 1, "none", 0.05)
    assert said == "with 9 resamples no p-value can be below 0.1, whatever the systems are: use more --resamples"
    (one,) = {out_of_reach(_test(test="randomization", resamples=1), 1000, 1, "none", 0.05).partition(" no ")[0]}
    assert one == "with 1 resample"
