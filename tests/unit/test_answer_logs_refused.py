"""Logs that are incomplete, damaged or made to hurt: they are refused with the file, the place and a remedy."""

from __future__ import annotations

import json
import random
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError
from samescore.data.answer_logs.formats import find_log
from samescore.data.input_files import InputFiles
from samescore.metrics import metric
from tests.answer_logs import LOGS, inspect_log, inspect_sample, need_zstandard, written
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _refusal(path: Path) -> str:
    with pytest.raises(InputError) as refused:
        find_log(path)
    assert refused.value.hint
    assert str(path) in refused.value.message or path.parent.name in refused.value.message
    return refused.value.message


def _document(folder: Path, document: Any, name: str = "log.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "is not a log of a known harness"),
        ([], "is not a log of a known harness"),
        (3, "is not a log of a known harness"),
        ([{"instance_id": "a"}], "is not a log of a known harness"),
        ({"adapter_spec": {}, "request_states": 3}, "request_states: Expected `array`, got `int`"),
        ({"adapter_spec": {}, "request_states": [{}]}, "request_states: Object missing required field `instance`"),
        ({"0": {"prediction": 1, "origin_prompt": ""}}, r"entry '0': Expected `str | array`, got `int`"),
        ({"0": {"prediction": "a", "origin_prompt": ""}}, "entry '0': there is no gold answer"),
        ({"0": {"prediction": [], "origin_prompt": "", "gold": "a"}}, "entry '0': there is no prediction"),
        ({"0": {"prediction": "a", "origin_prompt": "", "gold": []}}, "entry '0': there is no gold answer"),
        ({"0": {"prediction": "a", "origin_prompt": "", "gold": "b"}, "2": {}}, "entry '1' is missing"),
        ({"0": {"prediction": ["a"], "origin_prompt": "", "gold": ["b"]}}, "entry '0' is a dialogue of several turns"),
        ({"htmls": ["x"], "convos": [], "score": 1}, "has 1 htmls but 0 convos"),
        ({"htmls": ["x"], "convos": [[]], "score": 1}, "question 1: there is no gold answer or no output"),
        ({"htmls": [None], "convos": [None], "score": 1}, "question 1: there is no gold answer or no output"),
        ({"htmls": 1, "convos": [[]], "score": 1}, "Expected `array`, got `int`"),
        ([{"question_id": 1, "answer": "B", "model_outputs": None}], "entry 1: there is no output"),
        ([{"question_id": 1, "answer": 2, "model_outputs": "B"}], "entry 1: Expected `str`, got `int`"),
        ([{"question_id": 1, "answer": "B", "model_outputs": "B"}] * 2, "entry 2: the question '1' occurs twice"),
        ([{"question_id": 1, "answer": "B", "model_outputs": "B"}, 3], "entry 2: Expected `object`, got `int`"),
        ([{"instance_id": "a", "train_trial_index": 0, "predicted_text": 1}], "Expected `str`, got `int`"),
    ],
)
def test_malformed_documents(tmp_path: Path, document: Any, message: str) -> None:
    assert message in _refusal(_document(tmp_path, document)).replace("log.json, ", "")


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        (3, "samples[1]: Expected `object`, got `int`"),
        (inspect_sample(id=2, target=4), "samples[1]: Expected `str | array`, got `int` - at `$.target`"),
        (inspect_sample(id=2, target=[]), "samples[1]: there is no target"),
        (inspect_sample(id=1), "samples[1]: the sample 1 occurs twice in epoch 1"),
        (inspect_sample(id=1.5), "samples[1]: Expected `int | str`, got `float` - at `$.id`"),
        (inspect_sample(id=2, scores=[1]), "samples[1]: Expected `object | null`, got `array` - at `$.scores`"),
        (inspect_sample(id=2, output=None), "samples[1]: Expected `object`, got `null` - at `$.output`"),
    ],
)
def test_malformed_samples_of_inspect_ai(tmp_path: Path, sample: Any, message: str) -> None:
    assert message in _refusal(inspect_log(tmp_path, inspect_sample(), sample))


