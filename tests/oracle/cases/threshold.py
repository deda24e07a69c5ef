"""F1-mult at a chosen threshold: OpenKiwi's calibration, and what could be done instead."""

from tests.oracle.cases import Data, cases_of

TOPIC = "threshold"
KIWI = ("OpenKiwi: https://github.com/Unbabel/OpenKiwi, kiwi/metrics/metrics.py, ThresholdCalibrationMetric",)
GIVEN = {"items": "in-order"}
ALL = {"items": "in-order", "held_out": "none"}
NEXT = {**ALL, "cut": "score-above"}

case = cases_of("threshold-f1-mult", kind="exact", refs=KIWI)


def items(*pairs: tuple[float, int]) -> Data:
    """Return the input of items given as (score, gold label)."""
    return {"gold": [gold for _, gold in pairs], "scores": [score for score, _ in pairs]}


FOUR = items((0.1, 0), (0.4, 0), (0.35, 1), (0.8, 1))
HALVES = items((0.2, 0), (0.9, 1), (0.3, 0), (0.6, 0), (0.7, 1), (0.95, 1))
TEN = items(*[(k / 10, int(k in (3, 6, 7, 8, 9))) for k in range(10)])

# fmt: off
CASES = [
    case("separable", "Scores that separate the classes; the cut's lower neighbour becomes the threshold, and one item more is "
         "called 1 than the cut called.", items((0.1, 0), (0.2, 0), (0.8, 1), (0.9, 1)), ALL,
         "best cut above 0.2, threshold 0.2: gold 0 0 1 1, called 0 1 1 1: 2/3 * 4/5"),
    case("separable-above", "With the upper neighbour as the threshold, nothing is wrong.",
         items((0.1, 0), (0.2, 0), (0.8, 1), (0.9, 1)), NEXT, "1"),
    case("four", "Two scores in the wrong order.", FOUR, NEXT, "cut above 0.1: 0 | 1 0 1: 2/3 * 4/5, or above 0.4: 0 1 0 | 1: "
         "4/5 * 2/3: the larger"),
    case("halves", "Tuned on three items, tried on three.", HALVES, GIVEN,
         "first half 0.2 0.3 are 0, 0.9 is 1: threshold 0.3; the rest is all called 1: gold 0 1 1: F1 of 0 is 0"),
    case("halves-above", "Threshold 0.9 instead: 0.6 and 0.7 are called 0.", HALVES, {**GIVEN, "cut": "score-above"},
         "gold 0 1 1, called 0 0 1: 2/3 * 2/3"),
    case("shuffled-0", "Shuffled with seed 0: items 2 8 4 9 1 | 6 7 3 0 5.", TEN, {}, "numpy.random.seed(0); permutation(10)"),
    case("shuffled-1", "Another seed, another half, the same score by chance: items 2 9 6 4 0 | 3 1 7 8 5.", TEN, {"seed": 1},
         "numpy.random.seed(1); permutation(10)"),
    case("shuffled-2", "The same predictions score nearly twice as high: items 4 1 5 0 7 | 2 3 6 9 8.", TEN, {"seed": 2},
         "numpy.random.seed(2); permutation(10)"),
    case("shuffled-6", "Or 0: items 8 1 7 0 6 | 5 2 4 3 9.", TEN, {"seed": 6}, "numpy.random.seed(6); permutation(10)"),
    case("ties-apart", "Equal scores, cut between them as if that were possible: label 0 comes first.",
         items((0.5, 0), (0.5, 1), (0.5, 0), (0.5, 1)), ALL, "the cut 0 0 | 1 1 looks perfect; all are called 1: 0"),
    case("ties-lower", "A tie within which the best cut seems to lie, though 0.2 would be the better threshold.",
         items((0.1, 0), (0.2, 1), (0.5, 0), (0.5, 0), (0.5, 1), (0.6, 1)), NEXT,
         "the cut 0 1 0 0 | 1 1 is the best; called 0 0 1 1 1 1: F1 of 0 2/5, of 1 4/7"),
    case("ties-together", "Only whole groups are cut.",
         items((0.1, 0), (0.2, 1), (0.5, 0), (0.5, 0), (0.5, 1), (0.6, 1)), {**NEXT, "ties": "together"},
         "the best whole cut is above 0.5: called 0 0 0 0 0 1: F1 of 0 3/4, of 1 1/2"),
    case("one-item", "A single item cannot be halved.", items((0.5, 1)), {}, "undefined"),
    case("one-item-all", "Tried on itself it is right, and an error: class 1 alone.", items((0.5, 1)), ALL,
         "matrix of one class, index 1", "one-class"),
    case("one-item-all-zero", "The other class counts as 0.", items((0.5, 1)), {**ALL, "one_class": "zero"}, "1 * 0", "one-class"),
    case("only-zeros", "Called 1 at any threshold that is a score: everything is wrong.", items((0.2, 0), (0.4, 0)), ALL,
         "the largest of equal cuts: 0.4: called 0 1: F1 of 0 2/3, of 1 0"),
    case("only-zeros-right", "With the threshold beyond all scores class 0 is scored alone.",
         items((0.2, 0), (0.4, 0)), NEXT, "1", "one-class"),
    case("infinite", "Infinite scores are scores.", {"gold": [0, 1, 0, 1], "scores": ["-inf", "inf", 0.0, 1.0]}, NEXT, "1"),
    case("empty", "No items.", items(), {}, "nothing to halve", "empty"),
    case("alternating", "Labels that alternate: the best cut has one of each on either side.",
         items((0.1, 1), (0.2, 0), (0.3, 1), (0.4, 0)), ALL, "cut above 0.2, threshold 0.2: called 0 1 1 1, no 0 is right"),
]
