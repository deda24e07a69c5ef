"""Multiple-choice questions from the samples that lm-evaluation-harness writes."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError, score
from samescore.data.likelihoods import Choices
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _sample(
    choices: list[str], logprobs: list[float], target: object, delimiter: str = " ", **fields: Any
) -> dict[str, Any]:
    """A line as lm_eval 0.4 writes it: numbers and the target are text."""
    return {
        "doc_id": 0,
        "doc": {"question": "?"},
        "target": str(target),
        "arguments": {f"gen_args_{k}": {"arg_0": "?", "arg_1": delimiter + text} for k, text in enumerate(choices)},
        "resps": [[[str(value), "False"]] for value in logprobs],
        "filtered_resps": [[str(value), "False"] for value in logprobs],
        "filter": "none",
        **fields,
    }


def _written(folder: Path, *samples: dict[str, Any]) -> Path:
    path = folder / "samples_task_2026.jsonl"
    path.write_text("".join(f"{json.dumps(sample)}\n" for sample in samples), encoding="utf-8")
    return path


#: By hand: -1.5/3 is above -1.25/2, and -0.9/1 below -4/5; without the lengths it is the other way round.
YES = _sample(["yes", "no"], [-1.5, -1.25], 1, acc=1.0, acc_norm=0.0)
LONG = _sample(["a", "bcdef"], [-0.9, -4.0], 1, acc=0.0, acc_norm=1.0)


def test_a_sample_is_an_item(tmp_path: Path) -> None:
    path = _written(tmp_path, YES, _sample(["a", "b"], [-math.inf, -0.5], 0))
    assert Choices.read(path).plain() == {
        "items": [
            {"choices": ["yes", "no"], "logprobs": [-1.5, -1.25], "gold": 1},
            {"choices": ["a", "b"], "logprobs": [None, -0.5], "gold": 0},
        ]
    }


def test_acc_and_acc_norm_in_one_call(tmp_path: Path) -> None:
    path = _written(tmp_path, YES, LONG, LONG)
    done = call(
        "score", path.name, "-m", "acc", "-m", "acc_norm", "--like", "lm-eval", "--format", "jsonl", cwd=tmp_path
    )
    assert [(row["metric"], row["value"]) for row in records(done.stdout)] == [("acc", 1 / 3), ("acc_norm", 2 / 3)]
    table = call("score", path.name, "-m", "acc", "-m", "acc_norm", cwd=tmp_path)
    assert table.stdout.splitlines()[::3] == ["acc", "acc_norm"]


@pytest.mark.parametrize("delimiter", ["", " ", "\n", "\n\n"])
def test_the_delimiter_is_no_part_of_a_choice(tmp_path: Path, delimiter: str) -> None:
    (item,) = Choices.read(_written(tmp_path, _sample(["yes", "no"], [-1.0, -2.0], 0, delimiter))).items
    assert item.choices == ("yes", "no")


def test_white_space_that_acc_norm_needs_is_a_part_of_the_choices(tmp_path: Path) -> None:
    """By hand: -1/2 against -1.5/4 with the spaces; -1/1 against -1.5/3 without: the same; -0.7/2 and -1.5/4 differ."""
    spaces = _sample([" a", " bcd"], [-0.7, -1.5], 0, "", acc=1.0, acc_norm=1.0)
    assert Choices.read(_written(tmp_path, spaces)).items[0].choices == (" a", " bcd")
    no_spaces = _sample([" a", " bcd"], [-0.7, -1.5], 0, "", acc=1.0, acc_norm=0.0)
    assert Choices.read(_written(tmp_path, no_spaces)).items[0].choices == ("a", "bcd")


def test_a_target_may_be_the_text_of_the_choice(tmp_path: Path) -> None:
    (item,) = Choices.read(_written(tmp_path, _sample(["yes", "no"], [-1.0, -2.0], "no"))).items
    assert item.gold == 1


def test_digits_as_choices_are_told_from_indices_by_the_recorded_acc(tmp_path: Path) -> None:
    choices, logprobs = ["1", "0"], [-1.0, -2.0]
    as_index = Choices.read(_written(tmp_path, _sample(choices, logprobs, 1, acc=0.0))).items[0]
    as_text = Choices.read(_written(tmp_path, _sample(choices, logprobs, 1, acc=1.0))).items[0]
    assert (as_index.gold, as_text.gold) == (1, 0)


def test_unconditional_log_likelihoods_follow_the_conditional_ones(tmp_path: Path) -> None:
    sample = _sample(["a", "b", "a", "b"], [-1.0, -2.0, -0.5, -3.0], 1)
    for k in (2, 3):
        sample["arguments"][f"gen_args_{k}"]["arg_0"] = ""
    data = Choices.read(_written(tmp_path, sample))
    assert data.items[0].unconditional == (-0.5, -3.0)
    assert score("acc_mutual_info", data).value == 1
    assert score("acc", data).value == 0


def test_lines_of_an_earlier_version(tmp_path: Path) -> None:
    sample = _sample(["a", "b"], [-1.0, -2.0], 0)
    sample |= {"arguments": [["?", " a"], ["?", " b"]], "filtered_resps": [[-1.0, True], [-2, False]], "target": 0}
    assert Choices.read(_written(tmp_path, sample)).items[0].logprobs == (-1.0, -2.0)


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        (_sample(["a", "b"], [-1.0, -2.0], 1, acc=1.0), "line 2: acc is recorded as 1.0, .* give 0.0"),
        (_sample(["a", "b"], [-1.0, -2.0], 0, acc_norm=0.0), "line 2: acc_norm is recorded as 0.0, .* give 1.0"),
        (_sample(["a", "b"], [-1.0, -2.0], 2), "line 2: the target '2' is not the index of one choice"),
        (_sample(["a", "b"], [-1.0, -2.0], [0, 1]), r"line 2: the target '\[0, 1\]' is not the"),
        (_sample(["a", "a"], [-1.0, -2.0], "a"), "line 2: the target 'a' is not the"),
        (_sample(["a", "b"], [-1.0, -2.0], 0, filter="other"), "line 2: the filter 'other' differs from the first"),
        (_sample(["a", "b"], [-1.0], 0), "line 2: there are 2 arguments but 1 responses"),
        (_sample([], [], 0), "line 2: the arguments are not pairs"),
        ({**YES, "arguments": [["?"], ["?"]]}, "line 2: the arguments are not pairs"),
        ({**YES, "filtered_resps": [["-1_0"], ["-1"]]}, "line 2: the response '-1_0' is not a log-likelihood"),
        ({**YES, "filtered_resps": [["-１"], ["-1"]]}, "is not a log-likelihood"),
        ({**YES, "filtered_resps": [[], ["-1"]]}, "line 2: the response '' is not"),
        ({**YES, "filtered_resps": ["text"]}, "line 2: Expected `array`, got `str`"),
        ({"target": "1"}, "line 2: Object missing required field"),
    ],
)
def test_malformed_samples_are_refused(tmp_path: Path, sample: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        Choices.read(_written(tmp_path, YES, sample))
    assert caught.value.hint


def test_an_empty_file_has_no_items(tmp_path: Path) -> None:
    assert Choices.read(_written(tmp_path)).items == ()