def test_a_log_of_inspect_ai_without_samples(tmp_path: Path) -> None:
    assert "has no list of samples" in _refusal(_document(tmp_path, {"eval": {}, "status": "ok", "samples": None}))


def test_scores_that_are_no_finite_numbers_are_ignored(tmp_path: Path) -> None:
    """Python writes NaN and Infinity, which are not JSON."""
    values = [float("nan"), float("inf"), "maybe", None, [1], 10**400]
    path = inspect_log(
        tmp_path,
        *(inspect_sample(id=number, scores={"s": {"value": value}}) for number, value in enumerate(values)),
        results={"scores": [{"name": "s", "metrics": {"accuracy": {"value": None}}}]},
    )
    log = find_log(path)
    assert log is not None
    assert [answer.scores for answer in log.answers] == [{}] * len(values)
    assert log.stated == {}


def _archive(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as writing:
        for name, content in members.items():
            writing.writestr(name, content)
    return path


_SAMPLE = json.dumps(inspect_sample()).encode()


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"a.txt": b""}, "is not a log of a known harness"),
        ({"samples/1_epoch_1.json": _SAMPLE}, "has no header.json: the run was interrupted"),
        ({"header.json": b"[]"}, "Expected `object`, got `array`"),
        ({"header.json": b"{"}, "header.json: Input data was truncated"),
        ({"header.json": b"{}", "samples/1_epoch_1.json": b"\xff"}, "samples/1_epoch_1.json: "),
        ({"header.json": b"{}", "samples/1_epoch_1.json": b'{"a":' * 10**5}, "nested more than 64 levels deep"),
        ({"header.json": b"{}", "samples/1": _SAMPLE, "samples/2": _SAMPLE}, "samples/2: the sample 1 occurs twice"),
        ({"header.json": b"{}", "samples/../../x": _SAMPLE}, "leads out of the archive"),
    ],
)
def test_malformed_archives(tmp_path: Path, members: dict[str, bytes], message: str) -> None:
    assert message in _refusal(_archive(tmp_path / "log.eval", members))


def test_an_empty_archive_of_inspect_ai_has_no_questions(tmp_path: Path) -> None:
    log = find_log(_archive(tmp_path / "log.eval", {"header.json": b"{}"}))
    assert log is not None
    assert (log.answers, log.scorers) == ([], [])


