"""Shell completion: metrics, knobs and their values, implementations, entry points, ids (docs/shell.md)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem


def complete_metric(ctx: click.Context, parameter: click.Parameter, beginning: str) -> list[str]:
    """Complete a metric or one of its presets."""
    del ctx, parameter
    from samescore.verbs.lookup.names import metric_names

    return _beginning(metric_names(), beginning.lower())


def complete_setting(ctx: click.Context, parameter: click.Parameter, beginning: str) -> list[CompletionItem]:
    """Complete ``KNOB=`` for the metric on the command line, then the knob's values."""
    del parameter
    from samescore.verbs.lookup.names import knob_names

    name, equals, value = beginning.partition("=")
    metric = ctx.params.get("metric") or ctx.params.get("metrics") or "bleu"
    knobs = knob_names(metric if isinstance(metric, str) else metric[-1])
    if not equals:
        return [CompletionItem(f"{knob.name}=", help=knob.meaning) for knob in knobs if knob.name.startswith(name)]
    values = [item for knob in knobs if knob.name == name for item in knob.values]
    return [CompletionItem(f"{name}={item}") for item in _beginning(values, value)]


def complete_implementation(ctx: click.Context, parameter: click.Parameter, beginning: str) -> list[CompletionItem]:
    """Complete implementations and models, their entry points (after a dot or a version and a dot), and files."""
    del ctx, parameter
    from samescore.verbs.lookup.names import entry_points, profile_names

    native = "native:" if beginning.startswith("native:") else ""
    word = beginning.removeprefix("native:")
    names = profile_names()
    package = next((name for name in names if word.startswith((f"{name}.", f"{name}=="))), "")
    if package:
        before, point, entry_point = word.rpartition(".")
        if not point or before.endswith("="):
            return []
        return [CompletionItem(f"{native}{before}.{name}") for name in _beginning(entry_points(package), entry_point)]
    others = [] if native else ["native", "native:", "py:", "cmd:", "replay:"]
    items = [CompletionItem(name) for name in _beginning([*others, *(f"{native}{name}" for name in names)], beginning)]
    return items or [CompletionItem(beginning, type="file")]


def complete_side(ctx: click.Context, parameter: click.Parameter, beginning: str) -> list[CompletionItem]:
    """Complete an implementation or a file, the two kinds of arguments of ``explain`` and ``drift``."""
    files = sorted(str(path) for path in Path().glob("*") if str(path).startswith(beginning))
    return [*complete_implementation(ctx, parameter, beginning), *map(CompletionItem, files)]


def complete_entry(ctx: click.Context, parameter: click.Parameter, beginning: str) -> list[str]:
    """Complete an id: divergence, reported case, property, mistake, flag or golden vector."""
    from samescore.verbs.lookup.names import entry_ids

    return [*_beginning(entry_ids(), beginning), *complete_vector(ctx, parameter, beginning)]


def complete_word(ctx: click.Context, parameter: click.Parameter, beginning: str) -> list[str]:
    """Complete a word of ``list``: a metric, a knob of the metric before it, or a package."""
    del parameter
    from samescore.verbs.lookup.names import knob_names, metric_names, profile_names

    what, words = ctx.params.get("what"), ctx.params.get("words") or ()
    if what == "implementations":
        return _beginning([*metric_names(), *profile_names()], beginning)
    if what == "knobs" and words:
        return _beginning([knob.name for knob in knob_names(words[0])], beginning)
    return _beginning(metric_names(), beginning.lower())


def complete_vector(ctx: click.Context, parameter: click.Parameter, beginning: str) -> list[str]:
    """Complete the id of a golden vector."""
    del ctx, parameter
    from samescore.verbs.lookup.names import vector_ids

    return vector_ids(beginning)


def _beginning(names: Sequence[str], beginning: str) -> list[str]:
    return [name for name in names if name.startswith(beginning)]
