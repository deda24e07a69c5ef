"""``samescore list`` and ``samescore show``: look up metrics, vectors, divergences and so on."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from samescore.base.errors import SettingsError, UnknownNameError
from samescore.cli.completing import complete_entry, complete_metric
from samescore.cli.options import NamedChoice, format_option
from samescore.cli.screen import print_data, print_line, print_page, print_result
from samescore.report.plain import visible

if TYPE_CHECKING:
    from msgspec import Struct


#: What can be listed.
_LISTS = (
    "metrics",
    "knobs",
    "implementations",
    "vectors",
    "flags",
    "mistakes",
    "divergences",
    "properties",
    "reported",
)
#: What can be listed of one metric.
_OF_A_METRIC = ("knobs", "vectors", "mistakes", "divergences", "properties", "reported")


@click.command("list")
@click.argument("what", type=NamedChoice(_LISTS), default="implementations")
@click.argument("metric", shell_complete=complete_metric, default="", metavar="[METRIC]")
@format_option
def list_things(what: str, metric: str, form: str) -> None:
    """List metrics, knobs, vectors and so on.

    The lists are: metrics, the knobs of a METRIC, implementations, golden vectors, their flags, known mistakes,
    known divergences, properties of metrics that surprise, and disagreements that users reported.
    """
    if metric and what not in _OF_A_METRIC:
        hint = f"{', '.join(_OF_A_METRIC[:-1])} and {_OF_A_METRIC[-1]} do: samescore list knobs METRIC"
        raise SettingsError(f"list {what} takes no metric", hint=hint)
    columns, rows = {
        "metrics": _metrics,
        "knobs": _knobs,
        "implementations": _implementations,
        "vectors": _vectors,
        "flags": _flags,
        "mistakes": _mistakes,
        "divergences": _divergences,
        "properties": _properties,
        "reported": _reported,
    }[what](metric)
    if form == "jsonl":
        for row in rows:
            print_data(_json(dict(zip(columns, row, strict=True))))
        return
    shown = [k for k, column in enumerate(columns) if column != "call"]  # too wide for a table
    _print_table([columns[k] for k in shown], [[visible(row[k]) for k in shown] for row in rows])


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows as wide as the terminal; where there is none, and no COLUMNS, each in one line, as grep needs it."""
    if sys.stdout is not None and (sys.stdout.isatty() or os.environ.get("COLUMNS")):
        from samescore.report.terminal.tables import listing

        print_result(listing(columns, rows))
        return
    lines = [columns, *rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(columns))]
    for line in lines:
        print_line("  ".join(map(str.ljust, line, widths)).rstrip())


def _json(fields: dict[str, Any]) -> bytes:
    import msgspec

    return msgspec.json.encode(fields)


def _fields(entry: Struct) -> dict[str, Any]:
    import msgspec

    return msgspec.structs.asdict(entry)


Listing = tuple[tuple[str, ...], Sequence[tuple[str, ...]]]


def _metrics(_: str) -> Listing:
    from samescore.metrics import METRIC_NAMES, metric

    rows = []
    for name in METRIC_NAMES:
        named = metric(name)
        presets = ", ".join(preset for preset, _values in named.presets)
        rows.append((name, named.title, named.takes[0].__name__, str(len(named.settings.knobs())), presets))
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
    return ("entry_point", "metric", "here", "versions", "call"), rows


def _vectors(metric_name: str) -> Listing:
    from samescore.catalogue.vectors import select
    from samescore.metrics import find

    wanted = [find(metric_name)[0].name] if metric_name else []
    rows = [(v.id, v.metric, v.expected.value or v.expected.outcome, v.comment) for v in select(wanted)]
    return ("id", "metric", "expected", "comment"), rows


def _flags(_: str) -> Listing:
    from samescore.catalogue.vectors import flags

    return ("flag", "kind", "meaning"), [(name, flag.kind, flag.meaning) for name, flag in flags().items()]


def _mistakes(metric_name: str) -> Listing:
    from samescore.metrics import find
    from samescore.metrics.mistakes import mistakes_of
    from samescore.verbs.why.attribution.mistakes import known_mistakes

    if metric_name:
        listed = mistakes_of(find(metric_name)[0].name)
        return ("mistake", "meaning"), [(m.name, m.meaning) for m in listed if not m.typed]
    return ("mistake", "meaning"), [(name, mistake.summary) for name, mistake in known_mistakes().items()]


def _divergences(metric_name: str) -> Listing:
    from samescore.catalogue.divergences import divergences
    from samescore.metrics import find

    wanted = find(metric_name)[0].name if metric_name else ""
    rows = [
        (entry.id, entry.metric, entry.kind, ", ".join(entry.knobs), entry.what)
        for entry in divergences().values()
        if wanted in ("", entry.metric)
    ]
    return ("id", "metric", "kind", "knobs", "what"), rows


def _properties(metric_name: str) -> Listing:
    from samescore.catalogue.properties import properties
    from samescore.metrics import find

    wanted = find(metric_name)[0].name if metric_name else ""
    rows = [(entry.id, entry.metric, entry.what) for entry in properties().values() if wanted in ("", entry.metric)]
    return ("id", "metric", "what"), rows


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
@click.argument("name", shell_complete=complete_entry, metavar="ID")
@format_option
def show(name: str, form: str) -> None:
    """Show a golden vector, a known divergence, a property, a reported case, a mistake, a flag or a note.

    A vector is shown with its input, settings, expected outcome and source, a divergence with its witness, a reported case
    with the numbers of both sides, cause and remedy.
    """
    from samescore.catalogue.vectors import vectors
    from samescore.cli.entries import entries_called, print_entry

    entries = entries_called(name)
    vector = vectors().get(name)
    if not entries and vector is None:
        raise UnknownNameError(f"there is no entry {name!r}", hint=_no_entry(name))
    for kind, entry in entries.items():
        if form == "jsonl":
            print_data(_json({"type": kind, "id": name, **_fields(entry)}))
        else:
            print_entry(name, entry)
    if vector is not None and form == "jsonl":
        print_data(_json({"type": "vector", **_fields(vector)}))
    elif vector is not None:
        _show_vector(name)


def _no_entry(name: str) -> str:
    """The hint for a name of no entry: the list of that name, a metric's knobs, or the nearest entry."""
    from samescore.base.errors import nearest
    from samescore.catalogue.vectors import vectors
    from samescore.cli.entries import entry_names
    from samescore.metrics import find

    if name in _LISTS:
        return f"samescore list {name}{' METRIC' if name == 'knobs' else ''} shows them all"
    try:
        return f"it is a metric: samescore list knobs {find(name)[0].name} shows its knobs"
    except UnknownNameError:
        return f"{nearest(name, (*entry_names(), *vectors()))}; samescore why WORDS searches what is known"


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
    print_page(f"\nsamescore run -k {vector.id}")
