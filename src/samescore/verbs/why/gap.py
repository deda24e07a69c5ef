"""Explain why two implementations differ on your data.

First each number is reproduced natively from its settings; the residual (the part that the settings do not explain) is
always reported. Then the gap is attributed to the knobs in which the settings differ (see
`samescore.verbs.why.attribution.shapley`). The explanation also has the smallest set of knobs that turns one number
into the other, and the segments that differ most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from samescore import records
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.rankings import Rankings
from samescore.metrics import metric
from samescore.metrics.base import tokens_of
from samescore.metrics.evaluator import check_input, segment_values
from samescore.metrics.retrieval.ranked import graded_results
from samescore.records import Change, Explanation, SegmentGap, ShareOfGap
from samescore.settings import Difference, Settings
from samescore.settings.scale import on_widest
from samescore.verbs.inputs.distinct import refuse_same_sides
from samescore.verbs.why.aligned import aligned_units
from samescore.verbs.why.answers import AskedSide, SideAnswer, answer_of
from samescore.verbs.why.attribution.known import applicable_divergences
from samescore.verbs.why.attribution.paths import walk
from samescore.verbs.why.attribution.shapley import attribute, pipeline_order

#: Scores of a segment that are closer than this, on the widest scale, count as equal.
_INVISIBLE = 1e-6

#: Maximum number of segments shown.
SEGMENTS = 5
#: Maximum number of results shown of a query.
_MOST_RESULTS = 10


def explain_gap(
    first: AskedSide, second: AskedSide, data: Data, on_progress: Callable[[str], None] = lambda _: None
) -> Explanation:
    """Attribute the gap between two sides of one metric on `data` to the knobs in which they differ.

    The sides may use different names of the metric: ``chrf++`` and ``chrf``, ``BLEU-1`` and ``bleu``. Raises
    `InputError` for data that the metric or one of the sides does not accept (for example two references),
    `SettingsError` if both sides are the same entry point with the same settings, and the errors of
    `samescore.verbs.why.answers.answer_of`.
    """
    chosen = first.metric
    check_input(chosen, data)
    on_progress(str(first.side))
    left = answer_of(first, data)
    on_progress(str(second.side))
    right = answer_of(second, data)
    refuse_same_sides(left.record.name, left.key, right.key)
    if first.metric_name != second.metric_name:
        left, right = left.with_metric(first.metric_name), right.with_metric(second.metric_name)
    start, end = left.settings, right.settings
    changes = pipeline_order(on_widest(start).differences(on_widest(end)))
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
    if isinstance(data, Corpus | Rankings) and len(data) > 1:
        segments = _segment_gaps(data, on_widest(start), on_widest(end), on_progress)
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
        divergences=_divergences(data, left, right, changes, records.contributing_knobs(shares)),
        sentence=_sentence(left.record, right.record, gap, shares, remarks),
    )


def _sentence(
    first: records.ExplainedSide,
    second: records.ExplainedSide,
    gap: float | None,
    shares: Sequence[ShareOfGap],
    remarks: Sequence[str],
) -> str:
    """Return sentences about the gap, after those on answers that the native metric does not reproduce."""
    words = records.sentence(first.name, second.name, gap, shares, remarks)
    if first.residual == 0 and second.residual == 0:
        return words
    mistaken = "".join(f"{asked.name} answers {asked.as_with}. " for asked in (first, second) if asked.mistakes)
    names = [asked.name for asked in (first, second) if asked.residual != 0 and not asked.mistakes]
    unexplained = f"Unexplained: {' and '.join(names)} did not return what its settings predict. " if names else ""
    rest = f"With the settings alone: {words}" if gap else "With the settings alone, both would score the same."
    return f"{mistaken}{unexplained}{rest}"


def _divergences(
    data: Data, left: SideAnswer, right: SideAnswer, changes: Sequence[Difference], carrying: Collection[str]
) -> list[str]:
    """Return the ids of known divergences of either side that concern the knobs `carrying`, which make up the gap."""
    ends = on_widest(left.settings), on_widest(right.settings)
    entries = [
        entry
        for asked, sides in ((left, ends), (right, ends[::-1]))
        if asked.profile is not None
        for entry in applicable_divergences(data, asked.name, asked.profile.entry_point, sides, changes, carrying)
    ]
    return list(dict.fromkeys(entry.id for entry in entries))


def _segment_gaps(
    data: Corpus | Rankings, start: Settings, end: Settings, on_progress: Callable[[str], None]
) -> list[SegmentGap]:
    """Return up to `SEGMENTS` segments whose own scores differ most between the settings, the largest gap first."""
    gaps: list[tuple[float, int, float, float]] = []
    pairs = zip(segment_values(data, start), segment_values(data, end), strict=True)
    for index, (first, second) in enumerate(pairs):
        if index % 100 == 0:
            on_progress(f"{index:,} of {len(data):,} segments")
        if first is not None and second is not None and abs(first - second) > _INVISIBLE:
            gaps.append((-abs(first - second), index, first, second))
    gaps.sort()
    if isinstance(data, Rankings):
        return [_query_gap(data, start, end, *gap[1:]) for gap in gaps[:SEGMENTS]]
    return [_segment_gap(data, start, end, *gap[1:]) for gap in gaps[:SEGMENTS]]


def _query_gap(data: Rankings, start: Settings, end: Settings, index: int, first: float, second: float) -> SegmentGap:
    """Return the record of a query's gap, with its results in the order of each side."""
    query = data.queries[index]
    sides: list[Any] = [start, end]
    orders = [" ".join(graded_results(query, settings)[:_MOST_RESULTS]) for settings in sides]
    shown = " or ".join(dict.fromkeys(orders))
    return SegmentGap(index, first, second, f"{query.query}: {shown or 'no results'}", [], [])


def _segment_gap(corpus: Corpus, start: Settings, end: Settings, index: int, first: float, second: float) -> SegmentGap:
    """Return the record of a segment's gap, with its texts and the tokens that only one side has."""
    segment = corpus.segments[index]
    one_segment = Corpus((segment,), corpus.tokenized)
    first_tokens, second_tokens = (
        Counter(map(str, _flat(tokens_of(metric(start.metric), one_segment, settings)))) for settings in (start, end)
    )
    return SegmentGap(
        index,
        first,
        second,
        str(segment.hypothesis),
        list((first_tokens - second_tokens).elements()),
        list((second_tokens - first_tokens).elements()),
        [str(line) for line in segment.references],
        aligned_units(corpus, index, start),
        aligned_units(corpus, index, end),
    )


def _flat(tokens: Any) -> list[Any]:
    """Return nested lists of tokens as one flat list."""
    if isinstance(tokens, (list, tuple)):
        return [leaf for nested in tokens for leaf in _flat(nested)]
    return [tokens]
