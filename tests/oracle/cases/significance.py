"""Cases of p-values by resampling, as sacreBLEU, SciPy, NLTK, Moses and compare-mt compute them, and of their differences."""

from typing import Any

from tests.oracle.cases import Data, cases_of, text

TOPIC = "resampling"
SACREBLEU = ("sacreBLEU: https://github.com/mjpost/sacrebleu/blob/master/sacrebleu/significance.py",)
SCIPY = ("https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.permutation_test.html",)
NLTK = ("https://www.nltk.org/api/nltk.metrics.scores.html",)
MOSES = (
    "Moses: https://github.com/moses-smt/mosesdecoder/blob/master/scripts/analysis/"
    "bootstrap-hypothesis-difference-significance.pl",
)
COMPARE_MT = ("compare-mt: https://github.com/neulab/compare-mt/blob/master/compare_mt/sign_utils.py",)
KOEHN = ("Koehn, EMNLP 2004: https://aclanthology.org/W04-3250/",)

case = cases_of("p-value")


def numbers(*systems: list[Any]) -> Data:
    """Return the data of several systems, each given as its numbers, whose means are compared."""
    return {"statistic": "mean", "settings": {}, "systems": [{"scores": system} for system in systems]}


def texts(statistic: str, references: list[str], *systems: list[str], **settings: Any) -> Data:
    """Return the data of several systems, each given as its lines, with one reference per line."""
    return {
        "statistic": statistic,
        "settings": settings,
        "systems": [text(*zip(system, references, strict=True)) for system in systems],
    }


REFERENCES = [
    "the cat sat on the mat by the door",
    "a dog ran fast in the red house today",
    "they went home because it rained",
    "two birds sang in the old tree at dawn",
    "nobody saw the small boat on the lake",
]
GOOD = [
    "the cat sat on a mat by the door",
    "a dog ran fast in the house today",
    "they went home because it rained",
    "two birds sing in the old tree at dawn",
    "nobody saw a small boat on the lake",
]
WORSE = [
    "the cat sits on a mat by a door",
    "a dog ran fast in the red house today",
    "they went home when it rained",
    "two birds sing in an old tree at dawn",
    "no one saw the small boat on a lake",
]
EIGHT = numbers([0.5, 1, 0.25, 0.75, 1, 0.5, 0.875, 0.25], [0.5, 0.25, 0.5, 0.5, 0.25, 0.75, 0.25, 0])
FOUR = numbers([1, 0.5, 0.75, 0.25], [0.5, 0.25, 0.25, 0.5])
JUDGED = numbers([1, 1, 0, 1, 1, 0, 1, 1], [0, 1, 0, 0, 1, 0, 1, 0])

AR = {"test": "randomization", "statistic": "absolute", "resamples": 99}
PERMUTED = {
    "test": "randomization",
    "exchange": "pairs-by-word",
    "enumeration": "all",
    "statistic": "difference",
    "comparison": "greater-or-close",
    "count": "plus-one-if-drawn",
    "resamples": 99,
}
APART = {**PERMUTED, "exchange": "all"}
SHUFFLED = {
    **AR,
    "exchange": "all-again",
    "enumeration": "factorial",
    "generator": "python",
    "seed": 1,
    "comparison": "greater-or-equal",
}
MOSES_TEST = {"generator": "drand48", "seed": 42, "comparison": "greater-or-equal", "count": "share", "resamples": 100}
WINS = {
    "sample": "half",
    "generator": "mt19937",
    "seed": 3,
    "statistic": "losses",
    "comparison": "greater-or-equal",
    "count": "share",
    "resamples": 100,
}
FIVE_WORDS = texts("ter", ["a b c d e"], ["a b c d x"], ["a b c d e"])
TER32 = {"statistic": "absolute", "resamples": 9}

