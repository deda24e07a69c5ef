"""The knobs of SARI."""

from __future__ import annotations

from typing import ClassVar

from samescore.metrics.words import scale_knob
from samescore.settings import Choice, Integer, Settings, Stage, knob


def _ratio(what: str) -> str:
    return knob(
        Stage.COMBINATION,
        Choice(("types", "sums")),
        "types",
        f"{what}: the mean of each different n-gram's ratio of right to all occurrences, or the ratio of their sums",
    )


class SariSettings(Settings):
    """The knobs of SARI. The defaults are those of the authors' script."""

    metric: ClassVar[str] = "sari"

    case: str = knob(
        Stage.TEXT, Choice(("lower", "keep")), "lower", "lower the case (str.lower) before tokenizing, or keep it"
    )
    tokenizer: str = knob(Stage.TOKENS, Choice(("none", "13a", "intl")), "none", "tokenizer of the texts")
    split: str = knob(
        Stage.TOKENS,
        Choice(("spaces", "white-space")),
        "spaces",
        "split at every space, so that two in a row have an empty token between them and an empty text is one; or at white "
        "space",
    )
    source: str = knob(
        Stage.TOKENS, Choice(("tokenized", "as-given")), "tokenized", "the source is tokenized as well, or only split"
    )
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "the largest n-gram order")
    counts: str = knob(
        Stage.STATISTICS,
        Choice(("multiplied", "binary")),
        "multiplied",
        "n-grams of source and hypothesis count as often as they occur, times the number of references, and those of all "
        "references together; or each once, and by the share of the references that have it (without those too short)",
    )
    additions: str = knob(
        Stage.STATISTICS,
        Choice(("all", "without-subsequences")),
        "all",
        "every added n-gram that a reference has is right, or none that deleting words from the source leaves over",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("sentences", "corpus")),
        "sentences",
        "the mean of the segments' scores, or one score from counts that are summed over the segments",
    )
    mean_summation: str = knob(
        Stage.AGGREGATION,
        Choice(("sum", "left-to-right", "pairwise", "exact")),
        "sum",
        "how a mean adds up the segments' scores: by builtin sum, from left to right, pairwise as numpy, or exactly (rounded "
        "once, independent of their order)",
        rounding=True,
    )
    empty_input: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "zero", "undefined")),
        "raise",
        "no segments are an error, score 0, or have no score",
        former=("no_segments",),
    )
    zero_division: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "1")),
        "0",
        "value of a precision or recall of 0/0, such as of orders beyond a text",
    )
    precision: str = _ratio("precision of what is kept and of what is deleted")
    keep_recall: str = _ratio("recall of what is kept")
    deleted_rightly: str = knob(
        Stage.COMBINATION,
        Choice(("difference", "smaller")),
        "difference",
        "how often an n-gram is deleted rightly: as often as it is deleted, less its number in the references; or the "
        "smaller of how often it is deleted and how often it should be",
    )
    deletion: str = knob(
        Stage.COMBINATION,
        Choice(("precision", "f1")),
        "precision",
        "deletion is scored by precision, or by F1; recall of precision=types divides the sum of ratios to deleted "
        "occurrences by the number of n-grams to delete",
    )
    order_mean: str = knob(
        Stage.COMBINATION,
        Choice(("scores", "ratios")),
        "scores",
        "the mean of the orders' scores, or (as in the paper) one score from the mean precision and recall",
        former=("orders",),
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("sum", "left-to-right")),
        "sum",
        "how the orders are added up, and shares of references: by builtin sum, or from left to right",
        rounding=True,
    )
    operation_order: str = knob(
        Stage.COMBINATION,
        Choice(("keep-delete-add", "add-keep-delete")),
        "keep-delete-add",
        "the order in which the scores of the three operations are added up",
        rounding=True,
        former=("operations",),
    )
    scale: str = scale_knob()
