"""A claim among others of its source: the hypotheses that it shares with them, and the chance that one matches."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from samescore.base.line_reading import LineReading
from samescore.metrics import metric
from samescore.records import AuditFinding, AuditFit, ClaimVerdict, Tier
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.inputs import ClaimFiles, Way
from samescore.verbs.audit.joint import Hypothesis, Member
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.stated import Candidate

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = metric("bleu").settings()
_LOWER, _UPPER = _BLEU.replace(case="lower"), _BLEU.replace(tokenizer="none")
_OWN = Candidate("as stated", _BLEU.replace(tokenizer="char"))
#: The candidates of each tier but the stated one: 2, 3, 5, 7 and 11.
_CANDIDATES = {
    Tier.DEFAULT: [
        Candidate("the defaults", _BLEU, tier=Tier.DEFAULT),
        Candidate("others", _LOWER, tier=Tier.DEFAULT),
    ],
    **{
        tier: [Candidate(f"{tier.value} {number}", _UPPER, tier=tier) for number in range(count)]
        for tier, count in ((Tier.KNOWN_TOOL, 3), (Tier.PRACTICE, 5), (Tier.ONE_KNOB, 7), (Tier.COMBINATION, 11))
    },
}


@pytest.fixture(autouse=True)
def known_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    def candidates(
        _: object, own: Candidate | None, __: object, tiers: Sequence[Tier] = tuple(Tier)
    ) -> list[Candidate]:
        found = [each for tier in tiers for each in _CANDIDATES.get(tier, [])]
        return [own, *found] if own and Tier.STATED in tiers else found

    def attempt(candidate: Candidate, read: Any) -> Any:
        value = read.scores.get(candidate.how)
        if value is None:
            return None
        fit = AuditFit(candidate.tier, candidate.how, value, candidate.settings.signature, read.way.how)
        return SimpleNamespace(
            fits=lambda printed: iter([fit] if printed.gives(value) else []),
            shown=lambda window: AuditFit(Tier.STATED, f"shown near {window.printed.text}", value, ""),
        )

    monkeypatch.setattr("samescore.verbs.audit.joint.candidates", candidates)
    monkeypatch.setattr("samescore.verbs.audit.joint.attempt", attempt)


def _read(
    how: str = "", references: tuple[str, ...] = ("r1", "r2"), reading: LineReading = LineReading.USUAL, **scores: float
) -> Any:
    named = {name.replace("_", " "): value for name, value in scores.items()}
    return SimpleNamespace(way=Way(how, references, reading), data=None, scores=named)


def _claimed(scores: dict[str, float]) -> Any:
    read = _read()
    read.scores.update({name.replace("_", " "): value for name, value in scores.items()})
    return read


def _member(
    fits: Sequence[AuditFit] = (),
    *,
    published: str = "27.3",
    claimed: Any = None,
    others: Sequence[Any] = (),
    window: Any = None,
    own: Candidate | None = _OWN,
    baseline: str = "",
) -> Member:
    claim = Claim("BLEU", published, "c", "s", ["r1", "r2"], baseline)
    finding = AuditFinding("c", "", "BLEU", published, ClaimVerdict.DEFAULTS, list(fits))
    files = SimpleNamespace(digest=lambda name: name.encode(), otherwise=lambda _: iter(others))
    member = Member(claim, finding, cast(ClaimFiles, files))
    printed = RoundedNumber.of(published)
    around = SimpleNamespace(printed=printed, low=Fraction(20), high=Fraction(30))
    member.__dict__["search"] = SimpleNamespace(
        question=None, own=own, printed=printed, files=files, claimed=claimed or _read(), window=window or around
    )
    return member


@pytest.mark.parametrize(
    ("step", "number"),
    [(0, 1), (1, 3), (2, 6), (3, 10), (4, 18), (5, 30), (7, 35), (8, 42), (9, 53), (10, 73), (11, 101), (12, 145)],
)
def test_the_number_of_hypotheses_up_to_a_step(step: int, number: int) -> None:
    """There are 1 + 2 + 3 likely settings, 5 + 7 + 11 others, and the files can be read in four other ways.

    By hand: 6 likely ones as claimed and 24 otherwise, then 23 as claimed and 92 otherwise.
    """
    member = _member(others=[_read(str(number)) for number in range(4)])
    assert member.tried(step) == number
    assert _member(own=None).tried(step) == [0, 2, 5, 5, 5, 5, 5, 10, 17, 28, 28, 28, 28][step]


def test_the_digests_of_the_files_of_a_claim() -> None:
    assert _member().inputs == (b"s", b"r1", b"r2")
    assert _member(baseline="b").inputs == (b"s", b"b", b"r1", b"r2")
    member = _member()
    member.claim.references.reverse()
    assert member.inputs == (b"s", b"r1", b"r2")


@pytest.mark.parametrize(
    ("published", "low", "high", "chance"),
    [
        ("27.3", 20, 30, 0.01),
        ("27.30", 20, 30, 0.001),
        ("27.3", Fraction("27.28"), Fraction("27.32"), 1.0),
        ("<0.05", 0, 1, 0.05),
        (">0.05", 0, 1, 0.95),
    ],
)
def test_the_chance_that_one_hypothesis_gives_the_number(
    published: str, low: float | Fraction, high: float | Fraction, chance: float
) -> None:
    window = SimpleNamespace(printed=RoundedNumber.of(published), low=Fraction(low), high=Fraction(high))
    assert _member(published=published, window=window).chance_alone == pytest.approx(chance)


def test_a_claim_without_a_score_matches_any_hypothesis() -> None:
    member = _member()
    member.search.window = None  # type: ignore[misc]
    assert member.chance_alone == 1.0
    member.search.claimed.scores["the defaults"] = 27.3  # type: ignore[attr-defined]
    assert member.attempt(Hypothesis(1, 0, "")) is None


def _fit(tier: Tier, how: str, **fields: Any) -> AuditFit:
    return AuditFit(tier, how, 27.3, **{"signature": _UPPER.signature, "references": ["r1", "r2"], **fields})


@pytest.mark.parametrize(
    ("fit", "hypothesis"),
    [
        (_fit(Tier.STATED, "as stated"), Hypothesis(0, -1, "")),
        (_fit(Tier.DEFAULT, "the defaults"), Hypothesis(1, 0, "")),
        (_fit(Tier.DEFAULT, "others"), Hypothesis(1, 1, "")),
        (_fit(Tier.KNOWN_TOOL, "a tool"), Hypothesis(2, -1, _UPPER.signature)),
        (_fit(Tier.STATED, "as stated", reading="x"), Hypothesis(3, -1, "")),
        (
            _fit(Tier.DEFAULT, "others", reading="x", references=["r2", "r1"], text_reading="bom"),
            Hypothesis(4, 1, "", (1, 0), "bom"),
        ),
        (_fit(Tier.PRACTICE, "an option", references=["r2"]), Hypothesis(7, -1, _UPPER.signature, (1,))),
        (
            _fit(Tier.COMBINATION, "both", signature=_UPPER.replace(summation="fsum").signature),
            Hypothesis(9, -1, _UPPER.signature),
        ),
    ],
)
def test_the_hypothesis_behind_a_match(fit: AuditFit, hypothesis: Hypothesis) -> None:
    assert list(_member([fit]).hits()) == [(hypothesis, fit)]


def test_matches_of_truncated_scores_are_no_hypotheses() -> None:
    assert list(_member([_fit(Tier.STATED, "as stated", cut_off=True)]).hits()) == []


def test_every_hypothesis_that_matches_as_claimed() -> None:
    claimed = _read(the_defaults=27.31, others=27.4, as_stated=27.3)
    found = list(_member([_fit(Tier.DEFAULT, "the defaults")], claimed=claimed).every_hit())
    assert [(hypothesis.step, hypothesis.default, fit.how) for hypothesis, fit in found] == [
        (0, -1, "as stated"),
        (1, 0, "the defaults"),
    ]
    assert list(_member(claimed=claimed).every_hit()) == []


def _attempted(
    hypothesis: Hypothesis, scores: dict[str, float], own: Candidate | None = _OWN
) -> tuple[str, float] | None:
    others = [
        _read("only r1", ("r1",), others=1.0),
        _read("reversed", ("r2", "r1"), others=2.0),
        _read("reversed with mark", ("r2", "r1"), LineReading.BYTE_ORDER_MARK, others=3.0),
        _read("with mark", ("r1", "r2"), LineReading.BYTE_ORDER_MARK, others=4.0),
    ]
    fit = _member(claimed=_claimed(scores), others=others, own=own).attempt(hypothesis)
    return None if fit is None else (fit.how, fit.value)


_MARK = LineReading.BYTE_ORDER_MARK.value


@pytest.mark.parametrize(
    ("hypothesis", "scores", "found"),
    [
        (Hypothesis(0, -1, ""), {"as_stated": 27.3}, ("as stated", 27.3)),
        (Hypothesis(1, 0, ""), {"the_defaults": 27.3}, ("the defaults", 27.3)),
        (Hypothesis(1, 1, ""), {"the_defaults": 27.3, "others": 27.26}, ("others", 27.26)),
        (Hypothesis(1, 1, ""), {"others": 5.0}, ("shown near 27.3", 5.0)),
        (Hypothesis(1, 2, ""), {"others": 27.3}, None),
        (Hypothesis(1, 1, ""), {"the_defaults": 27.3}, None),
        (Hypothesis(2, -1, _LOWER.signature), {"others": 27.3}, ("others", 27.3)),
        (Hypothesis(2, -1, _UPPER.signature), {"a_known_tool_0": 27.3}, ("a known tool 0", 27.3)),
        (Hypothesis(2, -1, "bleu|unknown"), {"others": 27.3}, None),
        (Hypothesis(1, 1, "", (0,)), {"others": 27.3}, ("shown near 27.3", 1.0)),
        (Hypothesis(1, 1, "", (1, 0)), {"others": 27.3}, ("shown near 27.3", 2.0)),
        (Hypothesis(1, 1, "", (1, 0), _MARK), {"others": 27.3}, ("shown near 27.3", 3.0)),
        (Hypothesis(1, 1, "", (), _MARK), {"others": 27.3}, ("shown near 27.3", 4.0)),
        (Hypothesis(1, 1, "", (0,), _MARK), {"others": 27.3}, ("shown near 27.3", 1.0)),  # this file has no mark
        (Hypothesis(1, 1, "", (0, 1)), {"others": 27.3}, ("others", 27.3)),
        (Hypothesis(1, 1, "", (2,)), {"others": 27.3}, ("others", 27.3)),  # the claim has only two references
        (Hypothesis(1, 1, "", (), "another"), {"others": 27.3}, ("others", 27.3)),
    ],
)
def test_the_score_of_a_hypothesis_for_a_claim(
    hypothesis: Hypothesis, scores: dict[str, float], found: tuple[str, float] | None
) -> None:
    assert _attempted(hypothesis, scores) == found


def test_a_hypothesis_that_does_not_apply_to_a_claim_has_no_score() -> None:
    assert _attempted(Hypothesis(0, -1, ""), {"as_stated": 27.3}, None) is None
    refusing = SimpleNamespace(how="as stated", refusal=lambda _: "too long")
    assert _attempted(Hypothesis(0, -1, ""), {"as_stated": 27.3}, cast(Candidate, refusing)) is None
