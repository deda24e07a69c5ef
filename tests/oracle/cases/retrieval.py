"""Rankings: measures, cutoffs, ties, unjudged documents, negative grades, queries that are missing."""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "retrieval"

TREC = ("trec_eval 9.0.8: https://github.com/usnistgov/trec_eval",)
retrieval = cases_of("retrieval", kind="exact", refs=TREC)


def pairs(text: str | None) -> list[list[Any]] | None:
    """Return documents with numbers, given as 'a:1 b:0.5'; infinite ones are texts, as in files."""
    if text is None:
        return None
    split = [pair.rsplit(":", 1) for pair in text.split()]
    return [
        [name, value if value.endswith("inf") else float(value) if "." in value else int(value)]
        for name, value in split
    ]


def ranked(*queries: tuple[str | None, str | None], names: str = "q") -> dict[str, Any]:
    """Return the input of queries given as (judgments, results); results without a score fall from rank to rank."""
    made = []
    for number, (qrels, run) in enumerate(queries, 1):
        if run is not None and ":" not in run:
            documents = run.split()
            run = " ".join(f"{name}:{len(documents) - rank}.0" for rank, name in enumerate(documents))
        results = pairs(run)
        scores = None if results is None else [[name, float(s) if isinstance(s, int) else s] for name, s in results]
        made.append({"query": f"{names}{number}", "qrels": pairs(qrels), "run": scores})
    return {"rankings": made}


def by(measure: str, **knobs: Any) -> dict[str, Any]:
    return {"measure": measure, **knobs}


#: Grades 3, 2, 1 at ranks 2, 4 and nowhere; d is judged nonrelevant, x and y are not judged.
MIXED = ranked(("a:3 b:2 c:1 d:0 e:0", "d a x b y"))
#: One query with relevant documents at ranks 1 and 3 of 3, one with a relevant document at rank 2 of 2.
TWO = ranked(("a:1 b:1 c:0 e:1", "a c b"), ("f:2 g:0", "g f"))
THREE = ranked(("a:1 b:0", "a b"), ("c:1 d:0", "d c"), ("e:1 f:0", "g f"))
TIES = ranked(("a:1 b:0 c:0", "a:1.0 b:1.0 c:1.0"))
MIDDLE = ranked(("b:1 a:0 c:0", "a:1.0 b:1.0 c:1.0 d:0.5"))
LAST_OF_TIE = ranked(("a:0 d:1 b:2", "b:2.0 d:1.0 a:1.0 c:1.0"))
GRADED_TIE = ranked(("a:2 b:1 c:0 d:1", "d:3.0 b:1.0 a:1.0 c:1.0"), ("a:1", "b:2.0 a:1.0"))
CLOSE = ranked(("b:1 a:0", "a:1.00000001 b:1.0"))
HUGE = ranked(("b:1 a:0", "a:2.0e39 b:1.0e39"), ("b:1 a:0", "a:1.0e-46 b:0.0"))
SMALLEST = ranked(("b:1 a:0", "a:0.00000000000001 b:0.0 c:-1.5"))
IDS = ranked(("9:1 10:0 100:0", "10:1.0 9:1.0 100:1.0 1:1.0"))
ACCENTS = ranked(("\u00e9:1 z:0", "z:1.0 Z:1.0 \u00e9:1.0"), ("\U0001f600:1 \ufb01:0", "\ufb01:1.0 \U0001f600:1.0"))
INFINITE = ranked(("a:1 b:0 c:1", "b:inf a:0.5 c:-inf"))
NEGATIVE_SCORES = ranked(("a:1 b:0 c:1", "a:-1.0 b:-2.0 c:-3.0"))
NEGATIVE = ranked(("a:-1 b:1 c:0", "a b c"))
BELOW = ranked(("a:1 b:2 c:-2", "c a b"))
POOLED = ranked(("a:1 b:1 c:-1 d:0 e:1", "d c x a b"))
OWN = {"rankings": [{"query": "q1", "qrels": [["a", 1], ["q1", 0]], "run": [["q1", 3.0], ["a", 2.0], ["b", 1.0]]}]}
UNJUDGED = ranked(("a:1 b:0 c:1", "x a y c b"))
NO_RELEVANT = ranked(("a:0 b:0", "a b"), ("c:1", "c"))
NONE_RELEVANT = ranked(("a:0 b:0", "a b"))
MISSING = ranked(("a:1", "a"), ("b:1", None))
UNASKED = ranked(("a:1", "b a"), (None, "c"))
NO_RESULTS = ranked(("a:1", ""), ("b:1", "b"))
NOTHING_FOUND = ranked(("a:1 b:1", "x y"), ("c:1", "x c"))
#: Nine relevant results, and one that is not.
NINE = ranked(("a:1 b:1 c:1 d:1 e:1 f:1 g:1 h:1 i:1", "i h g x f e d c b a"))
ABSENT = ranked(("a:1 b:1", "a x"), ("c:1 d:0", "d"))
SIX = ranked(("a:1 b:1 c:1 d:1 e:1 f:1", "a x b"))
EARLY = ranked(("a:1 b:1 c:1", "a b x y z c"))
GRADES = ranked(("a:4 b:3 c:2 d:1 e:0", "e d c b a"))
HIGH = ranked(("a:5 b:1", "b a"))
PREFERENCE = ranked(("a:1 b:0 c:0 d:1 e:1 f:0", "b a x c d f e"))
IDEAL = ranked(("a:3 b:2 c:1", "a b c"))
SHORT = ranked(("a:1 b:1", "a x"))
REPEATED = ranked(("a:1", "a"), ("a:1", "a"), ("a:1", "b a"))
NONE = ranked()
TEN = ranked(("a:1 b:2 c:1 d:3 e:1 f:2 g:1 h:3 i:1 j:2", "j a c b e d x g f h i"))
MANY = ranked(*[("a:1", "a"), ("a:1", "b a"), ("a:1", "b c a")] * 4, ("a:2 b:1", "b c a"))

