"""The help: commands by group with whole sentences, and examples that the commands' own parsers read."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from samescore.cli.commands import commands
from samescore.cli.help import EXAMPLES, GROUPS, summary
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_every_command_stands_in_one_group() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(commands.commands)


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_the_help_lists_whole_sentences_by_group(tmp_path: Path, columns: str) -> None:
    done = call("--help", cwd=tmp_path, COLUMNS=columns)
    assert done.returncode == 0
    assert "..." not in done.stdout.partition("\nOptions:")[2]
    words = " ".join(done.stdout.split())
    for heading, names in GROUPS.items():
        assert f"\n{heading}:\n" in done.stdout
        for name in names:
            assert f"{name} {summary(commands.commands[name])}" in words


@pytest.mark.parametrize("name", sorted(commands.commands))
def test_every_example_is_a_command_that_can_be_typed(tmp_path: Path, name: str) -> None:
    shown = call(name, "--help", cwd=tmp_path, COLUMNS="80").stdout
    assert EXAMPLES[name]
    for example in EXAMPLES[name]:
        assert f"\n    {example}\n" in shown
        words = shlex.split(example.rpartition("| ")[2])
        assert words[:2] == ["samescore", name]
        command: click.Command = commands.commands[name]
        if isinstance(command, click.Group):
            words, command = words[1:], command.commands[words[2]]
        command.make_context(name, words[2:]).close()
