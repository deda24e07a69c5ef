"""The view of a search for disagreements."""

from __future__ import annotations

import json
from typing import cast

from samescore.records import Find, FuzzReport, FuzzSummary
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View


def view(report: FuzzReport) -> View:
    """Build the view: each find with its vector, and the extent of the search."""
    summary = report.summary
    style: show.Style = "known" if summary.finds else "good" if summary.compared else "none"
    verdict = f"{count_phrase(summary.finds, 'disagreement') if summary.finds else 'No disagreement'} found"
    subject = f"{summary.first} and {summary.second}" if summary.second else summary.first
    searched = _searched(summary)
    left_out = show.Items(
        tuple(
            f"{count_phrase(known.inputs, 'input')}: {', '.join(known.explanation)} ({', '.join(known.divergences)})"
            for known in summary.known
        ),
        title="Omitted, because the catalogue explains them (--known lists them; samescore show ID shows a catalogue entry)",
    )
    finds: list[show.Block] = [_find(number, found) for number, found in enumerate(report.finds, 1)]
    end = show.Sentence(searched, apart=bool(finds))
    return View("fuzz", subject, style, verdict, show.compact(*finds, end, left_out), f"{searched}.")


def _searched(summary: FuzzSummary) -> str:
    """Return the extent of the search and the number of its finds, in words."""
    whom = f"{summary.first} and {summary.second}" if summary.second else f"{summary.first} and its native model"
    end = ", interrupted" if summary.interrupted else ""
    return (
        f"{whom}: {count_phrase(summary.examples, 'input')} (seed {summary.seed}{end}), {summary.compared:,} answered by both, "
        f"{summary.different:,} with different scores; {count_phrase(summary.finds, 'explanation')}"
    )


def _find(number: int, found: Find) -> show.Card:
    sides = tuple((side.name, show.Span(side.signature, "settings")) for side in (found.first, found.second))
    plain = found.vector.get("input")
    given = show.Input(json.dumps(plain), cast("dict[str, object]", plain)) if isinstance(plain, dict) else None
    blocks = show.compact(
        show.Paragraph(found.sentence),
        show.Facts((("known", show.join_spans(show.entries(found.divergences))),) if found.divergences else ()),
        show.Folded("smallest input", (show.Facts((("input", given),)),) if given else (), open=True),
        show.Source(_vector_text(found), "as a golden vector"),
        show.Folded("settings of both sides", (show.Facts(sides),)),
    )
    title = f"{found.metric}: {', '.join(found.explanation)}"
    return show.Card(title, blocks, mark=f"{number}.", badge=None, apart=True)


def _vector_text(find: Find) -> str:
    """Return the vector as JSON to copy: one field a line, non-ASCII characters escaped."""
    fields = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in find.vector.items()]
    return "{\n" + ",\n".join(fields) + "\n}"
