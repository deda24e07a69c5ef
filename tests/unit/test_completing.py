"""The words that the shell completes: all that begin with what was typed, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from samescore.cli import completing
from samescore.verbs.lookup.names import knob_names, metric_names, profile_names

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_CASES = ("keep", "lower", "lower-tokens", "lower-characters", "ascii-tokens")
_PARAMETER = click.Argument(["word"])


def _context(**params: Any) -> click.Context:
    context = click.Context(click.Command("x"))
    context.params = params
    return context


def test_metrics_are_completed_whatever_their_case() -> None:
    assert completing.complete_metric(_context(), _PARAMETER, "CHR") == ["chrf", "chrf++"]
    assert completing.complete_metric(_context(), _PARAMETER, "") == list(metric_names())
    assert completing.complete_metric(_context(), _PARAMETER, "x") == []


@pytest.mark.parametrize(
    ("params", "beginning", "completed"),
    [
        ({}, "ca", ["case="]),  # of BLEU, unless a metric is given
        ({}, "case=", [f"case={value}" for value in _CASES]),
        ({}, "case=l", [f"case={value}" for value in _CASES[1:4]]),
        ({}, "word", []),
        ({"metric": "chrf"}, "word", ["word_order="]),
        ({"metrics": ("bleu", "chrf")}, "word", ["word_order="]),  # of the last one
        ({"metrics": ("chrf", "bleu")}, "word", []),
        ({"metrics": ()}, "word", []),
        ({"metric": "chrf"}, "case=x", []),
        ({"metric": "chrf"}, "none=", []),
    ],
)
def test_settings(params: dict[str, Any], beginning: str, completed: list[str]) -> None:
    found = completing.complete_setting(_context(**params), _PARAMETER, beginning)
    assert [item.value for item in found] == completed


def test_a_knob_is_completed_with_its_meaning() -> None:
    (item,) = completing.complete_setting(_context(metric="chrf"), _PARAMETER, "word_o")
    assert item.help == next(knob.meaning for knob in knob_names("chrf") if knob.name == "word_order")


@pytest.mark.parametrize(
    ("beginning", "completed"),
    [
        ("nat", ["native", "native:"]),
        ("native:jiw", ["native:jiwer"]),
        ("jiwer", ["jiwer"]),
        ("jiwer.w", ["jiwer.wer", "jiwer.wip", "jiwer.wil"]),
        ("jiwer==3.0", []),  # no entry point yet
        ("jiwer==3.0.1.we", ["jiwer==3.0.1.wer"]),
        ("native:jiwer==3.0.1.we", ["native:jiwer==3.0.1.wer"]),
        ("pyr", ["pyrouge"]),
        ("cm", ["cmd:", "cmrc2018"]),
        ("py:", ["py:"]),
        ("rep", ["replay:"]),
        ("native:pyr", ["native:pyrouge"]),
    ],
)
def test_implementations(beginning: str, completed: list[str]) -> None:
    found = completing.complete_implementation(_context(), _PARAMETER, beginning)
    assert {item.type for item in found} <= {"plain"}
    assert sorted(item.value for item in found) == sorted(completed)


def test_other_words_are_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = completing.complete_implementation(_context(), _PARAMETER, "hyp")
    assert (file.value, file.type) == ("hyp", "file")
    monkeypatch.chdir(tmp_path)
    for name in ("hyp.txt", "ref.txt", "hyp.old"):
        (tmp_path / name).write_text("", encoding="utf-8")
    side = completing.complete_side(_context(), _PARAMETER, "hyp")
    assert [(item.value, item.type) for item in side] == [("hyp", "file"), ("hyp.old", "plain"), ("hyp.txt", "plain")]
    assert [item.value for item in completing.complete_side(_context(), _PARAMETER, "replay")] == ["replay:"]


def test_words_of_list_depend_on_those_before() -> None:
    def completed(beginning: str, **params: Any) -> list[str]:
        return completing.complete_word(_context(**params), _PARAMETER, beginning)

    assert completed("BLE") == ["bleu"]
    assert completed("", what="implementations") == [*metric_names(), *profile_names()]
    assert completed("BLE", what="implementations") == []
    assert completed("jiw", what="implementations") == ["jiwer"]
    assert completed("word", what="knobs", words=("chrf",)) == ["word_order"]
    assert completed("chr", what="knobs", words=()) == ["chrf", "chrf++"]
    assert completed("chr", what="vectors", words=("bleu",)) == ["chrf", "chrf++"]


def test_entries_come_before_vectors() -> None:
    entries = completing.complete_entry(_context(), _PARAMETER, "bleu-")
    vectors = completing.complete_vector(_context(), _PARAMETER, "bleu-")
    assert vectors
    assert entries[-len(vectors) :] == vectors
    assert all(name.startswith("bleu-") for name in entries)
