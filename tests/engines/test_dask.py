"""Dask as the engine: the bits of one process, whatever happens to its workers."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError, SamescoreError
from samescore.verbs.scale import finish, merge, plan, score
from samescore.verbs.scale.dask import client, results
from tests.command import call, call_program
from tests.engines.deaths import count_or_die, die, raise_once

pytest.importorskip("distributed", reason="Dask is not installed: pip install 'samescore[dask]'")

#: Dask's own loose ends are not ours.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """A client of two worker processes."""
    with client(workers=2) as connected:
        yield connected


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Files of 400 hypotheses and references."""
    folder, rng = tmp_path_factory.mktemp("texts"), random.Random(7)
    words = ["the", "cat", "sat", "on", "a", "mat.", "Größe", "你好"]
    references = [" ".join(rng.choices(words, k=rng.randint(1, 12))) for _ in range(400)]
    hypotheses = [" ".join(word for word in line.split() if rng.random() < 0.8) for line in references]
    for name, lines in (("hyp.txt", hypotheses), ("ref.txt", references)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder / "hyp.txt", folder / "ref.txt"


def test_workers_listen_on_this_machine_only(workers: Any) -> None:
    """Their messages are pickles: whoever could send them one would run code."""
    info = workers.scheduler_info()
    addresses = [info["address"], *info["workers"], *(worker["nanny"] for worker in info["workers"].values())]
    assert len(addresses) == 5
    assert {address.rpartition(":")[0] for address in addresses} == {"tcp://127.0.0.1"}


_METRICS = {"bleu": {}, "chrf": {"average": "sentences"}, "wer": {}, "cider": {}}


def test_a_killed_worker_costs_the_shard_that_it_had(workers: Any, texts: tuple[Path, Path], tmp_path: Path) -> None:
    log = tmp_path / "begun"
    log.touch()
    scored, reference = texts
    planned = plan(scored, [reference], _METRICS, shard_lines=20)
    before = set(workers.scheduler_info()["workers"])
    more = {"job": planned.job, "log": os.fsencode(log), "victim": b"9"}
    parts = [part for _, part in results(workers, count_or_die, planned.shards, **more)]
    begun = Counter(map(int, log.read_text().split()))
    assert begun == Counter({number: 1 + (number == 9) for number in range(20)})
    assert set(workers.scheduler_info()["workers"]) != before
    got = list(finish(merge(parts), planned.job, planned.lines))
    assert got == score(scored, [reference], _METRICS, engine="none")


def test_an_exception_is_tried_again_by_dask(workers: Any, tmp_path: Path) -> None:
    more = {"log": os.fsencode(tmp_path / "tried")}
    assert sorted(results(workers, raise_once, [b"a"], **more)) == [(0, b"a")]


def test_a_shard_that_no_worker_survives_is_named(workers: Any) -> None:
    workers.cluster.scheduler.allowed_failures = 1
    with pytest.raises(SamescoreError, match="item 1 of 1 crashed every worker that tried it"):
        list(results(workers, die, [b"a"]))


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_the_command_prints_what_one_process_prints(workers: Any, texts: tuple[Path, Path], form: str) -> None:
    scored, reference = texts
    files = (scored.name, reference.name, "-r", reference.name, "-m", "bleu", "-m", "chrf++", "--format", form)
    alone = call("score", *files, cwd=scored.parent)
    engine = ("--engine", "dask", "--shard-lines", "100", "--scheduler", workers.scheduler.address)
    spread = call("score", *files, *engine, cwd=scored.parent)
    assert (spread.stdout, spread.stderr, spread.returncode) == (alone.stdout, "", 0)
    together = call("score", *files, *engine, "--together", cwd=scored.parent)
    assert together.stdout.startswith(alone.stdout)
    assert together.stdout.count("*all*") == 2


def test_the_command_starts_processes_of_its_own(texts: tuple[Path, Path]) -> None:
    scored, reference = texts
    files = (scored.name, "-r", reference.name, "--format", "jsonl")
    spread = call_program("score", *files, "--engine", "dask", "-j", "2", cwd=scored.parent)
    alone = call("score", *files, cwd=scored.parent)
    said = [line for line in spread.stderr.splitlines() if " shards" not in line]  # it says so on a busy machine
    assert (spread.stdout, said, spread.returncode) == (alone.stdout, [], 0)


def test_a_scheduler_may_be_elsewhere(workers: Any, texts: tuple[Path, Path]) -> None:
    scored, reference = texts
    address = workers.scheduler.address
    said: list[str] = []
    got = score(scored, [reference], _METRICS, scheduler=address, shard_lines=150, on_progress=said.append)
    assert got == score(scored, [reference], _METRICS, engine="none")
    assert said == ["1 of 3 shards", "2 of 3 shards", "3 of 3 shards"]


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samescore.verbs.scale.dask._PATIENCE", 0.5)
    with (
        pytest.raises(InputError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"),
        client("tcp://127.0.0.1:9"),
    ):
        pass


def test_a_bad_line_ends_the_run(workers: Any, texts: tuple[Path, Path], tmp_path: Path) -> None:
    scored, reference = texts
    lines = scored.read_bytes().split(b"\n")
    lines[249] = b"\xff\xfe"
    (tmp_path / "bad.txt").write_bytes(b"\n".join(lines))
    with pytest.raises(InputError, match=r"bad\.txt, line 250, byte 0: byte 0xff is not UTF-8"):
        score(tmp_path / "bad.txt", [reference], scheduler=workers.scheduler.address, shard_lines=10)


def test_segments_are_written_once_and_in_order(workers: Any, texts: tuple[Path, Path], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'samescore[arrow]'")
    scored, reference = texts
    systems = {"mine": scored, "perfect": reference}
    folder = tmp_path / "segments"
    score(systems, [reference], _METRICS, scheduler=workers.scheduler.address, shard_lines=90, segments=folder)
    rows = parquet.read_table(folder).to_pylist()
    assert [(row["system"], row["line"]) for row in rows] == [(s, k) for s in systems for k in range(1, 401)]
    alone = score({"one": scored}, [reference], {"bleu": {}}, engine="none", shard_lines=1, segments=tmp_path / "s2")
    assert len(alone) == 1
    single = parquet.read_table(tmp_path / "s2").to_pylist()
    assert [row["bleu"] for row in single] == [row["bleu"] for row in rows[:400]]
    metadata = parquet.read_schema(next(folder.iterdir())).metadata
    assert json.loads(json.dumps(metadata[b"wer"].decode())).startswith("wer|")


def test_workers_do_not_run_modules_of_the_working_folder(tmp_path: Path) -> None:
    """Dask starts them with ``python -c``, which searches that folder first, also when one takes another's place."""
    script = tmp_path / "scripts" / "program"  # the folder first on the path is that of the script, as pip makes it
    script.parent.mkdir()
    script.write_text("from samescore.cli import main\nif __name__ == '__main__':\n    main()\n", encoding="utf-8")
    executed = tmp_path / "executed"
    (tmp_path / "multiprocessing.py").write_text(f"open({str(executed)!r}, 'w').close()\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("the cat sat\n", encoding="utf-8")
    command = [sys.executable, str(script), "score", "hyp.txt", "-r", "hyp.txt", "--engine", "dask", "-j", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert not executed.exists()
    if sys.version_info >= (3, 11):
        assert done.returncode == 0, done.stderr
