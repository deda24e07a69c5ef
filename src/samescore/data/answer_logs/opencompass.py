"""The predictions that OpenCompass saves for each model and data set."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, Gold, LogFormat, LoggedAnswer, converted, gold_texts

_ENTRY = (
    '{"0": {"origin_prompt": [...], "prediction": "The answer is 4.", "gold": "4"}, "1": ...}, as OpenCompass writes it'
)


#: The text before the number in the solutions of GSM8K.
_MARK = "#### "


class _Entry(msgspec.Struct):
    prediction: str | list[str]
    gold: Gold | list[Gold] | None = None


def _recognizes(document: Any) -> bool:
    match document:
        case {"0": {"prediction": _, "origin_prompt": _}}:
            return True
    return False


def _read(path: PathLike, document: dict[str, Any]) -> AnswerLog:
    """Return the questions in the order of their numbers, which must be complete. A list of predictions has samples.

    The gold answer of GSM8K is the number in its solution, without commas, as OpenCompass takes it before it compares.

    Raises `InputError` for a missing number or gold answer, and for dialogues, which have lists of both.
    """
    answers = []
    for number in map(str, range(len(document))):
        place = f"{path}, entry {number!r}"
        if number not in document:
            raise InputError(f"{place} is missing", hint="the numbers run from 0 without gaps")
        entry = converted(document[number], _Entry, place, _ENTRY)
        samples = [entry.prediction] if isinstance(entry.prediction, str) else entry.prediction
        if not isinstance(entry.prediction, str) and isinstance(entry.gold, list):
            raise InputError(f"{place} is a dialogue of several turns", hint="pass predictions of single questions")
        if not samples:
            raise InputError(f"{place}: there is no prediction", hint=_ENTRY)
        golds = gold_texts(entry.gold, place, "OpenCompass omits gold answers that are empty or not texts")
        answers.append(LoggedAnswer(place, number, tuple(samples), tuple(map(_without_solution, golds))))
    return AnswerLog("opencompass", answers)


def _without_solution(gold: str) -> str:
    return gold.split(_MARK)[1].replace(",", "") if _MARK in gold else gold


FORMAT = LogFormat("opencompass", "document", "predictions/MODEL/DATASET.json", _recognizes, _read)
