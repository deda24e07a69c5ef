"""``samescore compare`` as it is typed: its files, its options, its formats, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_QUICK = ("--interval", "none", "--resamples", "200")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Three outputs of 30 lines, of which the second is the best, and segment scores."""
    reference = [f"the cat number {i} sat on a mat in house {i * 7 % 11}" for i in range(30)]
    outputs = {
        "ref.txt": reference,
        "fair.txt": [line.replace("cat", "dog") if i % 2 else line for i, line in enumerate(reference)],
        "good.txt": [line.replace("cat", "dog") if i % 10 == 0 else line for i, line in enumerate(reference)],
        "poor.txt": [line.replace("cat", "dog").replace("mat", "rug") for line in reference],
        "short.txt": reference[:29],
        "empty.txt": [],
        "one.txt": reference[:1],
        "low.scores": [f"0.{i:02}" for i in range(30)],
        "high.scores": [f"0.{i + 40:02}" for i in range(30)],
        "bad.scores": ["0.5", "nan"],
    }
    for name, lines in outputs.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "fair.txt").write_text((tmp_path / "poor.txt").read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def _record(*command: str, cwd: Path) -> dict[str, Any]:
    done = call("compare", *command, "--format", "jsonl", cwd=cwd)
    assert done.returncode == 0, done.stderr
    record: dict[str, Any] = json.loads(done.stdout)
    return record


def test_every_pair_is_tested_by_every_metric(files: Path) -> None:
    record = _record("fair.txt", "good.txt", "poor.txt", "-r", "ref.txt", "-m", "bleu", "-m", "ter", *_QUICK, cwd=files)
    assert [system["name"] for system in record["systems"]] == ["fair.txt", "good.txt", "poor.txt"]
    bleu, ter = record["metrics"]
    assert [by_metric["metric"] for by_metric in (bleu, ter)] == ["bleu", "ter"]
    for by_metric in (bleu, ter):
        assert [system["group"] for system in by_metric["systems"]] == [2, 1, 3]
        assert [pair["verdict"] for pair in by_metric["pairs"]] == ["better", "worse", "worse"]
    assert record["correction"] == "holm"
    assert record["references"] == ["ref.txt"]


def test_a_page_and_every_format_are_of_one_result(files: Path) -> None:
    names = ("fair.txt", "good.txt", "-r", "ref.txt", *_QUICK)
    text = call("compare", *names, "--html", "page.html", cwd=files)
    assert text.returncode == 0, text.stderr
    assert text.stdout.startswith("bleu: good.txt is better than fair.txt (+")
    assert "bleu: good.txt is better than fair.txt" in (files / "page.html").read_text(encoding="utf-8")
    (files / "saved.jsonl").write_text(call("compare", *names, "--format", "jsonl", cwd=files).stdout, encoding="utf-8")
    for form in ("text", "markdown", "latex"):
        at_once = call("compare", *names, "--format", form, cwd=files)
        again = call("render", "saved.jsonl", "--format", form, cwd=files)
        assert at_once.returncode == again.returncode == 0
        assert at_once.stdout == again.stdout
    assert call("render", "saved.jsonl", "--format", "junit", cwd=files).returncode == 2


def test_files_of_one_name_are_told_by_their_paths(files: Path) -> None:
    record = _record("fair.txt", "other/fair.txt", "-r", "ref.txt", *_QUICK, cwd=files)
    assert [system["name"] for system in record["systems"]] == ["fair.txt", "other/fair.txt"]


def test_a_system_is_named_once(files: Path) -> None:
    done = call("compare", "fair.txt", "./fair.txt", "-r", "ref.txt", cwd=files)
    assert done.returncode == 2
    assert "fair.txt is given twice" in done.stderr
    (files / "link.txt").symlink_to(files / "fair.txt")
    linked = call("compare", "fair.txt", "link.txt", "-r", "ref.txt", cwd=files)
    assert linked.returncode == 2
    assert "link.txt is given twice, first as fair.txt" in linked.stderr


def test_a_copy_under_another_name_is_compared_and_not_told_apart(files: Path) -> None:
    (files / "copy.txt").write_bytes((files / "fair.txt").read_bytes())
    done = call("compare", "fair.txt", "copy.txt", "-r", "ref.txt", *_QUICK, cwd=files)
    assert done.stdout.startswith("bleu: no significant difference between copy.txt and fair.txt: identical outputs")
    assert "p = 1.0000" in done.stdout


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("fair.txt short.txt -r ref.txt", "ref.txt has 30 lines but short.txt has 29"),
        ("fair.txt good.txt", "no references were given for fair.txt"),
        ("fair.txt missing.txt -r ref.txt", "cannot read missing.txt"),
        ("fair.txt good.txt -r ref.txt --baseline poor.txt", "no system is named 'poor.txt'"),
        ("fair.txt good.txt -r ref.txt --test guess", "test"),
        ("fair.txt good.txt -r ref.txt --correction hoolm", "unknown correction: 'hoolm'"),
        ("fair.txt good.txt -r ref.txt -m blue", "unknown metric: 'blue'"),
        ("fair.txt good.txt -r ref.txt --alpha 0", "alpha"),
        ("fair.txt good.txt -r ref.txt --lower-is-better", "--lower-is-better applies to --scores only"),
        ("low.scores high.scores --scores -m bleu", "--scores takes final scores; metric options do not apply"),
        ("low.scores high.scores -m mean -r ref.txt", "scores are final; metric options do not apply"),
        ("low.scores high.scores -m mean --set case=lower", "scores are final; metric options do not apply"),
        ("low.scores bad.scores --scores", "bad.scores, line 2: 'nan' is not a decimal number"),
        ("low.scores fair.txt --scores", "fair.txt, line 1: 'the cat"),
        ("low.scores one.txt --scores", "one.txt, line 1"),
        ("fair.txt good.txt -r ref.txt --html fair.txt", "would overwrite fair.txt"),
    ],
)
def test_compare_refuses_wrong_arguments_with_a_reason(files: Path, command: str, message: str) -> None:
    done = call("compare", *command.split(), *_QUICK, cwd=files)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert not done.stdout


