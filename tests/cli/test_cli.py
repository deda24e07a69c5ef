"""The command line, as a person and as a script meet it."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from samescore import Corpus, score
from tests.command import PROGRAM, call, call_program, records

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_JSONL = ("--format", "jsonl")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("the cat sat on the mat .\nit is 2010.\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sat on a mat.\nit is 2010 .\n", encoding="utf-8")
    (tmp_path / "gold").write_text("OK BAD OK\n", encoding="utf-8")
    (tmp_path / "tags").write_text("OK BAD BAD\n", encoding="utf-8")
    (tmp_path / "above.jsonl").write_text("[-1]\n[0.5]\n", encoding="utf-8")
    (tmp_path / "huge.jsonl").write_text("[-1e4]\n", encoding="utf-8")
    return tmp_path


def test_run_writes_a_report_that_says_everything(tmp_path: Path) -> None:
    done = call_program("run", "native", "-m", "mcc", "--format", "jsonl", "--report", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    printed, written = records(done.stdout), records((tmp_path / "r.jsonl").read_text(encoding="utf-8"))
    assert printed == written
    cases = (len(written) - 2) // 2
    assert [record["type"] for record in written] == ["header", *["case", "result"] * cases, "footer"]
    assert [record["vector"] for record in written[1:-1:2]] == [record["vector"] for record in written[2:-1:2]]
    assert written[0]["schema"] == "samescore-report/1"
    assert written[0]["environment"]["python"]
    assert written[-1]["verdicts"] == {"agree": cases}
    assert written[-1]["exit_code"] == 0


@pytest.mark.once
def test_run_prints_a_table_that_fits(tmp_path: Path) -> None:
    done = call("run", "native", "native:nltk", "-v", "--no-report", "-m", "bleu", "-m", "ribes", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.iterdir())
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout
    assert "more knob changes" in done.stdout


def test_a_report_that_cannot_be_written_is_an_error_before_the_run(tmp_path: Path) -> None:
    done = call("run", "native", "--report", "nowhere/report.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot write the report nowhere/report.jsonl" in done.stderr
    assert "--no-report" in done.stderr


def test_selecting_nothing_is_not_success(tmp_path: Path) -> None:
    done = call("run", "native", "-k", "no-such", "--no-report", cwd=tmp_path)
    assert done.returncode == 4
    assert "no vector" in done.stderr


def test_a_named_implementation_that_cannot_start(tmp_path: Path) -> None:
    done = call_program("run", "sacrebleu==0.0.1", "-m", "bleu", "--no-report", cwd=tmp_path)
    assert done.returncode == 5
    assert "UNAVAILABLE" in done.stdout


def test_score_says_value_and_signature(files: Path) -> None:
    done = call("score", "hyp", "-r", "ref", "-m", "chrf++", *_JSONL, cwd=files)
    (record,) = records(done.stdout)
    corpus = Corpus.read(files / "hyp", [files / "ref"])
    assert record["value"] == score("chrf++", corpus).value
    assert float.fromhex(record["hex"]) == record["value"]
    assert record["signature"].startswith("chrf|case:keep|")
    assert "word_order:2" in record["signature"]


def test_score_follows_an_implementation_and_knobs(files: Path) -> None:
    done = call(
        *(
            "score",
            "hyp",
            "-r",
            "ref",
            "--like",
            "nltk.sentence_bleu",
            "--set",
            "smoothing=nltk-3",
            "--stages",
            *_JSONL,
        ),
        cwd=files,
    )
    (record,) = records(done.stdout)
    corpus = Corpus.read(files / "hyp", [files / "ref"])
    assert record["value"] == score("bleu", corpus, like="nltk.sentence_bleu", smoothing="exp").value
    assert len(record["stages"]["sentences"]) == 2


def test_score_on_labels(files: Path) -> None:
    done = call("score", "tags", "-r", "gold", "-m", "f1", "--set", "positive=BAD", cwd=files)
    assert done.stdout.splitlines()[0] == repr(2 / 3)
    done = call("score", "tags", "-m", "f1", cwd=files)
    assert done.returncode == 2
    assert "gold labels" in done.stderr


def test_the_entry_point_gives_the_metric(files: Path) -> None:
    named = records(call("score", "tags", "-r", "gold", "--like", "openkiwi.mcc", *_JSONL, cwd=files).stdout)
    assert named == records(
        call("score", "tags", "-r", "gold", "-m", "mcc", "--like", "openkiwi", *_JSONL, cwd=files).stdout
    )
    assert named[0]["metric"] == "mcc"


def test_the_entry_point_is_one_that_takes_the_settings(files: Path) -> None:
    metrics = [
        records(call("score", "hyp", "-r", "ref", "-m", "edit-distance", "--like", like, *_JSONL, cwd=files).stdout)[0][
            "metric"
        ]
        for like in ("rapidfuzz", "nltk")
    ]
    assert metrics == ["edit-distance", "edit-distance"]
    osa = call("score", "hyp", "-r", "ref", "-m", "osa", "--like", "rapidfuzz", cwd=files)
    assert osa.returncode == 0, osa.stderr


def test_scores_on_a_scale_of_their_own_are_compared_on_it(files: Path) -> None:
    both = ("-i", "native", "-i", "native:pycocoevalcap")
    done = call("diff", "hyp", "-r", "ref", "-m", "cider", *both, cwd=files)
    assert done.returncode == 0, done.stderr
    assert "0-10 " in done.stdout


def test_a_classifier_s_scores_from_a_file(tmp_path: Path) -> None:
    lines = '{"gold": 1, "score": 0.75}\n{"gold": 0, "score": "-inf"}\n{"gold": 1, "score": -1}\n'
    (tmp_path / "s.jsonl").write_text(lines, encoding="utf-8")
    assert records(call("score", "-m", "roc-auc", "s.jsonl", *_JSONL, cwd=tmp_path).stdout)[0]["value"] == 1


def test_diff_compares_models_without_any_peer(files: Path) -> None:
    done = call("diff", "hyp", "-r", "ref", "-i", "native:sacrebleu", "-i", "native:nltk", *_JSONL, cwd=files)
    assert done.returncode == 0, done.stderr
    written = records(done.stdout)
    rows = [record for record in written if record["type"] == "row"]
    assert [row["entry_point"] for row in rows] == ["corpus_bleu", "sentence_bleu"] * 2
    assert all(row["reproduced_natively"] for row in rows)
    assert {record["type"] for record in written} == {"row", "common"}


def test_diff_is_readable_on_a_narrow_terminal(files: Path) -> None:
    done = call("diff", "hyp", "-r", "ref", "-i", "native:nltk", cwd=files, COLUMNS="60")
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert "average: corpus -> sentences" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("score", "hyp"), "no references were given"),
        (("score", "nothing", "-r", "ref"), "cannot read nothing"),
        (("score", "hyp", "-r", "ref", "-m", "blue"), "did you mean bleu?"),
        (("score", "hyp", "-r", "ref", "--set", "tokenizer"), "has no '='"),
        (("score", "hyp", "-r", "ref", "--set", "tokenizer=14a"), "13a"),
        (("score", "hyp", "-r", "ref", "--like", "nltk==1.0"), "profiles cover versions"),
        (("score", "hyp", "-r", "ref", "--like", "sacrebleu", "--set", "mean=arithmetic"), "is always geometric"),
        (("diff", "hyp", "-r", "ref", "-i", "blue"), "unknown implementation"),
        (("run", "blue"), "unknown implementation"),
        (("show", "bleu-identica"), "did you mean bleu-identical"),
        (("list", "knobs"), "list knobs bleu"),
        (("score", "hyp", "-r", "ref", "--tags", "gaps"), "--like openkiwi"),
        (("score", "hyp", "-r", "ref", "-m", "bleu", "--signature", "chrf"), "remove -m"),
        (("score", "hyp", "-r", "ref", "--set", "x=1", "--signature", "chrf"), "remove -m"),
        (("diff", "hyp", "-r", "ref", "-i", "native:nltk", "-i", "native:nltk.corpus_bleu"), "native:nltk.corpus_bleu"),
        (("score", "huge.jsonl", "-m", "perplexity"), "too large"),
        (("score", "above.jsonl", "-m", "perplexity"), "above.jsonl, line 2: "),
    ],
)
def test_mistakes_exit_with_2_and_a_remedy(files: Path, arguments: tuple[str, ...], part: str) -> None:
    done = call(*arguments, cwd=files)
    assert done.returncode == 2
    assert part in done.stderr
    assert "Traceback" not in done.stderr


def test_hostile_text_reaches_the_terminal_escaped(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("\x1b[31mred\n", encoding="utf-8")
    (tmp_path / "r").write_text("\x1b]0;title\x07\n", encoding="utf-8")
    done = call("diff", "h", "-r", "r", "-i", "native:nltk", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    done = call("score", "\x1b[31m", "-r", "r", cwd=tmp_path)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


def test_show_prints_a_vector_whole(tmp_path: Path) -> None:
    done = call("show", "bleu-article-002-arithmetic-mean", cwd=tmp_path)
    assert "5/8" in done.stdout
    assert "expected  0.625" in done.stdout
    assert "samescore run -k bleu-article-002-arithmetic-mean" in done.stdout


def test_a_file_name_that_is_not_utf8_is_a_mistake(files: Path) -> None:
    done = call_program("score", "a\udcffb", "-r", "ref", cwd=files)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_terminal_of_western_europe_gets_other_characters_escaped(tmp_path: Path) -> None:
    done = call_program("show", "rouge-n-tokens-chinese-zh", cwd=tmp_path, PYTHONIOENCODING="latin-1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "\\u" in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_says_so_and_has_written_whole_lines(tmp_path: Path, number: signal.Signals) -> None:
    models = [
        f"native:{name}" for name in ("nltk", "sacrebleu", "rouge_score", "sklearn", "tf-nmt", "bleuscore", "jiwer")
    ]
    # The models keep the run busy long after the first results, also where nothing else is.
    command = [*PROGRAM, "run", "native", *models, "--report", "r.jsonl"]
    before = signal.signal(number, signal.default_int_handler)  # a test runner in the background ignores interrupts
    try:
        running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(number, before)
    with running:
        report = tmp_path / "r.jsonl.part"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not report.exists() or report.stat().st_size < 20_000):
            time.sleep(0.01)
        running.send_signal(number)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 128 + number
    assert errors.endswith("samescore: interrupted\n")
    assert "the results so far are in" in errors
    assert str(report) in errors
    assert "Traceback" not in errors
    assert not (tmp_path / "r.jsonl").exists()
    assert len(records(report.read_text(encoding="utf-8"))) > 10


def test_an_interrupt_that_a_finalizer_drops_comes_again() -> None:
    code = """
