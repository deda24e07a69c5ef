"""Cases of correlations with human scores: Pearson's, Spearman's, and variants of Kendall's tau."""

from __future__ import annotations

from tests.oracle.cases import Case, cases_of, ratings

TOPIC = "correlations"

pearson = cases_of("pearson", kind="exact")
spearman = cases_of("spearman", kind="exact")
kendall = cases_of("kendall", kind="exact")
METRICS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}

WMT = ("WMT20: https://aclanthology.org/2020.wmt-1.77/",)
TANGLED = ("Mathur et al. 2020: https://aclanthology.org/2020.acl-main.448/",)
SHIP = ("Kocmi et al. 2021: https://aclanthology.org/2021.wmt-1.57/",)
TIES = ("Deutsch et al. 2023: https://aclanthology.org/2023.emnlp-main.798/",)

#: The metric ties what people tell apart.
FIVE = ratings([1, 1, 2, 2, 3], [1, 2, 3, 4, 5])
#: Of 21 pairs 11 concordant, 5 discordant, 2 tied by the metric alone, 1 by people alone, 2 by both.
MIXED = ratings([1, 1, 2, 3, 3, 0, 3], [50, 50, 20, 90, 90, 60, 60])
#: Three systems and four segments; people cannot tell the systems apart on the last one.
TABLE = ratings(
    [[0.5, 0.25, 0.75, 0.5], [0.25, 0.5, 1.0, 0.75], [0.75, 0.0, 0.5, 0.25]],
    [[70, 20, 90, 50], [40, 60, 80, 50], [90, 10, 40, 50]],
)
#: The same with missing scores.
GAPS = ratings(
    [[0.5, 0.25, 0.75, 0.5], [0.25, 0.5, None, 0.75], [0.75, 0.0, 0.5, 0.25]],
    [[70, None, 90, 55], [40, 60, 80, 50], [None, 10, 40, 60]],
)
#: Five systems of which the last is far below the others.
OUTLIER = ratings([[0.5], [0.25], [0.75], [0.5], [0.0]], [[60], [70], [65], [75], [5]])
#: People do not tell apart what differs by a quarter of a point.
CLOSE = ratings([1.0, 1.25, 2.0, 1.75, 4.0], [1, 1, 2, 2, 3])
ONE_GAP = ratings([0.25, None, 0.75, 1.0, 0.5], [1, 2, 4, 3, 5])
INFINITE = ratings([0.25, 0.5, "inf", 1.0], [1, 3, 2, 4])
CONSTANT = ratings([0.5, 0.5, 0.5], [1, 2, 4])
NO_PAIRS = ratings([], [])
ONE = ratings([0.5], [1])


