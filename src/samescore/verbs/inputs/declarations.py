"""Build the declaration of functions and programs that do not describe themselves, from a command's options."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from samescore.base.errors import InputError
from samescore.implementations.declaration import Declaration
from samescore.implementations.file_program import has_places
from samescore.verbs.inputs.knobs import knobs_of


def declaration_of(
    options: Mapping[str, Any],
    *,
    like: str,
    return_key: str,
    layout: str,
    number_pattern: str,
    region: bool,
    say: Callable[[str], None] = lambda _: None,
) -> Declaration:
    """Return the declaration that a command's options make; its metric and ``--set`` are among `options`.

    With `region`, ``--set`` also restricts the settings under which implementations that describe themselves are run,
    unless there are user inputs (``--inputs``), whose settings it changes instead. `say` is called with every guess.

    Raises `InputError` for an option that applies to no function or program on the command line.
    """
    given = {"--like": like, "--return-key": return_key, "--layout": layout, "--number-pattern": number_pattern}
    named = [option for option, text in given.items() if text]
    if named:
        functions, programs = _declaring(options)
        if not functions and not programs:
            raise InputError(
                f"{named[0]} applies only to a function (py:...) or a program with files (cmd:... {{hyp}} {{ref}})",
                hint="all other implementations state what they compute",
            )
        for option in ("--return-key", "--layout"):
            if given[option] and not functions:
                raise InputError(
                    f"{option} applies only to a function (py:...)", hint="for a program use --number-pattern"
                )
    metrics = options.get("metrics", options.get("metric", ""))
    metric = metrics if isinstance(metrics, str) else metrics[0] if len(metrics) == 1 else ""
    declaration = Declaration(
        metric,
        like,
        {},
        return_key,
        layout,
        number_pattern,
        overrides=bool(like or layout),
        say=say,
    )
    assignments = options.get("assignments", ())
    if not assignments:
        return declaration
    if region and not getattr(options.get("gate"), "inputs", ()):
        declaration = dataclasses.replace(declaration, region=lambda name: knobs_of(assignments, name))
    if not declaration.metric_name or not any(_declaring(options)):
        return declaration
    return dataclasses.replace(declaration, settings=knobs_of(assignments, declaration.metric_name))


def _declaring(options: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of the functions, and of the programs that read files, on a command line."""
    values = (name for value in options.values() for name in (value if isinstance(value, tuple) else (value,)))
    names = [name for name in values if isinstance(name, str)]
    functions = [name for name in names if name.startswith("py:")]
    return functions, [name for name in names if name.startswith("cmd:") and has_places(name)]
