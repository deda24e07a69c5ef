"""The command line: parse, call a verb, hand the result to a report."""

from __future__ import annotations

import sys

import click

from samescore.errors import SamescoreError


class _Group(click.Group):
    """Turns samescore's errors into a message and exit code 2."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except SamescoreError as problem:
            click.echo(f"samescore: {problem}", err=True)
            ctx.exit(2)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from samescore import __version__

        click.echo(f"samescore {__version__}")
        ctx.exit()


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def main() -> None:
    """Do two implementations of a text metric give the same score, and if not, why?

    Exit codes: 0 all as expected, 1 a disagreement, 2 bad usage or input, 4 nothing ran,
    5 a named implementation would not start.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _add_commands() -> None:
    from samescore.cli import lookup, measure, runner

    for command in (runner.run, measure.score, measure.diff, lookup.list_things, lookup.show):
        main.add_command(command)


_add_commands()
