"""Plain functions, which describe nothing: what they claim is named, and how they are asked is found by trying."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from samescore import Corpus, InputError, SamescoreError, UnknownNameError, diff, score
from samescore.data.labels import Labels
from samescore.implementations import Implementation, implementation
from samescore.implementations.asking import Asking, asking
from samescore.implementations.base import Profiled
from samescore.implementations.claim import Claim, claiming
from samescore.outcome import Score, Unavailable, Unsupported
from tests.command import call, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: What the miniature of BLEU computes.
_SETTINGS: Mapping[str, Any] = {"tokenizer": "none", "smoothing": "none", "scale": "1"}
_SETS = ("--set", "tokenizer=none", "--set", "smoothing=none", "--set", "scale=1")

_ONE = Corpus.from_segments(["a small dog ran to the old house"], [["a small dog ran to an old house"]])
_TWO = Corpus.from_segments(
    ["a small dog ran to the old house", "they sing a song in the rain today"],
    [
        ["a small dog ran to an old house", "the small dog ran to the old house"],
        ["they sing a song in the heavy rain", "today they sing a song"],
    ],
)
_SINGLE_REFERENCES = Corpus.from_segments(list(map(str, _TWO.hypotheses)), [[str(r[0])] for r in _TWO.references])

_PREAMBLE = """
import os, sys, time
from tests.miniatures.metrics import bleu as _bleu

bleu = _bleu()

class Number:
    def __init__(self, value):
        self._value = value
    def __float__(self):
        return self._value

class Result:
    def __init__(self, value):
        self.score, self.bp = value, 1.0

class Metric:
    def __call__(self, hypotheses, references):
        return bleu(hypotheses, references)
    def compute(self, hypotheses, references):
        return {"percent": 100 * bleu(hypotheses, references), "fraction": bleu(hypotheses, references)}

"""
#: Functions that compute BLEU: the code, the corpus that they are asked, and what is said about how they are asked.
_RIGHT = {
    "def f(hypotheses, references): return bleu(hypotheses, references)": (_TWO, []),
    "f = lambda h, r: bleu(h, r)": (_TWO, []),
    "f = Metric": (_TWO, []),
    "def f(a, b): print('noise'); os.write(1, b'noise'); return bleu(a, b)": (_TWO, []),
    "def f(a, b): return Number(bleu(a, b))": (_TWO, []),
    "def f(a, b): return bleu(a, list(zip(*b)))": (_TWO, ["--layout streams"]),
    "def f(a, b): return bleu(a, [[line] for line in b.copy()])\n": (_SINGLE_REFERENCES, ["--layout flat"]),
    "def f(a, b): return bleu([a.lower()], [[b.lower()]])": (_ONE, ["--layout single"]),
    "def f(a, b): return bleu([a.lower()], [[c.lower() for c in b]])": (_ONE, ["--layout single-list"]),
    "def f(references, hypothesis): return bleu([' '.join(hypothesis)], [[' '.join(r) for r in references]])": (
        _ONE,
        ["--layout single-list-tokens-swapped"],
    ),
    "def f(a, b): return bleu(b, a)": (_TWO, ["--layout lists-swapped"]),
    "def f(*, references, predictions): return bleu(predictions, references)": (_TWO, ["predictions, references"]),
    "def f(a, b): return {'bleu': bleu(a, b), 'length': 7}": (_TWO, ["'bleu' counts"]),
    "def f(a, b): return {'all': {'value': bleu(a, b)}, 'length': 7}": (_TWO, ["'all.value' counts"]),
    "def f(a, b): return {'only': bleu(a, b)}": (_TWO, ["'only' counts"]),
    "def f(a, b): return 7, bleu(a, b), 'x'": (_TWO, ["'1' counts"]),
    "def f(a, b): return Result(bleu(a, b))": (_TWO, ["'score' counts"]),
    "def f(a, b): return str(bleu(a, b))": (_TWO, ["the last number counts"]),
    "def f(a, b): return f'BLEU-4 = {bleu(a, b)!r} for {len(a)} lines'": (_TWO, ["after the metric's name"]),
}


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that is searched for modules; from the second on, they are written by `_module`."""
    folder = tmp_path_factory.mktemp("undeclared")
    with mock.patch.object(sys, "path", [str(folder), *sys.path]), mock.patch.object(sys, "dont_write_bytecode", True):
        yield folder


