"""The events that OpenAI's evals records: a specification, events of samples, and a final report, one per line."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, LogFormat, LoggedAnswer, converted, gold_texts, numbers

_LINE = (
    'a line is {"sample_id": "test.1", "type": "match", "data": {"correct": true, "expected": "4", "picked": "4", '
    '"sampled": "4"}, ...}, as evals writes it'
)
_SCORER = "accuracy"


class _Match(msgspec.Struct):
    correct: bool
    expected: str | list[str] | None
    picked: Any = None
    sampled: str | None = None


class _Sampling(msgspec.Struct):
    sampled: str | list[str]


class _Event(msgspec.Struct):
    sample_id: str
    type: str
    data: Any = None


def _recognizes(record: Any) -> bool:
    match record:
        case {"spec": {"eval_name": _}} | {"type": "match", "sample_id": _, "data": _}:
            return True
    return False


def _read(path: PathLike, _: Any) -> AnswerLog:
    """Return the matches of a log. An output that the match does not have is the sample's last one before the match.

    Raises `InputError` for a match without an output or without an expected answer.
    """
    answers: list[LoggedAnswer] = []
    sampled: dict[str, str] = {}
    stated: dict[str, float] = {}
    for place, record in json_lines(path, dict[str, Any], _LINE):
        if "final_report" in record and isinstance(record["final_report"], dict):
            stated = numbers({_SCORER: record["final_report"].get("accuracy")})
        if "type" not in record:
            continue
        event = converted(record, _Event, place, _LINE)
        if event.type == "sampling":
            made = converted(event.data, _Sampling, place, _LINE).sampled
            sampled[event.sample_id] = made if isinstance(made, str) else "".join(made[:1])
        elif event.type == "match":
            match = converted(event.data, _Match, place, _LINE)
            output = sampled.get(event.sample_id) if match.sampled is None else match.sampled
            if output is None:
                raise InputError(f"{place}: the output was not recorded", hint=_LINE)
            golds = gold_texts(match.expected, place, _LINE)
            picked = match.picked if isinstance(match.picked, str) else None
            scores = {_SCORER: float(match.correct)}
            answers.append(LoggedAnswer(place, event.sample_id, (output,), golds, scores, {_SCORER: picked}))
    if not answers:
        raise InputError(f"{path} has no events of the type match", hint=_LINE)
    return AnswerLog("evals", answers, stated)


FORMAT = LogFormat("evals", "lines", "recorded events, .jsonl", _recognizes, _read)
