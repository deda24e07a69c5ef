"""Comparisons of systems as they are shown, from records that are written by hand."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from samescore import records
from samescore.records import MetricComparison, PairTest, PairVerdict, ScoreInterval, SystemComparison, SystemScore
from samescore.report import compare_words
from samescore.report.formats import Format
from samescore.report.formats import page as shown
from samescore.report.html.page import page
from samescore.report.text import as_text
from tests.command import call
from tests.page_tree import having_class, outside_folds, page_tree, words_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = MetricComparison(
    "bleu",
    "bleu|tokenizer:13a",
    higher_is_better=True,
    segments=1200,
    systems=[
        SystemScore("a", 27.5, ScoreInterval(26.25, 28.75), 2, (2, 3)),
        SystemScore("b", 31.25, ScoreInterval(30.0, 32.5), 1, (1, 1)),
        SystemScore("c", 27.125, ScoreInterval(25.75, 28.5), 2, (2, 3)),
    ],
    pairs=[
        PairTest("a", "b", 3.75, 0.0001, 0.0003, PairVerdict.BETTER),
        PairTest("a", "c", -0.375, 0.25, 0.25, PairVerdict.OPEN),
        PairTest("b", "c", -4.125, 0.0001, 0.0003, PairVerdict.WORSE),
    ],
    test="p-value|test:randomization|seed:12345",
    interval="interval|method:percentile",
)
_TER = MetricComparison(
    "ter",
    "ter|scale:100",
    higher_is_better=False,
    segments=1200,
    systems=[
        SystemScore("a", 55.0, None, 1, (1, 2)),
        SystemScore("b", 54.0, None, 1, (1, 2)),
        SystemScore("c", None, problem="there is no reference"),
    ],
    pairs=[
        PairTest("a", "b", -1.0, 0.0625, 0.0625, PairVerdict.OPEN),
        PairTest("a", "c", None, None, None, PairVerdict.UNTESTED, "c has no score"),
        PairTest("b", "c", None, None, None, PairVerdict.UNTESTED, "c has no score"),
    ],
    test="p-value|test:t",
)
_THREE = SystemComparison(
    [records.ComparedSystem("a", "out/a.txt"), records.ComparedSystem("b", "out/b.txt"), records.ComparedSystem("c")],
    [_BLEU, _TER],
    references=["ref.txt"],
    correction="holm",
)
_PAIR = SystemComparison(
    [records.ComparedSystem("old"), records.ComparedSystem("new")],
    [
        MetricComparison(
            "chrf",
            "chrf|scale:1",
            higher_is_better=True,
            segments=2,
            systems=[SystemScore("old", 0.5, ScoreInterval(0.4, 0.6)), SystemScore("new", 0.50000025)],
            pairs=[PairTest("old", "new", 2.5e-7, 1.0, 1.0, PairVerdict.OPEN, same=True)],
            test="p-value|test:sign",
        )
    ],
    baseline="old",
    correction="holm",
)
_HOSTILE = "</script><img src=x onerror=alert(1)>'\"&_%$\\{}\u202e\x1b[31m\n|`"


def _hostile() -> SystemComparison:
    """A comparison whose names and texts are what attackers write."""
    text = msgspec.json.encode(_THREE).decode()
    for plain in ("a", "b", "c"):
        name = msgspec.json.encode(_HOSTILE + plain).decode()
        text = text.replace(f'"{plain}"', name)
    return msgspec.json.decode(
        text.replace("there is no reference", msgspec.json.encode(_HOSTILE).decode()[1:-1]), type=SystemComparison
    )


def test_a_terminal_has_the_verdict_the_ranking_the_tests_and_all_settings() -> None:
    lines = as_text([_THREE]).split("\n")
    assert lines[0] == "bleu: 2 of 3 pairs differ significantly; groups: b > a, c"
    table = [line.split("  ") for line in lines[1:5]]
    assert [[cell.strip() for cell in row if cell.strip()] for row in table] == [
        ["system", "score", "95 % interval", "group", "ranks"],
        ["b", "31.25", "30.00 to 32.50", "1", "1"],
        ["a", "27.50", "26.25 to 28.75", "2", "2-3"],
        ["c", "27.12", "25.75 to 28.50", "2", "2-3"],
    ]
    tests = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines[6:10]]
    assert tests == [
        ["difference", "p", "holm", "verdict"],
        ["+3.75", "0.0001", "0.0003", "b is better than a"],
        ["-0.38", "0.2500", "0.2500", "no significant difference between c and a"],
        ["-4.12", "0.0001", "0.0003", "c is worse than b"],
    ]
    assert lines[11:16] == [
        "1,200 segments",
        "score: bleu|tokenizer:13a",
        "test: p-value|test:randomization|seed:12345",
        "correction: holm over 3 tests; significant where p is at most 0.05",
        "interval: interval|method:percentile",
    ]


def test_the_lower_score_is_the_better_one_where_the_metric_says_so() -> None:
    assert [system.system for system in _TER.ranked] == ["b", "a", "c"]
    lines = as_text([msgspec.structs.replace(_THREE, metrics=[_TER])]).split("\n")
    assert lines[0] == "ter: no significant difference between any two of 3 systems"
    assert [line.split()[0] for line in lines[2:5]] == ["b", "a", "c"]
    assert "c: there is no reference" in lines
    assert any(line.endswith("c and a cannot be tested: c has no score") for line in lines)


def test_a_pair_is_one_sentence_and_a_small_difference_is_not_nothing() -> None:
    first, *rest = as_text([_PAIR]).split("\n")
    assert first == "chrf: no significant difference between new and old: identical outputs (+2.5e-07, p = 1.0000)"
    assert any(line.split() == ["old", "0.5000", "0.4000", "to", "0.6000"] for line in rest)
    assert "correction: holm over 1 test; significant where p is at most 0.05" in rest


@pytest.mark.parametrize(
    ("scores", "decimals"), [([9.9999, -9.9999], 4), ([0.5, 10.0], 2), ([-10.0, 0.5], 2), ([None, 0.5], 4), ([None], 4)]
)
def test_scores_from_10_on_have_two_decimals_and_others_four(scores: list[float | None], decimals: int) -> None:
    systems = [SystemScore(str(place), score) for place, score in enumerate(scores)]
    assert compare_words.decimals(msgspec.structs.replace(_BLEU, systems=systems)) == decimals


@pytest.mark.parametrize(
    ("compared", "difference", "text"),
    [
        (_PAIR.metrics[0], 0.00005, "+0.0001"),
        (_PAIR.metrics[0], -0.000049, "-4.9e-05"),
        (_PAIR.metrics[0], 0.0, "+0.0000"),
        (_BLEU, 0.0051, "+0.01"),
        (_BLEU, -0.0049, "-4.9e-03"),
    ],
)
def test_a_difference_that_would_be_rounded_to_0_has_two_digits(
    compared: MetricComparison, difference: float, text: str
) -> None:
    pair = msgspec.structs.replace(_PAIR.metrics[0].pairs[0], difference=difference)
    assert compare_words.difference_text(compared, pair) == text


@pytest.mark.parametrize(("p", "text"), [(0.00005, "0.0001"), (0.000049, "4.9e-05"), (0.0, "0.0000"), (1.0, "1.0000")])
def test_a_p_value_that_would_be_rounded_to_0_has_two_digits(p: float, text: str) -> None:
    assert compare_words.p_text(p) == text


def test_an_interval_of_a_tool_is_its_middle_and_half_its_width() -> None:
    system = SystemScore("a", 27.5, ScoreInterval(26.25, 28.75, 27.625, 1.25))
    one = SystemComparison([records.ComparedSystem("a")], [msgspec.structs.replace(_BLEU, systems=[system], pairs=[])])
    assert "27.62 \N{PLUS-MINUS SIGN} 1.25" in as_text([one])
    assert r"a & 27.50 {\scriptsize(27.62 $\pm$ 1.25)} \\" in shown([one], "latex").splitlines()


def test_a_baseline_is_told_what_is_better_than_it() -> None:
    pairs = [pair for pair in _BLEU.pairs if pair.first == "a"]
    beside = msgspec.structs.replace(_THREE, baseline="a", metrics=[msgspec.structs.replace(_BLEU, pairs=pairs)])
    assert as_text([beside]).startswith("bleu: b is better than a; c is not significantly different from a\n")


def test_without_correction_the_p_value_is_shown_once() -> None:
    plain = msgspec.structs.replace(_THREE, correction="none")
    lines = as_text([plain]).split("\n")
    assert lines[6].split() == ["difference", "p", "verdict"]
    assert "correction: none; significant where p is at most 0.05" in lines


@pytest.mark.parametrize(
    ("system", "text"), [((1, 1), "1"), ((2, 5), "2-5"), (None, "")], ids=["certain", "open", "unknown"]
)
def test_ranks_are_a_place_or_a_range(system: tuple[int, int] | None, text: str) -> None:
    from samescore.report.compare_words import ranks_text

    assert ranks_text(SystemScore("a", 1.0, ranks=system)) == text


def test_markdown_has_the_same_tables() -> None:
    text = shown([_THREE], "markdown")
    assert "**bleu: 2 of 3 pairs differ significantly; groups: b \\> a, c**" in text
    assert "| b | 31.25 | 30.00 to 32.50 | 1 | 1 |" in text
    assert "| +3.75 | 0.0001 | 0.0003 | b is better than a |" in text
    assert "- test: `p-value|test:randomization|seed:12345`" in text
    assert "- c: there is no reference" in text


def test_a_latex_table_has_a_row_for_each_system_and_a_column_for_each_metric() -> None:
    lines = shown([_THREE], "latex").splitlines()
    assert lines[:8] == [
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r"System & bleu $\uparrow$ & ter $\downarrow$ \\",
        r"\midrule",
        r"a & 27.50 {\scriptsize[26.25, 28.75]} & 55.00 \\",
        r"b & \textbf{31.25} {\scriptsize[30.00, 32.50]} & 54.00 \\",
        r"c & 27.12 {\scriptsize[25.75, 28.50]} & -- \\",
        r"\bottomrule",
    ]
    assert lines[8] == r"\end{tabular}"
    assert all(line.startswith("% ") for line in lines[9:])
    assert "% bleu, test: p-value|test:randomization|seed:12345" in lines


def test_a_latex_table_beside_a_baseline_has_arrows() -> None:
    pairs = [
        PairTest("b", "a", -3.75, 0.001, 0.002, PairVerdict.WORSE),
        PairTest("b", "c", -4.125, 0.5, 0.5, PairVerdict.OPEN),
    ]
    beside = msgspec.structs.replace(_THREE, baseline="b", metrics=[msgspec.structs.replace(_BLEU, pairs=pairs)])
    rows = shown([beside], "latex").splitlines()
    assert rows[4].endswith(r"$^{\downarrow}$ \\")
    assert "arrow" not in rows[6]


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "jsonl"])
def test_hostile_names_stay_text(form: Format) -> None:
    text = as_text([_hostile()]) if form == "text" else shown([_hostile()], form)
    assert "\x1b" not in text
    assert "\u202e" not in text
    if form == "markdown":
        assert "<img" not in text.replace("\\<", "")
    if form == "latex":
        body = text[: text.index(r"\end{tabular}")]
        assert r"\_\%\$\textbackslash{}\{\}" in body
        assert all(line.startswith(("%", "\\")) or line.endswith(r"\\") for line in text.splitlines())


def test_a_saved_comparison_is_read_again() -> None:
    (line,) = shown([_THREE], "jsonl").splitlines()
    (read,) = records.decode_records([(1, line.encode() + b"\n")], "saved")
    assert read == _THREE


class _Page(HTMLParser):
    """The rectangles of a page, its cells and its visible words."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.boxes: list[dict[str, str | None]] = []
        self.tags: set[str] = set()
        self.words = ""
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._inside = tag
        if tag == "rect":
            self.boxes.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        if self._inside not in ("style", "script"):
            self.words += f"{data} "


