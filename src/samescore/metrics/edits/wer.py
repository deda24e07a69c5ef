"""Word and character error rates, and their relatives, from one alignment of hypothesis and reference.

With H hits, S substitutions, D deletions and I insertions of a shortest edit script, N = H+S+D reference
and P = H+S+I hypothesis words: WER = (S+D+I)/N, and CER over characters; after Morris, Maier and Green
(Interspeech 2004) MER = (S+D+I)/(H+S+D+I), WIP = (H/N)(H/P) and WIL = 1 - WIP.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import Metric, Statistics, mean
from samescore.metrics.float32 import arithmetic_knob, rounding
from samescore.outcome import Trace
from samescore.settings import Choice, Settings, Stage, knob

_SEVERAL_SPACES = re.compile(r"\s\s+")


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorRateSettings(Settings):
    """The knobs of all five. The defaults are jiwer's."""

    case: str = knob(Stage.TEXT, Choice(("keep", "lower")), "keep", "keep the case, or lower it (str.lower)")
    segments: str = knob(
        Stage.STATISTICS,
        Choice(("separate", "concatenated")),
        "separate",
        "align each segment, or the whole corpus as one text, so that words can match across segments",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("first", "best")),
        "first",
        "several references: the first counts, or the one with the fewest edits (the first of ties)",
    )
    no_segments: str = knob(
        Stage.STATISTICS,
        Choice(("empty", "raise")),
        "empty",
        "a corpus without segments is one empty text, or an error",
    )
    empty_references: str = knob(
        Stage.STATISTICS,
        Choice(("keep", "raise")),
        "keep",
        "a reference without words (characters) counts as any other, or is an error; of concatenated segments only one "
        "that is the empty text, or all without a word",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed counts, or the mean of the segments' scores",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "what a rate of 1 scores")


@dataclasses.dataclass(frozen=True, slots=True)
class WordErrorSettings(ErrorRateSettings):
    """Those of the metrics that count words."""

    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("spaces", "none", "given"), needs=(("given", "tokens"),)),
        "spaces",
        "spaces: two or more white-space characters become a space, and then only U+0020 separates (a single tab "
        "does not); none splits at white space; given takes the caller's tokens",
    )


def _empty_reference() -> Any:
    return knob(
        Stage.COMBINATION,
        Choice(("insertions", "one", "undefined")),
        "insertions",
        "no reference words at all: the number of insertions, or 1 if there are any and else 0, or undefined",
    )


def _alignment() -> Any:
    return knob(
        Stage.STATISTICS,
        Choice(("deletions-last", "most-hits")),
        "deletions-last",
        "of several shortest edit scripts, after common ends: the one that, read from the end, deletes as early "
        "as it can (RapidFuzz's), or one with the most hits",
    )


