"""The results of any verb as one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from samescore import records
from samescore.report.html import (
    account,
    audit,
    crossing,
    diff,
    drift,
    explanation,
    fuzz,
    gate,
    identification,
    layouts,
    run,
)
from samescore.report.html.document import document


def page(saved: Sequence[records.Record], vectors: Mapping[str, run.Shown]) -> str:
    """The results in the records as an HTML document, empty if there are none; `vectors` is what is known of golden vectors, by id."""
    sections = list(_sections(saved, vectors))
    return document("samescore", sections) if sections else ""


def _sections(saved: Sequence[records.Record], vectors: Mapping[str, run.Shown]) -> Iterator[Markup]:
    yield from (run.run(report, vectors) for report in records.runs(saved))
    yield from map(gate.gate, records.gates(saved))
    yield from map(drift.drift, records.drifts(saved))
    yield from map(identification.identification, records.identifications(saved))
    yield from map(diff.comparison, records.comparisons(saved))
    yield from map(explanation.explanation, records.explanations(saved))
    yield from map(account.account, records.accounts(saved))
    yield from map(crossing.crossing, records.crossings(saved))
    yield from map(layouts.readings, records.all_readings(saved))
    yield from map(fuzz.fuzz, records.fuzz_reports(saved))
    yield from map(audit.audit, records.audits(saved))
