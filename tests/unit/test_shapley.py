"""Shares of knobs in a gap: a metric made by hand, whose shares are worked out in the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import new_class
from typing import Any, ClassVar

import pytest

from samescore import Corpus, SettingsError
from samescore.base.outcome import Outcome, Raised, Score
from samescore.metrics.base import Statistics
from samescore.records import Change, ShareOfGap, sentence, shown_shares
from samescore.settings import BoolDomain, Settings, Stage, knob
from samescore.verbs.why.attribution import game, shapley
from samescore.verbs.why.attribution.shapley import Attribution, attribute

DATA = Corpus.from_segments(["a"], [["a"]])


def _switch(stage: Stage = Stage.STATISTICS, *, rounding: bool = False) -> Any:
    return knob(stage, BoolDomain(), False, "on or off", rounding=rounding)


class Switches(Settings):
    """Four knobs, of which d is a rounding knob."""

    metric: ClassVar[str] = "switches"
    needs_b: ClassVar[bool] = False
    pair: ClassVar[bool] = False

    a: bool = _switch()
    b: bool = _switch()
    c: bool = _switch()
    d: bool = _switch(Stage.PRESENTATION, rounding=True)

    def check_together(self) -> None:
        if self.a and not self.b and (self.needs_b or self.pair):
            raise SettingsError("switches: a needs b")
        if self.b and not self.a and self.pair:
            raise SettingsError("switches: b needs a")


class NeedsB(Switches):
    """a can be on only if b is."""

    needs_b = True


class Pair(Switches):
    """Neither a nor b can be on without the other."""

    pair = True


def _on(settings: Settings) -> str:
    return "".join(each.name[0] for each in settings.knobs() if getattr(settings, each.name))


@pytest.fixture
def attributed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Attribution]:
    """Shares under scores by the letters of the knobs that are on; a text stands for the error that is raised."""

    def of(kind: type[Settings], scores: dict[str, float | str] | Callable[[str], float]) -> Attribution:
        def outcome(_: Corpus, settings: Settings) -> Outcome:
            on = _on(settings)
            score = scores[on] if isinstance(scores, dict) else scores(on)
            return Raised("ValueError", score) if isinstance(score, str) else Score(score)

        monkeypatch.setattr(game, "bare_outcome", outcome)
        everything = kind.from_mapping({each.name: True for each in kind.knobs()})
        return attribute(DATA, kind(), shapley.pipeline_order(kind().differences(everything)), lambda _: None)

    return of


def _by_knob(attribution: Attribution) -> dict[str, Fraction]:
    return {"".join(change.knob for change in share.changes): share.value for share in attribution.shares}


def _without_d(scores: dict[str, float | str]) -> Callable[[str], Any]:
    """Scores that do not depend on the rounding knob d."""
    return lambda on: scores[on.replace("d", "")]


_FREE: dict[str, float | str] = {"": 0, "a": 1, "b": 4, "c": 1, "ab": 10, "ac": 2, "bc": 5, "abc": 12}


def test_shares_are_shapley_values_if_every_order_is_possible(attributed: Callable[..., Attribution]) -> None:
    """The orders abc, acb, bac, bca, cab, cba give a 1, 1, 6, 7, 1, 7; b 9, 10, 4, 4, 10, 4; c 2, 1, 2, 1, 1, 1."""
    attribution = attributed(Switches, _without_d(_FREE))
    assert _by_knob(attribution) == {"a": Fraction(23, 6), "b": Fraction(41, 6), "c": Fraction(8, 6)}
    assert attribution.method == ""
    assert [change.knob for change in attribution.smallest] == ["a", "b", "c"]


def test_a_knob_that_needs_another_is_changed_after_it(attributed: Callable[..., Attribution]) -> None:
    """The orders bac, bca and cba are left: a gains 6, 7, 7; b 4, 4, 4; c 2, 1, 1."""
    attribution = attributed(NeedsB, _without_d(_FREE))
    assert _by_knob(attribution) == {"a": Fraction(20, 3), "b": Fraction(4), "c": Fraction(4, 3)}
    assert attribution.method == (
        "means over all orders in which the knobs can be changed, "
        "except orders through settings that contradict each other or have no score"
    )


def test_settings_without_a_score_are_left_out_as_contradictions_are(attributed: Callable[..., Attribution]) -> None:
    scores = _without_d({**_FREE, "a": "nothing to divide", "ac": "nothing to divide"})
    assert _by_knob(attributed(Switches, scores)) == _by_knob(attributed(NeedsB, _without_d(_FREE)))


def test_knobs_that_cannot_be_changed_separately_share_and_the_reason_is_said(
    attributed: Callable[..., Attribution],
) -> None:
    """A and b gain 10 before c and 11 after it, c gains 2 and 1."""
    attribution = attributed(Pair, _without_d(_FREE))
    assert _by_knob(attribution) == {"ab": Fraction(21, 2), "c": Fraction(3, 2)}
    assert [share.because for share in attribution.shares] == ["switches: a needs b; switches: b needs a", ""]
    words = sentence("first", "second", 12.0, attribution.shares)
    assert words == (
        "second scores 12.0000 higher than first: 10.5000 higher because a is yes, not no and b is yes, not no, which "
        "cannot be changed separately (switches: a needs b; switches: b needs a); 1.5000 higher because c is yes, not no."
    )


def test_a_knob_without_an_effect_is_not_named_with_one_that_needs_it(attributed: Callable[..., Attribution]) -> None:
    """A and b join at once, or b before c and a after it. b alone never has an effect, so a alone gains all of it."""
    scores = _without_d({"": 0, "a": "x", "b": "x", "c": 0, "ab": 5, "ac": "x", "bc": 0, "abc": 5})
    assert _by_knob(attributed(Switches, scores)) == {"a": Fraction(5)}
    scores = _without_d({"": 0, "a": "x", "b": "x", "c": "x", "ab": "x", "ac": 1, "bc": 1, "abc": 6})
    # ac, b and bc, a: c is in both pairs, so the three share everything
    assert _by_knob(attributed(Switches, scores)) == {"abc": Fraction(6)}


def test_an_idle_knob_that_joins_along_with_another_shares_nothing(attributed: Callable[..., Attribution]) -> None:
    """The orders are ad, b, c and c, d, ab. d has no effect after c, so a alone gains 4 at first, and a and b 5 at last."""
    scores: dict[str, float | str] = {"": 0, "ad": 4, "abd": 5, "abcd": 6, "c": 1, "cd": 1}
    attribution = attributed(Switches, lambda on: scores.get(on, "nothing to divide"))
    assert _by_knob(attribution) == {"ab": Fraction(5), "c": Fraction(1)}


def test_interchangeable_knobs_have_equal_shares_and_idle_ones_none(attributed: Callable[..., Attribution]) -> None:
    attribution = attributed(Switches, lambda on: 8.0 if "a" in on and "c" in on else 2.0)
    assert _by_knob(attribution) == {"a": Fraction(3), "c": Fraction(3)}
    assert [change.knob for change in attribution.smallest] == ["a", "c"]


def test_the_last_digits_are_told_from_a_cause(attributed: Callable[..., Attribution]) -> None:
    scores = {"": 0.0, "a": 1e-14, "b": 3.0, "d": 1e-15}
    attribution = attributed(Switches, lambda on: sum(scores[letter] for letter in on.replace("c", "")))
    by_rounding = {share.changes[0].knob: share.rounding for share in attribution.shares}
    assert by_rounding == {"a": True, "b": False, "d": True}
    assert [share.changes[0].knob for share in shown_shares(attribution.shares)] == ["b"]
    total = sum((share.value for share in attribution.shares), Fraction(0))
    assert total == Fraction(sum(scores[letter] for letter in "abd"))


def test_last_digits_are_those_of_the_largest_score_on_the_way(attributed: Callable[..., Attribution]) -> None:
    def score(on: str) -> float:
        return 100.0 + 3e-14 * ("c" in on) if "a" in on and "b" not in on else 1e-9 * ("b" in on) + 1e-10 * ("a" in on)

    by_rounding = {share.changes[0].knob: share.rounding for share in attributed(Switches, score).shares}
    assert by_rounding == {"a": False, "b": False, "c": True}


def test_without_a_score_at_an_end_there_are_no_shares(attributed: Callable[..., Attribution]) -> None:
    with pytest.raises(SettingsError, match="has no score"):
        attributed(Switches, _without_d({**_FREE, "abc": "nothing to divide"}))


#: Twelve knobs: three of the first stage, nine of another.
_STAGES = {letter: Stage.TEXT if letter in "abc" else Stage.STATISTICS for letter in "abcdefghijkl"}
_KNOBS = {name: _switch(stage) for name, stage in _STAGES.items()}
_TWELVE: type[Settings] = new_class("Twelve", (Settings,), exec_body=lambda body: body.update(_KNOBS))


def test_idle_knobs_among_many_are_changed_together(attributed: Callable[..., Attribution]) -> None:
    """G has no effect at the start, where f is off, nor at the end, where h is on; f and h are found at the ends."""

    def score(on: str) -> float:
        return 10.0 * ("f" in on) + 3.0 * ("h" in on) + 6.0 * ("f" in on and "g" in on and "h" not in on)

    attribution = attributed(_TWELVE, score)
    # g gains 6 where f is on and h is off: in one of six orders of the three. f gains these 6 in that of g, f, h, and h
    # loses them in both of those.
    assert _by_knob(attribution) == {"f": Fraction(11), "g": Fraction(1), "h": Fraction(1)}
    assert attribution.method == (
        "means over all orders in which the knobs can be changed; 9 knobs without effect are changed together"
    )
    assert [change.knob for change in attribution.smallest] == ["f", "h"]


def test_knobs_whose_effects_cancel_are_not_idle(attributed: Callable[..., Attribution]) -> None:
    """What g does where f is on and h is off, i undoes."""

    def score(on: str) -> float:
        between = "f" in on and "h" not in on
        return 10.0 * ("f" in on) + 3.0 * ("h" in on) + 6.0 * (between and "g" in on) - 6.0 * (between and "i" in on)

    attribution = attributed(_TWELVE, score)
    assert _by_knob(attribution) == {"f": Fraction(10), "g": Fraction(1), "h": Fraction(3), "i": Fraction(-1)}


def test_idle_knobs_that_have_an_effect_together_are_not_changed_together(
    attributed: Callable[..., Attribution],
) -> None:
    """G and i have an effect together only, where f is on and h is off, and none at the ends."""

    def score(on: str) -> float:
        return 10.0 * ("f" in on) + 3.0 * ("h" in on) + 6.0 * ({"f", "g", "i"} <= set(on) and "h" not in on)

    attribution = attributed(_TWELVE, score)
    # The three come first in six of 24 orders, each of them last in two; h then loses what they gained.
    each = Fraction(6 * 2, 24)
    assert _by_knob(attribution) == {"f": 10 + each, "g": each, "h": 3 - 3 * each, "i": each}


def test_many_knobs_with_an_effect_are_changed_stage_by_stage(attributed: Callable[..., Attribution]) -> None:
    """6 for a, b and d together: one half is the stage of d's, the other that of a and b, who share it."""

    def score(on: str) -> float:
        return float(len(on)) + 6.0 * (set("abd") <= set(on))

    attribution = attributed(_TWELVE, score)
    extra = {"a": Fraction(3, 2), "b": Fraction(3, 2), "d": Fraction(3)}
    assert _by_knob(attribution) == {letter: 1 + extra.get(letter, 0) for letter in "abcdefghijkl"}
    assert attribution.method == "means over all orders in which the knobs can be changed one stage after another"
    assert len(attribution.smallest) == 12


