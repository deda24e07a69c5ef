"""The knobs that every ROUGE has."""

from __future__ import annotations

import dataclasses

from samescore.errors import SettingsError
from samescore.metrics.words import mean_summation_knob
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob

EMPTY = "a text without tokens scores 0, or is an error"
FULL_STOP = "cut it at every full stop: of white space alone, a sentence is one empty token"


@dataclasses.dataclass(frozen=True, slots=True)
class RougeSettings(Settings):
    """The knobs that every ROUGE has. The defaults are rouge-score's."""

    case: str = knob(
        Stage.TEXT,
        Choice(("lower", "ascii", "keep")),
        "lower",
        "lower the case (str.lower, or A to Z only), or keep it",
    )
    length_limit: int = knob(
        Stage.TEXT, Integer(0, 1_000_000), 0, "cut each text, counted line by line, to this length; 0: never"
    )
    length_unit: str = knob(
        Stage.TEXT, Choice(("characters", "words")), "characters", "what length_limit counts: not the line breaks"
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("rouge", "rouge-nltk", "none", "spaces", "13a", "zh", "char", "given"), needs=(("given", "tokens"),)),
        "rouge",
        "how text becomes tokens; rouge keeps runs of a-z and 0-9 only, rouge-nltk also splits gonna and the like, "
        "none splits at white space, spaces at each space character, so that tokens may be empty",
    )
    stemmer: str = knob(
        Stage.TOKENS,
        Choice(("none", "porter-nltk", "porter-martin", "porter-original")),
        "none",
        "stemmer for tokens of four characters or more",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "best-recall", "best-parts", "jackknife", "first", "pooled")),
        "best",
        "several references: the one with the best F1, or recall (first on ties); the best precision and the best recall, "
        "each of any reference; leaving out each in turn, the mean score against the others' best by recall; the first; "
        "or the sums of their counts",
    )
    no_segments: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "undefined")),
        "raise",
        "a corpus without segments is an error, or has no score",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("sentences", "resampled", "means", "corpus")),
        "sentences",
        "the mean of the segments' scores; that of 1000 resamplings, drawn as by ROUGE-1.5.5; F of "
        "the mean precision and recall; or one score from the summed counts",
    )
    mean_summation: str = mean_summation_knob()
    measure: str = knob(Stage.COMBINATION, Choice(("f", "precision", "recall")), "f", "which number is the score")
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("beta", "alpha", "epsilon", "ratio")),
        "beta",
        "F of beta; P R / ((1 - alpha) P + alpha R); F of beta with 1e-8 added to its denominator; or F of the beta "
        "P / (R + 1e-12), with 1e-12 added to its denominator",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision in F")
    alpha: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.5, "weight of recall in F of the form alpha")
    digits: str = knob(
        Stage.COMBINATION,
        Choice(("all", "5")),
        "all",
        "round each P and R, F of these, and resampled means to 5 decimals, or not",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("float64", "float32")),
        "float64",
        "the numbers that scores are given in; float32 rounds each segment's P, R and F to 7 digits and adds them up "
        "as PyTorch does",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.references == "jackknife" and self.average in ("means", "corpus"):
            raise SettingsError(
                f"references=jackknife gives each segment a mean score, without the counts of average={self.average}",
                hint="set average=sentences",
            )
        if self.tokenizer == "given" and self.length_limit:
            raise SettingsError(
                "length_limit cuts text, so that it cannot be used with tokens", hint="set length_limit=0"
            )
