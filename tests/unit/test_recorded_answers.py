"""The records of a log compared with computed scores and answers, by score and by audit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore import InputError
from samescore.base.errors import SettingsError
from samescore.data.answer_logs.formats import find_log
from samescore.data.answer_logs.log import AnswerLog
from samescore.records import AuditFinding, RecordedAgreement
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.execution import execute
from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.request import Request as AuditRequest
from samescore.verbs.inputs.recorded_answers import Agreement, agreement, recording_scorers
from samescore.verbs.inputs.settings import settings_for
from samescore.verbs.scoring.command import execute as score
from samescore.verbs.scoring.request import Request
from tests.answer_logs import LOGS, inspect_log, inspect_sample, need_zstandard, written
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _log(path: Path) -> AnswerLog:
    log = find_log(path)
    assert log is not None
    return log


def _agreement(path: Path, scorer: str, like: str) -> Agreement:
    return agreement(_log(path), scorer, settings_for("answer-match", like=like))


def test_records_of_evals_agree_with_its_model() -> None:
    """The rule takes no answer from an output, so answers are not compared."""
    assert _agreement(LOGS / "evals_match.jsonl", "accuracy", "evals.match") == Agreement(4, 4, 0, 0)


def test_records_of_simple_evals_agree_with_its_model() -> None:
    path = LOGS / "gpqa_toy_allresults.json"
    assert _agreement(path, "score", "simple-evals.gpqa") == Agreement(4, 4, 4, 4)
    percent = settings_for("answer-match", like="simple-evals.gpqa").replace(scale="100")
    assert agreement(_log(path), "score", percent) == Agreement(4, 4, 4, 4)


def test_the_first_difference_in_a_score() -> None:
    """The output with 711 ends with the gold answer 11, so it is right for includes."""
    found = _agreement(LOGS / "inspect_match.json", "includes", "inspect-ai.match_numeric_end")
    assert (found.scores, found.equal_scores) == (4, 2)
    assert found.first.endswith("inspect_match.json, samples[1]")


def test_the_first_difference_in_an_answer(tmp_path: Path) -> None:
    scores = [{"s": {"value": "C", "answer": answer}} for answer in ("4", "5", None)]
    samples = [inspect_sample(id=number, scores=each) for number, each in enumerate(scores)]
    path = inspect_log(tmp_path, *samples)
    found = agreement(_log(path), "s", settings_for("answer-match", extract="lm-eval-number"))
    assert found == Agreement(3, 3, 3, 1, f"{path}, samples[1]")


def test_questions_without_a_record_are_not_counted(tmp_path: Path) -> None:
    samples = [inspect_sample(), inspect_sample(id=2, scores={"s": {"value": "I"}, "t": {"value": [1], "answer": "4"}})]
    log = _log(inspect_log(tmp_path, *samples))
    assert recording_scorers(log) == ["s", "t"]
    settings = settings_for("answer-match")
    assert agreement(log, "s", settings) == Agreement(1, 0, 0, 0, log.answers[1].place)
    assert agreement(log, "t", settings) == Agreement(0, 0, 0, 0)


def test_the_records_of_score() -> None:
    path = LOGS / "evals_match.jsonl"
    _, found = score(Request(hypotheses=(path,), like="evals.match", recorded=True))
    assert found == RecordedAgreement(str(path), "answer-match", "accuracy", 4, 4, 0, 0)


def test_the_output_of_score() -> None:
    done = call(
        "score", str(LOGS / "inspect_match.json"), "--like", "inspect-ai.match_numeric_end", "--recorded", cwd=LOGS
    )
    assert done.returncode == 0
    *_, match, includes = done.stdout.splitlines()
    assert match == "recorded match: 4 of 4 scores are equal"
    assert includes.startswith("recorded includes: 2 of 4 scores are equal; first difference: ")
    assert includes.endswith("inspect_match.json, samples[1]")


@pytest.mark.parametrize("name", ["opencompass_gsm8k.json", "texts.tsv"])
def test_a_file_without_records_is_refused(tmp_path: Path, name: str) -> None:
    texts = tmp_path / "texts.tsv"
    texts.write_text("4\t4\n")
    path = texts if name == "texts.tsv" else LOGS / name
    with pytest.raises(InputError, match="has no recorded scores or answers"):
        list(score(Request(hypotheses=(path,), metrics=("answer-match",), recorded=True)))


def test_other_metrics_read_no_logs() -> None:
    with pytest.raises(SettingsError, match="bleu does not read logs"):
        list(score(Request(hypotheses=(LOGS / "evals_match.jsonl",), recorded=True)))


def test_stated_accuracies_are_claims_about_the_log() -> None:
    about: dict[str, Any] = {"source": "inspect_match.json", "hypotheses": "inspect_match.json", "items": 4}
    assert read_source(LOGS / "inspect_match.json").claims == [
        Claim("answer-match", "0.75", "match", label="match", original_tool="inspect-ai: match", **about),
        Claim("answer-match", "0.75", "includes", label="includes", original_tool="inspect-ai: includes", **about),
    ]


def test_the_mean_of_recorded_scores_is_a_claim_if_it_differs(tmp_path: Path) -> None:
    sample = inspect_sample(scores={"s": {"value": "C"}, "t": {"value": "I"}})
    stated = {"scores": [{"name": "s", "metrics": {"accuracy": {"value": 0.5}}}]}
    claims = read_source(inspect_log(tmp_path, sample, results=stated)).claims
    assert [(claim.id, claim.published) for claim in claims] == [
        ("s", "0.5"),
        ("s, mean of the recorded scores", "1.0"),
        ("t", "0.0"),
    ]


def test_a_log_without_scores_has_no_claims() -> None:
    with pytest.raises(InputError, match=r"opencompass_gsm8k.json states no accuracy") as refused:
        read_source(LOGS / "opencompass_gsm8k.json")
    assert refused.value.hint


def _findings(path: Path) -> list[AuditFinding]:
    return [found for found in execute(AuditRequest(claims=path)) if isinstance(found, AuditFinding)]


def test_an_audit_names_the_models_that_give_each_score() -> None:
    """The models of inspect-ai come first, because it wrote the log."""
    match, includes = _findings(LOGS / "inspect_match.json")
    assert match.notes[-1].startswith(
        "models that give each of the 4 recorded scores: inspect-ai.match_numeric_end, inspect-ai.match_numeric_any, "
    )
    assert includes.notes[-1] == (
        "models that give each of the 4 recorded scores: inspect-ai.includes, inspect-ai.match_end, "
        "inspect-ai.match_any, evals.includes"
    )


def test_an_audit_names_the_models_that_extract_each_answer() -> None:
    """Many rules find the letters, but only those of choice() find none in the last output."""
    need_zstandard()
    (choice,) = _findings(LOGS / "inspect_choice.eval")
    assert choice.notes[-1].endswith(
        "; models that also extract each recorded answer: inspect-ai.choice, inspect-ai.choices"
    )


def test_an_audit_tells_releases_apart() -> None:
    """Only release 0.3.180 finds 11 at the end of 711."""
    match, _ = _findings(LOGS / "inspect_match_0.3.180.eval")
    assert match.notes[-1].startswith(
        "models that give each of the 4 recorded scores: inspect-ai.match_numeric_end.v0-3-180, "
        "inspect-ai.match_numeric_any.v0-3-180, "
    )
    assert "inspect-ai.match_numeric_end," not in match.notes[-1]
    _, recorded, _ = score(
        Request((LOGS / "inspect_match_0.3.180.eval",), like="inspect-ai.match_numeric_end", recorded=True)
    )
    assert isinstance(recorded, RecordedAgreement)
    assert (recorded.scores, recorded.equal_scores) == (4, 3)
    assert recorded.first.endswith("samples/q2_epoch_1.json")


def test_an_audit_names_the_closest_models(tmp_path: Path) -> None:
    """The outputs are equal but their scores differ. A rule for letters finds none in either, so the first one differs."""
    samples = [inspect_sample(id=number, scores={"s": {"value": value}}) for number, value in enumerate("CI")]
    (finding,) = _findings(inspect_log(tmp_path, *samples))
    assert finding.notes[-1].startswith("no model gives each of the 2 recorded scores; closest, with 1: inspect-ai.")
    assert finding.notes[-1].endswith("log.json, samples[0])")


def test_scores_of_generated_texts_refer_to_the_samples_beside_them(tmp_path: Path) -> None:
    results = {
        "gsm8k": {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 1.0},
        "other": {"bleu,none": 2.0},
    }
    (tmp_path / "results.json").write_text(json.dumps({"results": results}))
    written(
        tmp_path / "samples_gsm8k.jsonl",
        *(
            {"doc_id": number, "target": "#### 4", "resps": [[text]], "filter": name, "filtered_resps": [found],
             "metrics": ["exact_match"], "exact_match": right}
            for name, number, text, found, right in (
                ("strict-match", 0, "#### 4", "4", 1.0),
                ("strict-match", 1, "so 4", "[invalid]", 0.0),
                ("flexible-extract", 0, "#### 4", "4", 1.0),
                ("flexible-extract", 1, "so 4", "4", 1.0),
            )
        ),
    )  # fmt: skip
    strict, flexible, _ = read_source(tmp_path / "results.json").claims
    assert [(claim.metric, claim.hypotheses) for claim in (strict, flexible)] == [
        ("answer-match", "samples_gsm8k.jsonl")
    ] * 2
    strict_found, flexible_found, _ = _findings(tmp_path / "results.json")
    assert "lm-eval.gsm8k.strict-match" in strict_found.notes[-1]
    assert "lm-eval.gsm8k.flexible-extract" in flexible_found.notes[-1]
    assert "lm-eval.gsm8k.strict-match" not in flexible_found.notes[-1]