def test_scores_of_unequal_length_are_refused(files: Path) -> None:
    (files / "few.scores").write_text("0.5\n", encoding="utf-8")
    done = call("compare", "low.scores", "few.scores", "--scores", *_QUICK, cwd=files)
    assert done.returncode == 2
    assert "low.scores has 30 segments, but few.scores has 1" in done.stderr


def test_scores_of_any_metric_are_compared_by_their_mean(files: Path) -> None:
    record = _record("low.scores", "high.scores", "--scores", *_QUICK, cwd=files)
    (by_metric,) = record["metrics"]
    assert [system["score"] for system in by_metric["systems"]] == pytest.approx([0.145, 0.545], rel=1e-15)
    assert by_metric["pairs"][0]["verdict"] == "better"
    assert _record("low.scores", "high.scores", "-m", "mean", *_QUICK, cwd=files) == record
    worse = _record("low.scores", "high.scores", "--scores", "--lower-is-better", *_QUICK, cwd=files)
    assert worse["metrics"][0]["pairs"][0]["verdict"] == "worse"


def test_empty_files_have_no_score_and_the_exit_code_says_so(files: Path) -> None:
    (files / "empty2.txt").write_text("", encoding="utf-8")
    (files / "none.txt").write_text("", encoding="utf-8")
    done = call("compare", "empty.txt", "empty2.txt", "-r", "none.txt", *_QUICK, cwd=files)
    assert done.returncode == 4
    assert "empty.txt: " in done.stdout
    assert "cannot be tested: empty.txt has no score" in " ".join(done.stdout.split())


def test_knobs_of_the_score_and_of_the_test_are_in_the_signatures(files: Path) -> None:
    set_all = ("--set", "case=lower", "--set-test", "count=share", "--seed", "5")
    (by_metric,) = _record("fair.txt", "good.txt", "-r", "ref.txt", *set_all, *_QUICK, cwd=files)["metrics"]
    assert "|case:lower|" in by_metric["signature"]
    assert "|seed:5|" in by_metric["test"]
    assert "|count:share" in by_metric["test"]
    assert "|resamples:200|" in by_metric["test"]


def test_references_of_a_test_set_are_those_that_sacrebleu_keeps(files: Path) -> None:
    folder = files / "kept" / "wmt99" / "dev"
    folder.mkdir(parents=True)
    for name in ("wmt99_dev.en-de.ref-A", "wmt99_dev.en-de.ref-B", "wmt99_dev.en-de.src", "wmt99_dev.en-fr.ref"):
        (folder / name).write_bytes((files / "ref.txt").read_bytes())
    command = ("fair.txt", "good.txt", "-t", "wmt99/dev", "-l", "en-de", *_QUICK, "--format", "jsonl")
    done = call("compare", *command, cwd=files, SACREBLEU=str(files / "kept"))
    assert done.returncode == 0, done.stderr
    references = json.loads(done.stdout)["references"]
    assert [Path(reference).name for reference in references] == ["wmt99_dev.en-de.ref-A", "wmt99_dev.en-de.ref-B"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("-t wmt99 -l en-de", "sacrebleu -t wmt99 -l en-de --echo ref"),
        ("-t ../up -l en-de", "'../up' is not the name of a test set"),
        ("-t wmt99", "'' is not the name of a language pair"),
        ("-l en-de", "'' is not the name of a test set"),
        ("-t wmt99 -l en-de -r ref.txt", "-t and -r are both given"),
    ],
)
def test_a_test_set_that_is_not_there_is_not_fetched(files: Path, options: str, message: str) -> None:
    done = call("compare", "fair.txt", "good.txt", *options.split(), cwd=files, SACREBLEU=str(files / "kept"))
    assert done.returncode == 2
    assert message in done.stderr
    assert not (files / "kept").exists()
