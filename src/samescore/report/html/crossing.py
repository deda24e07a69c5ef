"""A crossing from one metric to another as a page."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Crossing
from samescore.report.html.document import section
from samescore.report.plain import shown_changes
from samescore.report.terminal.crossing import held, shown, walked, what


def crossing(crossed: Crossing) -> Markup:
    """The section of a crossing: both numbers, a row for each step, and what is left of each bridge."""
    rows = []
    for step, effect, idle in walked(crossed):
        if idle:
            rows.append(("", "", f"no effect here: {shown_changes(idle)}"))
        if step:
            change = "" if effect is None else f"{effect:+.4f}"
            rows.append((change, shown(step.outcome.value).strip(), what(step)))
    bridges = [held(bridge) for bridge in crossed.bridges]
    return section("crossing.html", crossed=crossed, rows=rows, bridges=bridges, start=shown(crossed.start).strip())
