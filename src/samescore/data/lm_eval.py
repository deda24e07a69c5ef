"""Read the files ``samples_*.jsonl`` that lm-evaluation-harness writes for multiple-choice tasks.

Each line is a question. It has the log-likelihood of each choice as text, the text that the model scored (a delimiter, then
the choice), and the right choice as an index or as text. It usually also has the question's acc and acc_norm, which resolve ambiguities: an
interpretation that contradicts them is rejected.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.batches import batch_of, record_batches

_HINT = (
    'each line is {"target": "0", "arguments": {"gen_args_0": {"arg_0": "question", "arg_1": " choice"}, ...}, '
    '"filtered_resps": [["-1.5", "False"], ...]}, as lm_eval --log_samples writes it for multiple choice'
)
_OTHER_TASKS = (
    "a task with several right choices, or with the choices in the question, does not say which is right: write "
    '{"choices": [...], "logprobs": [...], "gold": 0} on each line'
)
_NUMBER = re.compile(r"-?(?:[0-9]{1,30}(?:\.[0-9]{0,40})?(?:[eE][-+]?[0-9]{1,3})?|inf|nan)")

Value = str | int | float | bool
Item = dict[str, Any]


class _Sample(msgspec.Struct):
    target: str | int
    arguments: dict[str, dict[str, Any]] | list[list[Any]]
    filtered_resps: list[list[Value]]
    filter: str = "none"
    acc: float | None = None
    acc_norm: float | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class _Question:
    """A question as stored in the file; its `texts` are the choices, each after the delimiter."""

    place: str
    texts: tuple[str, ...]
    logprobs: tuple[float, ...]
    unconditional: tuple[float, ...]
    target: str
    acc: float | None
    acc_norm: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class _Reading:
    """One interpretation of a file: the delimiter before the choices, and whether the target field contains text or an index."""

    delimiter: str
    target_is_text: bool

    def item(self, question: _Question) -> Item | str:
        """Return the question as an item of `Choices`, or a text that says why it contradicts this interpretation."""
        choices = [text.removeprefix(self.delimiter) for text in question.texts]
        gold = self._gold(question, choices)
        if gold is None:
            what = "the text" if self.target_is_text else "the index"
            return f"the target {question.target!r:.80} is not {what} of one choice"
        lengths = map(len, choices)
        normalized = [value / n if n else math.nan for value, n in zip(question.logprobs, lengths, strict=True)]
        for name, recorded, values in (
            ("acc", question.acc, question.logprobs),
            ("acc_norm", question.acc_norm, normalized),
        ):
            if recorded is not None and not any(map(math.isnan, values)):
                computed = float(max(range(len(values)), key=values.__getitem__) == gold)
                if computed != recorded:
                    return f"{name} is recorded as {recorded}, but the log-likelihoods give {computed}"
        unconditional = {"unconditional": question.unconditional} if question.unconditional else {}
        return {"choices": choices, "logprobs": question.logprobs, "gold": gold, **unconditional}

    def _gold(self, question: _Question, choices: Sequence[str]) -> int | None:
        """Return the index of the right choice; None if the target does not identify one."""
        if self.target_is_text:
            places = [
                k for k, texts in enumerate(zip(choices, question.texts, strict=True)) if question.target in texts
            ]
            return places[0] if len(places) == 1 else None
        number = int(question.target) if re.fullmatch("[0-9]{1,4}", question.target) else len(choices)
        return number if number < len(choices) else None


def is_samples(path: PathLike) -> bool:
    """Return whether the first record of a JSON Lines file or table is a sample of lm-evaluation-harness."""
    [(_, record)] = next(record_batches(path, Any, _HINT, batch_of(1))) or [("", None)]
    return isinstance(record, dict) and "filtered_resps" in record


def read_samples(path: PathLike) -> list[Item]:
    """Read the questions of a ``samples_*.jsonl`` file, as items of `Choices`.

    The delimiter is the longest white space before every choice, up to four characters, that agrees with the recorded
    scores. Raises `InputError` for an unreadable file, a malformed line, a different kind of task, several filters, a
    target that matches no choice or several, and recorded scores that do not follow from the log-likelihoods.
    """
    questions = list(_questions(path))
    delimiters = _delimiters([text for question in questions for text in question.texts])
    furthest: tuple[int, str] = -1, ""
    for target_is_text, delimiter in itertools.product((False, True), delimiters):
        reading = _Reading(delimiter, target_is_text)
        items: list[Item] = []
        for question in questions:
            item = reading.item(question)
            if isinstance(item, str):
                furthest = max(furthest, (len(items), item), key=lambda complaint: complaint[0])
                break
            items.append(item)
        else:
            return items
    number, complaint = furthest
    raise InputError(f"{questions[number].place}: {complaint}", hint=_OTHER_TASKS)


def _delimiters(texts: Sequence[str]) -> list[str]:
    """Return every white space of up to four characters with which all texts begin, the longest first, the empty one last."""
    longest = re.match(r"\s{0,4}", texts[0])[0] if texts else ""  # type: ignore[index]  # it matches nothing, too
    parts = [longest[:length] for length in range(len(longest), -1, -1)]
    return [part for part in parts if all(text.startswith(part) for text in texts)]


def _questions(path: PathLike) -> Iterator[_Question]:
    """Yield the questions of a file. Raises `InputError` for a malformed line and for a second filter."""
    filters = set()
    for place, sample in json_lines(path, _Sample, _HINT):
        filters.add(sample.filter)
        if len(filters) > 1:
            raise InputError(
                f"{place}: the filter {sample.filter!r:.80} differs from the first",
                hint="keep only the lines with one of the filters",
            )
        arguments = sample.arguments
        pairs = [tuple(pair.values()) for pair in arguments.values()] if isinstance(arguments, dict) else arguments
        if not pairs or any(len(pair) < 2 or not isinstance(pair[1], str) for pair in pairs):
            raise InputError(f"{place}: the arguments are not pairs of a question and a choice", hint=_HINT)
        if len(sample.filtered_resps) != len(pairs):
            raise InputError(
                f"{place}: there are {len(pairs)} arguments but {len(sample.filtered_resps)} responses", hint=_HINT
            )
        texts = tuple(str(pair[1]) for pair in pairs)
        logprobs = tuple(_number(response, place) for response in sample.filtered_resps)
        half = len(pairs) // 2
        twice = texts[:half] == texts[half:] and all(pair[0] == "" for pair in pairs[half:])
        end = half if twice else len(pairs)
        yield _Question(
            place, texts[:end], logprobs[:end], logprobs[end:], str(sample.target), sample.acc, sample.acc_norm
        )


def _number(response: Sequence[Value], place: str) -> float:
    """Return the log-likelihood in a response of the form [log-likelihood, is greedy].

    Raises `InputError` if it has none.
    """
    value = response[0] if response else ""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise InputError(f"{place}: the response {value!r:.80} is not a log-likelihood", hint=_HINT)
    return float(value)
