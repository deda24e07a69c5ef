"""Read a comparison from files: a JSON object, or the outputs of one or two systems and their references."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.data.comparison import MEAN, Comparison
from samescore.data.input_files import InputFiles
from samescore.data.segment_scores import read_scores
from samescore.metrics import find
from samescore.settings import Settings


def read_comparison(files: InputFiles) -> Comparison:
    """Return the comparison read from a command's files.

    Without a statistic, the scored file is a JSON object. With a statistic, it is the output of a system, preceded by
    the output of the baseline if there is one; under ``mean`` both have one number in each line. Raises `InputError` as
    the readers of these files do, and for a baseline without a statistic; `UnknownNameError` or `SettingsError` for an
    invalid statistic.
    """
    if not files.statistic:
        if files.baseline is not None:
            raise InputError("a baseline needs a statistic", hint="pass one, as in --statistic bleu")
        files.only("or name the metric of the references: --statistic bleu")
        return Comparison.from_files(files)
    paths = [path for path in (files.baseline, files.scored) if path is not None]
    if files.statistic == MEAN:
        files.only()  # numbers have no references
        return Comparison(MEAN, [read_scores(path) for path in paths])
    statistic, implied = find(files.statistic.partition("|")[0])
    settings = statistic.settings.from_mapping(implied)
    if "|" in files.statistic:
        settings = statistic.settings.parse(files.statistic)
    own = msgspec.structs.replace(files, baseline=None, statistic="", needs_references=statistic.needs_references)
    systems: list[Any] = [statistic.read(msgspec.structs.replace(own, scored=path)) for path in paths]
    return Comparison(statistic.name, systems, _changed_knobs(settings))


def _changed_knobs(settings: Settings) -> dict[str, object]:
    """Return the knobs that are not at their defaults, with their values."""
    plain = settings.as_dict()
    return {change.knob.name: plain[change.knob.name] for change in type(settings)().differences(settings)}
