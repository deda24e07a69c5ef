"""Log-probabilities of text tokens, and log-likelihoods of multiple-choice answers."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import as_float, check_list, check_strings, name_of
from samescore.base.errors import InputError
from samescore.base.files import PathLike, at_place
from samescore.data.batches import WHOLE, Bounds, column_types, only_batch, record_batches
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.number_types import with_number_types

_ITEM = 'for example {"choices": ["yes", "no"], "logprobs": [-1.5, -0.5], "gold": 0}, perhaps with "unconditional"'


@dataclasses.dataclass(frozen=True, slots=True)
class TokenLogProbs(Kind):
    """Natural log-probabilities of the tokens of each sequence; -inf (or None) is a token of probability 0.

    `texts` holds the texts of the sequences, if they are known; perplexity can then be computed per word or byte.
    Raises `InputError` for a flat list, nan, a log-probability above 0, or unequal numbers of sequences and texts.
    """

    sequences: tuple[tuple[float, ...], ...]
    texts: tuple[str, ...] | None
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "token_log_probs"
    FIELDS: ClassVar[tuple[str, ...]] = ("logprobs",)

    def __init__(self, sequences: Sequence[Sequence[float]], texts: Sequence[str] | None = None) -> None:
        check_list(sequences, "sequences")
        if texts is not None:
            check_strings(texts, "texts")
            if len(texts) != len(sequences):
                raise InputError(
                    f"{len(sequences)} sequences but {len(texts)} texts",
                    hint="give one text for each sequence, or no texts",
                )
        kept = []
        for i, sequence in enumerate(sequences):
            if isinstance(sequence, (int, float)):
                raise InputError(
                    "sequences is a flat list of numbers", hint="pass one list for each sequence: [sequence]"
                )
            check_list(sequence, f"sequences[{i}]")
            kept.append(tuple(_log_probability(value, f"sequences[{i}][{k}]") for k, value in enumerate(sequence)))
        object.__setattr__(self, "sequences", tuple(kept))
        object.__setattr__(self, "texts", None if texts is None else tuple(texts))
        object.__setattr__(self, "number_types", ())

    @classmethod
    def read(cls, path: PathLike) -> TokenLogProbs:
        """Read token log-probabilities from JSON Lines: a list of numbers for each sequence, with null for -inf.

        Each line may instead be an object that also has the text: ``{"logprobs": [...], "text": "..."}``. Raises
        `InputError` for an unreadable file, a malformed line, or texts on only some lines.
        """
        return cls.from_files(InputFiles(path))

    @classmethod
    def from_files(cls, files: InputFiles) -> TokenLogProbs:
        """Read the log-probabilities from a command's file as `read` does.

        Raises `InputError` if reference files are given.
        """
        return only_batch(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[TokenLogProbs]:
        """Yield the result of `from_files` in batches, at least one."""
        import msgspec

        class Item(msgspec.Struct):
            logprobs: list[float | None]
            text: str

        hint = 'each line is a list, [-0.5, -2.25, null], or each is {"logprobs": [-0.5, -2.25], "text": "a text"}'
        kinds = set()  # whether the lines so far have texts
        types = column_types(files.only(), ("logprobs",))
        for records in record_batches(files.only(), list[float | None] | Item, hint, bounds, once=files.read_once):
            sequences: list[list[float | None]] = []
            texts: list[str] = []
            for place, record in records:
                sequence = record.logprobs if isinstance(record, Item) else record
                texts += [record.text] if isinstance(record, Item) else []
                kinds.add(type(record))
                with at_place(place):
                    cls([sequence])  # type: ignore[list-item]  # None is -inf
                    if len(kinds) > 1:
                        raise InputError("some lines have a text and some do not", hint=hint)
                sequences.append(sequence)
            yield with_number_types(cls(sequences, texts or None), types)  # type: ignore[arg-type]  # None is -inf

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> TokenLogProbs:
        """Build the log-probabilities from the result of `plain`; raises like the constructor."""
        return cls(plain["logprobs"], plain.get("texts"))

    def __len__(self) -> int:
        return len(self.sequences)

    def plain(self) -> dict[str, Any]:
        """Return the log-probabilities as JSON-compatible data, with None for -inf, and the texts if they are known."""
        texts = {} if self.texts is None else {"texts": list(self.texts)}
        return {"logprobs": [_plain(sequence) for sequence in self.sequences], **texts}

    def entries(self) -> Sequence[Any]:
        return list(zip(self.sequences, self.texts or [""] * len(self), strict=True))

    def of_entries(self, entries: Sequence[Any]) -> TokenLogProbs:
        sequences = [sequence for sequence, _ in entries]
        return TokenLogProbs(sequences, None if self.texts is None else [text for _, text in entries])

    def common(self) -> bool:
        return self.texts is None


@dataclasses.dataclass(frozen=True, slots=True)
class ChoiceItem:
    """One question: the choices, the log-likelihood of each choice, and the index of the right one.

    `unconditional` holds the log-likelihoods of the choices without the question; it is empty if they are not known.
    """

    choices: tuple[str, ...]
    logprobs: tuple[float, ...]
    gold: int
    unconditional: tuple[float, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Choices(Kind):
    """Multiple-choice questions with the log-likelihoods of the answers.

    Each item is a dictionary with ``choices``, ``logprobs``, ``gold`` and optionally ``unconditional``. A log-likelihood
    of -inf (or None) means probability 0; nan and inf may be written as texts. Raises `InputError` for unequal lengths,
    a choice that is not text, a log-likelihood that is not a number, or an invalid gold index.
    """

    items: tuple[ChoiceItem, ...]
    number_types: tuple[str, ...] = dataclasses.field(default=(), compare=False, repr=False)

    TAG: ClassVar[str] = "choices"
    FIELDS: ClassVar[tuple[str, ...]] = ("items",)

    def __init__(self, items: Sequence[dict[str, Any]]) -> None:
        check_list(items, "items")
        object.__setattr__(self, "items", tuple(_choice_item(item, f"items[{i}]") for i, item in enumerate(items)))
        object.__setattr__(self, "number_types", ())

    @classmethod
    def read(cls, path: PathLike) -> Choices:
        """Read multiple-choice questions from JSON Lines, one question per line, or from a sample file of lm-evaluation-harness.

        Raises `InputError` for an unreadable file or a malformed line, and as `lm_eval.read_samples` does.
        """
        return cls.from_files(InputFiles(path))

    @classmethod
    def from_files(cls, files: InputFiles) -> Choices:
        """Read the questions from a command's file as `read` does. Raises `InputError` if reference files are given."""
        return only_batch(cls.batches(files, WHOLE))

    @classmethod
    def batches(cls, files: InputFiles, bounds: Bounds) -> Iterator[Choices]:
        """Yield the result of `from_files` in batches, at least one; lm-evaluation-harness samples form one batch."""
        import msgspec

        from samescore.data import lm_eval

        path = files.only()
        if lm_eval.is_samples(path):
            yield cls(lm_eval.read_samples(path))
            return

        class Item(msgspec.Struct):
            choices: list[str]
            logprobs: list[float | str | None]
            gold: int
            unconditional: list[float | str | None] = []

        hint = '{"choices": ["yes", "no"], "logprobs": [-1.5, -0.5], "gold": 0}, perhaps with "unconditional": [...]'
        types = column_types(path, ("logprobs", "unconditional"))
        for records in record_batches(path, Item, hint, bounds):
            items = []
            for place, record in records:
                item = msgspec.structs.asdict(record)
                with at_place(place):
                    cls([item])
                items.append(item)
            yield with_number_types(cls(items), types)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Choices:
        """Build the questions from the result of `plain`; raises like the constructor."""
        return cls(plain["items"])

    def __len__(self) -> int:
        return len(self.items)

    def plain(self) -> dict[str, Any]:
        """Return the questions as JSON-compatible data: a log-likelihood of -inf is None, nan and inf are texts."""
        items = []
        for item in self.items:
            record: dict[str, Any] = {
                "choices": list(item.choices),
                "logprobs": _plain(item.logprobs),
                "gold": item.gold,
            }
            if item.unconditional:
                record["unconditional"] = _plain(item.unconditional)
            items.append(record)
        return {"items": items}

    def entries(self) -> tuple[ChoiceItem, ...]:
        return self.items

    def of_entries(self, entries: Sequence[Any]) -> Choices:
        return Choices(list(map(_item_fields, entries)))


