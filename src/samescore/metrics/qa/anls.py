"""Average normalized Levenshtein similarity of answers about documents: ANLS (Biten et al., ICCV 2019).

A segment is a question: the hypothesis is the predicted answer, the references are the gold answers. With d edits
between two answers and l the length of the longer, their similarity is 1 - d/l, or 0 if 1 - d/l is below a threshold.
The score of a question is the similarity of its prediction to the nearest gold answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import ComparesTexts, MetricFacts, Row, Statistics, Tokens, Total, need_segments
from samescore.metrics.edits.levenshtein import levenshtein
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.qa.answers import text_of
from samescore.metrics.words import mean_summation_knob, need_references
from samescore.settings import Choice, Real, Settings, Stage, knob


class AnlsSettings(Settings):
    """The knobs of ANLS. The defaults follow the package ``anls_star``."""

    metric: ClassVar[str] = "anls"

    normalization: str = knob(
        Stage.TEXT,
        Choice(("lower", "none")),
        "lower",
        "Normalization of answers. lower: lowercase, strip, and reduce runs of white space to one space; none: "
        "no normalization",
    )
    lengths: str = knob(
        Stage.STATISTICS,
        Choice(("normalized", "normalized-upper", "raw-upper")),
        "normalized",
        "Length of the longer answer, by which edits are divided. normalized: after normalization; "
        "normalized-upper: the same, uppercased (which can add characters); raw-upper: before normalization, "
        "uppercased",
    )
    threshold: float = knob(Stage.COMBINATION, Real(0.0, 1.0), 0.5, "Similarity below which an answer scores 0")
    at_threshold: str = knob(
        Stage.COMBINATION,
        Choice(("keep", "zero")),
        "keep",
        "Similarities that count as 0. keep: those below the threshold; zero: those whose distance is at least "
        "the threshold (at 0.5 also a similarity of 0.5)",
    )
    mean_summation: str = mean_summation_knob()


def _normalized(text: str, settings: AnlsSettings) -> str:
    return " ".join(text.lower().split()) if settings.normalization == "lower" else text


def _length(raw: str, normalized: str, settings: AnlsSettings) -> int:
    if settings.lengths == "normalized":
        return len(normalized)
    return len((normalized if settings.lengths == "normalized-upper" else raw).upper())


def _distance(row: Row) -> float:
    """Return the edits divided by the length; 0 if both answers are empty."""
    return row[0] / row[1] if row[1] else 0.0


class Anls(ComparesTexts[Corpus, AnlsSettings], MeanOfSegments[Corpus, AnlsSettings]):
    """The mean similarity of the questions, in 0..1. Two empty answers score 1.

    Raises `MetricError` for an empty corpus and for a question without gold answers; `SettingsError` for tokens.
    """

    name = "anls"
    title = "ANLS"
    settings = AnlsSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="answers",
        growth=2,
        plausible={"at_threshold": ("keep", "zero"), "normalization": ("lower", "none")},
    )

    def statistics(self, data: Corpus, settings: AnlsSettings) -> Statistics:
        """Return one row for each question: the edits and the length for the nearest gold answer.

        Raises `MetricError` for a question without gold answers, and `SettingsError` for tokens.
        """
        rows = []
        for predicted, *right in _pairs(data, settings):
            against = [[levenshtein(answer[0], predicted[0]), max(answer[1], predicted[1])] for answer in right]
            rows.append(min(against, key=_distance))
        return Statistics(("edits", "length"), rows)

    def averages(self, settings: AnlsSettings) -> bool:
        return True

    def segment_score(self, row: Row, settings: AnlsSettings) -> float:
        distance = _distance(row)
        similarity = 1 - distance
        enough = similarity >= settings.threshold if settings.at_threshold == "keep" else distance < settings.threshold
        return similarity if enough else 0.0

    def combine(self, total: Total, settings: AnlsSettings) -> Trace:
        need_segments(total)
        return Trace(self.mean(total, settings), {"counts": list(total.sums)})

    def prepare(self, line: Line, settings: AnlsSettings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        text = _normalized(text_of(line), settings)
        seen("normalization", text)
        return text

    def tokens(self, data: Corpus, settings: AnlsSettings) -> Tokens:
        """Return the normalized answers of each question, the predicted one first."""
        return [[text for text, _ in question] for question in _pairs(data, settings)]


def _pairs(corpus: Corpus, settings: AnlsSettings) -> Iterator[list[tuple[str, int]]]:
    """Yield the normalized answers of each question, each with its length, the predicted one first.

    Raises `MetricError` for a question without gold answers, and `SettingsError` for tokens.
    """
    for segment in corpus:
        need_references(segment)
        texts = map(text_of, (segment.hypothesis, *segment.references))
        yield [
            (normalized, _length(text, normalized, settings))
            for text in texts
            for normalized in [_normalized(text, settings)]
        ]


ANLS = Anls()