def test_a_page_draws_every_interval_on_one_axis() -> None:
    read = _Page(page([msgspec.structs.replace(_THREE, metrics=[_BLEU])], {}))
    bars = [(float(box["x"] or ""), float(box["width"] or "")) for box in read.boxes if box["class"] == "interval"]
    marks = [float(box["x"] or "") + 0.4 for box in read.boxes if box["class"] == "total"]
    axis = (25.75 - 0.04 * 6.75, 6.75 * 1.08)  # where it begins, and how long it is

    def place(score: float) -> float:
        return 100 * (score - axis[0]) / axis[1]

    for (low, high), score, (begin, width), mark in zip(
        [(30, 32.5), (26.25, 28.75), (25.75, 28.5)], [31.25, 27.5, 27.125], bars, marks, strict=True
    ):
        assert begin == pytest.approx(place(low), abs=0.01)
        assert begin + width == pytest.approx(place(high), abs=0.02)
        assert mark == pytest.approx(place(score), abs=0.01)


def test_a_dashed_line_divides_two_groups() -> None:
    (chart,) = having_class(page_tree(page([msgspec.structs.replace(_THREE, metrics=[_BLEU])], {})), "intervals")
    assert [item.get("class") for item in chart] == [None, "cut", None, "axis"]


def test_a_page_says_of_each_pair_what_is_better_with_an_equals_sign_before_p() -> None:
    tree = page_tree(page([msgspec.structs.replace(_THREE, metrics=[_BLEU])], {}))
    (matrix,) = having_class(tree, "heat")
    rows = [[(cell.get("class"), words_of(cell)) for cell in row] for row in matrix.iter("tr")][1:]
    itself, better = ("itself", "–"), ("good", "better p = 0.0003")
    worse, same = ("bad", "worse p = 0.0003"), ("none", "n.s. p = 0.2500")
    assert rows == [
        [(None, "1 b"), itself, better, better],
        [(None, "2 a"), worse, itself, same],
        [(None, "3 c"), worse, same, itself],
    ]
    assert "c: there is no reference" in words_of(page_tree(page([_THREE], {})))


