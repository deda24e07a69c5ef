"""The segments of an explanation; tokens that only one side has are highlighted in the texts."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Explanation, SegmentGap
from samescore.report.html.document import section
from samescore.report.html.texts import LONGEST, MOST_TEXTS, Piece, occurrences, pieces
from samescore.report.views.explanation import aligned_lines


def draw(explained: Explanation) -> Markup:
    """Draw a card for each segment."""
    segments = [(segment, _texts(segment), list(aligned_lines(explained, segment))) for segment in explained.segments]
    return section("segments.html", explained=explained, segments=segments)


def _texts(segment: SegmentGap) -> list[tuple[str, list[Piece]]]:
    """Return the hypothesis and the references, highlighted where the two implementations see different tokens."""
    differing = _wholes(segment)
    names = ["reference"] if len(segment.references) == 1 else [f"reference {n}" for n in range(1, 1_000)]
    texts = [("hypothesis", segment.hypothesis), *zip(names, segment.references, strict=False)]
    return [(name, pieces(text, occurrences(text, differing))) for name, text in texts]


def _wholes(segment: SegmentGap) -> list[str]:
    """Return the tokens that only one side has, except those inside a token of the other side in these texts.

    Such a part is highlighted as part of the whole token, because elsewhere in the text both sides may agree on it: if
    one side splits the full stop off "today.", the full stop in "12.50" is not highlighted.
    """
    text = "\n".join(line[:LONGEST] for line in (segment.hypothesis, *segment.references[:MOST_TEXTS]))
    sides = set(segment.tokens_first), set(segment.tokens_second)
    wholes = []
    for own, other in (sides, sides[::-1]):
        standing = "\n".join(token for token in other if token in text)
        wholes += [token for token in own if token not in standing]
    return wholes
