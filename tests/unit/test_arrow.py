"""Tables of Parquet and Arrow IPC are read as JSON Lines are."""

from __future__ import annotations

import io
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.data import arrow, slices
from samescore.data.arrow_sizes import CheckedStream
from samescore.data.batches import batch_of
from samescore.data.corpus import Corpus
from samescore.data.input_files import InputFiles
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.scored_labels import ScoredLabels
from tests.command import call

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_ROWS: list[dict[str, Any]] = [
    {"hypothesis": f"text {k}", "references": [f"text {k // 2}", None][: 1 + k % 2]} for k in range(25)
]


@pytest.fixture
def pyarrow() -> Any:
    pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pyarrow.feather")
    return pytest.importorskip("pyarrow")


def _write(pyarrow: Any, rows: list[dict[str, Any]], path: Path) -> Path:
    table = pyarrow.Table.from_pylist(rows)
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path, row_group_size=10)
    elif path.suffix == ".feather":
        pyarrow.feather.write_feather(table, path, compression="zstd", chunksize=10)
    else:
        new = pyarrow.ipc.new_stream if path.suffix == ".arrows" else pyarrow.ipc.new_file
        with new(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=10)
    return path


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".feather", ".arrows"])
def test_a_table_is_the_corpus_of_its_rows(
    pyarrow: Any, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrow, "_ROWS", 7)
    rows = [{"id": k, **row, "score": 0.5} for k, row in enumerate(_ROWS)]
    files = InputFiles(_write(pyarrow, rows, tmp_path / f"table{suffix}"))
    corpus = Corpus.from_segments([row["hypothesis"] for row in _ROWS], [row["references"] for row in _ROWS])
    assert Corpus.from_files(files) == corpus
    for size in (1, 6, 25, 100):
        parts = list(Corpus.batches(files, batch_of(size)))
        assert sum((part.segments for part in parts), ()) == corpus.segments
        assert all(len(part) == size for part in parts[:-1])
    empty = pyarrow.Table.from_pylist(rows).slice(0, 0)
    pyarrow.parquet.write_table(empty, tmp_path / "empty.parquet")
    assert [len(part) for part in Corpus.batches(InputFiles(tmp_path / "empty.parquet"), batch_of(3))] == [0]


def test_other_kinds_of_input_are_read_from_tables(pyarrow: Any, tmp_path: Path) -> None:
    items: list[dict[str, Any]] = [{"gold": k % 2, "score": k / 8} for k in range(9)]
    scored = ScoredLabels.read(_write(pyarrow, items, tmp_path / "scored.parquet"))
    assert scored == ScoredLabels([item["gold"] for item in items], [item["score"] for item in items])
    sequences: list[dict[str, Any]] = [{"logprobs": [-0.5, None], "text": "a b"}, {"logprobs": [-1.0], "text": "c"}]
    path = _write(pyarrow, sequences, tmp_path / "logprobs.arrow")
    assert TokenLogProbs.read(path).plain() == {"logprobs": [[-0.5, None], [-1.0]], "texts": ["a b", "c"]}
    questions: list[dict[str, Any]] = [{"choices": ["yes", "no"], "logprobs": [-1.5, -0.5], "gold": 1}]
    assert Choices.read(_write(pyarrow, questions, tmp_path / "choices.parquet")).plain() == {"items": questions}