def _item_fields(item: ChoiceItem) -> dict[str, Any]:
    unconditional = {"unconditional": list(item.unconditional)} if item.unconditional else {}
    return {"choices": list(item.choices), "logprobs": list(item.logprobs), "gold": item.gold, **unconditional}


def _plain(values: Sequence[float]) -> list[float | str | None]:
    return [None if value == -math.inf else value if math.isfinite(value) else str(value) for value in values]


def _log_probability(value: object, name: str) -> float:
    """Convert a log-probability to a float. Raises `InputError` for nan, a number above 0, or any other value."""
    number = _log_likelihood(value, name)
    if not number <= 0:
        raise InputError(
            f"{name} is {name_of(value)}, not a log-probability", hint="log-probabilities must be at most 0"
        )
    return number


def _log_likelihood(value: object, name: str) -> float:
    """Convert a log-likelihood to a float; None becomes -inf, and the texts "nan" and "inf" are accepted.

    It may be positive (a density above 1), nan or inf (from a model that overflows). Raises `InputError` for other
    values.
    """
    if value is None:
        return -math.inf
    if value in ("nan", "inf"):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {name_of(value)}, not a log-probability", hint="use null for -inf")
    return as_float(value, name)


def _choice_item(item: dict[str, Any], name: str) -> ChoiceItem:
    if not isinstance(item, dict) or not {"choices", "logprobs", "gold"} <= item.keys():
        raise InputError(f"{name} lacks choices, logprobs or gold", hint=_ITEM)
    choices, gold = item["choices"], item["gold"]
    check_strings(choices, f"{name}.choices")
    columns = {}
    for column in ("logprobs", "unconditional"):
        values = item.get(column) or ()
        check_list(values, f"{name}.{column}")
        if len(values) != len(choices) and (values or column == "logprobs"):
            raise InputError(
                f"{name} has {len(choices)} choices but {len(values)} log-likelihoods in {column}", hint=_ITEM
            )
        columns[column] = tuple(_log_likelihood(value, f"{name}.{column}[{k}]") for k, value in enumerate(values))
    if isinstance(gold, bool) or not isinstance(gold, int) or not 0 <= gold < len(choices):
        raise InputError(
            f"{name}: gold is {gold!r}, not the index of a choice",
            hint=f"indices run from 0 to {len(choices) - 1}",
        )
    return ChoiceItem(tuple(choices), columns["logprobs"], gold, columns["unconditional"])
