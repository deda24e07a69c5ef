"""The whole text of searches, misread inputs, crossings and accounts, with every part that they can have."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from samescore.records import (
    Account,
    Answer,
    Change,
    CrossedBridge,
    Crossing,
    CrossingStep,
    ExplainedSide,
    Explanation,
    Find,
    Fit,
    FuzzReport,
    FuzzSummary,
    KnownReason,
    KnownReasons,
    PreparedLine,
    PreparedTexts,
    Readings,
    WrongLayout,
    line,
)
from samescore.records.account import Alternative, Contribution, Remark, StageProduct
from samescore.records.aligned import AlignedUnits
from samescore.records.explanation import SegmentGap
from samescore.records.fuzz import FuzzSide, KnownCount
from samescore.records.gap import ShareOfGap, WalkStep
from samescore.report.formats import page, render_all, render_result
from tests.reports import text_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_CASE = [Change("case", "text", "keep", "lower")]


def _score(value: float) -> Answer:
    return Answer("score", value)


def test_known_reasons_with_and_without_a_remedy_and_a_link() -> None:
    full = KnownReason("x-one", "divergence", "It differs.", "set a=b", "https://a.b/1", "samescore show x-one")
    bare = KnownReason("two", "mistake", "It is wrong.", "", "", "samescore show two")
    assert text_of("why")(KnownReasons("bleu is 0", [full, bare])).splitlines() == [
        "x-one (known divergence)",
        "  It differs.",
        "  remedy  set a=b",
        "  see     https://a.b/1",
        "  more    samescore show x-one",
        "",
        "two (known mistake)",
        "  It is wrong.",
        "  more    samescore show two",
    ]
    assert text_of("why")(KnownReasons("bleu is 0", [], "try other words")) == "try other words"


def _summary(**fields: Any) -> FuzzSummary:
    usual: dict[str, Any] = {
        "first": "a",
        "second": "b",
        "metrics": ["wer"],
        "seed": 7,
        "rounds": 1,
        "examples": 1200,
        "compared": 1100,
        "different": 30,
        "finds": 1,
        "known": [],
    }
    return FuzzSummary(**{**usual, **fields})


def test_a_search_with_a_find_and_omitted_disagreements() -> None:
    sides = [FuzzSide(name, "wer|case:keep", _score(value)) for name, value in (("a", 0.5), ("b", 0.25))]
    vector = {"id": "v", "input": {"segments": [["A b", ["a b"]]]}}
    find = Find("wer", "knobs", ["case", "strip"], "", sides[0], sides[1], [], ["d1", "d2"], 3, "b is lower.", vector)
    known = [KnownCount("wer", "a", "b", ["k"], ["d3", "d4"], 1), KnownCount("wer", "a", "b", ["k2", "k3"], ["d5"], 2)]
    assert text_of("fuzz")(FuzzReport(_summary(known=known), [find])).splitlines() == [
        "1. wer: case, strip",
        "   b is lower.",
        "   known: d1, d2",
        "   {",
        '     "id": "v",',
        '     "input": {"segments": [["A b", ["a b"]]]}',
        "   }",
        "",
        "a and b: 1,200 inputs (seed 7), 1,100 answered by both, 30 with different scores; 1 explanation",
        "Omitted, because the catalogue explains them (--known lists them; samescore show ID shows a catalogue entry)",
        "  1 input: k (d3, d4)",
        "  2 inputs: k2, k3 (d5)",
    ]


def test_an_interrupted_search_beside_the_native_model() -> None:
    nothing = _summary(second="", finds=0, examples=1, compared=0, different=0, interrupted=True)
    assert text_of("fuzz")(FuzzReport(nothing, [])) == (
        "a and its native model: 1 input (seed 7, interrupted), 0 answered by both, 0 with different scores; 0 explanations"
    )


_LAYOUTS = [
    WrongLayout("swapped", "they are swapped", _score(27.512345)),
    WrongLayout("raw", "it is raw", Answer("undefined")),
]
_MISREAD = [
    "Scores of native if the input is misread",
    "     27.5123  swapped: they are swapped",
    "   undefined  raw: it is raw",
]


@pytest.mark.parametrize(
    ("wanted", "fits", "lines"),
    [
        ("", [], []),
        (
            "27.5",
            [
                Fit("layout", "swapped", "they are swapped", 27.512345, 1),
                Fit("knob", "case", "case: keep -> lower", 0.275, 100),
                Fit("implementation", "nltk", "nltk.bleu", 27.5, 1),
                Fit("mistake", "m", "it is wrong", 2750.0, 0.01),
                Fit("as it is", "", "as it is", 27.5, 1),
            ],
            [
                "",
                "How native can give 27.5",
                "     27.5123  layout swapped: they are swapped",
                "       0.275  case: keep -> lower (times 100)",
                "        27.5  nltk.bleu",
                "        2750  mistake m: it is wrong (times 0.01)",
                "        27.5  as it is",
            ],
        ),
        (
            "27.5",
            [],
            [
                "",
                "native cannot give 27.5 with a wrong input layout, a known mistake, a single changed knob or the defaults "
                "of a different implementation (samescore audit also tries combinations)",
            ],
        ),
    ],
)
def test_scores_of_misread_inputs_and_causes_of_a_number(wanted: str, fits: list[Fit], lines: list[str]) -> None:
    shown = text_of("wrong_layouts")(Readings("bleu", "native", "bleu", _LAYOUTS, wanted, fits))
    assert shown.splitlines() == [*_MISREAD, *lines]


def _side(name: str, value: float) -> ExplainedSide:
    return ExplainedSide(name, f"wer|case:{name}", _score(value), _score(value), 0)


_STEPS = [
    CrossingStep("knobs", "cer", _CASE, "", _score(25.0)),
    CrossingStep("identity", "wer", [], "CER is WER", _score(25.0)),
    CrossingStep("input", "wer", [], "words again", _score(45.0)),
    CrossingStep("formula", "wer", [], "other", _score(45.0)),
    CrossingStep("knobs", "wer", _CASE, "", _score(50.0)),
    CrossingStep("knobs", "wer", _CASE, "", _score(50.0)),
]


@pytest.mark.parametrize(
    ("residual", "condition", "end"),
    [
        (0.0, "", "holds exactly (residual 0)"),
        (0.0, "for one reference", "holds exactly (residual 0)"),
        (None, "", "cannot be checked here: one of its two metrics has no score for this input"),
        (1e-7, "", "holds up to +1e-07: the two metrics round at different steps"),
        (-2.5, "for one reference", "holds for one reference, which is not the case here: residual -2.5"),
    ],
)
@pytest.mark.parametrize("start", [25.0, None])
def test_a_crossing(start: float | None, residual: float | None, condition: str, end: str) -> None:
    """Changes without effect are named before the next step that has one, and have no row of their own."""
    crossing = Crossing(
        first_metric="cer",
        second_metric="wer",
        first=_side("a", 25.0),
        second=_side("b", 50.0),
        bridges=[CrossedBridge("cer-wer", "they are equal", condition, residual)],
        start=start,
        gap=None if start is None else 25.0,
        explained=True,
        steps=_STEPS,
        sentence="a differs from b: it is so.",
    )
    first_step = "               25.0000  case: keep -> lower"
    assert text_of("crossing")(crossing).splitlines() == [
        "a differs from b: it is so.",
        "",
        "a (cer): 25.0, reproduced exactly",
        "b (wer): 50.0, reproduced exactly",
        "",
        "From the first score to the second, step by step",
        "                  none  cer" if start is None else "               25.0000  cer",
        first_step if start is None else "                        no effect here: case: keep -> lower",
        "    +0.0000    25.0000  = wer: CER is WER",
        "   +20.0000    45.0000  the input: words again",
        "    +0.0000    45.0000  wer: other",
        "    +5.0000    50.0000  case: keep -> lower",
        "                        no effect here: case: keep -> lower",
        *([] if start is None else ["   +25.0000             together"]),
        "",
        f"The bridge cer-wer {end}",
    ]


def _account(**fields: Any) -> Account:
    aligned = [AlignedUnits("equal", ["a"], ["a"]), AlignedUnits("substitute", ["c"], ["b"])]
    usual: dict[str, Any] = {
        "metric": "wer",
        "side": _side("native", 0.5),
        "segments": 3,
        "stages": [StageProduct("tokens", "[a, b]")],
        "measured": "left-out",
        "contributions": [Contribution(1, 0.5, -0.125, "a b", aligned), Contribution(0, None, 0.25, "x")],
        "remarks": [],
        "alternatives": [],
        "sentence": "native scores 0.5: one of two.",
    }
    return Account(**{**usual, **fields})


def test_an_account_with_remarks_and_alternatives() -> None:
    account = _account(
        remarks=[Remark("empty", "it is empty", "fill it"), Remark("long", "it is long", "")],
        alternatives=[Alternative("wer", _CASE, _score(25.512345)), Alternative("bleu", [], _score(0.0))],
    )
    assert text_of("account")(account).splitlines() == [
        "native scores 0.5: one of two.",
        "",
        "native: 0.5, reproduced exactly",
        "  tokens: [a, b]",
        "",
        "Unusual properties",
        "  empty: it is empty",
        "    -> fill it",
        "  long: it is long",
        "",
        "Most influential segments: the score minus the score without the segment",
        "     -0.1250  line 2: a b  (alone 0.5)",
        "              aligned: a [-c-]{+b+}",
        "     +0.2500  line 1: x",
        "",
        "Settings that give a different score",
        "     25.5123  case: keep -> lower",
        "           0  -m bleu",
    ]


def test_an_account_of_a_mean_of_characters() -> None:
    shown = text_of("account")(_account(measured="part", metric="cer")).splitlines()
    assert shown[5:] == [
        "Segments with the largest share of the mean (the shares of all 3 add up to it)",
        "     -0.1250  line 2: a b  (alone 0.5)",
        "              aligned: a[-c-]{+b+}",
        "     +0.2500  line 1: x",
    ]


def test_an_explanation_names_what_each_side_ignores() -> None:
    first, second = (
        msgspec.structs.replace(_side(name, value), ignored=ignored)
        for name, value, ignored in (("a", 25.0, ["strip"]), ("b", 50.0, ["case", "tokenizer"]))
    )
    share = ShareOfGap(_CASE, 25.0, "25", rounding=False)
    steps = [WalkStep(_CASE, _score(50.0))]
    segment = SegmentGap(1, 0.5, 1.0, "x y", ["X"], [])
    explained = Explanation(
        "wer", first, second, 25.0, 25.0, True, [share], _CASE, steps, [segment], ["d1", "d2"], "b is higher."
    )
    assert text_of("explanation")(explained).splitlines() == [
        "b is higher.",
        "",
        "a: 25.0, reproduced exactly",
        "b: 50.0, reproduced exactly",
        "  a does not support the given strip",
        "  b does not support the given case, tokenizer",
        "",
        "Shares of the gap (Shapley values; they add up to it)",
        "   +25.0000  case: keep -> lower",
        "   +25.0000  together",
        "",
        "Smallest change that turns the first score into the second: case: keep -> lower",
        "",
        "Knob by knob, in pipeline order",
        "   +25.0000    50.0000  case: keep -> lower",
        "",
        "Segments with the largest difference, each scored on its own",
        "    +0.5000  line 2: x y",
        "             only a: X",
        "",
        "Known disagreements (samescore show ID)",
        "  d1",
        "  d2",
    ]


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_results_of_several_verbs_are_separated_by_an_empty_line(form: Literal["markdown", "text"]) -> None:
    """Whether a text ends with a line break or not; the file of all texts ends with one."""
    reasons = KnownReasons("bleu is 0", [], "try other words")
    tokens = PreparedLine("bleu", "bleu", "f", 3, "reference", "a b", [], ["a", "b"], "")
    first, second = (
        str(render_result(kind, result, form)).removesuffix("\n")
        for kind, result in (("why", reasons), ("tokens", PreparedTexts([tokens])))
    )
    assert list(map(str, render_all([tokens, reasons], form))) == [first, "", second]
    if form == "markdown":
        assert page([tokens, reasons], form) == f"{first}\n\n{second}\n"
    assert page([reasons, tokens], "jsonl") == f"{line(reasons)}\n{line(tokens)}\n"
