"""A drift as a page: a strip of versions for each entry point, and each transition's moves by cause."""

from __future__ import annotations

from markupsafe import Markup

from samescore.records import Drift, Move
from samescore.report.html.document import section
from samescore.report.moves import by_cause, by_entry_point, first_to_last, heading, short_answer, summary, witness


def drift(compared: Drift) -> Markup:
    """The section of a drift."""
    strips = [
        (package, entry_point, behaviours[0].metric, [first_to_last(behaviour) for behaviour in behaviours])
        for (package, entry_point), behaviours in by_entry_point(compared)
    ]
    transitions = [
        {
            "heading": heading(pair),
            "summary": summary(pair),
            "unexplained": pair.transition.unexplained,
            "causes": [_cause(name, moves) for name, moves in by_cause(pair)],
        }
        for pair in compared.pairs
    ]
    return section("drift.html", strips=strips, transitions=transitions, absent=compared.absent)


def _cause(name: str, moves: list[Move]) -> dict[str, object]:
    shown = witness(moves)
    return {
        "name": name,
        "count": len(moves),
        "vector": shown.vector,
        "was": short_answer(shown.was),
        "became": short_answer(shown.became),
    }
