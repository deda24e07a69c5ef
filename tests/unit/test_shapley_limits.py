"""Limits and rare cases of shares, overriding knobs and games, on scores made by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from samescore.metrics.base import Statistics
from samescore.verbs.why.attribution import game as module
from samescore.verbs.why.attribution.game import Game
from samescore.verbs.why.attribution.overriding import Overriding
from samescore.verbs.why.attribution.shapley import _coalitions, _method, _smallest
from tests.switches import DATA, Scores, by_switch, game_of, score_by, shares_of, switches

#: Shares do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _either(on: str) -> float:
    """100 if a or b is on."""
    return 100.0 * bool({"a", "b"} & set(on))


def _b_counts(on: str) -> float:
    """Only b gives the count of the end; a makes 1 of 0."""
    return 4.0 if "b" in on else float("a" in on)


@pytest.mark.parametrize(
    ("rest", "shares"),
    [
        (Fraction(1, 16), {"b": 80, "c": Fraction(1, 16)}),
        (Fraction(1, 8), {"a": 50, "b": 30, "c": Fraction(1, 8)}),
    ],
)
def test_a_knob_closes_the_gap_if_a_thousandth_remains(
    monkeypatch: pytest.MonkeyPatch, rest: Fraction, shares: dict[str, Fraction]
) -> None:
    """A alone gives 100, b alone 80, and with c the gap is 80 and `rest`: a acts only while b is off."""

    def score(on: str) -> float:
        return (80.0 if "b" in on else 100.0 if "a" in on else 0.0) + float(rest) * ("c" in on)

    score_by(monkeypatch, score, _b_counts)
    attribution = shares_of(switches("abc"))
    assert by_switch(attribution) == shares
    assert attribution.remarks == (["a has no share: it has an effect only while b is no"] if "a" not in shares else [])


def test_an_overriding_knob_need_not_wait_for_rounding_knobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comes after b and c, in 8 orders. In 2 of them d is last: then a adds 8, and d takes 8 away."""
    score_by(monkeypatch, lambda on: _either(on) + 8.0 * (set(on) == set("abc")), _b_counts)
    attribution = shares_of(switches("abc", "d"))
    assert by_switch(attribution) == {"a": 2, "b": 100, "d": -2}


