"""The vectors catch implementations that are wrong on purpose, and pass them without the fault."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import check_implementation
from tests.miniatures import metrics

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = {"settings": {"tokenizer": "none", "strip": "none", "smoothing": "none", "scale": "1"}}
_LINEAR = {"settings": {"weighting": "linear"}}
_DISTINCT: dict[str, Any] = {"settings": {"order": 1, "tokenizer": "none"}}

_FAULTY = [
    *[
        pytest.param("bleu", metrics.bleu, fault, _BLEU, id=f"bleu, {fault}", marks=pytest.mark.slow)
        for fault in metrics.BLEU_FAULTS
    ],
    *[
        pytest.param("mcc", metrics.mcc, fault, {}, id=f"mcc, {fault}", marks=pytest.mark.slow)
        for fault in metrics.MCC_FAULTS
    ],
    *[
        pytest.param("kappa", metrics.weighted_kappa, fault, _LINEAR, id=f"kappa, {fault}", marks=pytest.mark.slow)
        for fault in metrics.KAPPA_FAULTS
    ],
    *[pytest.param("distinct", metrics.distinct, f, _DISTINCT, id=f"distinct, {f}") for f in metrics.DISTINCT_FAULTS],
]


@pytest.mark.parametrize(("metric", "make", "fault", "described"), _FAULTY)
def test_a_fault_is_caught(metric: str, make: Any, fault: str, described: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match=f"vectors of {metric} fail"):
        check_implementation(make(fault), metric, **described)


@pytest.mark.parametrize(
    ("metric", "make", "described"),
    [
        pytest.param("bleu", metrics.bleu, _BLEU, marks=pytest.mark.slow),
        ("mcc", metrics.mcc, {}),
        pytest.param("kappa", metrics.weighted_kappa, _LINEAR, marks=pytest.mark.slow),
        ("distinct", metrics.distinct, _DISTINCT),
    ],
)
def test_without_the_fault_it_passes(metric: str, make: Any, described: dict[str, Any]) -> None:
    check_implementation(make(), metric, **described)
