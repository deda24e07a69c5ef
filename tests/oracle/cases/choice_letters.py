"""Letters of multiple-choice answers, and answers after ``ANSWER:``, as harnesses find them in outputs."""

from __future__ import annotations

from tests.oracle.cases import Case, cases_of, text

TOPIC = "choice-letters"

MMLU = ("Hendrycks et al. 2021: https://arxiv.org/abs/2009.03300",)
INSPECT = ("inspect-ai, the scorers answer and choice: https://inspect.aisi.org.uk/scorers.html",)
choice = cases_of("answer-match", kind="exact", refs=MMLU)
inspect = cases_of("answer-match", kind="exact", refs=INSPECT)
FLAG = "answer-extraction"

PHRASES = text(
    ("The answer is (B).", "B"),
    ("answer is A. The answer is C", "A"),
    ("answer is A. The answer is C", "C"),
    ("Answer: A answer: B\nanswer: C", "B"),
    ("Answer: B is it, not A", "B"),
    ("Answer: B is it, not A", "A"),
    ("so it is B", "B"),
    ("Berlin", "B"),
    ("Antwort: D", "D"),
    ("\u7b54\uff1a\uff22", "B"),
    ("Answer: \u0623", "A"),
    ("The final answer is (c)", "C"),
    ("the choice is B, not D", "B"),
    ("choice is b", "B"),
    ("Final answer is: D. I hope", "D"),
    ("A\nC) is right", "C"),
    ("**B**: yes", "B"),
    ("(B) or (D)", "D"),
    ("x:B", "B"),
    ("answer for it is: C.", "C"),
    ("The answer is E", "E"),
    ("answer is J", "J"),
    ("The answer is not known", "not know"),
    ("\u7b54\u6848\u662f C", "C"),
    ("\u0411 or D", "\u0411"),
    ("the correct answer is so boxed{D}", "D"),
    ("The answer is 1. B", "B"),
    ("b", "b"),
    ("no", "o"),
)
AFTER = text(
    ("ANSWER: B", "B"),
    ("ANSWER: A\nANSWER: B", "B"),
    ("ANSWER: A\nANSWER: B", "A"),
    ("ANSWER: b", "B"),
    ("ANSWER: b", "b"),
    ("ANSWER: yes it is", "yes it is"),
    ("ANSWER: yes.", "yes"),
    ("ANSWER: yes.", "yes."),
    ("ANSWER: yes\nThanks", "yes"),
    ("ANSWER: A, B", "A, B"),
    ("ANSWER: BA", "A, B"),
    ("ANSWER: A and B", "A, B"),
    ("ANSWER: A AND B", "A, B"),
    ("ANSWER: **B**", "B"),
    ("ANSWER: (B)", "B"),
    ("ANSWER: $B$", "B"),
    ("so ANSWER: B, yes", "B"),
    ("ANSWER: A, E", "A, E"),
    ("ANSWER: J", "J"),
    ("ANSWER: E", "E"),
    ("ANSWER: yes ", "yes"),
    ("ANSWER: yes ", "yes "),
    ("ANSWER:", ""),
    ("B", "B"),
)
#: For each rule, how many of `PHRASES` the first and the last candidate get right.
_PHRASES: dict[str, tuple[int, int]] = {
    "mmlu-pro-letter": (16, 16),
    "simple-evals-letter": (4, 4),
    "fasteval-letter": (13, 13),
    "qwen-letter": (19, 19),
    "choice-is-letter": (6, 6),
    "the-final-answer-is-letter": (1, 1),
    "capital": (13, 17),
    "letter": (14, 16),
    "answer-colon-choice": (1, 1),
    "lighteval-letter": (15, 15),
    "lighteval-anchored-letter": (7, 7),
    "math-verify-letter": (10, 9),
    "opencompass-option": (14, 14),
    "inspect-letter": (1, 1),
    "inspect-0.3.180-letter": (1, 1),
    "inspect-word": (0, 0),
    "inspect-0.3.180-word": (1, 1),
    "inspect-line": (0, 0),
    "inspect-choice": (0, 0),
    "inspect-choices": (0, 0),
    "inspect-0.3.180-choice": (0, 0),
    "inspect-0.3.180-choices": (0, 0),
    "the-answer-is-text": (1, 1),
}
#: For each rule, how many of `AFTER` the first and the last candidate get right.
_AFTER: dict[str, tuple[int, int]] = {
    "letter": (2, 7),
    "answer-colon-choice": (4, 4),
    "inspect-letter": (6, 6),
    "inspect-0.3.180-letter": (6, 6),
    "inspect-word": (8, 8),
    "inspect-0.3.180-word": (6, 6),
    "inspect-line": (10, 10),
    "inspect-choice": (6, 6),
    "inspect-choices": (10, 10),
    "inspect-0.3.180-choice": (2, 2),
    "inspect-0.3.180-choices": (5, 5),
}
#: For each rule of letters, how many of `AFTER` the last candidate gets right, by the letters of the choices.
_LETTERS: dict[str, tuple[int, int, int]] = {
    "letter": (7, 8, 9),
    "answer-colon-choice": (4, 5, 6),
    "lighteval-letter": (7, 8, 9),
    "lighteval-anchored-letter": (6, 7, 8),
    "math-verify-letter": (5, 6, 7),
    "opencompass-option": (4, 5, 6),
    "inspect-choice": (6, 7, 8),
    "inspect-choices": (10, 12, 13),
    "inspect-0.3.180-choice": (2, 3, 4),
    "inspect-0.3.180-choices": (5, 7, 8),
}


