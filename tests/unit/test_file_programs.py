"""Programs that read files and print a number, without any protocol."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, InputError, UnknownNameError, score
from samescore.base.outcome import Crashed, Raised, Score, Unavailable, Unsupported
from samescore.catalogue.vectors import select, vectors
from samescore.data.labels import Labels
from samescore.implementations import Implementation, implementation
from samescore.implementations.asking import Asking, asking
from samescore.implementations.declaration import Declaration, declaring
from samescore.implementations.printed import compile_pattern, numbers_in
from samescore.verbs.judging.plan import RunPlan
from samescore.verbs.judging.run import ask
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SETTINGS: Mapping[str, Any] = {"tokenizer": "none", "smoothing": "none", "scale": "1"}
_ONE = Corpus.from_segments(["a small dog ran to the old house"], [["a small dog ran to an old house"]])
_TWO = Corpus.from_segments(
    ["a small dog ran to the old house", "they sing a song in the rain today"],
    [
        ["a small dog ran to an old house", "the small dog ran to the old house"],
        ["they sing a song in the heavy rain", "today they sing a song"],
    ],
)
_PREAMBLE = """
import os, sys, time
sys.path.insert(0, TOP)
from metrics import bleu as _bleu

def read(path):
    with open(path, encoding="utf-8", newline="\\n") as file:
        return file.read().split("\\n")[:-1]

def bleu(hypotheses, *streams):
    return _bleu()(hypotheses, list(zip(*streams)))

arguments = sys.argv[1:]
"""
_FILES = "bleu(*map(read, arguments))"


def _program(folder: Path, body: str, arguments: str = "{hyp} {ref}") -> str:
    """The name of a program with this body."""
    path = folder / "program.py"
    top = str(Path(__file__).resolve().parents[1] / "miniatures")
    path.write_text(_PREAMBLE.replace("TOP", repr(top)) + body + "\n", encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, str(path)])} {arguments}"


def _claimed(name: str, said: list[str] | None = None, metric: str = "bleu", **claim: Any) -> Implementation:
    lines = [] if said is None else said
    with declaring(Declaration(**{"metric": metric, "settings": _SETTINGS, "say": lines.append, **claim})):
        return implementation(name)


@pytest.mark.parametrize(
    ("arguments", "corpus"),
    [("{hyp} {ref}", _ONE), ("{hyp} {refs}", _TWO), ("{hyp} {refs}", _ONE), ("{hyp} {ref0} {ref1}", _TWO)],
)
def test_a_program_gets_a_file_for_each_place(tmp_path: Path, arguments: str, corpus: Corpus) -> None:
    program = _claimed(_program(tmp_path, f"print({_FILES})", arguments))
    outcome = program.score("bleu", corpus)
    assert isinstance(outcome, Score)
    assert outcome.value == pytest.approx(score("bleu", corpus, **_SETTINGS).value, rel=1e-12)
    assert outcome.decimals is None


@pytest.mark.parametrize("arguments", ["{ref} < {hyp}", "{ref} <{hyp}", "< {hyp} {ref}"])
def test_a_program_can_read_a_file_from_its_standard_input(tmp_path: Path, arguments: str) -> None:
    body = "assert len(arguments) == 1\nprint(bleu(sys.stdin.read().split('\\n')[:-1], read(arguments[0])))"
    outcome = _claimed(_program(tmp_path, body, arguments)).score("bleu", _ONE)
    assert isinstance(outcome, Score)
    assert outcome.value == pytest.approx(score("bleu", _ONE, **_SETTINGS).value, rel=1e-12)


def test_a_printed_number_is_compared_as_far_as_it_goes_and_all_of_it_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    body = f"print('BLEU-4 = %.2f, 60.1/50.2 (ratio=0.9, length=%d)' % (100 * {_FILES}, 9))"
    name = _program(tmp_path, body)
    outcome = _claimed(name, said, settings={"tokenizer": "none", "smoothing": "none"}).score("bleu", _ONE)
    assert outcome == Score(round(100 * score("bleu", _ONE, **_SETTINGS).value, 2), decimals=2)
    assert [line.removeprefix(f"{name}: ") for line in said] == [
        "the score is the number after the metric's name in its output; choose with --number-pattern",
        "its numbers look rounded to 2 decimals; they are compared at that precision",
    ]


@pytest.mark.parametrize(
    ("text", "pattern", "numbers"),
    [
        ("0.5", "", [0.5, 0.5]),
        ("BLEU-4: 0.25 of 7", "", [0.25, 7.0, 0.25]),
        ("chrF2 = 1e-3 %", "", [0.001, 0.001]),
        ("version 1.2.3x, v2, score=-.5", "", [-0.5, -0.5]),
        ("nothing, 1_0, \u0661", "", []),
        ("a=1 b=2\na=3 b=4", "a=([0-9])", [3.0]),
        ("a=1 b=2", "b=.", []),
        ("a=1 b=2", "c", []),
    ],
)
def test_numbers_in_a_text(text: str, pattern: str, numbers: list[float]) -> None:
    assert [number.value for number in numbers_in(text, "bleu", compile_pattern(pattern)).values()] == numbers


def test_a_pattern_finds_the_number(tmp_path: Path) -> None:
    name = _program(tmp_path, f"print('precision 3, result:', {_FILES}, 'of 8')")
    assert isinstance(_claimed(name, number_pattern="result: ([0-9.]+)").score("bleu", _ONE), Score)
    assert isinstance(_claimed(name, number_pattern="nothing (.)").unavailable(), Unavailable)
    with pytest.raises(InputError, match="--number-pattern"):
        _claimed(name, number_pattern="(")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("sys.exit(3)", "raised exit status 3"),
        ("sys.exit('no model')", "raised exit status 1: no model"),
        ("raise ValueError('bad line')", "raised exit status 1: ValueError: bad line"),
        ("print('nothing', chr(27))", "there is no number in its answer: 'nothing \\x1b'"),
        ("os.kill(os.getpid(), 9)", "crashed: the program exited with status -9"),
        ("time.sleep(3600)", "crashed: Timeout: it did not finish within 0.5 seconds"),
        ("os.fork() or time.sleep(3600)", "there is no number"),
        ("while True: print('x' * 10**6)", "it printed more than 1048576 bytes"),
        ("print(arguments[0])", "answer: 'hyp.txt'"),
    ],
)
def test_a_program_that_gives_no_number_is_unavailable_and_says_why(tmp_path: Path, body: str, words: str) -> None:
    before = time.monotonic()
    with asking(Asking(timeout=0.5 if body.startswith("time") else 20)):
        refusal = _claimed(_program(tmp_path, body)).unavailable()
    assert refusal is not None
    assert words in refusal.reason
    assert time.monotonic() - before < 30


def test_a_later_refusal_is_an_outcome(tmp_path: Path) -> None:
    body = f"if 'dog' in open(arguments[0]).read(): sys.exit('no dogs')\nprint({_FILES})"
    assert _claimed(_program(tmp_path, body)).score("bleu", _ONE) == Raised("exit status 1", "no dogs")
    body = f"if 'dog' in open(arguments[0]).read(): sys.exit(print('no dogs'))\nprint({_FILES})"
    crashed = _claimed(_program(tmp_path, body)).score("bleu", _ONE)
    assert crashed == Crashed("NoNumber", "there is no number in its answer: 'no dogs'")


#: A program that counts its starts, and prints a score for each line.
_EACH = """
with open(COUNT, "a") as file:
    file.write("x")
