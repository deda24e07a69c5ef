"""Relations of averages over classes, of p-values, of intervals and of standard errors, each alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _state(columns: list[PrintedColumn], row: str, relation: str) -> str:
    """Return how often a relation holds, is broken, is doubtful, and lacks a fact."""
    found = check(PrintedTable("t", columns, [Row("", [Cell(text, text) for text in row.split()])]))
    parts: dict[str, Sequence[Any]] = {
        "held": found.checked,
        "broken": found.broken,
        "doubtful": found.doubtful,
        "missing": found.unchecked,
    }
    counts = {word: sum(each.relation == relation for each in part) for word, part in parts.items()}
    return " ".join(f"{count} {word}" for word, count in counts.items() if count)


def _column(what: str, **fields: Any) -> PrintedColumn:
    return PrintedColumn(fields.pop("name", what), what, fields.pop("knobs", {}), **fields)


def _of_classes(what: str, average: str, classes: object = 2, items: bool = False) -> list[PrintedColumn]:
    """A score of all classes, of the classes a and b, and perhaps their numbers of items."""
    knobs: dict[str, Any] = {"classes": classes} if classes else {}
    whole = {**knobs, **({"average": average} if average else {})}
    own = [_column(what, name=f"{what} {label}", label=label) for label in "ab"]
    sizes = [_column("items", name=f"items {label}", label=label) for label in "ab"] if items else []
    return [_column(what, knobs=whole), *own, *sizes]


@pytest.mark.parametrize(
    ("columns", "row", "relation", "state"),
    [
        (_of_classes("precision", "macro"), "0.60 0.80 0.40", "the mean of the classes' precision", "1 held"),
        (_of_classes("precision", "macro"), "0.70 0.80 0.40", "the mean of the classes' precision", "1 broken"),
        (_of_classes("precision", "macro", None), "0.70 0.80 0.40", "the mean of the classes' precision", "1 doubtful"),
        (_of_classes("precision", "macro", 3), "0.60 0.80 0.40", "precision of all classes", "1 missing"),
        (_of_classes("recall", "weighted", items=True), "0.70 0.80 0.40 30 10", "the weighted mean of the classes' recall", "1 held"),
        (_of_classes("recall", "weighted", items=True), "0.60 0.80 0.40 30 10", "the weighted mean of the classes' recall", "1 broken"),
        (_of_classes("recall", "weighted", items=True), "0.50 0.80 0.40 10 30", "the weighted mean of the classes' recall", "1 held"),
        (_of_classes("recall", "weighted", items=True), "0.60 0.80 0.40 0 0", "the weighted mean of the classes' recall", "1 held"),
        (_of_classes("recall", "weighted"), "0.60 0.80 0.40", "the weighted mean of the classes' recall", "1 held"),
        (_of_classes("recall", "weighted"), "0.90 0.80 0.40", "the weighted mean of the classes' recall", "1 broken"),
        (_of_classes("precision", "micro"), "0.50 0.80 0.40", "an average of the classes' precision", "1 held"),
        (_of_classes("precision", "micro"), "0.30 0.80 0.40", "an average of the classes' precision", "1 broken"),
        (_of_classes("f1", ""), "0.52 0.10 0.10", "an average of the classes' f1", "1 held"),
        (_of_classes("f1", ""), "0.54 0.10 0.10", "an average of the classes' f1", "1 broken"),
        (_of_classes("precision", ""), "0.85 0.80 0.40", "an average of the classes' precision", "1 broken"),
    ],
)  # fmt: skip
def test_averages_over_classes(columns: list[PrintedColumn], row: str, relation: str, state: str) -> None:
    """The F1 of mean precision and recall is up to (1 + 0.1/1.9)/2 = 0.526 for two classes with 0.1."""
    assert _state(columns, row, relation) == state


def _accuracy(what: str, **knobs: Any) -> list[PrintedColumn]:
    classes = [_column("recall", name=f"recall {label}", label=label) for label in "ab"]
    return [_column(what, knobs={"classes": 2, **knobs}), *classes]


@pytest.mark.parametrize(
    ("columns", "row", "relation", "state"),
    [
        (_accuracy("balanced-accuracy"), "0.60 0.80 0.40", "balanced accuracy is the mean recall", "1 held"),
        (_accuracy("balanced-accuracy"), "0.70 0.80 0.40", "balanced accuracy is the mean recall", "1 broken"),
        (_accuracy("balanced-accuracy", adjusted=True), "0.70 0.80 0.40", "balanced accuracy is the mean recall", ""),
        (_accuracy("accuracy"), "0.70 0.80 0.40", "accuracy is the weighted recall", "1 held"),
        (_accuracy("accuracy"), "0.90 0.80 0.40", "accuracy is the weighted recall", "1 broken"),
        (_accuracy("accuracy", classes=3), "0.90 0.80 0.40", "accuracy is the weighted recall", ""),
    ],
)
def test_accuracies_of_recalls(columns: list[PrintedColumn], row: str, relation: str, state: str) -> None:
    assert _state(columns, row, relation) == state


@pytest.mark.parametrize(
    ("what", "average", "other", "row", "relation", "state"),
    [
        ("precision", "micro", "accuracy", "0.70 0.70", "accuracy is micro precision", "1 held"),
        ("precision", "micro", "accuracy", "0.70 0.60", "accuracy is micro precision", "1 broken"),
        ("recall", "weighted", "accuracy", "0.70 0.60", "accuracy is weighted recall", "1 broken"),
        ("precision", "weighted", "accuracy", "0.70 0.60", "accuracy is weighted precision", ""),
        ("recall", "macro", "balanced-accuracy", "0.70 0.70", "balanced accuracy is macro recall", "1 held"),
        ("recall", "macro", "balanced-accuracy", "0.70 0.60", "balanced accuracy is macro recall", "1 doubtful"),
        ("f1", "macro", "balanced-accuracy", "0.70 0.60", "balanced accuracy is macro recall", ""),
    ],
)
def test_averages_that_are_accuracies(what: str, average: str, other: str, row: str, relation: str, state: str) -> None:
    columns = [_column(what, knobs={"classes": 3, "average": average}), _column(other)]
    assert _state(columns, row, relation) == state
    unknown = [_column(what, knobs={"average": average}), _column(other)]
    assert _state(unknown, row, relation) == state.replace("broken", "doubtful")


def test_items_of_classes() -> None:
    """Several labels for an item are possible, unless the number of classes is stated."""
    for classes, row, relation, state in (
        (2, "30 20 10", "items of all classes", "1 held"),
        (2, "31 20 10", "items of all classes", "1 broken"),
        (None, "31 20 10", "items of all classes", "1 doubtful"),
        ("more", "31 20 10", "items of some classes", "1 held"),
        ("more", "29 20 10", "items of some classes", "1 broken"),
        ("more", "31 20 10", "items of all classes", ""),
    ):
        knobs = {} if classes is None else {"classes": classes}
        own = [_column("items", name=label, label=label, knobs=knobs) for label in "ab"]
        assert _state([_column("items", knobs=knobs), *own], row, relation) == state, (classes, row)


def test_products_of_f1() -> None:
    columns = [_column("f1-mult"), *(_column("f1", name=label, label=label, knobs={"classes": 2}) for label in "ab")]
    assert _state(columns, "0.32 0.80 0.40", "F1-mult is the product of F1") == "1 held"
    assert _state(columns, "0.30 0.80 0.40", "F1-mult is the product of F1") == "1 broken"
    assert _state(columns, "0.30 0.80 0.40", "F1-mult is at most the product of F1") == "1 held"
    assert _state(columns, "0.40 0.80 0.40", "F1-mult is at most the product of F1") == "1 broken"


@pytest.mark.parametrize(
    ("resamples", "p", "state"),
    [
        (20, "0.25", "1 held"),
        (20, "0.143", "1 held"),
        (20, "0.17", "1 broken"),
        (20, "1.00", "1 held"),
        (100, "0.25", "1 missing"),
        (99, "0.25", "1 held"),
        (0, "0.25", "1 missing"),
        (None, "0.25", "1 missing"),
    ],
)
def test_p_values_of_resamples(resamples: int | None, p: str, state: str) -> None:
    """3 of 21 is 0.143; of 20 and 21, 3 and 4 are 0.15, 0.20, 0.143 and 0.190."""
    knobs = {} if resamples is None else {"resamples": resamples}
    assert _state([_column("p-value", knobs=knobs)], p, "p-value of resamples") == state


def _interval(kind: str = "") -> list[PrintedColumn]:
    knobs = {"interval": kind} if kind else {}
    ends = [_column(f"interval-{end}", knobs=knobs, of=["accuracy"]) for end in ("low", "high")]
    return [_column("accuracy"), *ends, _column("items")]


@pytest.mark.parametrize(
    ("kind", "row", "relation", "state"),
    [
        ("", "0.50 0.40 0.60 100", "an interval contains its number", "2 held"),
        ("", "0.30 0.40 0.60 100", "an interval contains its number", "1 held 1 doubtful"),
        ("", "0.70 0.40 0.60 100", "an interval contains its number", "1 held 1 doubtful"),
        ("wald", "0.30 0.40 0.60 100", "an interval contains its number", "1 held 1 broken"),
        ("", "0.50 0.402 0.598 100", "Wald's interval", ""),
        ("wald", "0.50 0.402 0.598 100", "Wald's interval", "2 held"),
        ("wald", "0.50 0.420 0.598 100", "Wald's interval", "1 held 1 broken"),
        ("wald", "0.50 0.402 0.580 100", "Wald's interval", "1 held 1 broken"),
        ("wald", "0.01 0.000 0.030 100", "Wald's interval", "2 held"),
    ],
)
def test_intervals_of_a_share(kind: str, row: str, relation: str, state: str) -> None:
    """1.96 times the root of 0.25/100 is 0.098; of 0.0099/100 it is 0.0195, and the lower end may be clipped at 0."""
    assert _state(_interval(kind), row, relation) == state


def _error(**knobs: Any) -> list[PrintedColumn]:
    return [_column("accuracy", knobs=knobs), _column("stderr", of=["accuracy"]), _column("items")]


@pytest.mark.parametrize(
    ("knobs", "row", "relation", "state"),
    [
        ({}, "0.5 0.0503 100", "standard error of scores from 0 to 1", "1 held"),
        ({}, "0.5 0.0400 100", "standard error of scores from 0 to 1", "1 held"),
        ({}, "0.5 0.0600 100", "standard error of scores from 0 to 1", "1 broken"),
        ({"scores": "0/1"}, "0.500 0.0503 100", "standard error of scores that are 0 or 1", "1 held"),
        ({"scores": "0/1"}, "0.500 0.0500 100", "standard error of scores that are 0 or 1", "1 broken"),
        ({"scores": "any"}, "0.500 0.0500 100", "standard error of scores that are 0 or 1", ""),
        ({"scores": "any"}, "0.500000 0.0500 100", "standard error of scores that are 0 or 1", "1 broken"),
        ({"scores": "any"}, "0.505000 0.0500 100", "standard error of scores that are 0 or 1", ""),
        ({"scores": "0/1"}, "1.000 0.0000 1", "standard error of scores that are 0 or 1", "1 held"),
    ],
)
def test_standard_errors(knobs: dict[str, Any], row: str, relation: str, state: str) -> None:
    """The root of 0.25/99 is 0.05025, and of 0.25/100 0.05."""
    assert _state(_error(**knobs), row, relation) == state


def test_standard_errors_without_a_number_of_items() -> None:
    """0.4 is 2 of 5, whose standard error is the root of 0.24/4 = 0.245; 0.25 would be that of 4.84 items."""
    columns = _error(scores="0/1")[:2]
    name = "standard error for some number of items"
    assert _state(columns, "0.4000 0.2449", name) == "1 held"
    assert _state(columns, "0.4000 0.2500", name) == "1 broken"
    assert _state(_error(scores="any")[:2], "0.4000 0.2500", name) == ""
    assert _state(columns, "0.50 0.05", name) == "1 held"  # 84 to 124 items
    assert _state(columns, "0.50 0.04", name) == "1 missing"  # too many numbers of items are possible


def test_chrf_with_words_is_at_least_half_of_that_without() -> None:
    columns = [_column("chrf", name="A", knobs={"word_order": 2}), _column("chrf", name="B", knobs={"word_order": 0})]
    name = "chrF++ is at least half of chrF"
    assert _state(columns, "30.0 60.0", name) == "1 held"
    assert _state(columns, "29.0 60.0", name) == "1 doubtful"
    other = [columns[0], _column("chrf", name="B", knobs={"word_order": 0, "beta": 1})]
    assert _state(other, "29.0 60.0", name) == ""
