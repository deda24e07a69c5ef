"""An explanation for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Explanation, SegmentGap, Side, shown_shares, shown_steps
from samescore.report.plain import amount, page, shown_changes, visible

#: How many tokens of a segment are shown, and how many characters of a text.
_MOST_TOKENS = 12
_TEXT = 100


def explanation(explained: Explanation) -> str:
    """The sentence, the numbers, the shares, the walk, the segments."""
    return page(_lines(explained))


def _lines(explained: Explanation) -> Iterator[str]:
    yield visible(explained.sentence)
    yield ""
    for side in (explained.first, explained.second):
        yield f"{visible(side.name)}: {visible(side.outcome.text)}{residual(side)}"
        if side.ignored:
            yield f"  cannot take the given {visible(', '.join(side.ignored))}"
    if explained.gap is None:
        return
    yield from _share_lines(explained)
    if explained.smallest:
        yield ""
        yield f"Enough to turn the first number into the second: {shown_changes(explained.smallest)}"
    yield from _walk_lines(explained)
    if explained.segments:
        yield ""
        yield "The segments that differ most, each scored alone"
        for segment in explained.segments:
            text = visible(segment.hypothesis, _TEXT)
            yield f"  {segment.second - segment.first:+9.4f}  line {segment.index + 1}: {text}"
            yield from (f"             {line}" for line in _tokens(explained, segment))
    if explained.divergences:
        yield ""
        yield "Known disagreements (samescore show ID)"
        yield from (f"  {visible(name)}" for name in explained.divergences)


def _share_lines(explained: Explanation) -> Iterator[str]:
    shares = shown_shares(explained.shares)
    if not shares:
        return
    yield ""
    yield "Shares of the gap (Shapley values; they add up to it)"
    for share in shares:
        yield f"  {amount(share.share):>9}  {shown_changes(share.changes)}"
        if share.because:
            yield f"  {'':9}  not separately: {visible(share.because)}"
    yield f"  {explained.gap:+9.4f}  together"
    if explained.method:
        yield f"  The shares are {visible(explained.method)}."


def _walk_lines(explained: Explanation) -> Iterator[str]:
    steps = shown_steps(explained.steps, explained.first_number or 0.0)
    if not steps:
        return
    yield ""
    yield "Knob by knob, in pipeline order"
    for effect, step in steps:
        if effect is None:
            yield f"  {'':9}  {visible(step.outcome.text)}  {shown_changes(step.changes)}"
        else:
            yield f"  {amount(effect):>9}  {step.outcome.value:9.4f}  {shown_changes(step.changes)}"


def residual(side: Side) -> str:
    """Whether the native metric reproduces a side's answer, or how far it is off."""
    if side.residual == 0:
        return ", reproduced exactly"
    if side.mistakes:
        return f", natively {visible(side.native.text)}: {visible(side.as_with)}"
    if side.residual is None:
        return f", but natively {visible(side.native.text)}: UNEXPLAINED"
    return f", natively {visible(side.native.text)}: {side.residual:+.3g} UNEXPLAINED"


def _tokens(explained: Explanation, segment: SegmentGap) -> Iterator[str]:
    for side, tokens in ((explained.first, segment.tokens_first), (explained.second, segment.tokens_second)):
        if tokens:
            rest = f" and {len(tokens) - _MOST_TOKENS} more" if len(tokens) > _MOST_TOKENS else ""
            yield f"only {visible(side.name)}: {visible(' '.join(tokens[:_MOST_TOKENS]), _TEXT)}{rest}"
