"""Scores as printed numbers: their units, and the window of numbers in which a match may be chance; all by hand."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from samescore import Corpus
from samescore.metrics import metric
from samescore.metrics.units import Unit
from samescore.records import AuditFit, Tier
from samescore.settings import Settings
from samescore.verbs.audit.fits import CandidateScore, Window, missing_requirement
from samescore.verbs.audit.inputs import ClaimInput, Way
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.stated import Candidate

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PERCENTAGE = metric("bleu").settings()
_SHARE = _PERCENTAGE.replace(scale="1")
_TO_PERCENT, _TO_FRACTION = (Unit.AS_IS, Unit.PERCENT), (Unit.AS_IS, Unit.FRACTION)


def _score(
    value: float, settings: Settings = _PERCENTAGE, units: tuple[Unit, ...] = (Unit.AS_IS,), **way: Any
) -> CandidateScore:
    return CandidateScore(Candidate("a tool", settings, tier=Tier.KNOWN_TOOL), Way(**{"how": "", **way}), value, units)


@pytest.mark.parametrize(
    ("printed", "score", "units", "unit"),
    [
        ("27.3", 0.27, _TO_PERCENT, Unit.PERCENT),
        ("27.3", 0.27, (Unit.AS_IS,), Unit.AS_IS),
        ("27.3", 0.092, _TO_PERCENT, Unit.PERCENT),
        ("27.3", 0.09, _TO_PERCENT, Unit.AS_IS),  # 9.0 is less than a third of 27.3
        ("27.3", 0.81, _TO_PERCENT, Unit.PERCENT),
        ("27.3", 0.83, _TO_PERCENT, Unit.AS_IS),  # 83 is more than three times 27.3
        ("99.0", 1.0, _TO_PERCENT, Unit.PERCENT),
        ("99.0", 1.01, _TO_PERCENT, Unit.AS_IS),
        ("1.0", 0.01, _TO_PERCENT, Unit.AS_IS),
        ("-27.3", -0.27, _TO_PERCENT, Unit.PERCENT),
        ("0.273", 27, _TO_FRACTION, Unit.FRACTION),
        ("0.273", 9, _TO_FRACTION, Unit.AS_IS),
        ("0.9", 1.0, _TO_FRACTION, Unit.AS_IS),
        ("1.0", 99.0, _TO_FRACTION, Unit.AS_IS),
    ],
)
def test_the_unit_of_a_number_near_a_score(printed: str, score: float, units: tuple[Unit, ...], unit: Unit) -> None:
    assert _score(score, units=units).unit_of(RoundedNumber.of(printed)) is unit


def test_a_score_matches_in_each_of_its_units() -> None:
    score = _score(0.2734, _SHARE, _TO_PERCENT)
    (fit,) = score.fits(RoundedNumber.of("27.3"))
    assert fit.unit == "times 100"
    assert fit.value == pytest.approx(27.34)
    assert [(fit.unit, fit.value) for fit in score.fits(RoundedNumber.of("0.27"))] == [("", 0.2734)]
    assert list(score.fits(RoundedNumber.of("27.4"))) == []
    assert [fit.unit for fit in score.fits(RoundedNumber.of("<1"))] == [""]  # a bound only in the unit of the score
    assert list(_score(27.38).fits(RoundedNumber.of("27.3"))) == []
    assert [fit.cut_off for fit in _score(27.38).fits(RoundedNumber.of("27.3"), cut_off=True)] == [True]


def test_the_record_of_a_score() -> None:
    made = _score(27.34, how="with mark", references=("r2", "r1"))
    (fit,) = made.fits(RoundedNumber.of("27.3"))
    assert fit == AuditFit(
        Tier.KNOWN_TOOL,
        "a tool",
        27.34,
        _PERCENTAGE.signature,
        "with mark",
        references=["r2", "r1"],
        text_reading="usual",
    )
    assert (fit.coarse, fit.cut_off, fit.exact) == (False, False, True)


@pytest.mark.parametrize(
    ("printed", "score", "units", "coarse"),
    [
        ("3e1", 0.27, _TO_PERCENT, True),
        ("27", 0.27, _TO_PERCENT, False),
        ("3", 3.1, (Unit.AS_IS,), False),
    ],
)
def test_one_digit_in_another_unit_is_coarse(printed: str, score: float, units: tuple[Unit, ...], coarse: bool) -> None:
    (fit,) = _score(score, _SHARE, units).fits(RoundedNumber.of(printed))
    assert fit.coarse is coarse


def test_a_number_printed_in_full_is_exact_or_differs_in_its_last_digits() -> None:
    printed = RoundedNumber.of("27.300000000000001")
    (same,) = _score(27.3).fits(printed)
    (near,) = _score(27.300000000000004).fits(printed)
    assert (same.exact, near.exact) == (True, False)


@pytest.mark.parametrize(
    ("scale", "settings", "unit", "value"),
    [
        (100, _PERCENTAGE, "", 0.5),
        (100, _SHARE, "times 100", 50.0),
        (1, _PERCENTAGE, "divided by 100", 0.005),
        (1, _SHARE, "", 0.5),
    ],
)
def test_a_score_in_the_unit_of_a_window(scale: int, settings: Settings, unit: str, value: float) -> None:
    window = _window(scale=Fraction(scale))
    shown = _score(0.5, settings).shown(window)
    assert shown.unit == unit
    assert shown.value == pytest.approx(value)


def _window(printed: str = "27.3", **fields: Fraction) -> Window:
    usual = {"scale": 100, "centre": 27, "half_width": 20, "low": 7, "high": 47}
    return Window(RoundedNumber.of(printed), **{**{name: Fraction(value) for name, value in usual.items()}, **fields})


@pytest.fixture
def facts(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Scores from 0 to 1, whose windows reach 0.2 in both directions."""
    made = SimpleNamespace(window=0.2, window_is_a_share=False, lowest=0, highest=1)
    monkeypatch.setattr("samescore.verbs.audit.fits.find_metric", lambda _: SimpleNamespace(facts=made))
    return made


