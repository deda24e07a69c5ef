"""Compare the scores and answers that a harness recorded in a log with those under some settings, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from samescore.data.answer_logs.log import AnswerLog, LoggedAnswer
from samescore.data.corpus import Corpus
from samescore.metrics import metric as find_metric
from samescore.metrics.evaluator import segment_values
from samescore.settings import Settings


class Agreement(msgspec.Struct, frozen=True):
    """The number of recorded scores and extracted answers of a scorer, and how many of each equal the computed ones.

    `first` is the place of the first question that differs in either, empty if there is none.
    """

    scores: int
    equal_scores: int
    answers: int
    equal_answers: int
    first: str = ""

    @property
    def complete(self) -> bool:
        """Whether all recorded scores are equal, and there is at least one."""
        return 0 < self.scores == self.equal_scores


def agreement(log: AnswerLog, scorer: str, settings: Settings, data: Corpus | None = None) -> Agreement:
    """Compare a scorer's records with the scores and answers of the first outputs under `settings`.

    A score is compared on a scale of 0 to 1. An answer is equal if it is the extracted or the normalized answer; a
    missing one equals an empty one. Questions without a record are not counted, nor are answers under settings that
    extract none. `data` is the log's corpus, if it exists already. Raises `MetricError` for an output that a rule refuses.
    """
    values = segment_values(data or log.corpus, _on_unit_scale(settings))
    scores, answers = [], []
    first = ""
    for logged, value in zip(log.answers, values, strict=True):
        equal = []
        if scorer in logged.scores:
            equal.append(logged.scores[scorer] == value)
            scores.append(equal[-1])
        if scorer in logged.extracted and (found := _answers(logged, settings)):
            equal.append((logged.extracted[scorer] or "") in found)
            answers.append(equal[-1])
        if not all(equal):
            first = first or logged.place
    return Agreement(len(scores), sum(scores), len(answers), sum(answers), first)


def recording_scorers(log: AnswerLog) -> list[str]:
    """Return the scorers that recorded a score or an answer for some question, in the order of the log."""
    return list(dict.fromkeys(name for answer in log.answers for name in (*answer.scores, *answer.extracted)))


def _on_unit_scale(settings: Settings) -> Settings:
    return settings.replace(scale="1") if getattr(settings, "scale", "1") != "1" else settings


def _answers(logged: LoggedAnswer, settings: Settings) -> Sequence[str]:
    """Return the answer of the first output as extracted and as compared; empty if the settings extract none."""
    found: dict[str, Any] = {}
    chosen: Any = find_metric(settings.metric)  # a metric that compares texts
    compared = chosen.prepare(logged.outputs[0], settings, found.__setitem__)
    if "extract" not in found:
        return []
    return [str(compared), *(str(found[stage]) for stage in ("extract", "not_found") if stage in found)]
