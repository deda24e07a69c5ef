"""What a command says about names, knobs and inputs that do not fit together: the whole standard error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


_KINDS = ".tsv and .jsonl (bare inputs), .json or a folder of such files (vectors in the golden format)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in (
        ("h", "a b\n"),
        ("n", "0.5\n"),
        ("nn", "0.5\n0.25\n"),
        ("report.jsonl", '{"type": "footer", "results": 0, "verdicts": {}, "exit_code": 0}\n'),
        ("one.tsv", "a\n"),
        ("three.tsv", "a\tb\tc\n"),
        ("empty.tsv", ""),
        ("in.tsv", "a\tb\n"),
        ("x.txt", "a\n"),
    ):
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "h")
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("compare h h -r h", "h is given twice", "pass each file once"),
        ("compare h link -r h", "link is given twice, first as h", "pass each file once"),
        ("compare n nn --scores", "n has 1 segments, but nn has 2", "give all systems the same segments in the same order"),
        ("fuzz native:nltk", "native:nltk is itself a native model", "pass a second implementation to compare it with"),
        ("fuzz native:nltk native:sacrebleu --set case=lower", "knobs need a metric", "pass a metric, as in -m bleu"),
        ("fuzz native:nltk --closest", "closest needs two implementations", "pass a second implementation"),
        ("fuzz native:nltk native:sacrebleu --resume report.jsonl", "report.jsonl has no finished search", "pass a file written by samescore fuzz --report"),
        ("identify native", "native has no settings to identify", "pass an implementation"),
        ("run native --like nltk", "--like applies only to a function (py:...) or a program with files (cmd:... {hyp} {ref})", "all other implementations state what they compute"),
        ("run cmd:a\\ {hyp}\\ {ref} -m bleu --return-key f", "--return-key applies only to a function (py:...)", "for a program use --number-pattern"),
        ("run native native", "native is given twice", "give each name once"),
        ("run native native nltk nltk", "native, nltk are given twice", "give each name once"),
        ("explain native native h -r h", "both sides are native with the same settings", "pass two implementations, or give one of them other settings, such as 'native(case=lower)'"),
        ("score h -r h -m bleu --set case", "--set case has no '='", "write --set knob=value"),
        ("score h -r h -m bleu --set case=lower --set case=keep", "--set case is given twice", "keep one of them"),
        ("score h -r h -m bleu -s h", "bleu does not read sources: --sources does not apply", "use -m sari, or remove --sources"),
        ("score h -r h -m bleu --baseline h", "bleu does not compare systems: --baseline and --statistic do not apply", "use -m p-value, or -m interval with --statistic"),
        ("run native --inputs x.txt", "x.txt is not a supported kind of input file", f"pass one of: {_KINDS}"),
        ("run native --inputs none.txt", "cannot read none.txt: no such file or folder", "check the path"),
        ("run native --inputs in.tsv", "in.tsv does not state the metric of its inputs", "pass it with -m, as in -m bleu"),
        ("run native -m bleu --inputs empty.tsv", "empty.tsv has no input", "write one input per line"),
        ("run native -m mcc --inputs three.tsv", "three.tsv, line 1: 3 columns, but 2 are expected", "write predicted<TAB>gold on each line"),
        ("run native -m roc-auc --inputs in.tsv", "in.tsv: roc-auc takes neither texts nor labels", "write a .jsonl file of inputs"),
        ("run native --inputs folder", "folder has no vector", f"pass one of: {_KINDS}"),
    ],
)  # fmt: skip
def test_requests_that_do_not_fit(words: str, message: str, hint: str, folder: Path) -> None:
    done = call(*(word.replace("\0", " ") for word in words.replace("\\ ", "\0").split()), cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"samescore: {message}\n  hint: {hint}\n"
