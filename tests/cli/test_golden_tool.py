"""The tool around golden/: lint, adequacy, schema, export; and the miniatures that the vectors must catch."""

from __future__ import annotations

import json
import math
from pathlib import Path

import msgspec
import pytest

from samescore.catalogue import vectors as vectors_module
from samescore.catalogue.layout import as_json
from samescore.catalogue.paths import data_folder
from samescore.catalogue.vectors import Vector, VectorFile, select, vectors
from samescore.metrics import METRIC_NAMES
from samescore.records import VectorVerdict
from samescore.verbs import run as conform
from samescore.verbs.golden import adequacy, lint
from samescore.verbs.judge import judge
from tests.cli.test_cli import call
from tests.miniatures import Faulty, altered

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _with(monkeypatch: pytest.MonkeyPatch, *changed: Vector) -> None:
    everything = {**vectors(), **{vector.id: vector for vector in changed}}
    monkeypatch.setattr(lint, "vectors", lambda: everything)


def test_golden_is_clean() -> None:
    assert lint.problems((data_folder("golden") / "schema.json").read_bytes()) == []


def test_every_flag_that_can_be_checked_is_seen_to_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = next(vector for vector in select(["chrf"]) if vector.id == "chrf-identical")
    labels = next(vector for vector in select(["mcc"]) if vector.id == "mcc-article-000")
    one = {"segments": [{"hypothesis": "a b", "references": ["a b"]}]}
    flags = sorted(set(lint.CLAIMS) - {"one-class"})
    text = msgspec.structs.replace(plain, id="chrf-lying", input=one, flags=flags)
    classes = msgspec.structs.replace(labels, id="mcc-lying", flags=["one-class"])
    _with(monkeypatch, text, classes)
    found = {problem.split("'")[1] for problem in lint.problems() if "its input is not" in problem}
    assert found == set(lint.CLAIMS)


def test_lint_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    some = next(vector for vector in select(["bleu"]) if not vector.input["segments"][0]["references"][1:])
    lying = msgspec.structs.replace(
        some, id="bleu-lying", flags=["references", "newlines", "wild"], mistakes={"odd": "1"}
    )
    misplaced = msgspec.structs.replace(some, id="chrf-of-bleu")
    gone = msgspec.structs.replace(some, id="bleu-gone")
    monkeypatch.setattr(lint, "reasons", lambda _: {"bleu-gone": "it was wrong"})
    _with(monkeypatch, lying, misplaced, gone)
    assert lint.problems(b"{}") == [
        "bleu-lying: unknown flag 'wild'",
        "bleu-lying: unknown mistake 'odd'",
        "bleu-lying: flagged 'newlines', but its input is not",
        "bleu-lying: flagged 'references', but its input is not",
        "chrf-of-bleu: the id does not begin with its metric, bleu",
        "bleu-gone: this id is retired (it was wrong) and cannot be used again",
        "schema.json is not the vectors' schema: samescore golden schema writes it",
    ]


def test_the_schema_describes_the_files() -> None:
    schema = json.loads(lint.schema())
    assert schema["$id"] == vectors_module.SCHEMA
    assert set(schema["$defs"]["Vector"]["properties"]) == {field.name for field in msgspec.structs.fields(Vector)}
    assert "VectorFile" in schema["$defs"]
    assert VectorFile.__name__ in schema["$ref"]


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_every_mutant_is_killed_or_listed(name: str) -> None:
    red = [mutant.name for mutant in adequacy.mutants(name) if mutant.red]
    assert not red, "a hole in golden/, or a reason that no longer holds"


