"""Rewrites and SARI: how they are read, and the answers that show its choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import InputError, Rewrites, score
from samescore.data.input_files import InputFiles
from tests.command import call

PERFECT = Rewrites(["a b c d"], ["a b c d"], [["a b c d"]])


def test_the_sides_have_the_same_length() -> None:
    with pytest.raises(InputError, match="1 hypotheses but 2 sources"):
        Rewrites(["a", "b"], ["a"], [["a"]])
    with pytest.raises(InputError, match="1 hypotheses but 0 references"):
        Rewrites(["a"], ["a"], [])
    with pytest.raises(InputError, match="sources is a single str"):
        Rewrites("a", ["a"], [["a"]])
    with pytest.raises(InputError, match=r"references\[0\] is a single str"):
        Rewrites(["a"], ["a"], ["a"])
    with pytest.raises(InputError, match=r"hypotheses\[0\] is 1 \(int\), not a string"):
        Rewrites(["a"], [1], [["a"]])  # type: ignore[list-item]  # the mistake under test


def test_rewrites_are_read_from_lines_or_records(tmp_path: Path) -> None:
    for name, text in (("sys.txt", "a b\nc\n"), ("src.txt", "a b c\nc d\n"), ("0.txt", "a\nc\n"), ("1.txt", "b\nd\n")):
        (tmp_path / name).write_text(text)
    read = Rewrites.read(tmp_path / "sys.txt", tmp_path / "src.txt", [tmp_path / "0.txt", tmp_path / "1.txt"])
    assert read == Rewrites(["a b c", "c d"], ["a b", "c"], [["a", "b"], ["c", "d"]])
    records = tmp_path / "all.jsonl"
    records.write_text('{"source": "a b c", "hypothesis": "a b", "references": ["a", "b"]}\n')
    assert Rewrites.read(records) == Rewrites(["a b c"], ["a b"], [["a", "b"]])


def test_a_missing_side_is_named(tmp_path: Path) -> None:
    for name in ("sys.txt", "src.txt"):
        (tmp_path / name).write_text("a\n")
    with pytest.raises(InputError, match="no sources were given"):
        Rewrites.from_files(InputFiles(tmp_path / "sys.txt", (tmp_path / "src.txt",)))
    with pytest.raises(InputError, match="no references were given"):
        Rewrites.read(tmp_path / "sys.txt", tmp_path / "src.txt")
    (tmp_path / "long.txt").write_text("a\nb\n")
    with pytest.raises(InputError, match=r"src\.txt has 1 lines but .*long\.txt has 2"):
        Rewrites.read(tmp_path / "long.txt", tmp_path / "src.txt", [tmp_path / "long.txt"])


def test_the_command_reads_sources(tmp_path: Path) -> None:
    for name, text in (("sys.txt", "a b c\n"), ("src.txt", "a b c d\n"), ("ref.txt", "a b c\n")):
        (tmp_path / name).write_text(text)
    files = ["score", "sys.txt", "-r", "ref.txt", "-s", "src.txt"]
    assert call(*files, "-m", "sari", cwd=tmp_path).stdout.startswith("0.58333333333333")
    done = call(*files, "-m", "bleu", cwd=tmp_path)
    assert done.returncode == 2
    assert "bleu does not read sources" in done.stderr


def test_a_perfect_output_that_changes_nothing_is_1_or_a_third() -> None:
    assert score("sari", PERFECT).value == 1 / 3
    assert score("sari", PERFECT, zero_division="1").value == 1
    assert score("sari", PERFECT, like="hf-sari").value == 100
    assert score("sari", PERFECT, like="easse.corpus_sari").value == 33.333333333333336
