"""The notes of a finding, and which of the scores of a search it shows; the search is made up, the texts by hand."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from samescore.metrics import metric
from samescore.records import AuditFit, Chance, ClaimVerdict, Tier
from samescore.verbs.audit.bounds import tools
from samescore.verbs.audit.claim_search import ClaimSearch, Reproduction
from samescore.verbs.audit.claims import Claim, MalformedClaim, NotedClaim
from samescore.verbs.audit.findings import build_finding, not_reproduced, reproduced_finding, without_files
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.question import question_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SIGNATURE = metric("bleu").settings().signature
_CLAIM = Claim("BLEU", "27.3", "c", "out/s.txt", ["r.txt"], source="paper")


def _fit(value: float, how: str = "a tool", tier: Tier = Tier.KNOWN_TOOL, **fields: Any) -> AuditFit:
    return AuditFit(tier, how, value, _SIGNATURE, references=["r.txt"], **fields)


def _search(claim: Claim = _CLAIM, shown: Sequence[AuditFit] = (), **fields: Any) -> ClaimSearch:
    """A search for the settings behind a claim, whose scores so far are `shown`."""
    question = question_of(claim)

    def shown_in(*tiers: Tier) -> list[AuditFit]:
        return [fit for fit in shown if not tiers or fit.tier in tiers]

    own = fields.get("own")
    made: dict[str, Any] = {
        "question": question,
        "printed": question.printed,
        "own": None,
        "missing": "",
        "unreadable": "",
        "states": own is not None or bool(fields.get("missing")),
        "claimed": SimpleNamespace(way=SimpleNamespace(how=""), data=None),
        "shown": shown_in,
        "distance": lambda fit: abs(fit.value - float(question.printed.value)),
        "chance": lambda: Chance(0.25, 20, 30, 5, 7),
        "attempts": lambda *_: iter(()),
    }
    return cast(ClaimSearch, SimpleNamespace(**{**made, **fields}))


def _own(how: str = "tokenizer=none", notes: tuple[str, ...] = (), refusal: str = "") -> Any:
    return SimpleNamespace(how=how, notes=notes, refusal=lambda _: refusal)


@pytest.fixture
def plain_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the files have one suspicious property and one possible explanation."""
    monkeypatch.setattr("samescore.verbs.audit.findings.suspicions", lambda _: ["suspicious"])
    monkeypatch.setattr("samescore.verbs.audit.findings.explanations", lambda _: ["explained"])


@pytest.mark.parametrize(
    ("fields", "system"),
    [
        ({"system": "Ours", "row": "third"}, "Ours"),
        ({"row": "third"}, "third"),
        ({}, "s.txt"),
        ({"hypotheses": "s.txt"}, "s.txt"),
    ],
)
def test_a_finding_names_the_system_the_row_or_the_file(fields: dict[str, Any], system: str) -> None:
    claim = Claim(**{"metric": "BLEU", "published": "27.3", "hypotheses": "out/s.txt", **fields})
    assert build_finding(claim, ClaimVerdict.NOT).system == system


def test_a_finding_has_the_fields_of_the_claim_and_of_the_nearest_score() -> None:
    claim = Claim("p-value", "0.03", "c", "s.txt", ["r1", "r2"], "b.txt", "BLEU", source={"paper": "X", "table": 3})
    nearest, other, chance = _fit(0.031), _fit(0.04), Chance(0.25, 0, 1, 1, 7)
    found = build_finding(
        claim, ClaimVerdict.PRACTICE, ["n"], fits=[other], nearest=nearest, command="do", chance=chance, departs=True
    )
    assert (found.claim, found.source, found.metric, found.published) == ("c", "X 3", "p-value of BLEU", "0.03")
    assert (found.verdict, found.fits, found.value, found.signature) == (
        ClaimVerdict.PRACTICE,
        [other],
        0.031,
        _SIGNATURE,
    )
    assert (found.notes, found.chance, found.departs, found.command) == (["n"], chance, True, "do")
    assert (found.hypotheses, found.references) == ("s.txt", ["r1", "r2"])


def test_a_finding_without_a_score() -> None:
    found = build_finding(MalformedClaim("bad", metric="BLEU", id="c", where="X"), ClaimVerdict.MALFORMED)
    assert (found.metric, found.source, found.value, found.signature, found.command) == ("BLEU", "X", None, "", "")
    assert (found.fits, found.notes, found.chance, found.departs) == ([], [], None, False)


def test_text_that_is_not_checked_is_noted_last() -> None:
    claim = NotedClaim("BLEU", "27.3", unchecked=["the mark is not checked"])
    assert build_finding(claim, ClaimVerdict.NOT, ["first"]).notes == ["first", "the mark is not checked"]


