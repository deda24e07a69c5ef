"""Command lines and calls in the way of other packages: the error says what to type, and that works."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import samescore
from samescore import SettingsError
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_HYPOTHESES = "The cat sat on the mat.\nIt costs 1,000.50 euros, no-one said.\n"
_REFERENCES = "the cat sat on a mat.\nIt costs 1,000.50 euro, No-one said.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hyp.txt").write_text(_HYPOTHESES, encoding="utf-8")
    (tmp_path / "ref.txt").write_text(_REFERENCES, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("score ref.txt -i hyp.txt -m bleu", "score hyp.txt -r ref.txt -m bleu"),
        ("ref.txt -i hyp.txt -m bleu -b", "score hyp.txt -r ref.txt -m bleu"),
        ("score hyp.txt -r ref.txt --lowercase", "score hyp.txt -r ref.txt -m bleu --like 'sacrebleu(lowercase=true)'"),
        ("score hyp.txt -r ref.txt -lc", "score hyp.txt -r ref.txt -m bleu --like 'sacrebleu(lowercase=true)'"),
        ("score -m bleu hyp.txt -r ref.txt -w 2", "score hyp.txt -r ref.txt -m bleu"),
        ("score hyp.txt -r ref.txt -m bleu chrf", "score hyp.txt -r ref.txt -m bleu -m chrf"),
        ("score hyp.txt -r ref.txt tokenizer=none", "score hyp.txt -r ref.txt --set tokenizer=none"),
        ("tokens hyp.txt case=lower tokenizer=none", "tokens hyp.txt --set case=lower --set tokenizer=none"),
        ("score hyp.txt ref.txt", "score hyp.txt -r ref.txt"),
        ("diff native:nltk hyp.txt -r ref.txt", "diff hyp.txt -r ref.txt -i native:nltk"),
        ("diff hyp.txt ref.txt -i native:nltk", "diff hyp.txt -r ref.txt -i native:nltk"),
        ("list torchmetrics", "list implementations torchmetrics"),
        ("list bleu torchmetrics", "list implementations bleu torchmetrics"),
    ],
)
def test_the_command_that_was_meant_is_the_hint_and_works(folder: Path, typed: str, meant: str) -> None:
    done = call(*typed.split(), cwd=folder)
    assert done.returncode == 2
    assert f"  hint: samescore {meant}\n" in done.stderr
    assert call(*shlex.split(meant), cwd=folder).returncode == 0


@pytest.mark.parametrize(
    "typed",
    [
        "score nothing.txt -r ref.txt",
        "score hyp.txt -r ref.txt --metrc bleu",
        "score hyp.txt -r ref.txt --set tokeniser=none",
        "score hyp.txt -r ref.txt a=b",
        "score hyp.txt -r ref.txt -m blue",
        "scor hyp.txt -r ref.txt",
        "diff nothing hyp.txt -r ref.txt",
        "tokens hyp.txt -m bleu chrf",
        "diff hyp.txt -r ref.txt -i native:nltk -m bleu chrf",
        "diff hyp.txt ref.txt -r ref.txt -i native:nltk",
        "diff hyp.txt ref.txt --reference ref.txt -i native:nltk",
        f"score {'x' * 5000}=y -r ref.txt",
        "score -t wmt17 -l en-de -i hyp.txt",
        "list metrcs",
        "list bleu --frmt",
    ],
)
def test_other_errors_keep_their_hints(folder: Path, typed: str) -> None:
    done = call(*typed.split(), cwd=folder)
    assert done.returncode == 2
    assert "hint: samescore score" not in done.stderr
    assert "hint: samescore list" not in done.stderr
    assert "hint: samescore tokens" not in done.stderr
    assert "hint: samescore diff" not in done.stderr


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ("-m blue", "did you mean bleu?"),
        ("-m bleu --set tokeniser=none", "did you mean tokenizer?"),
        ("-m bleu --set tokenizer=13b", "did you mean 13a?"),
    ],
)
def test_the_hint_about_a_name_is_not_replaced_by_a_guess_about_files(folder: Path, options: str, hint: str) -> None:
    done = call("score", "hyp.txt", "ref.txt", *options.split(), cwd=folder)
    assert done.returncode == 2
    assert "samescore score hyp.txt -r ref.txt" not in done.stderr
    assert hint in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        "-m bleu -lc -tok intl",
        "-m bleu -s floor -sv 0.5",
        "-m bleu chrf ter --chrf-word-order 2 --ter-case-sensitive",
        "-m ter --ter-normalized --ter-no-punct",
    ],
)
def test_a_translated_command_of_sacrebleu_gives_its_scores(folder: Path, options: str) -> None:
    pytest.importorskip("sacrebleu")
    words = ["ref.txt", "-i", "hyp.txt", *options.split(), "-w", "10"]
    printed = subprocess.run(
        [sys.executable, "-m", "sacrebleu", *words, "-b"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout
    theirs = [float(number) for number in printed.replace("[", " ").replace("]", " ").replace(",", " ").split()]
    (hint,) = [line for line in call("score", *words, cwd=folder).stderr.splitlines() if "hint: " in line]
    ours = []
    for command in hint.partition("hint: ")[2].split(" && "):
        assert command.startswith("samescore ")
        lines = call(*shlex.split(command)[1:], "--format", "jsonl", cwd=folder).stdout
        ours += [float.fromhex(part.split('"')[1]) for part in lines.split('"hex":')[1:]]
    assert [round(number, 10) for number in ours] == theirs


@pytest.mark.parametrize(
    ("metric", "arguments", "hint"),
    [
        ("bleu", {"predictions": ["a"], "references": ["a"]}, 'write samescore.score("bleu", hypotheses, references)'),
        ("chrf", {"preds": ["a"], "target": ["a"]}, 'write samescore.score("chrf", hypotheses, references)'),
        ("f1", {"y_true": [1], "y_pred": [1]}, 'write samescore.score("f1", gold=..., predicted=...)'),
        ("roc-auc", {"y_true": [1], "y_score": [1]}, 'write samescore.score("roc-auc", gold=..., scores=...)'),
        ("pearson", {"preds": [1], "target": [1]}, 'write samescore.score("pearson", samescore.Ratings(...))'),
        ("bleu", {"n_gram": 2}, "in torchmetrics it sets the knob max_order: write max_order=2"),
        ("bleu", {"smooth": True}, "in torchmetrics it sets the knob smoothing: write smoothing='add-k'"),
        ("bleu", {"lowercase": True}, "in sacrebleu it sets the knob case: write case='lower'"),
        ("rouge-n", {"use_stemmer": True}, "in rouge_score it sets the knob stemmer: write stemmer='porter-nltk'"),
        ("bleu", {"max_ordr": 2}, "did you mean max_order?"),
    ],
)
def test_an_argument_of_another_package_has_a_hint(metric: str, arguments: dict[str, object], hint: str) -> None:
    texts = {} if set(arguments) & {"predictions", "preds", "y_true"} else {"hypotheses": ["a"], "references": ["a"]}
    with pytest.raises(SettingsError) as caught:
        samescore.score(metric, **texts, **arguments)  # type: ignore[call-overload]
    assert caught.value.hint == hint


def test_an_option_of_another_package_after_set_has_a_hint(folder: Path) -> None:
    done = call("score", "hyp.txt", "-r", "ref.txt", "--set", "lowercase=true", cwd=folder)
    assert "hint: in sacrebleu it sets the knob case: write --set case=lower\n" in done.stderr
