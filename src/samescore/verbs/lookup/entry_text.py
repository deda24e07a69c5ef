"""Format an entry of the catalogue, or a golden vector, as text."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from samescore.catalogue.divergences import Divergence
from samescore.catalogue.mistakes import KnownMistake
from samescore.catalogue.notes import Note
from samescore.catalogue.properties import Property
from samescore.catalogue.reported import Reported, ReportedSide
from samescore.catalogue.vectors import Vector, VectorFlag, flags
from samescore.metrics import find, metric
from samescore.verbs.lookup.entries import Entry

#: Maximum number of characters of an input, or of the result of a stage.
_LONGEST = 2000
#: The width of the label before each line.
_WIDTH = 10


class EntryLine(msgspec.Struct, frozen=True):
    """A line with a label and a text, which is truncated to a number of characters (0: never)."""

    beginning: str
    text: str = ""
    most: int = 0


_EMPTY = EntryLine("")


def text_of(entry: Entry) -> Iterator[EntryLine]:
    """Yield the lines of an entry: a heading, a sentence, and its details."""
    match entry.value:
        case Divergence() as value:
            yield from _divergence(value)
        case Reported() as value:
            yield from _reported(value)
        case Property() as value:
            yield from _property(value)
        case KnownMistake() as value:
            yield from _mistake(entry.name, value)
        case Note() as value:
            yield from _note(value)
        case VectorFlag() as value:
            yield EntryLine(f"{entry.name} (flag, {value.kind})")
            yield EntryLine("", value.meaning)
            yield from _each("see", value.links)
        case Vector() as value:
            yield from _vector(value)


def _fact(word: str, text: str, most: int = 0) -> EntryLine:
    return EntryLine(word.ljust(_WIDTH), text, most)


def _each(word: str, texts: list[str]) -> Iterator[EntryLine]:
    return (_fact(word, text) for text in texts)


def _vector(vector: Vector) -> Iterator[EntryLine]:
    yield EntryLine(f"{vector.id} ({metric(vector.metric).title})")
    yield EntryLine("", vector.comment)
    yield _EMPTY
    yield _fact("input", _json(vector.input))
    yield _fact("settings", f"{vector.complete_settings().short_signature} (the rest at its default)")
    yield _fact("expected", vector.expected.value or vector.expected.outcome)
    for stage, product in vector.expected.stages.items():
        yield EntryLine(f"  {stage}  ", _json(product), _LONGEST)
    yield _fact("source", f"{vector.source.kind}: {vector.source.where}; {vector.source.derivation}")
    yield from _each("confirmed", [f"{who}: {value}" for who, value in vector.confirmed_by.items()])
    yield from _each("flag", [f"{flag}: {flags()[flag].meaning}" for flag in vector.flags])
    yield from _each("see", vector.refs)
    yield _EMPTY
    yield EntryLine("samescore run -k ", vector.id)


def _note(note: Note) -> Iterator[EntryLine]:
    yield EntryLine(f"{note.id} ({'not computed by samescore' if note.metric else 'documentation'})")
    yield EntryLine("", note.sentence)
    yield _EMPTY
    if note.remedy:
        yield _fact("remedy", note.remedy)
    yield from _each("see", note.links or [link for link in [note.link] if link])


def _mistake(name: str, mistake: KnownMistake) -> Iterator[EntryLine]:
    yield EntryLine(f"{name} (mistake)")
    if mistake.meaning:
        yield EntryLine("", mistake.meaning)
    yield _EMPTY
    if mistake.set:
        yield _fact("settings", _assigned(mistake.set))
    if mistake.input:
        yield _fact("input", mistake.input)
    by_meaning: dict[str, list[str]] = {}
    for metric_name, meaning in mistake.metrics.items():
        by_meaning.setdefault(meaning, []).append(metric_name)
    yield from _each("in", [f"{', '.join(metrics)}: {meaning}" for meaning, metrics in by_meaning.items()])


def _divergence(entry: Divergence) -> Iterator[EntryLine]:
    from samescore.verbs.why.witnesses import compute_witness

    yield EntryLine(f"{entry.id} ({entry.metric}, {entry.kind})")
    yield EntryLine("", entry.what)
    yield _EMPTY
    yield _fact("who", ", ".join(entry.implementations))
    yield _fact("knobs", f"{', '.join(entry.knobs)} ({entry.stage.value})")
    yield _fact("witness", _json(entry.data().plain()), _LONGEST)
    for seen in (entry.left, entry.right):
        settings = compute_witness(entry, seen).settings
        values = ", ".join(f"{k}={settings.knob(k).domain.format(getattr(settings, k))}" for k in entry.knobs)
        assigned = f", set {_assigned(seen.set)}" if seen.set else ""
        yield EntryLine("  ", f"{seen.implementation} ({values}{assigned}): {seen.value}")
    if entry.message:
        yield _fact("message", entry.message)
    yield _fact("remedy", entry.remedy)
    yield from _each("see", entry.links)


def _property(entry: Property) -> Iterator[EntryLine]:
    yield EntryLine(f"{entry.id} ({entry.metric}, property)")
    yield EntryLine("", entry.what)
    yield _EMPTY
    yield _fact("witness", _json(entry.input), _LONGEST)
    assigned = f" ({_assigned(entry.seen.set)})" if entry.seen.set else ""
    yield EntryLine("  ", f"{entry.seen.implementation}{assigned}: {entry.seen.value}")
    yield _fact("remedy", entry.remedy)
    yield from _each("see", entry.links)


def _reported(case: Reported) -> Iterator[EntryLine]:
    yield EntryLine(f"{case.id} ({case.metric or 'not computed'})")
    yield EntryLine("", case.symptom)
    yield _EMPTY
    if case.why_not:
        yield _fact("why not", case.why_not)
    if case.input is not None:
        shown = case.input if isinstance(case.input, str) else _json(case.input)
        yield _fact("input", f"{shown}{' (ours)' if case.ours else ''}", _LONGEST)
    for side in case.sides:
        yield EntryLine("  ", f"{_side(side)}: {side.value} ({side.source})")
        if side.input is not None:
            yield EntryLine("    given ", _json(side.input), _LONGEST)
        if side.reported:
            yield EntryLine("    in the thread: ", side.reported)
    if case.cause:
        yield _fact("cause", ", ".join(case.cause))
    if case.because:
        yield _fact("why", case.because)
        yield _fact("remedy", case.remedy)
        yield _fact("residual", case.residual or "0")
    yield from _each("known as", [entry.id for entry in case.divergences])
    yield _fact("see", case.link)
    if case.by_knobs:
        models = " ".join(shlex.quote(side.model) for side in case.sides)
        files = find(case.metric)[0].takes[0].ARGUMENTS
        yield _EMPTY
        yield EntryLine("On your files: ", f"samescore explain {models} {files} -m {case.metric}")


def _side(side: ReportedSide) -> str:
    named = " ".join(filter(None, (side.implementation, side.metric)))
    details = [_assigned(side.set)] if side.set else []
    details += [f"with the mistake {side.mistake}"] if side.mistake else []
    return f"{named} ({'; '.join(details)})" if details else named


def _assigned(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode("utf-8")