def test_a_small_archive_of_large_members_is_refused(tmp_path: Path) -> None:
    """A bomb of 300 MiB in 300 KiB, refused before it is unpacked."""
    path = _archive(tmp_path / "log.eval", {"header.json": b"{}", "samples/1.json": b"0" * (300 * 2**20)})
    assert path.stat().st_size < 2**20
    assert "samples/1.json: the unpacked size exceeds 268,435,456 bytes" in _refusal(path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"gold": "4", "outputs": []}], "line 1: there is no output"),
        ([{"gold": [], "outputs": ["4"]}], "line 1: there is no gold answer"),
        ([{"gold": None, "outputs": ["4"]}], "line 1: Expected `int | float | str | array`, got `null` - at `$.gold`"),
        ([{"gold": True, "outputs": ["4"]}], "line 1: Expected `int | float | str | array`, got `bool` - at `$.gold`"),
        ([{"gold": "4", "outputs": "4"}], "line 1: Expected `array`, got `str` - at `$.outputs`"),
        ([{"gold": "4", "outputs": [4]}], "line 1: Expected `str`, got `int` - at `$.outputs[0]`"),
        ([{"gold": "4", "outputs": ["4"]}, {"gold": "4"}], "line 2: Object missing required field `outputs`"),
        ([{"gold": "4", "outputs": ["4"]}, [1]], "line 2: Expected `object`, got `array`"),
        ([{"id": "a", "gold": "4", "outputs": ["4"]}] * 2, "line 2: the question 'a' occurs twice"),
        ([{"id": 1.5, "gold": "4", "outputs": ["4"]}], "line 1: Expected `int | str`, got `float` - at `$.id`"),
        ([{"target": "18", "resps": [["18"]]}, {"target": "18", "resps": []}], "line 2: there is no response"),
        ([{"target": "18", "resps": [["18"]]}, {"target": "18", "resps": [[]]}], "line 2: there is no response"),
        ([{"target": "18", "resps": [["18"]]}, {"target": {"a": 1}, "resps": [["18"]]}], "line 2: Expected"),
        ([{"target": "18", "resps": [["18"]]}, {"target": "18", "resps": [[1]]}], "line 2: Expected `str`, got `int`"),
        ([{"spec": {"eval_name": "a"}}], "has no events of the type match"),
        ([{"spec": {"eval_name": "a"}}, {"type": "match"}], "line 2: Object missing required field `sample_id`"),
        (
            [{"type": "match", "sample_id": "a", "data": {"correct": True, "expected": None, "sampled": "4"}}],
            "line 1: there is no gold answer",
        ),
        (
            [{"type": "match", "sample_id": "a", "data": {"correct": True, "expected": "4"}}],
            "line 1: the output was not recorded",
        ),
        ([{"type": "match", "sample_id": "a", "data": {"correct": 2, "expected": "4"}}], "line 1: Expected `bool`"),
    ],
)
def test_malformed_lines(tmp_path: Path, lines: list[Any], message: str) -> None:
    assert message in _refusal(written(tmp_path / "log.jsonl", *lines))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"gold": "4", "outputs": ["4"]}\n{"gold": "\xff"', "line 2"),
        (b'{"gold": "4", "outputs": ["4"]}\n{"gold"', "line 2: Input data was truncated"),
        (b'{"gold": "4", "outputs": ["\\ud800"]}\n', "line 1"),
        (b'{"gold": 1e999, "outputs": ["4"]}\n', "line 1"),
        (b'{"gold": NaN, "outputs": ["4"]}\n', "line 1"),
        (b'{"gold": "4", "outputs": ' + b"[" * 10**5 + b"\n", "line 1: nested more than 64 levels deep"),
    ],
)
def test_lines_that_are_no_json(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(content)
    assert message in _refusal(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "Input data was truncated"),
        (b'{"0": {"prediction": "a', "Input data was truncated"),
        (b"\xff\xfe{\0}\0", "invalid"),
        (b"[" * 10**5, "nested more than 64 levels deep"),
        (b'{"0": {"prediction": "\\ud800", "origin_prompt": ""}}', "surrogate"),
    ],
)
def test_documents_that_are_no_json(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(content)
    assert message in _refusal(path)


def _state(**fields: Any) -> dict[str, Any]:
    instance = {"id": "a", "references": [{"output": {"text": "4"}, "tags": ["correct"]}]}
    return {"instance": instance, "train_trial_index": 0, "result": {"completions": [{"text": "4"}]}, **fields}


@pytest.mark.parametrize(
    ("states", "message"),
    [
        ([_state(), _state()], "request_states[1]: the instance 'a' occurs twice in trial 0"),
        ([_state(reference_index=1)], "request_states[0]: the prompt contains a choice, whose likelihood was computed"),
        ([_state(result=None)], "request_states[0]: there is no completion"),
        ([_state(output_mapping={"A": "5"})], "request_states[0]: no reference is tagged 'correct'"),
        ([_state(instance={"id": "a", "references": []})], "request_states[0]: no reference is tagged 'correct'"),
    ],
)
def test_malformed_states_of_helm(tmp_path: Path, states: list[Any], message: str) -> None:
    assert message in _refusal(_document(tmp_path, {"adapter_spec": {}, "request_states": states}))


_PREDICTION = {"instance_id": "a", "train_trial_index": 0, "predicted_text": "4", "stats": {}}


def test_predictions_of_helm_need_the_instances(tmp_path: Path) -> None:
    path = _document(tmp_path, [_PREDICTION])
    assert "instances.json is not in its folder" in _refusal(path)
    _document(tmp_path, [], "instances.json")
    assert "has no instance 'a'" in _refusal(path)
    _document(tmp_path, [{"id": "a", "references": [{"output": {"text": "4"}, "tags": []}]}], "instances.json")
    assert "the letters of the choices are not recorded" in _refusal(path)
    _document(tmp_path, {"id": "a"}, "instances.json")
    assert "instances.json: Expected `array`, got `object`" in _refusal(path)


def test_programs_of_simple_evals_have_no_gold_answer(tmp_path: Path) -> None:
    page = "<h3>Results</h3><p>Correct Answer: [1, 1]</p><p>Extracted Answer: [True]</p><p>Score: 1.0</p>"
    convo = [[{"role": "assistant", "content": "def f()"}]]
    assert "question 1: the outputs are programs" in _refusal(
        _document(tmp_path, {"htmls": [page], "convos": convo, "score": 1.0})
    )


def test_a_table_of_lighteval_without_outputs(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    def table(doc: dict[str, Any], response: dict[str, Any]) -> Path:
        path = tmp_path / "details.parquet"
        rows = [{"doc": doc, "metric": {"acc": 1.0}, "model_response": response}]
        parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        return path

    doc: dict[str, Any] = {"choices": ["4", "5"], "gold_index": 0}
    assert "row 1: there is no output" in _refusal(table(doc, {"text": [], "logprobs": [-1.0]}))
    assert "row 1: gold_index 2 is not the index" in _refusal(table({**doc, "gold_index": [0, 2]}, {"text": ["4"]}))
    assert "row 1: there is no gold answer" in _refusal(table({"choices": ["4"], "gold_index": []}, {"text": ["4"]}))
    assert "row 1: Expected" in _refusal(table({"choices": [4], "gold_index": 0}, {"text": ["4"]}))


def test_a_table_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="Parquet and Arrow files need pyarrow") as refused:
        find_log(LOGS / "details_gsm8k_0.parquet")
    assert "samescore[arrow]" in refused.value.hint


def _outcome(path: Path) -> str:
    try:
        return "no log" if find_log(path) is None else "a log"
    except InputError as problem:
        return "refused" if problem.hint else "refused without a remedy"


_SAVED = sorted(path for path in LOGS.rglob("*.*") if path.is_file())


@pytest.mark.parametrize("path", _SAVED, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_damaged_logs_are_read_or_refused(path: Path, tmp_path: Path) -> None:
    if path.suffix == ".parquet":
        pytest.importorskip("pyarrow")
    if path.suffix == ".eval":
        need_zstandard()
    content, chance = path.read_bytes(), random.Random(path.name)
    target = tmp_path / path.name
    for _ in range(25):
        damaged = bytearray(content)
        for place in (chance.randrange(len(damaged)) for _ in range(chance.choice((0, 1, 5, 50)))):
            damaged[place] = chance.choice((chance.randrange(256), *b'"{}[],:0'))
        target.write_bytes(damaged[: chance.choice((len(damaged), chance.randrange(len(damaged))))])
        assert _outcome(target) in ("a log", "no log", "refused")


def test_references_do_not_go_with_a_log(tmp_path: Path) -> None:
    """With -r, the file must hold one text per line."""
    with pytest.raises(InputError, match="cannot be read as text"):
        metric("answer-match").read(InputFiles(LOGS / "opencompass_gsm8k.json", (tmp_path / "gold.txt",)))


def test_the_message_on_the_command_line(tmp_path: Path) -> None:
    done = call("score", "log.json", "-m", "answer-match", cwd=_document(tmp_path, {}).parent)
    assert done.returncode == 2
    assert "log.json is not a log of a known harness" in done.stderr
    assert "hint: known formats: inspect-ai (.eval); " in " ".join(done.stderr.split())
