"""Compute word and character error rates, and related rates, from one alignment of hypothesis and reference.

A shortest edit script has H hits, S substitutions, D deletions and I insertions; the reference has N = H+S+D words and
the hypothesis P = H+S+I. WER = (S+D+I)/N, and CER is the same over characters. After Morris, Maier and Green
(Interspeech 2004), MER = (S+D+I)/(H+S+D+I), WIP = (H/N)(H/P) and WIL = 1 - WIP.
"""

from __future__ import annotations

import abc
from array import array
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import ClassVar, TypeVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line, Segment
from samescore.kernels import kernels_enabled
from samescore.kernels.numbered import Numbered
from samescore.metrics.aggregation import KeepsRows, MeanOfSegments
from samescore.metrics.base import AlignsTexts, MetricFacts, Row, Statistics, Tokens, Total, only_the_first
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.edits.alignments import (
    columns_of,
    counts_numbers,
    row_of,
    rows_by_bytes,
    rows_of_numbers,
    rule_of,
    steps_of,
)
from samescore.metrics.edits.numbering import numbered_units, prepared_once
from samescore.metrics.edits.rates import (
    checked,
    error_rate,
    in_four_decimals,
    information_preserved,
    match_error_rate,
    scaled_first,
)
from samescore.metrics.edits.steps import Operation, operations
from samescore.metrics.edits.wer_settings import (
    CerSettings,
    ErrorRateSettings,
    MerSettings,
    WerSettings,
    WilSettings,
    WipSettings,
    WordErrorSettings,
)
from samescore.metrics.edits.wer_units import units
from samescore.metrics.float32 import rounding_function
from samescore.metrics.kept import token_bytes
from samescore.metrics.numbering import number_units
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.rows import Rows
from samescore.metrics.words import all_tokens, once_per_line, used_references

ErrorRateT = TypeVar("ErrorRateT", bound=ErrorRateSettings)


class JoinedUnits(msgspec.Struct, frozen=True, dict=True):
    """The units of all references and of all hypotheses, segment by segment, kept for ``segments=concatenated``."""

    grows: ClassVar[str] = "the units of all references and of all hypotheses, segment by segment"

    references: tuple[Sequence[str], ...]
    hypotheses: tuple[Sequence[str], ...]

    @cached_property
    def aligned(self) -> dict[Hashable, Row]:
        """A cache, which is not serialized, of the counts for the concatenated texts, by the settings that affect them."""
        return {}

    @property
    def memory(self) -> int:
        return sum(token_bytes(text) for text in (*self.references, *self.hypotheses))

    def merge(self, following: JoinedUnits) -> JoinedUnits:
        return JoinedUnits(self.references + following.references, self.hypotheses + following.hypotheses)


def _separator(settings: ErrorRateSettings) -> list[str]:
    """Return the separator of concatenated texts: a space between characters unless white space is removed, else empty."""
    return [" "] if getattr(settings, "whitespace", "remove") != "remove" else []


def _concatenate(texts: Sequence[Sequence[str]], settings: ErrorRateSettings) -> list[str]:
    """Return the concatenation of the texts that are not empty, with separators."""
    between = _separator(settings)
    joined: list[str] = []
    for text in filter(None, texts):
        joined += [*between, *text] if joined else text
    return joined


def _has_empty_reference(text: Numbered) -> bool:
    """Return whether any reference has no units."""
    hypotheses = set(text.segments)
    return any(text.lines[k] == text.lines[k + 1] for k in range(len(text.lines) - 1) if k not in hypotheses)


