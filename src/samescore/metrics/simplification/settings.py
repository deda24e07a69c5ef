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
        f"{what}. types: mean over distinct n-grams of correct occurrences / all occurrences; sums: correct occurrences "
        "summed over n-grams / all occurrences summed over n-grams",
    )


class SariSettings(Settings):
    """The knobs of SARI. The defaults follow the authors' script."""

    metric: ClassVar[str] = "sari"

    case: str = knob(
        Stage.TEXT,
        Choice(("lower", "keep")),
        "lower",
        "Case handling. lower: lowercase the text before tokenizing (str.lower); keep: leave it unchanged",
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("none", "13a", "intl")),
        "none",
        "Tokenizer applied before splitting (see split). none: no tokenizer; 13a: mteval-v13a's rules; intl: "
        "mteval-v14's international rules",
    )
    split: str = knob(
        Stage.TOKENS,
        Choice(("spaces", "white-space")),
        "spaces",
        "Splitting into tokens. spaces: at every space, so two in a row have an empty token between them, and "
        "an empty text is one empty token; white-space: at white space",
    )
    source: str = knob(
        Stage.TOKENS,
        Choice(("tokenized", "as-given")),
        "tokenized",
        "Tokenization of the source. tokenized: like the other texts; as-given: skip the tokenizer, and only split "
        "it into tokens (see split)",
    )
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "Highest n-gram order")
    counts: str = knob(
        Stage.STATISTICS,
        Choice(("multiplied", "binary")),
        "multiplied",
        "Counts of n-grams. multiplied: occurrences, multiplied by the number of references in source and "
        "hypothesis, and added over all references; binary: 1 if source or hypothesis contains the n-gram, and "
        "for the references the share that contain it (excluding references that are too short)",
    )
    additions: str = knob(
        Stage.STATISTICS,
        Choice(("all", "without-subsequences")),
        "all",
        "Added n-grams that count as correct. all: those that occur in a reference; without-subsequences: the same, "
        "except n-grams that result from deleting words of the source",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("sentences", "corpus")),
        "sentences",
        "Aggregation over segments. sentences: mean of the segment scores; corpus: one score from summed counts",
    )
    mean_summation: str = knob(
        Stage.AGGREGATION,
        Choice(("sum", "left-to-right", "pairwise", "exact")),
        "sum",
        "How segment scores are summed for the mean. sum: Python's built-in sum; left-to-right: one after the "
        "other; pairwise: pairwise, as NumPy does; exact: exactly, rounded once, independent of the order",
        rounding=True,
    )
    empty_input: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "zero", "undefined")),
        "raise",
        "Result for an empty corpus. raise: an error; zero: 0; undefined: an undefined score",
        former=("no_segments",),
    )
    zero_division: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "1")),
        "0",
        "Value of a precision or recall of 0/0, for example for orders longer than a text",
    )
    precision: str = _ratio("Precision of kept and of deleted n-grams")
    keep_recall: str = _ratio("Recall of kept n-grams")
    deleted_rightly: str = knob(
        Stage.COMBINATION,
        Choice(("difference", "smaller")),
        "difference",
        "Number of correct deletions of an n-gram. difference: its deletions minus its occurrences in the "
        "references; smaller: the smaller of its deletions and the deletions that the references require",
    )
    deletion: str = knob(
        Stage.COMBINATION,
        Choice(("precision", "f1")),
        "precision",
        "Score of deletions. precision: precision; f1: F1 of precision and recall. With precision=types, this recall "
        "is the sum over n-grams of correct / actual deletions, divided by the number of n-grams to delete",
    )
    order_mean: str = knob(
        Stage.COMBINATION,
        Choice(("scores", "ratios")),
        "scores",
        "How orders are combined. scores: mean of the orders' scores; ratios: one score from mean precision "
        "and mean recall, as in the paper",
        former=("orders",),
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("sum", "left-to-right")),
        "sum",
        "How orders and shares of references are summed. sum: Python's built-in sum; left-to-right: one after "
        "the other",
        rounding=True,
    )
    operation_order: str = knob(
        Stage.COMBINATION,
        Choice(("keep-delete-add", "add-keep-delete")),
        "keep-delete-add",
        "Order in which the scores of the three operations are summed. keep-delete-add: keep, delete, add; "
        "add-keep-delete: add, keep, delete",
        rounding=True,
        former=("operations",),
    )
    scale: str = scale_knob()
