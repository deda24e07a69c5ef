"""A crossing from one metric to another as a page."""

from __future__ import annotations

from samescore.records import Crossing
from samescore.report.html.document import View, section, verdict_and_lead
from samescore.report.html.explanation import reproduced
from samescore.report.plain import shown_changes
from samescore.report.terminal.crossing import held, shown, walked, what


def crossing(crossed: Crossing) -> View:
    """The view of a crossing: both numbers, a row for each step, and what is left of each bridge."""
    rows = []
    for step, effect, idle in walked(crossed):
        if idle:
            rows.append(("", "", f"no effect here: {shown_changes(idle)}"))
        if step:
            change = "" if effect is None else f"{effect:+.4f}"
            rows.append((change, shown(step.outcome.value).strip(), what(step)))
    content = section(
        "crossing.html",
        crossed=crossed,
        sides=[
            (name, side, *reproduced(side))
            for name, side in ((crossed.first_metric, crossed.first), (crossed.second_metric, crossed.second))
        ],
        rows=rows,
        bridges=[(bridge, held(bridge)) for bridge in crossed.bridges],
        start=shown(crossed.start).strip(),
    )
    verdict, lead = verdict_and_lead(crossed.sentence)
    subject = f"{crossed.first_metric} and {crossed.second_metric}"
    return View("explain", subject, "known" if crossed.explained else "bad", verdict, content, lead)
