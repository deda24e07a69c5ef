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

    case: str = knob(Stage.TEXT, Choice(("keep", "lower")), "keep", "keep the case, or lower it (str.lower)")
    whitespace: str = knob(
        Stage.TOKENS,
        Choice(("remove", "remove-unicode", "remove-spaces", "keep")),
        "remove",
        "white space before characters are counted: remove what str.split splits at, remove Unicode's White_Space "
        "(U+001C to U+001F stay), remove U+0020 and what str.strip removes at the ends, or keep all",
    )
    empty_references: str = empty_references_knob()
    char_order: int = knob(Stage.STATISTICS, Integer(0, 20), 6, "character n-grams up to this order")
    min_char_order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "character n-grams from this order")
    word_order: int = knob(Stage.STATISTICS, Integer(0, 20), 0, "word n-grams up to this order; 2 is chrF++")
    empty_reference_order: str = knob(
        Stage.STATISTICS,
        Choice(("drop-hypothesis", "count-hypothesis")),
        "drop-hypothesis",
        "if a reference has no n-gram of an order, the hypothesis' n-grams of that order are dropped, or counted",
        former=("missing_reference_order",),
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("highest-f", "above-zero", "above-zero-or-previous", "first"), (("best", "highest-f"),)),
        "highest-f",
        "the reference that a segment is scored against: the one with the highest F (the first on ties); above-zero: "
        "none if that F is 0; above-zero-or-previous: if that F is 0, the previous segment's counts are repeated; or "
        "the first",
        former=("best_reference",),
    )
    empty_input: str = empty_input_knob()
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences", "last-segment")),
        "corpus",
        "one score from the corpus' summed statistics, the mean of the sentences' scores, or the last sentence's alone",
    )
    mean_summation: str = mean_summation_knob()
    empty_order: str = knob(
        Stage.SMOOTHING,
        Choice(("effective", "zero", "epsilon-counts", "epsilon-score", "raise")),
        "effective",
        "an order for which a text has no n-gram: left out (effective); its P or R is 0 (zero) or 1e-16 "
        "(epsilon-counts); P, R and F are 1e-16 if any of them is 0/0 (epsilon-score), or that is an error (raise)",
        former=("missing_order",),
    )
    order_mean: str = knob(
        Stage.COMBINATION,
        Choice(("precision-recall", "f-score", "pooled")),
        "precision-recall",
        "average P and R over the orders and take one F, average each order's F, or count all orders' n-grams together",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 2.0, "weight of recall relative to precision")
    f_product: str = knob(
        Stage.COMBINATION,
        Choice(("left-to-right", "grouped")),
        "left-to-right",
        "((1+b^2)*P)*R or (1+b^2)*(P*R)",
        rounding=True,
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice((*SUMMATIONS, "by-kind")),
        "left-to-right",
        "how orders are added up; by-kind: character orders and word orders apart (by sum), then both",
        rounding=True,
    )
    dtype: str = dtype_knob()
    mean_order: str = knob(
        Stage.COMBINATION,
        Choice(("sentence-first", "order-first")),
        "sentence-first",
        "a mean over sentences of a mean over orders adds up sentence by sentence, or order by order; "
        "without such a mean, or with empty_order=effective, it has no effect",
        rounding=True,
    )
    unit: str = knob(
        Stage.COMBINATION,
        Choice(("fraction", "percent")),
        "fraction",
        "under scale=1, the score is computed so, or out of 100 and divided",
        rounding=True,
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "the score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.char_order + self.word_order == 0:
            raise SettingsError("chrf: char_order and word_order are both 0", hint="set one of them above 0")
        if self.char_order and self.min_char_order > self.char_order:
            raise SettingsError(
                f"chrf: min_char_order={self.min_char_order} is above char_order={self.char_order}",
                hint="set it to at most char_order",
            )
        if self.empty_order == "raise" and self.references not in ("highest-f", "first"):
            raise SettingsError(
                f"chrf: references={self.references} needs the score of every reference, but "
                f"empty_order=raise may give none",
                hint="set references=highest-f",
            )
        if self.summation == "by-kind" and self.empty_order == "effective":
            raise SettingsError(
                "chrf: summation=by-kind adds all orders, but empty_order=effective skips some",
                hint="set summation=left-to-right",
            )