class _ErrorRate(
    AlignsTexts[Corpus, ErrorRateT],
    CompiledCounting[Corpus, ErrorRateT],
    KeepsRows[Corpus, ErrorRateT],
    MeanOfSegments[Corpus, ErrorRateT],
):
    """A rate of a corpus, computed from hits, substitutions, deletions and insertions.

    WER and CER have no upper bound, the others are in 0..`scale`; for equal texts WIP is `scale`, the others are 0. The
    knobs ``empty_reference``, ``one_empty`` and ``both_empty`` set the score of empty texts. Raises `MetricError` for a
    segment without references; for an empty corpus if ``empty_input`` is raise; for an empty reference if
    ``empty_references`` is raise; and for a divisor of 0 if ``empty_reference`` is raise.
    """

    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("tokens", "counts", "sentences"),
        inputs="edits",
        growth=2,
        plausible={
            "average": ("corpus", "sentences"),
            "case": ("keep", "lower"),
            "transforms": ("none", ("remove-punctuation",), ("whisper-english",)),
            "segments": ("separate", "concatenated"),
            "references": ("first", "best"),
        },
        breaks=only_the_first(),
    )

    @abc.abstractmethod
    def rate(self, row: Row, settings: ErrorRateT) -> float:
        """Return the rate for a row of counts, of one segment or summed, before scaling; nan if it is undefined."""

    def statistics(self, data: Corpus, settings: ErrorRateT) -> Statistics:
        """Return one row for each segment: H, S, D and I, and if needed a length.

        Under ``segments=concatenated`` the texts are kept instead. Raises `MetricError` for a segment without
        references, and for an empty reference if ``empty_references`` is raise.
        """
        units = _units_of(data, settings)
        rows, references, hypotheses = [], [], []
        for segment in data:
            if not segment.references:
                raise MetricError("a segment has no references")
            if settings.empty_references == "raise" and "" in segment.references:
                raise MetricError("a reference is an empty string")
            hypothesis = units(segment.hypothesis)
            compared = [units(reference) for reference in used_references(segment, settings)]
            if settings.segments == "concatenated" and len(compared) == 1:
                best = 0
            else:
                aligned = [row_of(reference, hypothesis, settings) for reference in compared]
                best = min(range(len(aligned)), key=lambda k: sum(aligned[k][1:4]))
                rows.append(aligned[best])
            if settings.empty_references == "raise" and settings.segments == "separate" and not compared[best]:
                raise MetricError("a reference has no words")
            references.append(compared[best])
            hypotheses.append(hypothesis)
        if settings.segments == "concatenated":
            return Statistics(columns_of(settings), (), JoinedUnits(tuple(references), tuple(hypotheses)))
        return Statistics(columns_of(settings), rows)

    def covers(self, settings: ErrorRateT) -> bool:
        if settings.transforms != "none" and getattr(settings, "tokenizer", "spaces") != "spaces":
            return False  # the kernels accept transformed lines only if no tokenizer splits them
        return bool(settings.segments == "separate") and (counts_numbers(settings) or rule_of(settings) == "characters")

    def compiled_statistics(self, data: Corpus, settings: ErrorRateT) -> Statistics | None:
        if settings.empty_references == "raise" and any("" in references for references in data.reference_lines):
            return None
        columns = columns_of(settings)
        if not counts_numbers(settings):
            if not isinstance(settings, WordErrorSettings) or settings.empty_references != "keep":
                return None
            counted = rows_by_bytes(data, settings)
            return None if counted is None else Statistics(columns, Rows(len(columns), counted))
        parts = numbered_units(data, settings)
        if parts is None:
            return None
        cells = array("q")
        for text in parts:
            if settings.empty_references == "raise" and _has_empty_reference(text):
                return None
            cells.extend(rows_of_numbers(text, settings))
        return Statistics(columns, Rows(len(columns), cells))

    def counted(self, data: Corpus, settings: ErrorRateT) -> Statistics:
        if settings.references == "best" and isinstance(data, Corpus) and set(map(len, data.reference_lines)) == {1}:
            settings = settings.replace(references="first")  # there is only one reference, so the rows are the same
        return super().counted(data, settings)

    def additive(self, settings: ErrorRateT) -> bool:
        """Return whether summed counts of the segments determine the score.

        They do not if the segments are concatenated, because words may then match across segments.
        """
        return bool(settings.segments == "separate")

    def segment_score(self, row: Row, settings: ErrorRateT) -> float:
        scale = 100 if settings.scale == "100" else 1
        if isinstance(settings, (WerSettings, CerSettings)):
            if settings.digits == "4":
                return in_four_decimals(row, scale, settings)
            if settings.dtype == "float64-scaled":
                return scaled_first(row, scale, settings)
        return scale * self.rate(row, settings)

    def shows_sentences(self, settings: ErrorRateT) -> bool:
        return True

    def scores_alone(self, settings: ErrorRateT) -> bool:
        return bool(settings.segments == "separate")

    def combine(self, total: Total, settings: ErrorRateT) -> Trace:
        if settings.segments == "concatenated":
            return self._concatenated(total.kept, settings)
        if not total.segments:
            return self._trace_of_one_text((0,) * len(columns_of(settings)), 0, settings)
        value = self.mean(total, settings) if self.averages(settings) else self.segment_score(total.sums, settings)
        return Trace(checked(value, settings), {"counts": list(total.sums)})

    def _concatenated(self, texts: JoinedUnits, settings: ErrorRateT) -> Trace:
        if settings.empty_references == "raise" and not any(texts.references):
            raise MetricError("a reference has no words")
        key = kernels_enabled(), rule_of(settings), columns_of(settings), tuple(_separator(settings))
        if key not in texts.aligned:
            reference, hypothesis = _concatenate(texts.references, settings), _concatenate(texts.hypotheses, settings)
            if kernels_enabled() and counts_numbers(settings):
                texts.aligned[key] = rows_of_numbers(number_units([[hypothesis, reference]]), settings).tolist()
            else:
                texts.aligned[key] = row_of(reference, hypothesis, settings)
        return self._trace_of_one_text(texts.aligned[key], len(texts.references), settings)

    def _trace_of_one_text(self, row: Row, segments: int, settings: ErrorRateT) -> Trace:
        if settings.empty_input == "raise" and not segments:
            raise MetricError("the input has no segments", hint="pass at least one segment")
        value = checked(self.segment_score(row, settings), settings)
        return Trace(value, {"counts": list(row), "sentences": [value]})

    def alignments(self, data: Corpus, settings: ErrorRateT) -> list[list[Operation]]:
        pairs = [self._compared(segment, _units_of(data, settings), settings) for segment in data]
        if settings.segments == "concatenated":
            references, hypotheses = zip(*pairs, strict=True) if pairs else ((), ())
            pairs = [(_concatenate(references, settings), _concatenate(hypotheses, settings))]
        return [operations(steps_of(reference, hypothesis, settings)) for reference, hypothesis in pairs]

    def _compared(
        self, segment: Segment, units_of: Callable[[Line], Sequence[str]], settings: ErrorRateT
    ) -> tuple[Sequence[str], Sequence[str]]:
        """Return the units of the scored reference, which is the one with the fewest edits, and of the hypothesis."""
        hypothesis = units_of(segment.hypothesis)
        references = [units_of(reference) for reference in used_references(segment, settings)]
        if len(references) > 1:
            references.sort(key=lambda reference: sum(row_of(reference, hypothesis, settings)[1:4]))
        return references[0], hypothesis

    def prepare(self, line: Line, settings: ErrorRateT, seen: Seen = unseen, *, reference: bool = False) -> Units:
        return units(line, settings, seen=seen)

    def tokens(self, data: Corpus, settings: ErrorRateT) -> Tokens:
        return all_tokens(data, _units_of(data, settings))


