"""Align the words or characters of a segment as an error rate does."""

from __future__ import annotations

from samescore.base.errors import SamescoreError
from samescore.data.corpus import Corpus, Segment
from samescore.metrics import metric
from samescore.metrics.base import AlignsTexts
from samescore.records import AlignedUnits
from samescore.settings import Settings

#: Maximum number of units of both texts together for which an alignment is returned.
LONGEST = 400


def aligned_units(corpus: Corpus, index: int, settings: Settings) -> list[AlignedUnits]:
    """Return the alignment of a segment with the reference that gives the fewest edits.

    The result is empty for a metric without alignments, for settings under which it counts without one, for a segment
    without references, if the alignment raises an error, and for texts of more than `LONGEST` units together.
    """
    chosen = metric(settings.metric)
    segment = corpus.segments[index]
    if not isinstance(chosen, AlignsTexts):
        return []
    references = segment.references[:1] if getattr(settings, "references", "") == "first" else segment.references
    found = []
    for reference in references:
        pair = Corpus((Segment(segment.hypothesis, (reference,)),), corpus.tokenized)
        try:
            hypothesis, compared = chosen.tokens(pair, settings)[0]
            if len(hypothesis) + len(compared) > LONGEST:
                return []
            (alignment,) = chosen.alignments(pair, settings)
        except SamescoreError:
            return []
        found.append(
            [
                AlignedUnits(kind, list(map(str, compared[start:end])), list(map(str, hypothesis[first:last])))
                for kind, start, end, first, last in alignment
            ]
        )
    return min(found, key=_edits, default=[])


def _edits(alignment: list[AlignedUnits]) -> int:
    return sum(max(len(units.reference), len(units.hypothesis)) for units in alignment if units.kind != "equal")
