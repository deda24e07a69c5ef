"""NLTK's agreement of three annotators with names: the last digits depend on PYTHONHASHSEED, and with numbers they do not."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import samescore
from samescore.data.annotations import Annotations
from samescore.implementations.package import installed_version

_LABELS = [["z", "y", "z"], ["z", "y", "y"], ["x", "y", "z"]]
_PROGRAM = """
import json, sys
from nltk.metrics.agreement import AnnotationTask
names, rows = json.load(sys.stdin)
data = [(name, place, label) for name, row in zip(names, rows) for place, label in enumerate(row)]
print(repr(AnnotationTask(data).multi_kappa()))
"""


def _answer(names: list[object], seed: int) -> float:
    """What NLTK answers under a seed, when the annotators have these names."""
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", _PROGRAM],
        input=json.dumps([names, _LABELS]),
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(ran.stdout)


@pytest.mark.once
@pytest.mark.slow
def test_names_of_annotators_are_added_up_in_the_order_of_their_hashes() -> None:
    pytest.importorskip("nltk", reason="NLTK is not installed")
    names: list[object] = ["a", "b", "c"]
    first = _answer(names, 0)
    other = next((answer for seed in range(1, 12) if (answer := _answer(names, seed)) != first), first)
    assert {first, other} == {0.2941176470588234, 0.29411764705882343}


@pytest.mark.once
def test_numbers_are_added_up_in_their_order_which_is_modelled() -> None:
    pytest.importorskip("nltk", reason="NLTK is not installed")
    like = f"nltk=={installed_version('nltk')}.agreement"
    ours = samescore.score("fleiss-kappa", Annotations(_LABELS), like=like, chance="own").value
    assert [_answer([0, 1, 2], seed) for seed in (0, 1)] == [ours, ours]
