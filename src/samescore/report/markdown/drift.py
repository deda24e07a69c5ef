"""A drift as a page in Markdown."""

from __future__ import annotations

from itertools import groupby

from samescore.records import Drift, ReleasePair
from samescore.report.moves import by_cause, first_to_last, heading, short_answer, summary, witness
from samescore.report.plain import visible

_INTRODUCTION = (
    "Neighbouring releases, compared on every golden vector by `samescore drift`. Each change has a cause, the smallest",
    "set of knobs that leads from one answer to the other, and a witness (`samescore show ID`). *(defaults)*: without any",
    "argument; *(numbers at defaults)*: with numbers, such as a smoothing's, at their defaults; *(same argument)*: with an",
    "argument that means something else in the other release. Differences of up to 8 units in the last place are not",
    "counted.",
)


def drift(compared: Drift) -> str:
    """A table of behaviours for each package, then every transition with moves."""
    page = ["# What changed between releases", "", *_INTRODUCTION, ""]
    for package, behaviours in groupby(compared.behaviours, key=lambda behaviour: behaviour.package):
        page += [f"## {_cell(package)}", "", "| entry point | metric | releases that behave alike |", "|---|---|---|"]
        for entry_point, group in groupby(behaviours, key=lambda behaviour: behaviour.entry_point):
            alike = list(group)
            cells = [f"`{_cell(entry_point)}`", _cell(alike[0].metric), _cell(" / ".join(map(first_to_last, alike)), 0)]
            page.append(f"| {' | '.join(cells)} |")
        page.append("")
        for pair in compared.pairs:
            if pair.transition.package == package and pair.transition.moved:
                page += _section(pair)
    if compared.absent:
        page += ["## Not recorded", ""]
        page += [f"- {_cell(absent.implementation)}: {_cell(absent.reason)}" for absent in compared.absent]
        page.append("")
    return "\n".join(page) + "\n"


def _section(pair: ReleasePair) -> list[str]:
    rows = [f"### {_cell(heading(pair))}", "", f"{summary(pair).capitalize()}.", ""]
    rows += ["| moved | entry point: knob | witness | before | after |", "|---:|---|---|---|---|"]
    for name, moves in by_cause(pair):
        move = witness(moves)
        answers = [_cell(short_answer(answer)) for answer in (move.was, move.became)]
        cells = [str(len(moves)), _cell(name), f"`{_cell(move.vector)}`", *answers]
        rows.append(f"| {' | '.join(cells)} |")
    return [*rows, ""]


def _cell(text: str, limit: int = 200) -> str:
    return visible(text, limit).replace("|", "\\|").replace("<", "&lt;")
