"""Files of ``samescore compare``: read in batches, in every form that ``samescore score`` reads, with nothing of the texts kept."""

from __future__ import annotations

import gc
import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.data.corpus import Corpus
from samescore.data.input_files import InputFiles
from samescore.data.labels import Labels
from samescore.metrics.rows import Rows
from samescore.settings import Settings
from samescore.verbs.compare import counted
from samescore.verbs.compare.counted import CountedSystem, counted_files
from samescore.verbs.compare.systems import SystemFiles
from samescore.verbs.inputs.settings import settings_for
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_LINES = 50
_REFERENCE = [f"the cat number {i} sat on a mat in house {i * 7 % 11}" for i in range(_LINES)]
_SYSTEMS = {
    "fair": [line.replace("cat", "dog") if i % 2 else line for i, line in enumerate(_REFERENCE)],
    "good": [line.replace("cat", "dog") if i % 10 == 0 else line for i, line in enumerate(_REFERENCE)],
}
#: Rows of one width, means of scores, no references, a metric that keeps words, and one of several rows a segment.
_METRICS = ("bleu", "chrf", "ter", "rouge1", "wer", "cider", "distinct")


def _text(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _write_text(folder: Path) -> list[str]:
    (folder / "ref").write_bytes(_text(_REFERENCE))
    for name, lines in _SYSTEMS.items():
        (folder / name).write_bytes(_text(lines))
    return [*_SYSTEMS, "-r", "ref"]


def _write_gzip(folder: Path) -> list[str]:
    (folder / "ref.gz").write_bytes(gzip.compress(_text(_REFERENCE)))
    for name, lines in _SYSTEMS.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(_text(lines)))
    return [*(f"{name}.gz" for name in _SYSTEMS), "-r", "ref.gz"]


def _write_zstd(folder: Path) -> list[str]:
    zstd = pytest.importorskip("backports.zstd")
    (folder / "ref.zst").write_bytes(zstd.compress(_text(_REFERENCE)))
    for name, lines in _SYSTEMS.items():
        (folder / f"{name}.zst").write_bytes(zstd.compress(_text(lines)))
    return [*(f"{name}.zst" for name in _SYSTEMS), "-r", "ref.zst"]


def _write_tsv(folder: Path) -> list[str]:
    for name, lines in _SYSTEMS.items():
        (folder / f"{name}.tsv").write_bytes(_text([f"{a}\t{b}" for a, b in zip(lines, _REFERENCE, strict=True)]))
    return [f"{name}.tsv" for name in _SYSTEMS]


def _rows(lines: Sequence[str]) -> list[dict[str, Any]]:
    return [{"hypothesis": a, "references": [b]} for a, b in zip(lines, _REFERENCE, strict=True)]


def _write_jsonl(folder: Path) -> list[str]:
    for name, lines in _SYSTEMS.items():
        (folder / f"{name}.jsonl").write_bytes(_text(list(map(json.dumps, _rows(lines)))))
    return [f"{name}.jsonl" for name in _SYSTEMS]


def _write_parquet(folder: Path) -> list[str]:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    for name, lines in _SYSTEMS.items():
        parquet.write_table(pa.Table.from_pylist(_rows(lines)), folder / f"{name}.parquet")
    return [f"{name}.parquet" for name in _SYSTEMS]


def _write_arrow(folder: Path) -> list[str]:
    pa = pytest.importorskip("pyarrow")
    for name, lines in _SYSTEMS.items():
        table = pa.Table.from_pylist(_rows(lines))
        with pa.OSFile(str(folder / f"{name}.arrow"), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)
    return [f"{name}.arrow" for name in _SYSTEMS]


