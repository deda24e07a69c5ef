"""An audit as a page: the published numbers as a table with marks, and a card for each finding."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from samescore.records import Audit, AuditFinding
from samescore.report.audit_words import labels, mark, percent, sentence, summary, within
from samescore.report.html.document import section

#: The sign and the style of each mark.
_LOOKS = {"=": ("✓", "good"), "?": ("?", "known"), "!": ("✗", "bad"), "": ("–", "none")}


class _Card(msgspec.Struct, frozen=True):
    """What a page shows of a finding."""

    finding: AuditFinding
    number: int
    sign: str
    style: str
    sentence: str
    command_label: str
    chance: str


def audit(audited: Audit) -> Markup:
    """The section of an audit."""
    findings = audited.concluded()
    cards = [_card(*numbered) for numbered in zip(findings, range(1, len(findings) + 1), labels(audited), strict=True)]
    marks = [mark(finding) for finding in findings]
    counts = [(*_LOOKS[sign], marks.count(sign), word) for sign, word in _WORDS.items() if sign in marks]
    tables = [_table([card for card in cards if card.finding.source == source]) for source in _sources(findings)]
    return section("audit.html", counts=counts, cards=cards, tables=tables, summary=list(summary(audited)))


def _sources(findings: Sequence[AuditFinding]) -> dict[str, None]:
    return dict.fromkeys(finding.source for finding in findings)


def _table(cards: Sequence[_Card]) -> dict[str, object]:
    """The numbers of one source: a row for each system, with the cards of each metric."""
    metrics = list(dict.fromkeys(card.finding.metric for card in cards))
    rows: dict[str, dict[str, list[_Card]]] = {}
    for card in cards:
        by_metric = rows.setdefault(card.finding.system or card.finding.claim, {name: [] for name in metrics})
        by_metric[card.finding.metric].append(card)
    return {"source": cards[0].finding.source, "metrics": metrics, "rows": rows}


_WORDS = {"=": "reproduced or possible", "?": "to be looked at", "!": "refused", "": "not checked"}


def _card(finding: AuditFinding, number: int, label: str) -> _Card:
    chance = finding.chance
    told = f"{percent(chance.probability)} of the numbers {within(chance)}" if chance else ""
    return _Card(finding, number, *_LOOKS[mark(finding)], sentence(finding), label, told)
