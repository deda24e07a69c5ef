"""The regression gate: a run compared with a recording."""

from __future__ import annotations

import dataclasses
import html
import json
import re
from pathlib import Path

import pytest

from samescore.base.errors import InputError
from samescore.base.outcome import Raised, Score, Unsupported
from samescore.catalogue.vectors import vectors
from samescore.metrics import parse_signature
from samescore.metrics.evaluator import native_outcome
from samescore.records import GateVerdict
from samescore.report.gate_words import compared_with
from samescore.verbs.releases import drift as verb
from samescore.verbs.releases.gate import gate
from samescore.verbs.releases.gate_causes import Suspect, most_frequent
from tests.command import call, records
from tests.unit.test_drift import altered, recorded

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_the_gate_names_vector_stage_and_knob(tmp_path: Path) -> None:
    baseline = recorded(tmp_path, "native:sacrebleu==1.5.1", metric="bleu")
    same = call("run", "native:sacrebleu==1.5.1", "-m", "bleu", "--no-report", "--against", str(baseline), cwd=tmp_path)
    assert same.returncode == 0
    assert "0 changed, 0 lost" in same.stdout
    moved = call(
        "run",
        "native:sacrebleu==2.6.0",
        "-m",
        "bleu",
        "--no-report",
        "--against",
        str(baseline),
        "--format",
        "jsonl",
        cwd=tmp_path,
    )
    assert moved.returncode == 1
    lines = moved.stderr.splitlines()
    place = next(place for place, line in enumerate(lines) if "zero_guard: off -> no-match" in line)
    assert lines[place].startswith("MOVED native:sacrebleu==2.6.0, bleu: ")
    assert "that differs: matches; known: sacrebleu-no-match-smoothed" in lines[place + 1]
    gates = [row for row in records(moved.stdout) if row["type"] == "vector-gate"]
    (regression,) = next(row for row in gates if row["vector"] == "bleu-release-no-match-smoothed")["regressions"]
    assert (f"{regression['was']['value']:.6g}", regression["became"]["value"]) == ("7.98679", 0)
    assert (regression["reason"], regression["change"]) == ("zero_guard: off -> no-match", -1.0)


@pytest.mark.slow
def test_the_gate_lets_a_score_move_as_far_as_it_may() -> None:
    (before,) = verb.ask_now(["native:nltk==3.5"], metrics=["bleu"], pattern="release")
    nudged = altered(before, lambda score: Score(score.value * (1 + 1e-9), score.stages))
    assert gate([before], [nudged]).exit_code == 1
    within = gate([before], [nudged], tolerance=1e-8)
    assert (within.exit_code, within.regressions) == (0, [])
    told = "a score may differ from its old value by up to 1e-06 % (--tolerance 1e-08)"
    assert told in compared_with(within)
    assert told not in compared_with(gate([before], [nudged]))
    wrong = altered(before, lambda _: Raised("Error"))
    assert gate([before], [wrong], tolerance=1.0).exit_code == 1


@pytest.mark.parametrize(
    ("was", "became", "tolerance", "moves"),
    [
        (10.0, 15.0, 0.5, False),
        (10.0, 20.0, 0.5, True),
        (20.0, 10.0, 0.5, False),
        (20.0, 9.0, 0.5, True),
        (0.0, 1e-9, 1.0, True),
        (-10.0, -15.0, 0.5, False),
    ],
)
def test_the_tolerance_is_a_part_of_the_old_score(was: float, became: float, tolerance: float, moves: bool) -> None:
    (recording,) = verb.ask_now(["native:nltk==3.5"], metrics=["bleu"], pattern="bleu-release-no-match-smoothed")
    sides = [altered(recording, lambda _, value=value: Score(value)) for value in (was, became)]
    assert bool(gate(sides[:1], sides[1:], tolerance).regressions) is moves


