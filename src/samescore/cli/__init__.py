"""The command line: each command parses its options, calls a verb, and shows the result with a report."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence

import click

from samescore.cli.options import complain
from samescore.cli.screen import print_line
from samescore.errors import SamescoreError

#: The exit codes that shells use for a broken pipe and for an interrupt.
_BROKEN_PIPE = 141
_INTERRUPTED = 130


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from samescore._version import __version__

        print_line(f"samescore {__version__}")
        ctx.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def commands() -> None:
    """Do two implementations of a text metric give the same score, and if not, why?

    Exit codes: 0 all as expected, 1 a disagreement, 2 bad usage or input, 3 an expected failure passes, 4 nothing ran,
    5 a named implementation is unavailable, or the --budget has ended.
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

    Every foreseeable failure is a message and an exit code, without a traceback. A standard stream that was closed is
    like one that leads nowhere.
    """
    from samescore.report.plain import LONGEST, visible

    _open_closed_descriptors()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    output = sys.stdout
    try:
        code = commands.main(arguments, prog_name="samescore", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SamescoreError as problem:
        hints = [f"  hint: {visible(problem.hint, LONGEST)}"] if problem.hint else []
        code = _fail(2, f"samescore: {visible(problem.message, LONGEST)}", *hints)
    except click.ClickException as problem:
        message = io.StringIO()
        problem.show(file=message)
        code = _fail(problem.exit_code, *message.getvalue().rstrip("\n").split("\n"))
    except click.Abort:
        code = _fail(_INTERRUPTED, "samescore: interrupted")
    except SystemExit:
        if sys.stdout is output:
            raise
        code = _BROKEN_PIPE  # click replaces the stream after a broken pipe, and exits with 1
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that the end of the process does not write again
        if problem.errno == errno.EPIPE:
            code = _BROKEN_PIPE
        else:
            code = _fail(2, f"samescore: {problem.filename or 'writing the output'}: {problem.strerror}")
    sys.exit(code)


def _open_closed_descriptors() -> None:
    """Let the closed ones among the standard streams lead nowhere, so that no other file takes their numbers."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor < 3:  # the lowest free number is taken
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)


def _fail(code: int, *lines: str) -> int:
    complain(*lines)
    return code
