"""What every metric has: settings, a table of integer statistics, and a way to combine them.

`Statistics` is the currency: one row of integers for each segment (or one for the whole input), with
named columns. Corpus scores, sentence scores and their mean are all made from sums of its rows.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any

from samescore.data.corpus import Corpus, Line, Segment
from samescore.data.kinds import Data
from samescore.errors import MetricError, SettingsError
from samescore.outcome import Trace
from samescore.settings import Choice, Settings, Stage, knob
from samescore.text.tokenizers import TOKENIZERS


@dataclasses.dataclass(frozen=True, slots=True)
class Statistics:
    """Integer statistics: ``rows[i][j]`` is column ``columns[j]`` of segment i."""

    columns: tuple[str, ...]
    rows: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))  # shared, so it must not change

    def total(self) -> list[int]:
        """The sum of all rows."""
        return [sum(column) for column in zip(*self.rows, strict=True)]


@dataclasses.dataclass(frozen=True, slots=True)
class Metric:
    """A metric: its name, settings class, and functions.

    `evaluate` returns the trace or raises `MetricError`; a value of nan means undefined.
    `presets` maps other established names (``rouge1``) to knob values. A metric that does not
    `needs_references` looks at hypotheses alone.
    """

    name: str
    title: str
    settings: type[Settings]
    takes: tuple[type[Data], ...]
    evaluate: Callable[[Any, Any], Trace]
    presets: tuple[tuple[str, tuple[tuple[str, object], ...]], ...] = ()
    needs_references: bool = True


def empty_references_knob() -> Any:
    """What is made of a reference that is the empty text."""
    return knob(
        Stage.STATISTICS,
        Choice(("keep", "drop")),
        "keep",
        "a reference that is the empty text counts as any other, or as if it were not there",
    )


def counted_references(segment: Segment, s: Any) -> tuple[Line, ...]:
    """A segment's references, but for empty ones where ``empty_references`` drops them."""
    if s.empty_references == "keep":
        return segment.references
    return tuple(reference for reference in segment.references if reference)


def tokenize(line: Line, settings: Any) -> Sequence[str]:
    """One line's tokens under the knobs ``case``, ``strip`` (where the metric has it) and ``tokenizer``."""
    given = settings.tokenizer == "given"
    if isinstance(line, tuple):
        if not given:
            raise SettingsError(
                f"the corpus holds tokens but tokenizer={settings.tokenizer} wants text",
                hint="set tokenizer='given', or build the corpus from text",
            )
        return [token.lower() for token in line] if settings.case in ("lower", "lower-tokens") else line
    if given:
        raise SettingsError(
            "tokenizer=given wants tokens but the corpus holds text", hint="build it with Corpus.from_tokens"
        )
    text = line.lower() if settings.case == "lower" else line
    if getattr(settings, "strip", "none") == "right":
        text = text.rstrip()
    found = TOKENIZERS[settings.tokenizer](text)
    return [token.lower() for token in found] if settings.case == "lower-tokens" else found


def tokens_of(corpus: Corpus, settings: Any) -> list[list[Sequence[str]]]:
    """For each segment: the hypothesis' tokens, then each reference's."""
    return [[tokenize(line, settings) for line in (segment.hypothesis, *segment.references)] for segment in corpus]


def need_text(segment: Segment, metric: str) -> None:
    """Raise `SettingsError` when a character metric is given tokens."""
    if isinstance(segment.hypothesis, tuple):
        raise SettingsError(f"{metric} reads text, but the corpus holds tokens", hint="use Corpus.from_segments")


def need_segments(corpus: Corpus) -> None:
    """Raise `MetricError` on an empty corpus: every known implementation does, one way or another."""
    if not len(corpus):
        raise MetricError("the corpus has no segments", kind="ZeroDivisionError")


SUMMATIONS = ("sum", "fsum", "left-to-right")


def add_up(values: Sequence[float], how: str) -> float:
    """The sum of `values` by builtin ``sum`` (compensated since Python 3.12), ``fsum``, or plain additions."""
    if how == "sum":
        return sum(values)
    if how == "fsum":
        return math.fsum(values)
    total = 0.0
    for value in values:
        total += value
    return total


def mean(values: Sequence[float]) -> float:
    """``sum(values) / len(values)`` with builtin `sum`: how adapters average sentence scores."""
    return sum(values) / len(values)


def numpy_sum(values: list[float]) -> float:
    """`numpy.sum` of a short array: eight running sums, then the rest (numpy's pairwise summation)."""
    if len(values) > 128:
        half = len(values) // 2
        half -= half % 8
        return numpy_sum(values[:half]) + numpy_sum(values[half:])
    if len(values) < 8:
        total = 0.0
        for value in values:
            total += value
        return total
    lanes = values[:8]
    whole = len(values) - len(values) % 8
    for start in range(8, whole, 8):
        lanes = [lane + value for lane, value in zip(lanes, values[start : start + 8], strict=True)]
    a, b, c, d, e, f, g, h = lanes
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for value in values[whole:]:
        total += value
    return total
