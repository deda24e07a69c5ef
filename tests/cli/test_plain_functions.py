"""Commands and comparisons that ask a plain function."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from samescore import InputError, SamescoreError, diff
from samescore.implementations import implementation
from samescore.implementations.declaration import Declaration, declaring
from tests.command import call, records
from tests.plain_functions import SETS, TWO, module, searched

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with searched(tmp_path_factory.mktemp("undeclared")) as folder:
        yield folder


_COMMANDS = (
    "run NAME -m bleu --no-report --format jsonl --seed 1 --fresh 3",
    "smoke NAME -m bleu --seed 1 --fresh 3",
    pytest.param("identify NAME -m bleu", marks=pytest.mark.slow),
    "expect NAME -m bleu --seed 1 --fresh 3",
    "diff hyp -r ref -m bleu -i native:sacrebleu -i NAME",
    "explain native:sacrebleu NAME hyp -r ref -m bleu",
)


@pytest.mark.slow
@pytest.mark.parametrize("command", _COMMANDS)
def test_every_command_asks_a_plain_function(folder: Path, tmp_path: Path, command: str) -> None:
    for file, text in (("hyp", "a small dog ran to the old house\n"), ("ref", "a small dog ran to an old house\n")):
        (tmp_path / file).write_text(text, encoding="utf-8")
    name = module(folder, "def f(a, b): return {'percent': 100 * bleu(a, b), 'fraction': bleu(a, list(b))}")
    words = [name if word == "NAME" else word for word in command.split()]
    done = call(*words, *SETS, cwd=tmp_path)
    assert f"samescore: {name}: the score is 'fraction' in its return value" in done.stderr
    assert done.returncode == 0, done.stdout + done.stderr
    named = call(*words, "--return-key", "percent", "--set", "tokenizer=none", "--set", "smoothing=none", cwd=tmp_path)
    assert named.returncode == 0, named.stdout + named.stderr
    assert "counts" not in named.stderr


@pytest.mark.slow
def test_a_failure_is_reproduced_by_the_printed_command(folder: Path, tmp_path: Path) -> None:
    name = module(folder, "def f(a, b): return {'x': bleu(a, b) / 2, 'y': 3}")
    options = ("-m", "bleu", "--return-key", "x", *SETS)
    done = call("run", name, *options, "--no-report", "--format", "jsonl", "--fresh", "0", cwd=tmp_path)
    assert done.returncode == 1
    failed = next(row for row in records(done.stdout) if row["type"] == "result" and row["verdict"] == "disagree")
    words = shlex.split(failed["reproduce"])
    assert words[0] == "samescore"
    again = call(*words[1:], "--no-report", "--format", "jsonl", cwd=tmp_path)
    rows = [row for row in records(again.stdout) if row["type"] == "result"]
    assert rows == [failed]


def test_a_report_says_how_it_was_asked(folder: Path, tmp_path: Path) -> None:
    name = module(folder, "def f(a, b): return bleu(a, list(zip(*b)))")
    done = call("run", name, "-m", "bleu", *SETS, "--no-report", "--format", "jsonl", "--fresh", "0", cwd=tmp_path)
    assert "as with --layout streams" in records(done.stdout)[0]["implementations"][0]["note"]


def test_options_that_nothing_can_take_are_refused(tmp_path: Path) -> None:
    for option in ("--like", "--return-key", "--layout", "--number-pattern"):
        done = call("run", "native", option, "nltk", cwd=tmp_path)
        assert done.returncode == 2
        assert f"{option} applies only to a function (py:...) or a program" in done.stderr
    done = call("smoke", "py:json:dumps", "--set", "scale=1", cwd=tmp_path)
    assert done.returncode == 2
    assert "does not say which metric it computes" in done.stderr
    assert "pass it with -m" in done.stderr


def test_a_side_claims_its_own_settings(folder: Path) -> None:
    name = module(folder, "def f(a, b): return 100 * bleu(a, b)")
    right, wrong = f"{name}(tokenizer=none, smoothing=none)", f"{name}(scale=1)"
    compared = diff("bleu", TWO, ["native:sacrebleu.corpus_bleu", right, wrong])
    assert [row.implementation for row in compared.unexplained] == [name]
    assert compared.unexplained[0].signature.endswith("|scale:1")
    signed = diff("bleu", TWO, [f"{name}(nrefs:2|case:mixed|eff:no|tok:none|smooth:none|version:2.4.0)"])
    assert not signed.unexplained
    with pytest.raises(SamescoreError, match="colour"):
        diff("bleu", TWO, [f"{name}(colour=red)"])


def test_a_gap_to_a_rounded_number_is_explained(folder: Path) -> None:
    name = module(folder, "def f(a, b): return round(100 * bleu(a, b), 2)")
    with declaring(Declaration("bleu", settings={"tokenizer": "none", "smoothing": "none"})):
        compared = diff("bleu", TWO, ["native:sacrebleu.corpus_bleu", name])
    assert not compared.unexplained
    assert not compared.absent
    with pytest.raises((InputError, SamescoreError)), declaring(Declaration("bleu", number_pattern="(")):
        implementation(name)