def _units_of(corpus: Corpus, settings: ErrorRateSettings) -> Callable[[Line], Sequence[str]]:
    """Return `units` under these settings as a function of a line, cached for each line of the corpus."""
    key = (
        "error rate",
        settings.case,
        settings.transforms,
        getattr(settings, "tokenizer", "characters"),
        getattr(settings, "whitespace", ""),
    )
    change = prepared_once(corpus, settings)
    return once_per_line(corpus, key, lambda line: units(line, settings, change))


_WORDS = msgspec.structs.replace(
    _ErrorRate.facts, plausible={**_ErrorRate.facts.plausible, "tokenizer": ("spaces", "none")}
)
_CHARACTERS = msgspec.structs.replace(
    _ErrorRate.facts,
    plausible={
        **_ErrorRate.facts.plausible,
        "transforms": ("none", ("remove-punctuation",)),  # white space has three values, so only two are tried here
        "whitespace": ("strip", "remove", "keep"),
    },
)
_RATIO = msgspec.structs.replace(_WORDS, highest=1)


class Wer(_ErrorRate[WerSettings]):
    """The word error rate (S + D + I) / N: 0 or more, without an upper bound."""

    name, title, settings, facts = "wer", "WER", WerSettings, _WORDS

    def rate(self, row: Row, settings: WerSettings) -> float:
        return error_rate(row, settings)


class Cer(_ErrorRate[CerSettings]):
    """The character error rate (S + D + I) / N, counted in characters: 0 or more, without an upper bound."""

    name, title, settings, facts = "cer", "CER", CerSettings, _CHARACTERS

    def rate(self, row: Row, settings: CerSettings) -> float:
        return error_rate(row, settings)


class Mer(_ErrorRate[MerSettings]):
    """The match error rate (S + D + I) / (H + S + D + I), in 0..`scale`."""

    name, title, settings, facts = "mer", "MER", MerSettings, _RATIO

    def rate(self, row: Row, settings: MerSettings) -> float:
        return match_error_rate(row, settings)


class Wil(_ErrorRate[WilSettings]):
    """The word information lost: 1 - WIP, in 0..`scale`."""

    name, title, settings, facts = "wil", "WIL", WilSettings, _RATIO

    def rate(self, row: Row, settings: WilSettings) -> float:
        return rounding_function(settings.dtype)(1 - information_preserved(row, settings))


class Wip(_ErrorRate[WipSettings]):
    """The word information preserved: (H / N) (H / P), in 0..`scale`."""

    name, title, settings = "wip", "WIP", WipSettings
    facts = msgspec.structs.replace(_RATIO, higher_is_better=True)

    def rate(self, row: Row, settings: WipSettings) -> float:
        return information_preserved(row, settings)


WER, CER, MER, WIL, WIP = Wer(), Cer(), Mer(), Wil(), Wip()
