"""The knobs of BLEU; `samescore.metrics.bleu.combine` implements most of them."""

from __future__ import annotations

from typing import Any, ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.summation import SUMMATIONS
from samescore.metrics.words import (
    SHARED_TOKENIZERS,
    empty_input_knob,
    empty_references_knob,
    mean_summation_knob,
    tokenizers,
)
from samescore.settings import BoolDomain, Choice, Integer, Real, Settings, Stage, Weights, knob


class BleuSettings(Settings):
    """The knobs of BLEU. The defaults are sacreBLEU's ``corpus_bleu``."""

    metric: ClassVar[str] = "bleu"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower", "lower-tokens", "ascii-tokens")),
        "keep",
        "keep the case, or lower it (str.lower) before tokenizing, or afterwards; ascii-tokens lowers A to Z only, "
        "afterwards",
    )
    strip: str = knob(
        Stage.TEXT,
        Choice(("none", "right")),
        "right",
        "strip white space from the end of each line before tokenizing, or not",
    )
    sentences: str = knob(
        Stage.TEXT,
        Choice(("whole", "first-against-all")),
        "whole",
        "a line is one text; first-against-all cuts lines at each full stop with a space after it, and takes the first piece of "
        "the hypothesis alone, against every piece of every reference, as if these were references",
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        tokenizers(
            *("13a", "13a-unicode", "13a-quotes", "13a-unpadded", "intl", "intl-1", "zh", "char"),
            *("none", "none-ascii", "spaces"),
            *("nltk-nist", "nltk-nist-lower", "nltk-nist-intl", "nltk-nist-intl-lower"),
        ),
        "13a",
        "tokenizer; none and 13a split at the white space of str.split, 13a-unicode only at Unicode's White_Space (not "
        "at U+001C to U+001F), none-ascii at that of ASCII, spaces at each space character, so that tokens may be empty; "
        "13a-quotes is 13a, but &amp;, &lt; and &gt; become quotation marks; 13a-unpadded is 13a without its space at either end, "
        "so that a point or comma between an end and a digit is not split off, and splits at the white space of ASCII; intl-1 is the intl of sacreBLEU 1; nltk-nist is "
        "NLTK's NISTTokenizer, and nltk-nist-intl its international_tokenize, which tears words apart at letters beyond ASCII (-lower: their lowercase=True, which "
        "lowers after entities are resolved); " + SHARED_TOKENIZERS,
    )
    empty_references: str = empty_references_knob()
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "N: n-grams of orders 1 to N are counted")
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined")),
        "tuple",
        "n-grams are compared as token sequences, or as their tokens joined without a separator, which can collide",
    )
    clipping: str = knob(
        Stage.STATISTICS,
        Choice(("clipped", "unclipped")),
        "clipped",
        "clip the matches of an n-gram to its highest count in any one reference, or count every occurrence that any "
        "reference has",
    )
    denominator_floor: str = knob(
        Stage.STATISTICS,
        Choice(("none", "one-per-segment", "one-per-corpus")),
        "none",
        "one-per-segment makes the denominator of every order at least 1 in every segment, one-per-corpus that of the "
        "sum over segments",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("closest", "closest-first", "shortest", "longest", "average")),
        "closest",
        "r of a segment: the closest reference's length (shorter on ties), the closest one listed first, "
        "the shortest, the longest, or the average rounded down",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "minus-one")),
        "raise",
        "a segment without references is an error; minus-one: r = -1 if its hypothesis is empty, else an error",
    )
    empty_input: str = empty_input_knob()
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed statistics, or the mean of the sentences' scores",
    )
    mean_summation: str = mean_summation_knob()
    smoothing: str = knob(
        Stage.SMOOTHING,
        Choice(
            (
                "none",
                "floor",
                "add-k",
                "exp",
                "tiny",
                "tiny-even",
                "nltk-0",
                "nltk-4",
                "nltk-5",
                "nltk-6",
                "nltk-7",
            ),
            (("nltk-1", "floor"), ("nltk-2", "add-k"), ("nltk-3", "exp")),
        ),
        "exp",
        "smoothing of orders without a match; tiny adds 1e-15 to the matches and 1e-9 to the total of every order, "
        "tiny-even 1e-13 to both; "
        "nltk-m is NLTK's SmoothingFunction().method<m>",
    )
    floor_value: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 0.1, "number of matches in place of 0 (smoothing=floor)")
    add_k: float = knob(
        Stage.SMOOTHING,
        Real(0.0, 1e6),
        1.0,
        "k, added to the matches and to the total of an order (smoothing=add-k)",
    )
    add_k_from: int = knob(Stage.SMOOTHING, Integer(1, 20), 2, "the lowest order that k is added to; 1: every order")
    nltk_k: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 5.0, "K of Chen and Cherry's method 4 (nltk-4, nltk-7)")
    nltk_4_form: str = knob(
        Stage.SMOOTHING,
        Choice(("halving", "reciprocal", "growing")),
        "halving",
        "what method 4 (nltk-4, nltk-7) makes of an order n without a match, with q = K / ln(length): 1/(2^zeros q) "
        "matches; the precision 1/(n - 1 + q); or n - 1 + q matches, so that scores can exceed 1",
    )
    nltk_4_length: str = knob(
        Stage.SMOOTHING,
        Choice(("corpus", "last-segment")),
        "corpus",
        "the length in method 4: of all hypotheses together, or of the last one",
    )
    nltk_alpha: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 5.0, "weight of the prior in method 6 (nltk-6)")
    empty_order: str = knob(
        Stage.SMOOTHING,
        Choice(("zero", "one", "smallest", "raise")),
        "zero",
        "precision of an order for which the hypotheses have no n-gram: 0, 1, the smallest normal double, or an error",
    )
    effective_order: bool = knob(
        Stage.COMBINATION,
        BoolDomain(),
        False,
        "leave out orders for which the hypotheses have no n-gram (orders that add-k fills are kept)",
    )
    zero_guard: str = knob(
        Stage.COMBINATION,
        Choice(("no-match", "any-order", "off")),
        "no-match",
        "score 0, whatever the smoothing, if no order has a match (no-match), if some order has none (any-order), or "
        "never (off)",
    )
    zero_precision: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "skip", "raise", "last-order")),
        "zero",
        "a precision still 0 after smoothing makes the geometric mean 0, is left out of it, or is an error; "
        "last-order: 0 if it is the highest order's, else an error",
    )
    mean: str = knob(Stage.COMBINATION, Choice(("geometric", "arithmetic")), "geometric", "mean of the precisions")
    weights: Any = knob(Stage.COMBINATION, Weights(), "uniform", "w_n, the weight of each order")
    auto_reweigh: bool = knob(
        Stage.COMBINATION, BoolDomain(), False, "with four uniform weights and c < 4, use the first c orders only"
    )
    cut_orders: bool = knob(
        Stage.COMBINATION,
        BoolDomain(),
        False,
        "leave out orders that even the longest hypothesis is too short for, whatever denominator_floor says, and divide the "
        "other weights by their sum, unless it is 0",
    )
    nothing_to_weigh: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "raise")),
        "zero",
        "under auto_reweigh, hypotheses without words score as usual (0 if nothing matches), or are an error",
    )
    brevity_penalty: str = knob(
        Stage.COMBINATION,
        Choice(
            (
                "standard",
                "zero-if-empty",
                "raise-if-empty",
                "by-ratio",
                "by-ratio-ieee",
                "by-ratio-or-zero",
                "by-ratio-or-raise",
                "tiny",
                "none",
            )
        ),
        "standard",
        "BP = exp(1 - r/c) if c < r, else 1; zero-if-empty: the same, but 0 for c = r = 0 as "
        "well; raise-if-empty: an error for c = 0; by-ratio: exp(1 - 1/(c/r)), an error if c or r is 0; by-ratio-ieee: 0 for "
        "c = 0 < r and 1 for r = 0, as IEEE division gives; by-ratio-or-zero: 1 for r = 0 < c and 0 for c = 0; "
        "by-ratio-or-raise: 0 for c = 0 < r, and an error for r = 0; tiny: by (c + 1e-15)/(r + 1e-9) for c/r, which "
        "is below 1 for equal lengths; none: always 1",
    )
    log_unit: str = knob(
        Stage.COMBINATION,
        Choice(("percent", "fraction", "penalty", "reciprocal", "difference")),
        "percent",
        "precisions enter the mean as 100*matches/total or as matches/total; the others take fractions as well: penalty "
        "multiplies the brevity penalty by 100, not the score, reciprocal the matches by 1/total, and difference "
        "subtracts the logarithm of the total from that of the matches",
        rounding=True,
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice((*SUMMATIONS, "weighted", "weighted-total", "product")),
        "sum",
        "with uniform weights, sum and left-to-right add the terms and divide by N, weighted-total adds from left to "
        "right and multiplies by 1/N; fsum and weighted (by sum) add weighted terms; product takes the root of the "
        "product, without logarithms",
        rounding=True,
    )
    dtype: str = dtype_knob(
        ("float32-mean", "float32-precisions", "float32-score", "float32-quotients", "extended"),
        "; float32-mean computes the mean of the precisions so, but the brevity penalty and the score in 64 bits; "
        "float32-precisions rounds the precisions alone, float32-score the score; float32-quotients rounds the precisions, the "
        "steps to the exponent of the brevity penalty, and the score, but no logarithm or power; extended rounds weights to 32 "
        "bits, and logarithms of fractions and their products to the 64 digits of the x87, and adds these up from left to right",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "the score of a perfect hypothesis")

    def _check_orders(self) -> None:
        """Raise `SettingsError` for contradictory rules for omitting orders."""
        rules = [rule for rule in ("auto_reweigh", "effective_order", "cut_orders") if getattr(self, rule)]
        if len(rules) > 1:
            raise SettingsError(f"bleu: {' and '.join(rules[:2])} cannot be combined", hint="set one of them to no")
        left_out = [rule for rule in rules if rule != "auto_reweigh"]
        if left_out and self.smoothing in ("nltk-5", "nltk-6", "nltk-7"):
            raise SettingsError(
                f"bleu: smoothing={self.smoothing} uses neighbouring orders, but {left_out[0]} skips orders",
                hint=f"set {left_out[0]}=no",
            )

    def check_together(self) -> None:
        if self.weights != "uniform":
            if len(self.weights) != self.max_order:
                raise SettingsError(
                    f"bleu: {len(self.weights)} weights for max_order={self.max_order}",
                    hint="give one weight for each order",
                )
            if self.effective_order:
                raise SettingsError("bleu: effective_order needs uniform weights", hint="set weights=uniform")
        self._check_orders()
        if self.sentences != "whole" and self.tokenizer == "given":
            raise SettingsError(
                f"bleu: sentences={self.sentences} splits text, but tokenizer=given takes tokens",
                hint="set sentences=whole",
            )
        if self.summation == "product" and "smallest" in (self.empty_order, {"nltk-0": "smallest"}.get(self.smoothing)):
            raise SettingsError(
                "bleu: summation=product underflows with smoothing=nltk-0 and with empty_order=smallest",
                hint="set a different summation",
            )
        if self.dtype == "extended":
            self._check_extended()
        if self.dtype not in ("float64", "float32-score") and (
            self.smoothing in ("nltk-0", "tiny", "tiny-even") or self.empty_order == "smallest"
        ):
            raise SettingsError(
                f"bleu: smoothing={self.smoothing} with empty_order={self.empty_order} gives numbers too small for "
                f"dtype={self.dtype}",
                hint="set a different smoothing, and empty_order to zero",
            )
        if self.log_unit == "difference" and self.smoothing not in ("none", "add-k", "tiny", "tiny-even"):
            raise SettingsError(
                f"bleu: smoothing={self.smoothing} changes precisions, but log_unit=difference takes matches and totals",
                hint="set smoothing to none, add-k, tiny or tiny-even",
            )
        if self.log_unit == "difference" and (self.mean == "arithmetic" or self.summation == "product"):
            raise SettingsError(
                "bleu: log_unit=difference needs logarithms", hint="set mean=geometric and summation to a sum"
            )
        if self.smoothing == "nltk-6" and self.max_order < 3:
            raise SettingsError(
                f"bleu: smoothing=nltk-6 uses p_3, but max_order={self.max_order}", hint="set max_order to at least 3"
            )

    def _check_extended(self) -> None:
        """Raise `SettingsError` unless the score uses logarithms of matches over totals."""
        known = self.smoothing in ("none", "floor") and self.mean == "geometric"
        if not known or self.summation == "product":
            raise SettingsError(
                f"bleu: dtype=extended adds up logarithms of fractions, but smoothing={self.smoothing}, mean={self.mean} "
                f"and summation={self.summation}",
                hint="set smoothing to none or floor, mean=geometric and summation to a sum",
            )
