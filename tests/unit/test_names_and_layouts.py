"""Names of implementations, and the layouts in which functions are called, as parsed and guessed."""

from __future__ import annotations

import math
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

from samescore import Annotations, Confusion, Corpus, InputError, Ratings, Rewrites
from samescore.base.errors import UnknownNameError
from samescore.catalogue.profile import Profile
from samescore.data.comparison import Comparison, Numbers
from samescore.implementations.base import limits, need_within_limits
from samescore.implementations.calling_conventions import CallingConvention, layouts
from samescore.implementations.declaration import Declaration
from samescore.implementations.names import Name, files_of, parse_name, program_hint, with_python
from samescore.implementations.package import too_many_items
from samescore.implementations.tries import is_named
from samescore.metrics import metric

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("native", Name("native", "", "", native=False)),
        ("native:nltk", Name("nltk", "", "", native=True)),
        ("nltk==3.9", Name("nltk", "3.9", "", native=False)),
        ("nltk==3.9.corpus_bleu", Name("nltk", "3.9", "corpus_bleu", native=False)),
        ("nltk.corpus_bleu", Name("nltk", "", "corpus_bleu", native=False)),
        ("a-b==1.0rc1.post2.entry-point@3.8", Name("a-b", "1.0rc1.post2", "entry-point", native=False, python="3.8")),
        ("a==2.dev3", Name("a", "2.dev3", "", native=False)),
        ("native:a==1!2+local.x", Name("a", "1!2+local", "x", native=True)),
    ],
)
def test_a_name_has_its_parts(text: str, name: Name) -> None:
    assert parse_name(text) == name
    assert parse_name(str(name)) == name


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "'' is not the name of an implementation", "write name, name==version or name.entry_point"),
        ("3a", "is not the name", "write name, name==version"),
        ("nltk(a=1)", "is not the name", "settings in parentheses are for explain, diff and score --like"),
        ("nltk@3.8", "only a released version can run on a different Python", "write name==version@3.8"),
        ("native:nltk==3.9@3.8", "only a released version can run on a different Python", "write name==version@3.8"),
        ("nltk==1aa1", "1aa1 is not a version", "write name==1.5.1"),
        ("nltk==", "is not the name", "write name, name==version"),
        ("./no-such-file.pl", "is not the name", program_hint("./no-such-file.pl")),
    ],
)
def test_a_wrong_name_is_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(UnknownNameError, match=message) as raised:
        parse_name(text)
    assert str(raised.value.hint).startswith(hint)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("chrf.js", 'a program that prints a number is named "cmd:node chrf.js {hyp} {ref}"'),
        ("run.jar", 'a program that prints a number is named "cmd:java -jar run.jar {hyp} {ref}"'),
        ("sub/score.PL", 'a program that prints a number is named "cmd:perl sub/score.PL {hyp} {ref}"'),
        ("perl x.pl {hyp}", 'a program that prints a number is named "cmd:perl x.pl {hyp}"'),
        ("my.py", "a function is named py:my:FUNCTION, a program that prints a number is named \"cmd:python my.py {hyp} {ref}\""),
        ("a/b.py", "a function is named py:a.b:FUNCTION, a program that prints a number is named \"cmd:python a/b.py {hyp} {ref}\""),
        ("a-b.py", 'a program that prints a number is named "cmd:python a-b.py {hyp} {ref}"'),
        ("nothing", ""),
        ("no such words", ""),
        ("x" * 498 + ".pl", ""),
    ],
)  # fmt: skip
def test_a_script_is_recognized_by_its_suffix(text: str, hint: str) -> None:
    assert program_hint(text) == hint


def test_an_existing_file_is_a_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scorer").touch()
    assert program_hint("scorer") == 'a program that prints a number is named "cmd:./scorer {hyp} {ref}"'
    assert program_hint("a\0b") == ""