def test_the_gate_guesses_the_knob_of_a_program_without_profiles() -> None:
    """A recording with the same description that computes without clipping."""
    (clipped,) = verb.ask_now(["native:sacrebleu.corpus_bleu"], metrics=["bleu"], pattern="clip")
    answers = {}
    for key, answer in clipped.answers.items():
        settings = parse_signature(answer.signature) if answer.signature else None
        outcome = answer.outcome
        if settings is not None and isinstance(outcome, Score):
            outcome = native_outcome(vectors()[key[1]].data(), settings.replace(clipping="unclipped"))
        answers[key] = dataclasses.replace(answer, outcome=outcome)
    unclipped = dataclasses.replace(clipped, answers=answers)
    regressions = [regression for _, regression in gate([clipped], [unclipped]).regressions]
    named = [regression for regression in regressions if "clipping: clipped -> unclipped" in regression.reason]
    assert len(named) > len(regressions) / 2
    assert any(regression.stage == "matches" for regression in named)


def test_the_gate_sees_what_is_answered_no_longer() -> None:
    (before,) = verb.ask_now(["native:sacrebleu"], metrics=["ter"])
    fewer = dataclasses.replace(before, answers={k: v for k, v in before.answers.items() if k[1] != "ter-empty-both"})
    compared = gate([before], [fewer])
    assert compared.exit_code == 1
    assert {vector.vector for vector in compared.having(GateVerdict.LOST)} == {"ter-empty-both"}


def test_an_implementation_that_cannot_be_asked_is_no_success() -> None:
    (before,) = verb.ask_now(["native:sacrebleu"], metrics=["ter"], pattern="ter-release")
    absent = dataclasses.replace(before, name="sacrebleu==0.1", unavailable="it is not there", answers={})
    assert gate([before], [before]).exit_code == 0
    assert gate([before], [before, absent]).exit_code == 5
    assert gate([before], [before, absent], named=False).exit_code == 0
    assert gate([before], [absent], named=False).exit_code == 4
    removed = dataclasses.replace(absent, name=before.name)
    other = dataclasses.replace(before, name="native:jiwer", package="jiwer")
    assert gate([before, other], [removed, other], named=False).exit_code == 5, "the baseline has its answers"
    refused = {key: dataclasses.replace(a, outcome=Unsupported("")) for key, a in before.answers.items()}
    never = dataclasses.replace(before, answers=refused)
    assert gate([never, other], [removed, other], named=False).exit_code == 0, "the baseline has no answers of it"
    moved = altered(before, lambda score: Score(score.value + 1))
    assert gate([before], [moved, absent]).exit_code == 1


def test_a_gate_counts_answers_and_vectors() -> None:
    (before,) = verb.ask_now(["native:sacrebleu"], metrics=["ter"])
    changed = dataclasses.replace(before, inputs={**before.inputs, "ter-empty-both": "0" * 64})
    compared = gate([before], [changed])
    assert [vector.vector for vector in compared.having(GateVerdict.SKIPPED)] == ["ter-empty-both"]
    unchanged = compared.having(GateVerdict.UNCHANGED)
    assert len(compared.vectors) == len(unchanged) + 1
    assert compared.summary.compared == sum(vector.answers for vector in unchanged) > len(unchanged)
    assert (compared.summary.moved, compared.summary.lost, compared.summary.skipped) == (0, 0, 1)
    assert [(baseline.implementation, baseline.recording) for baseline in compared.summary.baselines] == [
        ("native:sacrebleu", before.label)
    ]


def test_the_gate_wants_one_baseline() -> None:
    recordings = verb.ask_now(["native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0"], metrics=["ter"])
    with pytest.raises(InputError, match="more than one"):
        gate(recordings, [dataclasses.replace(recordings[0], name="sacrebleu")])
    with pytest.raises(InputError, match="no recording"):
        gate(recordings, [dataclasses.replace(recordings[0], name="nltk", package="nltk")])


