"""``samescore score`` and ``samescore diff``: the user's own files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from samescore.cli.options import (
    format_option,
    metric_option,
    parse_knobs,
    progress,
    read_input,
    references_option,
    set_option,
    takes_labels,
    wants_table,
)
from samescore.errors import SettingsError

if TYPE_CHECKING:
    from samescore.verbs.diff import Table
    from samescore.verbs.score import Result

_INPUT = click.argument("hypotheses", type=click.Path(path_type=Path), metavar="HYPOTHESES")


@click.command()
@click.argument("hypotheses", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="HYPOTHESES...")
@references_option
@metric_option
@click.option(
    "--like", default="", metavar="IMPLEMENTATION", help="Follow one: nltk, nltk.sentence_bleu, sacrebleu==2.6.0."
)
@set_option
@click.option("--signature", default="", help="Take all settings from a signature, as this command prints it.")
@click.option("--stages", is_flag=True, help="Show what every stage produced.")
@click.option(
    "--tags",
    type=click.Choice(["all", "words", "gaps", "source", "without-end"]),
    default="all",
    help="Which tags of a line count, for labels and --like openkiwi.",
)
@click.option("--per-class", is_flag=True, help="For labels: precision, recall, F1, MCC and support of every class.")
@format_option
@click.pass_context
def score(
    ctx: click.Context,
    hypotheses: tuple[Path, ...],
    references: tuple[Path, ...],
    metric: str,
    like: str,
    assignments: tuple[str, ...],
    signature: str,
    stages: bool,
    tags: str,
    per_class: bool,
    form: str,
) -> None:
    """Score files natively, as any known implementation would; several, one after another.

    HYPOTHESES is a text file (one segment a line, with -r), a .tsv or .jsonl file that holds both sides,
    or for classification metrics a file of predicted labels.

    With --like and without -m, an implementation that is a program (dialogue-eval, openkiwi) reads the
    files and prints its lines as that program does.
    """
    from samescore.implementations import modelled
    from samescore.report import printed
    from samescore.verbs.score import parse_signature
    from samescore.verbs.score import score as score_natively

    no_metric = ctx.get_parameter_source("metric") is ParameterSource.DEFAULT
    program = bool(like) and no_metric and (like == "openkiwi" or printed.prints(like))
    if program:
        if tags != "all" and like != "openkiwi":
            raise SettingsError(f"{like} reads no tags", hint="leave out --tags")
        if assignments or stages or signature or per_class:
            raise SettingsError(f"{like} takes no options", hint="name a metric with -m")
        _as_program(like, hypotheses, references, tags, form)
        return
    if signature:
        if like or assignments or not no_metric:
            raise SettingsError("--signature holds the metric and all its settings", hint="leave out -m, --like, --set")
        settings = parse_signature(signature)
        metric, knobs = settings.metric, settings.as_dict()
    else:
        if like and no_metric:
            metric = modelled(like).metric_name or metric
        knobs = parse_knobs(metric, assignments)
    if (tags != "all" or per_class) and not takes_labels(metric):
        raise SettingsError(
            f"{metric} is not about labels",
            hint="--tags and --per-class are for f1, mcc and so on, --tags also for --like openkiwi",
        )
    for path in hypotheses:
        data = read_input(metric, path, references, tags)
        found = score_natively(metric, data, like=like, **knobs)
        label = str(path) if len(hypotheses) > 1 else ""
        _show(found, metric, str(path), label if wants_table(form) else None, stages=stages)
        if per_class:
            _show_classes(data, str(path), wants_table(form))


def _show(found: Result, metric: str, path: str, label: str | None, *, stages: bool) -> None:
    """A score: as text under a label that may be empty, or as a record."""
    from samescore import records
    from samescore.metrics.evaluator import plain_stages
    from samescore.report import scores
    from samescore.report.plain import visible

    products = plain_stages(found.trace) if stages else None
    if label is None:
        click.echo(records.line(scores.score(metric, found, products, path)))
        return
    if label:
        click.echo(visible(label))
    click.echo(f"{found.value!r}\n{found.signature}")
    for name, value in (products or {}).items():
        click.echo(f"{name}: {value}")


def _show_classes(data: Any, path: str, table: bool) -> None:
    """The table of classes, or a record for each."""
    import dataclasses

    from samescore import records
    from samescore.report import openkiwi as quality_report
    from samescore.verbs.programs import openkiwi as quality

    rows = quality.per_class(data)
    if table:
        texts = list(quality_report.class_lines(rows))
    else:
        texts = [records.line(records.ClassScores(file=path, **dataclasses.asdict(row))) for row in rows]
    for text in texts:
        click.echo(text)


def _as_program(like: str, hypotheses: tuple[Path, ...], references: tuple[Path, ...], tags: str, form: str) -> None:
    """Print what a program prints for its files; always text, unless JSON Lines are asked for."""
    import dataclasses

    from samescore import records
    from samescore.report import openkiwi as quality_report
    from samescore.report import printed, scores
    from samescore.verbs.programs import openkiwi as quality

    if like == "openkiwi":
        if len(references) != 1:
            raise SettingsError("openkiwi compares predictions with one file of gold tags", hint="-r GOLD PREDICTED...")
        systems = quality.evaluate(references[0], hypotheses, tags)
        if form == "jsonl":
            texts = [records.line(records.System(**dataclasses.asdict(system))) for system in systems]
        else:
            texts = list(quality_report.lines(systems, "SOURCE" if tags == "source" else "TARGET"))
    else:
        if references or len(hypotheses) != 1:
            raise SettingsError(f"{like} reads one file", hint="name a metric with -m")
        rows = list(printed.lines(like, hypotheses[0]))
        texts = [records.line(scores.printed(row)) if form == "jsonl" else row.text for row in rows]
    for text in texts:
        click.echo(text)


@click.command()
@_INPUT
@references_option
@metric_option
@click.option("-i", "--with", "names", multiple=True, metavar="IMPLEMENTATION", help="Compare only these. Repeatable.")
@set_option
@format_option
@click.pass_context
def diff(
    ctx: click.Context,
    hypotheses: Path,
    references: tuple[Path, ...],
    metric: str,
    names: tuple[str, ...],
    assignments: tuple[str, ...],
    form: str,
) -> None:
    """Every implementation on your files: the numbers, the gaps, the knobs behind them."""
    from samescore.verbs import diff as differ

    data = read_input(metric, hypotheses, references)
    with progress() as say:
        table = differ.diff(metric, data, names, on_progress=say, **parse_knobs(metric, assignments))
    if wants_table(form):
        from samescore.report import terminal

        terminal.make_console().print(terminal.diff_tables(table))
    else:
        from samescore import records
        from samescore.report import comparison

        for record in comparison.diff(table):
            click.echo(records.line(record))
    ctx.exit(_diff_exit_code(table, named=bool(names)))


def _diff_exit_code(table: Table, *, named: bool) -> int:
    if table.unexplained:
        return 1
    if named and table.absent:
        return 5
    return 0 if any(row.number is not None for row in table.rows) else 4
