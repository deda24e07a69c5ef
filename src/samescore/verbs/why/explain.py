"""The verb *explain*: why do two implementations differ on your data?

First each number is reproduced natively from its settings; the residual, what remains unexplained, is always reported.
Then the gap is attributed to the knobs in which the two differ (see the module ``shapley``). The explanation also has
the smallest set of knobs that turns one number into the other, and the segments that differ most.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec

from samescore import records
from samescore.base.errors import SettingsError, UnknownNameError
from samescore.base.outcome import Outcome, Score, same_outcome
from samescore.catalogue.printed_names import printed_as
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations.base import Profiled, need_answer, need_within_limits
from samescore.implementations.sides import Side, native_settings, side
from samescore.metrics import merged, metric
from samescore.metrics.aliases import meant
from samescore.metrics.evaluator import check_input, native_outcome, segment_values
from samescore.metrics.mistakes import Mistake
from samescore.records import Change, Explanation, NamedMistake, SegmentGap, ShareOfGap
from samescore.settings import Difference, Settings
from samescore.settings.scale import on_widest, rescaled
from samescore.verbs.why.attribution.known import known
from samescore.verbs.why.attribution.one_answer import mistakes_behind
from samescore.verbs.why.attribution.paths import walk
from samescore.verbs.why.attribution.shapley import attribute, ordered

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
    second_metric: str = "",
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> Explanation:
    """Attribute the gap between two implementations on `data` to the knobs in which they differ.

    `first` and `second` are names: ``nltk.sentence_bleu``, ``native:sacrebleu==2.3.1``, ``native``; `knobs` are set
    wherever a side supports them. `second_metric` is another name of the metric, for the second side: ``chrf++`` beside
    ``chrf``, ``BLEU-1`` beside ``bleu``. Raises `UnknownNameError` if one of them has no entry point for the metric or is not
    installed, and `InputError` if it does not take this input (for example two references).
    """
    chosen, implied = meant(metric_name)
    other, other_implied = meant(second_metric or metric_name)
    if other is not chosen:
        raise SettingsError(
            f"{metric_name} and {second_metric} are two metrics",
            hint="samescore.verbs.why.bridges.crossing.cross compares them",
        )
    check_input(chosen, data)
    common = chosen.settings.canonical(merged(chosen, implied, knobs))
    other_common = chosen.settings.canonical(merged(other, other_implied, knobs))
    first_side, second_side = side(first), side(second)
    on_progress(str(first_side))
    left = answered(first_side, chosen.name, data, common)
    on_progress(str(second_side))
    right = answered(second_side, chosen.name, data, other_common)
    if (second_metric or metric_name) != metric_name:
        left, right = left.by(metric_name), right.by(second_metric)
    start, end = left.settings, right.settings
    changes = ordered(on_widest(start).differences(on_widest(end)))
    gap: float | None = None
    shares: list[ShareOfGap] = []
    smallest: list[Change] | None = None
    method = ""
    remarks: list[str] = []
    if left.record.number is not None and right.record.number is not None:
        gap = right.record.number - left.record.number
        attribution = attribute(data, on_widest(start), changes, on_progress)
        shares, smallest, method = attribution.shares, attribution.smallest, attribution.method
        remarks, changes = attribution.remarks, attribution.order
    segments: list[SegmentGap] = []
    if isinstance(data, Corpus) and len(data) > 1:
        segments = _segments(data, on_widest(start), on_widest(end), on_progress)
    return Explanation(
        chosen.name,
        left.record,
        right.record,
        first_number=left.record.number,
        gap=gap,
        explained=left.record.residual == 0 and right.record.residual == 0,
        shares=shares,
        method=method,
        smallest=smallest,
        steps=walk(data, on_widest(start), changes),
        segments=segments,
        divergences=_divergences(data, left, right, changes, records.carrying(shares)),
        sentence=_sentence(left.record, right.record, gap, shares, remarks),
    )


def _sentence(
    first: records.Side, second: records.Side, gap: float | None, shares: Sequence[ShareOfGap], remarks: Sequence[str]
) -> str:
    """The gap in words. An answer that the native metric does not reproduce comes first: the shares do not explain it."""
    words = records.sentence(first.name, second.name, gap, shares, remarks)
    if first.residual == 0 and second.residual == 0:
        return words
    mistaken = "".join(f"{asked.name} answers {asked.as_with}. " for asked in (first, second) if asked.mistakes)
    names = [asked.name for asked in (first, second) if asked.residual != 0 and not asked.mistakes]
    unexplained = f"Unexplained: {' and '.join(names)} did not answer what these settings give. " if names else ""
    return f"{mistaken}{unexplained}By the settings alone: {words}"


@dataclasses.dataclass(frozen=True, slots=True)
class Answered:
    """A side's answer as a record, the settings behind it, and the entry point, which the native metric does not have."""

    record: records.Side
    settings: Settings
    name: str
    profile: Profile | None = None

    def by(self, metric_name: str) -> Answered:
        """The same, with the name of the metric beside that of the implementation."""
        record = msgspec.structs.replace(self.record, name=f"{self.record.name} ({metric_name})")
        return dataclasses.replace(self, record=record)


