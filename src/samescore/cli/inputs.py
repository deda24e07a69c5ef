"""What a command is given besides options: the knobs that the user sets, and the files that a metric reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from samescore.data.input_files import InputFiles
    from samescore.data.kinds import Data


class Compared(msgspec.Struct, frozen=True):
    """What a p-value or an interval is about: the output of the `baseline`, and the `statistic`; empty for neither."""

    baseline: Path | None = None
    statistic: str = ""

    @property
    def words(self) -> list[str]:
        """The options that say so."""
        baseline = ["--baseline", str(self.baseline)] if self.baseline else []
        return [*baseline, *(["--statistic", self.statistic] if self.statistic else [])]


#: A score of one system.
NOT_COMPARED = Compared()


def parse_knobs(metric_name: str, assignments: tuple[str, ...]) -> dict[str, object]:
    """Knob values from ``KNOB=VALUE`` texts; `SettingsError` if one is malformed."""
    from samescore.verbs.inputs.knobs import knobs_of

    return knobs_of(assignments, metric_name)


def inputs_of(metric_name: str) -> object:
    """What a metric reads; metrics of which this is equal can share what was read."""
    from samescore.metrics import find

    metric = find(metric_name)[0]
    return metric.takes[0], metric.needs_references


def read_input(
    metric_name: str,
    path: Path,
    references: tuple[Path, ...],
    tags: str = "all",
    reading: str = "usual",
    compared: Compared = NOT_COMPARED,
) -> Data:
    """The contents of the command's files, as the kind of data that the metric takes."""
    from samescore.metrics import find

    return find(metric_name)[0].read(input_files(metric_name, path, references, tags, reading, compared))


def input_files(
    metric_name: str,
    path: Path,
    references: tuple[Path, ...],
    tags: str = "all",
    reading: str = "usual",
    compared: Compared = NOT_COMPARED,
    sources: Path | None = None,
) -> InputFiles:
    """The command's files as the metric reads them; `InputError` for a baseline, statistic or sources of other metrics."""
    from samescore.verbs.inputs.files import Files

    return Files(path, references, compared.baseline, compared.statistic, tags, reading, sources).of(metric_name)
