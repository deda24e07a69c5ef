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


def agreement(log: AnswerLog, scorer: str, settings: Settings) -> Agreement:
    """Compare a scorer's records with the scores and answers of the first outputs under `settings`.

    A score is compared on a scale of 0 to 1. An answer is equal if it is the extracted or the normalized answer; a
    missing one equals an empty one. Questions without a record are not counted, nor are answers under settings that
    extract none. Raises `MetricError` for an output that a rule refuses.
    """
    scores = equal_scores(log, scorer, settings, log.corpus)
    answers = equal_answers(log, scorer, settings)
    places = (logged.place for logged, *equal in zip(log.answers, scores, answers, strict=True) if False in equal)
    return Agreement(*_counts(scores), *_counts(answers), next(places, ""))


def equal_scores(log: AnswerLog, scorer: str, settings: Settings, data: Corpus) -> list[bool | None]:
    """Return for each question whether its recorded score equals the computed one; None if there is no record.

    `data` is the corpus of the log. Scores are compared as by `agreement`.
    """
    values = segment_values(data, _on_unit_scale(settings))
    return [
        logged.scores[scorer] == value if scorer in logged.scores else None
        for logged, value in zip(log.answers, values, strict=True)
    ]


def equal_answers(log: AnswerLog, scorer: str, settings: Settings) -> list[bool | None]:
    """Return for each question whether its recorded answer is an extracted one.

    The entry is None without a record, and if the settings extract no answer. Answers are compared as by `agreement`.
    """
    return [_is_equal_answer(logged, scorer, settings) for logged in log.answers]


def _counts(equal: Sequence[bool | None]) -> tuple[int, int]:
    """Return how many are not None, and how many of these are true."""
    return len(equal) - equal.count(None), equal.count(True)


def _is_equal_answer(logged: LoggedAnswer, scorer: str, settings: Settings) -> bool | None:
    if scorer not in logged.extracted:
        return None
    found = _answers(logged, settings)
    return (logged.extracted[scorer] or "") in found if found else None


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
