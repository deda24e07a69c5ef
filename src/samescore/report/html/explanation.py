"""An explanation as a page: both numbers, the waterfall, the segments with the tokens that only one side has."""

from __future__ import annotations

from samescore.records import Explanation, SegmentGap, Side, carrying, shown_shares
from samescore.report.html.document import Style, View, section, signed
from samescore.report.html.texts import LONGEST, MOST_TEXTS, Piece, occurrences, pieces
from samescore.report.html.waterfall import waterfall


def explanation(explained: Explanation) -> View:
    """The view of an explanation."""
    drawn = None
    if explained.gap is not None and explained.first_number is not None:
        drawn = waterfall(
            explained.first.name, explained.second.name, explained.first_number, explained.gap, explained.shares
        )
    content = section(
        "explanation.html",
        explained=explained,
        sides=[(side, *reproduced(side)) for side in (explained.first, explained.second)],
        waterfall=drawn,
        segments=[(segment, _texts(segment)) for segment in explained.segments],
    )
    return View("explain", explained.metric, _style(explained), _verdict(explained), content, _lead(explained))


def reproduced(side: Side) -> tuple[str, Style]:
    """Whether the native metric reproduces a side's answer, or what it gives instead, and the style."""
    if side.residual == 0:
        return "reproduced exactly", "good"
    if side.mistakes:
        return f"{side.as_with}: natively {side.native.text}", "bad"
    return f"unexplained: natively {side.native.text}", "bad"


def _style(explained: Explanation) -> Style:
    if not explained.explained:
        return "bad"
    return "known" if explained.gap else "none" if explained.gap is None else "good"


def _verdict(explained: Explanation) -> str:
    """The gap in a sentence, without its shares."""
    first, second, gap = explained.first.name, explained.second.name, explained.gap
    if gap is None:
        return explained.sentence
    if not carrying(explained.shares):
        return f"{second} scores as {first} does"
    if f"{abs(gap):.4f}" == "0.0000":
        return f"{second} scores as {first} does, but only because differences cancel"
    return f"{second} scores {abs(gap):.4f} {'lower' if gap < 0 else 'higher'} than {first}"


def _lead(explained: Explanation) -> str:
    """The largest share of the gap, or what is wrong."""
    if not explained.explained:
        return "A number is not reproduced natively, so the shares are those of its model, not of the number."
    shares = shown_shares(explained.shares)
    if explained.gap is None or not shares:
        return ""
    because = " and ".join(f"{change.knob} is {change.after}, not {change.before}" for change in shares[0].changes)
    return f"Mostly because {because} ({signed(shares[0].share)})." if len(shares) > 1 else f"Because {because}."


def _texts(segment: SegmentGap) -> list[tuple[str, list[Piece]]]:
    """The hypothesis and the references, marked where the two implementations see other tokens."""
    differing = _wholes(segment)
    names = ["reference"] if len(segment.references) == 1 else [f"reference {n}" for n in range(1, 1_000)]
    texts = [("hypothesis", segment.hypothesis), *zip(names, segment.references, strict=False)]
    return [(name, pieces(text, occurrences(text, differing))) for name, text in texts]


def _wholes(segment: SegmentGap) -> list[str]:
    """The tokens that only one side has, without those that stand inside a token of the other side in these texts.

    Such a part is marked where the whole is. Elsewhere in the texts it may be the same for both: the full stop of
    "12.50" beside that of "today.", which one side splits off.
    """
    text = "\n".join(line[:LONGEST] for line in (segment.hypothesis, *segment.references[:MOST_TEXTS]))
    sides = set(segment.tokens_first), set(segment.tokens_second)
    wholes = []
    for own, other in (sides, sides[::-1]):
        standing = "\n".join(token for token in other if token in text)
        wholes += [token for token in own if token not in standing]
    return wholes
