"""The samples of tasks that generate text, which lm-evaluation-harness writes with ``--log_samples``."""

from __future__ import annotations

from typing import Any

import msgspec

from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, Gold, LogFormat, LoggedAnswer, converted, gold_texts, numbers

_LINE = (
    'each line is {"resps": [["The answer is 4."]], "target": "4", "filter": "strict-match", ...}, as '
    "lm_eval --log_samples writes it for tasks that generate text"
)


class _Sample(msgspec.Struct):
    resps: list[list[str]]
    target: Gold | list[str]
    filter: str = "none"
    doc_id: int | str | None = None
    filtered_resps: Any = None
    metrics: list[str] = []


def _recognizes(record: Any) -> bool:
    match record:
        case {"target": _, "resps": [[str(), *_], *_]}:
            return True
    return False


def _read(path: PathLike, _: Any) -> AnswerLog:
    """Return the questions of the first filter; the responses are those before the filters.

    Scores and extracted answers are named after the metric and the filter (``exact_match,strict-match``). Those of a
    further filter are kept if it has the same questions in the same order.
    """
    by_filter: dict[str, list[tuple[int | str | None, LoggedAnswer]]] = {}
    for place, record in json_lines(path, dict[str, Any], _LINE):
        sample = converted(record, _Sample, place, _LINE)
        by_filter.setdefault(sample.filter, []).append((sample.doc_id, _answer(place, sample, record)))
    first, *others = by_filter.values()
    for lines in others:
        if [identifier for identifier, _ in lines] == [identifier for identifier, _ in first]:
            for (_, answer), (_, other) in zip(first, lines, strict=True):
                answer.scores.update(other.scores)
                answer.extracted.update(other.extracted)
    return AnswerLog("lm-eval", [answer for _, answer in first])


def _answer(place: str, sample: _Sample, record: dict[str, Any]) -> LoggedAnswer:
    if not sample.resps or not sample.resps[0]:
        raise InputError(f"{place}: there is no response", hint=_LINE)
    recorded = numbers({name: record.get(name) for name in sample.metrics})
    scores = {f"{name},{sample.filter}": score for name, score in recorded.items()}
    extracted: dict[str, str | None] = {}
    match sample.filtered_resps:
        case [str(text), *_]:
            extracted = dict.fromkeys(scores, text)
    golds = gold_texts(sample.target, place, _LINE)
    return LoggedAnswer(place, "", tuple(sample.resps[0]), golds, scores, extracted)


FORMAT = LogFormat("lm-eval", "lines", "samples_*.jsonl", _recognizes, _read)