def _share(name: str, value: Fraction, *, rounding: bool = False) -> ShareOfGap:
    return ShareOfGap([Change(name, "text", "x", "y")], float(value), str(value), rounding)


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ([1, 5, -3], [1, 5, -3]),
        ([Fraction(35), Fraction(1, 1_000_000)], [Fraction(35)]),
        ([Fraction(35), Fraction(6, 100_000)], [Fraction(35), Fraction(6, 100_000)]),
        # together they would be missed
        ([Fraction(35), Fraction(3, 100_000), Fraction(3, 100_000)], [Fraction(35), Fraction(3, 100_000)]),
        # where the whole gap is small, so is what matters
        ([Fraction(1, 1_000_000), Fraction(1, 10_000_000)], [Fraction(1, 1_000_000), Fraction(1, 10_000_000)]),
        ([Fraction(1, 1_000_000), Fraction(1, 10_000_000_000)], [Fraction(1, 1_000_000)]),
    ],
)
def test_shares_below_what_matters_are_not_shown(values: list[Fraction], names: list[Fraction]) -> None:
    shares = [_share(str(place), Fraction(value)) for place, value in enumerate(values)]
    shown = [share.value for share in shown_shares(shares)]
    assert shown == sorted(map(Fraction, names), key=lambda value: -abs(value))
    assert not shown_shares([_share("last", Fraction(1), rounding=True)])


