"""An account of one number for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Account, Alternative
from samescore.report.plain import page, shown_changes, visible
from samescore.report.terminal.explanation import residual

#: How many characters of a text are shown.
_TEXT = 100


def account(of: Account) -> str:
    """The sentence, the number and its stages, the remarks, the segments, other numbers."""
    return page(_lines(of))


def _lines(of: Account) -> Iterator[str]:
    yield visible(of.sentence)
    yield ""
    yield f"{visible(of.side.name)}: {visible(of.side.outcome.text)}{residual(of.side)}"
    yield from (f"  {visible(stage.name)}: {visible(stage.text)}" for stage in of.stages)
    if of.remarks:
        yield ""
        yield "What is unusual"
        for remark in of.remarks:
            yield f"  {visible(remark.id)}: {visible(remark.sentence)}"
            if remark.remedy:
                yield f"    -> {visible(remark.remedy)}"
    if of.contributions:
        yield ""
        yield heading(of)
        for segment in of.contributions:
            alone = "" if segment.alone is None else f"  (alone {segment.alone:.6g})"
            text = visible(segment.hypothesis, _TEXT)
            yield f"  {segment.effect:+10.4f}  line {segment.index + 1}: {text}{alone}"
    if of.alternatives:
        yield ""
        yield "What would give another number"
        yield from (f"  {number(other):>10}  {how(other)}" for other in of.alternatives)


def heading(of: Account) -> str:
    """What the numbers of the segments are."""
    if of.measured == "part":
        return f"The segments with the largest parts of the mean (those of all {of.segments} add up to it)"
    return "The segments that matter most: the number minus what it is without each"


def number(other: Alternative) -> str:
    """Another number in six digits."""
    return visible(other.outcome.text) if other.outcome.value is None else f"{other.outcome.value:.6g}"


def how(other: Alternative) -> str:
    """What gives another number: the knobs that change, or the metric."""
    return shown_changes(other.changes) or f"-m {visible(other.metric)}"
