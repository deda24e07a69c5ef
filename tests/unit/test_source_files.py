"""Files of claims and of tables: what is read, the notes on them, and what a user is told to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import InputError
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.importers.formats import ClaimSource, draft_description, read_source, with_base

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_CLAIM = {"metric": "BLEU", "published": "27.3"}
_TABLE = "| model | BLEU |\n|-|-|\n| a | 27.3 |\n"
_EXAMPLES = {"hypotheses": '"{row}.txt"', "references": '["ref.txt"]'}
_DESCRIBED = '[[table]]\n[[table.column]]\ntitle = "BLEU"\nmetric = "BLEU"\n'


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("c.jsonl", json.dumps(_CLAIM)),
        ("c.ndjson", json.dumps(_CLAIM)),
        ("c.json", json.dumps({"claim": [_CLAIM]})),
        ("c.toml", '[[claim]]\nmetric = "BLEU"\npublished = "27.3"\n'),
        ("c.JSON", json.dumps({"claim": [_CLAIM]})),
        ("c.TOML", '[[claim]]\nmetric = "BLEU"\npublished = "27.3"\n'),
    ],
)
def test_files_of_claims(name: str, text: str, tmp_path: Path) -> None:
    path = _write(tmp_path / name, text)
    source = read_source(path)
    assert (source.base, list(source.read), list(source.tables), list(source.notes)) == (tmp_path, [path], [], [])
    assert [claim.published for claim in source.claims] == ["27.3"]


@pytest.mark.parametrize(("name", "text"), [("x.txt", "text"), ("x.json", "{}"), ("x.json", "[1]"), ("x", "")])
def test_unknown_formats(name: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has an unknown format") as raised:
        read_source(_write(tmp_path / name, text))
    assert raised.value.hint.startswith(
        "pass claims (.jsonl, .toml, .json), tables (.tex, .md, .html, .csv, .tsv), the output of"
    )


def test_a_table_without_a_description_is_guessed(tmp_path: Path) -> None:
    path = _write(tmp_path / "t.md", _TABLE)
    source = read_source(path)
    assert [claim.published for claim in source.claims] == ["27.3"]
    assert (list(source.read), len(source.tables), source.remedy) == ([path], 1, "")
    assert list(source.notes) == [
        f"{tmp_path / 't.toml'} is missing, so the meaning of {path}'s columns is guessed from their titles"
    ]


def test_a_table_with_a_description(tmp_path: Path) -> None:
    path, beside = _write(tmp_path / "t.md", _TABLE), _write(tmp_path / "t.toml", _DESCRIBED)
    for named in (path, beside):
        source = read_source(named)
        assert [claim.published for claim in source.claims] == ["27.3"]
        assert (source.base, list(source.read), list(source.notes)) == (tmp_path, [beside, path], [])


def test_a_description_of_another_file(tmp_path: Path) -> None:
    _write(tmp_path / "u.md", _TABLE)
    path = _write(tmp_path / "t.md", _TABLE)
    beside = _write(tmp_path / "t.toml", 'file = "u.md"\n' + _DESCRIBED)
    assert list(read_source(beside).read) == [beside, tmp_path / "u.md"]
    with pytest.raises(InputError) as raised:
        read_source(path)
    assert raised.value.message == f"{beside} describes {tmp_path / 'u.md'}"
    assert raised.value.hint == "set file = 't.md' in t.toml"


def test_a_description_without_a_file(tmp_path: Path) -> None:
    beside = _write(tmp_path / "t.toml", _DESCRIBED)
    with pytest.raises(InputError) as raised:
        read_source(beside)
    assert raised.value.message == f"{beside} does not say which file it describes"
    assert raised.value.hint == 'write file = "table.tex" or similar at the top'


@pytest.mark.parametrize(
    ("comments", "lines"),
    [
        ([], ""),
        (["hypotheses"], "line 2"),
        (["hypotheses", "references"], "lines 2 and 3"),
        (["hypotheses", "", "references", "references"], "lines 2, 4 and 5"),
    ],
)
def test_the_lines_of_a_description_that_are_to_be_filled_in(comments: list[str], lines: str, tmp_path: Path) -> None:
    _write(tmp_path / "t.md", _TABLE)
    unfilled = "".join(f"# {name} = {_EXAMPLES[name]}\n" if name else "\n" for name in comments)
    beside = _write(tmp_path / "t.toml", _DESCRIBED.replace("[[table]]\n", f"[[table]]\n{unfilled}"))
    told = f"to check numbers against files, list the files in {lines} of {beside}" if lines else ""
    assert read_source(beside).remedy == told
    filled = beside.read_text(encoding="utf-8").replace("[[table.column]]", '[[table.column]]\nhypotheses = "h"')
    assert read_source(_write(beside, filled)).remedy == "", "some files are named"


@pytest.mark.parametrize(("count", "end"), [(0, None), (1, "8"), (10, "8"), (11, "8, ...")])
def test_numbers_that_are_struck_out_are_listed(count: int, end: str | None, tmp_path: Path) -> None:
    cells = "".join(f"| a{k} | ~~8~~ 27.3 |\n" for k in range(count)) + "| b | ~~text~~ 3 |\n"
    path = _write(tmp_path / "t.md", "| model | BLEU |\n|-|-|\n" + cells)
    notes = read_source(path).notes[1:]
    shown = ", ".join(["8"] * min(count, 10)) + (", ..." if count > 10 else "")
    assert list(notes) == ([] if end is None else [f"numbers struck out in {path} are not audited: {shown}"])
    assert end is None or shown.endswith(end)


@pytest.mark.parametrize(("number", "found"), [(0, False), (1, True), (2, True), (3, False)])
def test_the_numbers_of_tables(number: int, found: bool, tmp_path: Path) -> None:
    _write(tmp_path / "t.md", f"{_TABLE}\n{_TABLE}")
    beside = _write(tmp_path / "t.toml", f"[[table]]\nnumber = {number}\n" + _DESCRIBED.removeprefix("[[table]]\n"))
    if found:
        (table,) = read_source(beside).tables
        assert table.name == f"t.md, table {number}"
        assert [claim.id for claim in read_source(beside).claims] == ["a, BLEU"]
        return
    with pytest.raises(InputError) as raised:
        read_source(beside)
    assert (raised.value.message, raised.value.hint) == (
        f"t.md has no table number {number}",
        "it has 2; the first one is number 1",
    )


def test_a_draft_of_a_file_that_has_no_tables(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        draft_description(_write(tmp_path / "c.jsonl", json.dumps(_CLAIM)))
    assert raised.value.message == f"{tmp_path / 'c.jsonl'} is not a file of tables"
    assert raised.value.hint.startswith("tables are read from files that end with .")


_H, _R, _S = Path("h"), Path("r"), Path("s")


@pytest.mark.parametrize(
    ("claims", "given", "files"),
    [
        ([Claim("BLEU", "1")], (_H, [_R, _S]), [("h", ["r", "s"])]),
        ([Claim("BLEU", "1"), Claim("chrF", "2")], (_H, []), [("h", []), ("h", [])]),
        ([Claim("BLEU", "1", hypotheses="x")], (None, [_R]), [("x", ["r"])]),
        ([Claim("BLEU", "1", hypotheses="x"), Claim("BLEU", "2", hypotheses="y"), Claim("TER", "3")], (None, [_R]), [("x", ["r"]), ("y", ["r"]), ("", [])]),
        ([Claim("BLEU", "1"), MalformedClaim("no")], (_H, [_R]), [("h", ["r"]), ("h", ["r"])]),
        ([Claim("BLEU", "1"), Claim("BLEU", "2", settings={"case": "lower"}), Claim("BLEU", "3", signature="s")], (_H, []), [("h", [])] * 3),
    ],
)  # fmt: skip
def test_claims_on_files_of_the_command_line(
    claims: list[Claim | MalformedClaim], given: tuple[Path | None, list[Path]], files: list[tuple[str, list[str]]],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for name in "xy":
        _write(tmp_path / name, "")
    found = ClaimSource(tmp_path, claims).on_files(*given)
    assert [(claim.hypotheses, claim.references) for claim in found.claims] == files
    assert found.base == tmp_path.resolve()


@pytest.mark.parametrize(
    ("claims", "given", "message", "hint"),
    [
        ([Claim("BLEU", "1", hypotheses="x")], (_H, []), "the claims name their own files", "remove HYPOTHESES and -r"),
        ([Claim("BLEU", "1", references=["x"])], (None, [_R]), "the claims name their own files", "remove HYPOTHESES and -r"),
        ([Claim("BLEU", "1")], (None, [_R]), "references were given without HYPOTHESES", "after CLAIMS, pass the file that was scored"),
        ([Claim("BLEU", "1"), Claim("BLEU", "2")], (_H, []), "BLEU occurs several times, perhaps for different files", "audit a single number with --published"),
    ],
)  # fmt: skip
def test_claims_that_do_not_fit_the_files_of_the_command_line(
    claims: list[Claim | MalformedClaim], given: tuple[Path | None, list[Path]], message: str, hint: str
) -> None:
    with pytest.raises(InputError) as raised:
        ClaimSource(Path(), claims).on_files(*given)
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_the_folder_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder if it has all files, or else the deepest folder that has."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert with_base([inner / "x", tmp_path / "y"]) == (tmp_path.resolve(), ["a/b/x", "y"])
    monkeypatch.chdir(inner)
    assert with_base([tmp_path / "a" / "x", inner / "y"]) == ((tmp_path / "a").resolve(), ["x", "b/y"])
