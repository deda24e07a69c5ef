"""Tables, folds and verdicts of pages, from views and records that are written by hand."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from samescore.records import (
    Answer,
    Change,
    DifferentAnswer,
    Header,
    Identification,
    KnownRegion,
    NamedMistake,
    Participant,
    Readings,
    Record,
    Result,
    VectorVerdict,
    WrongLayout,
)
from samescore.report import view as show
from samescore.report.html.axis import Axis
from samescore.report.html.columns import fits, is_brief
from samescore.report.html.document import result
from samescore.report.html.page import page
from samescore.report.markdown.view import render as markdown
from samescore.report.terminal.view import render as terminal
from tests.page_tree import having_class, outside_folds, page_tree, words_of
from tests.reports import text_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TEXT, _NUMBER = show.Column("system"), show.Column("score", number=True)
_LONG = show.Table(
    (_TEXT, _NUMBER, show.Column("remark")),
    (("implementation-with-a-long-name", "27.544773420538437", "a remark"), ("short", "1.0", "")),
)
_SHORT = show.Table((_TEXT, _NUMBER), (("a name of several words that wraps", "1.0"), ("short", "-12.25")))


def _view(*blocks: show.Block) -> show.View:
    return show.View("verb", "", "none", "verdict", blocks)


def _tree(*blocks: show.Block) -> Element:
    return page_tree(str(result(_view(*blocks))))


@pytest.mark.parametrize(("digits", "expected"), [(25, True), (26, False)])
def test_a_phone_has_room_for_34_characters(digits: int, expected: bool) -> None:
    """A column of six characters, a gap of three, and a number."""
    assert fits(show.Table((_TEXT, _NUMBER), (("system", "1" * digits),))) is expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("a" * 25, "a" * 6), True),  # and a gap of three
        (("a" * 26, "a" * 6), False),
        (("a a", "a" * 28), True),  # three characters, because it is shorter than a wrapped text
        (("a a", "a" * 29), False),
        (("a b c d e f g h i", "a" * 17), True),  # wraps at 14 characters
        (("a b c d e f g h i", "a" * 18), False),
        (("a", "b", "c" * 26), True),  # two gaps
        (("a", "b", "c" * 27), False),
    ],
)
def test_texts_wrap_on_a_phone_between_words(texts: tuple[str, ...], expected: bool) -> None:
    columns = tuple(show.Column("") for _ in texts)
    assert fits(show.Table(columns, (texts,))) is expected
    assert fits(show.Table(columns, (("",) * len(texts), texts, ("",) * len(texts)))) is expected


@pytest.mark.parametrize(
    ("title", "texts", "brief"),
    [("", ["a" * 26], True), ("", ["a", "a" * 27], False), ("a" * 27, ["a"], False), ("a" * 26, [], True)],
)
def test_a_column_is_brief_if_no_text_has_more_than_26_characters(title: str, texts: list[str], brief: bool) -> None:
    long = show.Column("other title that is much longer than others")
    table = show.Table((long, show.Column(title)), tuple(("long " * 9, text) for text in texts))
    assert is_brief(table, 1) is brief


def test_a_table_that_does_not_fit_a_phone_has_labels_and_stays_a_table() -> None:
    (table,) = _tree(_LONG).iter("table")
    assert table.get("class") == "stacked"
    cells = [[(cell.get("data-label"), words_of(cell)) for cell in row] for row in next(table.iter("tbody"))]
    assert cells == [
        [("system", "implementation-with-a-long-name"), ("score", "27.544773420538437"), ("remark", "a remark")],
        [("system", "short"), ("score", "1.0"), ("remark", "")],
    ]
    roles = {
        "table": "table",
        "thead": "rowgroup",
        "tbody": "rowgroup",
        "tr": "row",
        "th": "columnheader",
        "td": "cell",
    }
    assert all(each.get("role") == roles[each.tag] for each in table.iter() if each.tag in roles)


def test_a_table_that_fits_a_phone_is_left_as_it_is() -> None:
    (table,) = _tree(_SHORT).iter("table")
    assert table.get("class") is None
    assert not [each for each in table.iter() if each.get("role") or each.get("data-label")]


def test_an_empty_cell_is_empty_so_that_a_phone_leaves_it_out() -> None:
    (table,) = _tree(_LONG).iter("table")
    last = list(table.iter("td"))[-1]
    assert last.text is None
    assert not list(last)


def test_a_page_shows_as_many_rows_as_a_terminal_and_folds_the_rest() -> None:
    rows = tuple((f"row {number}", str(number)) for number in range(8))
    limited = show.Table((_TEXT, _NUMBER), rows, most=3, rest="and {} other rows")
    tree = _tree(limited)
    first, rest = tree.iter("table")
    assert [len(list(each.iter("tr"))) - 1 for each in (first, rest)] == [3, 5]
    (fold,) = tree.iter("details")
    assert words_of(next(fold.iter("summary"))) == "and 5 other rows"
    assert rest in list(fold.iter())
    assert len(list(_tree(show.Table((_TEXT, _NUMBER), rows[:3], most=3)).iter("details"))) == 0


def test_a_printed_fold_is_in_place_elsewhere() -> None:
    blocks = (show.Folded("a summary", (show.Paragraph("details"),), printed=True), show.Paragraph("end"))
    assert str(terminal(_view(*blocks))).splitlines() == ["details", "end"]
    assert markdown(_view(*blocks)).splitlines()[2:] == ["details", "", "end"]
    tree = _tree(*blocks)
    assert "details" not in outside_folds(tree)
    assert words_of(next(tree.iter("details"))) == "a summary details"


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0.0, 1.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (25.48, 32.77, ["26", "28", "30", "32"]),
        (0.4999, 0.5012, ["0.5000", "0.5005", "0.5010"]),
        (-12.0, 3.0, ["-10", "-5", "0"]),
        (0.0, 120_000.0, ["0", "20000", "40000", "60000", "80000", "100000", "120000"]),
    ],
)
def test_ticks_are_round_numbers_inside_the_axis(low: float, high: float, texts: list[str]) -> None:
    axis = Axis(low, high)
    assert [tick.text for tick in axis.ticks] == texts
    assert [tick.place for tick in axis.ticks] == pytest.approx(
        [100 * (float(text) - low) / (high - low) for text in texts]
    )


def _identified(found: bool = True, arguments: dict[str, str] | None = None, **rest: object) -> Identification:
    region = KnownRegion("sacrebleu.corpus_chrf", ">=2.2.0", arguments=arguments or {})
    return Identification(
        "py:mine:chrf",
        "chrf",
        found,
        "chrf|beta:1.0|case:keep",
        "chrf|beta:1.0",
        [str(region)] if found else [],
        75,
        rest.pop("departures", []),  # type: ignore[arg-type]
        {},
        [],
        region if found else None,
        nontrivial=70,
        explained=70,
        **rest,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("identified", "style"),
    [
        (_identified(), "good"),
        (_identified(arguments={"beta": "1.0"}), "known"),
        (_identified(found=False), "known"),
        (_identified(mistakes=[NamedMistake("beta-not-squared", "beta is not squared")]), "bad"),
    ],
    ids=["defaults", "wrong beta", "not found", "mistake"],
)
def test_only_the_defaults_of_a_known_entry_point_have_a_green_tick(identified: Identification, style: str) -> None:
    tree = page_tree(page([identified], {}))
    assert [sign.get("class") for sign in having_class(tree, "sign")] == [f"sign {style}"]


def test_a_page_names_the_settings_of_a_known_entry_point_once() -> None:
    identified = _identified(arguments={"beta": "1.0"})
    tree = page_tree(page([identified], {}))
    seen = outside_folds(next(tree.iter("main")))
    assert seen.count("beta=1.0") == 2, "in the verdict and in the command"
    assert "the rest at its default" not in seen
    assert "chrf|beta:1.0 (the rest at its default)" in text_of("identification")(identified)
    unknown = _identified(found=False)
    assert "the rest at its default" in outside_folds(page_tree(page([unknown], {})))


def test_a_page_of_an_identification_folds_all_but_the_first_departures() -> None:
    departures = [DifferentAnswer(f"chrf-{n}", Answer("score", 0.5), Answer("score", 0.25)) for n in range(33)]
    tree = page_tree(page([_identified(found=False, departures=departures)], {}))
    seen = outside_folds(tree)
    assert "chrf-4" in seen
    assert "chrf-5" not in seen
    assert "and 28 more" in seen


def test_knobs_that_no_answer_determines_are_listed_once() -> None:
    identified = Identification(
        "py:mine:bleu", "bleu", False, "bleu|strip:none", "bleu|strip:none", [], 4, [], {"strip": ["right"]}, [],
        nontrivial=4, explained=4,
    )  # fmt: skip
    assert "no answer depends on strip" in text_of("identification")(identified)
    words = words_of(page_tree(page([identified], {}))).partition("All settings")[0]
    assert words.count("no answer depends on") == 1


def test_readings_have_one_title() -> None:
    readings = Readings("bleu", "native", "", [WrongLayout("swapped", "they are swapped", Answer("score", 27.5))])
    title = "Scores of native if the input is misread"
    assert words_of(page_tree(page([readings], {}))).count(title) == 2, (
        "in the title of the document, and in the heading"
    )
    assert text_of("wrong_layouts")(readings).splitlines()[0] == title


def _run(stage: str) -> list[Record]:
    header = Header(
        "samescore-report/1", "0.1.0", {}, [Participant("a", "1", "", ""), Participant("b", "1", "", "")], ["bleu"]
    )
    answer = Answer("score", 0.5)
    changes = [Change("tokenizer", "text", "13a", "none")]
    wrong = [
        Result("bleu-x", "bleu", name, "", VectorVerdict.DISAGREE, answer, changes, [], stage, [], "again")
        for name in ("a", "b")
    ]
    return [header, *wrong]


def test_the_subject_of_a_run_counts_its_only_metric_in_the_singular() -> None:
    (eyebrow,) = having_class(page_tree(page(_run("value: expected 1, got 0.5"), {})), "eyebrow")
    assert words_of(eyebrow) == "samescore run 2 implementations, 1 metric"


@pytest.mark.parametrize(
    ("stage", "shown"), [("value: expected 1, got 0.5", False), ("matches: expected [1, 0], got [0, 0]", True)]
)
def test_the_score_is_no_first_difference_beside_itself(stage: str, shown: bool) -> None:
    tree = page_tree(page(_run(stage), {}))
    card = next(having_class(tree, "card"))
    assert ("first difference" in [words_of(name) for name in card.iter("dt")]) is shown
