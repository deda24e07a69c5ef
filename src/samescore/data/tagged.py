"""Gold and predicted tag sequences: the input of sequence labelling metrics."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from samescore.base.checks import check_list, name_of
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.lines import read_lines
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

#: The tags of one side: a tuple for each sentence, with a tag for each token.
Sentences = tuple[tuple[str, ...], ...]

_COLUMNS = "each line is TOKEN ... GOLD PREDICTED, and an empty line ends a sentence"
_SAME = "give both files the same tokens, and an empty line after each sentence"

#: First columns that mark boundaries instead of tokens: a new document, and a boundary in CoNLL-2000 files.
_BOUNDARIES = ("-DOCSTART-", "-X-")


@dataclasses.dataclass(frozen=True, slots=True)
class Tagged(Kind):
    """Gold and predicted tags, such as ``B-PER``, for each token of each sentence.

    Raises `InputError` if the sides or their sentences differ in length, and for a tag that is empty or not a string.

    >>> Tagged(gold_tags=[["B-PER", "O"]], predicted_tags=[["B-PER", "I-PER"]]).gold_tags
    (('B-PER', 'O'),)
    """

    gold_tags: Sentences
    predicted_tags: Sentences

    TAG: ClassVar[str] = "tagged"
    FIELDS: ClassVar[tuple[str, ...]] = ("gold_tags", "predicted_tags")
    ARGUMENTS: ClassVar[str] = "PREDICTED -r GOLD"

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
        """Read tags from a CoNLL file: one token per line, with an empty line after each sentence.

        Columns are separated by white space; the last two are the gold and the predicted tag. A line whose first column
        is ``-DOCSTART-`` or ``-X-`` is a boundary, like an empty line. Raises `InputError` for an unreadable file and a
        line with one column.
        """
        sentences = list(_tokens(path, 2))
        return cls(
            [[columns[-2] for _, columns in tokens] for tokens in sentences],
            [[columns[-1] for _, columns in tokens] for tokens in sentences],
        )

    @classmethod
    def read_sides(cls, predicted: PathLike, gold: PathLike) -> Tagged:
        """Read tags from two CoNLL files of the same sentences; the last column of each file holds the tags.

        Raises `InputError` as `read` does, and if the files differ in their sentences or tokens. First columns are
        compared if both files have at least two columns.
        """
        said, right = list(_tokens(predicted, 1)), list(_tokens(gold, 1))
        for i, (ours, theirs) in enumerate(zip(said, right, strict=False), 1):
            for (number, columns), (other, expected) in zip(ours, theirs, strict=False):
                if min(len(columns), len(expected)) > 1 and columns[0] != expected[0]:
                    raise InputError(
                        f"{predicted}, line {number}: the token is {columns[0]!r:.80}, but {expected[0]!r:.80} in {gold}, "
                        f"line {other}",
                        hint=_SAME,
                    )
            if len(ours) != len(theirs):
                raise InputError(
                    f"{predicted}, line {ours[0][0]}: sentence {i} has {len(ours)} tokens, but {len(theirs)} in {gold}, "
                    f"line {theirs[0][0]}",
                    hint=_SAME,
                )
        if len(said) != len(right):
            raise InputError(f"{predicted} has {len(said)} sentences, but {gold} has {len(right)}", hint=_SAME)
        return cls(*([[columns[-1] for _, columns in tokens] for tokens in side] for side in (right, said)))

    @classmethod
    def from_files(cls, files: InputFiles) -> Tagged:
        """Read the tags from a command's file, or from two files: predicted tags, and gold tags as the reference file.

        Raises `InputError` as `read` and `read_sides` do.
        """
        if len(files.references) == 1:
            return cls.read_sides(files.scored, files.references[0])
        return cls.read(files.only("give one file with both sides, or one -r with gold"))

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self.gold_tags)

    def plain(self) -> dict[str, Any]:
        """Return the tags as JSON-compatible data: on each side, a list of tags for each sentence."""
        return {
            "gold_tags": [list(tags) for tags in self.gold_tags],
            "predicted_tags": [list(tags) for tags in self.predicted_tags],
        }


def _tokens(path: PathLike, least: int) -> Iterator[list[tuple[int, list[str]]]]:
    """Yield the sentences of a file: the line number and the columns of each token.

    Raises `InputError` for a line with fewer than `least` columns.
    """
    tokens: list[tuple[int, list[str]]] = []
    for number, line in enumerate(read_lines(path), 1):
        columns = line.split()
        if not columns or columns[0] in _BOUNDARIES:
            if tokens:
                yield tokens
            tokens = []
        elif len(columns) < least:
            raise InputError(f"{path}, line {number}: the line has only one column", hint=_COLUMNS)
        else:
            tokens.append((number, columns))
    if tokens:
        yield tokens


def _sentences(values: Any, name: str) -> Sentences:
    check_list(values, name)
    for i, tags in enumerate(values):
        check_list(tags, f"{name}[{i}]")
        for k, tag in enumerate(tags):
            if not isinstance(tag, str) or not tag:
                found = name_of(tag) if not isinstance(tag, str) else "empty"
                raise InputError(f"{name}[{i}][{k}] is {found}, not a tag", hint="use O for tokens outside entities")
    return tuple(map(tuple, values))
