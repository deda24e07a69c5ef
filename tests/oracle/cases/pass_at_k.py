"""Several samples per question: pass@k, pass^k, G-Pass@k, means and votes, and questions with too few samples."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "pass-at-k"

CHEN = ("Chen et al. 2021: https://arxiv.org/abs/2107.03374",)
LIU = ("Liu et al. 2024: https://arxiv.org/abs/2412.13147",)
YAO = ("Yao et al. 2024: https://arxiv.org/abs/2406.12045",)
sampled = cases_of("pass-at-k", kind="exact", refs=CHEN)


def asked(*questions: str) -> dict[str, Any]:
    """Return the input of questions given as their verdicts: '1001' has a right sample, two wrong ones and a right one."""
    return {"verdicts": [[int(verdict) for verdict in samples] for samples in questions]}


#: 2 of 5, 0 of 5 and 4 of 5 samples are right.
THREE = asked("01010", "00000", "11101")
TEN = asked("1000000000", "1110000000", "1111111110")
UNEQUAL = asked("01", "0011", "100")
LATER = asked("0001", "1100", "0110")
HALF = asked("0101", "1010", "0011", "1101")
SHORT = asked("10", "1", "0001")
FEW = asked("1", "01", "00110")
RIGHT = asked("1111", "1111")
WRONG = asked("000", "000")
ONE = asked("1", "0", "1", "1")
TWICE = asked("110", "110", "100")
MANY = asked("1" * 3 + "0" * 37, "1" * 20 + "0" * 20)
NONE = asked()


def g(threshold: str = "1", **knobs: Any) -> dict[str, Any]:
    return {"measure": "g-pass", "threshold": threshold, **knobs}


# fmt: off
CASES: list[Case] = [
    sampled("1", "The share of right samples.", THREE, {}, "(2/5 + 0 + 4/5)/3"),
    sampled("2", "One minus the chance of two wrong samples.", THREE, {"k": 2}, "(7/10 + 0 + 1)/3: 3 of 10 pairs are wrong",
            "sampled-verdicts"),
    sampled("3", "One of 10 triples has only wrong samples.", THREE, {"k": 3}, "(9/10 + 0 + 1)/3", "sampled-verdicts"),
    sampled("5", "All samples.", THREE, {"k": 5}, "2/3: one of five is right in two questions", "sampled-verdicts"),
    sampled("ten", "Of ten samples, five are drawn.", TEN, {"k": 5}, "(1/2 + 11/12 + 1)/3: 1 - C(9, 5)/C(10, 5), 1 - C(7, 5)/C(10, 5)",
            "sampled-verdicts"),
    sampled("many", "Of forty samples, ten are drawn.", MANY, {"k": 10},
            "(2 - C(37, 10)/C(40, 10) - C(20, 10)/C(40, 10))/2", "sampled-verdicts"),
    sampled("exact", "The fraction, rounded once.", TEN, {"k": 3, "form": "exact"},
            "(3/10 + 17/24 + 1)/3", "sampled-verdicts"),
    sampled("unequal", "The numbers of samples differ.", UNEQUAL, {"k": 2}, "(1 + 5/6 + 2/3)/3", "sampled-verdicts"),
    sampled("unequal-1", "A question counts as one, however many samples it has.", UNEQUAL, {}, "(1/2 + 1/2 + 1/3)/3",
            "sampled-verdicts"),
    sampled("k-above-n", "Two questions have fewer than three samples.", FEW, {"k": 3}, "an error", "too-few-samples"),
    sampled("k-above-n-one", "They score 1.", FEW, {"k": 3, "k_above_n": "one"}, "(1 + 1 + 9/10)/3", "too-few-samples"),
    sampled("k-above-n-one-wrong", "Even though every sample is wrong.", WRONG, {"k": 4, "k_above_n": "one"}, "1",
            "too-few-samples"),
    sampled("k-above-n-zero", "They score 0.", FEW, {"k": 3, "k_above_n": "zero"}, "(0 + 0 + 9/10)/3", "too-few-samples"),
    sampled("k-above-n-nan", "They have no score, nor has the mean.", FEW, {"k": 3, "k_above_n": "nan"}, "nan",
            "too-few-samples"),
    sampled("k-is-n", "As many samples as are drawn.", asked("010", "000"), {"k": 3}, "1/2", "sampled-verdicts"),
    sampled("n", "The first two samples of each question.", LATER, {"n": 2}, "(0 + 1 + 1/2)/3", "sampled-verdicts"),
    sampled("n-3", "The first three.", LATER, {"n": 3, "k": 2}, "(0 + 1 + 1)/3", "sampled-verdicts"),
    sampled("n-all", "There are as many as n.", LATER, {"n": 4}, "(1/4 + 1/2 + 1/2)/3", "sampled-verdicts"),
    sampled("fewer", "A question has fewer than n samples.", SHORT, {"n": 2}, "an error", "too-few-samples"),
    sampled("fewer-wrong", "The missing sample is wrong.", SHORT, {"n": 2, "fewer": "wrong"}, "(1/2 + 1/2 + 0)/3",
            "too-few-samples"),
    sampled("fewer-wrong-4", "The missing samples are wrong.", SHORT, {"n": 4, "fewer": "wrong", "k": 2},
            "(1/2 + 1/2 + 1/2)/3", "too-few-samples"),
    sampled("fewer-use", "The existing samples count.", SHORT, {"n": 3, "fewer": "use"}, "(1/2 + 1 + 0)/3",
            "too-few-samples"),
    sampled("fewer-use-mean", "Also in the mean of the verdicts.", SHORT, {"n": 3, "fewer": "use", "measure": "mean"},
            "(1/2 + 1 + 0)/3", "too-few-samples"),
    sampled("all-of-k", "pass^k: all three drawn samples are right.", TEN, g(k=3), "(0 + 1/120 + 84/120)/3",
            "sampled-verdicts", refs=YAO),
    sampled("g-0", "At least one of them: pass@k.", TEN, g("0", k=3), "(36/120 + 85/120 + 1)/3", "sampled-verdicts",
            refs=LIU),
    sampled("g-quarter", "A quarter of three, rounded up: one.", TEN, g("0.25", k=3), "(36/120 + 85/120 + 1)/3",
            "sampled-verdicts", refs=LIU),
    sampled("g-quarter-5", "A quarter of five, rounded up: two.", TEN, g("0.25", k=5), "(0 + 126/252 + 1)/3",
            "sampled-verdicts", refs=LIU),
    sampled("g-0-5", "At least one of five.", TEN, g("0", k=5), "(126/252 + 231/252 + 1)/3", "sampled-verdicts", refs=LIU),
    sampled("all-of-4", "pass^k: all four.", TEN, g(k=4), "(0 + 0 + 126/210)/3", "sampled-verdicts", refs=YAO),
    sampled("g-half", "Half of three, rounded up: two.", TEN, g("0.5", k=3), "(0 + 22/120 + 1)/3", "sampled-verdicts",
            refs=LIU),
    sampled("g-half-4", "Half of four: two.", TEN, g("0.5", k=4), "(0 + 70/210 + 1)/3", "sampled-verdicts", refs=LIU),
    sampled("g-three-quarters", "Three quarters of four: three.", TEN, g("0.75", k=4), "(0 + 7/210 + 1)/3",
            "sampled-verdicts", refs=LIU),
    sampled("g-k-above-n", "Fewer samples than are drawn.", FEW, g("0.5", k=3), "an error", "too-few-samples", refs=LIU),
    sampled("g-k-above-n-zero", "They score 0, although all are right.", FEW, g("0.5", k=3, k_above_n="zero"),
            "(0 + 0 + 3/10)/3", "too-few-samples", refs=LIU),
    sampled("mg", "Twice the mean over the shares above one half.", TEN, {"measure": "mg-pass", "k": 4},
            "(0 + 7/210 + (1 + 126/210))/2/3: three or four of four are right", "sampled-verdicts", refs=LIU),
    sampled("mg-5", "Above half of five: four or five.", TEN, {"measure": "mg-pass", "k": 5}, "2/5 (0 + 0 + 1 + 126/252)/3",
            "sampled-verdicts", refs=LIU),
    sampled("mg-right", "Not 1, although all are right, if k is odd.", RIGHT, {"measure": "mg-pass", "k": 3}, "2/3",
            "sampled-verdicts", refs=LIU),
    sampled("mg-1", "Of one sample, no number is above one half.", RIGHT, {"measure": "mg-pass"}, "0",
            "sampled-verdicts", refs=LIU),
    sampled("mg-k-above-n", "Fewer samples than are drawn.", FEW, {"measure": "mg-pass", "k": 2, "k_above_n": "zero"},
            "(0 + 0 + 1/10)/3", "too-few-samples", refs=LIU),
    sampled("mean", "The share of right samples, as in pass@1.", THREE, {"measure": "mean"}, "(2/5 + 0 + 4/5)/3",
            "sampled-verdicts"),
    sampled("mean-k", "It does not depend on k.", THREE, {"measure": "mean", "k": 100}, "(2/5 + 0 + 4/5)/3",
            "sampled-verdicts"),
    sampled("mean-n", "avg@3.", LATER, {"measure": "mean", "n": 3}, "(0 + 2/3 + 2/3)/3", "sampled-verdicts"),
    sampled("at-least", "At least two samples are right.", UNEQUAL, {"measure": "at-least", "k": 2}, "1/3", "sampled-verdicts"),
    sampled("at-least-1", "At least one: the best sample.", THREE, {"measure": "at-least"}, "2/3", "sampled-verdicts"),
    sampled("at-least-all", "More than there are.", RIGHT, {"measure": "at-least", "k": 5}, "0", "sampled-verdicts"),
    sampled("mode", "The first verdict wins a tie.", HALF, {"measure": "mode"}, "2/4: 0, 1, 0, 1", "sampled-verdicts"),
    sampled("mode-odd", "The more frequent verdict.", THREE, {"measure": "mode"}, "1/3", "sampled-verdicts"),
    sampled("mode-wrong", "Missing samples vote as well.", SHORT, {"measure": "mode", "n": 3, "fewer": "wrong"}, "0",
            "too-few-samples"),
    sampled("median", "One half on a tie.", HALF, {"measure": "median"}, "(1/2 + 1/2 + 1/2 + 1)/4", "sampled-verdicts"),
    sampled("median-odd", "The middle verdict.", THREE, {"measure": "median"}, "1/3", "sampled-verdicts"),
    sampled("one", "One sample each: accuracy.", ONE, {}, "3/4", "sampled-verdicts"),
    sampled("right", "All are right.", RIGHT, {"k": 4}, "1", "sampled-verdicts"),
    sampled("wrong", "All are wrong.", WRONG, {"k": 3}, "0", "sampled-verdicts"),
    sampled("scale", "In percent.", THREE, {"k": 2, "scale": "100"}, "100 * (7/10 + 0 + 1)/3", "sampled-verdicts"),
    sampled("numpy", "Added pairwise.", TEN, {"k": 2, "mean_summation": "numpy"}, "(1/5 + 8/15 + 1)/3", "averaging"),
    sampled("left-to-right", "Added from left to right.", TEN, {"k": 2, "mean_summation": "left-to-right"},
            "(1/5 + 8/15 + 1)/3", "averaging"),
    sampled("mean-exact", "Added exactly.", TEN, {"k": 2, "mean_summation": "exact"}, "(1/5 + 8/15 + 1)/3", "averaging"),
    sampled("repeated", "A question that occurs twice counts twice.", TWICE, {}, "(2/3 + 2/3 + 1/3)/3", "repetition"),
    sampled("no-questions", "No questions.", NONE, {}, "an error", "empty"),
    sampled("no-questions-nan", "Or no score.", NONE, {"empty_input": "nan"}, "nan", "empty"),
]
