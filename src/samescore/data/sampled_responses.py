"""Questions with several sampled responses; metrics score one response, for example the most frequent one."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from samescore.base.checks import check_list, check_strings, name_of
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

_ITEM = 'each line is a question: {"responses": ["4", "5", "4"], "references": ["4"]}'


@dataclasses.dataclass(frozen=True, slots=True)
class SampledQuestion:
    """The responses to a question (at least one) in sampling order, and its right answers."""

    responses: tuple[str, ...]
    references: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class SampledResponses(Kind):
    """Questions with several responses of a model to each, and the right answers.

    Each question is a mapping with ``responses`` and ``references``, lists of texts. Raises `InputError` for a missing field,
    for other types, and for a question without a response.

    >>> SampledResponses([{"responses": ["4", "5", "4"], "references": ["4"]}]).questions[0].responses
    ('4', '5', '4')
    """

    questions: tuple[SampledQuestion, ...]

    TAG: ClassVar[str] = "sampled_responses"
    FIELDS: ClassVar[tuple[str, ...]] = ("sampled_responses",)

    def __init__(self, questions: Sequence[Mapping[str, Any]]) -> None:
        check_list(questions, "questions")
        made = tuple(_question(question, f"questions[{k}]") for k, question in enumerate(questions))
        object.__setattr__(self, "questions", made)

    @classmethod
    def read(cls, path: PathLike) -> SampledResponses:
        """Read the questions from a JSON Lines file, one per line, or from a log of a harness.

        Outputs with the same id in a log are responses to one question. Raises `InputError` for an unreadable file or a
        malformed line or log.
        """
        from samescore.data.answer_logs.formats import find_log
        from samescore.data.answer_logs.runs import sampled_responses

        log = find_log(path)
        if log is not None:
            return cls(sampled_responses(log))
        questions = []
        for place, item in json_lines(path, _Item, _ITEM):
            question = msgspec.structs.asdict(item)
            with at_place(place):
                _question(question, "the question")
            questions.append(question)
        return cls(questions)

    @classmethod
    def from_files(cls, files: InputFiles) -> SampledResponses:
        """Read the questions from a command's file as `read` does. Raises `InputError` if reference files are given."""
        return cls.read(files.only())

    def __len__(self) -> int:
        """Return the number of questions."""
        return len(self.questions)

    def __iter__(self) -> Iterator[SampledQuestion]:
        return iter(self.questions)

    def entries(self) -> list[dict[str, Any]]:
        return list(self.plain()["sampled_responses"])

    def of_entries(self, entries: Sequence[Any]) -> SampledResponses:
        return SampledResponses(entries)

    def plain(self) -> dict[str, Any]:
        """Return the questions as JSON-compatible data."""
        rows = [{"responses": list(asked.responses), "references": list(asked.references)} for asked in self]
        return {"sampled_responses": rows}


class _Item(msgspec.Struct):
    responses: list[str]
    references: list[str]


def _question(question: Any, place: str) -> SampledQuestion:
    if not isinstance(question, Mapping) or not {"responses", "references"} <= question.keys():
        raise InputError(f"{place} needs both responses and references", hint=_ITEM)
    sides = []
    for name in ("responses", "references"):
        if not isinstance(question[name], (list, tuple)):
            raise InputError(f"{place}[{name!r}] is {name_of(question[name])}, not a list", hint=_ITEM)
        check_strings(question[name], f"{place}[{name!r}]")
        sides.append(tuple(map(str, question[name])))
    if not sides[0]:
        raise InputError(f"{place} has no responses", hint="remove the question, or give it an empty response")
    return SampledQuestion(*sides)
