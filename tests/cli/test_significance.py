"""p-values asked from files: of two systems' texts, of numbers, of a saved comparison, and as published claims."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import Corpus, score
from samescore.data.comparison import Comparison, Numbers
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TEXTS = {
    "base": "the cat sat on a mat\nit costs 10 euros\nshe went home early\nno\n",
    "better": "the cat sat on the mat\nit costs 10 euros\nshe went home early today\nno\n",
    "ref": "the cat sat on the mat\nit costs ten euros\nshe went home early today\nno\n",
}
_SYSTEMS = ("better", "-r", "ref", "--baseline", "base")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in _TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def _comparison(metric: str, **knobs: object) -> Comparison:
    """The comparison of the two systems, made without files."""
    references = [[line] for line in _TEXTS["ref"].splitlines()]
    systems = [Corpus.from_segments(_TEXTS[name].splitlines(), references) for name in ("base", "better")]
    return Comparison(metric, systems, knobs)


@pytest.mark.parametrize(
    ("statistic", "comparison"),
    [
        ("bleu", _comparison("bleu")),
        ("chrf++", _comparison("chrf", word_order=2)),
        ("chrf|beta:3.0", _comparison("chrf", beta=3.0)),
        ("ter", _comparison("ter")),
    ],
)
def test_a_p_value_of_two_files_is_that_of_their_comparison(
    statistic: str, comparison: Comparison, folder: Path
) -> None:
    done = call("score", *_SYSTEMS, "-m", "p-value", "--statistic", statistic, "--set", "resamples=99", cwd=folder)
    assert done.stdout.splitlines()[0] == repr(score("p-value", comparison, resamples=99).value), done.stderr


def test_numbers_are_compared_by_their_mean(folder: Path) -> None:
    (folder / "first").write_text("0.5\n1\n0.25\n", encoding="utf-8")
    (folder / "second").write_text("0.75\n1\n0\n", encoding="utf-8")
    done = call("score", "second", "--baseline", "first", "-m", "p-value", "--statistic", "mean", cwd=folder)
    expected = score("p-value", Comparison("mean", [Numbers([0.5, 1, 0.25]), Numbers([0.75, 1, 0])])).value
    assert done.stdout.splitlines()[0] == repr(expected), done.stderr


def test_a_saved_comparison_needs_no_other_file(folder: Path) -> None:
    (folder / "saved.json").write_text(json.dumps(_comparison("bleu").plain()), encoding="utf-8")
    saved = call("score", "saved.json", "-m", "p-value", cwd=folder)
    files = call("score", *_SYSTEMS, "-m", "p-value", "--statistic", "bleu", cwd=folder)
    assert saved.stdout == files.stdout != ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-m", "bleu"), "bleu does not compare systems"),
        (("-m", "p-value"), "a baseline needs a statistic"),
        (("-m", "p-value", "--statistic", "blue"), "did you mean bleu?"),
        (("-m", "p-value", "--statistic", "mean"), "remove -r"),
    ],
)
def test_conflicting_significance_options_are_refused(arguments: tuple[str, ...], said: str, folder: Path) -> None:
    done = call("score", *_SYSTEMS, *arguments, cwd=folder)
    assert done.returncode == 2
    assert said in done.stderr


def test_diff_and_explain_ask_for_p_values(folder: Path) -> None:
    compared = ("-m", "p-value", "--statistic", "bleu")
    sides = ("native", "native(comparison=greater-or-equal,count=share)")
    shown = call("diff", *_SYSTEMS, *compared, "-i", sides[0], "-i", sides[1], cwd=folder)
    assert shown.returncode == 0, shown.stderr
    explained = call("explain", *sides, *_SYSTEMS, *compared, cwd=folder)
    assert "count: plus-one -> share" in explained.stdout, explained.stdout + explained.stderr


def test_an_audit_takes_published_p_values(folder: Path) -> None:
    expected = score("p-value", _comparison("bleu")).value
    claim = {
        "metric": "p value",
        "hypotheses": "better",
        "baseline": "base",
        "references": ["ref"],
        "statistic": "BLEU",
    }
    rows = [{**claim, "published": f"{expected:.4f}", "id": "given"}, {**claim, "published": "0.9321", "id": "wrong"}]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = call("audit", "claims.jsonl", "-j", "1", "--format", "jsonl", cwd=folder)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    verdicts = {row["claim"]: row["verdict"] for row in records if row["type"] == "finding"}
    assert verdicts == {"given": "by a default", "wrong": "not reproduced"}, done.stdout[:600]
    command = next(row["command"] for row in records if row.get("claim") == "given").split()
    assert call(*command[1:], cwd=folder).stdout.splitlines()[0] == repr(expected)
