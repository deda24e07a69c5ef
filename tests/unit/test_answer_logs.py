"""The logs of evaluation harnesses, against questions written by hand.

The files in tests/data/answer_logs were written by the harnesses' own code, with made-up outputs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus
from samescore.data.answer_logs.formats import find_log
from samescore.data.answer_logs.log import AnswerLog
from samescore.data.input_files import InputFiles
from samescore.metrics import metric
from samescore.verbs.scoring.score import score
from tests.answer_logs import LOGS, inspect_log, inspect_sample, need_zstandard, written

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

Plain = list[tuple[str, list[str], list[str]]]


def _read(path: Path) -> AnswerLog:
    log = find_log(path)
    assert log is not None
    return log


def _plain(log: AnswerLog) -> Plain:
    return [(answer.id, list(answer.outputs), list(answer.golds)) for answer in log.answers]


def _scores(log: AnswerLog, scorer: str) -> list[float | None]:
    return [answer.scores.get(scorer) for answer in log.answers]


def _extracted(log: AnswerLog, scorer: str) -> list[str | None]:
    return [answer.extracted.get(scorer) for answer in log.answers]


@pytest.mark.parametrize("suffix", ["eval", "json"])
def test_a_log_of_inspect_ai(suffix: str) -> None:
    """Both forms have the same samples. The .eval log is compressed with Zstandard."""
    if suffix == "eval":
        need_zstandard()
    log = _read(LOGS / f"inspect_match.{suffix}")
    assert log.harness == "inspect-ai"
    assert _plain(log) == [
        ("q0", ["9 + 9 = 18. The answer is 18"], ["18"]),
        ("q1", ["It costs $70,000.\nANSWER: 70,000"], ["70000"]),
        ("q2", ["ANSWER: 711"], ["11"]),
        ("q3", ["I think 3."], ["3"]),
    ]
    assert log.stated == {"match": 0.75, "includes": 0.75}
    assert _scores(log, "match") == [1, 1, 0, 1]
    assert _scores(log, "includes") == [1, 0, 1, 1]
    assert _extracted(log, "match") == ["18", "70000", "711", "3"]
    assert log.answers[1].place.endswith(
        f"inspect_match.{'eval, samples/q1_epoch_1.json' if suffix == 'eval' else 'json, samples[1]'}"
    )


def test_an_older_log_of_inspect_ai() -> None:
    """Release 0.3.180 deflates its logs. It finds the gold answer 11 at the end of 711."""
    log = _read(LOGS / "inspect_match_0.3.180.eval")
    outputs = ["9 + 9 = 18. The answer is 18", "It costs $70,000.\nANSWER: 70,000", "ANSWER: 711", "I think 3."]
    golds = ["18", "70000", "11", "3"]
    assert _plain(log) == [
        (f"q{number}", [output], [gold]) for number, (output, gold) in enumerate(zip(outputs, golds, strict=True))
    ]
    assert log.stated == {"match": 1.0, "includes": 0.75}
    assert _scores(log, "match") == [1, 1, 1, 1]


def test_epochs_of_inspect_ai_are_in_its_order() -> None:
    need_zstandard()
    log = _read(LOGS / "inspect_choice.eval")
    outputs = ["ANSWER: A", "ANSWER: B", "ANSWER: D", "ANSWER: A", "Answer: b", "nothing"]
    golds = ["A", "B", "C"] * 2
    assert _plain(log) == [
        (str(1 + number % 3), [output], [gold])
        for number, (output, gold) in enumerate(zip(outputs, golds, strict=True))
    ]
    assert log.stated == {"choice": 2 / 3}
    assert _extracted(log, "choice") == ["A", "B", "D", "A", "B", ""]


def test_samples_of_inspect_ai_in_other_forms(tmp_path: Path) -> None:
    """Messages in parts, ids that are numbers, several right choices, a sample with an error, values of scores."""
    parts = [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "It is"}, {"type": "text", "text": "4"}]
    log = _read(
        inspect_log(
            tmp_path,
            inspect_sample(id=10, output={"completion": "", "choices": [{"message": {"content": parts}}]}),
            inspect_sample(
                id=9, target=["C", "A"], choices=["x", "y", "z"], scores={"s": {"value": "P"}, "t": {"value": True}}
            ),
            inspect_sample(id=8, error={"message": "out of time"}),
            inspect_sample(
                id=7, scores={"s": {"value": "N", "answer": "5"}, "u": {"value": {"a": 1}}, "v": {"value": 0.25}}
            ),
            results={
                "scores": [
                    {"name": "s", "reducer": "mean", "metrics": {"accuracy": {"value": 0.5}}},
                    {"name": "s", "reducer": "pass_at_2", "metrics": {"accuracy": {"value": 1.0}}},
                    {"name": "v", "metrics": {"mean": {"value": 1.0}}},
                ]
            },
        )
    )
    assert _plain(log) == [("7", ["4"], ["4"]), ("9", ["4"], ["A, C"]), ("10", ["It is\n4"], ["4"])]
    assert [answer.scores for answer in log.answers] == [{"s": 0.0, "v": 0.25}, {"s": 0.5, "t": 1.0}, {}]
    assert log.stated == {"s": 0.5}
    assert log.scorers == []


def test_scores_other_than_0_and_1_are_no_accuracy(tmp_path: Path) -> None:
    values = [{"s": {"value": "C"}, "t": {"value": 0.25}}, {"s": {"value": "I"}, "t": {"value": 1}}]
    samples = [inspect_sample(id=number, scores=scores) for number, scores in enumerate(values)]
    assert _read(inspect_log(tmp_path, *samples)).scorers == ["s"]


def test_details_of_lighteval() -> None:
    pytest.importorskip("pyarrow")
    log = _read(LOGS / "details_gsm8k_0.parquet")
    assert _plain(log) == [("0", ["The answer is $\\boxed{18}$"], [" 18"]), ("1", ["So 8"], [" 7", " seven"])]
    assert _scores(log, "extractive_match") == [1, 0]
    assert log.scorers == ["extractive_match"]


@pytest.mark.parametrize("file", ["scenario_state.json", "display_predictions.json"])
def test_a_run_of_helm(file: str) -> None:
    """The perturbed instance is left out, and so is the number of tokens."""
    log = _read(LOGS / "helm-numbers" / file)
    assert _plain(log) == [("id1", [" 9 + 9 = 18."], ["18"]), ("id2", ["2 + 3 = 5, or 6"], ["5"])]
    assert [answer.scores for answer in log.answers] == [
        {"final_number_exact_match": 1.0},
        {"final_number_exact_match": 0.0},
    ]


def test_letters_and_trials_of_helm() -> None:
    log = _read(LOGS / "helm-letters" / "scenario_state.json")
    assert _plain(log) == [("id7", ["B"], ["B"]), ("id7", ["A"], ["B"])]
    assert log.scorers == []


def test_predictions_of_opencompass() -> None:
    log = _read(LOGS / "opencompass_gsm8k.json")
    assert _plain(log) == [
        ("0", ["9 + 9 = 18. The answer is 18"], ["18"]),
        ("1", ["It costs $70,000.\n#### 70,000"], ["70000"]),
    ]


def test_gold_answers_of_opencompass(tmp_path: Path) -> None:
    """Only solutions of GSM8K are shortened. A text without the space after the mark is not one."""
    golds = ["so\n#### 1,200", "1,200", "####5", "#### a #### b"]
    path = tmp_path / "p.json"
    entries = {str(number): {"origin_prompt": "", "prediction": "", "gold": gold} for number, gold in enumerate(golds)}
    path.write_text(json.dumps(entries))
    assert [answer.golds for answer in _read(path).answers] == [("1200",), ("1,200",), ("####5",), ("a ",)]


def test_numbers_of_opencompass_decide_the_order(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    entries: dict[str, Any] = {
        str(number): {"origin_prompt": "", "prediction": [str(number)], "gold": number} for number in (0, 10, 9)
    }
    entries |= {str(number): {"origin_prompt": "", "prediction": "", "gold": ["1", "b"]} for number in range(1, 9)}
    path.write_text(json.dumps(entries))
    log = _read(path)
    assert [answer.id for answer in log.answers] == list(map(str, range(11)))
    assert log.answers[10].outputs == ("10",)
    assert log.answers[1].golds == ("1", "b")


def test_results_of_simple_evals() -> None:
    """The gold answers are escaped in HTML."""
    log = _read(LOGS / "gpqa_toy_allresults.json")
    outputs = ["Answer: A", 'ANSWER: b & "so" <on>', "nothing", "Answer: B"]
    assert _plain(log) == [("", [output], [gold]) for output, gold in zip(outputs, "ADCB", strict=True)]
    assert log.stated == {"score": 0.5}
    assert _scores(log, "score") == [1, 0, 0, 1]
    assert _extracted(log, "score") == ["A", "b", None, "B"]
    log = _read(LOGS / "mgsm_toy_allresults.json")
    assert _plain(log) == [("", ["So.\nAnswer: 18"], ["18"]), ("", ["The answer is 7"], ["7"])]
    assert _scores(log, "score") == [1, 0]


def _page(gold: str, extracted: str = "None", score: str = "0.0") -> str:
    rest = f"<p>Correct Answer: {gold}</p>\n<p>Extracted Answer: {extracted}</p>\n<p>Score: {score}</p>"
    return f"<h3>Sampled message</h3>\n<h3>Results</h3>\n{rest}"


def test_gold_answers_of_simple_evals_in_other_forms(tmp_path: Path) -> None:
    """DROP writes a list, MATH texts with brackets."""
    path = tmp_path / "drop_allresults.json"
    pages = [_page("[&#39;a&#39;, &#34;b &amp; c&#34;]"), _page("[1,2)"), _page("[&#39;x"), _page("")]
    convos = [[{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]] * 4
    path.write_text(json.dumps({"score": None, "metrics": {}, "htmls": pages, "convos": convos, "metadata": None}))
    log = _read(path)
    assert [list(answer.golds) for answer in log.answers] == [["a", "b & c"], ["[1,2)"], ["['x"], [""]]
    assert log.stated == {}


def test_results_of_mmlu_pro(tmp_path: Path) -> None:
    """Without an extracted letter, the scripts guess. An older script has another name for the outputs."""
    path = tmp_path / "law_result.json"
    entry = {"question_id": 70, "question": "?", "options": ["x", "y"], "answer_index": 1, "category": "law"}
    path.write_text(
        json.dumps(
            [
                {**entry, "answer": "B", "pred": "B", "model_outputs": "The answer is (B)."},
                {**entry, "question_id": 71, "answer": "A", "pred": None, "model_outputs": "No idea."},
                {**entry, "question_id": 72, "answer": "A", "pred": "B", "generated_text": "answer is B"},
            ]
        )
    )
    log = _read(path)
    assert _plain(log) == [
        ("70", ["The answer is (B)."], ["B"]),
        ("71", ["No idea."], ["A"]),
        ("72", ["answer is B"], ["A"]),
    ]
    assert _scores(log, "accuracy") == [1, None, 0]
    assert _extracted(log, "accuracy") == ["B", None, "B"]
    assert log.scorers == []


def test_events_of_evals() -> None:
    log = _read(LOGS / "evals_match.jsonl")
    assert _plain(log) == [
        ("toy.test.0", ["18"], ["18"]),
        ("toy.test.1", ["18 eggs"], ["18"]),
        ("toy.test.2", ["I think 18"], ["18"]),
        ("toy.test.3", ["7"], ["7", "seven"]),
    ]
    assert log.stated == {"accuracy": 0.75}
    assert _scores(log, "accuracy") == [1, 1, 0, 1]
    assert _extracted(log, "accuracy") == ["18", "18", None, "7"]


def test_outputs_of_evals_that_only_the_sampling_has() -> None:
    log = _read(LOGS / "evals_fuzzy.jsonl")
    assert _plain(log) == [("toy.test.0", ["The 18"], ["18"]), ("toy.test.1", ["no"], ["7"])]
    assert log.stated == {"accuracy": 0.5}


def test_plain_json_lines(tmp_path: Path) -> None:
    path = written(
        tmp_path / "log.jsonl",
        {"id": "a", "gold": "18", "outputs": ["so 18", "19"]},
        {"id": 7, "gold": [2.5, "five halves"], "outputs": ["2.5"]},
        {"gold": 3, "outputs": [""], "model": "m"},
    )
    assert _plain(_read(path)) == [
        ("a", ["so 18", "19"], ["18"]),
        ("7", ["2.5"], ["2.5", "five halves"]),
        ("", [""], ["3"]),
    ]


def test_samples_of_lm_eval(tmp_path: Path) -> None:
    """A log has the lines of one filter after those of another, with the same responses."""
    path = written(
        tmp_path / "samples.jsonl",
        _lm_eval(0, "18", ["a", "b"], "strict", ["[invalid]"], 0.0),
        _lm_eval(1, 7, ["c"], "strict", ["7"], 1.0),
        _lm_eval(0, "18", ["a", "b"], "flexible", ["18"], 1.0),
        _lm_eval(1, 7, ["c"], "flexible", ["7"], 1.0),
    )
    log = _read(path)
    assert _plain(log) == [("", ["a", "b"], ["18"]), ("", ["c"], ["7"])]
    assert log.scorers == ["exact_match,strict", "exact_match,flexible"]
    assert _scores(log, "exact_match,strict") == [0, 1]
    assert _scores(log, "exact_match,flexible") == [1, 1]
    assert _extracted(log, "exact_match,strict") == ["[invalid]", "7"]


def _lm_eval(
    number: int, target: Any, resps: list[str], name: str, filtered: list[str], right: float
) -> dict[str, Any]:
    return {
        "doc_id": number, "target": target, "resps": [resps], "filter": name,
        "filtered_resps": filtered, "metrics": ["exact_match"], "exact_match": right,
    }  # fmt: skip


def test_further_filters_of_lm_eval_may_be_incomplete(tmp_path: Path) -> None:
    path = written(
        tmp_path / "samples.jsonl",
        _lm_eval(0, "18", ["a"], "strict", ["a"], 0.0),
        _lm_eval(1, "7", ["c"], "strict", ["7"], 1.0),
        _lm_eval(0, "18", ["a"], "flexible", ["18"], 1.0),
    )
    assert _read(path).scorers == ["exact_match,strict"]


def test_several_gold_answers_of_lm_eval_are_kept(tmp_path: Path) -> None:
    path = written(tmp_path / "samples.jsonl", {"target": ["18", "eighteen"], "resps": [["18"]]})
    assert _plain(_read(path)) == [("", ["18"], ["18", "eighteen"])]


@pytest.mark.parametrize(
    "record",
    [
        {"hypothesis": "18", "references": ["18"]},
        {"target": "0", "resps": [[["-1.5", "False"]]]},
        {"resps": [["18"]]},
        {"target": "18", "resps": []},
        {"target": "18", "resps": "18"},
        {"type": "metrics", "sample_id": "a", "data": {}},
        {"gold": "4"},
        [1],
        None,
    ],
)
def test_other_records_are_no_logs(tmp_path: Path, record: Any) -> None:
    assert find_log(written(tmp_path / "texts.jsonl", record)) is None


@pytest.mark.parametrize("name", ["texts.jsonl", "texts.txt", "texts.eval"])
def test_texts_are_no_logs(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("")
    assert find_log(tmp_path / name) is None


def test_the_metric_reads_a_log_and_files_of_texts(tmp_path: Path) -> None:
    chosen = metric("answer-match")
    log = written(tmp_path / "log.jsonl", {"gold": "18", "outputs": ["so 18"]}, {"gold": "3", "outputs": ["4", "3"]})
    texts = tmp_path / "texts.jsonl"
    texts.write_text('{"hypothesis": "so 18", "references": ["18"]}\n{"hypothesis": "4", "references": ["3"]}\n')
    expected = Corpus.from_segments(["so 18", "4"], [["18"], ["3"]])
    assert chosen.read(InputFiles(log)) == chosen.read(InputFiles(texts)) == expected


def test_the_accuracy_that_inspect_ai_states() -> None:
    """The sample q2 is right only by the end of its text."""
    files = InputFiles(LOGS / "inspect_match.json")
    data = metric("answer-match").read(files)
    assert score("answer-match", data, like="inspect-ai.match_numeric_end").value == 0.75
    assert score("answer-match", data, like="inspect-ai.includes").value == 0.75