@pytest.mark.parametrize(
    ("fields", "verdict", "notes"),
    [
        (
            {"published": "0.5%"},
            ClaimVerdict.UNDERSPECIFIED,
            ["0.5% is a fraction with a percent sign; perhaps 50 % is meant"],
        ),
        (
            {"published": "27.3"},
            ClaimVerdict.UNDERSPECIFIED,
            ["without files and other numbers, this one cannot be checked"],
        ),
        (
            {"metric": "F1", "published": "48.0", "precision": "40.0", "recall": "60.0"},
            ClaimVerdict.CONSISTENT,
            [],
        ),
    ],
)
@pytest.mark.parametrize("settings", [{}, {"wild": 1}])
def test_a_claim_without_files(
    fields: dict[str, Any], settings: dict[str, Any], verdict: ClaimVerdict, notes: list[str]
) -> None:
    found = without_files(question_of(Claim(**{"metric": "BLEU", **fields}, settings=settings)))
    unchecked = [note for note in found.notes if note.startswith("the stated settings cannot be checked: ")]
    assert found.verdict is verdict
    assert [note for note in found.notes if note not in unchecked] == notes
    assert len(unchecked) == len(settings)


def test_a_reproduced_claim_shows_an_exact_score_first() -> None:
    near, exact = _fit(27.31, exact=False), _fit(27.3, how="another tool")
    found = reproduced_finding(_search(), Reproduction(ClaimVerdict.KNOWN_TOOL, None, [near, exact]))
    assert (found.value, found.fits, found.notes, found.departs) == (27.3, [near, exact], [], False)
    assert found.command.startswith("samescore score out/s.txt -r r.txt")
    found = reproduced_finding(_search(), Reproduction(ClaimVerdict.KNOWN_TOOL, None, [near]))
    assert found.notes == ["except for the last digits, which depend on the order of summation"]


def test_fits_of_one_description_are_listed_once() -> None:
    near, exact, again = _fit(27.31, exact=False), _fit(27.3), _fit(27.3, unit="times 100")
    fits = [near, exact, near, again, again]
    found = reproduced_finding(_search(), Reproduction(ClaimVerdict.KNOWN_TOOL, None, fits))
    assert found.fits == [exact, again]
    found = reproduced_finding(_search(), Reproduction(ClaimVerdict.KNOWN_TOOL, None, [exact, near]))
    assert found.fits == [exact]
    found = reproduced_finding(_search(), Reproduction(ClaimVerdict.KNOWN_TOOL, None, [exact, _fit(27.29)]))
    assert found.value == 27.3


def test_stated_settings_that_do_not_reproduce_the_number_are_noted() -> None:
    stated = _fit(26.123, tier=Tier.STATED)
    search = _search(shown=[stated], own=_own(notes=("not checked: c",)))
    found = reproduced_finding(search, Reproduction(ClaimVerdict.DEFAULTS, None, [_fit(27.3)]))
    assert found.departs
    assert found.notes == ["the stated settings (tokenizer=none) give 26.12", "not checked: c"]
    found = reproduced_finding(search, Reproduction(ClaimVerdict.AS_STATED, None, [_fit(27.3)]))
    assert not found.departs
    assert found.notes == ["not checked: c"]


def test_files_that_cannot_be_read_as_claimed_are_noted() -> None:
    claimed = SimpleNamespace(way=SimpleNamespace(how="references a.txt"), data=None)
    search = _search(unreadable="different numbers of lines", claimed=claimed)
    found = reproduced_finding(search, Reproduction(ClaimVerdict.DEFAULTS, None, [_fit(27.3)]))
    assert found.notes == [
        "the files cannot be read as claimed: different numbers of lines; tried instead: references a.txt"
    ]


@pytest.mark.parametrize(
    ("fields", "notes"),
    [
        ({"own": _own(refusal="too long")}, ["tokenizer=none has no score for these files: too long"]),
        ({"own": _own()}, ["the stated settings (tokenizer=none) give no score for these files"]),
        ({"missing": "no profile"}, ["the stated settings cannot be checked: no profile"]),
        ({"own": _own(), "missing": "not installed"}, ["the stated settings cannot be checked: not installed"]),
    ],
)
def test_stated_settings_without_a_score(fields: dict[str, Any], notes: list[str]) -> None:
    search = _search(shown=[_fit(26, tier=Tier.STATED, reading="another order")], **fields)
    found = reproduced_finding(search, Reproduction(ClaimVerdict.DEFAULTS, None, [_fit(27.3)]))
    assert found.notes == notes


