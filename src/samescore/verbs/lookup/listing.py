"""The verb *list*: metrics, the knobs of a metric, implementations, vectors, and their catalogue entries, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from samescore.base.errors import SettingsError

#: Lists that can be restricted to one metric.
OF_A_METRIC = ("knobs", "vectors", "mistakes", "divergences", "properties", "reported")


class Request(msgspec.Struct, frozen=True):
    """What to list, one of `LISTS`, and for which metric: a name or preset, empty for all."""

    what: str
    metric: str = ""


class Listing(msgspec.Struct, frozen=True):
    """A table: its column headings, and its rows."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    def records(self) -> Iterator[dict[str, str]]:
        """Yield each row as a dictionary by heading."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


def execute(request: Request) -> Iterator[Listing]:
    """Yield the requested table.

    Raises `SettingsError` if a metric is required but missing, or does not apply, and `UnknownNameError` for an unknown
    metric.
    """
    if request.metric and request.what not in OF_A_METRIC:
        hint = f"{', '.join(OF_A_METRIC[:-1])} and {OF_A_METRIC[-1]} do: samescore list knobs METRIC"
        raise SettingsError(f"list {request.what} does not take a metric", hint=hint)
    yield _TABLES[request.what](_native_name(request.metric))


def _native_name(metric_name: str) -> str:
    from samescore.metrics import find

    return find(metric_name)[0].name if metric_name else ""


def _metrics(_: str) -> Listing:
    from samescore.metrics import METRIC_NAMES, metric

    rows = []
    for name in METRIC_NAMES:
        named = metric(name)
        presets = ", ".join(preset for preset, _values in named.presets)
        rows.append((name, named.title, named.takes[0].__name__, str(len(named.settings.knobs())), presets))
    return Listing(("name", "title", "takes", "knobs", "also"), rows)


def _knobs(metric_name: str) -> Listing:
    from samescore.metrics import metric
    from samescore.settings.knobs import chosen_first

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
        for k in chosen_first(metric(metric_name).settings.knobs())
    ]
    return Listing(("knob", "stage", "default", "values", "meaning"), rows)


def _implementations(_: str) -> Listing:
    from samescore.catalogue.profile_files import profile_files
    from samescore.implementations.package import InstalledPackage, implementation_state, package_names

    rows = []
    for name, file in profile_files().items():
        state = implementation_state(InstalledPackage(file, "")) if name in package_names() else "profile only"
        rows += [(f"{name}.{p.entry_point}", p.metric, state, p.versions, p.call) for p in file.current(None)]
    return Listing(("entry_point", "metric", "here", "versions", "call"), rows)


def _vectors(metric_name: str) -> Listing:
    from samescore.catalogue.vectors import select

    selected = select([metric_name] if metric_name else [])
    rows = [(v.id, v.metric, v.expected.value or v.expected.outcome, v.comment) for v in selected]
    return Listing(("id", "metric", "expected", "comment"), rows)


def _flags(_: str) -> Listing:
    from samescore.catalogue.vectors import flags

    return Listing(("flag", "kind", "meaning"), [(name, flag.kind, flag.meaning) for name, flag in flags().items()])


def _mistakes(metric_name: str) -> Listing:
    from samescore.metrics.mistakes import mistakes_of
    from samescore.verbs.why.attribution.mistakes import known_mistakes

    if metric_name:
        rows = [(mistake.name, mistake.meaning) for mistake in mistakes_of(metric_name) if not mistake.typed]
    else:
        rows = [(name, mistake.summary) for name, mistake in known_mistakes().items()]
    return Listing(("mistake", "meaning"), rows)


def _divergences(metric_name: str) -> Listing:
    from samescore.catalogue.divergences import divergences

    rows = [
        (entry.id, entry.metric, entry.kind, ", ".join(entry.knobs), entry.what)
        for entry in divergences().values()
        if metric_name in ("", entry.metric)
    ]
    return Listing(("id", "metric", "kind", "knobs", "what"), rows)


def _properties(metric_name: str) -> Listing:
    from samescore.catalogue.properties import properties

    entries = [entry for entry in properties().values() if metric_name in ("", entry.metric)]
    return Listing(("id", "metric", "what"), [(entry.id, entry.metric, entry.what) for entry in entries])


def _reported(metric_name: str) -> Listing:
    from samescore.catalogue.reported import reported_cases

    rows = [
        (case.id, case.metric, ", ".join(case.cause), case.symptom)
        for case in reported_cases().values()
        if not metric_name or metric_name == _native_name(case.metric)
    ]
    return Listing(("id", "metric", "cause", "symptom"), rows)


_TABLES: dict[str, Callable[[str], Listing]] = {
    "metrics": _metrics,
    "knobs": _knobs,
    "implementations": _implementations,
    "vectors": _vectors,
    "flags": _flags,
    "mistakes": _mistakes,
    "divergences": _divergences,
    "properties": _properties,
    "reported": _reported,
}
#: What can be listed.
LISTS = tuple(_TABLES)
