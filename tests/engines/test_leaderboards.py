"""Audits and comparisons of many systems on Dask: what one process finds."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore.verbs.scale import diff
from samescore.verbs.scale.dask import client
from tests.command import call

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'samescore[dask]'")

#: Dask's own loose ends are not ours.
pytestmark = pytest.mark.filterwarnings("default")

_SYSTEMS = [f"system{k}" for k in range(5)]


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """A client of two worker processes."""
    with client(workers=2) as connected:
        yield connected


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with systems, their references, and claims about them, two of which are wrong or malformed."""
    folder, rng = tmp_path_factory.mktemp("board"), random.Random(9)
    words = ["the", "cat", "sat", "on", "a", "mat.", "dog,", "ran"]
    references = [" ".join(rng.choices(words, k=rng.randint(4, 12))) for _ in range(40)]
    (folder / "ref.txt").write_text("".join(f"{line}\n" for line in references), encoding="utf-8")
    claims: list[dict[str, Any]] = []
    for system in _SYSTEMS:
        lines = [" ".join(word for word in line.split() if rng.random() < 0.9) or "a" for line in references]
        (folder / f"{system}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        for metric in ("bleu", "chrf", "ter"):
            value = f"{samescore.score(metric, lines, references).value:.2f}"
            files = {"hypotheses": f"{system}.txt", "references": ["ref.txt"]}
            claims.append({"id": f"{system}-{metric}", "metric": metric, "published": value, **files})
    claims[4]["published"] = "99.99"
    del claims[7]["metric"]
    (folder / "claims.jsonl").write_text("".join(f"{json.dumps(claim)}\n" for claim in claims), encoding="utf-8")
    return folder


def test_an_audit_finds_what_one_process_finds(workers: Any, board: Path) -> None:
    alone = call("audit", "claims.jsonl", "-j", "1", "--format", "jsonl", cwd=board)
    address = workers.scheduler.address
    spread = call("audit", "claims.jsonl", "--engine", "dask", "--scheduler", address, "--format", "jsonl", cwd=board)
    assert spread.stdout == alone.stdout
    assert (spread.returncode, alone.returncode) == (1, 1)
    assert alone.stdout.count('"type":"finding"') == 15


def test_systems_are_compared_as_one_at_a_time(workers: Any, board: Path) -> None:
    names = ["native", "native:nltk.corpus_bleu", "native:sacrebleu.corpus_bleu"]
    systems = {system: board / f"{system}.txt" for system in _SYSTEMS}
    metrics: dict[str, dict[str, Any]] = {"bleu": {"smoothing": "none"}, "chrf": {}}
    said: list[str] = []
    address = workers.scheduler.address
    found = diff(systems, [board / "ref.txt"], metrics, names, scheduler=address, on_progress=said.append)
    assert list(found) == _SYSTEMS
    assert said[-1] == "5 of 5 systems"
    for system, comparisons in found.items():
        data = samescore.Corpus.read(systems[system], [board / "ref.txt"])
        for metric, compared in zip(metrics, comparisons, strict=True):
            alone = samescore.diff(metric, data, implementations=names, **metrics[metric])
            assert list(compared.records) == list(alone.records)


def test_a_scheduler_needs_an_engine(board: Path) -> None:
    refused = call("audit", "claims.jsonl", "--scheduler", "tcp://127.0.0.1:9", cwd=board)
    assert (refused.returncode, "--scheduler needs an engine" in refused.stderr) == (2, True)
