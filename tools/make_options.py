"""Write docs/options.md from the help of the commands: ``python -m tools.make_options``. A test checks that it is up to date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from samescore.cli.commands import commands

_TOP = Path(__file__).resolve().parents[1]
_HEAD = """# Options

This page shows the help of every command. It is generated from the program by `python -m tools.make_options`.
[Commands](commands.md) explains the purpose of each command.
"""


def page() -> str:
    """Return the page: for each command and subcommand a heading and its help, as on a terminal with 80 columns."""
    sections = (f"\n## {name}\n\n```text\n{text}\n```\n" for name, text in _helps(commands, "samescore", None))
    return _HEAD + "".join(sections)


def _helps(command: click.Command, name: str, parent: click.Context | None) -> Iterator[tuple[str, str]]:
    context = click.Context(
        command, parent, info_name=name.rpartition(" ")[2], terminal_width=78, **commands.context_settings
    )
    yield name, "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            if below := command.get_command(context, each):
                yield from _helps(below, f"{name} {each}", context)


if __name__ == "__main__":
    (_TOP / "docs" / "options.md").write_text(page(), encoding="utf-8")
