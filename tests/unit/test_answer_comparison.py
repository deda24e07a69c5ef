"""Comparing answers with gold answers: numbers as inspect-ai reads them, and time on hostile outputs."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from samescore.text.answer_comparison import COMPARISONS
from samescore.text.unicode_numerals import number_of

_NUMBERS = {
    "\u00bd": 0.5,
    "2\u00bd": 2.5,
    "\u22122\u00b2": 4.0,
    "--+3": 3.0,
    "1.5\u207b\u00b2": 1.5**-2,
    "\u00b2": 2.0,
    "\u5341\u516b": 18.0,
    "\u4e00\u4e07\u4e8c\u5343\u4e09\u767e": 12300.0,
    "\u4e8c\u3007\u4e8c\u4e94": 2025.0,
    "\u4e09\u70b9\u4e94": 3.5,
    "\u8d1f\u4e94": -5.0,
    "\u216b": 12.0,
    "\u0663\u066b\u0665": 3.5,
    "70\u2019000": 70000.0,
    "1e\u22123": 0.001,
    "\uff12E2": 200.0,
}
_TEXTS = ("", "-", "x", "18 eggs", "1.2.3", "1e2e3", "\u00bd\u00bd", "\u00bd3", "e3", ".", "\u70b9\u70b9")


@pytest.mark.parametrize(("text", "number"), _NUMBERS.items())
def test_numbers_in_any_script(text: str, number: float) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize("text", _TEXTS)
def test_other_texts_are_not_numbers(text: str) -> None:
    assert number_of(text) is None


_SIZE = 60_000
#: The most seconds for a comparison; in quadratic time it takes minutes.
_SECONDS = 3.0
_HOSTILE = {
    "exponents": "\u00b2" * _SIZE + "x",
    "signs": "-" * _SIZE + "x",
    "separators": "1" + "\u2019" * _SIZE + "x",
    "fractions": "\u00bd" * _SIZE,
    "numerals": "\u5341" * _SIZE,
    "words": "1 " * _SIZE + "x",
    "digits": "1" * _SIZE,
    "full stops": "." * _SIZE,
    "spaces": "1" + " " * _SIZE + "1",
}


@pytest.mark.parametrize("text", _HOSTILE.values(), ids=_HOSTILE)
@pytest.mark.parametrize("equal", COMPARISONS)
def test_a_comparison_is_fast_on_hostile_outputs(equal: str, text: str) -> None:
    began = time.process_time()
    compare = COMPARISONS[equal]
    with suppress(ValueError, OverflowError):  # numbers that inspect-ai 0.3.180 cannot parse
        compare(text, "1", 1e-6)
        compare(text, text, 1e-6)
    assert time.process_time() - began < _SECONDS
