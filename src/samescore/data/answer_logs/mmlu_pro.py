"""The results of MMLU-Pro's own scripts: ``SUBJECT_result.json``, and the same list under other names."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, LogFormat, LoggedAnswer, check_unique, converted

_ENTRY = (
    'an entry is {"question_id": 70, "answer": "I", "pred": "D", "model_outputs": "The answer is (D).", ...}, as the '
    "scripts of MMLU-Pro write it"
)
#: The name of the recorded scores.
_SCORER = "accuracy"


class _Entry(msgspec.Struct):
    question_id: int | str
    answer: str
    pred: str | None = None
    model_outputs: str | None = None
    generated_text: str | None = None  # the older name


def _recognizes(document: Any) -> bool:
    match document:
        case [{"question_id": _, "answer": _, "model_outputs": _} | {"question_id": _, "generated_text": _}, *_]:
            return True
    return False


def _read(path: PathLike, document: list[Any]) -> AnswerLog:
    """Return the questions. An output without an extracted answer has no recorded score, because the scripts then guess."""
    return AnswerLog("mmlu-pro", check_unique(_answer(path, *numbered) for numbered in enumerate(document, 1)))


def _answer(path: PathLike, number: int, value: Any) -> LoggedAnswer:
    place = f"{path}, entry {number}"
    entry = converted(value, _Entry, place, _ENTRY)
    output = entry.generated_text if entry.model_outputs is None else entry.model_outputs
    if output is None:
        raise InputError(f"{place}: there is no output", hint=_ENTRY)
    scores = {_SCORER: float(entry.pred == entry.answer)} if entry.pred else {}
    extracted = {_SCORER: entry.pred or None}
    return LoggedAnswer(place, str(entry.question_id), (output,), (entry.answer,), scores, extracted)


FORMAT = LogFormat("mmlu-pro", "document", "SUBJECT_result.json", _recognizes, _read)
