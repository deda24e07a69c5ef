"""Cells of a described table as claims: what is stated where, what is refused, and what checks see of it."""

from __future__ import annotations

from typing import Any

import pytest

from samescore import InputError
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.importers.description import DescribedColumn, DescribedRow, DescribedTable
from samescore.verbs.audit.importers.grid import Grid, GridCell
from samescore.verbs.audit.importers.tabular import Imported, import_table
from samescore.verbs.audit.printed_text.tables import Cell

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU, _CHRF = DescribedColumn(title="BLEU", metric="BLEU"), DescribedColumn(title="chrF", metric="chrF")
_ROWS = ("model|BLEU|chrF", "a|1.5|2.5", "b|3.5|4.5")


def _import(*rows: str, column: tuple[DescribedColumn, ...] = (_BLEU,), prefix: str = "", **fields: Any) -> Imported:
    cells = [[GridCell(text) for text in row.split("|")] for row in rows]
    grid = Grid(cells, caption=fields.pop("caption", ""), notes=fields.pop("notes", ""))
    return import_table(grid, DescribedTable(column=list(column), **{"headers": 1, **fields}), "t", prefix)


def _claims(*rows: str, **fields: Any) -> list[tuple[str, str]]:
    """The id and the number of each claim, or the problem of a malformed one."""
    return [
        (claim.id, claim.published if isinstance(claim, Claim) else claim.problem)
        for claim in _import(*rows, **fields).claims
    ]


@pytest.mark.parametrize(
    ("rows", "fields", "claims"),
    [
        (_ROWS, {}, [("a, BLEU", "1.5"), ("b, BLEU", "3.5")]),
        (_ROWS, {"column": (_CHRF, _BLEU)}, [("a, BLEU", "1.5"), ("a, chrF", "2.5"), ("b, BLEU", "3.5"), ("b, chrF", "4.5")]),
        (_ROWS, {"column": (DescribedColumn(place=3, metric="chrF"),)}, [("a, chrF", "2.5"), ("b, chrF", "4.5")]),
        (_ROWS, {"column": (DescribedColumn(title="  BLEU ", metric="BLEU"),), "prefix": "p: "}, [("p: a, BLEU", "1.5"), ("p: b, BLEU", "3.5")]),
        (_ROWS, {"column": (_BLEU, DescribedColumn(title="chrF", ignore=True))}, [("a, BLEU", "1.5"), ("b, BLEU", "3.5")]),
        (_ROWS, {"column": (DescribedColumn(title="BLEU", role="mean", of=[]),)}, []),
        (_ROWS, {"column": (DescribedColumn(title="BLEU"),)}, []),
        (_ROWS, {"column": (DescribedColumn(title="BLEU"),), "metric": "TER"}, [("a, BLEU", "1.5"), ("b, BLEU", "3.5")]),
        (_ROWS, {"row": [DescribedRow(name="a", ignore=True)]}, [("b, BLEU", "3.5")]),
        (_ROWS, {"row": [DescribedRow(name="b", role="mean")]}, [("a, BLEU", "1.5")]),
        (_ROWS, {"transposed": True, "column": (DescribedColumn(title="a", metric="BLEU"),)}, [("BLEU, a", "1.5"), ("chrF, a", "2.5")]),
        (("model|BLEU", "a|1,5", "b|2"), {}, [("a, BLEU", "1.5"), ("b, BLEU", "2")]),
        (("model|BLEU", "a|1.5", "b|1,234"), {}, [("a, BLEU", "1.5"), ("b, BLEU", "1234")]),
        (("model|BLEU", "a|1,234"), {"decimal_comma": True}, [("a, BLEU", "1.234")]),
        (("model|BLEU", "a|1,234", "b|1,5"), {}, [("a, BLEU", "1.234"), ("b, BLEU", "1.5")]),
        (("model|BLEU", "a|1,234", "b|1,5"), {"decimal_comma": False}, [("a, BLEU", "1234"), ("b, BLEU", "1.5")]),
        (("model|BLEU", "a|-", "b|", "c|n/a", "d|3"), {}, [("d, BLEU", "3")]),
        (("model|BLEU", "a|soon", "b|3"), {}, [("a, BLEU", "t: 'soon' is not a number"), ("b, BLEU", "3")]),
        (("model|BLEU", "a|1", "a|3"), {}, [("a, BLEU", "1"), ("a, BLEU (2)", "3")]),
        (("year|BLEU", "2019|5", "2019|6"), {}, [("row 2, BLEU", "5"), ("row 3, BLEU", "6")]),
    ],
)  # fmt: skip
def test_claims_of_cells(rows: tuple[str, ...], fields: dict[str, Any], claims: list[tuple[str, str]]) -> None:
    assert _claims(*rows, **fields) == claims


