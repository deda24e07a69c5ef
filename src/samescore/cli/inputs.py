"""What a command is given besides options: the knobs that the user sets, and the files that a metric reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from samescore.errors import SettingsError

if TYPE_CHECKING:
    from samescore.data.kinds import Data


def parse_knobs(metric_name: str, assignments: tuple[str, ...]) -> dict[str, object]:
    """Knob values from ``KNOB=VALUE`` texts; `SettingsError` if one is malformed."""
    from samescore.metrics import find

    settings = find(metric_name)[0].settings
    knobs: dict[str, object] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals:
            raise SettingsError(f"--set {assignment} has no '='", hint="write --set knob=value")
        if name in knobs:
            raise SettingsError(f"--set {name} is given twice", hint="keep one of them")
        knobs[name] = settings.parse_value(name, text)
    return knobs


def takes_labels(metric_name: str) -> bool:
    """Is it a metric of class labels?"""
    from samescore.data.labels import Labels
    from samescore.metrics import find

    return Labels in find(metric_name)[0].takes


def inputs_of(metric_name: str) -> object:
    """What a metric reads; metrics of which this is equal can share what was read."""
    from samescore.metrics import find

    metric = find(metric_name)[0]
    return metric.takes[0], metric.needs_references


def read_input(
    metric_name: str, path: Path, references: tuple[Path, ...], tags: str = "all", reading: str = "usual"
) -> Data:
    """The contents of the command's files, as the kind of data that the metric takes."""
    from samescore.data.files import InputFiles, Reading
    from samescore.metrics import find

    metric = find(metric_name)[0]
    return metric.read(InputFiles(path, references, tags, metric.needs_references, Reading(reading)))
