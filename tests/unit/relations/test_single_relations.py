"""Every relation alone: a table that keeps it, one that breaks it, and what excuses it or is missing to check it."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _column(what: str, **fields: Any) -> PrintedColumn:
    return PrintedColumn(fields.pop("name", what), what, fields.pop("knobs", {}), **fields)


def _cell(text: str) -> Cell:
    """A number; one in asterisks is bold, and one after ± is its spread."""
    number, _, spread = text.strip("*").partition("±")
    return Cell(text, number, number.endswith("%"), spread, text.startswith("*")) if number != "-" else Cell("-")


def _table(columns: list[PrintedColumn], *rows: str, names: str = "", **of_rows: list[Any]) -> PrintedTable:
    named = names.split(",") if names else [f"system {number}" for number in range(len(rows))]
    more = [{key: values[number] for key, values in of_rows.items()} for number in range(len(rows))]
    cells = [[_cell(text) for text in row.split()] for row in rows]
    return PrintedTable(
        "t", columns, [Row(name, own, **fields) for name, own, fields in zip(named, cells, more, strict=True)]
    )


def _state(table: PrintedTable, relation: str) -> str:
    """Return how often a relation holds, is broken, is doubtful, and lacks a fact."""
    found = check(table)
    parts = (found.checked, found.broken, found.doubtful, found.unchecked)
    counts = [sum(each.relation == relation for each in part) for part in parts]
    return " ".join(
        f"{count} {word}"
        for count, word in zip(counts, ("held", "broken", "doubtful", "missing"), strict=True)
        if count
    )


def _counts(*names: str) -> list[PrintedColumn]:
    of_one = {"precision", "recall", "f1"}
    return [_column(name, knobs={"classes": 2, **({"average": "binary"} if name in of_one else {})}) for name in names]


_FOUR = ("tp", "fp", "fn", "tn")
_LENGTHS = ("hyp_len", "ref_len")
_BINARY = {"classes": 2, "average": "binary"}


@pytest.mark.parametrize(
    ("columns", "row", "relation", "state"),
    [
        (("ratio", *_LENGTHS), "1.500 3 2", "ratio of the lengths", "1 held"),
        (("ratio", *_LENGTHS), "0.667 3 2", "ratio of the lengths", "1 broken"),
        (("ratio", *_LENGTHS), "0.667 3 0", "ratio of the lengths", "1 missing"),
        (("bp", *_LENGTHS), "0.368 4 8", "brevity penalty of the lengths", "1 held"),
        (("bp", *_LENGTHS), "0.607 4 8", "brevity penalty of the lengths", "1 broken"),
        (("bp", *_LENGTHS), "1.000 8 4", "brevity penalty of the lengths", "1 held"),
        (("bp", *_LENGTHS), "0.990 8 4", "brevity penalty of the lengths", "1 broken"),
        (("bp", *_LENGTHS), "1.000 4 4", "brevity penalty of the lengths", "1 held"),
        (("bp", *_LENGTHS), "0.000 0 4", "brevity penalty of the lengths", "1 held"),
        (("bp", "ratio"), "0.368 0.500", "brevity penalty of the ratio of lengths", "1 held"),
        (("bp", "ratio"), "0.500 0.500", "brevity penalty of the ratio of lengths", "1 broken"),
        (("bp", "ratio"), "1.000 2.000", "brevity penalty of the ratio of lengths", "1 held"),
        (("bleu", "bp"), "36.8 0.368", "BLEU at most the brevity penalty", "1 held"),
        (("bleu", "bp"), "37.0 0.368", "BLEU at most the brevity penalty", "1 broken"),
        (("bleu", "bleu-precision-1"), "40.0 50.0", "BLEU of precisions and brevity penalty", "1 missing"),
        (("bleu", "bleu-precision-1", "bleu-precision-2", "bp"), "20.00 50.00 32.00 0.5", "BLEU of precisions and brevity penalty", "1 held"),
        (("bleu", "bleu-precision-1", "bleu-precision-2", "bp"), "40.00 50.00 32.00 0.5", "BLEU of precisions and brevity penalty", "1 broken"),
        (("bleu-precision-2", "bleu-matches-2", "bleu-ngrams-2"), "50.0 5 10", "n-gram precision of its counts", "1 held"),
        (("bleu-precision-2", "bleu-matches-2", "bleu-ngrams-2"), "60.0 5 10", "n-gram precision of its counts", "1 broken"),
        (("bleu-precision-2", "bleu-matches-2", "bleu-ngrams-2"), "5.0 0 10", "n-gram precision of its counts", "1 held"),
        (("bleu-precision-2", "bleu-matches-2", "bleu-ngrams-2"), "20.0 0 10", "n-gram precision of its counts", "1 broken"),
        (("bleu-precision-2", "bleu-matches-2", "bleu-ngrams-2"), "0.0 0 0", "n-gram precision of its counts", "1 held"),
        (("bleu-precision-2", "bleu-matches-2", "bleu-ngrams-2"), "20.0 0 0", "n-gram precision of its counts", "1 broken"),
        (("bleu-precision-2", "bleu-matches-3", "bleu-ngrams-3"), "60.0 5 10", "n-gram precision of its counts", ""),
        (("bleu-ngrams-1", "hyp_len"), "10 10", "the number of unigrams is the number of words", "1 held"),
        (("bleu-ngrams-1", "hyp_len"), "11 10", "the number of unigrams is the number of words", "1 broken"),
        (("precision", "tp", "fp"), "0.75 3 1", "precision of TP, FP", "1 held"),
        (("precision", "tp", "fp"), "0.25 3 1", "precision of TP, FP", "1 broken"),
        (("precision", "tp", "fp"), "0.00 0 0", "precision of TP, FP", "1 held"),
        (("precision", "tp", "fp"), "1.00 0 0", "precision of TP, FP", "1 held"),
        (("precision", "tp", "fp"), "0.50 0 0", "precision of TP, FP", "1 broken"),
        (("recall", "tp", "fn"), "0.60 3 2", "recall of TP, FN", "1 held"),
        (("recall", "tp", "fn"), "0.40 3 2", "recall of TP, FN", "1 broken"),
        (("f1", "tp", "fp", "fn"), "0.667 3 1 2", "f1 of TP, FP, FN", "1 held"),
        (("f1", "tp", "fp", "fn"), "0.500 3 1 2", "f1 of TP, FP, FN", "1 broken"),
        (("accuracy", *_FOUR), "0.70 3 1 2 4", "accuracy of TP, FP, FN, TN", "1 held"),
        (("accuracy", *_FOUR), "0.30 3 1 2 4", "accuracy of TP, FP, FN, TN", "1 broken"),
        (("mcc", *_FOUR), "0.408 3 1 2 4", "mcc of TP, FP, FN, TN", "1 held"),
        (("mcc", *_FOUR), "-0.408 3 1 2 4", "mcc of TP, FP, FN, TN", "1 broken"),
        (("mcc", *_FOUR), "-0.408 1 3 4 2", "mcc of TP, FP, FN, TN", "1 held"),
        (("mcc", *_FOUR), "0.000 3 2 0 0", "mcc of TP, FP, FN, TN", "1 held"),
        (("kappa", *_FOUR), "0.400 3 1 2 4", "kappa of TP, FP, FN, TN", "1 held"),
        (("kappa", *_FOUR), "0.300 3 1 2 4", "kappa of TP, FP, FN, TN", "1 broken"),
        (("items", *_FOUR), "10 3 1 2 4", "items of TP, FP, FN, TN", "1 held"),
        (("items", *_FOUR), "11 3 1 2 4", "items of TP, FP, FN, TN", "1 broken"),
    ],
)  # fmt: skip
def test_a_row_keeps_or_breaks_a_relation(columns: tuple[str, ...], row: str, relation: str, state: str) -> None:
    """MCC of 3, 1, 2, 4 is (12 - 2)/sqrt(4 5 5 6) = 0.408, and kappa (0.7 - 0.5)/(1 - 0.5)."""
    assert _state(_table(_counts(*columns), row), relation) == state


@pytest.mark.parametrize(
    ("average", "classes", "state"),
    [("binary", 2, "1 broken"), ("micro", 2, "1 broken"), ("macro", 2, ""), ("", 2, "1 doubtful")],
)
def test_only_averages_of_sums_follow_from_counts(average: str, classes: int, state: str) -> None:
    knobs = {"classes": classes, **({"average": average} if average else {})}
    table = _table([_column("precision", knobs=knobs), *_counts("tp", "fp")], "0.25 3 1")
    assert _state(table, "precision of TP, FP") == state


@pytest.mark.parametrize("role", ["accuracy", "mcc", "kappa"])
def test_scores_of_all_classes_follow_from_counts_of_one_of_two(role: str) -> None:
    for classes, state in ((2, "1 broken"), (3, "1 doubtful")):
        columns = [_column(role, knobs={"classes": classes}), *(_column(name, label="a") for name in _FOUR)]
        assert _state(_table(columns, "0.30 3 1 2 4"), f"{role} of TP, FP, FN, TN") == state


def test_rows_of_one_test_set_have_as_many_positive_items() -> None:
    """3 + 2 and 4 + 1 are 5, 3 + 3 is not; without a test set, the rows may be of different ones."""
    name = "rows of the same test set have the same TP+FN"
    for test_set, broken in (("x", "1 held 1 broken"), ("", "1 held 1 doubtful")):
        columns = [_column(role, test_set=test_set) for role in ("tp", "fn")]
        assert _state(_table(columns, "3 2", "4 1", "3 3"), name) == broken
    columns = [_column(role) for role in ("fp", "tn", "tp")]
    assert (
        _state(_table(columns, "1 4 7", "2 4 7", test_set=["x", "x"]), "rows of the same test set have the same FP+TN")
        == "1 broken"
    )
    assert (
        _state(_table(columns, "1 4 7", "2 4 7", test_set=["x", "y"]), "rows of the same test set have the same FP+TN")
        == ""
    )


def _means(*of: str) -> list[PrintedColumn]:
    return [
        _column("accuracy", name="A", test_set="1"),
        _column("accuracy", name="B", test_set="2"),
        _column("mean", of=list(of)),
    ]


@pytest.mark.parametrize(
    ("columns", "row", "relation", "state"),
    [
        (_means("A", "B"), "0.50 0.60 0.55", "mean of columns", "1 held"),
        (_means("A", "B"), "0.50 0.60 0.57", "mean of columns", "1 broken"),
        (_means("A"), "0.50 0.60 0.55", "mean of columns", "1 broken"),
        (_means(), "0.50 0.60 0.10", "mean of columns", ""),
    ],
)
def test_means_of_columns(columns: list[PrintedColumn], row: str, relation: str, state: str) -> None:
    assert _state(_table(columns, row), relation) == state


def test_means_of_rows() -> None:
    """Of all rows above it, or of those that it names."""
    columns = [_column("accuracy")]
    above = _table(columns, "0.2", "0.4", "0.3", names="a,b,mean", quantity=["", "", "mean"])
    assert _state(above, "mean of rows") == "1 held"
    named = _table(columns, "0.2", "0.4", "0.2", names="a,b,mean", quantity=["", "", "mean"], of=[[], [], ["b"]])
    assert _state(named, "mean of rows") == "1 broken"
    below = _table(columns, "0.2", "0.2", "0.8", names="a,mean,c", quantity=["", "mean", ""])
    assert _state(below, "mean of rows") == "1 held"
    gap = _table(columns, "0.2", "-", "0.3", names="a,b,mean", quantity=["", "", "mean"])
    assert _state(gap, "mean of rows") == ""


def _differences(what: str, of: list[str], base: str = "") -> list[PrintedColumn]:
    return [
        _column("bleu", name="A", test_set="1"),
        _column("bleu", name="B", test_set="2"),
        _column(what, of=of, base=base),
    ]


def test_differences_of_columns_and_from_a_row() -> None:
    """Of two columns in either direction, or of one column and a row."""
    of_two = _differences("delta", ["A", "B"])
    assert _state(_table(of_two, "30.0 20.0 10.0", "25.0 24.0 1.0"), "difference") == "2 held"
    assert _state(_table(of_two, "30.0 20.0 -10.0", "25.0 24.0 -1.0"), "difference") == "2 held"
    assert (
        _state(_table(of_two, "30.0 20.0 10.0", "25.0 24.0 1.0", "25.0 20.0 -5.0"), "difference") == "2 held 1 broken"
    )
    of_row = _differences("delta", ["A"], "base")
    assert (
        _state(_table(of_row, "30.0 1.0 -", "35.0 1.0 5.0", "28.0 1.0 -2.0", names="base,x,y"), "difference")
        == "2 held"
    )
    assert (
        _state(_table(of_row, "30.0 1.0 -", "35.0 1.0 5.0", "28.0 1.0 -4.0", names="base,x,y"), "difference")
        == "1 held 1 broken"
    )
    assert _state(_table(of_row, "30.0 1.0 1.0", "35.0 1.0 5.0", names="other,x"), "delta of columns") == "1 missing"
    relative = _differences("relative", ["A", "B"])
    assert _state(_table(relative, "30.0 20.0 50.0", "22.0 20.0 10.0"), "relative difference") == "2 held"
    assert (
        _state(_table(relative, "30.0 20.0 50.0", "22.0 20.0 10.0", "30.0 20.0 33.3"), "relative difference")
        == "2 held 1 broken"
    )


def test_ranks_are_in_the_order_of_scores() -> None:
    ranked = [_column("bleu", name="A"), _column("rank", of=["A"])]
    assert _state(_table(ranked, "30.0 1", "20.0 2", "10.0 3"), "order of ranks") == "3 held"
    assert _state(_table(ranked, "30.0 2", "20.0 1"), "order of ranks") == "1 broken"
    assert _state(_table(ranked, "30.0 1", "30.0 2"), "order of ranks") == "1 held"
    assert _state(_table(ranked, "30.0 1", "20.0 1"), "order of ranks") == ""
    errors = [_column("ter", name="A"), _column("rank", of=["A"])]
    assert _state(_table(errors, "30.0 2", "20.0 1"), "order of ranks") == "1 held"
    assert _state(_table(errors, "30.0 1", "20.0 2"), "order of ranks") == "1 broken"
    unknown = [_column("", name="A"), _column("rank", of=["A"])]
    assert _state(_table(unknown, "30.0 1", "20.0 2"), "ranks") == "1 missing"


@pytest.mark.parametrize(
    ("quantity", "rows", "fields", "state"),
    [
        ("bleu", ("*30.0*", "20.0", "10.0"), {}, "2 held"),
        ("bleu", ("30.0", "*20.0*", "10.0"), {}, "1 held 1 doubtful"),
        ("ter", ("30.0", "*20.0*", "25.0"), {}, "2 held"),
        ("bleu", ("30.0", "*20.0*", "*10.0*"), {}, ""),
        ("bleu", ("*30.0*", "*30.0*", "10.0"), {}, "2 held"),
        ("bleu", ("40.0", "*30.0*", "10.0"), {"names": "Human,b,c"}, "1 held"),
        ("bleu", ("40.0", "*30.0*", "10.0"), {"block": [0, 1, 1]}, "1 held"),
        ("bleu", ("40.0", "*30.0*", "10.0"), {"test_set": ["x", "y", "y"]}, "1 held"),
        ("", ("30.0", "*20.0*", "10.0"), {}, ""),
    ],
)
def test_bold_is_the_best_of_its_block(
    quantity: str, rows: tuple[str, ...], fields: dict[str, Any], state: str
) -> None:
    assert _state(_table([_column(quantity, name="A")], *rows, **fields), "bold is the best") == state


def test_a_fully_bold_row_is_no_claim() -> None:
    columns = [_column("bleu", name="A", test_set="1"), _column("bleu", name="B", test_set="2")]
    assert _state(_table(columns, "*30.0* *10.0*", "20.0 20.0"), "bold is the best") == "1 held"


_ITEMS = "integer number of items"


@pytest.mark.parametrize(
    ("columns", "row", "state"),
    [
        ([_column("accuracy", knobs={"items": 20})], "0.65", "1 held"),
        ([_column("accuracy", knobs={"items": 20})], "0.66", "1 broken"),
        ([_column("accuracy", knobs={"items": 100})], "0.66", "1 missing"),
        ([_column("accuracy", knobs={"items": 99})], "0.66", "1 held"),
        ([_column("accuracy", knobs={"items": "more"})], "0.66", ""),
        ([_column("accuracy")], "0.66", "1 missing"),
        ([_column("accuracy", knobs={"items": 20, "normalize": "count"})], "0.66", ""),
        ([_column("accuracy"), _column("items")], "0.66 20", "1 broken"),
        ([_column("accuracy"), _column("items")], "0.65 20", "1 held"),
        ([_column("accuracy"), _column("items")], "0.65 0", ""),
        ([_column("accuracy", knobs={"items": 4, "runs": 5})], "0.65", "1 held"),
        ([_column("accuracy", knobs={"items": 4, "runs": 5})], "0.66", "1 broken"),
        ([_column("accuracy", knobs={"items": 20})], "0.66±0.01", "1 missing"),
        ([_column("precision", knobs={"items": 5, **_BINARY})], "0.667", "1 held"),
        ([_column("precision", knobs={"items": 5, **_BINARY})], "0.700", "1 broken"),
        ([_column("precision", knobs={"items": 5, "average": "macro"})], "0.700", ""),
        ([_column("precision", knobs={"items": 5, "runs": 3, **_BINARY})], "0.700", "1 missing"),
        ([_column("precision", knobs={"items": 5})], "0.700", "1 doubtful"),
        ([_column("f1", knobs={"items": 5, **_BINARY})], "0.571", "1 held"),
        ([_column("f1", knobs={"items": 5, **_BINARY})], "0.600", "1 broken"),
        ([_column("precision", knobs={"items": 14, **_BINARY})], "0.50", "1 held"),
        ([_column("precision", knobs={"items": 15, **_BINARY})], "0.50", "1 missing"),
        ([_column("accuracy"), _column("items", name="of a", label="a"), _column("items")], "0.65 10 20", "1 held"),
        ([_column("accuracy"), _column("items", name="of a", label="a"), _column("items")], "0.65 20 10", "1 broken"),
        (
            [_column("precision", label="a"), _column("items", name="of a", label="a"), _column("items")],
            "0.143 2 7",
            "1 held",
        ),
        (
            [_column("precision", label="a"), _column("items", name="of a", label="a"), _column("items")],
            "0.143 7 2",
            "1 broken",
        ),
        ([_column("recall", label="a"), _column("items", label="a")], "0.75 4", "1 held"),
        ([_column("recall", label="a"), _column("items", label="a")], "0.67 4", "1 broken"),
    ],
)
def test_a_share_of_items(columns: list[PrintedColumn], row: str, state: str) -> None:
    """F1 of 2 hits and 3 errors is 4/7, and 0.6 would be 3 hits of 7."""
    assert _state(_table(columns, row), _ITEMS) == state


def _prf(**knobs: Any) -> list[PrintedColumn]:
    return [_column(name, knobs=knobs) for name in ("f1", "precision", "recall")]


_F, _MEAN_F = "F1 of precision and recall", "mean F1 within the bounds of mean precision and recall"


@pytest.mark.parametrize(
    ("knobs", "row", "relation", "state"),
    [
        (_BINARY, "0.480 0.600 0.400", _F, "1 held"),
        (_BINARY, "0.500 0.600 0.400", _F, "1 broken"),
        ({}, "0.450 0.600 0.400", _F, "1 doubtful"),
        ({"average": "macro"}, "0.450 0.600 0.400", _MEAN_F, "1 held"),
        ({"average": "macro"}, "0.450 0.600 0.400", _F, ""),
        ({"average": "macro"}, "0.490 0.600 0.400", _MEAN_F, "1 broken"),
        ({"average": "macro"}, "0.590 0.800 0.800", _MEAN_F, "1 broken"),
        ({**_BINARY, "beta": 2}, "0.429 0.600 0.400", _F, "1 held"),
        ({**_BINARY, "beta": 2}, "0.480 0.600 0.400", _F, "1 broken"),
        ({**_BINARY, "beta": 0.5}, "0.545 0.600 0.400", _F, "1 held"),
    ],
)
def test_f_of_precision_and_recall(knobs: dict[str, Any], row: str, relation: str, state: str) -> None:
    """F2 of 0.6 and 0.4 is 5 * 0.24 / (4 * 0.6 + 0.4) = 0.429, and F0.5 is 1.25 * 0.24 / (0.15 + 0.4) = 0.545."""
    assert _state(_table(_prf(**knobs), row), relation) == state


@pytest.mark.parametrize(
    ("name", "knobs", "row", "relation", "state"),
    [
        ("rouge-n", {"order": 1, "average": "corpus"}, "48.0 60.0 40.0", "F of precision and recall", "1 held"),
        ("rouge-n", {"order": 1, "average": "corpus"}, "45.0 60.0 40.0", "F of precision and recall", "1 broken"),
        ("rouge-l", {"average": "corpus"}, "45.0 60.0 40.0", "F of precision and recall", "1 doubtful"),
        ("rouge-l", {"average": "corpus", "beta": 2}, "42.9 60.0 40.0", "F of precision and recall", "1 held"),
        ("rouge-l", {"average": "corpus", "f_form": "alpha", "alpha": 0.2}, "42.9 60.0 40.0", "F of precision and recall", "1 held"),
        ("rouge-l", {"average": "corpus", "f_form": "alpha"}, "42.9 60.0 40.0", "F of precision and recall", "1 broken"),
        ("rouge-n", {"order": 1}, "45.0 60.0 40.0", "mean F within the bounds of mean precision and recall", "1 held"),
        ("rouge-n", {"order": 1}, "49.0 60.0 40.0", "mean F within the bounds of mean precision and recall", "1 broken"),
        ("rouge-n", {"order": 1, "average": "resampled"}, "49.0 60.0 40.0", "mean F within the bounds of mean precision and recall", "1 missing"),
        ("rouge-l", {}, "59.0 60.0 40.0", "mean F within the bounds of mean precision and recall", "1 held"),
        ("rouge-l", {}, "61.0 60.0 40.0", "mean F within the bounds of mean precision and recall", "1 broken"),
        ("rouge-l", {}, "59.0 60.0 40.0", "mean F within the bounds of mean precision and recall, weighed alike", "1 doubtful"),
    ],
)  # fmt: skip
def test_f_of_rouge(name: str, knobs: dict[str, Any], row: str, relation: str, state: str) -> None:
    measures = [{}, {"measure": "precision"}, {"measure": "recall"}]
    columns = [_column(name, name=f"{k}", knobs={**knobs, **own}) for k, own in enumerate(measures)]
    assert _state(_table(columns, row), relation) == state
