"""Edit distances: Levenshtein (1966), optimal string alignment, and Damerau-Levenshtein (Lowrance and Wagner 1975).

The distance is the minimum cost of turning the reference into the hypothesis by insertions (1), deletions (1),
substitutions (`substitution_cost`) and, except for Levenshtein, transpositions (1) of two units. Optimal string
alignment transposes neighbours that are not edited again; Damerau-Levenshtein also allows insertions and deletions
between the two.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import ClassVar

from samescore.base.errors import MetricError, SettingsError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.kernels.edit_distance import distances
from samescore.kernels.numbered import Numbered
from samescore.kernels.subsequences import lengths
from samescore.kernels.weighted_edits import ANY, ANY_AT_ONCE, NEIGHBOURS, NONE, weighted_distances
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    BrokenAxiom,
    ComparesTexts,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    need_segments,
    only_the_first,
)
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.edits.beamed import beamed_distance
from samescore.metrics.edits.levenshtein import levenshtein, osa, without_common_ends
from samescore.metrics.edits.numbering import numbered_units
from samescore.metrics.float32 import dtype_knob, single
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rouge.lcs import lcs_length
from samescore.metrics.rows import Rows
from samescore.metrics.summation import sum_values
from samescore.metrics.words import (
    TOKENIZERS,
    all_tokens,
    mean_summation_knob,
    need_references,
    once_per_line,
    tokenizer_knob,
    used_references,
)
from samescore.settings import Choice, Integer, Settings, Stage, knob


class EditDistanceSettings(Settings):
    """The knobs of edit distances. NLTK's ``edit_distance`` has the same defaults, but also a limit."""

    metric: ClassVar[str] = "edit-distance"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower")),
        "keep",
        "Case handling. keep: leave the text unchanged; lower: lowercase it (str.lower)",
    )
    tokenizer: str = tokenizer_knob("characters", "utf-16", "none")
    operations: str = knob(
        Stage.STATISTICS,
        Choice(("levenshtein", "osa", "damerau", "damerau-same", "damerau-same-later")),
        "levenshtein",
        "Transpositions in addition to insertions, deletions and substitutions. levenshtein: none; osa: of adjacent "
        "units, which are not edited again; damerau: of adjacent units, with edits in between; damerau-same: "
        "damerau, and also of a unit with itself, so a doubled unit costs nothing; damerau-same-later: damerau-same, "
        "except for the first unit of the reference",
    )
    substitution_cost: int = knob(Stage.STATISTICS, Integer(0, 10**6), 1, "Cost of a substitution")
    beam_width: int = knob(
        Stage.STATISTICS,
        Integer(0, 10**6),
        0,
        "Limit the Levenshtein table to this many columns on each side of the diagonal, which can overestimate the "
        "distance; 0: no limit",
    )
    max_length: int = knob(
        Stage.STATISTICS,
        Integer(0, 10**9),
        0,
        "Maximum number of units in a text (a longer text is an error); 0: no limit",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("first", "best")),
        "first",
        "Reference used if there are several. first: the first; best: the one with the smallest distance (the "
        "first on ties)",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "sentences",
        "Aggregation over segments. sentences: mean of the segment distances; corpus: their sum (with "
        "normalize=maximum, divided by the sum of the maximum distances)",
    )
    mean_summation: str = mean_summation_knob()
    empty_input: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "zero")),
        "raise",
        "Result for an empty corpus. raise: an error; zero: 0",
        former=("no_segments",),
    )
    normalize: str = knob(
        Stage.COMBINATION,
        Choice(("none", "maximum")),
        "none",
        "Normalization of a distance. none: no normalization; maximum: divide by the maximum distance of texts "
        "of these lengths (0 if that is 0)",
    )
    dtype: str = dtype_knob(meaning=" (sum and mean of the segment distances)")


def units(line: Line, settings: EditDistanceSettings, seen: Seen = unseen) -> Sequence[str]:
    """Return a text's characters, UTF-16 code units or words; `seen` gets each stage."""
    if isinstance(line, tuple) != (settings.tokenizer == "given"):
        raise SettingsError(
            f"edit-distance: the corpus holds {'tokens' if isinstance(line, tuple) else 'text'}",
            hint="tokenizer='given' needs tokens (Corpus.from_tokens); all other tokenizers need text",
        )
    if isinstance(line, tuple):
        return [token.lower() for token in line] if settings.case == "lower" else list(line)
    text = line
    if settings.case == "lower":
        text = text.lower()
        seen("case", text)
    made = list(text) if settings.tokenizer == "characters" else TOKENIZERS[settings.tokenizer](text)
    seen("tokenizer", made)
    return made


