"""METEOR 1.5 (Denkowski and Lavie, "Meteor Universal", WMT 2014), in English.

Words are aligned by up to four modules (`samescore.metrics.meteor15.alignment`). A match by module i has weight w_i; a
function word has weight 1 - delta, any other word delta. With P and R the weighted shares of matched words in
hypothesis and reference, ch the number of chunks and m the mean number of matched words (section 2),

    F_mean = 1 / ((1 - alpha) / P + alpha / R),  Pen = gamma (ch / m)^beta,  score = (1 - Pen) F_mean,

where Pen is 0 if all words are matched in one chunk. A corpus is scored by the sums of its segments' statistics.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import ClassVar

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    ComparesTexts,
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
from samescore.metrics.meteor15.alignment import MODULES, Stemmer, Words, align, alignment_statistics
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.words import (
    all_tokens,
    mean_summation_knob,
    need_references,
    need_text,
    once_per_line,
    references_knob,
    scale_knob,
    used_references,
)
from samescore.settings import Choice, Real, Settings, Stage, knob
from samescore.text.meteor_words import meteor_words
from samescore.text.resources.meteor_data import LONGEST_PHRASE, Phrase, paraphrases
from samescore.text.snowball import snowball_stem

_SIDES = ("hypothesis", "reference")
_COLUMNS = (
    *_SIDES,
    *(f"function_{side}" for side in _SIDES),
    *(f"{module}_{kind}_{side}" for module in MODULES for kind in ("content", "function") for side in _SIDES),
    "chunks",
    *(f"matched_{side}" for side in _SIDES),
    "summed_chunks",
)
#: Approximate memory of an entry of the table of paraphrases, and of each phrase in it.
_ENTRY_BYTES, _PHRASE_BYTES = 300, 250
_NUMBERS = {"exact": 1, "exact-stem": 2, "exact-stem-synonym": 3, "all": 4}


class Meteor15Settings(Settings):
    """The knobs of METEOR 1.5. The defaults follow its task ``rank``, without the modules that need dictionaries."""

    metric: ClassVar[str] = "meteor15"

    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("as-is", "ptb-coco")),
        "as-is",
        "Tokenization before METEOR runs. as-is: pass the text unchanged; ptb-coco: lowercased tokens of "
        "Stanford's PTBTokenizer without most punctuation, joined by spaces, as in pycocoevalcap (MS COCO "
        "captions)",
    )
    normalization: str = knob(
        Stage.TOKENS,
        Choice(("norm", "no-punctuation", "lower", "none")),
        "norm",
        "METEOR's own normalization. norm: tokenize and lowercase (-norm); no-punctuation: also delete "
        "punctuation (-noPunct); lower: only lowercase (-lower); none: only split at spaces",
    )
    modules: str = knob(
        Stage.STATISTICS,
        Choice(tuple(_NUMBERS), needs=(("exact-stem-synonym", "package"), ("all", "package"))),
        "exact-stem",
        "Matching modules. exact: identical words; exact-stem: also equal stems; exact-stem-synonym: also "
        "METEOR's synonyms; all: also METEOR's paraphrases. Synonyms and paraphrases need pycocoevalcap, or "
        "METEOR's files in the folder METEOR_DATA",
    )
    references: str = references_knob("highest score")
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed statistics; sentences: mean of the segment scores",
    )
    mean_summation: str = mean_summation_knob()
    alpha: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.85, "Weight of recall in F_mean")
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 0.2, "Exponent of chunks / matches in the penalty")
    gamma: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.6, "Maximum penalty")
    delta: float = knob(
        Stage.COMBINATION, Real(0.0, 1.0), 0.75, "Weight of content words; function words have weight 1 - delta"
    )
    stem_weight: float = knob(
        Stage.COMBINATION, Real(0.0, 1.0), 0.6, "Weight of stem matches; exact matches have weight 1"
    )
    synonym_weight: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.8, "Weight of synonym matches")
    paraphrase_weight: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.6, "Weight of paraphrase matches")
    scale: str = scale_knob()


def meteor15(row: Row, settings: Meteor15Settings, chunks: int) -> float:
    """Return the score, in 0..1, of a segment's statistics or of the sums of several segments.

    `chunks` is the number of chunks. The result is 0 if no word with a weight is matched. The operations and their
    order are the program's.
    """
    weights = (1.0, settings.stem_weight, settings.synonym_weight, settings.paraphrase_weight)
    shares = []
    for side in (0, 1):
        length, function = row[side], row[2 + side]
        matched = 0.0
        for module, weight in enumerate(weights):
            matched += row[4 + 4 * module + side] * weight * settings.delta
        for module, weight in enumerate(weights):
            matched += row[6 + 4 * module + side] * weight * (1.0 - settings.delta)
        if not matched:
            return 0.0
        shares.append(matched / (settings.delta * (length - function) + (1.0 - settings.delta) * function))
    f_mean = 1.0 / ((1.0 - settings.alpha) / shares[0] + settings.alpha / shares[1])
    fragmentation = 0.0 if _is_perfect(row, chunks) else chunks / ((row[21] + row[22]) / 2)
    score: float = f_mean * (1.0 - settings.gamma * math.pow(fragmentation, settings.beta))
    return score


def _is_perfect(row: Row, chunks: int) -> bool:
    """Return whether all words of both texts are matched, in one chunk."""
    return chunks == 1 and row[0] == row[21] and row[1] == row[22]


def _segment_score(row: Row, settings: Meteor15Settings) -> float:
    return meteor15(row, settings, row[20])


def _words(corpus: Corpus, settings: Meteor15Settings) -> Callable[[Line], Words]:
    """Return a function that returns the words of a line, cached for each line."""
    key = ("meteor15", settings.tokenizer, settings.normalization)
    return once_per_line(corpus, key, lambda line: _words_of_line(line, settings))


def _words_of_line(line: Line, settings: Meteor15Settings, seen: Seen = unseen) -> Words:
    text = str(line)
    if settings.tokenizer == "ptb-coco":
        from samescore.text.ptb_words import ptb_caption  # large tables

        text = ptb_caption(text)
        seen("tokenizer", text)
    words = meteor_words(text, settings.normalization)
    seen("normalization", words)
    return words


def _phrases(words: Words) -> Iterator[str]:
    """Yield the phrases of a text that are short enough for the table of paraphrases."""
    for start in range(len(words)):
        for stop in range(start + 1, min(start + LONGEST_PHRASE, len(words)) + 1):
            yield " ".join(words[start:stop])


def _candidates(corpus: Corpus, settings: Meteor15Settings) -> list[list[Row]]:
    """Return the statistics of each segment with each of its references.

    Raises `MetricError` for a segment without references, and `SettingsError` for tokens and for missing dictionaries.
    """
    compared = []
    words = _words(corpus, settings)
    for segment in corpus:
        need_text(segment, "meteor15")
        need_references(segment)
        compared.append([words(line) for line in (segment.hypothesis, *used_references(segment, settings))])
    modules = _NUMBERS[settings.modules]
    table: dict[str, tuple[Phrase, ...]] = {}
    if modules == len(MODULES):
        phrases = frozenset(phrase for texts in compared for text in texts for phrase in _phrases(text))
        table = corpus.remembered(
            ("meteor15 paraphrases", settings.tokenizer, settings.normalization, settings.references),
            lambda: paraphrases(phrases),
            _bytes_of_table,
        )
    stem = cache(snowball_stem)  # a cache for this corpus only
    candidates = []
    for hypothesis, *references in compared:
        distinct = {tuple(reference): reference for reference in references}
        rows = {key: _row(hypothesis, reference, modules, table, stem) for key, reference in distinct.items()}
        candidates.append([rows[tuple(reference)] for reference in references])
    return candidates


def _bytes_of_table(table: dict[str, tuple[Phrase, ...]]) -> int:
    """Return the approximate memory of the entries of the table of paraphrases that a corpus needs."""
    return sum(_ENTRY_BYTES + _PHRASE_BYTES * len(phrases) for phrases in table.values())


def _row(hypothesis: Words, reference: Words, modules: int, table: dict[str, tuple[Phrase, ...]], stem: Stemmer) -> Row:
    row = alignment_statistics(align(hypothesis, reference, modules, table, stem), hypothesis, reference)
    return (*row, 0 if _is_perfect(row, row[20]) else row[20])


class Meteor15(ComparesTexts[Corpus, Meteor15Settings], MeanOfSegments[Corpus, Meteor15Settings]):
    """METEOR 1.5 of a corpus, or the mean of its segments' scores, in 0..`scale`.

    Among several references, the first with the highest score is used. Raises `MetricError` on an empty corpus and on a
    segment without references, and `SettingsError` for tokens and for missing dictionaries of a module.
    """

    name = "meteor15"
    title = "METEOR 1.5"
    settings = Meteor15Settings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "alignments", "sentences"),
        inputs="translation",
        growth=2,
        # The second values of alpha, beta, gamma and delta follow the task adq.
        plausible={
            "normalization": ("norm", "none", "lower"),
            "modules": ("exact-stem", "exact"),
            "average": ("corpus", "sentences"),
            "references": ("best", "first"),
        },
        breaks=only_the_first(),
    )

    def counting(self, settings: Meteor15Settings) -> Meteor15Settings:
        """Return the settings that affect the selection of the best reference, with defaults for the others."""
        return settings.replace(scale="1", average="corpus", mean_summation="sum")

    def statistics(self, data: Corpus, settings: Meteor15Settings) -> Statistics:
        """Return one row for each segment: the program's 23 statistics, and the chunks that count for the corpus.

        No chunk counts if all words are matched in one chunk. Raises the errors of `_candidates`.
        """
        counted = settings.up_to(Stage.STATISTICS)
        candidates = data.remembered(
            ("meteor15 candidates", counted), lambda: _candidates(data, counted), bytes_of_candidates
        )
        rows = [max(compared, key=lambda row: _segment_score(row, settings)) for compared in candidates]
        return Statistics(_COLUMNS, rows)

    def segment_score(self, row: Row, settings: Meteor15Settings) -> float:
        return _scale(settings) * _segment_score(row, settings)

    def segment_stages(self, statistics: Statistics, settings: Meteor15Settings) -> LateStages:
        return {"alignments": lambda: tuple(statistics.rows), **super().segment_stages(statistics, settings)}

    def combine(self, total: Total, settings: Meteor15Settings) -> Trace:
        need_segments(total)
        if self.averages(settings):
            return Trace(self.mean(total, settings), {})
        return Trace(_scale(settings) * meteor15(total.sums, settings, total.sums[-1]), {})

    def prepare(self, line: Line, settings: Meteor15Settings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        return _words_of_line(line, settings, seen)

    def tokens(self, data: Corpus, settings: Meteor15Settings) -> Tokens:
        return all_tokens(data, _words(data, settings))


def _scale(settings: Meteor15Settings) -> int:
    return 100 if settings.scale == "100" else 1


METEOR_15 = Meteor15()