@pytest.mark.usefixtures("plain_files")
def test_a_number_that_nothing_reproduces() -> None:
    shown = [
        _fit(20, "the defaults", Tier.DEFAULT),
        _fit(20, "the defaults", Tier.DEFAULT),
        _fit(25, "the defaults", Tier.DEFAULT, reading="another order"),
        _fit(26, "first tool"),
        _fit(27, "second tool"),
        _fit(26.5, "an option", Tier.PRACTICE),
        _fit(27.25, "one knob", Tier.ONE_KNOB),
    ]
    found = not_reproduced(_search(shown=shown))
    assert found.notes == [
        "the defaults give 20.00",
        "the nearest by a default of the field is 25.00, 2.3 off: the defaults; another order",
        "the nearest by a known tool is 27.00, 0.3 off: second tool",
        "the nearest by one knob off the defaults is 27.25, 0.05 off: one knob",
        "suspicious",
        "explained",
    ]
    assert (found.verdict, found.value, found.departs) == (ClaimVerdict.NOT, 27.25, False)
    assert found.command.startswith("samescore score out/s.txt")
    assert found.chance == Chance(0.25, 20, 30, 5, 7)


@pytest.mark.usefixtures("plain_files")
def test_the_nearest_score_of_stated_settings_is_noted_only_if_the_files_are_read_differently() -> None:
    shown = [_fit(26, tier=Tier.STATED), _fit(26.5, "the defaults", Tier.DEFAULT)]
    found = not_reproduced(_search(shown=shown, own=_own(notes=("a remark",))))
    assert found.notes == ["the stated settings (tokenizer=none) give 26.00", "a remark", "suspicious", "explained"]
    assert found.departs
    assert not not_reproduced(_search()).command


@pytest.mark.usefixtures("plain_files")
@pytest.mark.parametrize(
    ("claim", "missing", "verdict"),
    [
        (_CLAIM, "no profile", ClaimVerdict.UNDERSPECIFIED),
        (Claim("plus-minus", "0.4", "c", "s.txt", ["r.txt"], statistic="BLEU"), "", ClaimVerdict.UNDERSPECIFIED),
        (Claim("BLEU", "127.3", "c", "s.txt", ["r.txt"]), "", ClaimVerdict.IMPOSSIBLE),
        (Claim("BLEU", "127.3", "c", "s.txt", ["r.txt"]), "no profile", ClaimVerdict.IMPOSSIBLE),
    ],
)
def test_the_verdict_on_a_number_that_nothing_reproduces(claim: Claim, missing: str, verdict: ClaimVerdict) -> None:
    found = not_reproduced(_search(claim, missing=missing))
    assert found.verdict is verdict
    assert len(found.notes) == len(set(found.notes))
    deviation = "a number after ± may also be the deviation over several runs, which the files do not show"
    assert (deviation in found.notes) is (claim.metric == "plus-minus")


def _scores(*scores: tuple[str, float], tier: Tier = Tier.KNOWN_TOOL) -> list[Any]:
    return [SimpleNamespace(candidate=SimpleNamespace(how=how, tier=tier), score=score) for how, score in scores]


def _noted(relation: str, made: list[Any]) -> list[str]:
    search = SimpleNamespace(printed=RoundedNumber.of(relation), claimed=None, attempts=lambda *_: made)
    return list(tools(cast(ClaimSearch, search)))


def test_tools_that_satisfy_a_bound_and_tools_that_do_not() -> None:
    made = [
        *_scores(("a (1.0)", 0.01), ("a (2.0)", 0.01), ("b (1.0)", 0.02), ("b (2.0)", 0.0612345), ("c (1)", 0.05)),
        *_scores(("average (mean)", 0.03), tier=Tier.DEFAULT),
    ]
    assert _noted("<0.05", made) == [
        "it holds by a: p = 0.01; b (1.0): p = 0.02; average (mean): p = 0.03",
        "it fails by b (2.0): p = 0.0612; c: p = 0.05",
    ]
    assert _noted("0.05", made) == []
    assert _noted("<0.9", _scores(("a (1)", 0.2))) == ["it holds by a: p = 0.2"]


def test_sixteen_tools_are_named_for_a_bound() -> None:
    made = _scores(*((f"t{number} (1)", 0.01) for number in range(18)))
    assert _noted("<0.05", made[:16])[0].endswith("; t15: p = 0.01")
    (line,) = _noted("<0.05", made)
    assert line.endswith("; t14: p = 0.01; t15: p = 0.01; and 2 more")