def test_overriding_knobs_must_have_no_effect_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A overrides b, c overrides e, and without both the score is not that of the end."""

    def score(on: str) -> float:
        return 0.0 if not on else 90.0 if on == "be" else 100.0

    score_by(monkeypatch, score, lambda on: 4.0 * ("b" in on) + 2.0 * ("e" in on))
    assert shares_of(switches("abce")).remarks == []


@pytest.mark.parametrize(("at_start", "value"), [(True, "yes"), (False, "no")])
@pytest.mark.parametrize("renamed", ["abc", "bac", "cba"])
def test_an_overriding_knob_is_changed_where_it_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, renamed: str, at_start: bool, value: str
) -> None:
    names = str.maketrans("abc", renamed)

    def role(scores: Scores) -> Scores:
        def score(on: str) -> float | str:
            on = "".join(letter for letter in "abc" if (letter.translate(names) in on) == at_start)
            return scores(on)

        return score

    score_by(monkeypatch, role(_either), role(_b_counts))
    attribution = shares_of(switches("abc"))
    overriding, cause = "a".translate(names), "b".translate(names)
    assert [change.knob.name for change in attribution.order][-1 if at_start else 0] == overriding
    assert by_switch(attribution) == {cause: 100 if at_start else -100}
    assert attribution.remarks == [
        f"{overriding} has no share: it has an effect only because {value} overrides {cause}"
    ]


def test_a_knob_with_the_counts_of_the_end_does_not_override(monkeypatch: pytest.MonkeyPatch) -> None:
    """A and b give the same, but c acts with b only: b counts for 10 more in the orders acb, cab and cba."""

    def score(on: str) -> float:
        return _either(on) + 10.0 * ({"b", "c"} <= set(on))

    score_by(monkeypatch, score)
    attribution = shares_of(switches("abc"))
    assert by_switch(attribution) == {"a": 50, "b": 55, "c": 5}
    assert attribution.remarks == []


@pytest.mark.parametrize(("extra", "cancels"), [(3, True), (6, False)])
def test_shares_cancel_if_a_hundredth_remains(monkeypatch: pytest.MonkeyPatch, extra: int, cancels: bool) -> None:
    """A and c without b add `extra`: a sixth of it for each of a and c, minus a third for b."""

    def score(on: str) -> float:
        return 60.0 * ("a" in on) - 60.0 * ("b" in on) + 10.0 * ("c" in on) + extra * (on == "ac")

    score_by(monkeypatch, score)
    attribution = shares_of(switches("abc"))
    sixth = Fraction(extra, 6)
    assert by_switch(attribution) == {"a": 60 + sixth, "b": -60 - 2 * sixth, "c": 10 + sixth}
    assert [share.cancels for share in attribution.shares] == [cancels, cancels, False]


@pytest.mark.parametrize("remaining", ["ab", "abc"])
def test_shares_that_leave_something_at_one_end_do_not_cancel(monkeypatch: pytest.MonkeyPatch, remaining: str) -> None:
    def score(on: str) -> float:
        return 60.0 * ("a" in on) - 60.0 * ("b" in on) + 10.0 * ("c" in on) + 0.5 * (on == remaining)

    score_by(monkeypatch, score)
    assert not any(share.cancels for share in shares_of(switches("abc")).shares)


@pytest.mark.parametrize(
    ("letters", "method"),
    [
        ("abcdef", ""),
        (
            "abcdefg",
            "means over all orders in which the knobs can be changed; 5 knobs without effect are changed together",
        ),
    ],
)
def test_idle_knobs_are_changed_together_from_seven_knobs_on(
    monkeypatch: pytest.MonkeyPatch, letters: str, method: str
) -> None:
    score_by(monkeypatch, lambda on: 3.0 * ("a" in on) + 4.0 * ("b" in on))
    attribution = shares_of(switches(letters))
    assert by_switch(attribution) == {"a": 3, "b": 4}
    assert attribution.method == method


@pytest.mark.parametrize(
    ("letters", "method"),
    [
        ("abcdefghij", ""),
        ("abcdefghijk", "means over all orders in which the knobs can be changed one stage after another"),
    ],
)
def test_ten_knobs_and_rounding_have_all_orders(letters: str, method: str) -> None:
    game = game_of(switches(letters, "z"))
    assert _method(game, True) == method
    assert len(_coalitions(game)) == 2 ** (len(letters) + 1)  # all knobs but the last are of one stage


def test_a_knob_that_acts_only_where_rounding_knobs_give_a_score_is_not_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """F needs h or the rounding knob r before it: 16 of 24 orders. G acts in rfgh; f gains the same in grfh and rgfh."""

    def score(on: str) -> float | str:
        if "f" in on and "h" not in on and "r" not in on:
            return "no score"
        return 10.0 * ("f" in on) + 3.0 * ("h" in on) + 6.0 * ({"f", "g"} <= set(on) and "h" not in on)

    score_by(monkeypatch, score)
    attribution = shares_of(switches("abcdefghi", "r"))
    each = Fraction(6, 16)
    assert by_switch(attribution) == {"f": 10 + 2 * each, "g": each, "h": 3 - 3 * each}


def test_idle_knobs_without_a_score_before_and_after_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    def score(on: str) -> float | str:
        return "no score" if "f" in on and "h" not in on else 10.0 * ("f" in on) + 3.0 * ("h" in on)

    score_by(monkeypatch, score)
    attribution = shares_of(switches("abcdefgh"))
    assert by_switch(attribution) == {"f": 10, "h": 3}
    assert attribution.method.endswith("; 6 knobs without effect are changed together")


def test_a_knob_that_takes_a_score_away_is_not_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    def score(on: str) -> float | str:
        return "no score" if {"f", "g"} <= set(on) and "h" not in on else 10.0 * ("f" in on) + 3.0 * ("h" in on)

    score_by(monkeypatch, score)
    attribution = shares_of(switches("abcdefgh"))
    assert by_switch(attribution) == {"f": 10, "h": 3}
    assert attribution.method.endswith("; 5 knobs without effect are changed together")


def test_last_digits_of_negative_scores_are_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    score_by(monkeypatch, lambda on: -50.0 - 50.0 * ("a" in on) + 2.0**-44 * ("b" in on))
    attribution = shares_of(switches("ab"))
    assert by_switch(attribution) == {"a": -50, "b": Fraction(1, 2**44)}
    assert [share.rounding for share in attribution.shares] == [False, True]


def test_a_share_of_rounding_knobs_is_rounding_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    score_by(monkeypatch, lambda on: float(len(on)))
    attribution = shares_of(switches("a", "yz"))
    assert by_switch(attribution) == {"a": 1, "yz": 2}
    assert [share.rounding for share in attribution.shares] == [False, True]


def test_a_reason_for_a_common_share_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    score_by(monkeypatch, lambda on: "no words" if on in ("a", "b") else float(len(on)))
    (share,) = shares_of(switches("ab")).shares
    assert share.because.count("no words") == 1


class _Quick(Game):
    """A game of switches whose scores are made by hand, without settings."""

    def __init__(self, letters: str, score: Callable[[str], float]) -> None:
        super().__init__(DATA, switches(letters)(), game_of(switches(letters)).groups)
        self._letters, self._score = letters, score

    def smallest(self) -> str:
        """Return the letters of the smallest set of switches that gives the score of all."""
        return "".join(self._letters[place] for place in self.members(_smallest(self, Overriding())))

    def _compute(self, coalition: int) -> float:
        return self._score("".join(self._letters[place] for place in self.members(coalition)))


def test_the_smallest_set_may_be_among_the_larger_subsets() -> None:
    """The effects of g and h, i and j, k and l cancel, so none of them can be dropped alone."""
    game = _Quick("abcdefghijkl", lambda on: float(sum(-1 if letter in "hjl" else 1 for letter in on)))
    assert game.smallest() == "abcdef"


def test_knobs_of_a_very_large_set_are_dropped_one_by_one() -> None:
    game = _Quick("abcdefghijklm", lambda on: float(len(on)) - ("m" in on))
    assert game.smallest() == "abcdefghijkl"


def test_a_game_compares_scores_then_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    scores: dict[str, float | str] = {"": 1.0, "a": 1.0 + 2.0**-52, "b": 1.0 + 1e-6, "c": "no score", "ab": 1.0}
    counts = {"": 1.0, "a": 1.0, "b": 1.0, "ab": 2.0}
    score_by(monkeypatch, lambda on: scores.get(on, 5.0), lambda on: counts[on])
    game = game_of(switches("abc"))
    assert [game.moves(0, joining) for joining in (0b001, 0b010, 0b100, 0b011)] == [False, True, None, False]
    assert [game.acts(0, joining) for joining in (0b001, 0b010, 0b100, 0b011)] == [False, True, None, True]
    assert [game.same(0, other) for other in (0, 0b001, 0b010, 0b100, 0b011)] == [True, True, False, False, False]
    assert [bool(game.why_none(coalition)) for coalition in (0, 0b100)] == [False, True]
    assert [change.knob.name for change in game.changes(0b101)] == ["a", "c"]
    assert (game.everybody, game.rounding) == (0b111, 0)
    assert game_of(switches("ab", "z")).rounding == 0b100


@pytest.mark.parametrize(
    "changed",
    [
        Statistics(("matches",), [(2,)], kept=["a"]),
        Statistics(("totals",), [(1,)], kept=["a"]),
        Statistics(("matches",), [(1,)], kept=["b"]),
    ],
)
def test_a_knob_acts_if_any_part_of_the_counts_changes(monkeypatch: pytest.MonkeyPatch, changed: Statistics) -> None:
    score_by(monkeypatch, lambda _: 1.0)
    before = Statistics(("matches",), [(1,)], kept=["a"])
    monkeypatch.setattr(module, "count_statistics", lambda _, settings: changed if settings.a else before)
    assert game_of(switches("ab")).acts(0, 0b01) is True
    assert game_of(switches("ab")).acts(0, 0b10) is False
