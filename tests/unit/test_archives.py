"""Zip archives of unknown origin: members are read within limits, and damaged or hostile archives are refused."""

from __future__ import annotations

import io
import random
import struct
import sys
import zipfile
from pathlib import Path

import pytest

from samescore import InputError
from samescore.base import archives
from samescore.base.archives import is_archive, opened_archive
from tests.answer_logs import LOGS, need_zstandard

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _archive(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as writing:
        for name, content in members.items():
            writing.writestr(name, content)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_are_read(tmp_path: Path, method: int) -> None:
    path = _archive(tmp_path / "a.eval", {"b.json": b"1" * 1000, "a/c.json": b""}, method)
    assert is_archive(path)
    with opened_archive(path) as archive:
        assert archive.names == ["b.json", "a/c.json"]
        assert [archive.read(name) for name in archive.names] == [b"1" * 1000, b""]
        assert archive.read("b.json") == b"1" * 1000


def test_members_with_zstandard_are_read() -> None:
    need_zstandard()
    with opened_archive(LOGS / "inspect_match.eval") as archive:
        assert archive.read("header.json").startswith(b"{")


def test_members_with_zstandard_need_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    need = pytest.raises(InputError, match=r"header\.json: Zstandard files need")
    with opened_archive(LOGS / "inspect_match.eval") as archive, need as refused:
        archive.read("header.json")
    assert "samescore[zstd]" in refused.value.hint


def test_an_archive_after_other_bytes_is_read(tmp_path: Path) -> None:
    """Zip archives may have a prefix, which `zipfile` adds to the offsets."""
    path = _archive(tmp_path / "a.zip", {"a": b"xy"})
    path.write_bytes(b"#!" * 50 + path.read_bytes())
    assert not is_archive(path)
    with opened_archive(path) as archive:
        assert archive.read("a") == b"xy"


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 17, b"{}" * 100])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.eval"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"a\.eval cannot be read as a zip archive") as refused, opened_archive(path):
        pass
    assert refused.value.hint


@pytest.mark.parametrize("name", ["../a.json", "/a.json", "samples/../../a", "..\\a"])
def test_a_name_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    path = _archive(tmp_path / "a.eval", {name: b"1"})
    with pytest.raises(InputError, match="leads out of the archive"), opened_archive(path):
        pass


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_repeated_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.eval"
    with zipfile.ZipFile(path, "w") as writing:
        writing.writestr("a", b"1")
        writing.writestr("a", b"2")
    with pytest.raises(InputError, match="the name 'a' occurs twice"), opened_archive(path):
        pass


def test_too_many_members_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_MOST_MEMBERS", 2)
    path = _archive(tmp_path / "a.eval", dict.fromkeys("abc", b""))
    with pytest.raises(InputError, match="more than 2 members"), opened_archive(path):
        pass


def test_a_large_directory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_LARGEST_DIRECTORY", 100)
    path = _archive(tmp_path / "a.eval", {str(number): b"" for number in range(10)})
    with pytest.raises(InputError, match="the directory is too large"), opened_archive(path):
        pass


def test_a_large_member_is_refused_by_its_declared_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_JSON", 10**4)
    path = _archive(tmp_path / "a.eval", {"a": b"0" * (10**4 + 1), "b": b"0" * 10**4})
    with opened_archive(path) as archive:
        with pytest.raises(InputError, match=r"a\.eval, a: the unpacked size exceeds 10,000 bytes"):
            archive.read("a")
        assert len(archive.read("b")) == 10**4


def test_members_that_are_large_together_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_FILE", 1500)
    path = _archive(tmp_path / "a.eval", dict.fromkeys("ab", b"0" * 1000))
    with opened_archive(path) as archive:
        archive.read("a")
        with pytest.raises(InputError, match=r"b: the unpacked size exceeds 1,500 bytes"):
            archive.read("b")


def _with_declared_size(content: bytes, size: int) -> bytes:
    """The archive with another unpacked size of its first member in the directory."""
    place = content.index(b"PK\x01\x02") + 24
    return content[:place] + struct.pack("<L", size) + content[place + 4 :]


@pytest.mark.parametrize("method", ["stored", "deflated", "zstandard"])
@pytest.mark.parametrize("declared", [10, 10**6 + 1])
def test_a_member_of_another_size_than_declared_is_refused(tmp_path: Path, method: str, declared: int) -> None:
    """A bomb that declares ten bytes is unpacked no further than that."""
    path = tmp_path / "a.eval"
    content = b"0" * 10**6
    if method == "zstandard":
        packed = need_zstandard().compress(content)
        _archive(path, {"a": packed}, zipfile.ZIP_STORED)
        raw = bytearray(path.read_bytes())
        start = raw.index(b"PK\x01\x02")
        raw[start + 10 : start + 12] = struct.pack("<H", 93)
        path.write_bytes(_with_declared_size(bytes(raw), declared))
    else:
        _archive(path, {"a": content}, zipfile.ZIP_STORED if method == "stored" else zipfile.ZIP_DEFLATED)
        path.write_bytes(_with_declared_size(path.read_bytes(), declared))
    with opened_archive(path) as archive, pytest.raises(InputError, match="does not have the declared size"):
        archive.read("a")


def test_a_wrong_checksum_is_refused(tmp_path: Path) -> None:
    path = _archive(tmp_path / "a.eval", {"a": b"12345678"}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"12345678", b"12345679"))
    with opened_archive(path) as archive, pytest.raises(InputError, match="declared size and checksum"):
        archive.read("a")


@pytest.mark.parametrize(("offset", "value", "message"), [(8, 1, "encrypted"), (10, 12, "compressed by method 12")])
def test_unsupported_members_are_refused(tmp_path: Path, offset: int, value: int, message: str) -> None:
    path = _archive(tmp_path / "a.eval", {"a": b"1"}, zipfile.ZIP_STORED)
    raw = bytearray(path.read_bytes())
    place = raw.index(b"PK\x01\x02") + offset
    raw[place : place + 2] = struct.pack("<H", value)
    path.write_bytes(raw)
    with opened_archive(path) as archive, pytest.raises(InputError, match=message):
        archive.read("a")


def test_damaged_archives_are_read_or_refused(tmp_path: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as writing:
        for number in range(5):
            writing.writestr(f"samples/{number}.json", b'{"id": 1}' * 20)
    path, chance = tmp_path / "a.eval", random.Random(3)
    for _ in range(300):
        damaged = bytearray(made.getvalue())
        for place in (chance.randrange(len(damaged)) for _ in range(chance.choice((1, 3, 20)))):
            damaged[place] = chance.randrange(256)
        path.write_bytes(damaged[: chance.choice((len(damaged), chance.randrange(len(damaged))))])
        assert _outcome(path) in ("read", "refused")


def _outcome(path: Path) -> str:
    try:
        with opened_archive(path) as archive:
            for name in archive.names:
                archive.read(name)
    except InputError as problem:
        return "refused" if problem.hint else "refused without a remedy"
    return "read"
