"""Means, differences, ranks and bold numbers: what they mean over several runs, and which columns they bind."""

from __future__ import annotations

import re
from typing import Any

import pytest

from samescore.verbs.audit.printed_text.tables import PrintedColumn
from tests.unit.relations.test_single_relations import _column, _state, _table

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_A, _B = _column("bleu", name="A", test_set="1"), _column("bleu", name="B", test_set="2")
_E = _column("ter", name="E", test_set="3")


@pytest.mark.parametrize(
    ("columns", "rows", "fields", "relation", "state"),
    [
        ([_A, _B, _column("mean", of=["A", "B"])], ["30.0 20.0 25.0", "30.0 20.0 27.0"], {}, "mean of columns", "1 held 1 broken"),
        ([_A, _B, _column("delta", of=["A", "B"])], ["30.0 20.0 10.0", "25.0 24.0 1.0", "25.0 20.0 -5.0"], {}, "difference", "2 held 1 broken"),
        ([_A, _column("delta", of=["A"], base="x")], ["30.0 1.0", "35.0 5.0", "28.0 -4.0"], {"names": "x,y,z"}, "difference", "1 held 1 broken"),
        ([_A, _B, _column("relative", of=["A", "B"])], ["30.0 20.0 50.0", "22.0 20.0 10.0", "30.0 20.0 33.3"], {}, "relative difference", "2 held 1 broken"),
        ([_A, _column("rank", of=["A"])], ["30.0 1", "10.0 2", "20.0 3"], {}, "order of ranks", "2 held 1 broken"),
        ([_A], ["30.0", "*20.0*", "10.0"], {}, "bold is the best", "1 held 1 doubtful"),
        ([_A], ["30.0", "20.0", "27.0"], {"quantity": ["", "", "mean"]}, "mean of rows", "1 broken"),
    ],
)  # fmt: skip
def test_relations_of_columns_bind_means_over_runs(
    columns: list[PrintedColumn], rows: list[str], fields: dict[str, Any], relation: str, state: str
) -> None:
    """The same is found if each score is followed by its deviation over runs."""
    assert _state(_table(columns, *rows, **fields), relation) == state
    assert (
        _state(_table(columns, *(re.sub(r"[0-9]\.[0-9]", r"\g<0>±0.1", row) for row in rows), **fields), relation)
        == state
    )


def test_a_row_of_means_above_all_others_binds_nothing() -> None:
    assert _state(_table([_A], "50.0", "20.0", names="mean,a", quantity=["mean", ""]), "mean of rows") == ""


@pytest.mark.parametrize(
    ("of", "rows", "state"),
    [
        ([_A, _B], ("30.0 20.0 25.0", "32.0 24.0 *28.0*"), "1 held"),
        ([_A, _B], ("30.0 20.0 *25.0*", "32.0 24.0 28.0"), "1 doubtful"),
        ([_E], ("30.0 30.0", "28.0 *28.0*"), "1 held"),  # a lower error rate is better
        ([_E], ("30.0 *30.0*", "28.0 28.0"), "1 doubtful"),
        ([_A, _E], ("30.0 20.0 *25.0*", "32.0 24.0 28.0"), ""),  # neither direction is better
    ],
)
def test_the_best_mean_is_that_of_its_columns(of: list[PrintedColumn], rows: tuple[str, ...], state: str) -> None:
    columns = [*of, _column("mean", of=[column.name for column in of])]
    assert _state(_table(columns, *rows), "bold is the best") == state


@pytest.mark.parametrize("what", ["interval-low", "stderr", "mean", "delta"])
def test_only_ranks_are_ordered(what: str) -> None:
    columns = [_A, _column(what, of=["A"])]
    for relation in ("order of ranks", "ranks"):
        assert _state(_table(columns, "30.0 2", "20.0 1"), relation) == ""
