"""How ``samescore show`` prints an entry of the catalogue: a divergence, a property, a reported case, a mistake or a flag."""

from __future__ import annotations

import shlex
from typing import Any

from samescore.catalogue.divergences import divergence, divergences
from samescore.catalogue.properties import properties, property_called
from samescore.catalogue.reported import ReportedSide, reported_case, reported_cases
from samescore.catalogue.vectors import flags
from samescore.cli.screen import print_line, print_page
from samescore.report.plain import visible
from samescore.verbs.attribution.mistakes import catalogue as mistakes

#: The most characters of an input that are shown.
_LONGEST_INPUT = 2000


def entry_names() -> list[str]:
    """The names of all entries that `show_entries` prints."""
    return [*divergences(), *reported_cases(), *properties(), *mistakes(), *flags()]


def show_entries(name: str) -> bool:
    """Print the entries called `name`, of which a mistake and a flag may have one name; false if there are none."""
    known = True
    if name in divergences():
        _divergence(name)
    elif name in reported_cases():
        _reported(name)
    elif name in properties():
        _property(name)
    else:
        known = name in mistakes() or name in flags()
    if name in mistakes():
        mistake = mistakes()[name]
        print_page(f"{name} (mistake)\n{visible(mistake.meaning)}\n")
        print_line(f"settings  {_assigned(mistake.set)}" if mistake.set else f"input     {mistake.input}")
    if name in flags():
        flag = flags()[name]
        print_page(f"{name} (flag, {flag.kind})\n{visible(flag.meaning)}")
        for link in flag.links:
            print_line(f"see       {link}")
    return known


def _divergence(name: str) -> None:
    from samescore.verbs.golden.witnesses import witnessed

    entry = divergence(name)
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


def _property(name: str) -> None:
    entry = property_called(name)
    print_page(f"{entry.id} ({entry.metric}, property)\n{visible(entry.what)}\n")
    print_line(f"witness   {_plain(entry.input)}")
    assigned = f" ({_assigned(entry.seen.set)})" if entry.seen.set else ""
    print_line(f"  {entry.seen.implementation}{assigned}: {entry.seen.value}")
    print_line(f"remedy    {entry.remedy}")
    for link in entry.links:
        print_line(f"see       {link}")


def _reported(name: str) -> None:
    case = reported_case(name)
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
        print_page(f"\nOn your files: samescore explain {models} HYPOTHESES -r REFERENCES -m {case.metric}")


def _side(side: ReportedSide) -> str:
    named = " ".join(filter(None, (side.implementation, side.metric)))
    details = [_assigned(side.set)] if side.set else []
    details += [f"with the mistake {side.mistake}"] if side.mistake else []
    return f"{named} ({'; '.join(details)})" if details else named


def _assigned(values: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _plain(data: dict[str, Any]) -> str:
    import msgspec

    return visible(msgspec.json.encode(data).decode("utf-8"), _LONGEST_INPUT)
