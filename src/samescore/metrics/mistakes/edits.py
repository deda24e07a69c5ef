"""Known mistakes in the word error rate, related rates, and TER."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from samescore.data.corpus import Corpus
from samescore.metrics.base import ComparesTexts, Row, Statistics
from samescore.metrics.edits.ter import TER
from samescore.metrics.edits.ter_settings import TerSettings
from samescore.metrics.edits.wer import CER, MER, WER, ErrorRateT
from samescore.metrics.edits.wer_settings import ErrorRateSettings
from samescore.metrics.mistakes.contract import Mistake
from samescore.metrics.mistakes.formulas import Formula, wrong_formulas
from samescore.metrics.mistakes.shifts import SHIFTS
from samescore.metrics.mistakes.texts import MEANS, READINGS, presentations
from samescore.metrics.rouge.lcs import lcs_length
from samescore.metrics.words import used_references

_Units = Sequence[str]


def _rate(name: str, meaning: str, change: Callable[[float, float, float, float], tuple[float, float]]) -> Mistake:
    """Return a mistake in the quotient: `change` gets H, S, D and I, and returns a numerator and a denominator."""

    def formula(row: Row, settings: ErrorRateSettings) -> float | None:
        above, below = change(*row[:4])
        return above / below if below else (None if above else 0.0)

    return Mistake(name, meaning, "score", formula)


_RATES = (
    _rate("divided-by-hypothesis", "errors are divided by the length of the hypothesis",
          lambda h, s, d, i: (s + d + i, h + s + i)),
    _rate("divided-by-reference", "errors are divided by the length of the reference",
          lambda h, s, d, i: (s + d + i, h + s + d)),
    _rate("divided-by-longer", "errors are divided by the length of the longer text",
          lambda h, s, d, i: (s + d + i, max(h + s + d, h + s + i))),
    _rate("divided-by-both", "errors are divided by the lengths of both texts together",
          lambda h, s, d, i: (s + d + i, 2 * h + 2 * s + d + i)),
    _rate("divided-by-mean-length", "errors are divided by the mean length of both texts",
          lambda h, s, d, i: (2 * (s + d + i), 2 * h + 2 * s + d + i)),
    _rate("divided-by-alignment", "errors are divided by hits and errors, as in the match error rate",
          lambda h, s, d, i: (s + d + i, h + s + d + i)),
    _rate("divided-by-hits", "errors are divided by the hits", lambda h, s, d, i: (s + d + i, h)),
    _rate("divided-by-length-plus-one", "errors are divided by a length that is one too large",
          lambda h, s, d, i: (s + d + i, h + s + d + 1)),
    _rate("insertions-ignored", "insertions are no errors", lambda h, s, d, i: (s + d, h + s + d)),
    _rate("deletions-ignored", "deletions are no errors", lambda h, s, d, i: (s + i, h + s + d)),
    _rate("substitutions-ignored", "substitutions are no errors", lambda h, s, d, i: (d + i, h + s + d)),
    _rate("substitutions-twice", "a substitution is two errors", lambda h, s, d, i: (2 * s + d + i, h + s + d)),
    _rate("insertions-subtracted", "insertions are subtracted", lambda h, s, d, i: (s + d - i, h + s + d)),
    _rate("hits-for-errors", "the share of the reference that is hit", lambda h, s, d, i: (h, h + s + d)),
)  # fmt: skip


def _segmentwise(
    name: str, meaning: str, change: Callable[[list[float], Sequence[Row], ErrorRateSettings], float | None]
) -> Mistake:
    return Mistake(name, meaning, "mean", change)


def _typed_rate(wrong: Formula) -> Callable[[Row, ErrorRateSettings], float | None]:
    def formula(row: Row, settings: ErrorRateSettings) -> float | None:
        hits, substitutions, deletions, insertions = row[:4]
        values = {"hits": hits, "substitutions": substitutions, "deletions": deletions, "insertions": insertions}
        return wrong(values) if any(row[:4]) else 0.0

    return formula


def _weighted_by_errors(scores: list[float], rows: Sequence[Row], settings: ErrorRateSettings) -> float | None:
    weights = [sum(row[1:4]) for row in rows]
    return sum(w * x for w, x in zip(weights, scores, strict=True)) / sum(weights) if sum(weights) else 0.0


def _capped_mean(scores: list[float], rows: Sequence[Row], settings: ErrorRateSettings) -> float:
    most = 100.0 if settings.scale == "100" else 1.0
    return sum(min(most, score) for score in scores) / len(scores)


def _per_segment(scores: list[float], rows: Sequence[Row], settings: ErrorRateSettings) -> float:
    return float(sum(sum(row[1:4]) for row in rows)) / len(rows)


def _errors(scores: list[float], rows: Sequence[Row], settings: ErrorRateSettings) -> float:
    return float(sum(sum(row[1:4]) for row in rows))


_SEGMENTS = (
    _segmentwise("segments-capped", "the rate of each segment is capped at that of the worst, and averaged", _capped_mean),
    _segmentwise("errors-per-segment", "errors are divided by the number of segments", _per_segment),
    _segmentwise("errors-not-divided", "the number of errors, not divided", _errors),
    _segmentwise("weighted-by-errors", "segments are averaged by their errors instead of their lengths",
                 _weighted_by_errors),
)  # fmt: skip


def _cap(row: Row, settings: ErrorRateSettings) -> Row:
    """Return the row with the errors limited to the length of the reference: surplus insertions are dropped."""
    h, substitutions, deletions, insertions, *rest = row
    most = h + substitutions + deletions
    return (h, substitutions, deletions, max(0, min(insertions, most - substitutions - deletions)), *rest)


_ROWS = (Mistake("errors-capped", "the errors of a segment are capped at the length of its reference", "row", _cap),)


#: Functions for the values of further columns, given the lengths of reference and hypothesis.
_LENGTHS: dict[str, Callable[[int, int], int]] = {"longer": max, "reference": lambda r, h: r}


def _alignment_mistake(
    name: str,
    meaning: str,
    metric: ComparesTexts[Corpus, ErrorRateT],
    align: Callable[[_Units, _Units], tuple[int, int, int, int]],
) -> Mistake:
    """Return a mistake in the alignment.

    `align` gets the units of a reference and a hypothesis, and returns H, S, D and I.
    """

    def statistics(data: Corpus, settings: ErrorRateT) -> Statistics | None:
        native = metric.counted(data, settings)
        if settings.segments != "separate":
            return None
        lengths = [_LENGTHS[column] for column in native.columns[4:]]

        def row(r: _Units, h: _Units) -> Row:
            return (*align(r, h), *(length(len(r), len(h)) for length in lengths))

        compared = [
            (units[0], units[1:][: len(used_references(segment, settings))])
            for segment, units in zip(data, metric.tokens(data, settings), strict=True)
        ]
        rows = [min((row(r, h) for r in references), key=lambda row: sum(row[1:4])) for h, references in compared]
        return Statistics(native.columns, rows)

    return Mistake(name, meaning, "counts", statistics)


def _no_substitutions(r: _Units, h: _Units) -> tuple[int, int, int, int]:
    hits = lcs_length(r, h)
    return hits, 0, len(r) - hits, len(h) - hits


def _positions(r: _Units, h: _Units) -> tuple[int, int, int, int]:
    hits = sum(a == b for a, b in zip(r, h, strict=False))
    both = min(len(r), len(h))
    return hits, both - hits, len(r) - both, len(h) - both


def _any_order(r: _Units, h: _Units) -> tuple[int, int, int, int]:
    hits = sum((Counter(r) & Counter(h)).values())
    both = min(len(r), len(h))
    return hits, both - hits, len(r) - both, len(h) - both


def _sets(r: _Units, h: _Units) -> tuple[int, int, int, int]:
    return _any_order(list(dict.fromkeys(r)), list(dict.fromkeys(h)))


def _distance(
    r: _Units,
    h: _Units,
    *,
    exchange: bool = False,
    missing: int = 1,
    added: int = 1,
    deletion: int = 1,
    insertion: int = 1,
) -> int:
    """Return the edit distance of two texts, with a mistake in its table.

    `missing` and `added` are the costs of a unit missing or added at the start, `deletion` and `insertion` elsewhere.
    With `exchange`, an exchange of neighbours costs one edit.
    """
    table = [[0] * (len(h) + 1) for _ in range(len(r) + 1)]
    for i in range(len(r) + 1):
        table[i][0] = i * missing
    for j in range(len(h) + 1):
        table[0][j] = j * added
    for i in range(1, len(r) + 1):
        for j in range(1, len(h) + 1):
            same = r[i - 1] == h[j - 1]
            table[i][j] = min(table[i - 1][j] + deletion, table[i][j - 1] + insertion, table[i - 1][j - 1] + (not same))
            if exchange and i > 1 and j > 1 and r[i - 1] == h[j - 2] and r[i - 2] == h[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


def _one_row(r: _Units, h: _Units) -> int:
    """Return the distance computed in a single row, where the diagonal cell has already been overwritten."""
    row = list(range(len(h) + 1))
    for i, unit in enumerate(r, 1):
        row[0] = i
        for j, other in enumerate(h, 1):
            row[j] = min(row[j] + 1, row[j - 1] + 1, row[j - 1] + (unit != other))
    return row[-1]


def _matching_blocks(r: _Units, h: _Units) -> tuple[int, int, int, int]:
    """Return H, S, D and I implied by difflib's matching blocks, which may have more errors than necessary."""
    hits = substitutions = deletions = insertions = 0
    for kind, start, end, first, last in SequenceMatcher(None, list(r), list(h)).get_opcodes():
        deleted, inserted = end - start, last - first
        if kind == "equal":
            hits += deleted
        else:
            both = min(deleted, inserted)
            substitutions, deletions, insertions = (
                substitutions + both,
                deletions + deleted - both,
                insertions + inserted - both,
            )
    return hits, substitutions, deletions, insertions