lines = list(zip(*map(read, arguments)))
for hypothesis, reference in lines:
    print(bleu([hypothesis], [reference]))
"""


def test_a_program_that_prints_a_number_for_each_line_answers_many_inputs_at_once(tmp_path: Path) -> None:
    said: list[str] = []
    body = _EACH.replace("COUNT", repr(str(tmp_path / "count")))
    program = _claimed(_program(tmp_path, body), said, settings={**_SETTINGS, "average": "sentences"})
    report = ask(RunPlan((program,), tuple(select(["bleu"])[:60]), named=True))
    answered = [result for result in report.results if result.verdict.answered]
    assert len(answered) > 10
    assert not report.failures, report.failures[0].why
    assert (tmp_path / "count").stat().st_size == 4, "three tries, and one start for all inputs"
    assert "it returns one number per segment, and the score is their mean; one process has scored" in said[0]


def test_a_number_for_each_line_is_no_score_of_a_corpus(tmp_path: Path) -> None:
    said: list[str] = []
    body = _EACH.replace("COUNT", repr(str(tmp_path / "count")))
    program = _claimed(_program(tmp_path, body), said)
    several = Corpus.from_segments(["a b c d", "e f g h"], [["a b c d"], ["e f g h"]])
    assert isinstance(program.score("bleu", several), Unsupported)
    assert program.score("bleu", several.part(0, 1)) == Score(1.0)
    assert "it runs only on inputs of one segment" in said[0]


@pytest.mark.parametrize("if_many", ["print(0.5)", "print(end='none')", "sys.exit(1)", "bleu = lambda *_: 0.5"])
def test_segments_that_cannot_be_asked_together_are_asked_alone(tmp_path: Path, if_many: str) -> None:
    lines = "lines = list(zip(*map(read, arguments)))\n"
    counting = _EACH.replace("COUNT", repr(str(tmp_path / "count")))
    body = counting.replace(lines, f"{lines}if len(lines) > 3: {if_many}\n")
    program = _claimed(_program(tmp_path, body), settings={**_SETTINGS, "average": "sentences"})
    starts = (tmp_path / "count").stat().st_size
    assert program.score("bleu", vectors()["bleu-identical"].data()) == Score(1.0)
    assert (tmp_path / "count").stat().st_size == starts + 1


def test_no_file_is_left_and_no_other_user_can_read_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    body = f"assert os.stat(os.path.dirname(arguments[0])).st_mode & 0o77 == 0\nprint({_FILES})"
    assert isinstance(_claimed(_program(tmp_path, body)).score("bleu", _ONE), Score)
    assert not list((tmp_path / "temporary").iterdir())


def test_there_is_no_shell(tmp_path: Path) -> None:
    body = "assert arguments[2:] == [';', 'touch', '$HOME/x', '`id`']\nprint(bleu(*map(read, arguments[:2])))"
    name = _program(tmp_path, body, "{hyp} {ref} ; touch $HOME/x '`id`'")
    assert isinstance(_claimed(name).score("bleu", _ONE), Score)


def test_inputs_that_files_cannot_hold_are_unsupported(tmp_path: Path) -> None:
    program = _claimed(_program(tmp_path, f"print({_FILES})"))
    for corpus in (
        _TWO,
        Corpus.from_segments(["a\nb"], [["a"]]),
        Corpus.from_segments(["a\ud800"], [["a"]]),
        Corpus.from_tokens([["a"]], [[["a"]]]),
    ):
        assert isinstance(program.score("bleu", corpus), Unsupported)
    with asking(Asking()):
        several = _claimed(_program(tmp_path, f"print({_FILES})", "{hyp} {ref0} {ref1}"))
    assert isinstance(several.score("bleu", _ONE), Unsupported)


def test_labels_have_files_of_their_own(tmp_path: Path) -> None:
    body = "gold, predicted = map(read, arguments)\nprint(sum(map(str.__eq__, gold, predicted)) / len(gold))"
    name = _program(tmp_path, body, "{gold} {predicted}")
    assert _claimed(name, metric="accuracy", settings={}).score("accuracy", Labels([1, 2, 2], [1, 1, 2])) == Score(
        2 / 3
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("{hyp}", "bleu needs files for hyp, ref, but the command has hyp"),
        ("{ref}", "bleu needs files for hyp, ref"),
        ("{hyp} {gold}", "bleu needs files for hyp, ref"),
        ("{hyp} {ref0} {ref2}", "bleu needs files for hyp, ref"),
        ("{hyp} --refs={refs}", "{refs} must be an argument of its own"),
        ("{hyp} '{ref}", "No closing quotation"),
    ],
)
def test_a_command_without_the_right_places_is_refused(tmp_path: Path, arguments: str, words: str) -> None:
    with pytest.raises(UnknownNameError) as error:
        _claimed(_program(tmp_path, "print(1)", arguments))
    assert words in str(error.value)


def test_the_commands_ask_a_program_with_files(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("a small dog ran to the old house\n", encoding="utf-8")
    (tmp_path / "r").write_text("a small dog ran to an old house\n", encoding="utf-8")
    name = _program(tmp_path, f"print('%.3f' % (100 * {_FILES}))")
    options = ("-m", "bleu", "--set", "tokenizer=none", "--set", "smoothing=none")
    for words in (
        ("diff", "h", "-r", "r", "-i", "native:sacrebleu.corpus_bleu", "-i", name),
        ("explain", name, "native:sacrebleu.corpus_bleu", "h", "-r", "r"),
        ("run", name, "-k", "bleu-identical", "--no-report"),
    ):
        done = call(*words, *options, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "rounded to 3 decimals" in done.stderr
    dead = call(
        "smoke", f"cmd:{shlex.quote(sys.executable)} -c 'import os; os.abort()' {{hyp}} {{ref}}", *options, cwd=tmp_path
    )
    assert dead.returncode == 5
    assert f"exited with status -{os.WTERMSIG(6)}" in dead.stderr
    unnamed = call("smoke", name, cwd=tmp_path)
    assert unnamed.returncode == 2
    assert "does not say which metric it computes" in unnamed.stderr
