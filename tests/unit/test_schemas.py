"""The published schemas: they are up to date, all output matches them, and wrong data is refused."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore.catalogue.paths import data_folder
from samescore.catalogue.vectors import observed_path, select, vector_files
from samescore.data.kinds import kind_of
from samescore.generators.generator import generator_of
from samescore.metrics import METRIC_NAMES
from samescore.verbs.audit import schemas as of_claims
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.golden import edges
from samescore.verbs.golden import schemas as of_vectors
from tests.answer_logs import LOGS
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

jsonschema = pytest.importorskip("jsonschema")

_EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "protocol"


@cache
def _schema(name: str) -> bytes:
    return {**of_vectors.schemas(), **of_claims.schemas()}[name]


@cache
def _validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(json.loads(_schema(name)))


def _checked(name: str, value: Any) -> None:
    _validator(name).validate(value)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("vectors", data_folder("golden") / "schema.json"),
        ("report", data_folder("conformance") / "schemas" / "report.json"),
        ("protocol", data_folder("conformance") / "schemas" / "protocol.json"),
        ("claims", data_folder("conformance") / "schemas" / "claims.json"),
        ("tables", data_folder("conformance") / "schemas" / "tables.json"),
    ],
)
def test_a_schema_is_checked_in_as_it_is_made(name: str, path: Path, tmp_path: Path) -> None:
    assert path.read_bytes() == _schema(name), f"samescore golden schema {name} -o {path} writes it"
    written = call("golden", "schema", name, "-o", "s.json", cwd=tmp_path)
    assert written.returncode == 0
    assert (tmp_path / "s.json").read_bytes() == _schema(name)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("the cat sat on the mat\nno\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat sat on a mat\nno\n", encoding="utf-8")
    (tmp_path / "gold").write_text("a\nb\na\n", encoding="utf-8")
    (tmp_path / "claims.jsonl").write_text(
        '{"metric": "BLEU", "published": "62.1", "hypotheses": "hyp", "references": ["ref"], "source": "here"}\n'
        '{"metric": "BLEU", "published": "1.1", "hypotheses": "hyp", "references": ["ref"], "source": "here"}\n',
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.parametrize(
    ("command", "types"),
    [
        ("run native native:nltk -m ribes --no-report", {"header", "case", "result", "footer"}),
        ("score hyp -r ref --stages", {"score"}),
        ("score gold -r gold -m mcc --per-class", {"score", "class"}),
        (f"score {LOGS / 'evals_match.jsonl'} --like evals.match --recorded", {"score", "recorded-agreement"}),
        ("diff hyp -r ref -i native:sacrebleu -i native:nltk", {"row", "common"}),
        ("explain native:sacrebleu native:nltk.sentence_bleu hyp -r ref", {"explanation"}),
        ("explain native:sacrebleu hyp -r ref -m ter", {"account", "readings"}),
        ("explain native hyp -r ref -m wer -m cer", {"crossing"}),
        ("audit claims.jsonl -j 1", {"finding", "joint"}),
        ("axioms native -m bleu", {"axiom"}),
        pytest.param("golden adequacy -m distinct", {"knob-value", "mutant"}, marks=pytest.mark.slow),
        ("identify native:nltk -m ribes", {"identification"}),
        pytest.param(
            "fuzz native:squad-v1 native:squad-v2 -m answer-f1 --examples 10 --seed 1 --known",
            {"find", "fuzz"},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_every_record_fits_the_schema(command: str, types: set[str], files: Path) -> None:
    done = call(*command.split(), "--format", "jsonl", cwd=files)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {record["type"] for record in lines} == types, done.stderr
    for record in lines:
        _checked("report", record)


def test_the_schema_rejects_malformed_records() -> None:
    for wrong in ({"type": "absent"}, {"type": "nothing"}, {"type": "absent", "implementation": 1, "reason": "x"}):
        with pytest.raises(jsonschema.ValidationError):
            _checked("report", wrong)


@pytest.mark.slow
def test_the_files_of_golden_fit_the_schema() -> None:
    """The first topic of each metric, its vectors and their columns: samescore itself reads all files more strictly."""
    first = {path.parent.name: path for path in reversed(list(vector_files(data_folder("golden"))))}
    assert sorted(first) == sorted(METRIC_NAMES)
    for path in [*first.values(), *map(observed_path, first.values())]:
        document = json.loads(path.read_bytes())
        _checked("vectors", document)
        with pytest.raises(jsonschema.ValidationError):
            _checked("vectors", {**document, "schema": "samescore-golden/1"})


def test_a_line_of_the_export_fits_the_schema() -> None:
    vector = msgspec.to_builtins(select(["gleu"])[0])
    _checked("vectors", vector)
    with pytest.raises(jsonschema.ValidationError):
        _checked("vectors", {name: value for name, value in vector.items() if name != "metric"})


def test_the_messages_of_a_real_program_fit_the_schema() -> None:
    import subprocess
    import sys

    requests = [
        {"op": "describe", "id": 1},
        {
            "op": "score",
            "id": 2,
            "metric": "bleu",
            "entry_point": "bleu",
            "settings": {"tokenizer": "none", "max_order": 4},
            "input": {"segments": [{"hypothesis": "a b c d", "references": ["a b c d"]}]},
        },
        {"op": "stop", "id": 0},
    ]
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [sys.executable, str(_EXAMPLES / "bleu.py")], input=text, capture_output=True, text=True, check=True, timeout=30
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2]
    for message in [*requests, *answers]:
        _checked("protocol", message)
    with pytest.raises(jsonschema.ValidationError):
        _checked("protocol", {"id": 2, "outcome": "score", "value": None})


_CLAIM = {"metric": "R-1", "published": "27,3", "hypotheses": "h", "references": ["r"], "settings": {"case": "keep"}}
_DESCRIBED = {
    "file": "t.tex",
    "table": [{"number": 2, "column": [{"title": "B", "metric": "BLEU"}], "row": [{"name": "a", "file": "b"}]}],
}


@pytest.mark.parametrize(
    ("name", "sound"), [("claims", _CLAIM), ("claims", {"claim": [_CLAIM, _CLAIM]}), ("tables", _DESCRIBED)]
)
def test_claims_and_descriptions_fit_the_schema_and_unknown_fields_do_not(name: str, sound: dict[str, Any]) -> None:
    _checked(name, sound)
    with pytest.raises(jsonschema.ValidationError):
        _checked(name, {**sound, "hypothesis": "h"})


def test_a_claim_is_refused_alike_in_every_format(tmp_path: Path) -> None:
    wrong = {**_CLAIM, "hypothesis": "h"}
    (tmp_path / "c.jsonl").write_text(f"{json.dumps(_CLAIM)}\n{json.dumps(wrong)}\n", encoding="utf-8")
    (tmp_path / "c.json").write_text(json.dumps({"claim": [_CLAIM, wrong]}), encoding="utf-8")
    fields = "".join(f"{name} = {json.dumps(value)}\n" for name, value in _CLAIM.items() if name != "settings")
    table = f'[[claim]]\n{fields}settings = {{ case = "keep" }}\n'
    (tmp_path / "c.toml").write_text(f'{table}{table}hypothesis = "h"\n', encoding="utf-8")
    for name in ("c.jsonl", "c.json", "c.toml"):
        sound, refused = read_claims(tmp_path / name)
        assert sound == Claim(**{**_CLAIM, "published": "27.3", "id": "claim-1"})  # type: ignore[arg-type]
        assert isinstance(refused, MalformedClaim)
        assert refused.problem.endswith("unknown field `hypothesis`: did you mean hypotheses?")


def test_no_cell_of_the_edge_matrix_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    assert edges.holes() == []
    fewer = [
        vector
        for vector in select(["wer"])
        if not any(map(unicodedata.combining, json.dumps(vector.input, ensure_ascii=False)))
    ]
    monkeypatch.setattr(edges, "select", lambda metrics: fewer if metrics == ["wer"] else select(metrics))
    assert edges.holes() == ["wer: no vector for the edge case combining-characters"]


_ORDINARY = {"segments": [{"hypothesis": "the cat sat on mats", "references": ["the cat sat down there"]}]}
_PLAIN_LABELS = {"gold": ["a", "b", "a", "b"], "predicted": ["a", "b", "b", "a"]}


def test_an_ordinary_input_is_no_edge_case() -> None:
    items = [{"choices": ["a", "b"], "logprobs": [-1, -2], "gold": 0}]
    scored = {"gold": [0, 1], "scores": [0.1, 0.2]}
    for plain in (_ORDINARY, _PLAIN_LABELS, scored, {"logprobs": [[-1, -2]]}, {"items": items}):
        cases = generator_of(kind_of(plain)).edges
        assert cases
        assert [case for case, holds in cases.items() if holds(plain)] == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"type": "explanation"}\n', "line 1: Object missing required field"),
        ("{}\n", "line 1"),
        ("\n", "line 1"),
        ('{"type": "footer", "results": 0, "verdicts": {}, "exit_code": 0}\n', "has no result that can be shown"),
        ("", "has no result that can be shown"),
    ],
)
def test_render_reports_files_that_it_cannot_render(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "r.jsonl").write_text(content, encoding="utf-8")
    done = call("render", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert call("render", "absent.jsonl", cwd=tmp_path).returncode == 2
