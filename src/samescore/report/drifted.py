"""What changed between releases: records, and the same in Markdown and for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from samescore import records
from samescore.outcome import Outcome, Score
from samescore.report.plain import visible
from samescore.verbs.drift import Behaviour, Drift, Move, Transition

#: So many causes are shown for one transition.
_CAUSES = 40


_INTRODUCTION = (
    "Neighbouring releases, compared on every golden vector by `samescore drift`. Each move has its cause, the fewest knobs",
    "that lead from the one answer to the other, and a witness (`samescore show ID`). *(defaults)*: without any argument;",
    "*(numbers at defaults)*: without the numbers, such as a smoothing's; *(same argument)*: by the argument that stands for",
    "another value in either release. Differences of 8 units in the last place are no moves.",
)


def lines(found: Drift) -> Iterator[records.Record]:
    """Every transition with its moves, then the behaviours."""
    for transition in found.transitions:
        before, after = transition.before, transition.after
        yield records.Transition(
            before.package,
            before.version,
            after.version,
            [dict(before.environment), dict(after.environment)],
            transition.compared,
            len(transition.moves),
            len(transition.unexplained),
            len(transition.parameters),
            transition.last_digits,
            transition.one_sided,
            list(transition.skipped),
        )
        for move in (*transition.moves, *transition.parameters):
            yield records.Move(
                before.package,
                before.version,
                after.version,
                move.kind,
                move.vector,
                move.metric,
                move.entry_point,
                records.outcome(move.before),
                records.outcome(move.after),
                move.stage,
                None if move.causes is None else records.differences(move.causes),
                move.parameter,
            )
    for one in found.behaviours:
        yield records.Behaviour(one.package, one.metric, one.entry_point, list(one.versions))
    for name, reason in found.absent:
        yield records.Absent(name, reason)


def summary(transition: Transition) -> str:
    """One transition in a line."""
    moved, digits = len(transition.moves), transition.last_digits
    parts = [
        f"{moved} of {transition.compared} answers moved" if moved else f"none of {transition.compared} answers moved"
    ]
    if transition.unexplained:
        parts.append(f"{len(transition.unexplained)} UNEXPLAINED")
    if transition.parameters:
        parts.append(f"{len(transition.parameters)} more where a parameter came or went")
    if digits:
        parts.append(f"{digits} in their last digits only")
    if transition.one_sided:
        parts.append(f"{transition.one_sided} answered by one of the two only")
    if transition.skipped:
        parts.append(f"{len(transition.skipped)} vectors have another input now")
    return ", ".join(parts)


def heading(transition: Transition) -> str:
    """Which release became which; the interpreters where it is the same release."""
    before, after = transition.before, transition.after
    if before.version == after.version:
        pythons = [f"Python {one.environment.get('python', '?')}" for one in (before, after)]
        return f"{before.label}, {pythons[0]} -> {pythons[1]}"
    return f"{before.label} -> {after.version}"


def causes(transition: Transition) -> list[tuple[str, list[Move]]]:
    """The moves by entry point and cause; those that nothing explains first, then the most frequent."""

    def key(move: Move) -> tuple[bool, str]:
        what = move.cause or ("the score's last digits" if move.causes is not None else "UNEXPLAINED")
        how = {"default": " (defaults)", "numbers": " (numbers at defaults)", "counterpart": " (same argument)"}.get(
            move.kind, ""
        )
        return move.causes is not None, f"{move.entry_point}{how}: {what}"

    groups = [(name, list(moves)) for name, moves in groupby(sorted(transition.moves, key=key), key=key)]
    groups.sort(key=lambda group: (group[0][0], -len(group[1]), group[0][1]))
    return [(name, moves) for (_, name), moves in groups]


def witness(moves: Sequence[Move]) -> Move:
    """The move to show: from a number to a number, on a vector that is about releases, else the first."""
    return min(moves, key=lambda move: (not move.value_to_value, "release" not in move.vector, move.vector))


def answer(outcome: Outcome) -> str:
    """An answer, short: six digits of a number, or the kind of failure."""
    if isinstance(outcome, Score):
        return f"{outcome.value:.6g}"
    return visible(outcome.describe(), 60)


def versions(one: Behaviour) -> str:
    """First and last release."""
    return one.versions[0] if len(one.versions) == 1 else f"{one.versions[0]} to {one.versions[-1]}"


def plain(found: Drift) -> Iterator[str]:
    """For a terminal: transitions with their causes and a witness each, then who behaves alike."""
    for transition in found.transitions:
        yield visible(f"{heading(transition)}: {summary(transition)}")
        shown = causes(transition)
        for name, moves in shown[:_CAUSES]:
            one = witness(moves)
            yield visible(f"  {len(moves):4}  {name}")
            yield visible(
                f"        {one.vector}: {answer(one.before)} -> {answer(one.after)} (first seen at {one.stage})"
            )
        if len(shown) > _CAUSES:
            yield f"        ... and {len(shown) - _CAUSES} other causes"
    if found.behaviours:
        yield ""
        yield "releases that behave alike, on every vector:"
        for (package, entry_point), group in _by_entry_point(found):
            yield visible(f"  {package}.{entry_point}: {' | '.join(map(versions, group))}")
    for name, reason in found.absent:
        yield visible(f"{name}: nothing recorded: {reason}", 400)


def _by_entry_point(found: Drift) -> list[tuple[tuple[str, str], list[Behaviour]]]:
    grouped = groupby(found.behaviours, key=lambda one: (one.package, one.entry_point))
    return [(key, list(group)) for key, group in grouped]


def markdown(found: Drift, title: str = "What changed between releases") -> str:
    """The same as a page: a table of behaviours for each package, then every transition."""
    out = [f"# {title}", "", *_INTRODUCTION, ""]
    for package, ones in groupby(found.behaviours, key=lambda one: one.package):
        out += [f"## {_cell(package)}", "", "| entry point | metric | releases that behave alike |", "|---|---|---|"]
        for entry_point, group in groupby(ones, key=lambda one: one.entry_point):
            alike = list(group)
            cells = [f"`{_cell(entry_point)}`", alike[0].metric, " / ".join(map(versions, alike))]
            out.append(f"| {' | '.join(cells)} |")
        out.append("")
        for transition in found.transitions:
            if transition.before.package == package and transition.moves:
                out += _section(transition)
    if found.absent:
        out += ["## Not recorded", "", *(f"- {_cell(name)}: {_cell(reason)}" for name, reason in found.absent), ""]
    return "\n".join(out)


def _section(transition: Transition) -> list[str]:
    rows = [f"### {_cell(heading(transition))}", "", f"{summary(transition).capitalize()}.", ""]
    rows += ["| moved | entry point: knob | witness | before | after |", "|---:|---|---|---|---|"]
    for name, moves in causes(transition):
        one = witness(moves)
        cells = [str(len(moves)), _cell(name), f"`{one.vector}`", _cell(answer(one.before)), _cell(answer(one.after))]
        rows.append(f"| {' | '.join(cells)} |")
    return [*rows, ""]


def _cell(text: str) -> str:
    return visible(text, 200).replace("|", "\\|").replace("<", "&lt;")
