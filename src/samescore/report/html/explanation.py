"""An explanation as a page: the sentence, the waterfall, the segments with the tokens that only one side has."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Explanation
from samescore.report.html.document import section
from samescore.report.html.waterfall import waterfall
from samescore.report.terminal.explanation import residual


def explanation(explained: Explanation) -> Markup:
    """The section of an explanation."""
    drawn = None
    if explained.gap is not None and explained.first_number is not None:
        drawn = waterfall(
            explained.first.name, explained.second.name, explained.first_number, explained.gap, explained.shares
        )
    return section(
        "explanation.html",
        explained=explained,
        sides=[(side, residual(side)) for side in (explained.first, explained.second)],
        waterfall=drawn,
    )
