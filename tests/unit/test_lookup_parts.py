"""The parts of the lookups: rows selected by words, vectors named in records, environments, and a knob's tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore.base.errors import InputError, UnknownNameError
from samescore.base.outcome import Unavailable
from samescore.catalogue.vectors import vectors
from samescore.data.kinds import digest
from samescore.implementations import environments as folder
from samescore.metrics import metric
from samescore.records import Answer, Case, DifferentAnswer, Expectation, Identification, Move, Record
from samescore.verbs.lookup import entries
from samescore.verbs.lookup import environments as verb
from samescore.verbs.lookup.context import asking
from samescore.verbs.lookup.entries import list_instead
from samescore.verbs.lookup.environments import BrokenEnvironment, Installed, Made, Removed, Request, Verified, execute
from samescore.verbs.lookup.knob_tools import KnobTools
from samescore.verbs.lookup.listed_rows import Listing
from samescore.verbs.lookup.row_words import metric_named, select_rows
from samescore.verbs.lookup.vectors import vectors_named_in

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


_POINTS = Listing(
    ("entry_point", "metric", "call"),
    [
        ("nltk.bleu", "bleu", "Of Words()"),
        ("nltk.f", "f1", "of(bleu)"),
        ("nltk2.bleu", "bleu", "of(words)"),
        ("plain.none", "", "of(nltk.bleu)"),
    ],
    heading="all",
    brief=("call",),
    groups=Listing(("package",), [("nltk",)]),
)
_OTHERS = Listing(("entry_point", "metric", "call"), [("nltk.ter", "ter", "of(edits)")], heading="more")


def _selected(*words: str) -> list[list[str]]:
    return [[row[0] for row in each.rows] for each in select_rows([_POINTS, _OTHERS], words, "samescore list x")]


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (("bleu",), [["nltk.bleu", "nltk2.bleu"]]),  # the metric, not a part of a cell
        (("nltk",), [["nltk.bleu", "nltk.f"], ["nltk.ter"]]),  # the package, not a part of another one
        (("WORDS",), [["nltk.bleu", "nltk2.bleu"]]),
        (("oF w",), [["nltk.bleu"]]),
        (("edits",), [["nltk.ter"]]),
        (("nltk", "bleu"), [["nltk.bleu"]]),
        (("bleu", "nltk"), [["nltk.bleu"]]),
    ],
)
def test_rows_match_every_word(words: tuple[str, ...], rows: list[list[str]]) -> None:
    assert _selected(*words) == rows


def test_selected_rows_keep_their_columns_and_are_not_grouped() -> None:
    (found,) = select_rows([_POINTS, _OTHERS], ["bleu"], "samescore list x")
    assert (found.heading, found.brief, found.groups) == ("all", ("call",), None)
    assert list(select_rows([_POINTS, _OTHERS], [], "samescore list x")) == [_POINTS, _OTHERS]


@pytest.mark.parametrize(
    ("words", "problem", "hint"),
    [
        (("nltq",), "samescore list x: nothing matches 'nltq'", "did you mean nltk?"),
        (("edits", "plain.nome"), "samescore list x: nothing matches 'plain.nome'", "did you mean plain.none?"),
        (("zzzzzz",), "samescore list x: nothing matches 'zzzzzz'", "list everything with: samescore list x"),
        (("edits", "words"), "samescore list x: no single row matches 'edits' and 'words'", "remove a word"),
    ],
)
def test_words_that_match_nothing(words: tuple[str, ...], problem: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        _selected(*words)
    assert str(caught.value) == f"{problem}\n  hint: {hint}"


def test_a_misspelled_metric_has_a_hint() -> None:
    listing = Listing(("id", "metric"), [("one", "chrf"), ("two", "ter")])
    with pytest.raises(UnknownNameError) as caught:
        list(select_rows([listing], ["chhrf"], "list"))
    assert caught.value.hint == "did you mean chrf?"


def test_words_in_a_list_without_metrics_and_packages_are_parts_of_cells() -> None:
    listing = Listing(("flag", "meaning"), [("bleu-one", "x"), ("two", "of BLEU"), ("three", "y")])
    assert [row[0] for row in next(select_rows([listing], ["bleu"], "list")).rows] == ["bleu-one", "two"]
    assert (metric_named("chrF++"), metric_named("nothing")) == ("chrf", "")


def test_the_columns_of_a_listing() -> None:
    rows = [("1", "2", "3")]
    listing = Listing(("a", "b", "c"), rows, brief=("c", "a"), long=("b",))
    assert listing.table(verbose=False) == (("a", "c"), [("1", "3")])
    assert listing.table(verbose=True) == (("b",), [("2",)])
    assert Listing(("a", "b", "c"), rows, brief=("c",)).table(verbose=True) == (("a", "b", "c"), rows)
    assert _POINTS.table(verbose=False) == (("package",), [("nltk",)])
    assert _POINTS.table(verbose=True)[1] == _POINTS.rows


def test_a_vector_is_no_name_of_a_list() -> None:
    assert list_instead(next(iter(vectors()))) is None


def _case(name: str, recorded: str) -> Case:
    return Case(name, "bleu", "bleu", recorded, Expectation("score", "1.0"))


def test_vectors_named_in_records_are_those_with_the_recorded_input() -> None:
    one, two, three, four = list(vectors())[:4]
    right = digest(vectors()[one].data())
    answers = Answer("score", 1.0), Answer("score", 2.0)
    move = Move("nltk", "1", "2", "asked", three, "bleu", "corpus_bleu", *answers, "value", None, False)
    departures = [DifferentAnswer(four, *answers)]
    identified = Identification("mine", "bleu", False, "bleu", "bleu", [], 4, departures, {}, [])
    records: list[Record] = [
        _case(one, right),
        _case(two, "of another input"),
        _case("no-such-vector", ""),
        move,
        identified,
    ]
    named = vectors_named_in(records)
    assert named == {name: vectors()[name] for name in (one, three, four)}
    assert list(vectors_named_in([_case(two, right), msgspec.structs.replace(move, vector=two)])) == []
    assert list(vectors_named_in([msgspec.structs.replace(move, vector=two)])) == [two]
    assert vectors_named_in([]) == {}


def test_values_that_several_tools_use() -> None:
    knob = metric("wer").settings().knob("references")
    assert KnobTools(knob).shared() == ["first", "best"]
    assert KnobTools(knob, by_tool={"one": ["best"]}).shared() == ["first"]


def test_the_budget_of_a_command() -> None:
    with asking(None, None, in_process=True) as ended:
        assert not ended()
    with asking(1.0, 5.0, in_process=True) as ended:
        assert not ended()


class _Facts:
    python = "3.12"


class _Environment:
    """As much of an environment as the command needs."""

    facts, requirements, source = _Facts(), ["one==1"], Path("index")

    def __init__(self, name: str, release: str) -> None:
        self.name, self.names = name, {name, release}
        self.folder, self.files = f"/nowhere/{name}", {"a": "1", "b": "2"}

    def size(self) -> int:
        return 7


@pytest.fixture
def removed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two environments, a broken one, and the list of those that are removed."""
    gone: list[str] = []
    first, second = _Environment("one-1-x", "one==1"), _Environment("two-2-x", "two==2")
    monkeypatch.setattr(folder, "environments", lambda: [first, second])
    monkeypatch.setattr(folder, "broken", lambda: {"bad": "it is empty"})
    monkeypatch.setattr(folder, "remove", gone.append)
    monkeypatch.setattr(folder, "leftovers", lambda: ["bad", "half"])
    monkeypatch.setattr(verb, "changed_files", lambda path, files, thorough: [f"{path}/{len(files)}/{thorough}"])
    return gone


