"""Intervals, bounds of p-values, and marks, as publications print them."""

from __future__ import annotations

import pytest

from samescore.verbs.audit.printed_text.printed_intervals import (
    PrintedInterval,
    legend,
    printed_bound,
    printed_interval,
    significance_marks,
    unread,
)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("p < 0.05", "<0.05"),
        ("p<.05", "<0.05"),
        ("$p < 0.05$", "<0.05"),
        ("(p < 0,05)", "<0.05"),
        ("P ≤ 0.01", "<=0.01"),
        (r"$p \leq .01$", "<=0.01"),
        ("p-value > 0.1", ">0.1"),
        ("< 0.001", "<0.001"),
        ("&lt; 0.001", "<0.001"),
        ("p < 5 %", "<0.05"),
        ("p < 5%*", "<0.05"),
        ("p = 0.012", "0.012"),
        ("p=.012", "0.012"),
        ("p = 1e-5", "1e-5"),
        (r"$p < 10^{-3}$", "<1e-3"),
        (r"$p < 2 \times 10^{-5}$", "<2e-5"),
        ("p < 5", None),
        ("0.012", None),
        ("p < 0.05 or 0.01", None),
        ("0.01 < p < 0.05", None),
        ("p <", None),
        ("p < n.s.", None),
        ("BLEU < 0.05", None),
    ],
)
def test_bounds(text: str, bound: str | None) -> None:
    if bound is None:
        with pytest.raises(ValueError, match="is no"):
            printed_bound(text)
    else:
        assert printed_bound(text) == bound


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("[33.1, 35.0]", ("33.1", "35.0", "")),
        ("34.2 [33.1, 35.0]", ("33.1", "35.0", "")),
        ("34,2 [33,1; 35,0]", ("33.1", "35.0", "")),
        ("34.2 (95% CI 33.1–35.0)", ("33.1", "35.0", "95")),
        ("(95 % CI: 33.1 - 35.0)", ("33.1", "35.0", "95")),
        ("95% confidence interval [33.1, 35.0]", ("33.1", "35.0", "95")),
        (r"34.2 (95\% CI, 33.1--35.0)", None),
        (r"34.2 (95\% CI 33.1--35.0)", ("33.1", "35.0", "95")),
        ("-0.2 [-0.5, 0.1]", ("-0.5", "0.1", "")),
        ("99.5% CI [1.0 to 2.0]", ("1.0", "2.0", "99.5")),
        ("34.2 [12, 15]", None),  # citations
        ("34.2 [33, 35]", None),
        ("34.2 [35.0, 36.0]", None),
        ("34.2 [35.0, 33.1]", None),
        ("34.2 (33.1, 35.0)", None),  # without its level, anything
        ("34.2", None),
        ("34.2 ± 0.9", None),
    ],
)
def test_intervals(text: str, ends: tuple[str, str, str] | None) -> None:
    assert printed_interval(text) == (ends and PrintedInterval(*ends))


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("34.2*", "*"),
        ("34.2**", "**"),
        ("34.2 ∗", "*"),
        ("$34.2^{*}$", "*"),
        (r"\textbf{34.2}$^\dagger$", "†"),
        ("34.2‡", "‡"),
        ("34.2 [33.1, 35.0]*", "*"),
        ("**34.2**", ""),
        ("**34.2**\\*", ""),
        ("**34.2***", "*"),
        ("34.2", ""),
        ("*", ""),
        ("64.0* ± 7.9", "*"),
        (r"79.5$^{**}$ {\scriptsize $\pm$ 6.8}", "**"),
        ("64.0 ± 7.9*", "*"),
        ("64.0† ± 7.9*", "† *"),
        ("64.0*†", "* †"),
        ("64.0*,†", "* †"),
        ("64.0* [56.3, 70.9]", "*"),
        ("6*10^-3", ""),
        ("6 * 10", ""),
    ],
)
def test_marks(text: str, marks: str) -> None:
    assert significance_marks(text) == tuple(marks.split())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("64.0 [70.9, 56.3]", "[70.9, 56.3] is not checked: the ends are swapped"),
        ("64.0 (95% CI 70.9–56.3)", "95% CI 70.9–56.3 is not checked: the ends are swapped"),
        ("64.0 [80.1, 90.2]", "[80.1, 90.2] is not checked: 64.0 is outside"),
        ("64.0 [56.35, 70.92]", "[56.35, 70.92] is not checked: its number of decimals differs from 64.0"),
        (
            "64.0 (56.3, 70.9)",
            "(56.3, 70.9) is not checked: an interval in parentheses needs its level, as in 95% CI",
        ),
        ("64.0 ± ", "no number follows the ±"),
        ("64.0 ± 7.9", None),
        ("64.0 [56.3, 70.9]", None),
        ("64.0 [12, 15]", None),  # citations
        ("64.0 (2)", None),
        ("64.0", None),
    ],
)
def test_unread_parts_of_a_printed_interval_have_a_reason(text: str, why: str | None) -> None:
    assert unread(text) == ([] if why is None else [why])


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("* p < 0.05, ** p < 0.01.", {"*": "<0.05", "**": "<0.01"}),
        (r"Results; $^{*}$ significant at $p<.05$ and $^{**}$ at $p \leq .01$", {"*": "<0.05", "**": "<=0.01"}),
        ("† denotes a difference to the baseline with p<0.05", {"†": "<0.05"}),
        (r"$^\dagger$: $p < 0.05$; $\ddag{}$: $p \leq 1\%$", {"†": "<0.05", "‡": "<=0.01"}),
        ("* our own implementation", {}),
        ("the difference is significant (p < 0.05)", {}),
        ("* p < 0.05; * p < 0.01", {"*": "<0.05"}),
    ],
)
def test_legends(text: str, meanings: dict[str, str]) -> None:
    assert legend(text) == meanings