def test_the_axis_of_a_page_has_ticks_at_round_numbers_and_a_title() -> None:
    tree = page_tree(page([msgspec.structs.replace(_THREE, metrics=[_BLEU])], {}))
    (axis,) = having_class(tree, "axis", "li")
    label, ticks = axis
    assert words_of(label) == "bleu, higher is better"
    low, length = 25.75 - 0.04 * 6.75, 6.75 * 1.08
    places = {words_of(tick): float(tick.get("style", "").removeprefix("left:").removesuffix("%")) for tick in ticks}
    assert list(places) == ["26", "28", "30", "32"]
    assert list(places.values()) == pytest.approx([100 * (int(number) - low) / length for number in places], abs=0.01)
    chart = next(having_class(tree, "intervals"))
    lines = [float(line.get("x1", "")) for line in next(chart.iter("svg")).iter("line")]
    assert lines == list(places.values()), "each row has the lines of the axis"


def test_the_verdict_is_not_good_or_bad_by_itself() -> None:
    """Which system is better is no success, and no difference is not marked as different."""
    marks = []
    for pairs in (_BLEU.pairs, _BLEU.pairs[1:2]):
        metric = msgspec.structs.replace(_BLEU, pairs=pairs)
        tree = page_tree(page([msgspec.structs.replace(_THREE, metrics=[metric])], {}))
        marks += [sign.get("class") for sign in having_class(tree, "sign")]
    assert marks == ["sign known", "sign none"]


