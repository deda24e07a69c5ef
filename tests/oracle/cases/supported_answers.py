"""Answers with supporting facts: parts, measures, questions without facts or predictions."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "supported-answers"

HOTPOT = ("Yang et al. 2018: https://aclanthology.org/D18-1259/",)
supported = cases_of("supported-answers", kind="exact", refs=HOTPOT)


def facts(text: str) -> list[list[Any]]:
    """Return facts given as 'A0 B2': a title and the number of a sentence."""
    return [[fact[:-1], int(fact[-1])] for fact in text.split()]


def asked(*questions: tuple[str | None, str | None, str, str]) -> dict[str, Any]:
    """Return the input of questions given as (answer, facts, right answer, right facts)."""
    return {
        "supported_answers": [
            {
                "answer": answer,
                "facts": None if said is None else facts(said),
                "gold_answer": gold,
                "gold_facts": facts(right),
            }
            for answer, said, gold, right in questions
        ]
    }


#: Of the answers P 1/2 and R 1, P 1 and R 1/3; of the facts P 1/2 and R 1/3, P 1 and R 1/2. The third is right.
THREE = asked(
    ("old cat", "A0 B1", "the cat", "A0 B0 C2"),
    ("dog", "A0", "big dog there", "A0 B2"),
    ("Yes", "C1", "yes", "C1"),
)
NO_FACTS = asked(("cat", "", "cat", ""), ("cat", "A0", "cat", ""), ("cat", "", "cat", "A0"))
MISSING = asked(("cat", None, "cat", "A0"), (None, "A0", "cat", "A0"), ("old cat", "A0 B1", "cat", "A0"))
NOTHING = asked((None, None, "cat", "A0"))
YES = asked(("yes it is", "A0", "yes", "A0"), ("no", "A0", "no one", "A0"))
CASED = asked(("The Cat", "A0", "cat", "A0"), ("cat", "a0", "cat", "A0"))
EMPTY = asked(("", "A0", "the", "A0"))
ORDER = asked(("b a", "B1 A0 A0", "a b", "A0 B1"))
TITLES = asked(("cat", "Cat0 cat0 Cat1", "cat", "Cat0"))
TWICE = asked(("cat", "A0", "cat", "A0"), ("cat", "A0", "cat", "A0"), ("dog", "A0", "cat", "A0"))
NONE = asked()


def alone(part: str, measure: str = "f1", **knobs: Any) -> dict[str, Any]:
    return {"part": part, "measure": measure, **knobs}


# fmt: off
CASES: list[Case] = [
    supported("joint-f1", "Both precisions and both recalls are multiplied.", THREE, {},
              "(F1(1/4, 1/3) + F1(1, 1/6) + 1)/3 with F1(P, R) = 2 P R/(P + R)"),
    supported("joint-em", "One question is right in both.", THREE, {"measure": "em"}, "1/3", "supporting-facts"),
    supported("joint-precision", "The products of the precisions.", THREE, {"measure": "precision"}, "(1/4 + 1 + 1)/3",
              "supporting-facts"),
    supported("joint-recall", "The products of the recalls.", THREE, {"measure": "recall"}, "(1/3 + 1/6 + 1)/3",
              "supporting-facts"),
    supported("answer-f1", "The answers alone.", THREE, alone("answer"), "(2/3 + 1/2 + 1)/3", "supporting-facts"),
    supported("answer-em", "One answer is right.", THREE, alone("answer", "em"), "1/3", "supporting-facts"),
    supported("answer-precision", "Precision of words.", THREE, alone("answer", "precision"), "(1/2 + 1 + 1)/3",
              "supporting-facts"),
    supported("facts-f1", "The facts alone.", THREE, alone("facts"), "(2/5 + 2/3 + 1)/3", "supporting-facts"),
    supported("facts-em", "The facts of one question are right.", THREE, alone("facts", "em"), "1/3", "supporting-facts"),
    supported("facts-recall", "Recall of facts.", THREE, alone("facts", "recall"), "(1/3 + 1/2 + 1)/3", "supporting-facts"),
    supported("mean-exact", "The mean, added up exactly.", THREE, {"mean_summation": "exact"},
              "(F1(1/4, 1/3) + F1(1, 1/6) + 1)/3", "averaging"),
    supported("mean-left-to-right", "The mean, added from left to right.", THREE, {"mean_summation": "left-to-right"},
              "(F1(1/4, 1/3) + F1(1, 1/6) + 1)/3", "averaging"),
    supported("no-facts-f1", "No facts to find: precision and recall are 0.", NO_FACTS, alone("facts"), "0", "no-facts"),
    supported("no-facts-em", "But they are all found.", NO_FACTS, alone("facts", "em"), "1/3", "no-facts"),
    supported("no-facts-joint", "The joint score is 0 although all is right.", NO_FACTS, {}, "0", "no-facts"),
    supported("no-facts-1", "They count as found.", NO_FACTS, {"no_facts": "1"}, "1/3", "no-facts"),
    supported("no-facts-1-recall", "Without one side only, they are 0.", NO_FACTS, alone("facts", "recall", no_facts="1"),
              "1/3", "no-facts"),
    supported("missing", "Two questions lack a prediction that the score needs.", MISSING, {},
              "F1(1/4, 1)/3", "missing-prediction"),
    supported("missing-left-out", "They are left out.", MISSING, {"missing": "leave-out"}, "F1(1/4, 1)",
              "missing-prediction"),
    supported("missing-answer", "The answer of one.", MISSING, alone("answer"), "(1 + 0 + 2/3)/3", "missing-prediction"),
    supported("missing-answer-left-out", "It alone is left out.", MISSING, alone("answer", missing="leave-out"),
              "(1 + 2/3)/2", "missing-prediction"),
    supported("missing-facts-left-out", "The facts of another.", MISSING, alone("facts", "em", missing="leave-out"), "1/2",
              "missing-prediction"),
    supported("all-missing", "Nothing is predicted.", NOTHING, {}, "0", "missing-prediction"),
    supported("all-missing-left-out", "No question is left.", NOTHING, {"missing": "leave-out"}, "an error",
              "missing-prediction"),
    supported("yes-whole", "Yes and no are right or wrong as a whole.", YES, {}, "0", "yes-or-no"),
    supported("yes-words", "Or words of longer answers.", YES, {"yes_no": "words"}, "(1/2 + 2/3)/2", "yes-or-no"),
    supported("case", "Answers are normalized, titles are not.", CASED, {}, "(1 + 0)/2", "answer-normalization"),
    supported("case-kept", "Answers as they are.", CASED, {"normalization": "none", "part": "answer"}, "(0 + 1)/2",
              "answer-normalization"),
    supported("case-kept-em", "Nor do they match exactly.", CASED, alone("answer", "em", normalization="none"), "1/2",
              "answer-normalization"),
    supported("empty-answer", "Two answers without words share none.", EMPTY, {}, "0", "empty"),
    supported("empty-answer-em", "But they are the same.", EMPTY, {"measure": "em"}, "1", "empty"),
    supported("order", "The order of words and facts does not count, nor a fact twice.", ORDER, {}, "1", "supporting-facts"),
    supported("order-em", "Of words it counts for the exact match.", ORDER, {"measure": "em"}, "0", "supporting-facts"),
    supported("titles", "A fact is a title in its case and a number.", TITLES, {}, "F1(1/3, 1)", "supporting-facts"),
    supported("repeated", "A question that occurs twice counts twice.", TWICE, {}, "2/3", "repetition"),
    supported("no-questions", "No questions.", NONE, {}, "an error", "empty"),
]
