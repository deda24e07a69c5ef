"""Known mistakes of any metric over texts: in reading the texts, and in combining segment scores."""

from __future__ import annotations

import math
import statistics
import string
from collections.abc import Callable, Sequence
from typing import Any

from samescore.data.corpus import Corpus, Line
from samescore.metrics.base import Row
from samescore.metrics.mistakes.contract import Mistake
from samescore.settings import Settings

_PUNCTUATION = dict.fromkeys(map(ord, string.punctuation))

_Segments = list[tuple[Line, tuple[Line, ...]]]


def reading(name: str, meaning: str, change: Callable[[_Segments], _Segments | None]) -> Mistake:
    """Return a mistake in which a corpus is misread.

    `change` gets its segments, and returns the segments that are scored.

    The mistake does not apply if the segments are unchanged or none is left.
    """

    def misread(data: Corpus) -> Corpus | None:
        if not isinstance(data, Corpus) or not len(data):
            return None
        segments = list(zip(data.hypothesis_lines, data.reference_lines, strict=True))
        changed = change(segments)
        if not changed or changed == segments:
            return None
        build: Any = Corpus.from_tokens if data.tokenized else Corpus.from_segments
        made: Corpus = build([h for h, _ in changed], [r for _, r in changed])
        return made

    return Mistake(name, meaning, "data", misread)


def of_lines(name: str, meaning: str, hypothesis: Callable[[str], str], reference: Callable[[str], str]) -> Mistake:
    """Return a mistake in which the texts of each side are changed by a function of their own.

    The mistake does not apply to tokens.
    """

    def change(segments: _Segments) -> _Segments | None:
        if any(not isinstance(line, str) for h, rs in segments for line in (h, *rs)):
            return None
        return [(hypothesis(str(h)), tuple(reference(str(r)) for r in rs)) for h, rs in segments]

    return reading(name, meaning, change)


def same(text: str) -> str:
    """Return the text unchanged."""
    return text


def _blank(line: Line) -> bool:
    return not (line.strip() if isinstance(line, str) else line)


def _kept(keep: Callable[[Line, Sequence[Line]], bool]) -> Callable[[_Segments], _Segments]:
    return lambda segments: [(h, rs) for h, rs in segments if keep(h, rs)]


def _exchanged(segments: _Segments) -> _Segments | None:
    """Return the segments with hypotheses and first references exchanged; None if a segment has no references."""
    return [(rs[0], (h,)) for h, rs in segments] if all(rs for _, rs in segments) else None


def _segment_per_reference(segments: _Segments) -> _Segments | None:
    """Return a separate segment for each reference."""
    return [(h, (r,)) for h, rs in segments for r in rs]


def _join_segments(segments: _Segments) -> _Segments | None:
    """Return one segment, with all hypotheses joined into one text and all first references into another.

    Returns None for tokens, or if a segment has no references.
    """
    if any(not isinstance(line, str) for h, rs in segments for line in (h, *rs)) or not all(rs for _, rs in segments):
        return None
    hypotheses, references = [str(h) for h, _ in segments], [str(rs[0]) for _, rs in segments]
    return [(" ".join(hypotheses), (" ".join(references),))]


def _first_of_each(segments: _Segments) -> _Segments:
    """Return the segments without repeated hypotheses; the first segment of each hypothesis is kept."""
    return list({h: (h, rs) for h, rs in reversed(segments)}.values())[::-1]


def _fewest_references(segments: _Segments) -> _Segments:
    fewest = min(len(references) for _, references in segments)
    return [(hypothesis, references[:fewest]) for hypothesis, references in segments]


def _one_by_length(pick: Callable[..., Line]) -> Callable[[_Segments], _Segments]:
    def change(segments: _Segments) -> _Segments:
        return [(h, (pick(rs, key=_words),) if rs else rs) for h, rs in segments]

    return change


def _words(line: Line) -> int:
    return len(line.split() if isinstance(line, str) else line)


def _unpunctuated(text: str) -> str:
    return text.translate(_PUNCTUATION)


READINGS = (
    reading("swapped", "the hypothesis and the (first) reference are exchanged", _exchanged),
    reading("last-segment-missing", "the last segment is not scored", lambda segments: segments[:-1]),
    reading("first-segment-missing", "the first segment is not scored", lambda segments: segments[1:]),
    reading(
        "empty-hypotheses-skipped",
        "segments with an empty hypothesis are skipped, so that they do not lower the score",
        _kept(lambda h, rs: not _blank(h)),
    ),
    reading(
        "empty-references-skipped",
        "segments with an empty reference are skipped",
        _kept(lambda h, rs: not any(map(_blank, rs))),
    ),
    reading("segments-joined", "all segments are joined to one text", _join_segments),
    reading("repeated-hypotheses-skipped", "a hypothesis that occurs again is not scored again", _first_of_each),
    reading("reference-a-segment", "each reference is a segment of its own", _segment_per_reference),
    reading(
        "references-joined",
        "the references of a segment are joined to one text",
        lambda segments: (
            [(h, (" ".join(map(str, rs)),)) for h, rs in segments]
            if all(isinstance(r, str) for _, rs in segments for r in rs)
            else None
        ),
    ),
    reading(
        "first-reference-alone", "only the first reference counts", lambda segments: [(h, rs[:1]) for h, rs in segments]
    ),
    reading(
        "last-reference-alone", "only the last reference counts", lambda segments: [(h, rs[-1:]) for h, rs in segments]
    ),
    reading(
        "fewest-references-kept",
        "each segment keeps only as many references as the segment with the fewest, as zip(*references) does",
        _fewest_references,
    ),
    reading("longest-reference-alone", "only the longest reference counts", _one_by_length(max)),
    reading("shortest-reference-alone", "only the shortest reference counts", _one_by_length(min)),
    of_lines("hypothesis-unpunctuated", "punctuation is removed from the hypothesis alone", _unpunctuated, same),
    of_lines("reference-unpunctuated", "punctuation is removed from the reference alone", same, _unpunctuated),
    of_lines("hypothesis-lower-cased", "the hypothesis is lower-cased and the reference is not", str.lower, same),
    of_lines("reference-lower-cased", "the reference is lower-cased and the hypothesis is not", same, str.lower),
)