def _by_rule() -> list[Case]:
    """Return the cases that tell the rules apart."""
    cases = []
    for make, data, counts, of in ((choice, PHRASES, _PHRASES, "of 29"), (inspect, AFTER, _AFTER, "of 24")):
        for rule, right in counts.items():
            for select, count in zip(("first", "last"), right, strict=True):
                knobs = {"extract": rule, "select": select, "not_found": "wrong"}
                name = f"{rule.replace('.', '-')}-{select}-{'after' if of == 'of 24' else 'phrase'}"
                cases.append(make(name, f"The {select} of an output.", data, knobs, f"{count} {of}", FLAG))
    return cases


BOXED = text(
    (r"\boxed{1} or \boxed{\frac{1}{2}}.", r"\frac{1}{2}"),
    (r"\boxed{1} or \boxed 5", "1"),
    (r"\boxed{x", "x"),
    (r"\boxed{ 5 }", " 5 "),
    (r"\boxed{}", ""),
    (r"\fbox{5}", "5"),
    ("Answer: 5 \nor answer : 6", "5 "),
    ("Answer: 5 \nor answer : 6", "6"),
    ("so )(1+2)*3% = ", "(1+2)*3%"),
    ("x+1) or 7.)", "7.)"),
    ("x+1) or 7.)", "+1)"),
)
_BOXED = {"last-box": (3, 3), "answer-colon-line": (1, 1), "cleva-number": (4, 4)}

CASES: list[Case] = [
    *[
        choice(
            f"{rule}-{select}-boxed",
            f"The {select} of an output.",
            BOXED,
            {"extract": rule, "select": select, "not_found": "wrong"},
            f"{count} of 11",
            FLAG,
        )
        for rule, counts in _BOXED.items()
        for select, count in zip(("first", "last"), counts, strict=True)
    ],
    *_by_rule(),
    *[
        choice(
            f"letters-{letters.lower()}-{rule.replace('.', '-')}",
            f"Letters {letters} of the choices.",
            AFTER,
            {"extract": rule, "letters": letters, "not_found": "wrong", "select": "last"},
            f"{right} of 24",
            FLAG,
        )
        for rule, counts in _LETTERS.items()
        for letters, right in zip(("A-D", "A-E", "A-J"), counts, strict=True)
    ],
    *[
        choice(
            f"markup-{markup}",
            "Markup around an answer.",
            text(
                ("**B**", "B"),
                ("$\\text{B}$", "B"),
                ("\\boxed{B", "B"),
                ("$B$", "B"),
                ("{\\text{B}", "B}"),
                ("x**y", "xy"),
            ),
            {"markup": markup},
            f"{right} of 6",
            FLAG,
        )
        for markup, right in (("keep", 0), ("delete-bold", 2), ("delete-latex", 6))
    ],
    *[
        choice(
            f"view-{view}-of-lines",
            "The part that is searched.",
            text(
                (" B \nso", "B"),
                ("B\nProblem: C", "B"),
                ("B\nProblem: C", "B\n"),
                (" B ", " B "),
                ("B \nA", "B \nA"),
                ("B\nProblem:", "B"),
                ("x\nB Problem:", "x\nB "),
            ),
            {"view": view},
            f"{right} of 7",
            FLAG,
        )
        for view, right in (("whole", 2), ("stripped", 1), ("last-300", 2), ("first-line", 3), ("before-problem", 4))
    ],
]
