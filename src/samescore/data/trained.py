"""Texts to be scored by an n-gram model that is trained on a text, or on the word counts of a text."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.base.checks import as_float, name_of
from samescore.base.documents import json_document
from samescore.base.errors import InputError
from samescore.base.files import at_place
from samescore.base.lines import text_lines
from samescore.base.packed import suffix_of
from samescore.data.corpus import Corpus, Line, read_hypotheses
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind

_TABLES = 'word counts, such as {"我": 2, "喜欢": 1}, and counts of joined word pairs, such as {"我喜欢": 1}'

Table = Mapping[str, int | float]


@dataclasses.dataclass(frozen=True, slots=True)
class CountedTexts(Kind):
    """Texts to score, and the counts of words and word pairs in a training text; pairs are joined without a separator.

    `texts` is a list of strings, or of lists of tokens. Counts are finite non-negative numbers, perhaps fractions. Raises
    `InputError` for anything else.

    >>> from samescore import score
    >>> counted = CountedTexts(["a b"], {"a": 2, "b": 1}, {"ab": 2})
    >>> score("bigram-perplexity", counted, like="add-k-bigram", tokenizer="none").value  # (3 / 2.5)^(1/2)
    1.0954451150103321
    """

    corpus: Corpus
    unigrams: tuple[tuple[str, int | float], ...]
    bigrams: tuple[tuple[str, int | float], ...]

    TAG: ClassVar[str] = "counted_texts"
    FIELDS: ClassVar[tuple[str, ...]] = ("texts", "unigrams", "bigrams")
    ARGUMENTS: ClassVar[str] = "TEXTS -r UNIGRAMS.json -r BIGRAMS.json"

    def __init__(self, texts: Sequence[str] | Sequence[Sequence[str]], unigrams: Table, bigrams: Table) -> None:
        tokenized = bool(texts) and not isinstance(texts, str) and not isinstance(texts[0], str)
        build: Any = Corpus.from_tokens if tokenized else Corpus.from_segments
        object.__setattr__(self, "corpus", build(texts, [[] for _ in texts]))
        for name, table in (("unigrams", unigrams), ("bigrams", bigrams)):
            object.__setattr__(self, name, tuple(_checked(name, table).items()))

    @property
    def texts(self) -> list[Line]:
        """The texts, in order."""
        return self.corpus.hypotheses

    @classmethod
    def from_files(cls, files: InputFiles) -> CountedTexts:
        """Read texts from a command's file, one per line, and two count tables (JSON objects) from its reference files.

        Raises `InputError` unless there are two reference files, and for malformed files.
        """
        if len(files.references) != 2:
            raise InputError(
                "pass exactly two tables of counts", hint=f"add -r UNIGRAMS.json -r BIGRAMS.json: {_TABLES}"
            )
        tables = [dict(json_document(path, dict[str, int | float], _TABLES)) for path in files.references]
        for path, table in zip(files.references, tables, strict=True):
            with at_place(str(path)):
                _checked("the table", table)
        return cls([str(text) for text in read_hypotheses(files.scored).hypotheses], *tables)

    def __len__(self) -> int:
        return len(self.corpus)

    def plain(self) -> dict[str, Any]:
        """Return the texts and counts as JSON-compatible data."""
        texts = [list(text) if isinstance(text, tuple) else text for text in self.texts]
        return {"texts": texts, "unigrams": dict(self.unigrams), "bigrams": dict(self.bigrams)}

    def entries(self) -> list[Line]:
        return self.texts

    def of_entries(self, entries: Sequence[Any]) -> CountedTexts:
        return CountedTexts(list(entries), dict(self.unigrams), dict(self.bigrams))

    def common(self) -> Any:
        return self.unigrams, self.bigrams


def _checked(name: str, table: Table) -> Table:
    """Return a table of counts.

    Raises `InputError` unless it is a mapping of strings to finite non-negative numbers.
    """
    if not isinstance(table, Mapping):
        raise InputError(f"{name} is {name_of(table)}, not a table of counts", hint=_TABLES)
    for key, count in table.items():
        if not isinstance(key, str):
            raise InputError(f"{name}: the key {key!r:.80} is not a string", hint=_TABLES)
        number = isinstance(count, (int, float)) and not isinstance(count, bool)
        if not number or not 0 <= as_float(count, f"{name}[{key!r:.80}]") < math.inf:
            raise InputError(
                f"{name}[{key!r:.80}] is {name_of(count)}, not a count", hint="counts must be numbers of at least 0"
            )
    return table


def with_training(hypotheses: Sequence[str], training: Sequence[str]) -> Corpus:
    """Build a corpus of `hypotheses` with a training text: the lines of `training` are references of the first segment.

    Use it only for metrics that train on the references of all segments together. Raises `InputError` for training text
    without hypotheses, which cannot be represented.
    """
    if training and not hypotheses:
        raise InputError("training text was given, but no text to score", hint="add at least one text")
    return Corpus.from_segments(hypotheses, [list(training) if not k else [] for k in range(len(hypotheses))])


def read_training(files: InputFiles) -> Corpus | CountedTexts:
    """Read texts and training text from a command's files.

    Reference files are count tables if one has the suffix ``.json``, else lines of training text. A single file is read
    as a corpus with references. Raises `InputError` as the readers do.
    """
    if any(suffix_of(path) == ".json" for path in files.references):
        return CountedTexts.from_files(files)
    if not files.references:
        return Corpus.from_files(files)
    training = [line for path in files.references for line in text_lines(path)]
    return with_training([str(text) for text in read_hypotheses(files.scored).hypotheses], training)
