"""``samescore list`` and ``samescore show``: look up metrics, vectors, divergences and so on."""

from __future__ import annotations

from collections.abc import Sequence

import click

from samescore.cli.screen import on_terminal, print_line, print_page, print_result
from samescore.errors import SettingsError, UnknownNameError
from samescore.report.plain import visible


@click.command("list")
@click.argument(
    "what",
    type=click.Choice(
        ["metrics", "knobs", "implementations", "vectors", "flags", "divergences", "properties", "reported"]
    ),
    default="implementations",
)
@click.argument("metric", default="", metavar="[METRIC]")
def list_things(what: str, metric: str) -> None:
    """List metrics, knobs, vectors and so on.

    The lists are: metrics, the knobs of a METRIC, implementations, golden vectors, their flags, known divergences,
    properties of metrics that surprise, and disagreements that users reported.
    """
    if metric and what not in ("knobs", "vectors", "divergences", "properties", "reported"):
        hint = "knobs, vectors, divergences, properties and reported do: samescore list knobs METRIC"
        raise SettingsError(f"list {what} takes no metric", hint=hint)
    columns, rows = {
        "metrics": _metrics,
        "knobs": _knobs,
        "implementations": _implementations,
        "vectors": _vectors,
        "flags": _flags,
        "divergences": _divergences,
        "properties": _properties,
        "reported": _reported,
    }[what](metric)
    if not on_terminal():
        for row in rows:
            print_page("\t".join(map(visible, row)))
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    shown = [k for k, column in enumerate(columns) if column != "call"]  # too wide for a table
    for k in shown:
        table.add_column(columns[k], overflow="fold", no_wrap=k == 0)
    for row in rows:
        table.add_row(*(visible(row[k]) for k in shown))
    print_result(table)


Listing = tuple[tuple[str, ...], Sequence[tuple[str, ...]]]


def _metrics(_: str) -> Listing:
    from samescore.metrics import METRIC_NAMES, metric

    rows = []
    for name in METRIC_NAMES:
        named = metric(name)
        presets = ", ".join(preset for preset, _values in named.presets)
        rows.append((name, named.title, named.takes[0].__name__, f"{len(named.settings.knobs())} knobs", presets))
    return ("name", "title", "takes", "knobs", "also"), rows


def _knobs(metric_name: str) -> Listing:
    from samescore.metrics import find

    if not metric_name:
        raise SettingsError("list knobs needs a metric", hint="samescore list knobs bleu")
    rows = [
        (
            k.name,
            f"{k.stage.value}{' (rounding)' if k.rounding else ''}",
            k.domain.format(k.default),
            k.domain.describe(),
            k.meaning,
        )
        for k in find(metric_name)[0].settings.knobs()
    ]
    return ("knob", "stage", "default", "values", "meaning"), rows


def _implementations(_: str) -> Listing:
    from samescore.catalogue.profile_files import profile_files
    from samescore.implementations.package import InstalledPackage, implementation_state, package_names

    rows = []
    for name, file in profile_files().items():
        state = implementation_state(InstalledPackage(file, "")) if name in package_names() else "profile only"
        rows += [(f"{name}.{p.entry_point}", p.metric, state, p.versions, p.call) for p in file.current(None)]
    return ("entry point", "metric", "here", "versions known", "call"), rows


def _vectors(metric_name: str) -> Listing:
    from samescore.catalogue.vectors import select
    from samescore.metrics import find

    wanted = [find(metric_name)[0].name] if metric_name else []
    rows = [(v.id, v.metric, v.expected.value or v.expected.outcome, v.comment) for v in select(wanted)]
    return ("id", "metric", "expected", "comment"), rows


def _flags(_: str) -> Listing:
    from samescore.catalogue.vectors import flags

    return ("flag", "kind", "meaning"), [(name, flag.kind, flag.meaning) for name, flag in flags().items()]


def _divergences(metric_name: str) -> Listing:
    from samescore.catalogue.divergences import divergences
    from samescore.metrics import find

    wanted = find(metric_name)[0].name if metric_name else ""
    rows = [
        (entry.id, entry.metric, entry.kind, ", ".join(entry.knobs), entry.what)
        for entry in divergences().values()
        if wanted in ("", entry.metric)
    ]
    return ("id", "metric", "kind", "knobs", "what happens"), rows


def _properties(metric_name: str) -> Listing:
    from samescore.catalogue.properties import properties
    from samescore.metrics import find

    wanted = find(metric_name)[0].name if metric_name else ""
    rows = [(entry.id, entry.metric, entry.what) for entry in properties().values() if wanted in ("", entry.metric)]
    return ("id", "metric", "what surprises"), rows


def _reported(metric_name: str) -> Listing:
    from samescore.catalogue.reported import reported_cases
    from samescore.metrics import find

    wanted = find(metric_name)[0].name if metric_name else ""
    rows = [
        (case.id, case.metric, ", ".join(case.cause), case.symptom)
        for case in reported_cases().values()
        if not wanted or (case.metric and wanted == find(case.metric)[0].name)
    ]
    return ("id", "metric", "cause", "symptom"), rows


@click.command()
@click.argument("name", metavar="ID")
def show(name: str) -> None:
    """Show a golden vector, a known divergence, a property, a reported case, a mistake or a flag.

    A vector is shown with its input, settings, expected outcome and source, a divergence with its witness, a reported case
    with the numbers of both sides, cause and remedy.
    """
    from samescore.catalogue.vectors import flags, vectors
    from samescore.cli.entries import entry_names, show_entries
    from samescore.data.fields import nearest

    known = show_entries(name)
    if known and name not in flags():  # a flag and a vector may have one name
        return
    if name in vectors():
        _show_vector(name)
    elif not known:
        hint = f"{nearest(name, (*entry_names(), *vectors()))}; samescore why WORDS searches what is known"
        raise UnknownNameError(f"there is no entry {name!r}", hint=hint)


def _show_vector(name: str) -> None:
    import msgspec

    from samescore.catalogue.vectors import flags
    from samescore.catalogue.vectors import vector as find_vector
    from samescore.metrics import metric

    vector = find_vector(name)
    settings = vector.complete_settings()
    print_page(f"{vector.id} ({metric(vector.metric).title})\n{visible(vector.comment)}\n")
    print_line(f"input     {msgspec.json.encode(vector.input).decode('utf-8')}")
    print_line(f"settings  {settings.short_signature} (the rest at its default)")
    print_line(f"expected  {vector.expected.value or vector.expected.outcome}")
    for stage, product in vector.expected.stages.items():
        print_line(f"  {stage}  {visible(msgspec.json.encode(product).decode('utf-8'), 2000)}")
    print_line(f"source    {vector.source.kind}: {vector.source.where}; {vector.source.derivation}")
    for who, value in vector.confirmed_by.items():
        print_line(f"confirmed {who}: {value}")
    for flag in vector.flags:
        print_line(f"flag      {flag}: {flags()[flag].meaning}")
    for reference in vector.refs:
        print_line(f"see       {reference}")
    print_page(f"\nsamescore run --vector {vector.id}")
