"""The guess of what the columns and rows of a table are, and the draft that it becomes; all expected by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from samescore import InputError
from samescore.verbs.audit.importers.description import (
    DescribedColumn,
    DescribedRow,
    DescribedTable,
    depends_on_row,
    fill_template,
)
from samescore.verbs.audit.importers.grid import Grid, GridCell
from samescore.verbs.audit.importers.guess import GuessedTable, guess, toml, unfilled_lines
from samescore.verbs.audit.importers.guessed_means import GuessedColumn, is_mean

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _grid(*rows: str, **fields: Any) -> Grid:
    return Grid([[GridCell(text.strip()) for text in row.split("|")] for row in rows], **fields)


def _columns(*rows: str, caption: str = "") -> list[tuple[str, str, str]]:
    """The title, metric and test set of each described column of a table."""
    (table,) = guess([_grid(*rows, caption=caption)])
    return [(each.title, each.metric, each.test_set) for each in table.described.column]


@pytest.mark.parametrize(
    ("title", "metric", "test_set"),
    [
        ("BLEU", "BLEU", ""),
        ("dev / BLEU", "BLEU", "dev"),
        ("BLEU (test)", "BLEU", ""),
        ("BLEU tok.", "BLEU", ""),
        ("Detok BLEU", "BLEU", ""),
        ("BLEU score", "BLEU score", ""),
        ("WMT14 BLEU", "BLEU", "WMT14"),
    ],
)
def test_the_metric_and_the_test_set_of_a_title(title: str, metric: str, test_set: str) -> None:
    assert _columns(f"model|{title}", "a|27.3", "b|28.1") == [(title, metric, test_set)]


def test_f1_beside_exact_match_is_that_of_answers() -> None:
    for match in ("EM", "Exact Match"):
        assert [metric for _, metric, _ in _columns(f"model|{match}|F1", "a|60.1|70.2")] == [match, "answer F1"]
    assert [metric for _, metric, _ in _columns("model|Precision|F1", "a|60.1|70.2")] == ["Precision", "F1"]
    assert "answer F1" not in [metric for _, metric, _ in _columns("model|EM|BLEU", "a|60.1|70.2")]


def test_a_column_is_guessed_if_most_of_its_cells_are_numbers() -> None:
    rows = ["model|BLEU|chrF", "a|27.3|50.1", "b|-|51.2", "c|x|52.3"]
    assert [title for title, _, _ in _columns(*rows)] == ["chrF"]
    assert [title for title, _, _ in _columns(*rows, "d|28.1|53.4")] == ["BLEU", "chrF"]
    refused = _columns("model|BLEU|chrF", "a|27.3.1|50.1", "b|1:2|51.2")
    assert [title for title, _, _ in refused] == ["BLEU", "chrF"]  # numbers that are not readable become visible


def test_only_tables_with_a_known_metric_are_used_if_there_are_any() -> None:
    known, unknown = _grid("model|BLEU", "a|27.3"), _grid("model|speed", "a|12.5")
    assert [each.described.number for each in guess([unknown, known])] == [2]
    assert [each.described.number for each in guess([unknown, _grid("a|b")])] == [1]
    assert [each.described.number for each in guess([Grid([], problem="damaged"), known])] == [2]
    with pytest.raises(InputError, match="no table has a column of numbers"):
        guess([_grid("model|kind", "a|x")])


@pytest.mark.parametrize(
    ("rows", "transposed"),
    [
        (["metric|a|b", "BLEU|27.3|28.1", "chrF|50.1|51.2"], True),
        (["metric|a|b", "BLEU|27.3|28.1", "size|50.1|51.2"], False),  # a single row
        (["model|BLEU|chrF|TER", "BLEU|1.5|2.5|3.5", "chrF|4.5|5.5|6.5"], False),
        (["model|BLEU|x", "BLEU|1.5|2.5", "chrF|3.5|4.5", "TER|5.5|6.5"], True),
        (["metric|a|b", "P|27.3|28.1", "R|50.1|51.2"], False),  # single letters name systems
    ],
)
def test_rows_that_are_named_after_metrics(rows: list[str], transposed: bool) -> None:
    (table,) = guess([_grid(*rows)])
    assert table.described.transposed is transposed


@pytest.mark.parametrize(
    ("caption", "metric"),
    [
        ("BLEU scores of all systems.", "BLEU"),
        ("Results by BLEU.", "BLEU"),
        ("Results in BLEU and chrF.", ""),
        ("Results of all systems.", ""),
    ],
)
def test_a_metric_that_only_the_caption_names(caption: str, metric: str) -> None:
    rows = ["model|en-de|en-fr", "a|27.3|38.1", "b|28.1|39.2"]
    wanted = [(pair, metric, pair) for pair in ("en-de", "en-fr")] if metric else []
    assert _columns(*rows, caption=caption) == wanted
    assert [metric for _, metric, _ in _columns("model|chrF|en-fr", *rows[1:], caption=caption)] == ["chrF"]


@pytest.mark.parametrize(
    ("numbers", "scores"),
    [
        (("0", "100"), True),
        (("27.3", "-"), True),
        (("27.3", "100.1"), False),
        (("27.3", "-0.1"), False),
        (("27.3", "+1.2"), False),
        (("27.3", " +1.2"), False),
    ],
)
def test_numbers_that_may_be_scores_of_the_metric_in_the_caption(numbers: tuple[str, str], scores: bool) -> None:
    rows = ["model|en-de|en-fr", f"a|38.1|{numbers[0]}", f"b|39.2|{numbers[1]}"]
    named = [title for title, _, _ in _columns(*rows, caption="BLEU of all systems")]
    assert named == (["en-de", "en-fr"] if scores else ["en-de"])


def test_the_support_of_a_report_is_a_number_of_items() -> None:
    report = [
        "|precision|recall|f1-score|support",
        "cat|0.50|0.40|0.44|10",
        "dog|0.60|0.70|0.65|20",
        "macro avg|0.55|0.55|0.545|30",
    ]
    (table,) = guess([_grid(*report)])
    assert [(each.title, each.metric, each.role) for each in table.described.column if each.role] == [
        ("support", "", "items")
    ]
    (other,) = guess([_grid("model|precision|support", "cat|0.50|10")])
    assert [each.title for each in other.described.column] == ["precision"]


@pytest.mark.parametrize(
    "title",
    [
        *("avg", "Avg.", "Average", "mean", "Macro Avg.", "overall avg.", "BLEU / avg score"),
        *("Average score", "Avg. score", "Mean score", " mean "),
    ],
)
def test_titles_of_means(title: str) -> None:
    assert is_mean(GuessedColumn(title, 1, None))
    assert is_mean(GuessedColumn("BLEU", 1, DescribedColumn(title="BLEU", test_set=title.rpartition(" / ")[2])))
    assert not is_mean(GuessedColumn(f"{title} BLEU", 1, None))


def test_a_mean_that_the_numbers_do_not_confirm_is_a_question() -> None:
    rows = ["model|BLEU a|BLEU b|chrF a|Avg.", "x|10.0|20.0|50.0|70.0", "y|20.0|30.0|60.0|80.0"]
    (table,) = guess([_grid(*rows)])
    (mean,) = [each for each in table.columns if each.title == "Avg."]
    assert mean.described is not None
    assert (mean.described.role, mean.described.of, mean.sure) == ("mean", ["BLEU a", "BLEU b", "chrF a"], False)
    assert mean.remark == "a mean, judging by its title; of these columns?"
    assert "Avg." not in [each.title for each in table.described.column]
    (single,) = guess([_grid("model|BLEU|Avg.", "x|10.0|70.0", "y|20.0|80.0")])
    (mean,) = [each for each in single.columns if each.title == "Avg."]
    assert (mean.described, mean.remark) == (None, "a mean, judging by its title")


def _means(*rows: str) -> dict[str, list[str]]:
    """The columns that each column of sure means averages."""
    (table,) = guess([_grid(*rows)])
    return {each.title: each.of for each in table.described.column if each.of}


def test_the_columns_that_a_mean_averages() -> None:
    head, rows = (
        "model|steps|ARC|MMLU|Avg.",
        ["x|7|10.02|20.04|15.03", "y|13|20.02|30.08|25.05", "z|70|30.06|44.02|37.04"],
    )
    assert _means(head, *rows) == {"Avg.": ["ARC", "MMLU"]}
    (table,) = guess([_grid(head, *rows)])
    assert [each.title for each in table.described.column] == ["ARC", "MMLU", "Avg."]
    (mean,) = [each for each in table.columns if each.title == "Avg."]
    assert (mean.place, mean.remark, mean.sure) == (4, "the mean of these columns, judging by the numbers", True)
    assert _means(head, *rows[:1]) == {}


def test_a_mean_averages_its_group_or_its_metric_first() -> None:
    rows = ["x|10.02|20.04|15.03|50.5|60.5", "y|20.02|30.08|25.05|51.5|60.2", "z|30.06|44.02|37.04|53.5|61.7"]
    head = "model|dev / a|dev / b|dev / Avg.|test / a|test / b"
    assert _means(head, *rows) == {"dev / Avg.": ["dev / a", "dev / b"]}
    assert _means("model|BLEU a|BLEU b|BLEU avg|chrF a|chrF b", *rows) == {"BLEU avg": ["BLEU a", "BLEU b"]}


def test_macro_f1_averages_the_columns_of_f1() -> None:
    rows = ["x|10.02|20.04|15.03|50.5", "y|20.02|30.08|25.05|51.5", "z|30.06|44.02|37.04|53.5"]
    assert _means("model|F1 a|F1 b|Macro-F1|Acc", *rows) == {"Macro-F1": ["F1 a", "F1 b"]}
    assert _means("model|F1 a|BLEU b|Macro-F1|Acc", *rows) == {}


def test_rows_of_means_are_no_evidence_for_columns_of_means() -> None:
    rows = ["x|10.02|20.04|15.03", "y|20.02|30.08|25.05", "Average|1.0|2.0|90.0", "mean|1.0|2.0|80.0"]
    assert _means("model|ARC|MMLU|Avg.", *rows) == {"Avg.": ["ARC", "MMLU"]}


def test_metrics_of_captions_have_short_names() -> None:
    for metric in ("CIDEr", "SPICE"):
        (table,) = guess([_grid(f"model|B@4|M|{metric}", "a|30.1|25.2|100.3", "b|31.1|26.2|101.3")])
        assert [each.metric for each in table.described.column][:2] == ["B@4", "METEOR"]
    (table,) = guess([_grid("model|M|BLEU", "a|25.2|30.3", "b|26.2|31.3")])
    assert [each.metric for each in table.described.column] == ["BLEU"]


def test_the_columns_in_the_question_about_a_mean() -> None:
    rows = ["x|10.0|20.0|50.0|70.0|90.0", "y|20.0|30.0|60.0|80.0|95.0"]
    (table,) = guess([_grid("model|BLEU a|BLEU b|chrF a|BLEU avg|Mean", *rows)])
    asked = {each.title: each.described.of for each in table.columns if each.described and not each.sure}
    assert asked == {"BLEU avg": ["BLEU a", "BLEU b"], "Mean": ["BLEU a", "BLEU b", "chrF a"]}
    (table,) = guess([_grid("model|BLEU a|steps|chrF a|Mean|speed", *rows)])
    (mean,) = [each for each in table.columns if each.title == "Mean"]
    assert mean.described == DescribedColumn(title="Mean", role="mean", of=["BLEU a", "chrF a"])


def test_a_row_may_average_only_the_rows_next_to_it() -> None:
    rows = ["a|1.01|90.02|3.03", "b|10.02|20.04|30.02", "c|20.02|40.02|50.04", "Mean|15.02|30.03|40.03", "d|7|8|9"]
    (table,) = guess([_grid("model|BLEU|chrF|TER", *rows)])
    assert table.described.row == [DescribedRow(name="Mean", role="mean", of=["b", "c"])]
    repeated = [row.replace("a|", "b|", 1) for row in rows]
    (table,) = guess([_grid("model|BLEU|chrF|TER", *repeated)])
    assert table.described.row == [DescribedRow(name="Mean", role="average")]


def test_rows_of_means() -> None:
    rows = [
        "model|BLEU|chrF|TER",
        "a|10.01|20.02|30.03",
        "b|20.01|40.02|50.03",
        "Mean|15.01|30.02|40.03",
        "Average|1|2|3",
    ]
    (table,) = guess([_grid(*rows)])
    assert table.described.row == [
        DescribedRow(name="Mean", role="mean", of=["a", "b"]),
        DescribedRow(name="Average", role="average"),
    ]
    (table,) = guess([_grid(*rows[:4], "Mean|1|2|3")])
    assert table.described.row == []  # a repeated name


def _draft(columns: Sequence[GuessedColumn] = (), **fields: Any) -> list[str]:
    given = {"caption": "", "line": 3, "names": ["model"], "rows": ["a", "b"], "described": DescribedTable(number=2)}
    lines = toml([GuessedTable(**{**given, "columns": list(columns), **fields})], 'a"b.csv').split("\n")
    assert lines[0].startswith("# The content of the tables, guessed from their titles by samescore audit --guess.")
    assert lines[1] == "# Without hypotheses and references, numbers are checked only against each other."
    assert lines[2:4] == ['file = "a\\"b.csv"', ""]
    assert lines[-1] == ""
    return lines[4:-1]


def test_the_draft_of_a_table_without_columns() -> None:
    assert _draft() == [
        "# Line 3",
        "[[table]]",
        "number = 2",
        '# source = "where it was published": claims of the same source and metric are examined together',
        "# {row} stands for: a, b",
        '# hypotheses = "{row}.txt"',
        '# references = ["{test_set}.txt"]',
        "",
        "# the file of each row, unless hypotheses above name it",
        "# [[table.row]]",
        '# name = "a"',
        '# hypotheses = ""',
        "",
        "# [[table.row]]",
        '# name = "b"',
        '# hypotheses = ""',
    ]


def test_the_draft_of_a_table_of_metrics_in_rows() -> None:
    described = DescribedTable(number=1, transposed=True)
    lines = _draft(described=described, caption="Results", names=["model", "data"], rows=["a", "", "a"])
    assert lines[:8] == [
        "# Line 3: Results",
        "[[table]]",
        "number = 1",
        "transposed = true # rows are named after metrics",
        '# source = "where it was published": claims of the same source and metric are examined together',
        "# {row} stands for: a",
        "# or {1} (model), {2} (data)",
        '# hypotheses = "{row}.txt"',
    ]
    assert sum(line == '# name = "a"' for line in lines) == 1
    assert "# The rows have no names." in _draft(rows=[""])


@pytest.mark.parametrize(
    ("column", "lines"),
    [
        (
            GuessedColumn("B", 1, DescribedColumn(title="B", metric="BLEU", test_set="dev", like="sacrebleu")),
            [
                *("[[table.column]]", 'title = "B"', 'metric = "BLEU"', 'test_set = "dev"'),
                'like = "sacrebleu" # the version is not stated',
            ],
        ),
        (
            GuessedColumn("M", 1, DescribedColumn(title="M", role="mean", of=["a", "b"]), "a mean"),
            ["# a mean", "[[table.column]]", 'title = "M"', 'role = "mean"', 'of = ["a", "b"]'],
        ),
        (
            GuessedColumn("M", 1, DescribedColumn(title="M", role="mean", of=["a"]), "a mean?", sure=False),
            ["# a mean?", "# [[table.column]]", '# title = "M"', '# role = "mean"', '# of = ["a"]'],
        ),
        (GuessedColumn("x", 1, None, "why"), ["# why", "# [[table.column]]", '# title = "x"', '# metric = ""']),
        (GuessedColumn("x\u200b\\", 1, None), ["# [[table.column]]", '# title = "x\\U0000200b\\\\"', '# metric = ""']),
    ],
)
def test_the_draft_of_a_column(column: GuessedColumn, lines: list[str]) -> None:
    assert _draft([column], rows=[])[7:] == ["", *lines]


def test_the_draft_of_rows_of_means() -> None:
    means = [DescribedRow(name="Mean", role="mean", of=["a", "b"]), DescribedRow(name="Avg", role="average")]
    assert _draft(described=DescribedTable(row=means), rows=["a", "Mean", "Avg"])[12:] == [
        "",
        "# the mean of these rows, judging by the numbers",
        "[[table.row]]",
        'name = "Mean"',
        'role = "mean"',
        'of = ["a", "b"]',
        "",
        '# an average, judging by its name; role = "mean" if it is over all rows above',
        "[[table.row]]",
        'name = "Avg"',
        'role = "average"',
    ]


def test_long_comments_end_early() -> None:
    caption = "x" * 292
    assert _draft(caption=caption)[0] == f"# Line 3: {caption}"
    assert _draft(caption=f"{caption}y")[0] == f"# Line 3: {caption}…"
    assert _draft(caption="a\nb\u200bc")[0] == "# Line 3: a b c"
    names = ["n" * 182]
    assert f"# {{row}} stands for: {names[0]}" in _draft(rows=names)
    assert f"# {{row}} stands for: {names[0]}…" in _draft(rows=[f"{names[0]}n"])


def test_the_lines_that_are_still_to_be_filled_in() -> None:
    text = (
        '# hypotheses = "{row}.txt"\nhypotheses = "a"\n# references = ["x"]\n# hypotheses = ""\n # references = ["x"]'
    )
    assert unfilled_lines(text) == [1, 3]


def test_placeholders() -> None:
    values = {"row": "a", "column": "BLEU", "1": "x"}
    assert fill_template("{row}/{column}.{1}.txt", values) == "a/BLEU.x.txt"
    with pytest.raises(InputError, match=r"'\{rows\}' is not a placeholder") as problem:
        fill_template("{rows}", values)
    assert problem.value.hint == "did you mean row? {1}, {2} and so on are the cells of the row"
    assert [depends_on_row(text) for text in ("{row}", "{2}", "{column}", "{test_set}", "row")] == [
        *(True, True),
        *(False, False, False),
    ]
