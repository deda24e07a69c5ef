"""``--engine auto``: the engine is chosen by options, files and metrics."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from samescore.metrics.jobs import counting_with
from samescore.verbs.scoring import engine
from samescore.verbs.scoring.engine import choose_engine
from samescore.verbs.scoring.request import Request
from tests.command import call

#: Twelve bytes a side.
_TEXT = "one two six\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Any]:
    for name in ("hyp.txt", "ref.txt"):
        (tmp_path / name).write_text(_TEXT)
    return {"hypotheses": (tmp_path / "hyp.txt",), "references": (tmp_path / "ref.txt",)}


def _chosen(jobs: int = 2, **request: Any) -> str | None:
    with counting_with(jobs):
        return choose_engine(Request(engine="auto", **request)).engine


@pytest.mark.parametrize(("least", "chosen"), [(24, "dask"), (25, None)])
def test_large_files_are_split(least: int, chosen: str | None, files: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LEAST_BYTES", least)
    assert _chosen(**files) == chosen


def test_each_metric_counts(files: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LEAST_BYTES", 48)
    assert (_chosen(**files), _chosen(**files, metrics=("bleu", "ter"))) == (None, "dask")


def test_the_files_of_folders_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LEAST_BYTES", 24)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(_TEXT)
    assert _chosen(hypotheses=(tmp_path,)) == "dask"


@pytest.mark.parametrize(
    "request_options",
    [{"stages": True}, {"metrics": ("mcc",)}, {"metrics": ("no-such-metric",)}, {"baseline": Path("b")}],
    ids=str,
)
def test_one_process_does_what_no_engine_supports(
    request_options: dict[str, Any], files: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "LEAST_BYTES", 0)
    assert (_chosen(**files), _chosen(**files, **request_options)) == ("dask", None)


@pytest.mark.parametrize("name", ["hyp.txt.gz", "hyp.arrow"])
def test_files_that_cannot_be_split_are_read_by_one_process(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "LEAST_BYTES", 0)
    (tmp_path / name).write_bytes(gzip.compress(_TEXT.encode()))
    assert _chosen(hypotheses=(tmp_path / name,)) is None


def test_one_job_needs_no_engine(files: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LEAST_BYTES", 0)
    assert _chosen(jobs=1, **files) is None


@pytest.mark.parametrize(
    "options", [{"scheduler": "tcp://host:1"}, {"together": True}, {"segments": Path("s")}, {"shard_lines": 5}], ids=str
)
def test_an_option_of_engines_chooses_dask(options: dict[str, Any], files: Any) -> None:
    assert _chosen(jobs=1, **files, **options) == "dask"


@pytest.mark.parametrize("named", [None, "dask"])
def test_a_named_engine_is_kept(named: str | None, files: Any) -> None:
    request = Request(engine=named, **files)
    assert choose_engine(request) is request


def test_the_command_says_which_it_uses(tmp_path: Path) -> None:
    for name in ("hyp.txt", "ref.txt"):
        (tmp_path / name).write_text(_TEXT)
    ran = call("score", "hyp.txt", "-r", "ref.txt", "-m", "wer", "--engine", "auto", "-j", "2", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "samescore: --engine auto uses one process\n")
    assert ran.stdout.startswith("0.0")


@pytest.mark.parametrize(("command", "choices"), [("audit", "dask"), ("score", "dask, auto")])
def test_only_score_chooses_an_engine(command: str, choices: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(_TEXT)
    asked = "auto" if command == "audit" else "spark"
    refused = call(command, "file", "--engine", asked, cwd=tmp_path)
    assert refused.returncode == 2
    assert f"'--engine': unknown value '{asked}'; choose one of: {choices}\n" in refused.stderr
    shown = " ".join(call(command, "--help", cwd=tmp_path).stdout.split())
    assert ("auto: use Dask" in shown) == (command == "score")
