"""Reports at their limits: sentences on comparisons, drawings, inputs that are shown in part, and bridges."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from rich.text import Text

from samescore.records import (
    Change,
    CrossedBridge,
    GateVerdict,
    MetricComparison,
    PairTest,
    PairVerdict,
    ScoreInterval,
    ShareOfGap,
    SystemComparison,
    SystemScore,
    VectorGate,
)
from samescore.records.compare import ComparedSystem
from samescore.report import compare_words
from samescore.report.counted import count_phrase
from samescore.report.html import bars, waterfall
from samescore.report.html.axis import Axis
from samescore.report.html.texts import MARK, MOST_ITEMS, MOST_TEXTS, TOKEN, blocks, segment, tokens
from samescore.report.plain import visible, wrap_line
from samescore.report.text import as_text
from samescore.report.views.crossing import _left as bridge_words

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _pair(first: str, second: str, p: float | None, verdict: PairVerdict, **fields: Any) -> PairTest:
    return PairTest(first, second, fields.pop("difference", 1.0), p, fields.pop("corrected", p), verdict, **fields)


def _metric(systems: list[SystemScore], pairs: list[PairTest], **fields: Any) -> MetricComparison:
    usual = {"higher_is_better": True, "segments": 9, "systems": systems, "pairs": pairs, "test": "p-value|test:t"}
    return MetricComparison("bleu", "bleu|x", **{**usual, **fields})


def _compared(metric: MetricComparison, **fields: Any) -> SystemComparison:
    return SystemComparison([ComparedSystem(system.system) for system in metric.systems], [metric], **fields)


_A, _B, _C = (SystemScore(name, score, group=1) for name, score in (("a", 0.5), ("b", 0.625), ("c", 0.75)))
_BETTER, _OPEN = PairVerdict.BETTER, PairVerdict.OPEN
_SIGNIFICANT = _pair("a", "b", 0.01, _BETTER)
_INCONCLUSIVE = _pair("a", "b", 0.5, _OPEN)


@pytest.mark.parametrize(
    ("metric", "fields", "text"),
    [
        (_metric([_A], []), {}, "bleu: a scores 0.5000"),
        (_metric([msgspec.structs.replace(_A, score=None)], []), {}, "bleu: a has no score"),
        (_metric([SystemScore("a", 12.0, ScoreInterval(11.0, 13.0))], []), {"level": 0.9}, "bleu: a scores 12.00 (90 % interval 11.00 to 13.00)"),
        (_metric([_A, _B], []), {}, "bleu: no tests"),
        (_metric([_A, _B], [_pair("a", "b", None, PairVerdict.UNTESTED)]), {}, "bleu: no tests"),
        (_metric([_A, _B], [_SIGNIFICANT]), {}, "bleu: b is better than a (+1.0000, p = 0.0100)"),
        (_metric([_A, _B], [_pair("a", "b", 0.01, _BETTER, corrected=0.02)]), {"correction": "holm"}, "bleu: b is better than a (+1.0000, p = 0.0100, 0.0200 after holm)"),
        (_metric([_A, _B], [_pair("a", "b", 0.01, _BETTER, corrected=0.02)]), {}, "bleu: b is better than a (+1.0000, p = 0.0100)"),
        (_metric([_A, _B], [_SIGNIFICANT]), {"correction": "holm"}, "bleu: b is better than a (+1.0000, p = 0.0100)"),
        (_metric([_A, _B, _C], [_INCONCLUSIVE] * 3), {}, "bleu: no significant difference between any two of 3 systems"),
        (_metric([_A, _B, _C], [_SIGNIFICANT, _INCONCLUSIVE, _INCONCLUSIVE]), {}, "bleu: 1 of 3 pairs differs significantly; no group of systems is better than all others"),
        (_metric([SystemScore(name, 0.5) for name in "abc"], [_SIGNIFICANT] * 3), {}, "bleu: 3 of 3 pairs differ significantly; systems cannot be ranked: for this metric, neither higher nor lower is better"),
        (
            _metric([_A, _B, _C], [_pair("a", "b", 0.01, PairVerdict.WORSE), _pair("a", "c", 0.01, PairVerdict.DIFFERENT)]),
            {"baseline": "a"},
            "bleu: b is worse than a; c is different from a",
        ),
        (
            _metric([_A, _B, _C], [_pair("a", "b", 0.9, _OPEN), _pair("a", "c", 0.8, _OPEN)]),
            {"baseline": "a"},
            "bleu: b, c are not significantly different from a",
        ),
        (
            _metric([_A, _B, _C], [_pair("a", "b", 0.9, _OPEN), _pair("a", "c", None, PairVerdict.UNTESTED)]),
            {"baseline": "a"},
            "bleu: b is not significantly different from a; c is not tested against a",
        ),
    ],
)  # fmt: skip
def test_the_headline_of_a_comparison(metric: MetricComparison, fields: dict[str, Any], text: str) -> None:
    assert compare_words.headline(_compared(metric, **fields), metric) == text


def test_the_correction_counts_the_tests() -> None:
    metric = _metric([_A, _B, _C], [_SIGNIFICANT, _INCONCLUSIVE, _pair("a", "c", None, PairVerdict.UNTESTED)])
    assert compare_words.correction(_compared(metric, correction="holm", alpha=0.1), metric) == (
        "holm over 2 tests; significant where p is at most 0.1"
    )
    one = _metric([_A, _B], [_SIGNIFICANT])
    assert compare_words.correction(_compared(one, correction="holm"), one).startswith("holm over 1 test;")


def test_settings_in_full_and_in_short() -> None:
    metric = _metric([_A], [], interval="interval|x", short_signatures={"score": "short", "interval": "brief"})
    compared = _compared(metric)
    full = dict(compare_words.settings(compared, metric))
    assert full == {
        "score": "bleu|x",
        "test": "p-value|test:t",
        "correction": "none; significant where p is at most 0.05",
        "interval": "interval|x",
    }
    short = dict(compare_words.settings(compared, metric, full=False))
    assert (short["score"], short["test"], short["interval"]) == ("short", "p-value|test:t", "brief")
    untested = msgspec.structs.replace(metric, test="", interval="")
    assert list(dict(compare_words.settings(compared, untested))) == ["score"]


@pytest.mark.parametrize(
    ("pair", "text"),
    [
        (_pair("a", "b", 0.01, PairVerdict.DIFFERENT, same=True), "b and a differ by this test, although the outputs are identical"),
        (_pair("a", "b", 0.01, PairVerdict.DIFFERENT), "b and a differ"),
        (_pair("a", "b", 1.0, _OPEN, same=True), "no significant difference between b and a: identical outputs"),
        (_pair("a", "b", None, PairVerdict.UNTESTED, problem="why", same=True), "b and a cannot be tested: why"),
    ],
)  # fmt: skip
def test_the_verdict_on_a_pair(pair: PairTest, text: str) -> None:
    assert compare_words.said(pair) == text


@pytest.mark.parametrize(("second", "overlap"), [((2.0, 3.0), True), ((2.1, 3.0), False), ((0.0, 1.0), True)])
def test_intervals_that_touch_overlap(second: tuple[float, float], overlap: bool) -> None:
    systems = [SystemScore("a", 1.5, ScoreInterval(1.0, 2.0)), SystemScore("b", 2.5, ScoreInterval(*second))]
    assert bool(compare_words.overlap_text(_metric(systems, [_SIGNIFICANT]))) is overlap
    same = msgspec.structs.replace(_SIGNIFICANT, same=True)
    assert compare_words.overlap_text(_metric(systems, [same])) == ""
    assert compare_words.overlap_text(_metric([systems[0], _B], [_SIGNIFICANT])) == ""


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0, 6.0, ["0", "1", "2", "3", "4", "5", "6"]),
        (0.0, 7.0, ["0", "2", "4", "6"]),
        (0.0, 30.0, ["0", "5", "10", "15", "20", "25", "30"]),
        (0.0, 60.0, ["0", "10", "20", "30", "40", "50", "60"]),
        (0.0, 0.025, ["0.000", "0.005", "0.010", "0.015", "0.020", "0.025"]),
        (-1.0, 1.0, ["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
    ],
)
def test_ticks_of_an_axis(low: float, high: float, ticks: list[str]) -> None:
    axis = Axis(low, high)
    assert [tick.text for tick in axis.ticks] == ticks
    assert [round(axis.place(number), 9) for number in (low, high, (low + high) / 2)] == [0, 100, 50]


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1 s"), (0.9994, "999 ms"), (1e-3, "1 ms"), (1e-6, "1 µs"), (9e-7, "900 ns"), (0.0, "0 ns"), (90.0, "90 s")],
)
def test_times_have_units(value: float, text: str) -> None:
    assert bars.seconds(value) == text


def test_bars_of_ratios() -> None:
    """On an axis from a tenth to 100, 1 is at a third."""
    axis = bars._Axis(-1, 2)
    drawn = {ratio: [round(end, 2) for end in axis.bar(ratio)] for ratio in (10.0, 0.1, 1.0)}
    assert drawn == {10.0: [33.33, 33.33], 0.1: [0, 33.33], 1.0: [33.33, 0.5]}
    for ratio in (0.0, math.inf, math.nan):
        assert axis.bar(ratio)[1] == 0
    assert [text for text, _ in axis.powers] == ["0.1", "1", "10", "100"]


def _share(number: int, share: float) -> ShareOfGap:
    return ShareOfGap([Change(f"knob{number}", "tokens", "a", "b")], share, str(int(share)), False)


@pytest.mark.parametrize(("shares", "bars_drawn", "merged"), [(12, 14, ""), (13, 15, "1 more"), (14, 15, "2 more")])
def test_small_shares_are_merged(shares: int, bars_drawn: int, merged: str) -> None:
    drawn = waterfall.waterfall("one", "two", 0.0, 50.0, [_share(number, 50.0 - number) for number in range(shares)])
    assert drawn.count("<rect") == bars_drawn
    assert (merged in drawn) if merged else (" more" not in drawn)


@pytest.mark.parametrize(
    ("start", "amounts", "axis", "bars_drawn"),
    [
        # One less than four times the changes is drawn from 0.
        (3.0, [1.0], (0.0, 4.0), [("one", "3.0000", 0.0, 75.0), ("case", "+1.0000", 75.0, 25.0), ("two", "4.0000", 0.0, 100.0)]),
        # Four times the changes, too: only larger numbers are marks, with a tenth of the changes as a margin.
        (4.0, [1.0], (0.0, 5.0), [("one", "4.0000", 0.0, 80.0), ("case", "+1.0000", 80.0, 20.0), ("two", "5.0000", 0.0, 100.0)]),
        (9.0, [1.0], (8.9, 10.1), [("one", "9.0000", 8.3333, 0.8), ("case", "+1.0000", 8.3333, 83.3333), ("two", "10.0000", 91.6667, 0.8)]),
        (9.0, [-1.0], (7.9, 9.1), [("one", "9.0000", 91.6667, 0.8), ("case", "-1.0000", 8.3333, 83.3333), ("two", "8.0000", 8.3333, 0.8)]),
        # Each bar starts where the one before it ends.
        (0.0, [3.0, -2.0], (0.0, 3.0), [("one", "0.0000", 0.0, 0.8), ("case", "+3.0000", 0.0, 100.0), ("case", "-2.0000", 33.3333, 66.6667), ("two", "1.0000", 0.0, 33.3333)]),
        # Without any change, the numbers are drawn from 0.
        (2.0, [], (0.0, 2.0), [("one", "2.0000", 0.0, 100.0), ("two", "2.0000", 0.0, 100.0)]),
        (0.0, [], (0.0, 1.0), [("one", "0.0000", 0.0, 0.8), ("two", "0.0000", 0.0, 0.8)]),
        (1.0, [-1.0], (0.0, 1.0), [("one", "1.0000", 0.0, 100.0), ("case", "-1.0000", 0.0, 100.0), ("two", "0.0000", 0.0, 0.8)]),
    ],
)  # fmt: skip
def test_the_bars_of_a_waterfall(
    start: float, amounts: list[float], axis: tuple[float, float], bars_drawn: list[tuple[str, str, float, float]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Labels, amounts, positions and widths, as shares of the axis."""
    drawn: dict[str, Any] = {}
    monkeypatch.setattr(waterfall, "section", lambda name, **fields: drawn.update(fields, name=name))
    shares = [_share(1, amount) for amount in amounts]
    monkeypatch.setattr(waterfall, "shown_shares", lambda given: given)
    monkeypatch.setattr(waterfall, "shown_changes", lambda _: "case")
    waterfall.waterfall("one", "two", start, sum(amounts), shares)
    assert [drawn["axis"].low, drawn["axis"].high] == pytest.approx(axis)
    assert [(bar["label"], bar["text"]) for bar in drawn["bars"]] == [each[:2] for each in bars_drawn]
    for bar, (_, _, place, width) in zip(drawn["bars"], bars_drawn, strict=True):
        assert (bar["x"], bar["width"]) == pytest.approx((place, width), abs=1e-4)
    styles = ["up" if amount > 0 else "down" for amount in amounts]
    assert [bar["style"] for bar in drawn["bars"]] == ["total", *styles, "total"]
    assert (drawn["name"], drawn["width"], drawn["cut"]) == ("waterfall.html", 100, axis[0] > 0)


