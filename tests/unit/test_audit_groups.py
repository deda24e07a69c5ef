"""The conclusions on claims of one source, from the claims that each hypothesis explains; those are made up here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import pytest

from samescore.metrics import metric
from samescore.records import AuditFinding, AuditFit, Chance, ClaimVerdict, JointFinding, Tier
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.joint import Hypothesis, joint
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.steps import STEPS

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SIGNATURE = metric("bleu").settings().signature
_STATED, _DEFAULT, _TOOL = Hypothesis(0, -1, ""), Hypothesis(1, 0, ""), Hypothesis(2, -1, "tool")
_OPTION, _KNOB = Hypothesis(7, -1, "option"), Hypothesis(8, -1, "knob")


def _fit(hypothesis: Hypothesis, value: float = 27.3) -> AuditFit:
    tier = STEPS[hypothesis.step].tiers[0]
    return AuditFit(tier, hypothesis.signature or tier.value, value, _SIGNATURE)


class _Member:
    """A claim for which the hypotheses in `hits` match alone; those in `others` match if they are tried.

    `every` are hypotheses that match if all are tried; `tried_on` records what was tried on which claim.
    """

    hits_of: ClassVar[dict[str, list[Hypothesis]]]
    others: ClassVar[dict[str, list[Hypothesis]]]
    every: ClassVar[dict[str, list[Hypothesis]]]
    chances: ClassVar[dict[str, float]]
    files: ClassVar[dict[str, str]]
    tried_on: ClassVar[list[tuple[str, Hypothesis]]]
    looked_at: ClassVar[list[str]]

    def __init__(self, claim: Claim, finding: AuditFinding, _: object) -> None:
        self.claim, self.finding = claim, finding
        self.search = SimpleNamespace(printed=RoundedNumber.of(claim.number), question=question_of(claim))
        self.chance_alone = self.chances.get(claim.id, 0.1)
        self.inputs = (self.files.get(claim.id, claim.id),)

    def hits(self) -> Iterator[tuple[Hypothesis, AuditFit]]:
        return ((each, _fit(each)) for each in self.hits_of.get(self.claim.id, []))

    def every_hit(self) -> Iterator[tuple[Hypothesis, AuditFit]]:
        self.looked_at.append(self.claim.id)
        return ((each, _fit(each)) for each in self.every.get(self.claim.id, []))

    def attempt(self, hypothesis: Hypothesis) -> AuditFit | None:
        self.tried_on.append((self.claim.id, hypothesis))
        if hypothesis in self.others.get(self.claim.id, []):
            return _fit(hypothesis)
        return None if hypothesis == _KNOB else _fit(hypothesis, 26.04)

    def tried(self, step: int) -> int:
        return 2 * (step + 1)


@pytest.fixture
def members(monkeypatch: pytest.MonkeyPatch) -> type[_Member]:
    nothing: dict[str, Any] = {
        "hits_of": {},
        "others": {},
        "every": {},
        "chances": {},
        "files": {},
        "tried_on": [],
        "looked_at": [],
    }
    made = type("Made", (_Member,), nothing)
    monkeypatch.setattr("samescore.verbs.audit.joint.Member", made)
    return made


def _finding(claim: str, verdict: ClaimVerdict = ClaimVerdict.DEFAULTS, **fields: Any) -> AuditFinding:
    made = {"fits": [_fit(_DEFAULT)], "chance": Chance(0.01, 0, 1, 1, 1), "signature": "own", "command": "do"}
    return AuditFinding(claim, "paper", "BLEU", "27.3", verdict, **{**made, **fields})


def _joint(names: str, changed: dict[str, AuditFinding] | None = None) -> JointFinding:
    claims = [Claim("BLEU", "27.3", name, "s", ["r"], source="paper") for name in names]
    findings = {**{name: _finding(name) for name in names}, **(changed or {})}
    (found,) = joint(claims, Path(), findings.values())
    return found


def test_the_best_settings_of_a_source(members: type[_Member]) -> None:
    """By hand: three of four independent claims match with probability 4 · 0.1³ · 0.9 + 0.1⁴ = 0.0037."""
    members.hits_of = {"a": [_TOOL], "b": [_TOOL, _DEFAULT], "c": [_TOOL], "d": [_DEFAULT]}
    found = _joint("dcba")
    assert (found.source, found.metric, found.claims, found.group) == ("paper", "BLEU", 4, "")
    best, other = found.settings
    assert (best.tier, best.how, best.claims, best.inputs, best.tried) == (
        Tier.KNOWN_TOOL,
        "tool",
        ["a", "b", "c"],
        3,
        6,
    )
    assert best.probability == pytest.approx(6 * 0.0037)
    assert best.clear
    assert (other.tier, other.claims, other.inputs) == (Tier.DEFAULT, ["d"], 1)
    assert other.probability == 1.0
    assert found.standing_out == ["d"]


def test_equally_good_settings_come_in_the_order_of_the_steps(members: type[_Member]) -> None:
    members.hits_of = {"a": [_OPTION, _TOOL], "b": [_OPTION, _TOOL]}
    members.chances = {"a": 0.9, "b": 0.9}
    assert [each.tier for each in _joint("ab").settings] == [Tier.KNOWN_TOOL, Tier.PRACTICE]
    members.hits_of = {"a": [_STATED], "b": [_STATED]}
    assert _joint("ab").settings[0].how == "the settings that each claim states"


def test_claims_about_one_input_count_once_with_the_greatest_chance(members: type[_Member]) -> None:
    members.hits_of = {name: [_TOOL] for name in "abc"}
    members.files, members.chances = {"a": "same", "b": "same"}, {"a": 0.02, "b": 0.01, "c": 0.05}
    (best,) = _joint("abc").settings
    assert best.inputs == 2
    assert best.probability == pytest.approx(6 * 0.02 * 0.05)


def test_inputs_of_claims_that_are_not_explained_do_not_count(members: type[_Member]) -> None:
    members.hits_of = {"a": [_TOOL], "b": []}
    assert [each.inputs for each in _joint("ab").settings] == [1]


def test_at_most_three_unclear_explanations_are_listed(members: type[_Member]) -> None:
    members.hits_of = {name: [Hypothesis(2, -1, name)] for name in "abcde"}
    assert [each.claims for each in _joint("abcde").settings] == [["a"], ["b"], ["c"]]


def test_a_clear_explanation_is_not_one_of_the_three(members: type[_Member]) -> None:
    members.hits_of = {**{name: [_TOOL] for name in "uvwxyz"}, **{name: [Hypothesis(2, -1, name)] for name in "abcd"}}
    members.chances = dict.fromkeys("abcduvwxyz", 0.01)
    assert [each.claims for each in _joint("abcduvwxyz").settings] == [list("uvwxyz"), ["a"], ["b"], ["c"]]


def test_claims_that_a_clear_explanation_covers_are_not_explained_again(members: type[_Member]) -> None:
    members.hits_of = {"a": [_TOOL, _OPTION], "b": [_TOOL, _OPTION], "c": [_TOOL], "d": [_OPTION]}
    members.chances = dict.fromkeys("abcd", 0.01)
    assert [each.claims for each in _joint("abcd").settings] == [["a", "b", "c"], ["d"]]


def test_hypotheses_of_one_claim_are_tried_on_the_others(members: type[_Member]) -> None:
    members.hits_of = {"a": [_TOOL]}
    members.others = {"b": [_TOOL]}
    found = _joint("abc", {"c": _finding("c", ClaimVerdict.NOT, fits=[])})
    assert found.settings[0].claims == ["a", "b"]
    assert members.tried_on == [("b", _TOOL)]  # everything was tried on a claim without a match


def test_thirty_two_hypotheses_are_tried_starting_with_those_of_most_claims(members: type[_Member]) -> None:
    many = [Hypothesis(2, -1, f"{number:02}") for number in range(40)]
    members.hits_of = {"a": many, "b": many[35:36]}
    _joint("abc")
    assert [each for claim, each in members.tried_on if claim == "c"] == [many[35], *many[:31]]


def test_after_a_majority_only_the_other_claims_are_tried(members: type[_Member]) -> None:
    members.chances = dict.fromkeys("abcd", 0.9)
    members.hits_of = {"a": [_TOOL, _OPTION], "b": [_TOOL], "c": [_TOOL]}
    _joint("abcd")
    assert members.tried_on == [("d", _TOOL), ("d", _OPTION)]
    members.tried_on.clear()
    members.hits_of = {"a": [_TOOL, _OPTION], "b": [_TOOL]}
    _joint("abcd")
    assert members.tried_on[:2] == [("c", _TOOL), ("d", _TOOL)]
    assert sorted(members.tried_on[2:]) == [("b", _OPTION), ("c", _OPTION), ("d", _OPTION)]


def test_every_hypothesis_that_may_be_better_than_the_best_is_tried(members: type[_Member]) -> None:
    """The best explains a and b; another explains c and d, and then a as well."""
    members.hits_of = {"a": [_TOOL], "b": [_TOOL]}
    members.every = {"c": [_OPTION], "d": [_OPTION]}
    members.others = {"a": [_OPTION]}
    assert _joint("abcd").settings[0].claims == ["a", "c", "d"]
    assert members.looked_at == ["c", "d"]


def test_a_hypothesis_that_cannot_be_better_is_not_tried_further(members: type[_Member]) -> None:
    """The best fails on c and d only; the other fails on d, and then on a: it cannot be better after that."""
    members.chances = dict.fromkeys("abcd", 0.9)
    members.hits_of = {"a": [_TOOL], "b": [_TOOL]}
    members.every = {"c": [_OPTION]}
    _joint("abcd")
    assert [claim for claim, each in members.tried_on if each == _OPTION] == ["a"]
    members.tried_on.clear()
    members.hits_of = {"a": [_TOOL], "b": [_TOOL], "c": [_TOOL]}
    members.every = {}
    _joint("abcd")
    assert members.tried_on == [("d", _TOOL)]


def _clear(members: type[_Member], others: Sequence[str] = ()) -> None:
    members.hits_of = {name: [_TOOL] for name in "uvwxyz"}
    members.chances = dict.fromkeys([*"uvwxyz", *others], 0.01)


@pytest.mark.parametrize(
    ("finding", "stands_out"),
    [
        (_finding("a", ClaimVerdict.NOT), True),
        (_finding("a", ClaimVerdict.DEFAULTS), True),
        (_finding("a", ClaimVerdict.AS_STATED), False),
        (_finding("a", ClaimVerdict.UNDERSPECIFIED), False),
        (_finding("a", fits=[AuditFit(Tier.KNOWN_TOOL, "tool", 27.3, _SIGNATURE, cut_off=True)]), False),
        (_finding("a", fits=[AuditFit(Tier.KNOWN_TOOL, "another", 27.3, _SIGNATURE, cut_off=True)]), True),
        (_finding("a", fits=[AuditFit(Tier.KNOWN_TOOL, "tool", 27.3, _SIGNATURE)]), True),
    ],
)
def test_a_claim_that_the_settings_of_its_source_do_not_explain(
    members: type[_Member], finding: AuditFinding, stands_out: bool
) -> None:
    _clear(members, "a")
    assert _joint("auvwxyz", {"a": finding}).standing_out == (["a"] if stands_out else [])


def test_no_claim_stands_out_unless_clear_settings_explain_most_claims(members: type[_Member]) -> None:
    _clear(members, "abcdef")
    found = _joint("abcdefuvwxyz")
    assert found.settings[0].clear
    assert found.standing_out == []
    assert len(_joint("abcdeuvwxyz").standing_out) == 5


@pytest.mark.parametrize(
    ("finding", "verdict", "value", "given"),
    [
        (_finding("a"), ClaimVerdict.STANDS_OUT, 26.04, "give 26.04"),
        (_finding("a", ClaimVerdict.NOT), ClaimVerdict.NOT, 26.04, "give 26.04"),
    ],
)
def test_the_verdict_on_a_claim_that_stands_out(
    members: type[_Member], finding: AuditFinding, verdict: ClaimVerdict, value: float, given: str
) -> None:
    _clear(members, "a")
    (revision,) = [each for each in _joint("auvwxyz", {"a": finding}).revisions if each.claim == "a"]
    assert (revision.verdict, revision.value, revision.signature) == (verdict, value, _SIGNATURE)
    assert revision.command.startswith("samescore score s ")
    assert revision.note == f"the settings that give 6 of 7 claims of its source (tool) {given}"


def test_a_claim_that_stands_out_without_a_score(members: type[_Member]) -> None:
    members.hits_of = {name: [_KNOB] for name in "uvwxyz"}
    members.chances = dict.fromkeys("auvwxyz", 0.01)
    found = _joint("auvwxyz", {"a": _finding("a", value=3.5)})
    (revision,) = [each for each in found.revisions if each.claim == "a"]
    assert (revision.value, revision.signature, revision.command) == (3.5, "own", "do")
    assert revision.note.endswith("(knob) give no score here")


_WEAK = Chance(0.5, 0, 1, 1, 1)


def test_verdicts_that_the_settings_of_a_source_confirm(members: type[_Member]) -> None:
    _clear(members)
    stated = _fit(_STATED, 27.31)
    found = _joint(
        "uvwxyz",
        {
            "u": _finding("u", ClaimVerdict.KNOWN_TOOL),
            "v": _finding("v", ClaimVerdict.KNOWN_TOOL, chance=_WEAK),
            "w": _finding("w", ClaimVerdict.DEFAULTS),
            "x": _finding("x", ClaimVerdict.AS_STATED, fits=[stated], chance=_WEAK),
            "y": _finding("y", ClaimVerdict.AS_STATED, fits=[stated]),
            "z": _finding("z", ClaimVerdict.UNUSUAL),
        },
    )
    revisions = {each.claim: each for each in found.revisions}
    assert {claim: each.verdict for claim, each in revisions.items()} == {
        "v": ClaimVerdict.KNOWN_TOOL,
        "w": ClaimVerdict.KNOWN_TOOL,
        "x": ClaimVerdict.AS_STATED,
        "z": ClaimVerdict.KNOWN_TOOL,
    }
    assert (revisions["x"].fit, revisions["x"].value) == (stated, 27.31)
    assert (revisions["z"].fit, revisions["z"].value) == (_fit(_TOOL), 27.3)
    probability = found.settings[0].probability
    assert revisions["z"].probability == probability
    note = f"the settings of its source give it, as they give 6 of 6 claims (probability by chance {probability:.1g})"
    assert revisions["z"].note == note


@pytest.mark.parametrize(
    ("hypothesis", "alone", "verdict", "kept"),
    [
        (_KNOB, ClaimVerdict.DEFAULTS, ClaimVerdict.DEFAULTS, True),
        (_KNOB, ClaimVerdict.KNOWN_TOOL, ClaimVerdict.KNOWN_TOOL, True),
        (_KNOB, ClaimVerdict.NOT, ClaimVerdict.UNUSUAL, False),
        (_OPTION, ClaimVerdict.DEFAULTS, ClaimVerdict.PRACTICE, False),
    ],
)
def test_unusual_settings_of_a_source_do_not_replace_usual_ones(
    members: type[_Member], hypothesis: Hypothesis, alone: ClaimVerdict, verdict: ClaimVerdict, kept: bool
) -> None:
    members.hits_of = {name: [hypothesis] for name in "uvwxyz"}
    members.chances = dict.fromkeys("uvwxyz", 0.01)
    found = _joint("uvwxyz", {name: _finding(name, alone, value=3.5) for name in "uvwxyz"})
    revision = found.revisions[0]
    assert (revision.verdict, revision.fit is None) == (verdict, kept)
    if kept:
        assert (revision.value, revision.signature, revision.command) == (3.5, "own", "do")
        assert revision.note.startswith("also by knob, which gives 6 of 6 claims of its source (probability by chance ")


@pytest.mark.usefixtures("members")
def test_only_claims_with_scores_are_examined_together() -> None:
    claims = [Claim("BLEU", "27.3", name, "s", ["r"], source="paper") for name in "abc"]
    findings = [_finding("a"), _finding("b"), _finding("c", chance=None)]
    (found,) = joint([*claims, MalformedClaim("bad", id="a")], Path(), findings)
    assert found.claims == 2
    assert list(joint(claims, Path(), findings[1:])) == []
    assert list(joint(claims, Path(), findings[:1])) == []


@pytest.mark.usefixtures("members")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"source": "paper"}, {"source": "another"}),
        ({"metric": "BLEU"}, {"metric": "chrF"}),
        ({"system": "a", "shared": "system"}, {"system": "b", "shared": "system"}),
        ({"row": "a", "shared": "row"}, {"row": "b", "shared": "row"}),
        ({"row": "a", "system": "a", "shared": "row"}, {"row": "a", "system": "a", "shared": "system"}),
        ({"original_tool": "x"}, {"original_tool": "y"}),
        ({"original_tool": "x"}, {}),
    ],
)
def test_claims_that_share_nothing_are_examined_apart(one: dict[str, Any], other: dict[str, Any]) -> None:
    claims = [
        msgspec.structs.replace(Claim("BLEU", "27.3", name, "s", ["r"]), **fields)
        for name, fields in (("a", one), ("b", other), ("c", one), ("d", other))
    ]
    found = list(joint(claims, Path(), [_finding(name) for name in "abcd"]))
    assert [each.claims for each in found] == [2, 2]
    assert [each.claims for each in joint(claims[::2], Path(), [_finding(name) for name in "ac"])] == [2]
