"""Standard errors: those of lm-evaluation-harness and of SciPy, HELM's deviation, and the errors of several tasks."""

from typing import Any

from tests.oracle.cases import Case, Data, cases_of
from tests.oracle.cases.significance import GOOD, REFERENCES, numbers, texts

TOPIC = "standard-errors"
HARNESS = (
    "lm-evaluation-harness: https://github.com/EleutherAI/lm-evaluation-harness/blob/main/lm_eval/api/metrics.py",
)
HELM = ("HELM: https://github.com/stanford-crfm/helm/blob/main/src/helm/benchmark/metrics/statistic.py",)
SCIPY = ("https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.bootstrap.html",)

_case = cases_of("standard-error", kind="exact")


def case(
    name: str,
    comment: str,
    data: Data,
    settings: dict[str, Any],
    derivation: str,
    flags: str = "standard-error",
    **rest: Any,
) -> Case:
    """Return a case of the standard error, with its flag unless others are given."""
    return _case(name, comment, data, settings, derivation, flags, **rest)


JUDGED = numbers([1, 0, 1, 1, 0, 1, 0, 1])
FIVE = numbers([1, 2, 3, 4, 8])
ONE = numbers([0.5])
TASKS = numbers([1, 0, 1, 1], [0.5, 0.25, 0.5, 0.75], [0, 0, 1, 0])
DRAWN = {"method": "bootstrap", "generator": "python", "chunks": "thousands"}
ROUNDED: dict[str, Any] = {"ulps": 256, "ulps_why": "a sum of as many squares as there are resamples"}

