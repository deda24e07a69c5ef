"""The knobs of the error rates: WER, CER, MER, WIL and WIP."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from samescore.metrics.float32 import arithmetic_knob
from samescore.metrics.words import mean_summation_knob
from samescore.settings import Choice, Settings, Stage, knob


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorRateSettings(Settings):
    """The knobs of all five. The defaults are jiwer's."""

    case: str = knob(Stage.TEXT, Choice(("keep", "lower")), "keep", "keep the case, or lower it (str.lower)")
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
        "several references: the first counts, or the one with the fewest edits (the first of ties)",
    )
    no_segments: str = knob(
        Stage.STATISTICS,
        Choice(("empty", "raise")),
        "empty",
        "a corpus without segments is one empty text, or an error",
    )
    empty_references: str = knob(
        Stage.STATISTICS,
        Choice(("keep", "raise")),
        "keep",
        "a reference without words (characters) counts as any other, or is an error; of concatenated segments only one "
        "that is the empty text, or all without a word",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed counts, or the mean of the segments' scores",
    )
    mean_summation: str = mean_summation_knob()
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "what a rate of 1 scores")


@dataclasses.dataclass(frozen=True, slots=True)
class WordErrorSettings(ErrorRateSettings):
    """Those of the metrics that count words."""

    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("spaces", "none", "given"), needs=(("given", "tokens"),)),
        "spaces",
        "spaces: two or more white-space characters become a space, and then only U+0020 separates (a single tab "
        "does not); none splits at white space; given takes the caller's tokens",
    )


def _empty_reference() -> Any:
    return knob(
        Stage.COMBINATION,
        Choice(("insertions", "one", "undefined")),
        "insertions",
        "no reference words at all: the number of insertions, or 1 if there are any and else 0, or undefined",
    )


def _alignment() -> Any:
    return knob(
        Stage.STATISTICS,
        Choice(("deletions-last", "most-hits")),
        "deletions-last",
        "of several shortest edit scripts, after common ends: the one that, read from the end, deletes as early "
        "as it can (RapidFuzz's), or one with the most hits",
    )


def _both_empty(perfect: str) -> Any:
    return knob(
        Stage.COMBINATION,
        Choice(("perfect", "undefined")),
        "perfect",
        f"neither side has a word: {perfect}, or undefined",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class WerSettings(WordErrorSettings):
    """The knobs of WER."""

    metric: ClassVar[str] = "wer"

    empty_reference: str = _empty_reference()
    arithmetic: str = arithmetic_knob()


@dataclasses.dataclass(frozen=True, slots=True)
class CerSettings(ErrorRateSettings):
    """The knobs of CER."""

    metric: ClassVar[str] = "cer"

    whitespace: str = knob(
        Stage.TOKENS,
        Choice(("strip", "keep", "remove")),
        "strip",
        "white space is removed at both ends, or kept as characters everywhere, or removed everywhere (str.split)",
    )
    empty_reference: str = _empty_reference()
    arithmetic: str = arithmetic_knob()


@dataclasses.dataclass(frozen=True, slots=True)
class MerSettings(WordErrorSettings):
    """The knobs of MER."""

    metric: ClassVar[str] = "mer"

    alignment: str = _alignment()
    both_empty: str = _both_empty("0")


@dataclasses.dataclass(frozen=True, slots=True)
class WilSettings(WordErrorSettings):
    """The knobs of WIL."""

    metric: ClassVar[str] = "wil"

    alignment: str = _alignment()
    both_empty: str = _both_empty("0")


@dataclasses.dataclass(frozen=True, slots=True)
class WipSettings(WordErrorSettings):
    """The knobs of WIP."""

    metric: ClassVar[str] = "wip"

    alignment: str = _alignment()
    both_empty: str = _both_empty("1")