def shared(metric: str) -> list[Case]:
    """Return the cases that all correlations share."""
    case = METRICS[metric]
    # fmt: off
    return [
        case("perfect", "The metric orders everything as people do.", ratings([0.1, 0.2, 0.4, 0.8], [10, 20, 40, 80]), {}, "1"),
        case("reversed", "The metric orders everything the other way.", ratings([0.5, 0.25, 0.125], [1, 2, 3.5]), {},
             "-1 for ranks"),
        case("empty", "No scores at all.", NO_PAIRS, {}, "nothing to correlate", "empty"),
        case("empty-raise", "No scores are an error.", NO_PAIRS, {"empty_input": "raise"}, "an error", "empty"),
        case("empty-0", "No scores count as no correlation.", NO_PAIRS, {"empty_input": "0"}, "0", "empty"),
        case("one-pair", "One pair has no correlation.", ONE, {}, "0/0", "empty"),
        case("one-pair-raise", "One pair is an error.", ONE, {"one_pair": "raise"}, "an error", "empty"),
        case("one-pair-0", "One pair counts as no correlation.", ONE, {"one_pair": "0"}, "0", "empty"),
        case("constant", "The metric says the same of everything.", CONSTANT, {}, "0/0", "constant"),
        case("constant-people", "People say the same of everything.", ratings([1, 2, 4], [3, 3, 3]), {}, "0/0", "constant"),
        case("constant-raise", "That is an error.", CONSTANT, {"undefined": "raise"}, "an error", "constant"),
        case("constant-0", "That is no correlation.", CONSTANT, {"undefined": "0"}, "0", "constant"),
        case("all-together", "All scores of three systems at once.", TABLE, {}, "12 pairs", "ratings-level"),
        case("by-system", "The mean over the systems.", TABLE, {"average_by": "system"}, "4 pairs, 4 pairs, 4 pairs",
             "ratings-level"),
        case("by-segment", "The mean over the segments; the last has no result.", TABLE, {"average_by": "segment"},
             "3 pairs in each of three segments", "ratings-level"),
        case("by-segment-0", "The segment without a result counts as 0.", TABLE,
             {"average_by": "segment", "undefined_group": "0"}, "three quarters of the mean over three", "ratings-level"),
        case("of-systems", "The systems' mean scores.", TABLE, {"level": "system"}, "3 pairs of means", "ratings-level"),
        case("outlier", "A system far below the others makes the correlation.", OUTLIER, {"level": "system"}, "5 systems",
             "ratings-level", refs=TANGLED),
        case("outlier-removed", "Without it there is less of one.", OUTLIER, {"level": "system", "outliers": "remove"},
             "median 65, deviations 5 5 0 10 60, limit 2.5 * 1.483 * 5 = 18.5: 4 systems", "ratings-level", refs=TANGLED),
        case("missing", "A missing score leaves no result.", ONE_GAP, {}, "no number", "missing-scores"),
        case("missing-raise", "A missing score is an error.", ONE_GAP, {"missing": "raise"}, "an error", "missing-scores"),
        case("missing-drop", "The pair of a missing score is left out.", ONE_GAP, {"missing": "drop"}, "4 pairs",
             "missing-scores"),
        case("missing-groups", "In groups, too.", GAPS, {"missing": "drop", "average_by": "segment"}, "2, 2, 2 and 3 pairs",
             "missing-scores ratings-level"),
        case("missing-groups-size", "Larger groups count more.", GAPS,
             {"missing": "drop", "average_by": "segment", "group_weights": "size"}, "weights 2, 2, 2 and 3",
             "missing-scores ratings-level"),
        case("missing-groups-pairs", "In proportion to the pairs that their scores make.", GAPS,
             {"missing": "drop", "average_by": "segment", "group_weights": "pairs"}, "weights 1, 1, 1 and 3",
             "missing-scores ratings-level"),
        case("missing-systems", "The means are over what there is.", GAPS, {"missing": "drop", "level": "system"},
             "3 pairs of means", "missing-scores ratings-level"),
        case("infinite", "An infinite score ranks like any other, and has no mean.", INFINITE, {}, "4 pairs", "numbers"),
        case("infinite-kept", "Only missing ones are left out.", INFINITE, {"missing": "drop"}, "4 pairs", "numbers"),
        case("infinite-drop", "It may be left out.", INFINITE, {"missing": "drop-infinite"}, "3 pairs", "numbers"),
    ]
    # fmt: on


#: Neither for nor against: 0 in any arithmetic.
CROSSED = ratings([1, 2, 1, 2], [1, 1, 2, 2])
_ARITHMETICS = {
    "pearson": (
        "unit-vectors-avx2",
        "unit-vectors-sum",
        "unit-vectors-x87",
        "unit-vectors-x87-avx2",
        "scaled-covariance",
        "scaled-covariance-avx2",
        "running",
        "running-unclipped",
        "float32",
    ),
    "spearman": ("covariance", "one-root", "float32"),
    "kendall": ("two-roots", "two-roots-unclipped", "one-root", "float32", "running"),
}