# fmt: off
CASES = [
    case("mean", "The standard error of a mean.", JUDGED, {}, "sqrt(15/8/7)/sqrt(8)", refs=HARNESS),
    case("five", "Numbers other than 0 and 1.", FIVE, {}, "sqrt(29.2/4/5)"),
    case("population", "Squares divided by n.", FIVE, {"divisor": "n"}, "sqrt(29.2/5/5)"),
    case("deviation", "HELM's stddev: that of the segments' scores, divided by n.", FIVE, {"divisor": "n", "spread": "segments"},
         "sqrt(29.2/5)", refs=HELM),
    case("sample-deviation", "The deviation of a sample.", FIVE, {"spread": "segments"}, "sqrt(29.2/4)"),
    *(case(f"addition-{way}", "Means added up in another order.", FIVE, {"summation": way}, "sqrt(29.2/4/5)")
      for way in ("left-to-right", "sum", "fsum")),
    case("copy", "Of two systems that are alike, the first.", numbers([1, 2, 4], [1, 2, 4]), {}, "sqrt(14/3/2/3)"),
    case("first", "Of two that are not alike, the first, too.", numbers([1, 2, 4], [1, 8, 2]), {}, "sqrt(14/3/2/3)"),
    case("squares", "The variance from the sum of squares.", FIVE, {"variance": "squares", "divisor": "n", "spread": "segments"},
         "sqrt(94/5 - 3.6^2)"),
    case("one", "One number: divided by 0.", ONE, {}, "an error", refs=HARNESS),
    case("one-nan", "Or undefined, as numpy has it.", ONE, {"single": "nan"}, "0/0"),
    case("one-population", "Divided by 1.", ONE, {"divisor": "n"}, "0"),
    case("empty", "No numbers.", numbers([]), {}, "an error", "empty"),
    case("nan", "A number that is none.", numbers([1, "nan", 3]), {}, "undefined", refs=HARNESS),
    case("constant", "All the same.", numbers([0.5, 0.5, 0.5]), {}, "0", "constant"),
    case("bootstrap", "The deviation of 200 means, as scipy.stats.bootstrap reports it.", JUDGED,
         {"method": "bootstrap", "resamples": 200, "seed": 1}, "PCG64 from 1", refs=SCIPY, **ROUNDED),
    case("bootstrap-seed", "Another seed.", JUDGED, {"method": "bootstrap", "resamples": 200, "seed": 2}, "PCG64 from 2", **ROUNDED),
    case("bootstrap-mt19937", "numpy's older generator.", JUDGED,
         {"method": "bootstrap", "resamples": 200, "seed": 1, "generator": "mt19937"}, "words masked to 3 bits", **ROUNDED),
    case("bootstrap-splitmix64", "One that is made for speed.", JUDGED,
         {"method": "bootstrap", "resamples": 200, "seed": 1, "generator": "splitmix64"}, "words of 64 bits", **ROUNDED),
    case("bootstrap-drand48", "Perl's.", JUDGED, {"method": "bootstrap", "resamples": 200, "seed": 1, "generator": "drand48"},
         "floor of 8 times a state over 2^48", **ROUNDED),
    case("harness-bootstrap", "lm-evaluation-harness: Python's choices from seed 0.", JUDGED, {**DRAWN, "resamples": 100},
         "100 means", refs=HARNESS, **ROUNDED),
    case("harness-1500", "1500 resamples are 1000: the rest of a thousand is not drawn.", JUDGED, {**DRAWN, "resamples": 1500},
         "1000 means from seed 0", refs=HARNESS, ulps=2048, ulps_why="a sum of 1000 squares"),
    case("harness-2000", "The second thousand comes from seed 1.", JUDGED, {**DRAWN, "resamples": 2000}, "1000 means from seed 0 and 1000 from 1",
         refs=HARNESS, ulps=2048, ulps_why="a sum of 2000 squares"),
    case("one-seed-2000", "One stream.", JUDGED, {"method": "bootstrap", "generator": "python", "seed": 0, "resamples": 2000},
         "2000 means from seed 0", ulps=2048, ulps_why="a sum of 2000 squares"),
    case("one-resample", "A single resample has no deviation.", JUDGED, {**DRAWN, "resamples": 1}, "an error", refs=HARNESS),
    case("one-segment", "A single segment, resampled: all means are the same.", ONE, {**DRAWN, "resamples": 10}, "0", "constant",
         refs=HARNESS),
    case("one-segment-error", "SciPy refuses it.", ONE, {"method": "bootstrap", "resamples": 10, "one_segment": "raise"},
         "an error", "constant", refs=SCIPY),
    case("bleu", "Of BLEU, from resamples.", texts("bleu", REFERENCES, GOOD), {"method": "bootstrap", "resamples": 40},
         "the deviation of 40 scores", ulps=2048, ulps_why="squares of differences of BLEU"),
    case("bleu-formula", "There is no formula for it.", texts("bleu", REFERENCES, GOOD), {}, "an error"),
    case("ter-float32-numpy1", "TER from sums in 32-bit floats, with numpy before 2.", texts("ter", REFERENCES, GOOD),
         {"method": "bootstrap", "resamples": 40, "dtype": "float32-numpy1"}, "quotients of 24 bits", "float32",
         ulps=2048, ulps_why="squares of differences"),
    case("ter-float32-numpy2", "The same with numpy 2.", texts("ter", REFERENCES, GOOD),
         {"method": "bootstrap", "resamples": 40, "dtype": "float32-numpy2"}, "products of 24 bits", "float32",
         ulps=2048, ulps_why="squares of differences"),
    case("ter-exact", "The same in doubles.", texts("ter", REFERENCES, GOOD), {"method": "bootstrap", "resamples": 40},
         "40 quotients", ulps=2048, ulps_why="squares of differences"),
    case("sentences", "A mean of sentence scores has a formula.", texts("ter", REFERENCES, GOOD, average="sentences"), {},
         "the deviation of five TERs over sqrt(5)", ulps=64, ulps_why="squares of differences of TER"),
    case("pooled", "Three tasks of four items: the pooled variance.", TASKS, {"tasks": "pooled"},
         "sqrt(sum(3 * 4 se²)/9/12)", refs=HARNESS),
    case("unweighted", "The mean of the tasks' scores.", TASKS, {"tasks": "unweighted"}, "sqrt(sum(se²))/3", refs=HARNESS),
    case("combined", "The formula for two groups, one task after the other, in which the mean has already moved."
         " Sizes are not added up.", TASKS,
         {"tasks": "combined"}, "as combined_sample_stderr does", refs=HARNESS),
    case("first-task", "The first alone.", TASKS, {}, "sqrt(3/4/3)/2"),
    case("pooled-ones", "Tasks of one item.", numbers([1], [0]), {"tasks": "pooled", "single": "nan"}, "undefined"),
]