def _module(folder: Path, code: str) -> str:
    """The name of a function ``f`` in a module of its own."""
    module = f"undeclared{len(list(folder.glob('*.py')))}"
    (folder / f"{module}.py").write_text(f"{_PREAMBLE}{code}\n", encoding="utf-8")
    return f"py:{module}:f"


def _claimed(name: str, said: list[str], metric: str = "bleu", **claim: Any) -> Implementation:
    with claiming(Claim(**{"metric": metric, "settings": _SETTINGS, "say": said.append, **claim})):
        return implementation(name)


def _profiled(name: str, **claim: Any) -> Profiled:
    named = _claimed(name, [], **claim)
    assert isinstance(named, Profiled)
    return named


@pytest.mark.parametrize("in_process", [True, False], ids=["here", "isolated"])
@pytest.mark.parametrize("code", _RIGHT)
def test_a_plain_function_is_asked_as_it_takes_its_input_and_that_is_said(
    folder: Path, code: str, in_process: bool
) -> None:
    corpus, words = _RIGHT[code]
    said: list[str] = []
    with asking(Asking(in_process=in_process)):
        function = _claimed(_module(folder, code), said)
    assert function.unavailable() is None
    outcome = function.score("bleu", corpus)
    function.close()
    right = score("bleu", corpus, **_SETTINGS).value
    assert isinstance(outcome, Score)
    assert outcome.value == pytest.approx(right, rel=1e-12)
    assert len(said) == len(words), said
    assert all(text in line for text, line in zip(words, said, strict=True))


def test_a_method_is_that_of_an_object_and_the_number_that_agrees_counts(folder: Path) -> None:
    said: list[str] = []
    name = _module(folder, "").replace(":f", ":Metric.compute")
    function = _claimed(name, said)
    outcome = function.score("bleu", _TWO)
    function.close()
    assert isinstance(outcome, Score)
    assert 0 < outcome.value < 1
    assert said == [f"{name}: of what it returns, 'fraction' counts; choose with --return-key"]


def test_labels_are_passed_in_the_order_of_the_parameters_names(folder: Path) -> None:
    code = (
        "def f(y_pred, y_true): return sum(g == 1 for g in y_true) / len(y_pred)"  # the recall of a yes to everything
    )
    said: list[str] = []
    function = _claimed(_module(folder, code), said, "accuracy", settings={})
    assert function.score("accuracy", Labels([1, 1, 1, 0], [0, 0, 0, 0])) == Score(0.75)
    function.close()
    assert "--layout items-swapped" in said[0]


def test_a_rounded_number_is_compared_as_far_as_it_goes(folder: Path) -> None:
    said: list[str] = []
    for code in ("def f(a, b): return round(bleu(a, b), 4)", "def f(a, b): return '%.4f' % bleu(a, b)"):
        function = _claimed(_module(folder, code), said)
        outcome = function.score("bleu", _TWO)
        function.close()
        assert isinstance(outcome, Score)
        assert outcome.decimals == 4
        assert outcome.value == round(score("bleu", _TWO, **_SETTINGS).value, 4)
        assert "it rounds to 4 decimals" in said[-1]


