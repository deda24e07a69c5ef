"""Plain functions, which describe nothing: what they claim is named, and how they are asked is found by trying."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, UnknownNameError, score
from samescore.base.outcome import Score, Unavailable, Unsupported
from samescore.data.labels import Labels
from samescore.implementations import Implementation, implementation
from samescore.implementations.asking import Asking, asking
from samescore.implementations.base import Profiled
from samescore.implementations.declaration import Declaration, declaring
from tests.plain_functions import ONE, SETTINGS, TWO, module, searched

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SINGLE_REFERENCES = Corpus.from_segments(list(map(str, TWO.hypotheses)), [[str(r[0])] for r in TWO.references])

#: Functions that compute BLEU: the code, the corpus that they are asked, and what is said about how they are asked.
_RIGHT = {
    "def f(hypotheses, references): return bleu(hypotheses, references)": (TWO, []),
    "f = lambda h, r: bleu(h, r)": (TWO, []),
    "f = Metric": (TWO, []),
    "def f(a, b): print('noise'); os.write(1, b'noise'); return bleu(a, b)": (TWO, []),
    "def f(a, b): return Number(bleu(a, b))": (TWO, []),
    "def f(a, b): return bleu(a, list(zip(*b)))": (TWO, ["--layout streams"]),
    "def f(a, b): return bleu(a, [[line] for line in b.copy()])\n": (_SINGLE_REFERENCES, ["--layout flat"]),
    "def f(a, b): return bleu([a.lower()], [[b.lower()]])": (ONE, ["--layout single"]),
    "def f(a, b): return bleu([a.lower()], [[c.lower() for c in b]])": (ONE, ["--layout single-list"]),
    "def f(references, hypothesis): return bleu([' '.join(hypothesis)], [[' '.join(r) for r in references]])": (
        ONE,
        ["--layout single-list-tokens-swapped"],
    ),
    "def f(a, b): return bleu(b, a)": (TWO, ["--layout lists-swapped"]),
    "def f(*, references, predictions): return bleu(predictions, references)": (TWO, ["predictions, references"]),
    "def f(a, b): return {'bleu': bleu(a, b), 'length': 7}": (TWO, ["the score is 'bleu'"]),
    "def f(a, b): return {'all': {'value': bleu(a, b)}, 'length': 7}": (TWO, ["the score is 'all.value'"]),
    "def f(a, b): return {'only': bleu(a, b)}": (TWO, ["the score is 'only'"]),
    "def f(a, b): return 7, bleu(a, b), 'x'": (TWO, ["the score is '1'"]),
    "def f(a, b): return Result(bleu(a, b))": (TWO, ["the score is 'score'"]),
    "def f(a, b): return str(bleu(a, b))": (TWO, ["the score is the last number"]),
    "def f(a, b): return f'BLEU-4 = {bleu(a, b)!r} for {len(a)} lines'": (TWO, ["after the metric's name"]),
}


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with searched(tmp_path_factory.mktemp("undeclared")) as folder:
        yield folder


def _claimed(name: str, said: list[str], metric: str = "bleu", **claim: Any) -> Implementation:
    with declaring(Declaration(**{"metric": metric, "settings": SETTINGS, "say": said.append, **claim})):
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
        function = _claimed(module(folder, code), said)
    assert function.unavailable() is None
    outcome = function.score("bleu", corpus)
    function.close()
    right = score("bleu", corpus, **SETTINGS).value
    assert isinstance(outcome, Score)
    assert outcome.value == pytest.approx(right, rel=1e-12)
    assert len(said) == len(words), said
    assert all(text in line for text, line in zip(words, said, strict=True))


def test_a_method_is_that_of_an_object_and_the_number_that_agrees_counts(folder: Path) -> None:
    said: list[str] = []
    name = module(folder, "").replace(":f", ":Metric.compute")
    function = _claimed(name, said)
    outcome = function.score("bleu", TWO)
    function.close()
    assert isinstance(outcome, Score)
    assert 0 < outcome.value < 1
    assert said == [f"{name}: the score is 'fraction' in its return value; choose with --return-key"]


def test_labels_are_passed_in_the_order_of_the_parameters_names(folder: Path) -> None:
    code = (
        "def f(y_pred, y_true): return sum(g == 1 for g in y_true) / len(y_pred)"  # the recall of a yes to everything
    )
    said: list[str] = []
    function = _claimed(module(folder, code), said, "accuracy", settings={})
    assert function.score("accuracy", Labels([1, 1, 1, 0], [0, 0, 0, 0])) == Score(0.75)
    function.close()
    assert "--layout items-swapped" in said[0]


def test_a_rounded_number_is_compared_as_far_as_it_goes(folder: Path) -> None:
    said: list[str] = []
    for code in ("def f(a, b): return round(bleu(a, b), 4)", "def f(a, b): return '%.4f' % bleu(a, b)"):
        function = _claimed(module(folder, code), said)
        outcome = function.score("bleu", TWO)
        function.close()
        assert isinstance(outcome, Score)
        assert outcome.decimals == 4
        assert outcome.value == round(score("bleu", TWO, **SETTINGS).value, 4)
        assert said[-1].endswith("its numbers look rounded to 4 decimals; they are compared at that precision")


def test_a_constant_is_not_called_rounded(folder: Path) -> None:
    for code in ("def f(a, b): return 0.25", "def f(a, b): return 0"):
        said: list[str] = []
        function = _claimed(module(folder, code), said)
        outcome = function.score("bleu", TWO)
        function.close()
        assert isinstance(outcome, Score)
        assert outcome.decimals is None
        assert "0 of 3 test calls agree with the native metric" in said[-1]


def test_a_wrong_number_says_what_the_tries_gave(folder: Path) -> None:
    said: list[str] = []
    _claimed(module(folder, "def f(a, b): return 100 * bleu(a, b)"), said).close()
    pairs = re.findall(r"([0-9.]+) \(natively ([0-9.]+)\)", said[-1])
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
        _claimed(module(folder, f"def f(a, b): {code}"), [], return_key=key)
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
    function = _claimed(module(folder, f"def f(a, b): return {code}"), [], return_key=key)
    outcome = function.score("bleu", TWO)
    function.close()
    assert isinstance(outcome, Score)
    assert outcome.value == pytest.approx(score("bleu", TWO, **SETTINGS).value, rel=1e-12)


def test_a_key_reaches_no_private_attribute(folder: Path) -> None:
    function = _profiled(module(folder, "def f(a, b): return Number(bleu(a, b))"), return_key="_value")
    refusal = function.unavailable()
    function.close()
    assert refusal is not None
    assert "has no part '_value'" in refusal.reason


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise RuntimeError('no model')", "it returned no number in 3 tries: raised RuntimeError: no model"),
        ("os._exit(3)", "it returned no number on the first try: crashed: the program exited with status 3"),
        ("time.sleep(3600)", "on the first try: crashed: Timeout: no answer within 0.5 seconds"),
        ("return 'nothing'", "there is no number in its answer: 'nothing'"),
        ("return object()", "returned a object, not a number"),
    ],
)
def test_a_function_that_gives_no_number_is_unavailable_and_says_why(folder: Path, body: str, words: str) -> None:
    with asking(Asking(timeout=0.5 if "sleep" in body else 20)):
        function = _profiled(module(folder, f"def f(a, b): {body}"))
    refusal = function.unavailable()
    function.close()
    assert isinstance(refusal, Unavailable)
    assert words in refusal.reason


def test_the_exception_that_came_furthest_is_shown_if_all_layouts_fail(folder: Path) -> None:
    body = """
