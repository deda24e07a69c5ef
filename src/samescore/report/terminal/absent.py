"""The implementations of a run that were unavailable: those that are not installed, by extra, then each of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from samescore.records import Participant
from samescore.report.terminal.tables import line

#: Maximum number of packages of an extra that are named.
_NAMED = 2
_MISSING = re.compile(r"(?P<name>\S+) is not installed: pip install (?P=name)")


def absent_lines(participants: Sequence[Participant], *, loud: bool, verbose: bool) -> Iterator[RenderableType]:
    """Yield a line for each extra whose packages are not installed, one for other packages, and each other reason.

    `verbose` names every package; `loud` stresses that the user requested them.
    """
    style = "bold magenta" if loud else "magenta"
    by_extra: dict[str, list[str]] = {}
    others: list[Participant] = []
    for participant in participants:
        match = _MISSING.fullmatch(participant.unavailable)
        by_extra.setdefault(participant.extra, []).append(match["name"]) if match else others.append(participant)
    for extra, names in by_extra.items():
        if extra:
            yield line(_of_extra(extra, names, verbose=verbose), style=style)
    if without := by_extra.get(""):
        yield line(f"UNAVAILABLE, not installed (pip install NAME): {', '.join(without)}", style=style)
    for participant in others:
        label = f"{participant.name} {participant.version}".strip()
        yield line(f"UNAVAILABLE {label}: {participant.unavailable}", style="bold magenta")


def _of_extra(extra: str, names: Sequence[str], *, verbose: bool) -> str:
    remedy = f"pip install 'samescore[{extra}]'"
    if len(names) <= _NAMED:
        return f"UNAVAILABLE: {' and '.join(names)} {'is' if len(names) == 1 else 'are'} not installed: {remedy}"
    words = f"UNAVAILABLE: {len(names)} packages of [{extra}] are not installed: {remedy}"
    return f"{words}: {', '.join(names)}" if verbose else f"{words}; -v names them"
