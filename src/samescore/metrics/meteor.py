"""METEOR (Lavie and Agarwal, WMT 2007), with NLTK's word alignment.

Words of the two texts are aligned one to one: equal words first, then words with equal stems, then synonyms. With m
aligned words, P = m / words of the hypothesis, R = m / words of the reference, and ch the number of chunks, runs of
aligned words that are adjacent and in the same order in both texts (section 2),

    F_mean = P R / (alpha P + (1 - alpha) R),  Pen = gamma (ch / m)^beta,  score = (1 - Pen) F_mean.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.kernels.meteor import alignments, scores
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    LateStages,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    bytes_of_candidates,
    need_segments,
    only_the_first,
)
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.kept import KeptWords
from samescore.metrics.rows import Rows, best_rows
from samescore.metrics.words import (
    PreparesWords,
    WordSettings,
    all_tokens,
    mean_summation_knob,
    need_references,
    references_knob,
    scale_knob,
    tokenizer_for,
    words_of,
)
from samescore.settings import Choice, Real, Stage, knob
from samescore.text.porter import porter_stem, stem_numbers
from samescore.text.resources.wordnet_dictionary import wordnet

Words = Sequence[str]

_COLUMNS = ("matches", "chunks", "hypothesis", "reference")


class MeteorSettings(WordSettings):
    """The knobs of METEOR. The defaults are NLTK's."""

    metric: ClassVar[str] = "meteor"

    case: str = knob(
        Stage.TEXT,
        Choice(("lower", "keep", "lower-tokens")),
        "lower",
        "Case handling. lower: lowercase the text before tokenizing (str.lower); keep: leave it unchanged; "
        "lower-tokens: lowercase each token after tokenizing",
    )
    stemmer: str = knob(
        Stage.TOKENS,
        Choice(("porter-nltk", "porter-nltk-3.6", "porter-nltk-3.2", "porter-martin", "porter-original", "none")),
        "porter-nltk",
        "Stemmer for the second alignment stage. porter-nltk: NLTK's current Porter stemmer; porter-nltk-3.6: "
        "NLTK 3.6's, which recognizes irregular forms only in lower case; porter-nltk-3.2: NLTK 3.2's, which "
        "also keeps the case of words of one or two letters; porter-martin: Porter's own published program; "
        "porter-original: the 1980 paper; none: match identical words only",
    )
    synonyms: str = knob(
        Stage.STATISTICS,
        Choice(
            ("none", "wordnet-stems", "wordnet-words"),
            needs=(("wordnet-stems", "package"), ("wordnet-words", "package")),
        ),
        "none",
        "Third alignment stage. none: no synonyms; wordnet-stems: WordNet synonyms of the stems of unaligned "
        "words; wordnet-words: WordNet synonyms of the words themselves, including words already aligned by "
        "stem, which then count twice. Both need the WordNet dictionary",
    )
    references: str = references_knob("highest METEOR")
    mean_summation: str = mean_summation_knob("numpy")
    alpha: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.9, "Weight of recall in F_mean")
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 3.0, "Exponent of chunks / matches in the penalty")
    gamma: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.5, "Maximum penalty")
    scale: str = scale_knob()


def align(
    hypothesis: Words,
    reference: Words,
    stem: Callable[[str], str] | None,
    synonyms: str = "none",
) -> list[tuple[int, int]]:
    """Return the aligned positions, in the order of the hypothesis.

    The paper requires the alignment with the fewest crossings; this one is greedy, like NLTK's. In each stage every
    word of the hypothesis, from last to first, is aligned to the last free word of the reference that matches it.

    >>> align("the cat the".split(), "the the cat".split(), None)
    [(0, 0), (1, 2), (2, 1)]
    """
    pairs: list[tuple[int, int]] = []
    aligned = []  # the number of pairs after each stage
    stages = [_unchanged] if stem is None else [_unchanged, stem]
    for form in stages:
        taken_h, taken_r = ({pair[side] for pair in pairs} for side in (0, 1))
        free = defaultdict(list)
        for j, word in enumerate(reference):
            if j not in taken_r:
                free[form(word)].append(j)
        pairs += [
            (i, places.pop())
            for i in reversed(range(len(hypothesis)))
            if i not in taken_h and (places := free.get(form(hypothesis[i])))
        ]
        aligned.append(len(pairs))
    if synonyms == "wordnet-stems":
        pairs += _synonyms(hypothesis, reference, pairs, stages[-1])
    elif synonyms == "wordnet-words":
        pairs += _synonyms(hypothesis, reference, pairs[: aligned[0]], _unchanged)
    return sorted(pairs, key=lambda pair: pair[0])


