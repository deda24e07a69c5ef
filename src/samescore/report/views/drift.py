"""The view of a drift: what changed from release to release."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from samescore.records import Drift, Move, ReleasePair
from samescore.report import view as show
from samescore.report.moves import (
    by_cause,
    by_entry_point,
    compared_releases,
    first_to_last,
    short_answer,
    summary,
    witness,
)
from samescore.report.view import View

if TYPE_CHECKING:
    from samescore.report.html.vectors import Shown

_NOTE = "Consecutive releases are compared on every golden vector. Each change has a cause (the smallest set of knobs that turns one answer into the other) and a witness (samescore show ID prints it). (defaults): without any argument; (numbers at defaults): with numeric arguments, such as the smoothing constant, at their defaults; (same argument): with an argument that changed its meaning between the releases. Differences of up to 8 units in the last place are ignored."
#: How many causes a terminal shows for one transition.
_CAUSES = 40


def view(drift: Drift, vectors: Mapping[str, Shown] | None = None) -> View:
    """Build the view: each transition with its causes and examples, then the releases that behave alike.

    `vectors` has the data of golden vectors by id.
    """
    subject = ", ".join(dict.fromkeys(pair.transition.package for pair in drift.pairs))
    alike = show.Items(
        tuple(
            f"{package}.{entry_point}: {' | '.join(map(first_to_last, behaviours))}"
            for (package, entry_point), behaviours in by_entry_point(drift)
        ),
        title="releases with the same answers to every vector:",
        apart=True,
    )
    blocks = show.compact(
        show.Folded("How to read this", (show.Paragraph(_NOTE),)),
        *(_transition(pair, vectors or {}) for pair in drift.pairs),
        show.Picture("strips", (drift,), (alike,)) if drift.behaviours else None,
        *(show.Paragraph(f"{absent.implementation}: nothing recorded: {absent.reason}") for absent in drift.absent),
    )
    return View("drift", subject, *_verdict(drift), blocks)


def _verdict(drift: Drift) -> tuple[show.Style, str]:
    moved = sum(pair.transition.moved for pair in drift.pairs)
    unexplained = sum(pair.transition.unexplained for pair in drift.pairs)
    answers = sum(pair.transition.compared for pair in drift.pairs)
    if not answers:
        return "none", "Nothing was compared"
    if unexplained:
        return "bad", f"{moved:,} of {answers:,} answers changed, {unexplained:,} without an explanation"
    if moved:
        return "known", f"{moved:,} of {answers:,} answers changed; every change is explained"
    return "good", f"None of {answers:,} answers changed"


def _transition(pair: ReleasePair, vectors: Mapping[str, Shown]) -> show.Card:
    rows = tuple((str(len(moves)), name, _witness(moves, vectors)) for name, moves in by_cause(pair))
    columns = (
        show.Column("moved", number=True, width=4),
        show.Column("entry point: knob"),
        show.Column("witness", below=True),
    )
    table = show.Table(columns, rows, most=_CAUSES, rest="... and {} other causes")
    return show.Card(f"{compared_releases(pair)}: {summary(pair)}", show.compact(table))


def _witness(moves: list[Move], vectors: Mapping[str, Shown]) -> show.Cell:
    """Return an example of a move, with its input if known."""
    move = witness(moves)
    answers = f": {short_answer(move.was)} -> {short_answer(move.became)} (first seen at {move.stage})"
    known = vectors.get(move.vector)
    given = (show.Input(json.dumps(known.input), known.input),) if known else ()
    return show.Stack(((show.Span(move.vector, "code"), answers), *given))
