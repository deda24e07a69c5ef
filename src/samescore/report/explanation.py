"""An explanation as text, as Markdown, and as a record."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from samescore.explain import Explanation, SegmentGap, Side
from samescore.outcome import Score
from samescore.report import records
from samescore.report.markdown import escaped
from samescore.report.plain import shown_changes, shown_outcome, visible

_MOST_TOKENS = 12
_TEXT = 100


def record(one: Explanation) -> dict[str, Any]:
    """The whole explanation; shares as decimal numbers and as exact fractions."""

    def side(each: Side) -> dict[str, Any]:
        return {
            "name": each.name,
            "signature": each.settings.signature,
            "outcome": records.outcome(each.outcome),
            "native": records.outcome(each.native),
            "residual": each.residual,
        }

    return {
        "type": "explanation",
        "metric": one.metric,
        "first": side(one.first),
        "second": side(one.second),
        "gap": one.gap,
        "explained": one.explained,
        "shares": [
            {
                "changes": [records.difference(change) for change in share.changes],
                "share": float(share.value),
                "exact": str(share.value),
            }
            for share in one.shares
        ],
        "smallest": None if one.smallest is None else [records.difference(change) for change in one.smallest],
        "steps": [
            {
                "changes": [records.difference(change) for change in step.changes],
                "outcome": records.outcome(step.outcome),
            }
            for step in one.steps
        ],
        "segments": [dataclasses.asdict(segment) for segment in one.segments],
        "sentence": one.sentence,
    }


def lines(one: Explanation) -> Iterator[str]:
    """The explanation for a terminal."""
    yield visible(one.sentence)
    yield ""
    for side in (one.first, one.second):
        yield f"{visible(side.name)}: {shown_outcome(side.outcome)}{_residual(side)}"
    if one.gap is None:
        return
    yield from _share_lines(one)
    if one.smallest:
        yield ""
        yield f"Enough to turn the first number into the second: {shown_changes(one.smallest)}"
    if one.steps:
        yield ""
        yield "Knob by knob, in the order in which data flows"
        before = one.first.number or 0.0
        for step in one.steps:
            if isinstance(step.outcome, Score):
                yield f"  {step.outcome.value - before:+9.4f}  {step.outcome.value:9.4f}  {shown_changes(step.changes)}"
                before = step.outcome.value
            else:
                yield f"  {'':9}  {shown_outcome(step.outcome)}  {shown_changes(step.changes)}"
    if one.segments:
        yield ""
        yield "The segments that differ most, each scored alone"
        for segment in one.segments:
            yield f"  {segment.second - segment.first:+9.4f}  line {segment.index + 1}: {visible(segment.hypothesis, _TEXT)}"
            yield from (f"             {text}" for text in _tokens(one, segment))


def _share_lines(one: Explanation) -> Iterator[str]:
    carried = [share for share in one.shares if share.value and not share.rounding]
    if carried:
        yield ""
        yield "Shares of the gap (Shapley values; they add up to it)"
        for share in sorted(carried, key=lambda each: -abs(each.value)):
            yield f"  {float(share.value):+9.4f}  {shown_changes(share.changes)}"
        yield f"  {one.gap:+9.4f}  together"
    idle = [change for share in one.shares if not share.value for change in share.changes]
    last = [share for share in one.shares if share.value and share.rounding]
    for share in last:
        yield f"  the last digits ({float(share.value):+.2g}): {shown_changes(share.changes)}"
    if idle:
        yield f"  no effect here: {shown_changes(idle)}"


def _residual(side: Side) -> str:
    if side.residual == 0:
        return ", reproduced exactly"
    if side.residual is None:
        return f", but natively {shown_outcome(side.native)}: UNEXPLAINED"
    return f", natively {shown_outcome(side.native)}: {side.residual:+.3g} UNEXPLAINED"


def _tokens(one: Explanation, segment: SegmentGap) -> Iterator[str]:
    for side, tokens in ((one.first, segment.tokens_first), (one.second, segment.tokens_second)):
        if tokens:
            more = f" and {len(tokens) - _MOST_TOKENS} more" if len(tokens) > _MOST_TOKENS else ""
            yield f"only {visible(side.name)}: {visible(' '.join(tokens[:_MOST_TOKENS]), _TEXT)}{more}"


def markdown(one: Explanation) -> str:
    """The explanation for a review or an issue."""
    rows = [f"**{escaped(one.sentence)}**", "", "| | as returned | natively |", "|---|---:|---:|"]
    rows += [
        f"| {escaped(side.name)} | {escaped(shown_outcome(side.outcome))} | {escaped(shown_outcome(side.native))} |"
        for side in (one.first, one.second)
    ]
    if one.gap is not None and one.shares:
        rows += ["", "| share of the gap | knob |", "|---:|---|"]
        for share in sorted(one.shares, key=lambda each: -abs(each.value)):
            rows.append(f"| {float(share.value):+.4f} | {escaped(shown_changes(share.changes))} |")
        rows.append(f"| {one.gap:+.4f} | together |")
    rows += ["", f"Settings: `{one.first.settings.signature}` and `{one.second.settings.signature}`."]
    return "\n".join(rows) + "\n"
