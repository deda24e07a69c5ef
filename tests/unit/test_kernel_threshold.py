"""Small inputs are counted by plain code: kernels would first build their tables."""

from __future__ import annotations

import pytest

from samescore.data.columns import LabelColumns
from samescore.data.corpus import Corpus
from samescore.metrics import METRIC_NAMES
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.kernel_threshold import kernel_pays_off
from tests.routes import compiled_metric

_BY_ROUTE = CompiledCounting.counter  # tests/routes.py replaces it


def _kernels_asked(monkeypatch: pytest.MonkeyPatch, words: int) -> bool:
    """Return whether kernels count a corpus of so many words."""
    asked: list[object] = []
    chosen = compiled_metric("rouge-l")
    monkeypatch.setattr("samescore.metrics.compiled.kernels_enabled", lambda: True)
    monkeypatch.setattr(type(chosen), "compiled_statistics", lambda *inputs, **_: asked.append(inputs))
    line = "word " * words
    _BY_ROUTE(chosen, chosen.counting(chosen.settings()))(Corpus.from_segments([line], [[line]]))
    return bool(asked)


def test_kernels_count_from_the_least_size_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _kernels_asked(monkeypatch, 1)
    assert _kernels_asked(monkeypatch, 100)


@pytest.mark.parametrize(
    ("hypotheses", "references", "enough"),
    [
        ([], [], False),
        (["ab"], [["cd"]], False),
        (["ab"], [["cd", "e"]], True),
        (["ab", "c"], [["d"], ["e"]], True),
    ],
)
def test_the_characters_of_all_lines_are_counted(
    hypotheses: list[str], references: list[list[str]], enough: bool
) -> None:
    assert Corpus.from_segments(hypotheses, references).has_text(5) is enough


def test_labels_do_not_depend_on_the_least_size() -> None:
    for items in (99, 100, 101):
        gold, predicted = ["a", "b", "a"] * items, ["b"] * 3 * items
        assert LabelColumns.of_lists(gold[:items], predicted[:items]) == LabelColumns.plain_of_lists(
            gold[:items], predicted[:items]
        )


def test_inputs_other_than_texts_are_large_enough() -> None:
    assert kernel_pays_off("f1", LabelColumns.of_lists(["a"], ["a"]))


def test_some_metrics_use_kernels_for_any_text() -> None:
    short = Corpus.from_segments(["a"], [["b"]])
    chosen = {name for name in METRIC_NAMES if kernel_pays_off(name, short)}
    assert chosen == {"bleu", "cer", "chrf", "gleu", "mer", "ter", "wer", "wil", "wip"}
