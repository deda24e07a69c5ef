"""Tag sequences: what sequence labelling is scored on."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.data.checks import check_list, name_of
from samescore.data.files import InputFiles, PathLike
from samescore.data.lines import read_lines
from samescore.data.memory import Remembering
from samescore.errors import InputError

#: For each sentence the tag of each token.
Sentences = tuple[tuple[str, ...], ...]

_COLUMNS = "each line is TOKEN ... GOLD PREDICTED, and an empty line ends a sentence"


@dataclasses.dataclass(frozen=True, slots=True)
class Tagged(Remembering):
    """Gold and predicted tags such as ``B-PER``, for each sentence a tag for each token.

    Raises `InputError` if the sides or their sentences differ in length, and for a tag that is empty or not a string.

    >>> Tagged(gold_tags=[["B-PER", "O"]], predicted_tags=[["B-PER", "I-PER"]]).gold_tags
    (('B-PER', 'O'),)
    """

    gold_tags: Sentences
    predicted_tags: Sentences

    FIELDS: ClassVar[tuple[str, ...]] = ("gold_tags", "predicted_tags")

    def __init__(self, gold_tags: Sequence[Sequence[str]], predicted_tags: Sequence[Sequence[str]]) -> None:
        gold, predicted = _sentences(gold_tags, "gold_tags"), _sentences(predicted_tags, "predicted_tags")
        if len(gold) != len(predicted):
            raise InputError(
                f"gold_tags has {len(gold)} sentences but predicted_tags has {len(predicted)}",
                hint="give both sides the same sentences",
            )
        for i, (right, said) in enumerate(zip(gold, predicted, strict=True)):
            if len(right) != len(said):
                raise InputError(
                    f"gold_tags[{i}] has {len(right)} tags but predicted_tags[{i}] has {len(said)}",
                    hint="give both sides a tag for every token",
                )
        object.__setattr__(self, "gold_tags", gold)
        object.__setattr__(self, "predicted_tags", predicted)

    @classmethod
    def read(cls, path: PathLike) -> Tagged:
        """Tags from a CoNLL file: a line for each token, an empty one after each sentence.

        The last two of its columns, which white space separates, are the gold tag and the predicted one. Raises
        `InputError` for an unreadable file and a line of one column.
        """
        gold: list[list[str]] = [[]]
        predicted: list[list[str]] = [[]]
        for number, line in enumerate(read_lines(path), 1):
            columns = line.split()
            if len(columns) == 1:
                raise InputError(f"{path}, line {number}: the line has one column", hint=_COLUMNS)
            if columns:
                gold[-1].append(columns[-2])
                predicted[-1].append(columns[-1])
            elif gold[-1]:
                gold.append([])
                predicted.append([])
        return cls([tags for tags in gold if tags], [tags for tags in predicted if tags])

    @classmethod
    def from_files(cls, files: InputFiles) -> Tagged:
        """The tags in a command's file."""
        return cls.read(files.only())

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Tagged:
        """The tags that `plain`, the result of the method `plain`, describes."""
        return cls(plain["gold_tags"], plain["predicted_tags"])

    def __len__(self) -> int:
        """The number of sentences."""
        return len(self.gold_tags)

    def plain(self) -> dict[str, Any]:
        """The tags as JSON-compatible data: for each side a list of tags for each sentence."""
        return {
            "gold_tags": [list(tags) for tags in self.gold_tags],
            "predicted_tags": [list(tags) for tags in self.predicted_tags],
        }


def _sentences(values: Any, name: str) -> Sentences:
    check_list(values, name)
    for i, tags in enumerate(values):
        check_list(tags, f"{name}[{i}]")
        for k, tag in enumerate(tags):
            if not isinstance(tag, str) or not tag:
                found = name_of(tag) if not isinstance(tag, str) else "empty"
                raise InputError(f"{name}[{i}][{k}] is {found}, not a tag", hint="the tag of no entity is O")
    return tuple(map(tuple, values))
