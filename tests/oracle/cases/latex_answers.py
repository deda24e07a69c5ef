"""Answers in LaTeX: boxes and dollar signs around them, and how they are rewritten before they are compared."""

from __future__ import annotations

from tests.oracle.cases import Case, cases_of, text

TOPIC = "latex-answers"

MATH = ("Hendrycks et al. 2021: https://arxiv.org/abs/2103.03874",)
MINERVA = ("Lewkowycz et al. 2022: https://arxiv.org/abs/2206.14858",)
math = cases_of("answer-match", kind="exact", refs=MATH)
minerva = cases_of("answer-match", kind="exact", refs=MINERVA)
FLAG = "answer-extraction"
REWRITTEN = "answer-normalization"

BOXES = text(
    (r"$\boxed 5$ or $\boxed{6}$", "5"),
    (r"$\boxed 5$ or $\boxed{6}$", "6"),
    (r"\boxed{6} or \boxed 5}", "6"),
    (r"\boxed{6} or \boxed 5}", "5}"),
    ("it is $x=2$, so $3$", "x=2$, so $3"),
    ("it is $5", "it is $5"),
    ("Answer: 5\nAnswer: 5 cm", "5 cm"),
    (r"\boxed{ 5 }", " 5 "),
    (r"\boxed{5}" + "x" * 93, "5"),
    ("no", ""),
    ("Answer: [INVALID]\nso \\boxed{7}", "7"),
)
#: How many of `BOXES` each rule gets right.
_BOXES = {
    "last-box": 4, "last-braced-box": 5, "spaced-box": 5, "lighteval-box": 5, "between-dollars": 3, "box-or-dollars": 7,
    "answer-line-or-box": 5,
}  # fmt: skip
LATEX = text(
    (r"x = \dfrac12", r"\frac{1}{2}"),
    ("0.5", r"\frac{1}{2}"),
    ("3/4", r"\frac{3}{4}"),
    ("x/y", r"x/y\!"),
    (r"5\text{ cm}", "5"),
    (r"5\text{ cm}\text{ x}", "5"),
    (r"\sqrt", r"\sqrt"),
    (r"\text{yes}", "yes"),
    (r"\text{ 5\frac}", "5\\frac"),
    (r"5\\\%", "5"),
    (r"\left(3\right)", "(3)"),
    ("5 cm", "5"),
    ("5 ft", "5"),
    ("12", "1,2"),
    ("1,000", "1000"),
    (r"y=\sqrt[3]8", r"\sqrt[3]{8}"),
    ("$x$ is", "x"),
    (r"\text{5} ", "5"),
    (r"\picm", r"\pi"),
)
#: How many of `LATEX` each rewriting gets right.
_LATEX = {
    "none": 1, "hendrycks": 7, "hendrycks-lm-eval": 6, "hendrycks-verl": 8, "prm800k": 10,
    "minerva-0.4.13": 10, "minerva-0.4.9.2": 11, "minerva-verl": 10,
}  # fmt: skip

CASES: list[Case] = [
    *[
        math(
            f"{rule}-of-boxes",
            "Boxes and dollar signs.",
            BOXES,
            {"extract": rule, "select": "last", "not_found": "wrong", "latex": "minerva-verl"},
            f"{right} of 11",
            FLAG,
        )
        for rule, right in _BOXES.items()
    ],
    *[
        (minerva if "minerva" in latex else math)(
            f"latex-{latex.replace('.', '-')}", "LaTeX.", LATEX, {"latex": latex}, f"{right} of 19", REWRITTEN
        )
        for latex, right in _LATEX.items()
    ],
    math(
        "latex-hendrycks-lighteval",
        "Several units are deleted.",
        text((r"5\text{ cm}\text{ x}", "5"), (r"\dfrac12", "0.5"), (r"5 \text{ cm}", "5"), ("x/y", "y")),
        {"latex": "hendrycks-lighteval"},
        "3 of 4",
        REWRITTEN,
    ),
    math(
        "latex-hendrycks-lighteval-root",
        "Nothing is under the root.",
        text((r"\sqrt", r"\sqrt")),
        {"latex": "hendrycks-lighteval"},
        "an error",
        REWRITTEN,
    ),
    *[
        math(
            f"not-found-{how.lower()}-{'text' if how == 'INVALID' else 'box'}",
            "No box: what is compared then.",
            text(("no box", "[INVALID]"), ("no box", "none"), (r"\boxed{5}", r"\boxed{5}"), (r"\boxed{5}", "5")),
            {"extract": "last-box", "not_found": how, "gold_answers": gold},
            derivation,
            FLAG,
        )
        for how, gold, derivation in (
            ("INVALID", "given", "2 of 4"),
            ("missing", "extracted", "3 of 4"),
        )
    ],
    math(
        "not-found-whole",
        "No box: all of the text is compared.",
        text(("no box", "no box"), (r"\boxed{5}", "5"), ("Problem: 5", "Problem: 5"), ("no", "")),
        {"extract": "last-box", "not_found": "whole"},
        "3 of 4",
        FLAG,
    ),
    *[
        math(
            f"equal-either-{punctuation}",
            "One text contains the other.",
            text(
                ("The cat.", "a cat"), ("cat", "the cats"), ("a", ""), ("", "cat"), ("", ""), ("in the hat", "the  hat")
            ),
            {"equal": "either", "punctuation": punctuation, "case": "lower"},
            derivation,
            "containment answer-normalization",
        )
        for punctuation, derivation in (("keep", "1 of 6"), ("delete-with-articles", "5 of 6"))
    ],
    *[
        math(
            f"not-found-{how}-{gold}",
            "Gold answers that are texts for a missing answer, or without a box.",
            text(("no", "[invalid]"), ("no", "[INVALID]"), ("no", ""), ("no", "none"), (r"\boxed{5}", "5")),
            {"extract": "last-box", "not_found": how, "gold_answers": gold},
            derivation,
            FLAG,
        )
        for how, gold, derivation in (
            ("wrong", "given", "1 of 5"),
            ("wrong", "extracted", "0 of 5"),
            ("missing", "given", "1 of 5"),
        )
    ],
    *[
        (minerva if "minerva" in latex else math)(
            f"latex-{latex.replace('.', '-')}-apart",
            "Texts on which these rewritings differ.",
            text(("3/4", r"\frac{3}{4}"), ("1,2", "12"), ("$5$ is", "5"), ("$7$ is", "7")),
            {"latex": latex},
            f"{right} of 4",
            REWRITTEN,
        )
        for latex, right in (("prm800k", 1), ("minerva-0.4.13", 2), ("minerva-verl", 3))
    ],
    math(
        "view-last-100",
        "The last 100 characters.",
        text(("5" + "x" * 99, "5"), ("5" + "x" * 100, "5"), ("5", "5")),
        {"view": "last-100", "extract": "opencompass-number"},
        "2 of 3",
        FLAG,
    ),
]
