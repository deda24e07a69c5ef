"""The order in which an audit tries candidates, and what each step of a search stores; the candidates are made up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from samescore.metrics import metric
from samescore.records import ClaimVerdict, Tier
from samescore.verbs.audit.claim_search import ClaimSearch, Reproduction
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.fits import CandidateScore
from samescore.verbs.audit.inputs import ClaimFiles, Way
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.stated import Candidate
from samescore.verbs.audit.steps import STEPS, steps_for

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_V = ClaimVerdict


def test_the_verdicts_of_the_steps() -> None:
    assert [step.verdict for step in STEPS] == [
        *(_V.AS_STATED, _V.DEFAULTS, _V.KNOWN_TOOL),
        *(_V.READ_OTHERWISE, _V.DEFAULTS, _V.KNOWN_TOOL),
        _V.CUT_OFF,
        *[_V.UNUSUAL] * 7,
    ]
    shared = [number for number, step in enumerate(STEPS) if step.shared_verdict is not step.verdict]
    assert shared == [7, 10]
    assert {STEPS[number].shared_verdict for number in shared} == {_V.PRACTICE}


@pytest.mark.parametrize(
    ("printed", "options", "numbers"),
    [
        ("27.3", {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13]),
        ("27.31", {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13]),
        ("27.312", {}, list(range(14))),
        ("27.312", {"rounding_only": True}, [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]),
        ("27.312", {"likely_only": True}, [0, 1, 2, 3, 4, 5]),
        ("<0.05", {}, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_the_steps_that_are_worth_trying(printed: str, options: dict[str, bool], numbers: list[int]) -> None:
    found = steps_for(RoundedNumber.of(printed), **{"rounding_only": False, **options})
    assert [STEPS.index(step) for step in found] == numbers


_BLEU = metric("bleu").settings()


def _read(how: str = "", **scores: float) -> Any:
    return SimpleNamespace(way=Way(how), data=None, scores=scores)


@pytest.fixture(autouse=True)
def known_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every tier but the stated one have one candidate, named after the tier."""

    def candidates(_: object, own: Candidate | None, __: object, tiers: Sequence[Tier]) -> list[Candidate]:
        made = [Candidate(tier.name, _BLEU, tier=tier) for tier in tiers if tier is not Tier.STATED]
        return [own, *made] if own and Tier.STATED in tiers else made

    def attempt(candidate: Candidate, read: Any) -> CandidateScore | None:
        name = "STATED" if candidate.tier is Tier.STATED else candidate.how
        return CandidateScore(candidate, read.way, read.scores[name]) if name in read.scores else None

    def rounded(candidate: Candidate) -> Iterator[Candidate]:
        yield Candidate(f"{candidate.how}_again", _BLEU, tier=candidate.tier)
        yield Candidate("nothing", _BLEU, tier=candidate.tier)

    monkeypatch.setattr("samescore.verbs.audit.claim_search.candidates", candidates)
    monkeypatch.setattr("samescore.verbs.audit.claim_search.attempt", attempt)
    monkeypatch.setattr("samescore.verbs.audit.claim_search.rounded_otherwise", rounded)
    monkeypatch.setattr("samescore.verbs.audit.claim_search.missing_requirement", lambda *_: "not installed")


def _search(
    claimed: Any, others: Sequence[Any] = (), published: str = "27.3", unreadable: str = "", **fields: Any
) -> ClaimSearch:
    files = SimpleNamespace(readable=lambda _: (claimed, unreadable), otherwise=lambda _: iter(others))
    claim = Claim(**{"metric": "BLEU", "published": published, "hypotheses": "s", "references": ["r"], **fields})
    return ClaimSearch(cast(ClaimFiles, files), question_of(claim))


_STATED: dict[str, Any] = {"settings": {"tokenizer": "none"}}


def _run(search: ClaimSearch, **options: bool) -> tuple[ClaimVerdict, list[str]] | None:
    found: Reproduction | None = search.run(**{"rounding_only": False, **options})
    return None if found is None else (found.verdict, [fit.text for fit in found.fits])


def test_a_search_ends_at_the_first_step_that_gives_the_number() -> None:
    scores: Any = {"DEFAULT": 20.0, "KNOWN_TOOL": 27.3, "PRACTICE": 27.31}
    assert _run(_search(_read(**scores))) == (_V.KNOWN_TOOL, ["KNOWN_TOOL"])
    search = _search(_read(**scores), [_read("mark", DEFAULT=27.28)])
    everything = ["KNOWN_TOOL", "DEFAULT; mark", "KNOWN_TOOL; cut off", "PRACTICE", "PRACTICE; cut off"]
    assert _run(search, thorough=True) == (_V.KNOWN_TOOL, everything)
    assert _run(_search(_read(DEFAULT=20.0))) is None


