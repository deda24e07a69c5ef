"""A comparison as a page: the numbers, a heat map of the gaps between them, the causes of each."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Comparison
from samescore.report.html.document import section
from samescore.report.html.waterfall import waterfall


def comparison(compared: Comparison) -> Markup:
    """The section of a diff."""
    numbered = [row for row in compared.rows if row.number is not None]
    gaps = [[(other.number or 0.0) - (row.number or 0.0) for other in numbered] for row in numbered]
    widest = max((abs(gap) for line in gaps for gap in line), default=0.0)
    baseline = numbered[0] if numbered else None
    return section(
        "diff.html",
        compared=compared,
        numbered=numbered,
        gaps=gaps,
        widest=widest,
        unexplained={row.name for row in compared.unexplained},
        drawings={
            row.name: waterfall(baseline.name, row.name, baseline.number or 0.0, row.gap, row.shares)
            for row in numbered
            if baseline is not None and row.gap and row.shares
        },
    )
