"""The pairwise gaps between the numbers of a comparison, as a heat map."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import DiffReport
from samescore.report.html.document import section


def draw(compared: DiffReport) -> Markup:
    """Draw a table with a colour for each gap."""
    places = [(place, row) for place, row in enumerate(compared.rows, 1) if row.number is not None]
    numbers = [row.number or 0.0 for _, row in places]
    gaps = [[other - number for other in numbers] for number in numbers]
    widest = max((abs(gap) for line in gaps for gap in line), default=0.0) or 1.0
    return section("gaps.html", places=places, gaps=gaps, widest=widest)