def distance(a: Sequence[str], b: Sequence[str], operations: str, cost: int) -> int:
    """Return the minimum cost of turning `a` into `b`; see the knobs ``operations`` and ``substitution_cost``.

    A free substitution needs no table. If a substitution costs at least as much as a deletion and an insertion, the
    distance follows from the longest common subsequence. Otherwise, rows of a table are kept: three for
    transpositions of neighbours; for other transpositions, also one for each unit in both texts. Raises `MetricError`
    if these would take too much memory.

    >>> [distance("ca", "abc", operations, 1) for operations in ("levenshtein", "osa", "damerau")]
    [3, 3, 2]
    """
    if operations.startswith("damerau"):
        return _damerau(a, b, cost, at_once={"damerau-same": 1, "damerau-same-later": 2}.get(operations, 0))
    if cost == 0:
        return abs(len(a) - len(b))
    if operations == "levenshtein":
        return levenshtein(a, b) if cost == 1 else len(a) + len(b) - 2 * lcs_length(a, b)
    return osa(a, b) if cost == 1 else _osa(a, b, cost)


def _osa(a: Sequence[str], b: Sequence[str], cost: int) -> int:
    """Return the distance with transpositions of neighbours that are not edited again, for any substitution cost."""
    row = list(range(len(b) + 1))
    above: list[int] = []
    for i, x in enumerate(a, 1):
        before, above, row = above, row, [i]
        for j, y in enumerate(b, 1):
            best = min(above[j - 1] + (cost if x != y else 0), above[j] + 1, row[-1] + 1)
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                best = min(best, before[j - 2] + 1)
            row.append(best)
    return row[-1]


#: Maximum memory of the rows of one table, in bytes.
_MOST_BYTES = 2**30


def _damerau(a: Sequence[str], b: Sequence[str], cost: int, *, at_once: int) -> int:
    """Return the distance with transpositions that may have edits in between.

    From row `at_once` on, unless it is 0, a unit may be transposed with itself: the last position of each unit is
    updated at once, not after the row. Raises `MetricError` if the rows to keep would take too much memory.
    """
    common = set(a) & set(b)
    needed = len(common) * (len(b) + 1) * array("q").itemsize
    if needed > _MOST_BYTES:
        raise MetricError(
            f"the table for texts of {len(a):,} and {len(b):,} units ({len(common):,} distinct in common) takes "
            f"{needed / 2**30:.1f} GiB; the limit is {_MOST_BYTES / 2**30:g}",
            kind="MemoryError",
            hint="use operations=levenshtein or osa, or shorter texts",
        )
    if not at_once:
        a, b, _, _ = without_common_ends(a, b)
    row = list(range(len(b) + 1))
    kept: dict[str, tuple[int, array[int]]] = {}  # for each common unit: its last position in a, and the row above it
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        seen = (i, array("q", above)) if x in common else None
        last_column = 0  # the last position of x in b so far, or 0
        best = i
        for j, y in enumerate(b, 1):
            best += 1
            if above[j] < best:
                best = above[j] + 1
            if (paired := above[j - 1] + (cost if x != y else 0)) < best:
                best = paired
            if last_column and (
                last_seen := kept.get(y)
            ):  # a[k] and x are transposed, and the units between them edited
                k, above_k = last_seen
                best = min(best, above_k[last_column - 1] + (i - k - 1) + 1 + (j - last_column - 1))
            if x == y:
                last_column = j
            if seen and 0 < at_once <= i:
                kept[x] = seen
            row.append(best)
        if seen:
            kept[x] = seen
    return row[-1]


def largest(a: int, b: int, cost: int) -> int:
    """Return the largest possible distance of texts of `a` and `b` units, if a substitution costs `cost`."""
    return min(a + b, min(a, b) * cost + abs(a - b))


def _row(reference: Sequence[str], hypothesis: Sequence[str], settings: EditDistanceSettings) -> list[int]:
    longest = max(len(reference), len(hypothesis))
    if settings.max_length and longest > settings.max_length:
        message = f"a text has {longest} units, more than max_length={settings.max_length}"
        raise MetricError(message, hint="set a larger max_length, or 0 for no limit")
    cost = settings.substitution_cost
    return [
        beamed_distance(hypothesis, reference, cost, settings.beam_width)
        if settings.beam_width and settings.operations == "levenshtein"
        else distance(reference, hypothesis, settings.operations, cost),
        largest(len(reference), len(hypothesis), settings.substitution_cost),
    ]


def _value(row: Row, settings: EditDistanceSettings) -> float:
    if settings.normalize == "none":
        return row[0]
    return row[0] / row[1] if row[1] else 0.0


_COLUMNS = ("distance", "largest")

