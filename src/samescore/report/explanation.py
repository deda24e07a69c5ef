"""An explanation: as a record, and from the record as text and as Markdown."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import msgspec

from samescore import records
from samescore.report.plain import escaped, visible
from samescore.verbs import explain
from samescore.verbs.attribution.shapley import Share

_MOST_TOKENS = 12
_TEXT = 100


def shares(found: Sequence[Share]) -> list[records.ShareOfGap]:
    """Shares as decimal numbers and as exact fractions."""
    return [records.ShareOfGap(records.differences(s.changes), float(s.value), str(s.value), s.rounding) for s in found]


def record(one: explain.Explanation) -> records.Explanation:
    """The whole explanation."""

    def side(each: explain.Side) -> records.Side:
        answers = records.outcome(each.outcome), records.outcome(each.native)
        return records.Side(each.name, each.settings.signature, *answers, each.residual)

    return records.Explanation(
        one.metric,
        side(one.first),
        side(one.second),
        one.first.number,
        one.gap,
        one.explained,
        shares(one.shares),
        None if one.smallest is None else records.differences(one.smallest),
        [records.WalkStep(records.differences(step.changes), records.outcome(step.outcome)) for step in one.steps],
        [msgspec.convert(dataclasses.asdict(segment), records.Segment) for segment in one.segments],
        [entry.id for entry in one.divergences],
        one.sentence,
    )


def shown(changes: Sequence[records.Change]) -> str:
    """Knob changes, one after another."""
    return ", ".join(visible(str(change)) for change in changes)


def lines(one: records.Explanation) -> Iterator[str]:
    """The explanation for a terminal."""
    yield visible(one.sentence)
    yield ""
    for side in (one.first, one.second):
        yield f"{visible(side.name)}: {visible(side.outcome.text)}{_residual(side)}"
    if one.gap is None:
        return
    yield from _share_lines(one)
    if one.smallest:
        yield ""
        yield f"Enough to turn the first number into the second: {shown(one.smallest)}"
    yield from _walk_lines(one)
    if one.segments:
        yield ""
        yield "The segments that differ most, each scored alone"
        for segment in one.segments:
            text = visible(segment.hypothesis, _TEXT)
            yield f"  {segment.second - segment.first:+9.4f}  line {segment.index + 1}: {text}"
            yield from (f"             {each}" for each in _tokens(one, segment))
    if one.divergences:
        yield ""
        yield "Known disagreements (samescore show ID)"
        yield from (f"  {visible(name)}" for name in one.divergences)


def _share_lines(one: records.Explanation) -> Iterator[str]:
    carried = [share for share in one.shares if share.share and not share.rounding]
    if carried:
        yield ""
        yield "Shares of the gap (Shapley values; they add up to it)"
        for share in sorted(carried, key=lambda each: -abs(each.share)):
            yield f"  {share.share:+9.4f}  {shown(share.changes)}"
        yield f"  {one.gap:+9.4f}  together"
    for share in one.shares:
        if share.share and share.rounding:
            yield f"  the last digits ({share.share:+.2g}): {shown(share.changes)}"
    idle = [change for share in one.shares if not share.share for change in share.changes]
    if idle:
        yield f"  no effect here: {shown(idle)}"


def _walk_lines(one: records.Explanation) -> Iterator[str]:
    if not one.steps:
        return
    yield ""
    yield "Knob by knob, in the order in which data flows"
    before = one.first_number or 0.0
    for step in one.steps:
        if step.outcome.value is None:
            yield f"  {'':9}  {visible(step.outcome.text)}  {shown(step.changes)}"
        else:
            yield f"  {step.outcome.value - before:+9.4f}  {step.outcome.value:9.4f}  {shown(step.changes)}"
            before = step.outcome.value


def _residual(side: records.Side) -> str:
    if side.residual == 0:
        return ", reproduced exactly"
    if side.residual is None:
        return f", but natively {visible(side.native.text)}: UNEXPLAINED"
    return f", natively {visible(side.native.text)}: {side.residual:+.3g} UNEXPLAINED"


def _tokens(one: records.Explanation, segment: records.Segment) -> Iterator[str]:
    for side, tokens in ((one.first, segment.tokens_first), (one.second, segment.tokens_second)):
        if tokens:
            more = f" and {len(tokens) - _MOST_TOKENS} more" if len(tokens) > _MOST_TOKENS else ""
            yield f"only {visible(side.name)}: {visible(' '.join(tokens[:_MOST_TOKENS]), _TEXT)}{more}"


def markdown(one: records.Explanation) -> str:
    """The explanation for a review or an issue."""
    rows = [f"**{escaped(one.sentence)}**", "", "| | as returned | natively |", "|---|---:|---:|"]
    rows += [
        f"| {escaped(side.name)} | {escaped(side.outcome.text)} | {escaped(side.native.text)} |"
        for side in (one.first, one.second)
    ]
    if one.gap is not None and one.shares:
        rows += ["", "| share of the gap | knob |", "|---:|---|"]
        carried = [share for share in one.shares if share.share and not share.rounding]
        for share in sorted(carried, key=lambda each: -abs(each.share)):
            rows.append(f"| {share.share:+.4f} | {escaped(shown(share.changes))} |")
        rows.append(f"| {one.gap:+.4f} | together |")
    if one.smallest:
        rows += ["", f"Enough to turn the first number into the second: {escaped(shown(one.smallest))}."]
    if one.divergences:
        rows += ["", f"Known disagreements: {', '.join(map(escaped, one.divergences))}."]
    rows += ["", f"Settings: `{_code(one.first.signature)}` and `{_code(one.second.signature)}`."]
    return "\n".join(rows) + "\n"


def _code(text: str) -> str:
    """Text between backticks, which it cannot leave."""
    return visible(text).replace("`", "'")
