"""The systems that ``samescore compare`` is given: their files, their names, and the input that each metric takes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from samescore.cli.inputs import inputs_of, parse_knobs, read_input
from samescore.errors import InputError

if TYPE_CHECKING:
    from samescore.data.comparison import System
    from samescore.records import ComparedSystem
    from samescore.verbs.compare.command import AskedMetric


def systems_of(files: Sequence[Path]) -> list[ComparedSystem]:
    """The systems of these files: each is called as its file, or by the whole path where two files are called alike.

    Raises `InputError` for a file that is named twice: a system is not compared with itself.
    """
    from samescore.records import ComparedSystem

    seen: dict[Path, Path] = {}
    for file in files:
        target = file.resolve()
        if target in seen:
            before = f", first as {seen[target]}" if seen[target] != file else ""
            raise InputError(f"{file} is named twice{before}", hint="name each system once")
        seen[target] = file
    names = [file.name for file in files]
    return [ComparedSystem(file.name if names.count(file.name) == 1 else str(file), str(file)) for file in files]


def scores_of(files: Sequence[Path], *, lower_is_better: bool) -> AskedMetric:
    """The segment scores in the files, one number a line, which are compared by their mean."""
    from samescore.data.comparison import MEAN
    from samescore.data.segment_scores import read_scores
    from samescore.verbs.compare.command import AskedMetric

    return AskedMetric(MEAN, None, list(map(read_scores, files)), not lower_is_better)


def metrics_of(
    files: Sequence[Path],
    references: tuple[Path, ...],
    metrics: Sequence[str],
    assignments: tuple[str, ...],
    like: str = "",
) -> list[AskedMetric]:
    """The metrics under their settings, each with the input of every system."""
    from samescore.metrics import find
    from samescore.verbs.compare.command import AskedMetric
    from samescore.verbs.compare.question import followed
    from samescore.verbs.score import settings_for

    read: dict[object, list[System]] = {}
    asked = []
    for name in dict.fromkeys(metrics):
        kind = inputs_of(name)
        if kind not in read:
            read[kind] = [cast("System", read_input(name, file, references)) for file in files]  # the verb checks it
        chosen = find(name)[0]
        tool = followed(like, chosen.name) if like else ""
        settings = settings_for(name, like=tool, **parse_knobs(name, assignments))
        asked.append(AskedMetric(name, settings, read[kind], chosen.facts.higher_is_better))
    return asked
