"""An audit as a page: the published numbers as a table with marks, and a card for each finding."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from samescore.records import Audit, AuditFinding, ClaimVerdict
from samescore.report.audit_words import mark, overview, percent, sentence, serious_first, summary, within
from samescore.report.html.document import Style, View, section

#: The sign and the style of each mark, and what it means.
_LOOKS: dict[str, tuple[str, Style]] = {"=": ("✓", "good"), "?": ("?", "known"), "!": ("✗", "bad"), "": ("–", "none")}
#: Verdicts that say by themselves what is wrong with numbers.
_SAYING = {ClaimVerdict.NOT, ClaimVerdict.IMPOSSIBLE}
_WORDS = {"=": "reproduced or possible", "?": "to be looked at", "!": "refused", "": "not checked"}


class _Card(msgspec.Struct, frozen=True):
    """What a page shows of a finding."""

    finding: AuditFinding
    number: int
    sign: str
    style: Style
    sentence: str
    brief: tuple[str, str, str, str, str]
    command_label: str
    chance: str


def audit(audited: Audit) -> View:
    """The view of an audit."""
    findings = audited.concluded()
    cards = [_card(finding, number, label) for number, (finding, label) in enumerate(serious_first(audited), 1)]
    in_order = sorted(cards, key=lambda card: findings.index(card.finding))
    marks = [mark(finding) for finding in findings]
    content = section(
        "audit.html",
        counts=[(*_LOOKS[sign], marks.count(sign), word) for sign, word in _WORDS.items() if sign in marks],
        cards=cards,
        tables=[_table([card for card in in_order if card.finding.source == source]) for source in _sources(findings)],
        together=list(summary(audited))[1:],
    )
    style, verdict = _verdict(marks, {finding.verdict for finding in findings if finding.failed})
    return View("audit", ", ".join(filter(None, _sources(findings))), style, verdict, content, _lead(audited))


def _verdict(marks: Sequence[str], failed: set[ClaimVerdict]) -> tuple[Style, str]:
    """The counts in a sentence; `failed` are the verdicts on the refused numbers."""
    refused, doubtful, stand, total = marks.count("!"), marks.count("?"), marks.count("="), len(marks)
    of_all = f"of {total:,} published numbers" if total != 1 else "published number"
    if refused:
        word = next(iter(failed)).value if len(failed) == 1 and failed <= _SAYING else "refused"
        return "bad", f"{refused:,} {of_all} {'is' if refused == 1 else 'are'} {word}"
    if doubtful:
        return "known", f"{doubtful:,} {of_all} {'needs' if doubtful == 1 else 'need'} a second look"
    return (
        ("good", f"{stand:,} {of_all} stand{'s' if stand == 1 else ''}") if stand else ("none", "Nothing was checked")
    )


def _lead(audited: Audit) -> str:
    return next(summary(audited)) + "."


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


def _card(finding: AuditFinding, number: int, label: str) -> _Card:
    chance = finding.chance
    told = f"{percent(chance.probability)} of the numbers {within(chance)} would be found too" if chance else ""
    signs = _LOOKS[mark(finding)]
    return _Card(finding, number, *signs, sentence(finding), overview(finding), label.removesuffix(": "), told)
