"""The view of an explanation of the gap between two numbers."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Change, ExplainedSide, Explanation, SegmentGap, shown_shares, shown_steps, word_diff
from samescore.report import view as show
from samescore.report.plain import amount, shown_changes
from samescore.report.view import View
from samescore.report.views.sides import figures, settings

#: Maximum number of tokens that are shown for each side of a segment.
_MOST_TOKENS = 12
_SHARE = show.Column("share", number=True, width=9)


def view(explained: Explanation) -> View:
    """Build the view: the sentence, the numbers, the shares of the gap, the changes knob by knob, and the segments."""
    verdict, lead = show.verdict_and_lead(explained.sentence)
    sides = (explained.first, explained.second)
    blocks: list[show.Block | None] = [
        show.Sentence(explained.sentence),
        figures([(side.name, side) for side in sides]),
    ]
    blocks += [
        show.Paragraph(f"{side.name} does not support the given {', '.join(side.ignored)}", indent=2)
        for side in sides
        if side.ignored
    ]
    if explained.gap is not None:
        blocks += [_shares(explained), _smallest(explained), _walk(explained), _segments(explained)]
        blocks.append(
            show.Items(
                tuple(show.entries(explained.divergences)),
                title="Known disagreements (samescore show ID)",
                apart=True,
            )
        )
    return View("explain", explained.metric, _style(explained), verdict, show.compact(*blocks, settings(sides)), lead)


def _style(explained: Explanation) -> show.Style:
    if not explained.explained:
        return "bad"
    return "known" if explained.gap else "none" if explained.gap is None else "good"


def _shares(explained: Explanation) -> show.Picture | None:
    """Return the share of each knob in the gap, drawn on a page; None if there are none."""
    shares = shown_shares(explained.shares)
    if not shares or explained.gap is None:
        return None
    rows: list[tuple[show.Cell, ...]] = [
        (amount(share.share), _causes(share.changes, share.because)) for share in shares
    ]
    table = show.Table(
        (_SHARE, show.Column("knob")),
        (*rows, (f"{explained.gap:+.4f}", "together")),
        title="Shares of the gap (Shapley values; they add up to it)",
        note=f"The shares are {explained.method}." if explained.method else "",
        apart=True,
    )
    names = explained.first.name, explained.second.name
    drawn = (*names, explained.first_number or 0.0, explained.gap, explained.shares, "Causes of the gap", table.note)
    return show.Picture("waterfall", drawn, (table,))


def _causes(changes: list[Change], because: str) -> show.Cell:
    shown = shown_changes(changes)
    return show.Stack((shown, f"not separately: {because}")) if because else shown


def _smallest(explained: Explanation) -> show.Paragraph | None:
    if not explained.smallest:
        return None
    words = f"Smallest change that turns the first score into the second: {shown_changes(explained.smallest)}"
    return show.Paragraph(words, apart=True)


def _walk(explained: Explanation) -> show.Table:
    """Return a table of the changed knobs in pipeline order, with the effect of each on the score."""
    rows = tuple(
        (
            "" if effect is None else amount(effect),
            step.outcome.text if step.outcome.value is None or effect is None else f"{step.outcome.value:.4f}",
            shown_changes(step.changes),
        )
        for effect, step in shown_steps(explained.steps, explained.first_number or 0.0)
    )
    columns = (
        show.Column("change", number=True, width=9),
        show.Column("score", number=True, width=9),
        show.Column("knob"),
    )
    return show.Table(columns, rows, title="Knob by knob, in pipeline order", apart=True)


def _segments(explained: Explanation) -> show.Picture | None:
    if not explained.segments:
        return None
    rows = tuple(
        (
            f"{segment.second - segment.first:+.4f}",
            show.Stack((f"line {segment.index + 1}: {segment.hypothesis}", *_tokens(explained, segment))),
        )
        for segment in explained.segments
    )
    columns = show.Column("change", number=True, width=9), show.Column("segment", widest=110)
    table = show.Table(columns, rows, title="Segments with the largest difference, each scored on its own", apart=True)
    return show.Picture("segments", (explained,), (table,))


def _tokens(explained: Explanation, segment: SegmentGap) -> Iterator[str]:
    tokens: list[tuple[ExplainedSide, list[str]]] = [
        (explained.first, segment.tokens_first),
        (explained.second, segment.tokens_second),
    ]
    for side, own in tokens:
        if own:
            rest = f" and {len(own) - _MOST_TOKENS} more" if len(own) > _MOST_TOKENS else ""
            yield f"only {side.name}: {' '.join(own[:_MOST_TOKENS])}{rest}"
    yield from (f"{title}: {line}" for title, line in aligned_lines(explained, segment))


def aligned_lines(explained: Explanation, segment: SegmentGap) -> Iterator[tuple[str, str]]:
    """Yield a title and the alignment of a segment with its reference: one if both sides have the same, else two."""
    first, second = (
        word_diff(aligned, characters=explained.metric == "cer")
        for aligned in (segment.aligned_first, segment.aligned_second)
    )
    if first != second:
        yield f"aligned by {explained.first.name}", first
        yield f"aligned by {explained.second.name}", second
    elif first:
        yield "aligned", first