# fmt: off
CASES = [
    *(METRICS[name](f"arithmetic-{way}", "Neither for nor against, in any arithmetic.", CROSSED, {"form": way}, "0")
      for name, ways in _ARITHMETICS.items() for way in ways),
    kendall("apart-twice", "A missing score is unlike any other, and unlike another missing one.",
            ratings([None, 1, 2, 3, None], [5, 1, 2, 4, 3]), {"missing": "apart"}, "pairs of the three others, of ten",
            "missing-scores"),
    *shared("pearson"),
    *shared("spearman"),
    *shared("kendall"),
    pearson("five", "A step of one for a step of two.", FIVE, {}, "5/sqrt(14/5 * 10) = 5/sqrt(28)"),
    pearson("mixed", "Ties on both sides.", MIXED, {}, "from sums", "tied-scores"),
    pearson("means-of-equal", "The mean of three times 0.1 is above 0.1, and what is left is in perfect agreement with "
            "itself.", ratings([0.1, 0.1, 0.1], [0.1, 0.1, 0.1]), {"constant": "as-computed", "form": "covariance"},
            "deviations of -2^-56 each: 1", "constant"),
    pearson("means-of-equal-nan", "Looked at first, equal scores have no correlation.",
            ratings([0.1, 0.1, 0.1], [0.1, 0.1, 0.1]), {"form": "covariance"}, "0/0", "constant"),
    pearson("tiny", "Squares of these scores are no doubles.", ratings([1e-300, 2e-300, 3e-300, 1e-301], [1, 2, 4, 3]), {},
            "as of 10 20 30 1"),
    pearson("huge", "Neither are these.", ratings([1e300, 2e300, 3e300, 1e299], [1, 2, 4, 3]), {"form": "unit-vectors"},
            "as of 10 20 30 1"),
    pearson("two-pairs-constant", "SciPy 1.14 multiplies the signs of two differences, of which one is 0.",
            ratings([0, 0], [3, 5]), {"constant": "nan-unless-two-pairs"}, "0 * 1", "constant"),
    pearson("two-pairs-infinite", "The sign of an infinite difference is a sign like any other.",
            ratings([0, "inf"], [3, 5]), {"constant": "nan-unless-two-pairs"}, "1 * 1", "numbers"),
    pearson("three-pairs-constant", "Three of them have no correlation.", ratings([0, 0, 0], [3, 5, 4]),
            {"constant": "nan-unless-two-pairs"}, "no number", "constant"),
    pearson("two-pairs-constant-nan", "Where two pairs are treated like three, they have no correlation, either.",
            ratings([0, 0], [3, 5]), {"constant": "nan"}, "no number", "constant"),
    pearson("infinite-is-not-missing", "An infinite score is not a missing one.", INFINITE, {"missing": "raise"}, "no result",
            "numbers"),
    pearson("missing-raise-infinite", "SciPy before 1.14 takes no missing score.", ONE_GAP, {"missing": "raise-infinite"},
            "an error", "missing-scores"),
    pearson("infinite-raise", "Nor an infinite one.", INFINITE, {"missing": "raise-infinite"}, "an error", "numbers"),
    pearson("missing-raise-infinite-constant", "Beside a constant side it is not looked at.",
            ratings([0.5, None, 0.75], [1, 1, 1]), {"missing": "raise-infinite"}, "no result", "missing-scores constant"),
    pearson("infinite-raise-two-pairs", "Nor of two pairs.", ratings([0, "inf"], [5, 3]), {"missing": "raise-infinite"},
            "1 * -1", "numbers"),
    spearman("five", "Ranks 1.5 1.5 3.5 3.5 5.", FIVE, {}, "9/sqrt(9 * 10)", "tied-scores"),
    spearman("mixed", "Ties on both sides.", MIXED, {}, "from ranks", "tied-scores"),
    spearman("five-places", "Ranks 3 3 1 1 0 against 4 3 2 1 0, from the top.", FIVE,
             {"ranks": "first-place", "formula": "differences"}, "1 - 6 * 2/(5 * 24)", "tied-scores"),
    spearman("mixed-places", "Tied scores have the place of the first.", MIXED, {"ranks": "first-place"}, "from ranks",
             "tied-scores"),
    spearman("five-differences", "The short formula is wrong where scores are tied.", FIVE, {"formula": "differences"},
             "1 - 6 * 1/(5 * 24) = 0.95", "tied-scores"),
    spearman("five-regularized", "Something is added below.", FIVE, {"formula": "regularized"},
             "1.8/(sqrt(1.8 * 2) + 10^-6)"),
    spearman("two-regularized", "Perfect agreement of two is not quite 1.", ratings([1, 2], [1, 2]),
             {"formula": "regularized"}, "0.25/(0.25 + 10^-6)"),
    spearman("constant-regularized", "A constant side scores 0.", CONSTANT, {"formula": "regularized"}, "0/10^-6",
             "constant"),
    spearman("constant-differences", "Ranks 0 0 0 against 2 1 0.", CONSTANT,
             {"ranks": "first-place", "formula": "differences"}, "1 - 6 * 5/(3 * 8) = -1/4", "constant"),
    spearman("near", "Scores that differ in the fifteenth digit.", ratings([0.5, 0.5 + 2**-51, 0.25], [2, 1, 3]), {},
             "ranks 2 3 1 against 2 1 3", "tied-scores"),
    spearman("near-places", "They are tied for NLTK.", ratings([0.5, 0.5 + 2**-51, 0.25], [2, 1, 3]),
             {"ranks": "first-place"}, "places 0 0 2 against 1 2 0", "tied-scores"),
    spearman("single", "Scores that differ in the ninth digit are tied in 32 bits.",
             ratings([1.0, 1.000000001, 2.0, 0.5], [1, 2, 4, 3]), {"dtype": "float32"}, "ranks 2.5 2.5 4 1",
             "tied-scores"),
    spearman("missing-highest", "A missing score ranks above all others.", ONE_GAP, {"missing": "highest"},
             "ranks 1 5 3 4 2 against 1 2 4 3 5", "missing-scores"),
    spearman("missing-highest-two", "Several of them rank in order.",
             ratings([0.5, None, 0.75, None], [1, 4, 2, 3]), {"missing": "highest"}, "ranks 1 3 2 4 against 1 4 2 3",
             "missing-scores"),
    spearman("missing-unranked", "Its partner's rank leaves a gap.", ONE_GAP,
             {"missing": "unranked", "formula": "differences"}, "ranks 1 3 4 2 against 1 4 3 5", "missing-scores"),
    spearman("missing-raise-constant", "Beside a constant side a missing score is no error.",
             ratings([0.5, None, 0.75], [1, 1, 1]), {"missing": "raise-unless-constant"}, "no result",
             "missing-scores constant"),
    spearman("missing-raise-constant-too", "Or it is one there, too.", ratings([0.5, None, 0.75], [1, 1, 1]),
             {"missing": "raise"}, "an error", "missing-scores constant"),
    spearman("missing-raise-varied", "Beside any other it is one.", ONE_GAP, {"missing": "raise-unless-constant"},
             "an error", "missing-scores"),
    spearman("missing-raise-one-pair", "A single pair is not looked at.", ratings([None], [1]),
             {"missing": "raise-unless-constant", "one_pair": "0"}, "what one pair is", "missing-scores"),
    spearman("missing-one-pair-constant", "SciPy since 1.18: beside a constant side it is an error.", ratings([0.5, None, 0.75], [1, 1, 1]),
             {"missing": "raise-unless-one-pair"}, "an error", "missing-scores constant"),
    spearman("missing-one-pair", "A single pair is still not looked at.", ratings([None], [1]),
             {"missing": "raise-unless-one-pair", "one_pair": "0"}, "what one pair is", "missing-scores"),
    spearman("missing-raise-single", "A single pair is looked at, too.", ratings([None], [1]), {"missing": "raise", "one_pair": "0"},
             "an error", "missing-scores"),
    spearman("one-pair-policy", "Nothing is missing.", FIVE, {"missing": "raise-unless-one-pair"}, "as for five", "missing-scores"),
    kendall("five", "8 pairs in order, 2 tied by the metric.", FIVE, {}, "8/sqrt(8 * 10)", "tied-scores"),
    kendall("five-gamma", "Tied pairs do not count: perfect.", FIVE, {"variant": "gamma"}, "8/8", "tau-variant"),
    kendall("five-wmt12", "The metric's ties are errors.", FIVE, {"variant": "wmt12"}, "(8 - 2)/10", "tau-variant"),
    kendall("five-wmt20", "Only what people tell apart by 2 points.", FIVE, {"variant": "wmt20", "least_difference": 2.0},
            "6 of 6 pairs", "tau-variant", refs=WMT),
    *[
        kendall(f"mixed-{variant}", "11 concordant, 5 discordant, 2 tied by the metric, 1 by people, 2 by both.", MIXED,
                {"variant": variant}, derivation, "tau-variant")
        for variant, derivation in (
            ("b", "(c - d)/sqrt((c + d + h)(c + d + m))"), ("c", "2(c - d)/(n^2 (k - 1)/k)"), ("a", "(c - d)/21"),
            ("gamma", "(c - d)/(c + d)"), ("somers-metric", "(c - d)/(c + d + h)"),
            ("somers-human", "(c - d)/(c + d + m)"), ("wmt12", "(c - d - m)/(c + d + m)"),
            ("wmt14-ties", "(c + b - d)/21"), ("23", "(c + b - d - m - h)/21"), ("accuracy", "(c + b)/21"),
        )
    ],
    kendall("mixed-wmt20", "Pairs that people tell apart by 25 points.", MIXED, {"variant": "wmt20"},
            "the metric's ties among them are errors", "tau-variant", refs=WMT),
    kendall("mixed-wmt20-30", "By 30.", MIXED, {"variant": "wmt20", "least_difference": 30.0}, "fewer pairs", "tau-variant",
            refs=WMT),
    kendall("wmt20-by-segment", "Each segment counts by its pairs.", TABLE,
            {"variant": "wmt20", "average_by": "segment", "group_weights": "size"}, "all pairs pooled",
            "tau-variant ratings-level", refs=WMT),
    kendall("wmt20-by-pairs", "What counts are the pairs that people tell apart, in any case.", TABLE,
            {"variant": "wmt20", "average_by": "segment", "group_weights": "pairs"}, "all pairs pooled",
            "tau-variant ratings-level", refs=WMT),
    kendall("accuracy-pooled", "Over two language pairs, one a row: 3 of 6 pairs of systems and 1 of 1.",
            ratings([[0.5, 0.25, 0.75, 1.0], [0.25, 0.5, None, None]], [[70, 40, 60, 50], [40, 60, None, None]]),
            {"variant": "accuracy", "average_by": "system", "group_weights": "pairs", "missing": "drop"}, "4/7",
            "tau-variant ratings-level missing-scores", refs=SHIP),
    kendall("epsilon", "Scores of the metric that differ by half a point are tied.",
            ratings([1.0, 1.25, 2.0, 1.75], [1, 2, 3, 4]), {"epsilon": 0.25, "variant": "23"}, "4 in order, 2 tied: 2/6",
            "tied-scores", refs=TIES),
    kendall("epsilon-0", "Or not.", ratings([1.0, 1.25, 2.0, 1.75], [1, 2, 3, 4]), {"variant": "23"},
            "5 in order, 1 not: 4/6", "tied-scores", refs=TIES),
    kendall("calibrated", "A quarter of a point is a tie to people, too.", CLOSE,
            {"variant": "accuracy", "calibration": "best"}, "10 of 10 pairs", "tied-scores",
            refs=TIES),
    kendall("not-calibrated", "Without calibration.", CLOSE, {"variant": "accuracy"}, "8 of 10 pairs", "tied-scores",
            refs=TIES),
    kendall("calibrated-23", "Agreement less disagreement.", CLOSE, {"variant": "23", "calibration": "best"},
            "the same epsilon", "tied-scores", refs=TIES),
    kendall("calibrated-epsilon", "An epsilon that is given does not count then.", CLOSE,
            {"variant": "accuracy", "calibration": "best", "epsilon": 4.0}, "the same epsilon", "tied-scores", refs=TIES),
    kendall("calibrated-by-segment", "One epsilon for all segments.", TABLE,
            {"variant": "accuracy", "calibration": "best", "average_by": "segment"}, "the mean of four shares",
            "tied-scores ratings-level", refs=TIES),
    kendall("calibrated-by-system", "The groups count by their size.", GAPS,
            {"variant": "accuracy", "calibration": "best", "average_by": "system", "group_weights": "size",
             "missing": "drop"}, "2, 3 and 3 pairs of scores", "tied-scores ratings-level missing-scores", refs=TIES),
    kendall("calibrated-constant", "A constant side has no result, and does not count in the choice.",
            ratings([[0.5, 0.5, 0.5], [1, 1.25, 3]], [[1, 2, 3], [1, 1, 2]]),
            {"variant": "23", "calibration": "best", "average_by": "system", "constant": "nan"}, "the second system's 3/3",
            "constant tied-scores", refs=TIES),
    kendall("calibrated-nothing", "Nobody is compared.", NO_PAIRS, {"variant": "accuracy", "calibration": "best"},
            "no pairs", "empty", refs=TIES),
    kendall("accuracy-of-systems", "Two metrics' means order three systems in part as people do.", TABLE,
            {"variant": "accuracy", "level": "system"}, "pairs of systems", "tau-variant ratings-level", refs=SHIP),
    kendall("single", "Scores that differ in the ninth digit are tied in 32 bits.",
            ratings([1.0, 1.000000001, 2.0, 0.5], [1, 2, 4, 3]), {"dtype": "float32", "variant": "a"},
            "3 in order, 2 not, 1 tied", "tied-scores"),
    kendall("double", "As doubles they are not.", ratings([1.0, 1.000000001, 2.0, 0.5], [1, 2, 4, 3]), {"variant": "a"},
            "4 in order, 2 not", "tied-scores"),
    kendall("constant-a", "Of a constant metric tau-a is 0.", CONSTANT, {"variant": "a"}, "0/3", "constant tau-variant"),
    kendall("constant-a-nan", "Or it has none.", CONSTANT, {"variant": "a", "constant": "nan"}, "no result",
            "constant tau-variant"),
    kendall("missing-highest", "A missing score is above all others.", ONE_GAP, {"missing": "highest"},
            "ranks 1 5 3 4 2 against 1 2 4 3 5", "missing-scores"),
    kendall("missing-apart", "It is above nothing and below nothing.", ONE_GAP, {"missing": "apart"},
            "6 of 10 pairs are ordered", "missing-scores"),
    kendall("missing-apart-gamma", "Pairs with it do not count.", ONE_GAP, {"missing": "apart", "variant": "gamma"},
            "of 6 pairs", "missing-scores tau-variant"),
]
