"""Collect the evidence for the rules: an input, settings, the native outcome, and scores under other settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from samescore.base.errors import SamescoreError
from samescore.base.outcome import SAME_NUMBER, Outcome, Score, relative_gap
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.metrics import find, metric
from samescore.metrics.base import Statistics, tokens_of
from samescore.metrics.evaluator import bare_outcome
from samescore.records import Remark
from samescore.settings import Settings


class SegmentTexts(msgspec.Struct, frozen=True):
    """One segment: its texts, and the tokens of each text that the metric compares."""

    hypothesis: str
    references: tuple[str, ...]
    hypothesis_tokens: tuple[str, ...]
    reference_tokens: tuple[tuple[str, ...], ...]


class Evidence:
    """A number with the input and the settings behind it; scores under other settings are computed on demand."""

    def __init__(self, data: Data, settings: Settings, outcome: Outcome) -> None:
        self.data = data
        self.settings = settings
        self.outcome = outcome
        self.metric = metric(settings.metric)

    @property
    def value(self) -> float | None:
        """The score; None if the outcome is not a score."""
        return self.outcome.value if isinstance(self.outcome, Score) else None

    @property
    def unit(self) -> float:
        """The factor by which the settings scale scores: 1 (also without a knob ``scale``), 10 or 100."""
        return float(getattr(self.settings, "scale", 1))

    @property
    def stages(self) -> Mapping[str, Any]:
        """The intermediate results by stage; empty if the outcome is not a score."""
        return self.outcome.stages if isinstance(self.outcome, Score) else {}

    @cached_property
    def table(self) -> Statistics | None:
        """The metric's counts of the input; None if it cannot be counted."""
        try:
            return self.metric.counted(self.data, self.settings)
        except SamescoreError:
            return None

    @cached_property
    def texts(self) -> tuple[SegmentTexts, ...]:
        """Every segment with its tokens; empty for an input that is not a corpus of texts, or that cannot be tokenized."""
        if not isinstance(self.data, Corpus) or self.data.tokenized:
            return ()
        try:
            tokens = tokens_of(self.metric, self.data, self.settings)
        except SamescoreError:
            return ()
        return tuple(
            SegmentTexts(
                str(segment.hypothesis),
                tuple(map(str, segment.references)),
                _flat(lines[0]) if lines else (),
                tuple(map(_flat, lines[1:])),
            )
            for segment, lines in zip(self.data, tokens, strict=False)
        )

    def has(self, knob: str) -> bool:
        """Return whether the metric has this knob."""
        return any(own.name == knob for own in self.settings.knobs())

    def under(self, **knobs: object) -> float | None:
        """Return the score with some knobs changed; None if there is no score, or an unknown knob or value."""
        try:
            outcome = bare_outcome(self.data, self.settings.replace(**knobs))
        except SamescoreError:
            return None
        return outcome.value if isinstance(outcome, Score) else None

    def with_set(self, words: str = "", /, **knobs: object) -> str:
        """Return a suggestion such as ``--set case=lower would give 12.3``.

        `words` are inserted between the settings and the verb. The text is empty if the changed settings give no score,
        or the same score as before.
        """
        value = self.under(**knobs)
        if value is None or (self.value is not None and relative_gap(value, self.value) <= SAME_NUMBER):
            return ""
        settings = self.settings.replace(**knobs)
        changes = [(knob, getattr(settings, knob.name)) for knob in settings.knobs() if knob.name in knobs]
        assignments = " ".join(f"--set {knob.name}={knob.domain.format(new)}" for knob, new in changes)
        return f"{assignments}{words} would give {format_number(value)}"

    def other(self, name: str, /, **knobs: object) -> float | None:
        """Return the score by a different metric (or preset) with its defaults and these knobs; None if there is none."""
        try:
            chosen, implied = find(name)
            settings = chosen.settings.from_mapping({**implied, **knobs})
            outcome = bare_outcome(self.data, settings)
        except SamescoreError:
            return None
        return outcome.value if isinstance(outcome, Score) else None

    def on(self, data: Data) -> float | None:
        """Return the score of a different input under the same settings; None if there is none."""
        try:
            outcome = bare_outcome(data, self.settings)
        except SamescoreError:
            return None
        return outcome.value if isinstance(outcome, Score) else None


class Rule(msgspec.Struct, frozen=True):
    """A check for one unusual property of a number.

    `check` returns a sentence and a remedy, or None if the number does not have the property. `metrics` are the names of
    the metrics to which the rule applies (empty: all).
    """

    id: str
    check: Callable[[Evidence], tuple[str, str] | None]
    metrics: tuple[str, ...] = ()

    def remark(self, evidence: Evidence) -> Remark | None:
        """Return a remark, with a sentence and a remedy, if the number has the property; otherwise None."""
        if self.metrics and evidence.metric.name not in self.metrics:
            return None
        words = self.check(evidence)
        return None if words is None else Remark(self.id, *words)


def format_number(value: float) -> str:
    """Return a number as text with up to six significant digits."""
    return f"{value:.6g}"


def count_of(number: int, total: int, what: str) -> str:
    """Return a count in words: ``2 of 3 segments``, or ``all 3 segments``."""
    return f"all {total} {what}" if number == total and total > 1 else f"{number} of {total} {what}"


def place(index: int, text: str = "") -> str:
    """Return the line number of a segment in words, followed by the beginning of its text if given."""
    return f"line {index + 1}" + (f": {text[:60]!r}" if text else "")


def with_number(words: str, value: float | None) -> str:
    """Return `words` followed by a value, as in ``chrf would give 12.3``; empty without a value."""
    return "" if value is None else f"{words} would give {format_number(value)}"


def join_remedies(remedies: Sequence[str]) -> str:
    """Return the nonempty remedies joined by semicolons."""
    return "; ".join(filter(None, remedies))


def _flat(tokens: Any) -> tuple[str, ...]:
    if isinstance(tokens, (list, tuple)):
        return tuple(leaf for nested in tokens for leaf in _flat(nested))
    return (str(tokens),) if tokens != "" else ()
