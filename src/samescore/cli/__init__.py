"""The command line: each command parses its options, calls a verb, and shows the result with a report."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from samescore.errors import SamescoreError

#: The exit codes that shells use for a broken pipe and for an interrupt.
_BROKEN_PIPE = 141
_INTERRUPTED = 130


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from samescore._version import __version__

        click.echo(f"samescore {__version__}")
        ctx.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def commands() -> None:
    """Do two implementations of a text metric give the same score, and if not, why?

    Exit codes: 0 all as expected, 1 a disagreement, 2 bad usage or input, 3 an expected failure passes, 4 nothing ran,
    5 a named implementation is unavailable.
    """


def _add_commands() -> None:
    from samescore.cli import (
        audit,
        axioms,
        diff,
        drift,
        environments,
        expect,
        explain,
        golden,
        identify,
        lookup,
        render,
        run,
        score,
        smoke,
    )

    for command in (
        run.run,
        score.score,
        diff.diff,
        explain.explain,
        audit.audit,
        render.render,
        identify.identify,
        drift.drift,
        environments.environments,
        smoke.smoke,
        axioms.axioms,
        expect.expect,
        lookup.list_things,
        lookup.show,
        golden.golden,
    ):
        commands.add_command(command)


_add_commands()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line (by default with the arguments of this process) and exit.

    Every foreseeable failure is a message and an exit code, without a traceback.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    output = sys.stdout
    try:
        code = commands.main(arguments, prog_name="samescore", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SamescoreError as problem:
        code = _fail(f"samescore: {problem}", 2)
    except click.ClickException as problem:
        problem.show()
        code = problem.exit_code
    except click.Abort:
        code = _fail("samescore: interrupted", _INTERRUPTED)
    except SystemExit:
        if sys.stdout is output:
            raise
        code = _BROKEN_PIPE  # click replaces the stream after a broken pipe, and exits with 1
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = _fail(f"samescore: {problem.filename or 'writing the output'}: {problem.strerror}", 2)
    sys.exit(code)


def _fail(message: str, code: int) -> int:
    from samescore.report.plain import visible

    click.echo("\n".join(map(visible, message.split("\n"))), err=True)
    return code
