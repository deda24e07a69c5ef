"""Equality of expressions without SymPy: decided and undecided ones, and time on hostile expressions."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from samescore.text.latex_expressions import UnreadableError, read_expression
from samescore.text.surds import OutsideError, fraction, symbol
from samescore.text.symbolic_equality import text_or_zero_difference, zero_difference

_EQUAL = (
    (r"\frac{\frac{1}{2}}{3}", "1/6"),
    (r"\frac12x", "x/2"),
    (r"\sqrt{12}\sqrt{3}", "6"),
    (r"(1+\sqrt{2})^2", r"3+2\sqrt{2}"),
    (r"\sqrt[3]{\frac{8}{27}}", r"\frac{2}{3}"),
    (r"\frac{1}{\sqrt{2}}", r"\frac{\sqrt{2}}{2}"),
    ("(x+y)(x-y)", "xx-yy"),
    ("x^{2}y^{-1}", r"\frac{x^3}{xy}"),
    ("2 4", "24"),
    ("1,234,567", "1234567"),
    (r"\{5\}", "[5]"),
    ("-+-3", "3"),
    ("2^3^2", "2^{6}"),
)
_DIFFERENT = (
    ("x", "y"),
    ("0.3333", r"\frac{1}{3}"),
    ("1.4142", r"\sqrt{2}"),
    ("0.5x", "0.5"),
    ("0.5+1", "2"),
    ("10.1-10", "7"),
    (r"\sqrt{2}", r"\sqrt{3}"),
    ("(1,2)", "(1,2)"),
    ("#5", "#5"),
    ("012", "12"),
    (r"\frac{}{2}", "0"),
    (r"\sqrt 4", "2"),
    ("", ""),
    (r"\infty", r"-\infty"),
    (r"\infty", "(1,2)"),
)
_UNDECIDED = (
    ("0.1+0.2", "0.3"),
    ("1000000000000.1-1000000000000", "0.0999755859375"),  # which floating point makes equal
    ("1000000000000.1x-1000000000000x", "0.0999755859375x"),
    ("(1000000000000.1-1000000000000)^2", "0.01"),
    ("0.1+0.2-0.3", "x"),
    ("9^{64}*9^{64}*9^{64}*9^{64}*9^{64}*9^{64}*0.5+1-9^{64}*9^{64}*9^{64}*9^{64}*9^{64}*9^{64}*0.5", "7"),
    ("0.1x+0.2x", "0.3x"),
    ("3x4", "12"),
    ("x^y", "y^x"),
    ("x^{0.5}", "x"),
    (r"\sqrt{x}", "x"),
    (r"\sqrt{-1}", "i"),
    (r"\sqrt[3]{2}", "1"),
    (r"\sqrt{10000000000}", "100000"),
    (r"\frac{1}{1+\sqrt{2}}", r"\sqrt{2}-1"),
    (r"\frac{1}{0}", "1"),
    ("0^0", "1"),
    ("2^{100}", "1"),
    ("5!", "120"),
    ("|5|", "5"),
    ("f(x)", "f"),
    ("x_1", "x"),
    ("x'", "x"),
    ("a=b", "b"),
    ("5)", "5"),
    ("5-", "5"),
    (r"\sin{x}", "x"),
    (r"\frac{dx}{2}", "x"),
    (r"\infty+1", "1"),
    (r"\infty", "x_1"),
    ("0.1234567890123456", "0"),
    ("1" * 401, "1"),
)


@pytest.mark.parametrize(("one", "other"), _EQUAL)
def test_equal_expressions(one: str, other: str) -> None:
    assert zero_difference(one, other) is True
    assert zero_difference(other, one) is True


@pytest.mark.parametrize(("one", "other"), _DIFFERENT)
def test_different_and_unreadable_expressions(one: str, other: str) -> None:
    assert zero_difference(one, other) is False
    assert zero_difference(other, one) is False


@pytest.mark.parametrize(("one", "other"), _UNDECIDED)
def test_undecided_expressions(one: str, other: str) -> None:
    assert zero_difference(one, other) is None
    assert zero_difference(other, one) is None


def test_what_cannot_be_read_is_different_from_anything() -> None:
    assert zero_difference("5!", "(1,2)") is False


def test_equal_texts() -> None:
    assert text_or_zero_difference("(1,2)", "(1,2)") is True
    assert text_or_zero_difference("5!", "5!") is True
    assert text_or_zero_difference("", "") is False
    assert text_or_zero_difference("2/4", "1/2") is True


def test_errors_of_the_reader() -> None:
    with pytest.raises(UnreadableError):
        read_expression("5.")
    with pytest.raises(OutsideError):
        read_expression("12.")
    with pytest.raises(OutsideError):
        read_expression("[" * 41 + "5" + "]" * 41)


def test_sums_of_many_terms_are_outside() -> None:
    value = fraction(Fraction(0))
    for number in range(64):
        value = value.plus(symbol(f"x{number}"))
    with pytest.raises(OutsideError, match="too large"):
        value.plus(symbol("y"))


@pytest.mark.parametrize(
    ("text", "equals_one"),
    [
        ("(x+y)" * 60, False),
        ("2^{64}" * 60, False),
        ("9^{64}" * 60, None),
        (r"\sqrt{999999937}" * 20, False),
        ("{" * 400, None),
    ],
)
def test_hostile_expressions_take_little_time(text: str, *, equals_one: bool | None) -> None:
    began = time.process_time()
    assert zero_difference(text, "1") is equals_one
    assert time.process_time() - began < 2.0