def _counting(monkeypatch: pytest.MonkeyPatch, counts: Callable[[str], int]) -> None:
    monkeypatch.setattr(
        game, "count_statistics", lambda _, settings: Statistics(("matches",), [(counts(_on(settings)),)])
    )


#: Either of a and b alone gives 100. Only b gives the counts of the end; a makes 1 of 0 where b is off.
_OVERRIDES: dict[str, float | str] = {"": 0, "a": 100, "b": 100, "ab": 100}
_COUNTS = {"": 0, "a": 1, "b": 4, "ab": 4}


def _letters(values: Mapping[str, Any], on: str) -> Any:
    return values["".join(letter for letter in on if letter in "ab")]


def test_a_knob_that_only_overrides_another_has_no_share(
    attributed: Callable[..., Attribution], monkeypatch: pytest.MonkeyPatch
) -> None:
    _counting(monkeypatch, lambda on: _letters(_COUNTS, on))
    attribution = attributed(Switches, lambda on: _letters(_OVERRIDES, on))
    assert _by_knob(attribution) == {"b": 100}
    assert attribution.remarks == ["a has no share: it has an effect only because yes overrides b"]
    assert [change.knob for change in attribution.smallest] == ["b"]
    assert [change.knob.name for change in attribution.order][-1] == "a"


