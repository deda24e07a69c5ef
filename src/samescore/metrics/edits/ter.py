"""TER, translation edit rate (Snover, Dorr, Schwartz, Micciulla and Makhoul, AMTA 2006).

The number of edits (insertion, deletion, substitution of a word, shift of a phrase) that turn the
hypothesis into the closest reference, over the average length of the references (section 2.1). The best
shifts are searched for as in Tercom (section 2.2; `ter_shifts`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import (
    Metric,
    Statistics,
    add_up,
    counted_references,
    empty_references_knob,
    mean,
    need_segments,
)
from samescore.metrics.edits.ter_shifts import Limits, edits
from samescore.metrics.float32 import add_singles, arithmetic_knob, rounding
from samescore.outcome import Trace
from samescore.settings import BoolDomain, Choice, Integer, Settings, Stage, knob
from samescore.text.tercom import tercom_words


@dataclasses.dataclass(frozen=True, slots=True)
class TerSettings(Settings):
    """The knobs of TER. The defaults are sacreBLEU's ``corpus_ter``."""

    metric: ClassVar[str] = "ter"

    case: str = knob(Stage.TEXT, Choice(("lower", "keep")), "lower", "lower the case (str.lower) first, or keep it")
    strip: str = knob(
        Stage.TEXT, Choice(("none", "right")), "right", "white space removed at the end of each line before tokenizing"
    )
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("none", "tercom", "given"), needs=(("given", "tokens"),)),
        "none",
        "how text becomes words: none splits at white space, tercom normalizes and separates punctuation first",
    )
    punctuation: str = knob(Stage.TOKENS, Choice(("keep", "remove")), "keep", 'remove . , ? : ; ! " ( ) or keep them')
    asian: bool = knob(
        Stage.TOKENS,
        BoolDomain(),
        False,
        "tercom separates CJK characters too, and removing punctuation takes theirs too",
    )
    reference_passes: str = knob(
        Stage.TOKENS,
        Choice(("twice", "once")),
        "twice",
        "the tercom tokenizer works on references twice, which separates 's before a mark in them only, or once",
    )
    empty_references: str = empty_references_knob()
    shifted: str = knob(
        Stage.STATISTICS,
        Choice(("hypothesis", "reference")),
        "hypothesis",
        "the text whose phrases are shifted to match the other",
    )
    max_shift_size: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 10, "words in the longest phrase that is shifted; 0: no shifts at all"
    )
    max_shift_distance: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 50, "how far apart a phrase's places in the two texts may be"
    )
    max_candidates: int = knob(
        Stage.STATISTICS, Integer(0, 10**6), 1000, "the search for shifts in a segment stops after so many candidates"
    )
    beam_width: int = knob(
        Stage.STATISTICS, Integer(1, 10**6), 25, "cells of the edit distance table kept to either side of its diagonal"
    )
    empty_hypothesis: str = knob(
        Stage.STATISTICS,
        Choice(("insertions", "free")),
        "insertions",
        "against an empty hypothesis every reference word is an edit, or none",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("average", "closest")),
        "average",
        "several references: edits of the closest are divided by the average length, or by its own (the first of ties)",
    )
    no_references: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "perfect")),
        "raise",
        "a segment without references is an error, or makes the whole score 0",
    )
    no_segments: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "zero", "no-length")),
        "raise",
        "a corpus without segments is an error, scores 0, or what references without words score (see no_length)",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed edits and lengths, or the mean of the sentences' scores",
    )
    no_length: str = knob(
        Stage.COMBINATION,
        Choice(("edits", "one")),
        "edits",
        "references without words: 1 if there are edits and else 0, or always 1",
    )
    arithmetic: str = arithmetic_knob()
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "as many edits as reference words score this")

    def check_together(self) -> None:
        if self.tokenizer == "given" and self.punctuation == "remove":
            raise SettingsError(
                "ter: punctuation=remove works on text, not on given tokens", hint="set punctuation=keep"
            )