@pytest.mark.usefixtures("removed")
def test_environments_are_listed_and_verified() -> None:
    installed = [Installed(name, "3.12", 7, ["one==1"], "index") for name in ("one-1-x", "two-2-x")]
    assert list(execute(Request("list"))) == [*installed, BrokenEnvironment("bad", "it is empty")]
    both = [Verified(name, 2, "index", [f"/nowhere/{name}/2/True"]) for name in ("one-1-x", "two-2-x")]
    assert list(execute(Request("verify"))) == both
    assert list(execute(Request("verify", ("two==2",)))) == both[1:]
    assert list(execute(Request("verify", ("one-1-x", "two==2")))) == both
    with pytest.raises(InputError, match="unknown environment: three") as caught:
        list(execute(Request("verify", ("one-1-x", "three"))))
    assert caught.value.hint == "samescore environments list shows them"


@pytest.mark.usefixtures("removed")
def test_an_environment_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object, **__: object) -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(verb, "changed_files", unreadable)
    with pytest.raises(InputError, match="one-1-x: Permission denied") as caught:
        list(execute(Request("verify")))
    assert caught.value.hint == "remove it with: samescore environments remove"


def test_environments_are_removed_by_name_or_all(removed: list[str]) -> None:
    assert list(execute(Request("remove", ("two==2", "bad")))) == [Removed("two-2-x"), Removed("bad")]
    assert removed == ["two-2-x", "bad"]
    removed.clear()
    everything = list(execute(Request("remove", everything=True)))
    assert everything == [Removed(name) for name in ("one-1-x", "two-2-x", "bad", "half")]
    assert removed == ["one-1-x", "two-2-x"]