# fmt: off
CASES = [
    case("bleu-bootstrap", "sacreBLEU's paired bootstrap of BLEU: 1000 resamples would be usual, 100 tell the same story.",
         texts("bleu", REFERENCES, GOOD, WORSE), {"resamples": 100}, "seed 12345; |d| - mean |d| > |D|", refs=SACREBLEU),
    case("chrf-bootstrap", "The same resamples under chrF.", texts("chrf", REFERENCES, GOOD, WORSE), {"resamples": 60},
         "seed 12345", refs=SACREBLEU),
    case("ter-bootstrap", "And under TER, of which less is better: the test does not ask.",
         texts("ter", REFERENCES, GOOD, WORSE), {"resamples": 60}, "seed 12345", refs=SACREBLEU),
    case("bleu-randomization", "sacreBLEU's approximate randomization: 32 exchanges from each random word.",
         texts("bleu", REFERENCES, GOOD, WORSE), AR, "seed 12345; |d| > |D|", refs=SACREBLEU),
    case("ter-randomization", "Exchanges under TER.", texts("ter", REFERENCES, GOOD, WORSE), AR, "seed 12345", refs=SACREBLEU),
    case("itself", "A system against its copy: no resample differs by more than 0, so p is the smallest that there is, 1/(N + 1), "
         "which reads as the surest difference.", texts("bleu", REFERENCES, GOOD, GOOD), {"resamples": 100}, "1/101",
         "strict-comparison", kind="exact", refs=SACREBLEU),
    case("itself-randomization", "The same by exchanges.", texts("bleu", REFERENCES, GOOD, GOOD), AR, "1/100",
         "strict-comparison", kind="exact", refs=SACREBLEU),
    case("itself-reached", "Resamples that reach the difference count: p is 1.", texts("bleu", REFERENCES, GOOD, GOOD),
         {**AR, "comparison": "greater-or-equal"}, "100/100", "strict-comparison", kind="exact"),
    case("one-segment", "One segment, two different outputs: each resample is the whole input, and none exceeds it.",
         texts("chrf", REFERENCES[:1], GOOD[:1], WORSE[:1]), {**AR, "resamples": 9}, "1/10", "strict-comparison", kind="exact",
         refs=SACREBLEU),
    case("one-segment-refused", "SciPy wants two or more.", numbers([1], [0]), {**PERMUTED, "one_segment": "raise"}, "an error",
         "systems", refs=SCIPY),
    case("empty", "No segments.", numbers([], []), {}, "an error", "empty"),
    case("three-systems", "A p-value is one of two systems.", numbers([1], [0], [0.5]), {}, "an error", "systems"),
    case("one-system", "With itself alone nothing is compared.", numbers([1, 0]), {}, "an error", "systems"),
    case("seed-0", "A seed of 0 draws like any other.", EIGHT, {"seed": 0, "resamples": 60}, "seed 0", "seed"),
    case("seed-0-unseeded", "sacreBLEU takes SACREBLEU_SEED=0 for none in its paired tests, and prints seed:0: every run gives "
         "another p, so there is none to agree on.", EIGHT, {"seed": 0, "zero_seed": "unseeded", "resamples": 60}, "undefined",
         "seed", refs=SACREBLEU),
    case("seed-1", "Another seed, another p: with 60 resamples that is seen.", EIGHT, {"seed": 1, "resamples": 60}, "seed 1", "seed"),
    case("seed-2", "And another.", EIGHT, {"seed": 2, "resamples": 60}, "seed 2", "seed"),
    case("samples", "SciPy's permutation test of pairs, at random: one word for each pair.", EIGHT, PERMUTED,
         "seed 12345; 2 min of both sides", "two-sided", refs=SCIPY),
    case("samples-exact", "Four pairs have 16 exchanges: each is taken once, and nothing is added to the counts.", FOUR, PERMUTED,
         "the mean difference 0.25 is reached by 3 of 16 sign changes", "enumerated two-sided", kind="exact", refs=SCIPY),
    case("samples-greater", "One-sided.", FOUR, {**PERMUTED, "alternative": "greater"}, "3/16", "enumerated two-sided",
         kind="exact", refs=SCIPY),
    case("samples-less", "The other side.", FOUR, {**PERMUTED, "alternative": "less"}, "sign changes", "enumerated two-sided",
         kind="exact", refs=SCIPY),
    case("samples-counted", "One is added although each was taken.", FOUR, {**PERMUTED, "count": "plus-one"}, "4/17 of one side",
         "enumerated two-sided", kind="exact"),
    case("factorial", "Of two pairs there are no more than 4! orders of their values, so 24 are drawn.",
         numbers([1, 0.5], [0.25, 0]), {**SHUFFLED, "resamples": 99}, "seed 1", "enumerated unpaired"),
    case("splitmix64-7", "Another seed.", EIGHT,
         {"generator": "splitmix64", "seed": 7, "resamples": 400, "statistic": "absolute"}, "seed 7", "seed"),
    *(case(f"addition-{way}", "Means added up in another order: the same p.", EIGHT, {"summation": way, "resamples": 20},
           "seed 12345", "seed") for way in ("left-to-right", "sum", "fsum")),
    case("samples-few", "Fewer resamples than exchanges: at random.", FOUR, {**PERMUTED, "resamples": 15}, "seed 12345",
         "enumerated", refs=SCIPY),
    case("samples-close", "A pair that differs in its last digit: exchanged, the difference falls short by less than doubles can tell.",
         numbers([1, 0.5], [0, 0.499999999999999]), PERMUTED, "2 of 4 are close; both sides 1/2: 1", "enumerated", refs=SCIPY),
    case("samples-reached", "Taken at their word, the doubles say otherwise.",
         numbers([1, 0.5], [0, 0.499999999999999]), {**PERMUTED, "comparison": "greater-or-equal"}, "1 of 4 reaches it: 1/2",
         "enumerated", refs=SCIPY),
    case("independent", "All numbers in one hat: what SciPy does with the type of permutation that is its default, though these are "
         "pairs.", EIGHT, APART, "seed 12345", "unpaired", refs=SCIPY),
    case("independent-exact", "Four against four: 70 ways to divide them.", FOUR, APART, "divisions of 8 into 4 and 4",
         "unpaired enumerated", kind="exact", refs=SCIPY),
    case("nan-undefined", "A number is nan: so is the difference, and no p-value can be had.", numbers([1, "nan"], [0, 0.5]), PERMUTED,
         "undefined", "nan"),
    case("nan-ignored", "Comparisons with nan are false: no exchange counts, and p is 0.", numbers([1, "nan"], [0, 0.5]),
         {**PERMUTED, "undefined": "not-extreme"}, "0/4", "nan", kind="exact", refs=SCIPY),
    case("shuffled", "NLTK's approximate randomization is not paired: it shuffles the numbers of both systems together, on and on.",
         EIGHT, SHUFFLED, "random.seed(1)", "unpaired", refs=NLTK),
    case("shuffled-one", "Two numbers have two orders, so NLTK shuffles twice.", numbers([1], [0]), SHUFFLED, "(2 + 1)/(2 + 1)",
         "unpaired", kind="exact", refs=NLTK),
    case("shuffled-strict", "Of those two, none exceeds the difference.", numbers([1], [0]), {**SHUFFLED, "comparison": "greater"},
         "(0 + 1)/(2 + 1)", "unpaired", kind="exact"),
    case("shuffled-all-the-same", "Without that limit.", numbers([1, 0], [0, 0.5]), {**SHUFFLED, "enumeration": "none"},
         "random.seed(1)", "unpaired"),
    case("moses", "The script of Moses: what reaches the difference counts, and nothing is added.",
         texts("bleu", REFERENCES, GOOD, WORSE, tokenizer="none"), MOSES_TEST, "srand(42)", refs=MOSES),
    case("moses-itself", "So a system against itself has p = 1.", texts("bleu", REFERENCES, GOOD, GOOD, tokenizer="none"), MOSES_TEST,
         "100/100", "strict-comparison", kind="exact", refs=MOSES),
    case("wins", "compare-mt draws half as many segments as there are; what is left when the wins are taken from 1.", EIGHT, WINS,
         "numpy.random.seed(3)", "half-samples", refs=COMPARE_MT),
    case("wins-full", "With as many segments the better system loses less often.", EIGHT, {**WINS, "sample": "full"},
         "numpy.random.seed(3)", "half-samples", refs=KOEHN),
    case("wins-ties", "If only real losses count, ties are on the winner's side.", JUDGED, {**WINS, "comparison": "greater"},
         "numpy.random.seed(3)", "half-samples", refs=KOEHN),
    case("wins-second", "The better system comes second.", numbers(*[s["scores"] for s in reversed(EIGHT["systems"])]), WINS,
         "numpy.random.seed(3)", "half-samples", refs=COMPARE_MT),
    case("wins-ter", "Of TER, less is better.", texts("ter", REFERENCES, GOOD, WORSE), WINS, "numpy.random.seed(3)",
         "half-samples", refs=COMPARE_MT),
    case("half-of-one", "Half of one segment is none.", numbers([1], [0]), WINS, "an error", "half-samples empty"),
    case("apart", "The segments of each system drawn on their own: the pairs are lost, and p is another one.", EIGHT,
         {"sample": "apart", "resamples": 60}, "seed 12345; first one system, then the other", "unpaired"),
    case("apart-itself", "So a system differs from itself in nearly every resample.", texts("bleu", REFERENCES, GOOD, GOOD),
         {"sample": "apart", "resamples": 30}, "seed 12345", "unpaired"),
    case("python", "Resamples by Python's random.choices.", EIGHT, {"generator": "python", "resamples": 60}, "random.seed(12345)", "seed"),
    case("mt19937", "Resamples by numpy's older generator.", EIGHT, {"generator": "mt19937", "resamples": 60},
         "numpy.random.seed(12345)", "seed"),
    case("splitmix64", "Resamples by a generator that is made for speed.", EIGHT, {"generator": "splitmix64", "resamples": 60},
         "seed 12345", "seed"),
    case("all-mt19937", "Shuffles by numpy's older generator.", EIGHT, {**APART, "generator": "mt19937"},
         "numpy.random.seed(12345)", "seed unpaired"),
    case("all-drand48", "Shuffles by Perl's.", EIGHT, {**APART, "generator": "drand48"}, "srand(12345)", "seed unpaired"),
    case("again-pcg64", "Shuffled on from the last order.", EIGHT, {**APART, "exchange": "all-again"}, "seed 12345", "unpaired"),
    case("share", "Without the added one, p can be 0.", numbers([1, 1, 1, 1, 1, 1, 0.75, 1], [0, 0, 0.25, 0, 0, 0, 0, 0]),
         {"count": "share", "resamples": 50}, "0/50", "strict-comparison", kind="exact"),
    case("absolute", "Not recentred: about half of all resamples exceed the difference.", EIGHT,
         {"statistic": "absolute", "resamples": 60}, "seed 12345", "recentring"),
    case("difference", "Signed, and both sides.", EIGHT, {"statistic": "difference", "resamples": 60}, "seed 12345",
         "recentring two-sided"),
    case("judgements", "Right and wrong answers, many of them tied.", JUDGED, {**PERMUTED, "resamples": 300}, "sign changes",
         "enumerated two-sided", refs=SCIPY),
    case("accuracy", "Labels: the accuracy of two systems.",
         {"statistic": "accuracy", "settings": {}, "systems": [
             {"gold": ["a", "b", "a", "c"], "predicted": ["a", "b", "a", "b"]},
             {"gold": ["a", "b", "a", "c"], "predicted": ["b", "b", "b", "c"]}]},
         PERMUTED, "sign changes of 1 0 1 -1", "enumerated", kind="exact"),
    case("ter-numpy1", "One edit in five words. The quotient is a 32-bit float, above 1/5, and the rest doubles, so that every "
         "resample exceeds the difference.", FIVE_WORDS, {**TER32, "dtype": "float32-numpy1"}, "(9 + 1)/(9 + 1)", "float32",
         kind="exact", refs=SACREBLEU),
    case("ter-numpy2", "If all is rounded, 100 times that float is 20 again.", FIVE_WORDS, {**TER32, "dtype": "float32-numpy2"},
         "1/10", "float32", kind="exact", refs=SACREBLEU),
    case("ter-exact", "In doubles it is 20, too.", FIVE_WORDS, TER32, "1/10", "float32", kind="exact"),
    case("add-k-integers", "sacreBLEU adds 0.5 to counts in an array of integers, which drops it: the exchanges are not smoothed.",
         texts("bleu", REFERENCES[:3], GOOD[:3], WORSE[:3], smoothing="add-k", add_k=0.5), {**AR, "dtype": "float32-numpy2"},
         "k = 0 in the exchanges", "float32", refs=SACREBLEU),
    case("add-k", "Smoothed like the whole input.", texts("bleu", REFERENCES[:3], GOOD[:3], WORSE[:3], smoothing="add-k", add_k=0.5), AR,
         "k = 0.5", "float32"),
]
