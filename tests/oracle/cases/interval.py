"""Cases of intervals as sacreBLEU, rouge-score, SciPy, Moses and compare-mt compute them, and of their differences."""

from tests.oracle.cases import cases_of
from tests.oracle.cases.significance import GOOD, REFERENCES, numbers, texts

TOPIC = "intervals"
SACREBLEU = ("sacreBLEU: https://github.com/mjpost/sacrebleu/blob/master/sacrebleu/significance.py",)
ROUGE = ("rouge-score: https://github.com/google-research/google-research/blob/master/rouge/scoring.py",)
SCIPY = ("https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.bootstrap.html",)
MOSES = (
    "Moses: https://github.com/moses-smt/mosesdecoder/blob/master/scripts/analysis/"
    "bootstrap-hypothesis-difference-significance.pl",
)
COMPARE_MT = ("compare-mt: https://github.com/neulab/compare-mt/blob/master/compare_mt/sign_utils.py",)
EFRON = ("Efron 1987: https://doi.org/10.1080/01621459.1987.10478410",)
WILSON = ("Wilson 1927: https://doi.org/10.1080/01621459.1927.10502953",)
STUDENT = ("Student 1908: https://doi.org/10.1093/biomet/6.1.1",)

case = cases_of("interval", kind="exact")

EIGHT = numbers([0.5, 1, 0.25, 0.75, 1, 0.5, 0.875, 0.25])
SKEWED = numbers([0, 0, 0.125, 0, 1, 0, 0.25, 0])
FIVE = numbers([1, 2, 3, 4, 8])
TENS = numbers([8, 9, 11, 12])
JUDGED = numbers([1, 1, 0, 1, 1, 0, 1, 1])
ONE = numbers([0.5])
HALF_EMPTY = texts("chrf", ["the cat sat", "qqq"], ["the cat sat", "xyz"])
NO_WORDS = texts("ter", ["", "the cat sat"], ["", "the dog sat"])
EDITED = texts("ter", REFERENCES, GOOD)

ROUGE_SCORE = {"generator": "mt19937", "seed": 0, "bounds": "between"}
RANKED = {"resamples": 200, "bounds": "between", "interpolation": "weighted", "seed": 1}
BCA = {**RANKED, "method": "bca"}
PERL = {"generator": "drand48", "seed": 42, "resamples": 200, "sort_order": "text", "centre": "middle"}
CLOSE = {"ulps": 64, "ulps_why": "a difference of two scores"}
STEEP = {
    "ulps": 4096,
    "ulps_why": "shares of the resamples from quantiles of doubles, and positions among 200 scores from them",
}

