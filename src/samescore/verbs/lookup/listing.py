"""The verb *list*: metrics, the knobs of a metric, implementations, vectors, and their catalogue entries, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import SettingsError
from samescore.metrics.names import presets_of
from samescore.verbs.lookup.listed_rows import Listing
from samescore.verbs.lookup.row_words import metric_named, select_rows

if TYPE_CHECKING:
    from samescore.verbs.lookup.knob_tools import KnobTools

#: The lists that can be restricted to one metric.
OF_A_METRIC = ("knobs", "vectors", "mistakes", "divergences", "properties", "reported")


class Request(msgspec.Struct, frozen=True):
    """The list to show, one of `LISTS`, and words that select rows (see `samescore.verbs.lookup.row_words`).

    In the lists `OF_A_METRIC`, the first word that names a metric or a preset selects the metric.
    """

    what: str
    words: tuple[str, ...] = ()


def execute(request: Request) -> Iterator[Listing]:
    """Yield the requested table; for knobs, a table of the common knobs, then one for each tool that alone sets some.

    Raises `SettingsError` if a metric is required but missing, and `UnknownNameError` for an unknown metric, and for
    words that match no row.
    """
    metric_name, words = _metric_of(request)
    listings = list(_knobs(metric_name) if request.what == "knobs" else [_TABLES[request.what](metric_name)])
    yield from select_rows(listings, words, f"samescore list {' '.join(filter(None, (request.what, metric_name)))}")


def _metric_of(request: Request) -> tuple[str, tuple[str, ...]]:
    """Return the metric to which the list is restricted (empty: all metrics), and the other words."""
    if request.what not in OF_A_METRIC:
        return "", request.words
    for place, word in enumerate(request.words):
        if name := metric_named(word):
            return name, (*request.words[:place], *request.words[place + 1 :])
    if request.what == "knobs" and request.words:
        return _native_name(request.words[0]), ()
    return "", request.words


def _native_name(metric_name: str) -> str:
    from samescore.metrics import find

    return find(metric_name)[0].name if metric_name else ""


def _metrics(_: str) -> Listing:
    from samescore.metrics import METRIC_NAMES, metric

    rows = []
    for name in METRIC_NAMES:
        named = metric(name)
        presets = ", ".join(preset for preset, _values in presets_of(named.name))
        rows.append((name, named.title, named.takes[0].__name__, str(len(named.settings.knobs())), presets))
    return Listing(("name", "title", "takes", "knobs", "also"), rows, brief=("name", "title", "also"))


def _knobs(metric_name: str) -> Iterator[Listing]:
    from samescore.metrics import metric
    from samescore.settings.knobs import chosen_first
    from samescore.verbs.lookup.knob_tools import knob_tools

    if not metric_name:
        raise SettingsError("list knobs needs a metric", hint="samescore list knobs bleu")
    by_tool: dict[str, list[tuple[str, ...]]] = {"": []}
    for tools in knob_tools(metric_name, chosen_first(metric(metric_name).settings.knobs())):
        by_tool.setdefault(tools.tool, []).append(_knob_row(tools))
    for tool, rows in by_tool.items():
        heading = f"{tool} only:" if tool else ""
        yield Listing(_KNOB_COLUMNS, rows, heading, _BRIEF, _LONG)


_KNOB_COLUMNS = ("knob", "stage", "default", "usual_values", "values", "tool", "meaning")
_BRIEF = ("knob", "default", "usual_values")
_LONG = ("knob", "stage", "default", "values", "meaning")


def _knob_row(tools: KnobTools) -> tuple[str, ...]:
    """Return the row of a knob; its usual values end with those that only one tool uses, after the tool's name."""
    knob = tools.knob
    usual = ", ".join(map(knob.domain.format, tools.shared())) or knob.domain.describe()
    single = [f"{tool} only: {', '.join(map(knob.domain.format, values))}" for tool, values in tools.by_tool.items()]
    return (
        knob.name,
        f"{knob.stage.value}{' (rounding)' if knob.rounding else ''}",
        knob.domain.format(knob.default),
        "; ".join([usual, *single]),
        knob.domain.describe(),
        tools.tool,
        knob.meaning,
    )


def _implementations(_: str) -> Listing:
    from samescore.verbs.lookup.implementations import implementations

    return implementations()


def _vectors(metric_name: str) -> Listing:
    from samescore.catalogue.vectors import select

    selected = select([metric_name] if metric_name else [])
    rows = [(v.id, v.metric, v.expected.value or v.expected.outcome, v.comment) for v in selected]
    return Listing(("id", "metric", "expected", "comment"), rows, brief=("id", "comment"))


def _flags(_: str) -> Listing:
    from samescore.catalogue.vectors import flags

    return Listing(("flag", "kind", "meaning"), [(name, flag.kind, flag.meaning) for name, flag in flags().items()])


def _mistakes(metric_name: str) -> Listing:
    from samescore.catalogue.mistakes import known_mistakes
    from samescore.metrics.mistakes import mistakes_of

    if metric_name:
        rows = [(mistake.name, mistake.meaning) for mistake in mistakes_of(metric_name) if not mistake.typed]
    else:
        rows = [(name, mistake.summary) for name, mistake in known_mistakes().items()]
    return Listing(("mistake", "meaning"), rows)


def _divergences(metric_name: str) -> Listing:
    from samescore.catalogue.divergences import divergences

    rows = [
        (entry.id, entry.metric, entry.kind, ", ".join(entry.knobs), entry.what, ", ".join(entry.implementations))
        for entry in divergences().values()
        if metric_name in ("", entry.metric)
    ]
    return Listing(("id", "metric", "kind", "knobs", "what", "implementations"), rows, brief=("id", "what"))


def _properties(metric_name: str) -> Listing:
    from samescore.catalogue.properties import properties

    entries = [entry for entry in properties().values() if metric_name in ("", entry.metric)]
    rows = [(entry.id, entry.metric, entry.what) for entry in entries]
    return Listing(("id", "metric", "what"), rows, brief=("id", "what"))


def _reported(metric_name: str) -> Listing:
    from samescore.catalogue.reported import reported_cases

    rows = [
        (case.id, case.metric, ", ".join(case.cause), case.symptom)
        for case in reported_cases().values()
        if not metric_name or metric_name == _native_name(case.metric)
    ]
    return Listing(("id", "metric", "cause", "symptom"), rows, brief=("id", "symptom"))


_TABLES: dict[str, Callable[[str], Listing]] = {
    "metrics": _metrics,
    "implementations": _implementations,
    "vectors": _vectors,
    "flags": _flags,
    "mistakes": _mistakes,
    "divergences": _divergences,
    "properties": _properties,
    "reported": _reported,
}
#: The names of all lists.
LISTS = ("metrics", "knobs", *(name for name in _TABLES if name != "metrics"))
