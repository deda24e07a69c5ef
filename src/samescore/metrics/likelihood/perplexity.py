"""Perplexity of token log-probabilities, and accuracy of multiple choice by log-likelihood.

Perplexity is b^H with H = -(1/N) sum log_b p(w_i), the cross-entropy of N tokens (Jelinek et al., 1977).
A choice is answered by the text with the largest log-likelihood, as it is or divided by a length: what
lm-evaluation-harness calls acc and acc_norm.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Sequence
from typing import Any, ClassVar

from samescore.data.likelihoods import ChoiceItem, Choices, TokenLogProbs
from samescore.errors import MetricError
from samescore.metrics.base import SUMMATIONS, Metric, Statistics, add_up
from samescore.outcome import Trace
from samescore.settings import Choice, Settings, Stage, knob


@dataclasses.dataclass(frozen=True, slots=True)
class PerplexitySettings(Settings):
    """The knobs of perplexity."""

    metric: ClassVar[str] = "perplexity"

    base: str = knob(
        Stage.STATISTICS,
        Choice(("e", "2", "10")),
        "e",
        "the base b of the given log-probabilities: natural, binary, or decimal as SRILM and KenLM print",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("tokens", "sequences", "texts")),
        "tokens",
        "over the tokens of all sequences; each sequence's own, averaged; or each sequence as one unit, not its tokens",
    )
    empty: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "skip")),
        "raise",
        "a sequence without tokens (over all tokens: nothing but such) is an error or left out; undefined if none is left",
    )
    per: str = knob(
        Stage.STATISTICS,
        Choice(("token", "word", "byte")),
        "token",
        "what average=tokens and average=sequences divide by: the tokens; or the stretches between white space (re.split, "
        "at least one), or the UTF-8 bytes, of the texts, which must be given",
    )
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("perplexity", "nats", "bits")),
        "perplexity",
        "the perplexity, or the cross-entropy itself in natural or binary units",
    )
    summation: str = knob(
        Stage.AGGREGATION,
        Choice(SUMMATIONS),
        "sum",
        "log-probabilities are added by builtin sum, math.fsum, or one by one",
        rounding=True,
    )


_WHITE_SPACE = re.compile(r"\s+")

_LOG_OF_BASE = {"e": 1.0, "2": math.log(2), "10": math.log(10)}


def perplexity_of(cross_entropy: float, base: str) -> float:
    """``base ** cross_entropy``; `MetricError` beyond the largest double."""
    try:
        return math.exp(cross_entropy) if base == "e" else float(base) ** cross_entropy
    except OverflowError:
        raise MetricError(f"the perplexity of {cross_entropy:g} is too large", kind="OverflowError") from None


def _measure(total: float, units: int, s: PerplexitySettings) -> float:
    """The measure of a sum of log-probabilities over so many units."""
    cross_entropy = -(total / units)
    if s.measure == "perplexity":
        return perplexity_of(cross_entropy, s.base)
    in_nats = cross_entropy * _LOG_OF_BASE[s.base]
    if s.measure == "nats":
        return in_nats
    return cross_entropy if s.base == "2" else in_nats / math.log(2)


def _units(data: TokenLogProbs, s: PerplexitySettings) -> list[int]:
    """How many tokens, words or bytes each sequence has."""
    if s.per == "token":
        return [len(sequence) for sequence in data.sequences]
    if data.texts is None:
        raise MetricError(f"per={s.per} needs the texts", hint='{"logprobs": [-1.5, ...], "text": "..."}')
    if s.per == "word":
        return [len(_WHITE_SPACE.split(text)) for text in data.texts]
    return [len(text.encode("utf-8", "surrogatepass")) for text in data.texts]


def _perplexity(data: TokenLogProbs, s: PerplexitySettings) -> Trace:
    """Perplexity, at least 1, or cross-entropy, at least 0; infinite (undefined) if a token is impossible.

    Raises `MetricError` without any sequence, where ``empty`` says so, without the texts that ``per`` needs or for
    texts of no bytes, and where the number overflows.
    """
    if not data.sequences:
        raise MetricError("there are no sequences", kind="ZeroDivisionError")
    units = _units(data, s)
    kept = [sequence for sequence in data.sequences if sequence]
    if s.empty == "raise" and (not kept or (s.average != "tokens" and len(kept) < len(data))):
        raise MetricError("a sequence has no tokens", kind="ZeroDivisionError")
    counts = [count for count, sequence in zip(units, data.sequences, strict=True) if sequence]
    stages: dict[str, Any] = {"counts": [sum(counts), len(kept)]}
    if not kept:
        return Trace(math.nan, stages)
    if s.average == "tokens":
        every = [value for sequence in kept for value in sequence]
        return Trace(_measure(add_up(every, s.summation), sum(counts), s), stages)
    totals = [add_up(sequence, s.summation) for sequence in kept]
    if s.average == "texts":
        return Trace(_measure(add_up(totals, s.summation), len(totals), s), stages)
    scores = [_measure(total, n, s) for total, n in zip(totals, counts, strict=True)]
    return Trace(add_up(scores, s.summation) / len(scores), {**stages, "sentences": scores})


@dataclasses.dataclass(frozen=True, slots=True)
class ChoicesSettings(Settings):
    """The knobs of multiple-choice accuracy. The defaults are lm-evaluation-harness' acc."""

    metric: ClassVar[str] = "accuracy-choices"

    normalization: str = knob(
        Stage.STATISTICS,
        Choice(("none", "characters", "bytes", "mutual-information")),
        "none",
        "log-likelihoods as given; over the text's characters or UTF-8 bytes; or minus the one without the question",
    )
    empty_choice: str = knob(
        Stage.STATISTICS,
        Choice(("divide", "raise")),
        "divide",
        "an empty text over its length is -inf, and 0/0 wins as nan does in numpy's argmax; or an error",
    )
    ties: str = knob(
        Stage.AGGREGATION, Choice(("first", "last")), "first", "which of equally likely texts is the answer"
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of right answers throughout")


def _over_length(logprob: float, text: str, s: ChoicesSettings) -> float:
    length = len(text) if s.normalization == "characters" else len(text.encode("utf-8", "surrogatepass"))
    if length:
        return logprob / length
    if s.empty_choice == "raise":
        raise MetricError("a choice is empty: its length is 0", kind="ZeroDivisionError")
    return math.nan if logprob == 0 or math.isnan(logprob) else math.copysign(math.inf, logprob)


def _likelihoods(item: ChoiceItem, s: ChoicesSettings) -> list[float]:
    """What is compared."""
    if s.normalization == "none":
        return list(item.logprobs)
    if s.normalization == "mutual-information":
        if not item.unconditional:
            raise MetricError("an item has no unconditional log-likelihoods")
        return [with_it - without for with_it, without in zip(item.logprobs, item.unconditional, strict=True)]
    return [_over_length(value, text, s) for value, text in zip(item.logprobs, item.choices, strict=True)]


def _answer(values: Sequence[float], ties: str) -> int:
    """Index of the largest value; nan is larger than all."""
    order = range(len(values)) if ties == "first" else range(len(values) - 1, -1, -1)
    return max(order, key=lambda i: math.inf if math.isnan(values[i]) else values[i])


def _accuracy(data: Choices, s: ChoicesSettings) -> Trace:
    """The share of items whose likeliest text is the right one, in 0..`scale`.

    Raises `MetricError` without items, where unconditional log-likelihoods are wanted and missing, and
    as ``empty_choice`` says.
    """
    if not data.items:
        raise MetricError("there are no items", kind="ZeroDivisionError")
    answers = [_answer(_likelihoods(item, s), s.ties) for item in data.items]
    table = Statistics(("right",), [[int(a == item.gold)] for a, item in zip(answers, data.items, strict=True)])
    value = (100 if s.scale == "100" else 1) * table.total()[0] / len(answers)
    return Trace(value, {"rows": table, "answers": answers})


PERPLEXITY = Metric(
    "perplexity", "perplexity", PerplexitySettings, (TokenLogProbs,), _perplexity, presets=(("ppl", ()),)
)
ACCURACY_CHOICES = Metric(
    "accuracy-choices",
    "multiple-choice accuracy",
    ChoicesSettings,
    (Choices,),
    _accuracy,
    presets=(
        ("acc", ()),
        ("acc_norm", (("normalization", "characters"),)),
        ("acc_bytes", (("normalization", "bytes"),)),
        ("acc_mutual_info", (("normalization", "mutual-information"),)),
    ),
)