def _compared(folder: Path, files: Sequence[str]) -> list[Any]:
    """All numbers of a comparison."""
    metrics = [word for name in _METRICS for word in ("-m", name)]
    done = call("compare", *files, *metrics, "--resamples", "10", "--format", "jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)["metrics"]
    for by_metric in made:
        for place, system in enumerate(by_metric["systems"]):
            system["system"] = place
        for pair in by_metric["pairs"]:
            pair.pop("first"), pair.pop("second")
    return list(made)


@pytest.mark.parametrize("write", [_write_gzip, _write_zstd, _write_tsv, _write_jsonl, _write_parquet, _write_arrow])
def test_every_form_of_input_gives_the_numbers_of_plain_text(
    tmp_path: Path, write: Callable[[Path], list[str]]
) -> None:
    assert _compared(tmp_path, write(tmp_path)) == _compared(tmp_path, _write_text(tmp_path))


@pytest.mark.parametrize("size", [1, 7, 49])
def test_batches_give_the_numbers_of_the_whole(tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    files = _write_text(tmp_path)
    whole = _compared(tmp_path, files)
    monkeypatch.setattr(counted, "_SEGMENTS", size)
    assert _compared(tmp_path, files) == whole


def _counted(folder: Path, *metrics: str, most: int = 2**20) -> list[CountedSystem | None]:
    files = InputFiles(folder / "fair", (folder / "ref",))
    return counted_files(list(map(settings_for, metrics)), files, most)


def test_rows_are_kept_and_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write_text(tmp_path)
    monkeypatch.setattr(counted, "_SEGMENTS", 7)
    gc.collect()
    before = sum(isinstance(each, Corpus) for each in gc.get_objects())
    bleu, chrf = _counted(tmp_path, "bleu", "chrf")
    gc.collect()
    assert sum(isinstance(each, Corpus) for each in gc.get_objects()) <= before
    assert bleu is not None
    assert chrf is not None
    assert isinstance(bleu.rows.rows, Rows)
    assert isinstance(chrf.rows.rows, Rows)
    assert bleu.memory == 8 * 10 * _LINES
    assert len(bleu) == len(bleu.rows) == _LINES


def test_systems_are_equal_if_their_texts_are_however_they_were_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write_text(tmp_path)
    (whole,) = _counted(tmp_path, "bleu")
    monkeypatch.setattr(counted, "_SEGMENTS", 7)
    (parts,) = _counted(tmp_path, "bleu")
    (tmp_path / "fair").write_bytes(_text([*_SYSTEMS["fair"][:-1], "another end"]))
    (other,) = _counted(tmp_path, "bleu")
    assert whole == parts
    assert hash(whole) == hash(parts)
    assert whole != other


def test_a_metric_that_needs_the_texts_is_told_apart(tmp_path: Path) -> None:
    _write_text(tmp_path)
    bleu, cider = _counted(tmp_path, "bleu", "cider")
    assert bleu is not None
    assert cider is None
    assert _counted(tmp_path, "cider") == [None]


def test_files_are_read_once_for_all_metrics_that_can_be_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A metric that needs the texts is not counted again for the next system; labels are never counted."""
    _write_text(tmp_path)
    for name, lines in {"gold": "a\nb\na\n", "one": "a\na\na\n", "two": "a\nb\nb\n"}.items():
        (tmp_path / name).write_text(lines, encoding="utf-8")
    calls: list[list[str]] = []

    def spied(questions: Sequence[Settings], *rest: Any) -> list[CountedSystem | None]:
        calls.append([settings.metric for settings in questions])
        return counted_files(questions, *rest)

    monkeypatch.setattr("samescore.verbs.compare.systems.counted_files", spied)
    texts = SystemFiles([tmp_path / name for name in _SYSTEMS], (tmp_path / "ref",))
    read = texts.inputs({name: settings_for(name) for name in ("bleu", "cider", "ter")}, lambda _: None)
    assert calls == [["bleu", "cider", "ter"], ["bleu", "ter"]]
    assert [type(system) for system in read["bleu"] + read["ter"]] == [CountedSystem] * 4
    assert read["cider"] == [Corpus.read(tmp_path / name, [tmp_path / "ref"]) for name in _SYSTEMS]
    labels = SystemFiles([tmp_path / "one", tmp_path / "two"], (tmp_path / "gold",))
    read = labels.inputs({name: settings_for(name) for name in ("accuracy", "f1")}, lambda _: None)
    gold = ["a", "b", "a"]
    assert read["accuracy"] == read["f1"] == [Labels(gold, ["a", "a", "a"]), Labels(gold, ["a", "b", "b"])]
    assert len(calls) == 2


def test_too_much_memory_is_refused_with_a_remedy(tmp_path: Path) -> None:
    _write_text(tmp_path)
    with pytest.raises(InputError, match=r"fair: the counts of 50 segments need 0 MiB; the limit is 0") as caught:
        _counted(tmp_path, "bleu", most=100)
    assert "--memory GIB" in caught.value.hint
    done = call("compare", "fair", "good", "-r", "ref", "--memory", "0.000001", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the limit is 0" in done.stderr


def test_a_segment_that_cannot_be_counted_is_the_reason_of_its_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = _rows(_SYSTEMS["fair"])
    (tmp_path / "good.jsonl").write_bytes(_text(list(map(json.dumps, rows))))
    rows[20]["references"] = []
    (tmp_path / "bad.jsonl").write_bytes(_text(list(map(json.dumps, rows))))
    monkeypatch.setattr(counted, "_SEGMENTS", 7)
    done = call("compare", "good.jsonl", "bad.jsonl", "--format", "jsonl", "--resamples", "50", cwd=tmp_path)
    (by_metric,) = json.loads(done.stdout)["metrics"]
    good, bad = by_metric["systems"]
    assert good["score"] is not None
    assert (bad["score"], bad["problem"]) == (None, "a segment has no references")
    assert by_metric["pairs"][0]["verdict"] == "not tested"


@pytest.mark.slow
def test_the_counts_of_all_systems_share_the_memory(tmp_path: Path) -> None:
    """Each of the two systems needs 3 MiB."""
    for name, line in (("one", "the cat\n"), ("two", "a cat\n"), ("ref", "the dog\n")):
        (tmp_path / name).write_text(line * 20_000, encoding="utf-8")
    command = ("compare", "one", "two", "-r", "ref", "-m", "chrf", "--resamples", "10", "--memory")
    refused = call(*command, "0.005", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "samescore: two: the counts of 20,000 segments need 3 MiB; the limit is 2" in refused.stderr
    assert call(*command, "0.006", cwd=tmp_path).returncode == 0
