"""Rewriting answers in LaTeX: examples of steps, what is compared if one fails, and time on hostile answers."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from samescore.text.answer_extraction import minerva_answer
from samescore.text.latex_answers import REWRITINGS, compared, rewritten
from samescore.text.opencompass_answers import box_or_sentence

_EXAMPLES = (
    ("hendrycks", r"\dfrac12", r"\frac{1}{2}"),
    ("hendrycks", r"\frac1{72}", r"\frac{1}{72}"),
    ("hendrycks", r"x = 90^\circ", "90"),
    ("hendrycks", "03/4", "03/4"),
    ("hendrycks-lighteval", r"5 \text{ m} \text{ s}", "5"),
    ("minerva-0.4.13", r"\left(5 ft\right)", r"\left(5\right)"),
    ("minerva-0.4.9.2", r"\left(5 ft\right)", r"\le(5\right)"),
    ("minerva-verl", "so $5$ feet ", "5"),
    ("minerva-0.4.13", "-1,000", "-1000"),
    ("minerva-0.4.13", r"\sqrt[3]8", r"\sqrt[3]{8}"),
)


@pytest.mark.parametrize(("name", "text", "result"), _EXAMPLES)
def test_examples(name: str, text: str, result: str) -> None:
    assert rewritten(text, name) == result


def test_a_step_that_fails() -> None:
    """MATH's script then compares the texts as given, PRM800K keeps only this text, and lighteval has no result."""
    assert [*compared(r"\sqrt", r"\dfrac12", "hendrycks")] == [(r"\sqrt", r"\dfrac12")]
    assert [*compared(r"\sqrt", r"\dfrac12", "prm800k")] == [(r"\sqrt", r"\frac{1}{2}")]
    with pytest.raises(ValueError, match="root"):
        next(compared(r"\sqrt", r"\dfrac12", "hendrycks-lighteval"))


def test_opencompass_tries_several_rewritings() -> None:
    """Its own steps, with those of `normalize_final_answer` after them, and without; and the texts as given."""
    given = ("\\dfrac12 cm", "0.5")
    assert [*compared(*given, "opencompass-v1")] == [
        ("\\frac{1}{2}cm", "\\frac{1}{2}"),
        ("\\frac{1}{2}", "\\frac{1}{2}"),
        ("\\df\\frac{1}{2}", "0.5"),  # `normalize_final_answer` writes a command for rac
        given,
    ]
    assert [*compared(r"cm\sqrt", "5", "opencompass-v1")] == [(r"\sqrt", "5"), (r"cm\sqrt", "5")]


_SIZE = 60_000
#: The most seconds for an answer; in quadratic time it takes minutes.
_SECONDS = 5.0
_HOSTILE = {
    "commands": r"\text{" * (_SIZE // 6),
    "boxes": r"\boxed{" * (_SIZE // 7) + "}",
    "roots": "sqrt[" * (_SIZE // 5),
    "dollars": "$" * _SIZE,
    "one dollar": "x" * _SIZE + "$" + "x" * _SIZE,
    "fractions": r"\frac1" * (_SIZE // 6),
    "units": "cm" * (_SIZE // 2),
    "equals signs": "=" * _SIZE,
    "commas": "1,000" * (_SIZE // 5),
    "backslashes": "\\" * _SIZE,
    "lines": "\n" * _SIZE,
    "TeX boxes": r"\mbox{" * (_SIZE // 6),
    "digits": "1" * _SIZE,
    "zeros": "1." + "0" * _SIZE + "1",
    "texts in brackets": r"\text{(" * (_SIZE // 7),
    "boxes without a command": "oxed{" * (_SIZE // 5),
}


@pytest.mark.parametrize("text", _HOSTILE.values(), ids=_HOSTILE)
def test_all_of_opencompass_is_fast_on_hostile_answers(text: str) -> None:
    began = time.process_time()
    for _ in compared(text, text, "opencompass-v2"):
        pass
    box_or_sentence(text)
    minerva_answer(text)
    assert time.process_time() - began < _SECONDS


@pytest.mark.parametrize("text", _HOSTILE.values(), ids=_HOSTILE)
@pytest.mark.parametrize("name", REWRITINGS)
def test_rewriting_is_fast_on_hostile_answers(name: str, text: str) -> None:
    began = time.process_time()
    with suppress(ValueError):
        rewritten(text, name)
    assert time.process_time() - began < _SECONDS