def _refusal(read: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        read()
    assert caught.value.hint
    return caught.value.message


def test_a_row_that_does_not_fit_is_named(pyarrow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow, "_ROWS", 2)
    rows = [*_ROWS[:5], {"hypothesis": None, "references": ["a"]}]
    path = _write(pyarrow, rows, tmp_path / "table.parquet")
    assert _refusal(lambda: Corpus.read(path)).startswith(f"{path}, row 6: Expected `str`, got `null`")
    path = _write(pyarrow, [{"hypothesis": "a", "reference": "b"}], tmp_path / "table.parquet")
    assert "row 1: Object missing required field `references`" in _refusal(lambda: Corpus.read(path))
    path = _write(pyarrow, [{"text": "a"}], tmp_path / "table.arrow")
    assert "row 1: Object missing required field `hypothesis`" in _refusal(lambda: Corpus.read(path))
    assert "cannot be read as text" in _refusal(lambda: Corpus.read(path, [path]))


def test_rows_that_take_too_much_are_refused(pyarrow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow, "_LARGEST_ROWS", 2_000)
    rows: list[dict[str, Any]] = [{"hypothesis": "a" * 10 ** (k // 5), "references": ["b"]} for k in range(20)]
    path = _write(pyarrow, rows, tmp_path / "table.parquet")
    assert "take more than 2,000 bytes" in _refusal(lambda: Corpus.read(path))


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".arrows"])
def test_files_that_are_no_tables_are_refused(pyarrow: Any, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"table{suffix}"
    whole = _write(pyarrow, _ROWS, path).read_bytes()
    for content in (
        b"",
        b"a b\n",
        b"PAR1" * 5,
        whole[: len(whole) // 2],
        whole[:-1] if suffix != ".arrows" else whole[:50],
    ):
        path.write_bytes(content)
        assert _refusal(lambda: Corpus.read(path)).startswith(f"cannot read {path}")
    path.unlink()
    assert "No such file" in _refusal(lambda: Corpus.read(path))
    path.mkdir()
    assert "directory" in _refusal(lambda: Corpus.read(path))


def test_the_program_scores_a_table(pyarrow: Any, tmp_path: Path) -> None:
    _write(pyarrow, _ROWS, tmp_path / "table.parquet")
    (tmp_path / "table.tsv").write_text(
        "".join("\t".join([row["hypothesis"], *filter(None, row["references"])]) + "\n" for row in _ROWS),
        encoding="utf-8",
    )
    lines = [call("score", f"table{suffix}", "-m", "chrf", cwd=tmp_path).stdout for suffix in (".parquet", ".tsv")]
    assert lines[0] == lines[1] != ""


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"pip install 'samescore\[arrow\]'"):
        Corpus.read(tmp_path / "table.parquet")


def test_a_stream_is_passed_on_unchanged(pyarrow: Any, tmp_path: Path) -> None:
    """Whatever the sizes of the reads, and also the start of a message that is cut off, which is not a clean end."""
    content = _write(pyarrow, _ROWS, tmp_path / "table.arrows").read_bytes()
    for size in (1, 3, 8, 500, -1):
        stream = CheckedStream(io.BytesIO(content), lambda _: None)
        assert b"".join(iter(lambda: stream.read(size), b"")) == content  # noqa: B023  # called at once
        assert (stream.read(size), stream.read(0)) == (b"", b"")
    passed = 0
    for length in range(0, len(content), 5):
        with suppress(ValueError):
            assert CheckedStream(io.BytesIO(content[:length]), lambda _: None).read(len(content)) == content[:length]
            passed += 1
    assert passed > 50


_LONG = [{"hypothesis": "a" * 3_000_000, "references": ["b"]}]


@pytest.mark.parametrize("codec", ["zstd", "lz4", None])
@pytest.mark.parametrize("suffix", [".arrow", ".arrows", ".parquet"])
def test_tables_that_declare_a_large_size_are_not_unpacked(
    pyarrow: Any, suffix: str, codec: str | None, tmp_path: Path
) -> None:
    path, table = tmp_path / f"table{suffix}", pyarrow.Table.from_pylist(_LONG)
    if suffix == ".parquet":
        pyarrow.parquet.write_table(table, path, compression=codec or "none", use_dictionary=False)
    else:
        new = pyarrow.ipc.new_stream if suffix == ".arrows" else pyarrow.ipc.new_file
        with new(path, table.schema, options=pyarrow.ipc.IpcWriteOptions(compression=codec)) as writer:
            writer.write_table(table)
    assert (path.stat().st_size < 50_000) == bool(codec)
    files = InputFiles(path)
    assert len(next(Corpus.batches(files, batch_of(10, 4_000_000)))) == 1
    pool = pyarrow.proxy_memory_pool(pyarrow.default_memory_pool())
    pyarrow.set_memory_pool(pool)
    with pytest.raises(InputError, match=rf"table{suffix}: a batch of rows takes 3 MiB unpacked; the limit is 2") as e:
        next(Corpus.batches(files, batch_of(10, 2_000_000)))
    pyarrow.set_memory_pool(pyarrow.system_memory_pool())
    assert pool.max_memory() < 500_000
    assert "--memory GIB" in e.value.hint
    done = call("score", str(path), "--memory", "0.002", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{path}: a batch of rows takes 3 MiB unpacked" in done.stderr


@pytest.mark.parametrize("suffix", [".arrow", ".arrows"])
def test_a_dictionary_is_a_batch_too(pyarrow: Any, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"table{suffix}"
    columns = {"hypothesis": pyarrow.array(["a" * 3_000_000, "b"]).dictionary_encode(), "references": [["b"], ["c"]]}
    table = pyarrow.table(columns)
    new = pyarrow.ipc.new_stream if suffix == ".arrows" else pyarrow.ipc.new_file
    with new(path, table.schema, options=pyarrow.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_table(table)
    assert len(next(Corpus.batches(InputFiles(path), batch_of(10, 4_000_000)))) == 2
    with pytest.raises(InputError, match="takes 3 MiB unpacked"):
        next(Corpus.batches(InputFiles(path), batch_of(10, 2_000_000)))


@pytest.mark.parametrize("suffix", [".arrow", ".arrows"])
def test_all_dictionaries_are_kept_so_that_their_sum_counts(pyarrow: Any, suffix: str, tmp_path: Path) -> None:
    """Three of 1 MB each: of two columns, and what a later batch adds to the first one's."""
    path = tmp_path / f"table{suffix}"
    texts = [letter * 1_000_000 for letter in "abc"]
    names = pyarrow.array([0], pyarrow.int8())

    def batch(known: list[str]) -> Any:
        columns = [pyarrow.DictionaryArray.from_arrays(names, pyarrow.array(part)) for part in (known, texts[2:])]
        return pyarrow.record_batch([columns[0], pyarrow.ListArray.from_arrays([0, 1], columns[1])], schema=schema)

    kind = pyarrow.dictionary(pyarrow.int8(), pyarrow.string())
    schema = pyarrow.schema([("hypothesis", kind), ("references", pyarrow.list_(kind))])
    new = pyarrow.ipc.new_stream if suffix == ".arrows" else pyarrow.ipc.new_file
    with new(path, schema, options=pyarrow.ipc.IpcWriteOptions(emit_dictionary_deltas=True)) as writer:
        writer.write_batch(batch(texts[:1]))
        writer.write_batch(batch(texts[:2]))
    rows = [segment for part in Corpus.batches(InputFiles(path), batch_of(1, 4_200_000)) for segment in part.segments]
    assert len(rows) == 2
    with pytest.raises(InputError, match="takes 3 MiB unpacked; the limit is 2"):
        list(Corpus.batches(InputFiles(path), batch_of(1, 2_500_000)))


def test_a_dictionary_that_replaces_another_one_counts_alone(pyarrow: Any, tmp_path: Path) -> None:
    path = tmp_path / "table.arrows"
    kind = pyarrow.dictionary(pyarrow.int8(), pyarrow.string())
    schema = pyarrow.schema([("hypothesis", kind), ("references", pyarrow.list_(pyarrow.string()))])
    with pyarrow.ipc.new_stream(path, schema) as writer:
        for letter in "abc":
            text = pyarrow.array([letter * 1_000_000]).dictionary_encode().cast(kind)
            writer.write_batch(pyarrow.record_batch([text, pyarrow.array([["b"]])], schema=schema))
    assert sum(len(part) for part in Corpus.batches(InputFiles(path), batch_of(1, 1_500_000))) == 3


def test_blocks_of_a_file_do_not_overlap(pyarrow: Any, tmp_path: Path) -> None:
    """The footer names the first batch, which is most of the file, in place of each."""
    path = tmp_path / "table.arrow"
    table = pyarrow.Table.from_pylist([{"hypothesis": text, "references": ["b"]} for text in ("a" * 5_000, "c", "d")])
    with pyarrow.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=1)
    whole, block = path.read_bytes(), struct.Struct("<qi4xq")
    starts = [start for start in range(len(whole)) if whole.startswith(b"\xff\xff\xff\xff", start)]
    named = [
        place
        for place in range(len(whole) - block.size)
        if (found := block.unpack_from(whole, place))[0] in starts
        and found[1] > 0
        and found[0] + sum(found[1:]) in starts
    ]
    assert len(named) == 3
    assert len(Corpus.read(path)) == 3
    for place in named[1:]:
        whole = whole[:place] + whole[named[0] : named[0] + block.size] + whole[place + block.size :]
    path.write_bytes(whole)
    assert "blocks overlap" in _refusal(lambda: Corpus.read(path))


_COPIES, _TEXT = 30, "a" * 100_000


def _dictionary(pyarrow: Any) -> Any:
    return pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * _COPIES, pyarrow.int8()), pyarrow.array([_TEXT]))


def _runs(pyarrow: Any) -> Any:
    return pyarrow.RunEndEncodedArray.from_arrays(pyarrow.array([_COPIES], pyarrow.int32()), pyarrow.array([_TEXT]))


def _views(pyarrow: Any) -> Any:
    text = pyarrow.array([_TEXT], pyarrow.string_view())
    _, entry, texts = text.buffers()
    buffers = [None, pyarrow.py_buffer(entry.to_pybytes() * _COPIES), texts]
    return pyarrow.Array.from_buffers(pyarrow.string_view(), _COPIES, buffers)


def _lists_of(pyarrow: Any, texts: Any) -> Any:
    return pyarrow.ListArray.from_arrays(pyarrow.array([*range(_COPIES), _COPIES], pyarrow.int32()), texts)


def _list_views(pyarrow: Any) -> Any:
    offsets, sizes = ([number] * _COPIES for number in (0, 1))
    places = (pyarrow.array(numbers, pyarrow.int32()) for numbers in (offsets, sizes))
    return pyarrow.ListViewArray.from_arrays(*places, pyarrow.array([_TEXT]))


@pytest.mark.parametrize("suffix", [".arrow", ".arrows"])
@pytest.mark.parametrize(
    ("column", "make"),
    [
        ("hypothesis", _dictionary),
        ("hypothesis", _runs),
        ("hypothesis", _views),
        ("references", _list_views),
        ("references", lambda pyarrow: _lists_of(pyarrow, _dictionary(pyarrow))),
        ("references", lambda pyarrow: _lists_of(pyarrow, _views(pyarrow))),
    ],
)
def test_a_value_that_many_rows_have_counts_for_each(
    pyarrow: Any, column: str, make: Callable[[Any], Any], suffix: str, tmp_path: Path
) -> None:
    """100 kB in the file, and 3 MB as rows."""
    plain = {"hypothesis": ["b"] * _COPIES, "references": [["b"]] * _COPIES}
    table = pyarrow.table({**plain, column: make(pyarrow)})
    path = tmp_path / f"table{suffix}"
    new = pyarrow.ipc.new_stream if suffix == ".arrows" else pyarrow.ipc.new_file
    with new(path, table.schema) as writer:
        writer.write_table(table)
    files = InputFiles(path)
    whole = Corpus.from_segments(*({**plain, column: make(pyarrow).to_pylist()}.values()))
    assert list(Corpus.batches(files, batch_of(100, 4_000_000))) == [whole]
    read = Corpus.batches(files, batch_of(100, 2_000_000))
    assert _refusal(lambda: next(read)) == f"{path}: a batch of rows takes 3 MiB unpacked; the limit is 2"


def test_values_that_repeat_do_not_repeat_again(pyarrow: Any, tmp_path: Path) -> None:
    lists = _lists_of(pyarrow, _dictionary(pyarrow))
    twice = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 0], pyarrow.int8()), lists)
    table = pyarrow.table({"hypothesis": ["a", "b"], "references": twice})
    path = tmp_path / "table.arrow"
    with pyarrow.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table)
    assert "repeated values nested in repeated values are not supported" in _refusal(lambda: Corpus.read(path))


