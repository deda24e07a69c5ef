"""The verb *explain*: why do two implementations differ on your data?

First each number is reproduced natively from its settings; what that leaves over is the residual, which is reported
and never hidden. Then the gap is shared out among the knobs in which the two differ (`samescore.verbs.attribution.shapley`). Then the
smallest set of knobs that turns one number into the other, and the segments that differ most.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from typing import Any

from samescore.catalogue.divergences import Divergence
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.errors import UnknownNameError
from samescore.implementations import implementation
from samescore.implementations.base import Profiled
from samescore.metrics import find, merged, metric
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.outcome import Outcome, Score
from samescore.settings import Difference, Settings
from samescore.settings.scale import on_widest, rescaled
from samescore.verbs.attribution.known import known
from samescore.verbs.attribution.paths import Step, walk
from samescore.verbs.attribution.shapley import Share, attribute, ordered, sentence

#: A segment whose scores are nearer than this, on the widest scale, does not differ to the eye.
_NOTHING = 1e-6

#: So many segments are shown.
SEGMENTS = 5


@dataclasses.dataclass(frozen=True, slots=True)
class Side:
    """One of the two: what it answers, and what the native metric answers under its settings."""

    name: str
    settings: Settings
    outcome: Outcome
    native: Outcome

    @property
    def number(self) -> float | None:
        """The native score on the widest scale."""
        outcome = rescaled(self.native, self.settings, on_widest(self.settings))
        return outcome.value if isinstance(outcome, Score) else None

    @property
    def residual(self) -> float | None:
        """Its answer minus the native one, as returned; 0 where the model is exact, None without two numbers."""
        if isinstance(self.outcome, Score) and isinstance(self.native, Score):
            return self.outcome.value - self.native.value
        return 0.0 if self.outcome.kind == self.native.kind else None


@dataclasses.dataclass(frozen=True, slots=True)
class SegmentGap:
    """A segment that the two score differently when it stands alone. Token lists are what only one side has."""

    index: int
    first: float
    second: float
    hypothesis: str
    tokens_first: tuple[str, ...]
    tokens_second: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Explanation:
    """Why the second number is not the first one."""

    metric: str
    first: Side
    second: Side
    shares: tuple[Share, ...]
    smallest: tuple[Difference, ...] | None
    steps: tuple[Step, ...]
    segments: tuple[SegmentGap, ...]

    @property
    def gap(self) -> float | None:
        """Second minus first, of the native scores on the widest scale."""
        if self.first.number is None or self.second.number is None:
            return None
        return self.second.number - self.first.number

    @property
    def explained(self) -> bool:
        """Are both numbers reproduced exactly?"""
        return self.first.residual == 0 and self.second.residual == 0

    @property
    def sentence(self) -> str:
        """The explanation in a line."""
        return sentence(self.first.name, self.second.name, self.gap, self.shares)

    @property
    def divergences(self) -> tuple[Divergence, ...]:
        """The entries of the catalogue about a side and a knob that carries a part of the gap."""
        carried = [change for share in self.shares if share.value for change in share.changes]
        found = (
            known(side.name, side.name.rpartition(".")[2], side.settings, carried) for side in (self.first, self.second)
        )
        return tuple({one.id: one for entries in found for one in entries}.values())


def explain(
    first: str,
    second: str,
    metric_name: str,
    data: Data,
    *,
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> Explanation:
    """Attribute the gap between two implementations on `data` to the knobs in which they differ.

    `first` and `second` are names: ``nltk.sentence_bleu``, ``native:sacrebleu==2.3.1``, ``native``; `knobs` are set
    wherever a side can take them. Raises `UnknownNameError` where one of them has no entry point for the metric or is
    not installed.
    """
    chosen, implied = find(metric_name)
    check_input(chosen, data)
    wanted = merged(implied, knobs)
    on_progress(first)
    one = _side(first, chosen.name, data, wanted)
    on_progress(second)
    other = _side(second, chosen.name, data, wanted)
    start, end = on_widest(one.settings), on_widest(other.settings)
    changes = ordered(start.differences(end))
    shares, smallest = (
        attribute(data, start, changes, on_progress)
        if one.number is not None and other.number is not None
        else ((), None)
    )
    steps = tuple(walk(data, start, [change for change in changes if change.knob.matters]))
    segments = _segments(data, start, end, on_progress) if isinstance(data, Corpus) and len(data) > 1 else ()
    return Explanation(chosen.name, one, other, shares, smallest, steps, segments)


def _side(name: str, metric_name: str, data: Data, wanted: dict[str, object]) -> Side:
    one = implementation(name)
    try:
        if not isinstance(one, Profiled):
            settings = metric(metric_name).settings.from_mapping(wanted)
            outcome = native_outcome(data, settings)
            return Side(name, settings, outcome, outcome)
        if gone := one.unavailable():
            raise UnknownNameError(f"{name} cannot be asked: {gone.reason}", hint=f"native:{name} is its model")
        profiles = one.profiles(metric_name)
        if not profiles:
            raise UnknownNameError(
                f"{name} has no entry point for {metric_name}", hint="samescore list implementations"
            )
        profile = profiles[0]
        settings = profile.taking(wanted)
        shown = name if name.endswith(f".{profile.entry_point}") else f"{name}.{profile.entry_point}"
        return Side(shown, settings, one.ask(profile, data, settings), native_outcome(data, settings))
    finally:
        one.close()


def _segments(
    data: Corpus, start: Settings, end: Settings, on_progress: Callable[[str], None]
) -> tuple[SegmentGap, ...]:
    """The segments whose own scores differ most, the largest first."""
    found = []
    evaluate = metric(start.metric).evaluate
    build = Corpus.from_tokens if data.tokenized else Corpus.from_segments
    for index, segment in enumerate(data):
        if index % 100 == 0:
            on_progress(f"segment {index + 1} of {len(data)}")
        hypotheses: list[Any] = [segment.hypothesis]
        alone = build(hypotheses, [list(segment.references)])  # type: ignore[arg-type]  # lines as the corpus has them
        scores = [native_outcome(alone, settings) for settings in (start, end)]
        if all(isinstance(score, Score) for score in scores):
            one, other = (score.value for score in scores if isinstance(score, Score))
            if abs(one - other) > _NOTHING:
                found.append((abs(one - other), index, alone, one, other))
    found.sort(key=lambda each: (-each[0], each[1]))
    gaps = []
    for _, index, alone, one, other in found[:SEGMENTS]:
        mine, theirs = (Counter(map(str, _flat(evaluate(alone, settings).tokens()))) for settings in (start, end))
        shown = str(alone.segments[0].hypothesis)
        gaps.append(
            SegmentGap(index, one, other, shown, tuple((mine - theirs).elements()), tuple((theirs - mine).elements()))
        )
    return tuple(gaps)


def _flat(tokens: Any) -> list[Any]:
    """The tokens of a segment's lines, however they are nested."""
    if isinstance(tokens, (list, tuple)):
        return [leaf for each in tokens for leaf in _flat(each)]
    return [tokens]