def test_a_constant_or_a_wrong_number_is_not_called_rounded(folder: Path) -> None:
    for code in ("def f(a, b): return 0.25", "def f(a, b): return round(bleu(a, b) / 2, 4)", "def f(a, b): return 0"):
        said: list[str] = []
        function = _claimed(_module(folder, code), said)
        outcome = function.score("bleu", _TWO)
        function.close()
        assert isinstance(outcome, Score)
        assert outcome.decimals is None
        assert "0 of 3 tries agree with the native metric" in said[-1]


def test_a_wrong_number_says_what_the_tries_gave(folder: Path) -> None:
    said: list[str] = []
    _claimed(_module(folder, "def f(a, b): return 100 * bleu(a, b)"), said).close()
    pairs = re.findall(r"([0-9.]+) for ([0-9.]+)", said[-1])
    assert len(pairs) == 3
    assert all(float(got) == pytest.approx(100 * float(native), rel=1e-4) for got, native in pairs)
    assert said[-1].endswith("all do with --set scale=100")


@pytest.mark.parametrize(
    ("code", "key", "words"),
    [
        ("return {'good': 0.5, 'better': 0.25}", "", "f returns several numbers: good=0.5, better=0.25"),
        ("return {'a': {'b': 0.5}, 'c': [1, 2]}", "", "a.b=0.5, c.0=1, c.1=2"),
        ("return {'good': 0.5, 'better': 0.25}", "best", "good=0.5, better=0.25"),
        ("return dict.fromkeys('abcdefghijklmnop', 0.5)", "", "l=0.5 and 4 more"),
    ],
)
def test_a_dictionary_is_asked_for_its_key(folder: Path, code: str, key: str, words: str) -> None:
    with pytest.raises(UnknownNameError, match=re.escape(words)) as error:
        _claimed(_module(folder, f"def f(a, b): {code}"), [], return_key=key)
    assert "--return-key" in error.value.hint


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("{'a': {'b': bleu(a, b)}, 'c': 1.0}", "a.b"),
        ("{'a.b': bleu(a, b), 'a': 1.0}", "a.b"),
        ("{4: bleu(a, b), 'c': 1.0}", "4"),
        ("(1.0, [Result(bleu(a, b))])", "1.0.score"),
        ("Result({'x': bleu(a, b)})", "score.x"),
    ],
)
def test_a_key_reaches_into_what_is_returned(folder: Path, code: str, key: str) -> None:
    function = _claimed(_module(folder, f"def f(a, b): return {code}"), [], return_key=key)
    outcome = function.score("bleu", _TWO)
    function.close()
    assert isinstance(outcome, Score)
    assert outcome.value == pytest.approx(score("bleu", _TWO, **_SETTINGS).value, rel=1e-12)


def test_a_key_reaches_no_private_attribute(folder: Path) -> None:
    function = _profiled(_module(folder, "def f(a, b): return Number(bleu(a, b))"), return_key="_value")
    refusal = function.unavailable()
    function.close()
    assert refusal is not None
    assert "has no part '_value'" in refusal.reason


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise RuntimeError('no model')", "it gave no number on 3 tries: raised RuntimeError: no model"),
        ("os._exit(3)", "it gave no number on the first try: crashed: Crashed: the program ended, exit status 3"),
        ("time.sleep(3600)", "on the first try: crashed: Timeout: no answer within 0.5 seconds"),
        ("return 'nothing'", "there is no number in what it printed: 'nothing'"),
        ("return object()", "returned a object, not a number"),
    ],
)
def test_a_function_that_gives_no_number_is_unavailable_and_says_why(folder: Path, body: str, words: str) -> None:
    with asking(Asking(timeout=0.5 if "sleep" in body else 20)):
        function = _profiled(_module(folder, f"def f(a, b): {body}"))
    refusal = function.unavailable()
    function.close()
    assert isinstance(refusal, Unavailable)
    assert words in refusal.reason


