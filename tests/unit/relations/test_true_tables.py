"""No true table is ever called impossible: rounded or cut off, fractions or percentages, one to four decimals."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from samescore.verbs.audit.printed_text.tables import PrintedTable
from samescore.verbs.audit.relations import check
from tests.unit.relations.true_tables import MAKERS, tables

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: The relations that the tables of a maker must have been held to.
_RELATIONS = {
    "two_classes": {
        "F1 of precision and recall",
        "MCC within the bounds of precision and recall",
        "integer number of items",
        "accuracy at least the minimum for its precision and recall",
        "accuracy of TP, FP, FN, TN",
        "accuracy, precision and recall imply the same share of positive items",
        "f1 of TP, FP, FN",
        "items of TP, FP, FN, TN",
        "kappa of TP, FP, FN, TN",
        "mcc of TP, FP, FN, TN",
        "precision of TP, FP",
        "recall of TP, FN",
        "rows of the same test set have the same FP+TN",
        "rows of the same test set have the same TP+FN",
    },
    "several_classes": {
        "F1 of precision and recall",
        "F1-mult is at most the product of F1",
        "F1-mult is the product of F1",
        "integer number of items",
        "accuracy is micro f1",
        "accuracy is micro precision",
        "accuracy is micro recall",
        "accuracy is the weighted recall",
        "accuracy is weighted recall",
        "an average of the classes' f1",
        "an average of the classes' precision",
        "an average of the classes' recall",
        "balanced accuracy is macro recall",
        "items of all classes",
        "balanced accuracy is the mean recall",
        "mean F1 within the bounds of mean precision and recall",
        "the mean of the classes' f1",
        "the mean of the classes' precision",
        "the mean of the classes' recall",
        "the weighted mean of the classes' f1",
        "the weighted mean of the classes' precision",
        "the weighted mean of the classes' recall",
    },
    "means_of_f": {
        "mean F within the bounds of mean precision and recall",
        "mean F within the bounds of mean precision and recall, weighed alike",
        "mean F1 within the bounds of mean precision and recall",
    },
    "bleu_lines": {
        "BLEU of precisions and brevity penalty",
        "integer number of words",
        "brevity penalty of the lengths",
        "brevity penalty of the ratio of lengths",
        "ratio of the lengths",
    },
    "computed_columns": {
        "bold is the best",
        "difference",
        "mean of columns",
        "mean of rows",
        "order of ranks",
        "relative difference",
    },
    "uncertain": {
        "Wald's interval",
        "integer number of items",
        "an interval contains its number",
        "p-value of resamples",
    },
}
_WEIGHED = "F weights precision and recall differently"


def _check_all(make: Callable[[random.Random], PrintedTable], many: int, seed: int) -> None:
    held: set[str] = set()
    for table in tables(make, many, seed):
        result = check(table)
        assert not result.broken, (table, result.broken)
        assert not [doubt for doubt in result.doubtful if not doubt.unless.startswith(_WEIGHED)], (
            table,
            result.doubtful,
        )
        held |= {checked.relation for checked in result.checked}
    assert held >= _RELATIONS[make.__name__], "these relations were never checked"


#: Makers of tables that take seconds to check.
_LONG = {"bleu_lines", "computed_columns"}


@pytest.mark.parametrize(
    "make",
    [pytest.param(make, marks=[pytest.mark.slow] if make.__name__ in _LONG else []) for make in MAKERS],
    ids=lambda make: make.__name__,
)
def test_a_true_table_is_possible(make: Callable[[random.Random], PrintedTable]) -> None:
    _check_all(make, 200, 1)


@pytest.mark.slow
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_three_thousand_true_tables_are_possible(make: Callable[[random.Random], PrintedTable]) -> None:
    _check_all(make, 3_000, 2)