def test_the_same_in_the_other_direction(
    attributed: Callable[..., Attribution], monkeypatch: pytest.MonkeyPatch
) -> None:
    def before(on: str) -> str:
        return "".join(letter for letter in "ab" if letter not in on)

    _counting(monkeypatch, lambda on: _letters(_COUNTS, before(on)))
    attribution = attributed(Switches, lambda on: _letters(_OVERRIDES, before(on)))
    assert _by_knob(attribution) == {"b": -100}
    assert attribution.remarks == ["a has no share: it has an effect only because no overrides b"]
    assert next(change.knob.name for change in attribution.order) == "a"


def test_a_knob_that_overshoots_where_another_one_closes_the_gap_has_no_share(
    attributed: Callable[..., Attribution], monkeypatch: pytest.MonkeyPatch
) -> None:
    _counting(monkeypatch, lambda on: _letters(_COUNTS, on))
    attribution = attributed(Switches, lambda on: _letters({"": 0, "a": 100, "b": 80, "ab": 80}, on))
    assert _by_knob(attribution) == {"b": 80}
    assert attribution.remarks == ["a has no share: it has an effect only while b is no"]


@pytest.mark.parametrize("counts", [{"": 0, "a": 4, "b": 4, "ab": 4}, {"": 0, "a": 1, "b": 2, "ab": 4}])
def test_knobs_that_stand_in_for_each_other_share_the_gap(
    attributed: Callable[..., Attribution], monkeypatch: pytest.MonkeyPatch, counts: dict[str, int]
) -> None:
    """No count tells which of them is the cause; or each of them counts something of its own."""
    _counting(monkeypatch, lambda on: _letters(counts, on))
    attribution = attributed(Switches, lambda on: _letters(_OVERRIDES, on))
    assert _by_knob(attribution) == {"a": 50, "b": 50}
    assert attribution.remarks == []


def test_a_knob_that_acts_less_beside_another_keeps_its_share(
    attributed: Callable[..., Attribution], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a changed, b still contributes 70."""
    _counting(monkeypatch, lambda on: _letters(_COUNTS, on))
    attribution = attributed(Switches, lambda on: _letters({"": 0, "a": 30, "b": 100, "ab": 100}, on))
    assert _by_knob(attribution) == {"a": 15, "b": 85}


def test_shares_that_cancel_out_come_last(attributed: Callable[..., Attribution]) -> None:
    scores = {"a": 60.0, "b": -60.0, "c": 10.0}
    attribution = attributed(Switches, lambda on: sum(scores.get(letter, 0.0) for letter in on))
    assert [share.changes[0].knob for share in shown_shares(attribution.shares)] == ["c", "a", "b"]
    assert [share.cancels for share in shown_shares(attribution.shares)] == [False, True, True]
    assert sentence("x", "y", 10.0, attribution.shares) == (
        "y scores 10.0000 higher than x: 10.0000 higher because c is yes, not no; 60.0000 higher because a is yes, "
        "not no (it cancels out); 60.0000 lower because b is yes, not no (it cancels out)."
    )


def test_no_share_is_marked_if_all_effects_cancel(attributed: Callable[..., Attribution]) -> None:
    scores = {"a": 60.0, "b": -60.0}
    attribution = attributed(Switches, lambda on: sum(scores.get(letter, 0.0) for letter in on))
    assert [share.cancels for share in attribution.shares] == [False, False]