def words(line: Line, s: TerSettings) -> list[str]:
    """A hypothesis' words."""
    given = s.tokenizer == "given"
    if isinstance(line, tuple) != given:
        raise SettingsError(
            f"the corpus holds {'text' if given else 'tokens'} but tokenizer={s.tokenizer}",
            hint="tokenizer='given' takes the tokens of Corpus.from_tokens, the others take text",
        )
    if isinstance(line, tuple):
        return [token.lower() for token in line] if s.case == "lower" else list(line)
    text = line.rstrip() if s.strip == "right" else line
    return tercom_words(
        text.lower() if s.case == "lower" else text,
        normalize=s.tokenizer == "tercom",
        remove_punctuation=s.punctuation == "remove",
        asian=s.asian,
    )


def reference_words(line: Line, s: TerSettings) -> list[str]:
    """A reference's words."""
    found = words(line, s)
    return words(" ".join(found), s) if s.tokenizer == "tercom" and s.reference_passes == "twice" else found


@lru_cache(maxsize=4)
def statistics(corpus: Corpus, s: TerSettings) -> Statistics:
    """One row a segment: edits against the closest reference, the shifts among them, and what they are divided by.

    The average length is the sum of `reference_words` over the number of `references`, segment by segment.
    """
    rows = []
    for segment in corpus:
        counted = counted_references(segment, s)
        if not counted:
            if s.no_references == "raise":
                raise MetricError("a segment has no references", kind="ZeroDivisionError")
            rows.append([0, 0, 0, 0])
            continue
        hypothesis = words(segment.hypothesis, s)
        references = [reference_words(reference, s) for reference in counted]
        found = [(*_edits(hypothesis, reference, s), len(reference)) for reference in references]
        total, shifts, length = min(found, key=lambda row: row[0])
        if s.reference_length == "closest":
            rows.append([total, shifts, length, 1])
        else:
            rows.append([total, shifts, sum(map(len, references)), len(references)])
    return Statistics(("edits", "shifts", "reference_words", "references"), rows)


def _edits(hypothesis: list[str], reference: list[str], s: TerSettings) -> tuple[int, int]:
    if not hypothesis and s.empty_hypothesis == "free":
        return 0, 0
    limits = Limits(s.max_shift_size, s.max_shift_distance, s.max_candidates, s.beam_width)
    if s.shifted == "reference":
        return edits(reference, hypothesis, limits)
    return edits(hypothesis, reference, limits)


def combine(rows: Sequence[Sequence[int]], s: TerSettings) -> float:
    """TER of some segments together."""
    rounded = rounding(s.arithmetic)
    if not all(row[3] for row in rows):  # an average of no lengths: with it, nothing compares
        return 0.0
    total = sum(row[0] for row in rows)
    lengths = [rounded(row[2] / row[3]) for row in rows]
    length = add_singles(lengths) if s.arithmetic == "float32" else add_up(lengths, "left-to-right")
    no_length = 1.0 if total or s.no_length == "one" else 0.0
    rate = rounded(total / length) if length else no_length
    return 100 * rate if s.scale == "100" else rate


def evaluate(corpus: Corpus, s: TerSettings) -> Trace:
    """TER of a corpus: 0 is perfect, and there is no upper bound.

    An empty hypothesis scores `scale`, as does any hypothesis against an empty reference (see
    ``empty_hypothesis`` and ``no_length``). An empty corpus, or a segment without references,
    raises `MetricError` (see ``no_segments`` and ``no_references``).
    """
    if s.no_segments == "zero" and not len(corpus):
        return Trace(0.0, {})
    if s.no_segments != "no-length":
        need_segments(corpus)
    table = statistics(corpus, s.up_to(Stage.STATISTICS))
    by_segment = [combine([row], s) for row in table.rows]
    value = mean(by_segment) if s.average == "sentences" else combine(table.rows, s)
    stages: dict[str, Any] = {"rows": table, "counts": table.total(), "sentences": by_segment}
    return Trace(
        value,
        stages,
        lambda: [
            [words(segment.hypothesis, s), *(reference_words(reference, s) for reference in segment.references)]
            for segment in corpus
        ],
    )


TER = Metric("ter", "TER", TerSettings, (Corpus,), evaluate)
