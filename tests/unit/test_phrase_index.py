"""The index of METEOR's paraphrases: it gives the entries of the table, and a damaged or missing index costs only time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from samescore.text.resources import phrase_index
from samescore.text.resources.phrase_index import Entry, entries_of

pytestmark = pytest.mark.once


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sorted table of phrases of one to three words, some with several paraphrases."""
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(phrase_index, "SMALLEST_TABLE", 0)
    monkeypatch.setattr(phrase_index, "_BLOCK_BYTES", 200)
    rng = random.Random(5)
    words = ["a", "an", "b\r", "caf\u00e9", "\x0b", "to", "zoo", ""]
    phrases = sorted({" ".join(rng.choices(words, k=rng.randint(1, 3))).encode() + b"\n" for _ in range(300)})
    rows = [phrase + str(n).encode() + b"\n" for phrase in phrases for n in range(rng.choice([1, 1, 9, 40]))]
    path = tmp_path / "table"
    path.write_bytes(b"".join(rows))
    return path


def _read(path: Path) -> Iterator[Entry]:
    with path.open("rb") as lines:
        yield from zip(lines, lines, strict=True)


def _never(path: Path) -> Iterator[Entry]:
    raise AssertionError(f"{path} is read")


def _index(table: Path) -> Path:
    (path,) = (table.parent / "cache" / "phrases").iterdir()
    return path


def test_the_index_has_the_entries_of_each_phrase_in_order(table: Path) -> None:
    everything = list(_read(table))
    phrases = {phrase for phrase, _ in everything}
    entries_of(table, _read, ())
    for phrase in [*phrases, b"absent\n", b"\x00\n", b"zzz\n"]:
        found = list(entries_of(table, _never, [phrase]))
        assert [entry for entry in found if entry[0] == phrase] == [entry for entry in everything if entry[0] == phrase]
        assert len(found) < len(everything) / 10, "only one block is read"
    assert list(entries_of(table, _never, phrases)) == everything


def test_a_damaged_index_is_made_again(table: Path) -> None:
    everything = list(_read(table))
    entries_of(table, _read, ())
    whole = _index(table).read_bytes()
    assert _index(table).parent.stat().st_mode & 0o077 == 0
    damages = [b"", whole[:50], whole[:-1], bytes(len(whole)), b"\xff" * 100 + whole[100:], whole[:-40] + whole[-23:]]
    for damage in damages:
        _index(table).write_bytes(damage)
        assert list(entries_of(table, _read, [everything[0][0]])) == everything, "the table is read"
        entries_of(table, _read, ())
        assert _index(table).read_bytes() == whole


def test_a_changed_table_is_indexed_again(table: Path) -> None:
    entries_of(table, _read, ())
    table.write_bytes(table.read_bytes() + b"zzz\nnew\n")
    assert (b"zzz\n", b"new\n") in list(entries_of(table, _read, [b"zzz\n"]))


def test_without_an_index_the_table_is_read(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = list(_read(table))
    monkeypatch.setenv("SAMESCORE_CACHE", "relative")
    assert list(entries_of(table, _read, ())) == everything
    monkeypatch.setenv("SAMESCORE_CACHE", str(table.parent / "cache"))
    table.write_bytes(b"b\n1\na\n2\n")
    assert list(entries_of(table, _read, [b"a\n"])) == [(b"b\n", b"1\n"), (b"a\n", b"2\n")], "it is not sorted"
    assert list((table.parent / "cache" / "phrases").iterdir()) == []
    monkeypatch.setattr(phrase_index, "SMALLEST_TABLE", 10**9)
    assert list(entries_of(table, _read, ())) == list(_read(table))


def test_a_folder_that_others_can_write_is_not_used(table: Path) -> None:
    (table.parent / "cache" / "phrases").mkdir(parents=True)
    (table.parent / "cache" / "phrases").chmod(0o777)
    assert list(entries_of(table, _read, ())) == list(_read(table))
    assert list((table.parent / "cache" / "phrases").iterdir()) == []