def test_a_layout_can_be_named_and_limits_what_is_asked(folder: Path) -> None:
    said: list[str] = []
    function = _claimed(_module(folder, "def f(a, b): return bleu(b, a)"), said, layout="lists-swapped")
    assert isinstance(function.score("bleu", _TWO), Score)
    function.close()
    assert said == []
    single = _profiled(_module(folder, "def f(a, b): return bleu([a], [[b]])"), layout="single")
    assert isinstance(single.score("bleu", _TWO), Unsupported)
    single.close()
    with pytest.raises(UnknownNameError, match="there is no layout 'rows' for bleu"):
        _claimed(_module(folder, "def f(a, b): return 0.5"), [], layout="rows")


def test_a_mean_of_sentences_is_asked_sentence_by_sentence(folder: Path) -> None:
    settings = {**_SETTINGS, "average": "sentences"}
    function = _claimed(_module(folder, "def f(a, b): return bleu([a.lower()], [b])"), [], settings=settings)
    outcome = function.score("bleu", _TWO)
    function.close()
    assert isinstance(outcome, Score)
    mean = sum(score("bleu", _TWO.part(k, k + 1), **_SETTINGS).value for k in range(2)) / 2
    assert outcome.value == pytest.approx(mean, rel=1e-12)


def test_a_list_with_a_number_for_each_segment_has_a_mean(folder: Path) -> None:
    code = "def f(a, b): return [bleu([hypothesis], [several]) for hypothesis, several in zip(a, b)]"
    said: list[str] = []
    function = _claimed(_module(folder, code), said, settings={**_SETTINGS, "average": "sentences"})
    outcome = function.score("bleu", _TWO)
    function.close()
    assert isinstance(outcome, Score)
    mean = sum(score("bleu", _TWO.part(k, k + 1), **_SETTINGS).value for k in range(2)) / 2
    assert outcome.value == pytest.approx(mean, rel=1e-12)
    assert "it gives a number for each segment, and their mean counts" in said[0]
    alone = _profiled(_module(folder, code))
    assert isinstance(alone.score("bleu", _TWO), Unsupported)
    assert isinstance(alone.score("bleu", _ONE), Score)
    alone.close()


def test_a_profile_can_be_claimed_and_names_the_metric(folder: Path) -> None:
    function = _profiled(_module(folder, "f = bleu"), metric="", like="nltk.corpus_bleu", settings={})
    assert list(function.profiles_by_metric()) == ["bleu"]
    assert function.profiles("bleu")[0].settings().as_dict()["scale"] == "1"
    function.close()


def test_a_description_of_its_own_counts_unless_something_else_is_claimed(folder: Path) -> None:
    name = _module(folder, "def f(a, b): return {'x': 0.5, 'y': 1}\nf.samescore = {'metric': 'wer'}")
    own = _profiled(name, settings={})
    assert list(own.profiles_by_metric()) == ["wer"]
    own.close()
    other = _profiled(name, return_key="x", overrides=True)
    assert list(other.profiles_by_metric()) == ["bleu"]
    other.close()


def test_the_tries_tell_the_layouts_apart(folder: Path) -> None:
    """References that are read transposed give another number on each input with several segments."""
    code = "def f(a, b): return bleu(a, b)"
    said: list[str] = []
    _claimed(_module(folder, code), said, layout="streams").close()
    assert "1 of 3 tries agree" in said[-1]


_COMMANDS = (
    "run NAME -m bleu --no-report --format jsonl --seed 1 --fresh 3",
    "smoke NAME -m bleu --seed 1 --fresh 3",
    "identify NAME -m bleu",
    "expect NAME -m bleu --seed 1 --fresh 3",
    "diff hyp -r ref -m bleu -i native:sacrebleu -i NAME",
    "explain native:sacrebleu NAME hyp -r ref -m bleu",
)


