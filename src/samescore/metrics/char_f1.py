"""Character F1: the overlap of two bags of characters, used to score dialogue generation.

With m common characters, h in the hypothesis and r in the reference, P = m/h, R = m/r and F = 2 P R / (P + R).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.kernels.shared_characters import overlaps
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
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rows import Rows, best_rows
from samescore.metrics.words import (
    all_tokens,
    all_used_references,
    mean_summation_knob,
    need_references,
    once_per_line,
    scale_knob,
    used_references,
)
from samescore.settings import Choice, Settings, Stage, knob

_COLUMNS = ("matches", "hypothesis", "reference")


class CharF1Settings(Settings):
    """The knobs of character F1. Tokens given by the caller are joined without a separator."""

    metric: ClassVar[str] = "char-f1"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower")),
        "keep",
        "Case handling. keep: leave the text unchanged; lower: lowercase it (str.lower)",
    )
    whitespace: str = knob(
        Stage.TEXT,
        Choice(("remove-spaces", "remove", "keep")),
        "remove-spaces",
        "White space before characters are counted. remove-spaces: delete U+0020; remove: delete every character "
        "that str.split splits at; keep: count it like other characters",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "first")),
        "best",
        "Reference used if there are several. best: the one with the highest F1 (the first on ties); first: the first",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed counts; sentences: mean of the segment scores",
    )
    mean_summation: str = mean_summation_knob()
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("f", "precision", "recall")),
        "f",
        "Reported measure. f: F1; precision: precision; recall: recall",
    )
    zero_division: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "zero"), (("0", "zero"),)),
        "raise",
        "A precision, recall or F of 0/0; F is 0/0 if no character matches. raise: an error; zero: 0",
        former=("empty",),
    )
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("precision-recall", "counts")),
        "precision-recall",
        "Formula for F1 from m matching characters, h characters of the hypothesis and r of the reference. "
        "precision-recall: 2 P R / (P + R); counts: 2 m / (h + r)",
        rounding=True,
    )
    scale: str = scale_knob()


def _characters(line: Line, settings: CharF1Settings, seen: Seen = unseen) -> str:
    text = line if isinstance(line, str) else "".join(line)
    if settings.case == "lower":
        text = text.lower()
        seen("case", text)
    if settings.whitespace == "remove-spaces":
        text = text.replace(" ", "")
    elif settings.whitespace == "remove":
        text = "".join(text.split())
    seen("whitespace", text)
    return text


def _divide(part: float, whole: float, settings: CharF1Settings) -> float:
    if whole:
        return part / whole
    if settings.zero_division == "raise":
        raise MetricError("0/0: a text has no characters, or the texts have none in common", kind="ZeroDivisionError")
    return 0.0


def _f1(row: Sequence[int]) -> float:
    """Return F1 = 2m/(h + r), by which the best reference is selected."""
    return 2 * row[0] / max(row[1] + row[2], 1)


def _all_f1(rows: Sequence[Row]) -> list[float]:
    return [_f1(row) for row in rows]


def _score(row: Sequence[int], settings: CharF1Settings) -> float:
    """Return P, R or F of the counts (m, h, r), in 0..1.

    Raises `MetricError` if ``zero_division`` is raise and the result, or P or R of an F, is 0/0.
    """
    m, h, r = row
    if settings.measure == "precision":
        return _divide(m, h, settings)
    if settings.measure == "recall":
        return _divide(m, r, settings)
    precision, recall = _divide(m, h, settings), _divide(m, r, settings)
    if settings.f_form == "counts" and m:
        return 2 * m / (h + r)
    return _divide(2 * precision * recall, precision + recall, settings)


class CharF1(
    ComparesTexts[Corpus, CharF1Settings],
    CompiledCounting[Corpus, CharF1Settings],
    MeanOfSegments[Corpus, CharF1Settings],
):
    """Character F1, in 0..`scale`.

    Raises `MetricError` on an empty corpus, on a segment without references, and on 0/0 if ``zero_division`` is raise.
    """

    name = "char-f1"
    title = "character F1"
    settings = CharF1Settings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="texts",
        growth=1,
        plausible={
            "whitespace": ("remove-spaces", "remove", "keep"),
            "case": ("keep", "lower"),
            "average": ("corpus", "sentences"),
            "references": ("best", "first"),
        },
        breaks=only_the_first(),
    )

    def statistics(self, data: Corpus, settings: CharF1Settings) -> Statistics:
        """Return one row of counts for each segment: m, h and r for the selected reference.

        Raises `MetricError` for a segment without references.
        """
        characters, rows = _characters_of(data, settings), []
        for segment in data:
            need_references(segment)
            hypothesis = Counter(characters(segment.hypothesis))
            candidates = []
            for line in used_references(segment, settings):
                reference = Counter(characters(line))
                candidates.append([(hypothesis & reference).total(), hypothesis.total(), reference.total()])
            rows.append(max(candidates, key=_f1))
        return Statistics(_COLUMNS, rows)

    def compiled_statistics(self, data: Corpus, settings: CharF1Settings) -> Statistics | None:
        lines = all_used_references(data, settings)
        if not all(lines):
            return None
        hypotheses = [_characters(line, settings) for line in data.hypothesis_lines]
        references = [[_characters(line, settings) for line in several] for several in lines]
        segments = array("q", accumulate((1 + len(several) for several in lines), initial=0))
        return Statistics(_COLUMNS, best_rows(Rows(3, overlaps(hypotheses, references)), segments, _all_f1))

    def is_mean(self, settings: CharF1Settings) -> bool:
        return self.averages(settings) and settings.scale == "1"

    def series(self, rows: Sequence[Row], settings: CharF1Settings) -> tuple[Sequence[float], ...]:
        return ([_score(row, settings) for row in rows],) if self.averages(settings) else ()

    def segment_score(self, row: Row, settings: CharF1Settings) -> float:
        return _scale(settings) * _score(row, settings)

    def combine(self, total: Total, settings: CharF1Settings) -> Trace:
        need_segments(total)
        value = self.mean(total, settings) if self.averages(settings) else _score(total.sums, settings)
        return Trace(_scale(settings) * value, {"counts": list(total.sums)})

    def prepare(self, line: Line, settings: CharF1Settings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        return _characters(line, settings, seen)

    def tokens(self, data: Corpus, settings: CharF1Settings) -> Tokens:
        """Return the texts whose characters are counted: each segment's hypothesis, then its references."""
        return all_tokens(data, _characters_of(data, settings))


def _scale(settings: CharF1Settings) -> int:
    return 100 if settings.scale == "100" else 1


def _characters_of(corpus: Corpus, settings: CharF1Settings) -> Callable[[Line], str]:
    """Return `_characters` under these settings as a function of a line, cached for each line of the corpus."""
    return once_per_line(
        corpus, ("characters", settings.case, settings.whitespace), lambda line: _characters(line, settings)
    )


CHAR_F1 = CharF1()
