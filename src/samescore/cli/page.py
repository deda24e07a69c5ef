"""Render results as an HTML page that opens from disk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from samescore.base.errors import InputError
from samescore.cli.options import html_option as html_option

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.report.html.vectors import Shown

#: The hint about a file without results.
HINT = "pass a file written by run, drift, identify, diff, explain or audit"


def page_of(saved: Sequence[Record]) -> str:
    """Render the results in the records as a page. Raises `InputError` if there are none."""
    from samescore.report.html.page import page

    content = page(saved, _golden(saved))
    if not content:
        raise InputError("no result to show as a page", hint=HINT)
    return content


def _golden(saved: Sequence[Record]) -> dict[str, Shown]:
    """Return the details of the golden vectors in the records, for the page."""
    from samescore.report.html.vectors import Shown
    from samescore.verbs.lookup.vectors import vectors_named_in

    return {
        name: Shown(vector.input, list(vector.flags), vector.comment)
        for name, vector in vectors_named_in(saved).items()
    }
