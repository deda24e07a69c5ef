"""The view of an account of one number."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Account, Alternative, Contribution, word_diff
from samescore.report import view as show
from samescore.report.plain import shown_changes
from samescore.report.view import View
from samescore.report.views.sides import figures, settings


def view(of: Account) -> View:
    """Build the view: the sentence, the number and its stages, the remarks, the segments, alternatives."""
    sides = figures([(of.side.name, of.side)])
    style: show.Style = "bad" if sides.rows[0][3] == "bad" else "known" if of.remarks else "good"
    segments = show.Table(
        (
            show.Column("effect", number=True, width=10),
            show.Column("segment", widest=110),
            show.Column("alone", pattern="(alone {})"),
        ),
        tuple(
            (
                f"{segment.effect:+.4f}",
                show.Stack((f"line {segment.index + 1}: {segment.hypothesis}", *_aligned(of.metric, segment))),
                "" if segment.alone is None else f"{segment.alone:.6g}",
            )
            for segment in of.contributions
        ),
        title=_heading(of),
        apart=True,
    )
    others = show.Table(
        (show.Column("number", number=True, width=10), show.Column("possible sources")),
        tuple((_number(other), _how(other)) for other in of.alternatives),
        title="Settings that give a different score",
        apart=True,
    )
    remarks = [
        show.Card(
            f"{remark.id}: {remark.sentence}",
            (show.Paragraph(f"-> {remark.remedy}"),) if remark.remedy else (),
            indent=2,
        )
        for remark in of.remarks
    ]
    blocks: list[show.Block] = [show.Sentence(of.sentence), sides]
    blocks.append(show.Facts(tuple((stage.name, stage.text) for stage in of.stages), indent=2))
    blocks += [show.Heading("Unusual properties", apart=True)] * bool(remarks)
    subject = f"{of.side.name}, {of.metric}"
    return View(
        "explain",
        subject,
        style,
        *_split(of.sentence, show.compact(*blocks, *remarks, segments, others, settings([of.side]))),
    )


def _split(sentence: str, blocks: tuple[show.Block, ...]) -> tuple[str, tuple[show.Block, ...], str]:
    verdict, lead = show.verdict_and_lead(sentence)
    return verdict, blocks, lead


def _aligned(metric: str, segment: Contribution) -> Iterator[str]:
    """Yield the alignment of a segment with its reference, if the metric has one."""
    if segment.aligned:
        yield f"aligned: {word_diff(segment.aligned, characters=metric == 'cer')}"


def _heading(of: Account) -> str:
    """Return the heading of the table of segments."""
    if of.measured == "part":
        return f"Segments with the largest share of the mean (the shares of all {of.segments} add up to it)"
    return "Most influential segments: the score minus the score without the segment"


def _number(other: Alternative) -> str:
    """Return an alternative number with six digits, or its outcome as text if it is not a score."""
    return other.outcome.text if other.outcome.value is None else f"{other.outcome.value:.6g}"


def _how(other: Alternative) -> str:
    """Return the cause of an alternative number: the changed knobs, or the metric."""
    return shown_changes(other.changes) or f"-m {other.metric}"