@pytest.mark.parametrize("command", _COMMANDS)
def test_every_command_asks_a_plain_function(folder: Path, tmp_path: Path, command: str) -> None:
    for file, text in (("hyp", "a small dog ran to the old house\n"), ("ref", "a small dog ran to an old house\n")):
        (tmp_path / file).write_text(text, encoding="utf-8")
    name = _module(folder, "def f(a, b): return {'percent': 100 * bleu(a, b), 'fraction': bleu(a, list(b))}")
    words = [name if word == "NAME" else word for word in command.split()]
    done = call(*words, *_SETS, cwd=tmp_path)
    assert f"samescore: {name}: of what it returns, 'fraction' counts" in done.stderr
    assert done.returncode == 0, done.stdout + done.stderr
    named = call(*words, "--return-key", "percent", "--set", "tokenizer=none", "--set", "smoothing=none", cwd=tmp_path)
    assert named.returncode == 0, named.stdout + named.stderr
    assert "counts" not in named.stderr


def test_a_failure_is_reproduced_by_the_printed_command(folder: Path, tmp_path: Path) -> None:
    name = _module(folder, "def f(a, b): return {'x': bleu(a, b) / 2, 'y': 3}")
    options = ("-m", "bleu", "--return-key", "x", *_SETS)
    done = call("run", name, *options, "--no-report", "--format", "jsonl", "--fresh", "0", cwd=tmp_path)
    assert done.returncode == 1
    failed = next(row for row in records(done.stdout) if row["type"] == "result" and row["verdict"] == "disagree")
    words = shlex.split(failed["reproduce"])
    assert words[0] == "samescore"
    again = call(*words[1:], "--no-report", "--format", "jsonl", cwd=tmp_path)
    rows = [row for row in records(again.stdout) if row["type"] == "result"]
    assert rows == [failed]


def test_a_report_says_how_it_was_asked(folder: Path, tmp_path: Path) -> None:
    name = _module(folder, "def f(a, b): return bleu(a, list(zip(*b)))")
    done = call("run", name, "-m", "bleu", *_SETS, "--no-report", "--format", "jsonl", "--fresh", "0", cwd=tmp_path)
    assert "choose with --layout streams" in records(done.stdout)[0]["implementations"][0]["note"]


def test_options_that_nothing_can_take_are_refused(tmp_path: Path) -> None:
    for option in ("--like", "--return-key", "--layout", "--number-pattern"):
        done = call("run", "native", option, "nltk", cwd=tmp_path)
        assert done.returncode == 2
        assert f"{option} is for a function (py:...) or a program" in done.stderr
    done = call("smoke", "py:json:dumps", "--set", "scale=1", cwd=tmp_path)
    assert done.returncode == 2
    assert "--set needs a metric" in done.stderr


def test_a_side_claims_its_own_settings(folder: Path) -> None:
    name = _module(folder, "def f(a, b): return 100 * bleu(a, b)")
    right, wrong = f"{name}(tokenizer=none, smoothing=none)", f"{name}(scale=1)"
    compared = diff("bleu", _TWO, ["native:sacrebleu.corpus_bleu", right, wrong])
    assert [row.implementation for row in compared.unexplained] == [name]
    assert compared.unexplained[0].signature.endswith("|scale:1")
    signed = diff("bleu", _TWO, [f"{name}(nrefs:2|case:mixed|eff:no|tok:none|smooth:none|version:2.4.0)"])
    assert not signed.unexplained
    with pytest.raises(SamescoreError, match="colour"):
        diff("bleu", _TWO, [f"{name}(colour=red)"])


def test_a_gap_to_a_rounded_number_is_explained(folder: Path) -> None:
    name = _module(folder, "def f(a, b): return round(100 * bleu(a, b), 2)")
    with claiming(Claim("bleu", settings={"tokenizer": "none", "smoothing": "none"})):
        compared = diff("bleu", _TWO, ["native:sacrebleu.corpus_bleu", name])
    assert not compared.unexplained
    assert not compared.absent
    with pytest.raises((InputError, SamescoreError)), claiming(Claim("bleu", number_pattern="(")):
        implementation(name)
