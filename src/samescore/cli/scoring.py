"""Scoring files natively, as ``samescore score`` asks for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from samescore.base.errors import SettingsError
from samescore.cli.inputs import Compared, input_files, inputs_of, parse_knobs, takes_labels
from samescore.cli.programs import Program, is_program
from samescore.cli.screen import complain, print_data, print_line, terminal_columns

if TYPE_CHECKING:
    from samescore.cli.progress import Progress
    from samescore.data.input_files import InputFiles
    from samescore.data.kinds import Data
    from samescore.data.shared import LastReferences
    from samescore.records import ClassScores, ScoreLine
    from samescore.verbs.scoring.score import NativeScore


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
    memory: float | None = None
    engine: str | None = None
    scheduler: str = ""
    segments: Path | None = None
    together: bool = False
    shard_lines: int | None = None
    baseline: Path | None = None
    statistic: str = ""
    sources: Path | None = None

    @property
    def compared(self) -> Compared:
        """What a p-value or an interval is about."""
        return Compared(self.baseline, self.statistic)

    def files(self, metric: str, path: Path) -> InputFiles:
        """One of the scored files, with those that belong to it, as a metric reads them."""
        return input_files(metric, path, self.references, self.tags, self.reading, self.compared, sources=self.sources)

    def metrics_and_knobs(self) -> list[tuple[str, dict[str, Any]]]:
        """The metrics to score by, with the knobs that are set; `SettingsError` for options that do not go together."""
        if self.signature:
            from samescore.verbs.scoring.score import parse_signature

            if self.like or self.assignments or self.metrics:
                raise SettingsError(
                    "--signature holds the metric and all its settings", hint="leave out -m, --like, --set"
                )
            settings = parse_signature(self.signature)
            asked = [(settings.metric, settings.as_dict())]
        else:
            metrics = self.metrics or (_usual_metric(self.like),)
            if not self.metrics and not self.like:
                _check_knobs(metrics[0], self.assignments)
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
    _check_engine(request)
    program = _program(request)
    if program is not None:
        program.echo(form)
        return
    if request.like:
        _remark(request)
    for line in _lines(request, form):
        print_line(line) if form == "text" else print_data(line)


def _remark(request: Request) -> None:
    """Say on the error stream where what is followed is not all that the program does."""
    from samescore.implementations.remarks import other_defaults, unmodelled_stages

    for metric, knobs in request.metrics_and_knobs():
        notes = other_defaults(request.like, metric, **knobs)
        if request.stages:
            notes += unmodelled_stages(request.like, metric, **knobs)
        complain(*(f"samescore: {note}" for note in notes))


def _check_engine(request: Request) -> None:
    """Raise `SettingsError` for options of an engine where none is asked for, and for others where one is."""
    needing = {
        "--scheduler": request.scheduler,
        "--segments": request.segments,
        "--together": request.together,
        "--shard-lines": request.shard_lines,
    }
    refusing = {
        "--stages": request.stages,
        "--per-class": request.per_class,
        "--tags": request.tags != "all",
        "--reading": request.reading != "usual",
        "--na-prob-file": request.na_prob_file,
        "--memory": request.memory,
        "--baseline": request.baseline,
        "--statistic": request.statistic,
    }
    for option, used in (refusing if request.engine else needing).items():
        if used:
            problem = "is not for --engine" if request.engine else "is an option of an engine"
            raise SettingsError(f"{option} {problem}", hint="leave it out" if request.engine else "add --engine dask")


def _lines(request: Request, form: str) -> Iterator[str]:
    """The score of each file, and of its classes with --per-class."""
    for scored, classes in _scored(request):
        if not math.isfinite(value := float.fromhex(scored.hex)):
            complain(f"{scored.file}: {scored.metric} is {value}: under its settings this input has no finite score")
        if form == "text":
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
    yield from shown.classes(classes, terminal_columns())


def _scored(request: Request) -> Iterator[tuple[ScoreLine, list[ClassScores]]]:
    asked = request.metrics_and_knobs()
    if request.engine:
        from samescore.cli.scaling import scores

        options = {name: getattr(request, name) for name in ("scheduler", "segments", "together", "shard_lines")}
        for line in scores(request.hypotheses, request.references, asked, like=request.like, **options):
            yield line, []
        return
    from samescore.data.shared import LastReferences

    met = LastReferences() if len(request.hypotheses) > 1 else None
    for path in request.hypotheses:
        if request.stages or request.per_class:
            yield from _of_whole_files(request, asked, path)
        else:
            yield from _of_batches(request, asked, path, met)


Asked = list[tuple[str, dict[str, Any]]]
#: Other names of the standard input.
_STANDARD_INPUTS = dict.fromkeys(("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"), "-")


def _of_batches(
    request: Request, asked: Asked, path: Path, met: LastReferences | None
) -> Iterator[tuple[ScoreLine, list[ClassScores]]]:
    """The scores of files of any length. Metrics that read the same kind of input read it together."""
    from samescore.verbs.scoring import score as verb

    scores: dict[str, Callable[[], NativeScore]] = {}
    kinds = {metric: inputs_of(metric) for metric, _ in asked}
    named = [_STANDARD_INPUTS.get(str(name), str(name)) for name in (*request.hypotheses, *request.references)]
    once = len(request.hypotheses) == 1 and len(set(kinds.values())) == 1 and len(set(named)) == len(named)
    for metric, _ in asked:
        if metric not in scores:
            together = [question for question in asked if kinds[question[0]] == kinds[metric]]
            files = request.files(metric, path)
            files = msgspec.structs.replace(files, read_once=once, met=met)
            with _segments_said(path) as say:
                made = verb.score_files(
                    together, files, like=request.like, memory=round((request.memory or 0) * 2**30), say=say
                )
            scores |= zip((name for name, _ in together), made, strict=True)
        yield scores[metric]().record(file=str(path), metric=metric), []


def _of_whole_files(request: Request, asked: Asked, path: Path) -> Iterator[tuple[ScoreLine, list[ClassScores]]]:
    """The scores with what each stage produced, or with those of each class."""
    from samescore.metrics import find
    from samescore.verbs.scoring import score as verb

    read: dict[object, Data] = {}
    for metric, knobs in asked:
        kind = inputs_of(metric)
        if kind not in read:
            read[kind] = find(metric)[0].read(request.files(metric, path))
        data = read[kind]
        native = verb.score(metric, data, like=request.like, **knobs)
        scored = native.record(file=str(path), metric=metric, stages=request.stages)
        yield scored, _classes(data, path) if request.per_class else []


@contextmanager
def _segments_said(path: Path) -> Iterator[Callable[[int, int], None]]:
    """Says how many segments of a file are done, once there is more than one batch of them."""
    saying: list[Progress] = []
    batches = 0
    with ExitStack() as stack:

        def say(segments: int, memory: int) -> None:
            nonlocal batches
            batches += 1
            if batches > 1:
                if not saying:
                    from samescore.cli.progress import progress

                    saying.append(stack.enter_context(progress()))
                kept = f", {memory / 2**20:,.0f} MiB kept of them" if memory >= 2**20 else ""
                saying[0](f"{path}: {segments:,} segments{kept}")

        yield say


def _usual_metric(like: str) -> str:
    """The metric to score by if the user names none."""
    if not like:
        return "bleu"
    from samescore.implementations import modelled
    from samescore.implementations.sides import side

    return modelled(side(like).name).metric_name or "bleu"


def _check_knobs(metric_name: str, assignments: tuple[str, ...]) -> None:
    """Raise `SettingsError` for a knob that other metrics have, but not the one taken because the user names none."""
    from samescore.metrics import METRIC_NAMES, metric

    own = {knob.name for knob in metric(metric_name).settings.knobs()}
    for name in (assignment.partition("=")[0] for assignment in assignments):
        if name in own:
            continue
        others = [other for other in METRIC_NAMES if name in {knob.name for knob in metric(other).settings.knobs()}]
        if others:
            hint = f"{metric_name} was taken because -m is missing; {name} is a knob of {', '.join(others)}"
            raise SettingsError(f"{metric_name} has no knob {name!r}", hint=hint)


def _classes(data: Data, path: Path) -> list[ClassScores]:
    from samescore.verbs.scoring.programs.openkiwi import per_class

    return per_class(data, str(path))  # type: ignore[arg-type]  # labels


def _program(request: Request) -> Program | None:
    """The program that --like names, unless the request is for one of its metrics."""
    if request.metrics or request.engine or not is_program(request.like):
        return None
    if request.assignments or request.stages or request.signature or request.per_class:
        raise SettingsError(f"{request.like} takes no options", hint="name a metric with -m")
    files = request.like, request.hypotheses, request.references
    return Program(*files, request.tags, request.na_prob_file, request.na_prob_thresh)
