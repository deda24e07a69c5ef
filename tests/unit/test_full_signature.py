"""``--full-signature``: ``samescore score`` and ``compare`` print short signatures unless it is given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore.metrics import metric
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_QUICK = ("--interval", "none", "--resamples", "200")
_FULL_TER = metric("ter").settings().replace(case="keep").signature


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """References and two outputs."""
    for name, text in (("ref", "a b c d\ne f g h\n"), ("old", "a b x d\ne f g x\n"), ("new", "a b c d\ne f g x\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def _out(folder: Path, *arguments: str) -> str:
    done = call(*arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("chosen", "short"),
    [
        ((), "ter (all knobs at their defaults)"),
        (("--set", "case=keep"), "ter|case:keep (other knobs at their defaults)"),
    ],
)
def test_score_prints_the_short_signature_unless_the_full_one_is_requested(
    folder: Path, chosen: tuple[str, ...], short: str
) -> None:
    command = ("score", "old", "-r", "ref", "-m", "ter", *chosen)
    full = metric("ter").settings().replace(**({"case": "keep"} if chosen else {})).signature
    assert full.count("|") == len(metric("ter").settings.knobs())
    assert _out(folder, *command).splitlines() == ["25.0", short]
    assert _out(folder, *command, "--full-signature").splitlines() == ["25.0", full]


def test_both_signatures_of_score_reproduce_the_score(folder: Path) -> None:
    command = ("score", "old", "-r", "ref", "-m", "ter", "--set", "case=keep", "--format", "jsonl")
    scored = json.loads(_out(folder, *command))
    for name in ("signature", "short_signature"):
        again = _out(folder, "score", "old", "-r", "ref", "--signature", scored[name], "--format", "jsonl")
        assert json.loads(again) == scored


def test_json_lines_of_score_have_both_signatures_with_and_without_the_option(folder: Path) -> None:
    command = ("score", "old", "-r", "ref", "-m", "ter", "--set", "case=keep", "--format", "jsonl")
    printed = _out(folder, *command)
    scored = json.loads(printed)
    assert (scored["signature"], scored["short_signature"]) == (_FULL_TER, "ter|case:keep")
    assert _out(folder, *command, "--full-signature") == printed


def test_compare_prints_short_signatures_and_the_complete_settings_on_request(folder: Path) -> None:
    command = ("compare", "old", "new", "-r", "ref", "-m", "ter", "--set", "case=keep", *_QUICK)
    compared = json.loads(_out(folder, *command, "--format", "jsonl"))["metrics"][0]
    full = [f"  {name}: {compared[key]}" for name, key in (("score", "signature"), ("test", "test"))]
    short = _out(folder, *command).splitlines()
    assert {"score: ter|case:keep", f"test: {compared['short_signatures']['test']}"} <= {*short}
    assert "Knobs that are not shown are at their defaults; --full-signature shows all." in short
    assert not any("Complete settings" in line for line in short)
    assert not {*full} & {*short}
    shown = _out(folder, *command, "--full-signature").splitlines()
    assert shown[: len(short)] == short
    assert shown[len(short)] == "Complete settings (above, knobs at their defaults are not shown)"
    assert {*full} <= {*shown[len(short) :]}


def test_json_lines_of_compare_have_both_signatures_with_and_without_the_option(folder: Path) -> None:
    command = ("compare", "old", "new", "-r", "ref", "-m", "ter", "--set", "case=keep", *_QUICK, "--format", "jsonl")
    printed = _out(folder, *command)
    compared = json.loads(printed)["metrics"][0]
    assert compared["signature"] == _FULL_TER
    assert compared["short_signatures"]["score"] == "ter|case:keep"
    assert len(compared["short_signatures"]["test"]) < len(compared["test"])
    assert _out(folder, *command, "--full-signature") == printed


def test_a_printed_short_signature_can_be_given_back(folder: Path) -> None:
    command = ("score", "old", "-r", "ref", "-m", "ter", "--set", "case=keep")
    number, printed = _out(folder, *command).splitlines()
    assert printed == "ter|case:keep (other knobs at their defaults)"
    assert _out(folder, "score", "old", "-r", "ref", "--signature", printed).splitlines() == [number, printed]
