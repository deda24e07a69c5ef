"""The overview of an audit's findings: a line for each number, the most serious first, in each format."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from samescore.records import Audit, AuditFinding, AuditFit, Chance, ClaimVerdict, TableFinding, Tier
from samescore.report import audit_words
from samescore.report.audit_words import overview, sentence
from samescore.report.html.document import result
from samescore.report.views.audit import view
from tests.page_tree import having_class, outside_folds, page_tree, words_of
from tests.reports import markdown_of, text_of

terminal, markdown = text_of("audit"), markdown_of("audit")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WEAK = Chance(0.5, 0.0, 100.0, 2.0, 10)
_FIT = AuditFit(Tier.DEFAULT, "sacreBLEU's defaults", 27.3, "bleu")


def _finding(
    claim: str,
    verdict: ClaimVerdict,
    *,
    chance: Chance | None = None,
    notes: Sequence[str] = (),
    value: float | None = None,
    system: str = "",
    command: str = "samescore x",
) -> AuditFinding:
    return AuditFinding(
        claim,
        "paper",
        "BLEU",
        "27.3",
        verdict,
        fits=[_FIT] if verdict is ClaimVerdict.DEFAULTS else [],
        value=value,
        notes=list(notes),
        chance=chance,
        system=system,
        command=command,
    )


#: From the least serious to the most serious.
_FINDINGS = [
    _finding("fine", ClaimVerdict.DEFAULTS),
    _finding("unchecked", ClaimVerdict.UNDERSPECIFIED, notes=["no files"]),
    _finding("weak", ClaimVerdict.DEFAULTS, chance=_WEAK),
    _finding("outlier", ClaimVerdict.STANDS_OUT, value=30.14),
    _finding("refused", ClaimVerdict.NOT, value=29.9),
    _finding("impossible", ClaimVerdict.IMPOSSIBLE, notes=["F1 lies between 0.6 and 0.8"]),
]
_NAMES = [finding.claim for finding in reversed(_FINDINGS)]


def test_a_terminal_has_a_line_for_each_number_the_most_serious_first() -> None:
    head, *lines = terminal(Audit(_FINDINGS)).splitlines()
    assert head.split() == ["claim", "number", "verdict", "settings"]
    assert [line[2:].split()[0] for line in lines[:6]] == _NAMES
    assert lines[0].startswith("! impossible  BLEU 27.3  impossible")
    assert lines[1].endswith("nearest: 29.9")
    assert lines[2].endswith("source's settings: 30.14")
    assert lines[3].split() == ["?", "weak", "BLEU", "27.3", "by", "a", "default,", "weak", "sacreBLEU's", "defaults"]
    assert lines[4].startswith("  unchecked")
    assert lines[5].startswith("= fine")
    assert max(map(len, [head, *lines[:6]])) <= 80


def test_the_details_of_what_is_fine_are_shown_on_demand() -> None:
    shown, everything = terminal(Audit(_FINDINGS)), text_of("audit", verbose=True)(Audit(_FINDINGS))
    assert "= fine: paper" not in shown
    assert shown.index("! impossible: paper") < shown.index("! refused: paper") < shown.index("? outlier: paper")
    assert shown.endswith("-v shows all details")
    assert "= fine: paper" in everything
    assert "- unchecked: paper" in everything
    assert "-v shows" not in everything


def test_a_single_number_stays_prose() -> None:
    assert terminal(Audit(_FINDINGS[:1])).startswith("= fine: paper: BLEU 27.3 is reproduced with a common default")


def test_long_names_and_settings_are_cut_to_80_columns() -> None:
    long = [
        _finding("a claim with a very long name that does not fit " * 2, ClaimVerdict.IMPOSSIBLE, notes=["why " * 40]),
        _finding("b" * 60, ClaimVerdict.STANDS_OUT, value=1 / 3),
    ]
    lines = terminal(Audit(long)).splitlines()[:3]
    assert max(map(len, lines)) <= 80
    assert lines[1].endswith("…")


def test_markdown_has_the_same_order() -> None:
    lines = markdown(Audit(_FINDINGS)).splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("|"))
    assert [cell.strip() for cell in lines[head].split("|")[1:-1]] == ["claim", "number", "verdict", "settings"]
    assert [line.split("|")[1].split()[-1] for line in lines[head + 2 : head + 8]] == _NAMES
    details = [line.removeprefix("**").split(":")[0].split()[-1] for line in lines if "paper: BLEU" in line]
    assert details == _NAMES


def test_a_page_has_the_same_order_in_the_overview_and_the_details() -> None:
    tree = page_tree(str(result(view(Audit(_FINDINGS)))))
    links = list(next(tree.iter("table")).iter("a"))
    cards = list(tree.iter("article"))
    assert [words_of(link) for link in links] == _NAMES
    assert [card.get("id") for card in cards] == [link.get("href", "").removeprefix("#") for link in links]
    assert [words_of(next(card.iter("b"))) for card in cards] == _NAMES
    alone = page_tree(str(result(view(Audit(_FINDINGS[:1])))))
    (card,) = alone.iter("article")
    assert list(alone.iter("table")) == list(card.iter("table")), "no overview"


def test_a_page_folds_the_details_of_what_needs_no_look() -> None:
    """The overview has a row for each; details of the numbers that are not refuted or doubtful are behind a fold."""
    tree = page_tree(str(result(view(Audit(_FINDINGS)))))
    (fold,) = (each for each in tree.iter("details") if words_of(each).startswith("Details of"))
    assert [words_of(next(card.iter("b"))) for card in fold.iter("article")] == ["unchecked", "fine"]
    assert words_of(next(fold.iter("summary"))) == "Details of 2 other claims"


def test_the_verdict_and_the_counts_begin_with_what_is_impossible() -> None:
    tree = page_tree(str(result(view(Audit(_FINDINGS)))))
    assert words_of(next(tree.iter("h1"))).endswith("2 of 6 published numbers are refuted, 1 of them is impossible")
    assert words_of(next(having_class(tree, "lead"))).startswith("6 claims: 1 impossible, 1 not reproduced, ")


def test_a_mark_is_not_a_part_of_its_link_and_has_its_colour() -> None:
    tree = page_tree(str(result(view(Audit(_FINDINGS)))))
    rows = [next(row.iter("td")) for row in next(tree.iter("tbody")).iter("tr")]
    marks = [[(words_of(mark), mark.get("class")) for mark in having_class(row, "tint")] for row in rows]
    doubtful = [("?", "tint known")]
    refuted = [("!", "tint bad")]
    assert marks == [refuted, refuted, doubtful, doubtful, [], [("=", "tint good")]]


def test_a_reason_is_said_once() -> None:
    """The finding has it; the overview of the numbers beside it, and the conclusion of a page, do not repeat it."""
    why = "with P 0.75 and R 0.86, F1 lies between 0.6 and 0.81, not at 0.85"
    findings = [
        _finding("f1", ClaimVerdict.IMPOSSIBLE, notes=[why], value=0.81),
        _finding("p", ClaimVerdict.UNDERSPECIFIED, notes=[f"the numbers beside it cannot all be true: {why}"]),
    ]
    audited = Audit(findings, tables=[TableFinding("t.csv", 0, [why])])
    tree = page_tree(str(result(view(audited))))
    overview, *_ = tree.iter("table")
    assert [words_of(list(row)[3]) for row in list(overview.iter("tr"))[1:]] == [
        why,
        "the numbers beside it cannot all be true",
    ]
    assert outside_folds(tree).count(why) == 2, "in the overview and in the finding"
    assert terminal(audited).replace("\n  ", " ").count(why) >= 2


def test_a_long_command_is_behind_a_fold() -> None:
    short, long = "samescore score hyp.txt -m bleu", f"samescore score hyp.txt --signature 'bleu|{'knob:value|' * 20}'"
    findings = [_finding(name, ClaimVerdict.NOT, command=command) for name, command in (("a", short), ("b", long))]
    tree = page_tree(str(result(view(Audit(findings)))))
    assert [words_of(next(fold.iter("summary"))) for fold in having_class(tree, "long")] == [f"{long[:78]} …"]
    assert [each.text for each in tree.iter("code") if each.get("data-copy") is not None] == [short, long]
    seen = outside_folds(tree)
    assert short in seen
    assert long not in seen


def test_a_verdict_without_words_of_its_own_is_shown_by_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict is added to the records, and to no report."""
    monkeypatch.delitem(audit_words._SAID, ClaimVerdict.DEFAULTS)
    assert sentence(_FINDINGS[0]).startswith("paper: BLEU 27.3 is reproduced by a default: sacreBLEU's defaults.")
    assert overview(_FINDINGS[0])[3] == "by a default"


def test_a_claim_of_a_table_is_named_by_its_row() -> None:
    finding = _finding("table 1: Base, BLEU ↑", ClaimVerdict.NOT, system="Base")
    assert overview(finding)[1] == "table 1: Base"
