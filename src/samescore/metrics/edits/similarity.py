"""Compute text similarities based on edits, common blocks, positions, pairs or matches.

The measures are based on insertions and deletions, or on all edits; on common blocks (Ratcliff and Metzener 1988); on
positions (Hamming); on pairs of adjacent units (Dice 1945); or on matches (Jaro 1989), with or without Winkler's bonus
(1990).

Two texts have n units in total, and the longer text has m units. With D insertions and deletions, d edits or h
different positions between them, or M units in common blocks, the similarity is 1 - D/n, 1 - d/m, 1 - h/m or 2 M/n,
respectively. It is 2 C/P for texts with P distinct pairs of adjacent units, and C of these in both. Jaro's measures are
in `samescore.metrics.edits.jaro`.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import ClassVar

from samescore.base.errors import MetricError, SettingsError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    ComparesTexts,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    need_segments,
    only_the_first,
)
from samescore.metrics.edits.jaro import PREFIX, JaroCounts, jaro, jaro_counts, winkler
from samescore.metrics.edits.levenshtein import levenshtein
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rouge.lcs import lcs_length
from samescore.metrics.words import (
    all_tokens,
    mean_summation_knob,
    need_references,
    tokenizer_meanings,
    used_references,
)
from samescore.settings import BoolDomain, Choice, Integer, Settings, Stage, knob
from samescore.text.tokenizers import one_space, utf_16_units


class SimilaritySettings(Settings):
    """The knobs of similarity. RapidFuzz's ``Indel.normalized_similarity`` has the same defaults."""

    metric: ClassVar[str] = "similarity"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower")),
        "keep",
        "Case handling. keep: leave the text unchanged; lower: lowercase it (str.lower)",
    )
    whitespace: str = knob(
        Stage.TEXT,
        Choice(("keep", "one-space")),
        "keep",
        "White space handling. keep: leave it unchanged; one-space: replace each run by one space, and strip "
        "both ends, where white space is as in JavaScript (with U+FEFF, without U+001C to U+001F and U+0085)",
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("characters", "utf-16", "none", "given"), needs=(("given", "tokens"),)),
        "characters",
        tokenizer_meanings(("characters", "utf-16", "none", "given")),
    )
    measure: str = knob(
        Stage.STATISTICS,
        Choice(("indel", "edit", "blocks", "hamming", "dice", "jaro", "jaro-winkler")),
        "indel",
        "Similarity measure. indel: 1 - (insertions + deletions) / sum of the lengths; edit: 1 - edits / "
        "longer length; blocks: 2 * units in common blocks / sum of the lengths, taking the longest common "
        "block first, then those before and after it (difflib's ratio); hamming: 1 - differing or missing "
        "positions / longer length; dice: 2 * common distinct bigrams / sum of the distinct bigrams, where a "
        "space is appended to a text of one unit; jaro: Jaro similarity; jaro-winkler: Jaro-Winkler "
        "similarity, with a prefix of up to four units weighted by 0.1",
    )
    prefix_bonus: str = knob(
        Stage.COMBINATION,
        Choice(("above-0.7", "always")),
        "above-0.7",
        "When a common prefix raises the similarity (only with measure=jaro-winkler). above-0.7: only if the "
        "Jaro similarity is above 0.7, as defined by Winkler; always: always",
    )
    transpositions: str = knob(
        Stage.STATISTICS,
        Choice(("whole-pairs", "half-pairs")),
        "whole-pairs",
        "Treatment of an odd number of out-of-order matches (only with measure=jaro or jaro-winkler). whole-pairs: "
        "round down to whole pairs; half-pairs: count the last one as half a pair",
    )
    single_units: str = knob(
        Stage.STATISTICS,
        Choice(("match", "match-if-given-equal")),
        "match",
        "Jaro match of two equal texts of one unit each (only with measure=jaro or jaro-winkler). match: always a "
        "match; match-if-given-equal: a match only if the texts were equal before case and white space were "
        "changed; otherwise they do not match, but jaro-winkler counts a common prefix of four units",
    )
    jaro_mean: str = knob(
        Stage.COMBINATION,
        Choice(("divided-by-3", "times-a-third", "from-distance")),
        "divided-by-3",
        "How the mean of Jaro's three shares is computed (only with measure=jaro or jaro-winkler). "
        "divided-by-3: sum / 3; times-a-third: sum * (1/3); from-distance: 1 - (1 - sum / 3), which rounds "
        "twice",
        rounding=True,
    )
    both_empty: str = knob(
        Stage.COMBINATION,
        Choice(("1", "0", "undefined")),
        "1",
        "Similarity of two empty texts. 1: 1; 0: 0; undefined: nan, which ranks below any number if there are "
        "several references",
    )
    autojunk: bool = knob(
        Stage.STATISTICS,
        BoolDomain(),
        True,
        "If the second text has 200 or more units, start no block at a unit that makes up more than 1 % of it (only "
        "with measure=blocks)",
    )
    text_order: str = knob(
        Stage.STATISTICS,
        Choice(("hypothesis-first", "reference-first")),
        "hypothesis-first",
        "Order of the two texts, which affects only measure=blocks. hypothesis-first: the hypothesis comes first; "
        "reference-first: the reference comes first",
        former=("order",),
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("first", "best")),
        "first",
        "Reference used if there are several. first: the first; best: the most similar one (the first on ties)",
    )
    max_length: int = knob(
        Stage.STATISTICS,
        Integer(0, 10**9),
        0,
        "Maximum number of units in a text (an error if the texts differ and either is longer); 0: no limit",
    )
    mean_summation: str = mean_summation_knob()
    digits: str = knob(
        Stage.COMBINATION,
        Choice(("all", "2")),
        "all",
        "Rounding of each segment's similarity. all: no rounding; 2: round to a whole percentage, halves to even",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Similarity of equal texts")


#: The measures whose rows are `JaroCounts`.
_JARO = ("jaro", "jaro-winkler")

#: The minimum length of the second text for its frequent units to be ignored.
_LONG = 200


def in_blocks(a: Sequence[Hashable], b: Sequence[Hashable], *, autojunk: bool) -> int:
    """Return the number of units in common blocks: the longest block, and recursively those before and after it.

    Of several longest blocks, the one that starts first in `a` is used, then the one that starts first in `b`. With
    `autojunk`, no block consists of frequent units only, if `b` is long (see ``_LONG``).

    >>> in_blocks("tide", "diet", autojunk=True), in_blocks("diet", "tide", autojunk=True)
    (1, 2)
    """
    places: dict[Hashable, list[int]] = {}
    for place, unit in enumerate(b):
        places.setdefault(unit, []).append(place)
    if autojunk and len(b) >= _LONG:
        places = {unit: found for unit, found in places.items() if len(found) <= len(b) // 100 + 1}
    common, ranges = 0, [(0, len(a), 0, len(b))]
    while ranges:
        a_low, a_high, b_low, b_high = ranges.pop()
        i, j, size = _longest(a, b, places, a_low, a_high, b_low, b_high)
        if size:
            common += size
            ranges += [(a_low, i, b_low, j), (i + size, a_high, j + size, b_high)]
    return common


def _longest(
    a: Sequence[Hashable],
    b: Sequence[Hashable],
    places: dict[Hashable, list[int]],
    a_low: int,
    a_high: int,
    b_low: int,
    b_high: int,
) -> tuple[int, int, int]:
    """Return the starts and the length of the longest common block of units in `places`, extended by equal neighbours.

    The block lies within the given ranges; its length is 0 if there is none.
    """
    first, second, size = a_low, b_low, 0
    above: dict[int, int] = {}
    for i in range(a_low, a_high):
        row: dict[int, int] = {}
        for j in places.get(a[i], ()):
            if b_low <= j < b_high:
                row[j] = above.get(j - 1, 0) + 1
                if row[j] > size:
                    first, second, size = i - row[j] + 1, j - row[j] + 1, row[j]
        above = row
    while first > a_low and second > b_low and a[first - 1] == b[second - 1]:
        first, second, size = first - 1, second - 1, size + 1
    while first + size < a_high and second + size < b_high and a[first + size] == b[second + size]:
        size += 1
    return first, second, size


def adjacent_pairs(units: Sequence[Hashable]) -> set[tuple[Hashable, Hashable]]:
    """Return the set of pairs of adjacent units; a single unit is paired with a space.

    >>> sorted(adjacent_pairs("anan")), adjacent_pairs("a"), adjacent_pairs("")
    ([('a', 'n'), ('n', 'a')], {('a', ' ')}, set())
    """
    padded = [*units, " "] if len(units) == 1 else units
    return set(pairwise(padded))


def _row(
    reference: Sequence[str], hypothesis: Sequence[str], settings: SimilaritySettings, *, given_equal: bool
) -> list[int]:
    """Return the count that the measure uses and its divisor, or `JaroCounts` for Jaro's measures.

    `given_equal` tells whether the texts were equal before the knobs changed them. Raises `MetricError` if the texts
    differ and one of them is longer than ``max_length``.
    """
    longer = max(len(reference), len(hypothesis))
    if settings.max_length and longer > settings.max_length and reference != hypothesis:
        message = f"a text has {longer} units, more than max_length={settings.max_length}"
        raise MetricError(message, hint="set a larger max_length, or 0 for no limit")
    if settings.measure in _JARO:
        if (
            settings.single_units == "match-if-given-equal"
            and longer == 1
            and reference == hypothesis
            and not given_equal
        ):
            return list(JaroCounts(matches=0, exchanged=0, first=1, second=1, prefix=PREFIX))
        return list(jaro_counts(reference, hypothesis, half_pairs=settings.transpositions == "half-pairs"))
    both = len(reference) + len(hypothesis)
    if settings.measure == "edit":
        return [levenshtein(reference, hypothesis), longer]
    if settings.measure == "hamming":
        return [longer - sum(x == y for x, y in zip(reference, hypothesis, strict=False)), longer]
    if settings.measure == "indel":
        return [both - 2 * lcs_length(reference, hypothesis), both]
    if settings.measure == "dice":
        pairs, others = adjacent_pairs(reference), adjacent_pairs(hypothesis)
        return [len(pairs & others), len(pairs) + len(others)]
    pair = (hypothesis, reference) if settings.text_order == "hypothesis-first" else (reference, hypothesis)
    return [in_blocks(*pair, autojunk=settings.autojunk), both]


def _similarity(row: Row, settings: SimilaritySettings) -> float:
    if settings.measure in _JARO:
        return _jaro(JaroCounts(*row), settings)
    counted, length = row
    if not length:
        return _similarity_of_empty_texts(settings)
    return 2.0 * counted / length if settings.measure in ("blocks", "dice") else 1.0 - counted / length


def _similarity_of_empty_texts(settings: SimilaritySettings) -> float:
    """Return the similarity of two empty texts: the value of ``both_empty``, nan for ``undefined``."""
    return math.nan if settings.both_empty == "undefined" else float(settings.both_empty)


def _jaro(counts: JaroCounts, settings: SimilaritySettings) -> float:
    if not counts.first and not counts.second:
        return _similarity_of_empty_texts(settings)
    half_pairs = settings.transpositions == "half-pairs"
    similarity = jaro(counts, half_pairs=half_pairs, times_a_third=settings.jaro_mean == "times-a-third")
    if settings.measure == "jaro-winkler":
        similarity = winkler(similarity, counts.prefix, always=settings.prefix_bonus == "always")
    return 1 - (1 - similarity) if settings.jaro_mean == "from-distance" else similarity


def _sort_key(row: Row, settings: SimilaritySettings) -> float:
    """Return the similarity as a sort key, in which an undefined similarity is the lowest."""
    similarity = _similarity(row, settings)
    return -math.inf if math.isnan(similarity) else similarity


class Similarity(ComparesTexts[Corpus, SimilaritySettings], MeanOfSegments[Corpus, SimilaritySettings]):
    """The mean similarity of the segments, in 0..`scale`.

    Two empty texts have the similarity ``both_empty``; if a similarity is undefined, so is the mean. Raises
    `MetricError` for an empty corpus, a segment without references, and different texts longer than ``max_length``.
    Time grows with the square of the lengths, and under ``measure=blocks`` at worst with the cube.
    """

    name = "similarity"
    title = "similarity ratio"
    settings = SimilaritySettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="edits",
        growth=2,
        plausible={
            "measure": ("indel", "edit", "blocks", "hamming", "dice", "jaro", "jaro-winkler"),
            "case": ("keep", "lower"),
            "digits": ("all", "2"),
        },
        breaks=only_the_first(),
    )

    def counting(self, settings: SimilaritySettings) -> SimilaritySettings:
        """Return the settings that affect the rows, including those of the similarity if it selects the reference."""
        counting = settings.up_to(Stage.STATISTICS)
        if settings.references == "first":
            return counting
        return counting.replace(
            prefix_bonus=settings.prefix_bonus, jaro_mean=settings.jaro_mean, both_empty=settings.both_empty
        )

    def statistics(self, data: Corpus, settings: SimilaritySettings) -> Statistics:
        """Return one row for each segment: the count that the measure uses and its divisor, or Jaro's counts.

        The most similar reference is selected. Raises `MetricError` for a segment without references, and as `_row`
        does.
        """
        rows = []
        for segment in data:
            need_references(segment)
            hypothesis = _units(segment.hypothesis, settings)
            compared = (
                _row(_units(reference, settings), hypothesis, settings, given_equal=reference == segment.hypothesis)
                for reference in used_references(segment, settings)
            )
            rows.append(max(compared, key=lambda row: _sort_key(row, settings)))
        return Statistics(JaroCounts._fields if settings.measure in _JARO else ("counted", "length"), rows)

    def averages(self, settings: SimilaritySettings) -> bool:
        return True

    def segment_score(self, row: Row, settings: SimilaritySettings) -> float:
        similarity = _similarity(row, settings)
        if settings.digits == "2" and not math.isnan(similarity):
            percent = round(similarity * 100)
            return percent if settings.scale == "100" else percent / 100
        return similarity * 100 if settings.scale == "100" else similarity

    def combine(self, total: Total, settings: SimilaritySettings) -> Trace:
        need_segments(total)
        return Trace(self.mean(total, settings), {"counts": list(total.sums)})

    def prepare(
        self, line: Line, settings: SimilaritySettings, seen: Seen = unseen, *, reference: bool = False
    ) -> Units:
        return _units(line, settings, seen)

    def tokens(self, data: Corpus, settings: SimilaritySettings) -> Tokens:
        return all_tokens(data, lambda line: _units(line, settings))


def _units(line: Line, settings: SimilaritySettings, seen: Seen = unseen) -> Sequence[str]:
    if isinstance(line, tuple) != (settings.tokenizer == "given"):
        raise SettingsError(
            f"similarity: the corpus holds {'tokens' if isinstance(line, tuple) else 'text'}",
            hint="tokenizer='given' needs tokens (Corpus.from_tokens); all other tokenizers need text",
        )
    if isinstance(line, tuple):
        return [token.lower() for token in line] if settings.case == "lower" else list(line)
    text = line
    if settings.case == "lower":
        text = text.lower()
        seen("case", text)
    if settings.whitespace == "one-space":
        text = one_space(text)
        seen("whitespace", text)
    if settings.tokenizer == "utf-16":
        made = utf_16_units(text)
    else:
        made = list(text) if settings.tokenizer == "characters" else text.split()
    seen("tokenizer", made)
    return made


SIMILARITY = Similarity()
