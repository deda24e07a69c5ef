"""The results of any verb as one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

from samescore import records
from samescore.report.formats import RESULTS
from samescore.report.html.document import results
from samescore.report.html.vectors import Shown
from samescore.report.view import View

#: The kinds of results that use data of their golden vectors.
_WITH_VECTORS = ("run", "identification", "drift")


def page(saved: Sequence[records.Record], vectors: Mapping[str, Shown]) -> str:
    """Render the results in the records as an HTML document; empty if there are none.

    `vectors` has the data of golden vectors by id.
    """
    views = list(_views(saved, vectors))
    return results(views) if views else ""


def _views(saved: Sequence[records.Record], vectors: Mapping[str, Shown]) -> Iterator[View]:
    """Yield the view of each result."""
    for gather, module in RESULTS:
        for result in gather(saved):
            show = import_module(f"samescore.report.views.{module}").view
            yield show(result, vectors) if module in _WITH_VECTORS else show(result)
