"""One set of options for whatever is asked: a table of verbs, options and kinds of implementations."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore.cli.commands import commands
from tests.command import call
from tests.miniatures import metrics
from tests.plain_functions import searched

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: The options that every command has that asks implementations.
_OPTIONS = {
    *("--metric", "--set", "--like", "--return-key", "--layout", "--number-pattern"),
    *("--timeout", "--budget", "--in-process"),
}
#: Those commands.
_VERBS = ("run", "smoke", "expect", "identify", "axioms", "fuzz", "diff", "explain")

_FUNCTIONS = """
from samescore import Corpus, score

def plain(hypotheses, references):
    return {"other": 1.5, "bleu": round(score("bleu", Corpus.from_segments(hypotheses, references), case="lower").value, 2)}

def own(hypotheses, references, case="keep"):
    return score("bleu", Corpus.from_segments(hypotheses, references), case=case).value

own.samescore = {"metric": "bleu", "free": {"case": ["keep", "lower"]}}
"""
_PROGRAM = """
import json, sys
from samescore import Corpus, score
for line in sys.stdin:
    asked = json.loads(line)
    if asked["op"] == "stop":
        break
    answer = {"implementation": "p", "metrics": [{"metric": "bleu", "free": {"case": ["keep", "lower"]}}]}
    if asked["op"] != "describe":
        parts = asked["input"]["segments"]
        data = Corpus.from_segments([p["hypothesis"] for p in parts], [p["references"] for p in parts])
        try:
            answer = {"outcome": "score", "value": score("bleu", data, case=asked["settings"]["case"]).value}
        except Exception as problem:
            answer = {"outcome": "raised", "error": "E", "message": ""}
    print(json.dumps({**answer, "id": asked["id"]}), flush=True)
"""
_FILES = """
import sys
sys.path.insert(0, MINIATURES)
from metrics import bleu
hypotheses, references = (open(name, encoding="utf-8", newline="\\n").read().split("\\n")[:-1] for name in sys.argv[1:])
print("%.5f" % bleu()([text.lower() for text in hypotheses], [[text.lower()] for text in references]))
"""
#: What the program with files computes besides: words between spaces, unsmoothed, from 0 to 1.
_WORDS = ("--set", "tokenizer=none", "--set", "smoothing=none", "--set", "scale=1")

#: What is asked, by kind: those that describe themselves can be asked in lower case, the others compute it.
_KINDS = {
    "function": "py:asked:plain",
    "described function": "py:asked:own",
    "described program": f"cmd:{sys.executable} program.py",
    "program with files": f"cmd:{sys.executable} files.py {{hyp}} {{ref}}",
    "package": "sacrebleu.corpus_bleu",
    "model": "native:sacrebleu.corpus_bleu",
}
_DESCRIBED = ("described function", "described program", "package", "model")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with searched(tmp_path_factory.mktemp("options")) as folder:
        (folder / "asked.py").write_text(_FUNCTIONS, encoding="utf-8")
        (folder / "program.py").write_text(_PROGRAM, encoding="utf-8")
        miniatures = repr(str(Path(metrics.__file__).parent))
        (folder / "files.py").write_text(_FILES.replace("MINIATURES", miniatures), encoding="utf-8")
        (folder / "h.txt").write_text("The cat sat on the mat\na quick Brown fox jumps\n", encoding="utf-8")
        (folder / "r.txt").write_text("the cat sat on a mat\na quick brown fox jumped\n", encoding="utf-8")
        yield folder


def _call(folder: Path, verb: str, name: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A small request of each verb about one implementation."""
    words = {
        "run": ("run", name, "--no-report", "-k", "lower or basic", "--fresh", "2", "--seed", "1"),
        "smoke": ("smoke", name, "--fresh", "2", "--seed", "1"),
        "expect": ("expect", name, "--fresh", "0"),
        "identify": ("identify", name),
        "axioms": ("axioms", name),
        "fuzz": ("fuzz", name, "native", "--examples", "5", "--seed", "1"),
        "diff": ("diff", "h.txt", "-r", "r.txt", "-i", name),
        "explain": ("explain", name, "native", "h.txt", "-r", "r.txt"),
    }
    return call(*words[verb], *options, cwd=folder, PYTHONPATH=str(folder))


def _installed(kind: str) -> None:
    if kind == "package":
        pytest.importorskip("sacrebleu")


@pytest.mark.parametrize("verb", _VERBS)
def test_every_verb_has_every_option(verb: str) -> None:
    names = {option for parameter in commands.commands[verb].params for option in parameter.opts}
    assert names >= _OPTIONS


def _cases(verbs: Iterable[str]) -> list[Any]:
    """Every kind with every verb; in every run each kind and each verb with some of the others."""
    return [
        pytest.param(verb, kind, id=f"{verb}-{kind}", marks=[pytest.mark.slow] if (row + column) % 3 else [])
        for row, verb in enumerate(verbs)
        for column, kind in enumerate(_KINDS)
    ]


