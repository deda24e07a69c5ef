"""Answers to questions, with the supporting facts: the sentences from which an answer follows."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from samescore.base.checks import check_list, name_of
from samescore.base.documents import json_document, json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

#: The title of a document, and the number of a sentence in it.
Fact = tuple[str, int]

_ITEM = (
    'each line is a question: {"answer": "Paris", "facts": [["France", 0]], "gold_answer": "Paris", '
    '"gold_facts": [["France", 0]]}; null where nothing is predicted'
)
_GOLD = 'write [{"_id": "q1", "answer": "Paris", "supporting_facts": [["France", 0]]}], as in HotpotQA\'s data'
_PREDICTIONS = 'write {"answer": {"q1": "Paris"}, "sp": {"q1": [["France", 0]]}}, as HotpotQA\'s script reads it'


@dataclasses.dataclass(frozen=True, slots=True)
class SupportedAnswer:
    """A question's predicted answer and facts (None if not predicted) and its gold answer and facts; facts are sorted."""

    answer: str | None
    facts: tuple[Fact, ...] | None
    gold_answer: str
    gold_facts: tuple[Fact, ...]


_NAMES = tuple(field.name for field in dataclasses.fields(SupportedAnswer))


@dataclasses.dataclass(frozen=True, slots=True)
class SupportedAnswers(Kind):
    """Questions whose answers are supported by facts, each a pair of document title and sentence number.

    Each question is a mapping with ``answer``, ``facts``, ``gold_answer`` and ``gold_facts``. Facts may be in any order,
    and duplicates are dropped. An answer or facts that were not predicted are None. Raises `InputError` for a missing
    field and for other types.

    >>> fact = ("France", 0)
    >>> made = SupportedAnswers([{"answer": "Paris", "facts": [fact, fact], "gold_answer": "paris", "gold_facts": []}])
    >>> made.questions[0].facts
    (('France', 0),)
    """

    questions: tuple[SupportedAnswer, ...]

    TAG: ClassVar[str] = "supported_answers"
    FIELDS: ClassVar[tuple[str, ...]] = ("supported_answers",)
    ARGUMENTS: ClassVar[str] = "PREDICTED -r GOLD"

    def __init__(self, questions: Sequence[Mapping[str, Any]]) -> None:
        check_list(questions, "questions")
        made = tuple(_question(question, f"questions[{k}]") for k, question in enumerate(questions))
        object.__setattr__(self, "questions", made)

    @classmethod
    def read(cls, path: PathLike) -> SupportedAnswers:
        """Read the questions from a JSON Lines file, one per line.

        Raises `InputError` for an unreadable file or a malformed line.
        """
        return cls([msgspec.structs.asdict(item) for _, item in json_lines(path, _Item, _ITEM)])

    @classmethod
    def read_hotpotqa(cls, predictions: PathLike, gold: PathLike) -> SupportedAnswers:
        """Read the questions from the two files of HotpotQA's script: predictions by the id of the question, and gold data.

        Raises `InputError` for unreadable or malformed files. Predictions for unknown questions are ignored.
        """
        said = json_document(predictions, _Predictions, _PREDICTIONS)
        return cls(
            [
                {
                    "answer": said.answer.get(asked.id),
                    "facts": said.sp.get(asked.id),
                    "gold_answer": asked.answer,
                    "gold_facts": asked.supporting_facts,
                }
                for asked in json_document(gold, list[_Gold], _GOLD)
            ]
        )

    @classmethod
    def from_files(cls, files: InputFiles) -> SupportedAnswers:
        """Read the questions from a command's JSON Lines file, or from HotpotQA's predictions with its data as reference file.

        Raises `InputError` as `read` and `read_hotpotqa` do.
        """
        if len(files.references) == 1:
            return cls.read_hotpotqa(files.scored, files.references[0])
        return cls.read(files.only("give one file of JSON Lines, or predictions and one -r with HotpotQA's data"))

    def __len__(self) -> int:
        """Return the number of questions."""
        return len(self.questions)

    def __iter__(self) -> Iterator[SupportedAnswer]:
        return iter(self.questions)

    def entries(self) -> list[dict[str, Any]]:
        return list(self.plain()["supported_answers"])

    def of_entries(self, entries: Sequence[Any]) -> SupportedAnswers:
        return SupportedAnswers(entries)

    def plain(self) -> dict[str, Any]:
        """Return the questions as JSON-compatible data."""
        return {"supported_answers": [_plain(question) for question in self]}


class _Item(msgspec.Struct, forbid_unknown_fields=False):
    answer: str | None
    facts: list[tuple[str, int]] | None
    gold_answer: str
    gold_facts: list[tuple[str, int]]


class _Gold(msgspec.Struct):
    id: str = msgspec.field(name="_id")
    answer: str
    supporting_facts: list[tuple[str, int]]


class _Predictions(msgspec.Struct):
    answer: dict[str, str]
    sp: dict[str, list[tuple[str, int]]]


def _question(question: Any, place: str) -> SupportedAnswer:
    if not isinstance(question, Mapping) or not set(_NAMES) <= question.keys():
        raise InputError(f"{place} needs all of the fields {', '.join(_NAMES)}", hint=_ITEM)
    answer, facts, gold_answer, gold_facts = (question[name] for name in _NAMES)
    for name, text, optional in (("answer", answer, True), ("gold_answer", gold_answer, False)):
        if not isinstance(text, str) and not (optional and text is None):
            raise InputError(f"{place}[{name!r}] is {name_of(text)}, not a string", hint=_ITEM)
    said = None if facts is None else _facts(facts, f"{place}['facts']")
    return SupportedAnswer(answer, said, gold_answer, _facts(gold_facts, f"{place}['gold_facts']"))


def _facts(facts: Any, place: str) -> tuple[Fact, ...]:
    facts = list(facts) if isinstance(facts, (set, frozenset)) else facts
    check_list(facts, place)
    made = set()
    for k, fact in enumerate(facts):
        if not isinstance(fact, (list, tuple)) or len(fact) != 2:
            raise InputError(f"{place}[{k}] is not a pair", hint="a fact is a pair: document title and sentence number")
        title, sentence = fact
        if not isinstance(title, str) or not isinstance(sentence, int) or isinstance(sentence, bool):
            raise InputError(
                f"{place}[{k}] is a pair of {name_of(title)} and {name_of(sentence)}",
                hint="a fact is a pair: document title (string) and sentence number (integer)",
            )
        made.add((title, sentence))
    return tuple(sorted(made))


def _plain(question: SupportedAnswer) -> dict[str, Any]:
    facts = None if question.facts is None else [list(fact) for fact in question.facts]
    gold = [list(fact) for fact in question.gold_facts]
    return dict(zip(_NAMES, (question.answer, facts, question.gold_answer, gold), strict=True))
