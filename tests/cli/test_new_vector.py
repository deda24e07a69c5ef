"""The draft of a golden vector from the user's files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore.metrics import metric
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_a_draft_has_the_input_the_settings_and_placeholders(tmp_path: Path) -> None:
    for name, line in (("h", "a b\n"), ("r", "a c\n")):
        (tmp_path / name).write_text(line, encoding="utf-8")
    for identifier in ("mine", "wer-mine"):
        done = call("golden", "new", identifier, "h", "-r", "r", "-m", "wer", "--set", "case=lower", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("}\n")
        document = json.loads(done.stdout)
        (vector,) = document["vectors"]
        assert vector.pop("comment").endswith("it shows")
        settings = {**document.get("defaults", {}), **vector.pop("settings", {})}
        assert settings == json.loads(json.dumps(metric("wer").settings(case="lower").as_dict()))
        assert (document["metric"], vector) == (
            "wer",
            {
                "id": "wer-mine",
                "input": {"segments": [{"hypothesis": "a b", "references": ["a c"]}]},
                "expected": {"outcome": "score", "value": "derive it by hand, or in exact arithmetic", "stages": {}},
                "source": {"kind": "hand", "where": "own", "derivation": "the arithmetic in a line"},
                "flags": ["basic"],
            },
        )


def test_an_id_is_never_used_again(tmp_path: Path) -> None:
    (tmp_path / "h").write_text("a\n", encoding="utf-8")
    done = call("golden", "new", "papineni-the-clipped", "h", "-r", "h", cwd=tmp_path)
    told = "samescore: vector bleu-papineni-the-clipped already exists\n  hint: choose a different id: ids are never reused\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
