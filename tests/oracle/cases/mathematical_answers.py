"""Answers to mathematical questions as OpenCompass's evaluator and minerva_math of lm-evaluation-harness compare them."""

from __future__ import annotations

from tests.oracle.cases import Case, cases_of, text

TOPIC = "mathematical-answers"

MINERVA = ("Lewkowycz et al. 2022: https://arxiv.org/abs/2206.14858",)
OPENCOMPASS = ("OpenCompass: https://github.com/open-compass/opencompass",)
minerva = cases_of("answer-match", kind="exact", refs=MINERVA)
opencompass = cases_of("answer-match", kind="exact", refs=OPENCOMPASS)
FLAG = "answer-extraction"
REWRITTEN = "answer-normalization"

SENTENCES = text(
    ("So 9. The final answer is $18$.", "18"),
    ("The answer is 3. No.", "3"),
    ("I think. The answer is 18.", "18"),
    ("It is 3.5", "Itis3"),
    (r"\boxed{{5}}", "5"),
    (r"\boxed{5} and \boxed{6}", "6"),
    (r"Final Answer: 5. \boxed{}", "5"),
    ("Final Answer: The final answer is $5$. I hope it is correct.", "5"),
    ("Final Answer: The final answer is 6. I hope it is correct. 7", "6"),
    ("Final Answer: The final answer is 6.", "6"),
    ("Final Answer: The final answer is\n7. I hope it is correct.", "7"),
    ("no", "no"),
    ("no", "[invalidanswer]"),
)
FORMS = text(
    (r"\dfrac12", r"\frac{1}{2}"),
    ("0.5", r"\frac{1}{2}"),
    ("3/4", r"\frac{3}{4}"),
    ("x/y", r"x/y\!"),
    (r"\frac", r"\frac\!"),
    (r"\sqrt", r"\sqrt\!"),
    (r"\sqrt12", r"\sqrt{12}"),
    (r"\sqrt12", r"\sqrt{1}2"),
    ("5.00", "5"),
    ("5.00x", "5x"),
    ("15.0 ", "15"),
    (r"5\text{ cm}", "5"),
    (r"5\text{ cm}\text{ x}", "5"),
    (r"5\text{cm}", "5"),
    (r"\text{5}", "5"),
    (r"\text{(5)}", "5"),
    (r"\text{(5)}", "(5)"),
    (r"5\mbox{ cm}", "5"),
    (r"5\mbox{ cm", "5"),
    ("5.", "5"),
    ("50%", "50"),
    (r"50\%", "50"),
    ("$5$ is", "5"),
    (r"2\cdot 3", "23"),
    ("inf", r"\infty"),
    ("infinity", r"\infty"),
    (r"+\inity", r"\infty"),
    ("2j", "2i"),
    ("ij", "ii"),
    ("1 and 2", "12"),
    (r"x \in (1,2)", "(1,2)"),
    (r"x\le 5", "x<5"),
    ("thefinalansweris5", "5"),
    ("the answer is: 5", "5"),
    ("theanswe is5", "5"),
    (r"so \boxed{5} or boxed{6}", "6"),
    ("1,000", "1000"),
    ("1,2", "12"),
    ("rac12", r"\frac12"),
    ("k = 5", "5"),
    ("kkk = 5", "5"),
    ("\\mathbf{5}", "{5}"),
    (".5", "0.5"),
    ("5\\ 0", "50"),
    ("5\n", "5"),
    (r"\\5", r"\5"),
    (r"\left(5\right)", "(5)"),
    ("5 square feet", "5"),
    ("5", "6"),
    (r"\tfrac1{72}", r"\frac{1}{72}"),
    ("90^\\circ", "90"),
    ("\\$5", "5"),
    ("", ""),
)
VALUES = text(
    (r"\frac12", "0.5"),
    ("2/4", r"\frac{1}{2}"),
    (r"\sqrt{8}", r"2\sqrt{2}"),
    (r"\sqrt{\frac{1}{2}}", r"\frac{\sqrt{2}}{2}"),
    ("0.3", "3/10"),
    ("0.333", r"\frac{1}{3}"),
    ("xy", "yx"),
    ("yes", "no"),
    ("x+1", "1+x"),
    ("2(x+1)", "2x+2"),
    ("x-x", "0"),
    ("x^{2}x", "x^3"),
    ("x^{-1}", r"\frac{1}{x}"),
    ("(1,2)", "(1,2)"),
    ("(1,2)", "(1,3)"),
    ("[2,5)", "[2,5)"),
    ("5$", "5"),
    ("5.", "5."),
    ("", ""),
    ("", "5"),
    ("007", "007"),
    ("1,000", "1000"),
    ("5 6", "56"),
    (r"\infty", r"\infty"),
    (r"\infty", "5"),
    ("-(-3)", "3"),
    ("--3", "+3"),
    ("-2^2", "-4"),
    ("2^{10}", "1024"),
    ("1/2x", r"\frac{1}{2x}"),
    (r"3\cdot4", "12"),
    (r"3\times4", "3*4"),
    (r"12\div4", "12:4"),
    (r"\pi", "3.14"),
    (r"2\pi", r"\pi2"),
    (r"\left(3\right)", "[3]"),
    ("0.5x", "x"),
    ("0.5x", "0.5y"),
    ("1.50", "1.5"),
    ("dx", "xd"),
    ("5", "7"),
)
UNDECIDED = text(
    (r"\sin x", r"\cos x"),
    ("5!", "120"),
    ("|5|", "5"),
    ("x_1", "x_2"),
    ("f(x)", "fx"),
    ("3x2", "6x"),
    ("12.", "12"),
    ("5)", "5"),
    ("5", "5"),
    ("5", "7"),
    ("0.1+0.2", "0.3"),
    ("a=b", "b"),
)


CASES: list[Case] = [
    *[
        (minerva if rule == "minerva-answer" else opencompass)(
            f"{rule}-{not_found}",
            "Sentences with answers.",
            SENTENCES,
            {"extract": rule, "not_found": not_found, "latex": "minerva-0.4.13"},
            f"{right} of 13",
            FLAG,
        )
        for rule, not_found, right in (
            ("minerva-answer", "invalidanswer", 3),
            ("minerva-answer", "wrong", 2),
            ("minerva-answer", "missing", 2),
            ("opencompass-sentence", "wrong", 8),
            ("opencompass-box-or-sentence", "wrong", 11),
        )
    ],
    *[
        opencompass(f"latex-{latex}", "LaTeX.", FORMS, {"latex": latex}, f"{right} of 53", REWRITTEN)
        for latex, right in (("opencompass-v1", 30), ("opencompass-v2", 44))
    ],
    *[
        minerva(
            f"equal-{equal}-{latex}".replace(".", "-"),
            "Values.",
            VALUES,
            {"equal": equal, "latex": latex},
            f"{right} of 41",
            "symbolic-equality",
        )
        for equal, latex, right in (
            ("zero-difference", "none", 24),
            ("text-or-zero-difference", "none", 29),
            ("zero-difference", "minerva-0.4.13", 25),
        )
    ],
    *[
        minerva(
            f"undecided-{undecided}-{equal}",
            "Expressions whose equality depends on SymPy.",
            UNDECIDED,
            {"equal": equal, "undecided": undecided},
            derivation,
            "symbolic-equality",
        )
        for undecided, equal, derivation in (
            ("nan", "zero-difference", "nan"),
            ("wrong", "zero-difference", "1 of 12"),
            ("right", "text-or-zero-difference", "11 of 12"),
        )
    ],
]
