"""What a shell completes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from samescore.catalogue.ids import entry_ids, entry_points, profile_names, vector_ids
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import vectors
from samescore.metrics.mistakes import meanings
from samescore.verbs.lookup.entries import Request, entry_names, execute
from tests.command import PROGRAM, call_program

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_DOCUMENTED = (Path(__file__).resolve().parents[2] / "docs" / "shell.md").read_text(encoding="utf-8")
_CASES = [
    ("samescore sm", "smoke"),
    ("samescore score -m rou", "rouge-n"),
    ("samescore score -m rouge1", "rouge1"),
    ("samescore score -m chrf --set word", "word_order="),
    ("samescore score --set smoothing=nltk-", "smoothing=nltk-0"),
    ("samescore audit --metric chr", "chrf++"),
    ("samescore run native:nl", "native:nltk"),
    ("samescore run sacreb", "sacrebleu"),
    ("samescore smoke py", "py:"),
    ("samescore explain native:nltk.sent", "native:nltk.sentence_bleu"),
    ("samescore score hyp --like nltk==3.5.sent", "nltk==3.5.sentence_bleu"),
    ("samescore diff hyp -i native:jiwer.w", "native:jiwer.wer"),
    ("samescore list knobs ter", "ter"),
    ("samescore list knobs bleu smoo", "smoothing"),
    ("samescore list implementations bleu torch", "torchmetrics"),
    ("samescore list vectors chrf", "chrf++"),
    ("samescore show nltk-17", "nltk-1785"),
    ("samescore show chrf-missing-o", "chrf-missing-orders"),
    ("samescore show bleu-papineni-the-cl", "bleu-papineni-the-clipped"),
    ("samescore run -k bleu-papineni-the-cl", "bleu-papineni-the-clipped"),
]


@pytest.mark.parametrize(("words", "completed"), _CASES)
def test_partial_words_are_completed(tmp_path: Path, words: str, completed: str) -> None:
    number = str(len(words.split()) - 1)
    done = call_program(cwd=tmp_path, _SAMESCORE_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=number)
    assert f"plain,{completed}" in done.stdout.splitlines(), done.stderr


def test_the_page_shows_what_is_completed(tmp_path: Path) -> None:
    rows = [line.split("|")[1:3] for line in _DOCUMENTED.splitlines() if line.startswith("| `samescore")]
    assert len(rows) >= 6
    for typed, shown in rows:
        words = typed.strip(" `")
        number = str(len(words.split()) - 1)
        done = call_program(cwd=tmp_path, _SAMESCORE_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=number)
        for name in shown.replace("...", "").split(","):
            assert f"plain,{name.strip(' `')}" in done.stdout.splitlines()


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(("words", "completed"), [_CASES[1], _CASES[4], _CASES[9], _CASES[16]])
def test_bash_completes_with_the_lines_of_the_page(tmp_path: Path, words: str, completed: str) -> None:
    program = tmp_path / "samescore"
    program.write_text(f"#!{sys.executable}\nfrom samescore.cli import main\nmain()\n", encoding="utf-8")
    program.chmod(0o755)
    lines = _DOCUMENTED.partition("```bash\n")[2].partition("```")[0]
    typed = words.split()
    script = (
        f"{lines}\nCOMP_WORDS=({' '.join(typed)})\nCOMP_CWORD={len(typed) - 1}\n"
        "_samescore_completion samescore\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = subprocess.run(
        [str(shutil.which("bash")), "-c", script],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert completed in done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("words", ["samescore show x", "samescore run native:nltk.", "samescore score --set to"])
def test_a_completion_is_quick(tmp_path: Path, words: str) -> None:
    """Seconds of the processor, so that other processes do not count; a module too many costs more."""
    environment = {**os.environ, "_SAMESCORE_COMPLETE": "bash_complete", "COMP_WORDS": words}
    environment["COMP_CWORD"] = str(len(words.split()) - 1)
    used = []
    for _ in range(3):
        before = os.times()
        subprocess.run(PROGRAM, cwd=tmp_path, env=environment, capture_output=True, check=True)
        after = os.times()
        used.append(sum(after[2:4]) - sum(before[2:4]))
    assert min(used) < 0.5


def test_the_quick_names_are_those_of_the_catalogue() -> None:
    in_stages = {
        name
        for name in set(meanings()) - set(catalogue())
        if [entry.kind for entry in execute(Request(name))] == ["mistake"]
    }
    assert sorted(set(entry_ids())) == sorted(set(entry_names()) - in_stages)
    assert sorted(vector_ids()) == sorted(vectors())
    assert vector_ids("ter-") == [name for name in vectors() if name.startswith("ter-")]
    assert profile_names() == sorted(profile_files())
    for name, file in profile_files().items():
        assert {profile.entry_point for profile in file.current(None)} <= set(entry_points(name))
