"""Compute the perplexity of token log-probabilities (Jelinek et al., 1977).

Perplexity is b^H, where H = -(1/N) sum log_b p(w_i) is the cross-entropy of N tokens.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable
from itertools import chain
from typing import ClassVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.likelihoods import TokenLogProbs
from samescore.metrics.aggregation import Additive
from samescore.metrics.base import LateStages, MetricFacts, Statistics, Total, column_sums
from samescore.metrics.summation import SUMMATIONS, Series, add_up, series, sum_values
from samescore.settings import Choice, Settings, Stage, knob


class PerplexitySettings(Settings):
    """The knobs of perplexity."""

    metric: ClassVar[str] = "perplexity"

    base: str = knob(
        Stage.STATISTICS,
        Choice(("e", "2", "10")),
        "e",
        "Base of the given log-probabilities; e: natural logarithms; 10: as printed by SRILM and KenLM",
    )
    probabilities: str = knob(
        Stage.STATISTICS,
        Choice(("logarithms", "doubles")),
        "logarithms",
        "Use of log-probabilities. logarithms: unchanged; doubles: converted to probabilities in doubles and "
        "back, so a token with a probability below the smallest double has probability 0",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "undefined")),
        "raise",
        "Result for an empty input. raise: an error; undefined: an undefined score",
        former=("no_segments",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("tokens", "sequences", "texts")),
        "tokens",
        "Aggregation over sequences. tokens: total log-probability divided by the total number of tokens (see "
        "denominator); sequences: mean of the sequences' values; texts: total log-probability divided by the number "
        "of sequences",
    )
    empty_text: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "skip", "count")),
        "raise",
        "Sequences without tokens. raise: an error (with average=tokens, only if no sequence has tokens); skip: "
        "ignore them (the score is undefined if none is left); count: count them with log-probability 0 and the "
        "number of words or bytes in their text",
        former=("empty",),
    )
    denominator: str = knob(
        Stage.STATISTICS,
        Choice(("token", "word", "byte")),
        "token",
        "Denominator with average=tokens or sequences. token: number of tokens; word: number of words (split at "
        "white space by re.split, so at least one); byte: number of UTF-8 bytes. word and byte need the texts",
        former=("per",),
    )
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("perplexity", "nats", "bits")),
        "perplexity",
        "Reported measure. perplexity: perplexity; nats: cross-entropy in nats; bits: cross-entropy in bits",
    )
    overflow: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "infinite")),
        "raise",
        "Perplexity above the largest double. raise: an error; infinite: infinity (undefined)",
    )
    summation: str = knob(
        Stage.AGGREGATION,
        Choice(SUMMATIONS),
        "sum",
        "How log-probabilities are summed. sum: Python's built-in sum; fsum: math.fsum; left-to-right: one "
        "after the other",
        rounding=True,
    )


_WHITE_SPACE = re.compile(r"\s+")

_LOG_OF_BASE = {"e": 1.0, "2": math.log(2), "10": math.log(10)}
_LOGARITHMS: dict[str, Callable[[float], float]] = {"e": math.log, "2": math.log2, "10": math.log10}


def _through_doubles(logprob: float, base: str) -> float:
    """Return the logarithm of a probability that was rounded to a double; -inf if it was rounded to 0."""
    probability = math.exp(logprob) if base == "e" else float(base) ** logprob
    return _LOGARITHMS[base](probability) if probability else -math.inf


def perplexity_of(cross_entropy: float, base: str) -> float:
    """Return ``base ** cross_entropy``; raises `MetricError` beyond the largest double."""
    try:
        return math.exp(cross_entropy) if base == "e" else float(base) ** cross_entropy
    except OverflowError:
        raise MetricError(
            f"the perplexity for a cross-entropy of {cross_entropy:g} is too large for a double", kind="OverflowError"
        ) from None


def _measure(total: float, units: float, settings: PerplexitySettings) -> float:
    """Return perplexity or cross-entropy (see ``measure``), given summed log-probabilities and a number of units.

    A perplexity beyond the largest double is infinite, or raises `MetricError` if ``overflow`` is raise.
    """
    cross_entropy = -(total / units)
    if settings.measure == "perplexity":
        try:
            return perplexity_of(cross_entropy, settings.base)
        except MetricError:
            if settings.overflow == "raise":
                raise
            return math.inf
    in_nats = cross_entropy * _LOG_OF_BASE[settings.base]
    if settings.measure == "nats":
        return in_nats
    return cross_entropy if settings.base == "2" else in_nats / math.log(2)


def _units(data: TokenLogProbs, settings: PerplexitySettings) -> list[int]:
    """Return the number of tokens, words or bytes of each sequence.

    Raises `MetricError` if words or bytes are needed and the input has no texts.
    """
    if settings.denominator == "token":
        return [len(sequence) for sequence in data.sequences]
    if data.texts is None:
        if not data.sequences:
            return []
        raise MetricError(
            f"denominator={settings.denominator} needs the texts",
            hint='give each sequence a text: {"logprobs": [-1.5, ...], "text": "..."}',
        )
    if settings.denominator == "word":
        return [len(_WHITE_SPACE.split(text)) for text in data.texts]
    return [len(text.encode("utf-8", "surrogatepass")) for text in data.texts]


#: Approximate memory of a tuple, and of each float in it.
_SEQUENCE_BYTES, _NUMBER_BYTES = 40, 32


class Sequences(msgspec.Struct, frozen=True):
    """The log-probability of every token, sequence by sequence."""

    grows: ClassVar[str] = "the log-probabilities of every token"

    logprobs: tuple[tuple[float, ...], ...]

    @property
    def memory(self) -> int:
        return sum(_SEQUENCE_BYTES + _NUMBER_BYTES * len(sequence) for sequence in self.logprobs)

    def merge(self, following: Sequences) -> Sequences:
        return Sequences(self.logprobs + following.logprobs)


class Perplexity(Additive[TokenLogProbs, PerplexitySettings]):
    """Perplexity, at least 1, or cross-entropy, at least 0; infinite (undefined) for a token of probability 0.

    Raises `MetricError` for no sequences (see ``empty_input``), for sequences without tokens if ``empty_text`` is
    raise, without the texts that ``denominator`` needs, if units to divide by are 0, and beyond the largest double if
    ``overflow`` is raise.

    The totals store, in order, the numbers that ``average`` needs: the log-probability of each token (tokens), the sum
    for each sequence (texts), or that sum and the sequence's number of units (sequences). Under ``summation=fsum``, the
    averages tokens and texts need only an exact sum in constant memory.
    """

    name = "perplexity"
    title = "perplexity"
    settings = PerplexitySettings
    takes = (TokenLogProbs,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("counts", "sentences"),
        inputs="by-kind",
        growth=1,
        plausible={
            "average": ("tokens", "sequences", "texts"),
            "denominator": ("token", "word", "byte"),
            "measure": ("perplexity", "nats", "bits"),
            "base": ("e", "2", "10"),
        },
        window_is_a_share=True,
        in_percent=None,
    )
    by_segment = False

    def statistics(self, data: TokenLogProbs, settings: PerplexitySettings) -> Statistics:
        """Return one row for each sequence: (units, 1, 0), or (0, 0, units) if it has no tokens.

        The log-probabilities are kept data. Raises `MetricError` if texts are needed and missing.
        """
        rows = [
            (units, 1, 0) if sequence else (0, 0, units)
            for units, sequence in zip(_units(data, settings), data.sequences, strict=True)
        ]
        return Statistics(("units", "sequences", "units_of_empty"), rows, Sequences(data.sequences))

    def commutes(self, settings: PerplexitySettings) -> bool:
        return settings.summation == "fsum"

    def total(self, statistics: Statistics, settings: PerplexitySettings) -> Total:
        exact = settings.summation == "fsum"
        counted = settings.empty_text == "count"
        sequences = [sequence for sequence in statistics.kept.logprobs if sequence or counted]
        if settings.probabilities == "doubles":
            sequences = [
                tuple(_through_doubles(logprob, settings.base) for logprob in sequence) for sequence in sequences
            ]
        carried: tuple[Series, ...]
        if settings.average == "tokens":
            carried = (series(chain.from_iterable(sequences), exact=exact),)
        else:
            sums = [add_up(sequence, settings.summation) for sequence in sequences]
            if settings.average == "texts":
                carried = (series(sums, exact=exact),)
            else:
                units = [units + empty for units, scored, empty in statistics.rows if scored or counted]
                carried = (array("d", sums), array("d", units))
        rows = statistics.rows
        return Total(len(rows), column_sums(rows), rows[-1] if rows else (), carried)

    def combine(self, total: Total, settings: PerplexitySettings) -> Trace:
        if not total.segments:
            if settings.empty_input == "undefined":
                return Trace(math.nan, {})
            raise MetricError("the input has no sequences", kind="ZeroDivisionError")
        units, scored, of_empty = total.sums
        if settings.empty_text == "count":
            units, scored = units + of_empty, total.segments
        if settings.empty_text == "raise" and (
            not scored or (settings.average != "tokens" and scored < total.segments)
        ):
            raise MetricError("a sequence has no tokens", kind="ZeroDivisionError")
        stages = {"counts": [units, scored]}
        if not scored:
            return Trace(math.nan, stages)
        if settings.average == "sequences":
            scores = _sequence_scores(total, settings)
            return Trace(add_up(scores, settings.summation) / len(scores), stages)
        logprob = sum_values(total.series[0], settings.summation)
        return Trace(_measure(logprob, units if settings.average == "tokens" else scored, settings), stages)

    def segment_stages(self, statistics: Statistics, settings: PerplexitySettings) -> LateStages:
        if settings.average != "sequences" or not (
            settings.empty_text == "count" or any(scored for _, scored, _ in statistics.rows)
        ):
            return {}
        return {"sentences": lambda: _sequence_scores(self.total(statistics, settings), settings)}


def _sequence_scores(total: Total, settings: PerplexitySettings) -> list[float]:
    """Return the measure of each sequence that counts. Raises the errors of `_measure`."""
    logprobs, units = total.series
    return [_measure(logprob, n, settings) for logprob, n in zip(logprobs, units, strict=True)]  # type: ignore[arg-type]


PERPLEXITY = Perplexity()
