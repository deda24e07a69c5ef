"""The knobs of the error rates: WER, CER, MER, WIL and WIP."""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.knob_domains.transform_chains import Transforms
from samescore.metrics.words import mean_summation_knob, tokenizer_knob
from samescore.settings import Choice, Settings, Stage, knob


class ErrorRateSettings(Settings):
    """The knobs that all five metrics share. The defaults are jiwer's."""

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower", "ascii")),
        "keep",
        "keep the case, lower it (str.lower), or lower the letters of ASCII alone",
    )
    transforms: str | tuple[str, ...] = knob(
        Stage.TEXT,
        Transforms(),
        "none",
        "what is done to a text before it is split, after the case, step by step: jiwer's transforms (remove-punctuation "
        "deletes the characters of Unicode's categories P, remove-ascii-punctuation those of string.punctuation; "
        "replace-white-space puts a space for each tab, line break or form feed; remove-specific-words and "
        "substitute-words look for whole words, remove-substrings does not), and Whisper's normalizers (whisper-english is "
        "that of openai/whisper, whisper-normalizer-english has four contractions more)",
    )
    segments: str = knob(
        Stage.STATISTICS,
        Choice(("separate", "concatenated")),
        "separate",
        "align each segment, or the whole corpus as one text, so that words can match across segments",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("first", "best")),
        "first",
        "which of several references counts: the first, or the one with the fewest edits (the first on ties)",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("empty", "raise")),
        "empty",
        "an empty corpus is scored as one empty text, or is an error",
        former=("no_segments",),
    )
    empty_references: str = knob(
        Stage.STATISTICS,
        Choice(("keep", "raise")),
        "keep",
        "a reference without words (CER: characters) counts like any other, or is an error; for concatenated segments "
        "only if it is an empty string, or if no reference has any word",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed counts, or the mean of the segments' scores",
    )
    mean_summation: str = mean_summation_knob()
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of a rate of 1")


class WordErrorSettings(ErrorRateSettings):
    """The knobs that all metrics over words share."""

    def check_together(self) -> None:
        if self.tokenizer == "given" and self.transforms != "none":
            raise SettingsError(
                f"{self.metric}: transforms change text, but tokenizer=given takes tokens",
                hint="transform the text before tokenizing it, or set transforms=none",
            )

    tokenizer: str = tokenizer_knob(
        *("spaces", "ascii-space", "each-space", "every-space", "none", "none-unicode", "none-ascii"),
        own={"spaces": "replace two or more white-space characters by one space, then split at U+0020 only (not at a single tab)"},
    )


def _empty_reference() -> str:
    return knob(
        Stage.COMBINATION,
        Choice(("insertions", "one", "always-one", "zero", "undefined", "infinite", "raise")),
        "insertions",
        "rate if there is nothing to divide by: the number of insertions; 1 if there are any, else 0; always 1; always 0; the undefined "
        "quotient by 0, which is infinite if there are any, else nan; infinite if there are any, else 0; or an error",
    )


def _digits() -> str:
    return knob(
        Stage.PRESENTATION,
        Choice(("all", "4")),
        "all",
        "keep all digits, or round each rate, after it is scaled, to 4 decimals, halves up (always from 64 bits, "
        "and not the mean of several)",
    )


def _alignment() -> str:
    return knob(
        Stage.STATISTICS,
        Choice(("deletions-last", "most-hits")),
        "deletions-last",
        "which of several shortest edit scripts is counted, after stripping common prefixes and suffixes: the one that "
        "deletes first when traced back from the end (RapidFuzz's), or one with the most hits",
    )


def _costs() -> str:
    return knob(
        Stage.STATISTICS,
        Choice(("one", "sclite", "kaldialign", "no-empty-row", "characters")),
        "one",
        "which alignment is counted: one with the fewest edits; or the cheapest where a substitution costs 4, and an insertion "
        "or a deletion 3, which may have more edits: of equally cheap ways to a place, sclite takes a pair of words before an "
        "insertion and that before a deletion, and kaldialign an insertion before a deletion and that before a pair; or (no-empty-row) one with the fewest edits in a "
        "table that begins at the first words, where these match again for nothing as long as they are repeated; or (characters) one "
        "where a substitution costs one and a half times the share of bytes that differ, and an insertion or a deletion 1, so that "
        "words are paired with similar ones (words of 50 bytes or more are an error)",
    )


def _hits() -> str:
    return knob(
        Stage.STATISTICS,
        Choice(("aligned", "longer-less-edits")),
        "aligned",
        "the words that match in the alignment; or the words of the longer text less the edits, which are fewer where there are "
        "both insertions and deletions",
    )


def _one_empty(lost: str) -> str:
    return knob(
        Stage.COMBINATION,
        Choice(("lost", "undefined")),
        "lost",
        f"Score if exactly one text has no words. lost: {lost}; undefined: an undefined score (division by 0)",
    )


def _both_empty(perfect: str) -> str:
    return knob(
        Stage.COMBINATION,
        Choice(("perfect", "undefined")),
        "perfect",
        f"Score if neither text has words. perfect: {perfect}; undefined: an undefined score",
    )


class WerSettings(WordErrorSettings):
    """The knobs of WER."""

    metric: ClassVar[str] = "wer"

    costs: str = _costs()
    denominator: str = knob(
        Stage.STATISTICS,
        Choice(("reference", "longer")),
        "reference",
        "what the edits are divided by: the words of the reference, or those of the text that has more",
    )
    empty_reference: str = _empty_reference()
    dtype: str = dtype_knob(
        ("float64-scaled",),
        "; float64-scaled: double precision, with the edits multiplied by the scale before the division",
    )
    digits: str = _digits()


class CerSettings(ErrorRateSettings):
    """The knobs of CER."""

    metric: ClassVar[str] = "cer"

    whitespace: str = knob(
        Stage.TOKENS,
        Choice(("strip", "keep", "remove")),
        "strip",
        "white space is stripped at both ends, kept as characters, or removed everywhere (str.split)",
    )
    empty_reference: str = _empty_reference()
    dtype: str = dtype_knob()
    digits: str = _digits()


class MerSettings(WordErrorSettings):
    """The knobs of MER."""

    metric: ClassVar[str] = "mer"

    alignment: str = _alignment()
    hits: str = _hits()
    both_empty: str = _both_empty("0")
    dtype: str = dtype_knob()


class WilSettings(WordErrorSettings):
    """The knobs of WIL."""

    metric: ClassVar[str] = "wil"

    alignment: str = _alignment()
    hits: str = _hits()
    one_empty: str = _one_empty("1")
    both_empty: str = _both_empty("0")
    dtype: str = dtype_knob()


class WipSettings(WordErrorSettings):
    """The knobs of WIP."""

    metric: ClassVar[str] = "wip"

    alignment: str = _alignment()
    hits: str = _hits()
    one_empty: str = _one_empty("0")
    both_empty: str = _both_empty("1")
    dtype: str = dtype_knob()
