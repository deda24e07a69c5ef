"""The adapter of pycocoevalcap takes the requested order from what the package returns."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from samescore.implementations.adapters import pycocoevalcap


class _Bleu:
    """A stand-in whose scores say their order and segment: 0.21 is order 2 of segment 1."""

    def __init__(self, order: int) -> None:
        self._orders = range(1, order + 1)

    def compute_score(self, references: Any, hypotheses: Any, verbose: int) -> tuple[list[float], list[list[float]]]:
        assert (list(references), verbose) == (list(hypotheses), 0)
        return [order / 10 for order in self._orders], [
            [order / 10 + segment / 100 for segment in hypotheses] for order in self._orders
        ]


@pytest.mark.parametrize("order", [1, 2, 4])
@pytest.mark.parametrize("entry_point", ["bleu", "sentence_bleu"])
def test_bleu_of_an_order(entry_point: str, order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("pycocoevalcap.bleu.bleu")
    module.Bleu = _Bleu
    for name, value in (("", ModuleType("p")), (".bleu", ModuleType("b")), (".bleu.bleu", module)):
        monkeypatch.setitem(sys.modules, f"pycocoevalcap{name}", value)
    segments = [{"hypothesis": "a", "references": ["b"]}] * 2
    request = {"segments": segments, "entry_point": entry_point, "settings": {"max_order": order}}
    answer = pycocoevalcap.score(request)
    sentences = [order / 10, order / 10 + 0.01]
    expected = order / 10 if entry_point == "bleu" else sum(sentences) / 2
    assert answer["value"] == expected
    assert answer.get("stages", {}).get("sentences", sentences) == sentences
