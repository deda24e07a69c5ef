"""What a type checker says of calls from Python: typical ones pass under mypy --strict, mistaken ones do not."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import samescore

pytestmark = [
    pytest.mark.slow,
    pytest.mark.once,
    pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed"),
]

_CALLS = """
from array import array
from collections.abc import Iterator
from pathlib import Path

import samescore

hypotheses: tuple[str, ...] = ("a b", "c")
references = ["a b", "d"]


def stream() -> Iterator[str]:
    yield "a"


score: samescore.ScoreResult = samescore.score("bleu", hypotheses, references, like="nltk", lowercase=True, scale=1)
number: float = float(score) + score.value + round(score, 2)
corpus = samescore.Corpus.from_streams(list(hypotheses), references)
samescore.score("bleu", corpus)
samescore.score("bleu", stream(), [references, references])
samescore.score("bleu", hypotheses, [[reference] for reference in references])
samescore.score("distinct", hypotheses)
samescore.score("mcc", gold=["a"], predicted=["b"])
samescore.score("mcc", gold=array("b", [1]), predicted=[True])
samescore.score("roc-auc", gold=[0, 1], scores=[0.5, 0.25])
gap: float | None = samescore.diff("bleu", hypotheses, references, implementations=["nltk"]).rows[0].gap
samescore.diff("bleu", corpus, ["nltk"])
samescore.diff("mcc", gold=[1], predicted=[1])
between: samescore.ExplainResult = samescore.explain("bleu", corpus, first="nltk", second="sacrebleu", case="lower")
alone: samescore.AccountResult = samescore.explain("bleu", hypotheses, references, first="nltk")
sentence: str = samescore.explain("rougeL", corpus, first="native", second_metric="rougeLsum").sentence
samescore.audit("claims.toml", jobs=2).concluded()[0].verdict
samescore.audit(Path("claims.toml"))
samescore.audit("BLEU", hypotheses, references, published="27.3", like="sacrebleu")
found: bool = samescore.identify(lambda gold, predicted: 0.5, "mcc").found
samescore.drift(["native:nltk==3.4.5", Path("run.jsonl")], metrics=["bleu"])
samescore.fuzz("nltk", "sacrebleu", metric="bleu", examples=10, seed=1)
better: samescore.CompareResult = samescore.compare("bleu", {"a": hypotheses, "b": corpus}, references, baseline="a")
samescore.compare(["mean"], {"a": [0.5], "b": [1]}, test="t", seed=1)
code: int = samescore.run(["native"], metrics=["mcc"]).exit_code
plain: dict[str, object] = score.to_dict()
lines: str = score.to_jsonl()
"""

#: Each line with an error ends with its kind.
_MISTAKES = """
import samescore

score = samescore.score("bleu", ["a"], ["a"])
samescore.score(["a"], ["a"])  # call-overload
samescore.score("bleu", 5, ["a"])  # call-overload
samescore.score("bleu", ["a"], ["a"], like=3)  # call-overload
samescore.score("bleu", [1], ["a"])  # list-item
samescore.score("mcc", gold=1, predicted=[1])  # call-overload
score.vaule  # attr-defined
score.value = 0.5  # misc
text: str = score.value  # assignment
samescore.diff("bleu", ["a"], ["a"], implementations=3)  # call-overload
samescore.explain("bleu", ["a"], ["a"])  # call-overload
samescore.explain("bleu", ["a"], ["a"], first="nltk").shares  # attr-defined
samescore.audit("BLEU", ["a"], ["a"], published=27.3)  # call-overload
samescore.identify(5)  # arg-type
samescore.fuzz("nltk", examples="many")  # arg-type
samescore.drift(5)  # arg-type
samescore.compare("bleu", "b")  # arg-type
samescore.compare("bleu", {"a": ["b"]}, ["b"], alpha="low")  # arg-type
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[int, str]]]:
    """The line and the kind of each error that mypy finds in both texts."""
    folder = tmp_path_factory.mktemp("typing")
    for name, text in (("calls.py", _CALLS), ("mistakes.py", _MISTAKES)):
        folder.joinpath(name).write_text(text, encoding="utf-8")
    options = ["--strict", "--follow-imports=silent", "--no-error-summary", "--config-file=", "--cache-dir=cache"]
    command = [sys.executable, "-m", "mypy", *options, "calls.py", "mistakes.py"]
    source = Path(samescore.__file__).parents[1]
    done = subprocess.run(
        command, cwd=folder, env={"MYPYPATH": str(source), "PATH": ""}, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    errors: dict[str, list[tuple[int, str]]] = {"calls.py": [], "mistakes.py": []}
    for name, line, kind in re.findall(r"^(\w+\.py):(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE):
        errors[name].append((int(line), kind))
    return errors


def test_typical_calls_are_accepted(checked: dict[str, list[tuple[int, str]]]) -> None:
    assert checked["calls.py"] == []


def test_mistaken_calls_are_refused(checked: dict[str, list[tuple[int, str]]]) -> None:
    lines = enumerate(_MISTAKES.splitlines(), 1)
    expected = [(number, line.partition("  # ")[2]) for number, line in lines if "  # " in line]
    assert checked["mistakes.py"] == expected
