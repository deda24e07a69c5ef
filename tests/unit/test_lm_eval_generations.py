"""Logs of lm-evaluation-harness for tasks that generate text, as answer-match reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, InputError
from samescore.data.input_files import InputFiles
from samescore.data.lm_eval import is_generations, read_generations
from samescore.metrics import metric

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _log(folder: Path, *samples: dict[str, Any]) -> Path:
    path = folder / "samples.jsonl"
    path.write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    return path


def test_the_first_response_of_each_question_is_read_once(tmp_path: Path) -> None:
    """A log has the lines of one filter after those of another, with the same responses."""
    path = _log(
        tmp_path,
        {"doc_id": 0, "target": "18", "resps": [["a", "b"]], "filter": "strict-match", "exact_match": 1.0},
        {"doc_id": 1, "target": 7, "resps": [["c"]], "filter": "strict-match"},
        {"doc_id": 0, "target": "18", "resps": [["a", "b"]], "filter": "flexible-extract"},
    )
    assert is_generations(path)
    assert read_generations(path) == (["a", "c"], [["18"], ["7"]])


def test_several_gold_answers_are_kept(tmp_path: Path) -> None:
    path = _log(tmp_path, {"target": ["18", "eighteen"], "resps": [["18"]]})
    assert read_generations(path) == (["18"], [["18", "eighteen"]])


@pytest.mark.parametrize(
    "sample",
    [
        {"hypothesis": "18", "references": ["18"]},
        {"target": "0", "resps": [[["-1.5", "False"]]]},
        {"resps": [["18"]]},
        {"target": "18", "resps": []},
        {"target": "18", "resps": [[]]},
        {"target": "18", "resps": "18"},
    ],
)
def test_other_files_are_no_logs_of_generated_texts(tmp_path: Path, sample: dict[str, Any]) -> None:
    assert not is_generations(_log(tmp_path, sample))


def test_an_empty_file_is_not_a_log(tmp_path: Path) -> None:
    assert not is_generations(_log(tmp_path))


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ({"target": "18", "resps": []}, "samples.jsonl, line 2: there is no response"),
        ({"target": "18", "resps": [[]]}, "samples.jsonl, line 2: there is no response"),
        ({"target": {"a": 1}, "resps": [["18"]]}, "samples.jsonl, line 2"),
        ({"target": "18", "resps": [[1]]}, "samples.jsonl, line 2"),
    ],
)
def test_a_malformed_line_is_an_error_with_its_place(tmp_path: Path, second: dict[str, Any], message: str) -> None:
    path = _log(tmp_path, {"target": "18", "resps": [["18"]]}, second)
    with pytest.raises(InputError, match=message):
        read_generations(path)


def test_the_metric_reads_a_log_and_files_of_texts(tmp_path: Path) -> None:
    chosen = metric("answer-match")
    log = _log(tmp_path, {"target": "18", "resps": [["so 18"]]}, {"target": "3", "resps": [["4"]]})
    texts = tmp_path / "texts.jsonl"
    texts.write_text('{"hypothesis": "so 18", "references": ["18"]}\n{"hypothesis": "4", "references": ["3"]}\n')
    expected = Corpus.from_segments(["so 18", "4"], [["18"], ["3"]])
    assert chosen.read(InputFiles(log)) == chosen.read(InputFiles(texts)) == expected
