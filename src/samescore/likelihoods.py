"""Log-probabilities to be scored: of the tokens of texts, or of the answers to choose from."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from samescore.corpus import check_list, name_of
from samescore.errors import InputError


@dataclasses.dataclass(frozen=True, slots=True)
class TokenLogProbs:
    """Natural log-probabilities of tokens, sequence by sequence; -inf is a token of probability 0.

    Raises `InputError` for a flat list, nan, or a log-probability above 0.
    """

    sequences: tuple[tuple[float, ...], ...]

    def __init__(self, sequences: Sequence[Sequence[float]]) -> None:
        check_list(sequences, "sequences")
        kept = []
        for i, sequence in enumerate(sequences):
            if isinstance(sequence, (int, float)):
                raise InputError(
                    "sequences is a flat list of numbers", hint="pass one list for each sequence: [sequence]"
                )
            check_list(sequence, f"sequences[{i}]")
            kept.append(tuple(_log_probability(value, f"sequences[{i}][{k}]") for k, value in enumerate(sequence)))
        object.__setattr__(self, "sequences", tuple(kept))

    def __len__(self) -> int:
        return len(self.sequences)

    def plain(self) -> dict[str, Any]:
        """The log-probabilities as JSON-compatible data; -inf as null."""
        return {"logprobs": [[None if v == float("-inf") else v for v in sequence] for sequence in self.sequences]}


@dataclasses.dataclass(frozen=True, slots=True)
class ChoiceItem:
    """One question: the texts to choose from, the log-likelihood of each, and the index of the right one.

    `unconditional` holds the log-likelihoods of the texts without the question, where they are known.
    """

    choices: tuple[str, ...]
    logprobs: tuple[float, ...]
    gold: int
    unconditional: tuple[float, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Choices:
    """Multiple-choice questions.

    Each item is a mapping with ``choices``, ``logprobs``, ``gold`` and perhaps ``unconditional``. Raises
    `InputError` for unequal lengths or a gold index that does not exist.
    """

    items: tuple[ChoiceItem, ...]

    def __init__(self, items: Sequence[dict[str, Any]]) -> None:
        check_list(items, "items")
        object.__setattr__(self, "items", tuple(_choice_item(item, f"items[{i}]") for i, item in enumerate(items)))

    def __len__(self) -> int:
        return len(self.items)

    def plain(self) -> dict[str, Any]:
        """The questions as JSON-compatible data."""
        items = []
        for item in self.items:
            record: dict[str, Any] = {
                "choices": list(item.choices),
                "logprobs": list(item.logprobs),
                "gold": item.gold,
            }
            if item.unconditional:
                record["unconditional"] = list(item.unconditional)
            items.append(record)
        return {"items": items}


def _log_probability(value: object, name: str) -> float:
    if value is None:
        return float("-inf")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value <= 0:
        raise InputError(f"{name} is {name_of(value)}, not a log-probability", hint="log-probabilities are at most 0")
    return float(value)


def _choice_item(item: dict[str, Any], name: str) -> ChoiceItem:
    if not isinstance(item, dict) or not {"choices", "logprobs", "gold"} <= item.keys():
        raise InputError(f"{name} lacks choices, logprobs or gold")
    choices, logprobs = tuple(item["choices"]), tuple(item["logprobs"])
    unconditional = tuple(item.get("unconditional", ()))
    if len(choices) != len(logprobs) or (unconditional and len(unconditional) != len(choices)):
        raise InputError(f"{name} has {len(choices)} choices but {len(logprobs)} log-likelihoods")
    gold = item["gold"]
    if isinstance(gold, bool) or not isinstance(gold, int) or not 0 <= gold < len(choices):
        raise InputError(f"{name}: gold is {gold!r}, not the index of a choice")
    return ChoiceItem(choices, tuple(map(float, logprobs)), gold, tuple(map(float, unconditional)))
