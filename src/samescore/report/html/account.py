"""An account of one number as a page."""

from __future__ import annotations

from samescore.records import Account
from samescore.report.html.document import Style, View, section, verdict_and_lead
from samescore.report.html.explanation import reproduced


def account(accounted: Account) -> View:
    """The view of an account."""
    remark, style = reproduced(accounted.side)
    content = section("account.html", account=accounted, remark=remark, style=style)
    verdict, lead = verdict_and_lead(accounted.sentence)
    look: Style = "bad" if style == "bad" else "known" if accounted.remarks else "good"
    return View("explain", f"{accounted.side.name}, {accounted.metric}", look, verdict, content, lead)