def _errors_alone(edits: int, r: _Units) -> tuple[int, int, int, int]:
    """Return H, S, D and I for a number of edits: substitutions up to the reference's length, then insertions."""
    at_most = min(edits, len(r))
    return len(r) - at_most, at_most, 0, edits - at_most


def _alignments(metric: ComparesTexts[Corpus, ErrorRateT]) -> tuple[Mistake, ...]:
    return (
        _alignment_mistake("no-substitutions", "there are no substitutions: a deletion and an insertion in place of each", metric,
                  _no_substitutions),
        _alignment_mistake("same-positions", "units are compared at the same positions, without an alignment", metric, _positions),
        _alignment_mistake("any-order", "units are compared in any order", metric, _any_order),
        _alignment_mistake("sets-of-units", "distinct units are compared in any order", metric, _sets),
        _alignment_mistake("adjacent-exchange", "an exchange of neighbours is one edit (optimal string alignment)", metric,
                  lambda r, h: _errors_alone(_distance(r, h, exchange=True), r)),
        _alignment_mistake("borders-zero", "the first row and column of the table are 0: units at the beginning are free", metric,
                  lambda r, h: _errors_alone(_distance(r, h, missing=0, added=0), r)),
        _alignment_mistake("missing-beginning-free", "units of the reference that are missing at the beginning cost nothing", metric,
                  lambda r, h: _errors_alone(_distance(r, h, missing=0), r)),
        _alignment_mistake("added-beginning-free", "units that are added at the beginning cost nothing", metric,
                  lambda r, h: _errors_alone(_distance(r, h, added=0), r)),
        _alignment_mistake("deletions-free", "a deletion costs nothing in the alignment", metric,
                  lambda r, h: _errors_alone(_distance(r, h, missing=0, deletion=0), r)),
        _alignment_mistake("insertions-free", "an insertion costs nothing in the alignment", metric,
                  lambda r, h: _errors_alone(_distance(r, h, added=0, insertion=0), r)),
        _alignment_mistake("matching-blocks", "the steps of difflib's matching blocks instead of the fewest errors", metric,
                  _matching_blocks),
        _alignment_mistake("diagonal-overwritten", "the table is one row, whose diagonal cell is already overwritten", metric,
                  lambda r, h: _errors_alone(_one_row(r, h), r)),
        _alignment_mistake("last-unit-of-reference-missing", "the last unit of the reference is not compared: off by one", metric,
                  lambda r, h: _errors_alone(_distance(r[:-1], h), r)),
        _alignment_mistake("last-unit-of-hypothesis-missing", "the last unit of the hypothesis is not compared: off by one", metric,
                  lambda r, h: _errors_alone(_distance(r, h[:-1]), r)),
        _alignment_mistake("first-unit-missing", "the first units of both texts are not compared: off by one", metric,
                  lambda r, h: _errors_alone(_distance(r[1:], h[1:]), r)),
        _alignment_mistake("last-unit-missing", "the last units of both texts are not compared: off by one", metric,
                  lambda r, h: _errors_alone(_distance(r[:-1], h[:-1]), r)),
    )  # fmt: skip


