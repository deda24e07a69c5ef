"""The verb *explain*: why do two implementations differ on your data?

First each number is reproduced natively from its settings; the residual, what remains unexplained, is always reported.
Then the gap is attributed to the knobs in which the two differ (see the module ``shapley``). The explanation also has
the smallest set of knobs that turns one number into the other, and the segments that differ most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from samescore import records
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.errors import UnknownNameError
from samescore.implementations import implementation
from samescore.implementations.base import Profiled, need_answer, need_within_limits
from samescore.metrics import find, merged, metric
from samescore.metrics.evaluator import check_input, native_outcome, segment_values
from samescore.outcome import Outcome, Score, same_outcome
from samescore.records import Change, Explanation, SegmentGap, ShareOfGap, Side
from samescore.settings import Difference, Settings
from samescore.settings.scale import on_widest, rescaled
from samescore.verbs.attribution.known import known
from samescore.verbs.attribution.paths import walk
from samescore.verbs.attribution.shapley import attribute, ordered

#: Scores of a segment that are closer than this, on the widest scale, count as equal.
_INVISIBLE = 1e-6

#: How many segments are shown.
SEGMENTS = 5


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
    wherever a side supports them. Raises `UnknownNameError` if one of them has no entry point for the metric or is not
    installed, and `InputError` if it does not take this input (for example two references).
    """
    chosen, implied = find(metric_name)
    check_input(chosen, data)
    set_knobs = merged(implied, knobs)
    on_progress(first)
    side, start = _side(first, chosen.name, data, set_knobs)
    on_progress(second)
    other_side, end = _side(second, chosen.name, data, set_knobs)
    changes = ordered(on_widest(start).differences(on_widest(end)))
    gap: float | None = None
    shares: list[ShareOfGap] = []
    smallest: list[Change] | None = None
    if side.number is not None and other_side.number is not None:
        gap = other_side.number - side.number
        shares, smallest = attribute(data, on_widest(start), changes, on_progress)
    carrying = records.carrying(shares)
    carried = [change for change in changes if change.knob.name in carrying]
    segments: list[SegmentGap] = []
    if isinstance(data, Corpus) and len(data) > 1:
        segments = _segments(data, on_widest(start), on_widest(end), on_progress)
    return Explanation(
        chosen.name,
        side,
        other_side,
        first_number=side.number,
        gap=gap,
        explained=side.residual == 0 and other_side.residual == 0,
        shares=shares,
        smallest=smallest,
        steps=walk(data, on_widest(start), [change for change in changes if change.knob.matters]),
        segments=segments,
        divergences=_divergences(((side.name, start), (other_side.name, end)), carried),
        sentence=_sentence(side, other_side, gap, shares),
    )


def _sentence(first: Side, second: Side, gap: float | None, shares: Sequence[ShareOfGap]) -> str:
    """The gap in words. An answer that the native metric does not reproduce comes first: the shares do not explain it."""
    words = records.sentence(first.name, second.name, gap, shares)
    unexplained = [side.name for side in (first, second) if side.residual != 0]
    if not unexplained:
        return words
    return f"Unexplained: {' and '.join(unexplained)} did not answer what these settings give. By the settings alone: {words}"


def _side(name: str, metric_name: str, data: Data, set_knobs: dict[str, object]) -> tuple[Side, Settings]:
    """An implementation's answer, and the settings behind it."""
    named = implementation(name)
    try:
        if not isinstance(named, Profiled):
            settings = metric(metric_name).settings.from_mapping(set_knobs)
            outcome = native_outcome(data, settings)
            return _recorded(name, settings, outcome, outcome), settings
        if refusal := named.unavailable():
            hint = "try samescore smoke" if named.describes_itself else f"native:{name} is its model"
            raise UnknownNameError(f"{name} cannot be asked: {refusal.reason}", hint=hint)
        profiles = named.profiles(metric_name)
        if not profiles:
            raise UnknownNameError(
                f"{name} has no entry point for {metric_name}", hint="samescore list implementations"
            )
        profile = profiles[0]
        need_within_limits(name, profile, data)
        settings = profile.taking(set_knobs)
        if named.describes_itself:
            need_answer(name, named.outside_region(profile, data, settings))
        shown = name if name.endswith(f".{profile.entry_point}") else f"{name}.{profile.entry_point}"
        outcome, native = named.ask(profile, data, settings), native_outcome(data, settings)
        return _recorded(shown, settings, outcome, native, profile.ulps), settings
    finally:
        named.close()


def _recorded(name: str, settings: Settings, outcome: Outcome, native: Outcome, ulps: int = 0) -> Side:
    widest = rescaled(native, settings, on_widest(settings))
    return Side(
        name,
        settings.signature,
        records.outcome(outcome),
        records.outcome(native),
        residual=_residual(outcome, native, ulps),
        number=widest.value if isinstance(widest, Score) else None,
    )


def _residual(outcome: Outcome, native: Outcome, ulps: int) -> float | None:
    """The returned number minus the native one, 0 if they agree as closely as its profile promises.

    Without two numbers, 0 if both outcomes are of one kind, else None.
    """
    if same_outcome(outcome, native, max_ulps=ulps):
        return 0.0
    if isinstance(outcome, Score) and isinstance(native, Score):
        return outcome.value - native.value
    return 0.0 if outcome.kind == native.kind else None


def _divergences(sides: Sequence[tuple[str, Settings]], carried: Sequence[Difference]) -> list[str]:
    """The known divergences of a side in the knobs that contribute to the gap."""
    entries = [entry for name, settings in sides for entry in known(name, name.rpartition(".")[2], settings, carried)]
    return list(dict.fromkeys(entry.id for entry in entries))


def _segments(corpus: Corpus, start: Settings, end: Settings, on_progress: Callable[[str], None]) -> list[SegmentGap]:
    """The segments whose own scores differ most, the largest gap first."""
    gaps: list[tuple[float, int, float, float]] = []
    pairs = zip(segment_values(corpus, start), segment_values(corpus, end), strict=True)
    for index, (first, second) in enumerate(pairs):
        if index % 100 == 0:
            on_progress(f"segment {index + 1} of {len(corpus)}")
        if first is not None and second is not None and abs(first - second) > _INVISIBLE:
            gaps.append((-abs(first - second), index, first, second))
    gaps.sort()
    return [_segment(corpus, start, end, *gap[1:]) for gap in gaps[:SEGMENTS]]


def _segment(corpus: Corpus, start: Settings, end: Settings, index: int, first: float, second: float) -> SegmentGap:
    """One segment's gap, with the tokens that only one side has."""
    segment = corpus.segments[index]
    alone = Corpus((segment,), corpus.tokenized)
    tokens = metric(start.metric).tokens
    first_tokens, second_tokens = (Counter(map(str, _flat(tokens(alone, settings)))) for settings in (start, end))
    return SegmentGap(
        index,
        first,
        second,
        str(segment.hypothesis),
        list((first_tokens - second_tokens).elements()),
        list((second_tokens - first_tokens).elements()),
    )


def _flat(tokens: Any) -> list[Any]:
    """A segment's tokens without their nesting."""
    if isinstance(tokens, (list, tuple)):
        return [leaf for nested in tokens for leaf in _flat(nested)]
    return [tokens]
