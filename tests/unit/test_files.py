"""Files from outside: their kinds, sizes and encodings, and JSON and TOML in them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samescore import records
from samescore.base import files
from samescore.base.documents import DEEPEST, MalformedError, from_json, from_toml
from samescore.base.errors import InputError, SamescoreError
from samescore.base.lines import _NOT_TEXT, read_lines
from samescore.catalogue.expectations import read_expectations
from samescore.catalogue.vectors import load_file
from samescore.data.corpus import Corpus, read_hypotheses
from samescore.data.labels import Labels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.scored_labels import ScoredLabels
from samescore.data.stripped_tsv import read_stripped_tsv
from samescore.implementations.recording import read_recordings
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import MalformedClaim
from samescore.verbs.scoring.programs import openkiwi

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

Reader = Callable[[Path], object]

_TEXT: dict[str, Reader] = {
    "hypotheses": read_hypotheses,
    "references": lambda path: Corpus.read(path, [path]),
    "labels": lambda path: Labels.read(path, path),
    "openkiwi": lambda path: openkiwi.evaluate(path, [path]),
}
_JSON_LINES: dict[str, Reader] = {
    "corpus": Corpus.read,
    "scored labels": ScoredLabels.read,
    "likelihoods": TokenLogProbs.read,
    "choices": Choices.read,
    "claims": read_claims,
    "report": lambda path: list(records.read(path)),
    "recording": read_recordings,
}
_OTHERS: dict[str, Reader] = {
    "tsv": read_stripped_tsv,
    "vectors": load_file,
    "expectations": read_expectations,
}
_READERS = {**_TEXT, **_JSON_LINES, **_OTHERS}
_SUFFIX = dict.fromkeys(_JSON_LINES, ".jsonl") | {"vectors": ".json", "expectations": ".toml", "tsv": ".tsv"}

readers = pytest.mark.parametrize("name", _READERS)


def _written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / f"file{_SUFFIX.get(name, '.txt')}"
    path.write_bytes(content)
    return path


def _refusal(name: str, path: Path) -> SamescoreError:
    with pytest.raises(SamescoreError) as caught:
        _READERS[name](path)
    assert str(path) in caught.value.message
    assert caught.value.hint
    return caught.value


@readers
def test_every_reader_refuses_directories_pipes_and_devices(name: str, tmp_path: Path) -> None:
    suffix = _SUFFIX.get(name, "")
    folder, pipe = tmp_path / f"folder{suffix}", tmp_path / f"pipe{suffix}"
    folder.mkdir()
    assert "directory" in _refusal(name, folder).message
    assert "No such file" in _refusal(name, tmp_path / f"nowhere{suffix}").message
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        assert "named pipe" in _refusal(name, pipe).message
        device = tmp_path / f"zero{suffix}"
        device.symlink_to("/dev/zero")
        assert "device" in _refusal(name, device).message


@readers
def test_a_line_or_a_file_that_is_too_large_is_refused_by_every_reader(name: str, tmp_path: Path) -> None:
    path = _written(tmp_path, name, b"")
    with path.open("r+b") as file:
        file.truncate(300 * 2**20)  # sparse: one line of null bytes
    assert "has more than" in _refusal(name, path).message


@readers
def test_undecodable_bytes_are_refused_by_every_reader(name: str, tmp_path: Path) -> None:
    for content in (b"\xff\xfe\xff\n", "{}\n".encode("utf-16"), "{}\n".encode("utf-16-le")):
        _refusal(name, _written(tmp_path, name, content))


@pytest.mark.parametrize("name", [*_JSON_LINES, "vectors"])
@pytest.mark.parametrize("depth", [DEEPEST + 1, 1_000, 100_000])
def test_deep_json_is_refused_by_every_reader(name: str, depth: int, tmp_path: Path) -> None:
    text = '{"a":' * depth + "1" + "}" * depth
    path = _written(tmp_path, name, f"{text}\n".encode())
    assert "nested" in _refusal(name, path).message


@pytest.mark.parametrize("reader", [read_claims, read_expectations])
@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 1_000 + "]" * 1_000, "a = " + "{b = " * 1_000 + "1" + "}" * 1_000, "[" + ".".join("a" * 70) + "]"],
)
def test_deep_toml_is_refused_by_every_reader(reader: Reader, text: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SamescoreError, match=r"deep\.toml.*(levels deep|64 parts)"):
        reader(path)


def test_depth_is_counted_outside_of_strings_only() -> None:
    brackets = "[" * 200
    assert from_json(f'["{brackets}", "\\"{brackets}"]') == [brackets, '"' + brackets]
    assert from_json("[" * DEEPEST + "]" * DEEPEST)
    assert from_json("[" + "[]," * 200 + "[]]") == [[]] * 201
    dots = ".".join("a" * 200)
    assert from_toml(f"a = '{dots}'\nb = \"{dots}\" # {dots}\nc = '''\n{dots}\n'''\nd = \"\"\"\n{dots}\"\"\"") == {
        "a": dots,
        "b": dots,
        "c": f"{dots}\n",
        "d": dots,
    }
    assert from_toml("a = [" + "1.5," * 200 + "]")["a"] == [1.5] * 200


@pytest.mark.parametrize(
    "text",
    ["", "{", "nul", '{"a": 1e999}', '"\\ud800"', "[1,]", '{"a": ' + "1" * 5_000 + "}", "\ud800", '"' + "\\" * 9],
)
def test_malformed_json_is_an_error_of_one_kind(text: str) -> None:
    with pytest.raises(MalformedError):
        from_json(text, dict[str, int])


@pytest.mark.parametrize(
    "text", ["=", "a", '"""' + "a" * 10_000 + "\\", "a = " + "1" * 5_000, "a = 1\na = 2", "a = 2020-13-45", b"\xff"]
)
def test_malformed_toml_is_an_error_of_one_kind(text: str | bytes) -> None:
    with pytest.raises(MalformedError):
        from_toml(text, dict[str, int])


