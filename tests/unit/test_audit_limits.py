"""Limits and ties of audits and fresh inputs: the last value that counts, and the first that does not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.outcome import Score, Undefined
from samescore.metrics import metric as find_metric
from samescore.metrics.units import Unit
from samescore.records import Tier
from samescore.verbs.audit.alterations import alterations
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.fits import CandidateScore, Window
from samescore.verbs.audit.grid import candidates
from samescore.verbs.audit.inputs import Way
from samescore.verbs.audit.printed_text.rounding import RoundedNumber, measure
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.stated import Candidate
from samescore.verbs.judging.fresh import Fresh, is_fresh, only_rounded

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _reordered(hypotheses: list[str], references: list[str]) -> list[str] | None:
    """Return the hypotheses in the order in which an audit would move them; None if it would not."""
    data = Corpus.from_segments(hypotheses, [[line] for line in references])
    for how, altered in alterations(data):
        if how == "with the hypotheses reordered to match the references":
            assert isinstance(altered, Corpus)
            return list(map(str, altered.hypothesis_lines))
    return None


@pytest.mark.parametrize(
    ("hypotheses", "references", "moved"),
    [
        (["a b", "c d", "z"], ["c d", "a b", "y"], ["c d", "a b", "z"]),
        (["a", "c d", "z"], ["c d", "a", "y"], None),  # one word is too little
        (["a b", "c d", "z", "z", "z"], ["c d", "a b", "a b", "a b", "a b"], ["c d", "a b", "z", "z", "z"]),
        (["a b", "c d", "z", "z", "z", "z"], ["c d", *["a b"] * 5], None),  # not rare
        (["a b e", "c d", "z"], ["c d e", "a b", "y"], None),  # two words there, one here
        (["a b f e", "c d", "z"], ["c d e", "a b f", "y"], ["c d", "a b f e", "z"]),
        (["a b", "z", "y"], ["x", "a b", "w"], None),  # two lines would have one place
    ],
)
def test_lines_are_moved_by_rare_words(hypotheses: list[str], references: list[str], moved: list[str] | None) -> None:
    assert _reordered(hypotheses, references) == moved


def test_tokenized_and_single_segments_are_not_altered() -> None:
    tokens = Corpus.from_tokens([["a", "B"], ["c"]], [[["a", "b"]], [["c"]]])
    assert [how for how, _ in alterations(tokens)][1:] == []
    assert "without the last line" in [how for how, _ in alterations(Corpus.from_segments(["a", "b"], [["a"], ["c"]]))]


def test_lines_without_repeated_and_unknown_words() -> None:
    data = Corpus.from_segments(["a a b a <unk> c", "a  a"], [["a"], ["b"]])
    altered: dict[str, Any] = dict(alterations(data))
    lines = {how: list(map(str, corpus.hypothesis_lines)) for how, corpus in altered.items()}
    assert lines["without repeated words"] == ["a b a <unk> c", "a  a"]
    assert lines["without <unk>"] == ["a a b a c", "a  a"]
    assert lines["with the hypotheses shifted up by one line"] == ["a  a"]
    references = {how: [list(segment) for segment in corpus.reference_lines] for how, corpus in altered.items()}
    assert references["with the hypotheses shifted up by one line"] == [["a"]]
    assert references["with the hypotheses shifted down by one line"] == [["b"]]


def _scored(score: float, *units: Unit, metric: str = "bleu") -> CandidateScore:
    candidate = Candidate("so", find_metric(metric).settings.from_mapping({}), tier=Tier.DEFAULT)
    return CandidateScore(candidate, Way(""), score, units or (Unit.AS_IS,))


_ALL = (Unit.AS_IS, Unit.PERCENT, Unit.FRACTION)


@pytest.mark.parametrize(
    ("score", "printed", "unit"),
    [
        (0.273, "27.3", Unit.PERCENT),
        (1.0, "100", Unit.PERCENT),
        (0.273, "82", Unit.AS_IS),  # more than three times as large
        (0.25, "75", Unit.PERCENT),
        (0.273, "1", Unit.AS_IS),
        (27.3, "0.273", Unit.FRACTION),
        (27.3, "0.08", Unit.AS_IS),
        (27.3, "0.091", Unit.FRACTION),
        (1.0, "0.5", Unit.AS_IS),
        (0.273, "<27.3", Unit.AS_IS),
    ],
)
def test_the_unit_of_a_printed_number(score: float, printed: str, unit: Unit) -> None:
    assert _scored(score, *_ALL).unit_of(RoundedNumber.of(printed)) is unit


@pytest.mark.parametrize(
    ("score", "printed", "fits"),
    [
        (0.273, "27.3", [("PERCENT", False, True)]),
        (0.27, "3", []),
        (0.03, "3", [("PERCENT", True, True)]),
        (3.0, "3", [("AS_IS", False, True)]),
        (30.0, "0.3", [("FRACTION", True, True)]),
        (27.0, "0.27", [("FRACTION", False, True)]),
        (12.3456789012345, "12.3456789012345", [("AS_IS", False, True)]),
        (12.345678901234502, "12.3456789012345", [("AS_IS", False, False)]),
        (0.03, "<0.05", [("AS_IS", False, True)]),
        (0.05, "<0.05", []),
        (0.0625, "<0.0625", []),
        (0.0625, "<=0.0625", [("AS_IS", False, True)]),
        (0.0625, ">=0.0625", [("AS_IS", False, True)]),
        (0.0625, ">0.0625", []),
    ],
)
def test_a_score_fits_in_some_unit(score: float, printed: str, fits: list[tuple[str, bool, bool]]) -> None:
    made = list(_scored(score, *_ALL).fits(RoundedNumber.of(printed)))
    units = {unit.value: unit.name for unit in Unit}
    assert [(units[fit.unit], fit.coarse, fit.exact) for fit in made] == fits


def test_a_truncated_number_fits_only_if_truncation_is_considered() -> None:
    scored, printed = _scored(27.39), RoundedNumber.of("27.3")
    assert list(scored.fits(printed)) == []
    (fit,) = scored.fits(printed, cut_off=True)
    assert (fit.cut_off, fit.value) == (True, 27.39)
    assert printed.printed(27.25) == {Fraction("27.2"), Fraction("27.3")}
    assert printed.printed(-27.25) == {Fraction("-27.2"), Fraction("-27.3")}


@pytest.mark.parametrize(
    ("digits", "detailed", "in_full"),
    [
        ("12.34", False, False),
        ("12.345", True, False),
        ("12.345678901234", True, False),
        ("12.3456789012345", True, True),
    ],
)
def test_numbers_with_many_digits(digits: str, detailed: bool, in_full: bool) -> None:
    printed = RoundedNumber.of(digits)
    assert (printed.detailed, printed.in_full) == (detailed, in_full)
    assert RoundedNumber.of(f"<{digits}").in_full is False


@pytest.mark.parametrize(
    ("text", "value", "unit", "digits"),
    [
        ("27.30", "27.3", "0.01", 4),
        ("2.73e1", "27.3", "0.1", 3),
        ("5E-3", "0.005", "0.001", 1),
        (">=0.05", "0.05", "0.01", 1),
    ],
)
def test_printed_numbers_are_parsed(text: str, value: str, unit: str, digits: int) -> None:
    printed = RoundedNumber.of(text)
    assert (printed.value, printed.unit, printed.digits) == (Fraction(value), Fraction(unit), digits)
    assert printed.relation == (">=" if text.startswith(">") else "")


def test_the_window_around_a_score() -> None:
    window = Window.around(_scored(27.0, *_ALL), RoundedNumber.of("27.3"))
    assert [window.centre, window.scale] == [27, 100]
    assert window.low < Fraction("27.25") < Fraction("27.35") < window.high
    assert 0 <= window.low < window.high <= 100
    far = Window.around(_scored(27.0), RoundedNumber.of("104.2"))
    assert far.high == Fraction("104.25"), "it includes all numbers that are printed so"
    assert far.half_width == Fraction("77.25")
    negative = Window.around(_scored(-0.99, *_ALL, metric="mcc"), RoundedNumber.of("-99.9"))
    assert [negative.low, negative.scale] == [-100, 100]
    percent = Window.around(_scored(0.27, *_ALL, metric="f1"), RoundedNumber.of("27.3"))
    assert [percent.centre, percent.scale] == [Fraction(0.27) * 100, 100]
    bound = Window.around(_scored(0.03), RoundedNumber.of("<0.05"))
    assert [bound.low, bound.high, bound.centre] == [0, 1, Fraction(0.03)]
    assert [window.near(value) for value in (float(window.high) + 0.19, float(window.high) + 0.21)] == [True, False]
    low = float(far.low)
    assert [far.near(value) for value in (low - 0.19, low - 0.21)] == [True, False]


def test_overlapping_intervals_are_measured_once() -> None:
    def interval(low: int, high: int) -> tuple[Fraction, Fraction]:
        return Fraction(low), Fraction(high)

    zero, ten = Fraction(0), Fraction(10)
    assert measure([interval(1, 3), interval(2, 4), interval(1, 3)], zero, ten) == (Fraction(3), 2)
    assert measure([interval(1, 5), interval(2, 3), interval(6, 7)], zero, ten) == (Fraction(5), 3)
    assert measure([interval(-2, 1), interval(9, 12), interval(10, 11), interval(-1, 0)], zero, ten) == (Fraction(2), 2)
    assert measure([], zero, ten) == (Fraction(0), 0)


def test_candidates_are_cached_by_metric_and_by_what_its_name_implies() -> None:
    def data() -> Corpus:
        return Corpus.from_segments(["the cat sat", "on a mat"], [["the cat"], ["on the mat"]])

    shared = data()
    for name in ("BLEU", "chrF", "chrF++", "ROUGE-1", "ROUGE-2", "ROUGE-L", "BLEU", "TER"):
        question = question_of(Claim(name, "27.3"))
        assert candidates(question, None, shared) == candidates(question, None, data())
        likely = candidates(question, None, shared, (Tier.DEFAULT,))
        assert likely
        assert {candidate.tier for candidate in likely} == {Tier.DEFAULT}
        assert {candidate.settings.metric for candidate in likely} == {question.metric.name}
    usual = question.usual
    own = Candidate("stated", usual)
    assert candidates(question, own, shared)[0] is own
    assert [each.how for each in candidates(question, own, shared) if each.settings == usual] == ["stated"]
    assert own not in candidates(question, own, shared, (Tier.DEFAULT,))


@pytest.mark.parametrize(
    ("metric", "expected", "answer", "explained"),
    [
        ("bleu", Score(1.0), Score(0.5), True),  # half of the larger one
        ("bleu", Score(1.0), Score(0.49), False),
        ("bleu", Score(0.0), Score(0.25), False),
        ("mcc", Score(0.0), Score(0.5), True),  # it can be negative
        ("mcc", Score(0.0), Score(0.51), False),
        ("bleu", Score(0.25), Score(0.2, decimals=1), True),
        ("bleu", Undefined("nan"), Score(0.5), False),
        ("bleu", Score(0.5), Undefined("nan"), False),
    ],
)
def test_differences_that_rounding_explains(metric: str, expected: Any, answer: Any, explained: bool) -> None:
    assert only_rounded(find_metric(metric), expected, answer, 0.5) is explained


def test_the_seed_of_fresh_inputs() -> None:
    assert Fresh.of(3, 8) == Fresh(3, 8, chosen=True)
    assert Fresh.of(3, 0, "fresh-bleu-7-1").seed == 0
    named = Fresh.of(3, None, "fresh-bleu-7-1 or fresh-bleu-9-1")
    assert (named.seed, named.chosen) == (7, True)
    drawn = Fresh.of()
    assert (drawn.count, drawn.chosen) == (50, False)
    assert 0 <= drawn.seed < 10**9
    assert drawn.accepting(["bleu-a", "fresh-ter-12-3"]) == Fresh(50, 12, chosen=True)
    assert named.accepting(["fresh-ter-12-3"]) is named
    assert len({Fresh.of().seed for _ in range(5)}) > 1
    longest = [f"fresh-bleu-{'1' * seed}-{'1' * number}" for seed, number in ((18, 9), (19, 9), (18, 10))]
    assert list(map(is_fresh, longest)) == [True, False, False]
