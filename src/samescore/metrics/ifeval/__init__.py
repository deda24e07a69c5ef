"""IFEval: which instructions of a prompt a response follows (Zhou et al., 2023).

The checkers are those of the original program, which several evaluation harnesses have copied. Some depend on packages
whose results are random or need data: langdetect for languages, NLTK's Punkt for sentences and words. Others draw a random
argument in place of a missing one. Such instructions are undecided here, unless every result gives the same decision.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samescore.base.errors import MetricError, metric_errors_at
from samescore.base.outcome import Trace
from samescore.data.instructed_responses import InstructedResponse, InstructedResponses
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import BrokenAxiom, MetricFacts, Row, Statistics, Total, need_segments
from samescore.metrics.ifeval.arguments import Check
from samescore.metrics.ifeval.checkers import check_of
from samescore.metrics.ifeval.settings import IFEvalSettings
from samescore.metrics.summation import sum_values

_ENGINES = {"word-characters": "regex", "word-characters-re": "re"}


class IFEval(MeanOfSegments[InstructedResponses, IFEvalSettings]):
    """The share of prompts or instructions that responses follow, in 0..`scale`; the knob ``level`` selects which.

    It is nan if undecided instructions affect it (but see ``undecided``). Raises `MetricError` without prompts or
    instructions, for unknown instructions, and for wrong arguments.
    """

    name = "ifeval"
    title = "IFEval"
    settings = IFEvalSettings
    takes = (InstructedResponses,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("counts", "sentences"),
        inputs="by-kind",
        growth=2,
        plausible={"check": ("strict", "loose"), "level": ("prompt", "instruction", "share")},
        breaks=(
            BrokenAxiom("every instruction counts", "one wrong instruction makes a prompt wrong", {"level": "prompt"}),
        ),
    )

    def statistics(self, data: InstructedResponses, settings: IFEvalSettings) -> Statistics:
        """Return one row for each prompt: the numbers of followed, not followed and undecided instructions.

        Raises `MetricError` for unknown instructions and wrong arguments.
        """
        rows = []
        for place, prompt in enumerate(data, 1):
            with metric_errors_at(f"prompt {place}"):
                rows.append(_row(prompt, settings))
        return Statistics(("followed", "not followed", "undecided"), rows)

    def averages(self, settings: IFEvalSettings) -> bool:
        return settings.level != "instruction"

    def is_mean(self, settings: IFEvalSettings) -> bool:
        return False  # because prompts may be left out

    def segment_score(self, row: Row, settings: IFEvalSettings) -> float:
        """Return the score of one prompt, 0 if it is left out."""
        score = _score(row, settings)
        return 0.0 if score is None else float(settings.scale) * score

    def shows_sentences(self, settings: IFEvalSettings) -> bool:
        return True

    def series(self, rows: Sequence[Row], settings: IFEvalSettings) -> tuple[Sequence[float], ...]:
        """Return the scores of prompts, 0 for those left out, and which ones count."""
        if not self.averages(settings):
            return ()
        scores = [_score(row, settings) for row in rows]
        return [score or 0.0 for score in scores], [float(score is not None) for score in scores]

    def combine(self, total: Total, settings: IFEvalSettings) -> Trace:
        need_segments(total)
        stages = {"counts": list(total.sums)}
        if self.averages(settings):
            parts = sum_values(total.series[0], settings.mean_summation)
            whole = sum_values(total.series[1], settings.mean_summation)
        else:
            parts, whole = _decided(total.sums, settings)
        if not whole:
            raise MetricError("no instruction counts", kind="ZeroDivisionError")
        return Trace(parts / whole * float(settings.scale), stages)


def _row(prompt: InstructedResponse, settings: IFEvalSettings) -> list[int]:
    response = prompt.response.strip() if settings.strip else prompt.response
    readings = _readings(response) if settings.check == "loose" else [response]
    found = []
    for instruction in prompt.instructions:
        check = check_of(instruction, drop_empty=settings.arguments == "non-empty", engine=_ENGINES[settings.tokenizer])
        found.append(_followed(readings, check, settings))
    return [found.count(True), found.count(False), found.count(None)]


def _readings(response: str) -> list[str]:
    """Return the response, and without its first line, its last line or both; each also without asterisks."""
    lines = response.split("\n")
    parts = [response, *("\n".join(part).strip() for part in (lines[1:], lines[:-1], lines[1:-1]))]
    return [*parts, *(part.replace("*", "") for part in parts)]


def _followed(readings: Sequence[str], check: Check, settings: IFEvalSettings) -> bool | None:
    """Return whether any reading that is not blank follows an instruction; None if that is undecided."""
    undecided = False
    for reading in readings:
        if not reading.strip():
            continue
        try:
            followed = check(reading)
        except MetricError:
            if settings.errors == "raise":
                raise
            followed = False
        if followed:
            return True
        undecided = undecided or followed is None
    return None if undecided else False


def _decided(row: Sequence[int], settings: IFEvalSettings) -> tuple[float, float]:
    """Return the numbers of followed instructions and of those that count; the first is nan if it is undecided."""
    followed, not_followed, undecided = row
    if settings.undecided == "leave-out":
        return followed, followed + not_followed
    whole = followed + not_followed + undecided
    if undecided and settings.undecided == "nan":
        return math.nan, whole
    return followed + (undecided if settings.undecided == "followed" else 0), whole


def _score(row: Row, settings: IFEvalSettings) -> float | None:
    """Return the score of a prompt; None if it is left out, nan if it is undecided.

    Raises `MetricError` at the level share for a prompt without instructions.
    """
    if settings.level == "prompt":
        if row[1]:
            return 0.0
        if row[2] and settings.undecided == "leave-out":
            return None
        parts, whole = _decided(row, settings)
        return math.nan if math.isnan(parts) else float(parts == whole)
    if not sum(row):
        if settings.level == "share":
            raise MetricError("a prompt has no instructions", kind="ZeroDivisionError")
        return 0.0
    parts, whole = _decided(row, settings)
    return parts / whole if whole else None


IFEVAL = IFEval()
