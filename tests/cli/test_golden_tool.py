"""The tool around golden/: lint, adequacy, schema, export; and the miniatures that the vectors must catch."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore.catalogue import vector_checks
from samescore.catalogue.layout import as_json
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.paths import data_folder
from samescore.catalogue.vector_checks import CLAIMS
from samescore.catalogue.vectors import SCHEMA, Vector, select, vectors
from samescore.catalogue.wrong_inputs import CHANGES
from samescore.metrics import METRIC_NAMES, metric
from samescore.records import VectorVerdict
from samescore.verbs.golden import lint
from samescore.verbs.judging import adequacy
from samescore.verbs.judging import run as conform
from samescore.verbs.judging.judge import judge
from tests.command import call
from tests.miniatures import Faulty, altered

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _with(monkeypatch: pytest.MonkeyPatch, *changed: Vector) -> None:
    everything = {**vectors(), **{vector.id: vector for vector in changed}}
    monkeypatch.setattr(lint, "vectors", lambda: everything)


def _digest(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module", autouse=True)
def _golden_is_only_read() -> Iterator[None]:
    """No command of this file may write into golden/."""
    before = _digest(data_folder("golden"))
    yield
    assert _digest(data_folder("golden")) == before, "a test run wrote into golden/"


def test_golden_is_clean() -> None:
    assert lint.problems() + adequacy.unknown_survivors() == []
    assert lint.file_problems(data_folder("golden")) == []


def test_every_flag_that_can_be_checked_is_seen_to_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = next(vector for vector in select(["chrf"]) if vector.id == "chrf-identical")
    labels = next(vector for vector in select(["mcc"]) if vector.id == "mcc-article-000")
    one_segment = {"segments": [{"hypothesis": "a b", "references": ["a b"]}]}
    flags = sorted(set(CLAIMS) - {"one-class"})
    text = msgspec.structs.replace(plain, id="chrf-lying", input=one_segment, flags=flags)
    classes = msgspec.structs.replace(labels, id="mcc-lying", flags=["one-class"])
    _with(monkeypatch, text, classes)
    flagged = {problem.split("'")[1] for problem in lint.problems() if "its input is not" in problem}
    assert flagged == set(CLAIMS)


def test_lint_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    some = next(vector for vector in select(["bleu"]) if not vector.input["segments"][0]["references"][1:])
    lying = msgspec.structs.replace(
        some, id="bleu-lying", flags=["references", "newlines", "wild"], mistakes={"odd": "1"}
    )
    misplaced = msgspec.structs.replace(some, id="chrf-of-bleu")
    gone = msgspec.structs.replace(some, id="bleu-gone")
    monkeypatch.setattr(vector_checks, "retired_ids", lambda: {"bleu-gone": "it was wrong"})
    _with(monkeypatch, lying, misplaced, gone)
    assert lint.problems() == [
        "bleu-lying: unknown flag 'wild'",
        "bleu-lying: unknown mistake 'odd'",
        "bleu-lying: flagged 'newlines', but its input is not",
        "bleu-lying: flagged 'references', but its input is not",
        "chrf-of-bleu: the id does not begin with its metric, bleu",
        "bleu-gone: this id is retired (it was wrong) and cannot be used again",
    ]


def _topic(folder: Path) -> Path:
    """A folder of golden files with the one topic gleu/text; its file of vectors."""
    (folder / "gleu").mkdir()
    (folder / "schema.json").write_bytes(lint.schema())
    for name in ("text.json", "text.observed.json"):
        (folder / "gleu" / name).write_bytes((data_folder("golden") / "gleu" / name).read_bytes())
    return folder / "gleu" / "text.json"


def test_lint_sees_what_is_wrong_with_the_files(tmp_path: Path) -> None:
    path = _topic(tmp_path)
    assert lint.file_problems(tmp_path) == []
    path.with_suffix(".observed.json").unlink()
    (tmp_path / "schema.json").write_bytes(b"{}")
    assert lint.file_problems(tmp_path) == [
        "gleu/text.json: text.observed.json is missing: write it with: python -m tools.derive",
        "schema.json is out of date: samescore golden schema writes it",
    ]


#: Metrics whose values and mutants take a second or more.
_SLOW = {"answer-match", "bleu", "p-value", "rouge-lsum"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in _SLOW else []) for name in METRIC_NAMES]
)
def test_every_value_is_asked_and_every_mutant_is_killed_or_listed(name: str) -> None:
    unasked = [value.name for value in adequacy.values(name) if value.red]
    assert not unasked, f"no vector asks these, or a reason in equivalent.toml no longer holds: {unasked}"
    red = [mutant.name for mutant in adequacy.mutants(name) if mutant.red]
    assert not red, f"no vector notices these, or a reason in equivalent.toml no longer holds: {red}"


def _red(monkeypatch: pytest.MonkeyPatch, listed: dict[str, str]) -> set[str]:
    """The red values and mutants of chrF, with these names listed in equivalent.toml."""
    monkeypatch.setattr(adequacy, "equivalent", lambda: listed)
    unasked = {value.name for value in adequacy.values("chrf") if value.red}
    return unasked | {mutant.name for mutant in adequacy.mutants("chrf") if mutant.red}


def test_a_hole_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    identical = [vector for vector in select(["chrf"]) if vector.id == "chrf-identical"]
    monkeypatch.setattr(adequacy, "select", lambda _: identical)
    red = _red(monkeypatch, {})
    assert red > {
        "chrf.average=sentences",
        "chrf.average:sentences=corpus",
        "chrf.average:corpus=sentences",
        "chrf.word_order:ignored",
        "chrf.char_order:+1",
        "chrf.calls-pile-up",
        "chrf.segments-reversed",
        "chrf.score-to-4-digits",
    }
    assert "chrf.average=corpus" not in red
    assert "chrf.first-word-of-hypothesis-left-out" not in red
    listed = dict.fromkeys(red, "claimed")
    assert not _red(monkeypatch, listed)
    for stale in ("chrf.first-word-of-hypothesis-left-out", "chrf.average=corpus"):
        assert _red(monkeypatch, {**listed, stale: "claimed"}) == {stale}, "noticed, so not equivalent"


def test_a_value_that_no_vector_asks_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    others = [vector for vector in select(["rouge-s"]) if vector.settings["f_form"] != "ratio"]
    monkeypatch.setattr(adequacy, "select", lambda _: others)
    assert {value.name for value in adequacy.values("rouge-s") if value.red} == {"rouge-s.f_form=ratio"}
    red = {mutant.mistake for mutant in adequacy.mutants("rouge-s") if mutant.red}
    assert red == {f"f_form:ratio={other}" for other in ("beta", "alpha", "epsilon", "scaled")}


def test_a_reason_without_a_mutant_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adequacy, "equivalent", lambda: {"chrf.average:corpus=sentence": "mistyped"})
    assert adequacy.unknown_survivors() == [
        "equivalent.toml: chrf.average:corpus=sentence is neither a mutant nor a value of a knob"
    ]


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ("rounds to four digits", lambda x: round(x, 4)),
        ("cuts off at 1", lambda x: min(x, 1.0)),
        ("adds an epsilon", lambda x: x + 1e-7),
        ("is off by a hundredth of a percent", lambda x: x * 1.0001),
        ("takes the logarithm's base wrongly", lambda x: x / math.log(10)),
    ],
)
@pytest.mark.parametrize(
    ("like", "name"), [("sacrebleu", "bleu"), ("sacrebleu", "chrf"), ("nltk", "gleu"), ("jiwer", "wer")]
)
def test_a_miniature_is_caught(like: str, name: str, what: str, fault: object) -> None:
    faulty = Faulty(like, altered(fault))  # type: ignore[arg-type]  # a function of a number
    red = any(judge(faulty, vector).verdict.red for vector in select([name]))
    if (what, name) in (("cuts off at 1", "gleu"),):
        assert not red, "GLEU never exceeds 1"
        return
    assert red, f"no vector of {name} notices an implementation that {what}"


def _merged(folder: Path) -> Iterator[dict[str, Any]]:
    """The complete vectors of a metric, as a reader in another language would merge the files."""
    empty = {"printed": "", "refs": [], "mistakes": {}, "confirmed_by": {}, "observed": {}}
    for path in sorted(folder.glob("*.json")):
        if path.name.endswith(".observed.json"):
            continue
        document = json.loads(path.read_bytes())
        columns = json.loads(path.with_suffix(".observed.json").read_bytes())["columns"]
        for vector in document["vectors"]:
            settings = {**document["defaults"], **vector["settings"]}
            expected = {name: value for name, value in vector["expected"].items() if value != {}}
            complete = {"metric": document["metric"], "settings": settings, "expected": expected}
            yield {**empty, **vector, **columns[vector["id"]], **complete}


def test_the_commands(tmp_path: Path) -> None:
    assert call("golden", "lint", cwd=tmp_path).stdout.endswith("vectors: 0 problems\n")
    shown = call("golden", "adequacy", "-m", "ter", cwd=tmp_path).stdout.splitlines()
    assert shown[-1].endswith("(100.0 %)")
    exported = call("golden", "export", "-m", "gleu", "-o", "gleu.jsonl", cwd=tmp_path)
    assert exported.returncode == 0
    lines = (tmp_path / "gleu.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == list(_merged(data_folder("golden") / "gleu"))
    assert call("golden", "export", "-o", "no/such/folder/x", cwd=tmp_path).returncode == 2
    assert json.loads(call("golden", "schema", cwd=tmp_path).stdout)["$id"] == SCHEMA


def test_no_vector_is_left_out_of_a_run() -> None:
    assert len(conform.run(["native"]).results) == len(vectors())
    assert {result.verdict for result in conform.run(["native"], metrics=["bleu"]).results} == {VectorVerdict.AGREE}


def test_files_are_brought_into_the_one_layout(tmp_path: Path) -> None:
    vectors_file = _topic(tmp_path)
    columns_file = vectors_file.with_suffix(".observed.json")
    names = [f"gleu/{path.name}" for path in (vectors_file, columns_file)]
    laid_out = [path.read_bytes() for path in (vectors_file, columns_file)]
    document, columns = map(json.loads, laid_out)
    document["vectors"].reverse()
    columns["columns"] = dict(reversed(columns["columns"].items()))
    disordered = [json.dumps(document).encode("ascii"), json.dumps(columns).encode("ascii")]
    vectors_file.write_bytes(disordered[0])
    columns_file.write_bytes(disordered[1])
    shown = call("golden", "fmt", "--check", *names, cwd=tmp_path)
    assert shown.returncode == 1
    assert shown.stdout.splitlines() == [f"{name}: would change" for name in names]
    assert [vectors_file.read_bytes(), columns_file.read_bytes()] == disordered, "--check writes nothing"
    assert call("golden", "fmt", *names, cwd=tmp_path).returncode == 0
    assert [vectors_file.read_bytes(), columns_file.read_bytes()] == laid_out
    columns_file.write_bytes(laid_out[1].replace(b'"gleu-identical"', b'"gleu-identical-2"'))
    for name in names:
        broken = call("golden", "fmt", name, cwd=tmp_path)
        assert broken.returncode == 2
        assert "gleu-identical has no entry" in broken.stderr


def test_every_file_of_golden_is_in_the_layout() -> None:
    paths = sorted(data_folder("golden").glob("*/*.json"))
    assert len(paths) > 250
    for path in paths:
        assert as_json(json.loads(path.read_bytes())).encode("utf-8") == path.read_bytes(), path


def test_a_new_vector_is_complete_but_for_what_only_a_person_knows(tmp_path: Path) -> None:
    (tmp_path / "h.txt").write_text("the cat\n", encoding="utf-8")
    (tmp_path / "r.txt").write_text("a cat\n", encoding="utf-8")
    named = ("golden", "new", "mine", "h.txt", "-r", "r.txt", "-m", "chrf", "--set", "beta=3")
    done = call(*named, cwd=tmp_path)
    document = json.loads(done.stdout)
    (vector,) = document["vectors"]
    assert vector["id"] == "chrf-mine"
    assert document["defaults"] == metric("chrf").settings().as_dict()
    assert vector["settings"] == {"beta": 3.0}
    assert vector["input"] == {"segments": [{"hypothesis": "the cat", "references": ["a cat"]}]}
    (tmp_path / "new.json").write_text(done.stdout, encoding="utf-8")
    unfinished = call("golden", "fmt", "new.json", cwd=tmp_path)
    assert unfinished.returncode == 2
    assert "is not a number" in unfinished.stderr
    taken = call("golden", "new", "identical", *named[3:], cwd=tmp_path)
    assert "already" in taken.stderr


def test_check(tmp_path: Path) -> None:
    done = call("golden", "check", cwd=tmp_path)
    assert done.returncode == 0
    assert "the native metrics fail 0" in done.stdout


def test_a_vector_is_not_confirmed_by_an_observed_package() -> None:
    for vector in vectors().values():
        assert not set(vector.observed) & set(vector.confirmed_by), vector.id
        assert not any("/" in value for value in vector.observed.values()), "no message of an error, with paths in it"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bleu", {"score-at-most-1"}),  # from 0 to 100
        ("mcc", {"score-without-sign", "score-at-least-0"}),  # from -1 to 1
        ("perplexity", {"score-at-most-1"}),  # at least 1, without an upper bound
        ("f1", set()),  # from 0 to 1
    ],
)
def test_mutants_limit_scores_only_where_a_score_can_exceed_the_limit(name: str, expected: set[str]) -> None:
    limits = {"score-at-most-1", "score-at-least-0", "score-without-sign"}
    assert limits & {mutant.name for mutant in adequacy.mistakes(name)} == expected


def test_vectors_of_texts_are_read_in_every_wrong_way_of_the_catalogue() -> None:
    """By which users' numbers are diagnosed; those of references only where a metric needs them."""
    wrong = {name for name, entry in catalogue().items() if entry.input in CHANGES and not entry.files}
    assert wrong <= {mutant.name for mutant in adequacy.mistakes("bleu")}
    without_references = wrong & {mutant.name for mutant in adequacy.mistakes("distinct")}
    assert "segments-reversed" in without_references
    assert not {"first-reference", "swapped", "references-joined"} & without_references
