"""Cases of p-values without resampling: Wilcoxon's, McNemar's, sign and t-tests, and differences between releases."""

from typing import Any

from tests.oracle.cases import Data, cases_of

TOPIC = "paired-tests"
SCIPY = ("https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.wilcoxon.html",)
TIES = ("https://github.com/scipy/scipy/issues/19872",)
STATSMODELS = ("https://www.statsmodels.org/stable/generated/statsmodels.stats.contingency_tables.mcnemar.html",)
UNPAIRED = ("https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.ttest_ind.html",)
WELCH = ("Welch 1947, The Generalization of Student's Problem, Biometrika 34",)
TTEST = ("https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.ttest_rel.html",)
DARWIN = ("Darwin 1876, The Effects of Cross and Self Fertilisation; Fisher 1935, The Design of Experiments",)
STUDENT = ("Student 1908, The Probable Error of a Mean, Biometrika 6",)

case = cases_of("p-value")


def against_zero(*differences: Any) -> Data:
    """Return the input of a system with these numbers and a system with zeros."""
    return {
        "statistic": "mean",
        "settings": {},
        "systems": [{"scores": list(differences)}, {"scores": [0] * len(differences)}],
    }


def answers(both: int, first: int, second: int, neither: int) -> Data:
    """Return right (1) and wrong (0) answers, given the numbers that both, only the first, only the second, or no system has right."""
    return {
        "statistic": "mean",
        "settings": {},
        "systems": [
            {"scores": [1] * (both + first) + [0] * (second + neither)},
            {"scores": [1] * both + [0] * first + [1] * second + [0] * neither},
        ],
    }


def numbers(first: list[Any], second: list[Any]) -> Data:
    """Return the input of the numbers of two systems."""
    return {"statistic": "mean", "settings": {}, "systems": [{"scores": first}, {"scores": second}]}


