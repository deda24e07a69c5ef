"""Shards of Parquet files, whatever their row groups."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore.base.errors import InputError
from samescore.verbs.scale import plan, score

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
