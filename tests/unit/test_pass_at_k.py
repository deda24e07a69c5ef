"""Verdicts on several samples of a question."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, MetricError, Verdicts, score


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("10", r"questions\[1\] is a single str, not a list"),
        ([1, 2], r"questions\[1\]\[1\] is 2 \(int\), not a verdict"),
        ([0.0], r"questions\[1\]\[0\] is 0.0 \(float\), not a verdict"),
        ([None], r"questions\[1\]\[0\] is a NoneType, not a verdict"),
        ([], r"questions\[1\] has no samples"),
    ],
)
def test_malformed_verdicts_are_refused_with_their_place(wrong: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Verdicts([[1], wrong])


def test_a_file_has_a_question_or_a_sample_per_line(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text('{"verdicts": [1, false], "id": 1}\n{"verdicts": [true]}\n')
    assert Verdicts.read(path) == Verdicts([[1, 0], [1]])
    rows = [("a", "true"), ("b", "false"), ("a", "false"), ("b", "true"), ("a", "true")]
    path.write_text("".join(f'{{"task_id": "{task}", "passed": {passed}}}\n' for task, passed in rows))
    assert Verdicts.read(path) == Verdicts([[1, 0, 1], [0, 1]])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"verdicts": [1, 2]}', r"line 2: verdicts\[1\] is 2"),
        ('{"verdicts": []}', "line 2: verdicts has no samples"),
        ('{"task_id": "a"}', "line 2: it has neither verdicts nor both task_id and passed"),
        ('{"verdicts": [1], "task_id": "a", "passed": true}', "line 2: it has neither"),
        ('{"verdicts": 1}', "line 2: "),
    ],
)
def test_a_malformed_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text('{"verdicts": [1]}\n' + line + "\n")
    with pytest.raises(InputError, match=rf"verdicts\.jsonl, {message}"):
        Verdicts.read(path)


def test_pass_at_k_equals_its_fraction_rounded_once() -> None:
    for n in range(1, 30):
        for c in range(n + 1):
            for k in {1, 2, 3, (n + 1) // 2, n} & set(range(1, n + 1)):
                exact = 1 - Fraction(math.comb(n - c, k), math.comb(n, k))
                data = Verdicts([[1] * c + [0] * (n - c)])
                assert score("pass@k", data, k=k, form="exact").value == float(exact)
                assert score("pass@k", data, k=k).value == pytest.approx(float(exact), rel=1e-12, abs=1e-15)


def test_too_few_samples_are_an_error_with_the_numbers() -> None:
    data = Verdicts([[1, 0, 1], [1]])
    with pytest.raises(MetricError, match="question 2 has fewer than n=2 samples: 1"):
        score("avg@k", data, n=2)
    with pytest.raises(MetricError, match="question 2: fewer than k=2 samples: 1"):
        score("pass@k", data, k=2)
