"""Read the systems of a comparison, from files or columns: their names, and their inputs for every metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec

from samescore.base.errors import InputError, SettingsError
from samescore.data.comparison import Numbers
from samescore.data.corpus import Corpus
from samescore.data.number_types import with_number_types
from samescore.data.segment_scores import read_scores
from samescore.data.sequences import numbers
from samescore.data.shared import LastReferences
from samescore.metrics import metric as find_metric
from samescore.records import ComparedSystem
from samescore.settings import Settings
from samescore.verbs.compare.command import System
from samescore.verbs.compare.counted import counted_files
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.inputs.files import Files
from samescore.verbs.inputs.memory_limit import default_memory_limit

#: A function that receives progress messages.
Say = Callable[[str], object]


class SystemFiles(msgspec.Struct, frozen=True):
    """The output file of each system, and the reference files, which all systems share.

    A file holds texts or labels, or for ``mean`` the score of a segment on each line. The counts of texts use at most
    `memory` bytes (0: a share of the machine's memory).
    """

    files: Sequence[Path]
    references: tuple[Path, ...] = ()
    memory: int = 0

    def named(self) -> list[ComparedSystem]:
        """Return the systems, each named after its file, or after the whole path if two files have the same name.

        Raises `InputError` for a file that is given twice.
        """
        seen: dict[Path, Path] = {}
        for file in self.files:
            target = file.resolve()
            if target in seen:
                before = f", first as {seen[target]}" if seen[target] != file else ""
                raise InputError(f"{file} is given twice{before}", hint="pass each file once")
            seen[target] = file
        names = [file.name for file in self.files]
        return [
            ComparedSystem(file.name if names.count(file.name) == 1 else str(file), str(file)) for file in self.files
        ]

    def numbers(self) -> list[Numbers]:
        """Return the segment scores in the files.

        Raises `SettingsError` if there are references, and `InputError` for files that cannot be read.
        """
        if self.references:
            raise _final_scores_error()
        return list(map(read_scores, self.files))

    def inputs(self, settings: Mapping[str, Settings], say: Say) -> dict[str, list[System]]:
        """Return the inputs of the systems by metric name: the counts of their texts, or the whole inputs.

        `settings` are by metric name. Files are read once for all metrics with the same kind of input, but once more
        for metrics that need the texts themselves. Raises `InputError` for files that cannot be read.
        """
        kinds: dict[tuple[type[Any], bool], list[str]] = {}
        for name, chosen in settings.items():
            metric = find_metric(chosen.metric)
            kinds.setdefault((metric.takes[0], metric.needs_references), []).append(name)
        room_left, met = self.memory or default_memory_limit(), LastReferences()
        inputs: dict[str, list[System]] = {name: [] for name in settings}
        for (kind, _), names in kinds.items():
            whole = [] if kind is Corpus else names
            for file in self.files:
                counting = [name for name in names if name not in whole]
                if counting:
                    read = msgspec.structs.replace(Files(file, self.references).of(counting[0]), met=met)
                    told = partial(_say_segments, say, file)
                    counted = counted_files([settings[name] for name in counting], read, room_left, told)
                    for name, system in zip(counting, counted, strict=True):
                        if system is None:
                            whole = [*whole, name]
                        else:
                            inputs[name].append(system)
                            room_left -= system.memory
            inputs |= self._read_whole(whole)
        return inputs

    def _read_whole(self, metrics: Sequence[str]) -> dict[str, list[System]]:
        """Return the whole inputs of the systems by metric name; the metrics must take the same kind of input."""
        if not metrics:
            return {}
        read = [cast("System", Files(file, self.references).read(metrics[0])) for file in self.files]
        return dict.fromkeys(metrics, read)


def _say_segments(say: Say, file: Path, segments: int) -> None:
    say(f"{file}: {segments:,} segments")


class SystemColumns(msgspec.Struct, frozen=True):
    """The output of each system by name, and the columns `references` and `gold`, which all systems share.

    An output is a column of texts, of predicted labels (with `gold`) or of segment scores, or a complete input object.
    """

    outputs: Mapping[str, Any]
    references: object = None
    gold: object = None

    def named(self) -> list[ComparedSystem]:
        """Return the systems, each with its name."""
        return [ComparedSystem(str(name)) for name in self.outputs]

    def numbers(self) -> list[Numbers]:
        """Return the segment scores. Raises `SettingsError` if there are references or gold labels."""
        if self.references is not None or self.gold is not None:
            raise _final_scores_error()
        return [
            scores if isinstance(scores, Numbers) else _column_numbers(scores, name)
            for name, scores in self.outputs.items()
        ]

    def inputs(self, settings: Mapping[str, Settings], _say: Say) -> dict[str, list[System]]:
        """Return the inputs of the systems by metric name.

        Raises `InputError` for columns that do not fit a metric.
        """
        return {
            name: [cast("System", self._columns(output).read(name)) for output in self.outputs.values()]
            for name in settings
        }

    def _columns(self, output: Any) -> Columns:
        if self.gold is None:
            return Columns(output, self.references)
        return Columns(gold=self.gold, predicted=output)


def _final_scores_error() -> SettingsError:
    """Return the error for options or columns that do not apply to final segment scores."""
    return SettingsError("scores are final; metric options do not apply", hint="remove references, gold and knobs")


def _column_numbers(scores: Any, name: str) -> Numbers:
    column, types = numbers(scores, name)
    return with_number_types(Numbers(column), types)
