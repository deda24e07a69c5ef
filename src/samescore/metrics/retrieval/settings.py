"""The knobs of retrieval measures."""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.words import mean_summation_knob
from samescore.settings import BoolDomain, Choice, Integer, Real, Settings, Stage, knob

#: The measures that can be computed in 32 bits.
_SINGLES = ("ndcg", "dcg", "ap", "rr", "precision", "recall", "success", "r-precision", "fall-out")


class RetrievalSettings(Settings):
    """The knobs of retrieval measures. The defaults follow pytrec_eval, and so trec_eval 9."""

    metric: ClassVar[str] = "retrieval"

    drop_same_id: bool = knob(
        Stage.TEXT,
        BoolDomain(),
        False,
        "Remove results with the id of the query, which in some data sets is a document itself",
    )
    score_dtype: str = knob(
        Stage.STATISTICS,
        Choice(("float32", "float64")),
        "float32",
        "Precision in which scores are compared. float32: 32 bits, so that close scores are tied; float64: 64 bits",
    )
    ties: str = knob(
        Stage.STATISTICS,
        Choice(
            ("id-descending", "id-ascending", "given", "reversed", "numba-twice", "torch-topk", "average", "together")
        ),
        "id-descending",
        "Order of results with the same score. id-descending: by document id, the largest first; id-ascending: the "
        "smallest first; given: as in the run; reversed: in the opposite order; numba-twice: as in the run for "
        "up to 15 results, and for more as two of Numba's quicksorts leave them; torch-topk: as PyTorch's topk leaves them on Linux; average: for ndcg and dcg only, each "
        "has the average gain of all that are tied; together: for ap only, each has the rank of the last of them",
    )
    unjudged: str = knob(
        Stage.STATISTICS,
        Choice(("nonrelevant", "removed")),
        "nonrelevant",
        "Results without a judgment. nonrelevant: not relevant; removed: removed from the ranking, as are results with a "
        "negative grade",
    )
    low_scores: str = knob(
        Stage.STATISTICS,
        Choice(("own", "nonrelevant")),
        "own",
        "Results with a score of 0 or less. own: as relevant as their grades say; nonrelevant: not relevant, whatever their "
        "grades are",
    )
    collection: str = knob(
        Stage.STATISTICS,
        Choice(("judged", "retrieved")),
        "judged",
        "Documents that an ideal ranking may contain, and of which the relevant ones are counted. judged: all that are "
        "judged; retrieved: only those in the run",
    )
    relevance_level: int = knob(Stage.STATISTICS, Integer(1, 1000, (1, 2, 3)), 1, "Lowest grade of a relevant document")
    measure: str = knob(
        Stage.COMBINATION,
        Choice(
            (
                *("ndcg", "ap", "rr", "precision", "recall", "f1", "success", "r-precision", "bpref", "infap"),
                *("dcg", "err", "rbp", "judged", "unjudged", "coverage", "ranking-loss", "fall-out"),
                *("interpolated-precision", "eleven-point"),
            )
        ),
        "ndcg",
        "What is computed for each query. ndcg: normalized discounted cumulative gain; ap: average precision; rr: "
        "reciprocal rank; precision, recall and f1: of the first results; success: 1 if one of them is relevant; "
        "r-precision: precision of as many results as there are relevant documents; bpref: preference of judged "
        "documents; infap: inferred average precision; dcg: discounted cumulative gain; err: expected reciprocal rank; "
        "rbp: rank-biased precision; judged: the share of results that are judged; unjudged: the share that are not, or have "
        "a negative grade; coverage: the rank of the last relevant result; ranking-loss: the share of pairs of a relevant result and "
        "another one in which its score is not higher (these two count ties as together); fall-out: the share of the "
        "nonrelevant documents that are among the first results; interpolated-precision: the highest precision at or after a "
        "recall; eleven-point: its mean over recalls of 0, 0.1, ... and 1 (0 divided by 0 without any results)",
    )
    cutoff: int = knob(
        Stage.COMBINATION,
        Integer(0, 10**9, (0, 1, 2, 3, 5, 10, 20, 100)),
        0,
        "Number of results of each query that count; 0 for all of them",
    )
    gain: str = knob(
        Stage.COMBINATION,
        Choice(("linear", "exponential", "binary", "share")),
        "linear",
        "Gain of a document in ndcg, dcg and rbp. linear: its grade; exponential: 2 to the power of its grade, minus 1; "
        "binary: 1 if it is relevant; share: its grade divided by the highest grade of the query",
    )
    gain_below_level: str = knob(
        Stage.COMBINATION,
        Choice(("own", "zero")),
        "own",
        "Gain of documents with a grade below relevance_level. own: computed like others; zero: 0",
    )
    negative_grades: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "keep", "raise")),
        "zero",
        "Gain of documents with negative grades. zero: 0; keep: computed like others; raise: an error",
    )
    discount_base: str = knob(
        Stage.COMBINATION,
        Choice(("2", "e")),
        "2",
        "Base of the logarithm in a discount. ndcg depends on it only by rounding. 2: binary; e: natural",
    )
    discount_form: str = knob(
        Stage.COMBINATION,
        Choice(("quotient", "product", "log-ratio")),
        "quotient",
        "How a gain is discounted by its rank. quotient: divided by log(rank + 1); product: multiplied by 1/log(rank + 1); "
        "log-ratio: multiplied by 1/(ln(rank + 1)/ln(base))",
        rounding=True,
    )
    ideal_form: str = knob(
        Stage.COMBINATION,
        Choice(("quotient", "product", "each")),
        "quotient",
        "How ndcg is normalized. quotient: divided by the gain of an ideal ranking; product: multiplied by 1 over that gain; "
        "each: each discounted gain is multiplied by it before they are summed",
        rounding=True,
    )
    gain_summation: str = knob(
        Stage.COMBINATION,
        Choice(("left-to-right", "numpy", "kahan", "torch", "torch-padded")),
        "left-to-right",
        "How discounted gains are summed, and the precisions of ap. left-to-right: one after the other; numpy: pairwise, as "
        "NumPy does; kahan: with Kahan's compensation, as pandas does in groups; torch: in eight sums in 32 bits, and four in "
        "64, as PyTorch does; torch-padded: likewise, but with a gain of 0 for each result beyond the cutoff",
        rounding=True,
    )
    dtype: str = dtype_knob(
        meaning="; only for ndcg, dcg, ap, rr, precision, recall, success, r-precision and fall-out"
    )
    relevant_total: str = knob(
        Stage.COMBINATION,
        Choice(("all", "capped", "found")),
        "all",
        "What average precision and recall are divided by. all: the number of relevant documents; capped: that number, "
        "but at most the cutoff; found: the number of relevant results",
    )
    precision_total: str = knob(
        Stage.COMBINATION,
        Choice(("cutoff", "capped")),
        "cutoff",
        "What precision, judged and unjudged are divided by. cutoff: the cutoff, or without one the number of results; capped: the "
        "cutoff, but at most the number of results",
    )
    persistence: float = knob(
        Stage.COMBINATION,
        Real(0.0, 1.0),
        0.8,
        "Probability in rbp that a reader goes on to the next result",
        only=("measure", "rbp"),
    )
    power_form: str = knob(
        Stage.COMBINATION,
        Choice(("repeated", "squared")),
        "repeated",
        "How powers of the persistence are computed. repeated: multiplied once more at each rank; squared: by squares, "
        "as Numba does",
        rounding=True,
        only=("measure", "rbp"),
    )
    recall_level: float = knob(
        Stage.COMBINATION,
        Real(0.0, 1.0),
        0.5,
        "Recall of interpolated-precision: the share of the relevant documents that has to be found",
        only=("measure", "interpolated-precision"),
    )
    recall_rounding: str = knob(
        Stage.COMBINATION,
        Choice(("up", "nearest")),
        "up",
        "Number of documents that a recall stands for in interpolated-precision and eleven-point. up: the product of the recall "
        "and the number of relevant documents, plus 0.9, rounded down; nearest: the product, rounded, halves up",
    )
    max_grade: int = knob(
        Stage.COMBINATION,
        Integer(1, 60),
        4,
        "Highest possible grade in err; higher ones are an error",
        only=("measure", "err"),
    )
    empty_query: str = knob(
        Stage.AGGREGATION,
        Choice(("zero", "one", "skip", "nan", "raise")),
        "zero",
        "Score of a query without relevant documents, or for fall-out without others. zero: 0; one: 1; skip: the query is left out; nan: undefined; raise: "
        "an error",
    )
    no_hits: str = knob(
        Stage.AGGREGATION,
        Choice(("count", "skip")),
        "count",
        "Queries with a score of 0 although they have relevant documents. count: they count; skip: they are left out",
    )
    missing_results: str = knob(
        Stage.AGGREGATION,
        Choice(("skip", "zero", "raise")),
        "skip",
        "Queries that are judged but not in the run. skip: they are left out; zero: they score 0, unless empty_query leaves them out; "
        "raise: an error",
    )
    missing_judgments: str = knob(
        Stage.AGGREGATION,
        Choice(("skip", "zero", "raise")),
        "skip",
        "Queries that are in the run but not judged. skip: they are left out; zero: they score 0; raise: an error",
    )
    empty_input: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "nan", "zero")),
        "raise",
        "Result if no query counts. raise: an error; nan: undefined; zero: 0",
    )
    mean: str = knob(
        Stage.AGGREGATION,
        Choice(("arithmetic", "geometric")),
        "arithmetic",
        "Mean over queries. arithmetic: the arithmetic mean; geometric: the geometric mean of the scores, each at least "
        "0.00001",
    )
    mean_summation: str = mean_summation_knob("numpy", "torch")
    digits: str = knob(
        Stage.PRESENTATION,
        Choice(("all", "4", "5")),
        "all",
        "Decimal places to which the score is rounded. all: no rounding; 4: four; 5: five",
    )

    def check_together(self) -> None:
        if self.dtype == "float32" and self.measure not in _SINGLES:
            raise SettingsError(
                f"dtype=float32 cannot be used with measure={self.measure}",
                hint=f"set dtype=float64, or measure to one of {', '.join(_SINGLES)}",
            )
        if self.dtype == "float32" and self.mean == "geometric":
            raise SettingsError(
                "a geometric mean is not computed in 32 bits", hint="set dtype=float64, or mean=arithmetic"
            )