def _synonyms(
    hypothesis: Words, reference: Words, pairs: Sequence[tuple[int, int]], form: Callable[[str], str]
) -> Iterator[tuple[int, int]]:
    """Yield further pairs of positions: an unaligned hypothesis word, and its last free equal word or synonym.

    Words of the hypothesis are taken from last to first. WordNet is needed only if some are unaligned.
    """
    taken_h, taken_r = ({pair[side] for pair in pairs} for side in (0, 1))
    if len(taken_h) == len(hypothesis):
        return
    dictionary = wordnet()
    free = defaultdict(list)
    for j, word in enumerate(reference):
        if j not in taken_r:
            free[form(word)].append(j)
    for i in reversed(range(len(hypothesis))):
        if i not in taken_h:
            word = form(hypothesis[i])
            places = [free[match] for match in {word, *dictionary.synonyms(word)} if free.get(match)]
            if places:
                yield i, max(places, key=lambda ascending: ascending[-1]).pop()


def _unchanged(word: str) -> str:
    return word


def chunks(pairs: Sequence[tuple[int, int]]) -> int:
    """Return the number of chunks: maximal runs of pairs that are adjacent in both texts."""
    follows = [(i + 1, j + 1) == after for (i, j), after in pairwise(pairs)]
    return len(pairs) - sum(follows)


def meteor(row: Row, settings: MeteorSettings) -> float:
    """Return the score, in 0..1, of a row of counts (m, ch, h, r); 0 if nothing is aligned."""
    m, ch, h, r = row
    if m == 0:
        return 0.0
    precision, recall = m / h, m / r
    f_mean = (precision * recall) / (settings.alpha * precision + (1 - settings.alpha) * recall)
    penalty = settings.gamma * (ch / m) ** settings.beta
    score: float = (1 - penalty) * f_mean
    return score


def _stem_mode(settings: MeteorSettings) -> Any:
    """Return the variant of the Porter stemmer; None for no stemming."""
    return None if settings.stemmer == "none" else settings.stemmer.removeprefix("porter-")


def _stem(settings: MeteorSettings) -> Callable[[str], str] | None:
    """Return the function that stems a word; None for no stemming."""
    mode = _stem_mode(settings)
    return partial(porter_stem, mode=mode) if mode else None


def _candidates(corpus: Corpus, settings: MeteorSettings) -> list[list[Row]]:
    """Return one row of counts (m, ch, h, r) for each reference of each segment.

    Raises `MetricError` for a segment without references.
    """
    stem = _stem(settings)
    candidates: list[list[Row]] = []
    for segment in corpus:
        need_references(segment)
        hypothesis, references = words_of(corpus, segment, settings)
        aligned = [(align(hypothesis, reference, stem, settings.synonyms), len(reference)) for reference in references]
        candidates.append([(len(pairs), chunks(pairs), len(hypothesis), r) for pairs, r in aligned])
    return candidates


def _compiled_candidates(words: KeptWords, settings: MeteorSettings) -> Rows:
    """Return `_candidates` as one table, in order, computed by the kernels."""
    mode = _stem_mode(settings)
    stems = stem_numbers(words.vocabulary, mode) if mode else array("i")
    return Rows(4, alignments(words.ids, words.lines, words.firsts, len(words.vocabulary), stems, bool(mode)))