@pytest.mark.parametrize(
    ("column", "message", "hint"),
    [
        ((DescribedColumn(title="BLUE", metric="BLEU"),), "t has no column 'BLUE'", "did you mean BLEU?"),
        ((DescribedColumn(place=4, metric="BLEU"),), "t has no column number 4", "it has 3 columns; the first one is 1"),
        ((DescribedColumn(place=-1, metric="BLEU"),), "t has no column number -1", "it has 3 columns; the first one is 1"),
        ((_BLEU, DescribedColumn(place=2, metric="BLEU")), "t: column 'BLEU' is described twice", "keep one of them"),
        ((DescribedColumn(title="BLEU", metric="BLEU", role="mean"),), "t: column 'BLEU' has both a metric and a role", "keep one of them"),
        ((DescribedColumn(title="BLEU", role="meen"),), "t: unknown role 'meen'", "did you mean mean?"),
        ((DescribedColumn(title="BLEU", role="bleu-matches-10"),), "t: unknown role 'bleu-matches-10'", "did you mean bleu-matches-1?"),
    ],
)  # fmt: skip
def test_descriptions_that_do_not_fit(column: tuple[DescribedColumn, ...], message: str, hint: str) -> None:
    with pytest.raises(InputError) as raised:
        _import(*_ROWS, column=column)
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_descriptions_of_rows_that_do_not_fit() -> None:
    for row, message, hint in (
        ([DescribedRow(name="aa")], "t has no row 'aa'", "did you mean a?"),
        ([DescribedRow(name="a"), DescribedRow(name="a")], "t: a row is described twice", "keep only one [[table.row]] for each name"),
    ):  # fmt: skip
        with pytest.raises(InputError) as raised:
            _import(*_ROWS, row=row)
        assert (raised.value.message, raised.value.hint) == (message, hint)


def test_roles_of_ngrams_have_any_order_up_to_9() -> None:
    (table,) = _import(*_ROWS, column=(DescribedColumn(title="BLEU", role="bleu-matches-9"),)).tables
    assert table.columns[0].quantity == "bleu-matches-9"


def test_statements_about_a_row_override_those_about_a_column_and_a_table() -> None:
    everything: dict[str, Any] = {
        "hypotheses": "{row}.{test_set}.{column}.{3}",
        "references": ["{test_set}.ref"],
        "like": "sacrebleu",
    }
    imported = _import(
        *_ROWS,
        column=(DescribedColumn(title="BLEU", metric="BLEU", settings={"case": "lower"}, test_set="x", items=7),),
        row=[DescribedRow(name="b", file="bb", settings={"tokenizer": "char"}, test_set="y", like="nltk", items=9)],
        settings={"case": "keep", "max_order": 2},
        source="a paper",
        shared="row",
        test_set="z",
        **everything,
    )
    rest: dict[str, Any] = {"source": "a paper", "shared": "row", "label": "BLEU"}
    assert imported.claims == [
        Claim("BLEU", "1.5", "a, BLEU", "a.x.BLEU.2.5", ["x.ref"], settings={"case": "lower", "max_order": 2}, like="sacrebleu", items=7, system="a", row="a", **rest),
        Claim("BLEU", "3.5", "b, BLEU", "bb.y.BLEU.4.5", ["y.ref"], settings={"case": "lower", "max_order": 2, "tokenizer": "char"}, like="nltk", items=9, system="b", row="b", **rest),
    ]  # fmt: skip
    (table,) = imported.tables
    (column,) = table.columns
    assert (column.name, column.quantity, column.test_set) == ("BLEU", "bleu", "x")
    assert column.knobs == {"case": "lower", "max_order": 2, "items": 7}
    assert [row.test_set for row in table.rows] == ["", "y"]