def mean(name: str, meaning: str, change: Callable[[list[float], Sequence[Row], Settings], float | None]) -> Mistake:
    """Return a mistake in combining segment scores: `change` gets the scores, the rows and the settings.

    The mistake does not apply if a score is infinite or undefined.
    """

    def made(scores: list[float], rows: Sequence[Row], settings: Settings) -> float | None:
        return change(scores, rows, settings) if all(map(math.isfinite, scores)) else None

    return Mistake(name, meaning, "mean", made)


def _of_nonzero(scores: list[float], rows: Sequence[Row], settings: Settings) -> float | None:
    kept = [score for score in scores if score]
    return sum(kept) / len(kept) if kept else 0.0


def _one_too_many(scores: list[float], rows: Sequence[Row], settings: Settings) -> float | None:
    return sum(scores) / (len(scores) + 1)


def _one_too_few(scores: list[float], rows: Sequence[Row], settings: Settings) -> float | None:
    return sum(scores) / (len(scores) - 1) if len(scores) > 1 else None


def _geometric(scores: list[float], rows: Sequence[Row], settings: Settings) -> float | None:
    return math.prod(scores) ** (1 / len(scores)) if min(scores) >= 0 else None


def _quadratic(scores: list[float], rows: Sequence[Row], settings: Settings) -> float | None:
    return math.sqrt(sum(score**2 for score in scores) / len(scores))


def _harmonic(scores: list[float], rows: Sequence[Row], settings: Settings) -> float | None:
    return len(scores) / sum(1 / score for score in scores) if min(scores) > 0 else 0.0


#: Known mistakes of any metric that scores segments.
MEANS = (
    mean("mean-of-segments", "the mean of the segments' scores", lambda scores, rows, s: sum(scores) / len(scores)),
    mean("median", "the median of the segments' scores", lambda scores, rows, s: statistics.median(scores)),
    mean("mean-of-nonzero", "the mean of the segments' scores that are not 0", _of_nonzero),
    mean("sum-of-segments", "the sum of the segments' scores, not divided", lambda scores, rows, s: sum(scores)),
    mean("best-segment", "the highest of the segments' scores", lambda scores, rows, s: max(scores)),
    mean("worst-segment", "the lowest of the segments' scores", lambda scores, rows, s: min(scores)),
    mean("mean-over-one-too-many", "the sum of the segments' scores is divided by one too many", _one_too_many),
    mean("mean-over-one-too-few", "the sum of the segments' scores is divided by one too few", _one_too_few),
    mean("quadratic-mean-of-segments", "the root of the mean squared score of the segments", _quadratic),
    mean("harmonic-mean-of-segments", "the harmonic mean of the segments' scores", _harmonic),
    mean("first-segment-alone", "the score of the first segment", lambda scores, rows, s: scores[0]),
    mean("last-segment-alone", "the score of the last segment", lambda scores, rows, s: scores[-1]),
    mean("geometric-mean-of-segments", "the geometric mean of the segments' scores", _geometric),
)


def _clamped(value: float, settings: Settings) -> float:
    return min(value, 100.0 if getattr(settings, "scale", "1") == "100" else 1.0)


def presentations(*, highest: float | None) -> tuple[Mistake, ...]:
    """Return mistakes in the returned value, for a metric with the maximum score `highest` (None: unbounded)."""

    def whole(settings: Settings) -> float:
        return 100.0 if getattr(settings, "scale", "1") == "100" else 1.0

    made = [
        Mistake("complement", "1 minus the score", "value", lambda value, s: whole(s) - value),
        Mistake("negated", "the score with the other sign", "value", lambda value, s: -value),
        Mistake(
            "percent",
            "0 to 100 instead of 0 to 1",
            "value",
            lambda value, s: 100 * value if not hasattr(s, "scale") else None,
        ),
        Mistake(
            "percent-twice",
            "multiplied by 100 twice",
            "value",
            lambda value, s: 100 * value if getattr(s, "scale", "1") == "100" else None,
        ),
        Mistake(
            "root-of-score",
            "the square root of the score",
            "value",
            lambda value, s: whole(s) * math.sqrt(value / whole(s)) if value >= 0 else None,
        ),
        Mistake("score-squared", "the score is squared", "value", lambda value, s: whole(s) * (value / whole(s)) ** 2),
    ]
    if highest is None:
        made.append(Mistake("capped", "a score above that of the worst hypothesis is capped", "value", _clamped))
        made.append(
            Mistake(
                "accuracy-for-error",
                "the accuracy, 1 minus the rate, but not below 0",
                "value",
                lambda value, s: max(0.0, whole(s) - value),
            )
        )
    return tuple(made)
