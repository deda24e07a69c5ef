"""``samescore score``: score files natively."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from samescore.cli.options import (
    format_option,
    metric_option,
    parse_knobs,
    read_input,
    references_option,
    set_option,
    takes_labels,
    wants_table,
)
from samescore.cli.output import echo_data
from samescore.errors import SettingsError

if TYPE_CHECKING:
    from samescore.records import ClassScores, ScoreLine


@dataclasses.dataclass(frozen=True)
class _Request:
    """The options of the command; `metric` is empty if the user names none."""

    hypotheses: tuple[Path, ...]
    references: tuple[Path, ...]
    metric: str
    like: str
    assignments: tuple[str, ...]
    signature: str
    stages: bool
    tags: str
    per_class: bool

    def metric_and_knobs(self) -> tuple[str, dict[str, Any]]:
        """The metric to score by, and the knobs that are set; `SettingsError` for options that do not go together."""
        from samescore.implementations import modelled
        from samescore.verbs.score import parse_signature

        if self.signature:
            if self.like or self.assignments or self.metric:
                raise SettingsError(
                    "--signature holds the metric and all its settings", hint="leave out -m, --like, --set"
                )
            settings = parse_signature(self.signature)
            metric, knobs = settings.metric, settings.as_dict()
        else:
            metric = self.metric or (modelled(self.like).metric_name if self.like else "") or "bleu"
            knobs = parse_knobs(metric, self.assignments)
        if (self.tags != "all" or self.per_class) and not takes_labels(metric):
            raise SettingsError(
                f"{metric} is not a metric of labels",
                hint="--tags and --per-class are for f1, mcc and so on, --tags also for --like openkiwi",
            )
        return metric, knobs


@click.command()
@click.argument("hypotheses", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="HYPOTHESES...")
@references_option
@metric_option
@click.option(
    "--like",
    default="",
    metavar="IMPLEMENTATION",
    help="Score as this one does: nltk, nltk.sentence_bleu, sacrebleu==2.6.0.",
)
@set_option
@click.option("--signature", default="", help="Take all settings from a signature that this command printed.")
@click.option("--stages", is_flag=True, help="Also show the product of every stage.")
@click.option(
    "--tags",
    type=click.Choice(["all", "words", "gaps", "source", "without-end"]),
    default="all",
    help="Which tags of a line count, for labels and --like openkiwi.",
)
@click.option("--per-class", is_flag=True, help="For labels: precision, recall, F1, MCC and support of every class.")
@format_option
@click.pass_context
def score(ctx: click.Context, /, metric: str, form: str, **options: Any) -> None:
    """Score files natively.

    The scores are those of the metric's default settings, or of a known implementation (--like). HYPOTHESES is a text
    file (one segment a line, with -r), a .tsv or .jsonl file that holds both sides, or for classification metrics a
    file of predicted labels.

    With --like and without -m, an implementation that is a program (dialogue-eval, openkiwi) reads the
    files and prints its lines as that program does.
    """
    named = ctx.get_parameter_source("metric") is not ParameterSource.DEFAULT
    request = _Request(metric=metric if named else "", **options)
    if _is_program(request):
        lines, data = _program_lines(request, form), form == "jsonl"
    else:
        lines, data = _lines(request, table=wants_table(form)), not wants_table(form)
    for line in lines:
        echo_data(line) if data else click.echo(line)


def _lines(request: _Request, *, table: bool) -> Iterator[str]:
    """The score of each file, and of its classes with --per-class."""
    from samescore import records
    from samescore.report.terminal import score as shown

    for scored, classes in _scored(request):
        if not table:
            yield records.line(scored)
            yield from map(records.line, classes)
            continue
        yield from shown.score(scored, label=scored.file if len(request.hypotheses) > 1 else "")
        yield from shown.classes(classes)


def _scored(request: _Request) -> Iterator[tuple[ScoreLine, list[ClassScores]]]:
    from samescore.verbs import score as verb
    from samescore.verbs.programs.openkiwi import per_class

    metric, knobs = request.metric_and_knobs()
    for path in request.hypotheses:
        data = read_input(metric, path, request.references, request.tags)
        native = verb.score(metric, data, like=request.like, **knobs)
        scored = native.record(file=str(path), metric=metric, stages=request.stages)
        yield scored, per_class(data, str(path)) if request.per_class else []  # type: ignore[arg-type]  # labels


def _is_program(request: _Request) -> bool:
    """Is --like the name of a program that prints lines of its own, and no metric named?"""
    from samescore.verbs.programs import printed

    if request.metric or not request.like or not (request.like == "openkiwi" or printed.prints(request.like)):
        return False
    if request.tags != "all" and request.like != "openkiwi":
        raise SettingsError(f"{request.like} reads no tags", hint="leave out --tags")
    if request.assignments or request.stages or request.signature or request.per_class:
        raise SettingsError(f"{request.like} takes no options", hint="name a metric with -m")
    return True


def _program_lines(request: _Request, form: str) -> Iterator[str]:
    """The lines that a program prints for its files; text unless JSON Lines are requested."""
    from samescore import records
    from samescore.report.terminal.openkiwi import systems
    from samescore.verbs.programs import openkiwi, printed

    if request.like != "openkiwi":
        if request.references or len(request.hypotheses) != 1:
            raise SettingsError(f"{request.like} reads one file", hint="name a metric with -m")
        for scored in list(printed.lines(request.like, request.hypotheses[0])):
            yield records.line(scored) if form == "jsonl" else scored.text
        return
    if len(request.references) != 1:
        raise SettingsError("openkiwi compares predictions with one file of gold tags", hint="-r GOLD PREDICTED...")
    evaluated = openkiwi.evaluate(request.references[0], request.hypotheses, request.tags)
    if form == "jsonl":
        yield from map(records.line, evaluated)
    else:
        yield from systems(evaluated, "SOURCE" if request.tags == "source" else "TARGET")