def _both_empty(perfect: str) -> Any:
    return knob(
        Stage.COMBINATION,
        Choice(("perfect", "undefined")),
        "perfect",
        f"neither side has a word: {perfect}, or undefined",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class WerSettings(WordErrorSettings):
    """The knobs of WER."""

    metric: ClassVar[str] = "wer"

    empty_reference: str = _empty_reference()
    arithmetic: str = arithmetic_knob()


@dataclasses.dataclass(frozen=True, slots=True)
class CerSettings(ErrorRateSettings):
    """The knobs of CER."""

    metric: ClassVar[str] = "cer"

    whitespace: str = knob(
        Stage.TOKENS,
        Choice(("strip", "keep", "remove")),
        "strip",
        "white space is removed at both ends, or kept as characters everywhere, or removed everywhere (str.split)",
    )
    empty_reference: str = _empty_reference()
    arithmetic: str = arithmetic_knob()


@dataclasses.dataclass(frozen=True, slots=True)
class MerSettings(WordErrorSettings):
    """The knobs of MER."""

    metric: ClassVar[str] = "mer"

    alignment: str = _alignment()
    both_empty: str = _both_empty("0")


@dataclasses.dataclass(frozen=True, slots=True)
class WilSettings(WordErrorSettings):
    """The knobs of WIL."""

    metric: ClassVar[str] = "wil"

    alignment: str = _alignment()
    both_empty: str = _both_empty("0")


@dataclasses.dataclass(frozen=True, slots=True)
class WipSettings(WordErrorSettings):
    """The knobs of WIP."""

    metric: ClassVar[str] = "wip"

    alignment: str = _alignment()
    both_empty: str = _both_empty("1")


def units(line: Line, s: Any) -> list[str]:
    """One text's words, or characters."""
    tokenizer = getattr(s, "tokenizer", "characters")
    if isinstance(line, tuple) != (tokenizer == "given"):
        raise SettingsError(
            f"{s.metric}: the corpus holds {'tokens' if isinstance(line, tuple) else 'text'}",
            hint="tokenizer='given' takes the tokens of Corpus.from_tokens, everything else takes text",
        )
    if isinstance(line, tuple):
        return [token.lower() for token in line] if s.case == "lower" else list(line)
    text = line.lower() if s.case == "lower" else line
    if tokenizer == "none":
        return text.split()
    if tokenizer == "spaces":
        return [word for word in _SEVERAL_SPACES.sub(" ", text).strip().split(" ") if word]
    if s.whitespace == "remove":
        return list("".join(text.split()))
    return list(text.strip() if s.whitespace == "strip" else text)


def _joined(texts: list[list[str]], s: Any) -> list[str]:
    """Many texts as one; characters with a space between texts, unless white space is removed."""
    between = [" "] if getattr(s, "whitespace", "remove") != "remove" else []
    joined: list[str] = []
    for text in filter(None, texts):
        joined += between + text if joined else text
    return joined


def align(reference: Sequence[str], hypothesis: Sequence[str], rule: str) -> list[int]:
    """H, S, D and I of a shortest edit script; `rule` is the knob ``alignment``."""
    count = _most_hits if rule == "most-hits" else _deletions_last
    edits, hits = count(reference, hypothesis)
    insertions = edits - (len(reference) - hits)  # from S+D+I = edits and H+S+D = N
    substitutions = len(hypothesis) - hits - insertions
    return [hits, substitutions, len(reference) - hits - substitutions, insertions]


def _most_hits(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, int]:
    """The fewest edits, and the most hits with that many: pairs (edits, -hits), row by row."""
    row = [(j, 0) for j in range(len(hypothesis) + 1)]
    for i, word in enumerate(reference, 1):
        above, row = row, [(i, 0)]
        for j, other in enumerate(hypothesis, 1):
            edits, missed = above[j - 1]
            diagonal = (edits, missed - 1) if word == other else (edits + 1, missed)
            row.append(min(diagonal, (above[j][0] + 1, above[j][1]), (row[-1][0] + 1, row[-1][1])))
    return row[-1][0], -row[-1][1]


def _deletions_last(reference: Sequence[str], hypothesis: Sequence[str]) -> tuple[int, int]:
    """The fewest edits, and the hits on RapidFuzz's way back through the table."""
    shorter = min(len(reference), len(hypothesis))
    start = next((k for k in range(shorter) if reference[k] != hypothesis[k]), shorter)
    end = next((k for k in range(shorter - start) if reference[-1 - k] != hypothesis[-1 - k]), shorter - start)
    r, h = reference[start : len(reference) - end], hypothesis[start : len(hypothesis) - end]
    table = [list(range(len(h) + 1))]
    for i, word in enumerate(r, 1):
        above, row = table[-1], [i]
        for j, other in enumerate(h, 1):
            row.append(min(above[j - 1] + (word != other), above[j] + 1, row[-1] + 1))
        table.append(row)
    i, j, hits = len(r), len(h), start + end
    while i and j:
        here, diagonal = table[i][j], table[i - 1][j - 1]
        if table[i - 1][j] + 1 == here:
            i -= 1
        elif table[i][j - 1] + 1 == diagonal:  # an insertion, even where the words are equal
            j -= 1
        else:
            i, j = i - 1, j - 1
            hits += r[i] == h[j]
    return table[-1][-1], hits


@lru_cache(maxsize=4)
def statistics(corpus: Corpus, s: Any) -> Statistics:
    """One row a segment (or one in all, for ``segments=concatenated``): H, S, D and I."""
    rule = getattr(s, "alignment", "most-hits")
    if s.no_segments == "raise" and not len(corpus):
        raise MetricError("the corpus has no segments")
    rows, pairs = [], []
    for segment in corpus:
        if not segment.references:
            raise MetricError("a segment has no references")
        hypothesis = units(segment.hypothesis, s)
        used = segment.references[:1] if s.references == "first" else segment.references
        aligned = [(align(units(reference, s), hypothesis, rule), units(reference, s)) for reference in used]
        row, reference = min(aligned, key=lambda pair: sum(pair[0][1:]))
        rows.append(row)
        pairs.append((reference, hypothesis))
    if s.empty_references == "raise" and any("" in segment.references for segment in corpus):
        raise MetricError("a reference is the empty text")
    if s.segments == "concatenated":
        reference, hypothesis = (_joined([pair[side] for pair in pairs], s) for side in (0, 1))
        rows, pairs = [align(reference, hypothesis, rule)], [(reference, hypothesis)]
    if s.empty_references == "raise" and not all(reference for reference, _ in pairs):
        raise MetricError("a reference has no words")
    return Statistics(("hits", "substitutions", "deletions", "insertions"), rows or [[0, 0, 0, 0]])


def _error_rate(row: Sequence[int], s: Any) -> float:
    """WER and CER."""
    hits, substitutions, deletions, insertions = row
    if hits + substitutions + deletions == 0:
        return {"insertions": insertions, "one": min(insertions, 1), "undefined": math.nan}[s.empty_reference]
    return rounding(s.arithmetic)((substitutions + deletions + insertions) / (hits + substitutions + deletions))


def _match_error_rate(row: Sequence[int], s: Any) -> float:
    if not any(row):
        return math.nan if s.both_empty == "undefined" else 0.0
    return sum(row[1:]) / sum(row)


def _preserved(row: Sequence[int], s: Any) -> float:
    hits, substitutions, deletions, insertions = row
    n, p = hits + substitutions + deletions, hits + substitutions + insertions
    if not n and not p:
        return math.nan if s.both_empty == "undefined" else 1.0
    return (hits / n) * (hits / p) if n and p else 0.0


def _lost(row: Sequence[int], s: Any) -> float:
    return 1 - _preserved(row, s)


def _evaluate(rate: Callable[[Sequence[int], Any], float], corpus: Corpus, s: Any) -> Trace:
    """The rate of a corpus.

    WER and CER have no upper bound, the others are in 0..`scale`; WIP is 1 for equal texts, the others 0.
    Empty sides: see ``empty_reference`` and ``both_empty``. A segment without references, and with
    ``no_segments=raise`` an empty corpus, raises `MetricError`.
    """
    table = statistics(corpus, s.up_to(Stage.STATISTICS))
    scale = 100 if s.scale == "100" else 1
    by_segment = [scale * rate(row, s) for row in table.rows]
    value = mean(by_segment) if s.average == "sentences" else scale * rate(table.total(), s)
    stages: dict[str, Any] = {"rows": table, "counts": table.total(), "sentences": by_segment}
    return Trace(
        value,
        stages,
        lambda: [[units(line, s) for line in (segment.hypothesis, *segment.references)] for segment in corpus],
    )


WER = Metric("wer", "WER", WerSettings, (Corpus,), partial(_evaluate, _error_rate))
CER = Metric("cer", "CER", CerSettings, (Corpus,), partial(_evaluate, _error_rate))
MER = Metric("mer", "MER", MerSettings, (Corpus,), partial(_evaluate, _match_error_rate))
WIL = Metric("wil", "WIL", WilSettings, (Corpus,), partial(_evaluate, _lost))
WIP = Metric("wip", "WIP", WipSettings, (Corpus,), partial(_evaluate, _preserved))