def test_inputs_that_are_shown_in_part() -> None:
    line = [f"w{number}" for number in range(MOST_ITEMS)]
    assert len(tokens(line)) == MOST_ITEMS
    assert [piece[0] for piece in tokens([*line, "x", "y"])] == [*line, "and 2 more"]
    assert tokens([*line, "x", "y"])[-1] == ["and 2 more", "soft"]
    texts = [{"hypothesis": "a", "references": ["b"]}]
    assert [block.title for block in blocks({"segments": texts})] == [""]
    assert [block.title for block in blocks({"segments": texts * 2})] == ["segment 1", "segment 2"]
    assert len(blocks({"segments": texts * MOST_TEXTS})) == MOST_TEXTS
    assert blocks({"segments": texts * (MOST_TEXTS + 1)})[-1].note == "and 1 more segments"
    assert [block.note for block in blocks({"segments": []})] == ["no segments"]
    assert [block.note for block in blocks({"gold": []})] == ["no items"]
    names = [name for name, _ in segment("a", ["b", "c"])]
    assert names == ["hypothesis", "reference 1", "reference 2"]
    assert [name for name, _ in segment("a", ["b"])] == ["hypothesis", "reference"]
    assert len(segment("a", ["b"] * (MOST_TEXTS + 1))) == MOST_TEXTS + 1