def answered(asked: Side, metric_name: str, data: Data, common: dict[str, object]) -> Answered:
    """A side's answer; `common` are the knobs that are set on both."""
    named = asked.opened(metric_name)
    try:
        if not isinstance(named, Profiled):
            settings = native_settings(asked, metric(metric_name).settings, common)
            outcome = native_outcome(data, settings)
            return Answered(_recorded(str(asked), settings, outcome, outcome), settings, asked.name)
        if refusal := named.unavailable():
            model = shlex.quote(f"native:{asked}")
            hint = "try samescore smoke" if named.describes_itself else f"{model} is its model"
            raise UnknownNameError(f"{asked.name} cannot be asked: {refusal.reason}", hint=hint)
        profiles = named.profiles(metric_name)
        if not profiles:
            hint = "samescore list implementations"
            if named.metric_name:
                hint = f"it computes {named.metric_name}: name it with -m"
            if other := next((other for other in printed_as(metric_name) if named.profiles(other)), ""):
                hint = f"it prints under that name what is {other} here: name both metrics, -m {other} and -m {metric_name}"
            raise UnknownNameError(f"{asked.name} has no entry point for {metric_name}", hint=hint)
        settled = asked.settled(profiles, common)[0][0]
        profile, settings = settled.profile, settled.settings
        need_within_limits(asked.name, profile, data)
        if named.describes_itself:
            need_answer(asked.name, named.outside_region(profile, data, settings))
        outcome, native = named.ask(profile, data, settings), native_outcome(data, settings)
        record = _recorded(asked.shown(profile), settings, outcome, native, settled.ignored, profile.ulps)
        if record.residual != 0:
            record = msgspec.structs.replace(record, mistakes=_named(mistakes_behind(data, settings, outcome)))
        return Answered(record, settings, asked.name, profile)
    finally:
        named.close()


def _named(several: Iterable[tuple[Mistake, ...]]) -> list[NamedMistake]:
    return [
        NamedMistake(" + ".join(mistake.name for mistake in together), " and ".join(m.meaning for m in together))
        for together in several
    ]


def _recorded(
    name: str, settings: Settings, outcome: Outcome, native: Outcome, ignored: Sequence[str] = (), ulps: int = 0
) -> records.Side:
    widest = rescaled(native, settings, on_widest(settings))
    return records.Side(
        name,
        settings.signature,
        records.outcome(outcome),
        records.outcome(native),
        residual=_residual(outcome, native, ulps),
        number=widest.value if isinstance(widest, Score) else None,
        ignored=list(ignored),
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


def _divergences(
    data: Data, left: Answered, right: Answered, changes: Sequence[Difference], carrying: Collection[str]
) -> list[str]:
    """The known divergences of a side in the knobs that contribute to the gap."""
    ends = on_widest(left.settings), on_widest(right.settings)
    entries = [
        entry
        for asked, sides in ((left, ends), (right, ends[::-1]))
        if asked.profile is not None
        for entry in known(data, asked.name, asked.profile.entry_point, sides, changes, carrying)
    ]
    return list(dict.fromkeys(entry.id for entry in entries))


def _segments(corpus: Corpus, start: Settings, end: Settings, on_progress: Callable[[str], None]) -> list[SegmentGap]:
    """The segments whose own scores differ most, the largest gap first."""
    gaps: list[tuple[float, int, float, float]] = []
    pairs = zip(segment_values(corpus, start), segment_values(corpus, end), strict=True)
    for index, (first, second) in enumerate(pairs):
        if index % 100 == 0:
            on_progress(f"{index:,} of {len(corpus):,} segments")
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
        [str(line) for line in segment.references],
    )


def _flat(tokens: Any) -> list[Any]:
    """A segment's tokens without their nesting."""
    if isinstance(tokens, (list, tuple)):
        return [leaf for nested in tokens for leaf in _flat(nested)]
    return [tokens]
