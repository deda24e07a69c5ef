"""``samescore golden``: check, extend and export the golden vectors."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.help import NearestGroup
from samescore.cli.options import (
    InputFile,
    NamedChoice,
    format_option,
    metric_option,
    metrics_option,
    references_option,
    set_option,
    vector_metrics_option,
)
from samescore.cli.output import Outputs
from samescore.cli.screen import print_data, print_line
from samescore.report.counted import count_phrase

_OUTPUT = click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")


@click.group(cls=NearestGroup)
def golden() -> None:
    """Check, extend and export the golden vectors."""


@golden.command()
def lint() -> None:
    """Check the vector files.

    Checks ids, flags, mistakes and generated columns, and that each flag applies to the input of its vector.
    """
    from samescore.report.counted import count_phrase
    from samescore.verbs.golden import lint as verb
    from samescore.verbs.judging.adequacy import unknown_survivors
    from samescore.verbs.lookup.names import golden_folder

    problems = verb.problems() + unknown_survivors() + verb.file_problems(golden_folder())
    for problem in problems:
        print_line(problem)
    print_line(f"{count_phrase(verb.count(), 'vector')}: {count_phrase(len(problems), 'problem')}")
    click.get_current_context().exit(1 if problems else 0)


@golden.command()
@metrics_option("Only this metric. Repeatable.")
@format_option
def adequacy(metrics: tuple[str, ...], form: str) -> None:
    """Test whether the vectors detect mistakes.

    Every value of every knob needs a vector that fails if the value is replaced by a different one, if a number is
    ignored or off by one, or if the input is misread (reordered, an item dropped, sides swapped).
    """
    from samescore import records
    from samescore.report.terminal import verdicts
    from samescore.verbs.judging import adequacy as verb
    from samescore.verbs.lookup.names import native_name

    all_values: list[records.KnobValue] = []
    all_mutants: list[records.Mutant] = []
    for name, values, mutants in verb.adequacy(tuple(map(native_name, metrics))):
        all_values += values
        all_mutants += mutants
        lines = (
            verdicts.adequacy(name, values, mutants)
            if form == "text"
            else [*map(records.line, values), *map(records.line, mutants)]
        )
        for line in lines:
            print_line(line) if form == "text" else print_data(line)
    if form == "text":
        print_line(verdicts.adequacy_summary(all_values, all_mutants))
    click.get_current_context().exit(
        1 if any(value.red for value in all_values) or any(mutant.red for mutant in all_mutants) else 0
    )


@golden.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with code 1 if a file would change.")
def fmt(files: tuple[Path, ...], only_check: bool) -> None:
    """Format vector files.

    Checks vector files, and files of their generated columns, and rewrites them in the standard layout and order.
    """
    from samescore.verbs.golden.formatting import Request, execute

    changed = 0
    for path in execute(Request(files, only_check)):
        changed += 1
        print_line(f"{path}: {'would change' if only_check else 'rewritten'}")
    click.get_current_context().exit(1 if only_check and changed else 0)


@golden.command()
@click.argument("identifier", metavar="ID")
@click.argument("hypotheses", type=InputFile(), metavar="HYPOTHESES")
@references_option
@metric_option
@set_option
def new(
    identifier: str, hypotheses: Path, references: tuple[Path, ...], metric: str, assignments: tuple[str, ...]
) -> None:
    """Print a draft of a new vector, made from your files.

    Derive the expected value yourself: it must not come from samescore.
    """
    from samescore.verbs.golden.new_vector import Request, execute
    from samescore.verbs.inputs.files import Files

    for document in execute(Request(identifier, Files(hypotheses, references), metric, assignments)):
        print_data(document, nl=False)


@golden.command()
@metrics_option("Only this metric. Repeatable.")
def edges(metrics: tuple[str, ...]) -> None:
    """Count the vectors for each metric and edge case."""
    from samescore.verbs.golden import edges as verb
    from samescore.verbs.golden.edge_cases import Request, execute

    for counted in execute(Request(metrics)):
        cells = [f"{case} {count or 'NONE'}" for case, count in counted.vectors.items()]
        print_line(f"{counted.metric}: {', '.join(cells)}")
    holes = verb.holes()
    print_line(f"{len(holes)} edge cases without a vector")
    click.get_current_context().exit(1 if holes else 0)


@golden.command()
@click.pass_context
def check(ctx: click.Context) -> None:
    """Check everything: lint, then the answers of the native metrics."""
    from samescore.verbs.judging import run as verb

    report = verb.run(["native"])
    for result in report.failures:
        print_line(f"{result.vector}: {result.why}")
    print_line(f"{count_phrase(len(report.results), 'vector')}: the native metrics fail {len(report.failures)}")
    if report.failures:
        ctx.exit(1)
    ctx.invoke(lint)


@golden.command()
@click.argument(
    "what",
    metavar="[SCHEMA]",
    type=NamedChoice(["vectors", "report", "protocol", "claims", "tables"]),
    default="vectors",
)
@_OUTPUT
def schema(what: str, output: Path | None) -> None:
    """Print a JSON Schema.

    SCHEMA is vectors (golden/ and its export, the default), report (the lines of a report), protocol (the messages to
    a program, cmd:), claims (for audit) or tables (the TOML beside a file of tables).
    """
    from samescore.verbs.audit import schemas as of_claims
    from samescore.verbs.golden import schemas as of_vectors

    _write({**of_vectors.schemas(), **of_claims.schemas()}[what], output)


@golden.command()
@vector_metrics_option
@_OUTPUT
def export(metrics: tuple[str, ...], output: Path | None) -> None:
    """Export the vectors as JSON Lines.

    Each vector has complete settings and all columns, for programs in any language.
    """
    import msgspec

    from samescore.verbs.golden.export import Request, execute

    _write(b"".join(msgspec.json.encode(vector) + b"\n" for vector in execute(Request(metrics))), output)


def _write(content: bytes, output: Path | None) -> None:
    with Outputs({"--output": output}) as outputs:
        outputs.write_whole("--output", lambda: content)
    outputs.check()
    if output is None:
        print_data(content, nl=False)
