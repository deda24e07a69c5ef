"""math-verify's answers, with the texts and verdicts that math-verify 0.9.0 itself returns."""

from __future__ import annotations

import pytest

from samescore.text.latex_to_sympy_steps import content_of_boxes, normalized
from samescore.text.math_verify_answers import parsed_answer
from samescore.text.math_verify_equality import same_answers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\boxed{\dfrac12}", r"\frac{1}{2}"),
        ("0.5", r"\frac{1}{2}"),
        ("-3/4", r"\frac{-3}{4}"),
        ("007/2", "007/2"),
        (r"\boxed{1} and \boxed{2}", "1,2"),
        (r"\boxed{1} and \boxed{1}", "1"),
        (r"\boxed{1", "{1"),
        (r"\fbox 5", "5"),
        (r"1{,}000\text{ km}^2", "1,000"),
        (r"5\mathrm{cm}", "5"),
        ("12 children tickets", "12"),
        (r"\text{cm}", r"\text{cm}"),
        (r"\left(1, .5\right]", "(1, 0.5]"),
        (r"\left\{1\right\}", r"\{1\}"),
        ("x^(2)", "x^{2}"),
        ("sqrt(2)", r"\sqrt{2}"),
        (r"\frac 12", r"\frac{1}{2}"),
        (r"\frac1{2}", r"\frac{1}{2}"),
        (r"\frac x2", r"\frac{x}{2}"),
        (r"\frac", r"\frac"),
        (r"\sqrt x", r"\sqrt{x}"),
        ("1 and 2", "1, 2"),
        ("50 percent", r"50\%"),
        ("infinity", r"\infty"),
        (r"(5)_{2}", r"\frac{(5)!}{((5)-(2))!}"),
        ("$5\n6$", "5 6"),
        (r"\\pi", r"\pi"),
    ],
)
def test_latex_is_normalized(text: str, expected: str) -> None:
    assert normalized(text, all_boxes=True) == expected


def test_only_boxes_that_belong_together_are_joined() -> None:
    far = r"\boxed{1} is what I found at first, and then, after some more thought and a lot of doubt, it was \boxed{2}"
    assert content_of_boxes(far, all_boxes=False) == "2"
    assert content_of_boxes(far, all_boxes=True) == "1,2"
    assert content_of_boxes(r"\boxed{1}, I think, or \boxed{2}", all_boxes=False) == "1,2"
    assert content_of_boxes(r"\boxed{1} I think it is \boxed{2}", all_boxes=False) == "2"


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("#### 18", ["18"]),
        ("####18", []),
        ("It is (18).", ["(18). ≡ none"]),
        ("It is 1,234.50 euros", ["1234.50"]),
        ("It is 70.000", ["70.000"]),
        ("It is 0,5", ["0.5"]),
        ("$7,000 or €6", ["6"]),
        ("20 percent", ["20 ≡ 20 percent"]),
        ("So 2+3*4.", ["2+3*4. ≡ 2+3*4. plain"]),
        ("**5**", ["5** ≡ 5"]),
        ("2×3", ["2×3 ≡ 2"]),
        ("$5.$", ["5. ≡ 5"]),
        (r"\(x.\)", ["x. ≡ none"]),
        ("The final answer is 5. I hope so. Answer: 6", ["5"]),
        ("Answer: 5. Then 6.", ["5"]),
        ("Answer: 2 + 3 = 6", ["6"]),
        ("$1$, $2$ and $3$", ["1 and 2 and 3 ≡ 1 ‖ 2 ‖ 3"]),
        (r"$1$ and $\sin x$", ["? ≡ ?"]),
        (r"$1 ≡ 2$", ["1 ≡ 2 ≡ ?"]),
        (r"\frac{1}{2}%", [r"\frac{1}{2} ≡ \frac{1}{2} percent"]),
        (r"$\boxed{5}$ and $6$", ["5"]),
        ("$$a\nb$$", ["a b"]),
        ("$a\nb$", []),
    ],
)
def test_an_answer_is_found(output: str, expected: list[str]) -> None:
    assert parsed_answer(output) == expected


def test_too_many_boxes_are_an_error() -> None:
    with pytest.raises(ValueError, match="too long for the patterns of math-verify"):
        parsed_answer(r"\boxed{5}" * 1000)


@pytest.mark.parametrize(
    ("answer", "gold", "expected"),
    [
        ("4.9999999", "5", False),
        ("4.9999999", "5.0", True),
        ("5", "4.9999999", False),
        (r"\frac{1}{20}", r"5\%", True),
        (r"\frac{1}{20}", "5", False),
        (r"-5\%", "-5", None),
        ("2(3)", "5", True),
        ("(3)(4)", "7", True),
        (r"2\cdot(3)", "6", True),
        ("10 000", "10000", False),
        (r"\frac{2x}{2}", "x", None),
        ("x", "1x", None),
        ("2,1", "(1,2)", False),
        ("(1,2)", "2,1", True),
        ("3,2,1", "(3,2,1)", True),
        ("(3,2,1)", "1,2,3", True),
        ("(1,2", "(1,2)", None),
        ("[1,1)", "1", None),
        ("(2,1]", "1", None),
        ("1,x", "x,1", None),
        (r"\{0.5,\frac{1}{2}\}", "0.5", None),
        ("y=2x+1", "y=1+2x", True),
        ("y=2x", "x=2y", None),
        ("x=0.5", "x=0.50", None),
        ("0.1234565", "0.1234561", None),
        ("20000000.5", "20000000.500001", None),
        (r"\text{pi}", r"\pi", None),
        ("I", "i", None),
        ("sin", "sin x", None),
        ("1e3", "1000", None),
        ("\\sqrt{x}", "y", None),
        ("1/2^3^2 ≡ 1/2^3^2 plain", "5", None),
        ("2 3 ≡ 2 3 plain", "5", None),
    ],
)
def test_values_are_compared(answer: str, gold: str, expected: bool | None) -> None:
    assert same_answers(answer, gold) is expected
