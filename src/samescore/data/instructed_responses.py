"""Responses of a language model to prompts with instructions that a program can check, as in IFEval."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from samescore.base.checks import check_list, name_of
from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

#: The value of an instruction's argument; None is a missing one.
Argument = str | int | float | tuple[str, ...] | None

_ITEM = (
    'each line is a prompt: {"response": "No.", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}, or a '
    "sample logged by lm-evaluation-harness"
)
_NAMES = ("response", "instruction_id_list", "kwargs")


@dataclasses.dataclass(frozen=True, slots=True)
class Instruction:
    """The id of an instruction, such as ``punctuation:no_comma``, and its arguments by name."""

    id: str
    arguments: tuple[tuple[str, Argument], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class InstructedResponse:
    """The response to a prompt, and the instructions of the prompt."""

    response: str
    instructions: tuple[Instruction, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class InstructedResponses(Kind):
    """Responses to prompts with instructions that a program can check.

    Each prompt is a mapping with the fields of IFEval's data: ``response``, ``instruction_id_list``, and ``kwargs`` with the
    arguments of each instruction. Raises `InputError` for a missing field, for other types, and if the numbers of ids and
    arguments differ.

    >>> prompt = {"response": "No.", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    >>> InstructedResponses([prompt]).prompts[0].instructions
    (Instruction(id='punctuation:no_comma', arguments=()),)
    """

    prompts: tuple[InstructedResponse, ...]

    TAG: ClassVar[str] = "instructed_responses"
    FIELDS: ClassVar[tuple[str, ...]] = ("instructed_responses",)

    def __init__(self, prompts: Sequence[Mapping[str, Any]]) -> None:
        check_list(prompts, "prompts")
        made = tuple(_prompt(prompt, f"prompts[{k}]") for k, prompt in enumerate(prompts))
        object.__setattr__(self, "prompts", made)

    @classmethod
    def read(cls, path: PathLike) -> InstructedResponses:
        """Read a JSON Lines file: a prompt per line, or the samples of the task ifeval that lm-evaluation-harness logs.

        Raises `InputError` for an unreadable file or a malformed line.
        """
        prompts = []
        for place, item in json_lines(path, _Line, _ITEM):
            response, task = item.response, item.doc if item.doc is not None else item
            if item.doc is not None and item.filtered_resps:
                response = item.filtered_resps[0]
            prompt = {"response": response, "instruction_id_list": task.instruction_id_list, "kwargs": task.kwargs}
            with at_place(place):
                _prompt({name: value for name, value in prompt.items() if value is not None}, "the prompt")
            prompts.append(prompt)
        return cls(prompts)

    @classmethod
    def from_files(cls, files: InputFiles) -> InstructedResponses:
        """Read the prompts from a command's file as `read` does. Raises `InputError` if reference files are given."""
        return cls.read(files.only())

    def __len__(self) -> int:
        """Return the number of prompts."""
        return len(self.prompts)

    def __iter__(self) -> Iterator[InstructedResponse]:
        return iter(self.prompts)

    def entries(self) -> list[dict[str, Any]]:
        return list(self.plain()["instructed_responses"])

    def of_entries(self, entries: Sequence[Any]) -> InstructedResponses:
        return InstructedResponses(entries)

    def plain(self) -> dict[str, Any]:
        """Return the prompts as JSON-compatible data."""
        return {"instructed_responses": [_plain(prompt) for prompt in self]}


class _Task(msgspec.Struct):
    instruction_id_list: list[str] | None = None
    kwargs: list[dict[str, Any]] | None = None


class _Line(_Task):
    response: str | None = None
    doc: _Task | None = None
    filtered_resps: list[str] | None = None


def _prompt(prompt: Any, place: str) -> InstructedResponse:
    if not isinstance(prompt, Mapping) or not set(_NAMES) <= prompt.keys():
        raise InputError(f"{place} needs all of the fields {', '.join(_NAMES)}", hint=_ITEM)
    response, ids, arguments = (prompt[name] for name in _NAMES)
    if not isinstance(response, str):
        raise InputError(f"{place}['response'] is {name_of(response)}, not a string", hint=_ITEM)
    check_list(ids, f"{place}['instruction_id_list']")
    check_list(arguments, f"{place}['kwargs']")
    if len(ids) != len(arguments):
        raise InputError(
            f"{place} has {len(ids)} instruction ids but {len(arguments)} mappings of arguments",
            hint="an instruction without arguments has the arguments {}",
        )
    made = []
    for k, (name, given) in enumerate(zip(ids, arguments, strict=True)):
        if not isinstance(name, str):
            raise InputError(f"{place}['instruction_id_list'][{k}] is {name_of(name)}, not a string", hint=_ITEM)
        if not isinstance(given, Mapping):
            raise InputError(f"{place}['kwargs'][{k}] is {name_of(given)}, not a mapping", hint=_ITEM)
        made.append(
            Instruction(name, tuple((str(key), _argument(value, place, k, key)) for key, value in given.items()))
        )
    return InstructedResponse(response, tuple(made))


def _argument(value: Any, place: str, number: int, name: Any) -> Argument:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
        return tuple(value)
    raise InputError(
        f"{place}['kwargs'][{number}][{name!r}] is {name_of(value)}, not an argument",
        hint="an argument is a string, a number, a list of strings, or null",
    )


def _plain(prompt: InstructedResponse) -> dict[str, Any]:
    arguments = [
        {name: list(value) if isinstance(value, tuple) else value for name, value in instruction.arguments}
        for instruction in prompt.instructions
    ]
    ids = [instruction.id for instruction in prompt.instructions]
    return dict(zip(_NAMES, (prompt.response, ids, arguments), strict=True))