def test_a_page_says_the_pairs_and_the_groups_once() -> None:
    tree = page_tree(page([msgspec.structs.replace(_THREE, metrics=[_BLEU])], {}))
    assert words_of(next(tree.iter("h1"))) == "≠ bleu: 2 of 3 pairs differ significantly"
    seen = outside_folds(tree)
    assert "b is better than a" not in seen, "the matrix says so"
    assert "Differences and p-values of 3 pairs" in seen
    assert "b is better than a" in words_of(tree)
    several = page_tree(page([_THREE], {}))
    assert words_of(next(several.iter("h1"))) == "≠ 1 of 2 metrics finds a significant difference"
    headings = [words_of(heading) for heading in several.iter("h2")]
    assert "bleu: 2 of 3 pairs differ significantly; groups: b > a, c" in headings
    assert "groups:" not in words_of(next(several.iter("header")))


@pytest.mark.parametrize(
    ("interval", "overlap"),
    [
        (ScoreInterval(26.25, 30.5), True),
        (ScoreInterval(26.25, 30.0), True),
        (ScoreInterval(26.25, 29.75), False),
        (None, False),
    ],
)
def test_overlapping_intervals_of_different_systems_have_a_sentence(
    interval: ScoreInterval | None, overlap: bool
) -> None:
    a, *others = _BLEU.systems
    metric = msgspec.structs.replace(_BLEU, systems=[msgspec.structs.replace(a, interval=interval), *others])
    compared = msgspec.structs.replace(_THREE, metrics=[metric])
    sentence = "The intervals of a and b overlap, but their difference is significant: an interval describes one system"
    for text in (words_of(page_tree(page([compared], {}))), " ".join(as_text([compared]).split())):
        assert (sentence in text) is overlap
    assert "overlap" not in as_text([msgspec.structs.replace(_THREE, metrics=[_TER])])


def test_pairs_whose_intervals_overlap_are_counted() -> None:
    wide = [msgspec.structs.replace(system, interval=ScoreInterval(20.0, 40.0)) for system in _BLEU.systems]
    metric = msgspec.structs.replace(_BLEU, systems=wide)
    text = " ".join(as_text([msgspec.structs.replace(_THREE, metrics=[metric])]).split())
    assert "The intervals of 2 pairs overlap, but their differences are significant:" in text


def test_a_single_system_has_a_score_and_an_interval_and_no_test(tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text("the cat sat on a mat .\na dog\nit is so\n", encoding="utf-8")
    (tmp_path / "ref").write_text("The cat sat on the mat.\na dog\nit was so\n", encoding="utf-8")
    done = call("compare", "hyp", "-r", "ref", "--resamples", "50", "--html", "one.html", cwd=tmp_path)
    first, *rest = done.stdout.splitlines()
    assert first.startswith("bleu: hyp scores ")
    assert "(95 % interval " in first
    assert not [line for line in rest if line.startswith(("test:", "correction:"))]
    tree = page_tree((tmp_path / "one.html").read_text(encoding="utf-8"))
    names = [words_of(name) for name in tree.iter("dt")]
    assert "score" in names
    assert not {"test", "correction"} & set(names)


def test_a_page_of_hostile_names_has_no_foreign_element() -> None:
    read = _Page(page([_hostile()], {}))
    assert "img" not in read.tags
    assert "\x1b" not in read.words
