"""How recordings of releases compare: moves, files, replaying."""

from __future__ import annotations

import dataclasses
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from samescore import records
from samescore.base.errors import InputError, UnknownNameError
from samescore.base.outcome import Raised, Score
from samescore.catalogue.vectors import vectors
from samescore.implementations import Replay, implementation
from samescore.implementations.recording import Recording, read_recordings
from samescore.records import Move
from samescore.report import moves as words
from samescore.verbs.releases import drift as verb
from tests.command import call
from tests.reports import text_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

# Comparing recordings.


@cache
def _pair() -> list[Recording]:
    return verb.ask_now(["native:sacrebleu==2.0.0", "native:sacrebleu==2.6.0"], metrics=["ter"])


def altered(recording: Recording, change: Any) -> Recording:
    answers = {
        key: dataclasses.replace(answer, outcome=change(answer.outcome))
        if isinstance(answer.outcome, Score)
        else answer
        for key, answer in recording.answers.items()
    }
    return dataclasses.replace(recording, answers=answers)


def test_the_last_digits_are_no_move_and_are_counted() -> None:
    recording = _pair()[1]
    nudged = altered(recording, lambda score: Score(math.nextafter(score.value, 1e9) if score.value else 0.0))
    pair = verb.compare(recording, dataclasses.replace(nudged, environment={"python": "3.6.15"}))
    assert pair.every_move == []
    assert pair.transition.moved == 0
    assert pair.transition.last_digits > 50


def test_a_move_that_no_knob_explains_is_red() -> None:
    recording = _pair()[1]
    moved = altered(recording, lambda score: Score(score.value + 1))
    result = verb.drift([recording, dataclasses.replace(moved, version="2.6.1")])
    assert result.exit_code == 1
    assert result.pairs[0].transition.unexplained
    assert "UNEXPLAINED" in text_of("drift")(result)


def test_an_answer_to_another_input_is_not_compared() -> None:
    recording = _pair()[1]
    other = dataclasses.replace(recording, inputs={**recording.inputs, "ter-empty-both": "0" * 64})
    pair = verb.compare(recording, other)
    assert pair.transition.skipped == ["ter-empty-both"]
    assert pair.every_move == []


def test_behaviours_are_runs_of_releases_that_are_alike() -> None:
    result = verb.drift(
        verb.ask_now([f"native:sacrebleu=={v}" for v in ("2.6.0", "2.3.2", "2.3.1", "1.5.1")], metrics=["ter"])
    )
    runs = [behaviour.versions for behaviour in result.behaviours if behaviour.entry_point == "corpus_ter"]
    assert runs == [["1.5.1"], ["2.3.1"], ["2.3.2", "2.6.0"]]


# Files, and replaying them.


#: The reports of recorded runs, by implementations and metric: many tests begin with the same one.
_REPORTS: dict[tuple[str, ...], bytes] = {}


