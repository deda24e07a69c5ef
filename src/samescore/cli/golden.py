"""``samescore golden``: the vectors themselves."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.cli.options import format_option, wants_table
from samescore.errors import InputError

_OUTPUT = click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")


@click.group()
def golden() -> None:
    """The golden vectors: check them, judge them, hand them on."""


@golden.command()
def lint() -> None:
    """Check ids, flags, mistakes, and that each flag says what its vector's input is."""
    from samescore import lint as verb
    from samescore.report.plain import visible
    from samescore.suite.paths import data_folder
    from samescore.suite.vectors import vectors

    found = verb.problems((data_folder("golden") / "schema.json").read_bytes())
    for problem in found:
        click.echo(visible(problem))
    click.echo(f"{len(vectors()):,} vectors: {len(found)} problems")
    click.get_current_context().exit(1 if found else 0)


@golden.command()
@click.option("-m", "--metric", "metrics", multiple=True, help="Only this metric. Repeatable.")
@format_option
def adequacy(metrics: tuple[str, ...], form: str) -> None:
    """How much of what can go wrong do the vectors notice? Each value of each knob is taken wrongly in turn."""
    import dataclasses

    from samescore import adequacy as verb
    from samescore.metrics import find
    from samescore.report import records

    red = total = killed = 0
    for name, mutants in verb.adequacy(tuple(find(each)[0].name for each in metrics)).items():
        dead = sum(bool(mutant.killed_by) for mutant in mutants)
        listed = sum(bool(mutant.equivalent) for mutant in mutants)
        total, killed = total + len(mutants) - listed, killed + dead
        red += sum(mutant.red for mutant in mutants)
        if not wants_table(form):
            for mutant in mutants:
                click.echo(records.line({"type": "mutant", **dataclasses.asdict(mutant)}))
            continue
        note = f", {listed} cannot be noticed" if listed else ""
        click.echo(f"{name:18} {dead:3} of {len(mutants) - listed:3} mutants killed{note}")
        for mutant in mutants:
            if mutant.red:
                state = "listed as equivalent, but killed" if mutant.killed_by else "SURVIVES"
                click.echo(f"  {mutant.name}: {state}")
    if wants_table(form):
        click.echo(f"{'all':18} {killed:3} of {total:3} ({100 * killed / total if total else 0:.1f} %)")
    click.get_current_context().exit(1 if red else 0)


@golden.command()
@_OUTPUT
def schema(output: Path | None) -> None:
    """The JSON Schema of the vector files."""
    from samescore import lint as verb

    _write(verb.schema(), output)


@golden.command()
@click.option("-m", "--metric", "metrics", multiple=True, help="Only this metric's vectors. Repeatable.")
@_OUTPUT
def export(metrics: tuple[str, ...], output: Path | None) -> None:
    """Every vector as JSON Lines, for a program that wants to read one file."""
    import msgspec

    from samescore.metrics import find
    from samescore.suite.vectors import select

    chosen = select([find(name)[0].name for name in metrics])
    _write(b"".join(msgspec.json.encode(vector) + b"\n" for vector in chosen), output)


def _write(content: bytes, output: Path | None) -> None:
    if output is None:
        click.echo(content.decode("utf-8"), nl=False)
        return
    temporary = output.with_name(f".{output.name}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(output)  # never half a file
    except OSError as problem:
        temporary.unlink(missing_ok=True)
        raise InputError(f"cannot write {output}: {problem.strerror}", hint="choose another --output") from None
