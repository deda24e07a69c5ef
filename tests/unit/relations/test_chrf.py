"""chrF++ is at least half of chrF."""

from __future__ import annotations

import random

import pytest

from samescore import Corpus, score
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check

pytestmark = pytest.mark.once


def _table(plain: float, with_words: float) -> PrintedTable:
    columns = [PrintedColumn("chrF", "chrf", test_set="t"), PrintedColumn("chrF++", "chrf++", test_set="t")]
    return PrintedTable(
        "t", columns, [Row("", [Cell(f"{value:.2f}", f"{value:.2f}") for value in (plain, with_words)])]
    )


@pytest.mark.parametrize(
    "knobs",
    [{}, {"order_mean": "f-score"}, {"order_mean": "pooled"}, {"average": "sentences"}, {"empty_order": "zero"}],
)
def test_the_chrf_relation_holds_for_random_texts(knobs: dict[str, str]) -> None:
    rng = random.Random(9)
    for _ in range(60):
        lines = [
            [" ".join(rng.choice(["a", "b", "ab", "abc"]) for _ in range(rng.randint(1, 5))) for _ in "hr"]
            for _ in "12"
        ]
        corpus = Corpus.from_segments([line[0] for line in lines], [[line[1]] for line in lines])
        plain, with_words = (score("chrf", corpus, word_order=order, **knobs).value for order in (0, 2))
        result = check(_table(plain, with_words))
        assert not result.broken
        assert not result.doubtful, (lines, plain, with_words)


def test_less_than_half_is_a_doubt() -> None:
    assert [doubt.relation for doubt in check(_table(60.0, 29.9)).doubtful] == ["chrF++ is at least half of chrF"]