@pytest.mark.parametrize("suffix", [".arrow", ".arrows"])
def test_damaged_tables_are_errors(pyarrow: Any, suffix: str, tmp_path: Path) -> None:
    """Whatever byte is another one: the table is read, or an `InputError` says why not."""
    whole = _write(pyarrow, _ROWS, tmp_path / f"table{suffix}").read_bytes()
    path = tmp_path / f"damaged{suffix}"
    for place in range(0, len(whole), 13):
        for value in (0, 1, 127, 255):
            path.write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
            with suppress(InputError):
                list(Corpus.batches(InputFiles(path), batch_of(10)))


def test_a_part_of_a_table_counts_a_value_of_many_rows_for_each(
    pyarrow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its 100 rows share one text of 10,000 characters, which the file holds once."""
    path = tmp_path / "texts.parquet"
    texts = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 100), pyarrow.array(["x" * 10_000]))
    pyarrow.parquet.write_table(pyarrow.table({"hypothesis": texts}), path)
    part = slices.Slice(str(path), 0, 100)
    assert len(slices.read_columns(part, ["hypothesis"])["hypothesis"]) == 100
    monkeypatch.setattr(slices, "LARGEST_FILE", 500_000)
    with pytest.raises(InputError, match=r"texts\.parquet"):
        slices.read_columns(part, ["hypothesis"])