@pytest.mark.parametrize(
    ("text", "python", "expected"),
    [
        ("nltk==3.4.5", "3.8", "nltk==3.4.5@3.8"),
        ("nltk==3.4.5@3.7", "3.8", "nltk==3.4.5@3.7"),
        ("nltk==3.4.5", "", "nltk==3.4.5"),
        *((name, "3.8", name) for name in ("nltk", "native:nltk==3.4.5", "py:a:b==1", "cmd:a==1", "replay:a==1")),
    ],
)
def test_an_interpreter_is_added_to_a_release(text: str, python: str, expected: str) -> None:
    assert with_python(text, python) == expected


def test_the_files_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(files_of("replay:run.jsonl#a")) == [Path("run.jsonl")]
    assert list(files_of("cmd:a 'b c' d=e")) == [Path("a"), Path(), Path("b c"), Path(), Path("d=e"), Path("e")]
    assert list(files_of("cmd:'a")) == []
    assert list(files_of("nltk")) == [Path("nltk")]
    monkeypatch.setattr(sys, "path", ["/there"])
    found = list(files_of("py:a.b:f"))
    assert found[:2] == [Path("a/b.py"), Path("a/b/__init__.py")]
    assert found[-2:] == [Path("/there/a/b.py"), Path("/there/a/b/__init__.py")]


_HYPOTHESES, _REFERENCES = ["h1", "h2"], [["r1a", "r1b"], ["r2a", "r2b"]]


@pytest.mark.parametrize(
    ("base", "hypotheses", "references", "arguments"),
    [
        ("lists", _HYPOTHESES, _REFERENCES, [_HYPOTHESES, _REFERENCES]),
        ("streams", _HYPOTHESES, _REFERENCES, [_HYPOTHESES, [["r1a", "r2a"], ["r1b", "r2b"]]]),
        ("streams", _HYPOTHESES, [["a"], ["b", "c"]], None),
        ("streams", _HYPOTHESES, [[], []], None),
        ("streams", [], [], None),
        ("flat", _HYPOTHESES, [["a"], ["b"]], [_HYPOTHESES, ["a", "b"]]),
        ("flat", _HYPOTHESES, [["a"], ["b", "c"]], None),
        ("flat", _HYPOTHESES, [["a"], []], None),
        ("single", ["h"], [["a"]], ["h", "a"]),
        ("single", ["h"], [["a", "b"]], None),
        ("single", _HYPOTHESES, [["a"], ["b"]], None),
        ("single-list", ["h"], [["a", "b"]], ["h", ["a", "b"]]),
        ("single-list", _HYPOTHESES, [["a"], ["b"]], None),
        ("texts", _HYPOTHESES, _REFERENCES, [_HYPOTHESES]),
    ],
)
def test_a_layout_expresses_a_corpus(
    base: str, hypotheses: list[str], references: list[list[str]], arguments: list[object] | None
) -> None:
    assert CallingConvention(base).arguments(hypotheses, references) == arguments
    if arguments and len(arguments) == 2:
        swapped = CallingConvention(base, swapped=True).arguments(hypotheses, references)
        assert swapped == arguments[::-1]


@pytest.mark.parametrize(
    ("layout", "name", "meaning"),
    [
        (CallingConvention("flat"), "flat", "one reference for each of them"),
        (CallingConvention("flat", tokens=True), "flat-tokens", "of them, each text as a list of tokens"),
        (CallingConvention("flat", swapped=True), "flat-swapped", "of them, but the references first"),
        (CallingConvention("items", swapped=True), "items-swapped", "the items in lists, the predictions first"),
        (
            CallingConvention("flat", tokens=True, swapped=True),
            "flat-tokens-swapped",
            "tokens, but the references first",
        ),
        (CallingConvention("items", names=("a", "b")), "items", "the items in lists (by name: a, b)"),
    ],
)
def test_a_layout_has_a_name_and_a_meaning(layout: CallingConvention, name: str, meaning: str) -> None:
    assert layout.name == name
    assert layout.meaning.endswith(meaning)