#: The kernels' transpositions for the values of the knob ``operations`` that have a kernel.
_TRANSPOSITIONS = {"levenshtein": NONE, "osa": NEIGHBOURS, "damerau": ANY, "damerau-same": ANY_AT_ONCE}


def _rows(text: Numbered, settings: EditDistanceSettings) -> array[int] | None:
    """Return `_row` of each segment, computed by the kernels; None if the rows to keep would take too much memory."""
    transpositions, cost = _TRANSPOSITIONS[settings.operations], settings.substitution_cost
    rows: array[int] | None
    if cost == 1 and transpositions in (NONE, NEIGHBOURS):
        rows = distances(text, transpositions == NEIGHBOURS)
        return rows
    if cost == 0 and transpositions == NEIGHBOURS:
        transpositions = NONE
    common = lengths(text) if transpositions == NONE and cost else array("q")
    rows = weighted_distances(text, transpositions, cost, common, _MOST_BYTES // 16)
    return rows


class EditDistance(
    ComparesTexts[Corpus, EditDistanceSettings],
    CompiledCounting[Corpus, EditDistanceSettings],
    MeanOfSegments[Corpus, EditDistanceSettings],
):
    """The edit distance of a corpus: 0 for equal texts; in 0..1 if normalized.

    The distance to an empty text is the length of the other text. Raises `MetricError` for an empty corpus (see
    ``empty_input``), a segment without references, a text longer than ``max_length``, and texts too long for the table.
    """

    name = "edit-distance"
    title = "edit distance"
    settings = EditDistanceSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("tokens", "counts", "sentences"),
        inputs="edits",
        growth=2,
        plausible={
            "tokenizer": ("characters", "none"),
            "normalize": ("none", "maximum"),
            "average": ("sentences", "corpus"),
            "case": ("keep", "lower"),
            "substitution_cost": (1, 2),
        },
        breaks=(*only_the_first(), BrokenAxiom("duplication", "the distances are added up", {"average": "corpus"})),
        window_is_a_share=True,
        in_percent={"normalize": "maximum"},
    )

    def statistics(self, data: Corpus, settings: EditDistanceSettings) -> Statistics:
        """Return one row for each segment: the distance to the closest reference, and the largest possible distance.

        Raises the errors that the class documents, except for an empty corpus.
        """
        units = _units_of(data, settings)
        rows = []
        for segment in data:
            need_references(segment)
            hypothesis = units(segment.hypothesis)
            distinct = dict.fromkeys(used_references(segment, settings))
            compared = (_row(units(reference), hypothesis, settings) for reference in distinct)
            rows.append(min(compared, key=lambda row: row[0]))
        return Statistics(_COLUMNS, rows)

    def covers(self, settings: EditDistanceSettings) -> bool:
        return settings.operations in _TRANSPOSITIONS and not (
            settings.beam_width and settings.operations == "levenshtein"
        )

    def compiled_statistics(self, data: Corpus, settings: EditDistanceSettings) -> Statistics | None:
        parts = numbered_units(data, settings)
        if parts is None:
            return None
        cells = array("q")
        for text in parts:
            if settings.max_length and any(b - a > settings.max_length for a, b in pairwise(text.lines)):
                return None
            rows = _rows(text, settings)
            if rows is None:
                return None
            cells.extend(rows)
        return Statistics(_COLUMNS, Rows(len(_COLUMNS), cells))

    def segment_score(self, row: Row, settings: EditDistanceSettings) -> float:
        return _value(row, settings)

    def shows_sentences(self, settings: EditDistanceSettings) -> bool:
        return True

    def combine(self, total: Total, settings: EditDistanceSettings) -> Trace:
        if settings.empty_input == "zero" and not total.segments:
            return Trace(0.0, {})
        need_segments(total)
        if settings.dtype == "float64":
            value = self.mean(total, settings) if self.averages(settings) else _value(total.sums, settings)
        elif self.averages(settings):
            value = single(single(sum_values(total.series[0], settings.mean_summation)) / total.segments)
        else:
            value = single(_value(total.sums, settings))
        return Trace(value, {"counts": list(total.sums)})

    def prepare(
        self, line: Line, settings: EditDistanceSettings, seen: Seen = unseen, *, reference: bool = False
    ) -> Units:
        return units(line, settings, seen)

    def tokens(self, data: Corpus, settings: EditDistanceSettings) -> Tokens:
        return all_tokens(data, _units_of(data, settings))


def _units_of(corpus: Corpus, settings: EditDistanceSettings) -> Callable[[Line], Sequence[str]]:
    """Return `units` under these settings as a function of a line, cached for each line of the corpus."""
    return once_per_line(
        corpus, ("edit distance", settings.case, settings.tokenizer), lambda line: units(line, settings)
    )


EDIT_DISTANCE = EditDistance()
