"""Errors about an input, word for word: the place, what is wrong there, and what to do."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from samescore import (
    Annotations,
    ClassScores,
    Comparison,
    Confusion,
    Corpus,
    InputError,
    Labels,
    LabelSets,
    ScoredLabels,
    Tagged,
)
from samescore.data.columns import LabelColumns
from samescore.data.comparison import Numbers
from samescore.data.counts import read_counts, read_labels
from samescore.data.input_files import InputFiles
from tests.error_words import error_words

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_words = partial(error_words, kind=InputError)

_COUNTS = "counts must be non-negative integers"
_ORDER = "references[i] is the list of references of segment i"


def _text(*hypotheses: str) -> Corpus:
    return Corpus.from_segments(list(hypotheses), [["a"]] * len(hypotheses))


_ANY: Any = object()
_CASES: list[tuple[Callable[[], object], str, str]] = [
    (
        lambda: Annotations([["a", "b"], ["a"]]),
        "annotations[1] has 1 labels but annotations[0] has 2",
        "give every annotator a label for each item (None if missing)",
    ),
    (lambda: ClassScores(["a"], ["a"], []), "gold has 1 items but class_scores has 0 rows", "give every item a row"),
    (lambda: ClassScores(["a"], ["b"], [[0.5]]), "gold[0] is 'b', which has no column", "list every class in classes"),
    (
        lambda: ClassScores(["a", "b"], ["a"], [[0.5]]),
        "class_scores[0] has 1 scores for 2 classes",
        "give one score per class",
    ),
    (
        lambda: ClassScores(["a", "b"], ["a"], [[0.5, math.nan]]),
        "class_scores[0][1] is nan",
        "remove the item, or give the class a score",
    ),
    (
        lambda: Labels(["a"], ["a", "b"]),
        "1 gold labels but 2 predicted labels",
        "give one predicted label for every gold label",
    ),
    (
        lambda: Labels(["a", True], ["a", "b"]),
        "gold[1] is True (bool), not a label",
        "labels must be strings or integers",
    ),
    (
        lambda: LabelColumns.plain_of_lists(["a", 1], ["a", 1]),
        "the labels mix strings and integers",
        "convert them all to strings",
    ),
    (lambda: Comparison("", [_text("a")]), "statistic is empty, not a name", 'pass the name of a metric, or "mean"'),
    (
        lambda: Comparison("bleu", [_text("a"), Labels(["a"], ["a"])]),
        "the systems have inputs of different kinds: Corpus, Labels",
        "give all systems the same kind of input, with texts all as strings or all as tokens",
    ),
    (
        lambda: Comparison("bleu", [_text("a"), Corpus.from_tokens([["a"]], [[["a"]]])]),
        "the systems have inputs of different kinds: Corpus",
        "give all systems the same kind of input, with texts all as strings or all as tokens",
    ),
    (
        lambda: Comparison("bleu", [_text("a"), _text("a", "b")]),
        "the systems have different numbers of segments: 1, 2",
        "give all systems the same segments in the same order",
    ),
    (
        lambda: Numbers([0.5, "x"]),
        "scores[1] is a str, not a number",
        'write numbers, "nan", "inf" or "-inf"',
    ),
    (lambda: Corpus([]), "a Corpus holds a tuple of segments", "build it with Corpus.from_segments"),  # type: ignore[arg-type]
    (lambda: Corpus((_ANY,)), "segment 0 is malformed", "build the corpus with Corpus.from_segments"),
    (
        lambda: Corpus.from_streams(["a"]),
        "no reference stream was given",
        "pass at least one list of references",
    ),
    (
        lambda: Corpus.from_tokens([["a"]], [["a"]]),
        "references[0] is a list of strings, not a list of token lists",
        "references[i][j] is the list of tokens of reference j of segment i",
    ),
    (
        lambda: Corpus.read("h", "r"),
        "references is a single path, not a list",
        "pass references=[path]",
    ),
    (
        lambda: Corpus.read("h.txt", []),
        "no references were given for h.txt",
        "pass reference files (-r FILE), or a .tsv, .jsonl or .parquet file with both sides",
    ),
    (
        lambda: Corpus.from_segments(["a"], [["a", 1]]),  # type: ignore[list-item]
        "references[0][1] is 1 (int), not a string",
        "for tokens use Corpus.from_tokens",
    ),
    (
        lambda: Corpus.from_segments(["a"], ["a"]),
        "references[0] is a string; references must be a list of lists (a flat list of strings was given)",
        "wrap each entry: [[r] for r in references]",
    ),
    (
        lambda: Corpus.from_segments(["a"], [1]),  # type: ignore[list-item]
        "references[0] is 1 (int), not a list",
        "pass a list of lists",
    ),
    (
        lambda: Corpus.from_segments(["a", "b"], [["a", "b"]]),
        "there are 2 hypotheses but references for 1 segments; each of the 1 lists has 2 entries",
        "these look like reference streams: use Corpus.from_streams(hypotheses, *references)",
    ),
    (
        lambda: Corpus.from_segments(["a", "b"], [["a"]]),
        "there are 2 hypotheses but references for 1 segments",
        _ORDER,
    ),
    (
        lambda: Corpus.from_tokens([["a", 1]], [[["a"]]]),  # type: ignore[list-item]
        "hypotheses[0][1] is 1 (int), not a token string",
        "tokens must be strings: convert them with str()",
    ),
    (
        lambda: LabelSets([["a"]], []),
        "gold_sets has 1 items but predicted_sets has 0",
        "give both sides a set for every item (empty if it has no label)",
    ),
    (
        lambda: Confusion(["a", "b"], [[1, 2]]),
        "matrix must have 2 rows of 2 counts, but it has rows of 2 counts",
        "give a row for each gold class, with a count for each predicted class",
    ),
    (
        lambda: Confusion(["a"], []),
        "matrix must have 1 rows of 1 counts, but it has rows of no counts",
        "give a row for each gold class, with a count for each predicted class",
    ),
    (
        lambda: Confusion(["a", 1], [[1, 2], [3, 4]]),
        "class names must be distinct and of one type",
        "use all strings or all integers",
    ),
    (lambda: Confusion(["a", "b"], [[1, 2], [3, -1]]), "matrix[1][1] is -1 (int), not a count", _COUNTS),
    (lambda: ScoredLabels([1, 0], [0.5]), "2 gold labels but 1 scores", "give one score for every label"),
    (
        lambda: Tagged([["O"], ["O"]], [["O"]]),
        "gold_tags has 2 sentences but predicted_tags has 1",
        "give both sides the same sentences",
    ),
    (
        lambda: Tagged([["O", "O"]], [["O"]]),
        "gold_tags[0] has 2 tags but predicted_tags[0] has 1",
        "give both sides a tag for every token",
    ),
    (
        lambda: Tagged([["O", ""]], [["O", "O"]]),
        "gold_tags[0][1] is empty, not a tag",
        "use O for tokens outside entities",
    ),
]


@pytest.mark.parametrize(("build", "message", "hint"), _CASES)
def test_an_input_in_python(build: Callable[[], object], message: str, hint: str) -> None:
    assert _words(build) == (message, hint)


def test_a_corpus_cannot_be_changed() -> None:
    corpus = _text("a")
    with pytest.raises(AttributeError, match=r"^cannot assign to field 'tokenized'$"):
        corpus.tokenized = True
    with pytest.raises(AttributeError, match=r"^cannot delete field 'tokenized'$"):
        del corpus.tokenized


_SUMS = "gold,a,b,all\na,1,2,3\nb,3,4,7\nall,4,6,10\n"


@pytest.mark.parametrize(
    ("name", "content", "message", "hint"),
    [
        ("c.csv", "tp,fp,fn,tn\n1,2,3,4\n1,2,3,4\n", "c.csv has 2 rows of counts below the header tp, fp, fn, tn", "give exactly one row"),
        ("c.csv", "x,a,a\na,1,2\nb,3,4\n", "c.csv: the class 'a' has more than one column", "give the class only one column"),
        ("c.csv", "x,a,b\na,1,2\na,3,4\n", "c.csv: the class 'a' has more than one row", "give the class only one row"),
        ("c.csv", "x,a,b\na,1,-2\nb,3,4\n", None, _COUNTS),
        ("c.csv", _SUMS, "c.csv: the last row and column are sums", "remove the sums, so every class is counted once"),
        ("c.json", '{"tp": 1, "fp": 2, "fn": -3, "tn": 4}', "c.json: fn is not a count", _COUNTS),
        ("c.json", '{"tp": 1, "fp": 2, "fn": true, "tn": 4}', "c.json: fn is not a count", _COUNTS),
    ],
)  # fmt: skip
def test_a_file_of_counts(
    name: str, content: str, message: str | None, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content, encoding="utf-8")
    told = _words(lambda: read_counts(name))
    assert (told[0] if message else None, told[1]) == (message, hint)


@pytest.mark.parametrize(
    ("read", "message", "hint"),
    [
        (lambda: read_labels(InputFiles("c.csv", tags="gaps")), "c.csv is a file of counts and has no tags", "remove --tags"),
        (lambda: Labels.from_files(InputFiles("i.jsonl", tags="gaps")), "i.jsonl has one item per line and no tags", "remove --tags"),
        (lambda: Labels.from_files(InputFiles("a", ("a", "b"))), "predicted labels need exactly one file of gold labels, but 2 were given", "pass -r GOLD PREDICTED, or a single file of confusion counts (.csv, .tsv, .json)"),
        (lambda: Labels.from_files(InputFiles("a", ("b",))), "line 2: b has 1 tags but a has 2", "give one tag for every word; check for an extra end-of-sentence tag"),
        (lambda: LabelSets.read_sides("a", "c.csv"), "c.csv has 1 lines, but a has 2", "give both files a line for every item (empty if it has no label)"),
        (lambda: Corpus.read("t.tsv", []), "t.tsv, line 2: the line has no tab, so it has no reference", "write hypothesis<TAB>reference on each line"),
        (lambda: Numbers.from_files(InputFiles("a", ())), "a: Numbers cannot be read from files", "build it in Python"),
    ],
)  # fmt: skip
def test_files(
    read: Callable[[], object], message: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (("a", "x\nx y\n"), ("b", "x\nx\n"), ("c.csv", "a"), ("i.jsonl", '{"gold": 1, "predicted": 1}'), ("t.tsv", "a\tb\nc")):  # fmt: skip
        Path(name).write_text(content, encoding="utf-8")
    assert _words(read) == (message, hint)