def test_stated_settings_override_those_that_the_name_of_a_metric_implies() -> None:
    columns = (DescribedColumn(title="BLEU", metric="macro F1", settings={"average": "micro"}),)
    (table,) = _import(*_ROWS, column=columns).tables
    assert (table.columns[0].quantity, table.columns[0].knobs) == ("f1", {"average": "micro"})
    (implied,) = _import(*_ROWS, column=(DescribedColumn(title="BLEU", metric="macro F1"),)).tables
    assert implied.columns[0].knobs == {"average": "macro"}


def test_a_test_set_may_depend_on_the_row_or_on_the_column() -> None:
    (by_row,) = _import(*_ROWS, test_set="{row}-{1}").tables
    assert ([row.test_set for row in by_row.rows], by_row.columns[0].test_set) == (["a-a", "b-b"], "")
    (by_column,) = _import(*_ROWS, test_set="{column}").tables
    assert ([row.test_set for row in by_column.rows], by_column.columns[0].test_set) == (["", ""], "BLEU")


@pytest.mark.parametrize(
    ("metric", "problem", "elsewhere"),
    [
        ("COMET", "t: ", True),
        ("BLUE", "t: unknown metric: 'BLUE'", False),
        ("{what}", "t: '{what}' is not a placeholder", False),
    ],
)
def test_claims_that_cannot_be_audited(metric: str, problem: str, elsewhere: bool) -> None:
    imported = _import("model|x", "a|" + "1" * 90, column=(DescribedColumn(title="x", metric=metric),), source="s")
    (claim,) = imported.claims
    assert isinstance(claim, MalformedClaim)
    assert claim.problem.startswith(problem)
    assert (claim.metric, claim.published, claim.id, claim.where) == (metric, "1" * 80, "a, x", "s")
    assert (claim.elsewhere, claim.system, claim.row) == (elsewhere, "a", "a")
    assert imported.tables[0].columns[0].quantity == ""


def test_the_cells_of_checks() -> None:
    imported = _import(
        "model|BLEU|P", "a|1.5 ± 0.2|20%", "b|x|-", column=(_BLEU, DescribedColumn(title="P", role="p-value"))
    )
    (table,) = imported.tables
    assert table.rows[0].cells == [
        Cell("1.5 ± 0.2", "1.5", spread="0.2", place="a, BLEU"),
        Cell("20%", "20", percent=True, place="a, P"),
    ]
    assert table.rows[1].cells == [Cell("x", place="b, BLEU"), Cell("-", place="b, P")]
    assert [(column.name, column.quantity) for column in table.columns] == [("BLEU", "bleu"), ("P", "p-value")]
    assert _import("model|BLEU", column=(_BLEU,)).tables == []
    assert _import(*_ROWS, column=(DescribedColumn(title="BLEU", ignore=True),)).tables == []


def test_rows_with_too_many_cells_are_no_claims() -> None:
    claims = _claims("model|BLEU|", "a|27|3", "b|3|")
    assert claims[0][0] == "a, BLEU"
    assert claims[0][1].startswith("t: the row has 3 cells, but the titles span 2")
    assert claims[1:] == [("b, BLEU", "3")]
    known = _claims("model|BLEU|", "a|27|3", column=(_BLEU, DescribedColumn(place=3, metric="chrF")))
    assert known == [("a, BLEU", "27"), ("a, column 3", "3")]


def test_bounds_and_intervals_are_claims_though_they_are_no_numbers() -> None:
    p = DescribedColumn(title="p", metric="p-value", statistic="BLEU", hypotheses="h", references=["r"], baseline="b")
    assert _claims("model|p", "a|< 0.05", column=(p,)) == [("a, p", "<0.05")]
    assert _claims("model|p", "a|soon", column=(p,))[0][1].startswith("t: ")


def test_marks_are_explained_by_the_caption_unless_they_are_stated() -> None:
    stated = DescribedColumn(
        title="BLEU", metric="BLEU", hypotheses="h", references=["r"], baseline="b", marks={"*": "p < 0.01"}
    )
    plain = DescribedColumn(title="BLEU", metric="BLEU", hypotheses="h", references=["r"], baseline="b")
    for column, caption, bound in ((stated, "* p < 0.05", "<0.01"), (plain, "* p < 0.05", "<0.05")):
        for where in ("caption", "notes"):
            claims = _import("model|BLEU", "a|27.3*", column=(column,), **{where: caption}).claims
            assert [claim.number for claim in claims if isinstance(claim, Claim)] == ["27.3", bound]