def test_a_gate_that_compares_nothing_does_not_pass(tmp_path: Path) -> None:
    baseline = recorded(tmp_path, "native:sacrebleu==2.6.0")
    rows = [json.loads(line) for line in baseline.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if row["type"] == "case":
            row["input"] = "0" * 64
    other = tmp_path / "other.jsonl"
    other.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = call("run", "native:sacrebleu==2.6.0", "-m", "ter", "--no-report", "--against", str(other), cwd=tmp_path)
    assert done.returncode == 4
    assert "0 answers compared" in done.stdout
    assert "not compared because their inputs changed" in done.stdout


def test_a_gate_of_another_entry_point_has_lost_every_answer(tmp_path: Path) -> None:
    arguments = ("-m", "ter", "-k", "ter-release")
    assert call("run", "native:sacrebleu.corpus_ter", *arguments, "--report", "b.jsonl", cwd=tmp_path).returncode == 0
    named = ("native:sacrebleu.sentence_ter", *arguments, "--no-report", "--against", "b.jsonl")
    done = call("run", *named, cwd=tmp_path)
    assert done.returncode == 1
    assert "LOST" in done.stdout


def test_an_interrupted_recording_is_no_baseline(tmp_path: Path) -> None:
    baseline = recorded(tmp_path, "native:sacrebleu==2.6.0")
    (tmp_path / "half.jsonl").write_bytes(baseline.read_bytes()[:60_000])
    named = ("native:sacrebleu==2.6.0", "-m", "ter", "--no-report", "--against", "half.jsonl")
    done = call("run", *named, cwd=tmp_path)
    assert (done.returncode, "is incomplete" in done.stderr) == (2, True)
    assert call("drift", "half.jsonl", str(baseline), cwd=tmp_path).returncode == 2


def test_the_gate_does_not_overwrite_its_baseline_nor_take_any_tolerance(tmp_path: Path) -> None:
    path = str(recorded(tmp_path, "native:sacrebleu==2.6.0"))
    run = ("run", "native:sacrebleu==2.6.0", "-m", "ter")
    for wrong, word in (
        (("--against", path, "--report", path), "overwrite"),
        (("--against", path, "--tolerance", "nan"), "is not a decimal number"),
        (("--tolerance", "0.5"), "needs --against"),
    ):
        done = call(*run, *wrong, cwd=tmp_path)
        assert (done.returncode, word in done.stderr) == (2, True), done.stderr


def test_the_gate_holds_every_answer_that_is_asked_for(tmp_path: Path) -> None:
    """Defaults too: sentence_bleu without an argument smoothed otherwise in 1.4.14."""
    baseline = str(recorded(tmp_path, "native:sacrebleu==1.5.1", metric="bleu"))
    run = ("run", "native:sacrebleu==1.4.14", "-m", "bleu", "--no-report", "--against", baseline)
    lines = call(*run, "--all-answers", cwd=tmp_path).stdout.splitlines()
    place = next(place for place, line in enumerate(lines) if "smoothing: exp -> floor" in line)
    assert any("under defaults" in line for line in lines[place : place + 4])
    assert any("was compared with the recording of sacrebleu 1.5.1" in line for line in lines)


@pytest.mark.slow
def test_a_reason_that_gives_some_of_the_new_numbers_says_how_many(tmp_path: Path) -> None:
    """A reason of a single number may be a coincidence."""
    module = tmp_path / "mine.py"
    module.write_text(
        "from samescore import Corpus, score\n"
        "def mer(hypotheses, references):\n"
        "    return score('mer', Corpus.from_segments(hypotheses, references)).value * FACTOR\n"
        "mer.samescore = {'metric': 'mer'}\n",
        encoding="utf-8",
    )
    text = module.read_text(encoding="utf-8")
    named = ("run", "py:mine:mer", "-m", "mer", "--fresh", "0")
    module.write_text(text.replace("FACTOR", "1"), encoding="utf-8")
    call(*named, "--report", "baseline.jsonl", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    module.write_text(text.replace("FACTOR", "0.5"), encoding="utf-8")
    done = call(
        *named,
        "--no-report",
        "--against",
        "baseline.jsonl",
        "--format",
        "jsonl",
        cwd=tmp_path,
        PYTHONPATH=str(tmp_path),
    )
    reasons = [
        regression["reason"]
        for row in records(done.stdout)
        if row["type"] == "vector-gate"
        for regression in row["regressions"]
    ]
    partly = [reason for reason in reasons if reason]
    assert partly, "half the errors are some other knob's number now and then"
    assert len(partly) < len(reasons)
    assert all(re.search(r"\(\d+ of \d+ moves\)$", reason) for reason in partly)


def test_a_repair_is_told_by_the_old_answers(tmp_path: Path) -> None:
    """A wrapper that lower-cased, and that computes now what it declares."""
    module = tmp_path / "mine.py"
    text = (
        "from samescore import Corpus, score\n"
        "def bleu(hypotheses, references):\n"
        "    return score('bleu', Corpus.from_segments(hypotheses, references), KNOBS).value\n"
        "bleu.samescore = {'metric': 'bleu', 'like': 'sacrebleu.corpus_bleu'}\n"
    )
    named = ("run", "py:mine:bleu", "-k", "case or lower", "--fresh", "0")
    environment = {"PYTHONPATH": str(tmp_path)}
    module.write_text(text.replace("KNOBS", "case='lower'"), encoding="utf-8")
    call(*named, "--report", "b.jsonl", cwd=tmp_path, **environment)
    module.write_text(text.replace(", KNOBS", ""), encoding="utf-8")
    done = call(*named, "--no-report", "--against", "b.jsonl", "--format", "jsonl", cwd=tmp_path, **environment)
    (summary,) = [row for row in records(done.stdout) if row["type"] == "gate"]
    (cause,) = summary["causes"]
    assert cause["answers"] == summary["moved"] > 1
    assert cause["reason"].startswith(
        "the new answers are those of its settings; the old ones were as if case: keep -> lower"
    )
    assert (cause["stage"], " or " in cause["reason"]) == ("tokens", False), "no knob that changes nothing is named"


def test_few_of_the_knobs_that_give_the_same_are_named() -> None:
    every = [[Suspect(f"knob{number}: a -> b", "tokens") for number in range(5)]] * 2
    words = "as if knob0: a -> b or knob1: a -> b or knob2: a -> b, and 2 more"
    assert most_frequent([0, 1], every, 2, "as if") == {0: (words, "tokens"), 1: (words, "tokens")}
    three = [suspects[:3] for suspects in every]
    assert most_frequent([0, 1], three, 2, "as if")[0][0] == words.partition(",")[0]


@pytest.mark.slow
def test_each_input_of_a_cause_has_the_whole_command(tmp_path: Path) -> None:
    module = tmp_path / "mine.py"
    text = "def accuracy(gold, predicted):\n    return FACTOR * len(gold)\n"
    named = ("run", "py:mine:accuracy", "-m", "accuracy", "--fresh", "0", "--no-report")
    environment = {"PYTHONPATH": str(tmp_path)}
    module.write_text(text.replace("FACTOR", "1"), encoding="utf-8")
    call(*named, "--write-baseline", "my base.jsonl", cwd=tmp_path, **environment)
    module.write_text(text.replace("FACTOR", "70"), encoding="utf-8")
    files = ("--against", "my base.jsonl", "--html", "page.html", "--format", "jsonl")
    done = call(*named, *files, cwd=tmp_path, **environment)
    (summary,) = [row for row in records(done.stdout) if row["type"] == "gate"]
    moved = summary["causes"][0]["first"]
    command = f"samescore run py:mine:accuracy -k {moved['vector']} -m accuracy --against 'my base.jsonl'"
    assert moved["reproduce"] == command
    assert command in html.unescape((tmp_path / "page.html").read_text(encoding="utf-8"))
