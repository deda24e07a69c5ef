"""Native scores for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.report.plain import visible

if TYPE_CHECKING:
    from samescore.records import PerClassScores, RecordedAgreement, ScoreLine


def score(scored: ScoreLine, *, label: str = "", full: bool = False) -> Iterator[str]:
    """Yield a score under an optional label: the number, its settings (all of them if `full`), the stages' results."""
    if label:
        yield visible(label)
    yield repr(float.fromhex(scored.hex))
    yield visible(scored.signature if full else _abbreviated(scored.signature, scored.short_signature))
    yield from (visible(f"{name}: {product}") for name, product in (scored.stages or {}).items())


def _abbreviated(signature: str, short: str) -> str:
    """Return the short signature with a remark on the knobs that it omits; the complete one if there is no short one.

    >>> _abbreviated("ter|case:keep|scale:100", "ter|case:keep")
    'ter|case:keep (other knobs at their defaults)'
    >>> _abbreviated("ter|case:lower|scale:100", "ter")
    'ter (all knobs at their defaults)'
    """
    if not short or short == signature:
        return signature
    return f"{short} ({'other' if '|' in short else 'all'} knobs at their defaults)"


def recorded(found: RecordedAgreement) -> str:
    """Return a line on the agreement of a scorer's records with the computed scores and answers.

    >>> from samescore.records import RecordedAgreement
    >>> recorded(RecordedAgreement("log.json", "answer-match", "match", 4, 3, 2, 2, "log.json, samples[1]"))
    'recorded match: 3 of 4 scores and 2 of 2 answers are equal; first difference: log.json, samples[1]'
    """
    counts = [(found.equal_scores, found.scores, "scores"), (found.equal_answers, found.answers, "answers")]
    equal = " and ".join(f"{equal:,} of {total:,} {name}" for equal, total, name in counts if total)
    first = f"; first difference: {found.first}" if found.first else ""
    return visible(f"recorded {found.scorer}: {equal} are equal{first}")


def classes(rows: Sequence[PerClassScores], columns: int = 0) -> Iterator[str]:
    """Yield the table of classes, to five decimals, or a line for each number if the table is wider than `columns`.

    Without rows, nothing is yielded.
    """
    if not rows:
        return
    names = [visible(str(row.name)) for row in rows]
    width = max(len("class"), *map(len, names))
    heads = ("precision", "recall", "F1", "MCC", "support", "predicted", "right")
    if 0 < columns < width + 11 * len(heads):
        for name, row in zip(names, rows, strict=True):
            yield f"class {name}"
            numbers = [f"{value:.5f}" for value in (row.precision, row.recall, row.f1, row.mcc)]
            numbers += [str(count) for count in (row.support, row.predicted, row.right)]
            yield from (f"  {head}: {number}" for head, number in zip(heads, numbers, strict=True))
        return
    yield "  ".join(["class".ljust(width), *(head.rjust(9) for head in heads)])
    for name, row in zip(names, rows, strict=True):
        numbers = [f"{value:9.5f}" for value in (row.precision, row.recall, row.f1, row.mcc)]
        counts = [f"{count:9d}" for count in (row.support, row.predicted, row.right)]
        yield "  ".join([name.ljust(width), *numbers, *counts])