# fmt: off
CASES = [
    case("half-width", "Half the distance of the scores 25 and 974 of 1000, sorted: what sacreBLEU prints after ±.", EIGHT, {},
         "PCG64 from 12345: 8000 indices", refs=SACREBLEU, **CLOSE),
    case("low", "The lower of these bounds.", EIGHT, {"end": "low"}, "score 25 of 0 to 999", "interval-end"),
    case("high", "The upper one.", EIGHT, {"end": "high"}, "score 974 of 0 to 999", "interval-end"),
    case("centre", "The mean of the resamples' scores, to which ± refers, though it is not the middle of the bounds.", EIGHT,
         {"end": "centre"}, "the mean of 1000 means", "interval-end", ulps=256, ulps_why="a mean of 1000 numbers"),
    case("centre-median", "The median of the resamples' scores: rouge-score's mid.", EIGHT, {"end": "centre", "centre": "median"},
         "between the scores 499 and 500", "interval-end", refs=ROUGE),
    case("centre-middle", "The middle of the bounds: what Moses prints before +-.", EIGHT, {"end": "centre", "centre": "middle"},
         "half the sum of the bounds", "interval-end", refs=MOSES),
    case("centre-score", "The score of the input itself.", EIGHT, {"end": "centre", "centre": "score"}, "5.125/8", "interval-end"),
    case("wider", "99 % of the resamples.", EIGHT, {"confidence": 0.99}, "scores 5 and 994", "interval-bounds", **CLOSE),
    case("all", "All resamples: from the lowest to the highest score.", EIGHT, {"confidence": 1.0, "resamples": 20},
         "scores 0 and 19", "interval-bounds", **CLOSE),
    case("few", "Of fewer than 40 resamples none is left out: nearly the whole range.", EIGHT, {"resamples": 39}, "scores 0 and 38",
         "interval-bounds", refs=SACREBLEU, **CLOSE),
    case("forty", "Of 40, one is left out on either side.", EIGHT, {"resamples": 40}, "scores 1 and 38", "interval-bounds", **CLOSE),
    case("upwards", "Both positions counted from below, 1 and 39 of 40: the upper bound is the highest score.", EIGHT,
         {"resamples": 40, "bounds": "upwards", "end": "high"}, "score 39", "interval-bounds", refs=COMPARE_MT),
    case("between", "At 97.5 % of the way from the lowest to the highest of 40 scores.", EIGHT,
         {"resamples": 40, "bounds": "between", "end": "high"}, "position 38.025", "interval-bounds", ulps=64,
         ulps_why="the position is a product of doubles"),
    case("seed", "Another seed.", EIGHT, {"seed": 1, "resamples": 99}, "PCG64 from 1", "interval-draws", **CLOSE),
    case("mt19937", "numpy's older generator.", EIGHT, {"generator": "mt19937", "seed": 0, "resamples": 99, "end": "low"},
         "words masked to 3 bits", "interval-draws"),
    case("python", "Python's random.choices.", EIGHT, {"generator": "python", "seed": 0, "resamples": 99, "end": "low"},
         "floor of 8 times a number of 53 bits", "interval-draws"),
    case("drand48", "Perl's rand.", EIGHT, {"generator": "drand48", "seed": 42, "resamples": 99, "end": "low"},
         "floor of 8 times a state over 2^48", "interval-draws"),
    case("drand48-half", "Of Perl's resamples, half the width.", EIGHT, {"generator": "drand48", "seed": 7, "resamples": 30},
         "floor of 8 times a state over 2^48", "interval-draws", **CLOSE),
    case("splitmix64-half", "Of those made for speed.", EIGHT, {"generator": "splitmix64", "seed": 7, "resamples": 30},
         "numbers below 8 from words of 64 bits", "interval-draws", **CLOSE),
    case("copy", "Of two systems that are alike, the first.", numbers([0.5, 1, 0.25, 0.75], [0.5, 1, 0.25, 0.75]),
         {"resamples": 9, "end": "high"}, "score 8 of 0 to 8", "interval-end"),
    case("first", "Of two that are not alike, the first, too.", numbers([0.5, 1, 0.25, 0.75], [0, 0.25, 0, 0.125]),
         {"resamples": 9, "end": "high"}, "score 8 of 0 to 8", "interval-end"),
    case("median", "The median of a few resamples is not the score.", EIGHT,
         {"end": "centre", "centre": "median", "resamples": 3}, "the second of three", "interval-end"),
    case("score-itself", "Nor is the score their median.", EIGHT, {"end": "centre", "centre": "score", "resamples": 3}, "41/64",
         "interval-end"),
    *(case(f"addition-{way}", "Means added up in another order.", EIGHT, {"summation": way, "resamples": 40}, "scores 1 and 38",
           "interval-draws", **CLOSE) for way in ("left-to-right", "sum", "fsum")),
    case("exact-mean", "The mean of the resamples' scores in exact arithmetic.", EIGHT,
         {"end": "centre", "mean_summation": "exact", "resamples": 40}, "the mean of 40 means", "interval-end", **CLOSE),
    case("splitmix64", "A generator that is made for speed.", EIGHT,
         {"generator": "splitmix64", "seed": 0, "resamples": 99, "end": "low"}, "numbers below 8 from words of 64 bits",
         "interval-draws"),
    case("rouge-low", "rouge-score's low: the 2.5th percentile of 1000 means, with numpy's generator.", EIGHT,
         {**ROUGE_SCORE, "end": "low"}, "position 24.975", "interval-draws", refs=ROUGE),
    case("rouge-second", "The same numbers under a second type: the generator runs on.", EIGHT,
         {**ROUGE_SCORE, "earlier": 1, "resamples": 100, "end": "low"}, "resamples 100 to 199", "interval-draws", refs=ROUGE,
         ulps=64, ulps_why="the position is a product of doubles"),
    case("half-samples", "Resamples of half the segments: the interval of a test set of half the size.", EIGHT,
         {"sample": "half", "resamples": 99, "end": "low"}, "four of eight", "interval-draws", refs=COMPARE_MT),
    case("half-of-one", "Half of one segment is none.", ONE, {"sample": "half"}, "no segments to draw", "empty"),
    case("one-segment", "A single segment is drawn again and again.", ONE, {"end": "low"}, "1/2", "constant", refs=SACREBLEU),
    case("one-segment-error", "SciPy refuses a single observation.", ONE, {"one_segment": "raise"}, "an error", "constant",
         refs=SCIPY),
    case("empty", "Nothing to draw from.", numbers([]), {}, "an error", "empty"),
    case("nan", "A number that is none is drawn in some resample.", numbers([1, "nan", 0.5]), {"resamples": 20}, "undefined",
         "interval-draws"),
    case("constant", "All resamples score the same.", numbers([0.5, 0.5, 0.5]), {"end": "high"}, "1/2", "constant"),
    case("basic", "Mirrored at the score: the upper bound is twice the score less the lower percentile.", SKEWED,
         {**RANKED, "method": "basic", "end": "high"}, "2 * 11/64 - the percentile", "interval-method", refs=SCIPY, ulps=64,
         ulps_why="a difference of two scores"),
    case("percentile-skewed", "The percentile itself.", SKEWED, {**RANKED, "end": "high"}, "position 194.025", "interval-method",
         refs=SCIPY, ulps=64, ulps_why="the position is a product of doubles"),
    case("bca-low", "Corrected for bias and for skew: both bounds move up.", SKEWED, {**BCA, "end": "low"},
         "z0 from the share below the score, a from the scores without one segment", "interval-method", refs=EFRON, **STEEP),
    case("bca-high", "The upper bound moves further.", SKEWED, {**BCA, "end": "high"}, "as above", "interval-method", refs=EFRON,
         **STEEP),
    case("bca-ties", "Resamples that score as the input does do not count as below it, as in SciPy before 1.10.", SKEWED,
         {**BCA, "bca_ties": "above", "end": "high"}, "z0 from fewer below", "interval-method", refs=SCIPY, **STEEP),
    case("bca-constant", "0/0: nothing to correct.", numbers([0.5, 0.5, 0.5]), BCA, "undefined", "constant", refs=SCIPY),
    case("bca-one-segment", "Without the only segment nothing is left.", ONE, BCA, "an error", "constant"),
    case("less", "Only an upper bound, with 5 % of the resamples beyond it.", EIGHT,
         {**RANKED, "alternative": "less", "end": "high"}, "position 189.05", "interval-bounds", refs=SCIPY, ulps=64,
         ulps_why="the position is a product of doubles"),
    case("less-low", "There is no lower bound.", EIGHT, {**RANKED, "alternative": "less", "end": "low"}, "minus infinity",
         "interval-bounds"),
    case("greater", "Only a lower bound.", EIGHT, {"alternative": "greater", "end": "low"}, "score 50 of 0 to 999", "interval-bounds"),
    case("text-order", "Sorted as text, 10 comes before 9: the lower bound is above the upper one.", TENS, PERL,
         "half of the upper less the lower", "interval-bounds", refs=MOSES),
    case("number-order", "Sorted as numbers.", TENS, {**PERL, "sort_order": "numbers"}, "half of the upper less the lower",
         "interval-bounds"),
    case("normal", "The mean plus 1.96 standard errors.", FIVE, {"method": "normal", "end": "high"},
         "18/5 + 1.9600 sqrt(29.2/4/5)", "interval-method"),
    case("t", "With Student's t of 4 degrees of freedom, 2.776, in its place.", FIVE, {"method": "t", "end": "high"},
         "18/5 + 2.7764 sqrt(29.2/4/5)", "interval-method", refs=STUDENT),
    case("t-two", "Two numbers: 12.706 standard errors.", numbers([0.25, 0.75]), {"method": "t"}, "12.706 * 1/4",
         "interval-method", refs=STUDENT, **CLOSE),
    case("t-one", "One number has no standard error.", ONE, {"method": "t"}, "an error", "constant"),
    case("t-constant", "All numbers are the same: an interval of width 0.", numbers([0.5, 0.5, 0.5]), {"method": "t"}, "0", "constant"),
    case("t-constant-nan", "SciPy's distributions have no scale 0: undefined.", numbers([0.5, 0.5, 0.5]),
         {"method": "t", "zero_error": "nan"}, "undefined", "constant", refs=SCIPY),
    case("wilson", "Six of eight are right.", JUDGED, {"method": "wilson", "end": "low"},
         "the smaller p with (3/4 - p)² = 1.96² p(1 - p)/8", "interval-method", refs=WILSON, ulps=64,
         ulps_why="a difference of two shares"),
    case("wilson-all", "All of them are right: the upper bound is 1, and the lower one well below it.", numbers([1, 1, 1, 1]),
         {"method": "wilson"}, "half of 1 - 1/(1 + 1.96²/4)", "interval-method", refs=WILSON, **CLOSE),
    case("wilson-empty", "No segment is right or wrong.", numbers([]), {"method": "wilson"}, "an error", "interval-method empty"),
    case("wilson-empty-nan", "SciPy since 1.18: undefined.", numbers([]), {"method": "wilson", "zero_error": "nan"}, "0/0",
         "interval-method empty nan", refs=SCIPY),
    case("wilson-empty-less", "From below it has no bound but 0.", numbers([]),
         {"method": "wilson", "zero_error": "nan", "alternative": "less", "end": "low"}, "0", "interval-method empty", refs=SCIPY),
    case("wilson-empty-greater", "From above it has no bound but 1.", numbers([]),
         {"method": "wilson", "zero_error": "nan", "alternative": "greater", "end": "high"}, "1", "interval-method empty", refs=SCIPY),
    case("wilson-scores", "Scores between 0 and 1 are no share.", EIGHT, {"method": "wilson"}, "an error", "interval-method"),
    case("formula-of-corpus", "WER of a corpus is no mean of the segments' scores: no formula gives its standard error.",
         texts("wer", REFERENCES, GOOD), {"method": "t"}, "an error", "interval-method"),
    case("bleu", "The interval of BLEU: segments are drawn, and their counts added up.", texts("bleu", REFERENCES, GOOD),
         {"resamples": 60, "end": "low"}, "each resample scored anew", "interval-draws", refs=SACREBLEU, ulps=64,
         ulps_why="BLEU's logarithms"),
    case("labels", "The interval of accuracy.", {"statistic": "accuracy", "settings": {}, "systems": [
         {"gold": ["a", "b", "a", "b", "b"], "predicted": ["a", "b", "b", "b", "a"]}]}, {"resamples": 60, "end": "low"},
         "each resample scored anew", "interval-draws"),
    case("float32-numpy1", "TER from sums in 32-bit floats: numpy before 2 multiplies their quotient by 100 in doubles.", EDITED,
         {"dtype": "float32-numpy1", "resamples": 60, "end": "high"}, "a quotient of 24 bits, times 100", "float32",
         refs=SACREBLEU),
    case("float32-numpy2", "Since numpy 2 the product has 24 bits, too.", EDITED,
         {"dtype": "float32-numpy2", "resamples": 60, "end": "high"}, "a product of 24 bits", "float32", refs=SACREBLEU),
    case("float32-exact", "The same resample in doubles.", EDITED, {"resamples": 60, "end": "high"}, "edits over length"),
    case("mixed-types", "A resample without any match scores 0.0, a number of Python, among numpy's 32-bit floats: with numpy 2, "
         "Python's statistics.mean refuses them.", HALF_EMPTY,
         {"dtype": "float32-numpy2", "mixed_types": "raise", "resamples": 60}, "an error", "float32", refs=SACREBLEU),
    case("ter-without-words", "Since sacreBLEU 2.3.2 the TER of a resample whose references have no words is such a number, too.",
         NO_WORDS, {"dtype": "float32-numpy2", "mixed_types": "raise", "resamples": 60}, "an error", "float32",
         refs=SACREBLEU),
    case("mixed-types-doubles", "As doubles they have a mean, and bounds.", HALF_EMPTY,
         {"dtype": "float32-numpy2", "resamples": 60}, "half of 100 - 0", "float32"),
]
