"""The plain format, for logs of other programs: one question per line with its outputs and its gold answers."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, Gold, LogFormat, LoggedAnswer, check_unique, converted, gold_texts

_LINE = 'each line is {"id": "1", "gold": "4", "outputs": ["The answer is 4."]}; gold may be a list, and id is optional'


class _Line(msgspec.Struct):
    gold: Gold | list[Gold]
    outputs: list[str]
    id: int | str = ""


def _recognizes(record: Any) -> bool:
    return isinstance(record, dict) and {"gold", "outputs"} <= record.keys()


def _read(path: PathLike, _: Any) -> AnswerLog:
    """Return the questions. Raises `InputError` for a repeated id, and for a question without outputs or gold answers."""
    lines = json_lines(path, dict[str, Any], _LINE)
    return AnswerLog("JSON Lines", check_unique(_answer(place, record) for place, record in lines))


def _answer(place: str, record: dict[str, Any]) -> LoggedAnswer:
    line = converted(record, _Line, place, _LINE)
    if not line.outputs:
        raise InputError(f"{place}: there is no output", hint=_LINE)
    return LoggedAnswer(place, str(line.id), tuple(line.outputs), gold_texts(line.gold, place, _LINE))


FORMAT = LogFormat("JSON Lines", "lines", '{"gold": "4", "outputs": ["..."]}', _recognizes, _read)
