"""Read questions, gold answers and predictions from the JSON files of SQuAD, CMRC2018 and DROP.

Fields that the evaluation programs ignore are ignored here. The functions raise `InputError`, which names the file and
the place, for text that is not JSON, for deep nesting, and for values of the wrong type.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from samescore.base.documents import json_document
from samescore.base.errors import InputError
from samescore.base.files import PathLike

Scalar = str | int | float | bool | None


@dataclasses.dataclass(frozen=True, slots=True)
class QuestionItem:
    """A question and the texts of its gold answers."""

    id: str
    answers: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class SpansAnswer:
    """A gold answer of DROP: its parts (at least one), and its kind: ``number``, ``span``, ``spans`` or ``date``."""

    parts: tuple[str, ...]
    kind: str


@dataclasses.dataclass(frozen=True, slots=True)
class SpansQuestion:
    """A question of DROP and its gold answers; the first answer is None if it is empty in the file."""

    id: str
    answers: tuple[SpansAnswer | None, ...]


class _Answer(msgspec.Struct):
    text: str


class _SquadQuestion(msgspec.Struct):
    id: str
    answers: list[_Answer]


class _SquadParagraph(msgspec.Struct):
    qas: list[_SquadQuestion]


class _SquadArticle(msgspec.Struct):
    paragraphs: list[_SquadParagraph]


class _Squad(msgspec.Struct):
    data: list[_SquadArticle]
    version: str | None = None


class _CmrcQuestion(msgspec.Struct):
    answers: list[Any]
    id: str | UnsetType = UNSET
    query_id: str | UnsetType = UNSET


class _CmrcParagraph(msgspec.Struct):
    qas: list[_CmrcQuestion] | UnsetType = UNSET


class _CmrcArticle(_CmrcParagraph):
    paragraphs: list[_CmrcParagraph] | UnsetType = UNSET


class _Cmrc(msgspec.Struct):
    data: list[_CmrcArticle]


class _DropAnswer(msgspec.Struct):
    number: Scalar = None
    spans: list[str] | None = None
    date: dict[str, Scalar] | None = None


class _DropQuestion(msgspec.Struct):
    query_id: str
    answer: dict[str, Any] | None
    validated_answers: list[dict[str, Any]] | None = None


class _DropPassage(msgspec.Struct):
    qa_pairs: list[_DropQuestion]


_SQUAD = 'write {"version": "1.1", "data": [{"paragraphs": [{"qas": [{"id": "q1", "answers": [{"text": "..."}]}]}]}]}'
_CMRC = 'write [{"qas": [{"query_id": "q1", "answers": ["..."]}]}], or the same in the form of SQuAD'
_DROP = (
    'write {"passage": {"qa_pairs": [{"query_id": "q1", "answer": {"number": "", "spans": ["..."], "date": '
    '{"day": "", "month": "", "year": ""}}}]}}'
)
_PREDICTIONS = 'write {"q1": "answer", "q2": "answer"}'
_PROBABILITIES = 'write {"q1": 0.25, "q2": 1}'


def read_squad(path: PathLike) -> tuple[str | None, list[QuestionItem]]:
    """Read a SQuAD data file and return its version (None if absent) and its questions in order."""
    file = json_document(path, _Squad, _SQUAD)
    questions = (question for article in file.data for paragraph in article.paragraphs for question in paragraph.qas)
    return file.version, [QuestionItem(q.id, tuple(answer.text for answer in q.answers)) for q in questions]


def read_cmrc(path: PathLike) -> list[QuestionItem]:
    """Read the questions of a CMRC2018 data file, in its own format or in SQuAD's; answers are converted to text."""
    file = json_document(path, _Cmrc | list[_CmrcArticle], _CMRC)
    questions = []
    for i, article in enumerate(file.data if isinstance(file, _Cmrc) else file):
        paragraphs = [article] if article.paragraphs is UNSET else article.paragraphs
        for k, paragraph in enumerate(paragraphs):
            place = f"{path}: article {i}, paragraph {k}"
            if paragraph.qas is UNSET:
                raise InputError(f"{place} has no field qas", hint=_CMRC)
            questions += [
                _cmrc_question(question, f"{place}, question {j}") for j, question in enumerate(paragraph.qas)
            ]
    return questions


def _cmrc_question(question: _CmrcQuestion, place: str) -> QuestionItem:
    name = question.query_id if question.id is UNSET else question.id
    if name is UNSET:
        raise InputError(f"{place} has neither an id nor a query_id", hint=_CMRC)
    texts = []
    for answer in question.answers:
        if isinstance(answer, dict) and "text" not in answer:
            raise InputError(f"{place} has an answer without text", hint=_CMRC)
        texts.append(str(answer["text"] if isinstance(answer, dict) else answer))
    return QuestionItem(name, tuple(texts))


def read_drop(path: PathLike) -> list[SpansQuestion]:
    """Read the questions of a DROP data file, in order."""
    passages = json_document(path, dict[str, _DropPassage], _DROP)
    return [
        _drop_question(question, f"{path}: passage {i}, question {k}")
        for i, passage in enumerate(passages.values())
        for k, question in enumerate(passage.qa_pairs)
    ]


def _drop_question(question: _DropQuestion, place: str) -> SpansQuestion:
    first = _drop_answer(question.answer, f"{place}, answer") if question.answer else None
    validated = question.validated_answers or []
    others = (_drop_answer(answer, f"{place}, validated answer {k}") for k, answer in enumerate(validated))
    return SpansQuestion(question.query_id, (first, *others))


def _drop_answer(answer: dict[str, Any], place: str) -> SpansAnswer:
    fields = _convert(answer, _DropAnswer, place, _DROP)
    if fields.number:
        return SpansAnswer((str(fields.number),), "number")
    if fields.spans:
        return SpansAnswer(tuple(fields.spans), "span" if len(fields.spans) == 1 else "spans")
    if fields.date is None or not fields.date.keys() >= {"day", "month", "year"}:
        raise InputError(f"{place} has neither a number nor spans nor a date", hint=_DROP)
    return SpansAnswer((f"{fields.date['day']} {fields.date['month']} {fields.date['year']}",), "date")


def read_predictions(path: PathLike) -> dict[str, Any]:
    """Read predictions of any JSON type, by the id of the question."""
    return dict(json_document(path, dict[str, Any], _PREDICTIONS))


def text_prediction(predictions: Mapping[str, Any], name: str, path: PathLike) -> str:
    """Return the prediction for the question `name`, which must exist. Raises `InputError` if it is not text."""
    return str(_convert(predictions[name], str, f"{path}: the prediction for {name}", _PREDICTIONS))


def spans_prediction(predictions: Mapping[str, Any], name: str, path: PathLike) -> list[str]:
    """Return the parts of the prediction for the question `name`.

    Raises `InputError` if it is neither a text nor a list of texts.
    """
    answer = _convert(predictions[name], str | list[str], f"{path}: the prediction for {name}", _PREDICTIONS)
    return [answer] if isinstance(answer, str) else list(answer)


def read_no_answer_probabilities(path: PathLike) -> dict[str, int | float]:
    """Read the probability that a question has no answer, by the id of the question; the range is not checked."""
    return dict(json_document(path, dict[str, int | float], _PROBABILITIES))


def _convert(value: object, kind: Any, place: str, hint: str) -> Any:
    """Convert a JSON value to a type. Raises `InputError` if it does not fit."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as problem:
        raise InputError(f"{place}: {problem}", hint=hint) from None