def test_truncated_scores_come_after_other_readings() -> None:
    claimed = _read(DEFAULT=27.38, PRACTICE=27.3)
    assert _run(_search(claimed)) == (_V.CUT_OFF, ["DEFAULT; cut off"])
    assert _run(_search(claimed), rounding_only=True) == (_V.UNUSUAL, ["PRACTICE"])
    assert _run(_search(claimed, [_read("mark", KNOWN_TOOL=27.3)])) == (_V.KNOWN_TOOL, ["KNOWN_TOOL; mark"])
    assert _run(_search(_read(PRACTICE=27.38))) == (_V.UNUSUAL, ["PRACTICE; cut off"])


def test_truncated_scores_of_other_tiers_are_not_compared_again() -> None:
    search = _search(_read(DEFAULT=27.38, PRACTICE=20.0, ONE_KNOB=27.39))
    assert _run(search, thorough=True) == (_V.CUT_OFF, ["DEFAULT; cut off", "ONE_KNOB; cut off"])
    assert [each.candidate.how for each in search.cut_off] == ["DEFAULT", "PRACTICE", "ONE_KNOB"]
    assert [each.candidate.how for each in search.rounded] == ["DEFAULT", "PRACTICE", "ONE_KNOB"]


def test_stated_settings_match_as_stated_or_with_another_reading() -> None:
    assert _run(_search(_read(STATED=27.3), **_STATED)) == (_V.AS_STATED, ["tokenizer=none"])
    assert _run(_search(_read(STATED=27.3), unreadable="why", **_STATED)) == (_V.READ_OTHERWISE, ["tokenizer=none"])
    assert _run(_search(_read(DEFAULT=27.3), unreadable="why")) == (_V.DEFAULTS, ["DEFAULT"])
    others = [_read("mark", STATED=27.3, DEFAULT=27.3)]
    assert _run(_search(_read(), others, **_STATED)) == (_V.READ_OTHERWISE, ["tokenizer=none; mark"])
    assert _run(_search(_read(), others)) == (_V.DEFAULTS, ["DEFAULT; mark"])


def test_the_way_in_which_the_files_were_read_is_not_tried_again() -> None:
    search = _search(_read("mark", DEFAULT=20.0), [_read("mark", DEFAULT=20.0), _read("order", DEFAULT=21.0)])
    _run(search)
    assert [each.score for each in search.rounded] == [20.0, 21.0]


def test_unlikely_settings_are_not_tried_for_a_number_after_plus_minus() -> None:
    claimed = _read(DEFAULT=0.48, PRACTICE=0.4)
    assert _run(_search(claimed, metric="plus-minus", published="0.4", statistic="BLEU")) is None


def test_orders_of_summation_are_tried_only_for_a_number_printed_in_full() -> None:
    claimed = _read(DEFAULT=20.0, DEFAULT_again=27.300000000000001)
    search = _search(claimed, published="27.300000000000001")
    assert _run(search) == (_V.DEFAULTS, ["DEFAULT_again"])
    assert _run(_search(claimed)) is None


def test_the_requirements_of_stated_settings() -> None:
    search = _search(_read(STATED=27.3), **_STATED)
    assert (search.missing, search.states) == ("not installed", True)
    search = _search(_read())
    assert (search.missing, search.states) == ("", False)
    search = _search(_read(), settings={"wild": 1})
    assert search.missing.startswith("bleu has no knob 'wild'")
    assert search.states


def test_the_scores_so_far() -> None:
    search = _search(_read(DEFAULT=20.0, KNOWN_TOOL=26.0, PRACTICE=26.5))
    usual = search.usual
    assert usual is not None
    assert (usual.candidate.how, search.rounded) == ("DEFAULT", [])
    search.take(STEPS[2])
    usual = search.usual
    assert usual is not None
    assert usual.candidate.how == "KNOWN_TOOL"
    search.take(STEPS[7])
    assert [fit.how for fit in search.shown()] == ["KNOWN_TOOL", "PRACTICE"]
    assert [fit.how for fit in search.shown(Tier.PRACTICE, Tier.DEFAULT)] == ["PRACTICE"]
    assert search.distance(search.shown()[0]) == pytest.approx(1.3)


def test_a_search_without_a_score() -> None:
    search = _search(_read())
    assert (search.usual, search.window, search.chance(), search.shown()) == (None, None, None, [])


def test_the_chance_covers_the_steps_so_far() -> None:
    """Each score takes 0.1 of the window; one that is also truncated takes 0.1 more."""
    search = _search(_read(DEFAULT=26.0, KNOWN_TOOL=27.38))
    search.take(STEPS[1])
    first = search.chance()
    assert first is not None
    assert first.values == 1
    search.take(STEPS[2])
    search.take(STEPS[6])
    chance = search.chance()
    assert chance is not None
    assert chance.values == 3
    assert chance.probability == pytest.approx(3 * first.probability)
    assert chance.low == first.low
