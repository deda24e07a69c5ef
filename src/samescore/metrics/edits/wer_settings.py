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
        "Case handling. keep: leave the text unchanged; lower: lowercase it (str.lower); ascii: lowercase only A to Z",
    )
    transforms: str | tuple[str, ...] = knob(
        Stage.TEXT,
        Transforms(),
        "none",
        "Transforms applied in order after case handling and before tokenizing. They are those of jiwer "
        "(remove-punctuation deletes the Unicode category P (punctuation); remove-ascii-punctuation deletes "
        "string.punctuation; replace-white-space replaces each tab, line break and form feed by a space; "
        "remove-specific-words and substitute-words match whole words, remove-substrings does not) and "
        "Whisper's normalizers (whisper-english as in openai/whisper; whisper-normalizer-english with four "
        "more contractions)",
    )
    segments: str = knob(
        Stage.STATISTICS,
        Choice(("separate", "concatenated")),
        "separate",
        "Aligned units. separate: align each segment; concatenated: align the whole corpus as one text, so "
        "words can match across segments",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("first", "best")),
        "first",
        "Reference used if there are several. first: the first; best: the one with the fewest edits (the first "
        "on ties)",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("empty", "raise")),
        "empty",
        "Result for an empty corpus. empty: score it as one empty text; raise: an error",
        former=("no_segments",),
    )
    empty_references: str = knob(
        Stage.STATISTICS,
        Choice(("keep", "raise")),
        "keep",
        "References without words (for CER, without characters). keep: use them like any other; raise: an "
        "error, but with segments=concatenated only if the reference is an empty string or no reference has "
        "words",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed counts; sentences: mean of the segment scores",
    )
    mean_summation: str = mean_summation_knob()
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score of an error rate of 1")


class WordErrorSettings(ErrorRateSettings):
    """The knobs that all error rates over words share."""

    def check_together(self) -> None:
        if self.tokenizer == "given" and self.transforms != "none":
            raise SettingsError(
                f"{self.metric}: transforms change text, but tokenizer=given takes tokens",
                hint="transform the text before tokenizing it, or set transforms=none",
            )

    tokenizer: str = tokenizer_knob(
        *("spaces", "ascii-space", "each-space", "every-space", "none", "none-unicode", "none-ascii"),
        own={
            "spaces": "replace two or more white-space characters by one space, then split at U+0020 only (not at a single tab)"
        },
    )


def _empty_reference() -> str:
    return knob(
        Stage.COMBINATION,
        Choice(("insertions", "one", "always-one", "zero", "undefined", "infinite", "raise")),
        "insertions",
        "Error rate if the denominator is 0. insertions: the number of insertions; one: 1 if there are "
        "insertions, otherwise 0; always-one: 1; zero: 0; undefined: infinity if there are insertions, "
        "otherwise nan; infinite: infinity if there are insertions, otherwise 0; raise: an error",
    )


def _digits() -> str:
    return knob(
        Stage.PRESENTATION,
        Choice(("all", "4")),
        "all",
        "Rounding of each rate after scaling. all: no rounding; 4: round the 64-bit value to 4 decimals, "
        "halves up (a mean of rates is not rounded)",
    )


def _alignment() -> str:
    return knob(
        Stage.STATISTICS,
        Choice(("deletions-last", "most-hits", "same-direction")),
        "deletions-last",
        "Choice among several alignments with the fewest edits, after removing common prefixes and suffixes. "
        "deletions-last: the one that deletes first when traced back from the end, as in RapidFuzz; most-hits: one "
        "with the most hits; same-direction: the one that, traced back from the end, continues an insertion or a "
        "deletion, or else pairs two units if possible, as in python-Levenshtein 0.12",
    )


def _costs() -> str:
    return knob(
        Stage.STATISTICS,
        Choice(("one", "sclite", "kaldialign", "no-empty-row", "characters")),
        "one",
        "Alignment that is counted. one: one with the fewest edits; sclite: the cheapest one, if a "
        "substitution costs 4 and an insertion or deletion 3, preferring word pairs, then insertions, on ties; "
        "kaldialign: the same, but preferring insertions, then deletions, on ties; no-empty-row: one with the "
        "fewest edits in a table that starts at the first words instead of empty texts, so a repeated first "
        "word matches again at no cost; characters: the cheapest one, if a substitution costs 1.5 times the "
        "share of differing bytes and an insertion or deletion 1, so similar words are paired (words of 50 "
        "bytes or more are an error)",
    )


def _hits() -> str:
    return knob(
        Stage.STATISTICS,
        Choice(("aligned", "longer-less-edits")),
        "aligned",
        "Number of matching words. aligned: matches in the alignment; longer-less-edits: length of the longer text "
        "minus the edits, which is less than the aligned matches if there are both insertions and deletions",
    )


def _one_empty_knob(lost: str) -> str:
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
        "Denominator of the error rate. reference: length of the reference; longer: length of the longer text",
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
        "White space handling, before characters are compared. strip: remove it at both ends; keep: treat it as "
        "characters; remove: remove all of it (str.split)",
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
    one_empty: str = _one_empty_knob("1")
    both_empty: str = _both_empty("0")
    dtype: str = dtype_knob()


class WipSettings(WordErrorSettings):
    """The knobs of WIP."""

    metric: ClassVar[str] = "wip"

    alignment: str = _alignment()
    hits: str = _hits()
    one_empty: str = _one_empty_knob("0")
    both_empty: str = _both_empty("1")
    dtype: str = dtype_knob()