def _guessed(metric_name: str, *parameters: str, wanted: str = "") -> list[tuple[str, tuple[str, ...]]]:
    return [(layout.name, layout.names) for layout in layouts(metric(metric_name), parameters, wanted)]


@pytest.mark.parametrize(
    ("metric_name", "parameters", "first", "swapped"),
    [
        ("chrf", ("hypotheses", "references"), ("lists", ()), False),
        ("chrf", ("references", "hypotheses"), ("lists-swapped", ()), True),
        ("chrf", ("hyp", "b", "ref_list"), ("lists", ("hyp", "ref_list")), False),
        ("chrf", ("*", "preds", "target"), ("lists", ("preds", "target")), False),
        ("chrf", ("*", "x", "y"), ("lists", ("x", "y")), False),
        ("chrf", ("x", "candidates"), ("lists-swapped", ()), True),
        ("chrf", ("candidates", "x"), ("lists", ()), False),
        ("chrf", ("x", "gold"), ("lists", ()), False),
        ("mcc", ("y_true", "y_pred"), ("items", ()), False),
        ("mcc", ("y_pred", "y_true"), ("items-swapped", ()), True),
        ("mcc", ("labels", "x"), ("items", ()), False),
    ],
)
def test_the_order_of_arguments_is_guessed_from_their_names(
    metric_name: str, parameters: tuple[str, ...], first: tuple[str, tuple[str, ...]], swapped: bool
) -> None:
    guessed = _guessed(metric_name, *parameters)
    assert guessed[0] == first
    assert {name.endswith("-swapped") for name, _ in guessed} == {swapped}


def test_unknown_names_are_tried_in_both_orders() -> None:
    every = ["lists", "streams", "flat", "single", "single-list"]
    assert [name for name, _ in _guessed("chrf", "x", "y")] == [*every, *(f"{name}-swapped" for name in every)]
    assert [name for name, _ in _guessed("mcc")] == ["items", "items-swapped"]
    assert [name for name, _ in _guessed("gleu", "h", "r")] == [*every, *(f"{name}-tokens" for name in every)]
    assert _guessed("chrf", "hypotheses", "references", wanted="flat-swapped") == [("flat-swapped", ())]
    assert [name for name, _ in _guessed("distinct", "texts")] == ["texts", "texts-tokens"]
    with pytest.raises(UnknownNameError, match="unknown layout for chrf: 'flatt'") as raised:
        _guessed("chrf", "h", "r", wanted="flatt")
    assert "flat" in raised.value.hint


@pytest.mark.parametrize(
    ("reading", "named"),
    [("bleu", True), ("BLEU", True), ("corpus_bleu", True), ("score", True), ("b-l_e u", True), ("bleu2", False), ("f1", False)],
)  # fmt: skip
def test_a_number_is_named_after_the_metric(reading: str, named: bool) -> None:
    assert is_named(reading, ["bleu"]) is named


def test_a_declaration_is_written_as_options() -> None:
    made = Declaration("bleu", settings={"max_order": 2, "effective_order": True}, layout="flat", return_key="a.b")
    assert made.options == (
        *("-m", "bleu", "--return-key", "a.b", "--layout", "flat"),
        *("--set", "max_order=2", "--set", "effective_order=yes"),
    )
    assert Declaration(like="nltk.corpus_bleu").metric_name == "bleu"
    assert Declaration("chrf", like="nltk.corpus_bleu").metric_name == "chrf"
    assert Declaration(like="nltk").metric_name == ""
    with pytest.raises(UnknownNameError, match="f does not say which metric it computes"):
        Declaration().needed_metric("f")


def _profile(**fields: object) -> Profile:
    return Profile("entry", "bleu", "", ">=0", **fields)  # type: ignore[arg-type]  # fields of several types


