"""An account of one number as a page."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Account
from samescore.report.html.document import section
from samescore.report.terminal.explanation import residual


def account(accounted: Account) -> Markup:
    """The section of an account."""
    return section("account.html", account=accounted, rest=residual(accounted.side)[2:])
