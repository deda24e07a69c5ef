"""Files in batches: what is read whole in parts, with the same errors; and packed files."""

from __future__ import annotations

import gzip
import io
import os
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from samescore.base import files, lines
from samescore.base import line_reading as reading
from samescore.base.errors import InputError
from samescore.base.line_reading import LineReading
from samescore.base.packed import suffix_of
from samescore.data import batches
from samescore.data.batches import Bounds, batch_of, line_batches
from samescore.data.corpus import Corpus
from samescore.data.input_files import InputFiles

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: A text file with all that readings differ in.
_TEXT = "".join(
    (
        "\ufeff",
        "first\r\n",
        "\n",
        *(f"\ufeff{k}\n" for k in range(20)),
        *(f"line {k}\u2028{'x' * k}\r{k}\n" for k in range(45)),
        "last\n",
        "\n",
        " \n",
    )
)


@pytest.fixture(params=[1, 3, 10, 1_000])
def bounds(request: pytest.FixtureRequest) -> Bounds:
    return batch_of(request.param)


def _joined(parts: Iterator[Corpus]) -> Corpus:
    segments = tuple(chain.from_iterable(part.segments for part in parts))
    return Corpus(segments)


def _refusal(read: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        read()
    return caught.value.message, caught.value.hint


@pytest.mark.parametrize("how", LineReading)
@pytest.mark.parametrize("piece", [7, 100, 2**20])
def test_batches_have_the_lines_of_the_text(
    how: LineReading, piece: int, bounds: Bounds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PIECE", piece)
    path = tmp_path / "text"
    path.write_bytes(_TEXT.encode())
    parts = [part for [part] in line_batches([path], how, bounds)]
    assert list(chain.from_iterable(parts)) == reading.lines_of(_TEXT, how) == lines.read_lines(path, reading=how)
    assert all(len(part) == bounds.segments for part in parts[:-1])


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_batches_are_parts_of_the_corpus(suffix: str, bounds: Bounds, tmp_path: Path) -> None:
    texts = [f"text {k}" for k in range(23)]
    contents = {
        "hyp.txt": "".join(f"{text}\n" for text in texts),
        "ref.txt": "".join(f"{text} .\n" for text in reversed(texts)),
        "both.tsv": "".join(f"{text}\tone\t{text}\n" for text in texts),
        "both.jsonl": "\n".join(f'{{"hypothesis": "{text}", "references": ["a", null]}}' for text in texts),
    }
    for name, content in contents.items():
        packed = gzip.compress(content.encode()) if suffix else content.encode()
        (tmp_path / (name + suffix)).write_bytes(packed)
    for names in (["hyp.txt", "ref.txt"], ["hyp.txt", "ref.txt", "hyp.txt"], ["both.tsv"], ["both.jsonl"]):
        scored, *references = [tmp_path / (name + suffix) for name in names]
        given = InputFiles(scored, tuple(references))
        parts = list(Corpus.batches(given, bounds))
        assert [len(part) for part in parts[:-1]] == [bounds.segments] * (len(parts) - 1)
        corpus = Corpus.from_files(given)
        assert _joined(iter(parts)) == corpus
        assert [str(line) for line in corpus.hypotheses] == texts
    alone = InputFiles(tmp_path / f"hyp.txt{suffix}", needs_references=False)
    assert _joined(Corpus.batches(alone, bounds)).references == [[]] * 23


def test_an_empty_file_is_one_empty_batch(bounds: Bounds, tmp_path: Path) -> None:
    for name in ("hyp", "both.tsv", "both.jsonl"):
        (tmp_path / name).touch()
        alone = InputFiles(tmp_path / name, needs_references=False)
        assert [len(part) for part in Corpus.batches(alone, bounds)] == [0]


_BAD = {
    "not UTF-8": ({"hyp": b"a\n" * 12 + b"b\xff\n", "ref": b"a\n" * 13}, "hyp, line 13, byte 1: byte 0xff"),
    "a null byte": ({"hyp": b"a\n" * 12 + b"b\0\n", "ref": b"a\n" * 13}, "hyp, line 13, byte 1: byte 0x00"),
    "a shorter file": ({"hyp": b"a\n" * 12, "ref": b"a\n" * 11}, "ref has 11 lines but .*hyp has 12"),
    "a much longer file": ({"hyp": b"a\n" * 12, "ref": b"a\n" * 36}, "ref has 36 lines but .*hyp has 12"),
    "empty lines more": ({"hyp": b"a\n" * 12, "ref": b"a\n\n" * 12}, "ref has 24 lines but .*hyp has 12"),
    "a second file": ({"hyp": b"a\n" * 9, "ref": b"a\n" * 9, "ref2": b""}, "ref2 has 0 lines but .*hyp has 9"),
    "carriage returns": ({"hyp": b"a\ra\r", "ref": b"a\ra\r"}, "lines end with a carriage return only"),
    "a tab": ({"hyp.tsv": b"a\n" * 12 + b"a\tb\n", "ref": b"a\n" * 13}, "hyp.tsv, line 13: unexpected tab"),
    "no tab": ({"both.tsv": b"a\tb\n" * 12 + b"a\n"}, "both.tsv, line 13: the line has no tab"),
    "no record": ({"both.jsonl": b'{"hypothesis":"a","references":[]}\n' * 12 + b"[]\n"}, "both.jsonl, line 13: "),
    "another file": ({"hyp.csv": b"a\n", "ref": b"a\n"}, "hyp.csv cannot be read as text"),
    "nothing": ({"hyp": b"a\n"}, "no references were given"),
}


@pytest.mark.parametrize("name", _BAD)
@pytest.mark.parametrize("piece", [10, 2**20])
def test_batches_have_the_errors_of_the_whole(
    name: str, piece: int, bounds: Bounds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_PIECE", piece)
    contents, message = _BAD[name]
    for file, content in contents.items():
        (tmp_path / file).write_bytes(content)
    scored, *references = [tmp_path / file for file in contents]
    given = InputFiles(scored, tuple(references))
    whole = _refusal(lambda: Corpus.from_files(given))
    assert whole == _refusal(lambda: list(Corpus.batches(given, bounds)))
    with pytest.raises(InputError, match=message):
        Corpus.from_files(given)


def test_long_lines_make_small_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_PIECE", 100)
    path = tmp_path / "text"
    path.write_text("x\n" * 10 + ("y" * 90 + "\n") * 20, encoding="utf-8")
    parts = [len(part) for [part] in line_batches([path], LineReading.USUAL, Bounds(10, 300, None))]
    assert parts[0] == 10
    assert sum(parts) == 30
    assert max(parts[1:]) < 6


def test_a_file_of_many_lines_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lines, batches):
        monkeypatch.setattr(module, "MOST_LINES", 10)
    monkeypatch.setattr(batches, "WHOLE", Bounds(10, 10**9, 10**9))
    path = tmp_path / "text"
    path.write_text("x\n" * 11, encoding="utf-8")
    assert "more than 10 lines" in _refusal(lambda: lines.read_lines(path))[0]
    assert "more than 10 lines" in _refusal(lambda: list(line_batches([path], LineReading.USUAL, batches.WHOLE)))[0]


def test_many_blank_lines_do_not_wait_for_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BLANKS", 100)
    path = tmp_path / "text"
    path.write_text("x\n" + "\n" * 101, encoding="utf-8")
    parts = line_batches([path], LineReading.NO_FINAL_BLANKS, batch_of(10))
    assert "more than 100 consecutive blank lines" in _refusal(lambda: list(parts))[0]


@pytest.mark.parametrize(
    ("name", "suffix"), [("a.tsv.GZ", ".tsv"), ("a.gz", ""), ("a.b.zst", ".b"), ("a.jsonl", ".jsonl"), ("gz", "")]
)
def test_the_suffix_of_a_compressed_file_is_found(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix_of(Path("d.x") / name) == suffix


def test_packed_files_that_are_broken_are_refused(tmp_path: Path) -> None:
    rng = random.Random(3)
    whole = gzip.compress("".join(f"{rng.random()}\n" for _ in range(50_000)).encode())
    contents = {
        "cut": whole[:-100],
        "without a check": whole[:-4],
        "changed": whole[:50_000] + b"\0\0\0\0" + whole[50_004:],
        "no packed data": whole[:10] + b"\xff" * 100,
        "with more behind it": whole + b"more",
        "plain": b"a b\n",
    }
    path = tmp_path / "file.gz"
    for name, content in contents.items():
        path.write_bytes(content)
        message, hint = _refusal(lambda: list(line_batches([path], LineReading.USUAL, batch_of(100))))
        assert message.startswith(f"cannot unpack {path}: "), name
        assert "gzip -t" in hint
    path.write_bytes(whole + gzip.compress(b"x\n"))
    assert lines.read_lines(path)[-1] == "x"


def _traced_peak(read: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        read()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _zstd() -> Any:
    """The module of Zstandard, which older interpreters may lack."""
    return pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_small_file_that_unpacks_to_a_large_one_takes_little_memory(suffix: str, tmp_path: Path) -> None:
    """One endless line is refused at once; endless lines are a long file like any other."""
    path = tmp_path / f"bomb{suffix}"
    packing = gzip if suffix == ".gz" else _zstd()
    with packing.open(path, "wb") as file:
        for _ in range(200):
            file.write(b"x" * 2**20)
    assert path.stat().st_size < 2**18
    assert "the line has more than" in _refusal(lambda: list(line_batches([path], LineReading.USUAL, batch_of(100))))[0]
    assert _traced_peak(lambda: _refusal(lambda: lines.read_text(path))) < 16 * 2**20
    with packing.open(path, "wb") as file:
        for _ in range(50):
            file.write(b"x" * (2**20 - 1) + b"\n")

    def read() -> None:
        assert sum(len(part) for [part] in line_batches([path], LineReading.USUAL, batch_of(10_000))) == 50

    assert _traced_peak(read) < 24 * 2**20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the paths of open files are those of Linux")
def test_a_pipe_that_is_read_once_is_not_kept() -> None:
    reading_end, writing_end = os.pipe()
    try:
        os.write(writing_end, b"a b\nc\n")
        os.close(writing_end)
        path = f"/dev/fd/{reading_end}"
        parts = line_batches([path], LineReading.USUAL, batch_of(1), once=True)
        assert [part for [part] in parts] == [["a b"], ["c"]]
        assert "has already been read" in _refusal(lambda: lines.read_lines(path))[0]
    finally:
        os.close(reading_end)


def test_a_pipe_that_is_kept_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_FILE", 100)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a b c d e\n" * 11)))
    parts = line_batches(["-"], LineReading.USUAL, batch_of(3))
    assert "more than 100 bytes" in _refusal(lambda: list(parts))[0]


def test_zstandard(tmp_path: Path, bounds: Bounds) -> None:
    zstd = _zstd()
    path = tmp_path / "text.zst"
    path.write_bytes(zstd.compress(_TEXT.encode()))
    parts = chain.from_iterable(part for [part] in line_batches([path], LineReading.USUAL, bounds))
    assert list(parts) == reading.lines_of(_TEXT)
    path.write_bytes(zstd.compress(_TEXT.encode())[:-5])
    assert "cannot unpack" in _refusal(lambda: lines.read_lines(path))[0]
    wide = {zstd.CompressionParameter.window_log: 28, zstd.CompressionParameter.enable_long_distance_matching: 1}
    with zstd.ZstdFile(path, "wb", options=wide) as file:
        for _ in range(3):
            file.write(b"a b\n" * 2**24)
    assert "cannot unpack" in _refusal(lambda: lines.read_text(path))[0]


def test_zstandard_without_its_module_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samescore.base.packed._ZSTD_MODULES", ("no_such_module",))
    path = tmp_path / "text.zst"
    path.write_bytes(b"")
    assert "samescore[zstd]" in _refusal(lambda: lines.read_lines(path))[1]
