"""Answers that changed between releases, in words, for the reports of a drift."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from samescore.records import Answer, Behaviour, Drift, Move, ReleasePair
from samescore.report.counted import count_phrase
from samescore.report.plain import visible

_KINDS = {"default": " (defaults)", "numbers": " (numbers at defaults)", "counterpart": " (same argument)"}


def summary(pair: ReleasePair) -> str:
    """Return the counts of a transition on one line."""
    counts = pair.transition
    parts = [f"{counts.moved or 'none'} of {counts.compared} answers changed"]
    if counts.unexplained:
        parts.append(f"{counts.unexplained} UNEXPLAINED")
    if counts.parameters:
        parts.append(f"{counts.parameters} more where a parameter was added or removed")
    if counts.last_digits:
        parts.append(f"{counts.last_digits} in the last digits only")
    if counts.one_sided:
        parts.append(f"{counts.one_sided} answered by only one of the two")
    if counts.skipped:
        parts.append(f"{count_phrase(len(counts.skipped), 'vector')} whose input changed")
    return ", ".join(parts)


def compared_releases(pair: ReleasePair) -> str:
    """Return the two releases, or the two interpreters if the release is the same."""
    counts = pair.transition
    label = f"{counts.package} {counts.before}" if counts.before else counts.package
    if counts.before == counts.after:
        before, after = (f"Python {environment.get('python', '?')}" for environment in counts.environments)
        return f"{label}, {before} -> {after}"
    return f"{label} -> {counts.after}"


def by_cause(pair: ReleasePair) -> list[tuple[str, list[Move]]]:
    """Return the moves by entry point and cause: unexplained ones first, then the most frequent."""

    def key(move: Move) -> tuple[bool, str]:
        cause = move.cause or ("the score's last digits" if move.causes is not None else "UNEXPLAINED")
        return move.causes is not None, f"{move.entry_point}{_KINDS.get(move.kind, '')}: {cause}"

    groups = [(group, list(moves)) for group, moves in groupby(sorted(pair.moves, key=key), key=key)]
    groups.sort(key=lambda group: (group[0][0], -len(group[1]), group[0][1]))
    return [(name, moves) for (_, name), moves in groups]


def witness(moves: Sequence[Move]) -> Move:
    """Return the move to show as an example: preferably between two scores, and on a vector about releases."""
    return min(moves, key=lambda move: (not move.between_scores, "release" not in move.vector, move.vector))


def short_answer(answer: Answer) -> str:
    """Return an answer in short form: a number with six significant digits, or the answer's text, truncated."""
    if answer.value is not None:
        return f"{answer.value:.6g}"
    return visible(answer.text, 60)


def first_to_last(behaviour: Behaviour) -> str:
    """Return the first and the last release with a behaviour, or the only one."""
    versions = behaviour.versions
    return versions[0] if len(versions) == 1 else f"{versions[0]} to {versions[-1]}"


def by_entry_point(drift: Drift) -> list[tuple[tuple[str, str], list[Behaviour]]]:
    """Return the behaviours of each package and entry point."""
    grouped = groupby(drift.behaviours, key=lambda behaviour: (behaviour.package, behaviour.entry_point))
    return [(key, list(behaviours)) for key, behaviours in grouped]
