"""What changed between releases: the witnesses that were measured on the released packages, and how recordings compare."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import pytest

from samescore import drift as verb
from samescore import records
from samescore.drift import Drift, Move
from samescore.errors import InputError, UnknownNameError
from samescore.gate import hold
from samescore.implementations import Replay, implementation
from samescore.implementations.recorded import Recording, recordings
from samescore.outcome import Raised, Score
from samescore.report import drifted
from samescore.suite.vectors import vectors
from tests.test_cli import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: From release, to release, metric; how it was asked, entry point, vector; what it answered; the knob. The numbers are
#: what the released packages gave (six digits; None: an error).
_WITNESSES: list[tuple[str, str, str, str, str, str, float | None, float | None, str]] = [
    # sacrebleu
    (
        "sacrebleu==1.2.21",
        "1.3.1",
        "bleu",
        "default",
        "sentence_bleu",
        "bleu-release-sentence-floor",
        5.0813,
        0.0,
        "floor_value",
    ),
    (
        "sacrebleu==1.4.3",
        "1.4.4",
        "bleu",
        "asked",
        "corpus_bleu",
        "bleu-release-add-k-from-3",
        47.2871,
        48.5492,
        "add_k_from",
    ),
    ("sacrebleu==1.4.3", "1.4.4", "bleu", "numbers", "corpus_bleu", "bleu-release-add-k-from-3", 0.0, 48.5492, "add_k"),
    (
        "sacrebleu==1.4.14",
        "1.5.0",
        "bleu",
        "numbers",
        "corpus_bleu",
        "bleu-release-floor-default",
        0.0,
        25.4066,
        "floor_value",
    ),
    (
        "sacrebleu==1.4.14",
        "1.5.0",
        "bleu",
        "default",
        "sentence_bleu",
        "bleu-release-sentence-floor",
        0.0,
        30.2138,
        "smoothing",
    ),
    (
        "sacrebleu==1.4.14",
        "1.5.0",
        "bleu",
        "asked",
        "corpus_bleu",
        "bleu-release-dropped-reference",
        100.0,
        13.5335,
        "empty_references",
    ),
    (
        "sacrebleu==1.4.14",
        "1.5.0",
        "bleu",
        "default",
        "corpus_bleu",
        "bleu-release-empty-reference-smoothed",
        7.98679,
        None,
        "empty_references",
    ),
    (
        "sacrebleu==2.1.0",
        "2.2.0",
        "bleu",
        "default",
        "corpus_bleu",
        "bleu-release-empty-reference-smoothed",
        None,
        0.0,
        "empty_references",
    ),
    (
        "sacrebleu==1.5.1",
        "2.0.0",
        "bleu",
        "default",
        "corpus_bleu",
        "bleu-release-no-match-smoothed",
        7.98679,
        0.0,
        "zero_guard",
    ),
    (
        "sacrebleu==1.5.1",
        "2.0.0",
        "chrf",
        "default",
        "corpus_chrf",
        "chrf-release-counted-orders",
        0.880542,
        96.4829,
        "missing_reference_order",
    ),
    ("sacrebleu==1.5.1", "2.0.0", "chrf", "default", "corpus_chrf", "chrf-release-scale", 0.388889, 38.8889, "scale"),
    ("sacrebleu==1.5.1", "2.0.0", "ter", "default", "corpus_ter", "ter-release-fraction", 0.25, 25.0, "scale"),
    (
        "sacrebleu==1.5.1",
        "2.0.0",
        "chrf",
        "default",
        "corpus_chrf",
        "chrf-release-first-reference",
        0.0568182,
        100.0,
        "best_reference",
    ),
    (
        "sacrebleu==1.5.1",
        "2.0.0",
        "bleu",
        "counterpart",
        "corpus_bleu",
        "bleu-release-intl-backslash",
        36.0645,
        100.0,
        "tokenizer",
    ),
    ("sacrebleu==1.5.1", "2.0.0", "bleu", "default", "corpus_bleu", "bleu-no-segments", 0.0, None, "no_segments"),
    (
        "sacrebleu==2.0.0",
        "2.1.0",
        "bleu",
        "asked",
        "corpus_bleu",
        "bleu-release-order-6",
        53.7285,
        41.6342,
        "max_order",
    ),
    (
        "sacrebleu==1.5.1",
        "2.0.0",
        "ter",
        "asked",
        "corpus_ter",
        "ter-release-dropped-reference",
        50.0,
        25.0,
        "empty_references",
    ),
    (
        "sacrebleu==2.1.0",
        "2.2.0",
        "ter",
        "asked",
        "corpus_ter",
        "ter-release-dropped-reference",
        25.0,
        50.0,
        "empty_references",
    ),
    (
        "sacrebleu==2.1.0",
        "2.2.0",
        "bleu",
        "asked",
        "corpus_bleu",
        "bleu-release-dropped-reference",
        13.5335,
        100.0,
        "empty_references",
    ),
    ("sacrebleu==2.3.1", "2.3.2", "ter", "asked", "corpus_ter", "ter-empty-both", 100.0, 0.0, "no_length"),
    # nltk
    (
        "nltk==3.2.5",
        "3.3",
        "bleu",
        "default",
        "sentence_bleu",
        "bleu-release-nltk-backoff",
        0.594604,
        7.26212e-78,
        "smoothing",
    ),
    (
        "nltk==3.2.5",
        "3.3",
        "bleu",
        "default",
        "sentence_bleu",
        "bleu-release-nltk-one-word",
        1.0,
        1.82185e-231,
        "smoothing",
    ),
    ("nltk==3.2.5", "3.3", "nist", "default", "sentence_nist", "nist-release-ratios", 0.30486, 2.2208, "information"),
    ("nltk==3.3", "3.4", "chrf", "default", "sentence_chrf", "chrf-release-pooled", 0.5, 0.194444, "order_mean"),
    ("nltk==3.3", "3.4", "chrf", "default", "sentence_chrf", "chrf-release-identical", 1.0, 0.5, "order_mean"),
    ("nltk==3.3", "3.4", "bleu", "asked", "corpus_bleu", "bleu-release-nltk-4-last", None, None, "nltk_4_length"),
    (
        "nltk==3.4.5",
        "3.5",
        "bleu",
        "asked",
        "sentence_bleu",
        "bleu-release-nltk-4-growing",
        0.38331,
        0.70085,
        "nltk_4_form",
    ),
    (
        "nltk==3.4.5",
        "3.5",
        "bleu",
        "asked",
        "sentence_bleu",
        "bleu-release-nltk-7-growing",
        0.541049,
        1.4578,
        "nltk_4_form",
    ),
    (
        "nltk==3.5",
        "3.6",
        "bleu",
        "asked",
        "sentence_bleu",
        "bleu-release-nltk-4-growing",
        0.70085,
        0.29395,
        "nltk_4_form",
    ),
    ("nltk==3.5", "3.6", "bleu", "asked", "sentence_bleu", "bleu-release-nltk-7-mat", 0.89261, 0.41011, "nltk_4_form"),
    ("nltk==3.5", "3.6", "bleu", "asked", "sentence_bleu", "bleu-release-nltk-2-words", 0.48892, 0.48549, "add_k_from"),
    (
        "nltk==3.6.2",
        "3.6.3",
        "ribes",
        "asked",
        "sentence_ribes",
        "ribes-release-none-aligned",
        None,
        0.0,
        "few_aligned",
    ),
    (
        "nltk==3.6.2",
        "3.6.3",
        "edit-distance",
        "counterpart",
        "edit_distance",
        "edit-distance-release-exchange",
        3.0,
        2.0,
        "operations",
    ),
    (
        "nltk==3.6.2",
        "3.6.3",
        "edit-distance",
        "counterpart",
        "edit_distance",
        "edit-distance-release-doubled",
        1.0,
        0.0,
        "operations",
    ),
    (
        "nltk==3.6.5",
        "3.6.6",
        "edit-distance",
        "counterpart",
        "edit_distance",
        "edit-distance-release-doubled",
        0.0,
        1.0,
        "operations",
    ),
    (
        "nltk==3.6.5",
        "3.6.6",
        "bleu",
        "asked",
        "sentence_bleu",
        "bleu-release-nltk-log-of-zero",
        None,
        1.0,
        "zero_precision",
    ),
    (
        "nltk==3.9.4",
        "3.10.0",
        "ribes",
        "asked",
        "sentence_ribes",
        "ribes-empty-hypothesis",
        None,
        0.5,
        "empty_hypothesis",
    ),
    ("nltk==3.9.4", "3.10.0", "kappa", "asked", "kappa", "kappa-release-one-class", None, 1.0, "one_class"),
    (
        "nltk==3.9.4",
        "3.10.0",
        "meteor",
        "counterpart",
        "single_meteor_score",
        "meteor-release-irregular-case",
        0.25,
        0.9375,
        "stemmer",
    ),
    (
        "nltk==3.10.2",
        "3.10.3",
        "edit-distance",
        "asked",
        "edit_distance",
        "edit-distance-too-long-for-nltk",
        2000.0,
        None,
        "max_length",
    ),
    ("nltk==3.10.3", "3.10.4", "ribes", "asked", "sentence_ribes", "ribes-gap", 0.382177, 0.955443, "concordance"),
    ("nltk==3.10.3", "3.10.4", "chrf", "asked", "sentence_chrf", "chrf-release-separator", 1.0, 0.37595, "whitespace"),
    # scikit-learn
    ("sklearn==0.21.3", "0.22", "f1", "asked", "fbeta_score", "f1-release-beta-zero-error", None, 0.666667, "f_form"),
    ("sklearn==1.2.2", "1.3.0", "f1", "asked", "f1_score", "f1-release-all-wrong", 0.0, 1.0, "f_form"),
    ("sklearn==1.3.2", "1.4.0", "f1", "asked", "f1_score", "f1-release-all-wrong", 1.0, 0.0, "f_form"),
    ("sklearn==1.3.2", "1.4.0", "f1", "asked", "f1_score", "f1-release-none-predicted-nan", None, 0.0, "f_form"),
    ("sklearn==1.5.2", "1.6.0", "roc-auc", "asked", "roc_auc_score", "roc-auc-one-class", None, None, "one_class"),
    ("sklearn==1.7.2", "1.8.0", "mcc", "asked", "matthews_corrcoef", "mcc-empty", 0.0, None, "empty_input"),
    ("sklearn==1.7.2", "1.8.0", "f1", "default", "f1_score", "f1-empty", 0.0, None, "empty_input"),
]


def _between(before: str, version: str, metric: str, pattern: str = "") -> Drift:
    after = f"{before.partition('==')[0]}=={version}"
    return verb.drift(verb.record([f"native:{before}", f"native:{after}"], metrics=[metric], pattern=pattern))


def _value(outcome: Any) -> float | None:
    return outcome.value if isinstance(outcome, Score) else None


@pytest.mark.parametrize("witness", _WITNESSES, ids=lambda w: f"{w[0]}-{w[1]}-{w[5]}")
def test_a_change_between_releases_is_found_with_its_knob(witness: Any) -> None:
    before, version, metric, kind, entry_point, vector, was, became, knob = witness
    found = _between(before, version, metric, vector)
    assert found.exit_code == 0
    (transition,) = found.transitions
    moves = [*transition.moves, *transition.parameters]
    (move,) = [m for m in moves if (m.kind, m.entry_point, m.vector) == (kind, entry_point, vector)]
    for outcome, number in ((move.before, was), (move.after, became)):
        if number is not None:
            assert math.isclose(_value(outcome) or 0.0, number, rel_tol=1.5e-5, abs_tol=1e-12), outcome
    if was is None and became is not None:
        assert not isinstance(move.before, Score)
    assert knob in {cause.knob.name for cause in move.causes or ()}, move.cause


def test_nothing_moves_between_releases_that_are_alike() -> None:
    for before, version, metric in (("sacrebleu==2.3.2", "2.6.0", "ter"), ("nltk==3.6.6", "3.9.4", "bleu")):
        (transition,) = _between(before, version, metric).transitions
        assert transition.moves == ()
        assert transition.compared > 100


# Comparing recordings.


def _pair() -> list[Recording]:
    return verb.record(["native:sacrebleu==2.0.0", "native:sacrebleu==2.6.0"], metrics=["ter"])


def _altered(one: Recording, change: Any) -> Recording:
    answers = {
        key: dataclasses.replace(given, outcome=change(given.outcome)) if isinstance(given.outcome, Score) else given
        for key, given in one.answers.items()
    }
    return dataclasses.replace(one, answers=answers)


def test_the_last_digits_are_no_move_and_are_counted() -> None:
    one = _pair()[1]
    nudged = _altered(one, lambda score: Score(math.nextafter(score.value, 1e9) if score.value else 0.0))
    transition = verb.compare(one, dataclasses.replace(nudged, environment={"python": "3.6.15"}))
    assert transition.moves == ()
    assert transition.last_digits > 50


def test_a_move_that_no_knob_explains_is_red() -> None:
    one = _pair()[1]
    moved = _altered(one, lambda score: Score(score.value + 1))
    found = verb.drift([one, dataclasses.replace(moved, version="2.6.1")])
    assert found.exit_code == 1
    assert found.transitions[0].unexplained
    assert "UNEXPLAINED" in "\n".join(drifted.plain(found))


def test_an_answer_to_another_input_is_not_compared() -> None:
    one = _pair()[1]
    other = dataclasses.replace(one, inputs={**one.inputs, "ter-empty-both": "0" * 64})
    transition = verb.compare(one, other)
    assert transition.skipped == ("ter-empty-both",)
    assert transition.moves == ()


def test_behaviours_are_runs_of_releases_that_are_alike() -> None:
    found = verb.drift(
        verb.record([f"native:sacrebleu=={v}" for v in ("2.6.0", "2.3.2", "2.3.1", "1.5.1")], metrics=["ter"])
    )
    runs = [one.versions for one in found.behaviours if one.entry_point == "corpus_ter"]
    assert runs == [("1.5.1",), ("2.3.1",), ("2.3.2", "2.6.0")]


# Files, and replaying them.


def _recorded(tmp_path: Path, *names: str, metric: str = "ter") -> Path:
    path = tmp_path / "run.jsonl"
    done = call("run", *names, "-m", metric, "--all-answers", "--report", str(path), cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def test_recorded_runs_are_compared_as_those_of_now(tmp_path: Path) -> None:
    path = _recorded(tmp_path, "native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0")
    from_file = verb.drift(recordings(path))
    now = verb.drift(verb.record(["native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0"], metrics=["ter"]))

    def told(found: Drift) -> list[tuple[str, str, str, str, str]]:
        return sorted(
            (m.kind, m.vector, m.entry_point, m.before.describe(), m.cause) for m in found.transitions[0].moves
        )

    assert told(from_file) == told(now)
    assert told(now)
    assert from_file.behaviours == now.behaviours


def test_the_command_prints_records_a_page_and_a_table(tmp_path: Path) -> None:
    path = _recorded(tmp_path, "native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0")
    done = call("drift", str(path), "--markdown", "page.md", "--report", "drift.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
    assert kinds[0] == "transition"
    assert {"move", "behaviour"} <= set(kinds)
    assert list(records.read(tmp_path / "drift.jsonl"))
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "| `corpus_ter` | ter | 2.3.1 / 2.6.0 |" in page
    assert "no_length: one -> edits" in page
    table = call("drift", str(path), "--format", "table", cwd=tmp_path).stdout
    assert "ter-empty-both: 100 -> 0" in table


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    assert call("drift", "nowhere.jsonl", cwd=tmp_path).returncode == 2
    (tmp_path / "other.jsonl").write_text('{"type": "absent", "implementation": "x", "reason": "y"}\n')
    done = call("drift", "other.jsonl", cwd=tmp_path)
    assert (done.returncode, "is not a run's report" in done.stderr) == (2, True)
    path = _recorded(tmp_path, "native:sacrebleu==2.6.0")
    assert call("drift", str(path), cwd=tmp_path).returncode == 4  # one recording is nothing to compare


@pytest.mark.parametrize(
    "damage",
    [
        lambda result: result["outcome"].update(kind="score", value=1.0, hex="zz"),
        lambda result: result["outcome"].update(kind="score", value=1.0, hex=""),
        lambda result: result["outcome"].update(kind="score", value=1.0, hex="inf"),
        lambda result: result["outcome"].update(kind="score", value=1.0, hex="0x1p99999"),
        lambda result: result.update(raw="nonsense"),
        lambda result: result.update(metric="nonsense"),
        lambda result: result.update(signature="ter|foo:bar"),
    ],
)
def test_a_damaged_recording_is_named(tmp_path: Path, damage: Any) -> None:
    path = _recorded(tmp_path, "native:sacrebleu==2.6.0")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    damage(next(row for row in rows if row["type"] == "result" and row["signature"]))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for read in (lambda: recordings(path), lambda: implementation(f"replay:{path}")):
        with pytest.raises(InputError, match=r"the answer of native:sacrebleu==2\.6\.0 to ter-"):
            read()


def test_a_recording_is_replayed_as_it_was(tmp_path: Path) -> None:
    path = _recorded(tmp_path, "native:sacrebleu==2.3.1")
    live = call("run", "native:sacrebleu==2.3.1", "-m", "ter", "--no-report", cwd=tmp_path)
    again = call("run", f"replay:{path}", "-m", "ter", "--no-report", cwd=tmp_path)
    assert again.returncode == 0

    def verdicts(text: str) -> list[tuple[str, str, Any]]:
        rows = [json.loads(line) for line in text.splitlines()]
        return [(r["vector"], r["verdict"], r["outcome"].get("hex")) for r in rows if r["type"] == "result"]

    assert verdicts(again.stdout) == verdicts(live.stdout)
    one = implementation(f"replay:{path}")
    assert isinstance(one, Replay)
    unknown = one.score("ter", vectors()["ter-empty-both"].data(), scale="1")
    assert unknown.kind == "unsupported"


def test_what_a_program_said_of_itself_is_replayed_with_it(tmp_path: Path) -> None:
    command = "cmd:" + str(Path(__file__).parent.parent / "examples" / "protocol" / "bleu.py")
    program = command.replace("cmd:", "cmd:python3 ")
    done = call("run", program, "-m", "bleu", "--report", "mine.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    again = call("run", "replay:mine.jsonl", "-m", "bleu", "--no-report", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert again.stdout.count('"verdict":"agree"') == done.stdout.count('"verdict":"agree"') > 0


def test_a_recording_of_several_wants_a_name(tmp_path: Path) -> None:
    path = _recorded(tmp_path, "native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0")
    with pytest.raises(UnknownNameError, match="several"):
        implementation(f"replay:{path}")
    assert implementation(f"replay:{path}#native:sacrebleu==2.6.0").version == "2.6.0"
    with pytest.raises(InputError):
        implementation(f"replay:{tmp_path / 'nothing.jsonl'}")


# The gate.


def test_the_gate_names_vector_stage_and_knob(tmp_path: Path) -> None:
    baseline = _recorded(tmp_path, "native:sacrebleu==1.5.1", metric="bleu")
    same = call("run", "native:sacrebleu==1.5.1", "-m", "bleu", "--no-report", "--against", str(baseline), cwd=tmp_path)
    assert same.returncode == 0
    assert "0 moved, 0 lost" in same.stderr
    moved = call(
        "run", "native:sacrebleu==2.6.0", "-m", "bleu", "--no-report", "--against", str(baseline), cwd=tmp_path
    )
    assert moved.returncode == 1
    line = next(line for line in moved.stderr.splitlines() if "bleu-release-no-match-smoothed" in line)
    assert "7.98679 -> 0" in line
    assert "zero_guard: off -> no-match" in line
    assert "first at" in line


def test_the_gate_lets_a_score_move_as_far_as_it_may() -> None:
    (before,) = verb.record(["native:nltk==3.5"], metrics=["bleu"], pattern="release")
    nudged = _altered(before, lambda score: Score(score.value * (1 + 1e-9), score.stages))
    assert hold([before], [nudged]).failed
    assert not hold([before], [nudged], tolerance=1e-8).failed
    wrong = _altered(before, lambda _: Raised("Error"))
    assert hold([before], [wrong], tolerance=1.0).failed


def test_the_gate_guesses_the_knob_of_a_program_without_profiles() -> None:
    """A recording that says the same of itself, but computes without clipping."""
    clipped, unclipped = verb.record(["native:sacrebleu.corpus_bleu"], metrics=["bleu"], pattern="clip")[0], None
    from samescore.implementations.base import native_outcome
    from samescore.scoring import parse_signature

    answers = {}
    for key, given in clipped.answers.items():
        settings = parse_signature(given.signature) if given.signature else None
        outcome = given.outcome
        if settings is not None and isinstance(outcome, Score):
            outcome = native_outcome(vectors()[key[1]].data(), settings.replace(clipping="unclipped"))
        answers[key] = dataclasses.replace(given, outcome=outcome)
    unclipped = dataclasses.replace(clipped, answers=answers)
    gate = hold([clipped], [unclipped])
    named = [one for one in gate.regressions if "clipping: clipped -> unclipped" in one.reason]
    assert len(named) > len(gate.regressions) / 2
    assert any(one.move.stage == "matches" for one in named)


def test_the_gate_sees_what_is_answered_no_longer() -> None:
    (before,) = verb.record(["native:sacrebleu"], metrics=["ter"])
    fewer = dataclasses.replace(before, answers={k: v for k, v in before.answers.items() if k[1] != "ter-empty-both"})
    gate = hold([before], [fewer])
    assert gate.failed
    assert {vector for _, vector, _ in gate.lost} == {"ter-empty-both"}


def test_the_gate_wants_one_baseline() -> None:
    held = verb.record(["native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0"], metrics=["ter"])
    with pytest.raises(InputError, match="more than one"):
        hold(held, [dataclasses.replace(held[0], name="sacrebleu")])
    with pytest.raises(InputError, match="no recording"):
        hold(held, [dataclasses.replace(held[0], name="nltk", package="nltk")])


def test_moves_are_told_with_their_best_witness() -> None:
    moves = [
        Move("asked", vector, "ter", "corpus_ter", before, Score(1.0), (), "value")
        for vector, before in (("ter-a", Raised("x")), ("ter-b", Score(0.0)), ("ter-release-c", Score(0.0)))
    ]
    assert drifted.witness(moves).vector == "ter-release-c"
    assert drifted.witness(moves[:2]).vector == "ter-b"


# What must not pass.


def test_a_gate_that_compares_nothing_does_not_pass(tmp_path: Path) -> None:
    baseline = _recorded(tmp_path, "native:sacrebleu==2.6.0")
    rows = [json.loads(line) for line in baseline.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if row["type"] == "case":
            row["input"] = "0" * 64
    other = tmp_path / "other.jsonl"
    other.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = call("run", "native:sacrebleu==2.6.0", "-m", "ter", "--no-report", "--against", str(other), cwd=tmp_path)
    assert done.returncode == 4
    assert "0 answers compared" in done.stderr
    assert "their input is another one now" in done.stderr


def test_a_gate_of_another_entry_point_has_lost_every_answer(tmp_path: Path) -> None:
    arguments = ("-m", "ter", "--vector", "ter-release")
    assert call("run", "native:sacrebleu.corpus_ter", *arguments, "--report", "b.jsonl", cwd=tmp_path).returncode == 0
    named = ("native:sacrebleu.sentence_ter", *arguments, "--no-report", "--against", "b.jsonl")
    done = call("run", *named, cwd=tmp_path)
    assert done.returncode == 1
    assert "LOST" in done.stderr


def test_an_interrupted_recording_is_no_baseline(tmp_path: Path) -> None:
    baseline = _recorded(tmp_path, "native:sacrebleu==2.6.0")
    (tmp_path / "half.jsonl").write_bytes(baseline.read_bytes()[:60_000])
    named = ("native:sacrebleu==2.6.0", "-m", "ter", "--no-report", "--against", "half.jsonl")
    done = call("run", *named, cwd=tmp_path)
    assert (done.returncode, "is not whole" in done.stderr) == (2, True)
    assert call("drift", "half.jsonl", str(baseline), cwd=tmp_path).returncode == 2


def test_the_gate_does_not_overwrite_its_baseline_nor_take_any_tolerance(tmp_path: Path) -> None:
    path = str(_recorded(tmp_path, "native:sacrebleu==2.6.0"))
    run = ("run", "native:sacrebleu==2.6.0", "-m", "ter")
    for wrong, word in (
        (("--against", path, "--report", path), "overwrite"),
        (("--against", path, "--tolerance", "nan"), "no number"),
        (("--tolerance", "0.5"), "goes with --against"),
    ):
        done = call(*run, *wrong, cwd=tmp_path)
        assert (done.returncode, word in done.stderr) == (2, True), done.stderr


def test_the_gate_holds_every_answer_that_is_asked_for(tmp_path: Path) -> None:
    """Defaults too: sentence_bleu without an argument smoothed otherwise in 1.4.14."""
    baseline = str(_recorded(tmp_path, "native:sacrebleu==1.5.1", metric="bleu"))
    run = ("run", "native:sacrebleu==1.4.14", "-m", "bleu", "--no-report", "--against", baseline)
    lines = call(*run, "--all-answers", cwd=tmp_path).stderr.splitlines()
    assert any("under defaults" in line and "smoothing: exp -> floor" in line for line in lines)
    assert any("was held against the recording of sacrebleu 1.5.1" in line for line in lines)


def test_recordings_without_a_common_answer_are_nothing_to_compare() -> None:
    held = [
        *verb.record(["native:nltk==3.5"], metrics=["bleu"], pattern="release-nltk-2"),
        *verb.record(["native:nltk==3.6"], metrics=["bleu"], pattern="release-nltk-4"),
    ]
    found = verb.drift(held)
    assert found.exit_code == 4
    assert found.transitions[0].one_sided > 0
    assert [one.versions for one in found.behaviours if one.entry_point == "corpus_bleu"] == [("3.5",), ("3.6",)]