_ERRORS = "(substitutions + deletions + insertions)"
_OF_REFERENCE, _OF_ALIGNMENT = "(hits + substitutions + deletions)", "(hits + substitutions + deletions + insertions)"


def _per_character_mistake(metric: ComparesTexts[Corpus, ErrorRateT]) -> Mistake:
    """Return a mistake in which errors are divided by the number of characters of the (first) reference."""

    def statistics(data: Corpus, settings: ErrorRateT) -> Statistics | None:
        native = metric.counted(data, settings)
        if len(native.columns) != 4 or settings.segments != "separate" or data.tokenized:
            return None
        rows = []
        for segment, row in zip(data, native.rows, strict=True):
            length = len(str(next(iter(used_references(segment, settings)))))
            rows.append([length - row[1] - row[2], *row[1:]])
        return Statistics(native.columns, rows)

    return Mistake("lengths-in-characters", "errors are divided by the number of characters", "counts", statistics)


def _mistakes(
    metric: ComparesTexts[Corpus, ErrorRateT], *, without: str, length: str = _OF_REFERENCE
) -> tuple[Mistake, ...]:
    counts = "hits substitutions deletions insertions"
    return (
        *(mistake for mistake in _RATES if mistake.name != without),
        *wrong_formulas("the rate", f"{_ERRORS} / {length}", "score", _typed_rate, counts),
        *_alignments(metric),
        *([] if metric is CER else [_per_character_mistake(metric)]),
        *_ROWS,
        *_SEGMENTS,
        *READINGS,
        *MEANS,
        *presentations(highest=None),
    )


