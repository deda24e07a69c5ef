"""Distinct-n and character F1: what dialogue generation is scored with.

Distinct-n (Li et al., "A diversity-promoting objective function for neural conversation models", 2016)
is the number of different n-grams of the hypotheses over the number of their n-grams, or, in that
paper, of their tokens. It never looks at a reference. Character F1 is the overlap of two bags of
characters: with m in common, h in the hypothesis and r in the reference, P = m/h, R = m/r and
F = 2 P R / (P + R).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line
from samescore.errors import MetricError
from samescore.metrics.base import Metric, Statistics, mean, need_segments, tokenize
from samescore.metrics.words import WordSettings
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Settings, Stage, knob

_SCALES = Choice(("1", "100"))


@dataclasses.dataclass(frozen=True, slots=True)
class DistinctSettings(WordSettings):
    """The knobs of Distinct-n."""

    metric: ClassVar[str] = "distinct"

    order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "n of the n-grams")
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined", "spaced")),
        "tuple",
        "when two n-grams are the same: equal tokens, or equal text when the tokens are joined by nothing or a space",
    )
    denominator: str = knob(
        Stage.COMBINATION, Choice(("ngrams", "tokens")), "ngrams", "what the different n-grams are divided by"
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "n-grams that differ in the whole corpus, or the mean of the sentences' own ratios",
    )
    empty: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "zero", "skip")),
        "raise",
        "a ratio 0/0 (a text shorter than n) is an error, or 0, or left out: undefined where none remains",
    )
    scale: str = knob(Stage.PRESENTATION, _SCALES, "1", "the score where all n-grams differ")


def _ngrams(line: Line, s: DistinctSettings) -> tuple[list[Any], int]:
    """One hypothesis' n-grams under the key, and how many tokens it has."""
    tokens = tokenize(line, s)
    grams = [tuple(tokens[i : i + s.order]) for i in range(len(tokens) - s.order + 1)]
    if s.ngram_key == "tuple":
        return list(grams), len(tokens)
    return [("" if s.ngram_key == "joined" else " ").join(gram) for gram in grams], len(tokens)


def _ratio(row: Sequence[int], s: DistinctSettings) -> float | None:
    """Different n-grams over the denominator; None where that is to be left out."""
    different, ngrams, tokens = row
    denominator = ngrams if s.denominator == "ngrams" else tokens
    if denominator:
        return different / denominator
    if s.empty == "raise":
        raise MetricError(f"there are no {s.denominator} to divide by", kind="ZeroDivisionError")
    return 0.0 if s.empty == "zero" else None


def _distinct(corpus: Corpus, s: DistinctSettings) -> Trace:
    """Distinct-n of the hypotheses, in 0..`scale`.

    The number of different n-grams is not additive, so the corpus score has a count of its own beside
    the rows. Raises `MetricError` on an empty corpus, and as the knob ``empty`` says.
    """
    need_segments(corpus)
    every: set[Any] = set()
    rows = []
    for segment in corpus:
        grams, length = _ngrams(segment.hypothesis, s)
        rows.append([len(set(grams)), len(grams), length])
        every.update(grams)
    table = Statistics(("different", "ngrams", "tokens"), rows)
    counts = [len(every), *table.total()[1:]]
    scale = 100 if s.scale == "100" else 1
    stages: dict[str, Any] = {"rows": table, "counts": counts}
    if s.average == "corpus":
        value = _ratio(counts, s)
    else:
        kept = [ratio for ratio in (_ratio(row, s) for row in rows) if ratio is not None]
        value = mean(kept) if kept else None
        stages["sentences"] = [scale * ratio for ratio in kept]
    return Trace(
        float("nan") if value is None else scale * value,
        stages,
        lambda: [[tokenize(segment.hypothesis, s)] for segment in corpus],
    )