def _compiled_scores(rows: Rows, settings: MeteorSettings) -> array[float]:
    """Return `meteor` of every row, on the scale of the settings, computed by the kernels."""
    made: array[float] = scores(rows.cells, settings.alpha, settings.beta, settings.gamma, _scale(settings))
    return made


def _scale(settings: MeteorSettings) -> int:
    return 100 if settings.scale == "100" else 1


class Meteor(
    PreparesWords[MeteorSettings], CompiledCounting[Corpus, MeteorSettings], MeanOfSegments[Corpus, MeteorSettings]
):
    """METEOR of a corpus: the mean of its segments' scores, in 0..`scale`; never `scale` itself if gamma > 0.

    Raises `MetricError` on an empty corpus and on a segment without references.
    """

    name = "meteor"
    title = "METEOR"
    settings = MeteorSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "alignments", "sentences"),
        inputs="translation",
        growth=1,
        # The second values of alpha, beta and gamma are those that Lavie and Agarwal (2007) tuned.
        plausible={
            "alpha": (0.9, 0.81),
            "beta": (3.0, 0.83),
            "gamma": (0.5, 0.28),
            "stemmer": ("porter-nltk", "none"),
            "case": ("lower", "keep"),
            "tokenizer": ("none", "13a"),
        },
        breaks=only_the_first(),
    )

    def counting(self, settings: MeteorSettings) -> MeteorSettings:
        """Return the settings with the scale 1; the other knobs affect the counts, as the score selects the reference."""
        return settings.replace(scale="1") if settings.scale != "1" else settings

    def statistics(self, data: Corpus, settings: MeteorSettings) -> Statistics:
        """Return one row of counts for each segment: m, ch, h and r for the selected reference.

        Raises `MetricError` for a segment without references.
        """
        counted = settings.up_to(Stage.STATISTICS)
        candidates = data.remembered(
            ("meteor candidates", counted), lambda: _candidates(data, counted), bytes_of_candidates
        )
        rows = [max(compared, key=lambda row: meteor(row, settings)) for compared in candidates]
        return Statistics(_COLUMNS, rows)

    def covers(self, settings: MeteorSettings) -> bool:
        """Return whether the kernels support the settings; they do not support synonyms."""
        return settings.synonyms == "none"

    def compiled_statistics(self, data: Corpus, settings: MeteorSettings) -> Statistics | None:
        if not all(data.reference_lines):
            return None
        words = KeptWords.split(data, settings) or KeptWords.tokenized(data, settings)
        counted = settings.up_to(Stage.STATISTICS)
        candidates = data.remembered(
            ("meteor candidates by kernels", counted),
            lambda: _compiled_candidates(words, counted),
            lambda rows: rows.memory,
        )
        return Statistics(_COLUMNS, best_rows(candidates, words.firsts, partial(_compiled_scores, settings=settings)))

    def averages(self, settings: MeteorSettings) -> bool:
        return True

    def segment_score(self, row: Row, settings: MeteorSettings) -> float:
        return _scale(settings) * meteor(row, settings)

    def compiled_segment_scores(self, rows: Sequence[Row], settings: MeteorSettings) -> Sequence[float] | None:
        table = Rows.of(rows)
        return _compiled_scores(table, settings) if isinstance(table, Rows) else None

    def segment_stages(self, statistics: Statistics, settings: MeteorSettings) -> LateStages:
        return {"alignments": lambda: tuple(statistics.rows), **super().segment_stages(statistics, settings)}

    def combine(self, total: Total, settings: MeteorSettings) -> Trace:
        need_segments(total)
        return Trace(self.mean(total, settings), {})

    def tokens(self, data: Corpus, settings: MeteorSettings) -> Tokens:
        return all_tokens(data, tokenizer_for(data, settings))


METEOR = Meteor()
