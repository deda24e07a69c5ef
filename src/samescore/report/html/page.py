"""The results of any verb as one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

from markupsafe import Markup

from samescore import records
from samescore.report.formats import RESULTS
from samescore.report.html.document import document
from samescore.report.html.run import Shown


def page(saved: Sequence[records.Record], vectors: Mapping[str, Shown]) -> str:
    """The results in the records as an HTML document, empty if there are none.

    `vectors` is what is known of golden vectors, by id.
    """
    sections = list(_sections(saved, vectors))
    return document("samescore", sections) if sections else ""


def _sections(saved: Sequence[records.Record], vectors: Mapping[str, Shown]) -> Iterator[Markup]:
    """Each result; a run is shown with its vectors."""
    for gather, module, function in RESULTS:
        for result in gather(saved):
            show = getattr(import_module(f"samescore.report.html.{module}"), function)
            yield show(result, vectors) if module == "run" else show(result)