WER_MISTAKES = _mistakes(WER, without="divided-by-reference")
CER_MISTAKES = _mistakes(CER, without="divided-by-reference")
MER_MISTAKES = _mistakes(MER, without="divided-by-alignment", length=_OF_ALIGNMENT)


def _ter_lengths(name: str, meaning: str, length: Callable[[int, list[int]], tuple[int, int]]) -> Mistake:
    """Return a mistake in the divisor of edits: `length` gets the lengths of the hypothesis and of its references."""

    def statistics(data: Corpus, settings: TerSettings) -> Statistics | None:
        if not all(data.reference_lines):
            return None
        native = TER.counted(data, settings)
        rows = []
        for row, units in zip(native.rows, TER.tokens(data, settings), strict=True):
            rows.append([row[0], row[1], *length(len(units[0]), [len(text) for text in units[1:]])])
        return Statistics(native.columns, rows)

    return Mistake(name, meaning, "counts", statistics)


def _in_characters(data: Corpus, settings: TerSettings) -> Statistics | None:
    if data.tokenized or not all(data.reference_lines):
        return None
    native = TER.counted(data, settings)
    rows = [
        [*row[:2], sum(map(len, references)), len(references)]
        for row, references in zip(native.rows, data.reference_lines, strict=True)
    ]
    return Statistics(native.columns, rows)


