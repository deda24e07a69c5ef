"""RIBES (Isozaki, Hirao, Duh, Sudoh and Tsukada, EMNLP 2010).

Words of the hypothesis are aligned with words of the reference; `worder` lists the reference positions in the order of
the hypothesis. With tau Kendall's rank correlation of `worder`, NKT = (tau + 1) / 2, P = aligned words / words of the
hypothesis, and BP BLEU's brevity penalty,

    RIBES = NKT * P^alpha * BP^beta.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import partial
from itertools import combinations, pairwise
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.kernels.numbered import Numbered
from samescore.kernels.ribes import alignments, scores
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    LateStages,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    broken_axioms,
    bytes_of_candidates,
    only_the_first,
)
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.numbering import numbered_words
from samescore.metrics.rows import Rows, best_rows
from samescore.metrics.summation import SUMMATIONS
from samescore.metrics.words import (
    PreparesWords,
    WordSettings,
    all_tokens,
    all_used_references,
    empty_input_knob,
    is_empty,
    need_references,
    references_knob,
    scale_knob,
    tokenizer_for,
    words_of,
)
from samescore.settings import Choice, Integer, Real, Stage, knob

Words = Sequence[str]


class RibesSettings(WordSettings):
    """The knobs of RIBES."""

    metric: ClassVar[str] = "ribes"

    references: str = references_knob("highest RIBES")
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "zero", "minus-one")),
        "raise",
        "Segments without references. raise: an error; zero: score 0; minus-one: score -1",
    )
    empty_hypothesis: str = knob(
        Stage.STATISTICS, Choice(("zero", "raise")), "zero", "Hypotheses without words. zero: score 0; raise: an error"
    )
    few_aligned: str = knob(
        Stage.STATISTICS,
        Choice(("zero", "raise")),
        "zero",
        "Hypotheses with fewer than two aligned words. zero: score 0; raise: an error",
    )
    max_length: int = knob(
        Stage.STATISTICS,
        Integer(0, 1_000_000),
        0,
        "Maximum number of tokens in a text (a longer text is an error); 0: no limit",
        former=("length_limit",),
    )
    contexts: str = knob(
        Stage.STATISTICS,
        Choice(("all", "short-of-start")),
        "all",
        "Contexts that align a repeated word. all: every n-gram that begins or ends with it; short-of-start: the "
        "same, except that words in the second half of the hypothesis are not aligned by the n-gram that starts at "
        "the first word of the hypothesis",
    )
    concordance: str = knob(
        Stage.STATISTICS,
        Choice(("all-pairs", "runs")),
        "all-pairs",
        "Concordant pairs in Kendall's tau. all-pairs: all pairs of aligned words in ascending order; runs: "
        "only pairs within a run of words that are adjacent in the reference too",
    )
    empty_input: str = empty_input_knob()
    alpha: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 0.25, "Exponent of the unigram precision P")
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 0.1, "Exponent of the brevity penalty BP")
    summation: str = knob(
        Stage.AGGREGATION,
        Choice(SUMMATIONS, (("exact", "fsum"),)),
        "sum",
        "How segment scores are summed for the mean. sum: Python's built-in sum; fsum: exactly, rounded once "
        "(math.fsum); left-to-right: one after the other",
        rounding=True,
    )
    scale: str = scale_knob()


def _matches(pattern: Words, text: Words) -> list[int]:
    """Return, for each position of the text, the length of its common prefix with the pattern (Z algorithm)."""
    words: list[str | None] = [*pattern, None, *text]
    lengths, start, end = [0] * len(words), 0, 0
    for place in range(1, len(words)):
        length = min(end - place, lengths[place - start]) if place < end else 0
        while place + length < len(words) and words[length] == words[place + length]:
            length += 1
        if place + length > end:
            start, end = place, place + length
        lengths[place] = length
    return lengths[len(pattern) + 1 :]


def _context(hypothesis: Words, i: int, reference: Words, room: int) -> tuple[int, int] | None:
    """Return the length of the shortest context from word i that is unique in both texts, and its reference position.

    A context has at least two words, and at most `room` words after the first. Returns None if no context is unique.
    """
    pattern = hypothesis[i : i + room + 1]
    others = _matches(pattern, hypothesis)
    others[i] = 0
    lengths = _matches(pattern, reference)
    place = max(range(len(lengths)), key=lengths.__getitem__)
    longest = lengths[place]
    lengths[place] = 0
    shortest = max(2, max(others) + 1, max(lengths) + 1)
    return (shortest, place) if shortest <= longest else None


def _place(hypothesis: Words, i: int, reference: Words, left: int) -> int | None:
    """Return the reference position of word i of the hypothesis; None if no context identifies it.

    Contexts start or end with the word; those that end with it have at most `left` words before it. The shortest unique
    context is used, and of two equally short ones the context that starts with the word.
    """
    there = reference.count(hypothesis[i])
    if not there:
        return None
    if hypothesis.count(hypothesis[i]) == there == 1:
        return reference.index(hypothesis[i])
    last = len(hypothesis) - 1
    right = _context(hypothesis, i, reference, last - i)
    before = _context(hypothesis[::-1], last - i, reference[::-1], left)
    if right is not None and (before is None or right[0] <= before[0]):
        return right[1]
    return None if before is None else len(reference) - 1 - before[1]


def alignment(hypothesis: Words, reference: Words, contexts: str = "all") -> list[int]:
    """Return `worder`: the reference position of each alignable word of the hypothesis (section 3 of the paper).

    A word that occurs once in both texts is aligned. Any other word is aligned by the shortest context that occurs once
    in both texts, if there is one; a context is an n-gram that begins or ends with the word.

    >>> alignment("John hit Bob yesterday".split(), "Bob hit John yesterday".split())
    [2, 1, 0, 3]
    """
    worder = []
    for i in range(len(hypothesis)):
        left = i - 1 if contexts == "short-of-start" and 2 * i > len(hypothesis) else i
        place = _place(hypothesis, i, reference, left)
        if place is not None:
            worder.append(place)
    return worder


def concordant_pairs(worder: Sequence[int], settings: RibesSettings) -> int:
    """Return the number of ascending pairs of positions: among all pairs, or within runs of consecutive positions."""
    if settings.concordance == "all-pairs":
        return sum(1 for earlier, later in combinations(worder, 2) if earlier < later)
    pairs = run = 0
    for earlier, later in pairwise(worder):
        run = run + 1 if later == earlier + 1 else 0
        pairs += run  # the new word forms a pair with each earlier word of the run
    return pairs


_COLUMNS = ("concordant", "aligned", "hypothesis", "reference")

#: The row of a segment without references.
_NO_REFERENCES = (0, 0, 0, -1)


def ribes(row: Row, settings: RibesSettings) -> float:
    """Return RIBES, in 0..1, of a pair of texts, from its row: concordant pairs, aligned words, h and r.

    Without references (r < 0) the result is -1 or 0, depending on the knob ``no_references``.
    """
    concordant, aligned, h, r = row
    if r < 0:
        return -1.0 if settings.no_references == "minus-one" else 0.0
    if not h:
        return 0.0
    tau = 2 * concordant / math.comb(aligned, 2) - 1 if aligned > 1 else -1
    nkt = (tau + 1) / 2
    bp = min(1.0, math.exp(1.0 - r / h))
    value: float = nkt * ((aligned / h) ** settings.alpha) * (bp**settings.beta)
    return value


def _candidates(corpus: Corpus, settings: RibesSettings) -> list[list[Row]]:
    """Return for each segment its row with each reference; one row if there are no references or no words.

    Raises `MetricError` for a segment without references, a hypothesis without words, fewer than two aligned words, or
    a text longer than ``max_length``, as the settings say.
    """
    candidates: list[list[Row]] = []
    for segment in corpus:
        if settings.no_references == "raise":
            need_references(segment)
        hypothesis, references = words_of(corpus, segment, settings)
        if not references:
            candidates.append([_NO_REFERENCES])
        elif not hypothesis:
            if settings.empty_hypothesis == "raise":
                raise MetricError("a hypothesis has no words", kind="ZeroDivisionError")
            candidates.append([(0, 0, 0, 0)])
        else:
            candidates.append([_row(hypothesis, reference, settings) for reference in references])
    return candidates


def _row(hypothesis: Words, reference: Words, settings: RibesSettings) -> Row:
    longest = max(len(hypothesis), len(reference))
    if settings.max_length and longest > settings.max_length:
        raise MetricError(f"a text has {longest} tokens, more than max_length={settings.max_length}")
    worder = alignment(hypothesis, reference, settings.contexts)
    if len(worder) < 2 and settings.few_aligned == "raise":
        raise MetricError("fewer than two words are aligned", kind="ZeroDivisionError")
    return concordant_pairs(worder, settings), len(worder), len(hypothesis), len(reference)


def _compiled_candidates(text: Numbered, settings: RibesSettings) -> Rows:
    """Return the row of each hypothesis with each reference, computed by the kernels."""
    short_of_start, runs = settings.contexts == "short-of-start", settings.concordance == "runs"
    return Rows(4, alignments(text.ids, text.lines, text.segments, max(text.sizes, default=0), short_of_start, runs))


def _compiled_scores(rows: Rows, settings: RibesSettings) -> array[float]:
    """Return `ribes` of every row, on the scale of the settings, computed by the kernels."""
    lowest = -1.0 if settings.no_references == "minus-one" else 0.0
    made: array[float] = scores(rows.cells, settings.alpha, settings.beta, lowest, _scale(settings))
    return made


def _scale(settings: RibesSettings) -> int:
    return 100 if settings.scale == "100" else 1


def _must_raise(candidates: Rows, settings: RibesSettings) -> bool:
    """Return whether the settings make `_candidates` raise for one of these rows."""
    if settings.empty_hypothesis == settings.few_aligned == "zero" and not settings.max_length:
        return False
    for _, aligned, h, r in candidates:
        if not h:
            if settings.empty_hypothesis == "raise":
                return True
        elif (aligned < 2 and settings.few_aligned == "raise") or (
            settings.max_length and max(h, r) > settings.max_length
        ):
            return True
    return False


_FEW_ALIGNED = broken_axioms(
    (
        "ordinary input has a score",
        "the references count",
        "segments are compared with their own references",
        "every reference counts",
    ),
    "fewer than two aligned words are an error",
    few_aligned="raise",
)


class Ribes(
    PreparesWords[RibesSettings], CompiledCounting[Corpus, RibesSettings], MeanOfSegments[Corpus, RibesSettings]
):
    """RIBES of a corpus: the mean of its segments' scores, in 0..`scale`.

    A segment with fewer than two aligned words scores 0 (see ``few_aligned``); one without references may score minus
    `scale`. Raises `MetricError` on an empty corpus (see ``empty_input``), a segment without references (see
    ``no_references``), a hypothesis without words (see ``empty_hypothesis``), and a text longer than ``max_length``.
    """

    name = "ribes"
    title = "RIBES"
    settings = RibesSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        beyond={"no_references": ("minus-one",)},
        higher_is_better=True,
        stages=("tokens", "alignments", "sentences"),
        inputs="translation",
        growth=2,
        plausible={
            "tokenizer": ("none", "13a", "intl"),
            "case": ("keep", "lower"),
        },
        breaks=(*only_the_first(), *_FEW_ALIGNED),
    )

    def counting(self, settings: RibesSettings) -> RibesSettings:
        """Return the settings with the scale 1; the other knobs affect the rows, as the score selects the reference."""
        return settings.replace(scale="1") if settings.scale != "1" else settings

    def statistics(self, data: Corpus, settings: RibesSettings) -> Statistics:
        """Return one row for each segment: concordant pairs, aligned words, h and r for the selected reference.

        The row is (0, 0, 0, -1) without references, otherwise all 0 if the hypothesis has no words. Raises
        `MetricError` in the cases listed for the class, except for an empty corpus.
        """
        counted = settings.up_to(Stage.STATISTICS)
        candidates = data.remembered(
            ("ribes candidates", counted), lambda: _candidates(data, counted), bytes_of_candidates
        )
        rows = [max(compared, key=lambda row: ribes(row, settings)) for compared in candidates]
        return Statistics(_COLUMNS, rows)

    def compiled_statistics(self, data: Corpus, settings: RibesSettings) -> Statistics | None:
        text = numbered_words(data, settings, all_used_references)
        if text is None:
            return None
        counted = settings.up_to(Stage.STATISTICS)
        candidates = data.remembered(
            ("ribes candidates by kernels", counted),
            lambda: _compiled_candidates(text, counted),
            lambda rows: rows.memory,
        )
        if _must_raise(candidates, settings):
            return None
        return Statistics(_COLUMNS, best_rows(candidates, text.segments, partial(_compiled_scores, settings=settings)))

    def averages(self, settings: RibesSettings) -> bool:
        return True

    def mean_summation(self, settings: RibesSettings) -> str:
        return settings.summation

    def segment_score(self, row: Row, settings: RibesSettings) -> float:
        return _scale(settings) * ribes(row, settings)

    def compiled_segment_scores(self, rows: Sequence[Row], settings: RibesSettings) -> Sequence[float] | None:
        table = Rows.of(rows)
        return _compiled_scores(table, settings) if isinstance(table, Rows) else None

    def segment_stages(self, statistics: Statistics, settings: RibesSettings) -> LateStages:
        def alignments() -> list[list[int]]:
            return [list(row) if row[2] else [] for row in statistics.rows]

        return {"alignments": alignments, **super().segment_stages(statistics, settings)}

    def combine(self, total: Total, settings: RibesSettings) -> Trace:
        if is_empty(total, settings):
            return Trace(0.0, {"sentences": []})
        return Trace(self.mean(total, settings), {})

    def tokens(self, data: Corpus, settings: RibesSettings) -> Tokens:
        return all_tokens(data, tokenizer_for(data, settings))


RIBES = Ribes()
