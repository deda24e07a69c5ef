"""Unknown fields in what people write: errors that name the nearest known one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from samescore import DataError
from samescore.base.documents import MalformedError, from_json
from samescore.base.errors import nearest
from samescore.catalogue.expectations import read_expectations
from samescore.catalogue.profile_files import ProfileFile
from samescore.catalogue.vector_checks import unknown_fields
from samescore.catalogue.vectors import VectorFile
from samescore.implementations.description import read_description

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_the_nearest_name_or_all_of_them() -> None:
    assert nearest("Hypothesis", ["references", "hypotheses"]) == "did you mean hypotheses?"
    assert nearest("zzz", ["references", "hypotheses"]) == "choose one of: references, hypotheses"


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (VectorFile, '{"schema": "samescore-golden/2", "metrics": "mcc"}', "field `metrics`: did you mean metric?"),
        (VectorFile, '{"vectors": [{"expects": {}}]}', "field `expects` - at `$.vectors[0]`: did you mean expected?"),
        (ProfileFile, '{"profile": [{"max_reference": 1}]}', "did you mean max_references?"),
    ],
)
def test_an_unknown_field_of_any_document(kind: Any, text: str, message: str) -> None:
    with pytest.raises(MalformedError) as raised:
        from_json(text, kind)
    assert message in str(raised.value)


def test_an_unknown_field_of_expectations(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text('implementation = "native"\n[expect]\n"mcc-perfect" = "no"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"unknown field `expect`: did you mean expected\?"):
        read_expectations(path)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"implementation": "x", "metric": [], "metrics": []}, r"field `metric`: did you mean metrics\?"),
        ({"implementation": "x", "metrics": [{"metric": "wer", "setting": {}}]}, r"did you mean settings\?"),
        ({"implementation": "x", "metrics": [{"metric": "wer", "max_refs": 1}]}, r"did you mean max_references\?"),
    ],
)
def test_an_unknown_field_of_a_description(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_description({"id": 1, **raw}, "x")


def test_a_field_of_an_input_that_nothing_reads() -> None:
    stored = {"segments": [{"hypothesis": "a", "references": ["b"], "reference": "c"}], "tokenised": True}
    read = {"segments": [{"hypothesis": "a", "references": ["b"]}]}
    assert list(unknown_fields(stored, read)) == [
        ".segments[0]: unknown field 'reference': did you mean references?",
        ": unknown field 'tokenised': choose one of: segments",
    ]
    assert not list(unknown_fields({**read, "tokenized": False}, read))