def test_a_hole_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    one = [vector for vector in select(["chrf"]) if vector.id == "chrf-identical"]
    monkeypatch.setattr(adequacy, "select", lambda _: one)
    survivors = {mutant.name for mutant in adequacy.mutants("chrf") if mutant.red}
    assert "chrf.average=sentences" in survivors
    monkeypatch.setattr(adequacy, "reasons", lambda _: dict.fromkeys(survivors, "claimed"))
    assert not any(mutant.red for mutant in adequacy.mutants("chrf"))
    monkeypatch.setattr(adequacy, "reasons", lambda _: {"chrf.scale=1": "claimed"})
    assert "chrf.scale=1" in {mutant.name for mutant in adequacy.mutants("chrf") if mutant.red}, (
        "killed, so not equivalent"
    )


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
    ("like", "metric"), [("sacrebleu", "bleu"), ("sacrebleu", "chrf"), ("nltk", "gleu"), ("jiwer", "wer")]
)
def test_a_miniature_is_caught(like: str, metric: str, what: str, fault: object) -> None:
    faulty = Faulty(like, altered(fault))  # type: ignore[arg-type]  # a function of a number
    red = [vector.id for vector in select([metric]) if judge(faulty, vector).verdict.red]
    if (what, metric) in (("cuts off at 1", "gleu"),):
        assert not red, "GLEU never exceeds 1"
        return
    assert red, f"no vector of {metric} notices an implementation that {what}"


def test_the_commands(tmp_path: Path) -> None:
    assert call("golden", "lint", cwd=tmp_path).stdout.endswith("vectors: 0 problems\n")
    shown = call("golden", "adequacy", "-m", "ter", "--format", "table", cwd=tmp_path).stdout.splitlines()
    assert shown[-1].endswith("(100.0 %)")
    exported = call("golden", "export", "-m", "gleu", "-o", "gleu.jsonl", cwd=tmp_path)
    assert exported.returncode == 0
    lines = (tmp_path / "gleu.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [vector.id for vector in select(["gleu"])]
    assert call("golden", "export", "-o", "no/such/folder/x", cwd=tmp_path).returncode == 2
    assert json.loads(call("golden", "schema", cwd=tmp_path).stdout)["title"] == "samescore golden vectors"


def test_no_vector_is_left_out_of_a_run() -> None:
    assert len(conform.run(["native"]).results) == len(vectors())
    assert {result.verdict for result in conform.run(["native"], metrics=["bleu"]).results} == {VectorVerdict.AGREE}


def test_files_are_brought_into_the_one_layout(tmp_path: Path) -> None:
    original = (data_folder("golden") / "gleu" / "streams.json").read_bytes()
    path = tmp_path / "streams.json"
    path.write_bytes(json.dumps(json.loads(original)).encode("ascii"))
    assert call("golden", "fmt", "--check", "streams.json", cwd=tmp_path).returncode == 1
    assert path.read_bytes() != original, "--check writes nothing"
    assert call("golden", "fmt", "streams.json", cwd=tmp_path).returncode == 0
    assert path.read_bytes() == original
    path.write_bytes(original.replace(b'"gleu-square"', b'"Not A Slug"'))
    broken = call("golden", "fmt", "streams.json", cwd=tmp_path)
    assert broken.returncode == 2
    assert "an id is lower-case words" in broken.stderr


def test_every_file_of_golden_is_in_the_layout() -> None:
    paths = sorted(data_folder("golden").glob("*/*.json"))
    assert len(paths) > 50
    for path in paths:
        assert as_json(json.loads(path.read_bytes())).encode("utf-8") == path.read_bytes(), path


def test_a_new_vector_is_complete_but_for_what_only_a_person_knows(tmp_path: Path) -> None:
    (tmp_path / "h.txt").write_text("the cat\n", encoding="utf-8")
    (tmp_path / "r.txt").write_text("a cat\n", encoding="utf-8")
    named = ("golden", "new", "mine", "h.txt", "-r", "r.txt", "-m", "chrf", "--set", "beta=3")
    done = call(*named, cwd=tmp_path)
    (vector,) = json.loads(done.stdout)["vectors"]
    assert vector["id"] == "chrf-mine"
    assert vector["settings"]["beta"] == 3.0
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
    assert "0 that the native metrics fail" in done.stdout


def test_what_packages_answer_is_never_the_expected_value_of_its_own_vector() -> None:
    for vector in vectors().values():
        assert not set(vector.observed) & set(vector.confirmed_by), vector.id
        assert not any("/" in value for value in vector.observed.values()), "no message of an error, with paths in it"