def test_an_error_in_json_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="line 3: "):
        from_json('{\n"a": 1,\n,}')
    path = tmp_path / "claims.jsonl"
    path.write_text("\n{\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"claims\.jsonl, line 2: "):
        read_claims(path)
    path = tmp_path / "claims.toml"
    path.write_text('[[claim]]\nmetric = "bleu"\npublished = "1"\n[[claim]]\nmetric = "x"\n', encoding="utf-8")
    malformed = read_claims(path)[1]
    assert isinstance(malformed, MalformedClaim)
    assert "claims.toml, claim 2: " in malformed.problem


@pytest.mark.parametrize("suffix", sorted(_NOT_TEXT))
@pytest.mark.parametrize("name", _TEXT)
def test_structured_files_are_not_read_as_text(name: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"predictions{suffix.upper()}"
    path.write_bytes(b"OK BAD\n")
    refusal = _refusal(name, path)
    assert ".tsv" in refusal.hint
    assert ".jsonl" in refusal.hint
    assert ("--like squad-v1" in refusal.hint) == (suffix == ".json")


@pytest.mark.parametrize("name", ["newstest2014-ref.de", "hyp.pt", "out", "a.hyp", "b.txt", "c.json.tok", "d.tags"])
def test_any_other_suffix_is_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"a b\n")
    assert Corpus.read(path, [path]) == Corpus.from_segments(["a b"], [["a b"]])


def test_a_table_beside_references_is_refused(tmp_path: Path) -> None:
    table, column = tmp_path / "both.tsv", tmp_path / "column.tsv"
    table.write_bytes(b"a\tb\n")
    column.write_bytes(b"a\n")
    assert Corpus.read(column, [column]).hypotheses == ["a"]
    with pytest.raises(InputError, match=r"both\.tsv, line 1: unexpected tab"):
        Corpus.read(column, [table])


def test_null_bytes_and_lonely_carriage_returns_are_refused(tmp_path: Path) -> None:
    for content, message in (
        (b"a b\nc\0d\n", "line 2, byte 1: byte 0x00"),
        (b"a\rb\rc\r", "lines end with a carriage return only"),
    ):
        path = tmp_path / "text"
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            read_hypotheses(path)
    path.write_bytes("one\ntwo\n".encode("utf-16-le"))
    with pytest.raises(InputError, match="iconv -f UTF-16"):
        read_hypotheses(path)


def test_line_ends_and_byte_order_marks_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes("\ufeffa\r\nb\n".encode())
    assert read_hypotheses(path).hypotheses == ["a", "b"]
    path = tmp_path / "e.toml"
    path.write_bytes('\ufeffimplementation = "mine"\r\n'.encode())
    assert read_expectations(path).implementation == "mine"


def test_long_files_and_lines_up_to_the_bounds_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_PIECE", 7)
    path = tmp_path / "text"
    lines = ["x" * (k % 20) for k in range(200)]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert read_lines(path, 19) == lines
    with pytest.raises(InputError, match="line 20: the line has more than 18 bytes"):
        read_lines(path, 18)
    assert [text for _, text in files.byte_lines(path, longest=19)] == [f"{line}\n".encode() for line in lines]
    with pytest.raises(InputError, match="line 20: the line has more than 18 bytes"):
        list(files.byte_lines(path, longest=18))
    with pytest.raises(InputError, match="has more than 100 bytes"):
        files.read_bytes(path, most=100)
    monkeypatch.setattr(files, "LARGEST_FILE", 100)
    with pytest.raises(InputError, match="has more than 100 bytes"):
        list(files.byte_lines(path))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the paths of open files are those of Linux")
def test_a_pipe_that_ends_is_read() -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, b"a b\nc\n")
        os.close(writing)
        for _ in range(2):  # several references, or metrics, may read it again
            assert read_lines(f"/dev/fd/{reading}") == ["a b", "c"]
        assert [line for _, line in files.byte_lines(f"/dev/fd/{reading}")] == [b"a b\n", b"c\n"]
    finally:
        os.close(reading)
    assert read_lines(os.devnull) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the paths of open files are those of Linux")
def test_a_pipe_may_be_as_large_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_FILE", 6)
    for content, refused in ((b"a b\nc\n", False), (b"a b\nc\nd", True)):
        reading, writing = os.pipe()
        try:
            os.write(writing, content)
            os.close(writing)
            if refused:
                with pytest.raises(InputError, match="has more than 6 bytes"):
                    read_lines(f"/dev/fd/{reading}")
            else:
                assert read_lines(f"/dev/fd/{reading}") == ["a b", "c"]
        finally:
            os.close(reading)


def test_read_bytes_refuses_values_that_are_not_paths() -> None:
    paths: list[Any] = [None, 3, b"a", "a\0b"]
    for path in paths:
        with pytest.raises(InputError, match="not a path"):
            files.read_bytes(path)
