"""The details that lighteval saves for each task as a Parquet table with the columns doc, model_response and metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import LARGEST_FILE, PathLike
from samescore.data.answer_logs.log import AnswerLog, LogFormat, LoggedAnswer, numbers
from samescore.data.batches import batch_of, record_batches

_ROW = (
    'a row is {"doc": {"choices": ["4"], "gold_index": [0], ...}, "model_response": {"text": ["The answer is 4."], ...}, '
    '"metric": {"extractive_match": 1.0}}, as lighteval writes it'
)


class _Doc(msgspec.Struct):
    choices: list[str | list[str]]
    gold_index: int | list[int]
    id: str | None = None


class _Response(msgspec.Struct):
    text: list[str] | None = None
    text_post_processed: list[str] | None = None


class _Row(msgspec.Struct):
    doc: _Doc
    model_response: _Response
    metric: dict[str, Any] = {}


def _recognizes(columns: Sequence[str]) -> bool:
    return {"doc", "model_response", "metric"} <= set(columns)


def _read(path: PathLike, _: Sequence[str]) -> AnswerLog:
    """Return the questions of a task; outputs are those after the removal of reasoning, if lighteval removed it.

    Raises `InputError` for a row without an output, as tasks that compare likelihoods have, and without a right choice.
    """
    return AnswerLog(
        "lighteval",
        [
            _answer(place, row)
            for rows in record_batches(path, _Row, _ROW, batch_of(1_000, LARGEST_FILE))
            for place, row in rows
        ],
    )


def _answer(place: str, row: _Row) -> LoggedAnswer:
    outputs = row.model_response.text_post_processed or row.model_response.text
    if not outputs:
        raise InputError(f"{place}: there is no output", hint="only tasks that generate text can be scored")
    indices = row.doc.gold_index if isinstance(row.doc.gold_index, list) else [row.doc.gold_index]
    golds: list[str] = []
    for index in indices:
        if not 0 <= index < len(row.doc.choices):
            raise InputError(f"{place}: gold_index {index} is not the index of a choice", hint=_ROW)
        chosen = row.doc.choices[index]
        golds += [chosen] if isinstance(chosen, str) else chosen
    if not golds:
        raise InputError(f"{place}: there is no gold answer", hint=_ROW)
    return LoggedAnswer(place, row.doc.id or "", tuple(outputs), tuple(golds), numbers(row.metric))


FORMAT = LogFormat("lighteval", "table", "details_*.parquet", _recognizes, _read)
