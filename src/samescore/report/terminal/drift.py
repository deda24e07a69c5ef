"""A drift for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from samescore.records import Drift
from samescore.report.moves import by_cause, by_entry_point, first_to_last, heading, short_answer, summary, witness
from samescore.report.plain import page, visible

#: How many causes are shown for one transition.
_CAUSES = 40


def drift(compared: Drift) -> str:
    """Each transition with its causes and their witnesses, then the releases that behave alike."""
    return page(_lines(compared))


def _lines(compared: Drift) -> Iterator[str]:
    for pair in compared.pairs:
        yield visible(f"{heading(pair)}: {summary(pair)}")
        causes = by_cause(pair)
        for name, moves in causes[:_CAUSES]:
            move = witness(moves)
            yield visible(f"  {len(moves):4}  {name}")
            was, became = short_answer(move.was), short_answer(move.became)
            yield visible(f"        {move.vector}: {was} -> {became} (first seen at {move.stage})")
        if len(causes) > _CAUSES:
            yield f"        ... and {len(causes) - _CAUSES} other causes"
    if compared.behaviours:
        yield ""
        yield "releases that behave alike, on every vector:"
        for (package, entry_point), behaviours in by_entry_point(compared):
            yield visible(f"  {package}.{entry_point}: {' | '.join(map(first_to_last, behaviours))}")
    for absent in compared.absent:
        yield visible(f"{absent.implementation}: nothing recorded: {absent.reason}", 400)
