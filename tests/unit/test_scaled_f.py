"""F of ROUGE under f_form=scaled: between P and R, and equal to both where they are the same."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from samescore.base.outcome import ulps
from samescore.metrics.rouge.f_measure import f_measure
from samescore.metrics.rouge.skip import RougeSSettings

PAIRS = [(m / h, m / r) for m, h, r in itertools.product(range(1, 12), repeat=3) if m <= min(h, r)]
BETAS = (0.0, 5e-324, 1e-200, 1e-9, 3e-8, 0.3, 1.0, 1.2, 7.0, 1e6)


@pytest.mark.parametrize("beta", BETAS)
def test_scaled_f_lies_between_precision_and_recall(beta: float) -> None:
    s = RougeSSettings(f_form="scaled", beta=beta)
    outside = [pair for pair in PAIRS if not min(pair) <= f_measure(*pair, s) <= max(pair)]
    assert outside == []


@pytest.mark.parametrize("beta", BETAS)
def test_scaled_f_is_within_four_ulps_of_the_exact_f(beta: float) -> None:
    s = RougeSSettings(f_form="scaled", beta=beta)
    b2 = Fraction(beta) ** 2
    for p, r in PAIRS:
        exact = (1 + b2) * Fraction(p) * Fraction(r) / (Fraction(r) + b2 * Fraction(p))
        assert ulps(f_measure(p, r, s), float(exact)) <= 4, (p, r)
