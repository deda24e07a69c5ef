"""The knobs of BLEU; `samescore.metrics.bleu.combine` implements most of them."""

from __future__ import annotations

from typing import Any, ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.summation import SUMMATIONS
from samescore.metrics.words import (
    empty_input_knob,
    empty_references_knob,
    mean_summation_knob,
    tokenizer_knob,
)
from samescore.settings import BoolDomain, Choice, Integer, Real, Settings, Stage, Weights, knob


class BleuSettings(Settings):
    """The knobs of BLEU. The defaults are sacreBLEU's ``corpus_bleu``."""

    metric: ClassVar[str] = "bleu"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower", "lower-tokens", "lower-characters", "ascii-tokens")),
        "keep",
        "Case handling. keep: leave the text unchanged; lower: lowercase it before tokenizing (str.lower); "
        "lower-tokens: lowercase the tokens after tokenizing; lower-characters: the same, but each character "
        "separately, as Perl's lc does (a final Σ becomes σ, not ς); ascii-tokens: the same, but only A to Z",
    )
    strip: str = knob(
        Stage.TEXT,
        Choice(("none", "right")),
        "right",
        "Stripping before tokenizing. right: remove white space at the end of each line; none: remove nothing",
    )
    sentences: str = knob(
        Stage.TEXT,
        Choice(("whole", "first-against-all")),
        "whole",
        "Sentence splitting. whole: compare each line as one text; first-against-all: split lines at each full "
        "stop followed by a space, and compare only the first sentence of the hypothesis, with every sentence "
        "of every reference as a separate reference",
    )
    tokenizer: str = tokenizer_knob(
        *("13a", "13a-unicode", "13a-quotes", "13a-unpadded", "intl", "intl-1", "intl-mteval", "zh", "char"),
        *("none", "none-ascii", "spaces"),
        *("nltk-nist", "nltk-nist-lower", "nltk-nist-intl", "nltk-nist-intl-lower"),
    )
    empty_references: str = empty_references_knob()
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "Highest n-gram order N; orders 1 to N are counted")
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined")),
        "tuple",
        "How n-grams are compared. tuple: as token sequences; joined: as tokens concatenated without a "
        "separator, so different n-grams can collide",
    )
    clipping: str = knob(
        Stage.STATISTICS,
        Choice(("clipped", "unclipped")),
        "clipped",
        "Clipping of n-gram matches. clipped: at most the n-gram's highest count in any one reference; "
        "unclipped: every occurrence in the hypothesis counts if any reference has the n-gram",
    )
    denominator_floor: str = knob(
        Stage.STATISTICS,
        Choice(("none", "one-per-segment", "one-per-corpus")),
        "none",
        "Minimum of each order's denominator. none: no minimum; one-per-segment: 1 in every segment; "
        "one-per-corpus: 1 after summing over segments",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("closest", "closest-first", "shortest", "longest", "average")),
        "closest",
        "Reference length r of a segment. closest: the length closest to the hypothesis length (the shorter on "
        "ties); closest-first: the same, but the first reference listed on ties; shortest: the shortest; longest: "
        "the longest; average: the mean, rounded down",
    )
    length_unit: str = knob(
        Stage.STATISTICS,
        Choice(("tokens", "characters")),
        "tokens",
        "Unit of the lengths c and r of the brevity penalty. tokens: tokens; characters: characters of the texts before "
        "tokenization, although n-grams are of tokens (texar on strings)",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "minus-one")),
        "raise",
        "Segments without references. raise: an error; minus-one: r = -1 if the hypothesis is empty, otherwise "
        "an error",
    )
    empty_input: str = empty_input_knob()
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed statistics; sentences: mean of the segment scores",
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
        "Smoothing of n-gram precisions. none: no smoothing; floor: replace a zero match count by floor_value; "
        "add-k: add add_k to matches and totals, from order add_k_from on; exp: the i-th order without a match gets "
        "1/2^i matches; tiny: add 1e-15 to matches and 1e-9 to totals; tiny-even: add 1e-13 to both; nltk-0, nltk-4, "
        "nltk-5, nltk-6, nltk-7: methods 0, 4, 5, 6 and 7 of NLTK's SmoothingFunction",
    )
    floor_value: float = knob(
        Stage.SMOOTHING, Real(0.0, 1e6), 0.1, "Match count that replaces 0 (only with smoothing=floor)"
    )
    add_k: float = knob(
        Stage.SMOOTHING,
        Real(0.0, 1e6),
        1.0,
        "Amount added to the matches and total of each order (only with smoothing=add-k)",
    )
    add_k_from: int = knob(Stage.SMOOTHING, Integer(1, 20), 2, "Lowest order to which add_k is added; 1: every order")
    nltk_k: float = knob(
        Stage.SMOOTHING,
        Real(0.0, 1e6),
        5.0,
        "Constant K of Chen and Cherry's method 4 (only with smoothing=nltk-4 or nltk-7)",
    )
    nltk_4_form: str = knob(
        Stage.SMOOTHING,
        Choice(("halving", "reciprocal", "growing")),
        "halving",
        "Formula of method 4 for an order n without a match, with q = K / ln(length) (only with "
        "smoothing=nltk-4 or nltk-7). halving: 1/(2^i q) matches for the i-th such order; reciprocal: a "
        "precision of 1/(n - 1 + q); growing: n - 1 + q matches, so scores can exceed 1",
    )
    nltk_4_length: str = knob(
        Stage.SMOOTHING,
        Choice(("corpus", "last-segment")),
        "corpus",
        "Length used by NLTK's method 4 (only with smoothing=nltk-4 or nltk-7). corpus: total length of the "
        "hypotheses; last-segment: length of the last hypothesis",
    )
    nltk_alpha: float = knob(
        Stage.SMOOTHING, Real(0.0, 1e6), 5.0, "Weight of the prior in method 6 (only with smoothing=nltk-6)"
    )
    empty_order: str = knob(
        Stage.SMOOTHING,
        Choice(("zero", "one", "smallest", "raise")),
        "zero",
        "Precision of an order for which the hypotheses have no n-gram. zero: 0; one: 1; smallest: the "
        "smallest normal double; raise: an error",
    )
    effective_order: bool = knob(
        Stage.COMBINATION,
        BoolDomain(),
        False,
        "Ignore orders for which the hypotheses have no n-gram, unless add-k smoothing fills them",
    )
    zero_guard: str = knob(
        Stage.COMBINATION,
        Choice(("no-match", "any-order", "off")),
        "no-match",
        "When to return 0 regardless of smoothing. no-match: if no order has a match; any-order: if any order "
        "has no match; off: never",
    )
    zero_precision: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "skip", "raise", "last-order")),
        "zero",
        "Precision that is still 0 after smoothing. zero: the geometric mean is 0; skip: ignore the order; raise: an "
        "error; last-order: the score is 0 if this is the highest order, otherwise an error",
    )
    mean: str = knob(
        Stage.COMBINATION,
        Choice(("geometric", "arithmetic")),
        "geometric",
        "Type of mean over the precisions. geometric: as in the paper; arithmetic: the plain weighted mean",
    )
    weights: Any = knob(Stage.COMBINATION, Weights(), "uniform", "Weight w_n of each order; uniform: 1/N each")
    auto_reweigh: bool = knob(
        Stage.COMBINATION,
        BoolDomain(),
        False,
        "With four uniform weights and a hypothesis length c < 4, use only the first c orders",
    )
    cut_orders: bool = knob(
        Stage.COMBINATION,
        BoolDomain(),
        False,
        "Ignore orders longer than the longest hypothesis, regardless of denominator_floor, and rescale the "
        "remaining weights to sum to 1 (unless their sum is 0)",
    )
    nothing_to_weigh: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "raise")),
        "zero",
        "Hypotheses without words under auto_reweigh. zero: score as usual, which is 0 if nothing matches; "
        "raise: an error",
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
        "Brevity penalty BP for hypothesis length c and reference length r. standard: exp(1 - r/c) if c < r, "
        "otherwise 1; zero-if-empty: standard, but 0 if c = r = 0; raise-if-empty: standard, but an error if c "
        "= 0; by-ratio: exp(1 - 1/(c/r)), an error if c or r is 0; by-ratio-ieee: by-ratio with IEEE division, "
        "so 0 if c = 0 < r and 1 if r = 0; by-ratio-or-zero: by-ratio, but 1 if r = 0 < c and 0 if c = 0; "
        "by-ratio-or-raise: by-ratio, but 0 if c = 0 < r and an error if r = 0; tiny: by-ratio with (c + "
        "1e-15)/(r + 1e-9) for c/r, so below 1 even for equal lengths; none: always 1",
    )
    log_unit: str = knob(
        Stage.COMBINATION,
        Choice(("percent", "fraction", "penalty", "reciprocal", "difference")),
        "percent",
        "Form in which precisions enter the mean. percent: 100 * matches/total; fraction: matches/total; penalty: "
        "fraction, but the factor of 100 multiplies the brevity penalty instead of the score; reciprocal: matches * "
        "(1/total); difference: log(matches) - log(total)",
        rounding=True,
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice((*SUMMATIONS, "weighted", "weighted-total", "product")),
        "sum",
        "How the weighted terms of the mean are summed. sum: Python's built-in sum, divided by N; "
        "left-to-right: one after the other, divided by N; weighted-total: left to right, multiplied by 1/N; "
        "weighted: built-in sum of weighted terms; fsum: math.fsum of weighted terms; product: the root of the "
        "product, without logarithms. sum, left-to-right and weighted-total weight each term if the weights "
        "are not uniform",
        rounding=True,
    )
    dtype: str = dtype_knob(
        ("float32-mean", "float32-precisions", "float32-score", "float32-quotients", "extended"),
        "; float32-mean: the same, but only for the mean of the precisions, not for the brevity penalty and score; "
        "float32-precisions: round only the precisions; float32-score: round only the score; float32-quotients: "
        "round the precisions, each step of computing the exponent of the brevity penalty, and the score, but no "
        "logarithm or power; extended: round weights to 32 bits, round the logarithms of fractions and their "
        "products with the weights to the 64 bits of x87 registers, and sum these from left to right",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "Score of a perfect hypothesis")

    def _check_characters(self) -> None:
        if self.tokenizer == "given":
            raise SettingsError(
                "bleu: length_unit=characters measures text, but tokenizer=given takes tokens",
                hint="set length_unit=tokens",
            )
        if self.smoothing == "nltk-4" or self.auto_reweigh or self.cut_orders:
            raise SettingsError(
                "bleu: smoothing=nltk-4, auto_reweigh and cut_orders need the number of tokens, but "
                "length_unit=characters counts characters",
                hint="set length_unit=tokens",
            )

    def _check_orders(self) -> None:
        """Raise `SettingsError` if the rules that omit orders contradict each other or the smoothing."""
        rules = [rule for rule in ("auto_reweigh", "effective_order", "cut_orders") if getattr(self, rule)]
        if len(rules) > 1:
            raise SettingsError(
                f"bleu: {' and '.join(rules[:2])} cannot be combined", hint=f"set {rules[0]} or {rules[1]} to no"
            )
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
                    f"bleu: there are {len(self.weights)} weights, but max_order={self.max_order}",
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
        if self.length_unit == "characters":
            self._check_characters()
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
                hint="set a different smoothing and empty_order=zero",
            )
        if self.log_unit == "difference" and self.smoothing not in ("none", "add-k", "tiny", "tiny-even"):
            raise SettingsError(
                f"bleu: smoothing={self.smoothing} changes precisions, but log_unit=difference uses matches and totals",
                hint="set smoothing to none, add-k, tiny or tiny-even",
            )
        if self.log_unit == "difference" and (self.mean == "arithmetic" or self.summation == "product"):
            raise SettingsError(
                "bleu: log_unit=difference needs logarithms",
                hint="set mean=geometric, and summation to any value except product",
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
                f"bleu: dtype=extended cannot be combined with smoothing={self.smoothing}, mean={self.mean} and "
                f"summation={self.summation}",
                hint="set smoothing to none or floor, mean=geometric, and summation to any value except product",
            )