#: The infinite numbers are equal.
INFINITE = numbers(["inf", 3, 2, 1], ["inf", 1, 3, 4])
BOTH_INFINITE = numbers(["-inf", "inf"], ["-inf", "inf"])
PLANTS = against_zero(49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
SLEEP = {
    "statistic": "mean",
    "settings": {},
    "systems": [
        {"scores": [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]},
        {"scores": [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]},
    ],
}
TIED = against_zero(0, 0, 1, -1, 2, -1, 1, 1)
THIRTY = against_zero(*(k * (-1) ** (k % 3) for k in range(1, 31)))
HALF = against_zero(-1, 1, -2)
NONE = against_zero()
UNDEFINED = against_zero(1, "nan", 2)
EQUAL = against_zero(0, 0, 0)

#: Nothing is drawn: what an implementation that draws gives for the same resamples is one of few.
_FEW = {"resamples": 9}
W = {"test": "wilcoxon", **_FEW}
OLD = {**W, "ties_and_zeros": "unseen", "rank_sum": "truncated", "continuity_form": "rank-sum"}
NORMAL = {**W, "null": "normal"}
SPLIT = {**OLD, "null": "normal", "zeros": "zsplit", "empty_input": "raise-unless-split"}
M, S, T, U, V = ({"test": name, **_FEW} for name in ("mcnemar", "sign", "t", "t-unpaired", "welch"))
CHI = {**M, "null": "normal"}

# fmt: off
CASES = [
    case("wilcoxon", "Darwin's plants: the ranks of the two negative differences add up to 24.", PLANTS, W,
         "676 of 2^15 signs leave at most 24 on one side", "signed-ranks", kind="paper", refs=DARWIN),
    case("wilcoxon-greater", "One-sided.", PLANTS, {**W, "alternative": "greater"}, "676/2^15", "signed-ranks", kind="paper",
         refs=DARWIN),
    case("wilcoxon-less", "The other side.", PLANTS, {**W, "alternative": "less"}, "the signs that leave at most 96", "signed-ranks"),
    case("wilcoxon-normal", "The same from the normal distribution.", PLANTS, NORMAL, "z = 36/sqrt(310)", "signed-ranks"),
    case("wilcoxon-continuity", "Half a rank nearer to the mean.", PLANTS, {**NORMAL, "continuity": True}, "z = 35.5/sqrt(310)",
         "signed-ranks continuity"),
    case("wilcoxon-ties", "Two pairs without a difference, five ties: SciPy has permuted the signs since 1.15.", TIED, W,
         "34/64: ranks 3 3 3 3 3 6, the positive ones add up to 15", "signed-ranks tied-ranks", kind="exact", refs=SCIPY),
    case("wilcoxon-ties-unseen", "Until 1.14 zeros switched to the normal distribution.", TIED, OLD, "z = 4.5/4.5",
         "signed-ranks tied-ranks", refs=SCIPY),
    case("wilcoxon-pratt", "Zeros are ranked, and their ranks left out.", TIED, {**OLD, "zeros": "pratt"}, "z = 6.5/sqrt(47.25)",
         "signed-ranks tied-ranks"),
    case("wilcoxon-zsplit", "Or split.", TIED, {**OLD, "zeros": "zsplit"}, "z = 6.5/sqrt(48.375)", "signed-ranks tied-ranks"),
    case("wilcoxon-pratt-permuted", "Ranked zeros raise the ranks of all others.", TIED, {**W, "zeros": "pratt"},
         "ranks 5 5 5 5 5 8, 23 of 33", "signed-ranks tied-ranks", kind="exact"),
    case("wilcoxon-exact-zeros", "Asked for exact p-values, SciPy now counts untied ranks, and gave normal ones before.", TIED,
         {**W, "null": "exact"}, "2 * 14/64", "signed-ranks tied-ranks", kind="exact", refs=TIES),
    case("wilcoxon-half", "The positive rank is 1.5: rounded up below, 2.", HALF, {**W, "null": "exact"}, "2 * 3/8: 0, 1 and 2",
         "signed-ranks tied-ranks", kind="exact", refs=TIES),
    case("wilcoxon-half-truncated", "Until 1.13 it was 1, as int() has it.", HALF, {**W, "null": "exact", "rank_sum": "truncated"},
         "2 * 2/8", "signed-ranks tied-ranks", kind="exact", refs=TIES),
    case("wilcoxon-thirty", "30 pairs are few enough for the exact distribution.", THIRTY, W, "of the sums of 1..30", "signed-ranks",
         kind="exact"),
    case("wilcoxon-thirty-normal", "Until 1.8 it ended at 25.", THIRTY, {**OLD, "exact_limit": 25}, "the normal distribution",
         "signed-ranks", refs=SCIPY),
    case("wilcoxon-limit", "Five pairs, and up to five the distribution is exact.", against_zero(1, 2, 3, 4, -5),
         {**OLD, "exact_limit": 5}, "of the sums of 1..5", "signed-ranks", kind="exact"),
    case("wilcoxon-above-limit", "Up to four: five have the normal one.", against_zero(1, 2, 3, 4, -5),
         {**OLD, "exact_limit": 4}, "the normal distribution", "signed-ranks"),
    case("wilcoxon-exact-limited", "Asked for the exact distribution, for as many pairs as it has.", against_zero(1, 2, 3, 4, -5),
         {**OLD, "null": "exact-limited", "exact_limit": 5}, "of the sums of 1..5", "signed-ranks", kind="exact"),
    case("wilcoxon-exact-beyond-limit", "For one more pair that is an error.", against_zero(1, 2, 3, 4, -5),
         {**OLD, "null": "exact-limited", "exact_limit": 4}, "an error", "signed-ranks", refs=SCIPY),
    case("wilcoxon-exact-unlimited", "Unless it has no limit.", against_zero(1, 2, 3, 4, -5),
         {**OLD, "null": "exact", "exact_limit": 4}, "of the sums of 1..5", "signed-ranks", kind="exact"),
    case("wilcoxon-exact-limited-zeros", "Zeros switch to the normal distribution, however many pairs there are.", TIED,
         {**OLD, "null": "exact-limited", "exact_limit": 2}, "z = 4.5/4.5", "signed-ranks tied-ranks", refs=SCIPY),
    case("wilcoxon-continuity-form", "The correction moves z, or the rank sum: the last digits may differ.", TIED,
         {**OLD, "continuity": True}, "z = 4/4.5", "signed-ranks continuity"),
    case("wilcoxon-continuity-z", "The same since 1.13.", TIED, {**NORMAL, "continuity": True}, "z = 4/4.5",
         "signed-ranks continuity"),
    case("wilcoxon-equal", "No pair differs: each of the eight ways to give signs is as extreme.", EQUAL, W, "8/8",
         "signed-ranks no-difference", kind="exact", refs=SCIPY),
    case("wilcoxon-equal-unseen", "Until 1.14 that was an error.", EQUAL, OLD, "an error", "signed-ranks no-difference", refs=SCIPY),
    case("wilcoxon-equal-normal", "The normal distribution divides 0 by 0.", EQUAL, NORMAL, "undefined", "signed-ranks no-difference"),
    case("wilcoxon-equal-one", "A single pair cannot be permuted, says SciPy.", against_zero(0), W, "an error",
         "signed-ranks no-difference", refs=SCIPY),
    case("wilcoxon-nan", "A number is nan.", UNDEFINED, W, "undefined", "signed-ranks nan"),
    case("wilcoxon-nan-ranked", "Until 1.8 it took the highest rank, and no side.", UNDEFINED,
         {**OLD, "undefined": "not-extreme"}, "1 + 2 of 1 2 3 is the middle", "signed-ranks nan", kind="exact", refs=SCIPY),
    case("wilcoxon-infinite", "Equal infinite numbers have no difference.", INFINITE, W, "undefined", "signed-ranks nan"),
    case("wilcoxon-infinite-left-out", "SciPy leaves them out, but only if no number is nan.", INFINITE,
         {**W, "undefined": "infinite-left-out"}, "5/8 + 2/8 of 1 2 3", "signed-ranks nan", kind="exact", refs=SCIPY),
    case("wilcoxon-infinite-left-out-nan", "A number that is nan is not left out.", UNDEFINED,
         {**W, "undefined": "infinite-left-out"}, "undefined", "signed-ranks nan"),
    case("wilcoxon-infinite-left-out-all", "Nothing is left.", BOTH_INFINITE, {**W, "undefined": "infinite-left-out"},
         "1/1", "signed-ranks nan", kind="exact", refs=SCIPY),
    case("wilcoxon-infinite-raise", "From 1.10 to 1.12 that was an error.", INFINITE, {**OLD, "undefined": "infinite-raise"},
         "an error", "signed-ranks nan", refs=SCIPY),
    case("wilcoxon-infinite-raise-normal", "Unless the normal distribution was taken.", INFINITE,
         {**OLD, "undefined": "infinite-raise", "null": "normal"}, "undefined", "signed-ranks nan", refs=SCIPY),
    case("wilcoxon-infinite-ranked", "In 1.9 the difference had the highest rank, and no side.", INFINITE,
         {**OLD, "undefined": "infinite-ranked"}, "of 1 2 3 4", "signed-ranks nan", kind="exact", refs=SCIPY),
    case("wilcoxon-infinite-ranked-nan", "A number that is nan made the p-value undefined.", UNDEFINED,
         {**OLD, "undefined": "infinite-ranked"}, "undefined", "signed-ranks nan"),
    case("wilcoxon-empty", "No segments.", NONE, W, "an error", "signed-ranks empty"),
    case("wilcoxon-empty-computed", "SciPy's nan for no numbers.", NONE, {**W, "empty_input": "computed"}, "undefined",
         "signed-ranks empty", refs=SCIPY),
    case("wilcoxon-empty-split", "Until 1.8 that was 0/0 if zeros were split.", NONE, SPLIT, "undefined", "signed-ranks empty", refs=SCIPY),
    case("wilcoxon-empty-split-corrected", "Two-sided, it was with a correction, too.", NONE, {**SPLIT, "continuity": True},
         "undefined", "signed-ranks empty continuity"),
    case("wilcoxon-empty-split-one-side", "A correction of one side was divided by zero.", NONE,
         {**SPLIT, "continuity": True, "alternative": "greater"}, "z is minus infinity: 1", "signed-ranks empty continuity"),
    case("wilcoxon-empty-split-less", "Without a correction it was 0/0.", NONE, {**SPLIT, "alternative": "less"}, "undefined",
         "signed-ranks empty"),
    case("wilcoxon-empty-split-auto", "No other null distribution was defined.", NONE, {**SPLIT, "null": "auto"}, "an error",
         "signed-ranks empty"),
    case("wilcoxon-empty-split-pratt", "No other rule for zeros, either.", NONE, {**SPLIT, "zeros": "pratt"}, "an error",
         "signed-ranks empty"),
    case("wilcoxon-empty-split-raise", "Nothing is divided where that is an error.", NONE, {**SPLIT, "empty_input": "raise"},
         "an error", "signed-ranks empty"),
    case("t-empty-split", "Nor another test.", NONE, {**SPLIT, "test": "t"}, "an error", "empty"),
    case("mcnemar", "Five answers that only the first system has right, three of the second's.", answers(10, 5, 3, 12), M,
         "2 (1 + 8 + 28 + 56)/256", "discordant", kind="exact", refs=STATSMODELS),
    case("mcnemar-chi-squared", "The same from chi-squared.", answers(10, 5, 3, 12), CHI, "4/8: erfc(1/2)", "discordant"),
    case("mcnemar-corrected", "And corrected for continuity.", answers(10, 5, 3, 12), {**CHI, "continuity": True},
         "1/8: erfc(1/4)", "discordant continuity", refs=STATSMODELS),
    case("mcnemar-balanced", "One each: no difference.", answers(1, 1, 1, 1), CHI, "0/2", "discordant", kind="exact"),
    case("mcnemar-balanced-corrected", "Corrected, it becomes one: (0 - 1)^2/2.", answers(1, 1, 1, 1), {**CHI, "continuity": True},
         "1/2: erfc(1/2)", "discordant continuity", refs=STATSMODELS),
    case("mcnemar-equal", "No discordant pair.", answers(2, 0, 0, 3), M, "2 * 1, at most 1", "discordant no-difference", kind="exact"),
    case("mcnemar-equal-chi-squared", "0/0.", answers(2, 0, 0, 3), CHI, "undefined", "discordant no-difference"),
    case("mcnemar-equal-raise", "Python's division says so.", answers(2, 0, 0, 3), {**CHI, "zero_division": "raise"}, "an error",
         "discordant no-difference"),
    case("mcnemar-equal-corrected", "Corrected it is 1/0: two systems that answer alike differ as surely as can be.",
         answers(2, 0, 0, 3), {**CHI, "continuity": True}, "infinity: 0", "discordant no-difference continuity", kind="exact",
         refs=STATSMODELS),
    case("mcnemar-numbers", "Answers are right or wrong.", against_zero(1, 0.5), M, "an error", "discordant"),
    case("mcnemar-labels", "The answers may be labels: right is an accuracy of 1.",
         {"statistic": "accuracy", "settings": {}, "systems": [
             {"gold": ["a", "b", "a", "c"], "predicted": ["a", "b", "a", "c"]},
             {"gold": ["a", "b", "a", "c"], "predicted": ["b", "b", "b", "b"]}]},
         M, "3 against 0: 2/8", "discordant", kind="exact"),
    case("mcnemar-empty", "A table of zeros has no discordant pair.", NONE, {**M, "empty_input": "computed"}, "1",
         "discordant empty", kind="exact", refs=STATSMODELS),
    case("sign", "13 of 15 plants are taller: (1 + 15 + 105)/2^15 on each side.", PLANTS, S, "242/2^15", "discordant", kind="exact",
         refs=DARWIN),
    case("sign-greater", "One-sided.", PLANTS, {**S, "alternative": "greater"}, "121/2^15", "discordant", kind="exact"),
    case("sign-equal", "No pair differs.", EQUAL, S, "an error", "discordant no-difference"),
    case("sign-equal-nan", "SciPy since 1.18: undefined.", EQUAL, {**S, "zero_division": "nan"}, "0/0", "discordant no-difference nan"),
    case("sign-empty-nan", "No pair at all.", NONE, {**S, "zero_division": "nan", "empty_input": "computed"}, "0/0", "discordant empty nan"),
    case("mcnemar-equal-nan", "No pair is discordant: undefined, with continuity, too.", EQUAL,
         {**M, "null": "normal", "continuity": True, "zero_division": "nan"}, "1/0", "discordant no-difference nan"),
    case("t", "Student's sleepers: t = 4.0621 with 9 degrees of freedom.", SLEEP, T, "p = 0.002833", "student", kind="paper",
         refs=STUDENT),
    case("t-less", "One-sided, the side that nothing speaks for.", SLEEP, {**T, "alternative": "less"}, "1 - p/2", "student",
         kind="paper", refs=STUDENT),
    case("t-constant", "Equal differences do not vary: t is infinite.", against_zero(0.5, 0.5, 0.5), T, "0", "student no-difference",
         kind="exact", refs=TTEST),
    case("t-equal", "No difference at all: 0/0.", EQUAL, T, "undefined", "student no-difference", refs=TTEST),
    case("t-one", "One difference has no variance.", against_zero(1), T, "undefined", "student", refs=TTEST),
    case("t-two", "A mean of 2 with a standard error of 1, and one degree of freedom.", against_zero(1, 3), T, "1 - 2 atan(2)/pi",
         "student"),
    case("t-four", "Four degrees of freedom, an even number.", against_zero(5, 1, 0, 1, 2), T,
         "t = 1.8/sqrt(0.74)", "student"),
    case("t-unpaired", "The sleepers as two groups: t = 1.8608 with 18 degrees of freedom.", SLEEP, U, "p = 0.07919", "student",
         kind="paper", refs=STUDENT),
    case("t-unpaired-greater", "One-sided.", SLEEP, {**U, "alternative": "greater"}, "p/2", "student"),
    case("t-unpaired-less", "The other side.", SLEEP, {**U, "alternative": "less"}, "1 - p/2", "student"),
    case("t-unpaired-means", "Two groups with the same mean.", numbers([0, 1, 5], [3, 2, 1]), U, "t = 0: 1", "student no-difference",
         kind="exact"),
    case("t-unpaired-constant", "Groups that do not vary: t is infinite.", numbers([0.5, 0.5], [0.25, 0.25]), U, "0",
         "student no-difference", kind="exact", refs=UNPAIRED),
    case("t-unpaired-equal", "All numbers are equal: 0/0.", numbers([0.5, 0.5], [0.5, 0.5]), U, "undefined", "student no-difference",
         refs=UNPAIRED),
    case("t-unpaired-one", "One number has no variance.", numbers([1], [0]), U, "undefined", "student", refs=UNPAIRED),
    case("t-unpaired-two", "Two degrees of freedom: t = 2/sqrt(1/2).", numbers([1, 2], [-1, 0]), U, "1 - t/sqrt(2 + t^2): 1 - sqrt(0.8)",
         "student"),
    case("t-unpaired-nan", "A number is nan.", numbers([1, "nan", 2], [0, 1, 2]), U, "undefined", "student nan"),
    case("t-unpaired-empty", "No segments.", NONE, {**U, "empty_input": "computed"}, "undefined", "student empty", refs=UNPAIRED),
    case("welch", "Variances are not pooled: 17.776 degrees of freedom.", SLEEP, V, "p = 0.07939", "student", kind="paper", refs=WELCH),
    case("welch-less", "One-sided.", SLEEP, {**V, "alternative": "less"}, "1 - p/2", "student"),
    case("welch-one-varies", "If one group does not vary, the other's numbers count.", numbers([1, 3], [0, 0]), V,
         "t = 2 with one degree of freedom: 1 - 2 atan(2)/pi", "student"),
    case("welch-constant", "Neither varies: t is infinite.", numbers([0.25, 0.25], [0.5, 0.5]), V, "0", "student no-difference",
         kind="exact", refs=UNPAIRED),
    case("welch-equal", "All numbers are equal: 0/0.", numbers([0.5, 0.5], [0.5, 0.5]), V, "undefined", "student no-difference",
         refs=UNPAIRED),
]