def helper(texts):
    return {}["no such key"]

def f(a, b):
    if isinstance(b[0], list):
        a + 1
    return helper(a)
"""
    function = _profiled(module(folder, body))
    refusal = function.unavailable()
    function.close()
    assert refusal is not None
    assert "raised KeyError: 'no such key' (" in refusal.reason
    source = next(path for path in folder.glob("*.py") if body in path.read_text(encoding="utf-8"))
    line = source.read_text(encoding="utf-8").splitlines().index('    return {}["no such key"]') + 1
    assert f"({source.name}:{line})" in refusal.reason


def test_a_layout_can_be_named_and_limits_what_is_asked(folder: Path) -> None:
    said: list[str] = []
    function = _claimed(module(folder, "def f(a, b): return bleu(b, a)"), said, layout="lists-swapped")
    assert isinstance(function.score("bleu", TWO), Score)
    function.close()
    assert said == []
    single = _profiled(module(folder, "def f(a, b): return bleu([a], [[b]])"), layout="single")
    assert isinstance(single.score("bleu", TWO), Unsupported)
    single.close()
    with pytest.raises(UnknownNameError, match="unknown layout for bleu: 'rows'"):
        _claimed(module(folder, "def f(a, b): return 0.5"), [], layout="rows")


def test_a_mean_of_sentences_is_asked_sentence_by_sentence(folder: Path) -> None:
    settings = {**SETTINGS, "average": "sentences"}
    function = _claimed(module(folder, "def f(a, b): return bleu([a.lower()], [b])"), [], settings=settings)
    outcome = function.score("bleu", TWO)
    function.close()
    assert isinstance(outcome, Score)
    mean = sum(score("bleu", TWO.part(k, k + 1), **SETTINGS).value for k in range(2)) / 2
    assert outcome.value == pytest.approx(mean, rel=1e-12)


def test_a_list_with_a_number_for_each_segment_has_a_mean(folder: Path) -> None:
    code = "def f(a, b): return [bleu([hypothesis], [several]) for hypothesis, several in zip(a, b)]"
    said: list[str] = []
    function = _claimed(module(folder, code), said, settings={**SETTINGS, "average": "sentences"})
    outcome = function.score("bleu", TWO)
    function.close()
    assert isinstance(outcome, Score)
    mean = sum(score("bleu", TWO.part(k, k + 1), **SETTINGS).value for k in range(2)) / 2
    assert outcome.value == pytest.approx(mean, rel=1e-12)
    assert "it returns one number per segment, and the score is their mean" in said[0]
    alone = _profiled(module(folder, code))
    assert isinstance(alone.score("bleu", TWO), Unsupported)
    assert isinstance(alone.score("bleu", ONE), Score)
    alone.close()


def test_a_profile_can_be_claimed_and_names_the_metric(folder: Path) -> None:
    function = _profiled(module(folder, "f = bleu"), metric="", like="nltk.corpus_bleu", settings={})
    assert list(function.profiles_by_metric()) == ["bleu"]
    assert function.profiles("bleu")[0].settings().as_dict()["scale"] == "1"
    function.close()


def test_a_description_of_its_own_counts_unless_something_else_is_claimed(folder: Path) -> None:
    name = module(folder, "def f(a, b): return {'x': 0.5, 'y': 1}\nf.samescore = {'metric': 'wer'}")
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
    _claimed(module(folder, code), said, layout="streams").close()
    assert "1 of 3 test calls agree" in said[-1]
