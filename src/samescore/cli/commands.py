"""The commands, each in its own module, which is imported when the command is used."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from importlib import import_module

import click

from samescore.cli.help import MainGroup, with_examples
from samescore.cli.screen import complain, print_version

#: The commands whose module has their name.
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
    "tokens",
    "why",
)
#: The module of each command.
_MODULES = {**dict(zip(_OWN, _OWN, strict=True)), "list": "lookup", "show": "lookup"}


class _Commands(Mapping[str, click.Command]):
    """A mapping from names to commands that imports a command's module on access."""

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
    """Run the command that the arguments name and return its exit code.

    Bad usage prints a message and returns an exit code. An interruption raises `KeyboardInterrupt`.
    """
    try:
        code: int = commands.main(arguments, prog_name="samescore", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as problem:
        message = io.StringIO()
        problem.show(file=message)
        complain(*message.getvalue().rstrip("\n").split("\n"))
        return problem.exit_code
    except click.ClickException as problem:
        from samescore.cli.habits import correction

        complain(
            f"samescore: {problem.format_message()}",
            f"  hint: {correction(arguments, commands.commands) or _usage(problem)}",
        )
        return problem.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    return code


def _usage(problem: click.ClickException) -> str:
    """Return the line that points to the usage of the command that was called incorrectly."""
    command = problem.ctx.command_path if isinstance(problem, click.UsageError) and problem.ctx else "samescore"
    return f"see {command} --help"