@pytest.mark.parametrize(("verb", "kind"), _cases(["run", "smoke", "axioms", "fuzz", "diff", "explain"]))
def test_a_metric_and_a_setting_are_understood(folder: Path, verb: str, kind: str) -> None:
    _installed(kind)
    words = _WORDS if kind == "program with files" else ()
    done = _call(folder, verb, _KINDS[kind], "-m", "bleu", "--set", "case=lower", *words)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("verb", "kind"), _cases(["run", "smoke", "expect", "identify", "axioms"]))
def test_a_setting_that_is_not_supported_is_an_error(folder: Path, verb: str, kind: str) -> None:
    _installed(kind)
    if kind not in _DESCRIBED:
        pytest.skip("it claims what is set, and is found to be wrong")
    knob = "zero_guard=off" if kind in ("package", "model") else "max_order=2"  # the others cannot do this
    done = _call(folder, verb, _KINDS[kind], "-m", "bleu", "--set", knob)
    assert done.returncode == 2, done.stdout
    assert knob in done.stderr
    assert "hint: " in done.stderr


@pytest.mark.parametrize("kind", _DESCRIBED)
def test_fuzz_says_which_side_does_not_support_a_setting(folder: Path, kind: str) -> None:
    _installed(kind)
    knob = "zero_guard=off" if kind in ("package", "model") else "max_order=2"
    done = _call(folder, "fuzz", _KINDS[kind], "-m", "bleu", "--set", knob)
    assert f"--set {knob.partition('=')[0]} does not apply to {_KINDS[kind]}" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["function", "program with files"])
def test_a_wrong_setting_that_is_claimed_is_found(folder: Path, kind: str) -> None:
    done = _call(folder, "run", _KINDS[kind], "-m", "bleu", "--set", "case=lower", "--set", "max_order=2")
    assert done.returncode == 1


@pytest.mark.parametrize("kind", _DESCRIBED)
def test_a_setting_changes_what_is_asked(folder: Path, kind: str) -> None:
    _installed(kind)
    every, lower = (
        _call(folder, "run", _KINDS[kind], "-m", "bleu", *options, "--format", "jsonl").stdout
        for options in ((), ("--set", "case=lower"))
    )
    assert "case:lower" in lower
    asked = [line for line in lower.splitlines() if '"signature":"bleu' in line and '"type":"result"' in line]
    assert asked
    assert all("case:lower" in line for line in asked)
    assert every != lower


def test_a_setting_needs_no_metric_where_there_is_only_one(folder: Path) -> None:
    done = _call(folder, "run", _KINDS["described program"], "--set", "max_order=2")
    assert done.returncode == 2
    assert "max_order is always 4 here" in done.stderr
    several = _call(folder, "run", "native:sacrebleu", "--set", "case=lower")
    assert several.returncode == 2
    assert "--set needs a metric" in several.stderr


def test_a_metric_that_it_does_not_compute_is_an_error_of_smoke(folder: Path) -> None:
    done = _call(folder, "smoke", _KINDS["described program"], "-m", "chrf")
    assert done.returncode == 2
    assert "no entry point for chrf" in done.stderr


@pytest.mark.parametrize("kind", _KINDS)
@pytest.mark.parametrize("option", ["--like", "--return-key", "--layout", "--number-pattern"])
def test_an_option_that_cannot_apply_is_refused(folder: Path, kind: str, option: str) -> None:
    _installed(kind)
    values = {
        "--like": "sacrebleu.corpus_bleu",
        "--return-key": "bleu",
        "--layout": "lists",
        "--number-pattern": "([0-9.]+)",
    }
    done = _call(folder, "run", _KINDS[kind], "-m", "bleu", "--set", "case=lower", option, values[option])
    applies = "function" in kind or (kind == "program with files" and option in ("--like", "--number-pattern"))
    if not applies:
        assert done.returncode == 2
        assert f"{option} applies only to a function" in done.stderr
    else:
        assert done.returncode in (0, 1), done.stderr


def test_the_native_metric_says_that_nothing_can_be_set(folder: Path) -> None:
    done = _call(folder, "run", "native", "-m", "bleu", "--set", "case=lower")
    assert "--set does not apply to native" in done.stderr


@pytest.mark.slow
def test_a_guess_about_what_a_program_prints_is_said_once(folder: Path) -> None:
    done = _call(folder, "run", _KINDS["program with files"], "-m", "bleu", "--set", "case=lower", *_WORDS)
    assert done.stderr.count("the score is the last number") == 1
    assert "the score is the last number" not in done.stdout
    shown = call(
        "run", _KINDS["program with files"], "-m", "bleu", "-k", "basic", "--set", "case=lower", *_WORDS, cwd=folder
    )
    assert "the score is the last number" in call("render", cwd=folder).stdout, shown.stderr
