"""``samescore score``: score files natively."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from samescore.cli.numeric import DecimalRange
from samescore.cli.options import (
    format_option,
    inputs_of,
    parse_knobs,
    read_input,
    references_option,
    set_option,
    takes_labels,
    wants_table,
)
from samescore.cli.programs import Program, is_program
from samescore.cli.screen import print_data, print_line
from samescore.errors import SettingsError

if TYPE_CHECKING:
    from samescore.data.kinds import Data
    from samescore.records import ClassScores, ScoreLine


@dataclasses.dataclass(frozen=True)
class _Request:
    """The options of the command; `metrics` is empty if the user names none."""

    hypotheses: tuple[Path, ...]
    references: tuple[Path, ...]
    metrics: tuple[str, ...]
    like: str
    assignments: tuple[str, ...]
    signature: str
    stages: bool
    tags: str
    per_class: bool
    na_prob_file: Path | None
    na_prob_thresh: float

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


@click.command()
@click.argument("hypotheses", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="HYPOTHESES...")
@references_option
@click.option(
    "-m", "--metric", "metrics", multiple=True, help="bleu (the default), chrf++, rouge2, mcc, ... Repeat for several."
)
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
@click.option(
    "--na-prob-file",
    type=click.Path(path_type=Path),
    help="For --like squad-v2: a JSON file with the probability that a question has no answer.",
)
@click.option(
    "--na-prob-thresh",
    type=DecimalRange(),
    default=1.0,
    show_default=True,
    help="For --like squad-v2: above this probability the prediction is the empty answer.",
)
@format_option
def score(form: str, **options: Any) -> None:
    """Score files natively.

    The scores are those of the metric's default settings, or of a known implementation (--like). HYPOTHESES is a text
    file (one segment a line, with -r), a .tsv or .jsonl file that holds both sides, or for classification metrics a
    file of predicted labels.

    With --like and without -m, an implementation that is a program (cmrc2018, dialogue-eval, drop, openkiwi, squad-v1,
    squad-v2) reads the files and prints its lines as that program does. Those of question answering read JSON:
    PREDICTIONS -r DATA.
    """
    request = _Request(**options)
    program = _program(request)
    if program is not None:
        program.echo(form)
        return
    table = wants_table(form)
    for line in _lines(request, table=table):
        print_line(line) if table else print_data(line)


def _lines(request: _Request, *, table: bool) -> Iterator[str]:
    """The score of each file, and of its classes with --per-class."""
    from samescore import records
    from samescore.report.terminal import score as shown

    for scored, classes in _scored(request):
        if not table:
            yield records.line(scored)
            yield from map(records.line, classes)
            continue
        file = scored.file if len(request.hypotheses) > 1 else ""
        metric = scored.metric if len(request.metrics) > 1 else ""
        yield from shown.score(scored, label=": ".join(filter(None, (file, metric))))
        yield from shown.classes(classes)


def _scored(request: _Request) -> Iterator[tuple[ScoreLine, list[ClassScores]]]:
    from samescore.verbs import score as verb

    asked = request.metrics_and_knobs()
    for path in request.hypotheses:
        read: dict[object, Data] = {}
        for metric, knobs in asked:
            kind = inputs_of(metric)
            if kind not in read:
                read[kind] = read_input(metric, path, request.references, request.tags)
            data = read[kind]
            native = verb.score(metric, data, like=request.like, **knobs)
            scored = native.record(file=str(path), metric=metric, stages=request.stages)
            yield scored, _classes(data, path) if request.per_class else []


def _usual_metric(like: str) -> str:
    """The metric to score by if the user names none."""
    if not like:
        return "bleu"
    from samescore.implementations import modelled

    return modelled(like).metric_name or "bleu"


def _classes(data: Data, path: Path) -> list[ClassScores]:
    from samescore.verbs.programs.openkiwi import per_class

    return per_class(data, str(path))  # type: ignore[arg-type]  # labels


def _program(request: _Request) -> Program | None:
    """The program that --like names, unless the request is for one of its metrics."""
    if request.metrics or not is_program(request.like):
        return None
    if request.assignments or request.stages or request.signature or request.per_class:
        raise SettingsError(f"{request.like} takes no options", hint="name a metric with -m")
    files = request.like, request.hypotheses, request.references
    return Program(*files, request.tags, request.na_prob_file, request.na_prob_thresh)
