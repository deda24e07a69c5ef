"""The commands, each in a module of its own that is imported when the command is used."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from importlib import import_module

import click

from samescore.cli.help import MainGroup, with_examples
from samescore.cli.screen import complain, print_version

#: The commands in a module of their name.
_OWN = (
    "audit",
    "axioms",
    "compare",
    "demo",
    "diff",
    "drift",
    "environments",
    "expect",
    "explain",
    "fuzz",
    "golden",
    "identify",
    "render",
    "run",
    "score",
    "smoke",
    "why",
)
#: The module of each command.
_MODULES = {**dict(zip(_OWN, _OWN, strict=True)), "list": "lookup", "show": "lookup"}


class _Commands(Mapping[str, click.Command]):
    """The commands by name."""

    def __getitem__(self, name: str) -> click.Command:
        members = vars(import_module(f"samescore.cli.{_MODULES[name]}")).values()
        return with_examples(
            next(member for member in members if isinstance(member, click.Command) and member.name == name)
        )

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        print_version()
        ctx.exit()


@click.group(cls=MainGroup, commands=_Commands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def commands() -> None:
    """Check whether implementations of a text metric give the same score, and explain why not.

    Exit codes: 0 everything as expected, 1 a disagreement, 2 bad usage or input, 3 an expected failure passed, 4
    nothing ran, 5 a named implementation is unavailable or the --budget is exhausted.
    """


def invoke(arguments: list[str]) -> int:
    """Run the command that the arguments ask for; its exit code.

    Bad usage is a message and an exit code. An interruption is a `KeyboardInterrupt`.
    """
    try:
        code: int = commands.main(arguments, prog_name="samescore", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as problem:
        message = io.StringIO()
        problem.show(file=message)
        complain(*message.getvalue().rstrip("\n").split("\n"))
        return problem.exit_code
    except click.ClickException as problem:
        complain(f"samescore: {problem.format_message()}", f"  hint: {_usage(problem)}")
        return problem.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    return code


def _usage(problem: click.ClickException) -> str:
    """Where the usage of the command is told that is used wrongly."""
    command = problem.ctx.command_path if isinstance(problem, click.UsageError) and problem.ctx else "samescore"
    return f"see {command} --help"