@dataclasses.dataclass(frozen=True, slots=True)
class CharF1Settings(Settings):
    """The knobs of character F1. Tokens that the caller made are joined by nothing."""

    metric: ClassVar[str] = "char-f1"

    case: str = knob(Stage.TEXT, Choice(("keep", "lower")), "keep", "keep the case, or lower it (str.lower) first")
    whitespace: str = knob(
        Stage.TEXT,
        Choice(("remove-spaces", "remove", "keep")),
        "remove-spaces",
        "white space: U+0020 is removed, or all that str.split splits at, or it counts like other characters",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "first")),
        "best",
        "several references: the one with the best F1 (first on ties), or the first",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the summed counts, or the mean of the segments' scores",
    )
    measure: str = knob(Stage.COMBINATION, Choice(("f", "precision", "recall")), "f", "which number is the score")
    empty: str = knob(
        Stage.COMBINATION,
        Choice(("raise", "zero")),
        "raise",
        "a precision, recall or F that is 0/0 is an error, or 0; without a common character F is 0/0",
    )
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("precision-recall", "counts")),
        "precision-recall",
        "F as 2PR/(P + R), or as 2m/(h + r)",
        rounding=True,
    )
    scale: str = knob(Stage.PRESENTATION, _SCALES, "1", "the score of a perfect hypothesis")


def _characters(line: Line, s: CharF1Settings) -> str:
    text = line if isinstance(line, str) else "".join(line)
    if s.case == "lower":
        text = text.lower()
    if s.whitespace == "remove-spaces":
        return text.replace(" ", "")
    return "".join(text.split()) if s.whitespace == "remove" else text


def _divide(part: float, whole: float, s: CharF1Settings) -> float:
    if whole:
        return part / whole
    if s.empty == "raise":
        raise MetricError("0/0: a side without characters, or none in common", kind="ZeroDivisionError")
    return 0.0


def _char_score(row: Sequence[int], s: CharF1Settings) -> float:
    """P, R or F of counts (m, h, r); F needs P and R, and raises where they do."""
    m, h, r = row
    if s.measure == "precision":
        return _divide(m, h, s)
    if s.measure == "recall":
        return _divide(m, r, s)
    precision, recall = _divide(m, h, s), _divide(m, r, s)
    if s.f_form == "counts" and m:
        return 2 * m / (h + r)
    return _divide(2 * precision * recall, precision + recall, s)


@lru_cache(maxsize=4)
def char_statistics(corpus: Corpus, s: CharF1Settings) -> Statistics:
    """One row a segment: m, h and r against the reference that counts."""
    rows = []
    for segment in corpus:
        if not segment.references:
            raise MetricError("a segment has no references")
        ours = Counter(_characters(segment.hypothesis, s))
        candidates = []
        for reference in segment.references[:1] if s.references == "first" else segment.references:
            theirs = Counter(_characters(reference, s))
            candidates.append([(ours & theirs).total(), ours.total(), theirs.total()])
        # F1 = 2m/(h + r): the largest, the first of equals.
        rows.append(max(candidates, key=lambda row: 2 * row[0] / max(row[1] + row[2], 1)))
    return Statistics(("matches", "hypothesis", "reference"), rows)


def _char_f1(corpus: Corpus, s: CharF1Settings) -> Trace:
    """Character F1, in 0..`scale`.

    Raises `MetricError` on an empty corpus, on a segment without references, and as ``empty`` says.
    """
    need_segments(corpus)
    table = char_statistics(corpus, s.up_to(Stage.STATISTICS))
    scale = 100 if s.scale == "100" else 1
    stages: dict[str, Any] = {"rows": table, "counts": table.total()}
    if s.average == "corpus":
        value = _char_score(table.total(), s)
    else:
        scores = [_char_score(row, s) for row in table.rows]
        value = mean(scores)
        stages["sentences"] = [scale * score for score in scores]
    return Trace(
        scale * value,
        stages,
        lambda: [[_characters(line, s) for line in (each.hypothesis, *each.references)] for each in corpus],
    )


DISTINCT = Metric(
    "distinct",
    "Distinct-n",
    DistinctSettings,
    (Corpus,),
    _distinct,
    presets=tuple((f"{name}{n}", (("order", n),)) for n in range(1, 10) for name in ("distinct", "distinct-")),
    needs_references=False,
)
CHAR_F1 = Metric("char-f1", "character F1", CharF1Settings, (Corpus,), _char_f1)