@pytest.mark.parametrize("request_", [Request("remove"), Request("remove", ("one==1",), everything=True)])
def test_names_or_all_environments_are_removed_but_not_both(removed: list[str], request_: Request) -> None:
    with pytest.raises(InputError, match="pass environments, or --all"):
        list(execute(request_))
    with pytest.raises(InputError, match="unknown environment: three"):
        list(execute(Request("remove", ("one==1", "three"))))
    assert removed == []


class _Release:
    """As much of a release as the command needs."""

    def __init__(self, name: str, refusal: Any, environment: Any) -> None:
        self.name, self.refusal, self.environment, self.closed = name, refusal, environment, False

    def unavailable(self) -> Any:
        return self.refusal

    def close(self) -> None:
        self.closed = True


def test_environments_are_made_for_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[_Release] = []

    def release(name: str) -> object:
        if name.startswith("native"):
            return object()
        refused = name.startswith("bad")
        environment = None if refused else _Environment("one-1-x", "one==1")
        made.append(_Release(name, Unavailable("it cannot be installed") if refused else None, environment))
        return made[-1]

    monkeypatch.setattr(verb, "Release", _Release)
    monkeypatch.setattr(verb, "implementation", release)
    monkeypatch.setattr(verb, "with_python", lambda name, python: f"{name}@{python}")
    records = list(execute(Request("make", ("one==1", "bad==1"), python="3.11")))
    assert records == [Made("one==1", "one-1-x"), Made("bad==1", "", "it cannot be installed")]
    assert [each.name for each in made] == ["one==1@3.11", "bad==1@3.11"]
    assert all(each.closed for each in made)
    with pytest.raises(InputError, match="native does not need a separate environment") as caught:
        list(execute(Request("make", ("native",))))
    assert caught.value.hint == "pass a release, as in sacrebleu==1.5.1"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("abxy", "did you mean abcd? (samescore why WORDS searches the catalogue)"),  # 2 of 4 letters
        ("abxyz", "samescore why WORDS searches the catalogue"),  # 4 of 9
        ("vectxx", "did you mean vector? (samescore why WORDS searches the catalogue)"),
        ("metrics", "samescore list metrics shows them all"),
        ("knobs", "samescore list knobs METRIC shows them all"),
    ],
)
def test_the_nearest_entry_is_named_if_half_of_the_letters_match(
    name: str, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "entry_names", lambda: ["abcd", "other"])
    monkeypatch.setattr(entries, "vectors", lambda: {"vector": None})
    with pytest.raises(UnknownNameError, match=f"unknown entry: {name!r}") as caught:
        list(entries.execute(entries.Request(name)))
    assert caught.value.hint == hint
