"""How ``samescore show`` prints an entry of the catalogue: a divergence, a property, a reported case, a mistake, a flag or a note."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import msgspec

from samescore.catalogue.divergences import Divergence, divergences
from samescore.catalogue.notes import Note, notes
from samescore.catalogue.properties import Property, properties
from samescore.catalogue.reported import Reported, ReportedSide, reported_cases
from samescore.catalogue.vectors import VectorFlag, flags
from samescore.cli.screen import print_line, print_page
from samescore.metrics import find
from samescore.report.plain import visible
from samescore.verbs.why.attribution.mistakes import KnownMistake, known_mistakes

#: The most characters of an input that are shown.
_LONGEST_INPUT = 2000


def entry_names() -> list[str]:
    """The names of all entries that `print_entry` prints."""
    return [*divergences(), *reported_cases(), *properties(), *known_mistakes(), *flags(), *notes()]


def entries_called(name: str) -> dict[str, msgspec.Struct]:
    """The entries called `name` by kind; a mistake and a flag may have one name."""
    kinds: dict[str, Mapping[str, msgspec.Struct]] = {
        "divergence": divergences(),
        "reported": reported_cases(),
        "property": properties(),
        "mistake": known_mistakes(),
        "flag": flags(),
        "note": notes(),
    }
    return {kind: entries[name] for kind, entries in kinds.items() if name in entries}


def print_entry(name: str, entry: msgspec.Struct) -> None:
    """Print an entry for people."""
    if isinstance(entry, Divergence):
        _divergence(entry)
    elif isinstance(entry, Reported):
        _reported(entry)
    elif isinstance(entry, Property):
        _property(entry)
    elif isinstance(entry, KnownMistake):
        _mistake(name, entry)
    elif isinstance(entry, Note):
        _note(entry)
    elif isinstance(entry, VectorFlag):
        print_page(f"{name} (flag, {entry.kind})\n{visible(entry.meaning)}")
        for link in entry.links:
            print_line(f"see       {link}")


def _note(entry: Note) -> None:
    print_page(f"{entry.id} ({'not computed here' if entry.metric else 'documentation'})\n{visible(entry.sentence)}\n")
    if entry.remedy:
        print_line(f"remedy    {entry.remedy}")
    for link in entry.links or filter(None, [entry.link]):
        print_line(f"see       {link}")


def _mistake(name: str, entry: KnownMistake) -> None:
    print_page(f"{name} (mistake)\n{visible(entry.meaning)}\n" if entry.meaning else f"{name} (mistake)\n")
    if entry.set:
        print_line(f"settings  {_assigned(entry.set)}")
    if entry.input:
        print_line(f"input     {entry.input}")
    by_meaning: dict[str, list[str]] = {}
    for metric_name, meaning in entry.metrics.items():
        by_meaning.setdefault(meaning, []).append(metric_name)
    for meaning, metrics in by_meaning.items():
        print_page(f"in        {', '.join(metrics)}: {visible(meaning)}")


def _divergence(entry: Divergence) -> None:
    from samescore.verbs.golden.witnesses import witnessed

    print_page(f"{entry.id} ({entry.metric}, {entry.kind})\n{visible(entry.what)}\n")
    print_line(f"who       {', '.join(entry.implementations)}")
    print_line(f"knobs     {', '.join(entry.knobs)} ({entry.stage.value})")
    print_line(f"witness   {_plain(entry.data().plain())}")
    for seen in (entry.left, entry.right):
        settings = witnessed(entry, seen).settings
        values = ", ".join(f"{k}={settings.knob(k).domain.format(getattr(settings, k))}" for k in entry.knobs)
        assigned = f", set {_assigned(seen.set)}" if seen.set else ""
        print_line(f"  {seen.implementation} ({values}{assigned}): {seen.value}")
    if entry.message:
        print_line(f"message   {entry.message}")
    print_line(f"remedy    {entry.remedy}")
    for link in entry.links:
        print_line(f"see       {link}")


def _property(entry: Property) -> None:
    print_page(f"{entry.id} ({entry.metric}, property)\n{visible(entry.what)}\n")
    print_line(f"witness   {_plain(entry.input)}")
    assigned = f" ({_assigned(entry.seen.set)})" if entry.seen.set else ""
    print_line(f"  {entry.seen.implementation}{assigned}: {entry.seen.value}")
    print_line(f"remedy    {entry.remedy}")
    for link in entry.links:
        print_line(f"see       {link}")


def _reported(case: Reported) -> None:
    print_page(f"{case.id} ({case.metric or 'not computed'})\n{visible(case.symptom)}\n")
    if case.why_not:
        print_line(f"why not   {case.why_not}")
    if case.input is not None:
        shown = case.input if isinstance(case.input, str) else _plain(case.input)
        print_line(f"input     {shown}{' (ours)' if case.ours else ''}")
    for side in case.sides:
        print_line(f"  {_side(side)}: {side.value} ({side.source})")
        if side.input is not None:
            print_line(f"    given {_plain(side.input)}")
        if side.reported:
            print_line(f"    in the thread: {side.reported}")
    if case.cause:
        print_line(f"cause     {', '.join(case.cause)}")
    if case.because:
        print_line(f"why       {case.because}")
        print_line(f"remedy    {case.remedy}")
        print_line(f"residual  {case.residual or '0'}")
    for entry in case.divergences:
        print_line(f"known as  {entry.id}")
    print_line(f"see       {case.link}")
    if case.by_knobs:
        models = " ".join(shlex.quote(side.model) for side in case.sides)
        print_page(
            f"\nOn your files: samescore explain {models} {find(case.metric)[0].takes[0].ARGUMENTS} -m {case.metric}"
        )


def _side(side: ReportedSide) -> str:
    named = " ".join(filter(None, (side.implementation, side.metric)))
    details = [_assigned(side.set)] if side.set else []
    details += [f"with the mistake {side.mistake}"] if side.mistake else []
    return f"{named} ({'; '.join(details)})" if details else named


def _assigned(values: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _plain(data: dict[str, Any]) -> str:
    return visible(msgspec.json.encode(data).decode("utf-8"), _LONGEST_INPUT)
