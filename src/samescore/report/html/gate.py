"""A gate as a page: what moved, by cause, and what was lost."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Gate, GateVerdict
from samescore.report.html.document import section
from samescore.report.moves import counts, moved


def gate(compared: Gate) -> Markup:
    """The section of a gate."""
    return section(
        "gate.html",
        gate=compared,
        counts=counts(compared),
        moves=[(vector.implementation, moved(vector, regression)) for vector, regression in compared.regressions],
        lost=compared.having(GateVerdict.LOST),
    )