@pytest.mark.parametrize(
    ("score", "printed", "changed", "half", "low", "high"),
    [
        (27, "27.3", {}, "20", "7", "47"),
        (27, "27.3", {"window_is_a_share": True}, "5.4", "21.6", "32.4"),
        (27, "60.0", {}, "33.05", "0", "60.05"),
        (27, "60.0", {"lowest": None}, "33.05", "-6.05", "60.05"),
        (95, "90.0", {}, "20", "75", "100"),
        (95, "90.0", {"highest": None}, "20", "75", "115"),
        (95, "100.3", {}, "20", "75", "100.35"),
        (5, "-0.2", {}, "20", "-0.25", "25"),
        (50, "40", {"lowest": 0.45}, "20", "39.5", "70"),
    ],
)
def test_the_window_around_a_score(
    facts: SimpleNamespace, score: int, printed: str, changed: dict[str, Any], half: str, low: str, high: str
) -> None:
    facts.__dict__.update(changed)
    window = Window.around(_score(score), RoundedNumber.of(printed))
    assert [window.scale, window.centre] == [100, score]
    found = [window.half_width, window.low, window.high]
    assert [float(each) for each in found] == pytest.approx([float(each) for each in (half, low, high)])


@pytest.mark.usefixtures("facts")
def test_the_window_of_a_number_in_another_unit() -> None:
    window = Window.around(_score(0.25, _SHARE, _TO_PERCENT), RoundedNumber.of("27.3"))
    assert [window.scale, window.centre, window.low, window.high] == [100, 25, 5, 45]

    window = Window.around(_score(25, units=_TO_FRACTION), RoundedNumber.of("0.273"))
    assert [window.scale, window.centre, window.low, window.high] == [
        1,
        Fraction("0.25"),
        Fraction("0.05"),
        Fraction("0.45"),
    ]


@pytest.mark.usefixtures("facts")
def test_the_window_of_a_p_value_is_every_p_value() -> None:
    window = Window.around(_score(0.25, _SHARE), RoundedNumber.of("<0.05"))
    assert [window.scale, window.centre, window.half_width, window.low, window.high] == [1, Fraction("0.25"), 1, 0, 1]


@pytest.mark.usefixtures("facts")
def test_the_window_of_a_width_reaches_as_far_as_the_scale() -> None:
    width = metric("interval").settings().replace(end="half-width")
    usual = _score(0.25, width)
    window = Window.around(usual, RoundedNumber.of("0.30"))
    assert window.half_width == usual.scale
    error = _score(0.25, metric("standard-error").settings())
    assert Window.around(error, RoundedNumber.of("0.30")).half_width == error.scale
    other = Window.around(_score(0.25, width.replace(end="low")), RoundedNumber.of("0.30"))
    assert float(other.half_width) == pytest.approx(0.2 * float(usual.scale))


def test_the_chance_is_the_share_of_the_window_that_matches() -> None:
    window = _window()
    chance = window.chance([_score(30), _score(40), _score(40.01)])
    assert chance.probability == pytest.approx(0.2 / 40)
    assert chance.values == 2
    assert (chance.low, chance.high, chance.half_width) == (7, 47, 20)
    both = window.chance([_score(30.06)], [_score(30.06)])  # 30.1 and 30.0
    assert both.probability == pytest.approx(0.2 / 40)
    assert both.values == 2
    assert window.chance([_score(60)]).values == 0
    assert window.taken([_score(0.3, _SHARE, _TO_PERCENT)]) == (Fraction("0.1"), 1)


def test_the_scores_that_are_near_a_window() -> None:
    window = _window()
    assert [window.near(value) for value in (6.75, 6.81, 27, 47.19, 47.25)] == [False, True, True, True, False]


def test_all_p_values_shift_together() -> None:
    """By hand: moved by 0.25 to the centre, 0.25 satisfies the bound where the centre is below 0.05 + 0.25."""
    window = Window(RoundedNumber.of("<0.05"), Fraction(1), Fraction("0.5"), Fraction(1), Fraction(0), Fraction(1))
    length, values = window.taken([_score(0.5, _SHARE), _score(0.25, _SHARE)])
    assert (length, values) == (Fraction("0.3"), 2)


@pytest.mark.parametrize(
    ("name", "references", "missing"),
    [
        ("accuracy", [["a"]], "accuracy takes Labels, not Corpus"),
        ("bleu", [["a"]], ""),
        ("bleu", [[]], ""),  # it has no score, but nothing is missing
    ],
)
def test_settings_that_cannot_be_used_say_why_in_one_line(name: str, references: list[list[str]], missing: str) -> None:
    candidate, data = Candidate("a tool", metric(name).settings()), Corpus.from_segments(["a"], references)
    assert missing_requirement(candidate, ClaimInput(Way(""), data)) == missing