import signal, sys, time
import samescore.cli

class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        for _ in range(1000):  # the interrupt comes here, where Python only prints it
            pass

def command(_):
    finalized = Finalized()
    del finalized
    time.sleep(30)
    return 0

signal.signal(signal.SIGINT, signal.default_int_handler)
samescore.cli._invoke = command
samescore.cli.main(["run"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=25, check=False)
    assert (done.returncode, done.stderr) == (130, "samescore: interrupted\n")


def test_a_reader_that_stops_early_is_not_a_disagreement(tmp_path: Path) -> None:
    command = f"{shlex.join(PROGRAM)} run native --no-report --format jsonl"
    done = subprocess.run(
        ["/bin/bash", "-c", f"{command} | head -1 > /dev/null; echo ${{PIPESTATUS[0]}}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "141"
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_an_error(files: Path) -> None:
    done = call_program("run", "native", "-m", "mcc", "--report", "/dev/full", cwd=files)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_metric_leaves_the_last_report_alone(tmp_path: Path) -> None:
    report = ("--report", "r.jsonl")
    assert call("run", "native", "-m", "mcc", *report, cwd=tmp_path).returncode == 0
    before = (tmp_path / "r.jsonl").read_bytes()
    assert call("run", "native", "-m", "nosuch", *report, cwd=tmp_path).returncode == 2
    assert (tmp_path / "r.jsonl").read_bytes() == before


def test_diff_exit_codes(files: Path) -> None:
    (files / "empty").write_text("", encoding="utf-8")
    assert call("diff", "empty", "-r", "empty", "-i", "native:nltk", cwd=files).returncode == 4
    absent = call("diff", "hyp", "-r", "ref", "-i", "native:nltk", "-i", "sacrebleu==0.0.1", cwd=files)
    assert absent.returncode == 5
    done = call("diff", "tags", "-r", "gold", "-m", "f1", "-i", "native:sklearn", cwd=files)
    assert done.returncode == 4
    assert "set positive to one of these" in done.stdout


def test_an_alias_is_what_it_says(files: Path) -> None:
    done = call("diff", "hyp", "-r", "ref", "-m", "rouge-n", "-i", "native:rouge_score.rouge2", *_JSONL, cwd=files)
    (row,) = [record for record in records(done.stdout) if record["type"] == "row"]
    assert row["entry_point"] == "rouge2"
    assert row["outcome"]["value"] == score("rouge2", Corpus.read(files / "hyp", [files / "ref"])).value


def test_knobs_that_an_entry_point_cannot_take_are_named(files: Path) -> None:
    done = call("diff", "hyp", "-r", "ref", "--set", "smoothing=none", "-i", "native:nltk", cwd=files)
    assert "native:nltk.corpus_bleu does not support the given smoothing" in done.stdout


def test_labels_from_a_file_reach_the_terminal_escaped(tmp_path: Path) -> None:
    (tmp_path / "g").write_text("OK \x1b]0;pwned\x07\n", encoding="utf-8")
    (tmp_path / "p").write_text("OK OK\n", encoding="utf-8")
    done = call("score", "p", "-r", "g", "-m", "f1", cwd=tmp_path)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "\\x1b" in done.stderr


def test_a_signature_can_be_given_back(files: Path) -> None:
    first = records(call("score", "hyp", "-r", "ref", "--like", "nltk", *_JSONL, cwd=files).stdout)[0]
    again = records(call("score", "hyp", "-r", "ref", "--signature", first["signature"], *_JSONL, cwd=files).stdout)[0]
    assert again["hex"] == first["hex"]
    both = call("score", "hyp", "-r", "ref", "--signature", first["signature"], "--like", "nltk", cwd=files)
    assert both.returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "hyp", "-r", "ref", "--set", "max_order=1_0"),
        ("score", "hyp", "-r", "ref", "--set", "smoothing=exp", "--set", "smoothing=floor"),
        ("score", "hyp", "-r", "ref", "-m", "rouge2", "--set", "order=1"),
        ("score", "hyp", "-r", "ref", "--set", "weights=1e6,1e6,1e6,inf"),
        ("run", "native", "native"),
        ("run", "native==1.0"),
        ("list", "metrics", "nosuch"),
        ("list", "vectors", "nosuch"),
    ],
)
def test_more_mistakes_exit_with_2(files: Path, arguments: tuple[str, ...]) -> None:
    done = call(*arguments, cwd=files)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_extreme_weights_do_not_overflow(files: Path) -> None:
    done = call("score", "hyp", "-r", "ref", "--set", "weights=1e6,1e6,1e6,1e6", *_JSONL, cwd=files)
    assert records(done.stdout)[0]["value"] == 0


def test_a_metric_without_a_score_names_the_file(tmp_path: Path) -> None:
    for name in ("none", "refs"):
        (tmp_path / name).write_bytes(b"")
    for options in ((), ("--stages",), ("-m", "ter"), ("-m", "rouge-l")):
        done = call("score", "none", "-r", "refs", *options, cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr == "samescore: none: the input has no segments\n  hint: pass at least one segment\n"


def test_one_problem_is_not_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samescore.verbs.golden.lint.problems", lambda: ["a problem"])
    monkeypatch.setattr("samescore.verbs.golden.lint.file_problems", lambda _: [])
    monkeypatch.setattr("samescore.verbs.judging.adequacy.unknown_survivors", list)
    done = call("golden", "lint", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.endswith(" vectors: 1 problem\n")
