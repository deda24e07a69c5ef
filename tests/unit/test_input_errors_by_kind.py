"""Errors about an input, word for word: likelihoods, rankings, ratings, questions, columns and files."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from samescore import (
    Corpus,
    CountedTexts,
    InputError,
    InstructedResponses,
    Labels,
    Rankings,
    Ratings,
    Rewrites,
    SampledResponses,
    ScoredLabels,
    SupportedAnswers,
    TokenLogProbs,
    Verdicts,
)
from samescore.base.checks import check_list, check_strings
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.ranking_files import read_qrels, read_results
from samescore.data.reference_orientation import corpus_of
from samescore.data.rules import expand_rule
from samescore.data.selection import join_inputs
from samescore.data.sequences import entries, texts
from samescore.data.trained import with_training
from tests.error_words import error_words

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_words = partial(error_words, kind=InputError)

_ANSWER = {"answer": "a", "gold_answer": "a"}
_PROMPT = {"response": "a", "instruction_id_list": ["x"]}
_RESPONSE = (
    'each line is a prompt: {"response": "No.", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}, '
)
_RESPONSE += "or a sample logged by lm-evaluation-harness"
_PAIR = "a fact is a pair: document title (string) and sentence number (integer)"
_TABLE = 'word counts, such as {"我": 2, "喜欢": 1}, and counts of joined word pairs, such as {"我喜欢": 1}'
_CASES: list[tuple[Callable[[], object], str, str]] = [
    # likelihoods
    (lambda: TokenLogProbs([[-1.0]], []), "1 sequences but 0 texts", "give one text for each sequence, or no texts"),
    (
        lambda: TokenLogProbs([-1.0]),  # type: ignore[list-item]
        "sequences is a flat list of numbers",
        "pass one list for each sequence: [sequence]",
    ),
    (
        lambda: TokenLogProbs([[-1.0, 0.5]]),
        "sequences[0][1] is 0.5 (float), not a log-probability",
        "log-probabilities must be at most 0",
    ),
    (
        lambda: TokenLogProbs([["x"]]),  # type: ignore[list-item]
        "sequences[0][0] is a str, not a log-probability",
        "use null for -inf",
    ),
    # rankings
    (lambda: Rankings.of([], {}), "qrels is a list, not a mapping", 'pass {"q1": {"doc1": 1}}'),  # type: ignore[arg-type]
    (lambda: Rankings.of({}, []), "run is a list, not a mapping", 'pass {"q1": {"doc1": 1}}'),  # type: ignore[arg-type]
    (lambda: Rankings([{"query": 1}]), "queries[0]['query'] is 1 (int), not a string", "ids are strings"),
    (lambda: Rankings([{"query": "q"}]), "queries[0] has neither judgments nor results", "remove the query"),
    (
        lambda: Rankings([{"query": "q", "qrels": {"d": 2**31}}]),
        "queries[0]['qrels']: the grade of 'd' is beyond 32 bits",
        "use smaller grades",
    ),
    (
        lambda: Rankings([{"query": "q", "qrels": [["d", 1], ["d", 2]]}]),
        "queries[0]['qrels']: the document 'd' occurs twice",
        "give each document once",
    ),
    # ratings
    (
        lambda: Ratings([[1.0]], [[1.0], [2.0]]),
        "metric_scores has 1 systems but human_scores has 2",
        "give both sides one row for each system",
    ),
    (
        lambda: Ratings([[1.0]], [[1.0, 2.0]]),
        "human_scores[0] has 2 scores but metric_scores[0] has 1",
        "give every system one score for each segment (None if missing)",
    ),
    (
        lambda: Ratings([[1.0]], [["x"]]),
        "human_scores[0][0] is a str, not a number",
        "use None for a missing score",
    ),
    # rewrites, responses, questions
    (
        lambda: Rewrites(["a", "b"], ["a"], [["a"]]),
        "1 hypotheses but 2 sources",
        "references[i] is the list of references of hypotheses[i], which rewrites sources[i]",
    ),
    (
        lambda: Rewrites(["a"], ["a"], []),
        "1 hypotheses but 0 references",
        "references[i] is the list of references of hypotheses[i], which rewrites sources[i]",
    ),
    (
        lambda: SampledResponses([{"responses": [], "references": ["a"]}]),
        "questions[0] has no responses",
        "remove the question, or give it an empty response",
    ),
    (
        lambda: SupportedAnswers([{**_ANSWER, "facts": ["x"], "gold_facts": []}]),
        "questions[0]['facts'][0] is not a pair",
        "a fact is a pair: document title and sentence number",
    ),
    (
        lambda: SupportedAnswers([{**_ANSWER, "facts": [["x", "y"]], "gold_facts": []}]),
        "questions[0]['facts'][0] is a pair of a str and a str",
        _PAIR,
    ),
    (
        lambda: Verdicts([[1, 2]]),
        "questions[0][1] is 2 (int), not a verdict",
        "a verdict is 1 (right) or 0 (wrong)",
    ),
    (
        lambda: Verdicts([[1], []]),
        "questions[1] has no samples",
        "remove the question, or count it as a wrong sample: [0]",
    ),
    # counts of training, scores, weights
    (
        lambda: CountedTexts(["a"], [], {}),  # type: ignore[arg-type]
        "unigrams is a list, not a table of counts",
        _TABLE,
    ),
    (
        lambda: CountedTexts(["a"], {"a": -1}, {}),
        "unigrams['a'] is -1 (int), not a count",
        "counts must be numbers of at least 0",
    ),
    (
        lambda: ScoredLabels([1], [math.nan]),
        "scores[0] is nan",
        "items cannot be ranked by nan: remove the item",
    ),
    (
        lambda: ScoredLabels([1], ["x"]),
        "scores[0] is a str, not a number",
        "use 'inf' and '-inf' for infinite scores",
    ),
    (
        lambda: Labels(["a"], ["a"], [1.0, 2.0]),
        "1 items but 2 weights",
        "give a weight to every item or to none",
    ),
    (
        lambda: Labels(memoryview(b"a").cast("c"), ["a"]),
        "gold is a buffer with element format 'c'",
        "pass integers, booleans or doubles in native byte order, or a list: gold.tolist()",
    ),
    (
        lambda: Labels(memoryview(bytes(4)).cast("b", (2, 2)), ["a"]),
        "gold has 2 dimensions",
        "pass a one-dimensional array with one element per item",
    ),
    # columns of texts
    (lambda: entries("a", "texts"), "texts is a single str, not a list", "wrap it in a list: [texts]; samescore.Corpus.read reads files"),
    (lambda: entries({"a"}, "texts"), "texts is a set, not a list", "pass a list: the order of segments matters"),
    (lambda: entries(io.StringIO("a"), "texts"), "texts is a file, not a list", "read files with samescore.Corpus.read(path, [references])"),
    (lambda: entries(Path("a"), "texts"), "texts is a file, not a list", "read files with samescore.Corpus.read(path, [references])"),
    (lambda: entries(1, "texts"), "texts is 1 (int), not a list", "pass a list, an array or a column"),
    (lambda: texts([b"a"], "texts"), "texts[0] is bytes, not a string", "decode it: value.decode('utf-8')"),
    (lambda: check_list("a", "x"), "x is a single str, not a list", "wrap it in a list: [x]"),
    (lambda: check_list({}, "x"), "x is a dict, not a list", "pass a list or a tuple"),
    (lambda: check_strings([["a"]], "x"), "x[0] is a list, not a string", "for lists of tokens use Corpus.from_tokens"),  # type: ignore[list-item]
    (lambda: check_strings([1], "x"), "x[0] is 1 (int), not a string", "pass text"),  # type: ignore[list-item]
]  # fmt: skip


_CASES += [
    (
        lambda: InstructedResponses([{**_PROMPT, "kwargs": []}]),
        "prompts[0] has 1 instruction ids but 0 mappings of arguments",
        "an instruction without arguments has the arguments {}",
    ),
    (
        lambda: InstructedResponses([{**_PROMPT, "response": 1, "kwargs": [{}]}]),
        "prompts[0]['response'] is 1 (int), not a string",
        _RESPONSE,
    ),
    (
        lambda: InstructedResponses([{**_PROMPT, "kwargs": [{"n": [1]}]}]),
        "prompts[0]['kwargs'][0]['n'] is a list, not an argument",
        "an argument is a string, a number, a list of strings, or null",
    ),
    (
        lambda: join_inputs(Labels(["a"], ["a"]), Corpus.from_segments([], [])),
        "segments of these two inputs cannot be mixed",
        "give both systems the same kind of input, with the same tables of counts",
    ),
    (
        lambda: corpus_of(["a", "b"], [["a"], "b"]),
        "references[0] is a list, but references[1] is a str",
        "give a list of references for every segment, or for none",
    ),
    (lambda: with_training([], ["a"]), "training text was given, but no text to score", "add at least one text"),
    (
        lambda: expand_rule({"rule": {"repeat": 1}}),
        "the input's rule: Object missing required field `kind` - at `$.rule`",
        "docs/vectors.md describes rules",
    ),
]


@pytest.mark.parametrize(("build", "message", "hint"), _CASES)
def test_an_input_in_python(build: Callable[[], object], message: str, hint: str) -> None:
    assert _words(build) == (message, hint)


@pytest.mark.parametrize(
    ("kind", "files", "message", "hint"),
    [
        (Rewrites, InputFiles("f", ("r",)), "no sources were given for f", "pass files of sources (-s FILE) and of references (-r FILE), or a .jsonl or .parquet file with all of them"),
        (Rewrites, InputFiles("f", sources="s"), "no references were given for f", "pass files of sources (-s FILE) and of references (-r FILE), or a .jsonl or .parquet file with all of them"),
        (CountedTexts, InputFiles("f", ("r",)), "pass exactly two tables of counts", f"add -r UNIGRAMS.json -r BIGRAMS.json: {_TABLE}"),
    ],
)  # fmt: skip
def test_files_that_are_missing(kind: type[Kind], files: InputFiles, message: str, hint: str) -> None:
    assert _words(lambda: kind.from_files(files)) == (message, hint)


@pytest.mark.parametrize(
    ("read", "content", "message", "hint"),
    [
        (read_qrels, b"q 0 d 1\nq 0 d 0\n", "f, line 2: the document 'd' occurs twice for the query 'q'", "keep one line for each query and document"),
        (read_qrels, b"q 0 d 1\nq 0 \xff 0\n", "f, line 2: the line is not UTF-8", "convert the file to UTF-8"),
        (read_results, b"q Q0 d 1 0.5 t\nq Q0 d 2 0.25 t\n", "f, line 2: the document 'd' occurs twice for the query 'q'", "keep one line for each query and document"),
    ],
)  # fmt: skip
def test_files_of_rankings(
    read: Callable[[str], object],
    content: bytes,
    message: str,
    hint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").write_bytes(content)
    assert _words(lambda: read("f")) == (message, hint)
