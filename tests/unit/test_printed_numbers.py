"""Numbers as publications print them, and what is refused because it may mean something else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samescore.verbs.audit.printed_text.printed_numbers import is_blank, is_decimal_comma, printed_number

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("printed", "number", "spread"),
    [
        ("27.3", "27.3", ""),
        ("-12", "-12", ""),
        (" 27.30 ", "27.30", ""),
        (".221", "0.221", ""),
        ("-.5", "-0.5", ""),
        ("+1.2", "1.2", ""),
        ("27.", "27", ""),
        ("27,3", "27.3", ""),
        (",221", "0.221", ""),
        ("0,345", "0.345", ""),
        ("1,234", "1234", ""),
        ("1,234.5", "1234.5", ""),
        ("1.234,5", "1234.5", ""),
        ("1\u202f234,5", "1234.5", ""),
        ("12'345.6", "12345.6", ""),
        ("1,234,567", "1234567", ""),
        ("\u22120.5", "-0.5", ""),
        ("–0.5", "-0.5", ""),
        ("27.3 ± 0.4", "27.3", "0.4"),
        ("27.3±.4", "27.3", "0.4"),
        ("27,3 ± 0,4", "27.3", "0.4"),
        ("27.3 +/- 0.4", "27.3", "0.4"),
        ("27.3 (±0.4)", "27.3", "0.4"),
        ("$27.3_{\\pm0.4}$", "27.3", "0.4"),
        ("$27.3 \\pm 0.4$", "27.3", "0.4"),
        ("27.3_±0.4", "27.3", "0.4"),
        ("$27.3_{0.4}$", "27.3", ""),
        ("$27.3_{+0.4}$", "27.3", ""),
        ("27.3_-0.4", "27.3", ""),
        ("17.6%", "17.6%", ""),
        ("17.6 %", "17.6%", ""),
        ("17.6\\%", "17.6%", ""),
        ("17.6±0.2%", "17.6%", "0.2"),
        ("**27.3**", "27.3", ""),
        ("__27.3__", "27.3", ""),
        ("<b>27.3</b>", "27.3", ""),
        ("\\textbf{27.3}", "27.3", ""),
        ("$\\mathbf{27.3}$", "27.3", ""),
        ("\\underline{27.3}", "27.3", ""),
        ("\\textcolor{red}{27.3}", "27.3", ""),
        ("27.3†", "27.3", ""),
        ("27.3*", "27.3", ""),
        ("27.3**", "27.3", ""),
        ("27.3^{\\dagger}", "27.3", ""),
        ("$27.3^{*\\ddagger}$", "27.3", ""),
        ("27.3²", "27.3", ""),
        ("27.3ᵃ", "27.3", ""),
        ("27.3 ↑", "27.3", ""),
        ("27.3↓", "27.3", ""),
        ("↑1.2", "1.2", ""),
        ("🥇 27.3", "27.3", ""),
        ("27.3 (2)", "27.3", ""),
        ("27.3(+1.2)", "27.3", ""),
        ("27.3 [26.9, 27.7]", "27.3", ""),
        ("(27.3)", "27.3", ""),
        ("1\\,234", "1234", ""),
        ("27{,}3", "27.3", ""),
        ("2.3e-5", "2.3e-5", ""),
        ("$2.3 \\times 10^{-5}$", "2.3e-5", ""),
        ("２７.３", "27.3", ""),
    ],
)
def test_printed_numbers_are_parsed(printed: str, number: str, spread: str) -> None:
    read = printed_number(printed)
    assert (str(read), read.spread) == (number, spread)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "high",
        "nan",
        "27.3a",
        "27.3/28.1",
        "27.3 28.1",
        "27.3–28.1",
        "60.1/33.2/21.4",
        "< 0.05",
        "≈27.3",
        "↓1.2",
        "$\\downarrow$1.2",
        "1.2.3",
        "12,34,5",
        "1e999",
        "27.3 ± 0.4 ± 0.1",
        "٢٧",
        "27.3M",
        "--5",
        "9" * 41,
        "1" * 300,
    ],
)
def test_ambiguous_printed_numbers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a number|too long|may be a minus"):
        printed_number(text)


def test_a_comma_before_three_digits_means_what_the_table_says() -> None:
    assert str(printed_number("1,234", decimal_comma=True)) == "1.234"
    assert str(printed_number("1,234", decimal_comma=False)) == "1234"
    assert str(printed_number("1,234.5", decimal_comma=True)) == "1234.5"


@pytest.mark.parametrize(
    ("text", "surely"),
    [
        ("27,3", True),
        ("27.3", False),
        ("1,234", None),
        ("1,234.5", False),
        ("1.234,5", True),
        ("27", None),
        ("x", None),
    ],
)
def test_some_numbers_say_what_a_comma_means(text: str, surely: bool | None) -> None:
    assert is_decimal_comma(text) is surely


@pytest.mark.parametrize("text", ["", " ", "-", "–", "---", "n/a", "N/A", "$-$", "{--}", "NaN", "?", "…"])
def test_cells_without_a_number(text: str) -> None:
    assert is_blank(text)


def test_a_number_is_not_blank() -> None:
    assert not is_blank("0")


@settings(max_examples=300, derandomize=True)
@given(st.text(alphabet="0123456789.,-±%()[]{}$\\_^*† ×e\u2009\u2212'↓pmn", max_size=30))
def test_any_text_is_a_number_in_plain_digits_or_refused(text: str) -> None:
    try:
        number = printed_number(text)
    except ValueError:
        return
    float(number.digits)
    assert set(number.digits) <= set("0123456789.-+e")
    if number.spread:
        float(number.spread)
