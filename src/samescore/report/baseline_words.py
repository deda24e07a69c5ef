"""What a baseline holds, in lines: for every report of one."""

from __future__ import annotations

from collections import Counter

from samescore.records import Baseline


def headline(baseline: Baseline) -> str:
    """How many answers a baseline has, and with which vectors it was made."""
    header = baseline.header
    names = f"{len(header.implementations)} implementation{'' if len(header.implementations) == 1 else 's'}"
    return f"a baseline: {len(baseline.answers):,} answers of {names}, made with the vectors of samescore {header.samescore}"


def remarks(baseline: Baseline) -> list[str]:
    """Why it was recorded, how implementations were asked, and whether its lines were changed since."""
    lines = [f"recorded because: {baseline.header.reason}"] if baseline.header.reason else []
    lines += [
        f"{implementation.name} was asked with {' '.join(implementation.settings)}"
        for implementation in baseline.header.implementations
        if implementation.settings
    ]
    if not baseline.whole:
        lines.append("its answers are not those that its header counts: lines were merged or edited")
    return lines


def rows(baseline: Baseline) -> list[tuple[str, str, str, str, int]]:
    """Implementation, version, metric, entry point, and the number of answers."""
    versions = {named.name: named.version for named in baseline.header.implementations}
    counted = Counter((a.implementation, a.metric, a.entry_point) for a in baseline.answers)
    return [(name, versions.get(name, ""), metric, point, count) for (name, metric, point), count in counted.items()]
