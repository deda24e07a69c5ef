"""Files of log-probabilities and multiple-choice items, on the command line and in Python."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from samescore import Choices, InputError, MetricError, TokenLogProbs, score
from tests.command import call


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "tokens.jsonl").write_text("[-1, -3]\n\n[]\n[-2.0]\n", encoding="utf-8")
    (tmp_path / "items.jsonl").write_text(
        '{"choices": ["cat", "a long answer"], "logprobs": [-3, -6.5], "gold": 1, "note": "kept out"}\n'
        '{"choices": ["x", "y"], "logprobs": [-1, -2], "gold": 0, "unconditional": [-1, -1]}\n',
        encoding="utf-8",
    )
    return tmp_path


def test_files_of_log_probabilities(files: Path) -> None:
    assert TokenLogProbs.read(files / "tokens.jsonl") == TokenLogProbs([[-1, -3], [], [-2]])
    done = call("score", "tokens.jsonl", "-m", "ppl", "--format", "jsonl", cwd=files)
    assert json.loads(done.stdout)["value"] == math.exp(2)


def test_files_of_choices(files: Path) -> None:
    assert len(Choices.read(files / "items.jsonl")) == 2
    for metric, value in (("acc", 0.5), ("acc_norm", 1.0)):
        assert (
            json.loads(call("score", "items.jsonl", "-m", metric, "--format", "jsonl", cwd=files).stdout)["value"]
            == value
        )
    assert "takes one file" in call("score", "items.jsonl", "-r", "items.jsonl", "-m", "acc", cwd=files).stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}", "missing required field `logprobs`"),
        ("3", "Expected `object | array`"),
        ("[0.5]", r"sequences\[0\]\[0\] is 0.5"),
        ('["x"]', "Expected `float | null`"),
    ],
)
def test_malformed_log_probabilities(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "f.jsonl").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        TokenLogProbs.read(tmp_path / "f.jsonl")


@pytest.mark.parametrize(
    "line", ["[]", '{"choices": ["a"], "gold": 0}', '{"choices": ["a"], "logprobs": "x", "gold": 0}']
)
def test_malformed_choices(tmp_path: Path, line: str) -> None:
    (tmp_path / "f.jsonl").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"f.jsonl, line 1"):
        Choices.read(tmp_path / "f.jsonl")


def test_nan_is_the_argmax_as_in_numpy() -> None:
    item = {"choices": ["a", "b"], "logprobs": [-1.0, float("nan")], "gold": 1}
    assert score("acc", Choices([item])).value == 1.0
    impossible = {"choices": ["a", "b"], "logprobs": [float("-inf"), -1.0], "gold": 0}
    assert score("acc_mutual_info", Choices([{**impossible, "unconditional": [float("-inf"), -1.0]}])).value == 1.0


def test_perplexities_that_are_no_doubles() -> None:
    assert math.isinf(score("perplexity", TokenLogProbs([[float("-inf")]])).value)
    with pytest.raises(MetricError, match="too large"):
        score("perplexity", TokenLogProbs([[-710.0]]))
