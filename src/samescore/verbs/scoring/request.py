"""The request of ``samescore score`` and `samescore.score`: an input, metrics, and settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from samescore.base.errors import SettingsError
from samescore.verbs.inputs.files import Files

if TYPE_CHECKING:
    from samescore.data.input_files import InputFiles
    from samescore.verbs.inputs.columns import Columns
    from samescore.verbs.inputs.knobs import Knobs

#: The name of a metric, and the knob values that the request sets for it.
AskedMetric = tuple[str, dict[str, Any]]


class Request(msgspec.Struct, frozen=True):
    """Files, or columns, and how to score them.

    Each of `hypotheses` is scored against all `references`; if `columns` is given, its input is scored instead.
    `metrics` is empty for the default; `like` is the implementation to follow. Settings are `assignments` (``KNOB=VALUE``
    texts, or values by name) or a `signature`. With `stages`, scores have the results of stages; with `per_class`, the
    scores of each class follow; with `recorded`, the agreement with the records of a log. `tags` selects the tags of word-level labels, `reading` how text is split into lines,
    `baseline`, `statistic` and `sources` are further inputs of some metrics (see `Files`). `memory` is in gibibytes.
    `scheduler`, `segments`, `together` and `shard_lines` belong to an `engine` (see `samescore.verbs.scale.score`),
    `na_prob_file` and `na_prob_thresh` to the program squad-v2.
    """

    hypotheses: tuple[Path, ...] = ()
    references: tuple[Path, ...] = ()
    metrics: tuple[str, ...] = ()
    like: str = ""
    assignments: Knobs = ()
    signature: str = ""
    stages: bool = False
    tags: str = "all"
    reading: str = "usual"
    per_class: bool = False
    na_prob_file: Path | None = None
    na_prob_thresh: float = 1.0
    memory: float | None = None
    engine: str | None = None
    scheduler: str = ""
    segments: Path | None = None
    together: bool = False
    shard_lines: int | None = None
    baseline: Path | None = None
    statistic: str = ""
    sources: Path | None = None
    columns: Columns | None = None
    recorded: bool = False

    def files(self, metric_name: str, path: Path) -> InputFiles:
        """Return the input files to score `path` by a metric: the hypotheses in `path`, and all files that go with them.

        Raises `InputError` for a baseline, statistic or sources that the metric does not use, and `UnknownNameError`
        for an unknown metric.
        """
        files = Files(path, self.references, self.baseline, self.statistic, self.tags, self.reading, self.sources)
        return files.of(metric_name)

    def check_engine(self) -> None:
        """Raise `SettingsError` for an option that needs an engine if there is none, or that an engine does not support."""
        for option in self.options_without_engine() if self.engine else self.options_of_engines():
            problem = "cannot be combined with --engine" if self.engine else "needs --engine"
            raise SettingsError(f"{option} {problem}", hint="remove it" if self.engine else "add --engine dask")

    def options_of_engines(self) -> list[str]:
        """Return the options of this request that need an engine."""
        options = {
            "--scheduler": self.scheduler,
            "--segments": self.segments,
            "--together": self.together,
            "--shard-lines": self.shard_lines,
        }
        return [option for option, used in options.items() if used]

    def options_without_engine(self) -> list[str]:
        """Return the options of this request that no engine supports."""
        options = {
            "--stages": self.stages,
            "--per-class": self.per_class,
            "--recorded": self.recorded,
            "--tags": self.tags != "all",
            "--reading": self.reading != "usual",
            "--na-prob-file": self.na_prob_file,
            "--memory": self.memory,
            "--baseline": self.baseline,
            "--statistic": self.statistic,
        }
        return [option for option, used in options.items() if used]

    def asked_metrics(self) -> list[AskedMetric]:
        """Return the metrics to score by, each with the knob values that the request sets.

        If the request names no metric, the list has the one that `like` computes, or else bleu. Raises `SettingsError`
        for options that cannot be combined, and for unknown knobs and values; `UnknownNameError` for unknown names.
        """
        from samescore.verbs.inputs.knobs import check_names, knobs_of

        if self.signature:
            asked = [self._metric_of_signature()]
        elif isinstance(self.assignments, Mapping):
            for metric in self.metrics:
                check_names(self.assignments, metric)
            asked = [(metric, dict(self.assignments)) for metric in self.metrics]
        else:
            metrics = self.metrics or (_usual_metric(self.like),)
            if not self.metrics and not self.like:
                _check_knobs(metrics[0], self.assignments)
            asked = [(metric, knobs_of(self.assignments, metric)) for metric in metrics]
        if self.tags != "all" or self.per_class:
            _check_labels(metric for metric, _ in asked)
        if self.recorded and (other := next((metric for metric, _ in asked if metric != "answer-match"), "")):
            raise SettingsError(f"{other} does not read logs", hint="--recorded applies to answer-match")
        if (self.na_prob_file, self.na_prob_thresh) != (None, 1.0):
            raise SettingsError(
                "--na-prob-file and --na-prob-thresh apply only to --like squad-v2", hint="remove them, or remove -m"
            )
        return asked

    def _metric_of_signature(self) -> AskedMetric:
        from samescore.metrics import parse_signature

        if self.like or self.assignments or self.metrics:
            raise SettingsError(
                "--signature already states the metric and all its settings", hint="remove -m, --like and --set"
            )
        settings = parse_signature(self.signature)
        return settings.metric, settings.as_dict()


def _usual_metric(like: str) -> str:
    """Return the metric to use if the user names none: the one that `like` computes, or else bleu."""
    if not like:
        return "bleu"
    from samescore.implementations import native_model
    from samescore.implementations.sides import side

    return native_model(side(like).name).metric_name or "bleu"


def _check_knobs(metric_name: str, assignments: Sequence[str]) -> None:
    """Raise `SettingsError` for a knob that the default metric `metric_name` lacks but other metrics have.

    A knob that no metric has passes this check.
    """
    from samescore.metrics import METRIC_NAMES, metric

    for name in (assignment.partition("=")[0] for assignment in assignments):
        if metric(metric_name).settings.has_knob(name):
            continue
        others = [other for other in METRIC_NAMES if metric(other).settings.has_knob(name)]
        if others:
            hint = f"{metric_name} is the default metric; {name} is a knob of {', '.join(others)}"
            raise SettingsError(f"{metric_name} has no knob {name!r}", hint=hint)


def _check_labels(metric_names: Iterable[str]) -> None:
    """Raise `SettingsError` if one of the metrics does not score class labels."""
    from samescore.data.labels import Labels
    from samescore.metrics import find

    for name in metric_names:
        if Labels not in find(name)[0].takes:
            raise SettingsError(
                f"{name} is not a metric of labels",
                hint="--tags and --per-class apply to f1, mcc and similar metrics; --tags also to --like openkiwi",
            )
