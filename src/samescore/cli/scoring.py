"""Scoring files natively, as ``samescore score`` asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from samescore.cli.inputs import inputs_of, parse_knobs, read_input, takes_labels
from samescore.cli.programs import Program, is_program
from samescore.cli.screen import print_data, print_line, wants_table
from samescore.errors import SettingsError

if TYPE_CHECKING:
    from samescore.data.kinds import Data
    from samescore.records import ClassScores, ScoreLine


class Request(msgspec.Struct, frozen=True):
    """The options of the command; `metrics` is empty if the user names none."""

    hypotheses: tuple[Path, ...]
    references: tuple[Path, ...] = ()
    metrics: tuple[str, ...] = ()
    like: str = ""
    assignments: tuple[str, ...] = ()
    signature: str = ""
    stages: bool = False
    tags: str = "all"
    reading: str = "usual"
    per_class: bool = False
    na_prob_file: Path | None = None
    na_prob_thresh: float = 1.0

    def metrics_and_knobs(self) -> list[tuple[str, dict[str, Any]]]:
        """The metrics to score by, with the knobs that are set; `SettingsError` for options that do not go together."""
        if self.signature:
            from samescore.verbs.score import parse_signature

            if self.like or self.assignments or self.metrics:
                raise SettingsError(
                    "--signature holds the metric and all its settings", hint="leave out -m, --like, --set"
                )
            settings = parse_signature(self.signature)
            asked = [(settings.metric, settings.as_dict())]
        else:
            metrics = self.metrics or (_usual_metric(self.like),)
            asked = [(metric, parse_knobs(metric, self.assignments)) for metric in metrics]
        for metric, _ in asked:
            if (self.tags != "all" or self.per_class) and not takes_labels(metric):
                raise SettingsError(
                    f"{metric} is not a metric of labels",
                    hint="--tags and --per-class are for f1, mcc and so on, --tags also for --like openkiwi",
                )
        if (self.na_prob_file, self.na_prob_thresh) != (None, 1.0):
            raise SettingsError(
                "--na-prob-file and --na-prob-thresh are for --like squad-v2", hint="leave them out, or leave out -m"
            )
        return asked


def show(request: Request, form: str) -> None:
    """Print the scores that are requested."""
    program = _program(request)
    if program is not None:
        program.echo(form)
        return
    table = wants_table(form)
    for line in _lines(request, table=table):
        print_line(line) if table else print_data(line)


def _lines(request: Request, *, table: bool) -> Iterator[str]:
    """The score of each file, and of its classes with --per-class."""
    for scored, classes in _scored(request):
        if table:
            yield from _shown(request, scored, classes)
            continue
        from samescore.records import line

        yield line(scored)
        yield from map(line, classes)


def _shown(request: Request, scored: ScoreLine, classes: list[ClassScores]) -> Iterator[str]:
    from samescore.report.terminal import score as shown

    file = scored.file if len(request.hypotheses) > 1 else ""
    metric = scored.metric if len(request.metrics) > 1 else ""
    yield from shown.score(scored, label=": ".join(filter(None, (file, metric))))
    yield from shown.classes(classes)


def _scored(request: Request) -> Iterator[tuple[ScoreLine, list[ClassScores]]]:
    from samescore.verbs import score as verb

    asked = request.metrics_and_knobs()
    for path in request.hypotheses:
        read: dict[object, Data] = {}
        for metric, knobs in asked:
            kind = inputs_of(metric)
            if kind not in read:
                read[kind] = read_input(metric, path, request.references, request.tags, request.reading)
            data = read[kind]
            native = verb.score(metric, data, like=request.like, **knobs)
            scored = native.record(file=str(path), metric=metric, stages=request.stages)
            yield scored, _classes(data, path) if request.per_class else []


def _usual_metric(like: str) -> str:
    """The metric to score by if the user names none."""
    if not like:
        return "bleu"
    from samescore.implementations import modelled
    from samescore.implementations.sides import side

    return modelled(side(like).name).metric_name or "bleu"


def _classes(data: Data, path: Path) -> list[ClassScores]:
    from samescore.verbs.programs.openkiwi import per_class

    return per_class(data, str(path))  # type: ignore[arg-type]  # labels


def _program(request: Request) -> Program | None:
    """The program that --like names, unless the request is for one of its metrics."""
    if request.metrics or not is_program(request.like):
        return None
    if request.assignments or request.stages or request.signature or request.per_class:
        raise SettingsError(f"{request.like} takes no options", hint="name a metric with -m")
    files = request.like, request.hypotheses, request.references
    return Program(*files, request.tags, request.na_prob_file, request.na_prob_thresh)
