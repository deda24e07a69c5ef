"""Write modules with a function ``f`` that computes BLEU and does not describe itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from samescore import Corpus

#: The settings that the miniature of BLEU computes.
SETTINGS: Mapping[str, Any] = {"tokenizer": "none", "smoothing": "none", "scale": "1"}
SETS = ("--set", "tokenizer=none", "--set", "smoothing=none", "--set", "scale=1")

ONE = Corpus.from_segments(["a small dog ran to the old house"], [["a small dog ran to an old house"]])
TWO = Corpus.from_segments(
    ["a small dog ran to the old house", "they sing a song in the rain today"],
    [
        ["a small dog ran to an old house", "the small dog ran to the old house"],
        ["they sing a song in the heavy rain", "today they sing a song"],
    ],
)

PREAMBLE = """
import os, sys, time
from tests.miniatures.metrics import bleu as _bleu

bleu = _bleu()

class Number:
    def __init__(self, value):
        self._value = value
    def __float__(self):
        return self._value

class Result:
    def __init__(self, value):
        self.score, self.bp = value, 1.0

class Metric:
    def __call__(self, hypotheses, references):
        return bleu(hypotheses, references)
    def compute(self, hypotheses, references):
        return {"percent": 100 * bleu(hypotheses, references), "fraction": bleu(hypotheses, references)}

"""


@contextmanager
def searched(folder: Path) -> Iterator[Path]:
    """Search a folder for modules inside the context; `module` writes modules into it."""
    with mock.patch.object(sys, "path", [str(folder), *sys.path]), mock.patch.object(sys, "dont_write_bytecode", True):
        yield folder


def module(folder: Path, code: str) -> str:
    """Write a new module with this code, and return the name of its function ``f``."""
    name = f"undeclared{len(list(folder.glob('*.py')))}"
    (folder / f"{name}.py").write_text(f"{PREAMBLE}{code}\n", encoding="utf-8")
    return f"py:{name}:f"
