"""A comparison as a page: the numbers, a heat map of the gaps between them, the causes of each."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.records import Comparison, Row
from samescore.report.html.document import Style, View, section
from samescore.report.html.waterfall import waterfall


def comparison(compared: Comparison) -> View:
    """The view of a diff."""
    numbered = [row for row in compared.rows if row.number is not None]
    numbers = [row.number or 0.0 for row in numbered]
    gaps = [[other - number for other in numbers] for number in numbers]
    baseline = numbered[0] if numbered else None
    unexplained = {row.name for row in compared.unexplained}
    content = section(
        "diff.html",
        compared=compared,
        numbered=numbered,
        gaps=gaps,
        highest=max(map(abs, numbers), default=0.0) or 1.0,
        widest=max((abs(gap) for line in gaps for gap in line), default=0.0) or 1.0,
        unexplained=unexplained,
        drawings={
            row.name: waterfall(baseline.name, row.name, baseline.number or 0.0, row.gap, row.shares)
            for row in numbered
            if baseline is not None and row.gap and row.shares
        },
    )
    style: Style = "bad" if unexplained else "good" if not _differing(numbered) else "known"
    return View("diff", compared.metric, style, _verdict(numbered), content, _lead(compared, numbered))


def _differing(numbered: Sequence[Row]) -> int:
    """How many different numbers there are, as they are printed."""
    count = len({f"{row.number:.4f}" for row in numbered})
    return count if count > 1 else 0


def _verdict(numbered: Sequence[Row]) -> str:
    if not numbered:
        return "No number to compare"
    if not _differing(numbered):
        return f"{len(numbered)} answers, one number: {numbered[0].number:.4f}"
    numbers = [row.number or 0.0 for row in numbered]
    spread = f"from {min(numbers):.4f} to {max(numbers):.4f}"
    return f"{len(numbered)} answers to one question, {_differing(numbered)} different numbers, {spread}"


def _lead(compared: Comparison, numbered: Sequence[Row]) -> str:
    if names := [row.name for row in compared.unexplained]:
        return f"Unexplained: {', '.join(names)}. Natively its settings give another number; do not trust its shares."
    return "Every gap is explained by named settings." if _differing(numbered) else ""
