"""The systems that ``samescore compare`` is given: their files, their names, and the input that each metric takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from samescore.base.errors import InputError
from samescore.cli.inputs import input_files, inputs_of, parse_knobs, read_input

if TYPE_CHECKING:
    from samescore.records import ComparedSystem
    from samescore.settings import Settings
    from samescore.verbs.compare.command import AskedMetric, System


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
    memory: int = 0,
    say: Callable[[str], object] = lambda _: None,
) -> list[AskedMetric]:
    """The metrics under their settings, each with what it needs of every system: the counts of its texts, or all of it.

    The counts of a system take at most `memory` bytes; 0: a share of what the machine has.
    """
    from samescore.metrics import find
    from samescore.verbs.compare.command import AskedMetric
    from samescore.verbs.compare.question import followed
    from samescore.verbs.scoring.score import settings_for

    settings = {}
    for name in dict.fromkeys(metrics):
        chosen = find(name)[0]
        tool = followed(like, chosen.name) if like else ""
        settings[name] = settings_for(name, like=tool, **parse_knobs(name, assignments))
    inputs = _inputs(files, references, settings, memory, say)
    return [AskedMetric(name, settings[name], inputs[name], find(name)[0].facts.higher_is_better) for name in settings]


def _inputs(
    files: Sequence[Path],
    references: tuple[Path, ...],
    settings: Mapping[str, Settings],
    memory: int,
    say: Callable[[str], object],
) -> dict[str, list[System]]:
    """For each metric what it needs of each system. Metrics that read the same kind of input read it together."""
    import msgspec

    from samescore.data.corpus import Corpus
    from samescore.data.shared import LastReferences
    from samescore.verbs.compare.counted import counted_files
    from samescore.verbs.scoring.memory_limit import room

    kinds: dict[object, list[str]] = {}
    for name in settings:
        kinds.setdefault(inputs_of(name), []).append(name)
    room_left, met = memory or room(), LastReferences()
    inputs: dict[str, list[System]] = {name: [] for name in settings}
    for kind, names in kinds.items():
        texts = isinstance(kind, tuple) and kind[0] is Corpus
        whole = [] if texts else names
        for file in files:
            counting = [name for name in names if name not in whole]
            if counting:
                read = msgspec.structs.replace(input_files(counting[0], file, references), met=met)
                told = partial(_say_segments, say, file)
                counted = counted_files([settings[name] for name in counting], read, room_left, told)
                for name, system in zip(counting, counted, strict=True):
                    if system is None:
                        whole = [*whole, name]
                    else:
                        inputs[name].append(system)
                        room_left -= system.memory
        inputs |= _read_whole(files, references, whole)
    return inputs


def _say_segments(say: Callable[[str], object], file: Path, segments: int) -> None:
    say(f"{file}: {segments:,} segments")


def _read_whole(files: Sequence[Path], references: tuple[Path, ...], metrics: Sequence[str]) -> dict[str, list[System]]:
    """The whole input of each system, which metrics of one kind of input share."""
    if not metrics:
        return {}
    read = [cast("System", read_input(metrics[0], file, references)) for file in files]  # the verb checks it
    return dict.fromkeys(metrics, read)
