"""Outputs of language models: where the answer is sought, what counts as one, and how it is normalized and compared."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of, text

TOPIC = "model-outputs"

GSM8K = ("Cobbe et al. 2021: https://arxiv.org/abs/2110.14168",)
LM_EVAL = ("lm-evaluation-harness, gsm8k.yaml: https://github.com/EleutherAI/lm-evaluation-harness",)
HELM = ("Liang et al. 2023: https://arxiv.org/abs/2211.09110",)
GPQA = ("Rein et al. 2024: https://arxiv.org/abs/2311.12022",)
out = cases_of("answer-match", kind="exact", refs=GSM8K)
lm = cases_of("answer-match", kind="exact", refs=LM_EVAL)
helm = cases_of("answer-match", kind="exact", refs=HELM)
letter = cases_of("answer-match", kind="exact", refs=GPQA)

HASH = {"extract": "hash"}
FLEXIBLE = {"extract": "lm-eval-number", "select": "last"}
TASK: dict[str, Any] = {"commas": "delete", "dollars": "delete", "marker": "delete", "final_stop": "delete"}
TASK |= {"case": "lower"}
MARKED = text(("#### 18", "18"), ("####18", "18"), ("#### 17 #### 18", "18"), ("#### -3.", "-3."), ("#### x", "x"))
SAID = text(
    ("The answer is 18", "18"),
    ("The answer is 18", "1"),
    ("The answer is 18.\n", "18"),
    ("The answer is 18\n", "18"),
    ("The answer is 7", "7"),
    ("The answer is -7 eggs", "-7"),
)
NUMBERS = text(
    ("5-3", "3"),
    ("5-3", "-3"),
    ("5-3", "5-3"),
    ("$18.", "$18."),
    ("1,2", "1,2"),
    ("1,2", "2"),
    ("18.0", "18.0"),
    ("1.2.3", "3"),
    ("18:30 or 4,", "4,"),
    ("18:30", "18:30"),
    ("\u0663", "\u0663"),
    ("...", "..."),
    (".", "."),
    ("so 7, or, 8.", "8."),
    ("so 7, or, 8.", "8"),
    ("70,000", "70,000"),
    ("70,000", "000"),
    ("a ,", ","),
    ("7 .", "7"),
)
NONE = text(("no number", "[invalid]"), ("no number", ""), ("no number", "no number"), ("no", ""))
SOLUTIONS = text(("#### 18", "9+9=18\n#### 18"), ("18", "9+9=18"), ("#### 1,000", "#### 1000"))
SIGNS = text(("$1,000.", "1000"), ("1,000.\n", "1000\n"), ("70,000", "70000"), ("18", "1,8"), ("$5", "5"))
THOUGHTS = text(
    ("<think>3</think>\n\n18", "18"),
    ("<think>3</think>4<think>5</think>18", "18"),
    ("<think>3</think>4<think>5</think>18", "418"),
    ("a</think>18 ", "18"),
    ("<think>18", ""),
    ("<think>18", "<think>18"),
    (" 18", "18"),
)
VIEWED = text(
    ("18\nQuestion: 3?\n4", "18"),
    ("18" + "x" * 299, "8"),
    ("Answer: 3 Answer: 18 or 4", "4"),
    ("3 or 18 or 4", "4"),
    ("7 Question: 3", "7"),
)
LETTERS = text(
    ("The answer is (B).", "B"),
    ("the answer is B", "B"),
    ("Answer: B", "B"),
    ("answer :\t$b", "b"),
    ("AN\u017fWER:C$", "C"),
    ("[aA]nswer: (D", "D"),
    ("correct answer is option (A)", "A"),
    ("the correct answer is: B", "B"),
    ("The final answer: E!", "E"),
    ("The answer: word", "wor"),
    ("answer is J or answer is C", "C"),
    ("The answer is K", "K"),
    ("The answer is B", ""),
)
CASED = text(
    ("Yes.", "yes"),
    ("Stra\u00dfe", "STRASSE"),
    ("(yes)", "yes"),
    ("\u3000yes!", "yes"),
    ("a-b", "ab"),
    ("c.d", "cd"),
    ("YES", "yes"),
)
ZEROS = text(("18.50", "18.5"), ("18.0", "18"), ("180", "18"), ("18.", "18"), ("0.0", "0"), ("5", "5.0"), (".0", ""))
PARTS = text(
    ("18 eggs", "18"),
    ("so 18", "18"),
    ("so 18 eggs", "18"),
    ("18", "18"),
    ("18", "18 eggs"),
    ("18 or so", "18"),
    ("", ""),
)
VALUES = text(
    ("18.0", "18"), ("1e1", "10"), ("18.0000001", "18"), ("18.5", "18.5"), ("nan", "nan"), ("18", "18.0"), ("x", "x"),
    ("x", "18"), ("18.00001", "18"), ("inf", "inf"), ("\uff11\uff18", "18"), ("1_0", "10"),
)  # fmt: skip
EMPTIES = text(("", ""), (",", ""), ("", "18"), ("x", ""))
SEVERAL = text(("18", "3", "18"), ("3", "3", "18"), ("4", "3", "18"), ("3", "3", "5"), ("7", "7"))
FIRST_LAST = text(("x=3 or y=4", "3"), ("x=3 or y=4", "4"), ("y=4 x=3 x=5", "3"), ("x=3 x=5", "5"), ("z", "z"))

#: For each rule, how many of `NUMBERS` the first and the last number get right.
_NUMBER_RULES = {
    "unsigned-number": (3, 8), "lm-eval-number": (6, 9), "helm-number": (8, 10), "opencompass-number": (3, 8),
    "verl-number": (7, 10), "fasteval-number": (5, 8), "last-word": (12, 12),
}  # fmt: skip
#: For each rule, how many of `REPLIES` it gets right.
_REPLY_RULES = {
    "hash": 0, "the-answer-is": 4, "the-answer-is-and-more": 4, "the-answer-is-digits": 3, "the-final-answer-is": 2,
    "unsigned-number": 2, "lm-eval-number": 7, "helm-number": 4, "opencompass-number": 3, "verl-number": 5,
    "fasteval-number": 3, "last-word": 5,
}  # fmt: skip
#: For each rule, how many of `LETTERS` the first and the last letter get right.
_LETTER_RULES = {
    "answer-is-letter": (2, 3), "answer-colon-letter": (3, 3), "helm-letter": (4, 5), "flan-answer": (2, 2),
    "last-word": (5, 5),
}  # fmt: skip
REPLIES = text(
    ("The answer is 1,8.0, so", "1,8.0,"), ("The answer is 1,8.0, so", "1,8.0"), ("The answer is $5", "$5"),
    ("The final answer is $5.", "$5."), ("The final answer is -7", "-7"), ("The answer is ..", "."),
    ("The answer is 18", "1"), ("The answer is 18", "18"), ("The answer is 7\n", "7"),
    ("The answer is 3. The answer is 4.", "3."),
)  # fmt: skip
FLAG = "answer-extraction"


def _by_rule() -> list[Case]:
    """Return the cases that tell the named rules apart: numbers, words before them, and letters."""
    cases = []
    for at, select in enumerate(("first", "last")):
        for rule, right in _NUMBER_RULES.items():
            knobs = {"extract": rule, "select": select}
            cases.append(
                out(f"{rule}-{select}", f"The {select} of a text.", NUMBERS, knobs, f"{right[at]} of 19", FLAG)
            )
        for rule, right in _LETTER_RULES.items():
            knobs = {"extract": rule, "select": select, "not_found": "wrong"}
            cases.append(
                letter(
                    f"{rule}-{select}-letter", f"The {select} of a text.", LETTERS, knobs, f"{right[at]} of 13", FLAG
                )
            )
    for rule, count in _REPLY_RULES.items():
        cases.append(lm(f"{rule}-reply", "After words.", REPLIES, {"extract": rule}, f"{count} of 10", FLAG))
    return cases


# fmt: off
CASES: list[Case] = [
    out("whole", "The whole output has to equal the answer.", text(("18", "18"), ("It is 18", "18"), ("18 ", "18")), {}, "1 of 3"),
    out("strict", "The number after the first marker, with a full stop.", MARKED, HASH, "2 of 5: 18, none, 17, -3., none",
        FLAG),
    out("strict-last", "The number after the last marker.", MARKED, {**HASH, "select": "last"}, "3 of 5", FLAG),
    out("strict-wrong", "Without a marker an answer is wrong, whatever is right.", text(("x", "[invalid]"), ("#### 1", "1")),
        {**HASH, "not_found": "wrong"}, "1 of 2", FLAG),
    lm("gsm8k-strict", "The task gsm8k, strict-match.", text(("#### $1,000", "9+9=18\n#### 1000"), ("#### 1,000.", "#### 1,000"),
       ("1000", "#### 1000"), ("#### 18.0", "18")), {**HASH, **TASK}, "1 of 4: none, 1000, none, 18.0", FLAG),
    lm("gsm8k-flexible", "The task gsm8k, flexible-extract.", text(("#### $1,000", "9+9=18\n#### 1000"), ("18. ...", "18"),
       ("so 1000.", "#### 1000"), ("#### 18.0", "18")), {**FLEXIBLE, **TASK}, "2 of 4: 1000, .., 1000, 18.0", FLAG),
    lm("gsm8k-cot", "The wildcard at the end of the pattern takes the last digit where no full stop follows.", SAID,
       {"extract": "the-answer-is-and-more", **TASK}, "3 of 6: 1, 1, 18, 1, none, -7", FLAG),
    *_by_rule(),
    *[out(f"none-{how}", "No number: what is compared then.", NONE, {**FLEXIBLE, "not_found": how}, value, FLAG)
      for how, value in (("invalid", "1 of 4"), ("empty", "2 of 4"), ("wrong", "0 of 4"))],
    out("none-quarter", "Each output without a number counts a quarter.", text(("no number", "5"), ("no", ""), ("5", "5"), ("4", "5")),
        {**FLEXIBLE, "not_found": "quarter"}, "(1/4 + 1/4 + 1 + 0) / 4", FLAG),
    *[out(f"gold-{how}", "Gold answers as they are, or extracted from solutions, as grade-school-math does.", SOLUTIONS,
          {**HASH, "gold_answers": how, "commas": "delete"}, value, FLAG)
      for how, value in (("given", "0 of 3"), ("extracted", "3 of 3: 18, two invalid ones, 1000"))],
    *[out(f"{name.replace('_', '-')}-{value}", f"Where {name.replace('_', ' ')} is {value}.", SIGNS, {name: value},
          derivation, "answer-normalization")
      for name, value, derivation in (("commas", "keep", "0 of 5"), ("commas", "delete", "2 of 5: 70000 and 18"),
                                      ("dollars", "delete", "1 of 5: 5"), ("final_stop", "delete", "0 of 5"))],
    out("final-stop", "A full stop at the end, or before a line break at the end, and no other.",
        text(("18.", "18"), ("18.\n", "18\n"), ("18..", "18."), ("1.8", "1.8"), ("18.\n\n", "18\n\n"), (".", "")),
        {"final_stop": "delete"}, "4 of 6: but 18.. and the one with two line breaks", "answer-normalization"),
    out("commas-first", "Commas are deleted before a number is sought.", text(("1,000", "1000"), ("1,2", "12"), ("1,2", "2")),
        {"extract": "opencompass-number", "select": "last", "commas": "delete-first"}, "2 of 3", "answer-normalization"),
    out("commas-of-numbers", "Commas are deleted from the number, which ends at the first.",
        text(("1,000", "1000"), ("1,2", "12"), ("1,2", "2")),
        {"extract": "opencompass-number", "select": "last", "commas": "delete"}, "1 of 3", "answer-normalization"),
    *[out(f"marker-{value}", "A whole solution as the answer and the gold answer.", text(("9+9\n#### 18", "18"), ("#### 3 #### 18", "#### 18")),
          {"marker": value}, derivation, "answer-normalization") for value, derivation in (("keep", "0 of 2"), ("delete", "2 of 2"))],
    *[out(f"normalized-{value}", "Whether gold answers are normalized, too.",
          text(("1,8", "18"), ("18", "1,8"), ("1,8", "1,8"), ("$18", "$18"), ("YES.", "YES."), ("YES.", "yes")),
          {**TASK, "normalized": value, "punctuation": "delete"}, derivation, "answer-normalization")
      for value, derivation in (("both", "6 of 6"), ("output", "2 of 6: the first and the last"))],
    out("normalized-first", "Commas of gold answers, where they go first.", text(("1,8", "18"), ("18", "1,8")),
        {"commas": "delete-first", "normalized": "output"}, "1 of 2", "answer-normalization"),
    *[out(f"zeros-{value}", "Zeros after a decimal point, of the output alone.", ZEROS, {"trailing_zeros": value}, derivation,
          "answer-normalization numbers") for value, derivation in (("keep", "0 of 7"), ("delete", "5 of 7"))],
    *[out(f"case-{case}-{punctuation}", f"Case {case}, punctuation {punctuation}.", CASED, {"case": case, "punctuation": punctuation},
          f"{right} of 7", "case answer-normalization")
      for case, counts in (("keep", (0, 3, 2)), ("lower", (1, 5, 4)), ("fold", (2, 6, 5)))
      for punctuation, right in zip(("keep", "delete", "trim"), counts, strict=True)],
    *[lm(f"strings-{how}", "NULs at the end, also where a comma went, and a letter that lowercasing makes longer.",
         text(("18\0", "18"), ("18\0,", "18"), ("\u0130", "i"), ("\u0130\0", "i\u0307"), ("18", "18\0\0")),
         {"strings": how, "commas": "delete", "case": "lower"}, derivation, "numpy-texts")
      for how, derivation in (("python", "0 of 5"), ("numpy", "5 of 5"))],
    *[out(f"reasoning-{how}", "What is done with thoughts.", THOUGHTS, {"reasoning": how}, derivation, FLAG)
      for how, derivation in (("keep", "1 of 7"), ("cut-greedily", "3 of 7"), ("cut-pairs", "5 of 7"))],
    *[out(f"view-{view}", "The part that is searched.", VIEWED, {"view": view, "extract": "opencompass-number", "select": "last"},
          f"{right} of 5", FLAG)
      for view, right in (("whole", 2), ("before-question", 4), ("after-answer", 1), ("last-300", 3))],
    *[out(f"{view}-text", "White space at the ends.", text((" 18\n", "18"), ("18 ", "18"), (" 18", " 18")), {"view": view},
          derivation, "white-space") for view, derivation in (("whole", "1 of 3"), ("stripped", "2 of 3"))],
    *[out(f"strip-{value}", "White space at the ends of a normalized answer.",
          text((" 18\n", "18"), (", 18", "18"), ("18", " 18 "), ("x", "x")), {"strip": value == "after", "commas": "delete"},
          derivation, "white-space answer-normalization") for value, derivation in (("never", "1 of 4"), ("after", "4 of 4"))],
    out("stripped-word", "A word before a space at the end.", text(("so 18 ", "18"), ("18", "18")),
        {"view": "stripped", "extract": "last-word"}, "2 of 2", "white-space answer-extraction"),
    *[out(f"equal-{how}", "Parts of texts.", PARTS, {"equal": how}, derivation, "containment")
      for how, derivation in (("text", "2 of 7"), ("prefix", "4 of 7"), ("suffix", "3 of 7"), ("substring", "6 of 7"))],
    out("equal-text-of-numbers", "Numbers as texts.", VALUES, {}, "4 of 12: 18.5, nan, x and inf", "numbers"),
    *[out(f"equal-{how}-{name}", "Numbers within a tolerance.", VALUES, {"equal": how, "tolerance": tolerance}, f"{right} of 12",
          "numbers")
      for how, counts in (("integer", (9, 4, 10)), ("number", (7, 0, 8)))
      for (name, tolerance), right in zip((("millionth", 1e-6), ("nothing", 0.0), ("tenth", 0.1)), counts, strict=True)],
    *[helm(f"empty-{how}", "Empty answers.", EMPTIES, {"empty_answer": how, "commas": "delete"}, derivation, "empty")
      for how, derivation in (("compare", "2 of 4"), ("wrong", "0 of 4"), ("wrong-output", "1 of 4"))],
    *[helm(f"references-{how}", "Several gold answers.", SEVERAL, {"references": how}, derivation, "references")
      for how, derivation in (("best", "4 of 5"), ("first", "3 of 5"))],
    helm("scale", "In percent.", SEVERAL, {"scale": "100"}, "100 * 4/5", "scale"),
    out("own-pattern", "A pattern of one's own: the first that matches counts, with its first group that is not empty.",
        FIRST_LAST, {"extract": [r"x=(\d)", r"y=(\d)|(z)"]}, "3 of 5: 3, 3, 3, 3, z", "answer-extraction regexes"),
    out("own-pattern-last", "The last match of it.", FIRST_LAST, {"extract": [r"x=(\d)", r"y=(\d)|(z)"], "select": "last"},
        "3 of 5: 3, 3, 5, 5, z", "answer-extraction regexes"),
    out("one-question", "One digit of two is right.", text(("18", "19")), {}, "0 of 1"),
    out("two-by-two", "Two questions with two gold answers each.", text(("4", "3", "4"), ("5", "5", "6")), {}, "2 of 2", "references"),
    out("no-gold", "A question without gold answers.", {"segments": [{"hypothesis": "18", "references": []}]}, {}, "an error",
        "no-references"),
    out("no-questions", "No questions.", text(), {}, "an error", "empty"),
]
