"""Names for a command line: for options, and for shell completion, which must be fast."""

from __future__ import annotations

from pathlib import Path

import msgspec

from samescore.base.errors import SamescoreError
from samescore.catalogue import paths
from samescore.catalogue.ids import entry_ids, entry_points, profile_names, vector_ids

__all__ = [
    "KnobName",
    "entry_ids",
    "entry_points",
    "golden_folder",
    "is_knob",
    "knob_names",
    "metric_names",
    "native_name",
    "profile_names",
    "vector_ids",
]


class KnobName(msgspec.Struct, frozen=True):
    """A knob of a metric: its name, meaning, and listed values as text."""

    name: str
    meaning: str
    values: tuple[str, ...]


def metric_names() -> list[str]:
    """Return the names of all metrics and their presets."""
    from samescore.metrics.names import MODULES, PRESETS

    return [*MODULES, *(preset for presets in PRESETS.values() for preset, _ in presets)]


def native_name(metric_name: str) -> str:
    """Return the metric that a name or preset stands for. Raises `UnknownNameError` if there is none."""
    from samescore.metrics import find

    return find(metric_name)[0].name


def knob_names(metric_name: str) -> list[KnobName]:
    """Return the knobs of a metric; empty for an unknown one."""
    from samescore.metrics import find

    try:
        knobs = find(metric_name)[0].settings.knobs()
    except SamescoreError:
        return []
    return [KnobName(k.name, k.meaning, tuple(map(k.domain.format, k.domain.values))) for k in knobs]


def is_knob(name: str) -> bool:
    """Return whether any metric has a knob of this name."""
    from samescore.metrics import METRIC_NAMES, metric

    return any(metric(metric_name).settings.has_knob(name) for metric_name in METRIC_NAMES)


def golden_folder() -> Path:
    """Return the folder of the golden vectors. Raises `DataError` if the installation lacks it."""
    return paths.data_folder("golden")