_TWO_AND_ONE = Corpus.from_segments(["a", "b"], [["a", "b"], ["c"]])
_TWO = Corpus.from_segments(["a", "b"], [["a", "b"], ["c", "d"]])


@pytest.mark.parametrize(
    ("profile", "data", "reason"),
    [
        (_profile(), _TWO_AND_ONE, ""),
        (_profile(max_references=2), _TWO_AND_ONE, ""),
        (_profile(max_references=1), _TWO_AND_ONE, "entry takes at most 1 reference per segment, but the corpus has 2"),
        (_profile(max_references=2), Corpus.from_segments(["a"], [list("abc")]), "at most 2 references per segment, but the corpus has 3"),
        (_profile(equal_references=True), _TWO, ""),
        (_profile(equal_references=True), _TWO_AND_ONE, "entry needs the same number of references for every segment"),
        (_profile(equal_references=True, max_references=1), _TWO_AND_ONE, "at most 1 reference per segment"),
        (_profile(max_references=1), Corpus.from_segments([], []), ""),
        (_profile(), Corpus.from_tokens([["a"]], [[["a"]]]), "entry takes text, but the corpus holds tokens"),
        (_profile(unit="tokens"), Corpus.from_tokens([["a"]], [[["a"]]]), ""),
        (_profile(max_references=1), Rewrites(["a"], ["b"], [["c", "d"]]), "at most 1 reference per segment"),
        (_profile(max_references=2), Rewrites(["a"], ["b"], [["c", "d"]]), ""),
        (_profile(statistics=("chrf", "ter")), Comparison("bleu", [_TWO]), "entry compares systems by chrf, ter, not by bleu"),
        (_profile(statistics=("bleu",)), Comparison("bleu", [_TWO]), ""),
        (_profile(statistics=("bleu",), equal_references=True), Comparison("bleu", [_TWO, _TWO_AND_ONE]), "the same number of references"),
        (_profile(), Comparison("mean", [Numbers([1])]), ""),
        (_profile(), Numbers(array("f", [1])), "it holds numbers of type float32, for which entry may compute"),
        (_profile(number_types=("float16", "float32")), Numbers(array("f", [1])), ""),
        (_profile(number_types=("float16",)), Comparison("mean", [Numbers(array("f", [1]))]), "it holds numbers of type float32"),
        (_profile(nan_is_missing=False), Ratings([1, math.nan], [1, 2]), "entry drops None but treats nan as a number"),
        (_profile(nan_is_missing=False), Ratings([1, None], [1, 2]), ""),
        (_profile(), Ratings([1, math.nan], [1, 2]), ""),
        (_profile(nan_is_missing=False), Annotations([["a", math.nan]]), "entry drops None but treats nan as a number"),
        (_profile(missing_scores="human"), Ratings([1, None], [1, 2]), "entry does not accept missing metric scores"),
        (_profile(missing_scores="human"), Ratings([1, 3], [1, None]), ""),
        (_profile(missing_scores="human"), Annotations([["a", None]]), ""),
    ],
)  # fmt: skip
def test_the_limits_of_an_entry_point(profile: Profile, data: Any, reason: str) -> None:
    refusal = limits(profile, data)
    assert bool(refusal) == bool(reason)
    if refusal:
        assert reason in refusal.reason
        with pytest.raises(InputError, match=f"mine has no score for this input: .*{reason}"):
            need_within_limits("mine", profile, data)
    else:
        need_within_limits("mine", profile, data)


def test_a_confusion_matrix_is_expanded_up_to_a_million_items() -> None:
    classes = ["a", "b"]
    assert too_many_items(_profile(), Confusion(classes, [[999_999, 0], [0, 1]])) is None
    refusal = too_many_items(_profile(), Confusion(classes, [[999_999, 1], [0, 1]]))
    assert refusal is not None
    assert refusal.reason == "entry takes single items, and 1000001 are too many to expand"
    assert too_many_items(_profile(), _TWO) is None
