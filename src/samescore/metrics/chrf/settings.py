"""The knobs of chrF, and which values cannot be combined."""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.summation import SUMMATIONS
from samescore.metrics.words import empty_input_knob, empty_references_knob, mean_summation_knob
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob


class ChrfSettings(Settings):
    """The knobs of chrF. The defaults are sacreBLEU's ``corpus_chrf``; ``word_order=2`` is chrF++."""

    metric: ClassVar[str] = "chrf"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower")),
        "keep",
        "Case handling. keep: leave the text unchanged; lower: lowercase it (str.lower)",
    )
    whitespace: str = knob(
        Stage.TOKENS,
        Choice(("remove", "remove-unicode", "remove-spaces", "keep")),
        "remove",
        "White space before characters are counted. remove: delete every character that str.split splits at; "
        "remove-unicode: delete Unicode White_Space, which excludes U+001C to U+001F; remove-spaces: delete "
        "U+0020, and strip both ends as str.strip does; keep: count it like other characters",
    )
    empty_references: str = empty_references_knob()
    char_order: int = knob(Stage.STATISTICS, Integer(0, 20), 6, "Highest character n-gram order")
    min_char_order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "Lowest character n-gram order")
    word_order: int = knob(
        Stage.STATISTICS, Integer(0, 20), 0, "Highest word n-gram order; 0: no word n-grams (chrF); 2: chrF++"
    )
    empty_reference_order: str = knob(
        Stage.STATISTICS,
        Choice(("drop-hypothesis", "count-hypothesis")),
        "drop-hypothesis",
        "Orders for which the reference has no n-gram. drop-hypothesis: ignore the hypothesis n-grams of that "
        "order; count-hypothesis: count them",
        former=("missing_reference_order",),
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("highest-f", "above-zero", "above-zero-or-previous", "first"), (("best", "highest-f"),)),
        "highest-f",
        "Reference that a segment is scored against. highest-f: the one with the highest F (the first on "
        "ties); above-zero: the same, but no reference if that F is 0; above-zero-or-previous: the same, but if that F "
        "is 0, the previous segment's counts are used again; first: the first",
        former=("best_reference",),
    )
    empty_input: str = empty_input_knob()
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences", "last-segment")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed statistics; sentences: mean of the segment "
        "scores; last-segment: score of the last segment only",
    )
    mean_summation: str = mean_summation_knob()
    empty_order: str = knob(
        Stage.SMOOTHING,
        Choice(("effective", "zero", "epsilon-counts", "epsilon-score", "raise")),
        "effective",
        "Orders for which a text has no n-gram. effective: ignore the order; zero: its precision or recall is "
        "0; epsilon-counts: its precision or recall is 1e-16; epsilon-score: its precision, recall and F are "
        "all 1e-16 if any of them is 0/0; raise: a 0/0 is an error",
        former=("missing_order",),
    )
    order_mean: str = knob(
        Stage.COMBINATION,
        Choice(("precision-recall", "f-score", "pooled")),
        "precision-recall",
        "How orders are combined. precision-recall: average precision and recall over the orders, then compute "
        "F; f-score: average each order's F; pooled: compute F from the n-gram counts of all orders together",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 2.0, "Weight of recall relative to precision")
    f_product: str = knob(
        Stage.COMBINATION,
        Choice(("left-to-right", "grouped")),
        "left-to-right",
        "Numerator of F. left-to-right: ((1 + beta^2) * P) * R; grouped: (1 + beta^2) * (P * R)",
        rounding=True,
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice((*SUMMATIONS, "by-kind")),
        "left-to-right",
        "How values are summed over orders. sum: Python's built-in sum; fsum: math.fsum; left-to-right: one "
        "after the other; by-kind: built-in sum of character orders and of word orders, then the sum of both",
        rounding=True,
    )
    dtype: str = dtype_knob()
    mean_order: str = knob(
        Stage.COMBINATION,
        Choice(("sentence-first", "order-first")),
        "sentence-first",
        "Summation order for a mean over both sentences and n-gram orders. sentence-first: sentence by "
        "sentence; order-first: order by order. No effect with empty_order=effective or without such a mean",
        rounding=True,
    )
    unit: str = knob(
        Stage.COMBINATION,
        Choice(("fraction", "percent")),
        "fraction",
        "Unit in which a score with scale=1 is computed. fraction: 0 to 1; percent: 0 to 100, then divided by 100",
        rounding=True,
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "Score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.char_order + self.word_order == 0:
            raise SettingsError(
                "chrf: char_order and word_order are both 0", hint="set char_order or word_order above 0"
            )
        if self.char_order and self.min_char_order > self.char_order:
            raise SettingsError(
                f"chrf: min_char_order={self.min_char_order} is above char_order={self.char_order}",
                hint="set min_char_order to at most char_order",
            )
        if self.empty_order == "raise" and self.references not in ("highest-f", "first"):
            raise SettingsError(
                f"chrf: references={self.references} needs the score of every reference, but empty_order=raise may "
                "raise an error instead",
                hint="set references=highest-f",
            )
        if self.summation == "by-kind" and self.empty_order == "effective":
            raise SettingsError(
                "chrf: summation=by-kind adds all orders, but empty_order=effective skips some",
                hint="set summation=left-to-right",
            )