LOW = ranked(("a:1 b:1 c:1", "a:0.000000000001 b:0.0 c:-1.0"))
LOW_NEGATIVE = ranked(("a:1 b:-1", "a:1.0 b:-1.0"))
FOUR_TIED = ranked(("a:1 b:0 c:0 d:0", "a:1.0 b:1.0 c:1.0 d:1.0"))
SKIPPED = ranked(*[("a:0", "a"), ("a:1", "a"), ("a:1", "b c a")] * 4, ("a:1", "a"))

TWENTY = ranked(("d09:1 d16:1", " ".join(f"d{k:02}:{1 + k % 2}.0" for k in range(20))))

L2 = "DCG 3/log2(3) + 2/log2(5); ideal 3 + 2/log2(3) + 1/log2(4)"

# fmt: off
CASES: list[Case] = [
    retrieval("ndcg", "Gains of relevant documents, discounted by their ranks.", MIXED, {}, L2),
    retrieval("ndcg-cutoff", "Only the first three results, and the three best documents.", MIXED, {"cutoff": 3},
              "3/log2(3) over 3 + 2/log2(3) + 1/2", "cutoff"),
    retrieval("ndcg-cutoff-ideal", "The ideal ranking is cut, too.", MIXED, {"cutoff": 2}, "3/log2(3) over 3 + 2/log2(3)",
              "cutoff"),
    retrieval("ndcg-product", "Multiplied by the reciprocal of the logarithm.", MIXED, {"discount_form": "product"}, L2,
              "discounts"),
    retrieval("ndcg-log-ratio", "Logarithms to base 2 as quotients of natural ones.", GRADES, {"discount_form": "log-ratio"},
              "sum of g/log2(r + 1) for grades 0 to 4 over that for 4 to 0", "discounts"),
    retrieval("ndcg-numpy", "Ten gains, added pairwise.", TEN, {"gain_summation": "numpy"},
              "sums of g/log2(r + 1) over 11 ranks, and over the sorted grades", "discounts"),
    retrieval("ndcg-exponential", "Gains of 2^g - 1.", GRADES, {"gain": "exponential"},
              "sum of (2^g - 1)/log2(r + 1) for grades 0 to 4 over that for 4 to 0", "gains"),
    retrieval("ndcg-binary", "A gain of 1 for a relevant document.", GRADES, {"gain": "binary"},
              "1/log2(r + 1) at ranks 2 to 5 over ranks 1 to 4", "gains"),
    retrieval("ndcg-binary-level", "Relevant from grade 3 on.", GRADES, {"gain": "binary", "relevance_level": 3},
              "1/log2(5) + 1/log2(6) over 1 + 1/log2(3)", "gains"),
    retrieval("ndcg-level", "Linear gains do not depend on the relevance level.", MIXED, {"relevance_level": 3}, L2, "gains"),
    retrieval("ndcg-retrieved", "The ideal ranking of the retrieved documents.", MIXED, {"collection": "retrieved"},
              "3/log2(3) + 2/log2(5) over 3 + 2/log2(3)", "unlisted-documents"),
    retrieval("ndcg-ties-average", "Each of three tied results gains a third.", TIES, {"ties": "average"},
              "(1 + 1/log2(3) + 1/log2(4))/3", "ties"),
    retrieval("ndcg-ties-average-graded", "Three of four results are tied.", GRADED_TIE, {"ties": "average"},
              "(1 + 1/log2(3) + 1/log2(4) + 1/log2(5)) over 2 + 1/log2(3) + 1/log2(4), and 1/log2(3)", "ties"),
    retrieval("ndcg-ties-own", "Each tied result has its own gain.", GRADED_TIE, {},
              "1 + 1/log2(4) + 2/log2(5) for the order d c b a, over 2 + 1/log2(3) + 1/log2(4), and 1/log2(3)", "ties"),
    retrieval("ties-average-map", "Only nDCG averages ties.", TIES, by("ap", ties="average"), "an error", "ties"),
    retrieval("ndcg-below-level", "Grades below 3 gain nothing.", GRADES, {"relevance_level": 3, "gain_below_level": "zero"},
              "3/log2(5) + 4/log2(6) over 4 + 3/log2(3)", "gains"),
    retrieval("dcg", "Without an ideal ranking.", MIXED, by("dcg"), "3/log2(3) + 2/log2(5)"),
    retrieval("dcg-no-relevant", "Without relevant documents it is 0.", NO_RELEVANT, by("dcg", empty_query="one"), "1/2",
              "empty-query"),
    retrieval("map", "Precision at ranks 1 and 3 of three relevant, and at rank 2.", TWO, by("ap"),
              "((1 + 2/3)/3 + 1/2)/2"),
    retrieval("map-cutoff", "Relevant documents beyond the cutoff are missed.", SIX, by("ap", cutoff=3), "(1 + 2/3)/6",
              "cutoff"),
    retrieval("map-capped", "At most three could be found.", SIX, by("ap", cutoff=3, relevant_total="capped"), "(1 + 2/3)/3",
              "ap-denominator"),
    retrieval("map-found", "Divided by the two that were found.", SIX, by("ap", cutoff=3, relevant_total="found"),
              "(1 + 2/3)/2", "ap-denominator"),
    retrieval("map-retrieved", "Relevant documents that are not in the run are unknown.", ABSENT,
              by("ap", collection="retrieved"), "(1 + 0)/2", "unlisted-documents"),
    retrieval("gm-map", "The geometric mean; a score of 0 counts as 0.00001.", NOTHING_FOUND, by("ap", mean="geometric"),
              "sqrt(0.00001 * 1/2)", "averaging"),
    retrieval("mrr", "Reciprocal ranks 1, 1/2 and 0.", THREE, by("rr"), "(1 + 1/2 + 0)/3"),
    retrieval("mrr-cutoff", "Only the first result counts.", THREE, by("rr", cutoff=1), "1/3", "cutoff"),
    retrieval("precision", "Without a cutoff, of all results.", TWO, by("precision"), "(2/3 + 1/2)/2"),
    retrieval("precision-cutoff", "Missing results are not relevant.", TWO, by("precision", cutoff=5), "(2/5 + 1/5)/2",
              "cutoff"),
    retrieval("precision-capped", "Divided by the number of results.", TWO, by("precision", cutoff=5, precision_total="capped"),
              "(2/3 + 1/2)/2", "cutoff"),
    retrieval("precision-level", "Relevant from grade 2 on.", MIXED, by("precision", relevance_level=2), "2/5"),
    retrieval("recall", "Two of three, and one of one.", TWO, by("recall"), "(2/3 + 1)/2"),
    retrieval("recall-cutoff", "Of the first two results.", TWO, by("recall", cutoff=2), "(1/3 + 1)/2", "cutoff"),
    retrieval("recall-capped", "At most one could be found.", TWO, by("recall", cutoff=1, relevant_total="capped"),
              "(1 + 0)/2", "cutoff"),
    retrieval("f1", "Of precision 2/3 and recall 2/3, and of 1/2 and 1.", TWO, by("f1"), "(2/3 + 2/3)/2"),
    retrieval("success", "One of the first two is relevant.", THREE, by("success", cutoff=2), "2/3", "cutoff"),
    retrieval("r-precision", "Of as many results as there are relevant documents.", TWO, by("r-precision"),
              "(2/3 + 0)/2"),
    retrieval("bpref", "Judged nonrelevant documents above relevant ones.", PREFERENCE, by("bpref"),
              "(2/3 + 1/3 + 0)/3", "incomplete-judgments"),
    retrieval("rr-of-three", "Only the first of three relevant results counts.", PREFERENCE, by("rr"), "1/2", "averaging"),
    retrieval("success-of-three", "One relevant result is enough.", TWO, by("success", cutoff=1), "(1 + 0)/2", "cutoff"),
    retrieval("bpref-two", "The nonrelevant document is above the second relevant one, or the only one.", TWO, by("bpref"),
              "(1/3 + 0)/2", "incomplete-judgments"),
    retrieval("bpref-all", "No nonrelevant document is judged.", IDEAL, by("bpref"), "1", "incomplete-judgments"),
    retrieval("bpref-pool", "Documents with negative grades are not judged.", POOLED, by("bpref"), "0", "incomplete-judgments"),
    retrieval("infap", "Expected precision above each relevant document.", PREFERENCE, by("infap"),
              "(1/2 + (1/2)(1)(e/(1 + 2e)) + 1/5 + (4/5)(3/4)((1 + e)/(3 + 2e)) + 1/7 + (6/7)(5/6)((2 + e)/(5 + 2e)))/3, "
              "e = 0.00001", "incomplete-judgments"),
    retrieval("infap-pool", "A document with a negative grade is in the pool.", POOLED, by("infap"),
              "(1/4 + (3/4)(2/3)(e/(1 + 2e)) + 1/5 + (4/5)(3/4)((1 + e)/(2 + 2e)))/3, e = 0.00001", "incomplete-judgments"),
    retrieval("iprec", "The highest precision at the second relevant result or later.", PREFERENCE,
              by("interpolated-precision"), "max(2/5, 3/7)", "interpolated-precision"),
    retrieval("iprec-zero", "Any precision counts.", PREFERENCE, by("interpolated-precision", recall_level=0.0),
              "max(1/2, 2/5, 3/7)", "interpolated-precision"),
    retrieval("iprec-rounding", "In floating point, 0.7 * 3 + 0.9 is below 3.", EARLY,
              by("interpolated-precision", recall_level=0.7), "2/2: two results have to be found", "interpolated-precision"),
    retrieval("iprec-nearest", "0.4 of three relevant documents are one.", PREFERENCE,
              by("interpolated-precision", recall_level=0.4, recall_rounding="nearest"), "max(1/2, 2/5, 3/7)",
              "interpolated-precision"),
    retrieval("iprec-half", "A half of three documents is two.", PREFERENCE,
              by("interpolated-precision", recall_rounding="nearest"), "max(2/5, 3/7)", "interpolated-precision"),
    retrieval("iprec-no-results", "0 divided by 0.", NO_RESULTS, by("eleven-point"), "nan", "interpolated-precision"),
    retrieval("iprec-no-results-needed", "One of no results has to be relevant.", NO_RESULTS, by("interpolated-precision"),
              "(0 + 1)/2", "interpolated-precision"),
    retrieval("iprec-not-reached", "Two of six relevant documents are found.", SIX,
              by("interpolated-precision", recall_level=1.0), "0", "interpolated-precision"),
    retrieval("iprec-cutoff", "Only the first five results count.", PREFERENCE, by("interpolated-precision", cutoff=5), "2/5",
              "interpolated-precision"),
    retrieval("eleven-point", "The mean over eleven recalls.", PREFERENCE, by("eleven-point"), "(4(1/2) + 7(3/7))/11",
              "interpolated-precision"),
    retrieval("eleven-point-not-reached", "A recall of 0.4 is not reached.", SIX, by("eleven-point"), "(2 + 2(2/3))/11",
              "interpolated-precision"),
    retrieval("err", "A reader who may be satisfied at each rank.", GRADES, by("err"),
              "products of 1 - (2^g - 1)/16 and (2^g - 1)/16/r, for grades 0 to 4", "reader-models"),
    retrieval("err-max-grade", "Grades up to 5.", HIGH, by("err", max_grade=5), "1/32 + (31/32)(31/32)/2", "reader-models"),
    retrieval("err-beyond", "A grade above the highest.", HIGH, by("err"), "an error", "reader-models"),
    retrieval("rbp", "A reader who goes on with probability 0.8.", THREE, by("rbp"), "(0.2 + 0.16 + 0)/3", "reader-models"),
    retrieval("rbp-grades", "Grades as gains: the score may exceed 1.", IDEAL, by("rbp"),
              "0.2(3 + 2*0.8 + 0.64)", "reader-models"),
    retrieval("rbp-half", "With probability 0.5.", GRADES, by("rbp", persistence=0.5, gain="binary"),
              "0.5(0.5 + 0.25 + 0.125 + 0.0625)", "reader-models"),
    retrieval("rbp-share", "Grades divided by the highest.", GRADES, by("rbp", gain="share", persistence=0.9),
              "0.1(0.9/4 + 2*0.81/4 + 3*0.729/4 + 0.6561)", "reader-models"),
    retrieval("rbp-squared", "Powers computed from squares.", TEN, by("rbp", gain="binary", power_form="squared"),
              "0.2 times the sum of 0.8^(r - 1) but at r = 7", "reader-models"),
    retrieval("judged", "Three of five results are judged.", MIXED, by("judged"), "3/5"),
    retrieval("judged-cutoff", "Of ten results only five exist.", MIXED, by("judged", cutoff=10), "3/10", "cutoff"),
    retrieval("judged-capped", "Divided by the number of results.", MIXED, by("judged", cutoff=10, precision_total="capped"),
              "3/5", "cutoff"),
    retrieval("unjudged-share", "Three of four results are not judged.", NOTHING_FOUND, by("unjudged"), "(1 + 1/2)/2", "incomplete-judgments"),
    retrieval("unjudged-share-negative", "A negative grade is none: x and c.", POOLED, by("unjudged"), "2/5",
              "incomplete-judgments"),
    retrieval("unjudged-share-cutoff", "Of ten results only five exist.", MIXED, by("unjudged", cutoff=10), "2/10", "cutoff"),
    retrieval("ties-descending", "The largest id of a tie is first.", TIES, by("rr"), "1/3", "ties"),
    retrieval("ties-ascending", "The smallest id is first.", TIES, by("rr", ties="id-ascending"), "1", "ties"),
    retrieval("ties-given", "In the order of the run.", MIDDLE, by("rr", ties="given"), "1/2", "ties"),
    retrieval("ties-reversed", "In the opposite order.", LAST_OF_TIE, by("rr", ties="reversed", relevance_level=1), "1", "ties"),
    retrieval("ties-reversed-last", "The last of a tie is first.", TIES, by("rr", ties="reversed"), "1/3", "ties"),
    retrieval("ties-reversed-small", "Even if its id is small.", ranked(("a:1 c:0", "c:1.0 a:1.0")),
              by("rr", ties="reversed"), "1", "ties"),
    retrieval("ties-given-first", "The first of a tie is first.", IDS, by("rr", ties="given"), "1/2", "ties"),
    retrieval("ties-numba", "Twenty results in the order of two unstable sorts.", TWENTY, by("ap", ties="numba-twice"),
              "(1 + 2/20)/2: d09 is first and d16 last", "ties"),
    retrieval("ties-twenty", "The same in the order of the run.", TWENTY, by("ap", ties="given"), "(1/5 + 2/19)/2", "ties"),
    retrieval("ids", "Ids are texts, even numbers.", IDS, by("rr"), "1", "ties"),
    retrieval("ids-ascending", "The number 9 is last.", IDS, by("rr", ties="id-ascending"), "1/4", "ties"),
    retrieval("ids-unicode", "Ids are compared by code point.", ACCENTS, by("rr"), "1", "ties"),
    retrieval("float32", "Scores that are equal in 32 bits are tied.", CLOSE, by("ap"), "1", "precision-of-scores"),
    retrieval("float64", "In 64 bits they are not.", CLOSE, by("ap", score_dtype="float64"), "1/2", "precision-of-scores"),
    retrieval("float32-range", "Beyond the range of 32 bits, scores are infinite or 0.", HUGE, by("ap"), "1",
              "precision-of-scores"),
    retrieval("float64-range", "In 64 bits they are not.", HUGE, by("ap", score_dtype="float64"), "1/2",
              "precision-of-scores"),
    retrieval("small-score", "A small score is not 0.", SMALLEST, by("ap"), "1/2", "precision-of-scores"),
    retrieval("infinite-scores", "Infinite scores are ordinary.", INFINITE, by("ap"), "(1/2 + 2/3)/2", "precision-of-scores"),
    retrieval("negative-scores", "Negative scores, too.", NEGATIVE_SCORES, by("ap"), "(1 + 2/3)/2", "precision-of-scores"),
    retrieval("negative-grades", "Negative grades gain nothing.", NEGATIVE, {}, "1/log2(3)", "negative-grades"),
    retrieval("negative-grades-kept", "Or less than nothing.", BELOW, {"negative_grades": "keep"},
              "(-2 + 1/log2(3) + 2/log2(4)) over (2 + 1/log2(3) - 2/log2(4))", "negative-grades"),
    retrieval("negative-grades-raise", "Or they are an error.", NEGATIVE, {"negative_grades": "raise"}, "an error",
              "negative-grades"),
    retrieval("same-id", "A document with the id of the query.", OWN, by("rr"), "1/2", "same-id"),
    retrieval("same-id-dropped", "It is removed from the results.", OWN, by("rr", drop_same_id=True), "1", "same-id"),
    retrieval("unjudged", "Results without a judgment are not relevant.", UNJUDGED, by("ap"), "(1/2 + 2/4)/2",
              "incomplete-judgments"),
    retrieval("unjudged-removed", "Or they are removed.", UNJUDGED, by("ap", unjudged="removed"), "1", "incomplete-judgments"),
    retrieval("negative-removed", "Results with negative grades are removed, too.", POOLED, by("ap", unjudged="removed"),
              "(1/2 + 2/3)/3", "incomplete-judgments"),
    retrieval("no-relevant", "A query without relevant documents scores 0.", NO_RELEVANT, {}, "(0 + 1)/2", "empty-query"),
    retrieval("no-relevant-one", "Or 1.", NO_RELEVANT, {"empty_query": "one"}, "1", "empty-query"),
    retrieval("no-relevant-skip", "Or it is left out.", NO_RELEVANT, by("ap", empty_query="skip"), "1", "empty-query"),
    retrieval("no-relevant-nan", "Or the score is undefined.", NO_RELEVANT, by("ap", empty_query="nan"), "nan", "empty-query"),
    retrieval("no-relevant-raise", "Or an error.", NO_RELEVANT, by("ap", empty_query="raise"), "an error", "empty-query"),
    retrieval("no-relevant-one-of-two", "Or 1, in the mean with 1/2.", ranked(("a:0", "a"), ("c:1", "b c")),
              by("rr", empty_query="one"), "(1 + 1/2)/2", "empty-query"),
    retrieval("none-relevant-skip", "No query is left.", NONE_RELEVANT, {"empty_query": "skip"}, "an error", "empty-query"),
    retrieval("missing-results", "A query that is not in the run is left out.", MISSING, {}, "1", "missing-queries"),
    retrieval("missing-results-zero", "Or scores 0.", MISSING, {"missing_results": "zero"}, "1/2", "missing-queries"),
    retrieval("missing-results-none-relevant", "Without relevant documents, it is left out like others.",
              ranked(("a:1", "b a"), ("b:0", None)), by("rr", missing_results="zero", empty_query="skip"), "1/2",
              "missing-queries"),
    retrieval("missing-results-raise", "Or is an error.", MISSING, {"missing_results": "raise"}, "an error",
              "missing-queries"),
    retrieval("missing-judgments", "A query without judgments is left out.", UNASKED, {}, "1/log2(3)", "missing-queries"),
    retrieval("missing-judgments-raise", "Or is an error.", UNASKED, {"missing_judgments": "raise"}, "an error",
              "missing-queries"),
    retrieval("empty-results", "An empty list of results scores 0.", NO_RESULTS, by("precision"), "(0 + 1)/2",
              "missing-queries"),
    retrieval("unjudged-only", "No result is judged.", NOTHING_FOUND, by("precision", cutoff=2), "(0 + 1/2)/2",
              "incomplete-judgments"),
    retrieval("digits-4", "Four decimal places, as printed.", MIXED, {"digits": "4"}, L2 + ", rounded", "rounded-digits"),
    retrieval("digits-5", "Five decimal places.", MIXED, {"digits": "5"}, L2 + ", rounded", "rounded-digits"),
    retrieval("mean-left-to-right", "Queries added one after the other.", MANY, by("rr", mean_summation="left-to-right"),
              "(4(1 + 1/2 + 1/3) + 1)/13", "averaging"),
    retrieval("mean-numpy", "Queries added pairwise.", MANY, by("rr", mean_summation="numpy"), "(4(1 + 1/2 + 1/3) + 1)/13",
              "averaging"),
    retrieval("mean-exact", "Queries added exactly.", MANY, by("rr", mean_summation="exact"), "(4(1 + 1/2 + 1/3) + 1)/13",
              "averaging"),
    retrieval("short", "Half of the relevant documents are found.", SHORT, {}, "1 over 1 + 1/log2(3)"),
    retrieval("repeated", "A query that occurs twice counts twice.", REPEATED, by("rr"), "(1 + 1 + 1/2)/3", "repetition"),
    retrieval("repeated-id", "Even under the same id.", {"rankings": [*REPEATED["rankings"][:1] * 2, *REPEATED["rankings"][2:]]},
              by("rr"), "(1 + 1 + 1/2)/3", "repetition"),
    retrieval("together", "Every result of a tie has the rank of its last one.", MIDDLE, by("ap", ties="together"), "1/3", "ties"),
    retrieval("together-graded", "Two relevant results in one tie, and one above.", GRADED_TIE, by("ap", ties="together"),
              "((1 + 3/4 + 3/4)/3 + 1/2)/2", "ties"),
    retrieval("together-cutoff", "A tie that goes beyond the cutoff does not count.", GRADED_TIE, by("ap", ties="together", cutoff=2),
              "(1/3 + 1/2)/2", "ties"),
    retrieval("together-found", "Over the relevant results.", GRADED_TIE, by("ap", ties="together", cutoff=2, relevant_total="found"),
              "(1 + 1/2)/2", "ties"),
    retrieval("together-ndcg", "nDCG has other ways to count ties.", TIES, {"ties": "together"}, "an error", "ties"),
    retrieval("together-float32", "A tie in 32 bits.", CLOSE, by("ap", ties="together"), "1/2", "ties"),
    retrieval("together-numpy", "Precisions added pairwise.", NINE, by("ap", ties="together", gain_summation="numpy"), "9 precisions", "averaging"),
    retrieval("coverage", "The last relevant result has rank 4.", MIXED, by("coverage"), "4"),
    retrieval("coverage-tie", "It is in a tie.", GRADED_TIE, by("coverage"), "(4 + 2)/2", "ties"),
    retrieval("coverage-cutoff", "Only the first three results count.", MIXED, by("coverage", cutoff=3), "2"),
    retrieval("coverage-none", "Nothing relevant is found.", NOTHING_FOUND, by("coverage"), "(0 + 2)/2", "incomplete-judgments"),
    retrieval("ranking-loss", "Relevant results at ranks 2 and 4 of 5.", MIXED, by("ranking-loss"), "(1 + 2)/6"),
    retrieval("ranking-loss-tie", "Pairs with the same score are wrong.", GRADED_TIE, by("ranking-loss"), "(2/3 + 1)/2", "ties"),
    retrieval("ranking-loss-cutoff", "Relevant results below the cutoff do not count.", MIXED, by("ranking-loss", cutoff=3), "1/3"),
    retrieval("ranking-loss-all", "All results are relevant.", ranked(("a:1 b:1", "a b")), by("ranking-loss"), "0"),
    retrieval("low-scores", "A result with a score of 0 or less is not relevant.", NEGATIVE_SCORES, by("ap", low_scores="nonrelevant"),
              "0", "low-scores"),
    retrieval("low-scores-zero", "0 and less than 0 are low, a small score is not.", LOW, by("recall", low_scores="nonrelevant"),
              "1/3", "low-scores"),
    retrieval("low-scores-total", "They still count among the relevant documents.", LOW, by("ap", low_scores="nonrelevant"),
              "1/3", "low-scores"),
    retrieval("low-scores-negative", "A negative grade remains.", LOW_NEGATIVE,
              {"low_scores": "nonrelevant", "negative_grades": "keep"}, "(1 - 1/log2(3)) over 1 - 1/log2(3)", "low-scores"),
    retrieval("fall-out", "d and e are nonrelevant, and one of them is among the results.", MIXED, by("fall-out"), "1/2"),
    retrieval("fall-out-retrieved", "Of the nonrelevant results d, x and y.", MIXED, by("fall-out", collection="retrieved", cutoff=3),
              "2/3", "unlisted-documents"),
    retrieval("fall-out-cutoff", "None of three nonrelevant documents is first.", GRADED_TIE, by("fall-out", cutoff=1, relevance_level=2),
              "(1/3 + 0)/2", "cutoff"),
    retrieval("fall-out-empty", "Every judged document of the second query is relevant.", NO_RELEVANT,
              by("fall-out", empty_query="one"), "(1 + 1)/2", "empty-query"),
    retrieval("dcg-natural", "Discounts by natural logarithms.", MIXED, by("dcg", discount_base="e"), "3/ln(3) + 2/ln(5)",
              "discounts"),
    retrieval("ndcg-natural", "nDCG does not depend on the base.", MIXED, {"discount_base": "e"}, L2, "discounts"),
    retrieval("ndcg-natural-product", "Multiplied by the reciprocal of a natural logarithm.", MIXED,
              {"discount_base": "e", "discount_form": "product"}, L2, "discounts"),
    retrieval("dcg-natural-ratio", "The natural logarithm of e is 1.", MIXED,
              by("dcg", discount_base="e", discount_form="log-ratio"), "3/ln(3) + 2/ln(5)", "discounts"),
    retrieval("ndcg-ideal-product", "Multiplied by the reciprocal of the ideal gain.", MIXED, {"ideal_form": "product"}, L2,
              "discounts"),
    retrieval("ndcg-ideal-each", "Each gain multiplied by the reciprocal of the ideal gain.", MIXED, {"ideal_form": "each"}, L2,
              "discounts"),
    retrieval("ndcg-ideal-each-single", "Likewise in 32 bits.", GRADES, {"ideal_form": "each", "dtype": "float32"},
              "sum of g/log2(r + 1) for grades 0 to 4 over that for 4 to 0", "single-precision"),
    retrieval("ndcg-kahan", "Ten gains, with compensation.", TEN, {"gain_summation": "kahan"},
              "sums of g/log2(r + 1) over 11 ranks, and over the sorted grades", "discounts"),
    retrieval("map-kahan", "Ten precisions, with compensation.", TEN, by("ap", gain_summation="kahan"),
              "6 precisions of 1 and 4 of k/(k + 1) for k from 7 to 10", "averaging"),
    retrieval("ndcg-single", "In 32 bits.", TEN, {"dtype": "float32"},
              "as in 64 bits, rounded to 32 bits after every operation", "single-precision"),
    retrieval("ndcg-single-torch", "Eleven gains in PyTorch's order.", TEN,
              {"dtype": "float32", "discount_form": "product", "gain_summation": "torch", "mean_summation": "torch"},
              "the ninth to the eleventh gain, and then the others", "single-precision"),
    retrieval("ndcg-single-padded", "Zeros for the gains beyond the cutoff.", TEN,
              {"dtype": "float32", "discount_form": "product", "gain_summation": "torch-padded", "cutoff": 9, "collection": "retrieved"},
              "the ninth gain, and then the others", "single-precision"),
    retrieval("ndcg-single-ratio", "Logarithms to base 2 as quotients of 32-bit ones.", GRADES,
              {"dtype": "float32", "discount_form": "log-ratio", "ideal_form": "product"},
              "sum of g/log2(r + 1) for grades 0 to 4 over that for 4 to 0", "single-precision"),
    retrieval("ndcg-single-ties", "Tied gains are averaged in 32 bits.", GRADED_TIE,
              {"dtype": "float32", "discount_form": "product", "gain_summation": "torch-padded", "ties": "average", "mean_summation": "torch"},
              "(1 + 1/log2(3) + 1/log2(4) + 1/log2(5)) over 2 + 1/log2(3) + 1/log2(4), and 1/log2(3)", "single-precision"),
    retrieval("map-single", "Precisions in 32 bits.", NINE, by("ap", dtype="float32", gain_summation="torch", relevant_total="found"),
              "(2 + 3/4 + 4/5 + 5/6 + 6/7 + 7/8 + 8/9 + 9/10)/9", "single-precision"),
    retrieval("mrr-single", "Reciprocal ranks in 32 bits.", THREE, by("rr", dtype="float32", mean_summation="torch"),
              "(1 + 1/2 + 0)/3", "single-precision"),
    retrieval("precision-single", "A fifth in 32 bits.", TWO, by("precision", cutoff=5, dtype="float32"), "(2/5 + 1/5)/2",
              "single-precision"),
    retrieval("single-mean", "Thirteen queries in PyTorch's order.", MANY, by("rr", dtype="float32", mean_summation="torch"),
              "(4(1 + 1/2 + 1/3) + 1)/13", "single-precision"),
    retrieval("ties-topk", "PyTorch rearranges four tied results.", FOUR_TIED, by("rr", ties="torch-topk"),
              "1/3: c, d, a, b", "ties"),
    retrieval("ties-four-ascending", "The smallest of four ids is first.", FOUR_TIED, by("rr", ties="id-ascending"), "1", "ties"),
    retrieval("ties-topk-cutoff", "The first two of them.", FOUR_TIED, by("rr", ties="torch-topk", cutoff=2), "0", "ties"),
    retrieval("ties-topk-twenty", "Twenty results, ten of them tied.", TWENTY, by("ap", ties="torch-topk"),
              "(1/6 + 2/15)/2: d09 is sixth and d16 last but five", "ties"),
    retrieval("ties-topk-ndcg", "Gains follow the order, too.", GRADED_TIE, {"ties": "torch-topk"},
              "1 + 2/log2(3) + 1/log2(5) for d a c b, over 2 + 1/log2(3) + 1/log2(4); and 1/log2(3)", "ties"),
    retrieval("no-hits-skipped", "Queries without hits are left out.", ABSENT, by("ap", no_hits="skip"), "1/2", "averaging"),
    retrieval("no-hits-none", "No query has a hit.", ranked(("a:1", "x")), by("rr", no_hits="skip", empty_input="nan"), "nan", "averaging"),
    retrieval("no-hits-empty", "A query without relevant documents counts.", NO_RELEVANT, by("rr", no_hits="skip"), "(0 + 1)/2",
              "empty-query"),
    retrieval("unjudged-query-zero", "A query without judgments scores 0.", UNASKED, by("rr", missing_judgments="zero"),
              "(1/2 + 0)/2", "missing-queries"),
    retrieval("skipped-numpy", "Queries that are left out do not take part in NumPy's order.", SKIPPED,
              by("rr", empty_query="skip", mean_summation="numpy"), "(5 + 4/3)/9", "averaging"),
    retrieval("no-queries", "No queries.", NONE, {}, "an error", "empty"),
    retrieval("no-queries-nan", "Or the score is undefined.", NONE, {"empty_input": "nan"}, "nan", "empty"),
    retrieval("no-queries-zero", "Or 0.", NONE, {"empty_input": "zero"}, "0", "empty"),
    retrieval("none-count-nan", "No query of the run is judged.", ranked((None, "a b")), {"empty_input": "nan"}, "nan",
              "missing-queries"),
]