def _mean_edits(data: Corpus, settings: TerSettings) -> Statistics | None:
    """Return rows with the edits for each single reference, averaged over the references of a segment.

    Returns None for tokens, or if a segment has no references.
    """
    if not all(data.reference_lines) or data.tokenized:
        return None
    pairs = [(h, r) for h, rs in zip(data.hypothesis_lines, data.reference_lines, strict=True) for r in rs]
    alone = TER.counted(Corpus.from_segments([str(h) for h, _ in pairs], [[str(r)] for _, r in pairs]), settings)
    rows, left = [], iter(alone.rows)
    for references in data.reference_lines:
        edits, shifts, length, _ = (sum(column) for column in zip(*(next(left) for _ in references), strict=True))
        many = len(references)
        rows.append([edits / many, shifts / many, length, many])
    return Statistics(alone.columns, rows)


def _ter_edits(name: str, meaning: str, change: Callable[[int, int], int]) -> Mistake:
    """Return a mistake in the number of edits: `change` gets the number of all edits and of the shifts among them."""
    return Mistake(name, meaning, "row", lambda row, s: (change(row[0], row[1]), *row[1:]))


TER_MISTAKES: tuple[Mistake, ...] = (
    _ter_lengths("divided-by-hypothesis", "edits are divided by the length of the hypothesis", lambda h, r: (h, 1)),
    _ter_lengths("divided-by-longer", "edits are divided by the length of the longer text",
                 lambda h, r: (max(h, *r), 1)),
    _ter_lengths("divided-by-both", "edits are divided by the lengths of both texts together",
                 lambda h, r: (h + sum(r), 1)),
    _ter_lengths("divided-by-first-reference", "edits are divided by the length of the first reference",
                 lambda h, r: (r[0], 1)),
    _ter_lengths("divided-by-longest-reference", "edits are divided by the length of the longest reference",
                 lambda h, r: (max(r), 1)),
    _ter_lengths("divided-by-shortest-reference", "edits are divided by the length of the shortest reference",
                 lambda h, r: (min(r), 1)),
    _ter_lengths("divided-by-all-references", "edits are divided by the lengths of all references together",
                 lambda h, r: (sum(r), 1)),
    Mistake("lengths-in-characters", "edits are divided by the number of characters", "counts", _in_characters),
    _ter_lengths("divided-by-length-plus-one", "edits are divided by a length that is one too large",
                 lambda h, r: (sum(r) + len(r), len(r))),
    Mistake("mean-over-references", "the edits with all references are averaged, not those with the nearest", "counts",
            _mean_edits),
    _ter_edits("shifts-free", "shifts cost nothing", lambda edits, shifts: edits - shifts),
    _ter_edits("shifts-twice", "a shift costs two edits", lambda edits, shifts: edits + shifts),
    *SHIFTS,
    _ter_edits("shifts-alone", "only shifts are counted", lambda edits, shifts: shifts),
    Mistake("errors-capped", "the edits of a segment are capped at the length of its reference", "row",
            lambda row, s: (min(row[0], row[2] / row[3]) if row[3] else row[0], *row[1:])),
    _segmentwise("segments-capped", "the rate of each segment is capped at that of the worst, and averaged", _capped_mean),
    _segmentwise("errors-per-segment", "edits are divided by the number of segments",
                 lambda scores, rows, s: float(sum(row[0] for row in rows)) / len(rows)),
    _segmentwise("errors-not-divided", "the number of edits, not divided",
                 lambda scores, rows, s: float(sum(row[0] for row in rows))),
    *READINGS,
    *MEANS,
    *presentations(highest=None),
)  # fmt: skip
