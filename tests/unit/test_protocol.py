"""Programs in any language, over a pipe: honest ones agree, and no misbehaviour reaches the run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from samescore import Corpus, DataError, UnknownNameError, implementation, run
from samescore.base.outcome import Score
from samescore.catalogue.vectors import select, vectors
from samescore.implementations.command import Command
from samescore.implementations.program import Program
from samescore.metrics import metric
from samescore.records import VectorVerdict
from samescore.verbs.judging.cases import JudgedCase
from samescore.verbs.judging.first_difference import differing_stage
from samescore.verbs.judging.judge import judge
from tests.command import PROGRAM, call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TOP = Path(__file__).resolve().parents[2]
_EXAMPLES = _TOP / "examples"
_BROKEN = _EXAMPLES / "broken" / "misbehaving.py"


def _named(*command: str | Path) -> str:
    import shlex

    return f"cmd:{shlex.join(map(str, command))}"


_HONEST = {
    "bleu": (sys.executable, "bleu.py", "bleu"),
    "chrf": ("node", "chrf.js", "chrf"),
    "wer": ("perl", "wer.pl", "wer"),
}


@pytest.mark.slow
@pytest.mark.parametrize("example", sorted(_HONEST))
def test_an_honest_program_has_nothing_red(example: str) -> None:
    runner, file, metric = _HONEST[example]
    if shutil.which(runner) is None:
        pytest.skip(f"{runner} is not installed")
    report = run([_named(runner, _EXAMPLES / "protocol" / file)], metrics=[metric], seed=1)
    assert not report.implementations[0].unavailable, report.implementations[0].unavailable
    assert not report.failures, report.failures[0].why
    assert report.exit_code == 0
    agreed = sum(result.verdict is VectorVerdict.AGREE for result in report.results)
    assert agreed > 15, "a program that is never right is not honest"


def test_a_program_that_does_not_listen_cannot_hold_up_the_end() -> None:
    from time import monotonic

    program = Command(_named(sys.executable, _BROKEN, "deaf"), timeout=10.0)
    long = Corpus.from_segments(["word " * 20_000], [["word " * 20_000]])
    for _ in range(3):
        assert program.score("wer", long).kind == "score"
    before = monotonic()
    program.close()
    assert monotonic() - before < 10


@pytest.mark.parametrize(
    ("manner", "kind", "words"),
    [
        ("crash", "Crashed", "exited with status 3; on stderr: about to die"),
        ("hang", "Timeout", "no answer within"),
        ("endless-line", "ProtocolError", "longer than"),
        ("not-json", "ProtocolError", "not a JSON object"),
        ("not-utf8", "ProtocolError", "not a JSON object"),
        ("wrong-id", "ProtocolError", "id is"),
        ("flood", "ProtocolError", "not a JSON object"),
        ("nan", "ProtocolError", "not a JSON object"),
        ("no-outcome", "ProtocolError", 'no "outcome"'),
        ("text-value", "ProtocolError", "is not a number"),
        ("deep-stages", "ProtocolError", "stages are nested more than 8 levels deep"),
        pytest.param(
            *("huge-stages", "ProtocolError", "stages are longer than 262144 characters"), marks=pytest.mark.slow
        ),
        ("digits", "ProtocolError", "'1_0' is not a number"),
        ("deep", "ProtocolError", "is too deeply nested"),
        ("closed-output", "Crashed", "has closed its output"),
    ],
)
def test_a_misbehaviour_is_the_programs_outcome_and_the_next_request_is_answered_anew(
    manner: str, kind: str, words: str
) -> None:
    program = Command(_named(sys.executable, _BROKEN, manner), timeout=1.0 if manner == "hang" else 10.0)
    vector = select(["wer"])[0]
    try:
        for _ in range(2):
            result = judge(program, vector)
            assert result.outcome.kind == "crashed"
            assert result.outcome.error == kind
            assert words in result.outcome.message
    finally:
        program.close()


@pytest.mark.parametrize("manner", ["segfault", "crash", "hang", "not-json", "text-value", "crashed"])
def test_a_failure_of_the_program_never_meets_an_expected_refusal(manner: str) -> None:
    program = Command(_named(sys.executable, _BROKEN, manner), timeout=1.0 if manner == "hang" else 10.0)
    try:
        result = judge(program, vectors()["wer-no-references"])
    finally:
        program.close()
    assert result.verdict is VectorVerdict.ERROR
    assert result.outcome.kind == "crashed"


@pytest.mark.slow
def test_texts_are_cut_off_and_stages_are_not_kept_for_ever() -> None:
    vector = vectors()["wer-edge-combining"]
    program = Command(_named(sys.executable, _BROKEN, "huge-texts"))
    outcome = judge(program, vector).outcome
    program.close()
    assert len(outcome.warnings) == 21
    assert outcome.warnings[0] == "w" * 500 + "…"
    assert outcome.warnings[-1] == "and 980 more warnings"
    program = Command(_named(sys.executable, _BROKEN, "huge-message"))
    outcome = judge(program, vector).outcome
    program.close()
    assert outcome.message == "m" * 2000 + "…"
    assert outcome.error == "E" * 2000 + "…"
    program = Command(_named(sys.executable, _BROKEN, "large-stages"))
    outcomes = [judge(program, vector).outcome for _ in range(40)]
    program.close()
    kept = [outcome for outcome in outcomes if outcome.stages]
    assert 0 < sum(len(json.dumps(outcome.stages, separators=(",", ":"))) for outcome in kept) <= 2**22
    assert outcomes[: len(kept)] == kept, "the first stages are kept"
    assert 0 < len(differing_stage(JudgedCase.of(vector), Score(0.5, {"counts": [[]] * 10_000}), native=False)) < 3000
    assert all(outcome.kind == "score" for outcome in outcomes)


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ({"implementation": "x" * 2000, "metrics": []}, "Expected `str` of length <= 1000"),
        ({"implementation": "x", "version": "1" * 200, "metrics": []}, "Expected `str` of length <= 100"),
        ({"implementation": "x", "metrics": [{"metric": "wer"}] * 100_000}, "longer than 262144 characters"),
        ({"implementation": "x", "metrics": [{"metric": "wer", "free": {"case": [[[[[[[[1]]]]]]]]}}]}, "levels deep"),
        ({"implementation": "x", "metrics": [{"metric": "wer", "settings": {"case": {"a": 1}}}]}, "case"),
    ],
)
def test_a_description_is_bounded(description: dict[str, object], words: str, tmp_path: Path) -> None:
    program = tmp_path / "describing.py"
    answer = json.dumps({**description, "id": 1})
    program.write_text(f"print({answer!r}, flush=True)\ninput()\n", encoding="utf-8")
    done = call("smoke", _named(sys.executable, program), cwd=tmp_path)
    assert done.returncode in (2, 5)
    assert words in done.stderr


def test_a_declared_refusal_meets_an_expected_one() -> None:
    program = Command(_named(sys.executable, _BROKEN, "refuses"))
    try:
        assert judge(program, vectors()["wer-no-references"]).verdict is VectorVerdict.AGREE
    finally:
        program.close()


@pytest.mark.parametrize("kind", ["crashed", "raised"])
def test_a_recorded_crash_is_no_refusal_even_in_an_old_recording(kind: str, tmp_path: Path) -> None:
    """Recordings made before there were crashes call them raised."""
    name = _named(sys.executable, _BROKEN, "segfault")
    done = call("run", name, "-k", "wer-no-references", "--report", "new.jsonl", cwd=tmp_path)
    assert done.returncode == 1
    recorded = (tmp_path / "new.jsonl").read_text(encoding="utf-8")
    assert '"kind":"crashed","error":"Crashed"' in recorded
    report = tmp_path / "recorded.jsonl"
    report.write_text(recorded.replace('"kind":"crashed"', f'"kind":"{kind}"'), encoding="utf-8")
    result = judge(implementation(f"replay:{report}"), vectors()["wer-no-references"])
    assert result.verdict is VectorVerdict.ERROR
    assert result.outcome.kind == "crashed"


@pytest.mark.parametrize("script", ["serve.py", "serve.py {hyp} {ref}"])
def test_a_crash_is_told_by_the_line_that_names_the_error(script: str, tmp_path: Path) -> None:
    """Node prints the error before the frames, and its version last."""
    frames = "".join(f"    at load{n} (node:internal:{n}:1)\n" for n in range(8))
    trace = f"serve.js:2\n\nTypeError: nothing to split\n{frames}\nNode.js v20.0.0\n"
    (tmp_path / "serve.py").write_text(f"import sys\nsys.stderr.write({trace!r})\nsys.exit(1)\n", encoding="utf-8")
    done = call("smoke", f"cmd:{sys.executable} {script}", "-m", "wer", cwd=tmp_path)
    said = done.stdout + done.stderr
    assert "TypeError: nothing to split" in said
    assert "node:internal" not in said


def test_a_crash_is_named_in_every_output(tmp_path: Path) -> None:
    name = _named(sys.executable, _BROKEN, "segfault")
    outputs = ("--report", "r.jsonl", "--junit", "r.xml", "--markdown", "r.md")
    done = call("run", name, "-k", "wer-no-references", *outputs, cwd=tmp_path)
    assert done.returncode == 1
    for shown in ((tmp_path / file).read_text(encoding="utf-8") for file in ("r.xml", "r.md")):
        assert "crashed: the program exited with status -11" in shown
    assert 'errors="1"' in (tmp_path / "r.xml").read_text(encoding="utf-8")
    table = call("run", name, "-k", "wer-no-references", cwd=tmp_path)
    assert "crashed: the program exited with status -11" in table.stdout


def test_a_program_that_answers_twice_is_caught_at_the_next_request() -> None:
    program = Command(_named(sys.executable, _BROKEN, "twice"))
    try:
        results = [judge(program, vector) for vector in select(["wer"])[:4]]
    finally:
        program.close()
    errors = [result.outcome.error for result in results]
    assert "ProtocolError" in errors


def test_answers_that_come_early_wait_until_they_are_asked_for(tmp_path: Path) -> None:
    """All answers arrive, although only a few lines are read ahead."""
    early = tmp_path / "early.py"
    early.write_text(
        "import json, sys\n"
        "sys.stdin.readline()\n"
        "print(json.dumps({'id': 1}), flush=True)\n"
        "for number in range(2, 42):\n"
        "    print(json.dumps({'id': number, 'outcome': 'score', 'value': number}), flush=True)\n"
        "sys.stdin.read()\n",
        encoding="utf-8",
    )
    program = Program([sys.executable, str(early)], timeout=10)
    settings = metric("wer").settings()
    try:
        first = program.score("wer", "wer", settings, {})
        deadline = time.monotonic() + 10
        while program._running is None or not program._running.answers.full():
            assert time.monotonic() < deadline, "nothing is read ahead"
            time.sleep(0.01)
        time.sleep(0.5)  # the reader holds the next line by now, and has nowhere to put it
        rest = [program.score("wer", "wer", settings, {}) for _ in range(39)]
    finally:
        program.close()
    assert [first, *rest] == [Score(float(number)) for number in range(2, 42)]


@pytest.mark.slow
def test_a_flood_on_stderr_does_no_harm() -> None:
    program = Command(_named(sys.executable, _BROKEN, "flood-errors"))
    try:
        assert judge(program, select(["wer"])[0]).outcome.kind == "score"
    finally:
        program.close()


def test_a_program_that_only_fails_is_given_up() -> None:
    report = run([_named(sys.executable, _BROKEN, "crash")], metrics=["wer"])
    counts = report.count(report.implementations[0].name, "wer")
    assert counts[VectorVerdict.UNAVAILABLE] > 0
    assert report.exit_code == 1
    assert report.header.implementations[0].unavailable == ""
    assert "gave up after" in report.implementations[0].unavailable
    assert "gave up after" in next(r.why for r in report.results if r.verdict is VectorVerdict.UNAVAILABLE)


@pytest.mark.parametrize("command", ["no-such-program-at-all", f"{sys.executable} -c pass"])
def test_a_program_that_does_not_start_is_unavailable(command: str) -> None:
    report = run([f"cmd:{command}"], metrics=["wer"])
    assert report.exit_code == 5
    assert "describe failed" in report.implementations[0].unavailable


def test_a_silent_program_is_unavailable_in_time() -> None:
    started = time.monotonic()
    program = Command(_named(sys.executable, _BROKEN, "silent"), starting=0.5)
    assert "Timeout" in str(program.unavailable())
    assert time.monotonic() - started < 10


def test_a_wrong_description_names_the_metric() -> None:
    with pytest.raises(DataError, match="blue: unknown metric: 'blue'"):
        implementation(_named(sys.executable, _BROKEN, "bad-description"))


def test_names_of_programs() -> None:
    with pytest.raises(UnknownNameError, match="does not name a program"):
        implementation("cmd:")
    with pytest.raises(UnknownNameError, match="No closing quotation"):
        implementation("cmd:'perl")


def test_a_hanging_program_is_terminated() -> None:
    program = Command(_named(sys.executable, _BROKEN, "hang"), timeout=0.5)
    running = program._program._running
    assert running is not None
    judge(program, select(["wer"])[0])
    assert running.process.status is not None


def test_smoke(tmp_path: Path) -> None:
    good = call("smoke", _named(sys.executable, _EXAMPLES / "protocol" / "bleu.py"), cwd=tmp_path)
    assert good.returncode == 0
    assert "basic vectors pass" in good.stdout
    bad = call("smoke", _named(sys.executable, _BROKEN, "no-outcome"), cwd=tmp_path)
    assert bad.returncode == 1
    assert 'has no "outcome"' in bad.stdout
    absent = call("smoke", "cmd:no-such-program-at-all", cwd=tmp_path)
    assert absent.returncode == 5
    assert "cannot be run: describe failed" in absent.stderr


def test_a_full_disk_loses_the_report_and_nothing_else(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = call("run", "native", "-m", "gleu", "--report", "/dev/full", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "is incomplete: No space left on device" in done.stderr
    results = [row for row in records(done.stdout) if row["type"] == "result"]
    assert len(results) == len(select(["gleu"]))


@pytest.mark.slow
def test_a_killed_run_has_written_whole_lines(tmp_path: Path) -> None:
    command = [*PROGRAM, "run", "native", "--report", "r.jsonl"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as running:
        report = tmp_path / "r.jsonl"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not report.exists() or report.stat().st_size < 20_000):
            time.sleep(0.01)
        running.kill()
    lines = report.read_bytes().split(b"\n")
    assert all(json.loads(line) for line in lines[:-1])
    assert json.loads(lines[0])["type"] == "header"
    assert len(lines) > 10