def test_tokens_that_are_more_frequent_than_in_each_other_text_are_marked() -> None:
    def marked(line: list[str], *others: list[str]) -> list[bool]:
        return [MARK in cell[1] for cell in tokens(line, others)]

    assert marked(["a", "a"], ["a"], ["a"]) == [False, True]
    assert marked(["a", "a"], ["a"], ["a", "a"]) == [False, False]
    assert marked(["a", "b"], ["b"]) == [True, False]
    assert [cell[1] == TOKEN for cell in tokens(["a"])] == [True]


def test_rows_of_labels_and_of_choices() -> None:
    (shown,) = blocks({"gold": ["a", "b"], "predicted": ["a", "c", "d"]})
    assert shown.grid is not None
    assert shown.grid[0] == ["item", "1", "2", "3"]
    assert shown.grid[1] == ["gold", "a", "b"]
    assert [cell if isinstance(cell, str) else cell[0] for cell in shown.grid[2]] == ["predicted", "a", "c", "d"]
    assert [isinstance(cell, str) for cell in shown.grid[2]] == [True, True, False, True]
    (scores,) = blocks({"gold": [1, 0], "scores": [0.5, 0.25]})
    assert scores.grid is not None
    assert scores.grid[2] == ["scores", "0.5", "0.25"]
    many = blocks({"gold": [1] * (MOST_ITEMS + 1), "predicted": [1] * (MOST_ITEMS + 1)})[0]
    assert many.note == "and 1 more items"
    assert blocks({"gold": [1] * MOST_ITEMS, "predicted": [1] * MOST_ITEMS})[0].note == ""
    (item,) = blocks({"items": [{"choices": ["x", "y"], "logprobs": [-1.0, -2.0], "gold": 1}]})
    assert item.grid == [["choice", "log-probability", "right"], ["x", "-1.0", ""], ["y", "-2.0", "✓"]]
    (likely,) = blocks({"logprobs": [[-1.0], [-2.0, -3.0]], "texts": ["first"]})
    assert likely.grid == [["token", "1", "2"], ["first", "-1.0", ""], ["text 2", "-2.0", "-3.0"]]


