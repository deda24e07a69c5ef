"""Shards of Parquet files, whatever their row groups."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore.base.errors import InputError
from samescore.verbs.scale import count, finish, merge, plan, score

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'samescore[arrow]'")
from pyarrow import parquet  # noqa: E402

_RNG = random.Random(6)
_TEXTS = [" ".join(_RNG.choices(["the", "cat", "sat", "你好", "on"], k=_RNG.randint(0, 9))) for _ in range(61)]
_REFERENCES = [[text + " a", "the cat"][: 1 + k % 2] for k, text in enumerate(_TEXTS)]


def _write(path: Path, columns: dict[str, Any], groups: int = 7) -> Path:
    parquet.write_table(pa.table(columns), path, row_group_size=groups)
    return path


@pytest.mark.parametrize("size", [1, 5, 7, 20, 100])
def test_both_sides_in_one_file(size: int, tmp_path: Path) -> None:
    columns = {"id": list(range(61)), "hypothesis": _TEXTS, "references": _REFERENCES}
    path = _write(tmp_path / "both.parquet", columns)
    got = score(path, (), ["chrf", "ter"], engine="none", shard_lines=size)
    expected = [samescore.score(name, _TEXTS, _REFERENCES).value.hex() for name in ("chrf", "ter")]
    assert [line.hex for line in got] == expected


def test_a_side_each_with_other_row_groups(tmp_path: Path) -> None:
    references = [texts[0] for texts in _REFERENCES]
    scored = _write(tmp_path / "hyp.parquet", {"hypothesis": _TEXTS}, 9)
    streams = [_write(tmp_path / "ref.parquet", {"reference": references}, 4)]
    (tmp_path / "ref.txt").write_text("".join(f"{line}\n" for line in references), encoding="utf-8")
    [line] = score(scored, [*streams, tmp_path / "ref.txt"], engine="none", shard_lines=10)
    streams_twice = list(zip(references, references, strict=True))
    assert line.hex == samescore.score("bleu", _TEXTS, [list(pair) for pair in streams_twice]).value.hex()


def test_an_empty_file_scores_as_no_segments(tmp_path: Path) -> None:
    nothing = pa.array([], pa.string())
    path = _write(tmp_path / "none.parquet", {"hypothesis": nothing, "references": nothing})
    with pytest.raises(samescore.MetricError) as sharded:
        score(path, engine="none")
    with pytest.raises(samescore.MetricError) as alone:
        samescore.score("bleu", [], [])
    assert sharded.value.message == alone.value.message


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"hypothesis": ["a", "b", None], "references": ["a", "b", "c"]},
            r"bad\.parquet, row 3: hypothesis is missing",
        ),
        (
            {"hypothesis": [1, 2, 3], "references": ["a", "b", "c"]},
            r"bad\.parquet, row 1: hypothesis is not text but int",
        ),
        (
            {"hypothesis": ["a", "b", "c"], "references": ["a", None, "c"]},
            r"bad\.parquet, row 2: references is not a list of texts",
        ),
        ({"text": ["a"], "reference": ["b"]}, "does not have the columns hypothesis and references"),
    ],
)
def test_bad_rows_are_named(columns: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        score(_write(tmp_path / "bad.parquet", columns), engine="none", shard_lines=1)


def test_a_broken_parquet_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(b"PAR1 but no more")
    with pytest.raises(InputError, match=r"x\.parquet is not a Parquet file"):
        plan(tmp_path / "x.parquet")


def _score_alone(name: str, row: dict[str, Any], knobs: dict[str, Any]) -> float | None:
    try:
        value: float = samescore.score(name, [row["hypothesis"]], [row["references"]], **knobs).value
    except samescore.MetricError:
        return None
    return value


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_segments_have_their_own_scores_and_the_lines_of_their_files(form: str, tmp_path: Path) -> None:
    """Blank lines of JSON Lines are counted, but are not segments; an undefined score is null."""
    hypotheses, references = ["a b c d", "a yx b", "", "a b"], [["a b c d"], ["a b", "a x"], ["a"], []]
    rows: list[dict[str, Any]] = [
        {"hypothesis": hypothesis, "references": texts}
        for hypothesis, texts in zip(hypotheses, references, strict=True)
    ]
    lines = [1, 2, 3, 4]
    path = tmp_path / f"both.{form}"
    if form == "parquet":
        parquet.write_table(pa.Table.from_pylist(rows), path)
    else:
        texts = list(map(json.dumps, rows))
        path.write_text("\n".join(["", *texts]), encoding="utf-8")
        lines = [2, 3, 4, 5]
    metrics: dict[str, dict[str, Any]] = {"chrf": {"word_order": 2}, "distinct": {}}
    folder = tmp_path / "new" / "segments"
    planned = plan({"mine": path, "again": path}, (), metrics, shard_lines=2, segments=folder)
    for shard in planned.shards:
        count(shard, planned.job)
    count(planned.shards[0], planned.job)  # a second try replaces the first
    half = len(planned.shards) // 2
    assert sorted(file.name for file in folder.iterdir()) == [f"part-{number:06}.parquet" for number in range(2 * half)]
    written = parquet.read_table(folder).to_pylist()
    assert [(row["system"], row["line"]) for row in written] == [(name, k) for name in ("mine", "again") for k in lines]
    for name, knobs in metrics.items():
        alone = [_score_alone(name, row, knobs) for row in rows]
        assert [row[name] for row in written] == alone * 2
        assert None in alone
    metadata = parquet.read_schema(folder / "part-000000.parquet").metadata
    assert metadata[b"chrf"].decode() == samescore.score("chrf", ["a"], ["a"], word_order=2).signature


def test_segments_that_cannot_be_written_are_an_error(tmp_path: Path) -> None:
    path = _write(tmp_path / "both.parquet", {"hypothesis": _TEXTS, "references": _REFERENCES})
    folder = tmp_path / "segments"
    planned = plan(path, (), "chrf", segments=folder)
    (folder / "part-000000.parquet").mkdir()
    with pytest.raises(InputError, match=r"cannot write .*part-000000\.parquet: ") as raised:
        list(finish(merge(count(shard, planned.job) for shard in planned.shards), planned.job, planned.lines))
    assert raised.value.hint == "every worker must be able to write to this folder"
    assert [file.name for file in folder.iterdir()] == ["part-000000.parquet"], "nothing is left"
    with pytest.raises(InputError, match=r"segments is not empty; old and new segments would be mixed"):
        plan(path, (), "chrf", segments=folder)