def recorded(tmp_path: Path, *names: str, metric: str = "ter") -> Path:
    """A copy of the report of ``samescore run --all-answers``, which the test may change."""
    path = tmp_path / "run.jsonl"
    key = (*names, metric)
    if key not in _REPORTS:
        done = call("run", *names, "-m", metric, "--all-answers", "--report", str(path), cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        _REPORTS[key] = path.read_bytes()
    path.write_bytes(_REPORTS[key])
    return path


def test_recorded_runs_are_compared_as_those_of_now(tmp_path: Path) -> None:
    path = recorded(tmp_path, "native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0")
    from_file = verb.drift(read_recordings(path))
    now = verb.drift(verb.ask_now(["native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0"], metrics=["ter"]))

    assert from_file == now
    assert now.pairs[0].moves


def test_the_command_prints_records_a_page_and_a_table(tmp_path: Path) -> None:
    path = recorded(tmp_path, "native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0")
    done = call(
        "drift", str(path), "--markdown", "page.md", "--report", "drift.jsonl", "--format", "jsonl", cwd=tmp_path
    )
    assert done.returncode == 0
    kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
    assert kinds[0] == "transition"
    assert {"move", "behaviour"} <= set(kinds)
    assert list(records.read(tmp_path / "drift.jsonl"))
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "- sacrebleu.corpus\\_ter: 2.3.1 \\| 2.6.0" in page
    assert "empty\\_reference: one -\\> edits" in page
    table = call("drift", str(path), cwd=tmp_path).stdout
    assert ": 100 -> 0 (first seen at value)" in table


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    assert call("drift", "nowhere.jsonl", cwd=tmp_path).returncode == 2
    (tmp_path / "other.jsonl").write_text('{"type": "absent", "implementation": "x", "reason": "y"}\n')
    done = call("drift", "other.jsonl", cwd=tmp_path)
    assert (done.returncode, "is neither a baseline nor a run's report" in done.stderr) == (2, True)
    path = recorded(tmp_path, "native:sacrebleu==2.6.0")
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
    path = recorded(tmp_path, "native:sacrebleu==2.6.0")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    damage(next(row for row in rows if row["type"] == "result" and row["signature"]))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for read in (lambda: read_recordings(path), lambda: implementation(f"replay:{path}")):
        with pytest.raises(InputError, match=r"native:sacrebleu==2\.6\.0's answer for ter-"):
            read()


def test_a_recording_is_replayed_as_it_was(tmp_path: Path) -> None:
    path = recorded(tmp_path, "native:sacrebleu==2.3.1")
    live = call("run", "native:sacrebleu==2.3.1", "-m", "ter", "--no-report", "--format", "jsonl", cwd=tmp_path)
    again = call("run", f"replay:{path}", "-m", "ter", "--no-report", "--format", "jsonl", cwd=tmp_path)
    assert again.returncode == 0

    def verdicts(text: str) -> list[tuple[str, str, Any]]:
        rows = [json.loads(line) for line in text.splitlines()]
        return [(r["vector"], r["verdict"], r["outcome"].get("hex")) for r in rows if r["type"] == "result"]

    assert verdicts(again.stdout) == verdicts(live.stdout)
    replay = implementation(f"replay:{path}")
    assert isinstance(replay, Replay)
    unknown = replay.score("ter", vectors()["ter-empty-both"].data(), scale="1")
    assert unknown.kind == "unsupported"


@pytest.mark.slow
def test_a_replay_keeps_the_description_of_the_program(tmp_path: Path) -> None:
    command = "cmd:" + str(Path(__file__).parents[2] / "examples" / "protocol" / "bleu.py")
    program = command.replace("cmd:", "cmd:python3 ")
    done = call("run", program, "-m", "bleu", "--report", "mine.jsonl", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    again = call("run", "replay:mine.jsonl", "-m", "bleu", "--no-report", "--format", "jsonl", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert again.stdout.count('"verdict":"agree"') == done.stdout.count('"verdict":"agree"') > 0


def test_a_recording_of_several_wants_a_name(tmp_path: Path) -> None:
    path = recorded(tmp_path, "native:sacrebleu==2.3.1", "native:sacrebleu==2.6.0")
    with pytest.raises(UnknownNameError, match="several"):
        implementation(f"replay:{path}")
    assert implementation(f"replay:{path}#native:sacrebleu==2.6.0").version == "2.6.0"
    with pytest.raises(InputError):
        implementation(f"replay:{tmp_path / 'nothing.jsonl'}")


def test_moves_are_shown_with_their_best_witness() -> None:
    moves = [
        Move("p", "1", "2", "asked", vector, "ter", "corpus_ter", was, records.outcome(Score(1.0)), "value", [], False)
        for vector, was in (
            ("ter-a", records.outcome(Raised("x"))),
            ("ter-b", records.outcome(Score(0.0))),
            ("ter-release-c", records.outcome(Score(0.0))),
        )
    ]
    assert words.witness(moves).vector == "ter-release-c"
    assert words.witness(moves[:2]).vector == "ter-b"


def test_a_release_that_could_not_run_is_not_compared() -> None:
    before, after = _pair()
    absent = dataclasses.replace(after, name="sacrebleu==99.9", version="99.9", unavailable="not installable")
    result = verb.drift([before, after, absent])
    assert [(each.implementation, each.reason) for each in result.absent] == [("sacrebleu==99.9", "not installable")]
    assert [pair.transition.after for pair in result.pairs] == ["2.6.0"]


def test_recordings_without_a_common_answer_are_nothing_to_compare() -> None:
    recordings = [
        *verb.ask_now(["native:nltk==3.5"], metrics=["bleu"], pattern="release-nltk-2"),
        *verb.ask_now(["native:nltk==3.6"], metrics=["bleu"], pattern="release-nltk-4"),
    ]
    result = verb.drift(recordings)
    assert result.exit_code == 4
    assert result.pairs[0].transition.one_sided > 0
    assert [behaviour.versions for behaviour in result.behaviours if behaviour.entry_point == "corpus_bleu"] == [
        ["3.5"],
        ["3.6"],
    ]
