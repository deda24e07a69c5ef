"""The defaults, the ranges and the choices of all options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import pytest

from samescore.cli.commands import commands

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_ALL = ("text", "jsonl", "markdown")
_FORMATS = {
    "axioms drift adequacy list run score show": ("text", "jsonl"),
    "audit diff explain fuzz identify tokens why": _ALL,
    "compare": (*_ALL, "latex"),
    "render": (*_ALL, "junit", "latex"),
}
_DEFAULTS: dict[str, dict[str, object]] = {
    "audit": {"--rounding": "any", "--jobs": 1},
    "compare": {"--level": 0.95, "--alpha": 0.05, "--jobs": 1},
    "diff": {"--metric": "bleu", "--jobs": 1},
    "expect": {"--fresh": 50},
    "explain": {"--jobs": 1},
    "new": {"--metric": "bleu"},
    "run": {"--fresh": 50, "--jobs": 1},
    "score": {"--tags": "all", "--reading": "usual", "--na-prob-thresh": 1.0, "--jobs": 1},
    "smoke": {"--fresh": 50},
    "why": {"--most": 5},
}
_RANGES = {
    "--alpha": "0<x<1",
    "--budget": "x>0",
    "--examples": "x>=1",
    "--fresh": "0<=x<=100000",
    "--jobs": "1<=x<=64",
    "--level": "0<x<1",
    "--line": "1<=x<=1000000000",
    "--memory": "x>0",
    "--resamples": "1<=x<=1000000",
    "--seconds": "x>0",
    "--shard-lines": "1<=x<=1000000000",
    "--timeout": "x>0",
    "--tolerance": "0<=x<=1",
}
_CHOICES = {
    "--rounding": ("any", "only"),
    "--tags": ("all", "words", "gaps", "source", "without-end"),
    "--reading": ("usual", "keep-byte-order-mark", "keep-carriage-returns", "all-line-separators", "no-final-blank-lines"),
}  # fmt: skip


def _commands(group: click.Group) -> Iterator[click.Command]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from _commands(command) if isinstance(command, click.Group) else (command,)


_OPTIONS = [
    (str(command.name), max(option.opts, key=len), option)
    for command in _commands(commands)
    for option in command.params
    if isinstance(option, click.Option)
]


def _default(option: click.Option) -> str | float | None:
    """Return the default of an option; None for an option without one, which Click represents differently since 8.3."""
    return option.default if isinstance(option.default, (str, int, float)) else None


def test_defaults() -> None:
    found: dict[str, dict[str, object]] = {}
    for command, name, option in _OPTIONS:
        value = _default(option)
        if name != "--format" and value not in (None, "", (), False):
            found.setdefault(command, {})[name] = value
    assert found == _DEFAULTS
    flags = [_default(option) for _, _, option in _OPTIONS if option.is_flag]
    assert not any(flags)


def test_defaults_are_shown() -> None:
    for command, name, option in _OPTIONS:
        value = _default(option)
        if value not in (None, "", (), False) and (command, name) not in (("score", "--tags"), ("score", "--reading")):
            shown = " ".join((option.get_help_record(click.Context(click.Command("x"))) or ("", ""))[1].split())
            assert f"default: {value}" in shown, (command, name)


def test_ranges_and_choices() -> None:
    formats: dict[str, tuple[str, ...]] = {}
    for command, name, option in _OPTIONS:
        kind: Any = option.type
        if isinstance(kind, click.IntRange | click.FloatRange) and name not in ("--seed", "--most", "--na-prob-thresh"):
            assert kind._describe_range() == _RANGES[name], (command, name)
        if isinstance(kind, click.Choice) and name == "--format":
            formats[command] = tuple(kind.choices)
            assert _default(option) == "text"
        elif isinstance(kind, click.Choice) and name != "--engine":
            assert tuple(kind.choices) == _CHOICES[name], (command, name)
    assert formats == {command: shown for several, shown in _FORMATS.items() for command in several.split()}
    kinds = {(command, name): option.type for command, name, option in _OPTIONS}
    described: dict[tuple[str, str], Any] = {
        ("compare", "--seed"): "0<=x<=4294967295",
        ("why", "--most"): "1<=x<=100",
        ("tokens", "--most"): "0<=x<=1000000000",
        ("run", "--seed"): "0<=x<=999999999999999999",
        ("fuzz", "--seed"): "0<=x<=999999999999999999",
    }
    for key, text in described.items():
        found: Any = kinds[key]
        assert found._describe_range() == text, key
    engines: dict[str, Any] = {command: kinds[command, "--engine"] for command in ("audit", "score")}
    assert {command: tuple(kind.choices) for command, kind in engines.items()} == {
        "audit": ("dask",),
        "score": ("dask", "auto"),
    }
