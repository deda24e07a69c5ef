"""Errors about a score, a report or a recording, word for word."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore import Confusion, Tagged
from samescore.implementations import implementation
from samescore.implementations.recording import named_recordings, read_recordings
from samescore.verbs.scoring.programs import openkiwi
from samescore.verbs.scoring.programs.answers import question_scores
from tests.error_words import error_words

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_MATRIX = Confusion(["a", "b"], [[1, 0], [0, 1]])
_QUESTION: Any = ("a", ["a"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (("ok", "OK BAD\n"), ("more", "OK BAD OK\n"), ("two", "OK BAD\nOK\n"), ("odd", "OK 1.5\n"), ("same", "OK OK\n")):  # fmt: skip
        Path(name).write_text(content, encoding="utf-8")


def _quality(gold: str, *predicted: str) -> Callable[[], object]:
    return lambda: openkiwi.evaluate(Path(gold), [Path(name) for name in predicted], "all")


@pytest.mark.parametrize(
    ("build", "message", "hint"),
    [
        (lambda: samescore.classification_report(_MATRIX, names=["x"]), "1 names for 2 classes", "give every class exactly one name"),
        (lambda: samescore.classification_report(_MATRIX, like="sklearn==0.19"), "like is 'sklearn==0.19'", "name scikit-learn or a release since 0.20, such as sklearn==1.2.2"),
        (lambda: samescore.classification_report(_MATRIX, like="nltk"), "like is 'nltk'", "name scikit-learn or a release since 0.20, such as sklearn==1.2.2"),
        (lambda: samescore.classification_report(_MATRIX, digits=101), "digits is 101", "give an integer from 0 to 100"),
        (lambda: samescore.classification_report(_MATRIX, digits=-1), "digits is -1", "give an integer from 0 to 100"),
        (lambda: samescore.classification_report(_MATRIX, digits=True), "digits is True", "give an integer from 0 to 100"),
        (lambda: samescore.entities([["O"]], scheme="conlleval"), "scheme=conlleval does not read the entities of one side", "set a different scheme"),
        (lambda: samescore.entity_report(Tagged([["O"]], [["O"]])), "the input has no entities", "nothing to report"),
        (lambda: samescore.scorer("mcc"), "mcc does not score a text against references", "score its input with samescore.score"),
        (lambda: samescore.scorer("bleu")(1, "a"), "hypothesis is 1 (int), not a string or a list", "pass a string, or a list"),  # type: ignore[call-overload]
        (lambda: samescore.scorer("bleu")(["a"], {"a"}), "references is a set, not a string or a list", "pass a string, or a list"),  # type: ignore[call-overload]
        (lambda: samescore.scorer("bleu")("a", 1), "references is 1 (int), not a string or a list", "pass a string, or a list"),  # type: ignore[call-overload]
        (lambda: samescore.scorer("bleu")(["a"], "a"), "there are 1 texts, but one string", "pass a list with a reference, or a list of references, for each text"),
        (lambda: samescore.scorer("bleu")(["a"], ["a", "b"]), "there are 1 texts, but 2 references", "pass a list with a reference, or a list of references, for each text"),
        (_quality("ok", "two"), "two has 2 lines but ok has 1", "both files need the tags of the same sentences, one sentence per line"),
        (_quality("ok", "more"), "line 1: ok has 2 tags but more has 3", "give one tag for every word; check for gap tags (--tags words) or an extra end-of-sentence tag"),
        (_quality("ok", "odd"), "odd, line 1: '1.5' is not OK, BAD or a probability", "check that these are files of tags"),
        (_quality("odd", "ok"), "odd, line 1: '1.5' is not OK or BAD", "check that these are files of tags"),
        (_quality("same", "same"), "same: the tags OK and BAD do not both occur", "OpenKiwi's table needs both: check that the file has tags of both classes"),
    ],
)  # fmt: skip
def test_the_words_of_an_error(build: Callable[[], object], message: str, hint: str) -> None:
    assert error_words(build) == (message, hint)


def test_only_metrics_of_segments_score_questions() -> None:
    assert question_scores("exact-match", "squad-v1.exact_match", []) == []
    with pytest.raises(TypeError, match=r"^cider does not score individual questions$"):
        question_scores("cider", "pycocoevalcap", [_QUESTION])


_HEADER = {"type": "baseline", "schema": "samescore-baseline/1", "samescore": "0.1", "answers": 1, "inputs": "x"}
_NAMED = {**_HEADER, "implementations": [{"name": "mine", "version": "1"}]}
_ANSWER = {"type": "recorded", "implementation": "mine", "metric": "bleu", "vector": "v", "value": 0.5}
_AGAIN = "record it again"


@pytest.mark.parametrize(
    ("records", "message", "hint"),
    [
        ([{**_NAMED, "answers": 2}, _ANSWER], "f is truncated: it has 1 of the 2 answers that its header counts", "use the complete file, or record the baseline again"),
        ([_NAMED, {**_ANSWER, "implementation": "yours"}], "f: its header does not name yours", "add it to the header's implementations, or record the baseline again"),
        ([_NAMED, {**_ANSWER, "value": None}], "f: mine's answer for v: a score needs a value", _AGAIN),
        ([_NAMED, {**_ANSWER, "settings": "ter"}], "f: mine's answer for v: the signature is for 'ter', not for 'bleu'\n  hint: a signature for this metric begins with bleu|", _AGAIN),
    ],
)  # fmt: skip
def test_a_baseline_that_is_damaged(records: list[dict[str, Any]], message: str, hint: str) -> None:
    Path("f").write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    assert error_words(lambda: read_recordings(Path("f"))) == (message, hint)


def test_recordings_that_are_not_unique_or_say_nothing() -> None:
    two = [{"name": name, "version": "1"} for name in ("mine", "yours")]
    records = [{**_HEADER, "answers": 2, "implementations": two}, _ANSWER, {**_ANSWER, "implementation": "yours"}]
    Path("f").write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    assert [recording.name for recording in named_recordings("f#yours")] == ["yours"]
    assert error_words(lambda: named_recordings("f#mime")) == ("f has no recording of mime", "did you mean mine?")
    assert error_words(lambda: implementation("replay:f")) == (
        "replay:f contains several implementations",
        "choose one with replay:f#NAME: mine, yours",
    )
    assert error_words(lambda: implementation("replay:f#mine")) == (
        "the recording of mine does not describe what it computes",
        "record it again, or pass a different one",
    )
    Path("g").write_text('{"type": "footer", "results": 0, "verdicts": {}, "exit_code": 0}\n', encoding="utf-8")
    assert error_words(lambda: read_recordings(Path("g"))) == (
        "g is neither a baseline nor a run's report",
        "write one with: samescore run ... --write-baseline FILE or --report FILE",
    )
