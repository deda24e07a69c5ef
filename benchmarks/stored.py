"""Store inputs as files: one process generates or reads them, and each measurement reads its own copy."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import texts
from benchmarks.texts import Input, LabelColumns, ScoredColumns, Text


class Recipe(NamedTuple):
    """The description of an input: its kind, the number of items, and a parameter of the kind (tokens per line, or classes)."""

    kind: str
    items: int
    parameter: int = 0

    @property
    def name(self) -> str:
        """The name of the input, which is also the name of its folder."""
        return f"{self.kind}-{self.items}" + (f"-{self.parameter}" if self.parameter else "")


def store(recipe: Recipe, folder: Path) -> Path:
    """Generate an input and write it below `folder`, unless it exists, and return its path."""
    path = folder / recipe.name
    if not path.exists():
        path.mkdir(parents=True)
        if recipe.kind == "labels":
            gold, predicted = texts.labels(recipe.parameter, recipe.items)
            (path / "gold.bytes").write_bytes(gold)
            (path / "predicted.bytes").write_bytes(predicted)
        elif recipe.kind == "scores":
            gold, scores = texts.scored(recipe.items)
            (path / "gold.bytes").write_bytes(gold)
            (path / "scores.doubles").write_bytes(scores.tobytes())
        elif recipe.kind == "summaries":
            store_text(texts.summaries(recipe.parameter, recipe.items), path)
        else:
            store_text(texts.translations(recipe.kind, recipe.items, recipe.parameter or 18), path)
    return path


def store_text(text: Text, path: Path) -> None:
    """Write a text to the folder `path`."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "text.json").write_text(json.dumps(text), encoding="utf-8")


def store_labels(labels: LabelColumns, path: Path) -> None:
    """Write labels that are strings to the folder `path`."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "labels.json").write_text(json.dumps(labels), encoding="utf-8")


def read_text(hypotheses: Path, references: Sequence[Path]) -> Text:
    """Read a user's text from files with one segment per line.

    Raises `ValueError` for empty files or unequal lengths.
    """
    streams = [_lines(path) for path in references]
    text = Text(_lines(hypotheses), streams)
    for path, stream in zip(references, streams, strict=True):
        if len(stream) != len(text):
            raise ValueError(
                f"{path} has {len(stream)} lines, but {hypotheses} has {len(text)}: give the same segments"
            )
    if not text.hypotheses:
        raise ValueError(f"{hypotheses} is empty: give a file with one segment a line")
    return text


def read_labels(gold: Path, predicted: Path) -> LabelColumns:
    """Read a user's labels from two files of tags separated by white space.

    Raises `ValueError` for none or unequal numbers.
    """
    columns = LabelColumns(gold.read_text(encoding="utf-8").split(), predicted.read_text(encoding="utf-8").split())
    if not columns.gold or len(columns.gold) != len(columns.predicted):
        raise ValueError(
            f"{predicted} has {len(columns.predicted)} labels, but {gold} has {len(columns.gold)}: "
            "give one predicted label for every gold one"
        )
    return columns


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def load(path: Path) -> Input:
    """Read the input in a folder as the lists that a caller would have."""
    if (path / "text.json").exists():
        return Text(*json.loads((path / "text.json").read_text(encoding="utf-8")))
    if (path / "labels.json").exists():
        return LabelColumns(*json.loads((path / "labels.json").read_text(encoding="utf-8")))
    gold = list((path / "gold.bytes").read_bytes())
    if (path / "predicted.bytes").exists():
        return LabelColumns(gold, list((path / "predicted.bytes").read_bytes()))
    scores = array("d")
    scores.frombytes((path / "scores.doubles").read_bytes())
    return ScoredColumns(gold, scores.tolist())


def count(path: Path) -> int:
    """Return the number of items of the input in a folder."""
    gold = path / "gold.bytes"
    return gold.stat().st_size if gold.exists() else len(load(path))