@pytest.mark.parametrize(
    ("bridge", "words"),
    [
        (CrossedBridge("b", "s", "", None), " cannot be checked here: one of its two metrics has no score for this input"),
        (CrossedBridge("b", "s", "if", 0.0), " holds exactly (residual 0)"),
        (CrossedBridge("b", "s", "for one reference", 0.5), " holds for one reference, which is not the case here: residual +0.5"),
        (CrossedBridge("b", "s", "", 1e-9), " holds up to +1e-09: the two metrics round at different steps"),
    ],
)  # fmt: skip
def test_a_bridge_in_words(bridge: CrossedBridge, words: str) -> None:
    assert bridge_words(bridge) == words


def test_texts_are_cut_and_wrapped_at_their_limits() -> None:
    assert (visible("abcd", 4), visible("abcde", 4), visible("abcde")) == ("abcd", "abc…", "abcde")
    assert visible("a\u2028\U000e0001") == "a\\u2028\\U000e0001"
    assert wrap_line("ab cd", 5) == "ab cd"
    assert wrap_line("ab cd", 4) == "ab\n  cd"
    assert wrap_line("  ab abcdefg a-b", 6) == "  ab\n    abcdefg\n    a-b"
    assert wrap_line("aaaaaaaa x\ty", 8) == "aaaaaaaa\n  x\ty"
    assert wrap_line("a b", 0) == "a\n  b"
    assert [wrap_line(copied, 4) for copied in ('"a b c"', "{a b c}", "  $ a b c", "x $ a b c")] == [
        '"a b c"',
        "{a b c}",
        "  $ a b c",
        "x $ a b c",
    ]
    assert wrap_line("$ ab cd ef", 4) == "$ ab cd ef"
    assert wrap_line("samescore ab cd", 4) == "samescore ab cd"
    assert [count_phrase(number, "pair") for number in (0, 1, 2, 1000)] == [
        "0 pairs",
        "1 pair",
        "2 pairs",
        "1,000 pairs",
    ]


def test_text_outside_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Markup and emoji codes are ordinary text; tables of tabs keep their tabs; lines end without spaces."""
    parts = ["a\x1b\tb  \nc\t", Text("[bold]x[/bold] :smile: 1.5 ", style="red"), "[bold]x[/bold] :smile: 'y'", "", ""]
    monkeypatch.setattr(
        "samescore.report.text.render_all", lambda saved, form: parts if (saved, form) == ([], "text") else 0
    )
    assert as_text([]) == "a\\x1b\tb\nc\n[bold]x[/bold] :smile: 1.5\n[bold]x[/bold] :smile: 'y'"
    parts[:] = [Text("a" * 60 + " " + "b" * 40)]
    assert as_text([]) == f"{'a' * 60}\n{'b' * 40}", "it has 100 columns"
    parts[:] = [Text("a" * 60 + " " + "b" * 39)]
    assert "\n" not in as_text([])


def test_which_verdicts_of_a_gate_are_red() -> None:
    assert [verdict for verdict in GateVerdict if verdict.red] == [GateVerdict.MOVED, GateVerdict.LOST]
    vector = VectorGate("mine", "bleu", "v", "", GateVerdict.MOVED, 1, [])
    assert vector.verdict.red
